#!/bin/sh
# sim against closed forms: a pendulum's period, free fall, a body that turns freely, a spring; what is said of inputs; what
# stops it.
. tests/tap.sh
. tests/cli/rows.sh

# sim MODEL ARGUMENTS...: its rows, and what it says in $SCRATCH/err
sim() { "$RIGIDC" sim "$@" 2>"$SCRATCH/err"; }

cat >"$SCRATCH/pendulum.rig" <<'END'
model pendulum
param weight = 1 kg
body bob on world { joint swing : revolute(y) { limits (-3, 3) }
  mass weight
  com (0, 0, -1 m) }
END
sim "$SCRATCH/pendulum.rig" --time "$period" --dt "$period" --q 1 >"$SCRATCH/rows"
near 'a pendulum is back after its period' 1 "$(last 2)" 1e-9
near 'and still there' 0 "$(last 3)" 1e-8
is 'the names of the columns' 't,q.swing,qd.swing,tau.swing,kinetic,potential' "$(head -n 1 "$SCRATCH/rows")"
ok 'it says what became of the energy' grep -q 'work of inputs 0 J' "$SCRATCH/err"

# the error falls by 2^4 where the step is halved
for step in 0.04 0.02; do
	sim "$SCRATCH/pendulum.rig" --time "$period" --dt "$period" --q 1 --method=rk4 --step "$step" >"$SCRATCH/rows"
	perl -e 'print abs($ARGV[0] - 1), "\n"' "$(last 2)"
done >"$SCRATCH/errors"
ratio=$(paste -s -d ' ' "$SCRATCH/errors" | awk '{ printf "%.1f", log($1 / $2) / log(2) }')
ok "the method is of fourth order: $ratio" perl -e 'exit !($ARGV[0] > 3.6 && $ARGV[0] < 5.4)' "$ratio"

# one that is pushed: the energy is what the input has done
sim "$SCRATCH/pendulum.rig" --time 2 --dt 1 --q 'swing = 60 deg' --tau 'swing = 3 N m * cos(2 rad/s * time) - swingd * 0.5 N m s' \
    --param weight=2kg >"$SCRATCH/rows"
near 'what neither energy nor input explains, J' 0 "$(sed -n 's/.*; the rest, \(.*\) J, is damping.*/\1/p' "$SCRATCH/err")" 1e-8
near 'an input is what its expression says' "$(tail -n 1 "$SCRATCH/rows" | perl -F, -ane 'print 3 * cos(4) - 0.5 * $F[2]')" "$(last 4)" 1e-12

cat >"$SCRATCH/stone.rig" <<'END'
model stone
body stone on world { joint root : free
  mass 2 kg
  inertia diag(0.1, 0.2, 0.25) kg m^2 }
END
sim "$SCRATCH/stone.rig" --time 2 --dt 0.5 --qd '(3, 0, 1, 0.5, 4, 0.1)' >"$SCRATCH/rows"
near 'a stone is thrown: x' 6 "$(last 2)" 1e-9
near 'and falls: z' "$(perl -e 'print 2 - 9.81 * 2')" "$(last 4)" 1e-9
near 'its quaternion is of unit length' 1 "$(tail -n 1 "$SCRATCH/rows" | perl -F, -ane 'print $F[4]**2 + $F[5]**2 + $F[6]**2 + $F[7]**2')" 1e-15
# angular momentum in the world stays: R J w, which is (0.05, 0.8, 0.025) at first
near 'and its angular momentum what it was' 0 "$(tail -n 1 "$SCRATCH/rows" | perl -F, -ane '
	my ($x, $y, $z, $w) = @F[4 .. 7]; my @L = (0.1 * $F[11], 0.2 * $F[12], 0.25 * $F[13]);
	my @R = ([1 - 2 * ($y**2 + $z**2), 2 * ($x * $y - $z * $w), 2 * ($x * $z + $y * $w)],
	         [2 * ($x * $y + $z * $w), 1 - 2 * ($x**2 + $z**2), 2 * ($y * $z - $x * $w)],
	         [2 * ($x * $z - $y * $w), 2 * ($y * $z + $x * $w), 1 - 2 * ($x**2 + $y**2)]);
	my @l = map { my $r = $_; $r->[0] * $L[0] + $r->[1] * $L[1] + $r->[2] * $L[2] } @R;
	print abs($l[0] - 0.05) + abs($l[1] - 0.8) + abs($l[2] - 0.025)')" 1e-9

