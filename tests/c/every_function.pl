#!/usr/bin/perl
# perl every_function.pl FOLDER <ROWS: functions in the form that `compile` writes by default. A row is
#
#   FILE FUNCTION...   these functions of a model
#   FILE               all functions of the model, and operators of most
#
# Each function is compiled alone, with the default search. gcc -Wall -Werror accepts the header, and the function runs for a
# random state and at the model's first pose. Its numbers are near those of the evaluator, whose program is not searched. Each row prints a line, for
# `results` of tap.sh. A function that the model cannot have, such as the Jacobian of parameters without parameters, is left out.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use lib $FindBin::Bin, "$FindBin::Bin/..";
use Numbers;
use Program;
use Shell;
use States;

my ($folder) = @ARGV;
my $rigidc = $ENV{RIGIDC};
my $tolerance = 1e-6; # of the largest number: states at random may be near singular postures
my $longest = 100000; # bytes of a header that gcc compiles itself: clang takes a third of its time
my $quick_cc = present('clang') ? 'clang' : 'gcc';
$| = 1;

# Runs a command with its standard input and output in files: a fault if it fails, else none.
sub fault_of
{
	my ($from, $to, @command) = @_;
	my ($said, $code) = tells('sh', '-c', 'from=$1 to=$2; shift 2; exec "$@" <"$from" >"$to"', 'sh', $from, $to, @command);
	return $code ? "@command: exit $code\n" . substr($said, 0, 2000) : ();
}

# What `info --json` tells of a model, or nothing; and the exit code.
sub info_of
{
	my ($file, @options) = @_;
	my ($said, $code) = tells('sh', '-c', 'exec "$@" >"$0"', "$folder/json", $rigidc, 'info', $file, @options, '--search=none', '--json');
	return ($code ? undef : decode_json(slurp("$folder/json")), $code);
}

# --- the functions of a model ---

# Names of phases in the text of a model. Loops are a phase too.
sub phases_of
{
	my ($file, $info) = @_;
	my @phases = slurp($file) =~ /^[ \t]*phase[ \t]+(\w+)/mg;
	return (@phases, $info->{loops} ? 'loops' : ());
}

