# Formulas of `rigidc equations` in its plain text, read as Perl.
package Formulas;
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(formulas values_of);

# What formulas call. Sines, cosines, roots, exponentials and logarithms are Perl's own.
package Formulas::Functions {
	use POSIX qw(tan asin acos atan tanh floor);
}

my %is_function = map { $_ => 1 } qw(sin cos tan asin acos atan atan2 sqrt exp log tanh abs floor);

# A formula as Perl: names are elements of %$v.
sub in_perl
{
	my $formula = shift;
	$formula =~ s/\^/**/g;
	$formula =~ s/\bif\b//g;
	$formula =~ s/\bthen\b/?/g;
	$formula =~ s/\belse\b/:/g;
	$formula =~ s/(?<![\w.])([A-Za-z_]\w*)/$is_function{$1} ? $1 : "\$v->{$1}"/ge;
	return $formula;
}

# Lines "M[1,2] = M[2,1] = FORMULA" of a text, in order: [[names, code], ...]. The code gives the value for a hash of symbols.
sub formulas
{
	my ($text) = @_;
	my @found;
	for (grep { !/^#/ && /\S/ } split /\n/, $text) {
		my @part = split / = /;
		my $code = in_perl(pop @part);
		my $sub = eval "package Formulas::Functions; no warnings; sub { my \$v = shift; $code }" or die "$code: $@";
		push @found, [\@part, $sub];
	}
	return @found;
}

# Values of all names: { 'M[1,2]' => 0.5, ... }. Named values become symbols of the formulas after them.
sub values_of
{
	my ($symbols, @formulas) = @_;
	my %v = (pi => 4 * atan2(1, 1), %$symbols);
	for (@formulas) {
		my $value = $_->[1]->(\%v);
		$v{$_} = $value for @{$_->[0]};
	}
	return \%v;
}

1;
