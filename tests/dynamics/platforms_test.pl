#!/usr/bin/perl
# Legs and rods of platforms in closed form, against the same loops without `solve`. Newton's method closes the open model for the
# solved joints. Its rows J qd = 0 and J qdd + d = 0 give their rates and accelerations, by least squares. Forces of the open tree do
# the same work as those of the closed form, and its `fd` has the same accelerations.
#
#   platforms_test.pl [NUMBER...]   the mechanisms of these numbers; without any, those of RIGIDC_LEVEL
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use List::Util qw(max);
use Test::More;
use Algebra;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $states = by_level(2, 4, 20);
my $seed = $ENV{RIGIDC_SEED} // 1;
srand $seed;
note "seed $seed";

# A body with its centre anywhere, and all products of inertia.
sub solid
{
	my ($xy, $xz, $yz) = map { int between(-90, 90) } 1 .. 3;
	my ($xx, $yy, $zz) = map { int between(600, 1000) } 1 .. 3;
	my $centre = join ', ', map { int between(-40, 40) } 1 .. 3;
	return sprintf 'mass %.3f kg; com (%s) mm; inertia [%d, %d, %d; %d, %d, %d; %d, %d, %d] kg mm^2', between(0.3, 3), $centre,
		$xx, $xy, $xz, $xy, $yy, $yz, $xz, $yz, $zz;
}

# Tubes and rods of legs are symmetric about their lines, with this part of the moment across them about the line: undef if not. A line
# passes y mm beside the origin and is turned about y.
my $thin;
sub tube
{
	my ($y, $degrees) = @_;
	return solid() if !defined $thin;
	my ($s, $c) = (sin $degrees * atan2(1, 1) / 45, cos $degrees * atan2(1, 1) / 45);
	my ($at, $J) = (between(-40, 40), between(600, 1000));
	my @J = map { sprintf '%.17g', $J * $_ } $c * $c + $thin * $s * $s, ($thin - 1) * $s * $c, $s * $s + $thin * $c * $c;
	return sprintf 'mass %.3f kg; com (%.17g, %g, %.17g) mm; inertia [%s, 0, %s; 0, %.17g, 0; %s, 0, %s] kg mm^2', between(0.3, 3),
		$s * $at, $y, $c * $at, @J[0, 1], $J, @J[1, 2];
}
sub turn { return sprintf 'rpy(%d deg, %d deg, %d deg)', map { between(-$_[0], $_[0]) } 1 .. 3 }
sub place { my ($x, $y, $z, $by) = @_; return sprintf '(%d, %d, %d) mm', map { $_ + between(-$by, $by) } $x, $y, $z }

# The two turns of a leg: a universal joint; hinges about y and -x with a fixed body between; hinges whose frames are apart, and the
# leg slants against them. Then what the pose says of them.
my %turns = (
	cross => sub { my ($k, $at) = @_; "body lower$k $at { joint base$k : universal { damping (2, 1) mN m s }; ${\ tube(0, 0) } }\n" },
	hinges => sub {
		my ($k, $at) = @_;
		return "body ring$k $at { joint outer$k : revolute(y) { armature 3 g m^2 }; ${\ solid() } }\n"
			. "body block$k on ring$k at (0, 20, 0) mm, ry(15 deg) { joint : fixed; mass 100 g }\n"
			. "body lower$k on block$k at (0, -20, 0) mm, ry(-15 deg) { joint base$k : revolute(-x) { spring 2 N m at 10 deg }; ${\ tube(0, 0) } }\n";
	},
	slanting => sub {
		my ($k, $at) = @_;
		return "body ring$k $at { joint outer$k : revolute(y) then rz(90 deg); ${\ solid() } }\n"
			. "body lower$k on ring$k at (3, 0, 0) mm { joint base$k : revolute(y) then (0, 7, 0) mm, ry(20 deg); ${\ tube(-7, 25) } }\n";
	},
);
my %slide = (cross => 'at (0, 0, 100) mm, rz(30 deg)', hinges => 'at (0, 0, 100) mm, rz(30 deg)', slanting => 'at (0, -7, 0) mm, ry(25 deg), (0, 0, 100) mm');
my %axis = (cross => 'z', hinges => '-z', slanting => 'z');
my %posed = (cross => 'leg%d = 450 mm; ', hinges => 'leg%d = -450 mm; ', slanting => 'leg%d = 450 mm; base%1$d = -45 deg; ');