cat >"$SCRATCH/spring.rig" <<'END'
model springs
gravity (0, 0, 0)
body a on world { joint x : prismatic(x) { spring 4 N/m } }
body b on a { joint y : prismatic(y) { spring 4 N/m }
  mass 1 kg }
END
# Hooke's ellipse, omega = 2
sim "$SCRATCH/spring.rig" --time 1 --dt 1 --q 'x = 1 m, y = 0' --qd '(0, 1)' >"$SCRATCH/rows"
near 'a mass on two springs: x' "$(perl -e 'print cos(2)')" "$(last 2)" 1e-9
near 'and y' "$(perl -e 'print sin(2) / 2')" "$(last 3)" 1e-9

# --- what stops it ---

exits 'what is no number' 1 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 2 --dt 0.05 --step 1e-2 --tau 'swing = 1 N m * sqrt(0.1 - time * 1 rad/s)'
ok 'is said, with the time and the joint' grep -q "stopped at 0.11 s: the motion of 'swing' is not a number" "$SCRATCH/err"
cat >"$SCRATCH/lock.rig" <<'END'
model lock
body a on world { joint yaw : revolute(z) }
body b on a { joint pitch : revolute(y) }
body c on b { joint roll : revolute(z); mass 1 kg; com (0.1, 0, 0) m; inertia diag(1, 2, 3) }
END
exits 'a motion that begins at gimbal lock' 1 "$RIGIDC" sim "$SCRATCH/lock.rig" --time 1 --dt 1
ok 'the reason is said' grep -q "stopped at 0 s: the motion of 'yaw' is not a number: M is singular: 'yaw' and 'roll' can move without any inertia" "$SCRATCH/err"
exits 'a time that is no multiple of the rows' 0 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 0.95 --dt 0.1
ok 'is said' grep -q 'the last row is at 0.9 s: --time, 0.95 s, is no multiple of --dt, 0.1 s' "$SCRATCH/err"
exits 'one that is, but for roundings' 0 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 0.9 --dt 0.3
ok 'is not mentioned' sh -c '! grep -q multiple "$1"' sh "$SCRATCH/err"
exits 'a limit' 1 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 2 --dt 0.1 --q 2 --qd 9
ok 'is said' grep -q "stopped at 0.1[0-9]* s: 'swing' is at 3, its limit" "$SCRATCH/err"
is 'the rows before stay, and one is there' 4 "$(wc -l <"$SCRATCH/out")"
exits '--without=limits goes on' 0 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 2 --dt 0.1 --q 2 --qd 9 --at-limit=ignore
cat >"$SCRATCH/fall.rig" <<'END'
model fall
body carriage on world { joint lift : prismatic(z) { limits (0, 1.1) m }; mass 2 kg }
END
exits 'a limit that it falls from' 1 "$RIGIDC" sim "$SCRATCH/fall.rig" --time 0.2 --dt 0.1
ok 'is one at once' grep -q "stopped at 0 s: 'lift' is at 0, its limit" "$SCRATCH/err"
exits 'a limit that it rests at' 0 "$RIGIDC" sim "$SCRATCH/fall.rig" --time 0.2 --dt 0.1 --tau 'lift = 19.62 N'
cat >"$SCRATCH/mimic.rig" <<'END'
model mimic
body a on world { joint crank : revolute(y) { limits (-3, 3) }
  mass 1 kg
  com (1 m, 0, 0) }
body b on a { joint rod : revolute(y) = 2 * crank { limits (-1, 1) }
  mass 1 kg
  com (1 m, 0, 0) }
