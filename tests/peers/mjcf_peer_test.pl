#!/usr/bin/perl
# MJCF against MuJoCo 3.3, of npm: files of tests/peers/mjcf and of RIGIDC_MJCF, a folder, and random models.
# RIGIDC_SEED sets their seed.
use strict;
use warnings;
use lib 'tests/grammar';
use File::Temp 'tempdir';
use JSON::PP;
use FormatValues;
use Test::More;

my $modules = $ENV{RIGIDC_NODE_MODULES} || 'build/tests/peers/node_modules';
plan skip_all => "mujoco-js is not in $modules" unless -d "$modules/mujoco-js";
my $scratch = tempdir(CLEANUP => 1);
my $seed = $ENV{RIGIDC_SEED} || 1;
my $count = ($ENV{RIGIDC_LEVEL} || '') eq 'long' ? 100 : 20;
my @files = glob 'tests/peers/mjcf/*.xml';
push @files, glob "$ENV{RIGIDC_MJCF}/*.xml" if $ENV{RIGIDC_MJCF};
note "RIGIDC_SEED=$seed";

my (%states, @order);
open my $peer, '-|', 'node', 'tests/peers/mjcf_peer.mjs', $modules, $seed, $scratch, $count, @files or die "$!\n";
while (<$peer>) {
	next unless /^\{/;
	my $state = decode_json($_);
	push @order, $state->{file} unless $states{$state->{file}};
	push @{$states{$state->{file}}}, $state;
}
ok(close $peer, 'MuJoCo reads all files');

# MuJoCo finds principal axes of several geoms to 1e-7.
compare_states($_, 1e-6, @{$states{$_}}) for @order;

done_testing();
