#!/bin/sh
# --no-pass=pairs: accelerations and forces of a quadruped on four feet are the same, and take more operations.
. tests/tap.sh

feet="--contact lf=LF_FOOT --contact rf=RF_FOOT --contact lh=LH_FOOT --contact rh=RH_FOOT --phase four=lf,rf,lh,rh"

# results OPTION: q, qd and tau have other numbers in each place
results() {
	awk 'BEGIN { printf "0.1 0.2 0.5 0 0 0 1"; for (i = 0; i < 12; i++) printf " %g", 0.2 + 0.1 * (i % 3)
		for (i = 0; i < 36; i++) printf " %g", 0.3 - 0.05 * (i % 7); print "" }' |
	    "$RIGIDC" eval examples/anymal_b.rig -f f=fd:four+lambda:four $feet "$@" 2>"$SCRATCH/said"
}

# near: two lines of 30 numbers, relative to the largest
near() {
	awk '{ for (i = 1; i <= NF; i++) { x[NR, i] = $i; size = $i > size ? $i : -$i > size ? -$i : size } fields = NF }
		END { for (i = 1; i <= fields; i++) { d = x[1, i] - x[2, i]; worst = d > worst ? d : -d > worst ? -d : worst }
		print fields " numbers, " worst / size; exit !(fields == 30 && worst <= 1e-11 * size) }' "$1" "$2"
}

# operations OPTION
operations() {
	"$RIGIDC" info examples/anymal_b.rig -f fd:four $feet --lanes=off --search=none "$@" 2>/dev/null | awk '$1 == "fd:four" { print $2 + $3 + $4 }'
}

results -O0 >"$SCRATCH/textbook"
for how in "" --no-pass=pairs; do
	results $how >"$SCRATCH/results"
	ok "results are those of the textbook $how" near "$SCRATCH/textbook" "$SCRATCH/results"
done
with=$(operations) without=$(operations --no-pass=pairs)
ok "pairs save a tenth: $with, $without" [ $((10 * without)) -ge $((11 * with)) ]
finish
