#!/usr/bin/perl
# perl objects.pl <ROWS: what is in objects of generated code. A row is `OBJECT CALLS` or `OBJECT CALLS float`. The object has no
# data and nothing writable; it calls no function but those of the pattern CALLS; with `float` nothing passes through double, which
# is looked for on x86-64. Code that chooses between machines reads a word of libgcc, __cpu_model. Prints a line for each, for `results` of tap.sh.
use strict;
use warnings;

my (@objects, %calls, %float, %faults);
while (<STDIN>) {
	my ($object, $calls, $float) = split or next;
	push @objects, $object;
	$calls{$object} = $calls;
	$float{$object} = $float && `uname -m` =~ /^x86_64/;
}

sub fault { my ($object, $text) = @_; push @{$faults{$object}}, $text }

for (`nm -A @objects 2>&1`) {
	/^(.*?): *[0-9a-f]* +(\w) (\S+)$/ or next; # nm tells of objects that are missing; so does `size`
	my ($object, $kind, $symbol) = ($1, $2, $3);
	fault($object, "calls $symbol") if $kind eq 'U' && $symbol !~ /^(?:$calls{$object}|_GLOBAL_OFFSET_TABLE_|__cpu_model)$/;
	fault($object, "$symbol is writable") if $kind =~ /[bBdDCgGsS]/;
}
my %sized;
for (`size @objects 2>&1`) {
	my (undef, $data, $bss, undef, undef, $object) = split;
	next if ($data // '') !~ /^\d+$/;
	$sized{$object} = 1;
	fault($object, "$data bytes of data, $bss of bss") if $data || $bss;
}
$sized{$_} or fault($_, 'there is no such object') for @objects;
for my $object (grep { $float{$_} } @objects) {
	fault($object, $_) for `objdump -d $object` =~ /^.*(?:cvtss2sd|cvtsd2ss|cvtps2pd|cvtpd2ps|(?:mov|add|sub|mul|div)sd ).*$/mg;
}
for my $object (@objects) {
	my @faults = @{$faults{$object} // []};
	print @faults ? 'not ok' : 'ok', ' - ', $object =~ s{.*/}{}r, ": calls and data\n", map { "# $_\n" } @faults;
}