sub leg
{
	my ($k, $kind, $on, $x, $y) = @_;
	return $turns{$kind}->($k, "on $on at " . place($x, $y, 0, 60) . ', ' . turn(20))
		. "body upper$k on lower$k $slide{$kind} { joint leg$k : prismatic($axis{$kind}) { friction 2 N at 100 mm/s }; ${\ tube(0, 0) } }\n"
		. "body tip$k on upper$k at (0, 0, 50) mm { joint : fixed; mass 50 g; inertia diag(3, ${\ (defined $thin ? 3 : 2) }, ${\ ($thin // 1) }) kg mm^2 }\n";
}

my $feet = [[400, 0], [-200, 350], [-200, -350], [400, 100], [-250, 300], [-200, -250]];
sub legs
{
	my ($on, $platform, @kind) = @_;
	my ($text, @solved) = ('');
	for my $k (0 .. $#kind) {
		my @joint = $kind[$k] eq 'cross' ? ("base$k", "leg$k") : ("leg$k", "outer$k", "base$k");
		my ($from, $to) = $k % 2 ? ("ball$k", "tip$k") : ("tip$k", "ball$k");
		$text .= leg($k, $kind[$k], $on, @{$feet->[$k]});
		$text .= "frame ball$k on $platform at " . place($feet->[$k][0] * 0.6, $feet->[$k][1] * 0.6, 0, 40) . ', ' . turn(90) . "\n";
		$text .= "loop hinge$k : spherical from $from to $to SOLVE(" . join(', ', @joint) . " at home)\n";
		push @solved, @joint;
	}
	return ($text, @solved);
}

sub platform_on_legs
{
	my ($name, $hull, $platform, $pose, @kind) = @_;
	my $on = $hull ? 'hull' : 'world';
	my ($text, @solved) = legs($on, 'platform', @kind);
	my $slides = join '', map { sprintf $posed{$kind[$_]}, $_ } 0 .. $#kind;
	return { name => $name, text => "$hull\n$platform\n${text}pose home { $pose$slides }\n", solved => \@solved };
}

