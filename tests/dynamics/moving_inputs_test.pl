#!/usr/bin/perl
# Inputs that move: each model against the same with a joint of a massless body in place of each such input. Its q, qd, qdd are the
# u, ud, udd of the input, and the forces of the others are those of the model. Functions that solve for qdd are compared with the
# solution of M and h, with rows of K. Refusals, units, and the last digits of other executors.
#
#   RIGIDC_SEED=s       of the states (1); printed
#   RIGIDC_LEVEL=long   more states, all functions in searched code
use strict;
use warnings;
use lib 'tests';
use JSON::PP;
use List::Util qw(max sum);
use Test::More;
use Evaluated;
use Shell;

my $models = 'tests/dynamics/moving';
my $long = ($ENV{RIGIDC_LEVEL} // '') eq 'long';

# --- columns by name ---

my %columns; # of a model and a function: names of the input, and of the output

sub columns_of
{
	my ($model, $function, $options) = @_;
	return @{ $columns{"$model $function $options"} //= do {
		my ($in, $out) = split /\n\n/, `$rigidc eval $model -f '$function' $options --columns 2>$scratch/err`;
		[ map { [ map { (split)[0] } split /\n/, $_ // '' ] } $in, $out ];
	} };
}

# Outputs of a function by name, at states by name.
sub at_all
{
	my ($model, $function, $states, $options) = @_;
	$options //= '';
	my ($in, $out) = columns_of($model, $function, $options);
	my @lacks = grep { !defined $states->[0]{$_} } @$in;
	@lacks and BAIL_OUT("$model $function: @lacks");
	return map { my $found = $_; +{ map { $out->[$_] => $found->[$_] } 0 .. $#$out } }
		results($model, "'$function'", $options, map { my $state = $_; [ map { $state->{$_} } @$in ] } @$states);
}

sub at { my ($model, $function, $state, $options) = @_; return (at_all($model, $function, [$state], $options))[0] }

# The name in the model with joints: u.heave is q.heave there; tau.. by u.. are tau.. by q...
sub as_joint
{
	my ($name) = @_;
	$name =~ s/^u\./q./ || $name =~ s/^ud\./qd./ || $name =~ s/^udd\./qdd./;
	$name =~ s/_dud\./_dqd./ || $name =~ s/_du\./_dq./ || $name =~ s/^dtau_dudd\./M./;
	return $name;
}

# --- the two models ---

sub with_joints
{
	my ($model) = @_;
	my ($text, @inputs) = slurp("$models/$model.rig");
	$text =~ s{^input (\w+): (m|rad)(?: = [^\n]*?)? moving$}{
		push @inputs, $1;
		"body carrier_$1 on world { joint $1 : " . ($2 eq 'm' ? 'prismatic' : 'revolute') . "(x) }"
	}gme;
	$text =~ s/^pose home \{/"pose home { " . join('', map { "$_ = 0; " } @inputs)/me;
	spew("$scratch/$model.rig", $text);
	return ("$scratch/$model.rig", @inputs);
}

# A state of both models.
sub state_of
{
	my ($model, $q, $reach) = @_;
	my ($in) = columns_of("$models/$model.rig", 'rnea' . ($model =~ /^(leg|reel)$/ ? ':loops' : ''), '');
	my %state = map { $_ => (random_numbers(1, $reach))[0] } @$in;
	my @quaternion = sort grep { /^q\..*\.q[xyzw]$/ } @$in;
	@state{@quaternion} = unit(@state{@quaternion}) if @quaternion;
	$state{$_} = $q->{$_} for keys %$q;
	$state{$_} //= 0 for map { "tau.$_" } map { /^qd\.(.*)/ ? $1 : () } @$in;
	$state{$_} = (random_numbers(1, 1))[0] for grep { /^tau/ } keys %state;
	$state{ as_joint($_) } = $state{$_} for grep { /^ud?d?\./ } keys %state;
	return \%state;
}

# Compares all outputs that both models have.
sub same
{
	my ($found, $wanted, $within, $what) = @_;
	my @names = sort grep { defined $wanted->{ as_joint($_) } } keys %$found;
	near([ map { $found->{$_} } @names ], [ map { $wanted->{ as_joint($_) } } @names ], @names ? $within : -1, "$what, " . @names . ' numbers');
	return @names;
}

# Derivatives by u, ud, udd against differences of order 6.
sub by_differences
{
	my ($model, $function, $output, $state, $within) = @_;
	my $found = at($model, $function =~ s/(?=:|$)/_derivatives/r, $state, $long || $function eq 'fd' ? '--search=quick' : '');
	my @rows = map { /^$output\.(.*)/ } @{ (columns_of($model, $function, ''))[1] };
	my @columns = grep { /^u\w*\./ } sort keys %$state;
	my @steps = ([ 3, 1 / 60 ], [ 2, -9 / 60 ], [ 1, 45 / 60 ], [ -1, -45 / 60 ], [ -2, 9 / 60 ], [ -3, -1 / 60 ]);
	my @near = at_all($model, $function, [ map { my $column = $_; map { +{ %$state, $column => $state->{$column} + 1e-3 * $_->[0] } } @steps } @columns ]);
	for my $column (@columns) {
		my ($array, $name) = split /\./, $column, 2;
		my @side = splice @near, 0, @steps;
		my @slope = map { my $row = $_; sum(map { $steps[$_][1] / 1e-3 * $side[$_]{"$output.$row"} } 0 .. $#steps) } @rows;
		near([ map { $found->{"d${output}_d$array.$_.$name"} } @rows ], \@slope, $within, "$function: d$output/d$array by $name");
	}
}

# --- a tree ---

my ($joints, @moving) = with_joints('ship');
my $ship = "$models/ship.rig";
my @direct = qw(rnea bias gravity energy crba com jcom cmm momentum fk:hook vel:hook acc:hook jac:hook fk:hook:bow vel:hook:bow acc:hook:bow
	fk:quay:boom jacdot_qd:hook reaction length:mooring rate:mooring lengths length_rates arms wrench:wind wrench:sway_drag regressor
	energy_regressor rnea_derivatives momentum_rate);
my %known = map { $_ => 1 } split /\n/, `$rigidc --list=functions`;
for my $try (1 .. ($long ? 3 : 1)) {
	my $state = state_of('ship', {}, 1);
	my $rest = { %$state, map { $_ => 0 } grep { /^qdd\./ && !defined $state->{"u" . substr $_, 1} } keys %$state };
	for my $function (grep { my $name = s/:.*//r; grep { /^\Q$name\E\b/ } keys %known } @direct) {
		my $wanted = at($joints, $function eq 'bias' ? ('rnea', $rest) : ($function, $state));
		$wanted->{ s/^tau/h/r } = $wanted->{$_} for grep { /^tau/ } keys %$wanted;
		$wanted = { %$wanted, %{ at($joints, 'crba', $state) } } if $function eq 'rnea_derivatives';
		for my $options ('', $long || $function =~ /^(rnea|acc:hook)$/ ? '--search=quick' : ()) {
			my $found = at($ship, $function, $state, $options);
			same($found, $wanted, $function =~ /derivatives/ ? 1e-11 : 1e-12, "ship: $function $options");
		}
	}
	# qdd of the others: M qdd = tau - (h + M udd), rows and columns of the joints that are no inputs
	my @v = map { /^tau\.(.*)/ ? $1 : () } @{ (columns_of($ship, 'rnea', ''))[1] };
	my $h = at($joints, 'rnea', { %$state, map { ("qdd.$_" => 0) } @v });
	my $M = at($joints, 'crba', $state);
	my @qdd = solution([ map { my $r = $_; [ map { $M->{"M.$r.$_"} // $M->{"M.$_.$r"} } @v ] } @v ], [ map { $state->{"tau.$_"} - $h->{"tau.$_"} } @v ]);
	for my $options ('', '--search=quick') {
		my $found = at($ship, 'fd', $state, $options);
		near([ map { $found->{"qdd.$_"} } @v ], \@qdd, 1e-12, "ship: fd $options");
	}
	by_differences($ship, 'fd', 'qdd', $state, 1e-8);
}

# --- rows ---

my ($leg_joints) = with_joints('leg');
my $leg = "$models/leg.rig";
for my $try (1 .. ($long ? 3 : 1)) {
	my $state = state_of('leg', {}, 0.4);
	for my $function (qw(jac:loops drift:loops closure:loops)) {
		same(at($leg, $function, $state), at($leg_joints, $function, $state), 1e-12, "leg: $function") unless $function eq 'drift:loops';
	}
	my @v = map { /^tau\.(.*)/ ? $1 : () } @{ (columns_of($leg, 'rnea:loops', ''))[1] };
	my ($J, $drift) = (at($leg_joints, 'jac:loops', $state), at($leg_joints, 'drift:loops', $state));
	my %udd = map { /^udd\.(.*)/ ? ($1 => $state->{$_}) : () } keys %$state;
	my %ud = map { /^ud\.(.*)/ ? ($1 => $state->{$_}) : () } keys %$state;
	my $entry = sub { $J->{"J.$_[0].$_[1]"} };
	my @kept = grep { my $row = $_; max(map { abs $entry->($row, $_) } @v) > 1e-9 } map { /^c\.(.*)/ } @{ (columns_of($leg, 'closure:loops', ''))[1] };
	ok(@kept == 3, "leg: rows that count: @kept");
	my $own = at($leg, 'drift:loops', $state);
	near([ map { $own->{"d.$_"} } @kept ],
		[ map { my $row = $_; $drift->{"d.$row"} + sum(map { $entry->($row, $_) * $udd{$_} } keys %udd) } @kept ], 1e-12, 'leg: drift');
	my $h = at($leg_joints, 'rnea', { %$state, map { ("qdd.$_" => 0) } @v }, '-W no-loops-open');
	my $M = at($leg_joints, 'crba', $state, '-W no-loops-open');
	my $n = @v;
	my @K = map { my $r = $_; [ (map { $M->{"M.$r.$_"} // $M->{"M.$_.$r"} } @v), (map { -$entry->($_, $r) } @kept) ] } @v;
	push @K, map { my $row = $_; [ (map { $entry->($row, $_) } @v), (0) x @kept ] } @kept;
	my @right = ((map { $state->{"tau.$_"} - $h->{"tau.$_"} } @v), map { -$own->{"d.$_"} } @kept);
	my @solved = solution(\@K, \@right);
	by_differences($leg, 'fd:loops', 'qdd', $state, 1e-7);
	by_differences($leg, 'lambda:loops', 'lambda', $state, 1e-7);
	for my $options ('', '--search=quick') {
		my $found = at($leg, 'fd:loops', $state, $options);
		near([ map { $found->{"qdd.$_"} } @v ], [ @solved[ 0 .. $n - 1 ] ], 1e-10, "leg: fd:loops $options");
		my $lambda = at($leg, 'lambda:loops', $state, $options);
		near([ map { $lambda->{"lambda.$_"} } @kept ], [ @solved[ $n .. $#solved ] ], 1e-10, "leg: lambda:loops $options");
		# velocities that close: J qd_out + J_u ud = 0, nearest to qd in the metric of M
		my $project = at($leg, 'project:loops', $state, $options);
		my @jump = map { my $row = $_; sum(map { $entry->($row, $_) * $state->{"qd.$_"} } @v) + sum(map { $entry->($row, $_) * $ud{$_} } keys %ud) } @kept;
		my @change = solution(\@K, [ (0) x $n, map { -$_ } @jump ]);
		near([ map { $project->{"qd_out.$v[$_]"} - $state->{"qd.$v[$_]"} } 0 .. $n - 1 ], [ @change[ 0 .. $n - 1 ] ], 1e-10, "leg: project:loops $options");
	}
}

# --- wraps, points that a coupled coordinate shifts, added mass, a row of velocities ---

my ($reel_joints) = with_joints('reel');
my $reel = "$models/reel.rig";
my $winding = state_of('reel', { 'u.wind' => 0.4, 'q.wind' => 0.4 }, 0.3);
same(at($reel, $_, $winding), at($reel_joints, $_, $winding), 1e-12, "reel: $_") for qw(rnea reaction length_rates rnea_derivatives closure:loops jac:loops);
for (['com_drift', 'a', 'jcom', 'J', [qw(x y z)]], ['cmm_drift', 'f', 'cmm', 'A', [qw(vx vy vz wx wy wz)]], ['drift:loops', 'd', 'jac:loops', 'J', ['skid.c']]) {
	my ($function, $output, $by, $matrix, $rows) = @$_;
	my ($found, $drift, $J) = map { at(@$_, $winding) } [$reel, $function], [$reel_joints, $function], [$reel_joints, $by];
	my @names = map { s/^v/f/r =~ s/^w/n/r } @$rows;
	near([ map { $found->{"$output.$_"} } @names ],
		[ map { my $row = $rows->[$_]; $drift->{"$output.$names[$_]"} + sum(map { $J->{"$matrix.$row.$_"} * $winding->{"udd.$_"} } qw(drive wind)) } 0 .. $#names ],
		1e-12, "reel: $function");
}

# --- a closed form ---

my ($engine_joints) = with_joints('engine');
my $turning = state_of('engine', { 'q.crank' => 0.3, 'u.shake' => 0.05 }, 1);
$turning->{'q.shake'} = 0.05;
same(at("$models/engine.rig", $_, $turning), at($engine_joints, $_, $turning), 1e-12, "engine: $_") for qw(rnea acc:small_end vel:piston energy);

# --- commands ---

my $pendulum = "$models/pendulum.rig";
sub answers { my ($command, $pattern, $what) = @_; like(scalar `$rigidc $command 2>&1`, $pattern, $what // $command) }

# The support accelerates by a: the pendulum rests at tan q = a / g.
my $rest = atan2(2, 9.81);
spew("$scratch/course.csv", join '', "t,u.shake\n", map { sprintf "%.17g,%.17g\n", $_ / 10, ($_ / 10)**2 } 0 .. 10);
for my $course ("--set 'shake = 1 m/s^2 * time^2'", "--input $scratch/course.csv") {
	my @row = map { [ split /,/ ] } split /\n/, `$rigidc sim $pendulum --q $rest --time 1 --dt 0.5 $course 2>$scratch/err`;
	is_deeply($row[0], [qw(t q.swing qd.swing tau.swing u.shake ud.shake udd.shake kinetic potential)], 'columns of sim');
	near([ @{ $row[-1] }[ 1, 2, 4, 5, 6 ] ], [ $rest, 0, 1, 2, 2 ], 1e-8, "sim $course");
}
like(slurp("$scratch/err"), qr/inputs that move/, 'sim says that they do work');
my $shaken = spew("$scratch/shaken.csv", "t,u.shake\n" . join('', map { "0.$_,0.$_\n" } 0 .. 3));
my @last = split /,/, (split /\n/, `$rigidc sim $pendulum --q $rest --time 0.3 --dt 0.1 --input $shaken 2>$scratch/err`)[-1];
near([ @last[ 4, 5 ] ], [ 0.3, 1 ], 1e-12, 'sim: an input moves up to the last row of a file, whose time is rounded');
answers("sim $pendulum --q $rest --time 0.5 --dt 0.1 --input $shaken", qr/--input ends at 0\.3 s: inputs that move stand still after it/, 'sim: a file that ends before the motion');
answers("sim $pendulum --q $rest --time 0.2 --dt 0.1 --set 'shake = sqrt(time / (1 s) - 0.01) * 1 m' 2>&1; echo code \$?", qr/the energy is not a number.*code 1$/s, 'sim: an input that is not a number');
answers("info $models/leg.rig --json -f lambda_derivatives:loops", qr/"dlambda_dudd".*N over the input's/s, 'info: units of derivatives by inputs that move');

# A cubic course is that of its spline.
sub course { my ($t) = @_; return ($t**3 - $t, 3 * $t**2 - 1, 6 * $t) }
my @t = map { $_ / 4 } 0 .. 6;
spew("$scratch/positions", join '', "t q.swing u.shake\n", map { my $t = $_; sprintf "%.17g %.17g %.17g\n", $t, (course($t))[0], -(course($t))[0] } @t);
my @found = split /\n/, `$rigidc eval $pendulum -f rnea --differentiate <$scratch/positions`;
my @wanted = map { my ($q, $qd, $qdd) = course($_); (result($pendulum, 'rnea', '', [ $q, $qd, $qdd, -$q, -$qd, -$qdd ]))[0] } @t;
near(\@found, \@wanted, 1e-12, '--differentiate');

my $linear = `$rigidc linearize $pendulum`;
like($linear, qr/"inputs": \["tau.swing", "u.shake", "ud.shake", "udd.shake"\]/, 'linearize: columns of B');
like($linear, qr/"B": \[\s*\[0, 0, 0, 0\],\s*\[1, 0, 0, 1\]/, 'linearize: B');


# A and B beside rows: those of the model with a joint whose force keeps its acceleration at udd. With the row L of its acceleration and the
# column f of its force, A - B_f A_L / B_Lf, columns of its position and velocity for u and ud, and B_f / B_Lf for udd.
sub linear { my ($model, $options) = @_; return decode_json(scalar `$rigidc linearize $model $options 2>$scratch/err` || die slurp("$scratch/err")) }
my $pairs = 0; # a name for each
sub linear_beside_rows
{
	my ($text, $options, $what) = @_;
	$pairs++;
	my $moves = spew("$scratch/moves$pairs.rig", "model m\ninput lift: m = 0.03 m moving\n$text" =~ s/GOES/joint goes : prismatic(z) = lift/r);
	my $joint = spew("$scratch/joint$pairs.rig", "model m\n$text" =~ s/GOES/joint lift : prismatic(z)/r);
	my $found = linear($moves, $options);
	my ($in) = columns_of($moves, 'rnea', '');
	my $list = sub { my ($array, $values, $own) = @_; my @names = map { /^$array\.(.*)/ ? $1 : () } @$in; return join ', ', "lift = $own", map { sprintf "%s = %.17g", $names[$_], $values->[$_] } 0 .. $#names };
	my $wanted = linear($joint, ($options =~ s/--qd '.*?'//r) . " --q '" . $list->('q', $found->{q}, 0.03) . "' --qd '" . $list->('qd', $found->{qd}, 0) . "'");
	my ($x, $u, $A, $B) = @$wanted{qw(states inputs A B)};
	my %column = ((map { my $k = $_; $x->[$k] => [ map { $_->[$k] } @$A ] } 0 .. $#$x), map { my $k = $_; $u->[$k] => [ map { $_->[$k] } @$B ] } 0 .. $#$u);
	my %row = map { $x->[$_] => $_ } 0 .. $#$x;
	my $L = $row{'qd.lift'};
	my $force = $column{'tau.lift'};
	my %held = map { my $own = $column{$_}; $_ => [ map { $own->[$_] - $force->[$_] * $own->[$L] / $force->[$L] } 0 .. $#$own ] } keys %column;
	@held{qw(u.lift ud.lift udd.lift)} = (@held{qw(q.lift qd.lift)}, [ map { $_ / $force->[$L] } @$force ]);
	my @rows = @row{ @{ $found->{states} } };
	for ([ A => 'states' ], [ B => 'inputs' ]) {
		my ($matrix, $names) = @$_;
		near([ map { @$_ } @{ $found->{$matrix} } ], [ map { my $row = $_; map { $held{$_}[$row] } @{ $found->{$names} } } @rows ], 1e-11, "linearize: $matrix $what");
	}
	# dq = N y + Q u and dqd = N z + E y + R u keep the rows: so do the columns of a joint, N of its model less its position or velocity
	my @velocity = map { my $name = $_; grep { $wanted->{velocities}[$_] eq $name } 0 .. $#{ $wanted->{velocities} } } @{ $found->{velocities} };
	my ($lift) = grep { $x->[$_] eq 'q.lift' } 0 .. $#$x;
	my ($at) = grep { $found->{inputs}[$_] eq 'u.lift' } 0 .. $#{ $found->{inputs} };
	$at -= grep { /^tau/ } @{ $found->{inputs} };
	near([ map { $_->[$at] } @{ $found->{Q} } ], [ map { $wanted->{N}[$_][$lift] } @velocity ], 1e-12, "linearize: Q $what");
	near([ map { $_->[$at] } @{ $found->{R} } ], [ map { $wanted->{E}[$_][$lift] } @velocity ], 1e-12, "linearize: R $what") if $what =~ /moving/; # 0 at rest
	near([ map { $_->[ $at + 1 ] } @{ $found->{R} } ], [ map { $wanted->{N}[$_][$lift] } @velocity ], 1e-12, "linearize: R by ud $what");
}
my $four = <<'END';
body slide on world { GOES; mass 2 kg; inertia diag(1, 1, 1) kg m^2 }
body crank on slide { joint crank : revolute(y); mass 0.5 kg; com (0, 0, 0.1) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
body coupler on crank at (0, 0, 0.2) m { joint coupler : revolute(y) { idle }; mass 0.4 kg; com (0.2, 0, 0) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
body rocker on world at (0.5, 0, 0) m { joint rocker : revolute(y) { idle }; mass 0.5 kg; com (0, 0, 0.15) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
frame pin on coupler at (0.5, 0, 0.05) m
frame lug on rocker at (0, 0, 0.3) m
loop bar : revolute(y) from pin to lug
END
my $ball = <<'END';
input torque: N m = 0.2 N m { rate (1 N m * sin(bend) + 0.3 N m s * twistd - torque) / 50 ms }
body slide on world { GOES; mass 2 kg; inertia diag(1, 1, 1) kg m^2 }
body arm on slide at (0, 0, 0.5) m { joint ball : spherical; mass 1 kg; com (0.1, 0.02, 0.1) m; inertia diag(0.02, 0.03, 0.01) kg m^2 }
body rod on arm at (0.2, 0, 0.1) m { joint bend : revolute(y) { idle; passive torque - 0.2 N m s * bendd }; mass 0.5 kg; com (0.1, 0, 0) m; inertia diag(0.01, 0.02, 0.02) kg m^2 }
body tube on rod at (0.3, 0, 0) m { joint twist : revolute(z) { idle }; mass 0.4 kg; com (0.05, 0.02, 0) m; inertia diag(0.01, 0.01, 0.02) kg m^2 }
body pad on tube at (0.1, 0.05, 0.02) m { joint slip : prismatic(x) { idle }; mass 0.3 kg; com (0.02, 0, 0.01) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
END
my $pinned = "frame tip on pad\nframe anchor on world at (0.62, 0.08, 0.66) m\nloop pin : spherical from tip to anchor\n";
my $touching = "contact tip on pad\nphase stand = tip\n";
for my $motion ([ '', 'at rest' ], [ "--qd 'crank = 1.3'", 'moving' ]) {
	linear_beside_rows($four, @$motion);
}
for my $motion ([ '', 'at rest' ], [ "--qd 'ball.wx = 0.7, ball.wy = -0.4, ball.wz = 0.5'", 'moving' ]) {
	my ($options, $what) = @$motion;
	linear_beside_rows($ball . $pinned, $options, "of a loop with a ball joint and a state, $what");
	linear_beside_rows($ball . $touching, "--phase=stand $options", "of a phase, $what");
}
like(linear($leg, '--pose home')->{inputs}[-1], qr/^udd\.tilt$/, 'linearize: two inputs that move');

# A four-bar on a lift that rises by 3/2 t^2 moves as one on the ground where gravity is 3 m/s^2 more. A foot that a phase holds likewise.
my $bars = <<'END';
body crank on GROUND { joint crank : revolute(y); mass 0.5 kg; com (0, 0, 0.1) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
body coupler on crank at (0, 0, 0.2) m { joint coupler : revolute(y); mass 0.4 kg; com (0.2, 0, 0) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
body rocker on GROUND at (0.5, 0, 0) m { joint rocker : revolute(y); mass 0.5 kg; com (0, 0, 0.15) m; inertia diag(0.01, 0.01, 0.01) kg m^2 }
frame pin on coupler at (0.5, 0, 0.05) m
frame lug on rocker at (0, 0, 0.3) m
loop bar : revolute(y) from pin to lug
body leg on rocker at (0.1, 0, 0) m { joint leg : revolute(y); mass 1 kg; com (0.1, 0, 0.1) m; inertia diag(0.02, 0.02, 0.02) kg m^2 }
frame toe on leg at (0.2, 0, 0.1) m
contact tip on toe
phase stand = tip
END
my $lifted = spew("$scratch/lifted.rig", "model bars\ninput lift: m moving\nbody slide on world { joint goes : prismatic(z) = lift; mass 2 kg; inertia diag(1, 1, 1) kg m^2 }\n" . $bars =~ s/GROUND/slide/gr
	=~ s/contact tip.*\n.*\n//r);
my $heavy = spew("$scratch/heavy.rig", "model bars\ngravity (0, 0, -12.81) m/s^2\n" . $bars =~ s/GROUND/world/gr =~ s/contact tip.*\n.*\n//r);
sub courses { return map { [ (split /,/)[ 0 .. 8 ] ] } grep { /^[\d.]/ } split /\n/, scalar `$rigidc sim $_[0] --time 0.6 --dt 0.2 --qd 'crank = 1' $_[1] 2>$scratch/err` }
for my $method ('', '--method=cvode', '--method=rk4 --step=0.0005') {
	my @wanted = courses($heavy, $method);
	my @found = courses($lifted, "$method --set 'lift = 1.5 m/s^2 * time^2'");
	near([ map { @$_ } @found ], [ map { @$_ } @wanted ], 1e-8, "sim: a four-bar on a lift $method");
	like(slurp("$scratch/err"), qr/largest closure \S+e-1[4-9]; largest \|J qd\| \S+e-1[3-9]/, 'its rows hold');
}
spew("$scratch/lift.csv", join '', "t,u.lift\n", map { my $t = 0.02 * $_; $t . ',' . (0.05 * sin(6 * $t)) . "\n" } 0 .. 40);
my @by_formula = courses($lifted, "--set 'lift = 0.05 m * sin(6 rad/s * time)'");
near([ map { @$_ } courses($lifted, "--input $scratch/lift.csv") ], [ map { @$_ } @by_formula ], 1e-3, 'sim: a lift from a file');
answers("sim $leg --time 1 --dt 0.5 --set 'tilt = 0.2 * sin(3 rad/s * time)' --pose home", qr/largest closure \S+e-1\d/, 'sim: loops to frames that inputs move');
my $stands = spew("$scratch/stands.rig", "model stands\ninput lift: m moving\nbody slide on world { joint goes : prismatic(z) = lift; mass 2 kg; inertia diag(1, 1, 1) kg m^2 }\n" . $bars =~ s/GROUND/slide/gr);
my @standing = courses($stands, "--phase=stand --time 0.2 --dt 0.1 --set 'lift = 0.02 m * sin(6 rad/s * time)'");
my @feet = map { [ (result($stands, 'fk:toe', '', [ @{ $standing[$_] }[ 1 .. 4 ], 0.02 * sin(0.6 * $_) ]))[ -3 .. -1 ] ] } 0 .. $#standing;
near($feet[-1], $feet[0], 1e-6, 'sim: a foot that a phase holds stays while the lift moves');
answers("sim $stands --time 1 --dt 0.5 --contacts=tip", qr/--contacts is not for a model with a moving input, as 'lift'; --phase holds contacts/);
answers("sim $pendulum --time 1 --dt 0.5 --set 'shake = 1 m * swing / 1 rad'", qr/'shake' moves: its formula reads the time alone, not 'swing'/);
answers("eval $pendulum -f step:rk4 --columns", qr/step:rk4 is not of models with moving inputs, as 'shake'/);
answers("eval $pendulum -f coriolis --columns", qr/coriolis is not of models with moving inputs/);
answers("package $pendulum --for=acados -o $scratch/acados", qr/u has no place for the rates of an input that moves/);
answers("package $leg --for=$_ -o $scratch/leg.fmu", qr/a unit holds no loops and contacts beside inputs that move/) for qw(fmi fmi:2);
answers("export $pendulum --to=urdf", qr/URDF has no motion of inputs, like that of 'shake'.*--lossy leaves it out/s);
answers("compile $pendulum -f rnea,fd,fd_derivatives -o $scratch/pendulum.h", qr/^$/);
answers("compile $pendulum -f rnea -o -", qr/#define PENDULUM_NUD 1\nenum \{\n\tPENDULUM_UD_shake = 0 \/\* shake, m\/s and m\/s\^2 \*\//, 'indices of ud and udd');

# A loop that an input opens is closed at its value and its rate, and models without coordinates of their own have numbers.
my $follower = spew("$scratch/follower.rig", <<'END');
model follower
input heave: m moving
body deck on world { joint up : prismatic(z) = heave; mass 1 kg }
body load on world { joint lifts : prismatic(z); mass 1 kg }
loop hook : slot(x) from load to deck
END
sub warned_of
{
	my ($line) = @_;
	spew("$scratch/line", "q.lifts qd.lifts tau.lifts u.heave ud.heave udd.heave\n$line\n");
	return scalar `$rigidc eval $follower -f fd:loops -W no-loop-redundant,no-loop-rigid <$scratch/line 2>&1`;
}
is(warned_of('0.3 0.5 0 0.3 0.5 7'), "7\n", 'eval: a closed state has no warning');
like(warned_of('0.3 0.5 0 0.1 0.5 7'), qr/q leaves 'hook' open by 200 mm/, 'eval: an open one');
like(warned_of('0.3 0.5 0 0.3 0.7 7'), qr/J qd \+ H ud is 0.17 of its terms/, 'eval: and one that opens');
my $lift = spew("$scratch/lift.rig", "model lift\ninput heave: m moving\nbody deck on world { joint up : prismatic(z) = heave; mass 1 kg }\n");
answers("linearize $lift", qr/"A": \[\s*\],\s*"B": \[\s*\]/, 'linearize without coordinates');
answers("eval $lift -f rnea_derivatives,fd_derivatives --columns", qr{udd.heave +m/s\^2}, 'derivatives without coordinates');

# Compiled code has the numbers of the evaluator.
answers("compile $ship -f rnea,fd,fd_derivatives,reaction --search=none --self-test -o $scratch/ship.h", qr/^$/, 'ship: C');
spew("$scratch/main.c", qq(#include "ship_test.h"\nint main(void) { return ship_self_test(); }\n));
is(system("cd $scratch && cc -O2 -o main main.c -lm && ./main"), 0, 'ship: its self-test');

done_testing;
