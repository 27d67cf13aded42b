#!/bin/sh
# What eval says of its numbers: which were expected, and why a result is none.
. tests/tap.sh

cat >"$SCRATCH/arm.rig" <<'END'
model arm
body upper on world {
  joint shoulder : revolute(y)
  mass 1 kg
  com (0, 0, -0.5 m)
}
body lower on upper at (0, 0, -1 m) {
  joint slide : prismatic(x)
  mass 1 kg
}
END
# a mechanism that cannot be assembled beyond x = 1
cat >"$SCRATCH/root.rig" <<'END'
model root
joint arc(turn) { translate (sqrt(1 - turn^2) * 1 m, 0, 0); rotate z by turn }
body bar on world {
  joint hinge : arc
  mass 1 kg
}
END

# says NAME MODEL OPTIONS INPUT WARNING: exit 0 and that on standard error, or nothing
says() {
	printf "$4" | "$RIGIDC" eval "$SCRATCH/$2.rig" -f rnea $3 >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "$1: exit" 0 $?
	is "$1" "$5" "$(cat "$SCRATCH/err")"
	is "$1: all lines are written" "$(printf "$4" | wc -l)" "$(wc -l <"$SCRATCH/out")"
}

for jit in none tcc; do
	says 'numbers' arm --jit=$jit '1 2 3 4 5 6\n' ''
	says 'NaN goes in' arm --jit=$jit '1 2 3 4 5 6\n1 2 nan 4 5 6\n' 'stdin:2: warning: a result is not a number: qd[0] is nan'
	says 'an infinity goes in' arm --jit=$jit ' -inf 2 3 4 5 6\n' 'stdin:1: warning: a result is not a number: q[0] is -inf'
	says 'an angle without libm' arm "--jit=$jit --sincos=inline" '1e16 2 3 4 5 6\n' \
	    'stdin:1: warning: a result is not a number: q[0] is 1e+16 rad, too large an angle but for --sincos=libm'
	says 'in float' arm "--jit=$jit --sincos=inline --real=float" '1e7 2 3 4 5 6\n' \
	    'stdin:1: warning: a result is not a number: q[0] is 1e+07 rad, too large an angle but for --sincos=libm'
	says 'a number beyond float' arm "--jit=$jit --real=float" '1e300 2 3 4 5 6\n' \
	    'stdin:1: warning: a result is not a number: q[0] is 1e+300'
	says 'the same angle by libm' arm "--jit=$jit --sincos=libm" '1e16 2 3 4 5 6\n' ''
	says 'a large length is no angle' arm "--jit=$jit --sincos=inline" '1 1e18 3 4 5 6\n' ''
	says 'nothing that went in' root --jit=$jit '2 1 1\n' 'stdin:1: warning: a result is not a number'
done

# nothing has mass: there is no centre of it, and all else is as ever
cat >"$SCRATCH/ghost.rig" <<'END'
model ghost
body upper on world { joint shoulder : revolute(y) }
body lower on upper at (0, 0, -1 m) { joint elbow : revolute(y) }
END
for options in --jit=none --jit=tcc --jit=cc '--jit=tcc --real=float' '--jit=cc --real=float'; do
	is "without mass: $options" '0 nan nan nan nan nan nan nan nan nan 0 0 0 0 0 0' \
	    "$(echo 1 2 3 4 | "$RIGIDC" eval "$SCRATCH/ghost.rig" -f c=com+jcom+momentum $options 2>/dev/null)"
done

yes 'nan 2 3 4 5 6' | head -n 1000 | "$RIGIDC" eval "$SCRATCH/arm.rig" -f rnea >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'of many lines it is said ten times' 11 "$(wc -l <"$SCRATCH/err")"
is 'and then no more' 'stdin:11: warning: a result is not a number again; of later lines this is not said' \
    "$(tail -n 1 "$SCRATCH/err")"
is 'they are written' 1000 "$(wc -l <"$SCRATCH/out")"

# --- data on standard output, messages on standard error ---

