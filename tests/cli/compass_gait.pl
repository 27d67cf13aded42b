#!/usr/bin/perl
# The gait of a compass walker that repeats itself, by equations of Lagrange for two angles and angular momenta at the strike of the heel;
# nothing of the compiler. Prints the period, the state after a strike, and the state a third of a period later, as names and
# numbers.
#
# Legs of length l = a + b (below, over) with masses m at the distance a from the foot, a mass m_h at the hip, a slope g. Angles of the stance leg
# and of the swing leg are t1, t2, from the vertical, positive if the hip is ahead of the foot (Goswami, Thuilot, Espiau: A study of the
# passive gait of a compass-like biped robot, 1998).
use strict;
use warnings;

my ($m, $m_h, $below, $over, $l, $gravity) = (5, 10, 0.5, 0.5, 1, 9.81);
my $slope = 3 * atan2(0, -1) / 180;

# Accelerations: M(t) t'' + h(t, t') = 0.
sub rates {
	my ($t1, $t2, $d1, $d2) = @_;
	my $coupling = $m * $l * $over;
	my ($c, $s) = (cos($t1 - $t2), sin($t1 - $t2));
	my ($m11, $m12, $m22) = ($m * $below**2 + ($m_h + $m) * $l**2, -$coupling * $c, $m * $over**2);
	my $r1 = $coupling * $s * $d2**2 + $gravity * ($m * $below + $m_h * $l + $m * $l) * sin($t1);
	my $r2 = -$coupling * $s * $d1**2 - $gravity * $m * $over * sin($t2);
	my $det = $m11 * $m22 - $m12**2;
	return ($d1, $d2, ($m22 * $r1 - $m12 * $r2) / $det, ($m11 * $r2 - $m12 * $r1) / $det);
}

sub plus { my ($x, $k, $h) = @_; return map { $x->[$_] + $h * $k->[$_] } 0 .. 3 }

# A step of the classical method of Runge and Kutta.
sub advance {
	my ($h, @x) = @_;
	my @k1 = rates(@x);
	my @k2 = rates(plus(\@x, \@k1, $h / 2));
	my @k3 = rates(plus(\@x, \@k2, $h / 2));
	my @k4 = rates(plus(\@x, \@k3, $h));
	return map { $x[$_] + $h / 6 * ($k1[$_] + 2 * $k2[$_] + 2 * $k3[$_] + $k4[$_]) } 0 .. 3;
}

# Height of the swing foot above the slope.
sub height { my @x = @_; return $l * (cos($x[0] - $slope) - cos($x[1] - $slope)) }

# Angular momenta before and after the strike: of all about the new foot, of the old stance leg about the hip. Velocities are linear in
# t1', t2', so columns come from unit velocities. Points: positions from the hip, velocities by the leg on the ground.
sub cross { my ($r, $v) = @_; return $r->[1] * $v->[0] - $r->[0] * $v->[1] } # about y, of (x, z)
sub momenta {
	my ($stance, $swing, $ds, $dw) = @_; # angles and rates: on the ground, in the air
	my @u = map { [sin, cos] } $stance, $swing;
	my @v = map { [cos, -sin()] } $stance, $swing;
	my @hip = map { $l * $ds * $v[0][$_] } 0, 1;
	my @on = map { $below * $ds * $v[0][$_] } 0, 1;
	my @air = map { $hip[$_] - $over * $dw * $v[1][$_] } 0, 1;
	return (\@u, \@hip, \@on, \@air);
}

