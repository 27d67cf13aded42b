# Models whose kernels are compared with the batches of C, for `. tests/gpu/cases.sh` after tests/tap.sh.
# write_cases: a line `NAME REAL MODEL FUNCTIONS OPTION...` each, in $SCRATCH/cases. CASES='ur5 solo.*' leaves only cases of such names.

. tests/functions.sh
. tests/c/compilers.sh
. tests/c/standing.sh
. tests/c/chain.sh
. tests/trees/random.sh

echo "# RIGIDC_SEED=${RIGIDC_SEED:-1}"
listed=$(listed_functions | sed '/FRAME:FRAME/d' | paste -s -d ,)
long || listed=$(echo "$listed" | sed 's/,step_derivatives:rk4//') # the longest text by far

# all_of MODEL: all functions but those of phases, of frames those of the last body, and derivatives by operators
all_of() {
	last=$(last_body "$1" '^\w+$')
	echo "$listed,vjp:rnea,jvp:fd" | sed "s/:FRAME/:$last/g"
}

# fd_of MODEL: `,fd`, or nothing where M is singular
fd_of() { ! "$RIGIDC" check "$1" -f fd >/dev/null 2>&1 || echo ,fd; }

# random_cases FIRST COUNT: random trees and hard ones, with all kinds of joints
random_cases() {
	"$(dirname "$RIGIDC")/tests/trees/draw" "$SCRATCH" "$1" "$2"
	seed=$1
	while [ "$seed" -lt $(($1 + $2)) ]; do
		real=$([ $((seed % 3)) -eq 0 ] && echo float || echo double)
		echo "tree$seed $real $SCRATCH/$seed.rig rnea,crba,energy,com$(fd_of "$SCRATCH/$seed.rig") --parametrize=$([ $((seed % 2)) -eq 0 ] && echo inertial || echo gravity)"
		echo "hard$seed double $SCRATCH/hard$seed.rig rnea,crba,bias"
		seed=$((seed + 1))
	done
}

# held_cases COUNT: random models with loops and contacts. Names with blanks are left to other tests
held_cases() { random_models "$1" held_case; }
held_case() {
	case $1$3 in
	tree* | *\ *) ;;
	*) echo "$1 double $2 $3" ;;
	esac
}

# closed_cases: models with loops
closed_cases() {
	echo "cassie double examples/loops/cassie.rig fd,lambda,closure"
	for model in fourbar delta $(! long || echo stewart); do
		echo "$model double examples/loops/$model.rig fd,id,lambda,closure,rnea"
	done
}

write_cases() {
	chain >"$SCRATCH/chain.rig"
	{
		echo "ur5 double examples/ur5.rig $(all_of examples/ur5.rig)"
		echo "ur5_float float examples/ur5.rig rnea,fd,crba,rnea_derivatives,fk:tool0"
		echo "ur5_packed double examples/ur5.rig crba,minv --matrix=packed"
		echo "ur5_sparse float examples/ur5.rig jac:tool0,rnea_derivatives --matrix=sparse"
		echo "ur5_given double examples/ur5.rig rnea,fd --sincos=given"
		echo "pushed double examples/puma560.rig rnea,fd --wrench=all"
		echo "inertial double examples/ur5.rig rnea,fd,crba,minv,com,regressor,vjp:rnea --parametrize=inertial,geometry,gravity"
		echo "scara float examples/scara.rig rnea,crba,fd"
		echo "standing double $standing_model $standing_functions"
		! long || echo "standing_float float $standing_model $standing_functions --parametrize=inertial"
		echo "solo12 double examples/solo12.rig rnea,crba,fd,momentum"
		echo "chain double $SCRATCH/chain.rig rnea"
		closed_cases
		random_cases "${RIGIDC_SEED:-1}" "$(by_level 1 1 60)"
		held_cases "$(by_level 1 2 60)"
	} | grep -E "^($(echo "${CASES:-.*}" | tr ' ' '|')) " >"$SCRATCH/cases"
}

# generate NAME REAL MODEL FUNCTIONS OPTION...: NAME.h with batches, NAME.cl and NAME.cu, and NAME.json
generate() {
	case=$1 real=$2 model=$3 functions=$4
	shift 4
	"$RIGIDC" compile "$model" -f "$functions" --prefix=m --batch=auto --search=none --real="$real" "$@" -o "$SCRATCH/$case.h" &&
	"$RIGIDC" compile "$model" -f "$functions" --prefix=k --search=none --real="$real" "$@" -o "$SCRATCH/$case.cl" &&
	"$RIGIDC" compile "$model" -f "$functions" --prefix=k --search=none --real="$real" "$@" -o "$SCRATCH/$case.cu" &&
	"$RIGIDC" info "$model" -f "$functions" --search=none "$@" --json >"$SCRATCH/$case.json"
}

# program NAME KERNELS RUNNER ENDING: its source, NAME.ENDING
program() {
	perl tests/gpu/kernel_driver.pl "$SCRATCH/$1.json" "$1.h" "$2" "$3" >"$SCRATCH/$1.$4"
}
