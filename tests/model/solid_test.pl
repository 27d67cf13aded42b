#!/usr/bin/perl
# Solids against integrals of their sections; bodies of several, holes too, against sums about the world's origin.
use strict;
use warnings;
use File::Temp;
use Test::More;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $pi = 4 * atan2(1, 1);

# mass, centre and moments of inertia (by rows) of the body that a block describes
sub body_of
{
	my ($block) = @_;
	my $model = File::Temp->new(SUFFIX => '.rig');
	print $model "model t\nbody b on world {\njoint : free\n$block\n}\n";
	close $model;
	my $dump = `$rigidc compile $model --dump=check 2>&1`;
	my ($mass) = $dump =~ /^  mass (.*)/m or die $dump;
	my ($com) = $dump =~ /^  com (.*)/m;
	my ($inertia) = $dump =~ /^  inertia (.*)/m;
	return [$mass, split(' ', $com), split(' ', $inertia)];
}

sub near
{
	my ($name, $found, $wanted) = @_;
	my ($worst, $size) = (0, 1e-300);
	for (0 .. $#$wanted) {
		my $off = abs($found->[$_] - $wanted->[$_]);
		$worst = $off if $off > $worst;
		$size = abs $wanted->[$_] if abs $wanted->[$_] > $size;
	}
	ok($worst < 1e-9 * $size, $name) or diag("found @$found\nwanted @$wanted");
}

# Simpson's rule
sub integral
{
	my ($f, $from, $to) = @_;
	my $n = 2000;
	my ($h, $sum) = (($to - $from) / $n, 0);
	$sum += $f->($from + $h * $_) * ($_ == 0 || $_ == $n ? 1 : $_ % 2 ? 4 : 2) for 0 .. $n;
	return $sum * $h / 3;
}

# A body of revolution about z of density 1: sections of radius r(z), between the places where r is smooth.
# m = int pi rr dz, Izz = int pi rrrr/2 dz, Ixx = int pi (rrrr/4 + rr zz) dz
sub revolved
{
	my ($square, @places) = @_;
	my ($m, $along, $across) = (0, 0, 0);
	for (0 .. $#places - 1) {
		my @range = @places[$_, $_ + 1];
		$m += integral(sub { $pi * $square->($_[0]) }, @range);
		$along += integral(sub { $pi * $square->($_[0])**2 / 2 }, @range);
		$across += integral(sub { $pi * ($square->($_[0])**2 / 4 + $square->($_[0]) * $_[0]**2) }, @range);
	}
	return [$m, 0, 0, 0, $across, 0, 0, 0, $across, 0, 0, 0, $along];
}

sub scaled
{
	my ($mass, $solid) = @_;
	return [$mass, 0, 0, 0, map { $_ * $mass / $solid->[0] } @$solid[4 .. 12]];
}

my ($r, $l) = (0.3, 0.8);
my %revolved = (
	cylinder => revolved(sub { $r**2 }, -$l / 2, $l / 2),
	sphere => revolved(sub { $r**2 - $_[0]**2 }, -$r, $r),
	capsule => revolved(sub { my $z = abs $_[0]; $z < $l / 2 ? $r**2 : $r**2 - ($z - $l / 2)**2 },
	                    -$l / 2 - $r, -$l / 2, $l / 2, $l / 2 + $r),
	ellipsoid => revolved(sub { $r**2 * (1 - ($_[0] / 0.5)**2) }, -0.5, 0.5),
);
my %size = (cylinder => "$r, $l", sphere => $r, capsule => "$r, $l", ellipsoid => "$r, $r, 0.5");
for (sort keys %revolved) {
	near("$_ of a density", body_of("solid $_(700 kg/m^3, $size{$_})"), [map { 700 * $_ } @{$revolved{$_}}]);
	near("$_ of a mass", body_of("solid $_(2.5 kg, $size{$_})"), scaled(2.5, $revolved{$_}));
	near("inertia of a $_", [@{body_of("mass 2.5\ninertia $_(2.5, $size{$_})")}], scaled(2.5, $revolved{$_}));
}