sub strike {
	my ($t1, $t2, $d1, $d2) = @_;
	my @foot = (-$l * sin($t2), -$l * cos($t2)); # the new foot, from the hip
	my @old = (-$over * sin($t1), -$over * cos($t1));   # the mass of the old stance leg
	my @new = (-$over * sin($t2), -$over * cos($t2));
	my $from = sub { my ($p, $o) = @_; return [$p->[0] - $o->[0], $p->[1] - $o->[1]] };
	my $both = sub {
		my ($hip, $at_old, $at_new) = @_;
		my $all = $m_h * cross($from->([0, 0], \@foot), $hip) + $m * cross($from->(\@old, \@foot), $at_old)
			+ $m * cross($from->(\@new, \@foot), $at_new);
		return ($all, $m * cross(\@old, $at_old));
	};
	my (undef, $hip, $on, $air) = momenta($t1, $t2, $d1, $d2);
	my @before = $both->($hip, $on, $air);
	my @column = map {
		my (undef, $h, $o, $w) = momenta($t2, $t1, $_ == 0, $_ == 1);
		[$both->($h, $w, $o)]
	} 0, 1;
	my $det = $column[0][0] * $column[1][1] - $column[1][0] * $column[0][1];
	my $e1 = ($before[0] * $column[1][1] - $column[1][0] * $before[1]) / $det;
	my $e2 = ($column[0][0] * $before[1] - $column[0][1] * $before[0]) / $det;
	return ($t2, $t1, $e1, $e2); # the legs have changed their parts
}

# From a strike to the next: the time and the state after it.
sub step_over {
	my @x = @_;
	my ($h, $time, $risen) = (2e-4, 0, 0);
	while (1) {
		my @next = advance($h, @x);
		$risen ||= $next[1] < 0 && height(@next) > 0; # the swing foot scuffs on its way there
		last if $risen && height(@next) < 0;
		@x = @next;
		$time += $h;
		die "the walker falls\n" if $time > 3;
	}
	my ($low, $high) = (0, $h);
	for (1 .. 60) {
		my $middle = ($low + $high) / 2;
		my @there = advance($middle, @x);
		(height(@there) < 0 ? $high : $low) = $middle;
	}
	return ($time + $low, strike(advance($low, @x)));
}

sub state_of { my ($half, $d1, $d2) = @_; return ($slope - $half, $slope + $half, $d1, $d2) }

# Newton's method on (half the angle between the legs, t1', t2').
my @gait = @ARGV ? @ARGV : (0.2710, 1.0926, 0.3776);
my $residual = sub {
	my ($time, $t1, $t2, $d1, $d2) = step_over(state_of(@_));
	return (($t2 - $t1) / 2 - $_[0], $d1 - $_[1], $d2 - $_[2]);
};
my $error = 1;
for (1 .. 12) {
	my @r = $residual->(@gait);
	$error = 0;
	$error += abs for @r;
	last if $error < 1e-12;
	my @columns = map {
		my @moved = @gait;
		$moved[$_] += 1e-6;
		my @s = $residual->(@moved);
		[map { ($s[$_] - $r[$_]) / 1e-6 } 0 .. 2]
	} 0 .. 2;
	my @A = map { my $i = $_; [(map { $columns[$_][$i] } 0 .. 2), -$r[$i]] } 0 .. 2;
	for my $k (0 .. 2) {
		my ($p) = sort { abs $A[$b][$k] <=> abs $A[$a][$k] } $k .. 2;
		@A[$k, $p] = @A[$p, $k];
		for my $i (grep { $_ != $k } 0 .. 2) {
			my $f = $A[$i][$k] / $A[$k][$k];
			$A[$i][$_] -= $f * $A[$k][$_] for 0 .. 3;
		}
	}
	$gait[$_] += $A[$_][3] / $A[$_][$_] for 0 .. 2;
}
die "no gait was found: $error\n" if $error > 1e-10;
my ($period) = step_over(state_of(@gait));
my @later = state_of(@gait);
my $steps = 2000;
@later = advance($period / 3 / $steps, @later) for 1 .. $steps;
printf "period %.17g\nhalf %.17g\nleft_after %.17g\nright_after %.17g\n", $period, @gait;
printf "left %.17g\nright %.17g\nleftd %.17g\nrightd %.17g\n", @later;
