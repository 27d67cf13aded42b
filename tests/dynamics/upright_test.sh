#!/bin/sh
# Axes that weight does nothing about, in every posture: upright hinges, slides that stay level. Their gravity is 0 exactly, by every
# algorithm and in every language; and what is zero by structure is never -0.
. tests/tap.sh

# gravity NAME WANTED STATE [OPTION...]: what `gravity` of model.rig is at a state, by both algorithms.
gravity() {
	gravity_name=$1 wanted=$2 state=$3
	shift 3
	for level in 0 2; do
		is "$gravity_name, -O$level" "$wanted" \
			"$(echo "$state" | "$RIGIDC" eval "$SCRATCH/model.rig" -f gravity "-O$level" "$@" 2>/dev/null)"
	done
}

cat >"$SCRATCH/model.rig" <<'RIG'
model scara
body upper on world { joint one : revolute(z); mass 3 kg; com (0.2, 0.01, 0); inertia diag(1, 2, 3) }
body fore on upper at (0.4, 0, 0.1) { joint two : revolute(-z); mass 2 kg; com (0.1, 0.02, 0); inertia diag(1, 2, 3) }
body quill on fore at (0.3, 0, 0), rx(180 deg) { joint three : prismatic(z); mass 1 kg; inertia diag(1, 2, 3) }
body tool on quill { joint four : revolute(z); mass 1 kg; com (0.1, 0.2, 0.3); inertia diag(1, 2, 3) }
RIG
gravity 'a SCARA holds its quill alone' '0 0 -19.62 0' '0.3 0.7 0.1 -1'

cat >"$SCRATCH/model.rig" <<'RIG'
model column
body post on world { joint turn : revolute(z); mass 3 kg; com (0.2, 0.01, 0); inertia diag(1, 2, 3) }
body lift on post { joint up : prismatic(z); mass 2 kg; com (0.1, 0.02, 0); inertia diag(1, 2, 3) }
body arm on lift at rz(0.3) { joint out : prismatic((3, 4, 0)); mass 2 kg; com (0.5, 0, 0); inertia diag(1, 2, 3) }
body hand on arm { joint tilt : revolute(x); mass 2 kg }
RIG
gravity 'a slide that stays level, though it turns' '0 58.86 0 0' '0.3 0.7 0.1 -1'
is 'gravity that is given may lie anywhere' 3 \
	"$(echo '0.3 0.7 0.1 -1' | "$RIGIDC" eval "$SCRATCH/model.rig" -f gravity --parametrize=gravity --param 'gravity=(1, 2, 3)' 2>/dev/null |
	   tr ' ' '\n' | grep -cv '^-*0$')"

cat >"$SCRATCH/model.rig" <<'RIG'
model spring
body post on world { joint turn : revolute(z) { spring 2 N m/rad at 0.5; passive 1 N m }; mass 3 kg; com (0.2, 0.01, 0) }
RIG
gravity 'springs and passive forces stay' -1.4 0.3

cat >"$SCRATCH/model.rig" <<'RIG'
model tilted
gravity (0, 0.5, -9.81)
body post on world { joint turn : revolute(z); mass 2 kg; com (0.25, 0, 0) }
RIG
gravity 'a hinge that is nearly upright carries weight' -0.25 0

for robot in iiwa14 rx90 stanford puma560; do
	is "the first joint of $robot" '	g[0] = 0.0;' "$("$RIGIDC" compile "examples/$robot.rig" -f gravity 2>/dev/null | grep 'g\[0\] =')"
done

functions=rnea,crba,gravity,coriolis,minv,cmm,regressor,rnea_derivatives
for robot in examples/ur5 examples/cart_pole examples/struts/crane; do
	for file in out.h out.mjs out.py; do
		"$RIGIDC" compile "$robot.rig" -f "$functions" $([ $file = out.h ] || echo --search=none) -o "$SCRATCH/$file" 2>/dev/null
		is "$(basename "$robot"), $file: no zero is -0" '' "$(grep '= -0\(\.0\)\?f\?;*$' "$SCRATCH/$file")"
	done
done

finish
