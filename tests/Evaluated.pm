package Evaluated;
# Numbers of functions by `rigidc eval`, and their comparison; the seed of random states (RIGIDC_SEED; noted).
use strict;
use warnings;
use Exporter 'import';
use File::Temp;
use List::Util qw(max sum);
use Test::More;
use Shell;

our @EXPORT = qw($rigidc $seed $scratch random_numbers unit results result apart near solution);
our $rigidc = $ENV{RIGIDC} // 'build/rigidc';
our $seed = $ENV{RIGIDC_SEED} // 1;
our $scratch = File::Temp->newdir;
srand $seed;
note("RIGIDC_SEED=$seed");

sub random_numbers { my ($count, $most) = @_; return map { (2 * rand() - 1) * $most } 1 .. $count }

sub unit { my $size = sqrt(sum(map { $_ * $_ } @_)); return map { $_ / $size } @_ }

# Numbers of a function, a line a state.
sub results
{
	my ($model, $function, $options, @lines) = @_;
	spew("$scratch/in", join '', map { join(' ', map { sprintf '%.17g', $_ } @$_) . "\n" } @lines);
	my @found = map { [split] } split /\n/, `$rigidc eval $model -f $function $options <$scratch/in 2>$scratch/err`;
	@found == @lines or diag("$model $function $options: " . slurp("$scratch/err"));
	return @found;
}

sub result { return @{ (results(@_))[0] } }

# Largest difference over the largest number.
sub apart
{
	my ($found, $wanted) = @_;
	return 'a wrong size' if @$found != @$wanted;
	return max(map { abs($found->[$_] - $wanted->[$_]) } 0 .. $#$found) / (max(map { abs } @$wanted) || 1);
}

sub near
{
	my ($found, $wanted, $within, $what) = @_;
	my $apart = apart($found, $wanted);
	ok($apart =~ /^[\d.]/ && $apart <= $within, $what) or diag("$apart: @$found\nnot @$wanted");
}

# Solution of a square system, by elimination with pivots.
sub solution
{
	my @a = map { [@$_] } @{ $_[0] };
	push @{ $a[$_] }, $_[1][$_] for 0 .. $#a;
	for my $k (0 .. $#a) {
		my ($best) = sort { abs($a[$b][$k]) <=> abs($a[$a][$k]) } $k .. $#a;
		@a[ $k, $best ] = @a[ $best, $k ];
		for my $r (grep { $_ != $k } 0 .. $#a) {
			my $factor = $a[$r][$k] / $a[$k][$k];
			$a[$r][$_] -= $factor * $a[$k][$_] for $k .. @a;
		}
	}
	return map { $a[$_][@a] / $a[$_][$_] } 0 .. $#a;
}

1;
