#!/usr/bin/perl
# perl judge.pl SCRATCH COMMANDS <ROWS: judges what the command says of the corpus, and of other files, for `results` of tap.sh.
# SCRATCH has the file `checks`, which `rigidc --list=checks` printed. COMMANDS is the program of commands.c, which runs the corpus.
# Writes the names of all diagnostics that are wanted into SCRATCH/wanted.
#
# A row for another file has, between tabs: the name of the test, the diagnostics wanted (NAME, NAME), command, options, exit code,
# bytes of standard output, and the file of standard error.
#
# The head of a file of the corpus says what is wanted. In tables # is in place of //. In XML the first line is <!-- expect: ... -->
# and the second one may be <?options ...?>.
#
#   // expect: NAME[, NAME...]   the bracketed names, in order
#   // options: --lock q1=1      (optional) what the command gets besides the file
#   // command: compile          (optional) instead of `check`, for options that only it takes
#   // help: WORDS               (optional, again for each) what one of the helps says
#   // level: usual              (optional) RIGIDC_LEVEL=quick leaves the file out
#
# The exit code follows from the severities of the diagnostics; every line has the form of a diagnostic, and shows as it is.
use strict;
use warnings;
use lib 'tests';
use Shell;

my ($scratch, $commands) = @ARGV;
my %severity = map { /^(\S+) +(\S+)/ ? ($1, $2) : () } split /\n/, slurp("$scratch/checks");

# --- the corpus ---

# What the head of a file says: { expect, options, command, help => [...] }.
sub head_of
{
	my ($file) = @_;
	my %head = (expect => '', options => '', command => 'check', help => []);
	my $mark = $file =~ /\.rig$/ ? '//' : '#';
	my $text = slurp($file);
	if ($text =~ /^<!-- expect:\s*(.*?)\s*-->.*\n/) {
		$head{expect} = $1;
		$head{options} = $1 if $text =~ /^.*\n<\?options (.*?)\?>/;
		return \%head;
	}
	for (split /\n/, $text) {
		last unless /^\Q$mark\E\s+(expect|options|command|help|level):\s*(.*?)\s*$/;
		if ($1 eq 'help') { push @{ $head{help} }, $2 } else { $head{$1} = $2 }
	}
	return \%head;
}

# Words of the command line. Diagnostics do not depend on a search. Below the level long `compile` has none, unless a file asks
# for one.
sub words_of
{
	my ($head, $file) = @_;
	my @options = split ' ', $head->{options};
	push @options, '--search=none'
	    if $head->{command} eq 'compile' && $head->{options} !~ /--search/ && by_level(1, 1, 0);
	return ($head->{command}, @options, $file);
}

# Rows of the corpus, with helps behind.
sub corpus
{
	my @files = map { glob "tests/$_" } qw(model/wrong/*.rig model/right/*.rig grammar/urdf/*.urdf grammar/osim/*.osim
	    grammar/mjcf/*.xml grammar/sdf/*.sdf grammar/dh/*.csv);
	my @heads = map { head_of($_) } @files;
	my @kept = grep { by_level(!$heads[$_]{level}, 1, 1) } 0 .. $#files;
	@files = @files[@kept];
	@heads = @heads[@kept];
	my @rows = map { join("\t", "$scratch/said/corpus$_", words_of($heads[$_], $files[$_])) . "\n" } 0 .. $#files;
	my @ends = split /\n/, `$commands $scratch/out <${\spew("$scratch/rows", join '', @rows)}`;
	die "commands failed\n" if $? || @ends != @files;
	return map {
		my $head = $heads[$_];
		[$files[$_] =~ s,^tests/[^/]*/,,r, @$head{qw(expect command options)}, split(/\t/, $ends[$_]), "$scratch/said/corpus$_", @{ $head->{help} }]
	} 0 .. $#files;
}

# --- verdicts ---

# What assemble says of a closed state, and sim of a motion at its end, is no diagnostic.
my %report = (
	assemble => qr/^(?:mobility |closed from another start)/,
	sim      => qr/^(?:[0-9.e+-]+ s in|energy|largest|contacts:) /,
);

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
	my ($wanted, $command, $options, $code, $bytes, $err, @helps) = @_;
	return "killed or crashed, exit $code" if $code >= 124;
	my $said = slurp($err);
	my @told;
	my @lines = grep { !$report{$command} || !/$report{$command}/ } split /\n/, $said;
	my @faults = map { fault_of_line($_, $options, \@told) } @lines;
	my $error = grep { $_->[1] eq 'error' } @told;
	my $exit = $options =~ /-W/ ? $error : grep { ($severity{$_} // '') eq 'error' } split /, /, $wanted;
	my ($ask, $found) = ('exit ' . ($exit ? 1 : 0) . ": $wanted", "exit $code: " . join ', ', map { $_->[0] } @told);
	push @faults, "wanted: $ask", "found:  $found" if $ask ne $found;
	push @faults, 'the exit code does not fit the severities' if $code != ($error ? 1 : 0);
	push @faults, 'wrote to standard output' if $bytes && ($command eq 'check' || $code);
	push @faults, map { "no help: $_" } grep { index($said, "    help: $_") < 0 } @helps;
	return @faults;
}

my @rows = (corpus(), map { chomp; [split /\t/, $_, -1] } <STDIN>);
for (@rows) {
	my ($name, @row) = @$_;
	my @faults = faults_of(@row);
	print @faults ? 'not ok' : 'ok', " - $name\n", map { "# $_\n" } @faults;
}
spew("$scratch/wanted", join '', map { "$_\n" } map { split /, /, $_->[1] } @rows);
