#!/bin/sh
# The methods of sim against closed forms: how the error follows the tolerance or the step, what is conserved, when a limit is
# reached; and what ends them.
. tests/tap.sh
. tests/cli/rows.sh

if "$RIGIDC" sim examples/double_pendulum.rig --time 1 --dt 1 --method=cvode 2>&1 | grep -q 'without SUNDIALS'; then
	echo '1..0 # SKIP built without SUNDIALS'
	exit
fi

# sim MODEL ARGUMENTS...: its rows in $SCRATCH/rows, and what it says in $SCRATCH/err
sim() {
	sim_model=$1
	shift
	"$RIGIDC" sim "$SCRATCH/$sim_model.rig" "$@" >"$SCRATCH/rows" 2>"$SCRATCH/err"
}

cat >"$SCRATCH/pendulum.rig" <<'END'
model pendulum
body bob on world { joint swing : revolute(y); mass 1 kg; com (0, 0, -1 m) }
END

# --- floats ---

sim pendulum --time 1 --dt 1 --q 1 --real=float
ok 'steps of floats are as long as theirs may be' perl -ne '$steps = $1 if /cvode: (\d+) steps/; END { exit !($steps && $steps < 500) }' "$SCRATCH/err"

# --- how the error falls ---

# errors LIST OPTION...: of the velocity after a period, for each value of the last option
errors() {
	errors_list=$1
	shift
	for value in $errors_list; do
		sim pendulum --time "$period" --dt "$period" --q 1 "$@$value"
		last 3
	done
}
# A hundredth of the tolerance is somewhere near a hundredth of the error; half a step is a 16th of it.
# falls METHOD LEAST MOST ERRORS
falls() {
	ok "$1: the error falls by $2 to $3: $(echo $4)" perl -e 'my ($least, $most, @e) = @ARGV;
		for (1 .. $#e) { my $by = abs($e[$_ - 1] / $e[$_]); exit 1 unless $by > $least && $by < $most }' $2 $3 $4
}
falls cvode 8 2000 "$(errors '1e-5 1e-7 1e-9' --method=cvode --tolerance=,1e-13 --tolerance=)"
falls arkode 8 2000 "$(errors '1e-4 1e-6 1e-8' --method=arkode --tolerance=,1e-13 --tolerance=)"
falls rk4 12 25 "$(errors '0.04 0.02 0.01' --method=rk4 --step=)"
for method in cvode arkode rk4; do
	sim pendulum --time "$period" --dt "$period" --q 1 --method=$method
	near "$method: a pendulum is back after its period" 1 "$(last 2)" 1e-9
	near "$method: and still there" 0 "$(last 3)" 1e-9
	ok "$method: says how many steps" grep -q "; $method: [0-9]* steps.*, [0-9]* evaluations" "$SCRATCH/err"
done
sim pendulum --time 1 --dt 0.5 --q 1
cp "$SCRATCH/rows" "$SCRATCH/usual"
ok 'cvode is the usual one' grep -q '; cvode: ' "$SCRATCH/err"
for jit in none cc; do
	sim pendulum --time 1 --dt 0.5 --q 1 --jit=$jit
	ok "the same to the last bit with --jit=$jit" cmp "$SCRATCH/rows" "$SCRATCH/usual"
done
sim pendulum --time 1 --dt 0.5 --q 1 --step '1 ms'
ok 'rk4 where there is a step' grep -q '; rk4: 1000 steps of 0.001 s, 4000 evaluations' "$SCRATCH/err"
sim pendulum --time 1 --dt 1 --q 1 --method=cvode --step '1 ms'
ok 'cvode with a step: none is longer' perl -ne 'exit($1 < 1000) if /cvode: (\d+) steps/' "$SCRATCH/err" "$SCRATCH/err"

# --- what is conserved ---

cp examples/double_pendulum.rig "$SCRATCH"
sim double_pendulum --time 10 --dt 10 --q '(1, 0.2)'
near 'a double pendulum keeps its energy for 10 s, J' 0 "$(sed -n 's/.*; the rest, \(.*\) J, is damping.*/\1/p' "$SCRATCH/err")" 1e-9

# A top without torque: R(t) = exp(t L/I1) R(0) exp(t (1 - I3/I1) w3 e3), with J = diag(1, 1, 1.5), w = (1, 0.5, 3) and so
# L = (1, 0.5, 4.5).
cat >"$SCRATCH/top.rig" <<'END'
model top
gravity (0, 0, 0)
body top on world { joint turn : spherical; inertia diag(1, 1, 1.5) kg m^2 }
body other on world { joint root : free; mass 1 kg; inertia diag(1, 1, 1.5) kg m^2 }
END
# TIME OFFSET ROW...: how far the quaternion in the row is from that
cat >"$SCRATCH/top.pl" <<'END'
my ($t, $offset, @F) = @ARGV;
sub turn {
	my ($x, $y, $z) = @_;
	my $n = sqrt($x**2 + $y**2 + $z**2);
	my $s = sin($n / 2) / $n;
	return ($s * $x, $s * $y, $s * $z, cos($n / 2));
}
my ($a, $b, $c, $d) = turn(1 * $t, 0.5 * $t, 4.5 * $t);
my ($e, $f, $g, $h) = turn(0, 0, $t * (1 - 1.5) * 3);
my @q = ($d * $e + $a * $h + $b * $g - $c * $f, $d * $f - $a * $g + $b * $h + $c * $e,
	$d * $g + $a * $f - $b * $e + $c * $h, $d * $h - $a * $e - $b * $f - $c * $g);
my ($dot, $error) = (0, 0);
$dot += $q[$_] * $F[$offset + $_] for 0 .. 3;
$error += abs($q[$_] * ($dot < 0 ? -1 : 1) - $F[$offset + $_]) for 0 .. 3;
printf "%.3g\n", $error;
END
for method in cvode arkode rk4; do
	sim top --time 5 --dt 5 --method=$method \
	    --qd 'turn.wx = 1, turn.wy = 0.5, turn.wz = 3, root.wx = 1, root.wy = 0.5, root.wz = 3'
	near "$method: a top turns as it should: spherical" 0 "$(perl "$SCRATCH/top.pl" 5 1 $(last 1- | tr , ' '))" 1e-9
	near "$method: and free" 0 "$(perl "$SCRATCH/top.pl" 5 8 $(last 1- | tr , ' '))" 1e-9
done

# --- limits ---

cat >"$SCRATCH/spring.rig" <<'END'
model springs
gravity (0, 0, 0)
body a on world { joint x : prismatic(x) { spring 4 N/m; limits (0.5, 1) m }
  mass 1 kg }
END
for method in cvode arkode rk4; do
	sim spring --time 2 --dt 0.1 --q '1 m' --method=$method
	is "$method: a limit ends it" 1 $?
	near "$method: when it is reached" "$(perl -e 'printf "%.15g", 3.14159265358979324 / 6')" "$(last 1)" 1e-9
	near "$method: where it is" 0.5 "$(last 2)" 1e-12
	ok "$method: says so" grep -q "stopped at 0.52359877.* s: 'x' is at 0.5, its limit" "$SCRATCH/err"
	is "$method: the rows before are there" 8 "$(wc -l <"$SCRATCH/rows")"
done
sim spring --time 1 --dt 0.5 --q '0.5 m' --qd '1 m/s'
ok 'from a limit away' grep -q "stopped at 0[.][0-9]* s: 'x' is at 0.5, its limit" "$SCRATCH/err"
sim spring --time 1 --dt 0.5 --q '1 m' --qd '1 m/s'
ok 'from a limit on: not at all' grep -q "stopped at 0 s: 'x' is at 1, its limit" "$SCRATCH/err"
is 'from a limit on: the row of the beginning' 2 "$(wc -l <"$SCRATCH/rows")"

# one that begins at a limit at rest: g outwards, a force that holds it to the last bit or nearly, one that lifts it
cat >"$SCRATCH/fall.rig" <<'END'
model fall
body carriage on world { joint lift : prismatic(z) { limits (0, 1.1) m }; mass 2 kg }
END
for method in cvode arkode rk4; do
	sim fall --time 0.2 --dt 0.1 --method=$method
	is "$method: it falls from its limit: exit" 1 $?
	ok "$method: it falls from its limit: said" grep -q "stopped at 0 s: 'lift' is at 0, its limit" "$SCRATCH/err"
	is "$method: it falls from its limit: the row of the beginning" '0,0,0,0,0,0' "$(tail -n +2 "$SCRATCH/rows")"
	for force in 19.62 19.61999999999999; do
		sim fall --time 0.2 --dt 0.1 --method=$method --tau "lift = $force N"
		is "$method: it rests at its limit by $force N" 0 $?
	done
	sim fall --time 0.2 --dt 0.1 --method=$method --tau 'lift = 20.62 N'
	is "$method: it is lifted from its limit" 0 $?
	near "$method: it is lifted from its limit: how far" 0.01 "$(last 2)" 1e-12
	sim fall --time 0.2 --dt 0.1 --method=$method --q '1.1 m' --tau 'lift = 20.62 N'
	ok "$method: it is lifted beyond the other" grep -q "stopped at 0 s: 'lift' is at 1.1, its limit" "$SCRATCH/err"
	# qdd = -g t s^-1, so q = -g t^3 / 6: it is beyond the rounding of q, 1e-12 m, after 85 us
	sim fall --time 0.2 --dt 0.1 --method=$method --tau 'lift = 19.62 N * (1 - time * 1 Hz)'
	ok "$method: what rests and falls later is seen" grep -q "stopped at 8[.]4[0-9]*e-05 s: 'lift' is at -1e-12, its limit" "$SCRATCH/err"
done

# --- inputs ---

# a blow of 1 ms on what is at rest, which a method that chooses its steps would not come to see by itself
cat >"$SCRATCH/disc.rig" <<'END'
model disc
body disc on world { joint turn : revolute(z); inertia diag(1, 1, 1) kg m^2 }
END
printf 't,tau.turn\n0,0\n3,0\n3.0005,1000\n3.001,0\n' >"$SCRATCH/blow.csv"
for method in cvode arkode; do
	sim disc --time 4 --dt 1 --input "$SCRATCH/blow.csv" --method=$method
	near "$method: a blow is felt" 0.5 "$(last 3)" 1e-10
	near "$method: its work counts" 0 "$(sed -n 's/.*inputs 0.125 J; the rest, \(.*\) J, is damping.*/\1/p' "$SCRATCH/err")" 1e-10
done

# --- what ends it ---

# qdd = qd^2: qd = 1 / (1 - t)
for method in cvode arkode; do
	sim disc --time 2 --dt 0.5 --qd 1 --tau 'turn = 1 N m * turnd^2 * 1 s^2' --method=$method
	is "$method: what grows beyond bounds: exit" 1 $?
	ok "$method: says when and which" grep -q "stopped at 1 s: the motion runs away, 'turn' is at [0-9.]*e+[0-9]* rad/s$" "$SCRATCH/err"
	is "$method: the rows before stay" 3 "$(wc -l <"$SCRATCH/rows")"
	sim disc --time 2 --dt 0.5 --tau 'turn = 1 N m * sqrt(0.6 - time * 1 rad/s)' --method=$method
	ok "$method: what is no number" grep -q "stopped at 0.6 s: the motion of 'turn' is not a number" "$SCRATCH/err"
done

# an acrobot and a feedback whose sign is wrong
cat >"$SCRATCH/acrobot.rig" <<'END'
model acrobot
body upper on world { joint q1 : revolute(y); mass 1 kg; com (0, 0, -0.5 m); inertia diag(1/12, 1/12, 0) }
body lower on upper at (0, 0, -1 m) { joint q2 : revolute(y); mass 1 kg; com (0, 0, -0.5 m); inertia diag(1/12, 1/12, 0) }
END
for method in '--method=cvode --tolerance=1e-6' '--method=arkode --tolerance=1e-6' --method=rk4; do
	sim acrobot --time 0.5 --dt 0.1 --q 'q1 = 3.2, q2 = -0.05' $method \
	    --tau 'q2 = 309.65 N m * (q1 - pi) + 78.65 N m * q2 + 113.7 N m s * q1d + 33.6 N m s * q2d'
	is "$method: a motion that runs away: exit" 1 $?
	ok "$method: a motion that runs away: said" grep -q "stopped at 0[.][0-9]* s: the motion runs away, 'q[12]' is at [-0-9.e+]* rad/s" "$SCRATCH/err"
	ok "$method: the rows before stay" grep -q '^0[.]2,2[.]81' "$SCRATCH/rows"
done
ok 'steps of equal length may be the reason' grep -q '(or the steps are too long: --step)$' "$SCRATCH/err"

# I qdd = -d qd - k q: lambda = (-d -+ sqrt(d^2 - 4 I k)) / 2 I, -100 and -1e7 per second
cat >"$SCRATCH/stiff.rig" <<'END'
model stiff
body disc on world { joint hinge : revolute(z) { spring 1e6 N m/rad; damping 1e4 N m s/rad }; inertia diag(1, 1, 1) g m^2 }
END
sim stiff --time 0.1 --dt 0.1 --q 1
near 'cvode: a stiff model' "$(perl -e 'my ($I, $d, $k) = (1e-3, 1e4, 1e6); my $fast = -($d + sqrt($d**2 - 4 * $I * $k)) / (2 * $I);
	my $slow = $k / $I / $fast; printf "%.15g", ($fast * exp(0.1 * $slow) - $slow * exp(0.1 * $fast)) / ($fast - $slow)')" "$(last 2)" 1e-12
ok 'cvode: in steps as long as it allows' perl -ne '$steps = $1 if /cvode: (\d+) steps/; END { exit !($steps && $steps < 3000) }' "$SCRATCH/err"
sim stiff --time 2000 --dt 1000 --q 1 --method=arkode
is 'arkode: a stiff model: exit' 1 $?
ok 'arkode: says so' grep -q "stopped at 0[.]0[0-9]* s: 'hinge' needs steps of 3e-07 s, too short .*--method=cvode for a stiff model" "$SCRATCH/err"
sim stiff --time 2000 --dt 1000 --q 1 --method=rk4
is 'rk4: a stiff model: exit' 1 $?
ok 'rk4: says so' grep -q "stopped at 0.001 s: the motion runs away, 'hinge' .* (or the steps are too long: --step)" "$SCRATCH/err"

# Coulomb friction without a width: after 1 s at rest the force jumps in every step
for method in cvode arkode; do
	sim disc --time 2 --dt 0.5 --qd 1 --tau 'turn = -1 N m * turnd / abs(turnd)' --method=$method
	is "$method: steps that get nowhere: exit" 1 $?
	ok "$method: steps that get nowhere: said" grep -Eq "stopped at 1 s: ('turn' needs steps of .* s, too short|no step is short enough)" "$SCRATCH/err"
	near "$method: the rows before stay" 0.5 "$(last 2)" 1e-9
done

# Where the input is defined on one side only: u = 1 - q, d2u/dt2 = 1 - sqrt(u), so (du/dt)^2 / 2 = u - 2/3 u^(3/2)
for method in cvode arkode; do
	sim disc --time 0.5 --dt 0.5 --q 1 --tau 'turn = -1 N m + 1 N m * sqrt(1 - turn)' --method=$method
	is "$method: an input at the end of what it is defined for: exit" 0 $?
	near "$method: an input at the end of what it is defined for" \
	    "$(perl -e 'my $u = 1 - $ARGV[0]; printf "%.15g", $u - 2 / 3 * $u**1.5' "$(last 2)")" \
	    "$(perl -e 'printf "%.15g", $ARGV[0]**2 / 2' -- "$(last 3)")" 1e-10
done

# --- what is said in the end ---

sim pendulum --time 2 --dt 0.5 --method=rk4 --tau 'swing = 1 N m * sqrt(0.6 - time * 1 rad/s)'
ok 'the energy is that of the last row where the end is no number' grep -q 'J at first, [-0-9.]* J at 0.5 s; work of inputs [0-9.]* J; the rest, [-0-9.e]* J, is' "$SCRATCH/err"
ok 'no number is none' sh -c '! grep -qi nan "$1"' sh "$SCRATCH/err"

# runs_long SIGNAL HOW: a motion of a million seconds in the background that takes SIGNAL as HOW, DEFAULT or IGNORE, until the row of
# its beginning is there. A shell has what it starts beside it ignore SIGINT; a terminal does not. The rows of the motion before
# must not be taken for this one's: the file is made in the background.
runs_long() {
	rm -f "$SCRATCH/rows"
	perl -e '$SIG{$ARGV[0]} = $ARGV[1]; exec @ARGV[2 .. $#ARGV]' "$@" "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 1e6 --dt 5e5 --q 1 \
		>"$SCRATCH/rows" 2>"$SCRATCH/err" &
	tries=0
	until [ -e "$SCRATCH/rows" ] && [ "$(wc -l <"$SCRATCH/rows")" -ge 2 ] || [ $((tries += 1)) -gt 1200 ]; do
		sleep 0.05
	done
}

# A row that is long in coming does not keep back the row before; a signal ends the motion when that row was seen.
for signal in INT TERM; do
	runs_long $signal DEFAULT
	is "SIG$signal: the row of the beginning is there" 2 "$(wc -l <"$SCRATCH/rows")"
	kill -$signal $!
	wait $!
	is "SIG$signal: exit" 1 $?
	ok "SIG$signal: said" grep -q 'interrupted at [0-9.e+]* s' "$SCRATCH/err"
	ok "SIG$signal: and what came of it" grep -q 'is damping, friction and error' "$SCRATCH/err"
done

# A signal that was ignored before the command stays ignored.
for signal in INT TERM; do
	runs_long $signal IGNORE
	is "SIG$signal ignored stays ignored" no "$(perl -ne 'BEGIN { $bit = (INT => 2, TERM => 15)->{shift @ARGV} }
		print hex($1) >> ($bit - 1) & 1 ? "yes" : "no" if /^SigCgt:\s*([0-9a-f]+)/' $signal "/proc/$!/status" 2>&1)"
	kill -KILL $!
	wait $! 2>/dev/null
done

# wrong WHAT MESSAGE OPTION...
wrong() {
	exits "$1" 2 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 1 --dt 1 "$3" ${4+"$4"}
	ok "$1: says so" grep -q -e "$2" "$SCRATCH/err"
	is "$1: no rows" '' "$(cat "$SCRATCH/out")"
}
wrong 'a method that is not there' '--method of sim is cvode, arkode or rk4' --method=euler
wrong 'no tolerance' '--tolerance is REL or REL,ABS, from 1e-14 to 0.1 and from 1e-300 to 1e+300' --tolerance=0
wrong 'a word for one' "not ',small'" --tolerance=,small
wrong 'one below zero' '--tolerance is REL or REL,ABS' --tolerance=,-1
wrong 'one that is no number' '--tolerance is REL or REL,ABS' --tolerance=nan
wrong 'one for steps of equal length' "is of a method that chooses its steps, not of 'rk4'" --method=rk4 --tolerance=1e-6
wrong 'a step of nothing' 'above 0' --method=cvode --step=0
wrong 'a step back' 'above 0' --method=rk4 --step=-1
finish
