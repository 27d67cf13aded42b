#!/usr/bin/perl
# Joints of a URDF that close loops: <constraint>, <loop_joint>, <drake:ball_constraint> and a <joint> in <gazebo>. Their functions are those
# of a .rig file with the same loop between frames that are written by hand. A joint in <gazebo> is closed at q = 0, wherever its pose is.
# What is wrong with such joints is the matter of wrong_test.sh over tests/grammar/urdf.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $seed = $ENV{RIGIDC_SEED} // 1;
note("RIGIDC_SEED=$seed");
srand $seed;

sub around { return sprintf '%.3f', 2 * $_[0] * rand() - $_[0] }

my $inertial = '<inertial><origin xyz="0 0.01 0.1"/><mass value="2"/>'
	. '<inertia ixx="0.03" ixy="0.001" ixz="0" iyy="0.035" iyz="0.002" izz="0.01"/></inertial>';

sub urdf
{
	my ($joints, $loop) = @_;
	return spew("$scratch/robot.urdf", qq(<robot name="t" xmlns:drake="d">\n<link name="base"/>\n$joints$loop\n</robot>\n));
}

# A link on another, by a joint of a type.
sub link_on
{
	my ($name, $on, $type, $xyz, $rpy, $axis) = @_;
	my $limit = $type eq 'prismatic' ? '<limit lower="-9" upper="9" effort="9" velocity="9"/>' : '';
	return qq(<link name="$name">$inertial</link><joint name="$name.j" type="$type"><parent link="$on"/><child link="$name"/>)
		. qq(<origin xyz="$xyz" rpy="$rpy"/><axis xyz="$axis"/>$limit</joint>\n);
}

# Numbers of a function at a state, and what was said.
sub numbers
{
	my ($file, $function, $state) = @_;
	my $said = `echo '$state' | $rigidc eval $file -f $function -W no-axis-length 2>$scratch/err`;
	return ([split ' ', $said], slurp("$scratch/err"));
}

sub far
{
	my ($a, $b) = @_;
	return 9e9 if @$a != @$b || !@$a;
	my ($worst, $largest) = (0, 1);
	for my $i (0 .. $#$a) {
		my $d = abs($a->[$i] - $b->[$i]);
		return 9e9 if $d != $d;
		$worst = $d if $d > $worst;
		$largest = abs $a->[$i] if abs $a->[$i] > $largest;
	}
	return $worst / $largest;
}

# --- kinds, beside a .rig file ---

# four moving bodies with two chains, loose enough for each kind of loop
my $chains = link_on('a', 'base', 'revolute', '0.1 0.2 0.3', '0.1 0.2 0.3', '0 1 0') =~ s{<axis}{<limit lower="-3" upper="3" effort="9" velocity="9"/><axis}r
	. link_on('b', 'a', 'spherical', '0.3 0 0.1', '0.4 0 0', '1 0 0') . link_on('c', 'base', 'floating', '0 0.3 0', '0 0 0.5', '1 0 0');
