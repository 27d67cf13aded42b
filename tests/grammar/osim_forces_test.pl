#!/usr/bin/perl
# OpenSim models with --keep=forces: springs and limits of coordinates beside OpenSim 4.6 (forces/values.jsonl: its generalized forces), and
# what is told.
use strict;
use warnings;
use lib 'tests';
use JSON::PP;
use Test::More;
use Evaluated;
use Shell;

my $model = 'tests/grammar/forces/leg.osim';

for my $line (split /\n/, slurp('tests/grammar/forces/values.jsonl')) {
	my %v = %{ decode_json($line) };
	my @state = (@{ $v{q} }, @{ $v{qd} }, (0) x @{ $v{qd} });
	my @with = result($model, 'rnea', '--keep=forces', \@state);
	my @without = result($model, 'rnea', '', \@state);
	near([ map { $without[$_] - $with[$_] } 0 .. $#with ], $v{tau}, 1e-13, 'forces of springs and limits');
}

sub said { return scalar qx("$rigidc" check $_[0] 2>&1) }

like(said($model), qr/left out: 2 Thelen2003Muscle, 4 CoordinateLimitForce, 1 SpringGeneralizedForce .*help: --keep=forces takes/s, 'without the option they are left out');
like(said("$model --keep=forces"), qr/left out: 2 Thelen2003Muscle \[/, 'with it muscles alone');
my $both = spew("$scratch/both.osim", slurp($model) =~ s/<coordinate>hip_flexion</<coordinate>nowhere</r);
like(said("$both --keep=forces"), qr/left out: 2 Thelen2003Muscle, 1 SpringGeneralizedForce \[/, 'a force of no coordinate is left out');
like(said('examples/ur5.rig --keep=forces'), qr/--keep=forces is for an OpenSim model; a \.rig file has `passive` instead/, 'a .rig file has passive forces');

done_testing;