# apart NAME CODE ROWS INPUT OPTIONS: so many rows, which are numbers, on standard output; on standard error only messages
apart() {
	name=$1 code=$2 rows=$3 input=$4
	shift 4
	printf "$input" | "$RIGIDC" eval "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "$name: exit" "$code" $?
	is "$name: rows" "$rows" "$(wc -l <"$SCRATCH/out")"
	is "$name: nothing but numbers" '' "$(grep -v '^[-+0-9.e, naif]*$' "$SCRATCH/out")"
	ok "$name: the messages" grep -q -e "$wanted" "$SCRATCH/err"
}
one=$SCRATCH/one.rig
printf 'model one\ngravity (0, 0, 0)\nbody bar on world { joint j : revolute(z) { armature 1 kg m^2 } }\n' >"$one"
wanted='^stdin:3: error: .x. is not a number'
apart 'a word after two rows' 1 2 '1 2 3\n4 5 6\nx\n7 8 9\n' "$one" -f rnea
wanted='^stdin:2: error: 2 numbers, expected 3'
apart 'a short row' 1 1 '1 2 3\n4 5\n7 8 9\n' "$one" -f rnea
wanted='^stdin:2: warning: a result is not a number'
apart 'a result that is no number' 0 3 '1 2 3\n4 nan nan\n7 8 9\n' "$one" -f rnea
is 'NaN has no sign' 'stdin:2: warning: a result is not a number: q[0] is nan' \
    "$(printf 'a\n-1\n' | "$RIGIDC" eval examples/double_pendulum.rig -f gravity --map 'q.q1 = sqrt(a)' --map 'q.q2 = 0' 2>&1 >/dev/null)"
wanted='^stdin:2: warning: the quaternion of joint .base. has length 2'
printf 'model free\nbody hull on world { joint base : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n' >"$SCRATCH/free.rig"
apart 'a quaternion that is too long' 0 2 '0 0 0 0 0 0 1\n0 0 0 0 0 0 2\n' "$SCRATCH/free.rig" -f com
wanted='^stdin:1: warning: the quaternion of joint .base. has length 3, not 1'
apart 'the second of two states' 0 1 '0 0 0 0 0 0 1 0 0 0 0 0 0 3\n' "$SCRATCH/free.rig" -f difference
is 'normalize takes quaternions of any length' '0 0 0 0 0 0 1' "$(echo 0 0 0 0 0 0 2 | "$RIGIDC" eval "$SCRATCH/free.rig" -f normalize 2>&1)"
state='0.1 -0.2 0.3 0.4 0.5 0.6' place='0.3 0.2 0.1 0.01'
wanted='^stdin:1: warning: R is no rotation: R^T R differs from the identity by 1$'
apart 'a wanted rotation of zeros' 0 1 "$state 0 0 0 0 0 0 0 0 0 $place\n" examples/ur5.rig -f ik:tool0
wanted='^stdin:1: warning: R is no rotation: it is a reflection'
apart 'a reflection' 0 1 "$state 1 0 0 0 1 0 0 0 -1 $place\n" examples/ur5.rig -f ik:tool0
is 'a rotation with seven digits is one' '' "$(echo "$state 0.8660254 -0.5 0 0.5 0.8660254 0 0 0 1 $place" | "$RIGIDC" eval examples/ur5.rig -f ik:tool0 2>&1 >/dev/null)"
yes '0 0 0 0 0 0 2' | head -n 1000 | "$RIGIDC" eval "$SCRATCH/free.rig" -f com >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'a thousand quaternions that are too long: ten warnings and one more' '1000 11' "$(cat "$SCRATCH/out" | wc -l) $(cat "$SCRATCH/err" | wc -l)"
wanted='^stdin:3: error: .x. in column .q.j. is not a number'
apart 'a word in a column' 1 1 'q.j\n1\nx\n2\n' "$one" -f crba
wanted='^stdin:3: warning: q.j jumps by'
apart 'an angle that jumps' 0 2 'q.j\n3\n-3\n' "$one" -f crba
wanted='^stdin:1:1: error: 2 columns are missing \[unknown-column\]$'
apart 'missing columns' 1 0 'q.j\n1\n' "$one" -f rnea
ok '  the help names the list of columns' grep -q -e "--help=columns describes all; missing:" "$SCRATCH/err"
wanted='^stdin:4: error: .nan. in column .q.j. is not finite'
apart 'a series that breaks off' 1 0 't,q.j\n0,1\n1,2\n2,nan\n3,4\n' "$one" -f crba --differentiate
wanted='^rigidc: --filter and --differentiate need at least 4 rows'
apart 'a series of two rows' 2 0 't,q.j\n0,1\n1,2\n' "$one" -f crba --differentiate
wanted='redundant-joints\|massless'
printf 'model two\nbody a on world { joint i : revolute(z) }\nbody b on a { joint j : revolute(z); mass 1 kg }\n' >"$SCRATCH/two.rig"
apart 'warnings of the model' 0 1 '1 2\n' "$SCRATCH/two.rig" -f crba

