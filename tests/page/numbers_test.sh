#!/bin/sh
# The scripts of the page of `report` that need no page: rotations, typed numbers, names, sizes, the ground.
set -eu
command -v node >/dev/null || { echo '1..0 # SKIP no node'; exit 0; }
module=$(mktemp -d "${TMPDIR:-/tmp}/rigidc-test-XXXXXX")
trap 'rm -rf "$module"' EXIT
for part in rotation view extent reading; do cat "compiler/cli/page/$part.mjs"; done >"$module/page.mjs"
node tests/page/numbers.mjs "$module/page.mjs"
