#!/usr/bin/perl
# MJCF against MuJoCo 4: files of tests/peers/mjcf and of RIGIDC_MJCF, a folder, and random models. RIGIDC_SEED sets the seed of random
# models. RIGIDC_PEER_PYTHON is a Python that has MuJoCo.
use strict;
use warnings;
use lib 'tests/grammar';
use File::Temp 'tempdir';
use JSON::PP;
use FormatValues;
use Test::More;

my $python = $ENV{RIGIDC_PEER_PYTHON} || 'build/tests/peers/dynamics/bin/python';
plan skip_all => "there is no $python: make deps-peers" unless -x $python;
my $scratch = tempdir(CLEANUP => 1);
my $seed = $ENV{RIGIDC_SEED} || 1;
my $count = ($ENV{RIGIDC_LEVEL} || '') eq 'long' ? 100 : 20;
my @files = (glob('tests/peers/mjcf/*.xml'), glob('tests/peers/mjcf/new/*.xml'));
push @files, glob "$ENV{RIGIDC_MJCF}/*.xml" if $ENV{RIGIDC_MJCF};
push @files, split /\n/, qx(node tests/peers/mjcf_random_files.mjs $seed "$scratch" $count);
note "RIGIDC_SEED=$seed";

my (%states, @order);
open my $peer, '-|', $python, 'tests/peers/mjcf_peer.py', $seed, @files or die "$!\n";
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