END
exits 'limits of what other joints move' 0 "$RIGIDC" sim "$SCRATCH/mimic.rig" --time 0.1 --dt 0.1
ok 'are not watched, and that is said' grep -q "the limits of 'rod' are not watched" "$SCRATCH/err"

wrong() {
	what=$1 code=$2 said=$3
	shift 3
	exits "$what" "$code" "$RIGIDC" sim "$SCRATCH/pendulum.rig" "$@"
	ok "$what: says so" grep -q "$said" "$SCRATCH/err"
	is "$what: no rows" 0 "$(wc -l <"$SCRATCH/out")"
}
wrong 'no time' 2 'needs --time and --dt' --dt 1
wrong 'a time that is a length' 1 'a time' --time '1 m' --dt 1
wrong 'rows farther apart than it lasts' 2 'not longer' --time 1 --dt 2
wrong 'no step' 2 'above 0' --time 1 --dt 1 --step 0
# options are read before functions are made: these cannot be made
for option in '--dt -0' '--dt 0' '--step -0' '--q x' '--tau swing=1kg' '--pd up,1,1'; do
	# shellcheck disable=SC2086
	exits "$option is refused at once" "$(case $option in --dt* | --step*) echo 2 ;; *) echo 1 ;; esac)" \
	    env CC=false "$RIGIDC" sim "$SCRATCH/pendulum.rig" --jit=cc --time 1 --dt 1 $option
	ok "$option: says so" grep -q -e 'are above 0' -e "^${option%% *}:1:" "$SCRATCH/err"
done
wrong 'too many steps' 2 'more than' --time 1e9 --dt 1
wrong 'a joint that is not there' 1 "no coordinate 'swinh'" --time 1 --dt 1 --q 'swinh = 1'
wrong 'an angle in metres' 1 'plain number' --time 1 --dt 1 --q '1 m'
wrong 'too many numbers' 1 '1 numbers belongs here' --time 1 --dt 1 --q '(1, 2)'
wrong 'an angle in degrees without a word, as an error' 1 '30 rad is more than a full turn' --time 1 --dt 1 --q 'swing = 30' -Werror=large-angle
doubts() {
	sim "$SCRATCH/pendulum.rig" --time 0.1 --dt 0.1 --without=limits "$@" >"$SCRATCH/rows"
	grep -c 'warning.*more than a full turn' "$SCRATCH/err"
}
is 'an angle in degrees without a word is doubted' 1 "$(doubts --q 'swing = 30')"
is 'and moves all the same' 3 "$(wc -l <"$SCRATCH/rows")"
is 'all in one are too' 1 "$(doubts --q 30)"
is 'not so with a unit, nor as a velocity' 0 "$(doubts --q 'swing = 30 rad' --qd 'swing = 30')"
wrong 'a beginning that depends on time' 1 'begins with cannot depend' --time 1 --dt 1 --q 'swing = time * 1 rad/s'
wrong 'an input in N' 1 'a force' --time 1 --dt 1 --tau 'swing = 1 N'
wrong 'a beginning twice' 1 "'swing' is given twice" --time 1 --dt 1 --q 'swing = 1, swing = 2'
wrong 'nothing behind a comma' 1 "write --q 'NAME = EXPRESSION'" --time 1 --dt 1 --q 'swing = 1,'
wrong 'an input twice' 1 'given twice' --time 1 --dt 1 --tau 'swing = 1 N m' --tau 'swing = 2 N m'

# a joint that a loop leads has no coordinate; without loops `--phase loops` holds nothing
for option in '--q=crank_pin = 1' '--qd=pivot = 1' '--tau=pivot = 1 N m'; do
	exits "a joint of a closed form: $option" 1 "$RIGIDC" sim examples/loops/crank_rocker.rig --time 1 --dt 1 "$option"
	ok "a joint of a closed form: $option: says so" grep -q "is coupled to others: it has no coordinate of its own" "$SCRATCH/err"
