#!/usr/bin/perl
# MJCF: what is no number of MuJoCo's. Limits and efforts, damping on request, poses, names, imports as they read, inclusion
# in a .rig file, folders of included files, and hostile inputs. Diagnostics are the matter of wrong_test.sh over tests/grammar/mjcf.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $values = 'tests/grammar/mjcf/values';

sub model { return spew("$scratch/$_[0]", "<mujoco model=\"t\"><compiler angle=\"radian\"/>$_[1]</mujoco>\n") }

sub import_of { return qx("$rigidc" import "$_[0]" 2>"$scratch/err") }

sub joints
{
	my $info = decode_json(scalar qx("$rigidc" info "$_[0]" --json 2>/dev/null));
	return map { $_->{name} => $_ } @{$info->{joints}};
}

sub near
{
	my ($got, $wanted, $name) = @_;
	my @far = grep { abs($got->[$_] - $wanted->[$_]) > 1e-9 } 0 .. $#$wanted;
	ok(@$got == @$wanted && !@far, $name) or diag("@$got, not @$wanted");
}

# --- properties of joints ---

my %forces = joints("$values/mj_forces.xml");
near($forces{hinge}{limits}, [-60 * atan2(1, 1) / 45, 80 * atan2(1, 1) / 45], 'limits in degrees');
near($forces{hinge}{effort}, [24], 'the effort of a motor: gear times the range of its control');
near($forces{slider}{effort}, [70], 'the effort of a range with two sizes is the larger one');
my %defaults = joints("$values/mj_defaults.xml");
near($defaults{turn}{limits}, [0, 0.2], 'a slide has limits in metres, whatever angles are in');

my $two_motors = model('two.xml', '<worldbody><body name="b"><joint name="j"/><geom size="1" pos="1 0 0"/></body></worldbody>'
	. '<actuator><motor joint="j" ctrlrange="-1 1"/><motor joint="j" ctrlrange="-1 1"/></actuator>');
ok(!+{joints($two_motors)}->{j}{effort}, 'two motors give no effort');

my $shared = model('shared.xml', '<default><general forcerange="-5 5"/><default class="x"><position kp="3" forcerange="-7 7"/></default></default>'
	. '<worldbody><body name="b"><joint name="j"/><geom size="1" pos="1 0 0"/><body name="c"><joint name="k"/><geom size="1" pos="1 0 0"/></body></body></worldbody>'
	. '<actuator><motor joint="j"/><motor class="x" joint="k"/></actuator>');
my %shared = joints($shared);
near([map { @{$shared{$_}{effort}} } qw(j k)], [5, 7], 'actuators of all kinds share the defaults of a class');
my $bare = model('bare.xml', '<compiler boundmass="0.2"/><worldbody><body name="a"><joint name="j"/><geom size="1"/><frame pos="0 0 1" euler="0 40 0"><body name="b" pos="0.1 0.2 0.3" euler="30 0 0"><joint name="k"/></body></frame></body></worldbody>');
like(qx("$rigidc" import "$bare" 2>/dev/null), qr/^body b on a .*\n(?:  .*\n)*?  mass +0\.2 kg\n  com +\(0\.1, 0\.2, 0\.3\) m\n/m, 'the mass of a bound is where the body is on its parent, without frames, as MuJoCo has it');
my $part = spew("$scratch/part.xml", '<mujocoinclude><body name="arm"/></mujocoinclude>');
like(qx("$rigidc" check "$part" 2>&1), qr/:1:1: error: .* is a part of a model: read the file that includes it \[not-urdf\]$/m, 'a part alone');

for my $line (qx(cat "$values/values.jsonl")) {
	my $state = decode_json($line);
	next unless $state->{damper} && $state->{file} =~ /^mj_(defaults|tendon)/;
	my @passive = map { $state->{tau}[$_] - $state->{spring}[$_] - $state->{damper}[$_] } 0 .. $#{$state->{tau}};
	spew("$scratch/in", "@{$state->{q}} @{$state->{qd}} @{$state->{qdd}}\n");
	my @tau = split ' ', qx("$rigidc" eval "$values/$state->{file}" -f rnea --keep=damping <"$scratch/in" 2>/dev/null);
	near(\@tau, \@passive, "$state->{file}: damping on request");
}

# What MuJoCo has from 3.7 on; tests/peers compares it with MuJoCo.
my $later = model('later.xml', '<default><motor gear="5" armature="0.5" damping="0.01"/></default><worldbody><body name="b"><joint name="j" '
	. 'stiffness="3 -2 1" springref="0.5" damping="0.25 4" armature="1"/><geom size="1" pos="1 0 0"/></body></worldbody>'
	. '<actuator><motor joint="j"/><pid joint="j" gear="2"/></actuator>');
like(import_of($later), qr/^  joint   j : revolute\(z\) \{ armature 15\.5 kg m\^2; spring 3 N m\/rad at 0\.5 rad; passive 2 N m \* \(q - 0\.5 rad\)\^2 - 1 N m \* \(q - 0\.5 rad\)\^3 \}$/m,
	'armature through gears, and a spring with three coefficients');
like(scalar(qx("$rigidc" import "$later" --keep=damping 2>&1)), qr/; damping 0\.54 N m s; passive 2 N m \* .* - 4 N m s\^2 \* \(qd \* abs\(qd\)\) \}$/m,
	'damping through gears, and a damper with two coefficients');

