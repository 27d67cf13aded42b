# Vectors, matrices by rows, and random numbers of tests in Perl.
package Algebra;
use strict;
use warnings;
use Exporter 'import';
use List::Util qw(max);
our @EXPORT = qw(dot apart size least_squares between product);

sub dot { my ($a, $b) = @_; my $s = 0; $s += $a->[$_] * $b->[$_] for 0 .. $#$a; return $s }
sub apart { my ($a, $b) = @_; return max map { abs($a->[$_] - $b->[$_]) } 0 .. $#$a }
sub size { return max(1e-3, map { abs } @{$_[0]}) }

# Least squares by Gram and Schmidt, twice: x with sum x_j column_j = b.
sub least_squares
{
	my ($b, @column) = @_;
	my (@q, @r);
	for my $j (0 .. $#column) {
		my @v = @{$column[$j]};
		for (1 .. 2) {
			for my $i (0 .. $#q) {
				my $by = dot($q[$i], \@v);
				$r[$i][$j] += $by;
				$v[$_] -= $by * $q[$i][$_] for 0 .. $#v;
			}
		}
		$r[$j][$j] = sqrt dot(\@v, \@v);
		push @q, [map { $_ / $r[$j][$j] } @v];
	}
	my @x = map { dot($_, $b) } @q;
	for my $j (reverse 0 .. $#x) {
		$x[$j] -= $r[$j][$_] * $x[$_] for $j + 1 .. $#x;
		$x[$j] /= $r[$j][$j];
	}
	return @x;
}

sub between { my ($low, $high) = @_; return $low + ($high - $low) * rand }

# Matrix by rows times a vector.
sub product { my ($M, $x) = @_; return [map { dot([@$M[$_ * @$x .. $_ * @$x + $#$x]], $x) } 0 .. @$M / @$x - 1] }

1;