done
is '--phase loops without loops' "$("$RIGIDC" sim examples/loops/crank_rocker.rig --time 0.1 --dt 0.1 2>"$SCRATCH/err")" \
	"$("$RIGIDC" sim examples/loops/crank_rocker.rig --time 0.1 --dt 0.1 --phase loops 2>"$SCRATCH/err")"

# a joint with several coordinates takes a vector, as in a pose
beginning() {
	"$RIGIDC" sim "$SCRATCH/stone.rig" --time 0.1 --dt 0.1 "$@" 2>"$SCRATCH/err" | sed -n 2p
}
is 'a vector of a free joint is its coordinates by name' \
	"$(beginning --q 'root.x = 0.1, root.z = 500 mm, root.qx = 0.6, root.qw = 0.8' --qd 'root.vy = 2, root.wz = 3')" \
	"$(beginning --q 'root = (0.1 m, 0, 500 mm, 0.6, 0, 0, 0.8)' --qd 'root = (0, 2, 0, 0, 0, 3)')"
exits 'too few numbers of a free joint' 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --q 'root = (0, 0, 1)'
ok 'too few numbers of a free joint: says so' grep -q 'a vector of 7 numbers belongs here, this has 3' "$SCRATCH/err"
exits 'a number for a free joint' 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --q 'root = 1'
exits 'a coordinate twice, by its joint' 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --qd 'root.vx = 1; root = (0, 0, 0, 0, 0, 0)'
ok 'a coordinate twice, by its joint: says so' grep -q "'root' is given twice" "$SCRATCH/err"
for q in 'root = (0, 0, 0, 0, 0, 0, 2)' 'root.qw = 0' '0 0 0 0.1 0 0 1'; do
	exits "no unit quaternion: $q" 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --q "$q"
	ok "no unit quaternion: $q: says so" grep -q "the quaternion of joint 'root' is not of unit length \[bad-pose\]" "$SCRATCH/err"
done
exits 'a joint without a value' 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --q root
ok 'a joint without a value: says so' grep -q "'root' has no value: write --q 'root = EXPRESSION'" "$SCRATCH/err"
exits 'a velocity without a value' 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --qd root.wx
ok 'a velocity without a value: says so' grep -q "'root.wx' has no value: write --qd 'root.wx = EXPRESSION'" "$SCRATCH/err"
exits 'too few numbers' 1 "$RIGIDC" sim "$SCRATCH/stone.rig" --time 1 --dt 1 --q '0 0 1'
ok 'too few numbers: says so' grep -q '7 numbers belong here, these are 3' "$SCRATCH/err"
wrong 'a vector for a joint with one coordinate' 1 'a number belongs here' --time 1 --dt 1 --q 'swing = (1, 2)'

# a law towards a pose, critically damped: q = q_0 (1 - (1 + w t) exp(-w t)), w = 2 / s
cat >"$SCRATCH/disc.rig" <<'END'
model disc
pose aside { turn = 0.5 rad }
body disc on world { joint turn : revolute(z); inertia diag(1, 1, 1) kg m^2 }
body ball on world { joint roll : spherical; inertia diag(1, 1, 1) kg m^2 }
END
sim "$SCRATCH/disc.rig" --time 1 --dt 1 --pd aside,4,4 >"$SCRATCH/rows"
near 'a law towards a pose' "$(perl -e 'print 0.5 * (1 - 3 * exp(-2))')" "$(last 2)" 1e-11
is 'not of a joint with a quaternion' '0,0,0,1' "$(tail -n 1 "$SCRATCH/rows" | cut -d , -f 3-6)"
sim "$SCRATCH/disc.rig" --time 1 --dt 1 --pd aside,4,4 --tau 'turn = 2 N m' >"$SCRATCH/rows"
near 'and an input beside it' "$(perl -e 'print 1 - 3 * exp(-2)')" "$(last 2)" 1e-11
# bad_pd LAW MESSAGE
bad_pd() {
	is "--pd $1: no rows" '' "$(sim "$SCRATCH/disc.rig" --time 1 --dt 1 --pd "$1")"
	ok "--pd $1: says why" grep -q -e "$2" "$SCRATCH/err"
}
bad_pd aside,4 'a pose and two numbers belong here'
bad_pd asid,4,4 "did you mean 'aside'"
bad_pd 'aside,4 N,4' '^--pd:1:1: error: a plain number belongs here'
bad_pd 'aside,4,turn' '^--pd:'

