#!/bin/sh
# Operation counts of the examples never rise: tests/pipeline/counts.txt, of one limb after the other. Functions that are fused
# take no more than they do alone, and little more with like limbs side by side.
#
#   RIGIDC_ROBOTS=folder   talos_reduced.urdf is there, with a free base: counts_robots.txt
#   RIGIDC_LEVEL=quick     four examples alone
#   RIGIDC_LEVEL=long      the robots whose structure others have too, the squeezer, whose search takes longest, derivatives of long steps,
#                          and more functions of which a thorough search is no worse than a quick one
#
# fd of loops/cassie is compared in tests/dynamics/cassie_test.pl, which takes numbers of the same search.
. tests/tap.sh

# more EXAMPLE[:PARAMS][+MORE]: options of its row
more() {
	case $1 in
	*:*) echo "--parametrize=${1#*:}" ;;
	*+feet | *+limited) echo --contact lf=LF_FOOT --contact rf=RF_FOOT --contact lh=LH_FOOT --contact rh=RH_FOOT --phase two=lf,rh --phase four=lf,rf,lh,rh ;;
	*+soles) echo --contact left=left_sole_link:fixed --contact right=right_sole_link:fixed --phase both=left,right ;;
	esac
}

# model EXAMPLE[:PARAMS][+MORE]: its file; of +limited the joints of the legs have limits within which no leg is level
model() {
	case $1 in
	*+limited)
		sed -e '/_HAA : /s/limits ([^)]*)/limits (-0.72, 0.49)/' -e '/_HFE : /s/limits ([^)]*)/limits (-0.6, 0.6)/' \
		    -e '/_KFE : /s/limits ([^)]*)/limits (-1, 1)/' "examples/${1%%+*}.rig" >"$SCRATCH/limited.rig"
		echo "$SCRATCH/limited.rig"
		;;
	*) echo "examples/${1%%[:+]*}.rig" ;;
	esac
}

# counts EXAMPLE[:PARAMS][+MORE] FUNCTIONS [OPTION]: "NAME MUL/ADD/DIV SINCOS" of each, with those parameters or contacts
counts() {
	"$RIGIDC" info "$(model "$1")" -f "$2" --lanes=off $(more "$1") ${3-} 2>"$SCRATCH/said" | awk '
		at["mul"] { print $1, $at["mul"] "/" $at["add"] "/" ("div" in at ? $at["div"] : 0), $at["sincos"] }
		$1 == "function" { for (i = 1; i <= NF; i++) at[$i] = i }'
}

# of NAME: "MUL/ADD/DIV SINCOS" from what counts has printed
of() {
	awk -v name="$1" '$1 == name { print $2, $3 }'
}

# operations FUNCTION: all that are counted so, of what `info --json` says
operations() {
	perl -0777 -MJSON::PP -e 'my $f = decode_json(<STDIN>)->{functions}{$ARGV[0]}; print $f->{mul} + $f->{add} + $f->{div}' "$1"
}

# total MUL/ADD[/DIV]: their sum
total() {
	echo $(($(echo "$1" | tr / +)))
}

# at_most COUNT COUNT: each of mul, add and div, of which the last may be left out
at_most() {
	echo "$1/0" "$2/0" | awk '{ split($1, a, "/"); split($2, b, "/")
		exit !(a[1] + 0 <= b[1] + 0 && a[2] + 0 <= b[2] + 0 && a[3] + 0 <= b[3] + 0) }'
}

# in_all COUNT COUNT: their sums
in_all() {
	case $2 in '!'* | -) return 0 ;; esac
	[ "$(total "$1")" -le "$(total "$2")" ]
}

# not_above FUNCTION NOW SINCOS MUST FOUND: the last of two words
not_above() {
	echo "found ${5% *} and ${5#* } sincos"
	at_most "${5% *}" "$2" && in_all "${5% *}" "$4" && [ "${5#* }" -le "$3" ]
}

