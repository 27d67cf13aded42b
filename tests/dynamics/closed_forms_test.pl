#!/usr/bin/perl
# Loops in closed form, against the same loops without `solve`. The positions of the solved joints are read from frames of the closed
# form, and close the loop of the open model. Its rows J qd = 0 and J qdd + d = 0, solved by least squares, give the velocities and
# accelerations of all joints. Torques of the open tree do the same work, and its `fd` has the same accelerations.
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
my $states = by_level(2, 5, 40);
my $seed = $ENV{RIGIDC_SEED} // 1;
srand $seed;
note "seed $seed";

sub solid
{
	my ($m, $x, $y, $z) = @_;
	return "mass $m kg; com ($x, $y, $z) mm; inertia [700, 20, 10; 20, 900, 30; 10, 30, 800] kg mm^2";
}
my ($solid, $other, $third, $fourth) = (solid(0.5, 40, 3, 10), solid(0.7, 20, -5, 30), solid(0.4, 50, 4, -15), solid(0.9, -10, 20, 15));

# name, text with SOLVE, solved joints [joint, its body, its axis, slides], independent joints with limits
my @mechanisms = (
	{
		name => 'four-bar, a joint at each side of the pin',
		text => <<"RIG",
body crank on world { joint motor : revolute(y) { armature 3 kg mm^2 }; $solid }
body coupler on crank at (100, 0, 0) mm { joint knee : revolute(y) { damping 3 mN m s; spring 2 N m at 10 deg }; $other; frame end at (250, 0, 0) mm }
body rocker on world at (300, 0, 0) mm { joint foot : revolute(-y) { armature 2 kg mm^2 }; $third; frame tip at (180, 0, 0) mm }
pose home { motor = -60 deg; knee = 40 deg; foot = 90 deg }
loop pin : revolute(y) from end to tip SOLVE(knee, foot at home)
RIG
		solved => [['knee', 'coupler', 'crank', 100, 0, 0, 'y'], ['foot', 'rocker', 'world', 300, 0, 0, '-y']],
		drives => [['motor', -3, 3]],
		order => [qw(motor knee foot)],
	},
	{
		name => 'four-bar, both joints before the pin, slanting links, other branch',
		text => <<"RIG",
body crank on world at (5, 6, 7) mm { joint motor : revolute(y); $solid }
body coupler on crank at (90, 5, 20) mm, ry(20 deg) { joint knee : revolute(y); $other }
body lug on coupler at (40, 2, 10) mm, ry(10 deg) { joint : fixed; mass 100 g }
body rocker on lug at (200, 6, 20) mm, ry(-60 deg) { joint foot : revolute(y); $third; frame tip at (170, -3, 40) mm }
frame anchor on world at (305, 16, 15) mm, ry(30 deg)
pose home { motor = 40 deg; knee = -40 deg; foot = -90 deg }
pose away { motor = 40 deg; knee = 100 deg; foot = 100 deg }
loop pin : spherical from tip to anchor SOLVE(foot, knee at away)
RIG
		solved => [['knee', 'coupler', 'crank', 90, 5, 20, 'y', 'ry(20 deg)'], ['foot', 'rocker', 'lug', 200, 6, 20, 'y', 'ry(-60 deg)']],
		drives => [['motor', -3, 3]],
		order => [qw(motor knee foot)],
	},
	{
		name => 'four-bar in a slanting plane, on a carriage that turns, with a pin that slides along its axis',
		text => <<"RIG",
param reach = 180 mm
body cart on world at (3, 2, 1) mm, rpy(10 deg, 20 deg, 30 deg) { joint swing : revolute(x); $solid }
body crank on cart at (10, 20, 30) mm { joint motor : revolute((1, 2, 3)); $other }
body coupler on crank at (90, 45, -60) mm { joint knee : revolute((1, 2, 3)) then (10, 20, 30) mm; $third; frame end at (200, 20, -90) mm }
body rocker on cart at (300, 1, -90) mm { joint foot : revolute((-1, -2, -3)); $fourth; frame tip at (reach, 3 mm, -62 mm) }
pose home { knee = 1; foot = 1 }
loop pin : cylindrical((1, 2, 3)) from end to tip SOLVE(knee, foot at home)
RIG
		solved => [['knee', 'coupler', 'crank', 90, 45, -60, [1, 2, 3]], ['foot', 'rocker', 'cart', 300, 1, -90, [-1, -2, -3]]],
		drives => [['swing', -3, 3], ['motor', -2.8, 1.9]], # beyond it, coupler and rocker do not meet
		order => [qw(swing motor knee foot)],
	},
	{
		name => 'four-bar between links of an arm: two coordinates and a coupled one move its bases',
		text => <<"RIG",
body boom on world at (0, 0, 200) mm { joint lift : revolute(y); $solid }
body stick on boom at (500, 0, 50) mm { joint fold : revolute(y); $other }
body bracket on stick at (40, 0, 30) mm { joint wedge : prismatic(x + z) = 20 mm * sin(fold); $third }
body rod on boom at (320, 0, 90) mm { joint foot : revolute(y); $fourth; frame end at (260, 0, 0) mm }
body lever on bracket at (20, 0, 50) mm, rx(180 deg) { joint knee : revolute(y) { damping 2 mN m s }; $third; frame tip at (0, 0, 160) mm, rx(180 deg) }
pose home { lift = 0.2; fold = 0.3; knee = -0.5; foot = -0.5 }
loop pin : revolute(y) from end to tip SOLVE(knee, foot at home)
RIG
		solved => [['foot', 'rod', 'boom', 320, 0, 90, 'y'], ['knee', 'lever', 'bracket', 20, 0, 50, 'y', 'rx(180 deg)']],
		drives => [['lift', -3, 3], ['fold', -0.5, 0.5]],
		order => [qw(lift fold knee foot)],
	},
	{
		name => 'slider and crank, pin at the piston',
		text => <<"RIG",
body crank on world at (2, 0, 3) mm { joint motor : revolute(y); $solid }
body rod on crank at (60, 0, 10) mm, ry(25 deg) { joint big_end : revolute(y); $other; frame end at (200, 0, 0) mm }
body piston on world at (10, 0, 20) mm, ry(10 deg) { joint bore : prismatic(-x) { armature 300 g; friction 2 N at 10 mm/s }; $third; frame eye at (-40, 0, 5) mm }
pose home { motor = 30 deg; big_end = -30 deg; bore = -300 mm }
loop wrist : revolute(y) from end to eye SOLVE(big_end, bore)
RIG
		solved => [['big_end', 'rod', 'crank', 60, 0, 10, 'y', 'ry(25 deg)'], ['bore', 'piston', 'world', 10, 0, 20, '-x', 'ry(10 deg)', 1]],
		drives => [['motor', -3, 3]],
		order => [qw(motor big_end bore)],
	},
	{
		name => 'slider and crank, the piston on the rod',
		text => <<"RIG",
body crank on world { joint motor : revolute(z); $solid }
body rod on crank at (60, 10, 0) mm { joint big_end : revolute(z); $other }
body piston on rod at (200, 0, 0) mm { joint wrist : revolute(-z); $third; frame eye at (30, 4, 0) mm, rz(20 deg) }
frame guide on world at (10, 5, 0) mm, rz(15 deg)
pose home { motor = 30 deg; big_end = -30 deg; wrist = 0 }
loop bore : prismatic(x) from guide to eye SOLVE(wrist, big_end)
RIG
		solved => [['big_end', 'rod', 'crank', 60, 10, 0, 'z'], ['wrist', 'piston', 'rod', 200, 0, 0, '-z']],
		drives => [['motor', -3, 3]],
		order => [qw(motor big_end wrist)],
	},
	{
		name => 'slider and crank, the rod on the piston',
		text => <<"RIG",
body piston on world at (10, 0, 20) mm, ry(10 deg) { joint bore : prismatic(x); $third }
body rod on piston at (7, 0, 8) mm { joint wrist : revolute(y); $other; frame end at (-200, 0, 3) mm }
body crank on world { joint motor : revolute(y); $solid; frame eye at (60, 0, 10) mm }
pose home { motor = 30 deg; wrist = 0; bore = 200 mm }
loop pin : revolute(y) from eye to end SOLVE(wrist, bore)
RIG
		solved => [['bore', 'piston', 'world', 10, 0, 20, 'x', 'ry(10 deg)', 1], ['wrist', 'rod', 'piston', 7, 0, 8, 'y']],
		drives => [['motor', -3, 3]],
		order => [qw(bore wrist motor)],
	},
	{
		name => 'cylinder with its rod on the barrel',
		text => <<"RIG",
body boom on world { joint lift : revolute(-y); $solid; frame eye at (400, 0, 30) mm }
body barrel on world at (100, 0, -200) mm { joint foot : revolute(-y); $other }
body rod on barrel { joint stroke : prismatic(x) { spring 20 N/m at 400 mm; damping 3 N s/m }; $third; frame tip at (120, 0, 0) mm }
pose home { lift = 30 deg; foot = 45 deg; stroke = 300 mm }
loop pin : revolute(y) from eye to tip SOLVE(foot, stroke)
RIG
		solved => [['foot', 'barrel', 'world', 100, 0, -200, '-y'], ['stroke', 'rod', 'barrel', 0, 0, 0, 'x', '', 1]],
		drives => [['lift', -1, 1]],
		order => [qw(lift foot stroke)],
	},
	{
		name => 'cylinder with barrel and rod on their own pins, off their line, turned about it',
		text => <<"RIG",
body boom on world { joint lift : revolute(-y); $solid }
body rod on boom at (400, 0, 30) mm { joint eye : revolute(y); $third; frame tail at (-120, 0, 15) mm, ry(170 deg), rx(35 deg) }
body barrel on world at (100, 0, -200) mm { joint foot : revolute(-y); $other; frame mouth at (30, 0, 10) mm }
pose home { lift = 30 deg; foot = 45 deg; eye = 150 deg }
loop bore : cylindrical(x) from mouth to tail SOLVE(foot, eye)
RIG
		solved => [['eye', 'rod', 'boom', 400, 0, 30, 'y'], ['foot', 'barrel', 'world', 100, 0, -200, '-y']],
		drives => [['lift', -1, 1]],
		order => [qw(lift eye foot)],
	},
	{
		name => 'cylinder whose stroke is the coordinate: boom and barrel follow',
		text => <<"RIG",
body plinth on world at (10, 0, 20) mm, ry(10 deg) { joint : fixed }
body boom on plinth { joint lift : revolute(-y) { friction 2 N m at 0.1 rad/s }; $solid; frame eye at (400, 0, 30) mm }
body barrel on world at (100, 0, -200) mm { joint foot : revolute(y) { spring 5 N m }; $other }
body rod on barrel at (50, 0, 10) mm { joint stroke : prismatic(x) { limits (250, 450) mm }; $third; frame tip at (120, 0, 5) mm }
pose home { lift = 30 deg; foot = -45 deg; stroke = 300 mm }
loop pin : revolute(y) from eye to tip SOLVE(lift, foot)
RIG
		solved => [['lift', 'boom', 'plinth', 0, 0, 0, '-y'], ['foot', 'barrel', 'world', 100, 0, -200, 'y']],
		drives => [['stroke', 0.2, 0.4]],
		order => [qw(lift foot stroke)],
	},
	{
		name => 'four-bar and slider: both joints next to the ground, behind joints that move',
		text => <<"RIG",
body cart on world { joint swing : revolute(z); $solid }
body link on cart at (5, 6, 7) mm { joint knee : revolute(y); $other }
body slide on link at (20, 0, 10) mm { joint foot : prismatic(x + z); $fourth }
body arm on slide at (90, 5, 20) mm { joint motor : revolute(y); $third; frame tip at (170, -3, 40) mm }
frame anchor on cart at (150, 8, 60) mm, ry(30 deg)
pose home { knee = 0.1; foot = 0.05; motor = -2 }
loop pin : revolute(y) from anchor to tip SOLVE(foot, knee)
RIG
		solved => [['knee', 'link', 'cart', 5, 6, 7, 'y'], ['foot', 'slide', 'link', 20, 0, 10, [1, 0, 1], '', 1]],
		drives => [['swing', -3, 3], ['motor', -2.4, -1.6]],
		order => [qw(swing knee foot motor)],
	},
	{
		name => 'cylinder with its barrel on the rod, in the mirror image of a part, and a four-bar driven by it',
		text => <<"RIG",
part arm {
  body boom on root at (0, 50, 0) mm { joint lift : revolute(x + y); $solid; frame eye at (200, -200, 30) mm }
  body rod on root at (100, -50, -200) mm { joint foot : revolute(x + y); $other }
  body barrel on rod at (0, 0, 5) mm { joint stroke : prismatic(x - y); $third; frame tip at (20, -20, 3) mm }
  loop pin : spherical from tip to eye SOLVE(foot, stroke at home)
  body crank on boom at (210, -210, 10) mm { joint knee : revolute(x + y); $fourth; frame heel at (50, -50, 100) mm }
  body link on barrel at (0, 0, 50) mm { joint ankle : revolute(x + y); $solid; frame top at (90, -90, -20) mm }
  frame mount_foot on root at (100, -50, -200) mm
  frame mount_stroke on rod at (0, 0, 5) mm
  frame mount_knee on boom at (210, -210, 10) mm
  frame mount_ankle on barrel at (0, 0, 50) mm
  loop second : revolute(x + y) from heel to top SOLVE(knee, ankle at home)
}
use arm as L on world mirror y
pose home { L.lift = -0.1; L.stroke = 0.3; L.knee = 0.5; L.ankle = 0.2 }
RIG
		solved => [['L.foot', 'L.rod', 0, 0, 0, 0, [-1, 1, 0], '', 0, 'L.mount_foot'], ['L.stroke', 'L.barrel', 0, 0, 0, 0, [1, 1, 0], '', 1, 'L.mount_stroke'],
		           ['L.knee', 'L.crank', 0, 0, 0, 0, [-1, 1, 0], '', 0, 'L.mount_knee'], ['L.ankle', 'L.link', 0, 0, 0, 0, [-1, 1, 0], '', 0, 'L.mount_ankle']],
		drives => [['L.lift', -0.2, 0.2]],
		order => [qw(L.lift L.knee L.foot L.stroke L.ankle)],
	},
);

