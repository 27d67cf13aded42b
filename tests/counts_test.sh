#!/bin/sh
# Operation counts of the examples never rise: tests/counts.txt.
. tests/tap.sh

# count EXAMPLE FUNCTION: "mul add sincos"
count() {
	"$RIGIDC" info "examples/$1.rig" -f "$2" 2>/dev/null |
	    awk -v f="$2" '$1 == f { print $2, $3, $4 }'
}

# at_most MUL/ADD MUL/ADD
at_most() {
	[ "$2" = - ] || { [ "${1%/*}" -le "${2%/*}" ] && [ "${1#*/}" -le "${2#*/}" ]; }
}

# not_above EXAMPLE FUNCTION NOW SINCOS BOUND
not_above() {
	set -- "$@" $(count "$1" "$2")
	echo "$1 $2: found $6/$7 and $8 sincos"
	at_most "$6/$7" "$3" && at_most "$6/$7" "$5" && [ "$8" -le "$4" ]
}

while read -r example function now sincos bound; do
	case $example in '#'* | '') continue ;; esac
	ok "$example $function takes at most $now" not_above "$example" "$function" "$now" "$sincos" "$bound"
done <tests/counts.txt

finish
