#!/usr/bin/perl
# linearize: A and B beside closed forms, differences of fd, of a motion on its manifold and of states that stay closed; loops beside the
# same linkage in closed form; a step beside a series of many digits; the torque that holds a state; the forms of the answer; what
# is refused.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use List::Util qw(max sum0);
use Math::BigFloat;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $number = 0;
my $said = '';

# What linearize prints; its messages in $said.
sub linearize
{
	my $out = "$scratch/out";
	my $line = shell_words(@_);
	my $code = system "'$rigidc' linearize $line >$out 2>$scratch/err";
	$said = slurp("$scratch/err");
	BAIL_OUT("linearize @_:\n$said") if $code;
	return slurp($out);
}

sub linear { return decode_json(linearize(@_)) }

sub model { return spew("$scratch/" . ++$number . '.rig', "model t\n$_[0]") }

# Lines of a function for lines of numbers.
sub evaluate
{
	my ($model, $function, @lines) = @_;
	spew("$scratch/in", join '', map { "@$_\n" } @lines);
	return map { [split] } `'$rigidc' eval $model -f $function <$scratch/in 2>$scratch/err`;
}

# Are two matrices equal, to a part of the largest entry (or of 1)?
sub near
{
	my ($name, $found, $wanted, $within) = @_;
	my @rows = (scalar(@$found), scalar(@$wanted));
	return fail("$name: $rows[0] rows, not $rows[1]") if $rows[0] != $rows[1];
	my $largest = max(1, map { map { abs } @$_ } @$wanted);
	my $worst = 0;
	for my $r (0 .. $#$wanted) {
		return fail("$name: row $r") if @{$found->[$r]} != @{$wanted->[$r]};
		$worst = max($worst, map { abs($found->[$r][$_] - $wanted->[$r][$_]) } 0 .. $#{$wanted->[$r]});
	}
	ok($worst <= $within * $largest, $name) or diag("off by $worst, the largest is $largest");
}

# Rows and columns of a matrix, from (r, c) on.
sub block
{
	my ($A, $r, $c, $rows, $columns) = @_;
	return [map { [@{$A->[$_]}[$c .. $c + $columns - 1]] } $r .. $r + $rows - 1];
}

sub product
{
	my ($a, $b) = @_;
	return [map { my $row = $_; [map { my $c = $_; sum0(map { $row->[$_] * $b->[$_][$c] } 0 .. $#$row) } 0 .. $#{$b->[0]}] } @$a];
}

sub transposed { my $a = shift; return [map { my $c = $_; [map { $_->[$c] } @$a] } 0 .. $#{$a->[0]}] }

# Central differences of order 8 of a function of one number, whose results are arrays: points with their weights, and the derivative of
# results there.
my @stencil = (4 / 5, -1 / 5, 4 / 105, -1 / 280);
my @points = map { my $k = $_; map { [$_ * $k, $_ * $stencil[$k - 1]] } 1, -1 } 1 .. 4;

sub difference
{
	my ($h, $at, @results) = @_;
	return [map { my $i = $_; sum0(map { $at->[$_][1] * $results[$_][$i] } 0 .. $#$at) / $h } 0 .. $#{$results[0]}];
}

# --- closed forms ---

my $pendulum = model(<<'END_MODEL');
gravity (0, 0, -10) m/s^2
body rod on world { joint pivot : revolute(-y) { damping 0.3 N m s }; mass 2 kg; com (0, 0, -0.5); inertia diag(0, 0.7, 0) kg m^2 }
END_MODEL
my $inertia = 0.7 + 2 * 0.25;
my $hangs = linear($pendulum);
near('a pendulum that hangs', $hangs->{A}, [[0, 1], [-10 / $inertia, -0.3 / $inertia]], 1e-14);
near('  its input', $hangs->{B}, [[0], [1 / $inertia]], 1e-14);
my $held = linear($pendulum, '--q', 'pivot = 0.7', '--qd', 'pivot = 2');
near('  held at an angle while it turns', [$held->{tau}], [[10 * sin(0.7) + 0.6]], 1e-14);
near('  and its A', $held->{A}, [[0, 1], [-10 * cos(0.7) / $inertia, -0.3 / $inertia]], 1e-14);
is_deeply([@$held{qw(states state_units inputs input_units)}], [['q.pivot', 'qd.pivot'], ['rad', 'rad/s'], ['tau.pivot'], ['N m']],
	'  names and units');
my $step = linear($pendulum, '--dt', '10 ms', '--method=euler');
near("  Euler's semi-implicit step", $step->{A},
	[[1 - 0.001 / $inertia, 0.01 - 0.00003 / $inertia], [-0.1 / $inertia, 1 - 0.003 / $inertia]], 1e-14);
near('  its input', $step->{B}, [[0.0001 / $inertia], [0.01 / $inertia]], 1e-14);

# cart and pole, upright: (M + m) x'' + m l p'' = u, m l x'' + (4/3) m l^2 p'' - m g l p = 0 with l half its length and the angle from
# the upright posture; the model's is about -y
my @pole = ('examples/cart_pole.rig', '--idle=pole', '--q', 'pole = 180 deg');
my ($mass, $m, $l, $g) = (1, 0.1, 0.5, 9.8);
my $det = ($mass + $m) * 4 / 3 * $m * $l**2 - ($m * $l)**2;
my $up = linear(@pole);
near('cart and pole, upright', $up->{A},
	[[0, 0, 1, 0], [0, 0, 0, 1], [0, ($m * $l)**2 * $g / $det, 0, 0], [0, ($mass + $m) * $m * $g * $l / $det, 0, 0]], 1e-14);
near('  its one input', $up->{B}, [[0], [0], [4 / 3 * $m * $l**2 / $det], [$m * $l / $det]], 1e-14);
is($said, '', '  without a warning: this is an equilibrium');

# --- differences of fd ---

# Random numbers of a fixed sequence, from -1 to 1.
my $state = 12345;

sub random { $state = ($state * 1103515245 + 12345) % 2**31; return $state / 2**30 - 1 }

# Both blocks of derivatives of a model whose velocities are the rates of its coordinates.
sub differs
{
	my ($model, $h) = @_;
	my $nv = @{linear($model)->{qd}};
	my @x = map { random() } 1 .. 2 * $nv;
	my $found = linear($model, '--q', "@x[0 .. $nv - 1]", '--qd', "@x[$nv .. 2 * $nv - 1]");
	my @columns;
	for my $k (0 .. 2 * $nv - 1) {
		my @lines = map { my @own = @x; $own[$k] += $_->[0] * $h; [@own, @{$found->{tau}}] } @points;
		push @columns, difference($h, \@points, evaluate($model, 'fd', @lines));
	}
	near("$model: derivatives by q and qd", block($found->{A}, $nv, 0, $nv, 2 * $nv), transposed(\@columns), 1e-9);
	near('  the rest of A', block($found->{A}, 0, 0, $nv, 2 * $nv),
		[map { my $r = $_; [map { $_ == $nv + $r ? 1 : 0 } 0 .. 2 * $nv - 1] } 0 .. $nv - 1], 0);
	my ($minv) = evaluate($model, 'minv', [@x[0 .. $nv - 1]]);
	near('  and B', block($found->{B}, $nv, 0, $nv, $nv), [map { [splice @$minv, 0, $nv] } 1 .. $nv], 1e-13);
	ok(max(map { abs } @{$found->{qdd}}) < 1e-9, '  under the torques that hold it');
}
differs($_, 0.02) for 'examples/ur5.rig', 'examples/double_pendulum.rig', 'examples/rx90.rig';

# --- quaternions ---

# A body that turns about its principal axis z and moves along it stays in this motion, so its A is constant in time, and a step of any
# length is the derivative of the motion. States around it are simulated.
my $top = model(<<'END_MODEL');
gravity (0, 0, 0) m/s^2
body top on world { joint free : free; mass 2 kg; inertia diag(1, 2, 3) g m^2 }
END_MODEL

sub hamilton
{
	my ($x1, $y1, $z1, $w1, $x2, $y2, $z2, $w2) = @_;
	return ($w1 * $x2 + $x1 * $w2 + $y1 * $z2 - $z1 * $y2, $w1 * $y2 - $x1 * $z2 + $y1 * $w2 + $z1 * $x2,
		$w1 * $z2 + $x1 * $y2 - $y1 * $x2 + $z1 * $w2, $w1 * $w2 - $x1 * $x2 - $y1 * $y2 - $z1 * $z2);
}

sub turned
{
	my ($q, @v) = @_;
	my @conjugate = (-$q->[0], -$q->[1], -$q->[2], $q->[3]);
	return (hamilton(hamilton(@$q, @v, 0), @conjugate))[0 .. 2];
}

# q moved by (r, phi) in body axes: any first-order step does.
sub moved
{
	my ($q, @d) = @_;
	my @r = turned([@$q[3 .. 6]], @d[0 .. 2]);
	my $half = sqrt($d[3]**2 + $d[4]**2 + $d[5]**2) / 2;
	my $s = $half > 1e-8 ? sin($half) / (2 * $half) : 0.5;
	return [(map { $q->[$_] + $r[$_] } 0 .. 2), hamilton(@$q[3 .. 6], (map { $s * $d[3 + $_] } 0 .. 2), cos $half)];
}

# (r, phi) from one pose to another, to third order.
sub between
{
	my ($from, $to) = @_;
	my @back = (-$from->[3], -$from->[4], -$from->[5], $from->[6]);
	my @turn = hamilton(@back, @$to[3 .. 6]);
	@turn = map { -$_ } @turn if $turn[3] < 0;
	my $sine = sqrt($turn[0]**2 + $turn[1]**2 + $turn[2]**2);
	my $scale = $sine > 1e-12 ? 2 * atan2($sine, $turn[3]) / $sine : 2;
	return (turned(\@back, map { $to->[$_] - $from->[$_] } 0 .. 2), map { $scale * $_ } @turn[0 .. 2]);
}

my @spin = (0, 0, 0.4, 0, 0, 3);
my @start = (0.1, 0.2, 0.3, 0.1, 0.5, 0.1, sqrt(1 - 0.27));

sub flown
{
	my ($q, @qd) = @_;
	my $text = `'$rigidc' sim $top --time 0.4 --dt 0.4 --q '@$q' --qd '@qd' 2>/dev/null`;
	my @row = split /,/, (split /\n/, $text)[-1];
	return ([@row[1 .. 7]], @row[8 .. 13]);
}

my $flight = linear($top, '--q', "@start", '--qd', "@spin", '--dt', '0.4');
my ($end, @end_rate) = flown(\@start, @spin);
my @columns;
for my $k (0 .. 11) {
	my @results;
	for my $point (@points) {
		my @d = map { $_ == $k ? 0.02 * $point->[0] : 0 } 0 .. 11;
		my ($q, @qd) = flown(moved(\@start, @d[0 .. 5]), map { $spin[$_] + $d[6 + $_] } 0 .. 5);
		push @results, [between($end, $q), map { $qd[$_] - $end_rate[$_] } 0 .. 5];
	}
	push @columns, difference(0.02, \@points, @results);
}
near('a free body that turns: a step of 0.4 s is the derivative of its motion', $flight->{A}, transposed(\@columns), 1e-8);
is(scalar(@{$flight->{inputs}}), 0, '  nothing drives a free root');
my $ball = linear(model(<<'END_MODEL'), '--qd', 'ball.wx = 1, ball.wy = 2, ball.wz = 3');
body socket on world { joint slide : prismatic(x); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body stick on socket { joint ball : spherical; mass 1 kg; com (0, 0, -0.2); inertia diag(1, 2, 3) g m^2 }
END_MODEL
near('a ball joint: -w x phi', block($ball->{A}, 1, 1, 3, 3), [[0, 3, -2], [-3, 0, 1], [2, -1, 0]], 0);
is(scalar(@{$ball->{inputs}}), 4, '  it has three torques');

# --- loops ---

# The crank-rocker in closed form has one coordinate; with its rows the same one is independent.
my $closed = 'examples/loops/crank_rocker.rig';
my $open = "$scratch/rows.rig";
spew($open, slurp($closed) =~ s/\{ solve .*\}//gr =~ s/joint +(crank_pin|pivot) : revolute\(y\)/joint $1 : revolute(y) { idle }/gr);
for my $case (['at rest', 0, []], ['turning', 7, []], ['with a torque of its own', -9, ['--tau', 'motor = 3 N m']]) {
	my ($name, $rate, $tau) = @$case;
	my @at = ('-W', 'no-loop-redundant', '--pose', 'above', '--q', 'motor = -65 deg', '--qd', "motor = $rate", @$tau);
	my ($wanted, $found) = (linear($closed, @at), linear($open, @at));
	near("crank and rocker $name: A with rows is that of the closed form", $found->{A}, $wanted->{A}, 1e-12);
	near('  B', $found->{B}, $wanted->{B}, 1e-12);
	near('  the torque', [[$found->{tau}[0]]], [[$wanted->{tau}[0]]], 1e-12);
}
my $linked = linear($open, '-W', 'no-loop-redundant', '--pose', 'above');
is_deeply([@$linked{qw(states phase velocities)}], [['q.motor', 'qd.motor'], 'loops', ['motor', 'crank_pin', 'pivot']],
	'  names of states, and of the rows of N');
my ($J) = evaluate($open, 'jac:loops', $linked->{q});
near('  J N = 0', product([map { [splice @$J, 0, 3] } 1 .. @$J / 3], $linked->{N}), [([0]) x 5], 1e-15);

# A at a moving state of a loop with quaternions, of several kinds: differences of the independent accelerations over closed states. linearize
# itself closes the loop and makes dependent velocities follow. All coordinates are 0 where the loop is closed, so that those that are 0
# count as not given.
my @leg = qw(base.a base.b leg roll pitch yaw);
my @plate = map { "plate.$_" } qw(vx vy vz wx wy wz);

sub platform
{
	my ($kind) = @_;
	return model(<<"END_MODEL");
body lower on world at (1, 0.2, 0) { joint base : universal; mass 2 kg; com (0, 0, 0.3); inertia diag(2, 2, 1) g m^2 }
body upper on lower { joint leg : prismatic(z) { damping 2 N s/m }; mass 1 kg; com (0, 0, 0.8); inertia diag(2, 2, 1) g m^2 }
body ankle on upper at (0, 0, 1) { joint roll : revolute(x); mass 0.3 kg; com (0, 0.1, 0); inertia diag(2, 3, 4) g m^2 }
body heel on ankle at (0, 0.4, 0) { joint pitch : revolute(y); mass 0.3 kg; com (0, 0, 0.1); inertia diag(2, 3, 4) g m^2 }
body toe on heel { joint yaw : revolute(z); mass 0.3 kg; com (0.1, 0, 0); inertia diag(2, 3, 4) g m^2; frame tip at (0.6, 0, 0) }
body plate on world { joint plate : free; mass 3 kg; com (0, 0.1, 0.2); inertia diag(3, 4, 5) g m^2; frame ball at (1.6, 0.6, 1) }
loop hinge : $kind from ball to tip
END_MODEL
}

# Order 8 takes long here: below the level long it is order 4, with a smaller step.
my ($step_of_moves, @points_of_moves) = by_level(0, 0, 1) ? (0.004, @points)
	: (0.001, [1, 2 / 3], [-1, -2 / 3], [2, -1 / 12], [-2, 1 / 12]);

# Linear dynamics at a pose of the plate, coordinates of the leg ({ name => value }) and independent velocities (the same).
sub about
{
	my ($model, $pose, $leg, $rates) = @_;
	my @q = ((map { $leg->{$_} // 0 } @leg), @$pose);
	return linear($model, '-W', 'no-linearize-equilibrium,no-loop-redundant', '--tau', 'leg = 7 N', '--q', "@q", '--qd',
		join ', ', map { "$_ = $rates->{$_}" } sort keys %$rates);
}

sub moves
{
	my ($kind) = @_;
	my $model = platform($kind);
	my @pose = (0.05, -0.03, 0.04, 0.06, 0.02, -0.03, sqrt(1 - 0.0049));
	my $found = about($model, \@pose, {}, { map { $_ => random() } @plate });
	my @free = map { s/^q\.//r } @{$found->{states}}[0 .. @{$found->{states}} / 2 - 1];
	my @joints = grep { !/^plate/ } @free;
	is("@free", join(' ', @joints, @plate), "$kind: the leg follows the plate");
	# velocities of all that are independent; the first coordinates and velocities are those of the leg
	my %place = map { $found->{velocities}[$_] => $_ } 0 .. $#{$found->{velocities}};
	my %leg = map { $_ => $found->{q}[$place{$_}] } @joints;
	my %rates = map { $_ => random() } @free;
	$found = about($model, \@pose, \%leg, \%rates);
	# Below the level long along three random directions of the state, else along each coordinate and velocity.
	my @directions = by_level(0, 0, 1) ? (map { my $k = $_; [map { $_ == $k ? 1 : 0 } 0 .. 2 * @free - 1] } 0 .. 2 * @free - 1)
		: (map { [map { random() } 1 .. 2 * @free] } 1 .. 3);
	my @columns;
	for my $direction (@directions) {
		my @results;
		for my $point (@points_of_moves) {
			my $by = $step_of_moves * $point->[0];
			my %change = map { $free[$_] => $by * $direction->[$_] } 0 .. $#free;
			my %faster = map { $free[$_] => $by * $direction->[@free + $_] } 0 .. $#free;
			my $near = about($model, moved(\@pose, @change{@plate}), { map { $_ => $leg{$_} + $change{$_} } @joints },
				{ map { $_ => $rates{$_} + $faster{$_} } @free });
			push @results, [@{$near->{qdd}}[@place{@free}]];
		}
		push @columns, difference($step_of_moves, \@points_of_moves, @results);
	}
	near('  it moves: A is the derivative of the accelerations over closed states',
		product(block($found->{A}, scalar(@free), 0, scalar(@free), 2 * @free), transposed(\@directions)), transposed(\@columns), 1e-8);
	ok(max(map { map { abs } @$_ } @{$found->{E}}) > 0.01, '  E is not 0 there');
}
my @kinds = ('universal', 'fixed', 'planar', 'revolute(z)', 'prismatic(y)', 'cylindrical(x)');
moves($_) for @kinds[0 .. by_level(0, 0, $#kinds)];

# --- a step ---

# [A_d B_d; 0 1] by Taylor's series with many digits.
sub series
{
	my ($A, $B, $dt) = @_;
	Math::BigFloat->accuracy(60);
	my $n = @$A;
	my $size = $n + @{$B->[0]};
	my @whole = map {
		my $r = $_;
		[map { Math::BigFloat->new($r >= $n ? 0 : $_ < $n ? $A->[$r][$_] : $B->[$r][$_ - $n]) * $dt } 0 .. $size - 1]
	} 0 .. $size - 1;
	my @term = map { my $r = $_; [map { Math::BigFloat->new($_ == $r ? 1 : 0) } 0 .. $size - 1] } 0 .. $size - 1;
	my @sum = map { [@$_] } @term;
	for my $k (1 .. 120) {
		my @next;
		for my $r (0 .. $size - 1) {
			for my $c (0 .. $size - 1) {
				my $entry = Math::BigFloat->bzero;
				$entry += $term[$r][$_] * $whole[$_][$c] for grep { !$term[$r][$_]->is_zero && !$whole[$_][$c]->is_zero } 0 .. $size - 1;
				$next[$r][$c] = $entry / $k;
				$sum[$r][$c] += $next[$r][$c];
			}
		}
		@term = @next;
	}
	Math::BigFloat->accuracy(undef);
	return ([map { [map { $_->numify } @{$sum[$_]}[0 .. $n - 1]] } 0 .. $n - 1],
		[map { [map { $_->numify } @{$sum[$_]}[$n .. $size - 1]] } 0 .. $n - 1]);
}
for my $dt ('0.001', '1.5') {
	my $found = linear(@pole, '--dt', $dt);
	my ($A, $B) = series($up->{A}, $up->{B}, $dt);
	near("a step of $dt s beside the series of the exponential", $found->{A}, $A, 2e-14);
	near('  B', $found->{B}, $B, 2e-14);
	is("$found->{dt} $found->{method}", 0 + $dt . ' zoh', '  it says so');
}

# --- the torque that holds a state ---

my $legs = '0 0 0.2 0 0 0 1  0 0.8 -1.6  0 0.8 -1.6  0 -0.8 1.6  0 -0.8 1.6';
my $stand = linear('examples/solo12.rig', '--phase=stand', '--q', $legs);
my ($balance) = evaluate('examples/solo12.rig', 'id:stand', [split(' ', $legs), (0) x 36]);
near('a robot that stands: tau of id', [$stand->{tau}], [[@$balance[0 .. 17]]], 1e-15);
is($said, '', '  without a warning');
is_deeply($stand->{states}, [map { my $of = $_; map { "$of.base.$_" } qw(vx vy vz wx wy wz) } 'q', 'qd'], '  the base is independent');
is(scalar(@{$stand->{inputs}}), 12, '  twelve inputs');
my $all = linear('examples/solo12.rig', '--phase=stand', '--q', $legs, '--states=all');
is(scalar(@{$all->{A}}), 36, '--states=all: all 18 velocities');
near('  its A of the base is the reduced one, with N', product(block($all->{A}, 18, 0, 6, 18), $stand->{N}), block($stand->{A}, 6, 0, 6, 6), 1e-10);
my @diagonal = ('examples/solo12.rig', '--phase=left_diagonal', '--q');
my $balanced = linear(@diagonal, $legs);
ok($said eq '' && max(map { abs } @{$balanced->{qdd}}) < 1e-10, 'on two feet, below the centre of mass: held, though id balances no other load');
linear(@diagonal, $legs =~ s/-1\.6/-1.5/r);
like($said, qr/no torques of the drives hold this state: under the best ones 'base\.w[xyz]' accelerates by [-.0-9]+ rad\/s\^2 \[linearize-equilibrium\]/,
	'  beside it: not held');
my $acrobot = linear('examples/double_pendulum.rig', '--idle=q1', '--q', 'q2 = 1');
like($said, qr/'q1' accelerates by -1\.87 rad\/s\^2 \[linearize-equilibrium\]/, 'an acrobot that falls');
near('  its drive does not accelerate', [[$acrobot->{qdd}[1]]], [[0]], 1e-14);
my $pushed = linear('examples/double_pendulum.rig', '--idle=q1', '--q', 'q2 = 1', '--tau', 'q2 = 2 N m');
is($said, '', 'with --tau there is no such warning');
is_deeply($pushed->{tau}, [0, 2], '  and tau is given');

# --- forms ---

linearize(@pole, '-o', "$scratch/pole.$_") for qw(json csv m py);
my @lines = split /\n/, slurp("$scratch/pole.csv");
is($lines[0], 'state,unit,q.cart,q.pole,qd.cart,qd.pole,tau.cart', 'CSV: the first line');
near('  numbers of A and B', [map { [(split /,/)[2 .. 6]] } @lines[1 .. 4]], [map { [@{$up->{A}[$_]}, @{$up->{B}[$_]}] } 0 .. 3], 0);
is(slurp("$scratch/pole.json"), linearize(@pole), '-o NAME.json');
linearize($open, '-W', 'no-loop-redundant', '--pose', 'above', '--dt', '1 ms', '-o', "$scratch/linked.$_") for qw(m py);
linearize($top, '-o', "$scratch/top.$_") for qw(m py);

sub prints
{
	my ($what, $wanted, $command) = @_;
	my ($found, $code) = says($command);
	is($found . $code, "${wanted}0", $what);
}
SKIP: {
	skip('there is no octave', 1) if system('command -v octave-cli >/dev/null 2>&1');
	prints('Octave reads it', "1.463415 4 1 tau.cart 1e-03 3 1 12 0\n", "(octave-cli --no-init-file --norc --eval '"
		. "run $scratch/pole.m; printf(\"%.6f %d %d %s \", B(4), rows(A), columns(B), inputs{1}); "
		. "run $scratch/linked.m; printf(\"%.0e %d %d \", dt, size(N)); run $scratch/top.m; printf(\"%d %d\\n\", size(B));' 2>$scratch/octave)");
}
SKIP: {
	my ($python) = grep { -x } '/usr/bin/python3';
	skip('there is no numpy', 1) if !$python || system("$python -c 'import numpy' 2>/dev/null");
	prints('Python reads it', "1.463415 (4, 4) (4, 1) tau.cart 0.001 (3, 1) (12, 0)\n", "cd $scratch && $python -B -c '"
		. 'import pole, linked, top; print("%.6f" % pole.B[3, 0], pole.A.shape, pole.B.shape, pole.inputs[0], linked.dt, linked.N.shape, top.B.shape)' . "'");
}

# --- dry friction ---

{
	my $stick = model(<<'END_MODEL');
body link on world { joint j : revolute(z) { friction 9 N m at 0.01 rad/s }; mass 1 kg; com (1 m, 0, 0); inertia diag(1, 1, 1) kg m^2 }
body tool on link { joint k : prismatic(x) { friction 1 N at 0.2 m/s; damping 3 N s/m }; mass 1 kg }
body wheel on world { joint free_running : revolute(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body follower on world { joint rack : prismatic(x) = 0.1 m * free_running { friction 2 N at 0.1 m/s }; mass 1 kg }
END_MODEL
	my $warns = sub { my $A = linear($stick, @_)->{A}; return ($A->[3][3], join ' ', $said =~ /dry friction of (.*) is damping in A: .* \[friction-slope\]$/m) };
	my ($slope, $joints) = $warns->();
	near('the derivative of friction at rest: -F / v over the inertia', [[$slope]], [[-450]], 1e-12);
	is($joints, "'j', 'k', 'rack'", 'and a warning that names the joints');
	like($said, qr/^    help: --without=friction leaves it out$/m, 'and the option');
	is(($warns->('--qd', 'j = 0.02'))[1], "'j', 'k'", 'joints that move slowly');
	is(($warns->('--qd', 'j = 0.04, k = 0.7'))[1], '', 'joints that move fast');
	is(($warns->('--qd', 'j = 0.04'))[1], "'k'", 'one of two joints');
	($slope, $joints) = $warns->('--without=friction');
	is("$slope $said", '0 ', '--without=friction');
	is(linear($stick, '--without=friction,damping')->{A}[4][4], 0, '--without=friction,damping');
	linear('examples/ur5.rig');
	is($said, '', 'a model without friction');
}

# --- refused ---

sub refused
{
	my ($code, $message, @line) = @_;
	my ($text, $found) = tells($rigidc, 'linearize', @line);
	ok($found == $code && $text =~ $message, "refused: @line[1 .. $#line]") or diag("exit $found: $text");
}
refused(1, qr/^--pose:1:1: error: the model has no pose 'upp' \[unknown-pose\]/m, 'examples/loops/fourbar.rig', '--pose', 'upp');
refused(1, qr/^--phase:1:1: error: the model has no phase or contact 'stnd' \[unknown-phase\]\n.*\n.*\n +help: did you mean 'stand'\?/m,
	'examples/solo12.rig', '--phase=stnd');
refused(1, qr/cannot be closed: .* \[loop-open\]/, model(<<'END_MODEL'), '--q', 'a = 0.1');
body left on world { joint a : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame end at (1 m, 0, 0) }
body right on world at (9 m, 0, 0) { joint b : revolute(y) { idle }; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame end2 at (1 m, 0, 0) }
loop rod : distance(1 m) from end to end2
END_MODEL
refused(1, qr/a dead point \[linearize-state\]/, 'examples/loops/fourbar.rig', '--q', 'motor = 0');
my $gimbal = model(<<'END_MODEL');
body a on world { joint yaw : revolute(z) }
body b on a { joint pitch : revolute(y) }
body c on b { joint roll : revolute(x); mass 1 kg; com (0, 0, 0.1) m; inertia diag(1, 2, 3) }
END_MODEL
refused(1, qr/at this state M is singular: 'yaw' and 'roll' can move without any inertia, .* \[linearize-state\]/, $gimbal, '--q',
	"yaw = $_, pitch = 1.5707963267948966, roll = 0.3") for 0.1, 0.2, 0.3;
refused(1, qr/do not hold under these velocities: J qd is not 0 \[linearize-state\]/, 'examples/loops/fourbar.rig', '--pose', 'up', '--qd',
	'motor = 1, front = 1, rear = 1');
for (['1e-17', 0], ['1e-6', 1]) {
	my $wall = model(<<'END_MODEL');
body lift on world { joint up : prismatic(z); mass 1 kg }
body plate on lift { joint out : prismatic(x) { idle }; mass 1 kg }
loop rail : slot(z) from world to plate
END_MODEL
	my ($text, $found) = tells($rigidc, 'linearize', $wall, '--qd', "up = 1, out = $_->[0]");
	is($found, $_->[1], "a velocity of $_->[0] m/s that a row holds at 0") or diag($text);
}
refused(2, qr/^rigidc: --at=up is --pose=up now$/m, 'examples/loops/fourbar.rig', '--at', 'up');
refused(2, qr/^rigidc: --dt is a time above 0$/m, 'examples/cart_pole.rig', '--dt', $_) for '0', '-1 ms';
refused(1, qr/\[unknown-column\]/, 'examples/cart_pole.rig', '--dt', 'nan');
refused(1, qr/\[undefined-value\]/, 'examples/cart_pole.rig', '--q', 'pole = 0/0');
refused(1, qr/the matrices of a step of 10000 s are not finite: it is too long \[linearize-state\]/, @pole, '--dt', '10000');
refused(1, qr/cannot depend on the coordinates/, 'examples/double_pendulum.rig', '--tau', 'q1 = -2 N m * q2');
refused(2, qr/-o takes NAME\.json, NAME\.csv, NAME\.m or NAME\.py/, 'examples/cart_pole.rig', '-o', "$scratch/a.txt");
refused(2, qr/^rigidc: --method is that of a step: give --dt too$/m, 'examples/cart_pole.rig', "--method=$_") for qw(zoh euler rk4);
refused(2, qr/--method of linearize is zoh, euler or rk4, not 'tustin'/, 'examples/cart_pole.rig', '--method=tustin');
done_testing;