my $hand = (qx($rigidc import @{[urdf($chains, '')]} 2>/dev/null)) =~ s{^///.*\n}{}r;
my $coordinates = 1 + 4 + 7;
my ($ends, $places) = ('xyz="0.1 0.2 0.3" rpy="0.3 0.2 0.1"', '(0.1, 0.2, 0.3) m, rpy(0.3, 0.2, 0.1)');
my ($ends2, $places2) = ('xyz="-0.1 0 0.2" rpy="0 0 1"', '(-0.1, 0, 0.2) m, rz(1 rad)');

sub loop_joint { return qq(<loop_joint name="k" type="$_[0]"><link1 link="b" $ends/><link2 link="c" $ends2/>$_[1]</loop_joint>) }

sub constraint
{
	my ($type, $first, $second) = @_;
	return qq(<constraint name="k" type="$type"><parent link="b"/><parent_origin $ends/>$first<child link="c"/><child_origin $ends2/>$second</constraint>);
}

sub axes { return (qq(<parent_axis xyz="$_[0]"/>), qq(<child_axis xyz="$_[1]"/>)) }

my @rows = (
	['fixed', loop_joint('fixed', ''), 'fixed', '', ''],
	['ball', loop_joint('ball', ''), 'spherical', '', ''],
	['spherical', constraint('spherical', '', ''), 'spherical', '', ''],
	['ball of Drake', '<drake:ball_constraint><drake:ball_constraint_body_A name="b"/><drake:ball_constraint_p_AP value="0.1 0.2 0.3"/>'
	 . '<drake:ball_constraint_body_B name="c"/><drake:ball_constraint_p_BQ value="-0.1 0 0.2"/></drake:ball_constraint>', 'spherical', undef, ''],
	['revolute without an axis', loop_joint('revolute', ''), 'revolute(x)', '', ''],
	['revolute', loop_joint('revolute', '<axis xyz="0 0 -1"/>'), 'revolute(-z)', '', ''],
	['continuous about a slanted axis', constraint('continuous', axes('1 2 2', '1 2 2')), 'revolute((1, 2, 2))', '', ''],
	['revolute with two axes', constraint('revolute', axes('0 0 1', '0 1 0')), 'revolute(z)', '', ', rx(-90 deg)'],
	['cylindrical with opposite axes', constraint('cylindrical', axes('0 0 1', '0 0 -1')), 'cylindrical(z)', '', ', rx(180 deg)'],
	['prismatic with two axes', constraint('prismatic', axes('1 0 0', '1 1 0')), 'prismatic(x)', '', ', rz(45 deg)'],
	['planar', constraint('planar', axes('0 1 0', '1 0 0')), 'planar', ', rx(-90 deg)', ', ry(90 deg)'],
	['universal', constraint('universal', axes('0 1 0', '1 0 0')), 'universal', ', rz(90 deg)', ', rz(-90 deg)'],
);
my $state = join ' ', 0.3, '0.1 0.2 0.3 0.9273618495495703', '0.3 0.1 0.2 0.5 0.5 0.5 0.5';
my $motion = "$state " . join(' ', map { around(1) } 1 .. 10);
for (@rows) {
	my ($name, $loop, $kind, $turn, $turn2) = @$_;
	my ($at, $at2) = defined $turn ? ("$places$turn", "$places2$turn2") : ('(0.1, 0.2, 0.3)', '(-0.1, 0, 0.2)');
	my $rig = spew("$scratch/hand.rig", "$hand\nframe one on b at $at\nframe two on c at $at2\nloop k : $kind from one to two\n");
	my $robot = urdf($chains, $loop);
	my ($closed, $why) = numbers($robot, 'closure', $state);
	my $worst = far($closed, (numbers($rig, 'closure', $state))[0]);
	cmp_ok($worst, '<', 1e-14, "$name: closure") or diag($worst, $why, slurp("$scratch/err"), qx($rigidc check $rig 2>&1));
	cmp_ok(far((numbers($robot, 'drift:loops', $motion))[0], (numbers($rig, 'drift:loops', $motion))[0]), '<', 1e-13, "$name: drift");
	my $forced = "$motion " . join(' ', 1 .. 10);
	cmp_ok(far((numbers($robot, 'fd', $forced))[0], (numbers($rig, 'fd', $forced))[0]), '<', 1e-11, "$name: fd");
	like($why, qr/: note: this joint closes a loop: '(?:k|ball_constraint_1)', \w+ from 'b' to 'c' \[urdf-loop\]$/m, "$name: it is told");
}

# --- the ends of a joint in <gazebo> coincide at q = 0 ---

my @types = ('revolute', 'ball', 'fixed', 'prismatic');
for my $turn (0 .. by_level(1, 7, 40)) {
	my $type = $types[$turn % @types];
	my $joints = '';
	my ($length, $on) = (2 + int rand 3, 'base');
	my @names;
	for my $branch (0, 1) {
		for my $k (1 .. $length) {
			my $name = "l$branch$k";
			my $kind = ('continuous', 'prismatic', 'planar', 'spherical', 'fixed')[rand 5];
			$joints .= link_on($name, $k == 1 && !$branch ? 'base' : $on, $k > 1 ? $kind : 'floating', join(' ', map { around(1) } 1 .. 3),
				join(' ', map { around(3) } 1 .. 3), join ' ', map { around(1) } 1 .. 3);
			$on = $name;
			push @names, $name;
		}
		$on = $names[0];
	}
	my ($parent, $child) = ($names[$length - 1], $turn % 3 == 2 ? 'l11' : $names[-1]);
	$parent = ('world', 'base', $parent)[$turn % 3];
	my $pose = join ' ', map { around(2) } 1 .. 6;
	my $robot = urdf($joints, qq(<gazebo reference="x"><joint name="k" type="$type"><parent>\n $parent </parent><child link="$child"/><pose>$pose</pose>)
		. qq(<axis><xyz>0.6 0 0.8</xyz></axis></joint></gazebo>));
	my $info = decode_json(qx($rigidc info $robot --json -f energy 2>/dev/null) || '{"nq":0}');
	my @q = (0) x $info->{nq};
	for (grep { $_->{type} =~ /^(?:free|spherical)$/ } @{ $info->{joints} }) {
		$q[ $_->{q}[0] + $_->{q}[1] - 1 ] = 1;
	}
	my ($closed, $why) = numbers($robot, 'closure', "@q");
	my ($worst) = sort { $b <=> $a } map { abs } @$closed, @$closed ? 0 : 1;
	cmp_ok($worst, '<', 3e-15, "a $type from $parent to $child") or diag($why, $pose);
}

# --- names and an import ---

my $text = link_on('k', 'base', 'continuous', '0 0 0', '0 0 0', '0 0 1') . link_on('k_loop_to', 'k', 'continuous', '0 0 1', '0 0 0', '0 0 1');
my $named = urdf($text, '<loop_joint name="k" type="ball"><link1 link="base" xyz="0 0 1"/><link2 link="k_loop_to"/></loop_joint>');
my $import = qx($rigidc import $named 2>/dev/null);
like($import, qr/^loop k_loop : spherical from k_loop_from to k_loop_to$/m, 'a loop does not take the name of a link');
my $again = spew("$scratch/import.rig", $import);
ok(qx($rigidc compile $again -f rnea,closure,fd 2>/dev/null) =~ s/ \*\n \* Imported from .*\n//r eq qx($rigidc compile $named -f rnea,closure,fd 2>/dev/null),
   'an import has the loop, and the same code');
done_testing();
