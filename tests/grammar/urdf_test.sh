#!/bin/sh
# URDF: what its rules mean in numbers, against .rig models written by hand; that an import is the same robot and
# reads well; what is hostile in XML. Which faults get which diagnostic is the matter of wrong_test.sh over the same
# tests/grammar/urdf. RIGIDC_ROBOTS names a folder of more robots to import.
. tests/tap.sh
. tests/cli/fail.sh
LC_ALL=C
export LC_ALL
CC=${CC:-cc}

# --- numbers ---

# sizes FILE [OPTIONS]: "nq nv" of a model
sizes() {
	"$RIGIDC" info "$@" --search=none 2>/dev/null | sed -n '1s/.*nq \([0-9]*\), nv \([0-9]*\),.*/\1 \2/p'
}

# states NQ NV: five lines of q qd qdd, and of q alone in a second file
states() {
	awk -v nq="$1" -v nv="$2" -v both="$SCRATCH/rnea.in" -v pose="$SCRATCH/crba.in" 'BEGIN {
		srand(7)
		for (k = 0; k < 5; k++) {
			line = ""
			for (i = 0; i < nq; i++) line = line " " 2 * rand() - 1
			print line >pose
			for (i = 0; i < 2 * nv; i++) line = line " " 2 * rand() - 1
			print line >both
		}
	}'
}

# values FILE FUNCTION [OPTIONS]
values() {
	values_file=$1 values_function=$2
	shift 2
	"$RIGIDC" eval "$values_file" -f "$values_function" "$@" <"$SCRATCH/$values_function.in" 2>"$SCRATCH/err"
}

# near A B: the same numbers to 1e-14 of the largest of their line, and at least one
near() {
	paste "$1" "$2" | awk '{
		n = NF / 2; largest = 0
		for (i = 1; i <= NF; i++) { x = $i < 0 ? -$i : $i; largest = x > largest ? x : largest }
		for (i = 1; i <= n; i++) {
			d = $i - $(i + n); d = d < 0 ? -d : d
			if (!(d <= 1e-14 * largest)) { print "line " NR ", number " i ": " $i " and " $(i + n); bad = 1 }
		}
		some += n
	}
	END { if (!some) print "no numbers"; exit bad || !some }'
}

# alike NAME URDF RIG [OPTIONS of the URDF]: both give the same tau and M
alike() {
	alike_name=$1 urdf=$2 rig=$3
	shift 3
	states_of=$(sizes "$rig")
	is "$alike_name: sizes" "$states_of" "$(sizes "$urdf" "$@")"
	states ${states_of:-0 0}
	for function in rnea crba; do
		values "$urdf" $function "$@" >"$SCRATCH/a"
		values "$rig" $function >"$SCRATCH/b"
		ok "$alike_name: $function" near "$SCRATCH/a" "$SCRATCH/b"
	done
}

INERTIAL='<inertial><origin xyz="0.1 -0.2 0.3"/><mass value="2"/><inertia ixx="0.3" ixy="0.01" ixz="-0.02" iyy="0.4" iyz="0.03" izz="0.5"/></inertial>'
BODY='mass 2; com (0.1, -0.2, 0.3); inertia tensor(xx = 0.3, xy = 0.01, xz = -0.02, yy = 0.4, yz = 0.03, zz = 0.5)'

# one NAME JOINT-ATTRIBUTES JOINT-CONTENT RIG-BODY [OPTIONS]: a robot of one joint, and the body that it should be
one() {
	one_name=$1 attributes=$2 content=$3 body=$4
	shift 4
	cat >"$SCRATCH/one.urdf" <<END
<robot name="one"><link name="base"/><link name="arm">$INERTIAL</link>
<joint name="hinge" $attributes><parent link="base"/><child link="arm"/>$content</joint></robot>
END
	printf 'model one\nbody base on world { joint : fixed }\nbody arm on base %s\n' "$body" >"$SCRATCH/one.rig"
	alike "$one_name" "$SCRATCH/one.urdf" "$SCRATCH/one.rig" "$@"
}

one 'rpy is about fixed axes' 'type="revolute"' '<origin xyz="1 2 3" rpy="0.3 -0.2 0.7"/><axis xyz="0 1 0"/>' \
	"at (1, 2, 3), rz(0.7), ry(-0.2), rx(0.3) { joint hinge : revolute(y); $BODY }"
