#!/bin/sh
# The examples that are folders of their own: run.sh ends well, which says that what it compares agrees, makes the pictures that are
# shown, and its programs agree from other seeds too. What it prints is compared by readme_test.pl.
#
#   RIGIDC_SEED=N   of random states
. tests/tap.sh

seed=${RIGIDC_SEED:-2}
echo "# seed $seed"
PATH=$(dirname "$RIGIDC"):$PATH

# same_picture MADE SHOWN: each release of gnuplot draws other bytes, that of the pictures is 5.4
same_picture() {
	case $(gnuplot --version) in
	'gnuplot 5.4 '*) cmp "$1" "$2" ;;
	*) grep -q '</svg>' "$1" ;;
	esac
}

# made EXAMPLE: run.sh in $SCRATCH/EXAMPLE, and the pictures that it makes
made() {
	ok "$1: all agrees" "examples/$1/run.sh" "$SCRATCH/$1"
	for picture in "examples/$1"/*.svg; do
		[ -f "$SCRATCH/$1/${picture##*/}" ] && ok "$picture is what is made" same_picture "$SCRATCH/$1/${picture##*/}" "$picture"
	done
}

made double_pendulum
ok 'double_pendulum: at other states' "$SCRATCH/double_pendulum/terms" "$seed"
is 'double_pendulum: both simulations have the same columns' "$(head -n 1 "$SCRATCH/double_pendulum/sim.csv")" \
    "$(head -n 1 "$SCRATCH/double_pendulum/euler.csv")"
# hundredths FILE: its times: to the hundredth, 0.35000000000000003 is 0.35
hundredths() { cut -d , -f 1 "$1" | awk 'NR > 1 { printf "%.2f\n", $1 }'; }
hundredths "$SCRATCH/double_pendulum/sim.csv" >"$SCRATCH/times"
hundredths "$SCRATCH/double_pendulum/euler.csv" >"$SCRATCH/times_of_euler"
ok 'double_pendulum: and the same times' cmp "$SCRATCH/times" "$SCRATCH/times_of_euler"

made gait
ok 'gait: other motions' "$SCRATCH/gait/gait" "$seed"

made segments
ok 'segments: other states' examples/segments/run.sh "$SCRATCH/segments" "$seed"
# wrong for the notebook's system is wrong here
"$SCRATCH/segments/segments" "$SCRATCH/segments/chain3.txt" "$seed" states | sed 's/^[^ ]*/0/' |
    rigidc eval "$SCRATCH/segments/chain3.rig" -f reaction 2>/dev/null >"$SCRATCH/loads"
ok 'segments: a number that differs is seen' sh -c '! "$0/segments" "$0/chain3.txt" "$1" <"$2"' "$SCRATCH/segments" "$seed" "$SCRATCH/loads"
finish
