# perl kernel_driver.pl INFO_JSON HEADER KERNELS RUNNER: a program that calls each function of HEADER, of prefix m, for many states
# by its batch, and its kernel in KERNELS, of prefix k, by the functions of RUNNER: run_c.h, run_opencl.h or run_cuda.h. It fails if
# a number differs in a bit, or if anything is written after the last state.
use strict;
use warnings;
use JSON::PP;

my ($json, $header, $kernels, $runner) = @ARGV;
local $/;
open my $in, '<', $json or die "$json: $!\n";
my $info = decode_json(<$in>);
my $derived = @{$info->{params} // []} ? 1 : 0;

sub size { my $n = 1; $n *= $_ for @{$_[0]{shape}}; return $n }

print qq(#define DERIVED $derived\n#define KERNELS "$kernels"\n#include "$header"\n#include "kernel_driver.h"\n#include "$runner"\n);
my @rows;
for my $name (sort keys %{$info->{functions}}) {
	my $f = $info->{functions}{$name};
	my $c = $name =~ tr/:/_/r;
	my @in = map { size($_) } @{$f->{inputs}};
	my @out = map { size($_) } @{$f->{outputs}};
	next if !@in || grep { !$_ } @in, @out;
	my $arguments = sub {
		my ($from) = @_;
		return join ', ', (map { "$from\[$_]" } 0 .. $#in), ($derived ? 'derived' : ()), map { "$from\[@{[@in + $_]}]" } 0 .. $#out;
	};
	my $prepared = $derived ? '' : "\t(void)derived;\n";
	print "static void want_$c(size_t n, real **array, const m_derived *derived)\n{\n$prepared\tm_${c}_batch_soa(n, @{[$arguments->('array')]});\n}\n";
	print "#ifdef RUN\nstatic void run_$c(size_t n, real **array, const k_derived *derived)\n{\n$prepared\tRUN(k_$c, n, @{[$arguments->('array')]});\n}\n#endif\n";
	push @rows, sprintf "\t{ \"%s\", %d, %d, { %s }, want_%s, RUN_OF(%s) },\n", $c, scalar @in, scalar @out, join(', ', @in, @out), $c, $c;
}
print "static const struct function function_table[] = {\n@rows};\n";
print "int main(void)\n{\n\treturn run_all(function_table, sizeof function_table/sizeof *function_table);\n}\n";
