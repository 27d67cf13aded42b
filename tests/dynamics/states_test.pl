#!/usr/bin/perl
# States that a model declares, `input NAME { rate EXPR }`: forces and derivatives against the same model with plain inputs in their place,
# rates by hand, steps against a step made of fd and rates, sim against a closed form, linear models against differences. Refusals.
#
#   RIGIDC_SEED=s   of the states (1); printed
use strict;
use warnings;
use lib 'tests';
use List::Util qw(max sum);
use Test::More;
use Evaluated;
use Shell;

my $motor = 'tests/dynamics/moving/motor.rig';
my $plain = spew("$scratch/plain.rig", slurp($motor) =~ s/ \{ rate .*$//gmr);

sub answers { my ($command, $pattern, $what) = @_; like(scalar `$rigidc $command 2>&1`, $pattern, $what // $command) }

# q, qd, third; u (2), s (5)
my @x = random_numbers(4, 1);
my @third = random_numbers(2, 1);
my @u = random_numbers(2, 1);
my @s = random_numbers(5, 1);

# --- forces: plain inputs in place of states ---

for my $options ('', '--search=quick') {
	for my $function (qw(rnea fd reaction wrench:fan bias)) {
		my @given = $function =~ /rnea|fd/ ? (@x, @third) : @x;
		@given = (@x, @third) if $function eq 'reaction';
		is_deeply([ result($motor, $function, $options, [ @given, @u, @s ]) ], [ result($plain, $function, $options, [ @given, @u, @s ]) ],
			"$function $options: bits of plain inputs") if $options eq '';
		near([ result($motor, $function, $options, [ @given, @u, @s ]) ], [ result($plain, $function, '', [ @given, @u, @s ]) ], 1e-13, "$function $options");
	}
	# d/d(u, s): nv x 2 and nv x 5 here, nv x 7 there
	for my $function (qw(rnea_derivatives fd_derivatives)) {
		my @found = result($motor, $function, $options, [ @x, @third, @u, @s ]);
		my @wanted = result($plain, $function, '', [ @x, @third, @u, @s ]);
		my @by_u = splice @found, @found - 14, 4;
		my @by_s = splice @found, @found - 10;
		near([ @found, (map { (@by_u[ 2 * $_, 2 * $_ + 1 ], @by_s[ 5 * $_ .. 5 * $_ + 4 ]) } 0, 1) ], \@wanted, 1e-12, "$function $options");
	}
}

# --- rates ---

sub rates
{
	my ($q, $u, $s) = @_;
	return (($u->[0] - $s->[0]) / 0.1, 0.3 * $s->[0]**2 - $s->[1] / 20 + 0.02 * $q->[3],
		3 - $s->[2] - 0.1 * $u->[0], (sin($q->[0]) - $s->[3]) / 0.5, -$s->[4] * $s->[2]);
}
near([ result($motor, 'rates', '', [ @x, @u, @s ]) ], [ rates(\@x, \@u, \@s) ], 1e-14, 'rates');

# --- steps: the method of Runge and Kutta on (q, qd, s) ---

my $h = 0.01;
sub change { my ($y) = @_; return [ @$y[ 2, 3 ], result($motor, 'fd', '', [ @$y[ 0 .. 3 ], @third, @u, @$y[ 4 .. 8 ] ]), rates($y, \@u, [ @$y[ 4 .. 8 ] ]) ] }
sub along { my ($y, $k, $part) = @_; return [ map { $y->[$_] + $part * $k->[$_] } 0 .. 8 ] }
my $y = [ @x, @s ];
my $k1 = change($y);
my $k2 = change(along($y, $k1, $h / 2));
my $k3 = change(along($y, $k2, $h / 2));
my $k4 = change(along($y, $k3, $h));
my @after = map { $y->[$_] + $h / 6 * ($k1->[$_] + 2 * $k2->[$_] + 2 * $k3->[$_] + $k4->[$_]) } 0 .. 8;
near([ result($motor, 'step:rk4', $_, [ @x, @third, $h, @u, @s ]) ], \@after, 1e-13, "step:rk4 $_") for '', '--search=quick';
my @qd = map { $x[ 2 + $_ ] + $h * $k1->[ 2 + $_ ] } 0, 1;
near([ result($motor, 'step:euler', '', [ @x, @third, $h, @u, @s ]) ],
	[ (map { $x[$_] + $h * $qd[$_] } 0, 1), @qd, map { $s[$_] + $h * $k1->[ 4 + $_ ] } 0 .. 4 ], 1e-13, 'step:euler');

# --- operators against differences of order 6 ---

my @order6 = ([ 3, 1 / 60 ], [ 2, -9 / 60 ], [ 1, 45 / 60 ], [ -1, -45 / 60 ], [ -2, 9 / 60 ], [ -3, -1 / 60 ]);
for ([ 'rates', [ @x, @u, @s ] ], [ 'fd', [ @x, @third, @u, @s ] ], [ 'step:rk4', [ @x, @third, $h, @u, @s ] ]) {
	my ($function, $at) = @$_;
	my @direction = random_numbers(scalar @$at, 1);
	my @near = results($motor, $function, '', map { my $steps = $_->[0]; [ map { $at->[$_] + 1e-3 * $steps * $direction[$_] } 0 .. $#$at ] } @order6);
	my @slope = map { my $i = $_; sum(map { $order6[$_][1] / 1e-3 * $near[$_][$i] } 0 .. $#order6) } 0 .. $#{ $near[0] };
	near([ result($motor, "jvp:$function", '--search=quick', [ @$at, @direction ]) ], \@slope, 1e-9, "jvp:$function");
}

# --- derivatives of steps: A by (q, qd, s), B by tau, B_u by u ---

# The matrices of q_next, qd_next and s_next by each input of the step, from a row of numbers: of the rows, and by the inputs.
sub matrices
{
	my ($rows, $columns, @number) = @_;
	my @by;
	for my $n (@$rows) {
		my @block = map { my $m = $_; [ map { [ splice @number, 0, $m ] } 1 .. $n ] } @$columns;
		push @by, map { my $r = $_; [ map { $_->[$r] } @block ] } 0 .. $n - 1;
	}
	return @by; # a row a state; of it a list an input
}
for my $method (qw(euler rk4)) {
	my @by = matrices([ 2, 2, 5 ], [ 2, 2, 2, 1, 2, 5 ], result($motor, "derivatives:step:$method", '', [ @x, @third, $h, @u, @s ]));
	my @wanted = ((map { @{ $_->[0] }, @{ $_->[1] }, @{ $_->[5] } } @by), (map { @{ $_->[2] } } @by), map { @{ $_->[4] } } @by);
	near([ result($motor, "step_derivatives:$method", $_, [ @x, @third, $h, @u, @s ]) ], \@wanted, 1e-13, "step_derivatives:$method $_") for '', '--search=quick';
}

# A free body: directions of q and changes of q_next are twists in axes of the body.
my $rocket = spew("$scratch/rocket.rig", <<'END');
model rocket
input command: N = 1
input thrust: N = 2 { rate (command - thrust * thrust / 3 N) / 0.1 s }
input swing { rate (hinge - swing) / 0.2 s + 0.5 * hinged * swing }
body hull on world { joint base : free; mass 3 kg; inertia diag(0.1, 0.2, 0.3) kg m^2 }
body arm on hull at (0.1, 0, 0.2) m { joint hinge : revolute(x); mass 1 kg; com (0, 0.1, 0.3) m; inertia diag(0.02, 0.02, 0.01) kg m^2 }
wrench jet on hull { force (0.3, 0.1, 1) * thrust; moment 0.1 m * thrust * (1, 0.5, 0.2); force -(0.3 * v.x, 0.4 * v.y, 0.5 * v.z) * 1 kg/s }
wrench flap on arm { force (swing * 1 N, 0, 0) }
END
my @at = (random_numbers(3, 1), unit(random_numbers(4, 1)), random_numbers(1, 1)); # q
my @now = (random_numbers(7, 1), random_numbers(7, 1), 0.02, 0.8, 1.5, 0.3);       # qd, tau, dt, u, s
for my $method (qw(euler rk4)) {
	my @next = result($rocket, "step:$method", '', [ @at, @now ]);
	my @found = result($rocket, "step_derivatives:$method", '--search=quick', [ @at, @now ]);
	my @moves = map { my $k = $_; map { [ $k, $_->[0], $_->[1] ] } @order6 } 0 .. 6, 7 .. 13, 14 .. 20, 22 .. 24; # q, qd, tau; u, s
	my @moved = results($rocket, 'integrate', '', map { my ($k, $steps) = @$_; [ @at, map { $k == $_ ? 1e-3 * $steps : 0 } 0 .. 6 ] } @moves);
	my @steps = results($rocket, "step:$method", '', map { my ($k, $steps) = @{ $moves[$_] }; my @z = @now; $z[ $k - 7 ] += 1e-3 * $steps if $k > 6; [ @{ $moved[$_] }, @z ] } 0 .. $#moves);
	my @apart = results($rocket, 'difference', '', map { [ @next[ 0 .. 7 ], @$_[ 0 .. 7 ] ] } @steps);
	my @state = map { [ @{ $apart[$_] }, @{ $steps[$_] }[ 8 .. 16 ] ] } 0 .. $#moves;
	my @column = map { my $from = 6 * $_; [ map { my $i = $_; sum(map { $order6[$_][1] / 1e-3 * $state[ $from + $_ ][$i] } 0 .. 5) } 0 .. 15 ] } 0 .. 23;
	my @order = (0 .. 13, 22, 23);
	near(\@found, [ (map { my $r = $_; map { $column[$_][$r] } @order } 0 .. 15), (map { my $r = $_; map { $column[$_][$r] } 14 .. 20 } 0 .. 15), map { $column[21][$_] } 0 .. 15 ], 1e-9, "step_derivatives:$method of a free body");
}

# --- a motor with a lag: torque 3 - 2 exp(-10 t), inertia 2 ---

my $lag = spew("$scratch/lag.rig", <<'END');
model lag
input command: N m
input torque: N m = 0.2 { rate (command - torque) / 0.1 s }
body arm on world { joint turn : revolute(z) { passive torque }; mass 1 kg; inertia diag(1, 1, 2) kg m^2 }
END
my $decay = exp -10;
for my $method ('', '--step 0.001') {
	my @row = map { [ split /,/ ] } split /\n/, `$rigidc sim $lag --time 1 --dt 0.5 --set 'command = 3 N m' --set 'torque = 1 N m' $method 2>/dev/null`;
	is_deeply($row[0], [qw(t q.turn qd.turn tau.turn u.command s.torque kinetic potential)], 'columns of sim');
	near([ @{ $row[-1] }[ 2, 5 ] ], [ (3 - 0.2 * (1 - $decay)) / 2, 3 - 2 * $decay ], 1e-8, "sim $method");
}
my @fed = split /,/, (split /\n/, `$rigidc sim $lag --time 1 --dt 0.5 --tau 'turn = 4 * torque' --set 'command = -torque' 2>/dev/null`)[-1];
my $fed = exp -20; # both decay at 20/s
near([ @fed[ 2, 5 ] ], [ 5 * 0.2 * (1 - $fed) / 20 / 2, 0.2 * $fed ], 1e-8, 'formulas of --tau and --set read states');
answers("sim $lag --time 1 --dt 0.5 --set 'torque = 1 N m/s * time'", qr/what a motion begins with/, 'a state begins with a number');

# --- linear model: A and B of (q, qd, s) ---

my $linear = `$rigidc linearize $motor --q 'shoulder = 0.3, elbow = -0.2' --tau 'shoulder = 0 N m' --tau 'elbow = 0 N m' 2>/dev/null`;
like($linear, qr/"states": \["q.shoulder", "q.elbow", "qd.shoulder", "qd.elbow", "s.torque", "s.heat", "s.spin.x", "s.spin.y", "s.spin.z"\]/, 'linearize: states');
like($linear, qr/"inputs": \["tau.shoulder", "tau.elbow", "u.command", "u.wind"\]/, 'linearize: inputs');
my ($A, $B) = map { my ($text) = $linear =~ /"$_": (\[\s*\[.*?\]\s*\])/s; [ map { [ split /,\s*/ ] } $text =~ /\[([^\[\]]*)\]/g ] } qw(A B);
my @rest = (0.3, -0.2, 0, 0, 0.2, 1, 1, 2, 0.5, 0, 0, 0, 0.1); # q, qd, s, tau, u
my @changed = map { my $column = $_; map { my @z = @rest; $z[$column] += 1e-3 * $_->[0]; \@z } @order6 } 0 .. 12;
my @fd = results($motor, 'fd', '', map { [ @$_[ 0 .. 3, 9 .. 12, 4 .. 8 ] ] } @changed);
my @rate = map { [ rates([ @$_[ 0 .. 3 ] ], [ @$_[ 11, 12 ] ], [ @$_[ 4 .. 8 ] ]) ] } @changed;
my @columns = map {
	my $from = 6 * $_;
	[ map { my $of = $_; sum(map { $order6[$_][1] / 1e-3 * $of->[ $from + $_ ] } 0 .. 5) }
		[ map { $_->[2] } @changed ], [ map { $_->[3] } @changed ], [ map { $_->[0] } @fd ], [ map { $_->[1] } @fd ],
		map { my $i = $_; [ map { $_->[$i] } @rate ] } 0 .. 4 ]
} 0 .. 12;
near([ map { @$_ } @$A ], [ map { my $r = $_; map { $columns[$_][$r] } 0 .. 8 } 0 .. 8 ], 1e-9, 'linearize: A');
near([ map { @$_ } @$B ], [ map { my $r = $_; map { $columns[$_][$r] } 9 .. 12 } 0 .. 8 ], 1e-9, 'linearize: B');
answers("linearize $motor", qr/the state 'torque' changes by/, 'linearize warns of states that change');
my $step = `$rigidc linearize $motor --q 'shoulder = 0.3, elbow = -0.2' --tau 'shoulder = 0 N m' --tau 'elbow = 0 N m' --dt 0.02 --method=rk4 2>/dev/null`;
my @matrices = result($motor, 'step_derivatives:rk4', '', [ 0.3, -0.2, 0, 0, 0, 0, 0.02, 0, 0.1, 0.2, 1, 1, 2, 0.5 ]);
for ([ A => @matrices[ 0 .. 80 ] ], [ B => map { @matrices[ 81 + 2 * $_, 82 + 2 * $_, 99 + 2 * $_, 100 + 2 * $_ ] } 0 .. 8 ]) {
	my ($name, @wanted) = @$_;
	my ($text) = $step =~ /"$name": (\[\s*\[.*?\]\s*\])/s;
	near([ map { split /,\s*/ } $text =~ /\[([^\[\]]*)\]/g ], \@wanted, 1e-14, "linearize: $name of a step");
}

# --- other commands ---

answers("eval examples/ur5.rig -f rates --columns", qr/rates is of states, and the model has none.*input NAME \{ rate EXPRESSION \}/s);
answers("package $motor --for=acados -o $scratch/acados", qr/fd has no rates of the states of the model; steps have: -f step:rk4/);
answers("export $motor --to=mjcf", qr/MJCF has no states, like 'torque'/);
answers("info $motor", qr/^element of s  size  default\ntorque +1  0\.2 N m$/m, 'info: states');
my $still = spew("$scratch/still.rig", "model still\ninput t: N m = 1 N m { rate -t / 2 s }\nbody base on world { joint : fixed; mass 1 kg }\n");
answers("linearize $still", qr/"A": \[\s*\[-0.5\]\s*\]/, 'linearize: a state alone');
my $slow = spew("$scratch/slow.rig", "model slow\nparam k = 2.5\ninput t = 1 { rate (k - t) / 2 s }\nbody base on world { joint : fixed; mass 1 kg }\n");
answers("linearize $slow", qr/"A": \[\s*\[-0.5\]\s*\]/, 'linearize: a state that a parameter moves');
answers("compile $motor -f rates -o -", qr/#define MOTOR_NS 5\nenum \{\n\tMOTOR_S_torque = 0.*#define MOTOR_S_DEFAULT \{ 0.2, 1.0, 1.0, 2.0, 0.5 \}/s, 'indices and defaults of s');
answers("equations $lag -f rates", qr/sd = 10\*command - 10\*torque/);
answers("fmt $motor -o $scratch/again.rig", qr/^$/);
is(scalar `$rigidc info $scratch/again.rig --search=none --json`, scalar `$rigidc info $motor --search=none --json`, 'fmt keeps states');
answers("compile $motor -f rates,fd,fd_derivatives,step:rk4,step_derivatives:rk4 --search=none --self-test -o $scratch/motor.h", qr/^$/, 'C');
spew("$scratch/main.c", qq(#include "motor_test.h"\nint main(void) { return motor_self_test(); }\n));
is(system("cd $scratch && cc -O2 -o main main.c -lm && ./main"), 0, 'the self-test of the C');

done_testing;
