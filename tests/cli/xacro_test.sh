#!/bin/sh
# Files that end in .xacro: the program xacro of PATH expands them, never one of the current folder; without it the message says
# what to do. The xacro here is a script that the test writes; the real one too, if it is installed.
. tests/tap.sh
LC_ALL=C
export LC_ALL
command=$(cd "$(dirname "$RIGIDC")" && pwd)/rigidc

mkdir "$SCRATCH/bin" "$SCRATCH/work"
cat >"$SCRATCH/bin/xacro" <<'SH'
#!/bin/sh
echo "$# $1" >"$(dirname "$0")/asked"
[ "$(sed -n '/fails/p' "$1")" ] && { echo 'warning: old' >&2; printf 'error: no such macro \033[1mleg\nwhen processing file: bad.xacro\n\nCheck that:\n - it is well formed\n' >&2; exit 2; }
sed 's/\${mass}/3/; /xacro:property/d' "$1"
SH
chmod +x "$SCRATCH/bin/xacro"
cat >"$SCRATCH/work/arm.urdf.xacro" <<'URDF'
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:property name="mass" value="3"/>
<link name="base"/><joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint>
<link name="arm"><inertial><mass value="${mass}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>
URDF
# the folders of PATH without a xacro of the machine
plain=
for folder in $(echo "$PATH" | tr : ' '); do [ -x "$folder/xacro" ] || plain=$plain:$folder; done
plain=${plain#:}

# says PATH ARGUMENT...: exit code and messages, in the folder of the file
says() {
    says_path=$1
    shift
    (cd "$SCRATCH/work" && PATH=$says_path "$command" "$@" 2>&1 >"$SCRATCH/out"; echo "exit $?") | sed 's/^ *\^~*$//; /^ *$/d'
}
is 'it is expanded' 'exit 0' "$(says "$SCRATCH/bin:$plain" check arm.urdf.xacro -W no-bolted-root)"
is 'by one argument' '1 arm.urdf.xacro' "$(cat "$SCRATCH/bin/asked")"
says "$SCRATCH/bin:$plain" import arm.urdf.xacro >"$SCRATCH/err"
is 'with its numbers' 'mass    3 kg' "$(sed -n 's/^ *\(mass .*\)/\1/p' "$SCRATCH/out")"
ok 'the source is named as expanded' grep -q 'Imported from .*arm.urdf.xacro' "$SCRATCH/out"
is 'compile, too' 'exit 0' "$(says "$SCRATCH/bin:$plain" compile arm.urdf.xacro -f rnea | tail -n 1)"
is 'a report, too' 'exit 0' "$(says "$SCRATCH/bin:$plain" report arm.urdf.xacro -f rnea -o arm.html | tail -n 1)"

without="arm.urdf.xacro:2:1: error: <xacro:property> belongs to xacro, which has yet to expand this file [xacro]
    help: xacro expands it: xacro arm.urdf.xacro > arm.urdf
exit 1"
is 'without xacro the message names it' "$without" "$(says "$plain" check arm.urdf.xacro | sed '/^    </d; /^1 error/d')"
cp "$SCRATCH/bin/xacro" "$SCRATCH/work/xacro"
rm -f "$SCRATCH/work/asked"
for path in ".:$plain" ":$plain" "$plain:" "../work:$plain"; do
    is "never of the current folder: ${path%"$plain"*}" "$without" "$(says "$path" check arm.urdf.xacro | sed '/^    </d; /^1 error/d')"
done
ok 'it did not run' test ! -e "$SCRATCH/work/asked"
is 'later folders of PATH count' 'exit 0' "$(says ".:$plain:$SCRATCH/bin" check arm.urdf.xacro -W no-bolted-root)"

sed 's/name="arm"/name="fails"/' "$SCRATCH/work/arm.urdf.xacro" >"$SCRATCH/work/bad.xacro"
is 'what xacro says of a mistake' 'rigidc: xacro cannot expand bad.xacro: error: no such macro \x1B[1mleg
exit 2' "$(says "$SCRATCH/bin:$plain" check bad.xacro)"
cp "$SCRATCH/work/arm.urdf.xacro" "$SCRATCH/work/-arm.xacro"
says "$SCRATCH/bin:$plain" check ./-arm.xacro -W no-bolted-root >"$SCRATCH/err"
is 'a name like an option' 'exit 0' "$(cat "$SCRATCH/err")"
cp "$SCRATCH/work/arm.urdf.xacro" "$SCRATCH/work/a:=b.xacro"
is 'a name like an argument is not given to it' 'exit 1' "$(says "$SCRATCH/bin:$plain" check a:=b.xacro | tail -n 1)"
cp "$SCRATCH/work/arm.urdf.xacro" "$SCRATCH/work/arm.urdf"
rm -f "$SCRATCH/bin/asked"
printf 'model m\ninclude "arm.urdf.xacro"\n' >"$SCRATCH/work/includes.rig"
is 'an included file is not expanded, and the message has the command' '    help: xacro expands it: xacro arm.urdf.xacro > arm.urdf' \
    "$(says "$SCRATCH/bin:$plain" check includes.rig | grep help)"
is 'another ending is not expanded' 'exit 1' "$(says "$SCRATCH/bin:$plain" check arm.urdf | tail -n 1)"
ok 'nor run' test ! -e "$SCRATCH/bin/asked"

# the language server reads what others write, and runs nothing for it
if [ "$plain" = "$PATH" ]; then
    skip 'the real xacro' 'it is not installed'
else
    cat >"$SCRATCH/work/real.xacro" <<'URDF'
<robot name="real" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="mass" value="${1 + 2}"/>
<xacro:macro name="leg" params="n"><link name="leg${n}"><inertial><mass value="${mass}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j${n}" type="continuous"><parent link="base"/><child link="leg${n}"/><axis xyz="0 0 1"/></joint></xacro:macro>
<link name="base"/><xacro:leg n="1"/><xacro:leg n="2"/></robot>
URDF
    says "$PATH" import real.xacro >"$SCRATCH/err"
    is 'the real xacro' 2 "$(grep -c 'mass    3' "$SCRATCH/out")"
    sed 's/{1 + 2}/{one}/' "$SCRATCH/work/real.xacro" >"$SCRATCH/work/wrong.xacro"
    is 'its mistakes' "rigidc: xacro cannot expand wrong.xacro: error: name 'one' is not defined
exit 2" "$(says "$PATH" check wrong.xacro)"
fi
finish
