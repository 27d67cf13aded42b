package Limbs;
# The text of a generated header as compilers without vectors see it: without what is in lanes, of limbs or angles.
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = ('without_limbs');

sub without_limbs {
	my ($text) = @_;
	$text =~ s{^#if \w+_LIMBS > 1\n(?:#if \w+_LIMBS >= \d\n)?typedef .*?^#endif /\* \w+_LIMBS \*/\n}{}gms;
	$text =~ s{^#if \w+_LIMBS > \d\n.*?^#else\n(.*?)^#endif /\* \w+_LIMBS \*/\n}{$1}gms;
	$text =~ s{^#if defined\(__AVX512F__\) .*?^#endif /\* AVX512F \*/\n}{}gms;
	$text =~ s{^static inline __attribute__.*\n\w+ \w+_fma\d\(.*?^\}\n}{}gms;
	$text =~ s{^#if defined\(__AVX__\).*?^#else /\* numbers \*/\n(.*?)^#endif /\* vectors \*/\n}{$1}gms;
	return $text;
}

1;
