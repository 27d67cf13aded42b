#!/usr/bin/perl
# Words of other formats in URDF, MJCF, SDFormat and OpenSim: each row of words.def is found where it says, with its help; it is a warning if
# numbers depend on it; a name that replaces it is a fix, and with the fix nothing is told of that name.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;

# A model of each format with all elements in which a row may be; `any` are those for rows of no element.
my %model = (
	mjcf => [
		'words.xml', <<'END', { element => 'body', attribute => 'body' },
<mujoco model="t"><compiler></compiler><option></option><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"></mesh></asset>
<worldbody><body name="a"><inertial mass="1" pos="0 0 1" diaginertia="1 1 1"></inertial><joint name="ja"></joint><geom size="0.1"></geom>
<site name="s"></site><body name="b"><joint name="jb"></joint><geom size="0.1" pos="1 0 0"></geom></body></body>
<site name="w"></site><replicate count="1"></replicate></worldbody>
<equality><connect body1="b" anchor="0 0 0"></connect><weld body1="b"></weld></equality>
<tendon><spatial><site site="s"></site><site site="w"></site></spatial></tendon>
<actuator><motor joint="ja"></motor><position joint="jb"></position></actuator>
<keyframe><key qpos="0 0"></key></keyframe></mujoco>
END
	],
	urdf => [
		'words.urdf', <<'END', { element => 'link', attribute => 'joint' },
<robot name="t"><link name="a"></link>
<link name="b"><inertial><origin xyz="0 0 0.1"></origin><mass value="1"></mass>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"></inertia></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit effort="1" velocity="1" lower="-1" upper="1"></limit></joint></robot>
END
	],
	sdf => [
		'words.sdf', <<'END', { element => 'link', attribute => 'pose' },
<sdf version="1.11"><world name="w"><model name="t"><include><uri>model://part</uri></include>
<link name="a"><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial><pose>0 0 0 0 0 0</pose></link>
<link name="b"><inertial><mass>1</mass><pose>0 0 1 0 0 0</pose><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
<link name="c"><inertial><mass>1</mass><pose>0 0 1 0 0 0</pose><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
<frame name="f"></frame>
<joint name="ja" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz><limit></limit><dynamics></dynamics></axis></joint>
<joint name="jb" type="revolute"><parent>b</parent><child>c</child><axis><xyz>0 1 0</xyz><mimic joint="ja"></mimic></axis></joint>
</model></world></sdf>
END
	],
	osim => [
		'words.osim', <<'END', { element => 'PinJoint', attribute => 'Coordinate' },
<OpenSimDocument Version="40000"><Model name="t"><BodySet><objects><Body name="a"><mass>1</mass><mass_center>0 1 0</mass_center>
<inertia>1 1 1 0 0 0</inertia></Body><Body name="b"><mass>1</mass><mass_center>0 1 0</mass_center><inertia>1 1 1 0 0 0</inertia></Body></objects>
</BodySet><JointSet><objects><PinJoint name="p"><socket_parent_frame>off</socket_parent_frame><socket_child_frame>a</socket_child_frame>
<coordinates><Coordinate name="qp"></Coordinate></coordinates>
<frames><PhysicalOffsetFrame name="off"><socket_parent>/ground</socket_parent></PhysicalOffsetFrame></frames></PinJoint>
<CustomJoint name="c"><socket_parent_frame>a</socket_parent_frame><socket_child_frame>b</socket_child_frame>
<coordinates><Coordinate name="qc"></Coordinate></coordinates><SpatialTransform><TransformAxis name="rotation1"><coordinates>qc</coordinates>
<axis>1 0 0</axis></TransformAxis></SpatialTransform></CustomJoint></objects></JointSet><ConstraintSet><objects>
<CoordinateCouplerConstraint name="k"><coupled_coordinates_function><LinearFunction><coefficients>1 0</coefficients></LinearFunction>
</coupled_coordinates_function><independent_coordinate_names>qp</independent_coordinate_names>
<dependent_coordinate_name>qc</dependent_coordinate_name></CoordinateCouplerConstraint></objects></ConstraintSet></Model></OpenSimDocument>
END
	],
);
mkdir "$scratch/part";
spew("$scratch/part/model.sdf", '<sdf version="1.11"><model name="part"><link name="l"/><joint name="j" type="fixed"><parent>world</parent><child>l</child></joint></model></sdf>');

# Rows of a words.def: [counts, inside, name, right, help].
sub rows
{
	my ($text) = @_;
	my $string = qr/"((?:[^"\\]|\\.)*)"/;
	my @rows;
	while ($text =~ /^(WORD|LOST)\($string, $string, (?:NULL|$string), (?:NULL|$string)\)$/mg) {
		push @rows, [$1 eq 'LOST', map { defined $_ ? s/\\(.)/$1/gr : undef } $2, $3, $4, $5];
	}
	# MJCF's shapes and joints are elements of other formats
	push @rows, map { [1, 'body', $_, undef, qq(a joint is <joint type="$_" .../>)] } $text =~ /^JOINT\("(\w+)"\)$/mg;
	push @rows, map { [1, 'body', $_, undef, qq(a shape is <geom type="$_" .../>, with half sizes)] } $text =~ /^SHAPE\("(\w+)"\)$/mg;
	return @rows;
}

# What is told of a model about one name.
sub told
{
	my ($file, $text, $about) = @_;
	spew("$scratch/$file", $text);
	return grep { $_->{message} =~ /^\d+ $about (is|are) passed over/ } @{decode_json(scalar qx("$rigidc" check --json "$scratch/$file"))};
}

