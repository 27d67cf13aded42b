#!/usr/bin/perl
# OPERATIONS.md has the figures of counts.txt, which counts_test.sh compares with the compiler: in the bold cells of its first table, and in the
# cells "mul/add **sum** textbook" of the table of all functions. The sums of all such cells are right.
use strict;
use warnings;
use lib 'tests';
use Shell;
use Test::More;

# by the name in a table: the example, and FRAME of its functions
my %robot = ('UR5' => ['ur5', 'tool0'], 'PUMA 560 (AKB)' => ['puma560_akb', 'wrist'], 'iiwa 14' => ['iiwa14', 'iiwa_link_ee'],
	'Panda' => ['panda', 'flange'], 'ANYmal B' => ['anymal_b', 'LF_FOOT'], 'PUMA 560 (Armstrong, Khatib & Burdick)' => ['puma560_akb'],
	'RX-90, general inertias' => ['rx90'], 'general 6R' => ['general6r'], 'Solo 12, free base' => ['solo12'], 'ANYmal B, free base' => ['anymal_b']);

my %now; # by example and function
for (grep { /^\w/ } split /\n/, slurp('tests/pipeline/counts.txt')) {
	my ($example, $function, $count) = split;
	$now{$example}{ $function =~ s/^\w+=//r } = $count;
}

my (@header, @wrong, @unlike);
my ($sums, $compared) = (0, 0);

sub compare
{
	my ($name, $function, $found) = @_;
	my ($example, $frame) = @{ $robot{$name} // return };
	my $count = $now{$example}{ $function =~ s/FRAME/$frame/gr } // return;
	$compared++;
	push @unlike, "$name $function: $found, counts.txt has $count" if $found ne $count;
	return;
}

for (split /\n/, slurp('compiler/OPERATIONS.md')) {
	my @cell = map { s/^\s+|\s+$//gr } (split /\|/)[1 .. tr/|// - 1];
	@header = @cell ? @header ? @header : @cell : ();
	for my $k (1 .. $#cell) {
		if ($cell[$k] =~ m{^(\d+(?:/\d+)+) \*\*(\d+)\*\*}) {
			my ($terms, $sum, $found) = ($1, $2, 0);
			$found += $_ for split m{/}, $terms;
			$sums++;
			push @wrong, "$cell[0], $header[$k]: $terms is $found, not $sum" if $found != $sum;
			compare($header[$k], $cell[0] =~ s/`//gr, $terms);
		} elsif ($header[1] =~ /^rnea/ && $cell[$k] =~ m{^\*\*(\d+/\d+)\*\*$}) {
			compare($cell[0], $k < 5 ? 'rnea' : 'crba', $1);
		}
	}
}
is("@wrong", '', "sums of $sums cells");
is(join("\n", @unlike), '', "$compared cells are rows of counts.txt");
cmp_ok($compared, '>=', 150, 'most cells are compared');
done_testing;
