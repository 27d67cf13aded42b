#!/bin/sh
# What a text is follows from its first byte, not from the name of its file; and who is the world.
. tests/tap.sh
LC_ALL=C
export LC_ALL

ROBOT=tests/grammar/urdf/mimic.urdf
for name in robot.URDF robot.xml robot.rig robot; do
	cp $ROBOT "$SCRATCH/$name"
	exits "$name is a URDF" 0 "$RIGIDC" check "$SCRATCH/$name"
done
exits 'from standard input' 0 sh -c "'$RIGIDC' check - <$ROBOT"
printf ' \n\t\r\n<!-- a comment -->\n' | cat - $ROBOT >"$SCRATCH/blanks"
exits 'behind blanks and a comment' 0 "$RIGIDC" check "$SCRATCH/blanks"
printf '\357\273\277\n' | cat - $ROBOT >"$SCRATCH/mark"
exits 'behind a byte order mark' 0 "$RIGIDC" check "$SCRATCH/mark"
for file in $ROBOT tests/grammar/mjcf/arm.xml tests/grammar/sdf/arm.sdf tests/grammar/osim/ball.osim; do
	name=${file##*.}
	# the declaration of the file itself is one too many
	{ printf '\n \t<?xml version="1.0" encoding="utf-8"?>\n<!-- a -- b ---><!------ <c> ------>\n'; sed '/^<?xml/d' "$file"; } >"$SCRATCH/blanks.$name"
	exits "$name: blanks before a declaration, and dashes in comments" 0 "$RIGIDC" check "$SCRATCH/blanks.$name"
	sed 's/utf-8/latin1/' "$SCRATCH/blanks.$name" >"$SCRATCH/latin.$name"
	exits "$name: another encoding" 1 "$RIGIDC" check "$SCRATCH/latin.$name"
	ok 'in the second line' grep -F "$SCRATCH/latin.$name:2:3: error: this file says that it is latin1" "$SCRATCH/err"
done
printf '<robot name="a"><link name="a"/><!-- a -- b </robot>' >"$SCRATCH/open.urdf"
exits 'a comment without an end' 1 "$RIGIDC" check "$SCRATCH/open.urdf"
ok 'is a fault of the XML' grep -F '[xml]' "$SCRATCH/err"
printf '<robot name="-- <!-- &gt; -->"><link name="a>"/><![CDATA[<!-- -- ]]><link name="b"/><joint name="j" type="fixed"><parent link="a>"/><child link="b"/></joint></robot>' >"$SCRATCH/quoted.urdf"
"$RIGIDC" check "$SCRATCH/quoted.urdf" 2>"$SCRATCH/err"
ok 'in quotes it is no comment' grep -F '[xml]' "$SCRATCH/err"
cp examples/rx90.rig "$SCRATCH/rx90.urdf"
exits 'a .rig model, whatever it is called' 0 "$RIGIDC" check "$SCRATCH/rx90.urdf"
exits 'unless --from says otherwise' 1 "$RIGIDC" check --from=urdf "$SCRATCH/rx90.urdf"
ok 'it is no XML' grep -F '[xml]' "$SCRATCH/err"
exits '--from=rig' 1 "$RIGIDC" check --from=rig $ROBOT
: >"$SCRATCH/empty.urdf"
exits 'nothing is a .rig model without a statement' 1 "$RIGIDC" check "$SCRATCH/empty.urdf"
ok 'and called that' grep -F '[missing-model]' "$SCRATCH/err"

exits 'import of a .rig model' 2 "$RIGIDC" import examples/rx90.rig
is 'says so' 'rigidc: examples/rx90.rig is a .rig model already; import makes one from a URDF, an OpenSim model, an MJCF file, an SDFormat file or a DH table' "$(cat "$SCRATCH/err")"
exits 'import of a faulty one' 2 "$RIGIDC" import tests/model/wrong/body-world.rig
is 'says the same' 'rigidc: tests/model/wrong/body-world.rig is a .rig model already; import makes one from a URDF, an OpenSim model, an MJCF file, an SDFormat file or a DH table' "$(cat "$SCRATCH/err")"
exits 'import of something else' 2 "$RIGIDC" import LICENSE
is 'says what a URDF is' "rigidc: LICENSE is no URDF, OpenSim, MJCF, SDFormat or DH table" "$(cat "$SCRATCH/err")"

# --- the world ---

# printed NAME FILE WANTED: the bodies of an import, and what they are on
printed() {
	"$RIGIDC" import "$2" 2>/dev/null >"$SCRATCH/printed.rig"
	is "$1" "$3" "$(sed 's|  *//.*||' "$SCRATCH/printed.rig" | sed -n 's/^\(body\|frame\|  frame\)  *\([^{]*[^ {]\).*/\2/p' | tr '\n' ';')"
	exits "$1, again" 0 "$RIGIDC" check "$SCRATCH/printed.rig"
}
printed 'a link called world that is not the root' tests/grammar/urdf/world-not-at-the-root.urdf \
	'base on world;"world" on base at (0, 0, 0.3) m;'
is 'keeps its name' 'base world' "$("$RIGIDC" info --json "$SCRATCH/printed.rig" | grep -o '"child": "[a-z]*"' | sed 's/.*: "\(.*\)"/\1/' | tr '\n' ' ' | sed 's/ $//')"
sed 's|</robot>|<link name="tip"/><joint name="j2" type="fixed"><parent link="world"/><child link="tip"/></joint>&|' \
	tests/grammar/urdf/world-not-at-the-root.urdf >"$SCRATCH/tip.urdf"
printed 'what stands on it' "$SCRATCH/tip.urdf" 'base on world;"world" on base at (0, 0, 0.3) m;tip;'
sed 's/type="revolute"/type="fixed"/; s|<inertial>|<!--|; s|</inertial>|-->|' "$SCRATCH/tip.urdf" >"$SCRATCH/fixed.urdf"
printed 'where nothing moves' "$SCRATCH/fixed.urdf" 'base on world;"world" on base at (0, 0, 0.3) m;tip on "world";'
printed 'a world that no link declares' tests/grammar/urdf/world-not-declared.urdf 'arm on world at (0, 0, 0.3) m;'
sed 's/type="revolute"/type="fixed"/' tests/grammar/urdf/world-not-declared.urdf >"$SCRATCH/fixed.urdf"
exits 'what is fixed on it can float' 0 "$RIGIDC" info --base=free "$SCRATCH/fixed.urdf"
for type in ball spherical; do
	"$RIGIDC" import tests/grammar/urdf/joint-type-$type.urdf >"$SCRATCH/ball.rig" 2>"$SCRATCH/err"
	ok "$type is spherical" grep -F 'joint   hinge : spherical' "$SCRATCH/ball.rig"
	ok "and $type is noted" grep -F "URDF has no joint type '$type'; here it is \`spherical\`" "$SCRATCH/err"
done
# Some programs write the end of a string to the file.
{ cat tests/grammar/urdf/mimic.urdf; printf '\0\0'; } >"$SCRATCH/ended.urdf"
is 'bytes of 0 at the end' "$("$RIGIDC" info tests/grammar/urdf/mimic.urdf 2>/dev/null)" "$("$RIGIDC" info "$SCRATCH/ended.urdf" 2>/dev/null)"
{ echo '<mujoco model="m"><include file="part.xml"/></mujoco>'; printf '\0'; } >"$SCRATCH/ended.xml"
{ echo '<mujocoinclude><worldbody><body name="a"><joint name="j"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody></mujocoinclude>'; printf '\0'; } >"$SCRATCH/part.xml"
exits 'of MJCF, and of a file that it includes' 0 "$RIGIDC" check "$SCRATCH/ended.xml"

finish
