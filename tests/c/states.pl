# perl states.pl INFO_JSON FUNCTION COUNT SEED: so many random lines of the function's inputs in C order without sc;
# quaternions have unit length.
# perl states.pl INFO_JSON all COUNT SEED PREFIX: those of every function in a file PREFIX.FUNCTION.in.
use strict;
use warnings;
use JSON::PP;

my ($file, $name, $count, $seed, $prefix) = @ARGV;
local $/;
open my $in, '<', $file or die "$file: $!\n";
my $info = decode_json(<$in>);
my @quaternions = map { $_->{q}[0] + $_->{q}[1] - 4 } grep { $_->{type} =~ /^(?:free|spherical)$/ } @{$info->{joints}};

sub states
{
	my ($function) = @_;
	srand $seed;
	for (1 .. $count) {
		my @line;
		for my $input (grep { $_->{name} ne 'sc' } @{$info->{functions}{$function}{inputs}}) {
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
}

if (defined $prefix) {
	for my $function (grep { !/_angles$/ } keys %{$info->{functions}}) {
		open my $out, '>', "$prefix.$function.in" or die "$prefix.$function.in: $!\n";
		select $out;
		states($function);
		close $out or die "$prefix.$function.in: $!\n";
	}
} else {
	states($name);
}
