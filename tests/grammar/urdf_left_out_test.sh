#!/bin/sh
# What of a URDF is left out although it matters: the figures and names in the warnings, the count at the end, and
# rotor inertia that is kept. Which file gets which diagnostic is the matter of wrong_test.sh.
. tests/tap.sh
LC_ALL=C
export LC_ALL

# says NAME FILE TEXT: `check` of the file says this
says() {
	"$RIGIDC" check "tests/grammar/urdf/$2.urdf" 2>"$SCRATCH/err"
	ok "$1" grep -F -- "$3" "$SCRATCH/err"
}
says 'mass in a joint' inertial-in-a-joint "an <inertial> of 1.3 kg stands in joint 'hinge', not in a link, and is left out"
says 'mass in the robot' inertial-in-the-robot 'an <inertial> of 1.3 kg stands in no link and is left out'
says 'mass in gazebo' inertial-in-gazebo 'an <inertial> of 1.3 kg stands in <gazebo>, not in a link, and is left out'
says 'spring' spring-in-gazebo "a spring of joint 'hinge' is left out: 120 N m/rad"
says 'spring between links' spring-of-drake "a spring between 'base' and 'arm' is left out: 50"
says 'loop of a screw' loop-of-a-screw "the loop that joint 'closing' closes is left open: no loop is of type 'screw'"
says 'loop with a pose elsewhere' loop-with-a-pose-elsewhere "the loop that joint 'closing' closes is left open: its pose is not on the child"
says 'rotor of Drake' rotor-of-drake "the rotor inertia of a transmission is left out: 3.328 kg m^2 at joint 'hinge' of link 'arm'"
says 'and what to do' rotor-of-drake '--keep=rotors'
says 'rotor of ROS' rotor-of-ros "0.25 kg m^2 at joint 'hinge' of link 'arm'"
says 'rotor outside of the actuator' rotor-outside-of-the-actuator "0.25 kg m^2 at joint 'hinge' of link 'arm'"

# --- attributes that URDF does not have ---

says 'an attribute misspelt' attributes-misspelt 'help: did you mean `rpy`?'
says '  another' attributes-misspelt 'help: did you mean `upper`?'
says 'armature' armature-in-dynamics "the rotor inertia of a <dynamics> is left out: 0.6 kg m^2 at joint 'hinge' of link 'arm'"
says 'stiffness' stiffness-in-dynamics "the attribute stiffness of a joint is left out: 20 N m/rad at joint 'hinge'"
says 'damping' damping-of-other-names "the attribute mu_viscous of a joint is left out: 16 N m s/rad at joint 'hinge'"
says '  what takes it' damping-of-other-names 'help: --keep=damping takes it as damping where the joint has none'
says 'rpy of an axis' axis-turned 'help: an <axis> has xyz alone'
says 'axis of a joint' axis-turned 'help: the axis is an element in the joint'
says 'a product of inertia twice' inertia-not-symmetric 'iyx = -0.01 differs from ixy = 0.01; the second one is used'
sed 's/velocity="3"/& force="1"/; s/base"/& mass="2"/' tests/grammar/urdf/number-forms.urdf >"$SCRATCH/link.urdf"
"$RIGIDC" check "$SCRATCH/link.urdf" 2>"$SCRATCH/err"
ok 'a mass of a link' grep -F 'help: the mass is an element' "$SCRATCH/err"
is 'damping of other names, kept' 'damping 16 N m s; friction 0.3 N m at 0.01 rad/s' "$("$RIGIDC" import --keep=damping \
	tests/grammar/urdf/damping-of-other-names.urdf 2>/dev/null | sed -n 's/.*\(damping .*\) }/\1/p')"
sed 's/<dynamics/& damping="0.5"/' tests/grammar/urdf/damping-of-other-names.urdf >"$SCRATCH/own.urdf"
is "  URDF's own goes first" 'damping 0.5 N m s; friction 0.3 N m at 0.01 rad/s' "$("$RIGIDC" import --keep=damping "$SCRATCH/own.urdf" \
	2>"$SCRATCH/err" | sed -n 's/.*\(damping .*\) }/\1/p')"