one 'the axis is x where none is given' 'type="continuous"' '' "{ joint hinge : revolute(x); $BODY }"
one 'an axis is a direction' 'type="prismatic"' '<axis xyz="0 30 40"/>' "{ joint hinge : prismatic((0, 0.6, 0.8)); $BODY }"
one 'an axis is seen from the joint frame' 'type="revolute"' '<origin rpy="0 0 1.5707963267948966"/><axis xyz="1 0 0"/>' \
	"at rz(90 deg) { joint hinge : revolute(x); $BODY }"
one 'floating is free' 'type="floating"' '<origin rpy="0.1 0 0"/>' "at rx(0.1) { joint hinge : free; $BODY }"
one 'planar about z' 'type="planar"' '<axis xyz="0 0 1"/>' "{ joint hinge : planar; $BODY }"
one 'planar about -z: turned about x' 'type="planar"' '<axis xyz="0 0 -1"/>' \
	"at rx(180 deg) { joint hinge : planar then rx(-180 deg); $BODY }"
one 'planar about x, where no axis is given' 'type="planar"' '<origin xyz="0 0 1"/>' \
	"at (0, 0, 1), ry(90 deg) { joint hinge : planar then ry(-90 deg); $BODY }"
one 'planar about -x' 'type="planar"' '<axis xyz="-1 0 0"/>' "at ry(-90 deg) { joint hinge : planar then ry(90 deg); $BODY }"
one 'planar about y' 'type="planar"' '<axis xyz="0 1 0"/>' "at rx(-90 deg) { joint hinge : planar then rx(90 deg); $BODY }"
one 'planar about -y' 'type="planar"' '<axis xyz="0 -2 0"/>' "at rx(90 deg) { joint hinge : planar then rx(-90 deg); $BODY }"
one 'planar about any axis: the smallest turn' 'type="planar"' '<axis xyz="1 2 2"/>' \
	"at axis_angle((-2, 1, 0), acos(2/3)) { joint hinge : planar then axis_angle((-2, 1, 0), -acos(2/3)); $BODY }"
one 'damping is left out' 'type="revolute"' '<dynamics damping="0.7" friction="0.2"/>' "{ joint hinge : revolute(x); $BODY }"
one 'damping is kept' 'type="revolute"' '<dynamics damping="0.7" friction="0.2"/>' \
	"{ joint hinge : revolute(x) { damping 0.7; friction 0.2 at 0.01 }; $BODY }" --keep=damping
one 'damping is kept of a slider' 'type="prismatic"' '<dynamics damping="0.7" friction="0.2"/>' \
	"{ joint hinge : prismatic(x) { damping 0.7; friction 0.2 at 0.01 }; $BODY }" --keep=damping
one 'next to a quarter turn' 'type="revolute"' '<origin rpy="1.5708 0 0"/>' "at rx(1.5708) { joint hinge : revolute(x); $BODY }"
one 'snapped to a quarter turn' 'type="revolute"' '<origin rpy="1.5708 0 -3.1416"/>' \
	"at rpy(90 deg, 0, -180 deg) { joint hinge : revolute(x); $BODY }" --snap-angles=1e-5

cat >"$SCRATCH/turned.urdf" <<'END'
<robot name="turned"><link name="base"/><link name="arm">
<inertial><origin xyz="0.1 -0.2 0.3" rpy="0.3 -0.2 0.7"/><mass value="2"/>
<inertia ixx="0.3" ixy="0.01" ixz="-0.02" iyy="0.4" iyz="0.03" izz="0.5"/></inertial></link>
<joint name="hinge" type="revolute"><parent link="base"/><child link="arm"/></joint></robot>
END
cat >"$SCRATCH/turned.rig" <<'END'
model turned
body arm on world { joint hinge : revolute(x); mass 2; com (0.1, -0.2, 0.3)
  inertia tensor(xx = 0.3, xy = 0.01, xz = -0.02, yy = 0.4, yz = 0.03, zz = 0.5) in rz(0.7), ry(-0.2), rx(0.3) }
END
alike 'the inertial frame is turned' "$SCRATCH/turned.urdf" "$SCRATCH/turned.rig"

