#!/usr/bin/perl
# MJCF with --keep=actuators: the forces of inputs beside those of MuJoCo 4.0 (actuators/values.jsonl: qfrc_actuator of the actuators that
# become inputs, in the axes of velocities here), names, units, and what is left out.
use strict;
use warnings;
use lib 'tests';
use JSON::PP;
use Test::More;
use Evaluated;
use Shell;

my $models = 'tests/grammar/actuators';

# --- forces ---

for my $line (split /\n/, slurp("$models/values.jsonl")) {
	my %v = %{ decode_json($line) };
	my $model = "$models/$v{model}.xml";
	my @state = (@{ $v{q} }, @{ $v{qd} }, (0) x @{ $v{qd} });
	my @given = (@{ $v{u} }, @{ $v{s} // [] });
	my @with = result($model, 'rnea', '--keep=actuators', [ @state, @given ]);
	my @without = result($model, 'rnea', '', \@state);
	near([ map { $without[$_] - $with[$_] } 0 .. $#with ], $v{tau}, 1e-13, "$v{model}: forces of its inputs");
	near([ result($model, 'rates', '--keep=actuators', [ @{ $v{q} }, @{ $v{qd} }, @given ]) ], $v{sd}, 1e-13, "$v{model}: rates of its activations") if $v{sd};
}

# --- names and units ---

my $arm = `$rigidc import $models/arm.xml --keep=actuators 2>$scratch/err`;
like($arm, qr/^input push: N m$/m, 'a motor of a hinge takes a moment');
like($arm, qr/^input shoulder_control: rad$/m, 'a servo with the name of its joint takes an angle, and another name');
like($arm, qr/^input soft: m$/m, 'one of a slide takes a length');
like($arm, qr/^input plain: m\/s$/m, 'a velocity');
like($arm, qr/^input from_servo$/m, 'a general actuator takes a number');
like($arm, qr/^input motor: N m$/m, 'an actuator without a name has that of its kind');
like(slurp("$scratch/err"), qr/2 actuators with a range of control or force: the range does not bound the input \('push', 'brake'\)/, 'a range is told')
	or diag($arm);
my $drone = `$rigidc import $models/drone.xml --keep=actuators 2>$scratch/err`;
like($drone, qr/^input v_control$/m, 'the name of a velocity in laws is none of an input');
like($drone, qr/^wrench motor on t1 \{\n  force   motor \* \(0, 0, 1\) N\n  moment  motor \* \(0, 0, 0\.02\) N m\n\}/m, 'an actuator of a site is a wrench');
like(slurp("$scratch/err"), qr/warning: 3 actuators: left out: .*\('lag', 'ratio', 'seen'\)/, 'what is left out is told');
unlike($drone, qr/lag|ratio|seen/, 'and left out');
like(`$rigidc import $models/activations.xml --keep=actuators`, qr/^input drive: m\/s\n\ninput drive_activation: m \{\n  rate    drive\n\}/m, 'an activation is a state');

my $few = spew("$scratch/few.xml", '<mujoco><option actuatorgroupdisable="2 4"/><worldbody><body><joint name="j" axis="1 0 0"/><geom size=".1"/></body></worldbody>'
	. '<actuator><position name="p" joint="j" group="2" kp="10"/><motor name="push" joint="j" group="1"/><motor name="late" joint="j" delay="0.1" nsample="10"/></actuator></mujoco>');
my $kept = `$rigidc import $few --keep=actuators 2>$scratch/err`;
is(join(' ', $kept =~ /^input (\w+)/mg), 'push', 'no inputs of idle groups and of delays');
like(slurp("$scratch/err"), qr/1 actuator: left out: .* without delay, .*\('late'\)/, 'a delay is told');
my $tendons = `$rigidc import $models/tendons.xml --keep=actuators 2>$scratch/err`;
like($tendons, qr/^input pull: N\ninput servo: m\ninput "?g"?\n/m, 'inputs of tendons are in the order of the file');
like(slurp("$scratch/err"), qr/warning: 1 actuator: left out: .*\('lost'\)/, 'that of a fixed tendon is left out');
unlike($tendons, qr/lost/, 'without an input');

my $muscles = `$rigidc import $models/muscles.xml --keep=actuators 2>$scratch/err`;
like($muscles, qr/^input biceps_activation \{\n  rate    mujoco_rate\(biceps, biceps_activation, 0\.02 s, 0\.06 s\)/m, 'the activation of a muscle is a state');
is(scalar(() = $muscles =~ /^include "laws.rig"$/mg), 1, 'functions of muscles are those of laws.rig');
is(slurp("$scratch/err"), '', 'a control from 0 to 1 is what a muscle takes');
spew("$scratch/muscles.rig", $muscles);
my @state = map { 0.1 * $_ } 1 .. 16;
near([ result("$scratch/muscles.rig", 'fd', '', \@state) ], [ result("$models/muscles.xml", 'fd', '--keep=actuators', \@state) ], 1e-15, 'a print is the same model');
for my $told ([ 'force="600" ', '' ], [ 'lengthrange="0.3 0.5"', '' ], [ 'force="600"', 'force="600" lmax="1"' ], [ 'force="600"', 'force="600" fvmax="1"' ], [ 'class="strong"/>', 'class="strong" timeconst="0.01 0"/>' ]) {
	my $file = spew("$scratch/told.xml", slurp("$models/muscles.xml") =~ s/$told->[0]/$told->[1]/r);
	like(`$rigidc check $file --keep=actuators 2>&1`, qr/left out: .*muscles that have a force and a lengthrange \('biceps'\)/, "left out: $told->[0] to '$told->[1]'");
}
like(`$rigidc check @{[ spew("$scratch/told.xml", slurp("$models/muscles.xml") =~ s/ctrlrange="0 1"/ctrlrange="0.01 1"/r) ]} --keep=actuators -Welement-ignored 2>&1`,
	qr/1 actuator with a range of control or force/, 'another range is told');

# --- several targets: MuJoCo takes the last of joint, jointinparent, tendon, slider-crank, site and body ---

for ([ 'tendon="flexor" joint="elbow"', qr/^tendon flexor .*\n  force   push$/m ], [ 'site="d" joint="elbow" tendon="flexor"', qr/^wrench push on d /m ],
	[ 'joint="elbow" jointinparent="shoulder"', qr/joint +shoulder : revolute\(z\) \{ passive push/ ], [ 'joint="elbow" cranksite="c" slidersite="a" cranklength="0.1"', undef ], [ 'joint="elbow" body="lower"', undef ]) {
	my ($target, $wanted) = @$_;
	my $kind = $target =~ /body/ ? 'general' : 'motor';
	my $file = spew("$scratch/targets.xml", slurp("$models/muscles.xml") =~ s{<actuator>.*</actuator>}{<actuator><$kind name="push" $target/></actuator>}sr);
	my $read = `$rigidc import $file --keep=actuators 2>&1`;
	$wanted ? like($read, $wanted, $target) : unlike($read, qr/^input|passive push/m, "$target: left out");
}

# --- muscles whose forces are inputs ---

$muscles = `$rigidc import $models/muscles.xml --muscles 2>$scratch/err`;
is(join('', $muscles =~ /^(input .*\n)/mg), "input biceps_force: N\ninput triceps_force: N\n", 'the force of a muscle is an input');
like($muscles, qr/^tendon flexor over a, c, d \{\n  force   -biceps_force\n\}/m, 'it pulls');
like($muscles, qr/^tendon extensor over b, e \{\n  spring  20 N\/m at 0\.2 m\n  force   -triceps_force\n\}/m, 'beside the spring of the tendon');
is(slurp("$scratch/err"), '', 'muscles of joints are as without it');
spew("$scratch/muscles.rig", $muscles);
near([ result("$scratch/muscles.rig", 'm=lengths+arms', '', [ 0.1, 0.2, 0.3 ]) ], [ result("$models/muscles.xml", 'm=lengths+arms', '--muscles', [ 0.1, 0.2, 0.3 ]) ], 1e-15, 'a print has the same lengths and arms');
my $weak = spew("$scratch/weak.xml", slurp("$models/muscles.xml") =~ s/force="600" //r);
my $both = `$rigidc import $weak --muscles --keep=actuators 2>$scratch/err`;
like($both, qr/^input biceps_force: N\n/m, 'with --keep=actuators a muscle without a force has one');
like($both, qr/^input triceps_activation/m, '  and others have their activations');
is(slurp("$scratch/err"), '', '  without a word');
spew("$scratch/muscles.xml", slurp("$models/muscles.xml"));
near([ result(spew("$scratch/including.rig", qq(model t\ninclude "muscles.xml" muscles\n)), 'arms', '', [ 0.1, 0.2, 0.3 ]) ], [ result("$models/muscles.xml", 'arms', '--muscles', [ 0.1, 0.2, 0.3 ]) ], 1e-15, 'include ... muscles');

# --- without the option, and with actuation switched off ---

unlike(`$rigidc import $models/drone.xml 2>&1`, qr/input|wrench|left out/, 'without --keep=actuators there are none');
my $off = spew("$scratch/off.xml", slurp("$models/drone.xml") =~ s/<worldbody>/<option><flag actuation="disable"\/><\/option><worldbody>/r);
unlike(`$rigidc import $off --keep=actuators 2>&1`, qr/^input|^wrench/m, 'nor with <flag actuation="disable">');
like(`$rigidc check examples/ur5.rig --keep=actuators 2>&1`, qr/--keep=actuators is for an MJCF file; a \.rig file has `input` instead/, 'a .rig file has inputs');

done_testing;
