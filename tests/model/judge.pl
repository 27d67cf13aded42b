#!/usr/bin/perl
# perl judge.pl CHECKS <ROWS: judges what the command said of files, a line for each, for `results` of tap.sh. CHECKS is what
# `rigidc --list=checks` prints. A row has, between tabs: the name of the test, the diagnostics wanted (NAME, NAME), options, exit
# code, `wrote` if there was standard output that should not be, the file of standard error, and one of helps, or nothing.
# The exit code follows from the severities of the diagnostics; every line has the form of a diagnostic, and shows as it is.
use strict;
use warnings;
use lib 'tests';
use Shell;

my %severity = map { /^(\S+) +(\S+)/ ? ($1, $2) : () } split /\n/, slurp(shift);

# What is wrong with a line; its name and severity go into the list, if it is a diagnostic.
sub fault_of_line
{
	my ($line, $options, $told) = @_;
	return "raw control character: $line" if $line =~ /[\x01-\x08\x0b-\x1f\x7f]/;
	# what hides or reorders text: C1, zero width and bidirectional characters, broken UTF-8
	my $text = $line;
	return "is not shown as it is: $line" if !utf8::decode($text) || $text =~ /[\x80-\x9f\x{200e}\x{200f}\x{202a}-\x{202e}]/;
	return if $line =~ /^    /; # the line, the caret, the help
	if ($line =~ /^.+:\d+:\d+: (error|warning|note): .+ \[([a-z0-9-]+)\]$/) {
		push @$told, [$2, $1];
		return "no check has this name: $line" unless $severity{$2};
		return "another severity than in --list=checks: $line" if $options !~ /-W/ && $severity{$2} ne $1;
		return;
	}
	return if $line =~ /^.+:\d+:\d+: note: .+/;                          # belongs to the diagnostic above
	return if $line =~ /^(?:\d+ (?:error|warning|note)s?(?:, |$))+$/;    # the count at the end
	return if $line =~ /^\w+:(?: \d+ of \d+ [\w ]+[,;]?)+(?: \d+ balls? marks? .+)?$/; # the counts of export
	return "not the form of a diagnostic: $line";
}

sub faults_of
{
	my ($wanted, $options, $code, $wrote, $said, $helps) = @_;
	return "killed or crashed, exit $code" if $code >= 124;
	my @told;
	my @faults = map { fault_of_line($_, $options, \@told) } split /\n/, $said;
	my $error = grep { $_->[1] eq 'error' } @told;
	my $exit = $options =~ /-W/ ? $error : grep { ($severity{$_} // '') eq 'error' } split /, /, $wanted;
	my ($ask, $found) = ('exit ' . ($exit ? 1 : 0) . ": $wanted", "exit $code: " . join ', ', map { $_->[0] } @told);
	push @faults, "wanted: $ask", "found:  $found" if $ask ne $found;
	push @faults, 'the exit code does not fit the severities' if $code != ($error ? 1 : 0);
	push @faults, 'wrote to standard output' if $wrote;
	push @faults, map { "no help: $_" } grep { index($said, "    help: $_") < 0 } split /\n/, $helps;
	return @faults;
}

while (<STDIN>) {
	chomp;
	my ($name, $wanted, $options, $code, $wrote, $err, $helps) = split /\t/, $_, -1;
	my @faults = faults_of($wanted, $options, $code, $wrote, slurp($err), $helps eq '' ? '' : slurp($helps));
	print @faults ? 'not ok' : 'ok', " - $name\n", map { "# $_\n" } @faults;
}
