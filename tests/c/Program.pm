package Program;
# A C program that calls the functions of generated headers. It reads lines from standard input, each with four words: PREFIX_FN,
# what to do, the file of states, another file. It does
#   inputs    writes all inputs of each state to the other file
#   results   writes all outputs of each state to the other file
#   compare   compares all outputs with the numbers in the other file, bit by bit; under -DZEROS_ALIKE zeros have no sign
# and prints a line for each, `PREFIX_FN COUNT numbers`, or the first difference. A state has all inputs but sc, which holds sines
# and cosines of what FN_angles gives.
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(program_of size_of functions_of c_name);

sub size_of { my $n = 1; $n *= $_ for @{$_[0]{shape}}; return $n }
sub c_name { return shift =~ tr/A-Za-z0-9_/_/cr } # fk:tool, fk:thumb.tip

# The names of the functions that `info --json` tells of, without those of angles.
sub functions_of
{
	my ($info) = @_;
	my $functions = $info->{functions};
	return sort grep { !/_angles$/ || !exists $functions->{s/_angles$//r} } keys %$functions;
}

my $head = <<'END_HEAD';
#include <math.h>
#include <stdio.h>
#include <string.h>
END_HEAD

my $body = <<'END_BODY';

static FILE *states, *other;
enum Task { INPUTS, RESULTS, COMPARE };
static enum Task task;
static long numbers;
static int differs;

static int get(real *x)
{
	double d;
	int n = fscanf(states, "%lf", &d);
	*x = (real)d;
	return n == 1;
}

#ifdef ZEROS_ALIKE
#define ALIKE(a, b) ((a) == 0 && (b) == 0)
#else
#define ALIKE(a, b) 0
#endif

static void compare(double found)
{
	double wanted;
	if (differs)
		return;
	if (fscanf(other, "%lf", &wanted) != 1) {
		printf("has more than %ld numbers", numbers);
		differs = 1;
	} else if (memcmp(&found, &wanted, sizeof found) != 0 && !(found != found && wanted != wanted) &&
	           !ALIKE(found, wanted)) {
		printf("number %ld is %.17g, wanted %.17g", numbers, found, wanted);
		differs = 1;
	}
}

static void put(const real *x, int count)
{
	for (int i = 0; i < count; i++, numbers++)
		if (task == COMPARE)
			compare((double)x[i]);
		else
			fprintf(other, "%.17g ", (double)x[i]);
}

static void end_state(void)
{
	if (task != COMPARE)
		putc('\n', other);
}

END_BODY

my $main = <<'END_MAIN';
static int run(const char *name, const char *what, const char *from, const char *to)
{
	double more;
	size_t i = 0;
	while (i < sizeof calls / sizeof *calls && strcmp(calls[i].name, name) != 0)
		i++;
	task = strcmp(what, "inputs") == 0 ? INPUTS : strcmp(what, "results") == 0 ? RESULTS : COMPARE;
	states = fopen(from, "r");
	other = fopen(to, task == COMPARE ? "r" : "w");
	if (i == sizeof calls / sizeof *calls || !states || !other)
		return 1;
	numbers = differs = 0;
	printf("%s ", name);
	calls[i].call();
	if (!differs && task == COMPARE && fscanf(other, "%lf", &more) == 1)
		printf("has only ");
	printf(differs ? "\n" : "%ld numbers\n", numbers);
	fclose(states);
	return fclose(other) != 0;
}

int main(void)
{
	char name[1000], what[10], from[1000], to[1000];
	int failed = 0;
	while (!failed && scanf("%999s %9s %999s %999s", name, what, from, to) == 4)
		failed = run(name, what, from, to);
	return failed;
}
END_MAIN

# The call of one function for all states.
sub call_of
{
	my ($prefix, $name, $info, $real) = @_;
	my ($in, $out) = @{$info->{functions}{$name}}{qw(inputs outputs)};
	my $c = c_name($name);
	my $f = $real eq 'float' ? 'f' : '';
	my $text = "static void call_${prefix}_$c(void)\n{\n";
	$text .= "\tstatic real $_->{name}\[" . (size_of($_) || 1) . "];\n" for @$in, @$out;
	my ($sc) = grep { $_->{name} eq 'sc' } @$in;
	my $angles = $sc ? size_of($sc) / 2 : 0;
	$text .= "\tstatic real angle[" . ($angles || 1) . "];\n" if $sc;
	my @derived = $info->{params} ? '&derived' : ();
	$text .= "\t${prefix}_params params;\n\t${prefix}_derived derived;\n\t${prefix}_params_default(&params);\n" .
	         "\t${prefix}_prepare(&params, &derived);\n" if @derived;
	$text .= "\tfor (;;) {\n";
	$text .= "\t\tfor (int i = 0; i < " . size_of($_) . "; i++)\n\t\t\tif (!get($_->{name} + i))\n\t\t\t\treturn;\n"
		for grep { $_->{name} ne 'sc' } @$in;
	if ($sc) {
		my @takes = map { $_->{name} } @{$info->{functions}{"${name}_angles"}{inputs}};
		$text .= "\t\t${prefix}_${c}_angles(" . join(', ', @takes, 'angle') . ");\n" .
		         "\t\tfor (int i = 0; i < $angles; i++) { sc[2*i] = sin$f(angle[i]); sc[2*i + 1] = cos$f(angle[i]); }\n";
	}
	$text .= "\t\t${prefix}_$c(" . join(', ', (map { $_->{name} } @$in), @derived, map { $_->{name} } @$out) . ");\n";
	$text .= "\t\tif (task == INPUTS) {\n" . join('', map { "\t\t\tput($_->{name}, " . size_of($_) . ");\n" } @$in);
	$text .= "\t\t} else {\n" . join('', map { "\t\t\tput($_->{name}, " . size_of($_) . ");\n" } @$out);
	return $text . "\t\t}\n\t\tend_state();\n\t}\n}\n\n";
}

# The program for a type of numbers and headers { name, info }: the header is NAME.h and its prefix NAME.
sub program_of
{
	my ($real, @headers) = @_;
	my $text = $head . "typedef $real real;\n";
	$text .= "#include \"$_->{name}.h\"\n" for @headers;
	$text .= $body;
	my $calls = '';
	for my $header (@headers) {
		for my $name (functions_of($header->{info})) {
			$text .= call_of($header->{name}, $name, $header->{info}, $real);
			my $c = "$header->{name}_" . c_name($name);
			$calls .= "\t{ \"$c\", call_$c },\n";
		}
	}
	return $text . "static const struct { const char *name; void (*call)(void); } calls[] = {\n$calls};\n\n" . $main;
}

1;
