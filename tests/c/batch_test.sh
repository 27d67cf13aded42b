#!/bin/sh
# Functions of many states: the same bits as the functions of one, for any number of states and lanes, by every compiler,
# without a warning; by lanes where there are such, and one after the other where not. RIGIDC_LEVEL=long takes more compilers.
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/standing.sh

# generate NAME MODEL FUNCTIONS OPTIONS...: its header, and the program that compares
generate() {
	made=$1 from=$2 functions=$3
	shift 3
	"$RIGIDC" compile "$from" -f "$functions" --prefix=m --search=none "$@" -o "$SCRATCH/$made.h" 2>"$SCRATCH/err" &&
	"$RIGIDC" info "$from" -f "$functions" --search=none $(taken info "$@") --json >"$SCRATCH/$made.json" 2>"$SCRATCH/err" &&
	perl tests/c/batch_driver.pl "$made.h" m "$SCRATCH/$made.json" >"$SCRATCH/$made.c" && cp "$SCRATCH/$made.c" "$SCRATCH/$made.cc" ||
	{ cat "$SCRATCH/err"; return 1; }
}

# same NAME REAL COMPILER FLAGS...: it builds without a warning, and the program finds no difference
same() {
	tried=$1 real=$2
	shift 2
	if ! present "$1"; then
		skip "$tried: $*" "no $1"
		return
	fi
	case $1 in *++) source=$tried.cc ;; *) source=$tried.c ;; esac
	ok "$tried: $* builds" "$@" -Dreal=$real -I"$SCRATCH" -o "$SCRATCH/program" "$SCRATCH/$source" -lm
	ok "$tried: $*: the same bits" "$SCRATCH/program"
}

all=rnea,crba,bias,gravity,coriolis,fd,minv,fk:tool0,reaction,energy,com,momentum,jcom,rnea_derivatives,fd_derivatives,dyn=crba+bias
ok "ur5: generate" generate ur5 examples/ur5.rig $all --batch=auto --dispatch=off
same ur5 double gcc $c_flags $(by_level -O1 -O1 -O2)
same ur5 double $quick_cxx $cxx_flags -O0
if long; then
	same ur5 double gcc $c_flags -O3 -march=native
	same ur5 double clang $c_flags -O1 -march=native
	same ur5 double clang $c_flags -O2 -march=native
	same ur5 double clang++ $cxx_flags -O1
fi
same ur5 double tcc -Wall -Werror
ok "ur5, some: generate" generate some examples/ur5.rig rnea,crba --batch=auto
same some double gcc $c_flags -O2 # lanes of the machine that runs it, tests/c/dispatch_test.sh has others
! long || same some double clang $c_flags -O1
! long || same some double g++ $cxx_flags -O1
ok "ur5 in float, some: generate" generate some_float examples/ur5.rig rnea,crba --batch=auto --real=float
ok "ur5, sixteen: generate" generate sixteen examples/ur5.rig rnea --batch=16 --real=float
for sanitized in "some double" "some_float float" "sixteen float"; do
	same $sanitized gcc $c_flags -O1 -march=native -fsanitize=address,undefined -fno-sanitize-recover
	same $sanitized clang $c_flags -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
done
ok "solo12: generate" generate solo12 examples/solo12.rig rnea,crba,fd --batch=auto
same solo12 double gcc $c_flags $(by_level -O1 -O1 -O2) -march=native
same solo12 double clang $c_flags -O1
ok "phases: generate" generate standing $standing_model "$standing_functions" --batch=auto --dispatch=off
same standing double "$(long && echo gcc || echo $quick_cc)" $c_flags $(by_level -O0 -O0 -O1) -march=native
! long || same standing double clang $c_flags -O1
ok "phases in float: generate" generate standing_float $standing_model "$standing_functions" --batch=8 --real=float
same standing_float float $quick_cc $c_flags $(by_level -O0 -O0 -O1)
! long || same standing_float float gcc $c_flags -O1
ok "ur5 with fma: generate" generate ur5_fma examples/ur5.rig rnea,crba --batch=auto --fma=auto
same ur5_fma double gcc $c_flags -O2 -march=native
same ur5_fma double clang $c_flags -O1 -march=native
! long || same ur5_fma double gcc $c_flags -O1
# sines of six angles in one vector, which -march=native of some processors is without
if grep -qs avx512f /proc/cpuinfo; then
	same ur5_fma double gcc $c_flags -O2 -march=x86-64-v4
	same ur5_fma double clang $c_flags -O1 -march=x86-64-v4
