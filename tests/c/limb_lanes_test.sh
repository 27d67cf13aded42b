#!/bin/sh
# Like limbs side by side: by every compiler, with as many lanes as the machine has, with the fewest and with none, the bits
# are those of the evaluator; and what is computed is what it is for one limb after the other. On robots, and on random
# machines. Where the machine has AVX2, lanes are chosen at run time (--dispatch), and signs of zeros may differ: ZEROS_ALIKE.
#   RIGIDC_SEED   of the first (2; 1, which is the largest, with long)
#   RIGIDC_LEVEL  how many: 1, 2 or 30; with long all compilers for both robots, and derivatives in all forms
. tests/tap.sh
. tests/c/standing.sh
. tests/c/compilers.sh

seed=${RIGIDC_SEED:-$(by_level 2 2 1)} count=$(by_level 1 2 30)
echo "# $count machines from RIGIDC_SEED=$seed"

# rows: for tests/c/executors.pl. Cases of a name in `apart` are near one limb after the other.
rows() {
	all=rnea,crba,bias,gravity,coriolis,fd,minv,reaction,energy,com,momentum,jcom,cmm,regressor
	some=rnea,crba,fd
	! long || some=$some,rnea_derivatives
	for robot in solo12 anymal_b; do
		echo "case $robot examples/$robot.rig $all"
		echo "near 1e-10 $robot --lanes=off"
	done
	# its lanes left to the preprocessor; tcc has none, for all functions
	echo "case some examples/solo12.rig $some"
	echo "$forms" | while read -r form; do
		name=form$(echo "$form" | tr -c 'a-z0-9\n' _)
		echo "case $name examples/solo12.rig $some $form"
		case $form in *float*) continue ;; esac
		echo "near 1e-10 $name $form --lanes=off"
		! long || echo "build gcc + -DZEROS_ALIKE -O2 -march=native : $name"
	done
	# in pieces, with fma too
	for form in '' --fma $(! long || echo --real=float); do
		name=long$(echo "$form" | tr -c 'a-z0-9\n' _)
		echo "case $name examples/solo12.rig fd_derivatives $form"
		case $form in *float*) ;; *) echo "near 1e-9 $name $form --lanes=off" ;; esac
	done
	for lanes in auto 2; do
		echo "case standing_$lanes $standing_model $standing_functions --lanes=$lanes"
		echo "near 1e-10 standing_$lanes --lanes=off"
	done
	random=rnea,crba,fd,cmm,coriolis,rnea_derivatives,regressor
	for n in $(seq "$seed" $((seed + count - 1))); do
		perl tests/c/twin_machine.pl "$n" >"$SCRATCH/machine$n.rig"
		for lanes in auto $(long && echo 2 4 || echo $((n % 2 * 2 + 2))); do
			echo "case machine${n}_$lanes $SCRATCH/machine$n.rig $random --lanes=$lanes"
			echo "near 1e-10 machine${n}_$lanes --lanes=off"
		done
	done
	echo 'build tcc -Wall -Werror : solo12'
	echo "build gcc + -DZEROS_ALIKE $(by_level -O1 -O1 -O2) -march=native : solo12"
	echo 'build gcc + -O1 -U__SSE2__ : some'
	echo "build gcc + -DZEROS_ALIKE $(long && echo "-O1 : long*" || echo "-O0 : long")"
	echo 'build clang + -DZEROS_ALIKE -O1 -march=native : long*'
	echo "build $quick_cc + -DZEROS_ALIKE -O1 : standing_auto $(long || echo standing_2)"
	echo 'build gcc + -DZEROS_ALIKE -O1 : form__real_float form__fma'
	! long || echo 'build gcc + -DZEROS_ALIKE -O1 : standing_auto standing_2 anymal_b'
	echo 'build gcc + -DZEROS_ALIKE -O1 -mavx : form__fma___real_float'
	long || echo "build $quick_cc + -DZEROS_ALIKE -O1 -march=native : form__lanes_2 form__matrix_packed_sparse machine*_[24]"
	! long || echo 'build gcc + -DZEROS_ALIKE -O2 -march=native : machine*'
	echo 'build clang + -DZEROS_ALIKE -O1 : solo12 machine*_auto'
	echo 'build clang + -DZEROS_ALIKE -O1 -march=native : anymal_b form__real_float form__fma form__fma___real_float'
	long || return
	echo 'build gcc + -DZEROS_ALIKE -O2 : solo12 anymal_b form__real_float form__fma'
	echo 'build gcc + -DZEROS_ALIKE -O2 -mavx : form__fma___real_float'
	echo 'build gcc + -DZEROS_ALIKE -O3 -march=native : solo12 anymal_b'
	echo 'build gcc + -O2 -U__SSE2__ : solo12'
	echo 'build g++ + -DZEROS_ALIKE -O1 : solo12'
	echo 'build tcc -Wall -Werror : long'
	echo 'build g++ + -DZEROS_ALIKE -O2 -march=native : long*'
	echo 'build clang + -DZEROS_ALIKE -O2 -march=native : solo12 anymal_b form__real_float form__fma form__fma___real_float'
	echo 'build clang + -DZEROS_ALIKE -O1 : anymal_b'
	echo 'build clang++ + -DZEROS_ALIKE -O0 -march=native : solo12'
}
forms='--lanes=2
--real=float
--matrix=packed-sparse
--fma
--fma --real=float'
! long || forms="$forms
--lanes=8
--wrench=all"
mkdir "$SCRATCH/cases"
rows >"$SCRATCH/rows"
results perl tests/c/executors.pl "$SCRATCH/cases" 64 5 <"$SCRATCH/rows"
for header in "$SCRATCH"/cases/form_*.h; do
	case $header in *lanes_8*) continue ;; esac
	ok "$(basename "$header") has lanes" grep -q '_LIMBS >' "$header"