# mimics NAME TYPE OF-TYPE ATTRIBUTES RIG-EXPRESSION KIND OF-KIND
mimics() {
	cat >"$SCRATCH/mimic.urdf" <<END
<robot name="m"><link name="base"/><link name="l">$INERTIAL</link><link name="r">$INERTIAL</link>
<joint name="b" type="$2"><parent link="base"/><child link="r"/><mimic joint="a" $4/></joint>
<joint name="a" type="$3"><parent link="base"/><child link="l"/></joint></robot>
END
	printf 'model mimic\nbody r on world { joint b : %s(x) = %s; %s }\nbody l on world { joint a : %s(x); %s }\n' \
		"$6" "$5" "$BODY" "$7" "$BODY" >"$SCRATCH/mimic.rig"
	alike "mimic: $1" "$SCRATCH/mimic.urdf" "$SCRATCH/mimic.rig"
}
mimics 'the same' prismatic prismatic '' a prismatic prismatic
mimics 'the opposite' prismatic prismatic 'multiplier="-1"' -a prismatic prismatic
mimics 'a multiple and an offset' revolute continuous 'multiplier="2.5" offset="-0.3"' '2.5 * a - 0.3 rad' revolute revolute
mimics 'a slider of a hinge' prismatic revolute 'multiplier="-0.02" offset="0.1"' '-0.02 m * a + 0.1 m' prismatic revolute
mimics 'a hinge of a slider' revolute prismatic 'multiplier="30"' '30 rad/m * a' revolute prismatic
mimics 'without a multiplier, of another kind' revolute prismatic '' '1 rad/m * a' revolute prismatic
mimics 'a multiplier of 0' revolute revolute 'multiplier="0" offset="0.4"' '0.4 rad + 0 * a' revolute revolute

# a base that floats, with and without a link called world; the world's own mass does nothing
printf 'model f\nbody hull on world { joint : free; %s }\nbody arm on hull { joint hinge : revolute(x); %s }\n' "$BODY" "$BODY" \
	>"$SCRATCH/floating.rig"
cat >"$SCRATCH/floating.urdf" <<END
<robot name="f"><link name="hull">$INERTIAL</link><link name="arm">$INERTIAL</link>
<joint name="hinge" type="revolute"><parent link="hull"/><child link="arm"/></joint></robot>
END
alike 'floating base' "$SCRATCH/floating.urdf" "$SCRATCH/floating.rig" --base=free
is 'without it the root is fixed' '1 1' "$(sizes "$SCRATCH/floating.urdf")"
sed -e "s|<link name=\"hull\">|<link name=\"world\">$INERTIAL</link>&|" \
    -e 's|<joint|<joint name="root" type="fixed"><parent link="world"/><child link="hull"/></joint>&|' \
	"$SCRATCH/floating.urdf" >"$SCRATCH/onworld.urdf"
alike 'floating base on a link called world' "$SCRATCH/onworld.urdf" "$SCRATCH/floating.rig" --base=free

sed -e 's|<joint.*</joint>|<joint name="rail" type="floating"><parent link="hull"/><child link="arm"/></joint>|' \
	"$SCRATCH/floating.urdf" >"$SCRATCH/locked.urdf"
sed -i "s|</robot>|<link name=\"tip\">$INERTIAL</link><joint name=\"hinge\" type=\"revolute\"><parent link=\"arm\"/><child link=\"tip\"/></joint>&|" \
	"$SCRATCH/locked.urdf"
printf 'model f\nbody arm on world { joint : fixed; %s }\nbody tip on arm at (1, 2, 3) { joint hinge : revolute(x); %s }\n' "$BODY" "$BODY" \
	>"$SCRATCH/locked.rig"
alike 'a locked joint' "$SCRATCH/locked.urdf" "$SCRATCH/locked.rig" --lock 'rail=(1,2,3,0,0,0,1)'

# --- order and names ---

cat >"$SCRATCH/order.urdf" <<'END'
<robot name="order">
<joint name="j3" type="revolute"><parent link="b"/><child link="d"/></joint>
<joint name="j2" type="revolute"><parent link="a"/><child link="c"/></joint>
<joint name="j1" type="revolute"><parent link="a"/><child link="b"/></joint>
<link name="d"/><link name="c"/><link name="b"/><link name="a"/>
</robot>
END
is 'children in the order of the joints, depth first' 'a j2 j1 j3' \
	"$("$RIGIDC" info "$SCRATCH/order.urdf" 2>/dev/null | sed -n 's/.* \([a-z0-9]*\) : .*/\1/p' | tr '\n' ' ' | sed 's/ $//')"
