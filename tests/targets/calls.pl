# perl calls.pl INFO_JSON HEADER: the C that driver.c runs: each function of the header (prefix m) behind one array of inputs
# and one of outputs.
use strict;
use warnings;
use lib 'tests', 'tests/c';
use JSON::PP;
use Program 'c_name';
use List::Util qw(max product sum0);

my ($file, $header) = @ARGV;
local $/;
open my $in, '<', $file or die "$file: $!\n";
my $info = decode_json(<$in>);
my $functions = $info->{functions};

sub size { return product(1, @{$_[0]{shape}}) }

# arrays one after the other in one: NAME + 0, NAME + 7, ...
sub within {
	my ($name, @arrays) = @_;
	my $at = 0;
	return map { my $here = $at; $at += size($_); "$name + $here" } @arrays;
}

my (@calls, @rows, @sizes);
for my $name (sort keys %$functions) {
	my ($inputs, $outputs) = @{$functions->{$name}}{qw(inputs outputs)};
	my $c = c_name($name);
	my @derived = $info->{params} ? '&derived' : ();
	my $arguments = join ', ', within('in', @$inputs), @derived, within('out', @$outputs);
	my ($in_size, $out_size) = map { sum0(map { size($_) } @$_) } $inputs, $outputs;
	my $has_q = (grep { $_->{name} eq 'q' } @$inputs) ? 1 : 0;
	my $unused = @$inputs ? '' : "\t(void)in;\n";
	push @calls, "static void call_$c(const REAL *in, REAL *out)\n{\n$unused\tm_$c($arguments);\n}\n\n";
	push @rows, "\t{ \"$name\", $in_size, $out_size, $has_q, call_$c },\n";
	push @sizes, $in_size, $out_size;
}
my @quaternions = map { $_->{q}[0] + $_->{q}[1] - 4 } grep { $_->{type} =~ /^(?:free|spherical)$/ } @{$info->{joints}};
my $most = max(@sizes);

print "#include \"$header\"\n#include \"driver.h\"\n\nREAL inputs[$most], outputs[$most];\n";
print "static m_derived derived;\n" if $info->{params};
print "\n", @calls, "const struct function functions[] = {\n", @rows, "\t{ 0, 0, 0, 0, 0 }\n};\n";
print 'const int quaternions[] = { ', join(', ', @quaternions, -1), " };\n\n";
print "void prepare(void)\n{\n";
print "\tm_params params;\n\tm_params_default(&params);\n\tm_prepare(&params, &derived);\n" if $info->{params};
print "}\n";
