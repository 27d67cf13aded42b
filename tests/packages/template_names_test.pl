#!/usr/bin/perl
# Names in the templates of `rigidc package`: the C has all of them, also those in parts that few models have. Templates read all
# that it sets.
use strict;
use warnings;
use lib 'tests';
use File::Find;
use Shell;
use Test::More;

my $room = 'compiler/cli/package';
my (%known, %set, %read, @files);
for my $file (glob "$room/*.c") {
	my $text = slurp($file);
	$known{$_} = 1 for $text =~ /"([A-Z][A-Z_]*)"/g;
	$set{$_} = $file for $text =~ /\bvalues_(?:text|format|flag|list|add|share)\([^";]*"([A-Z][A-Z_]*)"/g;
}

find({ no_chdir => 1, wanted => sub { push @files, $_ if /\.in$/ && !-l } }, $room);
for my $file (@files, "$room/packages.def") {
	$read{$_}{$file} = 1 for ("$file\n" . slurp($file)) =~ /@(?:(?:if|each) )?([A-Z][A-Z_]*)(?=[^\w\s]|\s[^@]?@)/g;
}

my @unknown = map { my $name = $_; map { "$_: $name" } sort keys %{ $read{$name} } } grep { !$known{$_} } sort keys %read;
is("@unknown", '', 'all names in templates are known');
my @unread = map { "$set{$_}: $_" } grep { !$read{$_} } sort keys %set;
is("@unread", '', 'all that is set is read by a template');
cmp_ok(scalar keys %read, '>', 50, 'there are names');
done_testing;