is 'a root named like a joint' '0' "$("$RIGIDC" check tests/grammar/urdf/names-shared-by-links-and-joints.urdf >/dev/null 2>&1; echo $?)"
cat >"$SCRATCH/one.urdf" <<'END'
<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
<joint name="i" type="revolute"><parent link="a"/><child link="b"/><limit upper="1" effort="5" velocity="2"/></joint>
<joint name="j" type="revolute"><parent link="b"/><child link="c"/><limit lower="-inf" upper="inf" effort="5" velocity="2"/></joint></robot>
END
is 'a limit that is missing is 0, and inf is none' 'limits (0, 1) rad' "$("$RIGIDC" import "$SCRATCH/one.urdf" 2>/dev/null | grep -o 'limits [^;}]*rad')"
cat >"$SCRATCH/light.urdf" <<'END'
<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<gazebo reference="a"><turnGravityOff>true</turnGravityOff></gazebo></robot>
END
is 'a link without gravity in Gazebo is told' 1 "$("$RIGIDC" check "$SCRATCH/light.urdf" 2>&1 | grep -c "warning: 1 link without gravity in Gazebo: .*('a')")"
ok 'limits are in the header' sh -c "'$RIGIDC' compile tests/grammar/urdf/joints-of-all-types.urdf 2>/dev/null | grep -q '0.25'"

# --- import ---