# rows of m x^2 about the centre: of points at x with weights
sub box { my ($m, @e) = @_; my @q = map { $m * $_**2 / 12 } @e; return [$m, 0, 0, 0, $q[1] + $q[2], 0, 0, 0, $q[0] + $q[2], 0, 0, 0, $q[0] + $q[1]] }
near('box of a density', body_of('solid box(2 g/cm^3, 10 cm, 20 cm, 30 cm)'), box(12, 0.1, 0.2, 0.3));
near('ellipsoid', body_of('solid ellipsoid(5, 1, 2, 3)'), [5, 0, 0, 0, 13, 0, 0, 0, 10, 0, 0, 0, 5]);
near('rod', body_of('solid rod(2 kg/m, 3 m, y)'), [6, 0, 0, 0, 4.5, 0, 0, 0, 0, 0, 0, 0, 4.5]);
my $area = 4 * $pi * $r**2;
my $thin = [map { ($revolved{sphere}[$_] - revolved(sub { my $q = ($r - 1e-5)**2 - $_[0]**2; $q }, -$r + 1e-5, $r - 1e-5)->[$_]) / 1e-5 } 0 .. 12];
my $shell = body_of("solid shell(3 kg/m^2, $r)");
ok(abs($shell->[0] - 3 * $area) < 1e-9 && abs($shell->[4] / 3 - $thin->[4]) < 1e-3 * $thin->[4], 'shell, as the difference of two spheres');

# an axis: J = T 1 + (A - T) a a^T
my $c = body_of("solid cylinder(2, 0.3, 0.8, axis = (1, 2, 2))");
my ($A, $T) = map { $_ * 2 / $revolved{cylinder}[0] } @{$revolved{cylinder}}[12, 4];
my @a = (1 / 3, 2 / 3, 2 / 3);
near('cylinder about another axis', $c, [2, 0, 0, 0, map { my $i = $_; map { ($i == $_ ? $T : 0) + ($A - $T) * $a[$i] * $a[$_] } 0 .. 2 } 0 .. 2]);

# --- bodies of several ---

# J about the origin of parts [m, x, y, z, J...]
sub origin
{
	my ($sum, @h, @J) = (0);
	@h = (0) x 3;
	@J = (0) x 9;
	for (@_) {
		my ($m, $x, $y, $z, @own) = @$_;
		my @p = ($x, $y, $z);
		my $square = $x**2 + $y**2 + $z**2;
		$sum += $m;
		$h[$_] += $m * $p[$_] for 0 .. 2;
		$J[$_] += $own[$_] + $m * ((int($_ / 3) == $_ % 3 ? $square : 0) - $p[int($_ / 3)] * $p[$_ % 3]) for 0 .. 8;
	}
	return [$sum, @h, @J];
}

my $plate = box(8, 0.4, 0.3, 0.02);
my $hole = [map { -$_ } @{scaled(0.5, revolved(sub { 0.05**2 }, -0.01, 0.01))}];
sub at { my ($part, @p) = @_; return [$part->[0], @p, @$part[4 .. 12]] }
my $made = body_of(<<'BLOCK');
solid box(8 kg, 400 mm, 300 mm, 20 mm) at (0, 0, 1 m)
solid -cylinder(0.5 kg, 50 mm, 20 mm) at (100 mm, 0, 1 m)
solid -cylinder(0.5 kg, 50 mm, 20 mm) at (-120 mm, 40 mm, 1 m), rz(30 deg)
solid rod(1 kg, 1 m, z) at (0, 0, 0.5 m), ry(90 deg)
mass 2 kg
com (0, 0.1 m, 0)
BLOCK
my $rod = [1, 0, 0, 0.5, 0, 0, 0, 0, 1 / 12, 0, 0, 0, 1 / 12];
near('plate with two holes, a rod that is turned, a point', origin($made),
     origin(at($plate, 0, 0, 1), at($hole, 0.1, 0, 1), at($hole, -0.12, 0.04, 1), $rod, [2, 0, 0.1, 0, (0) x 9]));
done_testing();