# examples, without the head and the statement `model`
for ([crank_rocker => [['crank_pin', 'coupler', 'crank', 100, 0, 0, 'y'], ['pivot', 'rocker', 'world', 300, 0, 0, 'y']], [['motor', -3, 3]], [qw(motor crank_pin pivot)]],
     [engine => [['big_end', 'rod', 'crank', 43, 0, 0, 'y'], ['bore', 'piston', 'world', 0, 0, 0, 'x', '', 1]], [['shaft', -3, 3]], [qw(shaft big_end bore)]],
     [boom => [['lift', 'boom', 'world', 0, 0, 600, '-y'], ['swing', 'barrel', 'world', 250, 0, 250, '-y']], [['stroke', 0.65, 0.95]], [qw(lift swing stroke)]]) {
	my ($name, $solved, $drives, $order) = @$_;
	my $text = slurp("examples/loops/$name.rig");
	$text =~ s/^(model|wrench) .*//mg;
	$text =~ s/\{ solve (.*?) \}/SOLVE($1)/ or BAIL_OUT("examples/loops/$name.rig has no closed form");
	push @mechanisms, { name => "examples/loops/$name.rig", text => $text, solved => $solved, drives => $drives, order => $order };
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
	my $in = spew("$scratch/in", join '', map { "@$_\n" } @lines);
	my $out = `$rigidc eval $file -f '$function' $options -W no-loop-redundant -W no-axis-length <$in 2>$scratch/err`;
	if ($?) { diag(slurp($file) . slurp("$scratch/err")); BAIL_OUT("$file -f $function") }
	return map { [split ' '] } split /\n/, $out;
}