for file in tests/grammar/urdf/*.urdf ${RIGIDC_ROBOTS:+"$RIGIDC_ROBOTS"/*.urdf}; do
	options=$(sed -n '2s/^<?options \(.*\)?>$/\1/p' "$file")
	case $options in *--lock*) continue ;; esac
	name=$(basename "$file" .urdf)
	"$RIGIDC" import "$file" $options -o "$SCRATCH/$name.rig" 2>"$SCRATCH/err" || continue
	if grep -q '\[loop-open\]$' "$SCRATCH/err"; then # functions of the open tree have values
		exits "import of $name is right, but for its loops" 0 "$RIGIDC" check -f rnea "$SCRATCH/$name.rig"
		continue
	fi
	exits "import of $name is right" 0 "$RIGIDC" check "$SCRATCH/$name.rig"
	exits "import of $name has the layout of fmt" 0 "$RIGIDC" fmt --check "$SCRATCH/$name.rig"
	set -- $(sizes "$SCRATCH/$name.rig")
	[ "$2" -gt 0 ] || continue
	alike "import of $name" "$file" "$SCRATCH/$name.rig" $options
done
for name in joints-of-all-types mimic-with-offset angles-in-an-import; do
	cp "tests/grammar/urdf/$name.urdf" "$SCRATCH/robot.urdf"
	"$RIGIDC" import --keep=damping "$SCRATCH/robot.urdf" 2>/dev/null | sed '1s/+[^ ]*$/./' >"$SCRATCH/robot.rig"
	ok "$name reads as it should" diff -u "tests/grammar/urdf/$name.rig" "$SCRATCH/robot.rig"
done

cat tests/grammar/urdf/mimic.urdf | "$RIGIDC" import - >"$SCRATCH/piped.rig" 2>"$SCRATCH/err"
exits 'import from standard input' 0 "$RIGIDC" check "$SCRATCH/piped.rig"
is 'check from standard input' 'exit 0' "exit $("$RIGIDC" check --from=urdf - <tests/grammar/urdf/mimic.urdf >/dev/null 2>&1; echo $?)"
cp tests/grammar/urdf/mimic.urdf "$SCRATCH/mimic.xml"
exits 'another ending' 0 "$RIGIDC" check --from=urdf "$SCRATCH/mimic.xml"
exits 'a .rig file by its option' 1 "$RIGIDC" check --from=rig tests/grammar/urdf/mimic.urdf
cp tests/grammar/urdf/mimic.urdf "$SCRATCH/robot.urdf.xacro"
exits 'a .xacro file without macros' 0 "$RIGIDC" check "$SCRATCH/robot.urdf.xacro"
exits 'import writes .rig files only' 2 "$RIGIDC" import tests/grammar/urdf/mimic.urdf -o "$SCRATCH/mimic.urdf"
exits 'import of --from=rig' 2 "$RIGIDC" import --from=rig tests/grammar/urdf/mimic.urdf
exits 'import takes no --lock' 2 "$RIGIDC" import --lock a tests/grammar/urdf/mimic.urdf
echo old >"$SCRATCH/old.rig"
exits 'import of a faulty robot' 1 "$RIGIDC" import tests/grammar/urdf/two-roots.urdf -o "$SCRATCH/old.rig"
is 'leaves the old file' old "$(cat "$SCRATCH/old.rig")"
exits 'import to a directory' 2 "$RIGIDC" import tests/grammar/urdf/mimic.urdf -o "$SCRATCH"
for value in x '' -1 1 nan 1e-3x; do
	exits "--snap-angles=$value" 2 "$RIGIDC" check "--snap-angles=$value" tests/grammar/urdf/mimic.urdf
done
for option in --base=free --keep=damping --keep=rotors --sensor=a --snap-angles=1e-5; do
	exits "$option of a .rig file" 2 "$RIGIDC" check $option "$SCRATCH/mimic.rig"
done
exits 'snapping in compile' 0 "$RIGIDC" compile --snap-angles=1e-5 tests/grammar/urdf/angle-snapped.urdf
ok 'says what it saves' grep -E '^rigidc: snapping 2 angles saves [0-9]+ of [0-9]+ operations in rnea, [0-9]+ of [0-9]+ operations in crba$' "$SCRATCH/err"
ok 'and what each angle was' grep -F "roll of joint 'hinge', 1.5708, is taken as 90 deg" "$SCRATCH/err"
exits 'snapping in info, from standard input' 0 sh -c "'$RIGIDC' info --from=urdf --snap-angles=1e-5 -f crba - <tests/grammar/urdf/angle-snapped.urdf"
ok 'says what it saves' grep -E '^rigidc: snapping 2 angles saves [0-9]+ of [0-9]+ operations in crba$' "$SCRATCH/err"
exits 'nothing to snap' 0 "$RIGIDC" compile --snap-angles=1e-5 tests/grammar/urdf/angle-of-a-quarter-turn.urdf
ok 'says nothing' test ! -s "$SCRATCH/err"

# --- bytes ---

# told NAME CHECK: $SCRATCH/x.urdf gets this diagnostic alone, or none, in time
told() {
	bounded "$RIGIDC" check "$SCRATCH/x.urdf" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
	code=$?
	is "$1" "$("$RIGIDC" --list=checks | grep -c "^$2  *error") $2" "$code $(sed -n 's/^.*:[0-9]*:[0-9]*: [a-z]*: .*\[\([a-z-]*\)\]$/\1/p' "$SCRATCH/err" | sort | uniq | tr '\n' ' ' | sed 's/ $//')"
}

# text NAME CHECK TEXT: the same of a text in printf's escapes
text() {
	printf "$3" >"$SCRATCH/x.urdf"
	told "$1" "$2"
}
LINK='<link name="a"/>'
text 'byte order mark' '' "\357\273\277<?xml version=\"1.0\"?>\n<robot name=\"t\">$LINK</robot>"
text 'a fault behind a byte order mark' xml "\357\273\277<robot name=\"t\">$LINK\n</robt>"
is 'has its place' 2:3 "$(sed -n 's/.*urdf:\([0-9]*:[0-9]*\): error.*/\1/p' "$SCRATCH/err")"
text 'UTF-16' encoding '\377\376<\000r\000/\000>\000'
text 'NUL' encoding "<robot name=\"t\">\000$LINK</robot>\000"
text 'Latin-1' encoding "<robot name=\"Gr\374n\">$LINK</robot>"
text 'Latin-1 in a comment' unread-bytes "<robot name=\"t\"><!-- Gr\374n > \"-->$LINK</robot>"
text 'Latin-1 after a comment' encoding "<robot name=\"t\"><!-- Gr\374n -->$LINK<link name=\"Gr\374n\"/></robot>"
text 'Latin-1 in a value with a comment' encoding "<robot name=\"<!-- Gr\374n -->\">$LINK</robot>"
text 'declared Latin-1' encoding "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><robot name=\"t\">$LINK</robot>"
text 'declared UTF-16' encoding "<?xml version=\"1.0\" encoding=\"UTF-16\"?><robot name=\"t\">$LINK</robot>"
text 'declared utf-8' '' "<?xml version=\"1.0\" encoding=\"utf-8\"?><robot name=\"t\">$LINK</robot>"
text 'bidirectional control' bidirectional-control "<robot name=\"t\"><!-- \342\200\256 -->$LINK</robot>"
text 'carriage returns' '' "<robot name=\"t\">\r\n$LINK\r</robot>\r"
text 'a fault in a value over lines' bad-number "<robot name=\"t\"><link name=\"b\"/>$LINK<joint name=\"j\" type=\"fixed\"><parent link=\"b\"/><child link=\"a\"/><origin xyz=\"1\r\n2\r\nz\"/></joint></robot>"

