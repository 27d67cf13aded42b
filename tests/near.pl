#!/usr/bin/perl
# perl near.pl TOLERANCE FILE FILE: fails unless the files have the same numbers, identical or as near as Numbers.pm says.
use strict;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use Numbers;

my ($tolerance, @files) = @ARGV;
my ($fault) = far_apart($tolerance, map { numbers_in($_) } @files);
print "$fault\n" if $fault;
exit defined $fault;
