#!/usr/bin/perl
# Signature help and folding of the language server.
use strict;
use warnings;
use File::Temp;
use utf8;
use lib 'tests', 'tests/cli';
use Test::More;
use Lsp;
use Shell;

binmode Test::More->builder->$_, ':utf8' for 'output', 'failure_output';
my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $folder = File::Temp->newdir;
my $lsp = Lsp->new;
my $can = $lsp->initialize({ textDocument => { signatureHelp => { signatureInformation => { parameterInformation => { labelOffsetSupport => JSON::PP::true } } } } })
	->{capabilities};
my $uri = 'untitled:calls';
my $version = 0;
$lsp->open($uri, '', ++$version);

# --- signatures: | is the place ---

# The answer at the place, and the text of the parameter that it shows.
sub asked
{
	my ($text) = @_;
	my $offset = index $text, '|';
	substr $text, $offset, 1, '';
	$lsp->change($uri, ++$version, { text => $text });
	my $before = substr $text, 0, $offset;
	my $place = { line => ($before =~ tr/\n//), character => Lsp::units($before =~ s/.*\n//sr) };
	return $lsp->ask('textDocument/signatureHelp', { textDocument => { uri => $uri }, position => $place });
}

sub parameter
{
	my ($help) = @_;
	my $signature = $help->{signatures}[0];
	my $active = $signature->{parameters}[$help->{activeParameter}] // return '';
	my ($begin, $end) = @{$active->{label}};
	return substr $signature->{label}, $begin, $end - $begin;
}

sub signature
{
	my ($text, $label, $active) = @_;
	my ($line) = map { s/\n//gr } $text =~ /([^\n]*\n?[^\n]*\|)/;
	my $help = asked($text);
	is($help ? $help->{signatures}[0]{label} : undef, $label, "signature: $line");
	is(parameter($help), $active, '  its parameter at the place') if $label;
	return $help;
}

is_deeply($can->{signatureHelpProvider}{triggerCharacters}, ['(', ','], 'brackets and commas ask for signatures');
my $head = <<'END';
model arm
const length = 300 mm
function area(r: m, share) = pi * r^2 * share
table cam(turn: deg): mm = [-90, 0; 0, 3; 90, 0]
/// bends and slides
joint bend(q, d: m; axis: axis, lift: m/rad) { rotate axis by q; translate axis by lift * q + d }
/// a finger of one bone
part finger(size: m = 20 mm, turn: deg = 3 deg, "Größe 🤖": kg = 30 g) {
  body bone on root { joint knuckle : revolute(y); solid rod("Größe 🤖", size) }
}
END
my $cylinder = 'cylinder(mass: kg, radius: m, length: m, axis: axis = z)';
my $help = signature("${head}body a on world { solid cylinder(|", $cylinder, 'mass: kg');
is($help->{signatures}[0]{documentation}{value}, 'a solid: a round bar', '  what it is');
is($help->{signatures}[0]{parameters}[0]{documentation}, 'a mass [kg], or a density', '  what the parameter takes');
signature("${head}body a on world { solid cylinder (|", $cylinder, 'mass: kg');
signature("${head}body a on world { solid cylinder(1 kg, |\n}\n", $cylinder, 'radius: m');
signature("${head}body a on world { solid cylinder(1 kg, 2 * (3 m + 1 mm), 4 m|); joint : revolute(y) }\n", $cylinder, 'length: m');
signature("${head}body a on world { solid cylinder(1 kg,\n  20 mm,\n  3 m, |) }\n", $cylinder, 'axis: axis = z');
signature("${head}body a on world { solid cylinder(1 kg, axis = |", $cylinder, 'axis: axis = z');
signature("${head}body a on world { solid cylinder(1 kg, length = 3 m|, radius = 1 m) }\n", $cylinder, 'length: m');
signature("${head}body a on world { solid cylinder(1 kg, size = |", $cylinder, '');
signature("${head}body a on world { solid cylinder(1 kg, 1 m, 1 m, z, |", $cylinder, '');
signature("${head}body a on world { solid cylinder(1 kg, 1 m, (0, 0, |", $cylinder, 'length: m');
signature("${head}body a on world { solid cylinder(1 kg, sqrt(|", 'sqrt(value)', 'value');
signature("${head}body a on world { solid cylinder(1 kg, sqrt(4 m^2)|", $cylinder, 'radius: m');
signature("${head}body a on world { solid cylinder|(1 kg", undef);
signature("${head}body a on world { solid cylinder(1 kg, 1 m, 2 m)|", undef);
signature("${head}body a on world { solid cylinder(1 kg // |", undef);
signature("${head}body a on world { com (|", undef);
signature("${head}body a on world { inertia tensor(|", 'tensor(xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0)', 'xx = 0');
signature("${head}body a on world at dh(0, 1 m, |", 'dh(theta: rad, d: m, a: m, alpha: rad)', 'a: m');
signature("${head}const a = atan2(1, |", 'atan2(y, x)', 'x');
signature("${head}const a = no_such(|", undef);
$help = signature("${head}const a = area(|", 'area(r: m, share)', 'r: m');
is($help->{signatures}[0]{parameters}[0]{documentation}, 'a length [m]', '  a length');
is($help->{signatures}[0]{parameters}[1]{documentation}, undef, '  one of any dimension');
$help = signature("${head}const a = cam(|", 'cam(turn: deg): mm', 'turn: deg');
is($help->{signatures}[0]{parameters}[0]{documentation}, 'an angle [rad]', '  an angle');
signature("${head}function sphere(a: m) = a\nconst b = sphere(|", 'sphere(a: m)', 'a: m');
my $finger = 'finger(size: m = 20 mm, turn: deg = 3 deg, "Größe 🤖": kg = 30 g)';
$help = signature("${head}use finger(|", $finger, 'size: m = 20 mm');
like($help->{signatures}[0]{documentation}{value}, qr/part `finger`\n\na finger of one bone/, '  the comment before it');
signature("${head}use finger(3 cm, 4 deg|) as thumb on world\n", $finger, 'turn: deg = 3 deg');
is_deeply([map { @{$_->{label}} } @{$help->{signatures}[0]{parameters}}], [7, 22, 24, 41, 43, 64], '  places in the label, in UTF-16 units');
$help = signature("${head}body a on world { joint b : helical(z, |", 'helical(axis: axis, pitch: m/rad)', 'pitch: m/rad');
like($help->{signatures}[0]{documentation}{value}, qr/turns about an axis and advances along it.*rotate axis by q/s, '  its motion');
signature("${head}body a on world { joint b : bend(lift = |", 'bend(axis: axis, lift: m/rad)', 'lift: m/rad');
signature("${head}body a on world { joint b : spherical(|", 'spherical()', '');
signature("${head}loop a : distance(|", 'distance(length: m)', 'length: m');
signature("${head}loop a : slot(|", 'slot(axis: axis)', 'axis: axis');
signature("${head}contact a : line(|", 'line(axis: axis)', 'axis: axis');
signature("${head}body a on world { joint b : revolute(y) = sin(|", 'sin(angle: rad)', 'angle: rad');
signature("model a\n$_|", undef) for 'function f(', 'table t(', 'part p(', 'joint k(', '', 'const a = 1\n', ')', '(', '}{(,';
signature("|", undef);

my $plain = Lsp->new;
$plain->initialize;
$plain->open($uri, "model a\nconst b = rx(1", 1);
is_deeply($plain->ask('textDocument/signatureHelp', { textDocument => { uri => $uri }, position => { line => 1, character => 14 } })->{signatures}[0]{parameters},
	[{ label => 'angle: rad', documentation => 'an angle [rad]' }], 'a client that takes no places in labels gets texts');
$plain->end;

# Every function of the language takes what its signature says, and nothing else.
my %takes = ('a number of any dimension' => '3 kg', 'a plain number' => '0.5', 'an angle [rad]' => '20 deg', 'a length [m]' => '3 m',
	'a mass [kg], or a density' => '3 kg', 'a direction: x, y, z or a vector' => '(0, 1, 1)', 'a vector' => '(1, 2, 3)',
	'a 3 x 3 matrix' => '[1, 0, 0; 0, 1, 0; 0, 0, 1]');

# The first mistake in an expression; none: ''.
sub mistake
{
	my ($value) = @_;
	my ($said) = tells($rigidc, 'check', spew("$folder/a.rig", "model a\nconst a = $value\n"));
	return $said =~ /(error: .*)/ ? $1 : '';
}
my ($functions, @refused, @taken) = (0);
for my $name (map { /^(\w+)\(/ ? $1 : () } `$rigidc --list=builtins`) {
	my @parameters = @{asked("model a\nconst a = $name(|")->{signatures}[0]{parameters}};
	$functions++;
	next if $name eq 'distance';
	my @right = map { $takes{$_->{documentation}} // die "$name: $_->{documentation}\n" } @parameters;
	my $call = $name eq 'tensor' ? "tensor($right[0])" : $name eq 'sqrt' ? 'sqrt(4 m^2)' : "$name(" . join(', ', @right) . ')';
	my $mistake = mistake($call);
	push @refused, "$call $mistake" if $mistake;
	for my $i (grep { $parameters[$_]{documentation} !~ /any dimension/ } 0 .. $#right) {
		my $wrong = "$name(" . join(', ', map { $_ == $i ? '3 s' : $right[$_] } 0 .. $#right) . ')';
		push @taken, $wrong if !mistake($wrong);
	}
}
cmp_ok($functions, '>', 30, 'functions of the language have signatures');
is_deeply(\@refused, [], '  they take what these say');
is_deeply(\@taken, [], '  and no time instead');

# --- folding ---

sub folds
{
	my ($text, $wanted, $what) = @_;
	$lsp->change($uri, ++$version, { text => $text });
	my $got = $lsp->ask('textDocument/foldingRange', { textDocument => { uri => $uri } });
	is(join(', ', map { "$_->{startLine}-$_->{endLine}" . ($_->{kind} ? " $_->{kind}" : '') } @$got), $wanted, "folding: $what");
}
ok($can->{foldingRangeProvider}, 'the server folds');
folds("model a\nbody b on world {\n  mass 1 kg\n  joint c : revolute(y) {\n    damping 1\n  }\n}\n", '1-5, 3-4', 'blocks, their last line stays');
folds("body a on world {\n  mass 1 kg }\n", '0-1', 'a bracket that begins no line');
folds("// a\n// b\n\n// c\nmodel a // d\n// e\n// f\n/* g\n*/ const b = 1\n", '0-1 comment, 5-8 comment', 'runs of comments');
folds("model a\n/* b */ const c = 1\n// d\nconst e = 2 /* f\ng */\n", '3-4 comment', 'comments beside code join no run');
folds("table a(b: deg) = [\n  0, 1;\n  1, 2\n]\nconst c = box(1 kg,\n  1 m, 2 m, 3 m)\n", '0-2, 4-5', 'tables and arguments');
folds("for i in 1..2 { body a[i] on world {\n joint : fixed\n} }\n", '0-1', 'one fold for a line, the outer one');
folds("model a\r\nbody b on world {\r\n}\r\n\rbody c on world {\r mass 1\r}", '4-5', 'lines of all kinds');
folds("body a on world {\n com (1,\n 2\n}\nbody b on world {\n mass 1 kg\n}\n", '0-2, 4-5', 'a bracket that is not closed');
folds("}\n)\n]\nbody a on world {\n mass 1\n", '', 'brackets without their other half');
folds("", '', 'no text');
folds("<robot name='a'>\n<link name='{'/>\n<link name='}'/>\n</robot>\n", '', 'another format');
is($lsp->end, 0, 'the end');
done_testing();
