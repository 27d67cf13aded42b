#!/usr/bin/perl
# Inertias about frames: of a body, of bodies that are fixed to it, in parts and their mirror images; against the parallel-axis
# theorem, worked out here about the centre of mass.
use strict;
use warnings;
use File::Temp;
use Test::More;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';

# what the text says of body b: mass, centre and moments of inertia (by rows)
sub body_of
{
	my ($text, $name) = (@_, 'b');
	my $model = File::Temp->new(SUFFIX => '.rig');
	print $model "model t\n$text\n";
	close $model;
	my $dump = `$rigidc compile $model --dump=check 2>&1`;
	my ($block) = $dump =~ /^body \Q$name\E\b.*?\n((?:  .*\n)*)/m or die $dump;
	my ($inertia) = $block =~ /^  inertia (.*)/m or die $dump;
	return [split ' ', $inertia];
}

sub near
{
	my ($name, $found, $wanted) = @_;
	my $worst = 0;
	for (0 .. $#$wanted) {
		my $off = abs($found->[$_] - $wanted->[$_]);
		$worst = $off if $off > $worst;
	}
	ok($worst < 1e-13, $name) or diag("found @$found\nwanted @$wanted");
}

my ($m, @c) = (3, 0.1, -0.2, 0.3);
my @J = (0.5, 0.02, -0.03, 0.02, 0.6, 0.04, -0.03, 0.04, 0.7);

# the moments about p, by rows, as the language writes a matrix: J + m (r.r 1 - r r^T)
sub about
{
	my @r = map { $c[$_] - $_[$_] } 0 .. 2;
	my $square = $r[0]**2 + $r[1]**2 + $r[2]**2;
	my @row;
	for my $i (0 .. 2) {
		push @row, join ', ', map { sprintf '%.17g', $J[3 * $i + $_] + $m * (($i == $_) * $square - $r[$i] * $r[$_]) } 0 .. 2;
	}
	return '[' . join('; ', @row) . ']';
}

my $figures = "mass $m; com (" . join(', ', @c) . ')';
my @tool = (0.4, 0.3, -0.5);
my $at = 'at (' . join(', ', @tool) . '), rpy(0.3, -0.4, 0.5)';
my $moments = about(@tool);
my $inertia = "inertia $moments about tool";

near('a frame of the block', body_of("body b on world { joint : free; $inertia; $figures; frame tool $at }"), \@J);
near('a frame outside', body_of("frame tool on b $at\nbody b on world { joint : free; $inertia; $figures }"), \@J);
near('a frame on a frame', body_of("frame tool on wrist at (0.4, 0, 0)\nframe wrist on b at (0, 0.3, -0.5)\n"
	. "body b on world { joint : free; $inertia; $figures }"), \@J);
near('a body that is fixed on it', body_of("body b on world { joint : free; $inertia; $figures }\n"
	. "body tool on b $at { joint : fixed }"), \@J);
near('a frame on such a body', body_of("body b on world { joint : free; $inertia; $figures }\n"
	. "body flange on b at (0, 0, -0.5), rx(90 deg) { joint : fixed then (0.4, 0, 0); frame tool at (0, 0, -0.3) }"), \@J);
near('the body that it is fixed on', body_of("body tool on world { joint : free }\n"
	. "body b on tool at (0.4, 0.5, 0.3), rx(90 deg) { joint : fixed; $figures; inertia "
	. about(-0.4, -0.3, 0.5) . " about tool }"), \@J);
near('one beside it', body_of("body base on world { joint : free }\nbody tool on base at (1, 0, 0) { joint : fixed }\n"
	. "body b on base at (0.6, -0.3, 0.5) { joint : fixed; $figures; $inertia }"), \@J);
near('one fixed on the world, as it is', body_of("body tool on world at (1, 0, 0) { joint : fixed }\n"
	. "body b on world at (0.6, -0.3, 0.5) { joint : fixed; $figures; $inertia }"), \@J);
near('a frame called origin', body_of("body b on world { joint : free; $figures; frame \"origin\" $at\n"
	. "inertia $moments about \"origin\" }"), \@J);
near('and the origin beside', body_of("body b on world { joint : free; $figures; frame \"origin\" $at\n"
	. 'inertia ' . about(0, 0, 0) . ' about origin }'), \@J);

# the axes are those of `in`, whatever those of the frame are: a quarter turn about z has (x, y, z) along (y, -x, z)
my @turned = ("[$J[4], " . -$J[1] . ", $J[5]; " . -$J[1] . ", $J[0], " . -$J[2] . "; $J[5], " . -$J[2] . ", $J[8]]");
near('in other axes', body_of("body b on world { joint : free; $figures; inertia @turned about here in rz(90 deg)\n"
	. 'frame here at (' . join(', ', @c) . '), rx(1) }'), \@J);

# solids beside do not count in it
my $wheel = 'solid cylinder(2, 0.3, 0.1) at (1, 0, 0)';
near('with a solid', body_of("body b on world { joint : free; $figures; $wheel; $inertia; frame tool $at }"),
	body_of("body b on world { joint : free; $figures; $wheel; inertia [$J[0], $J[1], $J[2]; $J[3], $J[4], $J[5]; $J[6], $J[7], $J[8]] }"));

# what a part is reflected by reflects its inertias
for my $kind ('revolute(x)', 'spherical') {
	my $direct = "inertia [$J[0], $J[1], $J[2]; $J[3], $J[4], $J[5]; $J[6], $J[7], $J[8]]";
	my ($found, $wanted) = map {
		my $given = $_;
		[map { @{body_of("part p { body b on root at (1, 2, 3) { joint : $kind; $figures; $given }; frame tool on b $at }\n"
			. "use p as FL on world\nuse p as FR on world mirror y\n", $_)} } 'FL.b', 'FR.b']
	} $inertia, $direct;
	near("in a part and its mirror image, $kind", $found, $wanted);
}

done_testing();