done

# --- where they are, and where not ---

# bodies MODEL FUNCTION OPTION...: how many lanes there are bodies for
bodies() {
	model=$1 function=$2
	shift 2
	"$RIGIDC" compile "$model" -f "$function" --search=none --dispatch=off "$@" 2>/dev/null | sed -n 's/^#\(el\)\{0,1\}if .*_LIMBS > \([0-9]*\)$/\2/p' | tail -n +2 | paste -s -d ' '
}
is "four legs: for machines of four lanes and of two" "3 1" "$(bodies examples/solo12.rig rnea)"
is "after a search too" "3 1" "$(bodies examples/solo12.rig rnea --search=quick)"
is "crba gains by four lanes, not by two" "3" "$(bodies examples/solo12.rig crba)"
is "minv exceeds the instruction cache, where two lanes gain by fewer bytes" "3 1" "$(bodies examples/solo12.rig minv)"
# loops FUNCTION OPTION...: over the four legs, two in each turn
loops() {
	function=$1
	shift
	"$RIGIDC" compile examples/solo12.rig -f "$function" --search=none "$@" -o - 2>"$SCRATCH/said" | grep -c 'for (int l = 0; l < 2; l++)'
}
is "two legs in each turn of a loop, where a function is long" "2" "$(loops minv)"
is "so many loops that turns read them from the cache" "4" "$(loops fd_derivatives)"
is "a regressor is long by its results" "2" "$(loops regressor)"
is "a function that fits the cache has none" "0" "$(loops rnea)"
is "nor has --size=off" "0" "$(loops minv --size=off)"
is "nor has --misra" "0" "$(loops minv --misra)"
# nature OPTION...: what the banner says
nature() {
	"$RIGIDC" compile examples/solo12.rig -f minv --search=none "$@" -o - 2>"$SCRATCH/said" | grep -c 'over limbs where lanes are few'
}
is "the banner names them" 1 "$(nature)"
is "and does not where there are none" 0 "$(nature --size=off)"
is "in pieces, whose vectors are in an array" "3 1 3 1" "$(bodies examples/solo12.rig fd_derivatives)"
# turned OPTION...: are there vectors of limbs whose lanes are turned by one?
turned() {
	"$RIGIDC" compile examples/solo12.rig -f fd_derivatives --search=none "$@" -o - 2>"$SCRATCH/said" | grep -q '= { \([a-z0-9_\[]*\]*\)\[1\], .* \1\[0\] };'
}
ok "a leg meets the next, in turned lanes" turned --lanes=4
is "as asked for, on every machine with lanes" "1" "$(bodies examples/solo12.rig crba --lanes=2)"
is "--lanes=off" "" "$(bodies examples/solo12.rig rnea --lanes=off)"
is "--no-pass=fold-limbs" "" "$(bodies examples/solo12.rig rnea --no-pass=fold-limbs)"
is "an arm has no like limbs" "" "$(bodies examples/ur5.rig rnea)"
is "regressors, in the links' own frames" "3 1 3 1" "$(bodies examples/solo12.rig regressor)"
is "base parameters differ from limb to limb" "" "$(bodies examples/solo12.rig base_regressor)"
is "libm's sines have no lanes" "" "$(bodies examples/solo12.rig rnea --sincos=libm)"
is "numbers at run time" "" "$(bodies examples/solo12.rig rnea --parametrize=body:FL_LOWER_LEG)"
exits "no number of lanes" 2 "$RIGIDC" compile examples/solo12.rig --lanes=3

finish
