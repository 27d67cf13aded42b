#!/usr/bin/perl
# MJCF against MuJoCo 3.3 and 3.14, of npm: files of tests/peers/mjcf and of RIGIDC_MJCF, a folder, and random models. Files of
# tests/peers/mjcf/new need the later version. RIGIDC_SEED sets the seed of random models.
use strict;
use warnings;
use lib 'tests/grammar';
use File::Temp 'tempdir';
use JSON::PP;
use FormatValues;
use Test::More;

my $modules = $ENV{RIGIDC_NODE_MODULES} || 'build/tests/peers/node_modules';
my %versions = ('3.3' => "$modules/mujoco-js/dist/mujoco_wasm.js", '3.14' => "$modules/\@mujoco/mujoco/mujoco.js");
my @there = grep { -f $versions{$_} } sort keys %versions;
plan skip_all => "neither mujoco-js nor \@mujoco/mujoco is in $modules" unless @there;
my $scratch = tempdir(CLEANUP => 1);
my $seed = $ENV{RIGIDC_SEED} || 1;
my $count = ($ENV{RIGIDC_LEVEL} || '') eq 'long' ? 100 : 20;
my @files = glob 'tests/peers/mjcf/*.xml';
push @files, glob "$ENV{RIGIDC_MJCF}/*.xml" if $ENV{RIGIDC_MJCF};
note "RIGIDC_SEED=$seed";


# Compares all files with one version of MuJoCo.
sub compare_with
{
	my ($version) = @_;
	my @given = (@files, $version eq '3.3' ? () : glob 'tests/peers/mjcf/new/*.xml');
	my (%states, @order);
	open my $peer, '-|', 'node', 'tests/peers/mjcf_peer.mjs', $versions{$version}, $seed, $scratch, $count, @given or die "$!\n";
	while (<$peer>) {
		next unless /^\{/;
		my $state = decode_json($_);
		push @order, $state->{file} unless $states{$state->{file}};
		push @{$states{$state->{file}}}, $state;
	}
	ok(close $peer, "MuJoCo $version reads all files");
	# MuJoCo finds principal axes of several geoms to 1e-7.
	compare_states($_, 1e-6, @{$states{$_}}) for @order;
}

compare_with($_) for @there;
done_testing();
