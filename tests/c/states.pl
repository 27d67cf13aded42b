# perl states.pl INFO_JSON FUNCTION COUNT SEED: so many random lines of the function's inputs in C order without sc;
# quaternions have unit length.
use strict;
use warnings;
use JSON::PP;

my ($file, $name, $count, $seed) = @ARGV;
local $/;
open my $in, '<', $file or die "$file: $!\n";
my $info = decode_json(<$in>);
my @quaternions = map { $_->{q}[0] + $_->{q}[1] - 4 } grep { $_->{type} =~ /^(?:free|spherical)$/ } @{$info->{joints}};
srand $seed;
for (1 .. $count) {
	my @line;
	for my $input (grep { $_->{name} ne 'sc' } @{$info->{functions}{$name}{inputs}}) {
		my @number = map { 6 * rand() - 3 } 1 .. $input->{shape}[0];
		for my $first ($input->{name} eq 'q' ? @quaternions : ()) {
			my $length = 0;
			$length += $_ ** 2 for @number[$first .. $first + 3];
			$_ /= sqrt $length for @number[$first .. $first + 3];
		}
		push @line, @number;
	}
	print join(' ', map { sprintf '%.17g', $_ } @line), "\n";
}
