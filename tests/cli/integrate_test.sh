#!/bin/sh
# The methods of sim against closed forms: how the error follows the tolerance or the step, what is conserved, when a limit is
# reached; and what ends them.
. tests/tap.sh
. tests/cli/rows.sh

if "$RIGIDC" sim examples/double_pendulum.rig --time 1 --dt 1 --integrator=cvode 2>&1 | grep -q 'without SUNDIALS'; then
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
falls cvode 8 2000 "$(errors '1e-4 1e-6 1e-8' --integrator=cvode --atol=1e-13 --rtol=)"
falls arkode 8 2000 "$(errors '1e-4 1e-6 1e-8' --integrator=arkode --atol=1e-13 --rtol=)"
falls fixed 12 25 "$(errors '0.04 0.02 0.01' --integrator=fixed --step=)"
for method in cvode arkode fixed; do
	sim pendulum --time "$period" --dt "$period" --q 1 --integrator=$method
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
ok 'fixed where there is a step' grep -q '; fixed: 1000 steps of 0.001 s, 4000 evaluations' "$SCRATCH/err"
sim pendulum --time 1 --dt 1 --q 1 --integrator=cvode --step '1 ms'
ok 'cvode with a step: none is longer' perl -ne 'exit($1 < 1000) if /cvode: (\d+) steps/' "$SCRATCH/err" "$SCRATCH/err"

# --- what is conserved ---

cp examples/double_pendulum.rig "$SCRATCH"
sim double_pendulum --time 10 --dt 10 --q '(1, 0.2)'
near 'a double pendulum keeps its energy for 10 s, J' 0 "$(sed -n 's/.* did .* J, \(.*\) J are neither/\1/p' "$SCRATCH/err")" 1e-9

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
for method in cvode arkode fixed; do
	sim top --time 5 --dt 5 --integrator=$method \
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
for method in cvode arkode fixed; do
	sim spring --time 2 --dt 0.1 --q '1 m' --integrator=$method
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

# --- inputs ---

# a blow of 1 ms on what is at rest, which a method that chooses its steps would not come to see by itself
cat >"$SCRATCH/disc.rig" <<'END'
model disc
body disc on world { joint turn : revolute(z); inertia diag(1, 1, 1) kg m^2 }
END
printf 't,tau.turn\n0,0\n3,0\n3.0005,1000\n3.001,0\n' >"$SCRATCH/blow.csv"
for method in cvode arkode; do
	sim disc --time 4 --dt 1 --input "$SCRATCH/blow.csv" --integrator=$method
	near "$method: a blow is felt" 0.5 "$(last 3)" 1e-10
	near "$method: its work counts" 0 "$(sed -n 's/.* did 0.125 J, \(.*\) J are neither/\1/p' "$SCRATCH/err")" 1e-10
done

# --- what ends it ---

# qdd = qd^2: qd = 1 / (1 - t)
for method in cvode arkode; do
	sim disc --time 2 --dt 0.5 --qd 1 --tau 'turn = 1 N m * turnd^2 * 1 s^2' --integrator=$method
	is "$method: what grows beyond bounds: exit" 1 $?
	ok "$method: says when and which" grep -Eq "stopped at 1 s: (no step is short enough for what 'turn' does|the motion of 'turn' is not)" "$SCRATCH/err"
	is "$method: the rows before stay" 3 "$(wc -l <"$SCRATCH/rows")"
	sim disc --time 2 --dt 0.5 --tau 'turn = 1 N m * sqrt(0.6 - time * 1 rad/s)' --integrator=$method
	ok "$method: what is no number" grep -q "stopped at 0.6 s: the motion of 'turn' is not a number" "$SCRATCH/err"
done
timeout -s INT 0.5 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 1e5 --dt 10 --q 1 >"$SCRATCH/rows" 2>"$SCRATCH/err"
ok 'an interrupt' grep -q 'interrupted at [0-9.e+]* s' "$SCRATCH/err"
ok 'and what came of it' grep -q 'are neither' "$SCRATCH/err"

# wrong WHAT MESSAGE OPTION...
wrong() {
	exits "$1" 2 "$RIGIDC" sim "$SCRATCH/pendulum.rig" --time 1 --dt 1 "$3" ${4+"$4"}
	ok "$1: says so" grep -q -e "$2" "$SCRATCH/err"
	is "$1: no rows" '' "$(cat "$SCRATCH/out")"
}
wrong 'a method that is not there' '--integrator is cvode, arkode or fixed' --integrator=euler
wrong 'no tolerance' '--rtol is a number from 1e-14 to 0.1' --rtol=0
wrong 'a word for one' "not 'small'" --atol=small
wrong 'one below zero' '--atol is a number' --atol=-1
wrong 'one that is no number' '--rtol is a number' --rtol=nan
wrong 'one for steps of equal length' "are of a method that chooses its steps, not of 'fixed'" --integrator=fixed --rtol=1e-6
wrong 'a step of nothing' 'above 0' --integrator=cvode --step=0
wrong 'a step back' 'above 0' --integrator=fixed --step=-1
finish
