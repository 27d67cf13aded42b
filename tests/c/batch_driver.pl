# perl batch_driver.pl HEADER PREFIX INFO_JSON: a C program that calls every function of the header for many states, one by one
# and as batches of many sizes, and fails if a bit differs or if anything is written that belongs to no state. With the address
# sanitizer it also fails if the padding of the last block is read. With --zeros=once the functions _init write the zeros before.
# Then other numbers take their place: a batch may not touch them.
use strict;
use warnings;
use JSON::PP;

my ($header, $prefix, $json) = @ARGV;
local $/;
open my $in, '<', $json or die "$json: $!\n";
my $info = decode_json(<$in>)->{functions};
open my $code, '<', $header =~ m{/} ? $header : $json =~ s{[^/]*$}{$header}r or die "$header: $!\n";
my $text = <$code>;

print <<"END";
#include "$header"
#include <stdio.h>
#include <string.h>
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define POISON 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(POISON)
#include <sanitizer/asan_interface.h>
#else
#define __asan_poison_memory_region(at, size) ((void)(at), (void)(size))
#define __asan_unpoison_memory_region(at, size) ((void)(at), (void)(size))
#endif
enum { STATES = 67, ROOM = 72 };
void pad(real *array, size_t size, size_t count, int closed);
/* Notes the entries that are zero now and not of memset, and puts another number there; afterwards zero again. */
int hide(unsigned char *zero, real *array, size_t size);
int hide(unsigned char *zero, real *array, size_t size)
{
	int bad = 0;
	for (size_t i = 0; i < size; i++) {
		unsigned char untouched[sizeof(real)];
		memset(untouched, 7, sizeof untouched);
		zero[i] = memcmp(&array[i], untouched, sizeof(real)) != 0;
		bad += zero[i] && (array[i] < 0 || array[i] > 0);
		if (zero[i])
			array[i] = 3;
	}
	return bad;
}
int show(const unsigned char *zero, real *array, size_t size);
int show(const unsigned char *zero, real *array, size_t size)
{
	int bad = 0;
	for (size_t i = 0; i < size; i++) {
		bad += zero[i] && (array[i] < 3 || array[i] > 3);
		if (zero[i])
			array[i] = 0;
	}
	return bad;
}
/* The padding of the last block of `count` states, which may not be touched while it is closed. */
void pad(real *array, size_t size, size_t count, int closed)
{
	for (size_t j = 0; j < size && count % 8; j++) {
		real *at = array + (count/8*size + j)*8 + count%8;
		if (closed)
			__asan_poison_memory_region(at, (8 - count%8)*sizeof(real));
		else
			__asan_unpoison_memory_region(at, (8 - count%8)*sizeof(real));
	}
}
unsigned long long random_state = 1;
real draw(void);
real draw(void)
{
	random_state = random_state*6364136223846793005u + 1442695040888963407u;
	return (real)((double)(random_state >> 11)/4503599627370496.0 - 1.0);
}
static int failed;
END

sub size { my $n = 1; $n *= $_ for @{$_[0]{shape}}; return $n }

