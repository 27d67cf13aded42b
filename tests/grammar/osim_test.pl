#!/usr/bin/perl
# OpenSim: what its rules mean in numbers, against numbers of Simbody (tests/grammar/simbody/values.jsonl) and against .rig models written by
# hand; that an import is the same model and reads well; names and places of hostile files. Which faults get which diagnostic is the matter
# of wrong_test.sh over tests/grammar/osim.
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

# --- numbers ---

sub numbers
{
	my ($file, $function, @state) = @_;
	my $said = `echo '@state' | $rigidc eval $file -f '$function' -W no-axis-length 2>$scratch/err`;
	diag(slurp("$scratch/err")) if $?;
	return [split ' ', $said];
}

# The largest difference of two lists, relative to the largest entry.
sub far
{
	my ($a, $b) = @_;
	return 9e9 if @$a != @$b || !@$a;
	my ($worst, $largest) = (0, 1e-300);
	for my $i (0 .. $#$a) {
		my $d = abs($a->[$i] - $b->[$i]);
		return 9e9 if $d != $d;
		$worst = $d if $d > $worst;
		$largest = abs $a->[$i] if abs $a->[$i] > $largest;
	}
	return $worst / $largest;
}

sub near
{
	my ($a, $b, $within, $name) = @_;
	my $far = far($a, $b);
	ok($far <= $within, $name) or diag("far by $far: @$a\n@$b");
}

sub described { return decode_json(`$rigidc info --json --search=none $_[0] 2>/dev/null` || '{}') }

# --- numbers of Simbody ---

sub lower
{
	my ($M, $n) = @_;
	return [map { my $i = $_; map { $M->[$i * $n + $_] } 0 .. $i } 0 .. $n - 1];
}

for (split /\n/, slurp('tests/grammar/simbody/values.jsonl')) {
	my $state = decode_json($_);
	my ($file, $n) = ("tests/grammar/simbody/$state->{file}", scalar @{ $state->{q} });
	my ($q, $qd, $qdd) = map { join ' ', @$_ } @$state{qw(q qd qdd)};
	is_deeply([map { $_->{q}[1] ? $_->{name} : () } sort { $a->{q}[0] <=> $b->{q}[0] } @{ described($file)->{joints} }],
		$state->{coordinates}, "$state->{file}: order of coordinates");
	near(lower(numbers($file, 'crba', $q), $n), $state->{M}, 1e-9, "$state->{file}: M");
	near(numbers($file, 'bias', $q, $qd), $state->{bias}, 1e-9, "$state->{file}: bias");
	near(numbers($file, 'rnea', $q, $qd, $qdd), $state->{tau}, 1e-9, "$state->{file}: tau");
	near(numbers($file, "fk:$_", $q), $state->{poses}{$_}, 1e-9, "$state->{file}: $_") for sort keys %{ $state->{poses} };
}

# --- models by hand ---

my $mass = '<mass>2</mass><mass_center>0.1 -0.2 0.3</mass_center><inertia>0.3 0.4 0.5 0.01 -0.02 0.03</inertia>';
my $old_mass = '<mass>2</mass><mass_center>0.1 -0.2 0.3</mass_center><inertia_xx>0.3</inertia_xx><inertia_yy>0.4</inertia_yy>'
	. '<inertia_zz>0.5</inertia_zz><inertia_xy>0.01</inertia_xy><inertia_xz>-0.02</inertia_xz><inertia_yz>0.03</inertia_yz>';
my $body = 'mass 2; com (0.1, -0.2, 0.3); inertia tensor(xx = 0.3, xy = 0.01, xz = -0.02, yy = 0.4, yz = 0.03, zz = 0.5)';

sub coordinates { return join '', map { my ($name, $more) = /^(\w+)(.*)/s; qq(<Coordinate name="$name">$more</Coordinate>) } @_ }