# Angle or displacement of a joint from R, p of its body in its mount.
sub position
{
	my ($axis, $slides, @R) = @_;
	my $sign = $axis =~ s/^-// ? -1 : 1;
	my $n = ref $axis ? $axis : [map { $axis eq $_ ? $sign : 0 } qw(x y z)];
	my $size = sqrt dot($n, $n);
	$n = [map { $_ / $size } @$n];
	return dot($n, [@R[9 .. 11]]) if $slides;
	return atan2(dot($n, [$R[7] - $R[5], $R[2] - $R[6], $R[3] - $R[1]]), $R[0] + $R[4] + $R[8] - 1);
}

sub test_mechanism
{
	my ($m) = @_;
	my ($name, @solved) = ($m->{name}, @{$m->{solved}});
	my $frames = join '', map {
		my ($joint, $body, $on, $x, $y, $z, $axis, $turn, $slides, $mount) = @$_;
		$mount ? () : "frame mount_$joint on $on at ($x, $y, $z) mm" . ($turn ? ", $turn" : '') . "\n"
	} @solved;
	my $closed = model('closed', $m->{text} . $frames, 1);
	my $open = model('open', $m->{text} . $frames, 0);
	my @drive = @{$m->{drives}};
	my %place = map { $m->{order}[$_] => $_ } 0 .. $#{$m->{order}};
	my @free = map { $place{$_->[0]} } @drive;
	my @bound = map { $place{$_->[0]} } @solved;
	my $n = @drive;
	my @q = map { [map { between($_->[1], $_->[2]) } @drive] } 1 .. $states;
	my @qd = map { [map { between(-2, 2) } @drive] } @q;
	my @qdd = map { [map { between(-5, 5) } @drive] } @q;

	# positions of the solved joints
	my @full = map { my $k = $_; my @all; @all[@free] = @{$q[$k]}; [@all] } 0 .. $#q;
	for my $s (@solved) {
		my ($joint, $body, $axis, $slides, $mount) = @{$s}[0, 1, 6, 8, 9];
		$mount //= "mount_$joint";
		my @seen = values_of($closed, "fk:$body:$mount", '', @q);
		$full[$_][$place{$joint}] = position($axis, $slides, @{$seen[$_]}) for 0 .. $#q;
	}
	my @c = values_of($open, 'closure', '', @full);
	cmp_ok(max(map { size($_) - 1e-3 } @c), '<', 1e-13, "$name: closes") or diag explain \@full;

	# G, and the rates of all joints, by the rows of the open model
	my $size = @{$m->{order}};
	my @J = values_of($open, 'jac:loops', '', @full);
	my (@G, @rate, @drift, @acceleration);
	for my $k (0 .. $#q) {
		my $rows = @{$J[$k]} / $size;
		my $column = sub { my $v = shift; [map { $J[$k][$_ * $size + $v] } 0 .. $rows - 1] };
		for my $i (0 .. $#free) {
			my @x = least_squares([map { -$_ } @{$column->($free[$i])}], map { $column->($_) } @bound);
			$G[$k][$free[$i]][$i] = 1;
			$G[$k][$bound[$_]][$i] = $x[$_] for 0 .. $#bound;
		}
		for my $row (@{$G[$k]}) { $row->[$_] //= 0 for 0 .. $n - 1 }
		$rate[$k] = [map { dot($_, $qd[$k]) } @{$G[$k]}];
	}
	my @d = values_of($open, 'drift:loops', '', map { [@{$full[$_]}, @{$rate[$_]}] } 0 .. $#q);
	for my $k (0 .. $#q) {
		my $rows = @{$J[$k]} / $size;
		my @x = least_squares([map { -$_ } @{$d[$k]}],
			map { my $v = $_; [map { $J[$k][$_ * $size + $v] } 0 .. $rows - 1] } @bound);
		$acceleration[$k] = [map { dot($_, $qdd[$k]) } @{$G[$k]}];
		$acceleration[$k][$bound[$_]] += $x[$_] for 0 .. $#bound;
	}
	my $work = sub { my ($k, $tau) = @_; [map { my $i = $_; my $s = 0; $s += $G[$k][$_][$i] * $tau->[$_] for 0 .. $size - 1; $s } 0 .. $n - 1] };
	my @state = map { [@{$q[$_]}, @{$qd[$_]}] } 0 .. $#q;
	my @motion = map { [@{$state[$_]}, @{$qdd[$_]}] } 0 .. $#q;
	my @all = map { [@{$full[$_]}, @{$rate[$_]}] } 0 .. $#q;

	my @tau_open = values_of($open, 'rnea', '', map { [@{$all[$_]}, @{$acceleration[$_]}] } 0 .. $#q);
	my @M_open = values_of($open, 'crba', '', @full);
	my @E_open = values_of($open, 'energy', '', @all);
	for my $options ('', '-O0', '--no-pass=frames') {
		my $how = $options ? "$name, $options" : $name;
		# rnea
		my @tau = values_of($closed, 'rnea', $options, @motion);
		my $worst = max map { my $w = $work->($_, $tau_open[$_]); apart($tau[$_], $w) / size($w) } 0 .. $#q;
		cmp_ok($worst, '<', 1e-11, "$how: rnea does the work of the open tree");
		# fd
		my @qdd_closed = values_of($closed, 'fd', $options, map { [@{$state[$_]}, @{$tau[$_]}] } 0 .. $#q);
		cmp_ok(max(map { apart($qdd_closed[$_], $qdd[$_]) } 0 .. $#q), '<', 1e-9, "$how: fd inverts rnea");
		my @from_open = values_of($open, 'fd', '', map {
			my $k = $_;
			my @t = (0) x $size;
			@t[@free] = @{$tau[$k]};
			[@{$all[$k]}, @t]
		} 0 .. $#q);
		$worst = max map { apart($from_open[$_], $acceleration[$_]) / size($acceleration[$_]) } 0 .. $#q;
		cmp_ok($worst, '<', 1e-9, "$how: fd of the open model has its accelerations");
		# M
		my @M = values_of($closed, 'crba', $options, @q);
		$worst = max map {
			my $k = $_;
			max map {
				my $j = $_;
				my $column = $work->($k, product($M_open[$k], [map { $_->[$j] } @{$G[$k]}]));
				max map { abs($column->[$_] - $M[$k][$_ * $n + $j]) / size($column) } 0 .. $n - 1
			} 0 .. $n - 1
		} 0 .. $#q;
		cmp_ok($worst, '<', 1e-12, "$how: crba is G^T M G");
		# energy, Coriolis
		my @E = values_of($closed, 'energy', $options, @state);
		cmp_ok(max(map { apart($E[$_], $E_open[$_]) / size($E_open[$_]) } 0 .. $#q), '<', 1e-12, "$how: energy");
	}
	# derivatives, against differences; all states of the differences are lines of one call
	my $h = 1e-5;
	my @sides = (-2 * $h, -$h, $h, 2 * $h);
	my %given = (rnea => \@qdd, fd => [values_of($closed, 'rnea', '', @motion)]);
	for my $function ('rnea', 'fd') {
		my @given = map { [@{$state[$_]}, @{$given{$function}[$_]}] } 0 .. $#q;
		my @D = values_of($closed, "${function}_derivatives", '', @given);
		my @values = values_of($closed, $function, '',
			map { my $i = $_; map { my $by = $_; map { my @x = @$_; $x[$i] += $by; [@x] } @given } @sides } 0 .. 2 * $n - 1);
		for my $i (0 .. 2 * $n - 1) {
			my $worst = 0;
			for my $k (0 .. $#q) {
				my @side = map { $values[($i * @sides + $_) * @q + $k] } 0 .. $#sides;
				my @slope = map { (8 * ($side[2][$_] - $side[1][$_]) - ($side[3][$_] - $side[0][$_])) / (12 * $h) } 0 .. $n - 1;
				my $block = $i < $n ? 0 : $n * $n;
				my @got = map { $D[$k][$block + $_ * $n + $i % $n] } 0 .. $n - 1;
				$worst = max($worst, apart(\@got, \@slope) / max(1, size(\@slope)));
			}
			cmp_ok($worst, '<', 1e-6, "$name: ${function}_derivatives, column $i");
		}
	}
}

test_mechanism($_) for @mechanisms;

# The engine: x = r cos q + sqrt(l^2 - r^2 sin^2 q), its slope and second slope.
my ($r, $l) = (0.043, 0.144);
for my $q (map { between(-3, 3) } 1 .. $states) {
	my ($s, $c) = (sin $q, cos $q);
	my $root = sqrt($l**2 - ($r * $s)**2);
	my $slope = -$r * $s - $r**2 * $s * $c / $root;
	my $second = -$r * $c - $r**2 * ($c**2 - $s**2) / $root - $r**4 * $s**2 * $c**2 / $root**3;
	my ($v, $a) = (between(-100, 100), between(-100, 100));
	my ($place) = values_of('examples/loops/engine.rig', 'fk:piston', '', [$q]);
	my ($moves) = values_of('examples/loops/engine.rig', 'motion=vel:piston+acc:piston', '', [$q, $v, $a]);
	my $wrong = max(abs($place->[9] - $r * $c - $root), abs($moves->[0] - $slope * $v) / 100, abs($moves->[6] - $slope * $a - $second * $v**2) / 1e4);
	cmp_ok($wrong, '<', 1e-14, "engine: place, velocity and acceleration of the piston at $q");
}

# Beyond the dead point there is no place, so no number.
my $short = model('short', $mechanisms[0]{text} =~ s/300, 0, 0/400, 0, 0/r, 1);
my ($tau) = values_of($short, 'rnea', '', [3, 0, 0]);
is("@$tau", 'nan', 'beyond the dead point the result is NaN');

# A closed form has no rows: the model has no functions of loops, and no note about an open tree.
my ($said, $code) = says("$rigidc compile $short -f 'fd:loops' -o $scratch/none.h");
isnt($code, 0, 'no phase of loops');
is((says("$rigidc check $short"))[0], '', 'no note');

# What `info` shows.
my ($shown) = says("$rigidc info examples/loops/engine.rig");
like($shown, qr/^closed form +kind +from +to +joints\nwrist_pin +revolute +rod +piston +big_end, bore$/m, 'info lists closed forms');
like($shown, qr/big_end : revolute\(y\)  coupled by loop wrist_pin/, '  and the loop that couples a joint');
my $rowless = `$rigidc compile examples/loops/engine.rig -f lambda -o /dev/null 2>&1`;
like($rowless, qr/^    help: loops with `solve` are closed at every state and have no rows; without `solve`, lambda is of them$/m,
     '  there is no lambda, and a help says why');
my $open = `$rigidc compile examples/ur5.rig -f closure -o /dev/null 2>&1`;
like($open, qr/^    help: the model has no loops, no constraints and no contacts$/m, '  nor closure where there are no loops');
my ($json) = says("$rigidc info --json examples/loops/engine.rig");
my $info = decode_json($json);
is_deeply($info->{closed_forms}, [{ name => 'wrist_pin', kind => 'revolute', from => 'rod', to => 'piston', joints => ['big_end', 'bore'] }], '  in JSON');
my ($coupled) = map { $_->{coupling} } grep { $_->{name} eq 'bore' } @{$info->{joints}};
is_deeply([@$coupled{qw(expression on)}], ['solve wrist_pin', ['shaft']], '  with the coordinates that each joint follows');
ok(!exists $info->{loops}, '  and none of them as a loop with rows');

# Legs of the same structure are folded into vector lanes, with the results of one after the other.
my $two = model('two', <<"RIG", 1);
body base on world { joint float : free; mass 5 kg; inertia diag(1, 1, 1) kg m^2 }
part leg {
  body crank on root at (0, 100, 0) mm { joint motor : revolute(y); $solid }
  body coupler on crank at (100, 0, 0) mm { joint knee : revolute(y); $other; frame end at (250, 0, 0) mm }
  body rocker on root at (300, 100, 0) mm { joint foot : revolute(y); $third; frame tip at (180, 0, 0) mm }
  loop pin : revolute(y) from end to tip { solve knee, foot at home }
}
use leg as L on base
use leg as R on base mirror y
pose home { L.motor = -60 deg; L.knee = 40 deg; L.foot = -90 deg; R.motor = -60 deg; R.knee = 40 deg; R.foot = -90 deg }
RIG
my @state = ([0, 0, 0, 0, 0, 0, 1, -1, -1.2, (map { between(-1, 1) } 1 .. 16)]);
my @results = map { my $lanes = $_; [map { @$_ } values_of($two, 'rnea', "--lanes=$lanes --jit=cc", @state)] } 'off', 2, 4;
cmp_ok(apart($results[0], $results[$_]), '<', 1e-12, "lanes give the same torques ($_)") for 1, 2;
my ($folded) = says("$rigidc compile $two -f rnea --lanes=2");
like($folded, qr/_limbs2 /, 'legs in lanes');

# If the joint that drives the links is locked, they stand still, with the torques of a joint at rest.
my @at = @{$state[0]};
@at[9 + 6, 9 + 8 + 6] = (0, 0);
my ($free) = values_of($two, 'rnea', '', \@at);
my ($held) = values_of($two, 'rnea', '--lock L.motor=-1', [@at[0 .. 6, 8, 9 .. 14, 16, 17 .. 22, 24]]);
cmp_ok(apart([@$free[0 .. 5, 7]], $held), '<', 1e-12, 'links whose drive is locked');

# The bucket of a backhoe, whose four bars are couplings with angles and the law of cosines there.
my $bucket = slurp('examples/bucket.rig');
$bucket =~ s/ = rod\(crank\) - crank$//m or BAIL_OUT('the rod of bucket.rig');
$bucket =~ s/ = rocker\(crank\)$//m or BAIL_OUT('the bucket of bucket.rig');
$bucket =~ s/^assert .*//m;
$bucket .= "pose dig { crank = 80 deg; rod = -60 deg; bucket = 60 deg }\nloop pin : revolute(-y) from rod_end to bucket_pin { solve rod, bucket }\n";
my $solved = spew("$scratch/bucket.rig", $bucket);
my @digging = map { [between(0.4, 2.6), between(-2.6, -0.6), between(-0.8, 1), map { between(-2, 2) } 1 .. 6] } 1 .. $states;
for my $function ('rnea', 'crba', 'fd', 'whole=energy+fk:teeth+acc:teeth+reaction') {
	my @x = map { $function eq 'crba' ? [@$_[0 .. 2]] : $_ } @digging;
	my @own = values_of($solved, $function, '', @x);
	my @written = values_of('examples/bucket.rig', $function, '', @x);
	cmp_ok(max(map { apart($own[$_], $written[$_]) / size($written[$_]) } 0 .. $#x), '<', 1e-12, "bucket.rig in closed form: $function");
}
done_testing();