# inputs of a file: 2 N m/s for a second, then 2 N m: q = t^3/3, then 1/3 + (t - 1) + (t - 1)^2
cat >"$SCRATCH/pushed.rig" <<'END'
model pushed
body disc on world { joint turn : revolute(z); inertia diag(1, 1, 1) kg m^2 }
wrench push on disc
END
input() { sim "$SCRATCH/pushed.rig" --time 3 --dt 1 --input "$SCRATCH/input.csv" >"$SCRATCH/rows"; }
printf 't,note,tau.turn\r\n# a ramp\r\n0,a,0\r\n1,b,2\r\n\r\n2,c,2\r\n' >"$SCRATCH/input.csv"
input
near 'inputs of a file, on the ramp' "$(perl -e 'print 1 / 3')" "$(sed -n 3p "$SCRATCH/rows" | cut -d , -f 2)" 1e-12
near 'between rows, and behind the last' "$(perl -e 'print 19 / 3')" "$(last 2)" 1e-11
is 'the end of the file is told' 'rigidc: --input ends at 2 s: after it, inputs keep the values of its last row' "$(grep -e --input "$SCRATCH/err")"
near 'the inputs are written' 2 "$(last 4)" 0
printf 't,tau.turn\n1,2\n3,2\n' >"$SCRATCH/input.csv"
input
is 'and the beginning' 'rigidc: --input begins at 1 s: before, inputs have the values of its first row' "$(grep -e --input "$SCRATCH/err")"
near 'where the first row holds' 9 "$(last 2)" 1e-11
printf 't,tau.turn\n-1,2\n3,2\n' >"$SCRATCH/input.csv"
input
is 'a file of all times has no message' '' "$(grep -e --input "$SCRATCH/err")"
printf 'f_ext.push.nz t\n0.5 -1\n0.5 2\n' >"$SCRATCH/input.csv"
input
near 'wrenches' 2.25 "$(last 2)" 1e-11
ok 'whose work counts' grep -q 'work of inputs 1.125 J; the rest, [^ ]*\(e-1[0-9]\|0\) J, is' "$SCRATCH/err"
cat >"$SCRATCH/driven.rig" <<'END'
model driven
body bar on world { joint turn : revolute(z) { passive 2 N m }; inertia diag(1, 1, 1); frame eye at (1, 0, 0) }
frame hook on world at (2, 1, 0)
strut piston between eye and hook { force 3 N }
END
sim "$SCRATCH/driven.rig" --time 0.1 --dt 0.1 >"$SCRATCH/rows"
ok 'forces by expressions are named beside friction' \
    grep -q 'is damping, friction, passive forces, forces of struts and error' "$SCRATCH/err"
