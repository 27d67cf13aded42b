#!/usr/bin/perl
# SDFormat in numbers, against values.jsonl, which libsdformat 12 and DART 6.12 made. tests/peers/sdf_test compares more with them.
use strict;
use warnings;
use lib 'tests/grammar';
use JSON::PP;
use FormatValues;
use Test::More;

my $folder = 'tests/grammar/sdf/values';
my %states;
open my $values, '<', "$folder/values.jsonl" or die "$!\n";
while (<$values>) {
	my $state = decode_json($_);
	push @{$states{$state->{file}}}, $state;
}

# Numbers are without springs: the shoulder of sd_arm.sdf has one of 8 N m/rad, at rest at 0.2 rad.
$_->{spring} = [-8 * ($_->{q}[0] - 0.2), 0] for @{$states{'sd_arm.sdf'}};

compare_states("$folder/$_", 1e-9, @{$states{$_}}) for sort keys %states;

done_testing();
