#!/usr/bin/perl
# perl executors.pl FOLDER COUNT SEED <ROWS: compares the executors, for so many random states. A row is
#
#   case NAME FILE FUNCTIONS OPTION...   a model with options: NAME.json, and what the evaluator computes
#   build COMPILER FLAG... : NAME...     NAME.h of these cases in one program: the evaluator's numbers, bit by bit
#   program COMPILER FLAG... : NAME...   the same program for `results`, without a comparison
#   jit EXECUTOR NAME...                 `eval --jit=EXECUTOR` prints what the evaluator prints
#   near TOLERANCE NAME OPTION...        the case with other options in place of its own: equal numbers, or as near as that
#   pair TOLERANCE NAME NAME             two cases, packed and sparse matrices as whole ones: equal numbers, or as near as that
#   results NAME...                      numbers by the first program of a case, in NAME.FUNCTION.out; nothing is compared
#
# FOLDER gets, of each case and function, states in NAME.FUNCTION.in, with sines that are given in NAME.FUNCTION.all, and the
# evaluator's numbers in NAME.FUNCTION. The flag + is what a strict compiler is asked for. In NAME... a pattern such as ur5_* stands for several cases.
# A tolerance is a part of the largest number of a line, of near at least of 0.001. Each comparison prints a line, for `results` of tap.sh.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use lib $FindBin::Bin, "$FindBin::Bin/..";
use Numbers;
use Program;
use Shell;
use States;

my ($folder, $count, $seed) = @ARGV;
my $rigidc = $ENV{RIGIDC};
my (@cases, @builds, @comparisons);
$| = 1;

# --- results and commands ---

sub result
{
	my ($name, @faults) = @_;
	print @faults ? 'not ok' : 'ok', " - $name\n";
	print map { "# $_\n" } map { split /\n/ } @faults;
	return !@faults;
}

# Runs a command with its standard input and output in files: a fault if it fails, else none.
sub fault_of
{
	my ($from, $to, @command) = @_;
	my $said = `@{[shell_words(@command)]} 2>&1 <@{[shell_words($from)]} >@{[shell_words($to)]}`;
	return $? ? "@command: exit " . ($? >> 8) . ", signal " . ($? & 127) . "\n$said" : ();
}