# --- names ---

# evil NAME TEXT: the text, as it stands in an attribute, names robot, links and joint; the C compiles, and the
# import is the same robot
evil() {
	cat >"$SCRATCH/evil.urdf" <<END
<robot name="$2"><link name="$2"/><link name="$2 b"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="$2 tip"/><joint name="$2 w" type="fixed"><parent link="$2 b"/><child link="$2 tip"/></joint>
<joint name="$2" type="revolute"><parent link="$2"/><child link="$2 b"/></joint></robot>
END
	exits "compiles: $1" 0 "$RIGIDC" compile -o "$SCRATCH/evil.h" "$SCRATCH/evil.urdf"
	ok "is C: $1" "$CC" -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c "$SCRATCH/evil.h"
	exits "is imported: $1" 0 "$RIGIDC" import -o "$SCRATCH/evil.rig" "$SCRATCH/evil.urdf"
	"$RIGIDC" info "$SCRATCH/evil.urdf" --search=none >"$SCRATCH/a" 2>/dev/null
	"$RIGIDC" info "$SCRATCH/evil.rig" --search=none >"$SCRATCH/b" 2>/dev/null
	is "keeps its numbers: $1" "$(grep -E '^(rnea|crba)' "$SCRATCH/a")" "$(grep -E '^(rnea|crba)' "$SCRATCH/b")"
	is "keeps its name: $1" "$(head -n 1 "$SCRATCH/a")" "$(head -n 1 "$SCRATCH/b")"
}
evil 'end of a comment' '*/ int x; /*'
evil 'slashes' '// /*'
evil 'trigraph' '??/ ??('
evil 'printf' '%n%s%1000000c'
evil 'quotes' '&quot;;system(&quot;id&quot;);&apos;'
evil 'backslash' 'a\'
evil 'newline' 'a&#10;#error here'
evil 'carriage return and tab' 'a&#13;#error&#9;here'
evil 'bidirectional override by number' 'a&#x202E;b'
evil 'C1 control by number' 'a&#x9b;2J'
evil 'keyword of C' int
evil 'keyword of the language' body
evil 'word kept for later' param
evil 'unit' kg
evil 'axis' x
evil 'constant' pi
evil 'digit first' 1a
evil 'blanks' '  '
evil 'emoji' '🤖'

cp tests/grammar/urdf/mimic.urdf "$SCRATCH/*
int x;.urdf"
exits 'a file name that ends comments' 0 "$RIGIDC" import "$SCRATCH/*
int x;.urdf" -o "$SCRATCH/named.rig"
exits 'is right' 0 "$RIGIDC" compile "$SCRATCH/named.rig" -o "$SCRATCH/named.h"
ok 'is C' "$CC" -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c "$SCRATCH/named.h"

# --- memory ---

if fail_builds; then
	mkdir "$SCRATCH/made"
	: >"$SCRATCH/in"
	FILE=$SCRATCH/made/old.rig
	is 'each allocation may fail' '' "$(fail_each allocation 'rigidc: out of memory' "$FILE" \
	    "$RIGIDC" import tests/grammar/urdf/joints-of-all-types.urdf -o "$FILE")"
	ok 'there are some' test "$(cat "$SCRATCH/count")" -gt 20
else
	skip 'each allocation may fail' 'malloc cannot be replaced here'
fi

# --- sizes ---

# With little stack and time less is enough: what recursed would need 5 bytes of stack a level for 2e5 levels, and what grows like
# the square, many seconds.
usual=${RIGIDC_TIMEOUT:-60}
RIGIDC_STACK=1024 RIGIDC_TIMEOUT=$((usual / 4))

