package Limbs;
# The text of a generated header as compilers without vectors see it: without what is in lanes, of limbs or angles.
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = ('without_limbs', 'without_dispatch');

# The text of a generated header with --dispatch=off, but for the banner, and for pragmas around pieces.
sub without_dispatch {
	my ($text) = @_;
	$text =~ s{^/\* Code for AVX2 beside.*?^#endif /\* (\w+)_DISPATCH \*/\n\n}{}ms or return $text;
	my $prefix = $1;
	$text =~ s{^ \* On x86-64 functions .*\n}{}m;
	$text =~ s{^#if \Q$prefix\E_DISPATCH\n.*?^#endif\n}{}gms;
	$text =~ s{^(#if \w+_LIMBS > \d)\n([^#]*)^#elif \w+_DISPATCH\n[^#]*#endif\n\1 \|\| \w+_DISPATCH\n}{$2$1\n}gm;
	$text =~ s{ \|\| \Q$prefix\E_DISPATCH$}{}gm;
	$text =~ s{^#endif /\* \w+_LIMBS \*/\n\n?#if \w+_LIMBS <= \d\n[^#]*?(#if|^\{|^/\*)}{$1 eq '#if' ? '#elif' : "#else\n$1"}gem;
	$text =~ s{^#endif /\* \w+_LIMBS \*/\n(#endif /\* \w+_LIMBS) <= \d \*/\n}{$1 */\n}gm;
	$text =~ s{^(#endif /\* \w+_LIMBS) <= \d \*/\n}{$1 */\n}gm;
	$text =~ s{^\Q$prefix\E_AVX2\n}{}gm;
	$text =~ s{_avx2_piece}{_piece}g;
	return $text;
}

sub without_limbs {
	my ($text) = @_;
	$text = without_dispatch($text);
	$text =~ s{^#if \w+_LIMBS > 1\n(?:#if \w+_LIMBS >= \d\n)?typedef .*?^#endif /\* \w+_LIMBS \*/\n}{}gms;
	$text =~ s{^#if \w+_LIMBS > \d\n.*?^#else\n(.*?)^#endif /\* \w+_LIMBS \*/\n}{$1}gms;
	$text =~ s{^#if defined\(__AVX512F__\) .*?^#endif /\* AVX512F \*/\n}{}gms;
	$text =~ s{^static inline __attribute__.*\n\w+ \w+_fma\d\(.*?^\}\n}{}gms;
	$text =~ s{^#if defined\(__AVX__\).*?^#else /\* numbers \*/\n(.*?)^#endif /\* vectors \*/\n}{$1}gms;
	return $text;
}

1;