my @mechanisms = (
	platform_on_legs('six legs', '', "body platform on world { joint platform : free; ${\ solid() } }",
		'platform = (0, 0, 0.6 m, 0, 0, 0, 1); ', qw(cross hinges cross slanting hinges cross)),
	platform_on_legs('three legs on a moving hull', "body hull on world { joint hull : free; ${\ solid() } }",
		"body platform on world { joint platform : free; ${\ solid() } }",
		'platform = (0, 0, 0.6 m, 0, 0, 0, 1); ', qw(hinges cross slanting)),
	platform_on_legs('two legs of a platform that slides and turns, on a hull that turns and slides',
		"param width = 20 mm\nbody cart on world { joint cart : prismatic(x + y); ${\ solid() } }\nbody hull on cart at (0, 0, width) { joint hull : revolute((1, 2, 3)); ${\ solid() } }",
		"body mast on hull at (20, 10, 500) mm { joint mast : planar; ${\ solid() } }\nbody platform on mast at (0, 0, 50) mm { joint platform : spherical; ${\ solid() } }",
		'', qw(cross hinges)),
	{ # G is 0 for turns about the line from the joint to the ball, and dG/dq along them is not
		name => 'a leg to the origin of a free platform, a leg to its axis, a rod to the axis of a spherical joint',
		text => leg(0, 'cross', 'world', 100, 0) . leg(1, 'hinges', 'world', -100, 50)
			. "body platform on world { joint platform : free; ${\ solid() } }\nframe ball1 on platform at (0, 60, 0) mm\n"
			. "loop hinge0 : spherical from tip0 to platform SOLVE(base0, leg0 at home)\n"
			. "loop hinge1 : spherical from ball1 to tip1 SOLVE(leg1, outer1, base1 at home)\n"
			. "body lever on platform at (0, 0, 200) mm { joint lever : spherical; ${\ solid() }; frame eye at (0, 0, 150) mm }\n"
			. "body crank on platform at (200, 0, 150) mm { joint crank : revolute(y); ${\ solid() }; frame knob at (20, 0, 90) mm }\n"
			. "loop rod : distance(240 mm) from eye to knob SOLVE(crank at home)\n"
			. "pose home { platform = (0, 0, 0.6 m, 0, 0, 0, 1); leg0 = 450 mm; leg1 = -450 mm }\n",
		solved => [qw(base0 leg0 leg1 outer1 base1 crank)],
	},
	{
		name => 'three cranks with rods: a delta robot',
		text => join('', map {
			"body crank$_ on world at rz(${\ ($_ * 120) } deg), (200, 10, 0) mm, ${\ turn(15) } { joint crank$_ : revolute(y) { armature 3 g m^2 }; ${\ solid() } }\n"
			. "body lug$_ on crank$_ at (280, 5, 20) mm { joint : fixed; mass 100 g }\n"
			. "frame ball$_ on platform at rz(${\ ($_ * 120) } deg), (60, 3, 4) mm\n"
			. "loop rod$_ : distance(600 mm) from lug$_ to ball$_ SOLVE(crank$_ at home)\n" } 0 .. 2)
			. "body along on world { joint x : prismatic(x) }\nbody across on along { joint y : prismatic(y); ${\ solid() } }\n"
			. "body platform on across { joint z : prismatic(z); ${\ solid() } }\n"
			. "pose home { z = -500 mm; crank0 = 0.3; crank1 = 0.3; crank2 = 0.3 }\n",
		solved => [qw(crank0 crank1 crank2)],
	},
	{
		name => 'three carriages with rods to a platform that moves freely: two of them slide, one swings',
		text => join('', map {
			"body cart$_ on world at rz(${\ ($_ * 120) } deg), (300, 10, 0) mm, ${\ turn(15) } { joint cart$_ : prismatic(${\ ($_ ? 'z' : '-z') }) { damping 3 N s/m }; ${\ solid() } }\n"
			. "frame lug$_ on cart$_ at (10, 5, 20) mm\n"
			. "frame ball$_ on platform at rz(${\ ($_ * 120) } deg), (60, 3, 4) mm\n"
			. "loop rod$_ : distance(500 mm) from ball$_ to lug$_ SOLVE(cart$_ at home)\n" } 0 .. 1)
			. "body arm on world at (-300, -500, -100) mm { joint arm : revolute((1, 0.2, 0.3)); ${\ solid() }; frame lug2 at (30, 400, 20) mm }\n"
			. "frame ball2 on platform at (50, -60, 4) mm\n"
			. "loop rod2 : distance(500 mm) from lug2 to ball2 SOLVE(arm)\n"
			. "body platform on world { joint platform : free; ${\ solid() } }\n"
			. "pose home { platform = (0, 0, -0.4 m, 0, 0, 0, 1); cart0 = 0; cart1 = 0 }\n",
		solved => [qw(cart0 cart1 arm)],
	},
	{
		name => 'a rod that leads a joint in the middle of a chain',
		text => <<"RIG",
body car on world { joint turn : revolute(z); ${\ solid() } }
body boom on car at (100, 0, 200) mm { joint lift : revolute(y); ${\ solid() } }
body stick on boom at (500, 0, 50) mm, rx(10 deg) { joint fold : revolute((0.1, 1, 0.2)); ${\ solid() } }
body slide on stick at (100, 20, 10) mm { joint slide : prismatic(x); ${\ solid() } }
body claw on slide at (100, 20, 10) mm { joint claw : universal; ${\ solid() }; frame lug at (50, 10, 30) mm }
body lever on car at (300, 60, -400) mm { joint lever : spherical; ${\ solid() }; frame eye at (30, 10, 300) mm }
loop rod : distance(588 mm) from eye to lug SOLVE(fold at home)
pose home { fold = 0.5 }
RIG
		solved => ['fold'],
	},
	{
		name => 'a rod that leads a joint which another closed form follows, with a strut, a contact, and a loop with rows',
		text => <<"RIG",
body crank on world { joint crank : revolute(y); ${\ solid() }; frame knob at (100, 0, 0) mm }
body rocker on world at (300, 20, 50) mm { joint rocker : revolute(y + 0.3 * x); ${\ solid() }; frame tip at (0, 0, 200) mm; frame far at (10, 5, 150) mm }
body sled on world at (350, -30, 100) mm { joint sled : prismatic(x + 0.2 * z) { spring 300 N/m }; ${\ solid() }; frame eye at (0, 10, 60) mm }
body spinner on sled { joint spinner : revolute(z); ${\ solid() }; frame foot at (20, 30, 10) mm }
loop rod : distance(320 mm) from knob to tip SOLVE(rocker at home)
loop link : distance(200 mm) from far to eye SOLVE(sled at home)
strut coil between eye and knob { spring 40 N/m at 100 mm; damping 3 N s/m }
pose home { crank = -40 deg; rocker = 0; sled = 150 mm }
RIG
		solved => [qw(rocker sled)],
	},
);