fi
same ur5_fma double g++ $cxx_flags -O0
# like limbs in a loop: as asked for, or where the text would be long
ok "solo12 with a loop over limbs: generate" generate solo12_loop examples/solo12.rig rnea,crba,fd,bias,energy --batch=auto --lanes=4 --dispatch=off
same solo12_loop double gcc $c_flags $(by_level -O1 -O1 -O2) -march=native
! long || same solo12_loop double clang $c_flags -O1
same solo12_loop double g++ $cxx_flags -O0
ok "anymal_b with a loop over limbs in float: generate" generate anymal_loop examples/anymal_b.rig rnea,com,crba --batch=8 --lanes=2 --real=float
same anymal_loop float gcc $c_flags -O1
same anymal_loop float clang $c_flags $(by_level -O1 -O1 -O2) -march=native
perl -e 'print "model arms\nbody trunk on world { joint base : free\n mass 9 kg\n inertia diag(1, 2, 3)*1 kg m^2 }\n";
    for my $side (-1, 1) { my $on = "trunk";
        for my $k (1 .. 15) { my $body = ($side < 0 ? "right" : "left") . $k; my $x = 0.1*$k; my $y = 0.2*$side;
            print "body $body on $on at ($x, $y, 0.3 m) { joint j_$body : revolute(", ("x", "y", "z")[$k % 3], ")\n mass $k kg\n",
                  " com (0.1, $y, 0.02*$k m)\n inertia diag(0.2 + 0.01*$k, 0.2, 0.3)*1 kg m^2 }\n";
            $on = $body } }' >"$SCRATCH/arms.rig"
