#!/bin/sh
# --size=on: every example and function by several compilers has the bits of the evaluator, and those of the same options without
# --size=on; its text has no calls and no data, and takes no more bytes than the default's, nor than tests/c/small.txt says.
#   RIGIDC_LEVEL   how many random machines: 1, 2 or 100; with long all robots, and
#                  more options, functions and compilers for robots with legs
#   RIGIDC_SEED    of the first (2; 1, which is the largest, with long)
. tests/tap.sh
. tests/c/compilers.sh
. tests/c/standing.sh

root=$(pwd) seed=${RIGIDC_SEED:-$(by_level 2 2 1)} count=$(by_level 1 2 100)
echo "# $count machines from RIGIDC_SEED=$seed"

# Limbs that stand at unequal distances.
cat >"$SCRATCH/uneven.rig" <<'END'
model uneven
body base on world { joint root : free;  mass 10 kg;  inertia diag(1, 2, 3) kg m^2 }
body leg1 on base at (1 m, 1 m, 0) { joint a1 : revolute(y);  mass 1 kg;  com (0.1 m, 0, -0.2 m);  inertia diag(0.02, 0.03, 0.04) kg m^2 }
body foot1 on leg1 at (0, 0, -0.5 m) { joint b1 : revolute(y);  mass 0.5 kg;  com (0, 0.01 m, -0.2 m) }
body arm on base at (0, 0, 1 m) { joint c : prismatic(z);  mass 2 kg }
body leg2 on base at (1 m, -1 m, 0) { joint a2 : revolute(y);  mass 1 kg;  com (0.1 m, 0, -0.2 m);  inertia diag(0.02, 0.03, 0.04) kg m^2 }
body foot2 on leg2 at (0, 0, -0.5 m) { joint b2 : revolute(y);  mass 0.5 kg;  com (0, -0.01 m, -0.2 m) }
body leg3 on base at (-1 m, 1 m, 0) { joint a3 : revolute(y);  mass 1.1 kg;  com (0.1 m, 0, -0.2 m);  inertia diag(0.02, 0.03, 0.04) kg m^2 }
body foot3 on leg3 at (0, 0, -0.5 m) { joint b3 : revolute(y);  mass 0.5 kg;  com (0, 0.01 m, -0.2 m) }
body tail on base at (-1 m, 0, 0) { joint d : spherical;  mass 2 kg;  com (-0.3 m, 0, 0);  inertia diag(0.1, 0.2, 0.2) kg m^2 }
body leg4 on base at (-1 m, -1 m, 0) { joint a4 : revolute(y);  mass 1 kg;  com (0.1 m, 0, -0.2 m);  inertia diag(0.02, 0.03, 0.04) kg m^2 }
body foot4 on leg4 at (0, 0, -0.5 m) { joint b4 : revolute(y);  mass 0.6 kg;  com (0, 0.02 m, -0.2 m) }
END