# The same with masses on the lines of legs, with moments about these lines, with a ball moved by several joints, and beside other masses
for ([0, 'lines alone'], [0.2, 'moments about them too']) {
	($thin, my $what) = @$_;
	push @mechanisms, platform_on_legs("six thin legs: $what", '', "body platform on world at (0, 0, 20) mm, rx(20 deg) { joint platform : free; ${\ solid() } }",
		'platform = (0, 0, 0.6 m, 0, 0, 0, 1); ', qw(cross hinges cross slanting hinges cross));
	push @mechanisms, platform_on_legs("three thin legs of a platform that slides and turns: $what", '',
		"body mast on world at (20, 10, 500) mm { joint mast : planar; ${\ solid() } }\nbody platform on mast at (0, 0, 50) mm { joint platform : spherical; ${\ solid() } }",
		'', qw(cross hinges slanting));
	push @mechanisms, platform_on_legs("three thin legs on a moving hull: $what", "body hull on world { joint hull : free; ${\ solid() } }",
		"body platform on world { joint platform : free; ${\ solid() } }", 'platform = (0, 0, 0.6 m, 0, 0, 0, 1); ', qw(hinges cross slanting));
	$mechanisms[$_]{less} = $thin ? 'crba,gravity' : 'bias,crba,gravity' for -3, -2;
}
undef $thin;

# examples, without the statements `model` and `generate`
for ([delta_closed => map { "arm[$_]" } 0 .. 2], [stewart_closed => map { ("base[$_]", "leg[$_]") } 0 .. 5]) {
	my ($name, @solved) = @$_;
	my $text = slurp("examples/loops/$name.rig");
	$text =~ s/^(model|generate) .*//mg;
	$text =~ s/\{ solve (.*?) \}/SOLVE($1)/g or BAIL_OUT("examples/loops/$name.rig has no closed form");
	push @mechanisms, { name => "examples/loops/$name.rig", text => $text, solved => \@solved };
}

# --- models ---

sub model
{
	my ($name, $text, $closed) = @_;
	$text =~ s/SOLVE\(([^)]*)\)/$closed ? "{ solve $1 }" : ''/ge;
	return spew("$scratch/$name.rig", "model t\n$text");
}

