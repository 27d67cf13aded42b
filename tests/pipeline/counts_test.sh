#!/bin/sh
# Operation counts of the examples never rise: tests/pipeline/counts.txt.
#
#   RIGIDC_THOROUGH='...'   the functions, as example:function, of which a thorough search is no worse than a quick one
. tests/tap.sh

# count EXAMPLE FUNCTION [OPTION]: "mul add sincos"
count() {
	"$RIGIDC" info "examples/$1.rig" -f "$2" ${3-} 2>/dev/null |
	    awk -v f="$2" '$1 == f { print $2, $3, $4 }'
}

# at_most MUL/ADD MUL/ADD: each of them
at_most() {
	[ "${1%/*}" -le "${2%/*}" ] && [ "${1#*/}" -le "${2#*/}" ]
}

# in_all MUL/ADD MUL/ADD: their sum
in_all() {
	case $2 in '!'* | -) return 0 ;; esac
	[ $((${1%/*} + ${1#*/})) -le $((${2%/*} + ${2#*/})) ]
}

# not_above EXAMPLE FUNCTION NOW SINCOS MUST STRETCH
not_above() {
	set -- "$@" $(count "$1" "$2")
	echo "$1 $2: found $7/$8 and $9 sincos"
	at_most "$7/$8" "$3" && in_all "$7/$8" "$5" && [ "$9" -le "$4" ]
}

while read -r example function now sincos must stretch; do
	case $example in '#'* | '') continue ;; esac
	ok "$example $function takes at most $now" not_above "$example" "$function" "$now" "$sincos" "$must" "$stretch"
done <tests/pipeline/counts.txt

# no_worse EXAMPLE FUNCTION: what a thorough search finds, than what the quick one does
no_worse() {
	set -- $(count "$1" "$2") $(count "$1" "$2" --search=thorough)
	echo "quick $1/$2, thorough $4/$5"
	in_all "$4/$5" "$1/$2"
}

for item in ${RIGIDC_THOROUGH:-double_pendulum:rnea double_pendulum:crba screw_axis:rnea screw_axis:crba gripper:crba running_leg:crba}; do
	example=${item%%:*} function=${item#*:}
	ok "$example $function: thorough is no worse than quick" no_worse $example $function
done

finish
