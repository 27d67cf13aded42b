#!/bin/sh
# Gravity of included files: the model takes it, and another one is told with both vectors.
. tests/tap.sh

robots=$SCRATCH/robots
mkdir "$robots"
cat >"$robots/up.osim" <<'XML'
<OpenSimDocument Version="40000"><Model name="up"><gravity>0 -9.8 1</gravity><BodySet><objects>
<Body name="shank"><mass>2</mass><mass_center>0 -0.2 0</mass_center><inertia>0.01 0.01 0.01 0 0 0</inertia></Body></objects></BodySet>
<JointSet><objects><PinJoint name="knee"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/shank</socket_child_frame>
<coordinates><Coordinate name="flexion"/></coordinates></PinJoint></objects></JointSet></Model></OpenSimDocument>
XML
sed -e '1s/up/silent/' -e 's/<gravity>.*<.gravity>//' "$robots/up.osim" >"$robots/silent.osim"
arm='<body name="arm"><joint name="turn" axis="0 1 0"/><inertial pos="0 0 -0.1" mass="1" diaginertia="0.1 0.1 0.1"/></body>'
echo "<mujoco model='moon'><option gravity='0 0 -1.62'/><worldbody>$arm</worldbody></mujoco>" >"$robots/moon.xml"
echo "<mujoco model='plain'><worldbody>$arm</worldbody></mujoco>" >"$robots/plain.xml"
echo "<mujoco model='space'><option><flag gravity='disable'/></option><worldbody>$arm</worldbody></mujoco>" >"$robots/space.xml"
box='<model name="box"><link name="base"><inertial><mass>1</mass></inertial></link></model>'
echo "<sdf version='1.9'><world name='w'><gravity>0 0 -3.7</gravity>$box</world></sdf>" >"$robots/mars.sdf"
echo "<sdf version='1.9'><world name='w'>$box</world></sdf>" >"$robots/world.sdf"
echo "<sdf version='1.9'>$box</sdf>" >"$robots/box.sdf"
echo 'include "up.osim"' >"$robots/inner.rig"

# gravity STATEMENTS OPTIONS: the gravity of a model of the statements.
gravity() {
	printf 'model t\n%b\n' "$1" >"$robots/t.rig"
	shift
	"$RIGIDC" info --search=none "$@" "$robots/t.rig" 2>"$SCRATCH/err" | sed -n '1s/^.*gravity \(([^)]*)\).*$/\1/p'
}
# notes: the messages of the last one, without the names of the folders.
notes() { sed -n "s|^.*/\([a-z]*\.[a-z]*\):\([0-9]*\):[0-9]*: note: \(gravity is .*\) \[gravity-differs\]\$|\1:\2 \3|p" "$SCRATCH/err" | sed "s|'[^' ]*/|'|g"; }
# takes NAME GRAVITY STATEMENTS OPTIONS: without a note.
takes() {
	takes_name=$1 takes_gravity=$2
	shift 2
	is "$takes_name" "$takes_gravity" "$(gravity "$@")"
	is "$takes_name: no note" '' "$(notes)"
}
takes 'OpenSim' '(0, -9.8, 1)' 'include "up.osim"'
takes 'OpenSim by its default' '(0, -9.80665, 0)' 'include "silent.osim"'
takes 'a file of a file' '(0, -9.8, 1)' 'include "inner.rig"'
takes 'MJCF' '(0, 0, -1.62)' 'include "moon.xml"'
takes 'MJCF by its default' '(0, 0, -9.81)' 'include "plain.xml"'
takes 'MJCF without gravity' '(0, 0, 0)' 'include "space.xml"'
takes 'a world of SDFormat' '(0, 0, -3.7)' 'include "mars.sdf"'
takes 'a world by its default' '(0, 0, -9.8)' 'include "world.sdf"'
takes 'a model of SDFormat has none' '(0, 0, -1.62)' 'include "box.sdf"\ninclude "moon.xml"'
takes 'the same gravity in the model' '(0, 0, -1.62)' 'gravity (0, 0, -162) cm/s^2\ninclude "moon.xml"'
takes 'the same gravity in two files' '(0, 0, -9.81)' 'include "plain.xml"\ngravity (0, 0, -9.81)'
takes '--gravity replaces all' '(1, 0, 0)' 'include "up.osim"\ninclude "moon.xml"' '--gravity=(1,0,0)'

is 'a statement of the model is before that of the file' '(0, 0, -9.81)' "$(gravity 'include "up.osim"\ngravity (0, 0, -9.81)')"
is 'and a note has both' "t.rig:3 gravity is (0, 0, -9.81) m/s^2; 'up.osim' has (0, -9.8, 1) m/s^2" "$(notes)"
is 'the first of two files' '(0, -9.8, 1)' "$(gravity 'include "up.osim"\ninclude "plain.xml"\ninclude "mars.sdf"')"
is 'and a note for each other one' "up.osim:1 gravity is (0, -9.8, 1) m/s^2; 'plain.xml' has (0, 0, -9.81) m/s^2
up.osim:1 gravity is (0, -9.8, 1) m/s^2; 'mars.sdf' has (0, 0, -3.7) m/s^2" "$(notes)"
is 'a parameter is before the file' '(0, 0, -5)' "$(gravity 'param down = (0, 0, -5) m/s^2\ngravity down\ninclude "moon.xml"')"
is 'with its default in the note' "t.rig:3 gravity is (0, 0, -5) m/s^2; 'moon.xml' has (0, 0, -1.62) m/s^2" "$(notes)"
is 'two statements of the model' 1 "$(gravity 'gravity (0, 0, -1)\ninclude "moon.xml"\ngravity (0, 0, -2)' >"$SCRATCH/none"; grep -c '\[duplicate\]' "$SCRATCH/err")"

# numbers are those of the file alone
"$RIGIDC" eval -f rnea "$robots/up.osim" >"$SCRATCH/alone" <<'IN'
0.3 0.1 0.2
IN
gravity 'include "up.osim"' >"$SCRATCH/none"
is 'torques of the file alone' "$(cat "$SCRATCH/alone")" "$(echo 0.3 0.1 0.2 | "$RIGIDC" eval -f rnea "$robots/t.rig")"
finish
