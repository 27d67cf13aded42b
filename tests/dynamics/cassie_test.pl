#!/usr/bin/perl
# Forward dynamics of a robot with rods, eliminated where both ends of a rod meet, against K = [M J^T; J 0] solved here by Gauss with
# M, h, J and drift of the textbook's forms. Without rods the robot is the open tree.
#
#   RIGIDC_LEVEL=l  long searches forces together with accelerations
#   RIGIDC_SEED=s   of the states (1); printed
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $seed = $ENV{RIGIDC_SEED} // 1;
my $scratch = File::Temp->newdir;
my $model = 'examples/loops/cassie.rig';
my ($nv, $rows, $states) = (24, 4, 6);
srand $seed;
print "# seed $seed\n";

sub random_numbers { my ($count, $most) = @_; return map { (2 * rand() - 1) * $most } 1 .. $count }

# Numbers of a function, a line a state.
sub results
{
	my ($function, $options, @lines) = @_;
	spew("$scratch/in", join '', map { "@$_\n" } @lines);
	my @found = map { [split] } split /\n/, `$rigidc eval $model -f $function $options <$scratch/in 2>$scratch/err`;
	is(scalar @found, scalar @lines, "$function $options has a line for each state") or diag(slurp("$scratch/err"));
	return @found;
}

# Numbers of the C after a search, which takes most of the time of all, and its operations: at most those of the row in
# tests/pipeline/counts.txt.
sub searched_results
{
	my ($function, @lines) = @_;
	my $size = @{ $lines[0] };
	is(system("$rigidc compile $model -f $function --lanes=off --prefix=m -o $scratch/m.h 2>$scratch/err"), 0, "$function by a search: C")
		or diag(slurp("$scratch/err"));
	my ($mul, $add, $sincos, $div) = slurp("$scratch/m.h") =~ /m_$function: (\d+) mul, (\d+) add, (\d+) sincos, (\d+) div/;
	my ($row) = grep { m{^loops/cassie +$function } } split /\n/, slurp('tests/pipeline/counts.txt');
	my @most = $row =~ m{ (\d+)/(\d+)/(\d+) +(\d+)};
	ok($mul <= $most[0] && $add <= $most[1] && $div <= $most[2] && $sincos <= $most[3], "$function takes at most @most")
		or diag("$mul/$add/$div and $sincos sincos");
	spew("$scratch/m.c", <<END);
#include <stdio.h>
#include "m.h"
int main(void)
{
	double x[$size], y[M_NV];
	int n = 0;
	while (scanf("%lf", &x[n]) == 1) {
		n = (n + 1) % $size;
		if (n == 0)
			m_$function(x, x + M_NQ, x + M_NQ + M_NV, y);
		for (int i = 0; n == 0 && i < M_NV; i++)
			printf("%.17g%c", y[i], i < M_NV - 1 ? ' ' : '\\n');
	}
	return 0;
}
END
	spew("$scratch/in", join '', map { "@$_\n" } @lines);
	my @found = map { [split] } split /\n/, `cc -o $scratch/m $scratch/m.c -lm && $scratch/m <$scratch/in`;
	is(scalar @found, scalar @lines, "$function by a search has a line for each state");
	return @found;
}

# Solution of K x = b, with pivots.
sub solve
{
	my ($K, $right) = @_;
	my $n = @$right;
	my @A = map { [ @{ $K->[$_] }, $right->[$_] ] } 0 .. $n - 1;
	for my $i (0 .. $n - 1) {
		my ($best) = sort { abs($A[$b]->[$i]) <=> abs($A[$a]->[$i]) } $i .. $n - 1;
		@A[ $i, $best ] = @A[ $best, $i ];
		for my $r (grep { $_ != $i } 0 .. $n - 1) {
			my $factor = $A[$r]->[$i] / $A[$i]->[$i];
			$A[$r]->[$_] -= $factor * $A[$i]->[$_] for $i .. $n;
		}
	}
	return map { $A[$_]->[$n] / $A[$_]->[$_] } 0 .. $n - 1;
}

my @state = map {
	my @turn = random_numbers(4, 1);
	my $size = sqrt($turn[0]**2 + $turn[1]**2 + $turn[2]**2 + $turn[3]**2);
	[ [ random_numbers(3, 1), (map { $_ / $size } @turn), random_numbers($nv - 6, 1.5) ], [ random_numbers($nv, 2) ], [ random_numbers($nv, 20) ] ]
} 1 .. $states;
my @M = results('crba', '-O0', map { $_->[0] } @state);
my @h = results('bias', '-O0', map { [ @{ $_->[0] }, @{ $_->[1] } ] } @state);
my @J = results('jac:loops', '-O0', map { $_->[0] } @state);
my @d = results('drift:loops', '-O0', map { [ @{ $_->[0] }, @{ $_->[1] } ] } @state);
for my $how ('', '--search=quick', '--no-pass=articulate', '-O0') {
	# a search over both functions takes 15 s
	my $few = $how =~ /search/ && by_level(1, 1, 0);
	my ($function, $numbers) = $few ? ('fd', $nv) : ('step=fd+lambda', $nv + $rows);
	my @inputs = map { [ map { @$_ } @$_ ] } @state;
	my @found = $few ? searched_results($function, @inputs) : results($function, $how, @inputs);
	my $worst = 0;
	for my $s (0 .. $states - 1) {
		my (@K, @b);
		for my $i (0 .. $nv - 1) {
			$K[$i] = [ @{ $M[$s] }[ $i * $nv .. $i * $nv + $nv - 1 ], map { $J[$s]->[ $_ * $nv + $i ] } 0 .. $rows - 1 ];
			$b[$i] = $state[$s]->[2][$i] - $h[$s]->[$i];
		}
		for my $r (0 .. $rows - 1) {
			$K[ $nv + $r ] = [ @{ $J[$s] }[ $r * $nv .. $r * $nv + $nv - 1 ], (0) x $rows ];
			$b[ $nv + $r ] = -$d[$s]->[$r];
		}
		my @x = solve(\@K, \@b);
		my ($size) = sort { $b <=> $a } map { abs } @x;
		for my $i (0 .. $numbers - 1) {
			my $wanted = $i < $nv ? $x[$i] : -$x[$i];
			my $error = abs($found[$s]->[$i] - $wanted) / $size;
			$worst = $error if $error > $worst;
		}
	}
	ok($worst < 1e-10, "$function $how: $worst");
}
done_testing();
