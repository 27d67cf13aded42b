#!/usr/bin/perl
# Phases that stand on a contact as the root of the tree: accelerations and forces, velocities and impulses of an impact, of random
# legged models, searched plan beside the textbook's dense rows. Limbs have one to three joints, at the long level five, that turn or slide, springs, parameters; contacts are points, soles and lines.
#
#   RIGIDC_LEVEL=l   how many models: 2, 5 or 300; with long accelerations and forces by one search
#   RIGIDC_SEED=s    the first seed (1, from which four of five models stand on a contact); printed
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use Test::More;
use Numbers;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $seed = $ENV{RIGIDC_SEED} // 1;
my $models = by_level(2, 5, 300);
my $counted = by_level(1, 1, 5);                         # each of so many models; the count takes a search more
my $least = $ENV{RIGIDC_SEED} ? 1 : by_level(1, 4, 20); # of the counted ones stand on a contact
my ($states, $tolerance) = (5, 1e-11);
my %stands;

sub one_of { return $_[ int rand @_ ] }
sub number { my ($size) = @_; return sprintf '%.4f', $size * (rand(2) - 1) }
sub vector { my ($size) = @_; return '(' . join(', ', map { rand() < 0.4 ? 0 : number($size) } 1 .. 3) . ')' }
sub principal { return join ', ', map { sprintf '%.4f', 1 + rand 0.9 } 1 .. 3 }

sub joint
{
	my ($name) = @_;
	my $axis = rand() < 0.8 ? one_of(qw(x y z)) : vector(1);
	$axis = 'y' if $axis eq '(0, 0, 0)';
	return rand() < 0.85 ? "joint $name : revolute($axis)" : "joint $name : prismatic($axis)";
}

# A limb on a body: its text, and the name of its last body.
sub limb
{
	my ($limb, $on) = @_;
	my $text = '';
	for my $n (1 .. 1 + int rand by_level(3, 3, 5)) {
		my $turn = rand() < 0.3 ? ', ry(' . number(1) . ')' : '';
		my $spring = rand() < 0.2 ? '{ spring 3 N m/rad; damping 0.2 N m s/rad }' : '{ armature ' . one_of('0.01', '0') . ' kg m^2 }';
		my $joint = joint("j$limb$n");
		$spring = '' if $joint =~ /prismatic/;
		my $mass = rand() < 0.2 ? "mass load; com (0, 0, -0.1) m" : 'mass ' . sprintf('%.3f', 0.3 + rand) . ' kg; com ' . vector(0.1) . ' m';
		$text .= "body b$limb$n on $on at " . vector(0.3) . " m$turn {\n  $joint $spring\n  $mass\n"
			. "  inertia diag(" . principal() . ") * 0.02 kg m^2\n}\n";
		$on = "b$limb$n";
	}
	return ($text, $on);
}

sub model
{
	my $limbs = 1 + int rand 3;
	my $text = "model legged\nparam load = 0.7 kg\n"
		. "body base on world { joint root : free; mass 4 kg; com " . vector(0.1) . " m; inertia diag(" . principal() . ") * 0.1 kg m^2 }\n";
	my @contact;
	for my $n (1 .. $limbs) {
		my ($own, $last) = limb($n, rand() < 0.1 && $n > 1 ? 'b11' : 'base');
		$text .= $own . "frame foot$n on $last at " . vector(0.2) . " m\n";
		my $kind = one_of('', '', ' : fixed', ' : line(x)');
		$kind = '' if $own !~ /body b${n}3/; # a short limb cannot hold a sole at rest
		$text .= "contact c$n$kind on foot$n\n";
		$text =~ s/(contact c$n.*)/$1 { restitution 0.3 }/ if rand() < 0.3;
		push @contact, "c$n";
	}
	return ($text . "phase stand = " . join(', ', @contact[ 0 .. int rand @contact ]) . "\n");
}

# States in which limbs are bent, two lists: q, qd, tau of a model; q and qd alone.
sub states
{
	my ($nv) = @_;
	my ($lines, $moving) = ('', '');
	for (1 .. $states) {
		my @turn = map { rand(2) - 1 } 1 .. 4;
		my $length = sqrt(eval { my $sum = 0; $sum += $_**2 for @turn; $sum });
		my @q = ((map { number(1) } 1 .. 3), (map { sprintf '%.17g', $_ / $length } @turn), map { number(1.5) } 7 .. $nv);
		my $state = join ' ', @q, map { number(2) } 1 .. $nv;
		$lines .= join(' ', $state, map { number(20) } 1 .. $nv) . "\n";
		$moving .= "$state\n";
	}
	return ($lines, $moving);
}

sub numbers_of
{
	my ($function, $options, $model, $states) = @_;
	my $command = "$rigidc eval $model -f $function $options <$states >$scratch/out 2>$scratch/err";
	return system($command) ? undef : numbers_in("$scratch/out");
}

# The tolerance at these states. Near a dead point it is ten times what the textbook's own numbers move by, when each number of the
# states moves by 1e-14 of itself.
sub tolerance_near
{
	my ($book, $function, $model, $states) = @_;
	my $shaken = join '', map { join(' ', map { $_ * (1 + 1e-14 * (rand(2) - 1)) } @$_) . "\n" } @{numbers_in($states)};
	my $moved = numbers_of($function, '-O0', $model, spew("$scratch/shaken", $shaken));
	my $most = $tolerance;
	$most *= 10 while far_apart($most / 10, $moved, $book);
	return $most;
}

# Is a function the textbook's, if that has one? Of some models it is counted whether it stands on a contact, by kind.
sub compare
{
	my ($drawn, $kind, $function, $model, $states) = @_;
	my $name = "seed $drawn, $function";
	my $book = numbers_of($function, '-O0', $model, $states);
	my $by_plan = numbers_of($function, '--search=quick', $model, $states);
	return is $by_plan, undef, "$name: refused in both ways" if !$book; # the phase holds more than the limbs can move
	my $apart = far_apart($tolerance, $by_plan, $book);
	$apart &&= far_apart(tolerance_near($book, $function, $model, $states), $by_plan, $book);
	is $apart, undef, $name or diag slurp($model);
	return if $drawn % $counted;
	my ($plan) = says("$rigidc compile $model -f $function --dump=search");
	$stands{$kind} += $plan =~ /^support site/m;
}

diag "seed $seed" if $ENV{RIGIDC_SEED};
for my $number (1 .. $models) {
	my $drawn = $seed + $number - 1;
	srand $drawn;
	my $model = spew("$scratch/m.rig", model());
	my ($nv) = (says("$rigidc info --search=none $model"))[0] =~ /nv (\d+)/;
	my ($states, $moving) = states($nv // 6);
	# a search over both functions takes four times as long as over one
	my $motion = by_level(0, 0, 1) ? 'step=fd:stand+lambda:stand' : $number % 2 ? 'fd:stand' : 'lambda:stand';
	compare($drawn, 'motion', $motion, $model, spew("$scratch/states", $states));
	compare($drawn, 'impact', 'impact:stand', $model, spew("$scratch/moving", $moving));
}
cmp_ok $stands{$_}, '>=', $least, "$_: $stands{$_} of the counted models stand on a contact" for sort keys %stands;
done_testing;
