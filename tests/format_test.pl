#!/usr/bin/perl
# All C is laid out as .clang-format says; `make format` lays it out. Another version of clang-format lays out in another
# way, so the test is skipped then.
use strict;
use warnings;

my $version = 14;
my ($found) = (`clang-format --version 2>/dev/null` // '') =~ /version (\d+)/;
if (($found // 0) != $version) {
    print "1..0 # SKIP clang-format $version is not installed\n";
    exit;
}

my @files = sort split /\n/, `find compiler runtime grammar tests examples -name '*.[ch]'`;
my %place;
for (`clang-format -n @files 2>&1`) {
    $place{$1} //= $2 if /^(\S+?):(\d+):\d+: warning/;
}
printf "%s 1 - the layout of %d files is that of .clang-format\n", %place ? 'not ok' : 'ok', scalar @files;
print "# $_:$place{$_}: `make format` changes it\n" for sort keys %place;
print "1..1\n";
