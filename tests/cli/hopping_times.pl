#!/usr/bin/perl
# Times at which the foot of examples/contacts/hopping_leg.rig touches down and lifts off. In the air the centre of mass falls
# and the spring swings with the reduced mass, on the ground the trunk swings on the spring: all closed forms, whose roots are
# found by bisection.
use strict;
use warnings;

my ($M, $m, $k, $length, $g) = (8, 0.5, 4000, 0.8, 9.81);
my ($height, $times) = @ARGV;
my $reduced = $M * $m / ($M + $m);

# In the air: heights of trunk and foot and their rates, from those at first.
sub flight {
	my ($t, $z, $f, $dz, $df) = @_;
	my $omega = sqrt($k / $reduced);
	my ($c, $dc) = (($M * $z + $m * $f) / ($M + $m), ($M * $dz + $m * $df) / ($M + $m));
	my ($q, $dq) = ($f - $z + $length, $df - $dz);
	my $there = $q * cos($omega * $t) + $dq / $omega * sin($omega * $t);
	my $rate = -$q * $omega * sin($omega * $t) + $dq * cos($omega * $t);
	my ($at, $speed) = ($c + $dc * $t - $g * $t**2 / 2, $dc - $g * $t);
	my ($trunk, $dtrunk) = ($at - $m / ($M + $m) * ($there - $length), $speed - $m / ($M + $m) * $rate);
	return ($trunk, $trunk + $there - $length, $dtrunk, $dtrunk + $rate);
}

# On the ground: the trunk about its height of rest.
sub stance {
	my ($t, $z, $dz) = @_;
	my ($omega, $rest) = (sqrt($k / $M), $length - $M * $g / $k);
	return ($rest + ($z - $rest) * cos($omega * $t) + $dz / $omega * sin($omega * $t),
		-($z - $rest) * $omega * sin($omega * $t) + $dz * cos($omega * $t));
}

# First time after 0 at which a function falls through 0.
sub falls {
	my $f = shift;
	my $step = 1e-4;
	my $t = $step;
	$t += $step until $f->($t) > 0 && $f->($t + $step) <= 0;
	my ($low, $high) = ($t, $t + $step);
	for (1 .. 60) {
		my $middle = ($low + $high) / 2;
		($f->($middle) > 0 ? $low : $high) = $middle;
	}
	return $low;
}

# Force of the ground, which carries the foot and the spring.
sub force { return $m * $g - $k * ($_[0] - $length) }

my @state = ($height, $height - $length, 0, 0);
my ($now, $stands) = (0, 0);
for (1 .. $times) {
	if ($stands) { # until the spring holds up the foot
		my $t = falls(sub { force((stance($_[0], @state[0, 2]))[0]) });
		@state[0, 2] = stance($t, @state[0, 2]);
		($now, $stands) = ($now + $t, 0);
	} else { # the foot comes down and stops; the trunk goes on. A long spring lifts the foot at once.
		my $t = falls(sub { (flight($_[0], @state))[1] });
		@state = flight($t, @state);
		@state[1, 3] = (0, 0);
		($now, $stands) = ($now + $t, force($state[0]) > 0);
	}
	printf "%.17g\n", $now;
}
