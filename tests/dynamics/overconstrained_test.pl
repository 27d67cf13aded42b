#!/usr/bin/perl
# Linkages that move though counting rows says that they cannot: Bennett's and Bricard's. Which rows are left out, the mobility, and
# accelerations beside those of all rows together, by elimination with full pivoting here: they are unique, forces are not. And the
# N four-bar linkage, in which bars that lie flat have more ways to move.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;

# Solution x of A x = b with zeros for unknowns without a pivot, the rank, and for b = 0 a solution that is not 0, if there is one.
sub solve
{
	my ($A, $b) = @_;
	my @row = map { [ @{ $A->[$_] }, $b->[$_] ] } 0 .. $#$A;
	my $columns = @{ $A->[0] };
	my (@pivot, %taken);
	for my $n (0 .. $#row) {
		my ($best, $r, $c) = (1e-9);
		for my $i ($n .. $#row) {
			for my $j (grep { !$taken{$_} } 0 .. $columns - 1) {
				($best, $r, $c) = (abs $row[$i][$j], $i, $j) if abs $row[$i][$j] > $best;
			}
		}
		last if !defined $c;
		@row[ $n, $r ] = @row[ $r, $n ];
		$taken{$c} = 1;
		push @pivot, $c;
		for my $i (grep { $_ != $n } 0 .. $#row) {
			my $factor = $row[$i][$c] / $row[$n][$c];
			$row[$i][$_] -= $factor * $row[$n][$_] for 0 .. $columns;
		}
	}
	my (@x, @null) = (0) x $columns;
	@null = (0) x $columns;
	my ($free) = grep { !$taken{$_} } 0 .. $columns - 1;
	for my $n (0 .. $#pivot) {
		$x[ $pivot[$n] ] = $row[$n][$columns] / $row[$n][ $pivot[$n] ];
		$null[ $pivot[$n] ] = -$row[$n][$free] / $row[$n][ $pivot[$n] ] if defined $free;
	}
	$null[$free] = 1 if defined $free;
	return (\@x, scalar @pivot, \@null);
}

# Numbers that a function returns for a line of inputs.
sub eval_of
{
	my ($file, $function, @input) = @_;
	my $in = spew("$scratch/in", join(' ', map { sprintf '%.17g', $_ } @input) . "\n");
	return split ' ', `$rigidc eval $file -f $function <$in 2>/dev/null`;
}

sub rows_of { my ($width, @number) = @_; return map { [ splice @number, 0, $width ] } 1 .. @number / $width }

# The rows of revolute(z) from `stand` to `tip`, all five of them: J and the drift.
sub all_rows
{
	my ($file, $q, $qd) = @_;
	my @J = rows_of(scalar @$q, eval_of($file, 'jac:tip:stand', @$q));
	my @drift = $qd ? eval_of($file, 'drift:tip:stand', @$q, @$qd) : ();
	return ([ @J[ 0 .. 4 ] ], [ @drift[ 0 .. 4 ] ]);
}

# M qdd - J^T lambda = tau - h, J qdd = -drift
sub least
{
	my ($file, $q, $qd, $tau) = @_;
	my $n = @$q;
	my ($J, $drift) = all_rows($file, $q, $qd);
	my @M = rows_of($n, eval_of($file, 'crba', @$q));
	my @h = eval_of($file, 'bias', @$q, @$qd);
	my @K = map { my $i = $_; [ @{ $M[$i] }, map { -$J->[$_][$i] } 0 .. 4 ] } 0 .. $n - 1;
	push @K, [ @$_, (0) x 5 ] for @$J;
	my ($x, $rank) = solve(\@K, [ (map { $tau->[$_] - $h[$_] } 0 .. $n - 1), map { -$_ } @$drift ]);
	return ([ @$x[ 0 .. $n - 1 ] ], $rank - $n);
}

