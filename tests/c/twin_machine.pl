# perl twin_machine.pl SEED: a random machine with limbs that are alike but for numbers and mirrors, as .rig text: two to six
# of a kind, perhaps two kinds, on a base that is free or not, or on a link of it, with joints and wrenches of any kind.
use strict;
use warnings;

srand shift;
my @kinds = ('revolute(x)', 'revolute(y)', 'revolute(z)', 'revolute((0.6, 0, 0.8))', 'prismatic(z)', 'universal', 'cylindrical(y)',
             'spherical', 'helical(x, 20 mm/rad)');
my $mirrors = 0;

sub number { sprintf '%.3g', $_[0] + ($_[1] - $_[0]) * rand }
sub one_of { $_[rand @_] }

# The same number of each of so many limbs: equal, mirrored or a little different.
sub numbers {
	my ($limbs, $low, $high) = @_;
	my $first = number($low, $high);
	my $how = rand;
	return map { $how < 0.4 ? $first : $how < 0.7 ? $first * (-1) ** $_ : sprintf '%.6g', $first * (1 + 0.01 * $_ * rand) } 0 .. $limbs - 1;
}

# Bodies of `limbs` limbs on a body.
sub limbs {
	my ($name, $limbs, $on) = @_;
	my @text = ('') x $limbs;
	my @below = ($on) x $limbs;
	my $around = rand() < 0.4 ? 360 / $limbs : 0;
	for my $body (0 .. int rand 3) {
		my $kind = one_of(@kinds);
		my @axis = $kind =~ /revolute/ && rand() < 0.2 ? numbers($limbs, 0.3, 1) : ();
		my @p = map { [numbers($limbs, -0.5, 0.5)] } 0 .. 2;
		@p[0, 2] = ([(0) x $limbs], [(0.1) x $limbs]) if rand() < 0.3;
		my @turn = rand() < 0.3 ? numbers($limbs, 5, 80) : (one_of(0, 90)) x $limbs;
		my @mass = numbers($limbs, 0.5, 3);
		my @com = map { [numbers($limbs, -0.2, 0.2)] } 0 .. 2;
		my $armature = rand() < 0.3 && $kind =~ /revolute/ ? " {\n    armature 0.02 kg m^2\n    damping 0.1 N m s/rad\n  }" : '';
		my $wrench = rand() < 0.4 ? one_of('', ' in world', ' at point', ' in world at point') : undef;
		for my $l (0 .. $limbs - 1) {
			my $mine = "$name${l}_$body";
			my $joint = @axis ? "revolute((0, $axis[$l], 1))" : $kind;
			my $way = $body == 0 && $around ? sprintf 'rz(%.9g deg), ', $around * $l : '';
			$text[$l] .= "body $mine on $below[$l] at $way($p[0][$l] m, $p[1][$l] m, $p[2][$l] m), rx($turn[$l] deg) {\n" .
			             "  joint j_$mine : $joint$armature\n  mass " . abs($mass[$l]) . " kg\n" .
			             "  com ($com[0][$l] m, $com[1][$l] m, $com[2][$l] m)\n  inertia diag(0.02, 0.03, 0.025) kg m^2\n}\n";
			$text[$l] .= "wrench w_$mine on $mine$wrench\n" if defined $wrench;
			$below[$l] = $mine;
		}
	}
	return join '', @text;
}

print "model machine\n";
my $carrier = one_of('world', 'base', 'base', 'base');
print 'body base on world ' . (rand() < 0.5 ? "{\n  joint b : free\n" : "at (0, 0, 1 m) {\n  joint b : revolute(z)\n") .
      "  mass 7 kg\n  com (0.01 m, 0, 0.02 m)\n  inertia diag(0.2, 0.3, 0.25) kg m^2\n}\n";
print limbs('a', 2 + int rand 5, $carrier);
print limbs('b', 2 + int rand 2, 'base') if rand() < 0.5;