for my $name (sort keys %$info) {
	my $f = $info->{$name};
	my $c = $name =~ tr/:/_/r;
	my @in = @{$f->{inputs}};
	my @out = @{$f->{outputs}};
	next if grep { !size($_) } @in, @out; # there is nothing to compare
	my $array = sub { my ($kind, $a) = @_; return "$kind\_$a->{name}" };
	print "static int try_$c(void)\n{\n";
	printf "\tstatic real %s[STATES*%d + 1], %s[ROOM*%d + 1];\n", $array->('in', $_), size($_), $array->('soa', $_), size($_) for @in;
	printf "\tstatic real %s[STATES*%d + 1], %s[ROOM*%d + 1];\n", $array->('one', $_), size($_), $array->('many', $_), size($_) for @out;
	my $init = $text =~ /\bvoid ${prefix}_${c}_batch_init\(/;
	printf "\tstatic unsigned char zero_%s[ROOM*%d + 1];\n", $_->{name}, size($_) for $init ? @out : ();
	print "\tint bad = 0;\n";
	printf "\tfor (int i = 0; i < STATES*%d; i++)\n\t\t%s[i] = draw();\n", size($_), $array->('in', $_) for @in;
	my $call = sub {
		my ($suffix, $count, $from, $to, $offset) = @_;
		return sprintf "\t\t%s_%s%s(%s);\n", $prefix, $c, $suffix, join(', ', ($count // ()),
			(map { $array->($from, $_) . ($offset ? " + k*" . size($_) : '') } @in),
			map { $array->($to, $_) . ($offset ? " + k*" . size($_) : '') } @out);
	};
	# A call for many states with its padding closed, for which the zeros are hidden.
	my $many = sub {
		my ($suffix, $from, @padded) = @_;
		my $closed = sub {
			my ($text) = @_;
			print map({ "\t\tpad($_->[0], $_->[1], n, 1);\n" } @padded), $text, map { "\t\tpad($_->[0], $_->[1], n, 0);\n" } @padded;
		};
		my $zeros = sub {
			my ($do) = @_;
			printf "\t\tbad += $do(zero_%s, %s, ROOM*%d + 1);\n", $_->{name}, $array->('many', $_), size($_) for $init ? @out : ();
		};
		$closed->("\t\t${prefix}_$c${suffix}_init(" . join(', ', 'n', map { $array->('many', $_) } @out) . ");\n") if $init;
		$zeros->('hide');
		$closed->($call->($suffix, 'n', $from, 'many', 0));
		$zeros->('show');
	};
	printf "\tfor (int k = 0; k < STATES; k++)\n\t\t${prefix}_${c}_init(%s);\n", join ', ', map { $array->('one', $_) . ' + k*' . size($_) } @out if $init;
	print "\tfor (int k = 0; k < STATES; k++)\n", $call->('', undef, 'in', 'one', 1);
	print "\tfor (size_t n = 0; n <= STATES; n += n == 35 ? 28 : 1) {\n";
	my $clear = sub { printf "\t\tmemset(%s, 7, sizeof %s);\n", ($array->('many', $_)) x 2 for @out };
	$clear->();
	$many->('_batch', 'in');
	for (@out) {
		my ($one, $many, $size) = ($array->('one', $_), $array->('many', $_), size($_));
		print "\t\tbad += memcmp($one, $many, n*$size*sizeof(real)) != 0;\n";
		print "\t\tfor (const unsigned char *b = (const unsigned char *)($many + n*$size); b < (const unsigned char *)$many + sizeof $many; b++)\n\t\t\tbad += *b != 7;\n";
	}
	for (@in) {
		my ($there, $here, $size) = ($array->('soa', $_), $array->('in', $_), size($_));
		print "\t\tfor (size_t k = 0; k < n; k++)\n\t\t\tfor (size_t j = 0; j < $size; j++)\n\t\t\t\t$there\[j*n + k] = $here\[k*$size + j];\n";
	}
	$clear->();
	$many->('_batch_soa', 'soa');
	for (@out) {
		my ($one, $many, $size) = ($array->('one', $_), $array->('many', $_), size($_));
		print "\t\tfor (size_t k = 0; k < n; k++)\n\t\t\tfor (size_t j = 0; j < $size; j++)\n",
			"\t\t\t\tbad += memcmp(&$one\[k*$size + j], &$many\[j*n + k], sizeof(real)) != 0;\n";
		print "\t\tfor (const unsigned char *b = (const unsigned char *)($many + n*$size); b < (const unsigned char *)$many + sizeof $many; b++)\n\t\t\tbad += *b != 7;\n";
	}
	for (@in) {
		my ($there, $here, $size) = ($array->('soa', $_), $array->('in', $_), size($_));
		print "\t\tfor (size_t k = 0; k < n; k++)\n\t\t\tfor (size_t j = 0; j < $size; j++)\n\t\t\t\t$there\[(k/8*$size + j)*8 + k%8] = $here\[k*$size + j];\n";
	}
	$clear->();
	my @arrays = ((map { [$array->('soa', $_), size($_)] } @in), map { [$array->('many', $_), size($_)] } @out);
	$many->('_batch_blocks', 'soa', @arrays);
	for (@out) {
		my ($one, $many, $size) = ($array->('one', $_), $array->('many', $_), size($_));
		print "\t\tfor (size_t i = 0; i < sizeof $many/sizeof *$many; i++) {\n\t\t\tsize_t k = i/(8*$size)*8 + i%8, j = i/8%$size;\n",
			"\t\t\tunsigned char untouched[sizeof(real)];\n\t\t\tmemset(untouched, 7, sizeof untouched);\n",
			"\t\t\tbad += memcmp(k < n ? (const unsigned char *)&$one\[k*$size + j] : untouched, &$many\[i], sizeof(real)) != 0;\n\t\t}\n";
	}
	print "\t}\n\treturn bad;\n}\n";
}
print "int main(void)\n{\n";
for my $name (sort keys %$info) {
	my $f = $info->{$name};
	next if grep { !size($_) } @{$f->{inputs}}, @{$f->{outputs}};
	print "\tif (try_", $name =~ tr/:/_/r, "()) {\n\t\tputs(\"$name\");\n\t\tfailed = 1;\n\t}\n";
}
print "\treturn failed;\n}\n";
