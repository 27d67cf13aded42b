#!/bin/sh
# The scripts of the page of `report` that need no page: rotations, typed numbers, names, sizes, the ground, closed loops.
set -eu
command -v node >/dev/null || { echo '1..0 # SKIP no node'; exit 0; }
rigidc=${RIGIDC:-build/rigidc}
module=$(mktemp -d "${TMPDIR:-/tmp}/rigidc-test-XXXXXX")
trap 'rm -rf "$module"' EXIT
scripts=$(for part in rotation closing view forces extent reading shapes motion; do echo "compiler/cli/page/$part.mjs"; done)
cat $scripts >"$module/page.mjs"
for model in examples/loops/squeezer.rig tests/page/bars.rig tests/page/rolling.rig; do
	name=$(basename "$model" .rig)
	"$rigidc" compile "$model" -f closing=closure+jac:loops --prefix robot --search=none -o "$module/$name.mjs" 2>"$module/said"
	"$rigidc" report "$model" --search=none -o "$module/$name.html" 2>"$module/said"
done
# a scene of a model with inputs, as the page has it: the generated code, then the scripts
"$rigidc" report tests/page/inputs.rig --search=none -o "$module/inputs.html" 2>"$module/said"
"$rigidc" compile tests/page/inputs.rig -f scene=fk:hull+fk:arm+fk:buoy+gravity+com --prefix robot --search=none -o "$module/scene.mjs" 2>"$module/said"
cat "$module/scene.mjs" $scripts >"$module/inputs.mjs"
node tests/page/numbers.mjs "$module/page.mjs" "$module/squeezer" "$module/bars" "$module/inputs" "$module/rolling"