# large NAME CHECK PROGRAM: told of what an awk program prints
large() {
	awk "$3" </dev/null >"$SCRATCH/x.urdf"
	told "$1" "$2"
	rm -f "$SCRATCH/x.urdf"
}
ONE='function link(name) { print "<link name=\"" name "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>" }
function joint(name, on, of) { print "<joint name=\"" name "\" type=\"revolute\"><parent link=\"" on "\"/><child link=\"" of "\"/></joint>" }'
large 'elements 2e5 deep' too-deep 'BEGIN { print "<robot name=\"t\">"; for (i = 0; i < 2e5; i++) printf "<a>"; for (i = 0; i < 2e5; i++) printf "</a>"; print "</robot>" }'
large 'elements 2e5 deep, not closed' too-deep 'BEGIN { print "<robot name=\"t\">"; for (i = 0; i < 2e5; i++) printf "<a>" }'
large 'elements 1000 deep' element-ignored 'BEGIN { print "<robot name=\"t\"><link name=\"a\"/>"; for (i = 0; i < 999; i++) printf "<a>"; for (i = 0; i < 999; i++) printf "</a>"; print "</robot>" }' 2>/dev/null
large 'an element of 2e4 attributes' attribute-ignored 'BEGIN { print "<robot name=\"t\"><link name=\"a\""; for (i = 0; i < 2e4; i++) print "a" i "=\"1\""; print "/></robot>" }'
large 'a comment of 1e7 bytes' '' 'BEGIN { print "<robot name=\"t\"><link name=\"a\"/><!--"; for (i = 0; i < 1e6; i++) print "aaaaaaaaa"; print "--></robot>" }'
large 'a name of 2e5 letters' bad-name 'BEGIN { printf "<robot name=\"t\"><link name=\""; for (i = 0; i < 2e5; i++) printf "a"; print "\"/></robot>" }'
large 'a number of 2e5 digits' number-range "$ONE"' BEGIN { print "<robot name=\"t\"><link name=\"w\"/><link name=\"a\"><inertial><mass value=\""; for (i = 0; i < 2e5; i++) printf "1"; print "\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>"; joint("j", "w", "a"); print "</robot>" }'
large 'a ring of 2e4 links' parent-cycle "$ONE"' BEGIN { print "<robot name=\"t\">"; for (i = 0; i < 2e4; i++) { link("l" i); joint("j" i, "l" i, "l" (i + 1) % 2e4) } print "</robot>" }'
large '2e4 roots' two-roots "$ONE"' BEGIN { print "<robot name=\"t\">"; for (i = 0; i < 2e4; i++) link("l" i); print "</robot>" }'
large '2e4 names that are one' duplicate "$ONE"' BEGIN { print "<robot name=\"t\">"; for (i = 0; i < 2e4; i++) link("l"); print "</robot>" }'
large '2e4 unknown parents' unknown-parent "$ONE"' BEGIN { print "<robot name=\"t\">"; for (i = 0; i < 2e4; i++) { link("l" i); joint("j" i, "m" i, "l" i) } print "</robot>" }'
large '2e4 kinds of unknown elements' 'element-ignored misnamed' 'BEGIN { print "<robot name=\"t\"><link name=\"a\"/>"; for (i = 0; i < 2e4; i++) print "<lnk" i "/>"; print "</robot>" }'
# the half of them backwards
large 'a chain of 3e4 links' '' "$ONE"' BEGIN { print "<robot name=\"t\">"
	for (k = 0; k <= 3e4; k++) { i = k < 15000 ? k : 45000 - k; link("l" i); if (i) joint("j" i, "l" i - 1, "l" i) } print "</robot>" }'
# A star of links. The left and the right name of each pair fall into one slot of the compiler's table, whatever follows
large '3e4 names that collide' '' "$ONE"' BEGIN {
	n = split("rjxzte fegims zcezmq ibcwhe zmvccc hjjxxp rpbeoz jixmth mydrsr evjcel skwejk gpxroq lyfcdf ntztpn " \
	          "xkttzm aiuqdp oxibnj vetvti edsfbr rlnyly aosvhh vuxwre bhzcjt zgpgwb zwivra amrgtl fyvuhb ypmhuy " \
	          "uggjpv vyhhwk hemoef jutrpq gjvtqw fzunvj", pair, " ")
	print "<robot name=\"t\"><link name=\"root\"/>"
	for (i = 0; i < 3e4; i++) {
		name = ""
		for (k = 0; 2 * k < n; k++)
			name = name pair[2 * k + 1 + int(i / 2 ^ k) % 2]
		link(name)
		joint(name, "root", name)
	}
	print "</robot>"
}'
awk 'BEGIN { s = "          "; for (i = 0; i < 10; i++) s = s s; for (i = 0; i < 6600; i++) print s }' >"$SCRATCH/x.urdf"
told 'longer than 64 MiB' too-large

finish
