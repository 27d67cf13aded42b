#!/usr/bin/perl
# Tendons around cylinders and spheres, on random chains. Lengths are compared with a reference of angles in the plane of the bend, arms and
# second derivatives with differences of order 8, forces with arms, joint wrenches with torques, executors with each other.
use strict;
use warnings;
use lib 'tests';
use List::Util qw(max min sum);
use POSIX qw(acos floor);
use Test::More;
use Evaluated;
use Shell;

my $pi = 4 * atan2(1, 1);
my $states = by_level(4, 12, 60);

# --- the reference: angles in the plane, seen from the side's direction on ---

sub dot { return sum(map { $_[0][$_] * $_[1][$_] } 0 .. $#{ $_[1] }) }
sub scaled { my ($s, $a) = @_; return [map { $s * $_ } @$a] }
sub minus { return [map { $_[0][$_] - $_[1][$_] } 0 .. $#{ $_[0] }] }

# Points of a plane, and the side in it: a cylinder is seen along z, a sphere along the normal of both points and its centre.
sub plane
{
	my ($round, @at) = @_;
	return map { [@$_[0, 1]] } @at if !$round;
	my $x = scaled(1 / sqrt(dot($at[0], $at[0])), $at[0]);
	my $y = minus($at[1], scaled(dot($x, $at[1]), $x));
	$y = scaled(1 / sqrt(dot($y, $y)), $y);
	return map { [dot($x, $_), dot($y, $_)] } @at;
}

sub turn_of { my ($from, $to) = @_; my $a = atan2($to->[1], $to->[0]) - atan2($from->[1], $from->[0]); return $a - 2 * $pi * floor($a / (2 * $pi)) }

# Length of the string from P to S, in the axes of the wrap, and the way it takes: 0 straight, 1 or -1 about the normal.
sub string
{
	my ($wrap, @at) = @_;
	my $straight = sqrt(dot(minus(@at), minus(@at)));
	my ($P, $S, $side) = plane($wrap->{round}, @at, $wrap->{side} // [1, 0, 0]);
	my $r = $wrap->{radius};
	my @far = map { sqrt(dot($_, $_)) } $P, $S;
	return ($straight, 0) if min(@far) <= $r;
	my ($from, $to) = map { turn_of($side, $_) } $P, $S;
	$_ -= 2 * $pi * ($_ > $pi) for $from, $to;
	my $d = minus($S, $P);
	my $along = min(1, max(0, -dot($P, $d) / dot($d, $d)));
	my $nearest = [map { $P->[$_] + $along * $d->[$_] } 0, 1];
	my $touches = $along > 0 && $along < 1 && dot($nearest, $nearest) < $r * $r;
	return ($straight, 0) unless $touches || ($wrap->{side} && ($wrap->{by} ? abs($from - $to) > $pi : dot($nearest, $side) < 0));
	my ($first, $second) = map { acos($r / $_) } @far;
	my $turn = turn_of($P, $S);
	my %arc = (1 => $turn - $first - $second, -1 => 2 * $pi - $turn - $first - $second);
	my @ways = grep { $arc{$_} >= 0 } 1, -1;
	my %middle = map { $_ => cos($from + $_ * ($first + $arc{$_} / 2)) } @ways;
	my ($way) = $wrap->{by} ? ($to > $from ? 1 : -1) : sort { $wrap->{side} ? $middle{$b} <=> $middle{$a} : $arc{$a} <=> $arc{$b} } @ways;
	my @tangent = map { sqrt($_ * $_ - $r * $r) } @far;
	my $flat = sum(@tangent) + $r * $arc{$way};
	return ($flat, $way) if $wrap->{round};
	my $rise = $at[1][2] - $at[0][2];
	my @height = ($at[0][2] + $rise * $tangent[0] / $flat, $at[1][2] - $rise * $tangent[1] / $flat);
	return ($straight, 0) if $wrap->{length} && min(map { abs } @height) > $wrap->{length} / 2;
	return (sqrt($flat**2 + $rise**2), $way);
}

# --- models ---

sub vector { return '(' . join(', ', map { sprintf '%.6f', $_ } @_) . ')' }

# A branched chain with frames for the points and the wrap: 7 velocities.
sub chain
{
	my ($mirrored) = @_;
	my @axis = map { vector(unit(random_numbers(3, 1))) } 1 .. 4;
	my @at = map { vector(random_numbers(3, 0.2)) } 1 .. 12;
	return "model chain\n// hinge $axis[0]\nparam r = 0.07 m\nparam pull = 11 N\n"
	    . "body hip on world at $at[0] { joint : revolute($axis[0]); mass 2 kg; com $at[1]; inertia diag(0.03, 0.02, 0.025) }\n"
	    . "body knee on hip at $at[2] { joint : universal; mass 1 kg; com $at[3]; inertia diag(0.03, 0.02, 0.025) }\n"
	    . "body rail on world at $at[4] { joint : prismatic($axis[1]); mass 1 kg; com $at[5]; inertia diag(0.03, 0.02, 0.025) }\n"
	    . "body arm on rail at $at[6] { joint : revolute($axis[2]); mass 1 kg; com $at[7]; inertia diag(0.03, 0.02, 0.025) }\n"
	    . "body hand on arm at $at[8] { joint : planar; mass 1 kg; com $at[9]; inertia diag(0.03, 0.02, 0.025) }\n";
}

my @places = ('world', 'hip', 'knee', 'rail', 'arm', 'hand');

# Two points some way off the wrap, on any bodies.
sub around
{
	my ($kind) = @_;
	my %wrap = %$kind;
	my @on = (sort { rand() <=> 0.5 } @places)[0 .. 2];
	my @far = map { my $far = $_ ? 1 : 1.6; vector(map { $_ * $wrap{far} * $far } unit(random_numbers(3, 1))) } 0, 1;
	my $turn = join ', ', map { sprintf '%.6f', $_ } random_numbers(3, 1);
	$wrap{side} = [unit(@{ $wrap{side} })] if $wrap{side};
	my $side = $wrap{side} ? ($wrap{by} ? ' by ' : ' side ') . ($wrap{named} // '(' . join(', ', map { sprintf '%.17g', $_ } @{ $wrap{side} }) . ')') : '';
	$wrap{text} = "frame a on $on[0] at $far[0]\nframe b on $on[1] at $far[1]\nframe c on $on[2] at " . vector(random_numbers(3, 0.1)) . ", rpy($turn)\n"
	    . "wrap w : $wrap{form} on c\ntendon t over a, around w$side, b { force -pull - 2 N s/m * rate }\n";
	return \%wrap;
}

my @kinds = (
	{ form => 'cylinder(0.1 m)', radius => 0.1, far => 0.2 },
	{ form => 'cylinder(r)', radius => 0.07, far => 0.25 },
	{ form => 'cylinder(0.1 m, length = 0.2 m)', radius => 0.1, length => 0.2, far => 0.2 },
	{ form => 'cylinder(0.1 m)', radius => 0.1, far => 0.2, side => [1, 0, 0], named => '+x' },
	{ form => 'cylinder(0.15 m)', radius => 0.15, far => 0.2, side => [0, -1, 0], named => '-y' },
	{ form => 'cylinder(0.1 m, 0.3 m)', radius => 0.1, length => 0.3, far => 0.2, side => [0.6, 0.8, 0] },
	{ form => 'cylinder(0.1 m)', radius => 0.1, far => 0.2, side => [-1, 0, 0], named => '-x', by => 1 },
	{ form => 'cylinder(r)', radius => 0.07, far => 0.2, side => [0.6, -0.8, 0], by => 1 },
	{ form => 'sphere(0.1 m)', radius => 0.1, round => 1, far => 0.2 },
	{ form => 'sphere(0.1 m)', radius => 0.1, round => 1, far => 0.2, side => [0, 1, 0], named => 'y', by => 1 },
	{ form => 'sphere(0.12 m)', radius => 0.12, round => 1, far => 0.15, side => [-1, 0, 0], named => '-x' },
	{ form => 'sphere(r)', radius => 0.07, round => 1, far => 0.25, side => [0.48, 0.6, -0.64] },
);

# q of the chain; the rows of a frame and its origin, as fk gives them
our $nq = 8;
our $h = 4e-4;
my @weight = (1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280);

sub seen { my ($frame, $point) = @_; my $d = minus([@$point[9 .. 11]], [@$frame[9 .. 11]]); return [map { my $k = $_; sum(map { $frame->[3 * $_ + $k] * $d->[$_] } 0 .. 2) } 0 .. 2] }

# Strings at states: [length, way].
sub strings
{
	my ($model, $wrap, @lines) = @_;
	my @fk = results($model, 'p=fk:a+fk:b+fk:c', '', @lines);
	return map { my @n = @$_; [string($wrap, map { seen([@n[24 .. 35]], [@n[12 * $_ .. 12 * $_ + 11]]) } 0, 1)] } @fk;
}

# Lines around a state along each number from `first` on, for differences.
sub stencil { my ($line, $first, $count) = @_; return map { my $k = $_; map { my @l = @$line; $l[$first + $k] += ($_ - 4) * $h; [@l] } 0 .. 8 } 0 .. $count - 1 }

# Differences of results along these, by rows: d value / d number.
sub slopes
{
	my ($count, @results) = @_;
	my @row;
	for my $i (0 .. $#{ $results[0] }) {
		push @row, map { my $k = $_; sum(map { $weight[$_] * $results[9 * $k + $_][$i] } 0 .. 8) / $h } 0 .. $count - 1;
	}
	return \@row;
}

# States, more than half of which bend the string if some do.
sub drawn
{
	my ($model, $wrap) = @_;
	my @states = map { [random_numbers($nq, 1.5)] } 1 .. 40 * $states;
	my @strings = strings($model, $wrap, @states);
	my @bent = grep { $strings[$_][1] } 0 .. $#states;
	my @straight = grep { !$strings[$_][1] } 0 .. $#states;
	splice @bent, 2 * $states;
	return map { [$states[$_], $strings[$_]] } @bent, @straight[0 .. $states - 1];
}

sub combined { my ($rows, $v) = @_; return [map { my $i = $_; sum(map { $rows->[$i * $nq + $_] * $v->[$_] } 0 .. $nq - 1) } 0 .. @$rows / $nq - 1] }

# Derivatives at a state, by differences; forces; wrenches.
sub check_state
{
	my ($model, $bare, $state, $name) = @_;
	my @v = random_numbers($nq, 1);
	my @around = stencil($state, 0, $nq);
	my @arms = result($model, 'arms', '', $state);
	near(\@arms, slopes($nq, results($model, 'lengths', '', @around)), 1e-9, "$name: arms");
	my $bend = slopes($nq, results($model, 'arms', '', @around));
	near([result($model, 'jvp:arms', '', [@$state, @v, 0, 0])], combined($bend, \@v), 1e-8, "$name: a direction of arms");
	my @hessian = result($model, 'hessian:lengths', '', [@$state, 1]);
	my $width = sqrt(@hessian); # with the parameters
	near([map { @hessian[$_ * $width .. $_ * $width + $nq - 1] } 0 .. $nq - 1], $bend, 1e-8, "$name: the Hessian of the length");
	my @full = (@$state, random_numbers(2 * $nq, 1));
	my @tau = result($model, 'rnea', '', \@full);
	my @without = result($bare, 'rnea', '', \@full);
	my $rate = sum(map { $arms[$_] * $full[$nq + $_] } 0 .. $nq - 1);
	near([result($model, 'length_rates', '', [@full[0 .. 2 * $nq - 1]])], [$rate], 1e-12, "$name: rate");
	near([map { $tau[$_] - $without[$_] } 0 .. $nq - 1], [map { (11 + 2 * $rate) * $_ } @arms], 1e-10, "$name: torques");
	my @by_q = @{ slopes($nq, results($model, 'rnea', '', stencil(\@full, 0, $nq))) };
	my @by_qd = @{ slopes($nq, results($model, 'rnea', '', stencil(\@full, $nq, $nq))) };
	near([result($model, 'rnea_derivatives', '', \@full)], [@by_q, @by_qd], 1e-8, "$name: derivatives of rnea");
	my @driven = (@full[0 .. 2 * $nq - 1], @tau);
	my @qdd = map { slopes($nq, results($model, 'fd', '', stencil(\@driven, $_ * $nq, $nq))) } 0 .. 2;
	near([result($model, 'fd_derivatives', '', \@driven)], [map { @$_ } @qdd], 1e-7, "$name: derivatives of fd");
	my @w = result($model, 'reaction', '', \@full);
	my ($axis) = slurp($model) =~ m,^// hinge \((.*)\),m;
	my @hinge = unit(split /, /, $axis);
	near([sum(map { $w[3 + $_] * $hinge[$_] } 0 .. 2), $w[29]], [@tau[0, 7]], 1e-10, "$name: wrenches through hip and hand");
}

my %ways;
for my $kind (@kinds) {
	my $wrap = around($kind);
	my $name = $kind->{form} . ($kind->{by} ? ' by a direction' : $kind->{side} ? ' with a side' : '');
	my $chain = chain();
	my $model = spew("$scratch/m.rig", $chain . $wrap->{text});
	my $bare = spew("$scratch/bare.rig", $chain . $wrap->{text} =~ s/^(tendon|wrap).*\n//mgr);
	my @drawn = drawn($model, $wrap);
	my @states = map { $_->[0] } @drawn;
	my @found = map { $_->[0] } results($model, 'lengths', '', @states);
	my @wanted = map { $_->[1][0] } @drawn;
	$ways{ $_->[1][1] }++ for @drawn;
	my @off = grep { abs($found[$_] / $wanted[$_] - 1) > 1e-13 } 0 .. $#states;
	is(scalar(@off), 0, "$name: lengths") or diag(join "\n", map { "$found[$_] $wanted[$_] way $drawn[$_][1][1]" } @off);
	my @usual = map { @$_ } results($model, 'a=lengths+arms', '', @states);
	near([map { @$_ } results($model, 'a=lengths+arms', '-O0', @states)], \@usual, 1e-13, "$name: the textbook");
	is(join(' ', map { @$_ } results($model, 'a=lengths+arms', "--jit=$_", @states)), "@usual", "$name: --jit=$_") for qw(tcc none);

	# derivatives, where the way is the same around the state
	my %tried;
	for (@drawn) {
		my ($state, $string) = @$_;
		next if ($tried{ $string->[1] } // 0) >= by_level(1, 1, 10);
		next if grep { $_->[1] != $string->[1] } strings($model, $wrap, stencil($state, 0, $nq));
		$tried{ $string->[1] }++;
		check_state($model, $bare, $state, "$name, way $string->[1]");
	}
}
note(join ', ', map { "way $_: $ways{$_}" } sort keys %ways);

# --- a knee, with the numbers of MuJoCo ---

my $knee = spew("$scratch/m.rig", 'model knee
body thigh on world { joint hip : revolute(z); mass 8 kg }
body shank on thigh at (0, -0.4, 0) m { joint knee : revolute(z); mass 3.5 kg }
wrap condyles : cylinder(25 mm, 0.2 m) on thigh at (0, -0.4, 0) m, rx(0.05), ry(0.1)
wrap kneecap : cylinder(30 mm, 0.2 m) on thigh at (0, -0.4, 0) m
tendon around over thigh at (-0.02, -0.2, 0.02) m, around condyles, shank at (-0.026, -0.09, -0.01) m
tendon front over thigh at (0.02, -0.15, 0) m, around kneecap side x, shank at (0.035, -0.07, 0.01) m
');
for (
	[-2.2, 0.134844544893, 0.386506198356, 0.074255947, -0.029989957], [-1.6, 0.187246239636, 0.368512518257, 0.092221611, -0.029988952],
	[-1.1, 0.231207303873, 0.353518276376, 0.081111095, -0.029987995], [-0.85, 0.250262032894, 0.34602134261, 0.070934705, -0.029987469],
	[-0.4, 0.277172212817, 0.332527210315, 0.047820304, -0.029986431], [0, 0.291618224844, 0.320507410211, 0.025046702, -0.031668535],
	[0.15, 0.295366066597, 0.315141419254, 0.024927515, -0.039812561],
) {
	my ($q, @wanted) = @$_;
	my @found = result($knee, 'k=lengths+arms', '', [0.3, $q]);
	my $off = max(abs($found[0] - $wanted[0]), abs($found[1] - $wanted[1]));
	my $off_arms = max(map { abs($found[ 1 + 2 * $_ ] - $wanted[ 1 + $_ ]) } 1, 2);
	ok($off < 1e-12 && $off_arms < 1e-9, "the knee at $q") or diag("@found");
}

# --- places where a string is hard to bend: no number is lost ---

my $stage = "body x on world { joint x : prismatic(x); mass 1 kg }\nbody y on x { joint y : prismatic(y); mass 1 kg }\n"
    . "body a on y { joint z : prismatic(z); mass 1 kg }\nframe b on world at (0.3, 0, 0)\n";
my @edge = (
	['inside', 0.05, 0.01, 0], ['in the centre', 0, 0, 0], ['on the surface', 0.1, 0, 0], ['behind', -0.3, 0, 0],
	['behind and above', -0.3, 0, 0.1], ['before', 0.2, 0, 0], ['a tangent', 0.1, 0.2, 0], ['above', 0, 0, 0.3], ['on the axis', 0, 0, 1e-9],
);
for my $form ('cylinder(0.1 m)', 'cylinder(0.1 m, 0.1 m)', 'sphere(0.1 m)') {
	for my $side ('', ' side x', ' side -x', ' side +y', ' by x', ' by -x', ' by y') {
		my $model = spew("$scratch/m.rig", "model edge\n${stage}wrap w : $form on world\ntendon t over a, around w$side, b { spring 100 N/m at 0.1 m }\n");
		my @lines = map { my ($name, @q) = @$_; [@q, 0.3, -0.2, 0.1] } @edge;
		for my $call (['a=lengths+arms', 3], ['jvp:arms', 6], ['hessian:lengths', 3, 1], ['vjp:arms', 3, 1, 2, 3], ['rnea_derivatives', 6, 1, 1, 1]) {
			my ($function, $taken, @more) = @$call;
			my @found = results($model, $function, '', map { [@$_[0 .. $taken - 1], @more] } @lines);
			my @lost = grep { "@{ $found[$_] }" =~ /n/ } 0 .. $#edge;
			is(join(', ', map { $edge[$_][0] } @lost), '', "$form$side: $function");
		}
	}
}

# the way around the side, where the points are in line with the centre
my @line = (['', 0], [' side y', 1], [' side -y', -1], [' by y', 1], [' by -y', -1], [' side x', 0], [' by x', 0], [' side -x', 0]);
my $behind = spew("$scratch/m.rig", "model edge\n${stage}wrap w : cylinder(0.1 m) on world\nwrap b : sphere(0.1 m) on world\n"
	. join '', map { "tendon t$_ over a, around w$line[$_][0], b\ntendon s$_ over a, around b$line[$_][0], b\n" } 0 .. $#line);
my @all = result($behind, 'arms', '', [-0.3, 0, 0]);
my $half = 2 * sqrt(0.08) + 0.1 * ($pi - 2 * acos(1 / 3));
near([result($behind, 'lengths', '', [-0.3, 0, 0])], [($half) x (2 * @line)], 1e-15, 'opposite points: half a turn');
for (grep { $line[$_][1] } 0 .. $#line) {
	ok($all[6 * $_ + 1] * $line[$_][1] < 0, "opposite points:$line[$_][0]");
	ok($all[6 * $_ + 4] * $line[$_][1] < 0, "opposite points of a sphere in a plane of its own:$line[$_][0]") if $all[6 * $_ + 4];
}
my @ray = result($behind, 'lengths', '', [0.2, 0, 0]);
my $whole = sqrt(0.03) + sqrt(0.08) + 0.1 * (2 * $pi - acos(1 / 2) - acos(1 / 3));
near([@ray[0, 10, 12, 14]], [0.1, 0.1, 0.1, $whole], 1e-14, 'points on one ray: straight, or a whole turn around the other side');

# --- two wraps in a row: the length is the least over a point between them, in a plane that separates both ---

sub placed { my ($pose, $x) = @_; return [map { my $k = $_; $pose->[9 + $k] + sum(map { $pose->[3 * $k + $_] * $x->[$_] } 0 .. 2) } 0 .. 2] }
sub in_frame { my ($pose, $x) = @_; return seen($pose, [(0) x 9, @$x]) }

# Length by way of a point in world axes.
sub by_way { my ($wraps, $poses, $ends, $x) = @_; return sum(map { (string($wraps->[$_], in_frame($poses->[$_], $ends->[$_ ? 1 : 0]), in_frame($poses->[$_], $x)))[0] } 0, 1) }

# The least, from the middle on, by steps that shrink.
sub least
{
	my ($wraps, $poses, $ends) = @_;
	my @c = map { [@$_[9 .. 11]] } @$poses;
	my $n = minus($c[1], $c[0]);
	my @e = ([unit($n->[1], -$n->[0], 0)]);
	push @e, [unit($n->[1] * $e[0][2] - $n->[2] * $e[0][1], $n->[2] * $e[0][0] - $n->[0] * $e[0][2], $n->[0] * $e[0][1] - $n->[1] * $e[0][0])];
	my @at = (0, 0);
	my $length = sub { my ($u, $v) = @_; return by_way($wraps, $poses, $ends, [map { ($c[0][$_] + $c[1][$_]) / 2 + $u * $e[0][$_] + $v * $e[1][$_] } 0 .. 2]) };
	my $least = $length->(@at);
	for (my $step = 0.03; $step > 1e-8;) {
		my @tried = map { [$at[0] + $step * $_->[0], $at[1] + $step * $_->[1]] } [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1];
		my ($best) = sort { $a->[0] <=> $b->[0] } map { [$length->(@$_), @$_] } @tried;
		if ($best->[0] < $least) { ($least, @at) = @$best } else { $step /= 2 }
	}
	return $least;
}

my @worst = (0, 0);
for my $pair (['cylinder(0.05 m)', 'cylinder(0.04 m)', 0, 0], ['sphere(0.05 m)', 'cylinder(0.04 m)', 1, 0], ['sphere(0.05 m)', 'sphere(0.04 m)', 1, 1]) {
	my @by = map { $_ ? '' : ' by x' } @$pair[2, 3]; # else a string has two ways of nearly one length around a cylinder
	my @wraps = map { { radius => $_->[0], round => $_->[1], $_->[1] ? () : (side => [1, 0, 0], by => 1) } } [0.05, $pair->[2]], [0.04, $pair->[3]];
	my $model = spew("$scratch/m.rig", "model two\nbody rod on world { joint r : universal; mass 1 kg }\nbody far on rod at (0, 0.3, 0) { joint f : universal; mass 1 kg }\n"
		. "frame a on world at (0.02, -0.2, 0.01)\nframe b on far at (0.02, 0.2, -0.01)\nframe c on rod at (0.02, 0, 0), rx(0.2)\nframe d on far at (-0.01, 0, 0), rx(-0.1)\n"
		. "wrap v : $pair->[0] on c\nwrap w : $pair->[1] on d\ntendon t over a, around v$by[0], around w$by[1], b { spring 100 N/m }\n");
	my @states = map { [random_numbers(4, 0.4)] } 1 .. $states;
	my @fk = results($model, 'p=fk:a+fk:b+fk:c+fk:d', '', @states);
	my @length = results($model, 'lengths', '', @states);
	for (0 .. $#states) {
		my @n = @{ $fk[$_] };
		my ($a, $b, $c, $d) = map { [@n[12 * $_ .. 12 * $_ + 11]] } 0 .. 3;
		my $off = abs($length[$_][0] - least(\@wraps, [$c, $d], [[@$a[9 .. 11]], [@$b[9 .. 11]]]));
		$worst[0] = max($worst[0], $off);
		my @arms = result($model, 'arms', '', $states[$_]);
		my @slopes = @{ slopes(4, results($model, 'lengths', '', stencil($states[$_], 0, 4))) };
		my @nearer = do { local $h = $h / 4; @{ slopes(4, results($model, 'lengths', '', stencil($states[$_], 0, 4))) } };
		next if max(map { abs($nearer[$_] - $slopes[$_]) } 0 .. 3) > 1e-9; # a kink is near
		my $apart = max(map { abs($arms[$_] - $slopes[$_]) } 0 .. 3);
		$worst[1] = max($worst[1], $apart);
	}
}
note("two wraps: lengths within $worst[0] m, arms within $worst[1] m");
ok($worst[0] < 1e-8, 'two wraps: the least length');
ok($worst[1] < 1e-7, 'two wraps: arms');

# two of them at places where a string is hard to bend
{
	my $model = spew("$scratch/m.rig", "model edge\n${stage}wrap w : sphere(0.1 m) on world\nwrap v : cylinder(0.05 m) on world at (0.4, 0, 0)\n"
		. "tendon t over a, around w, around v side y, c { spring 100 N/m at 0.1 m }\nframe c on world at (0.6, 0, 0)\n");
	my @lines = map { my ($name, @q) = @$_; [@q] } @edge;
	for my $call (['a=lengths+arms'], ['hessian:lengths', 1], ['vjp:arms', 1, 2, 3]) {
		my ($function, @more) = @$call;
		my @lost = grep { "@$_" =~ /n/ } results($model, $function, '', map { [@$_, @more] } @lines);
		is(scalar(@lost), 0, "two wraps: $function");
	}
	my @state = (-0.31, 0.02, 0.05);
	local $nq = 3;
	my $bend = slopes(3, results($model, 'arms', '', stencil(\@state, 0, 3)));
	near([result($model, 'hessian:lengths', '', [@state, 1])], $bend, 1e-8, 'two wraps: the Hessian of the length');
}

# --- parts, mirror images, points that count in a range ---

my $limb = "part limb {\nbody upper on root at (0.1, 0.2, 0) { joint : revolute(z); mass 1 kg; com (0, 0.1, 0); inertia diag(0.01, 0.01, 0.01) }\n"
    . "body lower on upper at (0, 0.3, 0.05) { joint : revolute((1, 0, 2)); mass 1 kg; com (0, 0.1, 0); inertia diag(0.01, 0.01, 0.01) }\n"
    . "wrap w : cylinder(0.05 m) on upper at (0, 0.3, 0), rpy(0.2, 0.3, 0.1)\nwrap ball : sphere(0.05 m) on root at (0.1, 0.2, 0.01)\n"
    . "tendon t over root at (0.2, 0, 0.1), around ball side (1, 0.2, 0.1), upper at (0.1, 0.1, 0), around w by (0.9, -0.3, 0), lower at (0.02, 0.2, 0) { force -10 N }\n}\n";
my @one = map { [random_numbers(2, 1.5)] } 1 .. 20;
my $right = spew("$scratch/m.rig", "model m\n${limb}use limb as R on world\n");
my $left = spew("$scratch/l.rig", "model m\n${limb}use limb as L on world mirror y\n");
for my $function ('lengths', 'arms') {
	near([map { @$_ } results($left, $function, '', @one)], [map { @$_ } results($right, $function, '', @one)], 1e-14, "a mirror image: $function");
}
my $range = "model m\n${stage}wrap w : sphere(0.1 m) on world\nframe c on world at (-0.05, 0.3, 0)\n";
my @inside = map { [-0.3 - 0.1 * rand, 0.1 * rand, 0.1 * rand] } 1 .. 20;
my $counts = spew("$scratch/m.rig", "${range}tendon t over a, c while y from -1 m to 1 m, around w, b\ntendon u over a, c while y from 2 m to 3 m, around w, b\n");
my $plainly = spew("$scratch/l.rig", "${range}tendon t over a, c, around w, b\ntendon u over a, around w, b\n");
near([map { @$_ } results($counts, 'a=lengths+arms', '', @inside)], [map { @$_ } results($plainly, 'a=lengths+arms', '', @inside)], 1e-14,
	'a point beside a wrap that counts, and one that does not');
done_testing();