# A joint of version 4 with offset frames on both sides. The third part stands inside the joint.
sub joint
{
	my ($type, $name, $coordinates, $inside) = @_;
	return qq(<$type name="$name"><socket_parent_frame>p</socket_parent_frame><socket_child_frame>c</socket_child_frame>)
		. '<frames><PhysicalOffsetFrame name="p"><socket_parent>/bodyset/base</socket_parent><translation>0.1 0.2 -0.1</translation>'
		. '<orientation>0.3 -0.2 0.1</orientation></PhysicalOffsetFrame><PhysicalOffsetFrame name="c"><socket_parent>/bodyset/arm</socket_parent>'
		. '<translation>-0.05 0.02 0.01</translation><orientation>0.2 0.1 -0.4</orientation></PhysicalOffsetFrame></frames>'
		. "<coordinates>$coordinates</coordinates>" . ($inside // '') . "</$type>";
}
my $place = '(0.1, 0.2, -0.1), rx(0.3), ry(-0.2), rz(0.1)';
my $back = 'rz(0.4), ry(-0.1), rx(-0.2), (0.05, -0.02, -0.01)';

# A model of a base that turns about z, with an arm on it.
sub osim
{
	my ($joint, $more, $joints) = @_;
	return <<END;
<OpenSimDocument Version="40000"><Model name="t"><gravity>0 -9.8 1</gravity>
<BodySet><objects><Body name="base">$mass</Body><Body name="arm">$mass</Body></objects></BodySet>
<JointSet><objects><PinJoint name="root"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/base</socket_child_frame>
<coordinates><Coordinate name="turn"/></coordinates></PinJoint>$joint@{[$joints // '']}</objects></JointSet>@{[$more // '']}</Model></OpenSimDocument>
END
}

# The same in the form of version 3: joints in their bodies.
sub old_osim
{
	my ($type, $coordinates, $inside, $more) = @_;
	return <<END;
<OpenSimDocument Version="30000"><Model name="t"><gravity>0 -9.8 1</gravity><BodySet><objects>
<Body name="ground"><mass>0</mass><Joint/></Body>
<Body name="base">$old_mass<Joint><PinJoint name="root"><parent_body>ground</parent_body><CoordinateSet><objects><Coordinate name="turn"/></objects></CoordinateSet></PinJoint></Joint></Body>
<Body name="arm">$old_mass<Joint><$type name="shoulder"><parent_body>base</parent_body><location_in_parent>0.1 0.2 -0.1</location_in_parent>
<orientation_in_parent>0.3 -0.2 0.1</orientation_in_parent><location>-0.05 0.02 0.01</location><orientation>0.2 0.1 -0.4</orientation>
<CoordinateSet><objects>$coordinates</objects></CoordinateSet>@{[$inside // '']}</$type></Joint></Body></objects></BodySet>@{[$more // '']}</Model></OpenSimDocument>
END
}

sub rig
{
	my ($rest, $before, $after) = @_;
	return "model t\ngravity (0, -9.8, 1)\n@{[$before // '']}\nbody base on world { joint turn : revolute(z); $body }\n$rest\n@{[$after // '']}\n";
}

# A random state of a model: q with quaternions of length 1, qd and qdd.
sub state_of
{
	my ($info) = @_;
	my @q = map { sprintf '%.6f', 2 * rand() - 1 } 1 .. $info->{nq};
	for my $joint (@{ $info->{joints} }) {
		my ($first, $count) = @{ $joint->{q} };
		next unless $joint->{type} =~ /^(?:free|spherical)/;
		my @at = $first + $count - 4 .. $first + $count - 1;
		my $length = 0;
		$length += $q[$_] ** 2 for @at;
		$q[$_] = sprintf '%.17g', $q[$_] / sqrt $length for @at;
	}
	return ("@q", map { my $row = $_; join ' ', map { sprintf '%.6f', 2 * rand() - 1 } 1 .. $info->{nv} } 0, 1);
}

my @functions = ([crba => 1], [rnea => 3], ['fk:arm' => 1], [fd => 3]);

# Both models have the same coordinates, and the same functions at random states.
sub alike
{
	my ($name, $osim, $rig, %how) = @_;
	my ($a, $b) = (spew("$scratch/a.osim", $osim), spew("$scratch/b.rig", $rig));
	my ($info, $hand) = (described($a), described($b));
	my @moving = map { [map { $_->{q}[1] ? [$_->{name}, $_->{q}] : () } @{ $_->{joints} // [] }] } $info, $hand;
	is_deeply($moving[0], $moving[1], "$name: coordinates") or diag(`$rigidc check $a 2>&1`);
	my @state = state_of($hand);
	for ($how{functions} ? @{ $how{functions} } : @functions) {
		my ($function, $inputs) = @$_;
		my @arguments = @state[0 .. $inputs - 1];
		near(numbers($a, $function, @arguments), numbers($b, $function, @arguments), 1e-13, "$name: $function");
	}
	imported("$name: import", $a);
	return $info;
}

# An import has the layout of fmt, and compiles to the same code.
sub imported
{
	my ($name, $file, @options) = @_;
	system("$rigidc import $file @options -o $scratch/import.rig 2>$scratch/err");
	is(`$rigidc fmt --check $scratch/import.rig 2>&1`, '', "$name: layout");
	my @code = map { slurp_code($_) } "$file @options", "$scratch/import.rig";
	ok($code[0] eq $code[1] && length $code[0] > 1000, "$name: the same code") or diag(slurp("$scratch/err"));
	return slurp("$scratch/import.rig");
}

# Generated code without the options and the remarks of the model in its header.
sub slurp_code
{
	my $code = `$rigidc compile $_[0] -f rnea,crba --search=none 2>/dev/null`;
	$code =~ s/^ \*\n \* Imported from .*\n//m;
	$code =~ s/ --keep=markers| --muscles| --base=\w+//g;
	return $code;
}

for (
	[PinJoint => 'flex', 'joint flex : revolute(z) then BACK'],
	[SliderJoint => 'slide', 'joint slide : prismatic(x) then BACK'],
	[WeldJoint => '', 'joint shoulder : fixed', 'BACK'],
) {
	my ($type, $coordinate, $joint, $at) = @$_;
	$joint =~ s/BACK/$back/;
	my $rig = rig("body arm on base at $place" . ($at ? ", $back" : '') . " { $joint; $body }");
	my $list = coordinates($coordinate || ());
	alike($type, osim(joint($type, 'shoulder', $list)), $rig);
	alike("$type of version 3", old_osim($type, $list), $rig);
}

# Versions 3.5.1 to 3.5.4 have the joints in the model, with connectors to bodies. Version 3.5.0 has them in their bodies.
{
	my $place_in = '<location_in_parent>0.1 0.2 -0.1</location_in_parent><orientation_in_parent>0.3 -0.2 0.1</orientation_in_parent>';
	my $place_of = '<location_in_child>-0.05 0.02 0.01</location_in_child><orientation_in_child>0.2 0.1 -0.4</orientation_in_child>';
	my $ends = join '', map { qq(<Connector_PhysicalFrame_ name="$_->[0]_body"><connectee_name>../$_->[1]</connectee_name></Connector_PhysicalFrame_>) } ['parent', 'base'], ['child', 'arm'];
	my $joint = "<PinJoint name=\"elbow\"><connectors>$ends</connectors>$place_in$place_of<CoordinateSet><objects>" . coordinates('flex') . '</objects></CoordinateSet></PinJoint>';
	my $rig = rig("body arm on base at $place { joint flex : revolute(z) then $back; $body }");
	alike('version 3.5.1', osim($joint) =~ s/40000/30501/r, $rig);
	alike('version 3.5.0', old_osim('PinJoint', coordinates('flex')) =~ s/30000/30500/r =~ s{<location>.*</orientation>}{$place_of}r, $rig);
	unlike(`$rigidc check $scratch/a.osim 2>&1`, qr/passed over/, 'elements of version 3.5.0');
}

# Sockets name frames on bodies, on frames, and by paths; `..` is the owner.
{
	my $frames = '<components><PhysicalOffsetFrame name="far"><socket_parent>..</socket_parent><translation>0.1 0.2 -0.1</translation></PhysicalOffsetFrame>'
		. '<PhysicalOffsetFrame name="turned"><socket_parent>../far</socket_parent><orientation>0.3 -0.2 0.1</orientation></PhysicalOffsetFrame></components>';
	my $joint = '<PinJoint name="elbow"><socket_parent_frame>%s</socket_parent_frame><socket_child_frame>arm</socket_child_frame>' . '<coordinates>' . coordinates('flex') . '</coordinates></PinJoint>';
	my $rig = rig("body arm on base at $place { joint flex : revolute(z); $body }");
	for ('/bodyset/base/turned', 'turned', '../../bodyset/base/turned') {
		alike("a frame by $_", osim(sprintf $joint, $_) =~ s/<Body name="base">/$&$frames/r, $rig);
	}
	my $old = osim(sprintf $joint, '/bodyset/base/turned') =~ s/<Body name="base">/$&$frames/r;
	$old =~ s{<socket_(\w+)>([^<]*)</socket_\w+>}{<connectors><Connector_PhysicalFrame_ name="$1"><connectee_name>$2</connectee_name></Connector_PhysicalFrame_></connectors>}g;
	$old =~ s{</connectors><connectors>}{}g;
	alike('connectors before version 4', $old, $rig);
}

# The axes of a frame of stations are along ab and ab x ac. Stations may be on other frames, and one on the frame of others.
sub shifted_and_turned
{
	my ($shift, $angle, @v) = @_;
	for my $axis (2, 1, 0) {
		my ($s, $c, $j, $k) = (sin $angle->[$axis], cos $angle->[$axis], ($axis + 1) % 3, ($axis + 2) % 3);
		@v[$j, $k] = ($c * $v[$j] - $s * $v[$k], $s * $v[$j] + $c * $v[$k]);
	}
	return map { $shift->[$_] + $v[$_] } 0 .. 2;
}
sub stations
{
	my ($name, $on, $axes, @points) = @_;
	my @letters = qw(a b c);
	my $list = join '', map { qq(<Station name="$name$letters[$_]"><socket_parent_frame>$on</socket_parent_frame><location>@{[map { sprintf '%.17g', $_ } @{ $points[$_] }]}</location></Station>) } 0 .. 2;
	my $sockets = join '', map { "<socket_point_$_>../$name$_</socket_point_$_>" } @letters;
	return "$list<StationDefinedFrame name=\"$name\">$axes$sockets<socket_origin_point>/bodyset/base/${name}a</socket_origin_point></StationDefinedFrame>";
}
sub axes_of { return "<ab_axis>$_[0]</ab_axis><ab_x_ac_axis>$_[1]</ab_x_ac_axis>" }
{
	my ($shift, $angle) = ([0.1, 0.2, -0.1], [0.3, -0.2, 0.1]);
	my $rig = rig("body arm on base at $place { joint flex : revolute(z); $body }");
	for ( # points in the frame that is meant
		['', [0.5, 0, 0], [0.1, 0, -0.7]],
		[axes_of('+x', '+z'), [2, 0, 0], [0.1, 3, 0]],
		[axes_of('-y', ' x '), [0, -2, 0], [0, 0.5, -0.1]],
		[axes_of('z', '-Y'), [0, 0, 0.3], [-1, 0, 4]],
	) {
		my ($axes, @rest) = @$_;
		my @points = map { [shifted_and_turned($shift, $angle, @$_)] } [0, 0, 0], @rest;
		my $joint = '<PinJoint name="elbow"><socket_parent_frame>/bodyset/base/f</socket_parent_frame><socket_child_frame>arm</socket_child_frame><coordinates>' . coordinates('flex') . '</coordinates></PinJoint>';
		my $components = '<components>' . stations('f', '..', $axes, @points) . '</components>';
		alike("a frame of stations $axes", osim($joint) =~ s/<Body name="base">/$&$components/r, $rig);
		my $half = '<components><PhysicalOffsetFrame name="h"><socket_parent>..</socket_parent><orientation>0.3 -0.2 0.1</orientation></PhysicalOffsetFrame>'
			. stations('g', '../h', axes_of('x', 'y'), [0.1, 0, 0], [0.3, 0, 0], [0.2, 0, -1]) . stations('f', '../g', $axes, map { [shifted_and_turned([0.3, 0.2, 0.1], [0, 0, 0], @$_)] } [0, 0, 0], @rest) . '</components>';
		my $on = rig("body arm on base at rx(0.3), ry(-0.2), rz(0.1), (0.4, 0.2, 0.1) { joint flex : revolute(z); $body }");
		alike("a frame of stations $axes on others", osim($joint) =~ s/<Body name="base">/$&$half/r, $on);
	}
}

# Joints of several coordinates are chains; `order` has the coordinates in the order of the file.
sub chain
{
	my ($then, $at, @joints) = @_;
	my ($on, $text, $number) = ('base', '', 0);
	for my $joint (@joints) {
		my $last = ++$number == @joints;
		my $name = $last ? 'arm' : "link$number";
		my $properties = $joint =~ s/\{(.*)\}$// ? "{ $1 }" : '';
		my ($head, $value) = split / = /, $joint;
		$text .= "body $name on $on @{[$number == 1 ? qq(at $at) : '']} { joint $head @{[$last ? qq(then $then) : '']} "
			. (defined $value ? "= $value " : '') . "$properties; @{[$last ? $body : '']} }\n";
		$on = $name;
	}
	return rig($text);
}

alike('UniversalJoint', osim(joint('UniversalJoint', 'shoulder', coordinates('u', 'v'))), chain($back, $place, 'u : revolute(x)', 'v : revolute(y)'));
alike('GimbalJoint', osim(joint('GimbalJoint', 'shoulder', coordinates('u', 'v', 'w'))),
	chain($back, $place, 'u : revolute(x)', 'v : revolute(y)', 'w : revolute(z)'));
alike('PlanarJoint', osim(joint('PlanarJoint', 'shoulder', coordinates('t', 'h', 'k'))),
	chain($back, $place, 'h : prismatic(x)', 'k : prismatic(y)', 't : revolute(z)') . "order turn, t, h, k\n");
alike('coordinates without names', osim(joint('UniversalJoint', 'shoulder', '')),
	chain($back, $place, 'shoulder_coord_0 : revolute(x)', 'shoulder_coord_1 : revolute(y)'));

# Joints may have coordinates of one name: the first keeps it.
alike('coordinates of one name', osim(joint('UniversalJoint', 'shoulder', coordinates('turn', 'shoulder_turn'))),
	chain($back, $place, 'shoulder_turn_2 : revolute(x)', 'shoulder_turn : revolute(y)'));
alike('coordinates of one name in a joint', osim(joint('UniversalJoint', 'shoulder', coordinates('u', 'u'))),
	chain($back, $place, 'u : revolute(x)', 'u_0 : revolute(y)'));

# Quaternions: a body without mass carries the arm, whose frame is not that of the joint.
alike('BallJoint', osim(joint('BallJoint', 'shoulder', coordinates('u', 'v', 'w'))),
	rig("body ball on base at $place { joint shoulder : spherical }\nbody arm on ball at $back { joint : fixed; $body }"));
alike('FreeJoint', osim(joint('FreeJoint', 'shoulder', coordinates('u', 'v', 'w', 'tx', 'ty', 'tz'))),
	rig("body ball on base at $place { joint shoulder : free }\nbody arm on ball at $back { joint : fixed; $body }"));
alike('a FreeJoint without offsets', osim('<FreeJoint name="loose"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>arm</socket_child_frame></FreeJoint>'),
	rig("body arm on world { joint loose : free; $body }"));
alike('a body without a joint', osim(''), rig("body arm on world { joint arm : free; $body }"));
alike('a locked BallJoint', osim(joint('BallJoint', 'shoulder', coordinates(map { "$_->[0]<locked>true</locked><default_value>$_->[1]</default_value>" } ['u', 0.3], ['v', -0.4], ['w', 0.5]))),
	rig("body arm on base at $place, rx(0.3), ry(-0.4), rz(0.5), $back { joint : fixed; $body }"));

alike('a BallJoint without a name', old_osim('BallJoint', coordinates('u', 'v', 'w')) =~ s/<BallJoint name="shoulder">/<BallJoint name="">/r,
	rig("body ball on base at $place { joint arm : spherical }\nbody arm on ball at $back { joint other : fixed; $body }"));
alike('a coordinate with the name of a body', osim(joint('BallJoint', 'shoulder', coordinates('u', 'v', 'w'))) =~ s/"turn"/"arm"/r,
	rig("body ball on base at $place { joint shoulder : spherical }\nbody arm on ball at $back { joint other : fixed; $body }") =~ s/joint turn/joint arm/r);

# With some coordinates locked or coupled these joints have the angles of OpenSim.
my $held = '<locked>true</locked><default_value>%s</default_value>';
alike('a BallJoint with a locked coordinate', osim(joint('BallJoint', 'shoulder', coordinates('u', 'v' . sprintf($held, 0.3), 'w'))),
	chain($back, $place, 'u : revolute(x)', 'v : revolute(y) = 0.3', 'w : revolute(z)'));
alike('a FreeJoint with locked coordinates', osim(joint('FreeJoint', 'shoulder', coordinates('u', 'v' . sprintf($held, 0.3), 'w', 'tx', 'ty' . sprintf($held, '-0.2'), 'tz'))),
	chain($back, $place, 'tx : prismatic(x)', 'ty : prismatic(y) = -0.2 m', 'tz : prismatic(z)', 'u : revolute(x)', 'v : revolute(y) = 0.3', 'w : revolute(z)') . 'order turn, u, w, tx, tz');

# The origin of the child is on an ellipsoid, where its normal is the z axis.
my $radii = '<%s>0.1 0.25 0.4</%s>';
alike('EllipsoidJoint', osim(joint('EllipsoidJoint', 'shoulder', coordinates('u', 'v', 'w'), $radii =~ s/%s/radii_x_y_z/gr)),
	rig("joint touch(u, v, w) { translate x by 0.1 m * sin(v); translate y by -0.25 m * sin(u) * cos(v); translate z by 0.4 m * cos(u) * cos(v); rotate x by u; rotate y by v; rotate z by w }\n"
		. "body arm on base at $place { joint shoulder : touch then $back; $body }"));
alike('a locked coordinate of an EllipsoidJoint', old_osim('EllipsoidJoint', coordinates('u' . sprintf($held, 0.3), 'v', 'w'), $radii =~ s/%s/radii_x_y_z/gr),
	rig("joint touch(v, w) { translate x by 0.1 m * sin(v); translate y by -0.25 m * sin(0.3) * cos(v); translate z by 0.4 m * cos(0.3) * cos(v); rotate x by 0.3; rotate y by v; rotate z by w }\n"
		. "body arm on base at $place { joint shoulder : touch then $back; $body }"));
# The scapula turns x of the thorax to y, and wings about an axis in the plane of the surface.
alike('ScapulothoracicJoint', osim(joint('ScapulothoracicJoint', 'shoulder', coordinates('u', 'v', 'w', 'x'), ($radii =~ s/%s/thoracic_ellipsoid_radii_x_y_z/gr)
			. '<scapula_winging_axis_origin>0.05 -0.03</scapula_winging_axis_origin><scapula_winging_axis_direction>0.4</scapula_winging_axis_direction>')),
	rig("joint touch(u, v, w) { translate x by 0.25 m * sin(v); translate y by -0.1 m * sin(u) * cos(v); translate z by 0.4 m * cos(u) * cos(v); rotate x by u; rotate y by v; rotate z by w }\n"
		. "body plane on base at $place, rz(90 deg) { joint shoulder : touch then rz(-90 deg) }\n"
		. "body arm on plane at (0.05, -0.03, 0) { joint \"x\" : revolute((-sin(0.4), cos(0.4), 0)) then (-0.05, 0.03, 0), $back; $body }"));

# Many joints and coordinates of one name have numbers. With 20000 of them this takes seconds.
sub of_one_name
{
	my ($count) = @_;
	my $bodies = join '', map { qq(<Body name="b$_"><mass>1</mass><inertia>1 1 1 0 0 0</inertia></Body>) } 1 .. $count;
	my $joints = join '', map { qq(<PinJoint name="j"><socket_parent_frame>ground</socket_parent_frame><socket_child_frame>b$_</socket_child_frame><coordinates><Coordinate name="q"/></coordinates></PinJoint>) } 1 .. $count;
	my $file = spew("$scratch/many.osim", qq(<OpenSimDocument Version="40000"><Model name="t"><BodySet><objects>$bodies</objects></BodySet><JointSet><objects>$joints</objects></JointSet></Model></OpenSimDocument>));
	return `ulimit -t 60; $rigidc import $file 2>/dev/null` =~ /joint +(\w+)/g;
}
is_deeply([of_one_name(60)], ['q', 'j_q', map { "j_q_$_" } 2 .. 59], 'names with numbers');
is((of_one_name(20000))[-1], 'j_q_19999', 'names with numbers, in time') if ($ENV{RIGIDC_LEVEL} // '') eq 'long';

# --- CustomJoint ---

my %axis = (x => '1 0 0', y => '0 1 0', z => '0 0 1');

# A TransformAxis: "rotation1 q z FUNCTION"
sub axis
{
	my ($name, $coordinates, $axis, $function) = @_;
	$function =~ s/^<(\w+)/<$1 name="function"/ if $function;
	$function ||= '<function/>';
	return qq(<TransformAxis name="$name"><coordinates>$coordinates</coordinates><axis>@{[$axis{$axis} // $axis]}</axis>$function</TransformAxis>);
}

sub old_axis
{
	my ($name, $coordinates, $axis, $function) = @_;
	$function = $function ? "<function>$function</function>" : '<function/>';
	return qq(<TransformAxis name="$name"><coordinates>$coordinates</coordinates><axis>@{[$axis{$axis} // $axis]}</axis>$function</TransformAxis>);
}

sub linear { return "<LinearFunction><coefficients>@_</coefficients></LinearFunction>" }
sub constant { return "<Constant><value>$_[0]</value></Constant>" }
sub points { return "<$_[0]><x>$_[1]</x><y>$_[2]</y></$_[0]>" }
sub multiple { return "<MultiplierFunction><function>$_[1]</function><scale>$_[0]</scale></MultiplierFunction>" }

sub custom
{
	my ($name, $coordinates, $axes, $rig, $more, %how) = @_;
	my @rows = @$axes;
	alike($name, osim(joint('CustomJoint', 'shoulder', $coordinates, '<SpatialTransform>' . join('', map { axis(@$_) } @rows) . '</SpatialTransform>'), $more // ''), $rig, %how);
	alike("$name of version 3", old_osim('CustomJoint', $coordinates, '<SpatialTransform>' . join('', map { old_axis(@$_) } reverse @rows) . '</SpatialTransform>', $more // ''), $rig, %how);
}

my $hinge = rig("body arm on base at $place { joint q : KIND then $back; $body }", 'DEFINITION');

# One coordinate: the kind is that of its motions.
sub kind
{
	my ($name, $axes, $definition, $of) = @_;
	my $rig = $hinge;
	$rig =~ s/KIND/kind/;
	$rig =~ s/DEFINITION/$definition\n/;
	custom($name, coordinates('q'), $axes, $rig);
}

kind('a line', [['rotation1', 'q', 'z', linear(1, 0)]], 'joint kind(q) { rotate z by q }');
kind('an empty function', [['rotation2', 'q', '0.6 0 -0.8', '']], 'joint kind(q) { rotate (0.6, 0, -0.8) by q }');
like(`$rigidc check @{[spew("$scratch/still.osim", osim(joint('CustomJoint', 'shoulder', coordinates('q'), '<SpatialTransform><TransformAxis name="rotation1"><coordinates>q</coordinates><axis>1 0 0</axis></TransformAxis></SpatialTransform>')))]} 2>&1`,
	qr/coordinate 'q' moves nothing/, 'a motion without <function> is 0');
(my $unnamed = osim(joint('CustomJoint', 'shoulder', coordinates('q'), '<SpatialTransform>' . axis('rotation1', 'q', 'z', multiple(2, linear(1, '0.3'))) . '</SpatialTransform>'))) =~
	s/ name="function"|<\/?function>//g;
alike('functions without a name', $unnamed, $hinge =~ s/KIND/kind/r =~ s/DEFINITION/joint kind(q) { rotate z by 2 * q + 0.6 }\n/r);
kind('a line with a ratio, along an axis of another length', [['translation2', 'q', '0 2 2', linear('-1.5', '0.2')]],
	'joint kind(q: m) { translate (0, 1, 1) by 0.2 m - 1.5 * q }');
kind('all motions in their order', [
	['translation1', 'q', 'x', linear('0.2', '0.1')],
	['translation2', '', 'y', constant(0.3)],
	['translation3', 'q', 'z', linear('-1', '0')],
	['rotation1', '', 'z', constant(0.2)],
	['rotation2', 'q', '1 1 0', linear('1', '-0.5')],
	['rotation3', '', '0 0.6 0.8', constant('-0.4')],
], 'joint kind(q) { translate x by 0.2 m * q + 0.1 m; translate y by 0.3 m; translate z by -1 m * q; rotate z by 0.2; rotate (1, 1, 0) by q - 0.5; rotate (0, 0.6, 0.8) by -0.4 }');
kind('constants alone before and behind', [
	['translation1', '', '1 2 2', constant(0.3)],
	['translation3', '', '0 0 -1', constant(0.1)],
	['rotation1', 'q', 'y', linear(1, 0)],
	['rotation2', '', '0 -1 0', constant(0.7)],
], 'joint kind(q) { translate (0.1, 0.2, 0.2 - 0.1); rotate y by q; rotate y by -0.7 }');
kind('SimmSpline', [
	['translation1', 'q', 'x', points('SimmSpline', '-1.5 -0.5 0 0.7 1.2', '0.1 0.3 0.2 -0.1 0.4')],
	['rotation1', 'q', 'z', points('NaturalCubicSpline', '-1 0 2', '-1.2 0 1.7')],
	['rotation2', 'q', 'x', points('natCubicSpline', '-1 2', '0.2 0.3')],
], <<'END');
table f(q): m simm = [-1.5, 0.1; -0.5, 0.3; 0, 0.2; 0.7, -0.1; 1.2, 0.4]
table f2(q) simm = [-1, -1.2; 0, 0; 2, 1.7]
joint kind(q) { translate x by f(q); rotate z by f2(q); rotate x by 0.7/3 + 0.1/3 * q }
END
kind('a curve of a length', [['translation1', 'q', 'x', points('SimmSpline', '-1.5 -0.5 0 0.7', '0.1 0.3 0.2 -0.1')], ['translation2', 'q', 'y', linear(1, 0)]],
	"table f(q: m): m simm = [-1.5, 0.1; -0.5, 0.3; 0, 0.2; 0.7, -0.1]\njoint kind(q: m) { translate x by f(q); translate y by q }");
kind('PolynomialFunction', [
	['translation1', 'q', 'x', '<PolynomialFunction><coefficients>0.3 -0.2 0 1 0.1</coefficients></PolynomialFunction>'],
	['rotation3', 'q', 'y', '<PolynomialFunction><coefficients>1 0.5 0</coefficients></PolynomialFunction>'],
], 'joint kind(q) { translate x by 1 m * (0.3 * q^4 - 0.2 * q^3 + q + 0.1); rotate y by q^2 + 0.5 * q }');
kind('PolynomialFunction of a length', [['translation1', 'q', 'x', '<PolynomialFunction><coefficients>0.3 1 -0.1</coefficients></PolynomialFunction>']],
	'joint kind(q: m) { translate x by q + 0.3 / 1 m * q^2 - 0.1 m }');
kind('MultiplierFunction', [
	['translation1', 'q', 'x', multiple('1.5', points('SimmSpline', '-1 0 1 2', '0 0.1 0.3 0.2'))],
	['translation2', '', 'y', multiple('2', constant('0.1'))],
	['translation3', 'q', 'z', multiple('-2', multiple('0.5', linear('0.3', '0.1')))],
	['rotation1', 'q', 'z', multiple('0.5', linear('2', '0'))],
	['rotation2', 'q', 'y', multiple('0', linear('2', '1'))],
], "table f(q): m simm = [-1, 0; 0, 0.1; 1, 0.3; 2, 0.2]\njoint kind(q) { translate (1.5 * f(q), 0.2, -0.3 m * q - 0.1 m); rotate z by q }");
kind('GCVSpline', [
	['translation1', 'q', 'x', '<GCVSpline><half_order>3</half_order><x>-1 0 0.5 2</x><y>0 0.1 0.3 0.2</y></GCVSpline>'],
	['rotation1', 'q', 'z', '<GCVSpline><half_order>2</half_order><error_variance>0</error_variance><x>-1 0 2</x><y>-1.2 0 1.7</y></GCVSpline>'],
], "table f(q): m quintic = [-1, 0; 0, 0.1; 0.5, 0.3; 2, 0.2]\ntable f2(q) natural = [-1, -1.2; 0, 0; 2, 1.7]\njoint kind(q) { translate x by f(q); rotate z by f2(q) }");
kind('GCVSpline of straight lines', [['translation1', 'q', 'x', '<GCVSpline><half_order>1</half_order><x>-0.5 0 0.5</x><y>0.1 0.3 0.2</y></GCVSpline>'], ['rotation1', 'q', 'z', linear(1, 0)]],
	'joint kind(q) { translate x by if q < -0.5 then 0.1 m else if q < 0 then 0.3 m + 0.4 m * q else if q < 0.5 then 0.3 m - 0.2 m * q else 0.2 m; rotate z by q }');
kind('StepFunction', [
	['translation1', 'q', 'x', '<StepFunction><transition_start_time>-0.4</transition_start_time><transition_end_time>0.6</transition_end_time><start_value>-0.1</start_value><end_value>0.3</end_value></StepFunction>'],
	['rotation1', 'q', 'z', '<StepFunction><transition_start_time>-1</transition_start_time><end_value>-0.5</end_value></StepFunction>'],
], <<'END');
function u(q: rad) = min(max((q + 0.4 rad) / 1 rad, 0), 1)
function w(q: rad) = min(max((q + 1 rad) / 2.01 rad, 0), 1)
joint kind(q) {
  translate x by -0.1 m + 0.4 m * (10 * u(q)^3 - 15 * u(q)^4 + 6 * u(q)^5)
  rotate z by -0.5 rad * (10 * w(q)^3 - 15 * w(q)^4 + 6 * w(q)^5)
}
END
kind('PiecewiseConstantFunction', [['translation1', 'q', 'x', '<PiecewiseConstantFunction><x>-1 -0.2 0.4</x><y>0.1 0.3 -0.2</y></PiecewiseConstantFunction>'], ['rotation1', 'q', 'z', linear(1, 0)]],
	'joint kind(q) { translate x by if q < -0.2 then 0.1 m else if q < 0.4 then 0.3 m else -0.2 m; rotate z by q }');
kind('Sine', [
	['translation1', 'q', 'x', '<Sine><amplitude>-0.2</amplitude><omega>3</omega><phase>-0.4</phase></Sine>'],
	['rotation1', 'q', 'z', '<Sine><omega>0.5</omega><offset>0.1</offset></Sine>'],
], 'joint kind(q) { translate x by -0.2 m * sin(3 * q - 0.4); rotate z by sin(0.5 * q) + 0.1 }');
kind('Sine of a length', [['translation1', 'q', 'x', '<Sine><amplitude>2</amplitude><omega>0.4</omega></Sine>'], ['translation2', 'q', 'y', linear(1, 0)]],
	'joint kind(q: m) { translate x by 2 m * sin(0.4 / 1 m * q); translate y by q }');

# Before version 1.9.1 axes are in a set, and numbered in their order.
{
	my $axis = sub {
		my ($turns, $coordinate, $axis, $function) = @_;
		return "<TransformAxis name=\"a\"><function>$function</function><coordinate> $coordinate </coordinate><is_rotation> $turns </is_rotation><axis>$axis{$axis}</axis></TransformAxis>";
	};
	my $set = '<TransformAxisSet name=""><objects>' . join('', $axis->('false', 'b', 'y', ''), $axis->('true', 'a', 'z', ''), $axis->('true', 'c', 'x', linear(2, 0)), $axis->('false', 'a', 'x', points('natCubicSpline', '-1 2', '0.2 0.3')))
		. '</objects><groups/></TransformAxisSet>';
	alike('TransformAxisSet', old_osim('CustomJoint', coordinates('a', 'b', 'c'), $set) =~ s/30000/10900/r,
		rig("joint twice(q) { rotate x by 2 * q }\njoint screw(q) { translate x by 0.7 m/3 + 0.1 m/3 * q; rotate z by q }\n"
			. "body l1 on base at $place { joint b : prismatic(y) }\nbody l2 on l1 { joint a : screw }\nbody arm on l2 { joint c : twice then $back; $body }\norder turn, a, b, c\n"));
}

# Several coordinates: shifts before turns, and the order of the file.
my @planar = (['rotation1', 'a', 'z', linear(1, 0)], ['translation1', 'b', 'x', linear(1, 0)], ['translation2', 'c', 'y', multiple('1.05', linear(1, 0))], ['translation3', '', 'z', constant('0.02')]);
custom('CustomJoint as a chain', coordinates('a', 'b', 'c'), \@planar,
	rig("joint scaled(q: m) { translate y by 1.05 * q }\nbody l1 on base at $place { joint b : prismatic(x) }\nbody l2 on l1 { joint c : scaled }\n"
		. "body arm on l2 at (0, 0, 0.02) { joint a : revolute(z) then $back; $body }\norder turn, a, b, c\n"));
custom('a coordinate that shifts and turns, in a chain', coordinates('a', 'b'),
	[['translation1', 'a', 'x', linear('0.1', '0')], ['rotation1', 'a', 'z', linear(1, 0)], ['rotation2', 'b', 'x', linear(1, 0)]],
	rig("joint screw(q) { translate x by 0.1 m * q; rotate z by q }\nbody l1 on base at $place { joint a : screw }\nbody arm on l1 { joint b : revolute(x) then $back; $body }"));

custom('a motion by a coordinate with the name of another', coordinates('turn'), [['rotation1', 'turn', 'x', linear(1, 0)]],
	rig("body arm on base at $place { joint shoulder_turn : revolute(x) then $back; $body }"));
custom('coordinates with the names of others in one kind', coordinates('turn', 'b'), [['rotation1', 'turn', 'z', linear(1, 0)], ['rotation2', 'turn b', 'x', linear('0.5', '2', '0.1')]],
	rig("joint both(shoulder_turn, b) { rotate z by shoulder_turn; rotate x by 0.5 * shoulder_turn + 2 * b + 0.1 }\nbody arm on base at $place { joint shoulder : both then $back; $body }"));

# Where no chain has a form: a kind with several coordinates.
custom('a motion of two coordinates', coordinates('a', 'b'), [['rotation1', 'a', 'z', linear(1, 0)], ['rotation2', 'a b', 'x', linear('0.5', '2', '0.1')]],
	rig("joint both(a, b) { rotate z by a; rotate x by 0.5 * a + 2 * b + 0.1 }\nbody arm on base at $place { joint shoulder : both then $back; $body }"));
custom('motions of a coordinate that are apart', coordinates('a', 'b'),
	[['translation1', 'a', 'x', linear('0.1', '0')], ['translation2', 'b', 'y', linear(1, 0)], ['rotation1', 'a', 'z', linear(1, 0)]],
	rig("joint both(a, b: m) { translate x by 0.1 m * a; translate y by b; rotate z by a }\nbody arm on base at $place { joint shoulder : both then $back; $body }"));
sub multivariate { my ($dimension, $order, @c) = @_; return "<MultivariatePolynomialFunction><coefficients>@c</coefficients><dimension>$dimension</dimension><order>$order</order></MultivariatePolynomialFunction>" }
kind('MultivariatePolynomialFunction of one coordinate', [['rotation1', 'q', 'z', multivariate(1, 3, 0.1, 2, 0, -0.3)]], 'joint kind(q) { rotate z by 0.1 + 2 * q - 0.3 * q^3 }');
custom('MultivariatePolynomialFunction', coordinates('a', 'b'), [
		['translation1', 'b', 'x', linear(1, 0)],
		['rotation1', 'a b', 'z', multivariate(2, 2, 0.1, 0.2, 0.3, 2, 0.5, 0.6)],
		['translation2', 'b a', 'y', multivariate(2, 1, -0.1, 0.2, 0.3)],
	], rig("joint both(a, b: m) { translate x by b; translate y by -0.1 m + 0.2 m * a + 0.3 * b; rotate z by 0.1 + 0.2 * b/1 m + 0.3 * (b/1 m)^2 + 2 * a + 0.5 * a * b/1 m + 0.6 * a^2 }\n"
		. "body arm on base at $place { joint shoulder : both then $back; $body }"));
custom('one of these is locked', coordinates('a<locked>true</locked><default_value>0.3</default_value>', 'b'),
	[['rotation1', 'a', 'z', linear(1, 0)], ['rotation2', 'a b', 'x', linear('0.5', '2', '0.1')]],
	rig("joint one(b) { rotate z by 0.3; rotate x by 0.15 + 2 * b + 0.1 }\nbody arm on base at $place { joint shoulder : one then $back; $body }"));
custom('all of these are locked', coordinates('a<locked>true</locked><default_value>0.3</default_value>', 'b<locked>true</locked>'),
	[['rotation1', 'a', 'z', linear(1, 0)], ['rotation2', 'a b', 'x', linear('0.5', '2', '0.1')]],
	rig("body arm on base at $place, rz(0.3), rx(0.25), $back { joint shoulder : fixed; $body }"));

# --- coordinates ---

my $follows = '<ConstraintSet><objects><CoordinateCouplerConstraint name="k"><coupled_coordinates_function>%s</coupled_coordinates_function>'
	. '<independent_coordinate_names>%s</independent_coordinate_names><dependent_coordinate_name>v</dependent_coordinate_name>%s</CoordinateCouplerConstraint></objects></ConstraintSet>';
sub coupled
{
	my ($name, $function, $of, $more, $value, $before) = @_;
	my $rig = chain($back, $place, 'u : revolute(x)', "v : revolute(y) = $value");
	$rig =~ s/^body/$before\nbody/m if $before;
	alike($name, osim(joint('UniversalJoint', 'shoulder', coordinates('u', 'v')), sprintf $follows, $function, $of, $more), $rig);
}
coupled('a coupling by a line', linear('-0.5', '0.2'), 'u', '', '0.2 - 0.5 * u');
coupled('a coupling by two', linear('-0.5', '2', '0.2'), 'turn u', '<scale_factor>1.5</scale_factor>', '1.5 * (0.2 - 0.5 * turn + 2 * u)');
coupled('a coupling by a polynomial of two', multivariate(2, 2, 0.1, 0.2, 0.3, 2, 0.5, 0.6), 'turn u', '', '0.1 + 0.2 * u + 0.3 * u^2 + 2 * turn + 0.5 * turn * u + 0.6 * turn^2');
coupled('a coupling by a polynomial of three', multivariate(3, 1, 0.1, 0.2, 0.3, 2), 'turn u u', '', '0.1 + 0.2 * u + 0.3 * u + 2 * turn');
coupled('a coupling by a spline', points('SimmSpline', '-2 -1 0 1', '0.1 0.4 0 0.2'), 'turn', '<isEnforced>true</isEnforced>', 'f(turn)', 'table f(q) simm = [-2, 0.1; -1, 0.4; 0, 0; 1, 0.2]');
coupled('a coupling by pieces', points('PiecewiseLinearFunction', '-9 9', '0 0.9'), 'turn', '', '0.05 * turn + 0.45');
alike('a coordinate that follows those of a FreeJoint', osim(joint('FreeJoint', 'shoulder', coordinates('u', 'v', 'w', 'tx', 'ty', 'tz')), sprintf $follows, linear('-0.5', '2', '0.2'), 'u tx', ''),
	chain($back, $place, 'tx : prismatic(x)', 'ty : prismatic(y)', 'tz : prismatic(z)', 'u : revolute(x)', 'v : revolute(y) = -0.5 * u + 2 rad/m * tx + 0.2', 'w : revolute(z)') . 'order turn, u, w, tx, ty, tz');

# A coupling means the first coordinate of a name, and by a path that of the joint.
for (['turn', '0.2 - 0.5 * turn'], ['/jointset/shoulder/turn', '0.2 - 0.5 * shoulder_turn']) {
	my ($of, $value) = @$_;
	alike("a coupling by $of", osim(joint('UniversalJoint', 'shoulder', coordinates('turn', 'v')), sprintf $follows, linear('-0.5', '0.2'), $of, ''),
		chain($back, $place, 'shoulder_turn : revolute(x)', "v : revolute(y) = $value"));
}
{
	my $off = sprintf $follows, linear(1, 0), 'u', '<isEnforced>false</isEnforced>';
	alike('a coupling that is off', osim(joint('UniversalJoint', 'shoulder', coordinates('u', 'v')), $off), chain($back, $place, 'u : revolute(x)', 'v : revolute(y)'));
	$off =~ s{<isEnforced>false</isEnforced>}{<isDisabled>true</isDisabled>};
	alike('a coupling that is disabled', old_osim('UniversalJoint', coordinates('u', 'v'), '', $off), chain($back, $place, 'u : revolute(x)', 'v : revolute(y)'));
}
alike('locked coordinates', osim(joint('UniversalJoint', 'shoulder', coordinates('u<locked>true</locked><default_value>0.3</default_value>', 'v'))),
	chain($back, $place, 'u : revolute(x) = 0.3', 'v : revolute(y)'));

{
	my $info = alike('limits', osim(joint('PlanarJoint', 'shoulder',
			coordinates('a<range>-1 2</range><clamped>true</clamped>', 'b<range>-0.5 0.5</range>', 'c<range>-Inf Inf</range>'))),
		chain($back, $place, 'b : prismatic(x) { limits (-0.5, 0.5) }', 'c : prismatic(y)', 'a : revolute(z) { limits (-1, 2) }') . "order turn, a, b, c\n");
	my %limit = map { $_->{name} => $_->{limits} } @{ $info->{joints} };
	my $header = `$rigidc compile $scratch/a.osim -f crba --search=none 2>/dev/null`;
	my ($lower) = $header =~ /T_LIMIT_LOWER \{(.*)\}/;
	is(join(' ', split /[\s,]+/, $lower // ''), join(' ', '', '-HUGE_VAL', '-1.0', '-0.5', '-HUGE_VAL'), 'limits in the order of the file') if defined $lower;
	ok(defined $lower, 'limits in the header');
}

# default values are the pose `start`
sub pose_of { my ($file) = @_; return (grep { $_->{name} eq 'start' } @{ described($file)->{poses} // [] })[0] }
{
	my $value = '<default_value>%s</default_value>';
	my $file = spew("$scratch/pose.osim", osim(joint('UniversalJoint', 'shoulder', coordinates('u', 'v' . sprintf $value, '0.25'))));
	is(`echo '\@start' | $rigidc eval $file -f fk:arm 2>&1`, `echo '0 0 0.25' | $rigidc eval $file -f fk:arm 2>&1`, 'pose start');
	$file = spew("$scratch/free.osim", osim(joint('FreeJoint', 'shoulder', coordinates((map { "r$_" . sprintf $value, 0.3 * $_ } 1 .. 3), map { "t$_" . sprintf $value, 0.1 * $_ } 1 .. 3))));
	spew("$scratch/posed.rig", rig("body arm on base at $place, (0.1, 0.2, 0.3), rx(0.3), ry(0.6), rz(0.9), $back { joint : fixed; $body }"));
	near(numbers($file, 'fk:arm', '@start'), numbers("$scratch/posed.rig", 'fk:arm', '0'), 1e-14, 'pose start of a FreeJoint');
	unlike(`$rigidc import tests/grammar/simbody/os_planar_v3.osim 2>&1`, qr/pose/, 'no pose where all are 0');
}

# --- constraints ---

# Loops from the base to the arm, by lambda and fd.
sub looped
{
	my ($name, $constraint, $loop, $frames, $old) = @_;
	my $free = chain($back, $place, 'u : revolute(x)', 'v : revolute(y)', 'w : revolute(z)');
	my @both = map { "<ConstraintSet><objects>$_</objects></ConstraintSet>" } $constraint, $old // ();
	my %how = (functions => [['jac:loops', 1], ['closure', 1], ['drift:loops', 2]]);
	alike($name, osim(joint('GimbalJoint', 'shoulder', coordinates('u', 'v', 'w')), $both[0]), "$free\n$frames\n$loop\n", %how);
	alike("$name of version 3", old_osim('GimbalJoint', coordinates('u', 'v', 'w'), '', $both[1]), "$free\n$frames\n$loop\n", %how) if $old;
}
my $ends = "frame a on base at (0.1, 0, 0.2)\nframe b on arm at (0, 0.3, 0)";
my $locations = '<location_body_1>0.1 0 0.2</location_body_1><location_body_2>0 0.3 0</location_body_2>';
looped('ConstantDistanceConstraint',
	"<ConstantDistanceConstraint name=\"rod\"><socket_body_1>/bodyset/base</socket_body_1><socket_body_2>/bodyset/arm</socket_body_2>$locations<constant_distance>0.3</constant_distance></ConstantDistanceConstraint>",
	'loop rod : distance(0.3 m) from a to b', $ends,
	"<ConstantDistanceConstraint name=\"rod\"><body_1>base</body_1><body_2>arm</body_2>$locations<constant_distance>0.3</constant_distance></ConstantDistanceConstraint>");

# The others close at q = 0: the ends are where the arm is then, seen from the base.
my @arm = @{ numbers(spew("$scratch/open.osim", osim(joint('GimbalJoint', 'shoulder', coordinates('u', 'v', 'w')))), 'fk:arm:base', '0 0 0 0') };
my ($R, $p) = ([@arm[0 .. 8]], [@arm[9 .. 11]]);
my @tip = map { $p->[$_] + 0.3 * $R->[3 * $_ + 1] } 0 .. 2;
my @angles = (atan2(-$R->[5], $R->[8]), atan2($R->[2], sqrt($R->[5] ** 2 + $R->[8] ** 2)), atan2(-$R->[1], $R->[0]));
sub listed { return join $_[0], map { sprintf '%.17g', $_ } @_[1 .. $#_] }
sub ends { my ($first, $second) = @_; return (qq(<socket_$first>/bodyset/base</socket_$first><socket_$second>/bodyset/arm</socket_$second>), "<$first>base</$first><$second>arm</$second>") }

sub constraint
{
	my ($type, $kind, $first, $second, $inside, $frames) = @_;
	my @both = map { "<$type name=\"tie\">$_$inside</$type>" } ends($first, $second);
	looped($type, $both[0], "loop tie : $kind from a to b", $frames, $both[1]);
}
constraint('PointConstraint', 'spherical', 'body_1', 'body_2', '<location_body_1>' . listed(' ', @tip) . '</location_body_1><location_body_2>0 0.3 0</location_body_2>',
	'frame a on base at (' . listed(', ', @tip) . ")\nframe b on arm at (0, 0.3, 0)");
constraint('PointOnLineConstraint', 'slot((1, 0, 0))', 'line_body', 'follower_body',
	'<line_direction_vec>1 0 0</line_direction_vec><point_on_line>' . listed(' ', @tip) . '</point_on_line><point_on_follower>0 0.3 0</point_on_follower>',
	'frame a on base at (' . listed(', ', @tip) . ")\nframe b on arm at (0, 0.3, 0)");
{
	my $offset = listed(' ', @$p);
	my $turn = listed(' ', @angles);
	my $frames = 'frame a on base at (' . listed(', ', @$p) . '), ' . join(', ', map { sprintf 'r%s(%.17g)', qw(x y z)[$_], $angles[$_] } 0 .. 2) . "\nframe b on arm";
	my $free = '<WeldConstraint name="tie"><socket_frame1>w</socket_frame1><socket_frame2>/bodyset/arm</socket_frame2><frames><PhysicalOffsetFrame name="w">'
		. "<socket_parent>/bodyset/base</socket_parent><translation>$offset</translation><orientation>$turn</orientation></PhysicalOffsetFrame></frames></WeldConstraint>";
	my $old = "<WeldConstraint name=\"tie\"><body_1>base</body_1><body_2>arm</body_2><location_body_1>$offset</location_body_1><orientation_body_1>$turn</orientation_body_1></WeldConstraint>";
	looped('WeldConstraint', $free, 'loop tie : fixed from a to b', $frames, $old);
}

# Of several joints of a body the nearest to the ground carries it, then the first. The others close loops, with coordinates of their own.
my %loops = (functions => [['jac:loops', 1], ['closure', 1], ['drift:loops', 2], ['fk:arm', 1], ['rnea', 3]]);
my $universal = joint('UniversalJoint', 'shoulder', coordinates('u', 'v'));
my $two = chain($back, $place, 'u : revolute(x)', 'v : revolute(y)') . 'frame b on arm at (-0.05, 0.02, 0.01), rx(0.2), ry(0.1), rz(-0.4)';
alike('a second joint', osim($universal . joint('PinJoint', 'tie', coordinates('t'))),
	"$two\nbody arm_tie on base at $place { joint t : revolute(z) }\nloop tie : fixed from arm_tie to b\n", %loops);
alike('a second joint of two coordinates', osim($universal . joint('UniversalJoint', 'tie', coordinates('w', 't'))),
	"$two\nbody l2 on base at $place { joint w : revolute(x) }\nbody arm_tie on l2 { joint t : revolute(y) }\nloop tie : fixed from arm_tie to b\n", %loops);
alike('a second BallJoint', osim($universal . joint('BallJoint', 'tie', coordinates('t1', 't2', 't3'))),
	"$two\nbody arm_tie on base at $place { joint tie : spherical }\nloop tie : fixed from arm_tie to b\n", %loops);
alike('a second WeldJoint', osim($universal . joint('WeldJoint', 'tie', '')),
	"$two\nframe a on base at $place\nloop tie : fixed from a to b\n", %loops);
{
	my $near = joint('PinJoint', 'near', coordinates('n')) =~ s{/bodyset/base}{/ground}r;
	alike('a second joint nearer to the ground', osim($universal . $near),
		rig("body l on base at $place { joint u : revolute(x) }\nbody arm_shoulder on l { joint v : revolute(y) }\n"
			. "body arm on world at $place { joint n : revolute(z) then $back; $body }\nframe b on arm at (-0.05, 0.02, 0.01), rx(0.2), ry(0.1), rz(-0.4)\n"
			. "loop shoulder : fixed from arm_shoulder to b\n"), %loops);
}

# A joint whose parent no other joint carries is reversed: the inverse motions in the other order, about the opposite axes.
my $place_of_child = '(-0.05, 0.02, 0.01), rx(0.2), ry(0.1), rz(-0.4)';
my $back_to_parent = 'rz(-0.1), ry(0.2), rx(-0.3), (-0.1, -0.2, 0.1)';
sub reversed { return joint(@_) =~ s{/bodyset/(base|arm)}{'/bodyset/' . ($1 eq 'base' ? 'arm' : 'base')}ger }
alike('a reversed PinJoint', osim(reversed('PinJoint', 'shoulder', coordinates('u'))), chain($back_to_parent, $place_of_child, 'u : revolute(-z)'));
alike('reversed by the file', old_osim('PinJoint', coordinates('u'), '<reverse>true</reverse>'), chain($back, $place, 'u : revolute(-z)'));
alike('a reversed PlanarJoint', osim(reversed('PlanarJoint', 'shoulder', coordinates('t', 'h', 'k' . sprintf $held, 0.2))),
	chain($back_to_parent, $place_of_child, 't : revolute(-z)', 'k : prismatic(-y) = 0.2 m', 'h : prismatic(-x)') . "order turn, t, h\n");
alike('a reversed BallJoint', osim(reversed('BallJoint', 'shoulder', coordinates('u', 'v', 'w'))),
	chain($back_to_parent, $place_of_child, 'w : revolute(-z)', 'v : revolute(-y)', 'u : revolute(-x)') . "order turn, u, v, w\n");
alike('a reversed CustomJoint', osim(reversed('CustomJoint', 'shoulder', coordinates('a', 'b'),
		'<SpatialTransform>' . axis('translation1', 'a', 'x', linear('0.1', '0')) . axis('rotation1', 'a', 'z', linear(1, '0.2')) . axis('rotation2', 'a b', '1 1 0', linear('0.5', '2', '0.1')) . axis('rotation3', '', 'y', constant('0.3')) . '</SpatialTransform>')),
	rig("joint back(a, b) { rotate -y by 0.3; rotate (-1, -1, 0) by 0.5 * a + 2 * b + 0.1; rotate -z by a + 0.2; translate -x by 0.1 m * a }\n"
		. "body arm on base at $place_of_child { joint shoulder : back then $back_to_parent; $body }"));
alike('the ground as a child', osim('') =~ s{(parent_frame>)/ground(</socket_parent_frame><socket_child_frame>)/bodyset/base}{$1/bodyset/base$2/ground}r,
	"model t\ngravity (0, -9.8, 1)\nbody base on world { joint turn : revolute(-z); $body }\nbody arm on world { joint arm : free; $body }\n");
alike('a loop to the ground', osim($universal . joint('PinJoint', 'tie', coordinates('t')) =~ s{/bodyset/base}{/ground}r =~ s{_frame>([pc])<}{'_frame>' . ($1 eq 'p' ? 'c' : 'p') . '<'}ger),
	"$two\nbody ground_tie on arm at $place_of_child { joint t : revolute(z) }\nframe pin on world at $place\nloop tie : fixed from ground_tie to pin\n", functions => [['jac:loops', 1], ['closure', 1], ['rnea', 3]]);

# --- markers, forces, base, names ---

my $marked = osim(joint('PinJoint', 'shoulder', coordinates('flex')), '<MarkerSet><objects>'
		. '<Marker name="tip"><socket_parent_frame>/bodyset/arm</socket_parent_frame><location>0.1 0.2 0.3</location></Marker>'
		. '<Marker name="arm"><socket_parent_frame>/ground</socket_parent_frame><location>1 0 0</location></Marker></objects></MarkerSet>'
		. '<ForceSet><objects><Thelen2003Muscle name="a"/><CoordinateActuator name="b"/><Thelen2003Muscle name="c"/></objects></ForceSet>');
{
	my $file = spew("$scratch/marked.osim", $marked);
	is_deeply(described($file)->{frames}, [], 'no frames of markers');
	is_deeply([map { $_->{name} } @{ described("--keep=markers $file")->{frames} }], ['tip', 'arm_frame'], 'frames of markers');
	my $rig = imported('markers', $file, '--keep=markers');
	like($rig, qr/^  frame +tip at \(0\.1, 0\.2, 0\.3\) m$/m, 'a marker in an import');
	like($rig, qr/^frame arm_frame on world at/m, 'a marker on the ground');
	like($rig, qr{^// Forces are left out: 2 Thelen2003Muscle, 1 CoordinateActuator$}m, 'forces in an import');
	like(`$rigidc check $file 2>&1`, qr/note: forces are left out: 2 Thelen2003Muscle, 1 CoordinateActuator \[forces-left-out\]/, 'forces in a note');
	my $old = spew("$scratch/old.osim", old_osim('PinJoint', coordinates('flex'), '', '<MarkerSet><objects><Marker name="tip"><body>arm</body><location>0.1 0.2 0.3</location></Marker></objects></MarkerSet>'));
	is_deeply([map { $_->{name} } @{ described("--keep=markers $old")->{frames} }], ['tip'], 'markers of version 3');
}
# Components beside the sets: bodies and joints are refused, forces are left out.
like(`$rigidc check @{[spew("$scratch/parts.osim", osim(joint('PinJoint', 'shoulder', coordinates('flex')), "<components>$_->[0]</components>"))]} 2>&1`, $_->[1], "components: $_->[2]")
	for ['<Body name="b"><mass>1</mass></Body>', qr/error: a <Body> in <components> is not read/, 'a body'],
	['<SpringGeneralizedForce name="s"/>', qr/note: 1 force in the components of the model: left out \('s'\)/, 'a force'];
# Yes and no in all spellings that OpenSim reads.
for my $word (qw(true True TRUE 1)) {
	my $locked = spew("$scratch/locked.osim", osim(joint('PinJoint', 'shoulder', coordinates('flex') =~ s{<Coordinate name="flex">}{$&<locked>$word</locked>}r)));
	is(decode_json(scalar `$rigidc info --json $locked 2>/dev/null`)->{nv}, 1, "locked: $word");
}
for my $word (qw(false False 0)) {
	my $free = spew("$scratch/locked.osim", osim(joint('PinJoint', 'shoulder', coordinates('flex') =~ s{<Coordinate name="flex">}{$&<locked>$word</locked>}r)));
	is(decode_json(scalar `$rigidc info --json $free 2>/dev/null`)->{nv}, 2, "not locked: $word");
}
# Muscles are tendons: fixed, conditional and moving points of versions 3 and 4, whose ranges are wider by 1e-5.
sub muscle { my ($name, $path, $more) = @_; return qq(<Thelen2003Muscle name="$name"><GeometryPath><PathPointSet><objects>$path</objects></PathPointSet>@{[$more // '']}</GeometryPath></Thelen2003Muscle>) }
sub point_of
{
	my ($type, $body, $location, $more) = @_;
	return "<$type><socket_parent_frame>$body</socket_parent_frame>" . ($location ? "<location>$location</location>" : '') . ($more // '') . "</$type>";
}
{
	my $curve = '<SimmSpline><x>-1 0 1</x><y>0.1 0.2 0.25</y></SimmSpline>';
	my $moving = point_of('MovingPathPoint', '/bodyset/arm', '', "<socket_x_coordinate>/jointset/root/turn</socket_x_coordinate><socket_y_coordinate>/jointset/shoulder/flex</socket_y_coordinate>"
			. "<x_location>$curve</x_location><y_location><LinearFunction><coefficients>0.1 0.3</coefficients></LinearFunction></y_location>");
	my $conditional = point_of('ConditionalPathPoint', '/bodyset/arm', '0.1 0.3 0.1', '<socket_coordinate>/jointset/shoulder/flex</socket_coordinate><range>-0.25 0.5</range>');
	my $first = point_of('PathPoint', '/ground', '0.5 0 0.1');
	my $wrap = sub { '<PathWrapSet><objects><PathWrap><wrap_object>' . $_[0] . '</wrap_object></PathWrap></objects></PathWrapSet>' };
	my $forces = '<ForceSet><objects>' . muscle('biceps', $first . $conditional . $moving) . muscle('off', $first . $first) =~ s/<GeometryPath>/<isDisabled>true<\/isDisabled>$&/r
		. muscle('over', $first . $conditional, $wrap->('ball')) . muscle('single', $first) . '<Millard2012EquilibriumMuscle name="bare"/><CoordinateActuator name="b"/></objects>'
		. '<groups><ObjectGroup name="flexors"><members> off biceps b biceps </members></ObjectGroup><ObjectGroup name="none"><members>off</members></ObjectGroup></groups></ForceSet>';
	my $shape = '<WrapObjectSet><objects><WrapEllipsoid name="ball"/></objects></WrapObjectSet>';
	my $file = spew("$scratch/muscles.osim", osim(joint('PinJoint', 'shoulder', coordinates('flex')), $forces) =~ s/<Body name="base">/$&$shape/r);
	my $by_hand = 'tendon biceps over world at (0.5, 0, 0.1), arm at (0.1, 0.3, 0.1) while flex from -0.25001 to 0.50001, arm at (px(turn), 0.1 m * flex + 0.3 m, 0) { force -1 N }';
	my $hand = spew("$scratch/hand.rig", rig("table px(q: rad): m simm = [-1, 0.1; 0, 0.2; 1, 0.25]\nbody arm on base at $place { joint flex : revolute(z) then $back; $body }\n$by_hand"));
	for my $q ('0.3 0.4', '-0.7 0.500005', '0.2 0.50002', '1.5 -0.2500005', '0.1 -0.26') {
		near(numbers("--muscles $file", 'm=lengths+arms', $q), numbers($hand, 'm=lengths+arms', $q), 1e-14, "a muscle at $q");
	}
	near(numbers("--muscles $file", 'gravity', '0.3 0.4 1'), numbers($hand, 'gravity', '0.3 0.4'), 1e-14, 'the force of a muscle is an input');
	my $rig = imported('muscles', $file, '--muscles');
	like($rig, qr/^input biceps_force: N$/m, 'the input of a muscle');
	is(join('', $rig =~ /^(group .*\n)/mg), "group flexors = biceps\n", 'a group has the muscles that are there');
	like($rig, qr/^tendon biceps over world at \(0\.5, 0, 0\.1\) m, arm at \(0\.1, 0\.3, 0\.1\) m while flex from -0\.25001 rad to 0\.50001 rad, arm at \(/m, 'the tendon of a muscle');
	my $said = `$rigidc check --muscles $file 2>&1`;
	like($said, qr/warning: 1 muscle over ellipsoids: left out \('over'\) \[muscle-left-out\]/, 'a muscle over an ellipsoid');
	like($said, qr/warning: 1 muscle switched off: left out \('off'\)/, 'a muscle that is off');
	like($said, qr/warning: 1 muscle with fewer than two points: left out \('single'\)/, 'a muscle of one point');
	like($said, qr/warning: 1 muscle without a <GeometryPath>: left out \('bare'\)/, 'a muscle without a path');
	like($said, qr/note: forces are left out: 1 CoordinateActuator \[forces-left-out\]/, 'other forces');
	unlike(`$rigidc import $file 2>/dev/null`, qr/tendon/, 'no muscles without the option');
	my $cable = muscle('cable', $first . $conditional) =~ s/Thelen2003Muscle/PathActuator/gr;
	my $pulled = spew("$scratch/cable.osim", osim(joint('PinJoint', 'shoulder', coordinates('flex')), "<ForceSet><objects>$cable</objects></ForceSet>"));
	like(imported('cable', $pulled, '--muscles'), qr/^tendon cable over world at .*\{\n +force +-cable_force\n/m, 'a PathActuator pulls as a muscle does');
	like(`$rigidc check $pulled 2>&1`, qr/note: forces are left out: 1 PathActuator/, 'without the option it is left out');
	my $old = spew("$scratch/old_muscles.osim", old_osim('PinJoint', coordinates('flex'), '', '<ForceSet><objects>' . muscle('biceps', $first . $conditional . $moving)
				=~ s{<socket_parent_frame>/(?:bodyset/)?(\w+)</socket_parent_frame>}{<body>$1</body>}gr =~ s{<socket_(\w+)>/jointset/\w+/(\w+)</socket_\w+>}{<$1>$2</$1>}gr . '</objects></ForceSet>'));
	near(numbers("--muscles $old", 'lengths', '0.3 0.4'), numbers($hand, 'lengths', '0.3 0.4'), 1e-14, 'muscles of version 3');
	my $including = sub { return spew("$scratch/including.rig", "model t\ninclude \"muscles.osim\"$_[0]\n") };
	near(numbers($including->(' muscles'), 'lengths', '0.3 0.4'), numbers($hand, 'lengths', '0.3 0.4'), 1e-14, 'include ... muscles');
	like(`$rigidc check @{[$including->(' bones')]} 2>&1`, qr/only the words `free` and `muscles` may follow/, 'another word');
	like(`$rigidc check @{[$including->(' muscles muscles')]} 2>&1`, qr/`muscles` stands twice/, 'a word twice');
	like(`$rigidc check @{[$including->(qq(\ninclude "muscles.osim" muscles))]} 2>&1`, qr/is included already, without `muscles`/, 'muscles at the second include');
	spew("$scratch/arm.urdf", '<robot name="r"><link name="a"/></robot>');
	like(`$rigidc check @{[spew("$scratch/including.rig", qq(model t\ninclude "arm.urdf" muscles\n))]} 2>&1`, qr/`muscles` is for an OpenSim model or an MJCF file/, 'muscles of a URDF');
	like(`$rigidc check --muscles $scratch/arm.urdf 2>&1`, qr/--muscles is for an OpenSim model or an MJCF file/, '--muscles of a URDF');
}
# Muscles over cylinders and spheres run around wraps: shapes on bodies, frames and the ground, with quadrants; those on the body of the point
# before come first; a shape that is off bends nothing.
{
	my $shapes = sub { "<WrapObjectSet><objects>$_[0]</objects></WrapObjectSet>" };
	my $on_base = $shapes->('<WrapCylinder name="rod"><xyz_body_rotation>0.1 -0.2 0.3</xyz_body_rotation><translation>0.1 0.2 0</translation><quadrant>-y</quadrant><radius>0.05</radius><length>0.4</length></WrapCylinder>'
		. '<WrapCylinder name="off"><active>false</active><radius>0.5</radius><length>0.4</length></WrapCylinder>');
	my $on_arm = $shapes->('<WrapSphere name="ball"><translation>0.05 0.1 0.02</translation><radius>0.06</radius></WrapSphere>');
	my $around = sub { '<PathWrapSet><objects>' . join('', map { "<PathWrap><wrap_object>$_->[0]</wrap_object><range>$_->[1]</range></PathWrap>" } @_) . '</objects></PathWrapSet>' };
	my ($on, $over, $under) = map { point_of('PathPoint', @$_) } ['/bodyset/base', '0.1 -0.1 0.03'], ['/bodyset/arm', '0.2 0.2 0.1'], ['/ground', '0.3 0.5 0.2'];
	my $forces = '<ForceSet><objects>' . muscle('one', $on . $over, $around->(['off', '-1 -1'], ['rod', '-1 -1'])) . muscle('two', $on . $over, $around->(['ball', '-1 -1'], ['rod', '1 2']))
		. muscle('part', $under . $on . $over, $around->(['rod', '2 3'], ['ball', '1 2'])) . muscle('which', $under . $on . $over, $around->(['rod', '-1 -1'])) . '</objects></ForceSet>';
	my $file = spew("$scratch/wraps.osim", osim(joint('PinJoint', 'shoulder', coordinates('flex')), $forces) =~ s/<Body name="base">/$&$on_base/r =~ s/<Body name="arm">/$&$on_arm/r);
	my $by_hand = join "\n", 'wrap rod : cylinder(0.05, 0.4) on base at (0.1, 0.2, 0), rx(0.1), ry(-0.2), rz(0.3)', 'wrap ball : sphere(0.06) on arm at (0.05, 0.1, 0.02)',
		'tendon one over base at (0.1, -0.1, 0.03), around rod side -y, arm at (0.2, 0.2, 0.1)', 'tendon two over base at (0.1, -0.1, 0.03), around rod side -y, around ball, arm at (0.2, 0.2, 0.1)',
		'tendon "part" over world at (0.3, 0.5, 0.2), around ball, base at (0.1, -0.1, 0.03), around rod side -y, arm at (0.2, 0.2, 0.1)';
	my $hand = spew("$scratch/hand.rig", rig("body arm on base at $place { joint flex : revolute(z) then $back; $body }\n$by_hand"));
	for my $q ('0.3 0.4', '-0.7 0.5', '0.2 1.2', '1.5 -0.6', '0.1 -1.5') {
		near(numbers("--muscles $file", 'm=lengths+arms', $q), numbers($hand, 'm=lengths+arms', $q), 1e-13, "muscles over shapes at $q");
	}
	like(`$rigidc check --muscles $file 2>&1`, qr/warning: 1 muscle over shapes with a quadrant that does not tell .*: left out \('which'\)/, 'a quadrant and two parts of a path');
}
# Names of the angles of a quaternion are in an import, so that files of motion are read for it too.
{
	my $file = spew("$scratch/free.osim", osim(joint('FreeJoint', 'shoulder', coordinates(map { "c$_" } 1 .. 6))));
	like(imported('angles', $file), qr/^  joint +shoulder : free \{ angles \(c1, c2, c3, c4, c5, c6\) \}$/m, 'angles in an import');
	my $motion = spew("$scratch/free.mot", "free\nversion=1\nnRows=1\nnColumns=8\ninDegrees=yes\nendheader\ntime\tturn\tc1\tc2\tc3\tc4\tc5\tc6\n0\t10\t20\t-30\t40\t0.1\t0.2\t0.3\n");
	my @poses = map { [ map { split /,/ } (split /\n/, `$rigidc eval $_ -f fk:arm --header <$motion 2>/dev/null`)[1] // '' ] } $file, "$scratch/import.rig";
	near(@poses[1, 0], 1e-15, 'a file of motion of an import');
	ok(@{ $poses[0] } >= 12, 'a pose of the angles');
}
{
	my $file = spew("$scratch/base.osim", (osim('<WeldJoint name="w"><socket_parent_frame>base</socket_parent_frame><socket_child_frame>arm</socket_child_frame></WeldJoint>') =~ s/PinJoint/WeldJoint/gr) =~ s/<Coordinate name="turn"\/>//r);
	is(described("--base=free $file")->{nq}, 7, '--base=free');
	is(described("--base=fixed $file")->{nq}, 0, '--base=fixed');
	like(`$rigidc check --base=free $scratch/marked.osim 2>&1`, qr/moves already, by a revolute joint \[free-base\]/, '--base=free of what moves');
}
{
	my $file = spew("$scratch/named.osim", osim('<CustomJoint name="free"><socket_parent_frame>base</socket_parent_frame><socket_child_frame>arm</socket_child_frame>'
		. '<coordinates>' . coordinates('revolute', 'x') . '</coordinates><SpatialTransform>' . axis('rotation1', 'revolute x', 'z', linear(1, '0.5', 0)) . axis('translation1', 'x', 'x', linear(1, 0)) . '</SpatialTransform></CustomJoint>'));
	imported('names of kinds, axes and units', $file);
	$file = spew("$scratch/evil.osim", osim(joint('PinJoint', 'shoulder', qq(<Coordinate name="a&#10;b &quot;*/"/>)), '<ForceSet><objects><Force name="*/"/></objects></ForceSet>') =~ s/Model name="t"/Model name="t*\/&#13; gravity"/r);
	imported('hostile names', $file);
}
# Bytes that are not UTF-8 are errors in names, and a note in comments and in texts that nobody reads.
{
	my $plain = osim(joint('PinJoint', 'shoulder', coordinates('flex')));
	my $place = sub { my ($file) = (spew("$scratch/bytes.osim", $_[0])); return `$rigidc check $file 2>&1` };
	for (["<publications>J Biomech 33:829\x96840</publications>", '1 byte is', 'a text'], ["<!-- Gr\xfcn, caf\xe9 <credits> -->", '2 bytes are', 'a comment'], ["<credits a='>'>\xff</credits><!---->", '1 byte is', 'bytes at the ends of a text']) {
		my ($bytes, $count, $what) = @$_;
		like($place->($plain =~ s/<gravity>/$bytes$&/r), qr/\A[^\n]*: note: $count not UTF-8, in text that nothing reads \[unread-bytes\]\n[^\n]*\n *\^\n1 note\n\z/, "bytes that are not UTF-8 in $what");
	}
	like($place->($plain =~ s/"flex"/"fl\xe9x"/r), qr/0xE9 is not UTF-8 here \[encoding\]/, 'bytes that are not UTF-8 in a name');
	like($place->($plain =~ s/<gravity>/<credits\/>\xe9$&/r), qr/\[encoding\]/, 'bytes that are not UTF-8 after an empty element');
	like($place->($plain =~ s/<gravity>/<!--\xe9-->\n<gravity>\xe9/r), qr/:2:10: error: .*\[encoding\]/, 'the place of a byte that is not UTF-8, after others');
}
is(system("$rigidc import --from=osim - <tests/grammar/simbody/os_knee_v4.osim >$scratch/piped.rig 2>/dev/null"), 0, 'import from standard input');
{
	spew("$scratch/leg.osim", slurp('tests/grammar/simbody/os_knee_v4.osim'));
	my $file = spew("$scratch/lab.rig", qq(model lab\ninclude "leg.osim"\ncontact sole : slide on foot at (0.1, 0, 0)\nphase stand = sole\n));
	near(numbers($file, 'rnea', '0.3 -0.5  0.1 0.2  0.3 0.4'), numbers("$scratch/leg.osim", 'rnea', '0.3 -0.5  0.1 0.2  0.3 0.4'), 0, 'a model in a .rig file');
}
imported($_, "tests/grammar/simbody/$_") for 'os_knee_v4.osim', 'os_planar_v3.osim';

done_testing;