# Values of a function, a line for each line of inputs.
sub values_of
{
	my ($file, $function, $options, @lines) = @_;
	my $in = spew("$scratch/in", join '', map { join(' ', map { sprintf '%.17g', $_ } @$_) . "\n" } @lines);
	my $out = `$rigidc eval $file -f '$function' $options -W no-loop-redundant -W no-axis-length <$in 2>$scratch/err`;
	if ($?) { diag(slurp($file) . slurp("$scratch/err")); BAIL_OUT("$file -f $function") }
	return map { [split ' '] } split /\n/, $out;
}

# A state near the pose: all velocities of a step from it are small.
sub near_pose
{
	my ($file, $info, $size) = @_;
	my ($pose) = map { $_->{q} } @{$info->{poses}};
	return values_of($file, 'integrate', '', [@$pose, map { between(-$size, $size) } 1 .. $info->{nv}]);
}

sub joints_of { my ($file) = @_; return decode_json(`$rigidc info --json --search=none $file 2>$scratch/err` || BAIL_OUT(slurp("$scratch/err"))) }

sub operations
{
	my ($file, $functions, $options) = @_;
	my $said = decode_json(`$rigidc info --json --search=none -f $functions $options $file 2>$scratch/err` || BAIL_OUT(slurp("$scratch/err")));
	return map { $_->{mul} + $_->{add} + $_->{div} } @{$said->{functions}}{split ',', $functions};
}

# With masses on the lines of legs at their balls.
sub takes_less
{
	my ($name, $file, $functions) = @_;
	my @links = operations($file, $functions, '--no-pass=legs');
	my @balls = operations($file, $functions, '');
	cmp_ok(shift @balls, '<', shift @links, "$name: $_ takes less with masses at the balls") for split ',', $functions;
}

# Columns j of a matrix by rows of `$size` numbers.
sub columns { my ($M, $size, @j) = @_; return map { my $j = $_; [map { $M->[$_ * $size + $j] } 0 .. @$M / $size - 1] } @j }

