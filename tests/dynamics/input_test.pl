#!/usr/bin/perl
# Inputs that a model declares: values against those of a reference that was written apart (laws/values.jsonl), derivatives by u against
# differences of order 8, the array u in every executor and command, and what is refused.
#
#   RIGIDC_SEED=s   of the states (1); printed
use strict;
use warnings;
use lib 'tests';
use JSON::PP;
use List::Util qw(max sum);
use Test::More;
use Evaluated;
use Shell;

my $laws = 'tests/dynamics/laws';

# --- values of the reference: its models write inputs as parameters ---

my $quadrotor = spew("$scratch/quadrotor.rig", slurp("$laws/quadrotor.rig") =~ s/^param u/input u/gmr);
for my $line (split /\n/, slurp("$laws/values.jsonl")) {
	my %v = %{ decode_json($line) };
	next if $v{model} ne 'quadrotor';
	my $nv = @{ $v{qd} };
	my @state = (@{ $v{q} }, @{ $v{qd} });
	near([ result($quadrotor, 'rnea', '', [ @state, @{ $v{qdd} }, @{ $v{u} } ]) ], $v{rnea}, 1e-13, 'quadrotor: rnea');
	near([ result($quadrotor, 'fd', '', [ @state, @{ $v{tau} }, @{ $v{u} } ]) ], $v{fd}, 1e-13, 'quadrotor: fd');
	my @slopes = result($quadrotor, 'fd_derivatives', '', [ @state, @{ $v{tau} }, @{ $v{u} } ]);
	near([ splice @slopes, 0, $nv * $nv ], [ map { @$_ } @{ $v{by_q} } ], 1e-12, 'quadrotor: dqdd/dq');
	near([ splice @slopes, 0, $nv * $nv ], [ map { @$_ } @{ $v{by_qd} } ], 1e-12, 'quadrotor: dqdd/dqd');
	near([ @slopes[ $nv * $nv .. $#slopes ] ], [ map { @$_ } @{ $v{by_u} } ], 1e-12, 'quadrotor: dqdd/du');
}

# --- models with inputs in every force ---

my $arm = spew("$scratch/arm.rig", <<'END');
model arm
/// pressure difference
input valve: N/mm^2 = 0.2
input pulse
input wind: m/s = (0.3, -0.2, 0.1)
param reach: m = (0, 0, -1)
body upper on world { joint shoulder : spherical; mass 1 kg; com (0.01, 0, -0.5) m; inertia diag(0.1, 0.105, 0.01) kg m^2 }
body lower on upper at reach { joint elbow : revolute(y) { passive -3 N m * pulse * cos(elbow) - 0.1 N m s * elbowd }; mass 1 kg; com (0, 0, -0.5 m); inertia diag(0.1, 0.1, 0.01) kg m^2 }
frame a on world at (0.2, 0, 0)
frame b on upper at (0.05, 0, -0.5)
strut ram between a and b { force valve * 2 cm^2 * (1 + length / 1 m) - 3 N s/m * rate }
wrench push in_world on lower { force 0.3 kg/s * (wind - v); moment pulse * 1 N m * ex }
wrench pull on lower in upper { force (0, 0, 5 N * pulse) * p.x / 1 m at (0, 0, 0) }
contact tip on lower at (0, 0, -0.5)
loop hold : distance(0.9 m) from a to tip_end
frame tip_end on lower at (0.1, 0, -0.2)
END
spew($arm, slurp($arm) =~ s/ in_world//r =~ s/^loop.*\n//mr);
my $looped = spew("$scratch/looped.rig", slurp($arm) . "loop hold : distance(0.9 m) from a to tip_end { settle 10 ms }\n" =~ s/ \{ settle.*//r);
my $walker = spew("$scratch/walker.rig", <<'END');
model walker
part leg(side) { input push = 1; body thigh on root at (0, side * 0.1 m, 0) { joint hip : revolute(y); mass 1 kg; com (0, 0, -0.2); inertia diag(2, 2, 1) g m^2 }
  wrench kick on thigh { force (gust * 1 N, 0, push * 3 N + 2 N * reel[0] * reel[1]) } }
input gust = 0.5
for k in 0..1 { input reel[k] = k + 1 }
body trunk on world { joint base : free; mass 5 kg; com (0, 0, 0.1); inertia diag(20, 30, 10) g m^2 }
use leg(1) as left on trunk
use leg(-1) as right on trunk
END

# Order 8: D f = sum c_k (f(x + k h) - f(x - k h)) / h
my @order8 = (4 / 5, -1 / 5, 4 / 105, -1 / 280);
sub slope_by
{
	my ($model, $function, $h, $at, @x) = @_;
	my @lines = map { my $k = $_; map { my $sign = $_; [ map { $x[$_] + ($_ == $at ? $sign * $k * $h : 0) } 0 .. $#x ] } 1, -1 } 1 .. 4;
	my @found = results($model, $function, '', @lines);
	return [ map { my $i = $_; sum(map { $order8[$_] * ($found[ 2 * $_ ][$i] - $found[ 2 * $_ + 1 ][$i]) } 0 .. 3) / $h } 0 .. $#{ $found[0] } ];
}

my %of = (
	arm => [ $arm, 4, 5, sub { (unit(random_numbers(4, 1)), random_numbers(1, 1)) } ],
	looped => [ $looped, 4, 5, sub { (unit(random_numbers(4, 1)), random_numbers(1, 1)) } ],
	walker => [ $walker, 8, 5, sub { (random_numbers(3, 1), unit(random_numbers(4, 1)), random_numbers(2, 1)) } ],
);
for my $name (sort keys %of) {
	my ($model, $nv, $nu, $q) = @{ $of{$name} };
	my @state = ($q->(), random_numbers($nv, 1), random_numbers($nv, 1));
	my @u = $name eq 'walker' ? random_numbers($nu, 1) : (2e5, random_numbers(4, 1));
	for ([ 'rnea', 'rnea_derivatives' ], [ 'fd', 'fd_derivatives' ], [ 'step:euler', 'step_derivatives:euler' ], [ 'step:rk4', 'step_derivatives:rk4' ],
	     $name eq 'arm' ? ([ 'fd:tip', 'fd_derivatives:tip' ], [ 'lambda:tip', 'lambda_derivatives:tip' ]) : ()) {
		my ($function, $derivatives) = @$_;
		next if $name eq 'walker' && $function =~ /step/;
		my @x = (@state, $function =~ /^step/ ? 0.02 : (), @u);
		my @slopes = result($model, $derivatives, '', \@x);
		my @by = map { slope_by($model, $function, $_ == 0 && $name ne 'walker' ? 1e4 : 0.1, @x - $nu + $_, @x) } 0 .. $nu - 1;
		my $rows = @{ $by[0] };
		if ($function =~ /^step/) { # the next state of a quaternion is moved along the velocities
			my $nq = $rows - $nv;
			my @end = splice @slopes, -2 * $nv * $nu;
			near([ @end[ $nv * $nu .. $#end ] ], [ map { my $r = $_; map { $_->[ $nq + $r ] } @by } 0 .. $nv - 1 ], 1e-9, "$name: $derivatives by u");
			next;
		}
		near([ splice @slopes, -$rows * $nu ], [ map { my $r = $_; map { $_->[$r] } @by } 0 .. $rows - 1 ], 1e-9, "$name: $derivatives by u");
	}
	my @gravity = result($model, 'gravity', '', [ @state[ 0 .. $#state - 2 * $nv ], @u ]);
	near(\@gravity, [ result($model, 'rnea', '', [ @state[ 0 .. $#state - 2 * $nv ], (0) x (2 * $nv), @u ]) ], 1e-13, "$name: gravity is at the values of u");
	# like the same numbers as parameters, which are known before the state
	my $params = spew("$scratch/params.rig", slurp($model) =~ s/^(?:input|for k).*\n//gmr =~ s/input push = 1; //r =~ s/\breel\[0\] \* reel\[1\]/reel/r =~ s/\bpush\b(?=[ *]+3)/kick/r);
	my @params = $name eq 'walker' ? () : ("param valve: N/m^2 = $u[0]", "param pulse = $u[1]", sprintf('param wind: m/s = (%.17g, %.17g, %.17g)', @u[ 2 .. 4 ]));
	if (@params) {
		spew($params, slurp($params) . join '', map { "$_\n" } @params);
		near([ result($model, 'fd', '', [ @state, @u ]) ], [ result($params, 'fd', '', \@state) ], 1e-12, "$name: as parameters");
	}
	my @executed = map { join ' ', result($model, 'all=rnea+fd+fd_derivatives+step_derivatives:euler', "--jit=$_", [ @state, @state[ -$nv .. -1 ], 0.01, @u ]) } qw(none tcc cc);
	is($executed[1], $executed[0], "$name: libtcc is the evaluator");
	is($executed[2], $executed[0], "$name: the C compiler is the evaluator");
}
{ # a path of a part, one of the model, an element
	my @state = ((0) x 6, 1, (0) x 2);
	my ($plain, $other) = map { [ result($walker, 'gravity', '', [ @state, @$_ ]) ] } [ 0.5, 1, 2, 1, 1 ], [ 0.5, 1, 2 + 1, 1, 1 ];
	near([ map { $other->[$_] - $plain->[$_] } 0 .. 5 ], [ 0, 0, -4, 0, 0, 0 ], 1e-12, 'reel[0] reel[1] in each leg');
}

# --- arguments of parts ---

my $frame = <<'END';
model copter
for k in 0..1 { input throttle[k] = 0.5 }
input gust: m/s = (1, 0.5, -0.2)
body hull on world { joint base : free; mass 1.2 kg; com (0.01, 0, -0.02); inertia diag(11, 12, 21) g m^2 }
body arm on hull { joint elbow : revolute(y) { passive -0.1 N m s * elbowd }; mass 0.2 kg; com (0, 0, -0.1); inertia diag(1, 1, 1) g m^2 }
END
my $by_hand = spew("$scratch/by_hand.rig", $frame . <<'END');
frame left on hull at (0, 0.2, 0)
frame right on arm at (0, -0.2, 0)
wrench blades_left on left { force (0, 0, 12 N * (throttle[0] + 0.1)); moment (0, 0, 0.3 N m * throttle[0] * gust.x / 1 m/s) }
wrench blades_right on right { force (0, 0, 12 N * (2 * throttle[1] + 0.1)); moment (0, 0, 0.3 N m * throttle[1] * 2 * gust.y / 1 m/s) }
END
my $by_parts = spew("$scratch/by_parts.rig", $frame . <<'END');
part blades(lift: N, power, wind: m/s) { wrench air on root { force (0, 0, lift); moment (0, 0, 0.3 N m * power * wind.x / 1 m/s) } }
part propeller(power, wind: m/s = gust, more = 0.1) { use blades(12 N * (power + more), power, wind) as inner on root }
use propeller(throttle[0]) as left on hull at (0, 0.2, 0)
use propeller(2 * throttle[1], (gust.y, 0, 0)) as right on arm at (0, -0.2, 0)
END
for my $function (qw(rnea fd fd_derivatives)) {
	my @x = (random_numbers(3, 1), unit(random_numbers(4, 1)), 0.4, random_numbers(14, 1), random_numbers(5, 1));
	is(join(' ', result($by_parts, $function, '', \@x)), join(' ', result($by_hand, $function, '', \@x)), "arguments of parts: $function");
}
for ([ 'part p(x) { body b on root at (x, 0, 0) { joint : fixed; mass 1 kg } }', 'a place' ],
     [ 'part p(x) { const twice = 2 * x; wrench w on root { force (0, 0, twice * 1 N) } }', 'a constant' ],
     [ 'part p(x) { wrench w on root { potential x * 1 N * p.z } }', 'a potential' ]) {
	my ($said, $code) = says("$rigidc check " . spew("$scratch/wrong.rig", "$frame$_->[0]\nuse p(throttle[0]) as u on hull\n"));
	ok($code && $said =~ /'x' is an input, which only forces read \[unknown-name\]/, "an argument in $_->[1]") or diag($said);
}
{
	my ($said, $code) = says("$rigidc check " . spew("$scratch/wrong.rig", "${frame}part p(x: N) { wrench w on root { force (0, 0, x) } }\nuse p(throttle[0]) as u on hull\n"));
	ok($code && $said =~ /a force \[N\] belongs here, this is a plain number \[dimension\]/, 'an argument of another dimension') or diag($said);
}

# --- commands ---

my ($columns) = says("$rigidc eval $arm -f fd --help=columns");
like($columns, qr{^u\.valve +Pa +input valve, pressure difference; 200000 without a column$}m, 'a column with unit, doc and default');
like($columns, qr{^u\.wind\.y +m/s +input wind; -0\.2 without a column$}m, 'of a vector');
spew("$scratch/named", "q.shoulder.qx,q.shoulder.qy,q.shoulder.qz,q.shoulder.qw,q.elbow,u.pulse\n0,0,0,1,0.3,0.7\n");
my @named = split /[\s,]+/, `$rigidc eval $arm -f gravity <$scratch/named`;
near([ @named[ -4 .. -1 ] ], [ result($arm, 'gravity', '', [ 0, 0, 0, 1, 0.3, 2e5, 0.7, 0.3, -0.2, 0.1 ]) ], 0, 'eval: columns and defaults');
near([ split ' ', `echo \@start | $rigidc eval $arm -f gravity` ], [ result($arm, 'gravity', '', [ 0, 0, 0, 1, 0, 2e5, 0, 0.3, -0.2, 0.1 ]) ], 0, 'eval: a pose is at the defaults');
my ($header) = says("$rigidc compile $arm -f fd,fd_derivatives,crba");
like($header, qr/#define ARM_NU 5\n.*ARM_U_valve = 0, .*ARM_U_wind_z = 4 .*#define ARM_U_DEFAULT \{ 200000\.0, 0\.0, 0\.3, -0\.2, 0\.1 \}/s, 'names in C');
like($header, qr/arm_fd\(const double q\[5\], const double qd\[4\], const double tau\[4\],\s+const double u\[5\], const arm_derived \*derived, double qdd\[4\]\)/, 'the place of u');
like($header, qr/arm_crba\(const double q\[5\], const arm_derived/, 'no function without forces takes it');
my %json = %{ decode_json(scalar `$rigidc info $arm --json 2>/dev/null`) };
is_deeply([ map { $_->{name} } @{ $json{inputs} } ], [ qw(valve pulse wind) ], 'info --json');
my ($drives) = says("$rigidc linearize $arm --set pulse=0.5 -o $scratch/lin.json");
my %linear = %{ decode_json(slurp("$scratch/lin.json")) };
is_deeply($linear{inputs}, [ qw(tau.shoulder.wx tau.shoulder.wy tau.shoulder.wz tau.elbow u.valve u.pulse u.wind.x u.wind.y u.wind.z) ], 'linearize: columns of B') or diag($drives);
is_deeply($linear{u}, [ 200000, 0.5, 0.3, -0.2, 0.1 ], 'linearize: --set and defaults');
{
	my @q = @{ $linear{q} };
	my @slopes = result($arm, 'fd_derivatives', '', [ @q, @{ $linear{qd} }, @{ $linear{tau} }, @{ $linear{u} } ]);
	my @by_u = splice @slopes, -20;
	near([ map { my $r = $_; map { $linear{B}[ 4 + $r ][ 4 + $_ ] } 0 .. 4 } 0 .. 3 ], \@by_u, 1e-12, 'linearize: B by u is dqdd/du');
	says("$rigidc linearize $arm --set pulse=0.5 --dt 0.01 --method=rk4 -o $scratch/step.json");
	my %step = %{ decode_json(slurp("$scratch/step.json")) };
	my @steps = result($arm, 'step_derivatives:rk4', '', [ @{ $step{q} }, @{ $step{qd} }, @{ $step{tau} }, 0.01, @{ $step{u} } ]);
	near([ map { my $r = $_; map { $step{B}[$r][ 4 + $_ ] } 0 .. 4 } 0 .. 7 ], [ splice @steps, -40 ], 1e-12, 'of a step: B_u');
}
spew("$scratch/steps.csv", "t,u.pulse\n0,0\n1,2\n");
my $moved = `$rigidc sim $arm --time 0.5 --dt 0.5 --input $scratch/steps.csv --set 'valve = 1e5 N/m^2 * (1 + time / 1 s)' --set 'wind = (0, 0, 0) m/s' 2>/dev/null`;
my ($names, @rows) = map { [ split /,/ ] } split /\n/, $moved;
my %last;
@last{@$names} = @{ $rows[-1] };
is(join(' ', map { $last{$_} } qw(u.valve u.pulse u.wind.x)), '150000 1 0', 'sim: --set and --input, and their columns');
like(`$rigidc sim $arm --time 0.5 --dt 0.5 --input $scratch/steps.csv --set pulse=1 2>&1`,
	qr/steps.csv:1:1: error: 'u.pulse' is given twice, as a column and by --set \[duplicate\]/, 'sim: an input has one of both');

# --- words ---

my $joint = spew("$scratch/joint.rig", "model m\nbody input on world { joint input : revolute(y); mass 1 kg; com (0, 0, 1 m); inertia diag(1, 1, 1) kg m^2 }\npose up { input = 1 rad }\n");
is((says("$rigidc check $joint"))[0], '', 'a body and a joint may be called input');
for (
	[ 'param a = u', 'there is no constant' ], [ 'body c on b { joint : fixed; mass u * 1 kg }', 'is an input, which only forces read \\[unknown-name\\]' ],
	[ 'input u', "'u' is there twice|input 'u'" ], [ 'const k = 1; input k', "'k'" ], [ 'input b', 'is a joint too' ], [ 'input xx: m = 2 kg', 'dimension' ],
	[ 'input xx = diag(1, 2, 3)', 'an input is a number or a vector' ], [ 'wrench t on b { potential u * p.z * 1 N }', 'only forces read' ],
	[ 'wrench t on b { force (uu * 1 N, 0, 0) }', "did you mean 'u'" ], [ 'input xx', "nothing reads the input 'xx'" ], [ 'input sin', 'reserved|meaning' ],
	[ 'body d on b { input x; joint : fixed }', 'input belongs to' ]
) {
	my ($line, $said) = @$_;
	my $model = spew("$scratch/said.rig", "model m\ninput u = 1\nbody b on world { joint : prismatic(z); mass 1 kg }\nwrench w on b { force (0, 0, u * 1 N) }\n$line\n");
	like((says("$rigidc check $model"))[0], qr/$said/, "said: $line");
}
my ($formatted) = says("$rigidc fmt - <" . spew("$scratch/layout.rig", "model m\ninput   a :  N=  2\ninput b [ 0 ]\n"));
is($formatted, "model m\ninput   a:  N =  2\ninput b[0]\n", 'the formatter, as for param') or diag($formatted);
my ($refused) = says("$rigidc package " . spew("$scratch/plain.rig", "model m\ninput u = 1\nbody b on world { joint : prismatic(z); mass 1 kg }\nwrench w on b { force (0, 0, u * 1 N) }\n") . " --for=ros2 -f rnea -o $scratch/package_ros2");
like($refused, qr/inputs of the model/, '--for=ros2 refuses inputs');
done_testing();