echo 'wrench brake on eye { force -2 N s/m * v }' >>"$SCRATCH/driven.rig"
sim "$SCRATCH/driven.rig" --time 0.1 --dt 0.1 >"$SCRATCH/rows"
ok 'so are laws of wrenches' grep -q 'is damping, friction, passive forces, forces of struts, laws of wrenches and error' "$SCRATCH/err"
sed -i 's/force -2 N s\/m \* v/potential 2 N * p.x/' "$SCRATCH/driven.rig"
sim "$SCRATCH/driven.rig" --time 0.1 --dt 0.1 >"$SCRATCH/rows"
ok 'but for potentials' grep -q 'is damping, friction, passive forces, forces of struts and error' "$SCRATCH/err"
# bad_input NAME TEXT MESSAGE
bad_input() {
	printf "$2" >"$SCRATCH/input.csv"
	input
	is "a file $1: exit" 1 $?
	ok "a file $1: says why" grep -q -e "$3" "$SCRATCH/err"
	is "a file $1: no rows" '' "$(cat "$SCRATCH/rows")"
}
bad_input 'that is empty' '' 'there are no rows'
bad_input 'of names' 't,tau.turn\n' 'there are no rows'
bad_input 'without names' '0,1\n' "there is no column 't'"
bad_input 'without an input' 't,tau\n0,1\n' 'no column is an input'
bad_input 'with two times' 't,t,tau.turn\n0,0,1\n' "column 't' is there twice"
bad_input 'that stands still' 't,tau.turn\n0,1\n0,2\n' 'input.csv:3: t does not grow'
bad_input 'with a short row' 't,tau.turn\n0,1\n1\n' 'input.csv:3: 1 fields, the header has 2'
bad_input 'with a word' 't,tau.turn\n0,one\n' "input.csv:2: 'one' in column 'tau.turn' is not a number"
bad_input 'with what is no number' 't,tau.turn\n0,nan\n' 'input.csv:2: a number that is used is not finite'
rm "$SCRATCH/input.csv"
input
is 'a file that is not there: exit' 2 $?

# --- an input that moves by a formula has no kink ---

printf 'model lift\ninput lift: m moving\nbody stand on world { joint up : prismatic(z) = lift; mass 1 kg }\nbody arm on stand { joint q : revolute(y); mass 1 kg; com (0, 0, -1) m }\n' >"$SCRATCH/lift.rig"
sim "$SCRATCH/lift.rig" --time 0.1 --dt 0.1 --set 'lift = abs(time - 0.05 s) * 1 m/s' >/dev/null
ok 'the kink of an input is told' grep -q -e '--set:1:8: warning: the motion of an input may have a kink by this abs' "$SCRATCH/err"
sim "$SCRATCH/lift.rig" --time 0.1 --dt 0.1 --set 'lift = if time < 50 ms then 0 m else (time - 50 ms)^3 * 1 m/(1 s^3)' >/dev/null
ok 'pieces that meet have none' sh -c '! grep kink "$1"' sh "$SCRATCH/err"

# --- steps of equal length are those of step:rk4 where torques are held ---

cat >"$SCRATCH/tumbler.rig" <<'END'
model tumbler
body hull on world { joint base : free; mass 2 kg; com (10, 20, -30) mm; inertia diag(1, 2, 2.5) * 0.1 kg m^2 }
body ball on hull at (0.2, 0, 0.3) { joint neck : spherical; mass 1 kg; com (0.1, 0, 0.2); inertia diag(1, 2, 2) * 0.01 kg m^2 }
body arm on ball at (0.1, 0, 0.2) { joint elbow : revolute(y); mass 1 kg; com (0.1, 0, 0.2); inertia diag(1, 2, 2) * 0.01 kg m^2 }
END
q='0 0 0 0 0 0 1 0 0 0 1 0.3' qd='1 -2 0.5 3 -1 2 -2 1 3 -1' tau='0 0 0 0 0 0 0 0 0 0.2'
sim "$SCRATCH/tumbler.rig" --time 0.1 --dt 0.1 --method=rk4 --step 0.02 --q "$q" --qd "$qd" --tau 'elbow = 0.2' >"$SCRATCH/rows"
state="$q $qd"
for step in 1 2 3 4 5; do
	state=$(echo "$state $tau 0.02" | "$RIGIDC" eval "$SCRATCH/tumbler.rig" -f step:rk4)
done
ok 'steps of equal length are those of step:rk4' perl -e '
	my @stepped = split " ", shift;
	my @row = (split /,/, shift)[1 .. @stepped];
	$#row == $#stepped or exit 1;
	abs($row[$_] - $stepped[$_]) < 1e-12 or die "$_: $row[$_], $stepped[$_]\n" for 0 .. $#row' "$state" "$(tail -n 1 "$SCRATCH/rows")"

finish