sub test_mechanism
{
	my ($m) = @_;
	my $name = $m->{name};
	my ($closed, $open) = (model('closed', $m->{text}, 1), model('open', $m->{text}, 0));
	my ($own, $all) = (joints_of($closed), joints_of($open));
	my ($n, $size) = ($own->{nv}, $all->{nv});
	my %solved = map { $_ => 1 } @{$m->{solved}};
	my (@q_free, @q_bound, @free, @bound, @q_start);
	for my $joint (@{$all->{joints}}) {
		my ($q, $v) = @$joint{qw(q v)};
		push @{$solved{$joint->{name}} ? \@q_bound : \@q_free}, $q->[0] .. $q->[0] + $q->[1] - 1;
		push @{$solved{$joint->{name}} ? \@bound : \@free}, $v->[0] .. $v->[0] + $v->[1] - 1;
	}
	my ($home) = map { $_->{q} } @{$all->{poses}};
	my @q = map { near_pose($closed, $own, 0.15) } 1 .. $states;
	my @qd = map { [map { between(-2, 2) } 1 .. $n] } @q;
	my @qdd = map { [map { between(-5, 5) } 1 .. $n] } @q;

	# positions of the solved joints
	my @full = map { my @x = @$home; @x[@q_free] = @$_; [@x] } @q;
	for (1 .. 9) {
		my @c = values_of($open, 'closure', '', @full);
		my @J = values_of($open, 'jac:loops', '', @full);
		for my $k (0 .. $#q) {
			my @by = least_squares($c[$k], columns($J[$k], $size, @bound));
			$full[$k][$q_bound[$_]] -= $by[$_] for 0 .. $#bound;
		}
	}
	my @c = values_of($open, 'closure', '', @full);
	cmp_ok(max(map { map { abs } @$_ } @c), '<', 1e-14, "$name: closes") or return;

	# G, and the rates of all joints, by the rows of the open model
	my @J = values_of($open, 'jac:loops', '', @full);
	my (@G, @rate, @acceleration);
	for my $k (0 .. $#q) {
		$G[$k] = [map { [(0) x $n] } 1 .. $size];
		for my $i (0 .. $#free) {
			my ($column) = columns($J[$k], $size, $free[$i]);
			my @x = least_squares([map { -$_ } @$column], columns($J[$k], $size, @bound));
			$G[$k][$free[$i]][$i] = 1;
			$G[$k][$bound[$_]][$i] = $x[$_] for 0 .. $#bound;
		}
		$rate[$k] = [map { dot($_, $qd[$k]) } @{$G[$k]}];
	}
	my @d = values_of($open, 'drift:loops', '', map { [@{$full[$_]}, @{$rate[$_]}] } 0 .. $#q);
	for my $k (0 .. $#q) {
		my @x = least_squares([map { -$_ } @{$d[$k]}], columns($J[$k], $size, @bound));
		$acceleration[$k] = [map { dot($_, $qdd[$k]) } @{$G[$k]}];
		$acceleration[$k][$bound[$_]] += $x[$_] for 0 .. $#bound;
	}
	my $work = sub { my ($k, $tau) = @_; [map { my $i = $_; my $s = 0; $s += $G[$k][$_][$i] * $tau->[$_] for 0 .. $size - 1; $s } 0 .. $n - 1] };
	my @state = map { [@{$q[$_]}, @{$qd[$_]}] } 0 .. $#q;
	my @motion = map { [@{$state[$_]}, @{$qdd[$_]}] } 0 .. $#q;
	my @all = map { [@{$full[$_]}, @{$rate[$_]}] } 0 .. $#q;
	my @tau_open = map { $work->($_->[0], $_->[1]) } do { my $k = 0; map { [$k++, $_] } values_of($open, 'rnea', '', map { [@{$all[$_]}, @{$acceleration[$_]}] } 0 .. $#q) };
	my @M_open = values_of($open, 'crba', '', @full);
	my @E_open = values_of($open, 'energy', '', @all);

	for my $options ('', '-O0', '--no-pass=frames') {
		my $how = $options ? "$name, $options" : $name;
		my @tau = values_of($closed, 'rnea', $options, @motion);
		cmp_ok(max(map { apart($tau[$_], $tau_open[$_]) / size($tau_open[$_]) } 0 .. $#q), '<', 1e-12, "$how: rnea does the work of the open tree");
		my @qdd_closed = values_of($closed, 'fd', $options, map { [@{$state[$_]}, @{$tau[$_]}] } 0 .. $#q);
		cmp_ok(max(map { apart($qdd_closed[$_], $qdd[$_]) } 0 .. $#q), '<', 1e-10, "$how: fd inverts rnea");
		my @M = values_of($closed, 'crba', $options, @q);
		my $worst = max map {
			my $k = $_;
			max map {
				my $j = $_;
				my $column = $work->($k, product($M_open[$k], [map { $_->[$j] } @{$G[$k]}]));
				max map { abs($column->[$_] - $M[$k][$_ * $n + $j]) / size($column) } 0 .. $n - 1
			} 0 .. $n - 1
		} 0 .. $#q;
		cmp_ok($worst, '<', 1e-12, "$how: crba is G^T M G");
		my @E = values_of($closed, 'energy', $options, @state);
		cmp_ok(max(map { apart($E[$_], $E_open[$_]) / size($E_open[$_]) } 0 .. $#q), '<', 1e-12, "$how: energy");
	}
	takes_less($name, $closed, $m->{less}) if $m->{less};
	my @tau = values_of($closed, 'rnea', '', @motion);
	my @from_open = values_of($open, 'fd', '', map { my @t = (0) x $size; @t[@free] = @{$tau[$_]}; [@{$all[$_]}, @t] } 0 .. $#q);
	cmp_ok(max(map { apart($from_open[$_], $acceleration[$_]) / size($acceleration[$_]) } 0 .. $#q), '<', 1e-10, "$name: fd of the open model has its accelerations");

	# C qd is what rnea adds to gravity for the velocities, without damping; and a Jacobian of a frame
	my ($frame) = grep { /^(tip0|lug0|eye|lug|elbow\[0\]|upper\[0\])$/ } map { $_->{name} } @{$own->{bodies}}, @{$own->{frames}};
	my @jac = values_of($closed, "jac:$frame", '', @q);
	my @jac_open = values_of($open, "jac:$frame", '', @full);
	my $worst = max map { my $k = $_; max map {
		my $row = $_;
		apart([@{$jac[$k]}[$row * $n .. $row * $n + $n - 1]], $work->($k, [@{$jac_open[$k]}[$row * $size .. $row * $size + $size - 1]]))
	} 0 .. 5 } 0 .. $#q;
	cmp_ok($worst, '<', 1e-12, "$name: jac:$frame is that of the open model times G");

	# derivatives, against differences along the velocities; all states of the differences are lines of one call
	return if $m->{quick};
	my $h = 1e-4;
	my @sides = (-2 * $h, -$h, $h, 2 * $h);
	my @moved = values_of($closed, 'integrate', '',
		map { my $i = $_; map { my $by = $_; map { [@$_, map { $_ == $i ? $by : 0 } 0 .. $n - 1] } @q } @sides } 0 .. $n - 1);
	my %given = (rnea => \@qdd, fd => \@tau);
	for my $function ('rnea', 'fd') {
		my @given = map { [@{$qd[$_]}, @{$given{$function}[$_]}] } 0 .. $#q;
		my @D = values_of($closed, "${function}_derivatives", '', map { [@{$q[$_]}, @{$given[$_]}] } 0 .. $#q);
		my @lines = map { my $i = $_; map { my $side = $_; map {
			my @x = @{$given[$_]};
			$x[$i - $n] += $sides[$side] if $i >= $n;
			[@{$i < $n ? $moved[($i * @sides + $side) * @q + $_] : $q[$_]}, @x]
		} 0 .. $#q } 0 .. $#sides } 0 .. 2 * $n - 1;
		my @values = values_of($closed, $function, '', @lines);
		my $worst = 0;
		for my $i (0 .. 2 * $n - 1) {
			for my $k (0 .. $#q) {
				my @side = map { $values[($i * @sides + $_) * @q + $k] } 0 .. $#sides;
				my @slope = map { (8 * ($side[2][$_] - $side[1][$_]) - ($side[3][$_] - $side[0][$_])) / (12 * $h) } 0 .. $n - 1;
				my $block = $i < $n ? 0 : $n * $n;
				my @got = map { $D[$k][$block + $_ * $n + $i % $n] } 0 .. $n - 1;
				$worst = max($worst, apart(\@got, \@slope) / max(1, size(\@slope)));
			}
		}
		cmp_ok($worst, '<', 1e-6, "$name: ${function}_derivatives");
	}
}

# Contacts beside closed forms: M qdd + h = tau + J^T lambda and J qdd + d = 0, with the customized forms equal to the textbook's.
sub test_contacts
{
	my ($text) = legs('hull', 'platform', qw(cross hinges slanting));
	my $slides = join '', map { sprintf $posed{(qw(cross hinges slanting))[$_]}, $_ } 0 .. 2;
	my $file = model('contacts', <<"RIG", 1);
body hull on world { joint hull : free; ${\ solid() } }
body platform on world { joint platform : free; ${\ solid() } }
$text
body arm on platform at (0, 0, 100) mm { joint arm : revolute(y); ${\ solid() }; frame palm at (0, 0, 300) mm }
pose home { platform = (0, 0, 0.6 m, 0, 0, 0, 1); $slides }
contact sole : fixed on hull at (100, -100, -200) mm
contact hand on palm
phase both = sole, hand
strut coil between palm and hull { spring 100 N/m at 0.2 m; damping 3 N s/m }
RIG
	my $info = joints_of($file);
	my $n = $info->{nv};
	my @q = map { near_pose($file, $info, 0.1) } 1 .. $states;
	my @state = map { [@$_, map { between(-1, 1) } 1 .. $n] } @q;
	my @tau = map { [map { between(-5, 5) } 1 .. $n] } @q;
	my @all = map { [@{$state[$_]}, @{$tau[$_]}] } 0 .. $#q;
	my %of = map { $_->[0] => [values_of($file, $_->[0], '', @{$_->[1]})] }
		['fd:both', \@all], ['lambda:both', \@all], ['jac:both', \@q], ['drift:both', \@state], ['crba', \@q], ['bias', \@state];
	for my $k (0 .. $#q) {
		my ($qdd, $lambda, $J, $d, $M, $h) = map { $of{$_}[$k] } qw(fd:both lambda:both jac:both drift:both crba bias);
		my $left = product($M, $qdd);
		my @right = map { my $v = $_; $tau[$k][$v] - $h->[$v] + dot($lambda, [map { $J->[$_ * $n + $v] } 0 .. $#$lambda]) } 0 .. $n - 1;
		cmp_ok(apart($left, \@right) / size($left), '<', 1e-10, 'contacts: the equation of motion');
		my $held = product($J, $qdd);
		cmp_ok(max(map { abs($held->[$_] + $d->[$_]) } 0 .. $#$d) / size($d), '<', 1e-10, 'contacts: they hold');
	}
	for my $function ('fd:both', 'lambda:both', 'impact:both', 'fd_derivatives:both', 'reaction', 'vjp:fd:both') {
		my @x = map { my $k = $_; [@{$all[$k]}, $function =~ /vjp/ ? (1) x $n : ()] } 0 .. $#q;
		@x = @state if $function =~ /impact/;
		my ($own, $book) = map { [map { @$_ } values_of($file, $function, $_, @x)] } '', '-O0';
		cmp_ok(apart($own, $book) / size($book), '<', 1e-9, "contacts: $function is the textbook's");
	}
}

# Legs of the Stewart platform as tubes, with moments about their lines.
sub test_tubes
{
	my $text = slurp('examples/loops/stewart_closed.rig');
	$text =~ s/diag\(0.4, 0.4, 0\)/diag(0.4, 0.4, 0.02)/ or BAIL_OUT('the lower tube has another inertia');
	$text =~ s/diag\(0.25, 0.25, 0\)/diag(0.25, 0.25, 0.005)/ or BAIL_OUT('the upper tube has another inertia');
	takes_less('legs of tubes', spew("$scratch/tubes.rig", $text), 'bias,crba,gravity');
}

# What `info` shows of a leg and what it follows.
sub test_info
{
	my ($leg) = map { $_->{coupling} } grep { $_->{name} eq 'leg[2]' } @{joints_of('examples/loops/stewart_closed.rig')->{joints}};
	is_deeply([@$leg{qw(expression on)}], ['solve hinge[2]', [map { "platform.$_" } qw(x y z qx qy qz qw)]], 'info has the coordinates that a leg follows');
	my ($shown) = says("$rigidc info examples/loops/stewart_closed.rig --search=none");
	like($shown, qr/^hinge\[2\] +spherical +platform +upper\[2\] +base\[2\], leg\[2\]$/m, '  and the joints that its loop gives');
}

# The legs lead the platform, so torques hold it.
sub test_linear
{
	my ($said, $code) = says("$rigidc linearize examples/loops/stewart_closed.rig --pose middle");
	is($code, 0, 'a state on legs is held') or diag $said;
}

my @numbers = @ARGV ? @ARGV : by_level('3 9', '0 3 5 7 9 13 15', join ' ', keys @mechanisms) =~ /\d+/g;
my @wanted = map { $mechanisms[$_] } @numbers;
test_mechanism($_) for @wanted;
test_contacts();
test_linear();
test_tubes();
test_info();
done_testing();
