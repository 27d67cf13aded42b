#!/bin/sh
# Random trees with random forces: tendons with points that move or count in a range, around wraps, in groups; wrenches with laws;
# inputs and states that they read; bodies that inputs move. What is written by default has the evaluator's bits by every executor, and the numbers of the
# textbook's algorithms.
#   RIGIDC_SEED   of the first (1)
#   RIGIDC_LEVEL  how many: 1, 2 or 200
. tests/tap.sh
. tests/c/compilers.sh

seed=${RIGIDC_SEED:-1} count=$(by_level 1 2 200)
echo "# $count trees from RIGIDC_SEED=$seed"
build/tests/trees/draw "$SCRATCH" "$seed" "$count"

# functions MODEL: those of struts, laws, states and forces
functions() {
	printf 'rnea,bias,energy,rnea_derivatives,vjp:rnea,lengths,arms,arms:pulls,length_rates:pulls,jvp:arms,hvp:lengths'
	! grep -q '^wrench l0' "$1" || printf ',wrench:l0,jvp:wrench:l0'
	! grep -q '^input s0' "$1" || printf ',rates,jvp:rates'
	"$RIGIDC" info "$1" -f fd --search=none >"$SCRATCH/said" 2>&1 || return # some move no inertia
	printf ',fd,fd_derivatives,jvp:fd'
	grep -q ' moving$' "$1" || printf ',step:rk4,step_derivatives:euler'
}

# rows FIRST LAST
rows() {
	for n in $(seq "$1" "$2"); do
		perl tests/trees/forces.pl "$SCRATCH/$n.rig" "$n" >"$SCRATCH/forces$n.rig"
		echo "case forces$n $SCRATCH/forces$n.rig $(functions "$SCRATCH/forces$n.rig")"
		echo "case reacts$n $SCRATCH/forces$n.rig reaction" # apart: its sites may change roundings of others
		for case in forces reacts; do
			echo "near 1e-9 $case$n -O0"
			echo "near 1e-9 $case$n --search=none"
		done
	done
	echo "jit tcc forces* reacts*"
	echo "build $quick_cc + -DZEROS_ALIKE $(by_level -O0 -O0 -O1) : forces* reacts*"
	! long || echo 'build clang + -DZEROS_ALIKE -O2 -march=native : forces* reacts*'
}
at_once=5 # trees in one program
for first in $(seq "$seed" $at_once $((seed + count - 1))); do
	last=$((first + at_once - 1 < seed + count ? first + at_once - 1 : seed + count - 1))
	rows "$first" "$last" >"$SCRATCH/rows"
	mkdir "$SCRATCH/cases"
	results perl tests/c/executors.pl "$SCRATCH/cases" 16 "$first" <"$SCRATCH/rows"
	rm -r "$SCRATCH/cases"
done
finish
