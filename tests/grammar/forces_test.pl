#!/usr/bin/perl
# Models of other formats with --keep=forces: forces of coordinates and forces between places beside OpenSim 4.6, bushings beside Drake 1.51
# (forces/*.jsonl: their generalized forces), and what is told.
use strict;
use warnings;
use lib 'tests';
use JSON::PP;
use Test::More;
use Evaluated;
use Shell;

my $model = 'tests/grammar/forces/leg.osim';

# Values of a file: what the forces of a model, a function of the values, take from rnea.
sub compare
{
	my ($file, $model, $what) = @_;
	for my $line (split /\n/, slurp("tests/grammar/forces/$file")) {
		my %v = %{ decode_json($line) };
		my $of = $model->(\%v);
		my @state = (@{ $v{q} }, @{ $v{qd} }, (0) x @{ $v{qd} });
		my @with = result($of, 'rnea', '--keep=forces', \@state);
		my @without = result($of, 'rnea', '', \@state);
		near([ map { $without[$_] - $with[$_] } 0 .. $#with ], $v{tau}, 2e-13, $v{force} ? "$v{force} alone" : $what);
	}
}
compare('values.jsonl', sub { $model }, 'forces of springs and limits');

sub said { return scalar qx("$rigidc" check $_[0] 2>&1) }

like(said($model), qr/left out: 2 Thelen2003Muscle, 4 CoordinateLimitForce, 1 SpringGeneralizedForce .*help: --keep=forces takes/s, 'without the option they are left out');
like(said("$model --keep=forces"), qr/left out: 2 Thelen2003Muscle \[/, 'with it muscles alone');
my $both = spew("$scratch/both.osim", slurp($model) =~ s/<coordinate>hip_flexion</<coordinate>nowhere</r);
like(said("$both --keep=forces"), qr/left out: 2 Thelen2003Muscle, 1 SpringGeneralizedForce \[/, 'a force of no coordinate is left out');
like(said('examples/ur5.rig --keep=forces'), qr/--keep=forces is for an OpenSim model or an SDFormat file; a \.rig file has `passive` instead/, 'a .rig file has passive forces');

# --- forces between places: each alone, the others switched off ---

my $linkers = 'tests/grammar/forces/linkers.osim';
my %alone;
sub alone
{
	my $text = slurp($linkers);
	$text =~ s{(<(\w*Force|PointToPointSpring) name="(\w+)">)}{ $3 eq $_[0] ? $1 : "$1<appliesForce>false</appliesForce>" }ge;
	return spew("$scratch/$_[0].osim", $text);
}
compare('linkers.jsonl', sub { $alone{ $_[0]{force} } //= alone($_[0]{force}) });

# The print of a model includes laws.rig, and is the same model; so does a model that includes the file.
my @state = map { 0.1 * $_ } 1 .. 24;
my @whole = result($linkers, 'rnea', '--keep=forces', \@state);
system("$rigidc import $linkers --keep=forces -o $scratch/linkers.rig 2>$scratch/err") == 0 or diag(slurp("$scratch/err"));
is(scalar(() = slurp("$scratch/linkers.rig") =~ /^include "laws.rig"$/mg), 1, 'a print includes laws.rig');
near([ result("$scratch/linkers.rig", 'rnea', '', \@state) ], \@whole, 1e-15, 'and has the same forces');
spew("$scratch/copy.osim", slurp($linkers));
spew("$scratch/whole.rig", "model whole\ninclude \"copy.osim\"\ninclude \"laws.rig\"\n");
near([ result("$scratch/whole.rig", 'rnea', '--keep=forces', \@state) ], \@whole, 1e-15, 'an included model has them too');

# A bushing is a potential: its energy is that of its springs.
my $bushing = alone('bushing');
my ($kinetic, $potential) = result($bushing, 'energy', '--keep=forces', [ @state[ 0 .. 15 ] ]);
my (undef, $other) = result($bushing, 'energy', '', [ @state[ 0 .. 15 ] ]);
cmp_ok($potential - $other, '>', 1, 'the energy of a bushing');

# Bodies with offsets are its frames before version 4.
my $older = spew("$scratch/older.osim", slurp($bushing) =~ s{<socket_frame1>/bodyset/block/seat</socket_frame1><socket_frame2>/bodyset/ball/rubber</socket_frame2>}
	{<body_1>block</body_1><location_body_1>0.1 0.2 -0.3</location_body_1><orientation_body_1>0.3 -0.2 0.5</orientation_body_1><body_2>ball</body_2><location_body_2>-0.1 0.15 0.05</location_body_2><orientation_body_2>-0.1 0.4 0.2</orientation_body_2>}r);
near([ result($older, 'rnea', '--keep=forces', \@state) ], [ result($bushing, 'rnea', '--keep=forces', \@state) ], 1e-15, 'a bushing of version 3');

# --- what is told ---

my $seated = spew("$scratch/seated.osim", slurp($linkers) =~ s{<socket_body1>/bodyset/block<}{<socket_body1>/bodyset/block/seat<}r);
like(said("$seated --keep=forces"), qr/note: 1 end of springs .* on offset frames: on the frame here \('spring'\)/, 'OpenSim ignores the offset of a frame');

sub told { my ($from, $to) = @_; return scalar qx("$rigidc" check @{[ spew("$scratch/told.osim", slurp($linkers) =~ s/$from/$to/r) ]} --keep=forces -Wshapes-left-out 2>&1) }

unlike(said("$linkers --keep=forces"), qr/left out/, 'all forces are read, with their shapes');
like(told('name="rail"', 'name="rail"'), qr/^$/, 'and nothing is told');
like(told('<expression>-2\*q\*q', '<expression>delta(q)'), qr/1 force with formulas or smoothing that the language does not have: left out \('rail'\)/, 'a function that is not there');
like(told('<expression>-2\*q\*q', '<expression>-2*p'), qr/left out \('rail'\)/, 'a variable that is not there');
like(told('<expression>-2\*q\*q', '<expression>-2*(q'), qr/left out \('rail'\)/, 'a formula with a mistake');
like(told('<stiffness>1000000', '<hertz_smoothing>200</hertz_smoothing><stiffness>1000000'), qr/left out \('contact'\)/, 'other constants of a contact');
like(told('name="bushing">', 'name="bushing"><isDisabled>true</isDisabled>'), qr/1 force switched off: left out \('bushing'\)/, 'a force that is off');
like(told('<stiffness>50<', '<stifness>50<'), qr/stifness/, 'a word that is not there');
like(told('<body2>ball', '<body2>bull'), qr/error: there is no body or frame 'bull'.*did you mean 'ball'/s, 'a body that is not there');
like(told('set/floor<', 'set/flour<'), qr/error: there is no ContactHalfSpace 'flour'/, 'a shape that is not there');

like(told('<radius>[\d.]+<', '<radius>0<'), qr/2 contact forces whose radius or transition velocity is not positive: left out \('contact', 'landing'\)/, 'a sphere without a radius');
like(told('frame2>/bodyset/ball/rubber<', 'frame2>/ground<') . told('frame1>/bodyset/block/seat<', 'frame1>/ground<'), qr/^$/, 'one frame of a bushing on the ground');
spew("$scratch/ground.osim", slurp($linkers) =~ s{frame2>/bodyset/ball/rubber<}{frame2>/ground<}r =~ s{frame1>/bodyset/block/seat<}{frame1>/ground<}r);
like(said("$scratch/ground.osim --keep=forces"), qr/1 force between frames that are fixed to the ground: left out \('bushing'\)/, 'both frames on the ground');

# --- powers in formulas: whole exponents hold for any base ---

sub rail { return spew("$scratch/rail.osim", slurp($linkers) =~ s/<expression>-2\*q\*q.*?</<expression>$_[0]</sr) }
sub of_rail { my $file = rail($_[0]); return [ result($file, 'rnea', '--keep=forces', [ map { -$_ } @state ]) ] }
for ([ 'q^(4/2)', 'q*q' ], [ '(q-1)^(2^2-1)', '(q-1)*(q-1)*(q-1)' ], [ '(-2)^(4/2)*q', '4*q' ], [ '2^0.5*q', 'sqrt(2)*q' ], [ 'q^-(1+1)', '1/(q*q)' ]) {
	near(of_rail($_->[0]), of_rail($_->[1]), 1e-13, $_->[0]);
}
like(said(rail('q^101') . ' --keep=forces'), qr/with formulas or smoothing .* left out/, 'an exponent beyond 100');
like(said(rail('') . ' --keep=forces'), qr/with formulas or smoothing .* left out/, 'an empty formula');

# --- bushings of Drake ---

my $mount = 'tests/grammar/forces/mount.sdf';
compare('mount.jsonl', sub { $mount }, 'bushings of Drake');
like(said($mount), qr/warning: 2 bushings of Drake: left out .*help: --keep=forces takes bushings/s, 'without the option they are left out');
unlike(said("$mount --keep=forces"), qr/bushing/, 'with it they are not');
my $print = `$rigidc import $mount --keep=forces 2>$scratch/err`;
spew("$scratch/mount.rig", $print);
my @there = map { 0.1 * $_ } 1 .. 12;
near([ result("$scratch/mount.rig", 'rnea', '', \@there) ], [ result($mount, 'rnea', '--keep=forces', \@there) ], 1e-15, 'a print is the same model');
for my $wrong ([ 'frameA>seat', 'frameA>seet', qr/error: .*'seet'/ ], [ '<drake:bushing_frameC>d</drake:bushing_frameC>', '', qr/this <drake:linear_bushing_rpy> has no <drake:bushing_frameC>/ ],
	[ '<drake:bushing_torque_stiffness>10 20 30', '<drake:bushing_torque_stiffness>10 20', qr/error: .*drake:bushing_torque_stiffness/ ]) {
	like(said(spew("$scratch/wrong.sdf", slurp($mount) =~ s/$wrong->[0]/$wrong->[1]/r) . ' --keep=forces'), $wrong->[2], "a bushing with $wrong->[1]");
}

done_testing;
