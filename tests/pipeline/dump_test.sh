#!/bin/sh
# --dump=PASS shows the tree or the DAG once for each function, by the plan that is taken. Limbs of the same structure,
# which are folded, make no difference.
. tests/tap.sh

# lines PATTERN PASS LANES: count of lines in the dump after a pass
lines() {
	"$RIGIDC" compile examples/anymal_b.rig -f rnea,crba --search=none --dump="$2" "$3" | grep -c "$1"
}

ok 'limbs of it are folded' sh -c '"$1" compile examples/anymal_b.rig -f rnea --search=none | grep -q "both lanes"' sh "$RIGIDC"
for lanes in auto off; do
	for pass in frames regroup; do
		is "--dump=$pass --lanes=$lanes: a tree for each function" 2 "$(lines '^link 0 ' $pass --lanes=$lanes)"
	done
	for pass in customized fold-limbs build fold-sums lower; do
		for function in rnea crba; do
			is "--dump=$pass --lanes=$lanes: $function once" 1 "$(lines "^function $function$" $pass --lanes=$lanes)"
		done
	done
done
finish
