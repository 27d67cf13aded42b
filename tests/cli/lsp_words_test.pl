#!/usr/bin/perl
# Hover, completion and semantic tokens of the language server.
use strict;
use warnings;
use File::Temp qw(tempdir);
use utf8;
use lib 'tests', 'tests/cli';
use Encode;
use Test::More;
use Lsp;
use Shell;

binmode Test::More->builder->$_, ':utf8' for 'output', 'failure_output';
my $lsp = Lsp->new;
my $legend = $lsp->initialize->{capabilities}{semanticTokensProvider}{legend};
my $folder = tempdir(CLEANUP => 1);
my $uri = 'untitled:words';
my $version = 0;

my $model = <<'END';
/// an arm of two links
model arm
const length = 300 mm
const along = (0, 0, -length)
const turn = diag(1, 2, 3) kg m^2
param load: kg = 2 kg
function area(r: m) = pi * r^2
/// bends and slides
joint bend(q, d: m; axis: axis) { rotate axis by q; translate axis by d }
part finger(size: m = 20 mm) {
  const half = size / 2
  body bone on root { joint knuckle : revolute(y) { limits (-90, 90) deg }; mass 30 g; com (0, 0, half); inertia diag(1, 1, 1) kg mm^2 }
  frame tip on bone at (0, 0, size)
}
body "Körper 🤖" on world { joint slide : bend(axis = z); mass load; inertia turn }
use finger as thumb on "Körper 🤖"
use finger(3 cm) as index on "Körper 🤖" at along
for i in 1..2 { frame mark[i] on "Körper 🤖" at (i * length, 0, 0) }
contact pad : slide on thumb.tip
phase hold = pad
pose rest { thumb.knuckle = 3 deg }
generate rnea, fk:thumb.tip, jvp:rnea
END

