#!/bin/sh
# The words of diagnostics: one for what is broken once, with what to do; names that are parts of longer ones.
. tests/tap.sh
LC_ALL=C
export LC_ALL

# says NAME TEXT COMMAND...: on standard error
says() {
	says_name=$1 says_text=$2
	shift 2
	"$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
	ok "$says_name" grep -F -- "$says_text" "$SCRATCH/err"
}
says 'a product of inertia is missing' 'this inertia has no iyz [missing-in-urdf]' \
	"$RIGIDC" check tests/grammar/urdf/inertia-of-five-numbers.urdf
ok 'and what it would be' grep -F 'help: in principal axes that is iyz="0"' "$SCRATCH/err"
says 'three are' 'this inertia has no ixy, ixz, iyz [missing-in-urdf]' \
	"$RIGIDC" check tests/grammar/urdf/inertia-of-three-numbers.urdf
says 'an empty <inertial>' 'this <inertial> has no <mass> and no <inertia> [missing-in-urdf]' \
	"$RIGIDC" check tests/grammar/urdf/inertial-empty.urdf
says 'two of them' '<inertial> is given twice' "$RIGIDC" check tests/grammar/urdf/inertial-twice.urdf
is 'are one error' '1 error' "$(tail -n 1 "$SCRATCH/err")"

# a robot whose names have beginnings and ends of their own
sed 's/"base"/"Left_palm"/g; s/"arm"/"Left_index_q1"/g; s/"hinge"/"elbow_joint"/' tests/grammar/urdf/number-forms.urdf >"$SCRATCH/hand.urdf"
sed 's/child link="Left_index_q1"/child link="index_q1"/' "$SCRATCH/hand.urdf" >"$SCRATCH/end.urdf"
says 'the end of a name' "did you mean 'Left_index_q1'?" "$RIGIDC" check "$SCRATCH/end.urdf"
sed 's/child link="Left_index_q1"/child link="left_index"/' "$SCRATCH/hand.urdf" >"$SCRATCH/begin.urdf"
says 'the beginning of one, in another case' "did you mean 'Left_index_q1'?" "$RIGIDC" check "$SCRATCH/begin.urdf"
sed 's/child link="Left_index_q1"/child link="x_q1"/' "$SCRATCH/hand.urdf" >"$SCRATCH/other.urdf"
"$RIGIDC" check "$SCRATCH/other.urdf" 2>"$SCRATCH/err"
ok 'but no part of a word' sh -c "! grep 'did you mean' '$SCRATCH/err'"
says 'a joint to lock' "did you mean 'elbow_joint'?" "$RIGIDC" check --lock elbow "$SCRATCH/hand.urdf"
ok 'in a .rig file as well' sh -c "printf 'model m\nbody a on world { joint elbow_joint : revolute(z); mass 1; inertia diag(1, 1, 1) }\n' |
	'$RIGIDC' check --lock elbow - 2>&1 | grep -F \"did you mean 'elbow_joint'?\""

# --- the root of another format ---

says 'SDFormat as URDF' 'a URDF begins with <robot>, this is <sdf> [not-urdf]' "$RIGIDC" check --from=urdf tests/grammar/urdf/sdf.urdf
ok 'what it is' grep -F 'help: this looks like SDFormat, which is another format' "$SCRATCH/err"
says 'URDF as MJCF' 'an MJCF file begins with <mujoco>, this is <robot> [not-urdf]' \
	"$RIGIDC" check --from=mjcf tests/grammar/urdf/number-forms.urdf
ok 'what that is' grep -F 'help: this looks like URDF, which is another format' "$SCRATCH/err"
sed 's/<robot/<html/; s/\/robot/\/body/' tests/grammar/urdf/number-forms.urdf >"$SCRATCH/page.urdf"
says 'a broken page' 'a URDF begins with <robot>, this is <html>' "$RIGIDC" check --from=urdf "$SCRATCH/page.urdf"
is 'is one error' '1 error' "$(tail -n 1 "$SCRATCH/err")"

# --- the first ten minutes ---

cp tests/grammar/urdf/xacro-element.urdf "$SCRATCH/robot.urdf.xacro"
says 'xacro: what to run' "xacro expands it: xacro $SCRATCH/robot.urdf.xacro > $SCRATCH/robot.urdf" \
	"$RIGIDC" check "$SCRATCH/robot.urdf.xacro"
cp tests/grammar/urdf/xacro-in-a-number.urdf "$SCRATCH/arm.xacro"
says 'of a macro in a number' "xacro $SCRATCH/arm.xacro > $SCRATCH/arm.urdf" "$RIGIDC" check "$SCRATCH/arm.xacro"
says 'of another name' 'xacro robot.urdf.xacro > robot.urdf' "$RIGIDC" check tests/grammar/urdf/xacro-element.urdf
sed 's/robot name="t"/robot name="7DOF-arm"/' tests/grammar/urdf/number-forms.urdf >"$SCRATCH/seven.urdf"
says 'a prefix that would begin with a digit' \
	"names in C begin with 'robot_7DOF_x2Darm': '7DOF-arm' begins with a digit [digit-prefix]" "$RIGIDC" compile "$SCRATCH/seven.urdf"
ok 'and what to do' grep -F -e '--prefix NAME' "$SCRATCH/err"
ok 'is used' grep -F 'void robot_7DOF_x2Darm_rnea(' "$SCRATCH/out"
exits 'with --prefix' 0 "$RIGIDC" compile --prefix seven "$SCRATCH/seven.urdf"
ok 'nothing is said' test ! -s "$SCRATCH/err"
exits 'of a .rig file' 0 "$RIGIDC" compile -o "$SCRATCH/seven.c" tests/model/wrong/model-that-begins-with-a-digit.rig
ok 'too' grep -F '[digit-prefix]' "$SCRATCH/err"

# --- quarter turns that are not taken ---

rpy() {
	"$RIGIDC" import "$@" 2>/dev/null | sed -n 's/.* at .*\(rpy([^)]*)\).*/\1/p'
}
is 'within 1e-10 rad' 'rpy(90 deg, 0, 180 deg)' "$(rpy tests/grammar/urdf/angle-of-ten-digits.urdf)"
is 'none by --snap-angles=0' 'rpy(1.5707963268 rad, 0, 3.14159265359 rad)' "$(rpy --snap-angles=0 tests/grammar/urdf/angle-of-ten-digits.urdf)"
# turns FILE [OPTIONS]: the entries of rotations that are neither 0 nor 1
turns() {
	"$RIGIDC" compile -f rnea --dump=check "$@" 2>/dev/null | sed -n 's/^  at.R//p' | tr ' ' '\n' | grep -c -v -e '^-*[01]*$'
}
is 'of a .rig file' 0 "$(turns tests/model/right/quarter-turn-of-ten-digits-not-taken.rig)"
is 'none of it by --snap-angles=0' 2 "$(turns tests/model/right/quarter-turn-of-ten-digits-not-taken.rig --snap-angles=0)"
printf 'model m\nbody a on world at rx(90 deg), ry(-270 deg), rz(630 deg), rx(pi/2) { joint q : revolute(z); mass 1; com (1, 0, 0) }\n' >"$SCRATCH/exact.rig"
is 'degrees stay exact' 0 "$(turns "$SCRATCH/exact.rig" --snap-angles=0)"
finish