# fused_is_less EXAMPLE NAME=PART+PART...: than its parts, each of which has a row
fused_is_less() {
	of "${2%%=*}" <"$SCRATCH/$1" >"$SCRATCH/found"
	echo "${2#*=}" | tr + '\n' | while read -r part; do
		of "$part" <"$SCRATCH/$1"
	done >"$SCRATCH/parts"
	cat "$SCRATCH/found" "$SCRATCH/parts"
	[ "$(wc -l <"$SCRATCH/parts")" -eq "$(echo "${2#*=}" | tr + '\n' | wc -l)" ] &&
	    cat "$SCRATCH/parts" "$SCRATCH/found" | tr '/ ' '  ' |
	    awk '{ sum = $1 + $2 + $3; last = sum; all += sum; sines += $4; own = $4 }
	         END { exit !(NR > 1 && last <= all - last && own <= sines - own) }'
}

# all rows of an example at once
mkdir "$SCRATCH/loops"
examples=$(by_level '^(double_pendulum|knee|scara|rx90) ' '^([^aiphl]|loops/(slider_crank|delta|delta_closed|stewart_closed|crank_rocker|boom|engine) |loops/fourbar +(fd|lambda|id) |loops/fivebar +(fd|lambda|id|vjp:fd) |hand +(rnea|crba|fd|minv) |adaptive|iiwa14:|panda:|puma560 |anymal_b +(rnea|crba|fd|coriolis|reaction) |anymal_b\+feet +(fd|lambda|step1|impact|vjp:fd)[:=].*lf |anymal_b\+limited +impact)' .)
# rows that take longest, of which others of the example are much alike
dearer=$(by_level '^$' '^ur5 +((jvp|hvp|vjp):step:rk4|step_derivatives:rk4|hvp:(step:euler|energy)|jvp:energy) ' '^$')
grep -v -e '^#' -e '^$' tests/pipeline/counts.txt | grep -E "$examples" | grep -Ev "$dearer" >"$SCRATCH/rows"
for example in $(cut -d ' ' -f 1 "$SCRATCH/rows" | sort -u); do
	mkdir -p "$(dirname "$SCRATCH/$example")"
	counts "$example" "$(awk -v e="$example" '$1 == e && $2 != "prepare" { print $2 }' "$SCRATCH/rows" | paste -s -d ,)" >"$SCRATCH/$example"
	[ -s "$SCRATCH/$example" ] || sed 's/^/# /' "$SCRATCH/said"
done

while read -r example function now sincos must stretch; do
	found=$(of "${function%%=*}" <"$SCRATCH/$example")
	ok "$example $function takes at most $now" not_above "$function" "$now" "$sincos" "$must" "${found:-none none}"
	case $function in
	*=*) ok "$example $function takes no more than its parts" fused_is_less "$example" "$function" ;;
	esac
done <"$SCRATCH/rows"

[ "$RIGIDC_LEVEL" != quick ] || finish

# little_more EXAMPLE FUNCTION: with like limbs side by side, where numbers that differ from limb to limb are not folded
little_more() {
	beside=$(total "$("$RIGIDC" info "examples/$1.rig" -f "$2" 2>/dev/null | awk -v f="$2" '$1 == f { print $2 "/" $3 }')")
	apart=$(total "$(of "$2" <"$SCRATCH/$1" | cut -d ' ' -f 1 | cut -d / -f 1,2)")
	echo "$beside, apart $apart"
	[ $((100 * beside)) -le $((107 * apart)) ]
}
for function in rnea crba fd coriolis reaction; do
	ok "anymal_b $function takes at most 7 % more in lanes" little_more anymal_b $function
done
ok "solo12 rnea takes at most 7 % more in lanes" little_more solo12 rnea

# One mass of the UR5 given at run time, its centre as it was: the n-th of those that move.
one_mass() {
	awk -v n="$1" '
		$1 == "body" && !said { print "param load = 1 kg\n"; said = 1 }
		$1 == "mass" && n-- == 0 { sub(/mass .*/, "mass load") }
		{ print }' examples/ur5.rig >"$SCRATCH/one.rig"
	"$RIGIDC" info "$SCRATCH/one.rig" -f rnea --json | operations rnea
}
constant=$(total "$(of rnea <"$SCRATCH/ur5" | cut -d ' ' -f 1)")
for n in 1 2 3 4 5 6; do
	given=$(one_mass $n)
	ok "ur5 rnea takes at most 5 more with mass $n given: $given, $constant" test "$given" -le $((constant + 5))
done

# no_worse EXAMPLE FUNCTION: what a thorough search finds, than what the quick one does
no_worse() {
	quick=$(of "$2" <"$SCRATCH/$1")
	thorough=$(counts "$1" "$2" --search=thorough | of "$2")
	echo "quick $quick, thorough $thorough"
	in_all "${thorough% *}" "${quick% *}"
}

searched='double_pendulum:rnea double_pendulum:crba screw_axis:rnea screw_axis:crba'
long && searched="$searched gripper:crba running_leg:crba gripper:rnea running_leg:rnea knee:rnea knee:crba ur5:rnea ur5:crba"
for item in $searched; do
	example=${item%%:*} function=${item#*:}
	ok "$example $function: thorough is no worse than quick" no_worse $example $function
done

# Robots that are no examples, from the folder RIGIDC_ROBOTS.
# within ROBOT[+MORE] FUNCTION NOW MUST
within() {
	found=$("$RIGIDC" info "$RIGIDC_ROBOTS/${1%%+*}.urdf" --lanes=off --base=free --snap-angles=2e-5 $(more "$1") -f "$2" --json 2>/dev/null |
	    operations "${2%%=*}")
	echo "found $found"
	[ "$found" -le "$3" ] && in_all "$found" "$4"
}
while [ -n "${RIGIDC_ROBOTS-}" ] && read -r robot function now must; do
	case $robot in '#'* | '') continue ;; esac
	ok "$robot $function takes at most $now" within "$robot" "$function" "$now" "$must"
done <tests/pipeline/counts_robots.txt

finish
