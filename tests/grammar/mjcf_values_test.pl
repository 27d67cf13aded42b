#!/usr/bin/perl
# MJCF in numbers, against values.jsonl, which MuJoCo 3.3.8 made; those of mj_frames.xml, mj_attach.xml and mj_replicate.xml are by 3.14, where
# frames move an <inertial>; those of mj_wraps.xml by 4.0, where side sites mean something else. tests/peers/mjcf_peer_test.pl compares more with MuJoCo itself.
use strict;
use warnings;
use lib 'tests/grammar';
use JSON::PP;
use FormatValues;
use Test::More;

my $folder = 'tests/grammar/mjcf/values';

# Several geoms: MuJoCo finds principal axes to 1e-7.
my %tolerance = ('mj_geoms.xml' => 1e-6, 'mj_masses.xml' => 1e-6, 'mj_align.xml' => 1e-6, 'mj_attach.xml' => 1e-6);

my %states;
open my $values, '<', "$folder/values.jsonl" or die "$!\n";
while (<$values>) {
	my $state = decode_json($_);
	push @{$states{$state->{file}}}, $state;
}

# Springs that have no form here: those of fixed tendons.
delete $_->{spring} for @{$states{'mj_lost.xml'}};

# Friction is a constraint of MuJoCo, and a smooth force with --keep=damping.
delete $_->{damper} for @{$states{'mj_forces.xml'}};

compare_states("$folder/$_", $tolerance{$_} || 1e-9, @{$states{$_}}) for sort keys %states;

done_testing();
