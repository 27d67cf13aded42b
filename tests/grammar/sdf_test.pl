#!/usr/bin/perl
# SDFormat: what is no number of DART's. Limits and efforts, damping on request, imports as they read, axes of old versions, models in
# files and folders, merged models, loops, inclusion in a .rig file, and hostile inputs. Diagnostics are the matter of wrong_test.sh
# over tests/grammar/sdf.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $values = 'tests/grammar/sdf/values';
my $mass = '<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>2</izz></inertia></inertial>';
my $base = "<link name=\"base\">$mass</link><joint name=\"post\" type=\"fixed\"><parent>world</parent><child>base</child></joint>";

# A file of a model, of a version.
sub model
{
	my ($name, $content, $version) = @_;
	$version //= '1.9';
	return spew("$scratch/$name", "<sdf version=\"$version\"><model name=\"t\">$content</model></sdf>\n");
}

sub link_of { my ($name, $more) = @_; return "<link name=\"$name\">" . ($more // '') . "$mass</link>" }

sub joint
{
	my ($name, $parent, $child, $more, $type) = @_;
	$type //= 'revolute';
	return qq(<joint name="$name" type="$type"><parent>$parent</parent><child>$child</child>$more</joint>);
}

sub axis { return "<axis><xyz>$_[0]</xyz>" . ($_[1] // '') . '</axis>' }

sub import_of { return qx("$rigidc" import "$_[0]" 2>"$scratch/err") }

sub joints
{
	my $info = decode_json(scalar qx("$rigidc" info "$_[0]" --json 2>/dev/null));
	return map { $_->{name} => $_ } @{$info->{joints}};
}

# --- joints ---

my %arm = joints("$values/sd_arm.sdf");
is_deeply($arm{shoulder}{limits}, [-1, 2], 'limits');
is_deeply($arm{shoulder}{effort}, [30], 'effort');
ok(!+{joints("$values/sd_missing.sdf")}->{j}{limits}, 'limits beyond 1e15 are none');
my $one_end = model('end.sdf', $base . link_of('b') . joint('j', 'base', 'b', axis('0 0 1', '<limit><lower>0</lower><effort>-1</effort></limit>')));
like(import_of($one_end), qr/revolute\(z\) \{ limits \(0, 1e\+?16\) rad \}/, 'limits with one end, no effort of -1');
like(import_of(model('turns.sdf', $base . link_of('b') . joint('j', 'base', 'b', axis('0 0 1', '<limit><lower>-1</lower><upper>1</upper></limit>'), 'continuous'))),
	qr/revolute\(z\)$/m, 'continuous joints have no limits');
like(import_of(model('screw.sdf', $base . link_of('b') . joint('j', 'base', 'b', axis('0 0 1') . '<screw_thread_pitch>0.01</screw_thread_pitch><thread_pitch>-40</thread_pitch>', 'screw'))),
	qr/helical\(z, 0\.00159154943091895\d* m\/rad\)/, 'a screw of 10 mm a turn: the newer pitch counts');
like(qx("$rigidc" import "$values/sd_arm.sdf" --keep=damping 2>/dev/null), qr/damping 0\.5 N m s; friction 0\.1 N m at 0\.01 rad\/s/, 'damping on request');

# An axis in the model's frame: before 1.5 always, up to 1.6 on request.
my $turned = '<pose>0 0 0 0 0 1.5707963267948966</pose>';
my $old = sub { my ($version, $more) = @_; return import_of(model('old.sdf', $base . link_of('b', $turned) . joint('j', 'base', 'b', axis('1 0 0', $more)), $version)) };
like($old->('1.4'), qr/revolute\(-y\)/, 'an axis of version 1.4 is in the model');
like($old->('1.5'), qr/revolute\(x\)/, 'an axis of version 1.5 is in the joint');
like($old->('1.6', '<use_parent_model_frame>true</use_parent_model_frame>'), qr/revolute\(-y\)/, 'use_parent_model_frame');
like($old->('1.10'), qr/revolute\(x\)/, 'version 1.10 is after 1.9');

# --- places ---

like(import_of(model('frame.sdf', $base . '<frame name="tip" attached_to="base"><pose>1 0 0 0 0 0</pose></frame><frame name="end" attached_to="tip"><pose>0 0 1 0 0 0</pose></frame>')),
	qr/^  frame   tip at \(1, 0, 0\) m\n  frame   "?end"? at \(1, 0, 1\) m$/m, 'a frame on a frame');
my $loop = $base . link_of('b') . link_of('c') . joint('j1', 'base', 'b', axis('0 0 1')) . joint('j2', 'base', 'c', axis('0 0 1'));
import_of(model('geared.sdf', $loop . joint('j3', 'b', 'c', axis('0 0 1', '<mimic joint="j1"><multiplier>2</multiplier></mimic>'))));
like(slurp("$scratch/err"), qr/1 joint with a spring, .* or <mimic>, which close loops: these properties are left out/, '<mimic> of a joint that closes a loop');
import_of(spew("$scratch/world.sdf", "<sdf version=\"1.10\"><world name=\"w\"><model name=\"m\">@{[link_of('a')]}</model><joint name=\"wj\" type=\"fixed\"><parent>world</parent><child>m</child></joint></world></sdf>"));
like(slurp("$scratch/err"), qr/warning: 1 joint of the world: left out \('wj'\)/, 'a joint of a world');
import_of(spew("$scratch/world.sdf", "<sdf version=\"1.10\"><world name=\"w\"><model name=\"m\">@{[link_of('a')]}</model></world><world name=\"v\"/><model name=\"n\">@{[link_of('b')]}</model></sdf>"));
like(slurp("$scratch/err"), qr/warning: 2 elements beside the first world: left out \('v', 'n'\)/, 'a second world, and a model beside them');
my $still = '<static>true</static>' . link_of('a');
spew("$scratch/still/model.sdf", "<sdf version=\"1.9\"><model name=\"still\">$still</model></sdf>") if mkdir "$scratch/still";
like(import_of(spew("$scratch/awake.sdf", "<sdf version=\"1.9\"><world name=\"w\"><include><uri>model://still</uri><static>false</static></include></world></sdf>")), qr/joint +: free/, '<static> of an <include> decides');
my $light = import_of(model('light.sdf', link_of('base', '<gravity>0</gravity>') . joint('weld', 'world', 'base', '', 'fixed') . link_of('b', '<gravity>false</gravity>') . joint('j', 'base', 'b', axis('0 0 1'))));
like($light, qr/^wrench b_without_gravity on b \{\n  force   [\d.]+ N \* ez/m, 'a link without gravity has a law');
unlike($light, qr/base_without_gravity/, 'unless it never moves');
like(import_of(model('same.sdf', $base . '<frame name="base"/>')), qr/^  frame   base_frame$/m, 'a frame with the name of a link');
like(import_of(model('written.sdf', $base . link_of('b', '<pose>0.1 0.2 0.30 0.4 0 0.5</pose>') . joint('j', 'base', 'b', axis('0 0 1')))),
	qr/^body b on base at \(0\.1, 0\.2, 0\.30\) m, rpy\(0\.4 rad, 0, 0\.5 rad\) \{$/m, 'a pose on the parent has the digits of the file');
like(import_of(model('ball.sdf', $base . link_of('b') . joint('j', 'base', 'b', '<pose>0 0 1 0 0 0</pose>', 'ball'))),
	qr/^body b_j on base at \(0, 0, 1\) m \{\n  joint   j : spherical\n\}\n\nbody b on b_j at \(0, 0, -1\) m \{\n  joint   : fixed$/m, 'a ball beside the origin');
like(import_of(model('free.sdf', link_of('b', '<pose>1 2 3 0 0 0</pose>'))), qr/^pose start \{ b = \(1, 2, 3, 0, 0, 0, 1\) \}$/m, 'a free link has its place in a pose');
like(qx("$rigidc" import "$scratch/free.sdf" --base=fixed 2>&1), qr/^body b on world at \(1, 2, 3\) m \{\n  joint   : fixed$/m, '--base=fixed');
like(qx("$rigidc" import "$scratch/frame.sdf" --base=free 2>&1), qr/joint   post : free$/m, '--base=free');

# --- worlds ---

my $world = sub { return spew("$scratch/world.sdf", "<sdf version=\"1.9\"><world name=\"w\">$_[0]</world></sdf>") };
like(import_of($world->("<gravity>0 0 -1.62</gravity><frame name=\"door\"><pose>1 0 0 0 0 0</pose></frame><model name=\"m\"><pose>0 0 2 0 0 0</pose>$base</model>")),
	qr/^model "m"\n\ngravity \(0, 0, -1\.62\) m\/s\^2\n\nbody base on world at \(0, 0, 2\) m \{.*^frame door on world at \(1, 0, 0\) m$/ms, 'a world: gravity, the place of the model, frames');
like(import_of($world->("<model name=\"m\">$base</model>")), qr/^gravity \(0, 0, -9\.8\) m\/s\^2$/m, 'gravity of a world that does not say it');
my $two = $world->("<model name=\"m\">$base</model><model name=\"n\">$base</model>");
like(qx("$rigidc" import --from=sdf:n "$two" 2>&1), qr/^model n$/m, '--from=sdf:NAME chooses');
like(qx("$rigidc" compile --from=sdf:n "$two" --search=none 2>/dev/null), qr/--from sdf:n\b/, 'the C says which model');

# --- files ---

mkdir "$scratch/$_" for 'hand', 'inner', 'inner/claw';
spew("$scratch/hand/model.config", '<model><name>hand</name><sdf version="1.5">old.sdf</sdf><sdf version="1.9">new.sdf</sdf></model>');
spew("$scratch/hand/new.sdf", "<sdf version=\"1.9\"><model name=\"hand\">" . link_of('palm') . '<frame name="grip"><pose>0 0 1 0 0 0</pose></frame></model></sdf>');
spew("$scratch/inner/claw/model.sdf", "<sdf version=\"1.9\"><model name=\"claw\">" . link_of('tip') . '</model></sdf>');
my $on = joint('wrist', 'base', 'left::palm', axis('0 0 1'));
my $including = model('including.sdf', $base . '<include><uri>model://hand</uri><name>left</name><pose>0 0 1 0 0 0</pose></include>' . $on);
like(import_of($including), qr/^body "left::palm" on base at \(0, 0, 1\) m \{.*^  frame   "left::grip" at \(0, 0, 1\) m$/ms, 'a folder with a model.config: the newest version');
like(qx("$rigidc" compile "$including" -MD -o "$scratch/x.h" --search=none 2>&1; cat "$scratch/x.h.d"), qr{hand/model\.config.*hand/new\.sdf}s, '-MD names the files');
like(import_of(model('placed.sdf', $base . '<include><uri>model://hand</uri><placement_frame>grip</placement_frame></include>' . joint('wrist', 'base', 'hand::palm', axis('0 0 1')))),
	qr/^body "hand::palm" on base at \(0, 0, -1\) m/m, 'placement_frame of an <include>');
my $far = model('far.sdf', $base . '<include><uri>model://claw</uri></include>' . joint('wrist', 'base', 'claw::tip', axis('0 0 1')));
like(import_of($far) . slurp("$scratch/err"), qr/cannot include "model:\/\/claw"/, 'a model elsewhere is not found');
like(qx("$rigidc" import -I "$scratch/inner" "$far" 2>&1), qr/^body "claw::tip" on base/m, '-I says where models are');
like(import_of(model('merged.sdf', $base . '<include merge="true"><uri>model://hand</uri><pose>1 0 0 0 0 0</pose></include>' . joint('wrist', 'base', 'palm', axis('0 0 1')))),
	qr/^body palm on base at \(1, 0, 0\) m \{.*^  frame   grip at \(0, 0, 1\) m$/ms, 'a merged model has no prefix');
my $many = model('twice.sdf', $base . (join '', map { "<include><uri>model://hand</uri><name>h$_</name></include>" . joint("j$_", 'base', "h${_}::palm", axis('0 0 1')) } 1, 2));
like(qx("$rigidc" info "$many" 2>&1), qr/^t: 2 moving bodies/m, 'a model twice');

# --- loops ---

my $bars = $base . link_of('a') . joint('ja', 'base', 'a', axis('0 1 0')) . link_of('b', '<pose>1 0 0 0 0 0</pose>') . joint('jb', 'base', 'b', axis('0 1 0'))
	. link_of('c', '<pose>0 0 1 0 0 0</pose>') . joint('jc', 'a', 'c', axis('0 1 0'));
my $four = model('four.sdf', $bars . joint('jd', 'c', 'b', '<pose>0 0 1 0 0 0</pose>' . axis('0 1 0')));
like(import_of($four), qr/^  frame   jd_to at \(0, 0, 1\) m\n.*^loop jd : revolute\(y\) from jd_from to jd_to$/ms, 'a second joint with the same child is a loop');
like(qx(echo 0 0 0 | "$rigidc" eval "$four" -f closure 2>/dev/null), qr/^[0 -]+$/, 'it is closed as the file shows it');

# --- a .rig file ---

my $rig = spew("$scratch/whole.rig", qq(model whole\ninclude "frame.sdf"\nbody ball on tip { joint : revolute(x); mass 1 kg; com (0, 1, 0) m }\n));
like(qx("$rigidc" info "$rig" 2>&1), qr/^whole: 1 moving body/m, 'a .rig file includes an SDFormat file');
like(qx("$rigidc" check - <"$scratch/frame.sdf" 2>&1; echo \$?), qr/^0$/m, 'an SDFormat file from standard input');
like(qx("$rigidc" --list=formats), qr/^sdf +\.sdf +XML in <sdf> +--base --keep=damping --keep=forces --from=sdf:NAME$/m, 'the list of formats');

# --- hostile inputs ---

sub refused { my ($file, $name) = @_; return qx(ulimit -t 20; "$rigidc" check "$file" 2>&1) =~ /\[$name\]/ }
sub sound { my $file = shift; return system(qq(ulimit -t 20; "$rigidc" check "$file" 2>/dev/null)) == 0 }

ok(refused(model('deep.sdf', '<model name="m">' x 1001 . '</model>' x 1001), 'too-deep'), 'models more than 1000 deep');
ok(sound(model('models.sdf', $base . ('<model name="m">' . link_of('l')) x 300 . '</model>' x 300)), '300 models in each other');
ok(sound(model('chain.sdf', $base . join '', map { my $p = $_ == 1 ? 'base' : 'l' . ($_ - 1); link_of("l$_", "<pose relative_to=\"$p\">0 0 1 0 0 0</pose>") . joint("j$_", $p, "l$_", axis('0 1 0')) } 1 .. 300)),
	'300 links, each on the one before');
ok(sound(model('frames.sdf', $base . join '', map { "<frame name=\"f$_\" attached_to=\"" . ($_ == 3000 ? 'base' : 'f' . ($_ + 1)) . '"/>' } 1 .. 3000)), '3000 frames, each on the next one');
ok(refused(model('huge.sdf', $base . link_of('b', '<pose>1e400 0 0 0 0 0</pose>')), 'number-range'), 'a number beyond double');
ok(refused(spew("$scratch/type.sdf", '<!DOCTYPE sdf [<!ENTITY a "b">]><sdf/>'), 'xml-doctype'), 'a document type');
spew("$scratch/a.sdf", '<sdf version="1.9"><model name="a"><include><uri>b.sdf</uri></include></model></sdf>');
spew("$scratch/b.sdf", '<sdf version="1.9"><model name="b"><include><uri>a.sdf</uri></include></model></sdf>');
ok(refused("$scratch/a.sdf", 'include'), 'files that include each other');
for my $level (1 .. 6) {
	my $next = $level + 1;
	my @inner = map { "<include><uri>d$next.sdf</uri><name>n$_</name></include>" } 1 .. 10;
	spew("$scratch/d$level.sdf", "<sdf version=\"1.9\"><model name=\"d\">@inner</model></sdf>");
}
ok(refused("$scratch/d1.sdf", 'include'), 'a million inclusions');

# --- templates ---

for (['erb', "<% m = 1 %>\n<sdf/>", 'ERB'], ['jinja', "<!-- -->{% set m = 1 %}<sdf/>", 'Jinja'], ['value', model('value.sdf', '<link name="a"><pose>{{ x }} 0 0 0 0 0</pose></link>'), 'Jinja'],
	['macro', model('macro.sdf', '<link name="a"><pose>${x} 0 0 0 0 0</pose></link>'), 'xacro']) {
	my ($name, $text, $program) = @$_;
	my $file = $text =~ /</ ? spew("$scratch/$name.sdf", $text) : $text;
	like(qx("$rigidc" check "$file" 2>&1), qr/^    help: .*$program expands it, before rigidc reads the file$/m, "$name: what expands a template");
}

like(scalar(qx("$rigidc" check tests/grammar/sdf/world-without-its-sun.sdf 2>&1)), qr/"model:\/\/sun" is left out of the world: there is no such file \[.*Ground Plane" is left out of the world: nothing is fetched \[/s,
	'a model of another machine is not fetched');
done_testing();