for my $format (sort keys %model) {
	my ($file, $whole, $any) = @{$model{$format}};
	my @rows = rows(slurp("grammar/$format/words.def"));
	cmp_ok(@rows, '>', 30, "$format: rows");
	is_deeply([told($file, $whole, '.*')], [], "$format: the model has no other words");
	for (@rows) {
		my ($counts, $inside, $name, $right, $help) = @$_;
		my $attribute = $name =~ s/^@//;
		$inside ||= $any->{$attribute ? 'attribute' : 'element'};
		my $added = sub {
			my $word = shift;
			return $attribute ? $whole =~ s/<$inside\b/<$inside $word="1"/r : $whole =~ s/(<$inside\b[^>]*>)/$1<$word\/>/r;
		};
		my $about = $attribute ? "`$name` of <$inside>" : "<$name> in <$inside>";
		my ($d) = told($file, $added->($name), $about);
		my $wanted = $help // ($attribute ? "did you mean `$right`?" : "did you mean <$right>?");
		my $check = $counts ? 'misnamed' : $attribute ? 'attribute-ignored' : 'element-ignored';
		is_deeply($d && [$d->{check}, $d->{help}, $d->{fix} && [@{$d->{fix}}{qw(was text)}]],
			[$check, $wanted, $right && [$name, $right]], "$format: $about");
	}
}

# --- rows of hints.def: types of joints ---

# Where a word of each place goes, and what is told of it.
my %hinted = (
	URDF_TYPE => ['words.urdf', sub { $model{urdf}[1] =~ s/"revolute"/"$_[0]"/r }, 'unknown-joint-kind'],
	MJCF_WORD => ['words.xml', sub {
		my ($name, $value) = split ' ', $_[0];
		my $element = $name eq 'angle' ? 'compiler' : $value =~ /cu|mesh/ ? 'geom(?= size="0.1" pos)' : 'joint';
		$model{mjcf}[1] =~ s/<$element\b/$& $name="$value"/r }, 'unknown-word'],
	SDF_TYPE => ['words.sdf', sub { $model{sdf}[1] =~ s/"revolute"/"$_[0]"/r }, 'unknown-joint-kind'],
	OSIM_TYPE => ['words.osim', sub { $model{osim}[1] =~ s/PinJoint/$_[0]/gr }, 'unknown-joint-kind'],
);
my $hints = slurp('compiler/base/hints.def');
for my $place (sort keys %hinted) {
	my ($file, $with, $check) = @{$hinted{$place}};
	my @hint = $hints =~ /^HINT\($place, "([^"]+)", "((?:[^"\\]|\\.)*)"\)$/mg;
	cmp_ok(@hint, '>', 10, "$place: rows");
	while (my ($word, $help) = splice @hint, 0, 2) {
		spew("$scratch/$file", $with->($word));
		my ($d) = grep { $_->{check} eq $check } @{decode_json(scalar qx("$rigidc" check --json "$scratch/$file"))};
		is($d && $d->{help}, $help =~ s/\\(.)/$1/gr, "$place: $word");
	}
}

# --- near names ---

my ($near) = told('near.xml', $model{mjcf}[1] =~ s/<joint name="ja"/$& amature="1"/r, '`amature` of <joint>');
is_deeply([@$near{qw(check help line)}, @{$near->{fix}}{qw(was text line)}], ['misnamed', 'did you mean `armature`?', 2, 'amature', 'armature', 2],
	'a near name of what changes numbers is a warning at the name');
is((told('near.xml', $model{mjcf}[1] =~ s/<geom size/<geom rbga="1 1 1 1" size/r, '`rbga` of <geom>'))[0]{check}, 'attribute-ignored', 'of a colour it is a note');
is((told('near.osim', $model{osim}[1] =~ s/mass_center/mass_centre/gr, '<mass_centre> in <Body>'))[0]{check}, 'misnamed', 'a misspelt element of OpenSim');
ok(!(told('near.osim', $model{osim}[1] =~ s/mass_center/mass_centre/gr, '<mass_centre> in <Body>'))[0]{fix}, 'has no fix: its end has the name too');
like(qx("$rigidc" check "$scratch/near.osim" 2>&1), qr/^.*: warning: 2 <mass_centre> in <Body> are passed over \[misnamed\]\n.*\n.*\n +help: did you mean <mass_center>\?$/m,
	'all of a name are one message');
spew("$scratch/parent.sdf", '<sdf version="1.11"><model name="t"><link name="a"/><joint name="j" type="fixed"><parent link="world"/><child link="a"/></joint></model></sdf>');
like(qx("$rigidc" check "$scratch/parent.sdf" 2>&1), qr/error: joint 'j' has no <child> \[.*\n.*\n.*\n +help: it is between the tags: <child>NAME<\/child>/,
	'an attribute where SDFormat has a text');
# many foreign attributes: twenty by name, then their number
my $many = join ' ', map { qq(odd$_="1") } 1 .. 25;
spew("$scratch/many.urdf", $model{urdf}[1] =~ s/<limit/<limit $many/r);
like(qx("$rigidc" check "$scratch/many.urdf" 2>&1), qr/ `odd20` of <limit> is passed over.*: note: 5 more attributes are passed over \[attribute-ignored\]/s,
	'the rest of many attributes are counted');
done_testing();