# The position of an offset in a text.
sub at
{
	my ($text, $offset) = @_;
	my $before = substr $text, 0, $offset;
	return { textDocument => { uri => $uri }, position => { line => ($before =~ tr/\n//), character => Lsp::units($before =~ s/.*\n//sr) } };
}

# --- hover ---

$lsp->open($uri, $model, ++$version);
for (
	[qr/const (l)ength/, qr/const length = 300 mm.*length = 0\.3 m, a length/s, 'a constant'],
	[qr/at (a)long/, qr/along = \(0, 0, -0\.3\) m/, 'a vector'],
	[qr/const (t)urn/, qr/turn = \[1, 0, 0; 0, 2, 0; 0, 0, 3\] kg m\^2/, 'a matrix'],
	[qr/mass (l)oad/, qr/parameter `load`.*load = 2 kg, a mass.*by default/s, 'a parameter'],
	[qr/, (h)alf\)/, qr/0\.01 m in thumb.*0\.015 m in index/s, 'a constant of a part, in its uses'],
	[qr/\((i) \*/, qr/1 .*with i = 1.*2 .*with i = 2/s, 'a variable of a loop, in its turns'],
	[qr/function (a)rea/, qr/function area\(r: m\)/, 'a function'],
	[qr/: (r)evolute/, qr/joint : revolute\(axis\).*turns about an axis; nq 1, nv 1.*rotate axis by q/s, 'a kind of the language: its motion'],
	[qr/: (b)end/, qr/bends and slides.*nq 2.*rotate axis by q.*translate axis by d/s, 'a kind of the model'],
	[qr/300 (m)m/, qr/`mm` = 0\.001 m, a length/, 'a unit'],
	[qr/90\) (d)eg/, qr/`deg` = 0\.01745\d* rad, an angle/, 'an angle'],
	[qr/kg (m)m\^2/, qr/`mm` = 0\.001 m/, 'a unit among others'],
	[qr/body "(K)örper/, qr/body Körper 🤖 on world: 2 kg, centre of mass \(0, 0, 0\) m.*joint slide : bend, q\[0\.\.1\], v\[0\.\.1\]/s, 'a body'],
	[qr/joint (k)nuckle/, qr/thumb\.knuckle : revolute, q\[2\].*index\.knuckle : revolute, q\[3\]/s, 'a joint in a part'],
	[qr/frame (t)ip/, qr/frame tip on bone/, 'a frame'],
	[qr/part (f)inger/, qr/part finger\(size: m = 20 mm\).*used 2 times/s, 'a part'],
	[qr/= (d)iag/, qr/diag\(xx, yy, zz\).*a matrix: /s, 'a function of the language'],
	[qr/(m)ass 30/, qr/mass MASS.*a body: default 0/s, 'a property'],
	[qr/(p)art finger/, qr/part NAME/, 'a statement'],
	[qr/generate (r)nea/, qr/`rnea`: /, 'a function of robots'],
	[qr/, (j)vp/, qr/`jvp`: /, 'an operator'],
	[qr/: (s)lide on/, qr/a contact of kind `slide`/, 'a kind of contact'],
	[qr/model (a)rm/, qr/model `arm`\n\nan arm of two links/, 'a model with its description'],
	[qr/= (2) kg/, undef, 'a number'],
	[qr/\/\/\/ (a)n/, undef, 'a comment'],
) {
	my ($pattern, $expected, $what) = @$_;
	$model =~ $pattern or die "$pattern is not there\n";
	my $answer = $lsp->ask('textDocument/hover', at($model, $-[1]));
	if (defined $expected) {
		like($answer->{contents}{value}, $expected, "hover: $what");
	} else {
		is($answer, undef, "hover: nothing about $what");
	}
}

# Names mean nothing in the Markdown of an answer: beside its blocks and spans of code there is no image, tag or link of theirs.
my $spiteful = $model =~ s{^generate.*\n}{}mr;
for my $name (qw(length along load bend size half finger bone knuckle tip thumb index mark pad hold area turn)) {
	my $other = "$name``\\x0A```\\x0A![](//x)<img>`$name";
	$spiteful =~ s/(?<![\w"])$name(?!\w)/"$other"/g;
}
$spiteful =~ s/bends and slides/![](\/\/x)/;
$lsp->change($uri, ++$version, { text => $spiteful });
is_deeply([grep { $_->{severity} == 1 } @{$lsp->diagnostics($uri, $version)}], [], 'a model with spiteful names');
my ($answers, @loose) = (0);
while ($spiteful =~ /["(]/g) {
	my $answer = $lsp->ask('textDocument/hover', at($spiteful, $+[0])) or next;
	$answers++;
	my $beside = $answer->{contents}{value} =~ s/^```.*?^```$//gmsr =~ s/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)//gr;
	push @loose, $answer->{contents}{value} if $beside =~ /!\[|<img|`/;
}
cmp_ok($answers, '>', 40, 'hover over its names');
is($loose[0], undef, 'names are code in Markdown');

# --- completion: | is the place ---

sub completes
{
	my ($text, $wanted, $unwanted) = @_;
	my $offset = index $text, '|';
	substr $text, $offset, 1, '';
	$lsp->change($uri, ++$version, { text => $text });
	my %there = map { $_->{label} => 1 } @{$lsp->ask('textDocument/completion', at($text, $offset))->{items}};
	my @bad = ((map { "no $_" } grep { !$there{$_} } @$wanted), map { "there is $_" } grep { $there{$_} } @$unwanted);
	my ($line) = map { s/\n//gr } substr($text, 0, $offset) =~ /([^\n]*\n?[^\n]*)$/;
	is(join(', ', @bad), '', "completion: $line|");
}
my $head = $model =~ s/\Acontact.*//smr =~ s/^contact.*//smr;
my @statements = qw(body const part use for contact phase loop strut generate pose);
completes("$head|", [@statements, 'gravity'], ['mass', 'length', 'mm']);
completes("${head}bo|", \@statements, ['mass']);
completes("${head}body a |", [], []);
completes("${head}body a on |", ['world', '"Körper 🤖"', 'thumb', 'mark'], ['bone', 'root', 'length', 'knuckle']);
completes("${head}body a on thumb.|", ['bone', 'tip', 'knuckle'], ['mark', 'x']);
completes("${head}body a on thumb.t|", ['bone', 'tip'], ['mark']);
completes("${head}body a on world at |", ['length', 'along', 'rpy', 'area', 'x'], ['half', 'i', 'world', 'mm']);
completes("${head}body a on world at 3 |", ['mm', 'deg'], ['length']);
completes("${head}body a on world at (3 m|", ['mm'], ['length']);
completes("${head}body a on world {\n  |\n}", ['mass', 'com', 'inertia', 'joint', 'frame', 'solid'], ['limits', 'gravity', 'body']);
completes("${head}body a on world {\n  joint b : |\n}", ['revolute', 'free', 'bend'], ['mass', 'distance']);
completes("${head}body a on world {\n  joint b : revolute(y) { | }\n}", ['limits', 'damping', 'passive'], ['mass']);
completes("${head}body a on world {\n  joint b : revolute(y) = 2 * |\n}", ['slide', 'thumb', 'length'], ['mass']);
completes("${head}body a on world {\n  mass |\n}", ['load', 'length', 'sqrt'], ['kg']);
completes("${head}body a on world {\n  mass 3 |\n}", ['kg', 'g'], ['load']);
completes("${head}use |", ['finger'], ['thumb', 'length']);
completes("${head}use finger as left on world mirror |", ['x', 'y', 'z'], ['length']);
completes("${head}contact a : |", ['fixed', 'slide', 'line'], ['revolute']);
completes("${head}loop a : |", ['revolute', 'distance'], ['bend']);
completes("${head}loop a : revolute(y) from |", ['thumb', 'mark', 'world'], ['length']);
completes("${head}strut a between mark[1] and |", ['thumb', 'mark'], ['length']);
completes("${head}contact pad on thumb.tip\nphase p = |", ['pad'], ['length']);
completes("${head}pose p { | }", ['slide', 'thumb', 'hold'], ['length', 'body']);
completes("${head}pose p { hold | }", ['slide', 'thumb'], ['length', 'body', 'hold']);
completes("${head}pose p { hold slide = |", ['length'], ['hold']);
completes("${head}pose p { slide = |", ['length'], []);
completes("${head}generate |", ['rnea', 'crba', 'fk', 'jvp'], ['along']);
completes("${head}generate rnea, both = crba + |", ['bias', 'crba'], ['along']);
completes("${head}generate fk:|", ['thumb', 'mark'], ['along']);
completes("${head}wrench air on thumb.tip { force (0, 0, 0) N }\ngenerate wrench:|", ['air', 'thumb'], ['along']);
completes("${head}order |", ['slide', 'thumb'], ['length']);
completes("${head}accept |", ['massless-tip', 'near-quarter-turn'], ['syntax', 'length']);
completes("${head}accept massless-t|", ['massless-tip'], ['syntax']);
completes("${head}function f(aside: m) = aside * a|", ['aside', 'length', 'area', 'sin'], ['half']);
completes("model a\npart p(size) {\n  const half = size\n  body bone on root { joint : fixed }\n  body nail on b|\n}\nbody other on world { joint : fixed }\n", ['root', 'world', 'bone'], ['other', 'half']);
completes("model a\npart p(size) {\n  const half = size\n  const two = |\n}\nconst outer = 3\n", ['half', 'size', 'outer'], ['bone']);
completes("|", ['model'], []);
completes("model a // comm|", [], ['arm', 'model', 'x']);
completes("model a /* |", [], ['model']);

# Where a name of somebody's own begins, nothing is offered; behind it, the words that may follow.
completes("${head}body |", [], ['world', 'sin', 'x', 'body', 'length']);
completes("${head}use finger as |", [], ['world', 'thumb', 'x']);
completes("${head}body a |", ['on', 'at'], ['sin', 'x', 'as']);
completes("${head}body a on world |", ['at'], ['on', 'x']);
completes("${head}use finger |", ['as'], ['at', 'x']);
completes("${head}use finger as left |", ['on', 'at', 'mirror'], ['as']);
completes("${head}strut a b|", ['between'], ['sin']);
completes("${head}strut a between mark[1] a|", ['and'], ['at']);
completes("${head}loop a : revolute(y) |", ['from'], ['to']);
completes("${head}loop a : revolute(y) from mark[1] t|", ['to'], ['from']);
completes("${head}frame a on world at (0, 0, 3) |", ['mm', 'm'], ['x', 'sin']);
completes("${head}const a = 7850 kg/|", ['m', 'length'], []);
completes("${head}use finger as leg[1] on world\nframe a on leg[1].|", ['bone', 'tip'], ['mark', 'x']);
completes("${head}part pair { use finger as inner on root }\nuse pair as both on world\nframe a on both.inner.|", ['bone', 'tip'], ['inner', 'x']);
completes("${head}strut a between mark[1] and mark[2] { force 3 N/m * (l|", ['length', 'rate'], []);
completes("${head}body a on world {\n  joint swing : revolute(y) { passive -2 * s|", ['swing', 'slide', 'sin'], ['mass']);

# Editors end words at hyphens: the item says which text it replaces. Hover explains the check.
{
	my $text = "${head}accept massless-t";
	$lsp->change($uri, ++$version, { text => $text });
	my ($item) = grep { $_->{label} eq 'massless-tip' } @{$lsp->ask('textDocument/completion', at($text, length $text))->{items}};
	is($item->{textEdit}{range}{start}{character}, length 'accept ', 'a check replaces all of its beginning');
	$text = "${head}accept massless-tip\n";
	$lsp->change($uri, ++$version, { text => $text });
	like($lsp->ask('textDocument/hover', at($text, length($text) - 5))->{contents}{value}, qr/^`massless-tip`, a warning: .*\n\n\w/, 'hover: a check');
	is(join(' ', grep { $_ eq 'accept-unused' } map { $_->{code} } @{$lsp->diagnostics($uri, $version)}), 'accept-unused', 'an accept of nothing is noted');
}

# The first ones, as an editor orders them.
sub begins
{
	my ($text, @wanted) = @_;
	my $offset = index $text, '|';
	substr $text, $offset, 1, '';
	$lsp->change($uri, ++$version, { text => $text });
	my @items = sort { $a->{sortText} cmp $b->{sortText} } @{$lsp->ask('textDocument/completion', at($text, $offset))->{items}};
	is_deeply([map { $_->{label} } @items[0 .. $#wanted]], \@wanted, 'the first ones behind ' . substr $text, length $head, $offset - length $head);
}
begins("${head}body one on world { joint : fixed }\nbody two on |", 'one', 'mark');
begins("${head}body a on world { mass 3 |", 'kg', 'g');
begins("${head}body a on world { com (0, 0, 3 |", 'mm', 'm');
begins("${head}body a on world { joint b : revolute(|", 'x', 'y', 'z');
begins("${head}body a on world { inertia |", 'area', 'load', 'turn', 'along', 'length', 'x', 'y', 'z', 'diag', 'tensor');
begins("${head}body a on world { joint b : revolute(y) { limits (-1, 1) |", 'deg', 'rad');
begins("${head}pose p { slide = 3 |", 'deg', 'rad');

# Files to include; a robot of another format keeps its names while a statement is half written.
mkdir "$folder/parts";
for ("$folder/bar.urdf", "$folder/notes.txt", "$folder/parts/leg.rig") {
	CORE::open(my $out, '>', $_) or die "$_: $!\n";
	print $out '<robot name="bar"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>' .
		'</inertial></link><joint name="hinge" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint></robot>' if /urdf/;
	close $out;
}
$uri = "file://$folder/model.rig";
$version = 0;
$lsp->open($uri, '', ++$version);
completes('include "|', ['bar.urdf', 'parts'], ['notes.txt', 'model']);
completes('include "parts/l|', ['leg.rig'], ['bar.urdf']);
completes("model a\ninclude \"bar.urdf\"\nbody tool on |", ['arm', 'world'], []);
$uri = 'untitled:words';
$version = 1000;

# --- semantic tokens ---

$lsp->change($uri, ++$version, { text => "model a\nconst \"größe 🤖\" = 3 mm /* a\nb */ * \"größe 🤖\"\nbody b on world { mass \"größe 🤖\"; joint : revolute(y) }\n" });
my @data = @{$lsp->ask('textDocument/semanticTokens/full', { textDocument => { uri => $uri } })->{data}};
my ($line, $character, @tokens) = (0, 0);
while (my ($down, $right, $length, $type, $modifiers) = splice @data, 0, 5) {
	$character = $down ? $right : $character + $right;
	$line += $down;
	my @words = grep { $modifiers >> $_ & 1 } 0 .. $#{$legend->{tokenModifiers}};
	push @tokens, join ' ', $line, $character, $length, $legend->{tokenTypes}[$type], @{$legend->{tokenModifiers}}[@words];
}
is_deeply(\@tokens, ['0 0 5 keyword', '0 6 1 namespace declaration', '1 0 5 keyword', '1 6 10 variable declaration readonly', '1 19 1 number', '1 21 2 enumMember',
	'1 24 4 comment', '2 0 4 comment', '2 7 10 variable readonly', '3 0 4 keyword', '3 5 1 struct declaration', '3 7 2 keyword', '3 10 5 variable defaultLibrary',
	'3 18 4 property defaultLibrary', '3 23 10 variable readonly', '3 35 5 keyword', '3 43 8 interface defaultLibrary', '3 52 1 variable defaultLibrary'],
	'the meaning of words, in UTF-16 units') or diag explain \@tokens;
is($lsp->end, 0, 'the end');
done_testing();