ok '  and the others are told' grep -F 'the attribute mu_viscous of a joint is left out: 16' "$SCRATCH/err"

# --- the count ---

# counts NAME TEXT COMMAND...: the last line on standard error
counts() {
	counts_name=$1 counts_wanted=$2
	shift 2
	"$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "$counts_name" "$counts_wanted" "$(tail -n 1 "$SCRATCH/err")"
}
counts 'one warning' '1 warning' "$RIGIDC" check tests/grammar/urdf/loop-of-a-screw.urdf
counts 'one of each' '1 warning, 1 note' "$RIGIDC" check tests/grammar/urdf/spring-in-gazebo.urdf
counts 'of import' '1 warning, 1 note' "$RIGIDC" import tests/grammar/urdf/spring-in-gazebo.urdf
counts 'errors of import' '1 error' "$RIGIDC" import tests/grammar/urdf/two-roots.urdf
counts 'of a .rig file' '2 errors' "$RIGIDC" check tests/model/wrong/generate-two-unknown.rig
counts 'nothing to count' '' "$RIGIDC" check tests/grammar/urdf/mimic.urdf
exits 'JSON' 0 "$RIGIDC" check --json tests/grammar/urdf/spring-in-gazebo.urdf
ok 'has no count' test ! -s "$SCRATCH/err"

# --- rotors that are kept ---

# armature NAME FILE TEXT
armature() {
	"$RIGIDC" import --keep=rotors "$2" >"$SCRATCH/kept.rig" 2>"$SCRATCH/err"
	is "$1" "$3" "$(sed -n 's/.*armature \(.*\) }/\1/p' "$SCRATCH/kept.rig")"
	exits "$1 is right" 0 "$RIGIDC" check "$SCRATCH/kept.rig"
}
armature 'rotor of Drake, kept' tests/grammar/urdf/rotor-of-drake.urdf '160^2 * 0.00013 kg m^2'
armature 'rotor of ROS, kept' tests/grammar/urdf/rotor-of-ros.urdf '50^2 * 1e-4 kg m^2'
sed 's/type="revolute"/type="prismatic"/' tests/grammar/urdf/rotor-of-ros.urdf >"$SCRATCH/slider.urdf"
armature 'rotor of a slider' "$SCRATCH/slider.urdf" '(50 rad/m)^2 * 1e-4 kg m^2'
sed 's/<mechanical.*Reduction>//' "$SCRATCH/slider.urdf" >"$SCRATCH/bare.urdf"
armature 'rotor of a slider without a ratio' "$SCRATCH/bare.urdf" '1e-4 kg'
sed 's/<drake:gear_ratio[^>]*>//' tests/grammar/urdf/rotor-of-drake.urdf >"$SCRATCH/bare.urdf"
armature 'the ratio is 1 where none is given' "$SCRATCH/bare.urdf" '0.00013 kg m^2'
sed 's/<transmission.*/&&/' tests/grammar/urdf/rotor-of-ros.urdf >"$SCRATCH/two.urdf"
armature 'two motors on one joint' "$SCRATCH/two.urdf" '50^2 * 1e-4 kg m^2 + 50^2 * 1e-4 kg m^2'

armature 'armature of <dynamics>, kept' tests/grammar/urdf/armature-in-dynamics.urdf '0.6 kg m^2'
armature 'rotor of <dynamics>, kept' tests/grammar/urdf/rotor-in-dynamics-kept.urdf '50^2 * 1e-4 kg m^2'

# M(q) of the one hinge: 0.1 + 2 * 0.1^2, and with its rotor 3.328 more
inertia() {
	echo 0 | "$RIGIDC" eval -f crba "$@" 2>/dev/null
}
is 'without rotors' 0.12000000000000001 "$(inertia tests/grammar/urdf/rotor-of-drake.urdf)"
is 'with rotors' 3.448 "$(inertia --keep=rotors tests/grammar/urdf/rotor-of-drake.urdf)"
ok 'the header says so' sh -c "'$RIGIDC' compile --keep=rotors tests/grammar/urdf/rotor-of-drake.urdf | grep -q -e --keep=rotors"
exits '--keep=rotors of a .rig file' 2 "$RIGIDC" check --keep=rotors examples/rx90.rig
finish
