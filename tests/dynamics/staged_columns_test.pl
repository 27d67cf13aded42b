#!/usr/bin/perl
# Columns of long functions: M dqdd/dq = -dtau/dq and M dqdd/dqd = -dtau/dqd for the qdd of fd, and M M^-1 = 1, on models whose columns are
# computed together.
#
#   RIGIDC_SEED=s       of the states, and of random trees (1); printed
#   RIGIDC_LEVEL=long   random trees too
use strict;
use warnings;
use lib 'tests';
use List::Util qw(sum);
use Test::More;
use Evaluated;
use Shell;

sub product
{
	my ($M, $X, $n) = @_;
	return map { my $row = $_; map { my $column = $_; sum(map { $M->[ $row * $n + $_ ] * $X->[ $_ * $n + $column ] } 0 .. $n - 1) } 0 .. $n - 1 } 0 .. $n - 1;
}

sub columns_hold
{
	my ($model, $within) = @_;
	my ($in) = split /\n\n/, `$rigidc eval $model -f fd --search=none --columns 2>$scratch/err`;
	my @names = map { (split /\s{2,}/)[0] } split /\n/, $in // ''; # names may have blanks
	my $n = grep { /^qd\./ } @names;
	return if !$n || grep { !/^(q|qd|tau)\./ } @names;
	my @quaternion = grep { $names[$_] =~ /\.q[xyzw]$/ } 0 .. $#names;
	my @state = random_numbers(scalar @names, 1);
	@state[ splice @quaternion, 0, 4 ] = unit(random_numbers(4, 1)) while @quaternion;
	my @q = @state[ grep { $names[$_] =~ /^q\./ } 0 .. $#names ];
	my @qd = @state[ grep { $names[$_] =~ /^qd\./ } 0 .. $#names ];
	my @qdd = result($model, 'fd', '--search=none', \@state);
	my @M = result($model, 'crba', '--search=none', \@q);
	my @by = result($model, 'fd_derivatives', '--search=none', \@state);
	my @tau = result($model, 'rnea_derivatives', '--search=none', [ @q, @qd, @qdd ]);
	my $square = $n * $n;
	for my $k (0, 1) {
		my @from = map { $_ + $k * $square } 0 .. $square - 1;
		near([ product(\@M, [ @by[@from] ], $n) ], [ map { -$_ } @tau[@from] ], $within, "$model: by " . (qw(q qd))[$k]);
	}
	near([ product(\@M, [ @by[ 2 * $square .. 3 * $square - 1 ] ], $n) ], [ map { my $i = $_; map { +($i == $_) } 0 .. $n - 1 } 0 .. $n - 1 ], $within, "$model: by tau");
}

columns_hold("tests/c/$_.rig", 1e-11) for qw(limbs humanoid nested);
if (($ENV{RIGIDC_LEVEL} // '') eq 'long') {
	my ($trees, $seed) = (300, $ENV{RIGIDC_SEED} // 1);
	mkdir "$scratch/trees";
	system("build/tests/trees/draw $scratch/trees $seed $trees $_") == 0 or die for '', 'common';
	columns_hold($_, 1e-9) for glob "$scratch/trees/{[0-9],common}*.rig";
}
done_testing;
