package Numbers;
# Lines of numbers in files, and how near two are.
use strict;
use warnings;
use Exporter 'import';
use Shell;
our @EXPORT = qw(numbers_in far_apart);

sub numbers_in { return [map { [split] } split /\n/, slurp(shift)] }

sub far_apart_line
{
	my ($tolerance, $one, $other, $least) = @_;
	return 'not as many numbers' if @$one != @$other;
	my $most = $least;
	for (@$one, @$other) { $most = abs if abs > $most }
	for my $i (0 .. $#$one) {
		my ($a, $b) = ($one->[$i], $other->[$i]);
		return "number $i: $a, $b" unless $tolerance ? abs($a - $b) <= $tolerance * $most : pack('d', $a) eq pack('d', $b);
	}
	return;
}

# The first difference of lines of numbers, or none: with a tolerance of 0 they are identical, else apart by at most that part of
# the largest number of the line, or of `least`.
sub far_apart
{
	my ($tolerance, $one, $other, $least) = @_;
	return 'not as many lines, or none' if !@$one || @$one != @$other;
	my $some = 0;
	for my $line (0 .. $#$one) {
		my ($fault) = far_apart_line($tolerance, $one->[$line], $other->[$line], $least // 0);
		return "line $line, $fault" if $fault;
		$some += @{$one->[$line]};
	}
	return $some ? () : 'no numbers';
}

1;