# A row of `--list=functions` for the model: its last frame, seen from its first body; its first strut, group and law; each phase. None, if the
# model has no such function.
sub forms_of
{
	my ($name, $info, @phases) = @_;
	my ($first, $last) = ($info->{bodies}[0]{name}, ($info->{frames}[-1] // $info->{bodies}[-1])->{name});
	my $strut = $info->{struts} ? $info->{struts}[0]{name} : return () if $name =~ /:STRUT/;
	my $group = $info->{groups} ? $info->{groups}[0]{name} : return () if $name =~ /:GROUP/;
	return () if !$info->{struts} && $name =~ /^(?:lengths|arms|length_rates)$/;
	return () if $info->{states} ? $name =~ /^step_derivatives/ : $name eq 'rates';
	return () if $name =~ /^(?:step|coriolis)/ && grep { $_->{moving} } @{ $info->{inputs} // [] };
	my $law = $info->{laws} ? $info->{laws}[0]{name} : return () if $name =~ /:NAME/;
	s/:FRAME:FRAME/:"$last":"$first"/, s/:FRAME/:"$last"/, s/:STRUT/:"@{[$strut \/\/ '']}"/, s/:GROUP/:"@{[$group \/\/ '']}"/, s/:NAME/:"@{[$law \/\/ '']}"/ for $name;
	return $name =~ /:PHASE/ ? map { $name =~ s/:PHASE/:$_/r } @phases : $name;
}

# Operators of a function. Second derivatives are of short functions.
sub operators_of
{
	my ($name) = @_;
	return () if $name =~ /_derivatives|regressor|base_parameters|param_jacobian|cmm|coriolis|reaction|normalize/;
	my @operators = qw(jvp vjp);
	push @operators, 'hvp' if $name =~ /^(?:rnea|fd|energy|fk|com|step:euler)\b/;
	push @operators, 'hessian' if $name =~ /^(?:energy|fk|com)\b/;
	push @operators, 'derivatives' if $name =~ /^(?:rnea|fd|id|lambda|fk|impact|step)\b/;
	return map { "$_:$name" } @operators;
}

sub functions_in
{
	my ($file) = @_;
	my ($info) = info_of($file);
	my @phases = phases_of($file, $info);
	my @names = map { forms_of($_, $info, @phases) } map { (split)[0] } `@{[shell_words($rigidc)]} --list=functions`;
	return @names, map { operators_of($_) } @names;
}

# --- a function ---

# Builds the program of m.h: gcc reads all, and a quicker compiler translates long text.
sub build_faults
{
	my ($info) = @_;
	my $source = spew("$folder/m.c", program_of('double', { name => 'm', info => $info }));
	my $long = -s "$folder/m.h" > $longest && $quick_cc ne 'gcc';
	my @strict = ('gcc', '-Wall', '-Werror', "-I$folder", $source);
	return fault_of('/dev/null', '/dev/null', @strict, '-o', "$folder/m", '-lm') unless $long;
	my @fault = fault_of('/dev/null', '/dev/null', @strict, '-fsyntax-only');
	return @fault ? @fault : fault_of('/dev/null', '/dev/null', $quick_cc, '-w', "-I$folder", $source, '-o', "$folder/m", '-lm');
}

# The line of a state with the model's first pose in place of q, if it has a pose: loops are closed there.
sub at_pose
{
	my ($line, $info, $inputs) = @_;
	my @number = split ' ', $line;
	my $pose = $info->{poses} ? $info->{poses}[0]{q} : return ();
	for (my ($i, $at) = (0, 0); $i < @$inputs; $at += size_of($inputs->[$i++])) {
		splice @number, $at, @$pose, @$pose if $inputs->[$i]{name} =~ /^q[01]?$/;
	}
	return "@number\n";
}

# Differences of the numbers in two files. At random states some closed forms have no solution: both numbers are NaN then.
sub differences
{
	my ($one, $other) = map { numbers_in($_) } @_;
	for my $line (0 .. $#$one) {
		for my $i (0 .. $#{$one->[$line]}) {
			my ($a, $b) = (\$one->[$line][$i], \$other->[$line][$i]);
			$$a = $$b = 0 if ("$$a " . ($$b // '')) =~ /^-?nan -?nan$/;
		}
	}
	return far_apart($tolerance, $one, $other, 1e-3);
}

# The faults of a function; undef: the model has no such function.
sub faults_of
{
	my ($file, $function) = @_;
	my ($info, $code) = info_of($file, '-f', "f=$function");
	return undef if $code == 1;
	return ["info: exit $code"] unless $info;
	my @fault = fault_of('/dev/null', '/dev/null', $rigidc, 'compile', $file, '-f', "f=$function", '--prefix=m', '-o', "$folder/m.h");
	push @fault, build_faults($info) unless @fault;
	return \@fault if @fault;
	my ($in, $out) = @{$info->{functions}{f}}{qw(inputs outputs)};
	return [] unless grep { size_of($_) } @$out;
	spew("$folder/states", join '', map { $_, at_pose($_, $info, $in) } states_of($info, 'f', 1, 5));
	spew("$folder/tasks", "m_f results $folder/states $folder/found\n");
	push @fault, fault_of("$folder/tasks", '/dev/null', "$folder/m");
	push @fault, fault_of("$folder/states", "$folder/wanted", $rigidc, 'eval', $file, '-f', "f=$function", '--jit=none');
	push @fault, differences("$folder/found", "$folder/wanted") unless @fault;
	return \@fault;
}

# --- rows ---

while (my $row = <STDIN>) {
	my ($file, @functions) = split ' ', $row;
	my (@fault, $count);
	for my $function (@functions ? @functions : functions_in($file)) {
		my $start = (times)[2];
		my $found = faults_of($file, $function);
		printf "# %s %s: %.1f s\n", $file, $function, (times)[2] - $start if $ENV{RIGIDC_TIMES};
		$count += defined $found;
		push @fault, map { "$function: $_" } @{$found // (@functions ? ['the model has no such function'] : [])};
	}
	push @fault, 'no functions' unless $count;
	print @fault ? 'not ok' : 'ok', " - $file: @functions", @functions ? '' : "$count functions", "\n";
	print map { "# $_\n" } map { split /\n/ } @fault;
}