# expected NAME COUNT OPTIONS: what a line of one number is answered with
expected() {
	echo 1 | "$RIGIDC" eval "$SCRATCH/arm.rig" $3 >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "$1: exit" 1 $?
	is "$1" "stdin:1: error: 1 numbers, expected $2" "$(cat "$SCRATCH/err")"
}
expected 'inputs' '6: q[2] qd[2] qdd[2]' '-f rnea'
expected 'inputs with wrenches' '18: q[2] qd[2] qdd[2] f_ext[12]' '-f rnea --wrench=all'
expected 'inputs with sines' '8: q[2] qd[2] qdd[2] sc[2]' '-f rnea --sincos=given'
expected 'one input' '2: q[2]' '-f crba'

# --- a pose alone: at rest, without forces ---

printf 'pose up { j = 0.5 }\n' >>"$one"
for f in rnea fd energy bias; do
	zeros=$(case $f in energy | bias) echo 0 ;; *) echo 0 0 ;; esac)
	is "$f at a pose" "$(echo "@up $zeros" | "$RIGIDC" eval "$one" -f $f 2>&1)" "$(echo @up | "$RIGIDC" eval "$one" -f $f 2>&1)"
done
is 'wrenches at a pose' "$(echo @up 0 0 0 0 0 0 0 0 | "$RIGIDC" eval "$one" -f rnea --wrench=bar 2>&1)" "$(echo @up | "$RIGIDC" eval "$one" -f rnea --wrench=bar 2>&1)"
wanted='^stdin:1: error: 2 numbers, expected 3'
apart 'a pose and a part of the rest' 1 0 '@up 1\n' "$one" -f rnea
wanted='^stdin:1: error: 1 numbers, expected 4: q.1. qd.1. tau.1. dt.1.'
apart 'a time step is no zero' 1 0 '@up\n' "$one" -f step:rk4
# --- several functions ---

for pair in 'fk:tool0,com fk:tool0+com' 'fk:tool0,fk:wrist_1_link fk:tool0+fk:wrist_1_link' 'gravity,fk:"wrist_1_link" gravity+fk:wrist_1_link'; do
    is "eval -f ${pair% *}" "$(echo 0.1 0.2 0.3 0.4 0.5 0.6 | "$RIGIDC" eval examples/ur5.rig -f "one=${pair#* }")" \
        "$(echo 0.1 0.2 0.3 0.4 0.5 0.6 | "$RIGIDC" eval examples/ur5.rig -f "${pair% *}")"
done
is 'frames are told apart in the header' 'p.tool0.x p.wrist_1_link.x' \
    "$("$RIGIDC" eval examples/ur5.rig -f fk:tool0,fk:wrist_1_link --header </dev/null | tr , '\n' | grep 'p.*x$' | xargs)"
exits 'a name beside another function' 2 "$RIGIDC" eval examples/ur5.rig -f both=rnea+crba,com
# --- @start exists for every model ---

start_of() { echo @start | "$RIGIDC" eval "$@" 2>"$SCRATCH/err"; }
printf 'model a\nbody b on world { joint j : revolute(y); mass 1 kg; com (1, 0, 0) m }\n' >"$SCRATCH/plain.rig"
is '@start without such a pose: 0' "$(echo 0 | "$RIGIDC" eval "$SCRATCH/plain.rig" -f gravity)" "$(start_of "$SCRATCH/plain.rig" -f gravity)"
printf 'pose start { j = 90 deg }\n' >>"$SCRATCH/plain.rig"
is '@start is a pose of the model first' "$(echo 1.5707963267948966 | "$RIGIDC" eval "$SCRATCH/plain.rig" -f gravity)" "$(start_of "$SCRATCH/plain.rig" -f gravity)"
is '@start of quaternions' "$(echo 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 | "$RIGIDC" eval examples/solo12.rig -f com)" "$(start_of examples/solo12.rig -f com)"
ok '@start closes loops' sh -c "echo @start | '$RIGIDC' eval examples/loops/fivebar.rig -f closure | tr ' ' '\\n' | awk '\$1 > 1e-9 || \$1 < -1e-9 { bad = 1 } END { exit bad || !NR }'"
exits 'sim --pose=start' 0 "$RIGIDC" sim examples/cart_pole.rig --pose start --time 0.1 --dt 0.1
finish
