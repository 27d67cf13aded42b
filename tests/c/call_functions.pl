# perl call_functions.pl REAL PREFIX=HEADER=INFO_JSON...
# A C program that includes the headers and calls their functions: `program PREFIX_FN` reads a state a line, all inputs
# but sc, and prints the outputs; with a second argument the inputs instead. What sc holds comes from FN_angles, sin and cos.
use strict;
use warnings;
use JSON::PP;

my $real = shift;
my $f = $real eq 'float' ? 'f' : '';
local $/;
print "#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";
my (@text, @names);
for (@ARGV) {
	my ($prefix, $header, $json) = split /=/;
	open my $in, '<', $json or die "$json: $!\n";
	my $model = decode_json(<$in>);
	my ($functions, $params) = @$model{qw(functions params)};
	my $product = sub { my $n = 1; $n *= $_ for @{$_[0]{shape}}; $n };
	print "#include \"$header\"\n";
	for my $name (sort grep { !/_angles$/ || !exists $functions->{s/_angles$//r} } keys %$functions) {
		my ($in, $out) = @{$functions->{$name}}{qw(inputs outputs)};
		my $c = $name =~ tr/:/_/r; # fk:tool
		my $text = "static void call_${prefix}_$c(int full)\n{\n";
		$text .= "\tstatic $real $_->{name}\[" . ($product->($_) || 1) . "];\n" for @$in, @$out;
		my ($sc) = grep { $_->{name} eq 'sc' } @$in;
		my $angles = $sc ? $product->($sc) / 2 : 0;
		$text .= "\tstatic $real angle[" . ($angles || 1) . "];\n" if $sc;
		my @derived = $params ? '&derived' : ();
		$text .= "\t${prefix}_params params;\n\t${prefix}_derived derived;\n\t${prefix}_params_default(&params);\n" .
		         "\t${prefix}_prepare(&params, &derived);\n" if $params;
		$text .= "\tfor (;;) {\n";
		for (grep { $_->{name} ne 'sc' } @$in) {
			my $n = $product->($_);
			$text .= "\t\tfor (int i = 0; i < $n; i++) if (!get($_->{name} + i)) return;\n";
		}
		if ($sc) {
			my @takes = map { $_->{name} } @{$functions->{"${name}_angles"}{inputs}};
			$text .= "\t\t${prefix}_${c}_angles(" . join(', ', @takes, 'angle') . ");\n";
			$text .= "\t\tfor (int i = 0; i < $angles; i++) { sc[2*i] = sin$f(angle[i]); sc[2*i + 1] = cos$f(angle[i]); }\n";
		}
		$text .= "\t\t${prefix}_$c(" . join(', ', (map { $_->{name} } @$in), @derived, map { $_->{name} } @$out) . ");\n\t\tif (full) {\n";
		$text .= "\t\t\tfor (int i = 0; i < " . $product->($_) . "; i++) put($_->{name}\[i]);\n" for @$in;
		$text .= "\t\t} else {\n";
		$text .= "\t\t\tfor (int i = 0; i < " . $product->($_) . "; i++) put($_->{name}\[i]);\n" for @$out;
		$text .= "\t\t}\n\t\tputchar('\\n');\n\t}\n}\n\n";
		push @text, $text;
		push @names, "${prefix}_$c";
	}
}
print "\nstatic int get($real *x) { double d; int n = scanf(\"%lf\", &d); *x = ($real)d; return n == 1; }\n";
print "static void put($real x) { printf(\"%.17g \", (double)x); }\n\n", @text;
print "int main(int argc, char **argv)\n{\n";
print "\tif (argc > 1 && strcmp(argv[1], \"$_\") == 0) call_$_(argc > 2);\n" for @names;
print "\treturn 0;\n}\n";
