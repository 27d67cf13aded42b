# perl forces.pl MODEL SEED: the model with random forces, as .rig text: tendons over points that move or count in a range, around wraps,
# in a group; wrenches with laws; inputs and states that they read; perhaps a body that an input moves. RIGIDC says what the model has.
use strict;
use warnings;
use lib 'tests';
use Encode;
use JSON::PP;
use Shell;

my ($model, $seed) = @ARGV;
my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $info = decode_json(scalar `$rigidc info $model --json -f rnea 2>/dev/null`);
my @bodies = ('world', map { '"' . encode_utf8($_->{name} =~ s/[\\"]/\\$&/gr) . '"' } @{$info->{bodies}});
my @joints = grep { $_->{type} =~ /^(?:revolute|prismatic)$/ && $_->{name} =~ /^\w+$/ } @{$info->{joints}};
srand $seed;

sub number { sprintf '%.3g', $_[0] + ($_[1] - $_[0]) * rand }
sub one_of { $_[rand @_] }
sub vector { '(' . join(', ', map { number(-$_[0], $_[0]) } 1 .. 3) . ")" . ($_[1] // '') }

# The position of a joint as a plain number, and its unit.
sub position
{
	my $joint = one_of(@joints);
	my $unit = $joint->{type} eq 'revolute' ? 'rad' : 'm';
	my $name = encode_utf8("\"$joint->{name}\"");
	return ("$name / 1 $unit", $unit, $name);
}

my $inputs = 1 + int rand 3;
my @text = map { "input f$_: N = " . number(-5, 5) . ' N' } 0 .. $inputs - 1;
push @text, 'input level = ' . number(0, 1);
my $driven = @joints ? ' + ' . number(0.1, 1) . ' / 1 s * sin(' . (position())[0] . ')' : '';
my $states = int rand 3;
push @text, map { "input s$_ = " . number(-1, 1) . " { rate (level - s$_) / " . number(0.05, 0.5) . " s$driven }" } 0 .. $states - 1;
my @factors = ('level', map { "s$_" } 0 .. $states - 1);

if (rand() < 0.3) {
	push @text, 'input heave: m moving', 'body lift on ' . one_of(@bodies) . ' at ' . vector(0.2, ' m') . ' { joint : prismatic(' . one_of('x', 'y', 'z') . ') = '
		. one_of('heave', '0.3 m * sin(heave / 1 m)') . '; mass 0.2 kg; inertia diag(0.01, 0.01, 0.01) kg m^2 }', 'body rider on lift { joint ride : ' . one_of('revolute(x)', 'prismatic(y)', 'spherical') . '; mass 0.7 kg; com ' . vector(0.1, ' m') . '; inertia diag(0.01, 0.02, 0.025) kg m^2 }';
	push @bodies, 'rider';
}

my $wraps = int rand 3;
push @text, map { "wrap w$_ : " . one_of('cylinder', 'sphere') . '(' . number(0.02, 0.15) . ' m) on ' . one_of(@bodies) . ' at ' . vector(0.3, ' m') . ', rx(' . number(-1.5, 1.5) . ' rad)' } 0 .. $wraps - 1;

# A point of a tendon. Some move with a joint, or count in a range of one.
sub point
{
	my ($inner) = @_;
	my $at = vector(0.5, ' m');
	if (@joints && rand() < 0.3) {
		my ($x) = position();
		$at = '(' . number(-0.3, 0.3) . " m * sin($x), " . number(-0.4, 0.4) . ' m, ' . number(-0.2, 0.2) . " m * ($x) * ($x))";
	}
	my $while = '';
	if ($inner && @joints && rand() < 0.4) {
		my (undef, $unit, $name) = position();
		my $from = number(-2, 1);
		$while = " while $name from $from $unit to " . ($from + number(0.5, 2)) . " $unit";
	}
	return one_of(@bodies) . " at $at$while";
}

my $tendons = 1 + int rand 4;
for my $t (0 .. $tendons - 1) {
	my $count = 2 + int rand 3;
	my @path = map { point($_ && $_ < $count - 1) } 0 .. $count - 1;
	splice @path, 1 + int rand($count - 1), 0, 'around w' . int(rand $wraps) . one_of('', '', ' side +x', ' side -y') if $wraps && rand() < 0.7;
	my $force = one_of('spring ' . number(5, 300) . ' N/m at ' . number(0, 1) . ' m; damping ' . number(0, 20) . ' N s/m', 'force -f' . int(rand $inputs),
		'force -' . number(10, 100) . ' N * ' . one_of(@factors) . ' * (1 - tanh(rate / 1 m/s))', 'force -' . number(5, 50) . ' N/m * (length - ' . number(0, 0.8) . ' m) * ' . one_of(@factors));
	push @text, "tendon t$t over " . join(', ', @path) . " { $force }";
}
push @text, 'group pulls = ' . join ', ', map { "t$_" } grep { $_ == 0 || rand() < 0.7 } reverse 0 .. $tendons - 1;

my $laws = int rand 3;
for my $l (0 .. $laws - 1) {
	my $on = one_of(@bodies[ 1 .. $#bodies ]);
	my $in = one_of('', ' in ' . one_of(grep { $_ ne $on } @bodies));
	my $from = $in ? 'p' : vector(0.2, ' m');
	push @text, "wrench l$l on $on$in { force -" . number(1, 80) . " N/m * $from - " . number(0, 10) . ' N s/m * ' . one_of(@factors) . ' * v + f0 * ' . vector(1)
		. one_of('', ' at ' . vector(0.3, ' m')) . '; moment -' . number(0, 2) . ' N m s * w }';
}
print slurp($model), join('', map { "$_\n" } @text);
