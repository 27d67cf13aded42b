# perl path.pl FILE.c FUNCTION: operations of a generated function, and how many of them follow one another at most. Sines and
# cosines count as inputs: --sincos=given shows the body alone.
use strict;
use warnings;

# a number that knows only after how many operations it is there
package Depth;
my $operations = 0;

sub input { my $depth = 0; return bless \$depth }

sub after {
	my ($depth) = sort { $b <=> $a } map { ref ? $$_ : 0 } @_[0, 1];
	$operations++;
	return bless \++$depth;
}

use overload '+' => \&after, '-' => \&after, '*' => \&after, '/' => \&after, 'neg' => sub { $_[0] };

package main;
my ($file, $function) = @ARGV;
open my $in, '<', $file or die "$file: $!\n";
my $text = do { local $/; <$in> };
$text =~ s{/\*.*?\*/}{}gs;
my ($body) = $text =~ /\b\Q$function\E\([^)]*\)\s*\{(.*?)^\}/ms or die "$file: no $function\n";
my $longest = 0;
our %of;
for (split /;/, $body) {
	my ($name, $value) = /([\w\[\]]+)\s*=\s*(.+)$/s or next;
	$value =~ s/([a-zA-Z_]\w*(?:\[\w+\])?)|\d[\d.]*(?:e[-+]?\d+)?f?/defined $1 && exists $of{$1} ? "\$of{'$1'}" : 'Depth::input()'/ge;
	$of{$name} = eval $value // die "$name = $value: $@";
	$longest = ${$of{$name}} if ${$of{$name}} > $longest;
}
print "$operations operations, $longest one after the other\n";
