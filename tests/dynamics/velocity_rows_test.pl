#!/usr/bin/perl
# Constraints on velocities: a rolling disc against Newton's and Euler's equations in axes of the world, Chaplygin's sleigh against its
# closed form, rows against velocities of frames, accelerations against rates of the rows along a motion, derivatives against differences,
# mirror images, and constraints of coordinates against loops and against their own rates.
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

my $models = 'tests/dynamics/velocity_rows';

sub dot { my ($a, $b) = @_; return sum(map { $a->[$_] * $b->[$_] } 0 .. $#$a) }
sub scaled { my ($k, $a) = @_; return [ map { $k * $_ } @$a ] }
sub plus { my ($a, $b, $k) = @_; return [ map { $a->[$_] + ($k // 1) * $b->[$_] } 0 .. $#$a ] }

sub cross
{
	my ($a, $b) = @_;
	return [ map { my ($i, $j) = (($_ + 1) % 3, ($_ + 2) % 3); $a->[$i] * $b->[$j] - $a->[$j] * $b->[$i] } 0 .. 2 ];
}

# Rotation of a quaternion (x, y, z, w), by rows.
sub rotation
{
	my ($x, $y, $z, $w) = @_;
	return ([ 1 - 2 * ($y * $y + $z * $z), 2 * ($x * $y - $w * $z), 2 * ($x * $z + $w * $y) ],
	        [ 2 * ($x * $y + $w * $z), 1 - 2 * ($x * $x + $z * $z), 2 * ($y * $z - $w * $x) ],
	        [ 2 * ($x * $z - $w * $y), 2 * ($y * $z + $w * $x), 1 - 2 * ($x * $x + $y * $y) ]);
}

sub product { my ($rows, $x) = @_; return [ map { dot($_, $x) } @$rows ] }
sub transposed { my ($rows) = @_; return [ map { my $c = $_; [ map { $_->[$c] } @$rows ] } 0 .. $#{ $rows->[0] } ] }

# --- the disc ---

# With the axle a, the way rho = r down from its centre to the point of contact and the rim's own rate of down,
#   m v' = F + m g,  (I w)' = rho x F,  v' + w' x rho + w x rho' = 0,
# all in axes of the world. Returns v', w' and F.
sub rolling
{
	my ($R, $v, $w) = @_;
	my ($m, $r, @I) = (2, 0.3, 0.045, 0.09, 0.045);
	my $a = [ map { $_->[1] } @$R ];
	my $da = cross($w, $a);
	my $s = sqrt(1 - $a->[2] * $a->[2]);
	my $down = scaled(-1 / $s, plus([ 0, 0, 1 ], $a, -$a->[2]));
	# d/dt of -(z - a a_z) / s, with s s' = -a_z a_z'
	my $rate = plus(scaled(1 / $s, plus(scaled($da->[2], $a), $da, $a->[2])), $down, $a->[2] * $da->[2] / ($s * $s));
	my ($rho, $drho) = (scaled($r, $down), scaled($r, $rate));
	my $inertia = [ map { my $i = $_; [ map { my $j = $_; sum(map { $R->[$i][$_] * $I[$_] * $R->[$j][$_] } 0 .. 2) } 0 .. 2 ] } 0 .. 2 ];
	my $gyro = cross($w, product($inertia, $w));
	my $drift = cross($w, $drho);
	my (@rows, @right);
	for my $i (0 .. 2) {
		my ($j, $k) = (($i + 1) % 3, ($i + 2) % 3);
		my @row = (0) x 9;
		@row[ $i, 6 + $i ] = ($m, -1);
		push @rows, [@row];
		push @right, $i == 2 ? -9.81 * $m : 0;
		@row = (0) x 9;
		@row[ 3 .. 5 ] = @{ $inertia->[$i] };
		@row[ 6 + $k, 6 + $j ] = (-$rho->[$j], $rho->[$k]);
		push @rows, [@row];
		push @right, -$gyro->[$i];
		@row = (0) x 9;
		@row[ $i, 3 + $j, 3 + $k ] = (1, $rho->[$k], -$rho->[$j]);
		push @rows, [@row];
		push @right, -$drift->[$i];
	}
	return solution(\@rows, \@right);
}

for (1 .. 5) {
	my $model = "$models/disc.rig";
	my @q = (random_numbers(3, 1), unit(random_numbers(4, 1)));
	my $R = [ rotation(@q[ 3 .. 6 ]) ];
	my $a = [ map { $_->[1] } @$R ];
	my $w = [ random_numbers(3, 2) ];
	my $down = scaled(-1 / sqrt(1 - $a->[2]**2), plus([ 0, 0, 1 ], $a, -$a->[2]));
	my $v = scaled(-0.3, cross($w, $down)); # it rolls
	my @found = rolling($R, $v, $w);
	my $body = transposed($R);
	my ($vb, $wb) = (product($body, $v), product($body, $w));
	my @wanted = (@{ plus(product($body, [ @found[ 0 .. 2 ] ]), cross($wb, $vb), -1) }, @{ product($body, [ @found[ 3 .. 5 ] ]) });
	my @state = (@q, @$vb, @$wb);
	near([ result($model, 'fd:loops', '', [ @state, (0) x 6 ]) ], \@wanted, 1e-12, 'disc: fd');
	near([ result($model, 'lambda:loops', '', [ @state, (0) x 6 ]) ], [ @found[ 6 .. 8 ] ], 1e-12, 'disc: lambda');
	near([ result($model, 'closure:loops', '', \@q) ], [ 0, 0, 0 ], 0, 'disc: closure');
}

# --- the sleigh ---

# u' = a w^2, w' = -m a u w / (I + m a^2), u along the blade
{
	my ($m, $a, $I, $u, $w, $angle) = (3, 0.25, 0.2, 0.7, -1.3, 0.4);
	my ($du, $dw) = ($a * $w * $w, -$m * $a * $u * $w / ($I + $m * $a * $a));
	my ($c, $s) = (cos $angle, sin $angle);
	my @wanted = ($du * $c - $u * $w * $s, $du * $s + $u * $w * $c, $dw);
	near([ result("$models/sleigh.rig", 'fd:loops', '', [ 1, 2, $angle, $u * $c, $u * $s, $w, 0, 0, 0 ]) ], \@wanted, 1e-14, 'sleigh: fd');
	my @rows = map { [ split /,/ ] } grep { /^\d/ } split /\n/, `$rigidc sim $models/sleigh.rig --qd 'base.x = 1, base.theta = 2' --time 3 --dt 3 2>$scratch/err`;
	my ($first, $last) = @rows[ 0, -1 ];
	is(@rows, 2, 'sleigh: sim') or diag(slurp("$scratch/err"));
	cmp_ok(abs($last->[-2] / $first->[-2] - 1), '<', 1e-7, 'sleigh: its energy stays');
	my ($x, $y, $theta) = @{$last}[ 4 .. 6 ];
	cmp_ok(abs(-sin($last->[3]) * $x + cos($last->[3]) * $y), '<', 1e-10, 'sleigh: its blade does not slip');
}

# --- rows and forces of the car ---

my ($car, $nv, $h) = ("$models/car.rig", 7, 1e-5);

# Speeds of the rows, by velocities of frames and their axes.
sub speeds
{
	my ($q, $qd) = @_;
	my $r = 0.1;
	my @speed;
	for my $use ('left', 'right') {
		my $wheel = $qd->[ $use eq 'left' ? 4 : 5 ];
		my ($v) = results($car, "vel:$use.rim", '', [ @$q, @$qd ]);
		my @R = result($car, "fk:hull", '', $q);
		push @speed, sum(map { $R[ 3 * $_ ] * $v->[$_] } 0 .. 2) - $r * $wheel;
	}
	my ($v) = results($car, 'vel:hull:board', '', [ @$q, @$qd ]);
	my @R = result($car, 'fk:hull:board', '', $q);
	return (@speed, sum(map { $R[ 3 * $_ + 1 ] * $v->[$_] } 0 .. 2));
}

my @q = random_numbers($nv, 1);
my @tau = random_numbers($nv, 3);
my @J = result($car, 'jac:loops', '', \@q);
my @rows = map { [ @J[ $nv * $_ .. $nv * $_ + $nv - 1 ] ] } 0 .. 2;
my @any = random_numbers($nv, 1);
near(product(\@rows, \@any), [ speeds(\@q, \@any) ], 1e-13, 'car: J');

# the part of any velocities that rolls: qd - J^T (J J^T)^-1 J qd
my $square = [ map { my $a = $_; [ map { dot($a, $_) } @rows ] } @rows ];
my @pull = solution($square, product(\@rows, \@any));
my @qd = map { my $v = $_; $any[$v] - sum(map { $rows[$_][$v] * $pull[$_] } 0 .. 2) } 0 .. $nv - 1;
my @qdd = result($car, 'fd:loops', '', [ @q, @qd, @tau ]);
my @lambda = result($car, 'lambda:loops', '', [ @q, @qd, @tau ]);
my @rnea = result($car, 'rnea', '', [ @q, @qd, @qdd ]);
near([ map { my $v = $_; $rnea[$v] - sum(map { $rows[$_][$v] * $lambda[$_] } 0 .. 2) } 0 .. $nv - 1 ], \@tau, 1e-13, 'car: M qdd + h = tau + J^T lambda');
my ($after, $before) = map { my $t = $_; [ speeds([ map { $q[$_] + $t * $qd[$_] + $t * $t / 2 * $qdd[$_] } 0 .. $nv - 1 ], [ map { $qd[$_] + $t * $qdd[$_] } 0 .. $nv - 1 ]) ] } $h, -$h;
cmp_ok(max(map { abs($after->[$_] - $before->[$_]) / (2 * $h) } 0 .. 2), '<', 1e-7, 'car: rows stay 0 along the motion');

# the ground pushes the wheels along the hull; with the wrench through `slide` and gravity this is the rate of momentum
{
	my @wrench = result($car, 'reaction:loops', '', [ @q, @qd, @qdd, @lambda ]);
	my @A = result($car, 'cmm', '', \@q);
	my @drift = result($car, 'cmm_drift', '', [ @q, @qd ]);
	my @R = result($car, 'fk:hull', '', \@q);
	my @rate = map { my $i = $_; $drift[$i] + sum(map { $A[ $nv * $i + $_ ] * $qdd[$_] } 0 .. $nv - 1) } 0 .. 2;
	my @force = map { $wrench[$_] + ($lambda[0] + $lambda[1]) * $R[ 3 * $_ ] } 0 .. 2;
	$force[2] -= 29 * 9.81;
	near(\@force, \@rate, 1e-12, 'car: forces and momentum');
	my @still = result("$models/sleigh.rig", 'reaction:loops', '', [ 0.1, 0.2, 0.5, 1, 0.3, -1, (result("$models/sleigh.rig", 'fd:loops', '', [ 0.1, 0.2, 0.5, 1, 0.3, -1, 0, 0, 0 ])), result("$models/sleigh.rig", 'lambda:loops', '', [ 0.1, 0.2, 0.5, 1, 0.3, -1, 0, 0, 0 ]) ]);
	cmp_ok(max(map { abs } @still), '<', 1e-14, 'sleigh: nothing goes through its joint');
}

# beside a row that slips, `settle` adds J qd / T
{
	my @slip = map { $qd[$_] + $any[$_] } 0 .. $nv - 1;
	my @own = result($car, 'fd:loops', '', [ @q, @slip, @tau ]);
	my ($up, $down) = map { my $t = $_; [ speeds([ map { $q[$_] + $t * $slip[$_] + $t * $t / 2 * $own[$_] } 0 .. $nv - 1 ], [ map { $slip[$_] + $t * $own[$_] } 0 .. $nv - 1 ]) ] } $h, -$h;
	my @rate = map { ($up->[$_] - $down->[$_]) / (2 * $h) } 0 .. 2;
	my @speed = speeds(\@q, \@slip);
	near([ @rate[ 0, 1 ], $rate[2] + $speed[2] / 0.2 ], [ 0, 0, 0 ], 1e-7, 'car: settle');
}

# --- derivatives ---

sub varied
{
	my ($function, $at, @input) = @_;
	return results($car, $function, '', map { my $v = $_; map { my $step = $_; my @all = @input; $all[ $at + $v ] += $step; \@all } $h, -$h } 0 .. $nv - 1);
}

sub slopes
{
	my (@pairs) = @_;
	my @columns = map { my ($a, $b) = @pairs[ 2 * $_, 2 * $_ + 1 ]; [ map { ($a->[$_] - $b->[$_]) / (2 * $h) } 0 .. $#$a ] } 0 .. $nv - 1;
	return map { my $row = $_; map { $_->[$row] } @columns } 0 .. $#{ $columns[0] };
}

for my $function ('fd', 'lambda') {
	my @input = (@q, @qd, @tau);
	my @wanted = map { slopes(varied("$function:loops", $_ * $nv, @input)) } 0 .. 2;
	my @found = result($car, "${function}_derivatives:loops", '', \@input);
	near(\@found, \@wanted, 1e-8, "car: ${function}_derivatives");
	my $rows = @found / (3 * $nv);
	my @along = random_numbers(3 * $nv + 1, 1);
	$along[-1] = 0; # of the parameter
	my @slope = map { my $r = $_; sum(map { my $k = $_; map { $found[ ($k * $rows + $r) * $nv + $_ ] * $along[ $k * $nv + $_ ] } 0 .. $nv - 1 } 0 .. 2) } 0 .. $rows - 1;
	near([ result($car, "jvp:$function:loops", '', [ @input, @along ]) ], \@slope, 1e-12, "car: jvp:$function");
	my @weight = random_numbers($rows, 1);
	my @pulled = map { my $k = $_; map { my $v = $_; sum(map { $found[ ($k * $rows + $_) * $nv + $v ] * $weight[$_] } 0 .. $rows - 1) } 0 .. $nv - 1 } 0 .. 2;
	my @vjp = result($car, "vjp:$function:loops", '', [ @input, @weight ]);
	near([ @vjp[ 0 .. 3 * $nv - 1 ] ], \@pulled, 1e-12, "car: vjp:$function");
}

# --- the mirror image ---

# (slide, x, y, theta, left, right, shoulder): y and theta change their sign, and the wheels their places
{
	my $image = sub { my @a = @_; return (@a[ 0, 1 ], -$a[2], -$a[3], @a[ 5, 4, 6 ]) };
	near([ result($car, 'fd:loops', '', [ map { $image->(@$_) } \@q, \@qd, \@tau ]) ], [ $image->(@qdd) ], 1e-12, 'car: its mirror image');
}

# --- constraints of coordinates beside their rates, and beside loops ---

my $pair = <<'END';
model pair
body left on world { joint a : revolute(y); mass 1 kg; com (0, 0, -0.1) m; inertia diag(2, 2, 1) g m^2 }
body right on left at (200, 0, 0) mm { joint b : revolute(x); mass 2 kg; com (0, 0.1, -0.05) m; inertia diag(2, 2, 1) g m^2 }
END
sub pair { my ($name, $more) = @_; return spew("$scratch/$name.rig", $pair . $more) }
my $coordinates = pair('coordinates', "constraint gear = 2 * a^2 + 3 * sin(b)\n");
my $rates = pair('rates', "constraint gear = 4 * a * ad + 3 * cos(b) * bd\n");
my @state = random_numbers(6, 1);
near([ result($rates, "$_:loops", '', \@state) ], [ result($coordinates, "$_:loops", '', \@state) ], 1e-14, "a constraint and its rate: $_")
	for qw(fd lambda fd_derivatives lambda_derivatives);

$pair .= "frame tip on right at (10, 20, 30) mm\n";
my $seen = pair('seen', "constraint lid on tip in left = p.z - 5 mm\n");
my $face = pair('face', "frame eye on left at (0, 0, 5) mm\nloop lid : face(z) from eye to tip\n");
near([ result($seen, "$_:loops", '', \@state) ], [ result($face, "$_:loops", '', \@state) ], 1e-13, "a constraint and a loop: $_")
	for qw(fd lambda fd_derivatives);
near([ result($seen, 'closure:loops', '', [ @state[ 0, 1 ] ]) ], [ result($face, 'closure:loops', '', [ @state[ 0, 1 ] ]) ], 1e-13, 'a constraint and a loop: closure');

# --- linear dynamics ---

sub linear { my ($model, @options) = @_; return decode_json(scalar qx($rigidc linearize $model @options 2>$scratch/err) || '{}') }
sub column { my ($rows, $k) = @_; return [ map { $_->[$k] } @$rows ] }

# The velocity of the disc at its point of contact.
sub contact
{
	my ($q, $qd) = @_;
	my $R = [ rotation(@$q[ 3 .. 6 ]) ];
	my $a = [ map { $_->[1] } @$R ];
	my $down = scaled(-1 / sqrt(1 - $a->[2]**2), plus([ 0, 0, 1 ], $a, -$a->[2]));
	return @{ plus(product($R, [ @$qd[ 0 .. 2 ] ]), cross(product($R, [ @$qd[ 3 .. 5 ] ]), scaled(0.3, $down))) };
}

# Changes of coordinates and velocities for (y, z): rows stay 0, and rates of independent velocities are those of A, by differences.
sub linear_as_differences
{
	my ($name, $model, $speeds, $q, $qd, $tau) = @_;
	my $nv = @$qd;
	my $l = linear($model, map { "--$_->[0] '(" . join(', ', map { sprintf '%.17g', $_ } @{ $_->[1] }) . ")'" } [ q => $q ], [ qd => $qd ]);
	my ($places, $n) = map { scalar @{ $l->{$_}[0] } } 'P', 'N';
	is("$places $n", "$nv " . ($nv - 3), "$name: independent coordinates and velocities");
	my @independent = map { my $state = s/^qd\.//r; grep { $l->{velocities}[$_] eq $state } 0 .. $nv - 1 } grep { /^qd/ } @{ $l->{states} };
	my ($slipped, $apart, $size) = (0, 0, 1);
	for my $k (0 .. $places + $n - 1) {
		my ($dq, $dqd) = $k < $places ? (column($l->{P}, $k), column($l->{E}, $k)) : ([ (0) x $nv ], column($l->{N}, $k - $places));
		my @moved = results($model, 'integrate', '', map { my $s = $_; [ @{ $l->{q} }, map { $s * $_ } @$dq ] } $h, -$h);
		my @pair = map { my $s = $_ ? -$h : $h; [ $moved[$_], [ map { $l->{qd}[$_] + $s * $dqd->[$_] } 0 .. $nv - 1 ] ] } 0, 1;
		my ($up, $down) = map { [ $speeds->(@$_) ] } @pair;
		$slipped = max($slipped, map { abs($up->[$_] - $down->[$_]) / (2 * $h) } 0 .. 2);
		($up, $down) = map { [ result($model, 'fd:loops', '', [ @{ $_->[0] }, @{ $_->[1] }, @{ $l->{tau} } ]) ] } @pair;
		my @rate = map { ($up->[$_] - $down->[$_]) / (2 * $h) } @independent;
		$apart = max($apart, map { abs($l->{A}[ $places + $_ ][$k] - $rate[$_]) } 0 .. $#rate);
		$size = max($size, map { abs } @rate);
	}
	cmp_ok($slipped, '<', 1e-7, "$name: its changes roll");
	cmp_ok($apart / $size, '<', 1e-7, "$name: accelerations of A");
	return $l;
}

my $l = linear_as_differences('car', $car, \&speeds, \@q, \@qd);
near([ map { my $r = $_; map { $l->{A}[$r][$_] } 0 .. $#{ $l->{A} } } 0 .. $nv - 1 ], [ map { my $r = $_; ((map { $l->{E}[$r][$_] } 0 .. $nv - 1), @{ $l->{N}[$r] }) } 0 .. $nv - 1 ], 1e-14, 'car: rates of its coordinates are E y + N z');
my $w = [ 0.4, 3, -0.2 ];
linear_as_differences('disc', "$models/disc.rig", \&contact, [ 0.1, 0.2, 0.3, 0, 0, 0, 1 ], [ @{ scaled(-1, cross($w, [ 0, 0, -0.3 ])) }, @$w ]);

# --- what has no meaning for them ---

like(`$rigidc assemble $models/disc.rig 2>&1`, qr/no loops and no constraints of coordinates to close/, 'assemble has nothing to close');

done_testing;
