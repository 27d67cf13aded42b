#!/bin/sh
# The numbers of compiler/program/sincos_rows.def are those that tests/program/minimax.c computes.
. tests/tap.sh

if cc -O2 -o "$SCRATCH/minimax" tests/program/minimax.c 2>/dev/null; then
	"$SCRATCH/minimax" | grep -v '^/' >"$SCRATCH/numbers"
	while read -r name value; do
		case $value in *f) column=2 ;; *) column=1 ;; esac
		is "$name, $value" "$value" "$(sed -n "s/^[A-Z_]*CONSTANT($name, \\(.*\\))\$/\\1/p" compiler/program/sincos_rows.def |
		    sed 's/, /\n/' | sed -n ${column}p)"
	done <"$SCRATCH/numbers"
	is "how many there are" 24 "$tap_count"
else
	skip "numbers of sincos_rows.def" "no 113-bit arithmetic"
fi
finish
