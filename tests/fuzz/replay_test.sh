#!/bin/sh
# The harnesses of libFuzzer, without it, over the files they begin with: none is a fault of ours.
. tests/tap.sh

programs=$(dirname "$RIGIDC")/tests/fuzz
for seeds in tests/fuzz/*.seeds; do
	name=$(basename "$seeds" .seeds)
	set --
	for folder in $(cat "$seeds"); do
		set -- "$@" "$folder"/*
	done
	ok "$name, $# files" "$programs/${name}_replay" "$@"
done
finish
