package States;
# Random states of a function: lines of its inputs in the order of C, without sc. Quaternions have unit length, steps of time
# are short.
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(states_of);

# So many lines for a function of what `info --json` says.
sub states_of
{
	my ($info, $function, $count, $seed) = @_;
	my @quaternions = map { $_->{q}[0] + $_->{q}[1] - 4 } grep { $_->{type} =~ /^(?:free|spherical)$/ } @{$info->{joints}};
	my @inputs = grep { $_->{name} ne 'sc' } @{$info->{functions}{$function}{inputs}};
	my $text = '';
	srand $seed;
	for (1 .. $count) {
		my @line;
		for my $input (@inputs) {
			my $reach = $input->{name} eq 'dt' ? 0.01 : 3;
			my @number = map { $reach * (2 * rand() - 1) } 1 .. $input->{shape}[0];
			for my $first ($input->{name} =~ /^q[01]?$/ ? @quaternions : ()) {
				my $length = 0;
				$length += $_ ** 2 for @number[$first .. $first + 3];
				$_ /= sqrt $length for @number[$first .. $first + 3];
			}
			push @line, @number;
		}
		$text .= join(' ', map { sprintf '%.17g', $_ } @line) . "\n";
	}
	return $text;
}

1;