ok "long arms: generate" generate arms "$SCRATCH/arms.rig" rnea --batch=auto --dispatch=off
same arms double $quick_cc $c_flags -O1
ok "ur5 of 16 in float: generate" generate ur5_float examples/ur5.rig rnea,crba,fd --batch=16 --real=float
same ur5_float float gcc $c_flags $(by_level -O1 -O1 -O2)
same ur5_float float clang $c_flags -O1 -march=native
ok "ur5 in float with fma: generate" generate ur5_float_fma examples/ur5.rig rnea --batch=auto --fma=auto --real=float
same ur5_float_fma float gcc $c_flags -O2 -march=native
same ur5_float_fma float clang $c_flags -O1 -march=native
# large matrices: groups of states, and calls in place
ok "solo12, large: generate" generate large examples/solo12.rig regressor,crba --batch=auto --dispatch=off
same large double $quick_cc $c_flags -O0
! long || same large double gcc $c_flags -O2 -march=native
# inside NAME FUNCTION: lines of a text that are in a function for many states
inside() { sed -n "/void m_$2(/,/^}/p" "$SCRATCH/$1.h"; }
is "by blocks four states of the regressor are written together" 1 "$(inside large regressor_batch_blocks | grep -c 'double Y_\[4\]\[')"
is "zeros of all states are written before, in blocks and by element" 2 "$(grep -c 'const unsigned Y_filled' "$SCRATCH/large.h")"
is "one state after the other it is called in place" 1 "$(inside large regressor_batch | grep -c 'm_regressor(q + k\*19')"
is "crba, whose numbers are many for its operations, has no lanes there" 0 "$(inside large crba_batch | grep -c lanes)"
is "but in blocks" 1 "$(inside large crba_batch_blocks | grep -c 'm_crba_lanes(')"
is "rnea has lanes in both" 1 "$(inside solo12 rnea_batch | grep -c 'm_rnea_lanes(')"
# zeros written once: in place, in lanes, by gathered lanes and by groups; a canary takes the place of each zero
ok "zeros apart: generate" generate zeros examples/solo12.rig regressor,crba --batch=auto --zeros=once --dispatch=off
same zeros double $quick_cc $c_flags -O0
is "groups leave zeros out" 0 "$(inside zeros regressor_batch_blocks | grep -c batch_clear)"
ok "zeros apart, gathered: generate" generate zeros_arm examples/ur5.rig rnea_derivatives,dyn=rnea+crba --batch=auto --zeros=once
same zeros_arm double gcc $c_flags -O1 -fsanitize=address,undefined -fno-sanitize-recover
is "rnea_derivatives of the UR5 has gathered lanes" 1 "$(inside zeros_arm rnea_derivatives_batch | grep -c 'm_rnea_derivatives_lanes(M_LANES')"
ok "zeros apart, in float: generate" generate zeros_float examples/ur5.rig rnea_derivatives --batch=16 --zeros=once --real=float
same zeros_float float gcc $c_flags -O1
printf 'model slide\nbody sledge on world { joint x : prismatic(x); mass 1 kg }\n' >"$SCRATCH/slide.rig"
ok "a matrix of zeros alone: generate" generate slide "$SCRATCH/slide.rig" rnea_derivatives,dyn=crba+coriolis --batch=4 --zeros=once
same slide double gcc $c_flags -O2
is "no zeros, no function for them" 0 "$("$RIGIDC" compile examples/ur5.rig -f rnea --search=none --batch=4 --zeros=once | grep -c _init)"
# square roots and choices have no lanes, nor has libm
for options in "gripper --batch=4" "knee --batch=auto" "elbow --batch=4" "screw_axis --batch=2" "double_pendulum --batch=8 --sincos=libm" \
    "double_pendulum --batch=4 --sincos=given" "running_leg --batch=8 --matrix=packed --fma"; do
	model=${options%% *}
	name=$(echo "$options" | tr -c 'a-z0-9\n' _)
	ok "$options: generate" generate "$name" "examples/$model.rig" rnea,crba ${options#* }
	same "$name" double gcc $c_flags $(by_level -O1 -O1 -O2)
	! long || same "$name" double clang $c_flags -O2
done
printf 'model nothing\nbody base on world { joint bolts : fixed\n mass 1 kg }\n' >"$SCRATCH/nothing.rig"
ok "no joints: generate" generate nothing "$SCRATCH/nothing.rig" rnea,crba,com --batch=4
same nothing double gcc $c_flags -O2

# lanes NAME: how many functions have them
lanes() { grep -c '^static void m_.*_lanes($' "$SCRATCH/$1.h"; }
is "functions of the UR5 in lanes" 16 "$(lanes ur5)"
is "functions of the UR5 in lanes with fma" 2 "$(lanes ur5_fma)"
loops() { grep -c 'for (int l = 0' "$SCRATCH/$1.h"; }
is "loops over limbs of Solo 12, two in fd" 6 "$(loops solo12_loop)"
is "none unless it is asked for" 0 "$(loops solo12)"
is "unless the text is long" 1 "$(loops arms)"
is "functions of the gripper in lanes" 0 "$(lanes gripper___batch_4)"

# a pair: prototypes in the header
"$RIGIDC" compile examples/ur5.rig -f rnea,jac:tool0 --batch=4 --zeros=once --prefix=m --search=none -o "$SCRATCH/pair.c"
"$RIGIDC" info examples/ur5.rig -f rnea,jac:tool0 --search=none --json >"$SCRATCH/pair.json"
perl tests/c/batch_driver.pl pair.h m "$SCRATCH/pair.json" >"$SCRATCH/user.c"
ok "pair: builds" gcc $c_flags -Dreal=double -I"$SCRATCH" -O2 -o "$SCRATCH/program" "$SCRATCH/user.c" "$SCRATCH/pair.c" -lm
ok "pair: the same bits" "$SCRATCH/program"
finish
