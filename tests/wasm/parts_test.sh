#!/bin/sh
# What can be tested of the compiler in WebAssembly without building it: JSON as jansson prints it, the JavaScript of the package and of the
# playground. `make check-wasm check-playground` test the rest.
. tests/tap.sh

# The same program with jansson and with what stands for it.
# what the command calls of jansson, but in the language server, which WebAssembly leaves out
find compiler/cli -name '*.c' ! -path '*/lsp/*' ! -path '*/wasm/*' -exec grep -ohE '\bjson_[a-z_]+\(' {} + | sort -u >"$SCRATCH/called"
grep -hE '^#include <jansson|json_[a-z_]+\(' compiler/cli/wasm/jansson.h | grep -oE '\bjson_[a-z_]+\(' | sort -u >"$SCRATCH/declared"
find compiler -name '*.[ch]' ! -path '*/wasm/*' -exec grep -hE '^[a-z].*\bjson_[a-z_]+\(' {} + | grep -oE '\bjson_[a-z_]+\(' | sort -u >"$SCRATCH/own"
is 'WebAssembly has all that is called of jansson' '' "$(comm -23 "$SCRATCH/called" "$SCRATCH/declared" | comm -23 - "$SCRATCH/own" | xargs)"
cc -std=c11 -D_XOPEN_SOURCE=700 tests/wasm/json_probe.c -ljansson -o "$SCRATCH/jansson" &&
	cc -std=c11 -Wall -Wextra -Werror -D_XOPEN_SOURCE=700 -Icompiler/cli/wasm -Icompiler -I. tests/wasm/json_probe.c compiler/cli/wasm/jansson.c \
		compiler/base/arena.c compiler/base/text.c compiler/base/number.c -lm -o "$SCRATCH/own" 2>"$SCRATCH/said" || cat "$SCRATCH/said"
"$SCRATCH/jansson" >"$SCRATCH/jansson.txt"
"$SCRATCH/own" >"$SCRATCH/own.txt"
ok 'JSON is that of jansson, byte by byte' diff "$SCRATCH/jansson.txt" "$SCRATCH/own.txt"
ok 'and there is some' grep -q '"again": \[' "$SCRATCH/own.txt"

if command -v node >/dev/null; then
	for ending in h mjs py; do
		"$RIGIDC" compile examples/ur5.rig -f rnea --search=none -o "$SCRATCH/ur5.$ending" 2>"$SCRATCH/said"
	done
	ok 'files in memory, addresses, lines of code' node tests/wasm/parts.mjs "$SCRATCH/ur5.h" "$SCRATCH/ur5.mjs" "$SCRATCH/ur5.py"
	size=$(wc -l <compiler/cli/wasm/package/README.md)
	ok 'the README of the package is short' test "$size" -le 40
else
	skip 'files in memory, addresses, lines of code' 'no node'
fi
finish