my $bar = 'mass 1 kg; com (0.5, 0.1, 0.05) m; inertia diag(0.1, 0.2, 0.15) kg m^2';
my %linkage = (
	bennett => {
		rows => "3 of the 5 rows of 'last' hold by themselves", rank => 2,
		start => [ 0.6, 0, 0 ],
		text => "const a = 1 m\nconst b = 0.6 m\nconst alpha = 70 deg\nconst beta = asin(0.6 * sin(70 deg))\n" .
		        "frame stand on world at (-b, 0, 0), rx(-beta)\n" .
		        "body one on world { joint j1 : revolute(z); $bar }\n" .
		        "body two on one at mdh(alpha, a, 0) { joint j2 : revolute(z); $bar }\n" .
		        "body three on two at mdh(beta, b, 0) { joint j3 : revolute(z); $bar }\n" .
		        "frame tip on three at mdh(alpha, a, 0)\n",
	},
	# threefold symmetric: cos t1 cos t2 + cos t1 + cos t2 = 0 of angles that alternate
	bricard => {
		rows => "1 of the 5 rows of 'last' hold by themselves", rank => 4,
		start => [ (1.0471975511965976, 1.9106332362490186) x 2, 1.0471975511965976 ],
		text => "const a = 1 m\nframe stand on world at (-a, 0, 0), rx(90 deg)\nbody b1 on world { joint j1 : revolute(z); $bar }\n" .
		        join('', map { "body b$_ on b@{[$_ - 1]} at mdh(@{[$_ % 2 ? -90 : 90]} deg, a, 0) { joint j$_ : revolute(z); $bar }\n" } 2 .. 5) .
		        "frame tip on b5 at mdh(90 deg, a, 0)\npose bent { " . join('; ', map { "j$_ = " . ($_ % 2 ? 60 : 109.471220634490691) . ' deg' } 1 .. 5) . " }\n",
	},
);
for my $name (sort keys %linkage) {
	my $linkage = $linkage{$name};
	my $file = spew("$scratch/$name.rig", "model $name\n$linkage->{text}loop last : revolute(z) from stand to tip\n");
	like(`$rigidc check $file 2>&1`, qr/\Q$linkage->{rows}\E.*loop-redundant/, "$name: rows that depend on others");
	unlike(`$rigidc check $file 2>&1`, qr/error|loop-rigid/, '  which close and leave a motion');
	my @start = @{ $linkage->{start} };
	my $said = `$rigidc assemble $file --q "@start" 2>&1 >$scratch/q`;
	like($said, qr/^mobility 1;/m, '  one motion');
	my @q = split ' ', slurp("$scratch/q");
	my (undef, $rank, $qd) = solve((all_rows($file, \@q))[0], [ (0) x 5 ]);
	is($rank, $linkage->{rank}, '  the rank of all rows');
	my @tau = map { sin 3 * $_ } 1 .. @q;
	my ($wanted, $again) = least($file, \@q, $qd, \@tau);
	is($again, $rank, '  and beside M');
	for my $how ('', '-O0', '--search=none') {
		my @found = eval_of($file, 'fd ' . $how, @q, @$qd, @tau);
		my ($most) = sort { $b <=> $a } map { abs } @$wanted;
		is(scalar(grep { abs($found[$_] - $wanted->[$_]) > 1e-9 * $most } 0 .. $#q), 0, "  accelerations $how") or diag "@found\n@$wanted";
	}
}

# --- the N four-bar ---

my $bars = 3;
my $text = "body bar0 on world { joint a0 : revolute(y); mass 1 kg; com (0, 0, 0.5); inertia diag(0.1, 0.1, 0.01); frame top0 at (0, 0, 1) }\n";
for my $k (1 .. $bars) {
	my $before = $k - 1;
	$text .= "body bar$k on world at ($k, 0, 0) { joint a$k : revolute(y); mass 1 kg; com (0, 0, 0.5); inertia diag(0.1, 0.1, 0.01); frame top$k at (0, 0, 1) }\n" .
	         "body rod$k on top$before { joint b$k : revolute(y); mass 1 kg; com (0.5, 0, 0); inertia diag(0.01, 0.1, 0.1); frame end$k at (1, 0, 0) }\n" .
	         "loop pin$k : revolute(y) from end$k to top$k\n";
}
sub pose { my ($name, $angle) = @_; return "pose $name { " . join('; ', (map { "a$_ = $angle deg" } 0 .. $bars), (map { "b$_ = -$angle deg" } 1 .. $bars)) . " }\n" }
my $file = spew("$scratch/bars.rig", "model bars\n$text" . pose('leaning', 40) . pose('flat', 90));
my $said = `$rigidc check $file 2>&1`;
is(scalar(() = $said =~ /3 of the 5 rows of 'pin\d' hold by themselves, fy nx nz/g), $bars, 'N four-bar: rows across the plane');
is(scalar(() = $said =~ /\[loop-singular\]/g), 1, '  a warning of one pose');
like($said, qr/pose flat.*\[loop-singular\]/, '  the flat one');
unlike($said, qr/error|loop-rigid/, '  and nothing worse');
like(`$rigidc assemble $file --pose leaning 2>&1`, qr/^mobility 1;/m, '  one motion');
done_testing();