# --- what <flag> disables ---

unlike(scalar(qx("$rigidc" import "$values/mj_flags.xml" --keep=damping 2>"$scratch/err")), qr/damping|friction|spring|limits/, 'no dampers, friction, springs and limits');
unlike(slurp("$scratch/err"), qr/force-left-out/, 'and no forces of air and gravcomp that could be left out');

my $joined = model('joined.xml', '<compiler inertiafromgeom="true" fusestatic="true"/><worldbody><body name="b"><joint axis="0 1 0"/><geom size="0.1"/>'
	. '<body name="c"><inertial pos="1 0 0" mass="1" diaginertia="1 1 1"/></body></body></worldbody>');
like(scalar qx("$rigidc" check "$joined" 2>&1), qr/warning: 1 <inertial> of bodies that fusestatic joins .* \('c'\) \[mujoco-mass\]/, 'an <inertial> that MuJoCo may drop');

# --- gravcomp: a law, unless actuators bear it; negative ones count where another is positive ---

sub held
{
	my ($gravcomp, $joint, $more) = @_;
	my $file = model('held.xml', '<worldbody><body name="b" gravcomp="' . $gravcomp . '"><joint name="j" axis="0 1 0"' . ($joint // '') . '/><geom size="0.1" pos="1 0 0" mass="2"/></body>' . ($more // '') . '</worldbody>');
	return scalar qx("$rigidc" import "$file" 2>&1);
}
like(held(0.5), qr/^wrench b_gravcomp on b \{\n  force   9\.81 N \* ez at \(1, 0, 0\) m\n\}$/m, 'gravcomp is a force at the centre of mass');
unlike(held(0.5, ' actuatorgravcomp="true"'), qr/wrench|warning/, 'gravcomp that actuators bear is a part of tau');
unlike(held(-0.5), qr/wrench|warning/, 'a negative gravcomp alone');
like(held(-0.5, '', '<body gravcomp="1"/>'), qr/force   -9\.81 N \* ez/, 'and beside another one');

my $ball = model('ball.xml', '<worldbody><body name="b"><joint name="j" type="ball" damping="0.3 0.2" frictionloss="0.5"/><geom size="1" pos="1 0 0"/></body>'
	. '<body name="c"><joint name="k" type="free" damping="0.3 0.2" frictionloss="0.5"/><geom size="1"/></body></worldbody>');
like(scalar(qx("$rigidc" import "$ball" --keep=damping 2>&1)), qr/^  joint   j : spherical \{ damping \(0\.3 N m s, 0\.3 N m s, 0\.3 N m s\); friction \(0\.5 N m, 0\.5 N m, 0\.5 N m\) at \(0\.01 rad\/s, 0\.01 rad\/s, 0\.01 rad\/s\); passive \(-\(0\.2 N m s\^2 \* \(wx \* abs\(wx\)\)\), .*$/m,
	'damping and friction of a ball on request');
like(scalar(qx("$rigidc" import "$ball" --keep=damping 2>&1)), qr/\('k'\) \[force-left-out\]$/m, 'what a free joint has along the axes of the world is left out with a warning');

# --- what is said once, and what is not said ---

my $knee = model('knee.xml', '<worldbody><body name="b"><freejoint/><geom size="1"/><body name="c"><joint name="knee" axis="0 2 1" range="-2 -1" ref="-1.5"/>'
	. '<geom size="1" pos="1 0 0"/></body></body></worldbody>');
my $said = qx("$rigidc" check "$knee" 2>&1);
is(() = $said =~ /\[axis-length\]/g, 1, 'the length of an axis is told once, though `ref` turns about it, too');
unlike($said, qr/\[pose-limits\]/, 'the pose of the file has joints beyond their limits, as the file has them');

# --- imports ---

my $import = import_of("$values/mj_several_joints.xml");
like($import, qr/^body tip_a on base at .*\n  joint   a : revolute\(z\) then \(0\.05, 0, -0\.02\) m\n\}\n\nbody tip on tip_a \{\n/m,
	'joints of one body are a chain that ends in the body');
like(import_of("$values/mj_free_ball.xml"), qr{^/// Quaternions are x y z w here, and w x y z in MuJoCo\.$}m,
	'an import says which conventions differ');
like(import_of("$values/mj_masses.xml"), qr{^// mass properties are those that <compiler> changes\nbody a }m,
	'an import says where masses were changed');
like(import_of("$values/mj_lost.xml"), qr{^// <connect>, which MuJoCo holds softly\nloop b_c : spherical from b_c_from to c$}m,
	'<connect> is a loop');
my $two = '<worldbody><body name="a"><joint name="ja" axis="0 1 0"/><geom size="0.1" pos="1 0 0"/></body>'
	. '<body name="b" pos="2 0 0" quat="1 0 1 0"><joint name="jb" axis="0 1 0"/><geom size="0.1" pos="0 0 1"/><site name="s" pos="0 0 0.5"/></body><site name="w"/></worldbody>';
sub loops_of { return join '; ', import_of(model('loops.xml', "$two$_[0]")) =~ /^(?:loop|  frame) .*$/mg }
is(loops_of('<equality><connect name="pin_1" body1="a" body2="b" anchor="1 0 0"/><connect name="pin_2" body1="a" body2="b" anchor="1 0.2 0"/></equality>'),
	'  frame   pin_from at (1, 0, 0) m;   frame   "s" at (0, 0, 0.5) m;   frame   pin_to at (0, 0, -1) m; loop pin : revolute(y) from pin_from to pin_to',
	'two <connect> of the same bodies are a hinge');
is(loops_of('<equality><connect body1="a" body2="b" anchor="1 0 0"/><connect body1="b" body2="a" anchor="0 0.2 -1"/></equality>') =~ s/.*; //r,
	'loop a_b : revolute(y) from a_b_from to a_b_to', 'bodies in the other order too');
is(() = loops_of('<equality><connect body1="a" body2="b" anchor="1 0 0"/><connect body1="a" body2="b" anchor="1 0 0"/></equality>') =~ /spherical/g, 2,
	'twice the same point is no hinge');
is(() = loops_of('<equality><connect body1="a" body2="b" anchor="1 0 0"/><connect body1="a" body2="b" anchor="1 1 0"/>'
	. '<connect body1="a" body2="b" anchor="1 0 1"/></equality>') =~ /spherical/g, 3, 'three points are no hinge');
is(loops_of('<equality><weld body1="a" body2="b" torquescale="0" anchor="0 0 -1"/></equality>'),
	'  frame   a_b_from at (1, 0, 0) m;   frame   "s" at (0, 0, 0.5) m;   frame   a_b_to at (0, 0, -1) m; loop a_b : spherical from a_b_from to a_b_to',
	'a weld without torques is a point');
like(loops_of('<worldbody><site name="hook" pos="2.5 0 0"/></worldbody><equality><weld site1="s" site2="hook" torquescale="0"/></equality>'),
	qr/loop b_world : spherical from "s" to hook$/, 'of sites too');
like(loops_of('<equality><weld body1="a" body2="b" relpose="1 0 0 1 0 1 0" anchor="0 0 -1"/></equality>'),
	qr/frame   a_b_from at \(1, 0, 0\) m, .*frame   a_b_to at \(0, 0, -1\) m/, 'relpose is the place of the anchor on the first body');
like(loops_of('<equality><weld body1="a" body2="b" torquescale="0.1"/></equality>'), qr/loop a_b : fixed from/, 'a weld with torques is fixed');
my $rod = '<tendon><spatial name="rod"><site site="w"/><site site="s"/></spatial><fixed name="sum"><joint joint="ja" coef="1"/></fixed></tendon>';
is(loops_of("$rod<equality><tendon tendon1=\"rod\" polycoef=\"-0.25\"/></equality>") =~ s/.*; //r, 'loop rod : distance(2.25 m) from w to "s"',
	'a tendon between two sites that keeps its length');
unlike(slurp("$scratch/err"), qr/'rod'.*element-ignored/, 'is not told to be without a force');
is(loops_of("$rod<equality><tendon tendon1=\"sum\"/></equality>") =~ /loop /, '', 'a fixed tendon is no loop');
like(slurp("$scratch/err"), qr/\[loop-left-out\]/, 'and is left out with a warning');
like(import_of("$values/mj_names.xml"), qr/^  frame   "link\.2\/b_site"$/m, 'a site with the name of its body');
like(import_of("$values/mj_names.xml"), qr/^pose home \{ body1_1 = 0\.1 rad; body1_2 = 0\.2 rad; body1 = 0\.3 rad \}$/m,
	'a keyframe is a pose');
like(import_of("$values/mj_names.xml"), qr/^pose key1 \{ body1 = 1 rad \}$/m, 'a keyframe without a name');
like(import_of(model('turn.xml', '<worldbody><body name="b" quat="1 0 0 1"><joint/><geom size="1" pos="1 0 0"/></body></worldbody>')),
	qr/^body b on world at rz\(90 deg\) \{$/m, 'a quarter turn by a quaternion');
unlike(import_of(model('disabled.xml', '<option><flag passive="disable"/></option><worldbody><body name="b"><joint stiffness="3"/>'
	. '<geom size="1" pos="1 0 0"/></body></worldbody>')), qr/spring/, 'without passive forces there are no springs');
like(import_of(model('still.xml', '<option><flag gravity="disable"/></option><worldbody/>')), qr/^gravity \(0, 0, 0\)/m,
	'no gravity');
like(import_of(model('marker.xml', '<worldbody><body name="b"><joint/><geom size="1" pos="1 0 0"/><body name="tip" pos="2 0 0"/></body></worldbody>')),
	qr/^  frame   tip at \(2, 0, 0\) m$/m, 'a body without mass is a frame');

# --- <attach> and <replicate> ---

my $one_ball = '<body name="ball"><joint name="j"/><geom size="0.1" pos="1 0 0"/></body>';
sub bodies_of { return join ' ', import_of(model('copies.xml', $_[0])) =~ /^body (\S+)/mg }
is(bodies_of("<worldbody><replicate count=\"10\">$one_ball</replicate></worldbody>"), join(' ', map { "ball0$_" } 0 .. 9), 'suffixes have as many digits as the count');
is(bodies_of("<worldbody><replicate count=\"2\" sep=\"_\"><replicate count=\"2\" sep=\"-\">$one_ball</replicate></replicate></worldbody>"),
	'"ball-0_0" "ball-1_0" "ball-0_1" "ball-1_1"', 'the suffix of the inner one is first');
is(bodies_of("<worldbody>$one_ball<replicate count=\"2\"><attach body=\"ball\" prefix=\"p_\"/></replicate></worldbody>"), 'ball p_ball0 p_ball1', 'attached in a replica');
is(bodies_of("<worldbody><frame name=\"f\">$one_ball</frame><attach frame=\"f\" prefix=\"p_\"/><attach frame=\"p_f\" prefix=\"q_\"/></worldbody>"),
	'ball p_ball q_p_ball', 'a frame that is a copy may be attached');
like(import_of(model('classes.xml', '<default><default class="x"><geom size="0.5"/></default></default><worldbody><frame childclass="x"><body name="a"><joint/>'
	. '<geom pos="1 0 0"/></body></frame><frame pos="3 0 0"><attach body="a" prefix="p_"/></frame></worldbody>')), qr/^body p_a on world at \(3, 0, 0\) m \{\n.*\n  solid   sphere\(1000 kg\/m\^3, 0\.5 m\)/m,
	'a body keeps the class around it where it is attached');
like(import_of("$values/mj_attach.xml"), qr/^pose r_bent \{ lift = 0\.2 m; l_hip = 0\.4 rad; l_f_ankle = 10 deg; r_hip = 0\.5 rad; r_knee = -0\.6 rad; r_f_ankle = 0\.7 rad; m_hip/m,
	'a keyframe of an attached model leaves other joints where the file has them');
like(import_of("$values/mj_attach.xml"), qr/^  joint   r_f_ankle : revolute\(y\) \{ limits \(-30, 40\) deg; idle \}$/m, 'an attached model has its own unit of angles');
like(import_of("$values/mj_replicate.xml"), qr/^  joint   lift2 : revolute\(y\) \{ spring 2 N m\/rad; effort 2 N m \}$/m, 'an actuator for each replica');
my $wide = model('wide.xml', "<worldbody><replicate count=\"3\">" . ('<body><joint/><geom size="0.1" pos="1 0 0"/>' x 300) . ('</body>' x 300) . '</replicate></worldbody>');
is(qx("$rigidc" check "$wide" 2>&1), '', 'replicas that are 300 bodies deep');
like(qx("$rigidc" check "$values/mj_attach.xml" --json 2>&1), qr/"file": "[^"]*parts\/leg\.xml"/, 'messages name the attached file');

spew("$scratch/moon.xml", '<mujoco model="moon"><option gravity="0 0 -1.62"><flag equality="disable"/></option><worldbody><body name="b"><joint/><geom size="0.1" pos="1 0 0"/></body></worldbody></mujoco>');
sub moon { return model('base.xml', "$_[0]<asset><model file=\"moon.xml\"/></asset><worldbody><attach model=\"moon\" prefix=\"a_\"/></worldbody>") }
unlike(import_of(moon('')), qr/^gravity/m, 'gravity of an attached model does not count');
like(slurp("$scratch/err"), qr/ note: 1 attached model with another gravity or other flags: .* \('moon'\) \[element-ignored\]$/m, 'with a note');
like(import_of(moon('<compiler conflict="merge"/>')), qr/^gravity \(0, 0, -1\.62\) m\/s\^2$/m, 'unless it is merged');
unlike(slurp("$scratch/err"), qr/attached model/, 'without a note');
like(import_of(moon('<compiler conflict="merge"/><option gravity="0 0 -3"/>')), qr/^gravity \(0, 0, -3\) m\/s\^2$/m, 'and if the file has none');

# --- geoms with names ---

my $foot = model('foot.xml', '<default><default class="f"><geom size="0.02" pos="0 0 -0.2"/></default></default><worldbody><geom name="floor" type="plane" size="1 1 1"/>'
	. '<body name="leg"><freejoint align="true"/><site name="toe"/><frame pos="0.1 0 0"><geom name="foot" class="f"/></frame><geom name="toe" class="f"/><geom class="f"/>'
	. '<geom name="leg" type="capsule" size="0.01" fromto="0 0 0 0.2 0 0"/></body></worldbody>');
my @frames = map { "$_->{name} on $_->{body}" } @{decode_json(scalar qx("$rigidc" info "$foot" --json 2>/dev/null))->{frames}};
is("@frames", 'toe on leg foot on leg toe_geom on leg leg_geom on leg', 'a geom with a name is a frame of its body');
sub place_of { return [split ' ', qx(echo 0 0 0 0 0 0 1 | "$rigidc" eval "$foot" -f "fk:$_[0]" $_[1] 2>/dev/null)]->@[9 .. 11] }
sub between { my ($a, $b) = map { [place_of($_, '')] } @_; return sqrt(($a->[0] - $b->[0]) ** 2 + ($a->[1] - $b->[1]) ** 2 + ($a->[2] - $b->[2]) ** 2) }
near([between('toe', 'foot'), between('toe', 'leg_geom')], [sqrt(0.05), 0.1], 'at its place, also in a body whose frame is aligned');
is(scalar(my @jacobian = split ' ', qx(echo 0 0 0 0 0 0 1 | "$rigidc" eval "$foot" --contact=foot=foot -f jac:foot 2>/dev/null)), 18, 'a contact of an option with the name of its frame: its rows');
is(join(' ', place_of('foot', '--contact=foot=foot')), join(' ', place_of('foot', '')), 'and the place of the frame');
like(scalar(qx("$rigidc" check "$foot" --contact=foot=toe 2>&1)), qr/: error: 'foot' is given twice \[duplicate\]$/m, 'another frame keeps its name');

# --- files ---

mkdir "$scratch/inner";
mkdir "$scratch/beside";
spew("$scratch/inner/arm.xml", '<x><body name="arm"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0 0 1"/></body></x>');
spew("$scratch/beside/arm.xml", '<x><body name="arm"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0 0 1"/></body></x>');
my $whole = model('whole.xml', '<worldbody><include file="inner/arm.xml"/></worldbody>');
like(qx(echo 0 | "$rigidc" eval "$whole" -f gravity 2>&1), qr/^-?0$/, 'a file below the folder of the model');
like(qx("$rigidc" compile "$whole" -MD -o "$scratch/whole.h" 2>&1; cat "$scratch/whole.h.d"), qr{inner/arm\.xml}, '-MD names included files');
spew("$scratch/inner/nested.xml", '<x><include file="hidden.xml"/></x>');
spew("$scratch/inner/hidden.xml", '<x><body name="inner"><joint/><geom size="0.1"/></body></x>');
my $nested = model('nested.xml', '<worldbody><include file="inner/nested.xml"/></worldbody>');
like(qx("$rigidc" info "$nested" 2>&1), qr/\binner\b/, 'a file beside the file that includes it');
spew("$scratch/hidden.xml", '<x><body name="outer"><joint/><geom size="0.1"/></body></x>');
like(qx("$rigidc" info "$nested" 2>&1), qr/\bouter\b/, 'one beside the main file comes first');
spew("$scratch/beside/ball.xml", '<mujoco><compiler meshdir="../meshes"/><asset><mesh name="m" file="tetrahedron.obj"/></asset><worldbody><body name="ball"><joint/>'
	. '<geom type="mesh" mesh="m"/></body></worldbody></mujoco>');
mkdir "$scratch/meshes";
spew("$scratch/meshes/tetrahedron.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
my $outside = spew("$scratch/inner/outside.xml", '<mujoco><asset><model name="ball" file="../beside/ball.xml"/></asset><worldbody><include file="../beside/arm.xml"/>'
	. '<attach model="ball" prefix="a_"/></worldbody></mujoco>');
is(qx("$rigidc" check "$outside" 2>&1), '', 'files that are named by ../ may lie outside of the folder');
symlink '../beside/arm.xml', "$scratch/inner/link.xml";
like(scalar(qx("$rigidc" check "@{[spew("$scratch/inner/linked.xml", '<mujoco><worldbody><include file="link.xml"/></worldbody></mujoco>')]}" 2>&1)),
	qr/: error: cannot include "link\.xml": it lies neither in the folder of the model nor in one of -I \[include\]$/m, 'a link may not lead out');
like(scalar(qx("$rigidc" check "@{[spew("$scratch/inner/whole.xml", qq(<mujoco><worldbody><include file="$scratch/beside/arm.xml"/></worldbody></mujoco>))]}" 2>&1)),
	qr/: error: cannot include ".*": it lies neither/, 'nor may a whole path');
like(scalar(qx("$rigidc" check "@{[spew("$scratch/inner/outside.rig", qq(model t\ninclude "../beside/part.rig"\n))]}" 2>&1)) . spew("$scratch/beside/part.rig", "const a = 1\n"),
	qr/: error: cannot include/, 'nor may an include of the language');
spew("$scratch/inner/of_mjcf.rig", qq(model t\ninclude "outside.xml"\ninclude "../beside/part.rig"\n));
is(() = qx("$rigidc" check "$scratch/inner/of_mjcf.rig" 2>&1) =~ /cannot include/g, 1, 'also after an MJCF file');

spew("$scratch/hand.xml", '<mujoco><worldbody><body name="hand"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0 0 1"/></body></worldbody></mujoco>');
my $rig = spew("$scratch/whole.rig", qq(model whole\ninclude "hand.xml"\nbody ball on hand at (0, 0, 1 m) { joint : revolute(x); mass 1 kg; com (0, 1, 0) m }\n));
like(qx("$rigidc" info "$rig" 2>&1), qr/^whole: 2 moving bodies/m, 'a .rig file includes an MJCF file');
like(qx("$rigidc" check - <"$scratch/hand.xml" 2>&1; echo \$?), qr/^0$/m, 'an MJCF file from standard input');
like(qx("$rigidc" --list=formats), qr/^mjcf +\.xml +XML in <mujoco> +--base --keep=damping --keep=actuators --muscles$/m, 'the list of formats');

is(() = qx("$rigidc" check "@{[model('elsewhere.xml', '<worldbody><include file="https://x.org/a.xml"/><include file="package://a/b.xml"/></worldbody>')]}" 2>&1)
	=~ /^.*: error: cannot include ".*": nothing is fetched from elsewhere \[include\]$/mg, 2, 'files of other machines and of packages');

# --- meshes ---

# A box of 0.2 x 0.4 x 0.6 m as triangles, by the numbers of its corners: x, y and z of corner k are its bits.
my @triangles = ([0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]);
sub corner { my $k = shift; return (0.2 * (($k & 1) - 0.5), 0.4 * (($k >> 1 & 1) - 0.5), 0.6 * (($k >> 2) - 0.5)) }
sub stl { return 'x' x 80 . pack('V', scalar @_) . join '', map { pack('f<12 v', 0, 0, 0, (map { corner($_) } @$_), 0) } @_ }
sub obj { return join '', (map { sprintf "v %g %g %g\n", corner($_) } 0 .. 7), map { 'f ' . join(' ', map { $_ + 1 } @$_) . "\n" } @_ }
sub of_geom { return model($_[0], $_[1] . '<worldbody><body name="b"><joint axis="1 2 3"/><geom ' . $_[2] . ' pos="0.1 0.2 0.3" euler="1 2 3"/></body></worldbody>') }
sub tau { return [split ' ', qx(echo 0.3 0.4 0.5 | "$rigidc" eval "$_[0]" -f rnea 2>"$scratch/err")] }

my $tau = tau(of_geom('box.xml', '', 'type="box" size="0.1 0.2 0.3"'));
is(scalar @$tau, 1, 'a box');
for (['box.stl', stl(@triangles), 1e-6], ['box.obj', obj(@triangles), 1e-12]) {
	my ($name, $bytes, $within) = @$_;
	spew("$scratch/$name", $bytes);
	my $mesh = tau(of_geom('mesh.xml', qq(<asset><mesh name="m" file="$name"/></asset>), 'type="mesh" mesh="m"'));
	ok(@$mesh && abs($mesh->[0] - $tau->[0]) < $within * abs $tau->[0], "$name is as heavy as the box");
}
ok(abs(tau(of_geom('mesh.xml', '<compiler strippath="true"/><asset><mesh name="m" file="far/away/box.obj"/></asset>', 'type="mesh" mesh="m"'))->[0] - $tau->[0]) < 1e-12 * abs $tau->[0], 'a mesh without the folders of its name');
my $inline = 'vertex="' . join(' ', map { corner($_) } 0 .. 7) . '" face="' . join(' ', map { @$_ } @triangles) . '"';
my $in_file = tau(of_geom('mesh.xml', qq(<asset><mesh name="m" $inline/></asset>), 'type="mesh" mesh="m"'));
ok(@$in_file && abs($in_file->[0] - $tau->[0]) < 1e-12 * abs $tau->[0], 'a mesh in the file is as heavy as the box');
for (['face="0 1 8 0 0 0"', 'other numbers'], ['face="0 1"', 'other numbers'], ['face="0 1 0.5"', 'other numbers'], ['face="0 1 2 1 3 2"', 'has no volume']) {
	my ($face, $what) = @$_;
	tau(of_geom('mesh.xml', '<asset><mesh name="m" ' . ($inline =~ s/face=".*"/$face/r) . '/></asset>', 'type="mesh" mesh="m"'));
	like(slurp("$scratch/err"), qr/$what.* \[mesh-mass\]$/m, "a mesh in the file with '$face': an error");
}
my %faulty = (
	'cut.stl' => [substr(stl(@triangles), 0, 400), 'no binary STL'],
	'short.stl' => ['solid', 'no binary STL'],
	'text.stl' => ["solid a\n" . ' ' x 200, 'no binary STL'],
	'empty.obj' => ['', 'it has no points'],
	'flat.obj' => ["v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n", 'in a plane'],
	'beyond.obj' => ["v 0 0 0\nf 1 2 3\n", 'no OBJ'],
	'words.obj' => ["v a b c\n", 'no OBJ'],
	'nan.obj' => [obj(@triangles) =~ s/0\.1/nan/r, 'no OBJ'],
	'large.obj' => [obj(@triangles) =~ s/0\.1/1e999/r, 'beyond double'],
	'hull.dae' => ['', 'only binary .stl, .obj and .msh'],
	'short.msh' => ['x' x 15, 'no MSH'],
	'long.msh' => [pack('V4', 4, 0, 0, 0) . 'x' x 52, 'no MSH'],
	'beyond.msh' => [pack('V4 x48 V3', 4, 0, 0, 1, 0, 1, 4), 'no MSH'],
	'huge.msh' => [pack('V4', (0xffffffff) x 4), 'no MSH'],
	'../outside.stl' => ['', 'there is no such file'],
);
for (sort keys %faulty) {
	spew("$scratch/$_", $faulty{$_}[0]) unless /\.\./;
	tau(of_geom('mesh.xml', qq(<asset><mesh name="m" file="$_"/></asset>), 'type="mesh" mesh="m"'));
	like(slurp("$scratch/err"), qr/\Q$faulty{$_}[1]\E.* \[mesh-mass\]$/m, "$_: an error");
}

# --- meshes that are mirrored, and hollow ---

for my $scale ('1 -1 1', '-1 1 1', '1 1 -1', '-1 -1 -1', '-1 -1 1') {
	my $mesh = tau(of_geom('mesh.xml', qq(<asset><mesh name="m" file="box.stl" scale="$scale"/></asset>), 'type="mesh" mesh="m"'));
	ok(@$mesh && abs($mesh->[0] - $tau->[0]) < 1e-6 * abs $tau->[0], "the box is its own mirror image, scale $scale");
}
# A file is read once, for any number of geoms and assets: at most 1000 files are read.
sub mass_of { return (split ' ', qx(echo 0 | "$rigidc" eval "$_[0]" -f com 2>"$scratch/err"))[0] // 0 }
for (['geoms', 1], ['assets', 1100]) {
	my ($what, $assets) = @$_;
	my $list = join '', map { qq(<mesh name="m$_" file="box.stl" scale="1 1 @{[$_ % 2 ? -1 : 1]}"/>) } 1 .. $assets;
	my $geoms = join '', map { qq(<geom type="mesh" mesh="m@{[1 + $_ % $assets]}"/>) } 1 .. 1100;
	my $mass = mass_of(model('many.xml', "<asset>$list</asset><worldbody><body><joint/>$geoms</body></worldbody>"));
	ok(abs($mass - 1100 * 48) < 0.1, "1100 $what of one file") or diag slurp("$scratch/err");
}
# Prism over an L of three squares: numbers of MuJoCo 3.3.8 are 4.8 kg for inertia="exact", 4.99358 kg for its default.
spew("$scratch/ell.obj", slurp('tests/grammar/mjcf/parts/ell.obj'));
sub ell { return of_geom('ell.xml', qq(<asset><mesh name="m" file="ell.obj" $_[0]/></asset>), 'type="mesh" mesh="m"') }
for my $scale ('1 1 1', '1 1 -1') {
	ok(abs(mass_of(ell(qq(scale="$scale"))) - 4.8) < 1e-12, "an L has the mass of three squares, scale $scale");
	like(slurp("$scratch/err"), qr/'m' more than once: its volume is 4.03 % larger there \[hollow-mesh\]$/m, 'MuJoCo has another one by default');
}
ok(abs(mass_of(ell('inertia="exact"')) - 4.8) < 1e-12, 'that of MuJoCo\'s exact');
unlike(slurp("$scratch/err"), qr/hollow-mesh/, 'without a warning');

# The tetrahedron of unit edges, without its largest face; and what MuJoCo 4 has.
my @corners = ([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.25, 0.25, 0.25]);
my @sides = ([0, 2, 1], [0, 1, 3], [0, 3, 2]);
sub open_mesh { return of_geom('open.xml', '<asset><mesh name="m" vertex="' . join(' ', map { @$_ } @corners) . "\" $_[0]/></asset>", 'type="mesh" mesh="m"') }
my $open = 'face="' . join(' ', map { @$_ } @sides) . '"';
my $inward = 'face="' . join(' ', map { reverse @$_ } @sides, [1, 2, 3]) . '"';
for ([$open, 1000 / 9], [$inward, 1000 / 6], ["$open inertia=\"exact\"", 1000 / 9], ["$open inertia=\"convex\"", 1000 / 6], ["$open inertia=\"shell\"", 1500], ['', 1000 / 6]) {
	my ($mesh, $mass) = @$_;
	ok(abs(mass_of(open_mesh($mesh)) - $mass) < 1e-9, "a mesh with '$mesh' has $mass kg");
}
mass_of(open_mesh($open));
like(slurp("$scratch/err"), qr/: warning: 1 mesh with faces that do not close: .* \('m'\) \[mujoco-mass\]$/m, 'a warning of open meshes');
mass_of(open_mesh("$inward inertia=\"exact\""));
like(slurp("$scratch/err"), qr/'m': its faces look inward \[mesh-mass\]$/m, 'faces that look inward are an error if they are to be exact');
mass_of(open_mesh('face="0 2 1 0 1 3 0 2 1" inertia="exact"'));
like(slurp("$scratch/err"), qr/'m': faces that share an edge look to different sides \[mesh-mass\]$/m, 'so are faces of one edge that look to different sides');
spew("$scratch/open.msh", pack('V4', 5, 0, 0, 3) . pack('f<15', map { @$_ } @corners) . pack('V9', map { @$_ } @sides));
ok(abs(mass_of(of_geom('open.xml', '<asset><mesh name="m" file="open.msh"/></asset>', 'type="mesh" mesh="m"')) - 1000 / 9) < 1e-9, 'an MSH');
spew("$scratch/open.msh", pack('V4', 5, 5, 5, 0) . pack('f<40', (map { @$_ } @corners), (0) x 25));
ok(abs(mass_of(of_geom('open.xml', '<asset><mesh name="m" file="open.msh"/></asset>', 'type="mesh" mesh="m"')) - 1000 / 6) < 1e-9, 'an MSH without faces, with normals and textures');
spew("$scratch/ball.obj", join '', map { my $z = 2 * ($_ + 0.5) / 5000 - 1; my $r = sqrt(1 - $z * $z); sprintf "v %.17g %.17g %.17g\n", $r * cos(2.4 * $_), $r * sin(2.4 * $_), $z } 0 .. 4999);
ok(abs(mass_of(of_geom('ball.xml', '<asset><mesh name="m" file="ball.obj"/></asset>', 'type="mesh" mesh="m"')) / (4000 / 3 * atan2(0, -1)) - 1) < 2e-3, 'the hull of 5000 points of a ball');
my $fixed = model('fixed.xml', '<asset><mesh name="m" file="none.stl"/></asset><worldbody><body name="base"><geom type="mesh" mesh="m"/><body name="b"><joint/><geom size="0.1" pos="1 0 0"/></body></body></worldbody>');
like(scalar(qx("$rigidc" check "$fixed" 2>&1)), qr/^\S+ note: 1 mesh of bodies fixed on the world: .* \('base'\) \[element-ignored\]$/m, 'a mesh of a body fixed on the world is not read');
like(scalar(qx("$rigidc" check --base=free "$fixed" 2>&1)), qr/'m': there is no such file \[mesh-mass\]$/m, 'but where the base is free');

# Two tetrahedra in two groups, and a block with a bent top: MuJoCo 3.14 has 166.667 kg and 1150 kg.
my $tetrahedra = "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\n f 1 2 4\nf 1 4 3\nf 2 3 4\ng b\nv 2 0 0\nv 3 0 0\nv 2 1 0\nv 2 0 1\nf 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";
spew("$scratch/ell.obj", $tetrahedra);
ok(abs(mass_of(ell('inertia="exact"')) - 1000 / 6) < 1e-9, 'the first group of an OBJ alone has a mass');
like(slurp("$scratch/err"), qr/'m' alone: 4 faces of others are left out \[mujoco-mass\]$/m, 'a warning counts the faces of others');
spew("$scratch/ell.obj", $tetrahedra =~ s/^g b\n/usemtl b\n/mr);
ok(abs(mass_of(ell('inertia="exact"')) - 1000 / 3) < 1e-9, 'a material begins no group');
unlike(slurp("$scratch/err"), qr/mujoco-mass/, 'and needs no warning');
sub block { return "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 .5\nv 1 0 .5\nv $_[0]\nv 0 2 .5\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n" }
spew("$scratch/ell.obj", block('1.3 2.4 .7'));
ok(abs(mass_of(ell('inertia="exact"')) - 1150) < 1e-9, 'quads are cut along the shorter diagonal, as in MuJoCo 3.14');
like(slurp("$scratch/err"), qr/'m' are not plane: .* by up to 13 %, .* \[mujoco-mass\]$/m, 'a warning has the share of the volume');
spew("$scratch/ell.obj", block('1 2 .5'));
ok(abs(mass_of(ell('inertia="exact"')) - 1000) < 1e-9, 'a block');
unlike(slurp("$scratch/err"), qr/mujoco-mass/, 'with plane faces needs none');
my $field = '<asset><hfield name="h" nrow="2" ncol="2" size="1 2 0.8 0.6" elevation="0 1 1 0"/></asset><worldbody><body name="b"><joint axis="0 1 0"/><geom size="0.1" pos="1 0 0"/>';
like(import_of(model('field.xml', "$field<geom type=\"hfield\" hfield=\"h\" pos=\"0 0 1\"/></body></worldbody>")),
	qr/^  solid   box\(1000 kg\/m\^3, 2 m, 4 m, 1 m\) at \(0, 0, 1\) m$/m, 'a field of heights that moves has the mass of a box');
import_of(model('field.xml', "$field<geom type=\"hfield\" hfield=\"k\"/></body></worldbody>"));
like(slurp("$scratch/err"), qr/there is no hfield 'k' \[unknown-reference\]$/m, 'a field of heights that is not there');

my $unread = of_geom('mesh.xml', '<asset><mesh name="m" file="none.stl"/></asset>', 'type="mesh" mesh="m" mass="0"');
unlike(import_of($unread) . slurp("$scratch/err"), qr/mesh-mass/, 'a mesh is read only if a mass depends on it');

# --- hostile inputs ---

my $small = '<joint axis="0 1 0"/><geom size="0.1" pos="0 0 1"/>';
sub deep { my ($open, $close, $count, $inside) = @_; return $open x $count . $inside . $close x $count }
sub refused { my ($file, $name) = @_; return qx(ulimit -t 20; "$rigidc" check "$file" 2>&1) =~ /\[$name\]/ }

ok(refused(model('deep.xml', '<worldbody>' . deep('<frame>', '</frame>', 1001, '') . '</worldbody>'), 'too-deep'), 'frames more than 1000 deep');
is(system('ulimit -t 20; "' . $rigidc . '" check "' . model('frames.xml', '<worldbody>'
	. deep('<frame pos="0.001 0 0" euler="0.01 0 0">', '</frame>', 900, "<body>$small</body>" x 300) . '</worldbody>')
	. '" 2>/dev/null'), 0, 'bodies in 900 frames');
is(system('ulimit -t 20; "' . $rigidc . '" check "' . model('bodies.xml', '<worldbody>'
	. deep("<body>$small", '</body>', 900, '') . '</worldbody>') . '" 2>/dev/null'), 0, '900 bodies in each other');
my $classes = join '', map { qq(<default class="c$_"><joint armature="0.1"/>) } 1 .. 900;
is(system('ulimit -t 20; "' . $rigidc . '" check "' . model('classes.xml', "<default>$classes" . '</default>' x 900 . '</default><worldbody>'
	. qq(<body childclass="c900">$small</body>) x 300 . '</worldbody>') . '" 2>/dev/null'), 0, '900 classes in each other');
ok(refused(model('huge.xml', "<worldbody><body pos=\"1e400 0 0\">$small</body></worldbody>"), 'number-range'), 'a number beyond double');
ok(refused(model('axis.xml', '<worldbody><body><joint axis="1e-400 0 0"/><geom size="1"/></body></worldbody>'), 'zero-axis'), 'an axis too short for double');
ok(refused(spew("$scratch/type.xml", '<!DOCTYPE mujoco [<!ENTITY a "b">]><mujoco/>'), 'xml-doctype'), 'a document type');
like(qx("$rigidc" check "$scratch/type.xml" 2>&1), qr/no place in an MJCF file/, 'a document type with declarations hides no root');
spew("$scratch/a.xml", '<x><include file="b.xml"/></x>');
spew("$scratch/b.xml", '<x><include file="a.xml"/></x>');
ok(refused(model('circle.xml', '<include file="a.xml"/>'), 'include'), 'files that include each other');

done_testing();