robots=$(for model in examples/*.rig; do basename "$model" .rig; done)
compared=$(for robot in $robots; do left_out "$robot" || echo "$robot"; done)
forms='--real=float
--matrix=packed-sparse
--zeros=once --lanes=2
--wrench=all
--fma
--lanes=off
--lanes=2
--parametrize=gravity'
long && forms="$forms
--matrix=sparse
--sincos=libm
-O0
--no-pass=schedule"

# rows: for tests/c/executors.pl
rows() {
	usual=rnea,crba,bias,gravity,coriolis,fd,minv,reaction,energy,com,momentum,jcom,cmm
	for robot in $compared; do
		more=,rnea_derivatives
		case $robot in
		solo12) long || more= ;;
		adaptive | knee | gripper | running_leg | ur5) more=$more,fd_derivatives,regressor,base_regressor,param_jacobian ;;
		esac
		echo "case $robot examples/$robot.rig $usual$more --size=on"
	done
	some=rnea,crba,fd
	! long || some=$some,rnea_derivatives
	echo "$forms" | while read -r form; do
		echo "case form$(echo "$form" | tr -c 'a-z0-9\n' _) examples/solo12.rig $some --size=on $form"
	done
	echo "case both examples/anymal_b.rig dyn=crba+bias --size=on"
	echo "case turned examples/solo12.rig fd_derivatives --size=on" # limbs read the results of the next limbs
	echo "case uneven $SCRATCH/uneven.rig rnea,crba,fd,rnea_derivatives --size=on"
	echo "case standing $standing_model $standing_functions --size=on"
	echo "near 1e-10 standing --lanes=off"
	for n in $(seq "$seed" $((seed + count - 1))); do
		perl tests/c/twin_machine.pl "$n" >"$SCRATCH/machine$n.rig"
		echo "case machine$n $SCRATCH/machine$n.rig rnea,crba,fd,minv,rnea_derivatives --size=on"
	done
	echo build gcc + -Os : $compared both uneven $(! long || echo turned standing)
	long || echo build $quick_cc + -Os : turned standing
	echo build tcc -Wall -Werror : $compared
	echo build gcc + -O2 : knee $(! long || echo ur5 solo12)
	echo build g++ + -O2 -march=native : running_leg
	echo build clang++ + -O1 : knee uneven $(! long || echo ur5 solo12)
	echo build gcc + $(by_level -O0 -O0 -Os) : 'form_*'
	echo build gcc + -DZEROS_ALIKE $(by_level -O0 -O0 -Os) : 'machine*'
	echo build clang + $(by_level -O1 -O1 -O2) : form__real_float $(long || echo ur5 solo12)
	if long; then
		echo build gcc + -O0 : knee ur5 solo12
		echo build clang + -Os : knee ur5 solo12
	fi
	# the bits are those without --size=on
	for robot in ur5 panda knee gripper; do
		echo "case bits_$robot examples/$robot.rig fd --size=on"
	done
	echo "near 0 bits_*"
	echo "case lanes_4 examples/solo12.rig rnea,crba,fd,rnea_derivatives,fd_derivatives --size=on"
	echo "near 0 lanes_4 --lanes=4"
	echo "case lanes_off examples/solo12.rig rnea,crba,fd,rnea_derivatives,fd_derivatives --size=on --lanes=off"
	echo "near 0 lanes_off --lanes=off"
}
mkdir "$SCRATCH/cases"
rows >"$SCRATCH/rows"
results perl tests/c/executors.pl "$SCRATCH/cases" 12 5 <"$SCRATCH/rows"
ok "loops and arithmetic, and nothing else" perl tests/c/c_text.pl "$SCRATCH" "$root" $(echo "$compared" | sed "s|.*|$SCRATCH/cases/&.h|")
ok "uneven: a table says where limbs stand" grep -q 'static const short place\[4\]' "$SCRATCH/cases/uneven.h"
ok "the comment says whose bits they are" grep -q \
    "^ \* Limbs of the same structure share code: results are those of --lanes=4\. They keep [0-9]* numbers ([0-9]* bytes)\.$" "$SCRATCH/cases/solo12.h"

# Eight snakes of 26 links: M has 43681 elements, more than a short counts.
cat >"$SCRATCH/far.rig" <<'END'
model far
part snake(ph) {
  body b[0] on root at (ph * 10 cm, 0, 0), rz(ph) { joint j[0] : revolute(y); mass 1 kg; com (1, 2, 3) cm; inertia diag(1, 1.5, 2) g m^2 }
  for i in 1..25 {
    body b[i] on b[i-1] at (3, 0, 0) cm { joint j[i] : revolute(y); mass 1 kg; com (3, 0, 0) cm; inertia diag(1, 1.5, 2) g m^2 }
  }
}
body trunk on world { joint base : prismatic(z); mass 9 kg }
use snake(1) as s1 on trunk
use snake(2) as s2 on trunk
use snake(3) as s3 on trunk
use snake(4) as s4 on trunk
use snake(5) as s5 on trunk
use snake(6) as s6 on trunk
use snake(7) as s7 on trunk
use snake(8) as s8 on trunk
order s3.j[0]
END
ok "far apart: generate" "$RIGIDC" compile "$SCRATCH/far.rig" -f crba --size=on --lanes=8 --search=none --prefix=m --self-test -o "$SCRATCH/far.h"
printf '#include "far_test.h"\nint main(void) { return m_self_test(); }\n' >"$SCRATCH/far.c"
ok "far apart: a wider table" grep -q 'static const long place\[8\]' "$SCRATCH/far.h"
ok "far apart: builds" gcc $c_flags -O1 -o "$SCRATCH/far" "$SCRATCH/far.c" -lm
ok "far apart: the bits" "$SCRATCH/far"

# --- bytes ---

# bytes NAME COMPILER...: of text and read-only data; no data of other kinds, and no calls
bytes() {
	object=$1
	shift
	"$@" -std=c99 -c -o "$SCRATCH/$object.o" "$SCRATCH/$object.c" && size "$SCRATCH/$object.o" |
	    awk 'NR == 2 { print $2 + $3 ? "data" : $1 }'
}

# measure MODEL FUNCTION: text of --size=on and of the default, gcc -Os, in float
measure() {
	"$RIGIDC" compile "$1" -f "$2" --real=float --search=none --size=on -o "$SCRATCH/small.c" 2>"$SCRATCH/err" &&
	"$RIGIDC" compile "$1" -f "$2" --real=float --search=none --lanes=off -o "$SCRATCH/whole.c" 2>"$SCRATCH/err" &&
	echo "$(bytes small gcc -Os) $(bytes whole gcc -Os)"
}

at_most() {
	echo "$1 bytes, of $2; there were $3"
	[ "$1" -le "$2" ] && [ $((20 * $1)) -le $((21 * $3)) ]
}

while read -r robot function was; do
	case $robot in '#'*) continue ;; esac
	! left_out "$robot" || continue
	found=$(measure "examples/$robot.rig" "$function")
	ok "$robot, $function: no more bytes than the default, nor than there were" at_most $found "$was"
done <tests/c/small.txt
for model in examples/*.rig; do
	robot=$(basename "$model" .rig)
	ok "$robot has a row" grep -q "^$robot " tests/c/small.txt
done
bytes small gcc -O1 >/dev/null
ok "no calls" sh -c '! nm -u "$0" | grep .' "$SCRATCH/small.o"
if present arm-none-eabi-gcc; then
	"$RIGIDC" compile examples/iiwa14.rig -f rnea --real=float --size=on -o "$SCRATCH/iiwa.c"
	found=$(bytes iiwa arm-none-eabi-gcc -Os -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16)
	ok "iiwa14's rnea on a Cortex-M4F: $found bytes" [ "$found" -le 2400 ]
else
	skip "iiwa14's rnea on a Cortex-M4F" "no arm-none-eabi-gcc"
fi

# --- what it excludes ---

exits "--size=on and --batch" 2 "$RIGIDC" compile examples/ur5.rig --size=on --batch=4
exits "--size=on is of C" 2 "$RIGIDC" compile examples/ur5.rig --size=on -o "$SCRATCH/ur5.mjs"
ok "and says so" grep -q -e --size=on "$SCRATCH/err"
exits "a function named like the helper" 1 "$RIGIDC" compile examples/ur5.rig --size=on -f sincos=rnea
exits "which is free without" 0 "$RIGIDC" compile examples/ur5.rig -f sincos=rnea --search=none

finish