# Options that a command refuses: { COMMAND => { NAME => 1 } }.
my %refused;
for (map { [split / {2,}/] } `'$rigidc' --list=options`) {
	my ($name, $takers) = ($_->[0] =~ s/[ =[].*//r, ",$_->[2],");
	$takers =~ /,$_,/ or $refused{$_}{$name} = 1 for 'info', 'eval';
}
sub taken
{
	my ($command, @options) = @_;
	return grep { !$refused{$command}{/^--/ ? s/=.*//r : substr $_, 0, 2} } @options;
}

# --- cases ---

sub functions { my ($case) = @_; return sort keys %{$case->{ask}} }

# The file of a case and function, with an ending.
sub file_of { my ($case, $function, $ending) = @_; return "$folder/$case->{name}.$function" . ($ending // '') }

sub add_case
{
	my ($name, $file, $functions, @options) = @_;
	my $case = { name => $name, file => $file, options => \@options, real => "@options" =~ /=float/ ? 'float' : 'double' };
	$case->{ask}{s/=.*//r} = $_ for split /,/, $functions; # dyn=crba+bias is called dyn
	$case->{asked} = [$file, '-f', $functions, '--search=none', @options];
	result("$name: info", fault_of('/dev/null', "$folder/$name.json", $rigidc, 'info', taken('info', @{$case->{asked}}), '--json')) or return;
	$case->{info} = decode_json(slurp("$folder/$name.json"));
	spew(file_of($case, $_, '.in'), states_of($case->{info}, $_, $count, $seed)) for functions($case);
	push @cases, $case;
}

# NAME.h, once
sub write_header
{
	my ($case) = @_;
	my $name = $case->{name};
	return $case->{header} //= result("$name: generate", fault_of('/dev/null', '/dev/null',
		$rigidc, 'compile', @{$case->{asked}}, "--prefix=$name", '-o', "$folder/$name.h")) ? 'written' : '';
}

# The cases of names and patterns.
sub named
{
	my @found;
	for my $name (@_) {
		my $pattern = $name =~ s/\*/.*/gr;
		push @found, grep { $_->{name} =~ /^$pattern$/ } @cases or result("$name is a case", 'there is none');
	}
	return @found;
}

# How many numbers a function has as its results.
sub numbers_of
{
	my ($case, $function) = @_;
	my $numbers = 0;
	$numbers += size_of($_) for @{$case->{info}{functions}{$function}{outputs}};
	return $numbers;
}

sub takes_sines
{
	my ($case, $function) = @_;
	return grep { $_->{name} eq 'sc' } @{$case->{info}{functions}{$function}{inputs}};
}

# `eval` of one function into a file: a fault, or none.
sub evaluate
{
	my ($case, $function, $to, @options) = @_;
	return fault_of(file_of($case, $function, takes_sines($case, $function) ? '.all' : '.in'), $to,
		$rigidc, 'eval', $case->{file}, '-f', $case->{ask}{$function}, '--search=none', taken('eval', @options));
}

# Lets the evaluator run, once.
sub evaluate_case
{
	my ($case) = @_;
	return if $case->{evaluated}++;
	my @with_sines = grep { takes_sines($case, $_) } functions($case);
	my @fault = @with_sines ? write_numbers($case, 'inputs', '.all', @with_sines) : ();
	push @fault, evaluate($case, $_, file_of($case, $_), '--jit=none', @{$case->{options}}) for functions($case);
	result("$case->{name}: the evaluator", @fault);
}

# The cases of names, with what the evaluator computes.
sub evaluated
{
	my @of = named(@_);
	evaluate_case($_) for @of;
	return @of;
}

# --- programs ---

# The flags that + stands for. clang 19 takes what AVX10 of a machine has by -march=native for a contradiction.
sub strict
{
	my ($compiler, $real) = @_;
	return ($compiler =~ /\+\+$/ ? '-std=c++11' : qw(-std=c99 -Wdouble-promotion), qw(-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror),
		$compiler =~ /clang/ ? qw(-Wno-unknown-warning-option -Wno-invalid-feature-combination) : (),
		"$compiler $real" eq 'gcc float' ? qw(-Wfloat-conversion -Wunsuffixed-float-constants) : ());
}

# A program of cases with one type of numbers.
sub build
{
	my ($compared, $command, $real, @of) = @_;
	my ($compiler, @flags) = split ' ', $command;
	my $program = 'program' . @builds;
	@of = grep { write_header($_) } @of or return;
	my $source = spew("$folder/$program" . ($compiler =~ /\+\+$/ ? '.cc' : '.c'), program_of($real, @of));
	my @libraries = (grep { $_ eq '-fsyntax-only' } @flags) ? () : '-lm';
	@flags = map { $_ eq '+' ? strict($compiler, $real) : $_ } @flags;
	push @builds, { program => $program, command => $command, of => \@of, compared => $compared };
	result("$command: builds " . join(' ', map { $_->{name} } @of),
		fault_of('/dev/null', '/dev/null', $compiler, @flags, "-I$folder", '-o', "$folder/$program", $source, @libraries)) or return;
	$_->{program} //= $program for @of;
}

sub entry { my ($case, $function) = @_; return "$case->{name}_" . c_name($function) }

# What a program says for tasks, by the names of functions.
sub run
{
	my ($program, @tasks) = @_;
	spew("$folder/$program.tasks", join '', map { "$_\n" } @tasks);
	my @said = `cd @{[shell_words($folder)]} && ./$program <$program.tasks 2>&1`;
	my %said = map { /^(\S+) (.*)/ ? ($1, $2) : () } @said;
	$said{fault} = "$program: exit " . ($? >> 8) . ', signal ' . ($? & 127) if $?;
	return \%said;
}

# Inputs or results of functions, written by the case's first program: a fault, or none.
sub write_numbers
{
	my ($case, $task, $ending, @functions) = @_;
	return 'no program' unless $case->{program};
	my $said = run($case->{program}, map { entry($case, $_) . " $task $case->{name}.$_.in $case->{name}.$_$ending" } @functions);
	return $said->{fault} // ();
}

sub compare_build
{
	my ($build) = @_;
	my @of = @{$build->{of}};
	evaluate_case($_) for @of;
	my @tasks = map { my $case = $_; map { entry($case, $_) . " compare $case->{name}.$_.in $case->{name}.$_" } functions($case) } @of;
	my $said = run($build->{program}, @tasks);
	for my $case (@of) {
		my @fault;
		for my $function (functions($case)) {
			my $found = $said->{entry($case, $function)} // $said->{fault} // 'was not called';
			my $all = $count * numbers_of($case, $function);
			push @fault, "$function: $found" if $found ne "$all numbers";
		}
		result("$case->{name}: $build->{command}: the evaluator's numbers", @fault);
	}
}

# --- comparisons ---

sub compare_jit
{
	my ($jit, @names) = @_;
	for my $case (evaluated(@names)) {
		my @fault;
		for my $function (functions($case)) {
			push @fault, evaluate($case, $function, "$folder/jit", "--jit=$jit", @{$case->{options}});
			push @fault, "$function differs" if slurp("$folder/jit") ne slurp(file_of($case, $function)) || !-s "$folder/jit";
		}
		result("$case->{name}: --jit=$jit prints what the evaluator prints", @fault);
	}
}

sub compare_near
{
	my ($tolerance, $name, @options) = @_;
	for my $case (evaluated($name)) {
		my @fault;
		for my $function (functions($case)) {
			push @fault, evaluate($case, $function, "$folder/near", '--jit=none', @options);
			push @fault, map { "$function: $_" }
				far_apart($tolerance, numbers_in(file_of($case, $function)), numbers_in("$folder/near"), 1e-3);
		}
		result("$case->{name} is near @options, $tolerance", @fault);
	}
}

# The entries of a matrix, packed or sparse, as the whole of it has them: the numbers that come first in `rest`.
sub whole_matrix
{
	my ($case, $output, $rest) = @_;
	my @entry = splice @$rest, 0, size_of($output);
	my $packed = grep { /^--matrix=packed/ } @{$case->{options}};
	my $symmetric = $output->{name} =~ /^M/;
	return @entry if !$output->{pattern} && !($packed && $symmetric);
	my $n = $case->{info}{nv};
	my ($row, $column) = $output->{pattern} ? @{$output->{pattern}}{qw(row column)}
	    : ([map { $_ * ($_ + 1) / 2 } 0 .. $n], [map { 0 .. $_ } 0 .. $n - 1]);
	my @whole = (0) x ($#$row * $n);
	for my $i (0 .. $#$row - 1) {
		for my $j (@$column[$row->[$i] .. $row->[$i + 1] - 1]) {
			$whole[$i * $n + $j] = shift @entry;
			$whole[$j * $n + $i] = $whole[$i * $n + $j] if $packed && $symmetric;
		}
	}
	return @whole;
}

sub whole_numbers
{
	my ($case, $function) = @_;
	my $lines = numbers_in(file_of($case, $function));
	for my $line (@$lines) {
		my @rest = @$line;
		$line = [map { whole_matrix($case, $_, \@rest) } @{$case->{info}{functions}{$function}{outputs}}];
	}
	return $lines;
}

sub compare_pair
{
	my ($tolerance, @names) = @_;
	my ($one, $other) = evaluated(@names) or return;
	result("$one->{name} and $other->{name}, $tolerance",
		map { far_apart($tolerance, whole_numbers($one, $_), whole_numbers($other, $_)) } functions($one));
}

# --- rows ---

sub add_build
{
	my $compared = shift;
	my ($command, $names) = "@_" =~ /(.*) : (.*)/ or die "no names: build @_\n";
	my ($compiler) = split ' ', $command;
	return print "ok - $command # SKIP no $compiler\n" unless present($compiler);
	my %real;
	push @{$real{$_->{real}}}, $_ for named(split ' ', $names);
	build($compared, $command, $_, @{$real{$_}}) for sort keys %real;
}

sub write_results
{
	for my $case (named(@_)) {
		my @with_sines = grep { takes_sines($case, $_) } functions($case);
		result("$case->{name}: results", (@with_sines ? write_numbers($case, 'inputs', '.all', @with_sines) : ()),
			write_numbers($case, 'results', '.out', functions($case)));
	}
}

my %row = (case => \&add_case, build => sub { add_build(1, @_) }, program => sub { add_build(0, @_) });
my %comparison = (jit => \&compare_jit, near => \&compare_near, pair => \&compare_pair, results => \&write_results);
while (my $line = <STDIN>) {
	my ($word, @words) = split ' ', $line or next;
	if ($row{$word}) { $row{$word}->(@words) }
	elsif ($comparison{$word}) { push @comparisons, [$comparison{$word}, @words] }
	else { die "no row: $line" }
}
compare_build($_) for grep { $_->{compared} } @builds;
for (@comparisons) {
	my ($compare, @words) = @$_;
	$compare->(@words);
}
