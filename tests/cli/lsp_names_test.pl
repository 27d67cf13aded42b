#!/usr/bin/perl
# Names in the language server: every name of the examples gets another one, and the generated C is the same but for the
# name; refused names; outlines with any line left out; definitions and references through includes, parts and uses.
use strict;
use warnings;
use utf8;
use lib 'tests', 'tests/cli';
use Cwd 'abs_path';
use Encode;
use File::Temp;
use Test::More;
use Lsp;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $folder = File::Temp->newdir;
my $here = abs_path("$folder");
binmode Test::More->builder->$_, ':utf8' for 'output', 'failure_output';

my $lsp = Lsp->new;
$lsp->initialize;
my $version = 0;

sub document { return { textDocument => { uri => $_[0] } } }
sub at { my ($uri, $line, $character) = @_; return { %{document($uri)}, position => { line => $line, character => $character } } }

# Where a pattern is in a text, as line and character.
sub place
{
	my ($text, $pattern, $skip) = @_;
	$text =~ /$pattern/ or die "$pattern is not there\n";
	my $before = substr $text, 0, $-[0] + ($skip // 0);
	return (($before =~ tr/\n//), Lsp::units($before =~ s/.*\n//sr));
}

sub open_file
{
	my ($file) = @_;
	my $text = decode_utf8(slurp($file));
	$lsp->open("file://$file", $text, ++$version);
	return $text;
}

sub close_file { $lsp->notify('textDocument/didClose', document($_[0])) }

# --- every name of the examples ---

# The C of a model without the hash, which has its names.
sub code
{
	my ($file) = @_;
	my ($out, $status) = says("$rigidc compile $file -O0 --search=none -o $here/out.h 2>&1");
	return $status ? "status $status: " . $out : join '', grep { !/_HASH|0x[0-9a-f]{16}|_CODE/ } split /^/, slurp("$here/out.h");
}

my @examples = grep { slurp($_) =~ /^\s*model /m } map { glob } by_level('examples/{hand,elbow}.rig', 'examples/*.rig', 'examples/*.rig examples/*/*.rig');
my $most = by_level(4, 12, 1000);
srand($ENV{RIGIDC_SEED} // 1);
for my $example (@examples) {
	my $path = abs_path($example);
	my $text = open_file($path);
	my $uri = "file://$path";
	my $copy = $path =~ s{/[^/]*$}{/.renamed_by_a_test_$$.rig}r;
	my (%seen, @words, @wrong);
	my $tried = 0;
	push @words, [$-[0], $&] while $text =~ m{//[^\n]*(*SKIP)(*FAIL)|"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w*}g;
	my $before;
	for my $word (sort { $a->[2] <=> $b->[2] } map { [@$_, rand] } @words) {
		my $head = substr $text, 0, $word->[0];
		my @place = (($head =~ tr/\n//), Lsp::units($head =~ s/.*\n//sr));
		my $found = $lsp->ask('textDocument/definition', at($uri, @place));
		next if !$found || ref $found ne 'ARRAY' || !@$found;
		my $key = join ' ', @{$found->[0]{range}{start}}{'line', 'character'};
		next if $seen{$key}++;
		last if ++$tried > $most;
		my $edit = $lsp->ask('textDocument/rename', { %{at($uri, @place)}, newName => 'zz9_new' });
		my $changes = $edit->{changes};
		if (!$changes) {
			push @wrong, "$word->[1]: $edit->{error}{message}";
			next;
		}
		next if grep { $_ ne $uri } keys %$changes; # in an included file
		spew($copy, encode_utf8(Lsp::edited($text, @{$changes->{$uri}})));
		$before //= code($path);
		my $old = $lsp->ask('textDocument/prepareRename', at($uri, @place))->{placeholder};
		my $after = code($copy);
		my $bare = sub { my ($c, $name) = @_; return $c =~ s/zz9_new/$name/gr =~ s/ZZ9_NEW/\U$name/gr =~ s/[ \n\t]+//gr };
		push @wrong, "$word->[1] at @place: other code" if $bare->($after, $old) ne $bare->($before, $old);
	}
	unlink $copy;
	is(join("\n", @wrong), '', $path =~ s{.*/examples/}{}r . ": $tried names are renamed");
	close_file($uri);
}

# --- outlines with any line left out ---

sub names
{
	my ($list, $out) = @_;
	for (@$list) {
		my $end = $_->{range}{@{$_->{children}} ? 'start' : 'end'}{line}; # a block is more than its head
		push @$out, [$_->{name}, $_->{range}{start}{line}, $end];
		names($_->{children}, $out);
	}
	return $out;
}

my @shortened = map { glob } by_level('examples/hand.rig',
	'examples/{hand,elbow,ur5,gripper,knee,scara,solo12,cart_pole}.rig examples/struts/crane.rig examples/loops/delta.rig', 'examples/*.rig examples/*/*.rig');
for my $example (@shortened) {
	my $text = decode_utf8(slurp($example));
	my $uri = "file://$here/shortened.rig";
	my @line = split /(?<=\n)/, $text;
	my $step = by_level(9, @line > 150 ? 3 : 1, 1);
	$lsp->open($uri, $text, ++$version);
	my $all = names($lsp->ask('textDocument/documentSymbol', document($uri)), []);
	my $lost = '';
	for (my $i = 0; $i < @line; $i += $step) {
		$lsp->change($uri, ++$version, { text => join '', @line[grep { $_ != $i } 0 .. $#line] });
		my %there = map { $_->[0] => 1 } @{names($lsp->ask('textDocument/documentSymbol', document($uri)), [])};
		$lost .= "without line " . ($i + 1) . " there is no $_->[0]\n" for grep { ($i < $_->[1] || $i > $_->[2]) && !$there{$_->[0]} } @$all;
	}
	is($lost, '', "$example: all other symbols stay without a line (" . @$all . ')');
	close_file($uri);
}
# --- through includes, parts and uses ---

# Files that are open under their names; a rename of what a pattern finds in one of them.
my %text;
sub open_files
{
	%text = @_;
	for my $name (sort keys %text) {
		spew("$here/$name", encode_utf8($text{$name}));
		$lsp->open("file://$here/$name", $text{$name}, ++$version);
	}
}

sub close_files { close_file("file://$here/$_") for sort keys %text }

sub renamed
{
	my ($name, $pattern, $new, $skip) = @_;
	my $answer = $lsp->ask('textDocument/rename', { %{at("file://$here/$name", place($text{$name}, $pattern, $skip))}, newName => $new });
	return $answer->{error}{message} if $answer->{error};
	my $changes = $answer->{changes};
	return { map { my $n = s{.*/}{}r; $n => Lsp::edited($text{$n} // decode_utf8(slurp("$here/$n")), @{$changes->{$_}}) } keys %$changes };
}

my $leg = <<'END';
const reach = 300 mm // of the leg
part leg(long: m = reach) {
  const half = long / 2
  body thigh on root { joint hip : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
  for i in 1..2 { frame toe[i] on thigh at (i * half, 0, -long) }
}
END
my $robot = <<'END';
model robot
include "leg.rig"
joint bend(q; along: axis) { rotate along by q }
body "Körper 🤖" on world { joint rail : prismatic(z); mass reach * 1 kg/m }
use leg(long = reach) as FL on "Körper 🤖"
use leg as FR on "Körper 🤖" mirror y
body shoe on FL.toe[2] {
  joint   ankle : bend(along = y) { passive -3 N m * ankle - 1 N m s * ankled - 1 N m * ankle.q }
  mass    1 kg
  inertia diag(1, 1, 1) kg m^2
}
body wheel on world { joint : revolute(y) = 2 * FL.hip + FR.hip; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
frame tip on "FL.toe[1]"
contact sole on FR.toe[1]
phase stand = sole
pose low { FL.hip = 1 rad; rail = reach }
generate rnea, fk:FL.toe[1], both = crba + fd:stand, jvp:both
order wheel, FL.hip
END
open_files('leg.rig' => $leg, 'robot.rig' => $robot =~ s/order.*\n//r);
$robot = $text{'robot.rig'};
is(join("\n", Lsp::published('robot', [grep { $_->{severity} == 1 } @{$lsp->diagnostics("file://$here/robot.rig", $version)}])), '', 'the model has no errors');
my %leg = ('leg.rig' => $leg, 'robot.rig' => $robot);
my $is = sub {
	my ($what, $file, $pattern, $new, $in_leg, $in_robot, $skip) = @_;
	my %expected;
	$expected{'leg.rig'} = $in_leg->($leg) if $in_leg;
	$expected{'robot.rig'} = $in_robot->($robot) if $in_robot;
	is_deeply(renamed($file, $pattern, $new, $skip), \%expected, $what);
};
$is->('a constant of an included file', 'leg.rig', qr/reach/, 'length', sub { $_[0] =~ s/\breach/length/gr }, sub { $_[0] =~ s/\breach/length/gr });
$is->('  from the model', 'robot.rig', qr/= reach/, 'length', sub { $_[0] =~ s/\breach/length/gr }, sub { $_[0] =~ s/\breach/length/gr }, 2);
$is->('a body beyond ASCII', 'robot.rig', qr/" mirror/, 'trunk', undef, sub { $_[0] =~ s/"Körper 🤖"/trunk/gr }, 0);
$is->('to a name in quotes', 'robot.rig', qr/shoe/, 'left shoe', undef, sub { $_[0] =~ s/shoe/"left shoe"/gr });
$is->('  given with quotes', 'robot.rig', qr/shoe/, '"left \\"shoe\\""', undef, sub { $_[0] =~ s/shoe/"left \\"shoe\\""/gr });
$is->('to a keyword', 'robot.rig', qr/shoe/, 'body', undef, sub { $_[0] =~ s/shoe/"body"/gr });
$is->('a frame in a loop of a part', 'robot.rig', qr/toe\[2/, 'nail', sub { $_[0] =~ s/toe/nail/gr }, sub { $_[0] =~ s/toe/nail/gr });
$is->('a joint in a part', 'robot.rig', qr/FR\.hip/, 'knee', sub { $_[0] =~ s/hip/knee/gr }, sub { $_[0] =~ s/hip/knee/gr }, 4);
$is->('a use', 'robot.rig', qr/FL\.toe\[1\]"/, 'links', undef, sub { $_[0] =~ s/FL/links/gr });
$is->('a parameter of a part', 'robot.rig', qr/long = /, 'size', sub { $_[0] =~ s/\blong\b/size/gr }, sub { $_[0] =~ s/\blong\b/size/gr });
$is->('a part', 'leg.rig', qr/part leg/, 'limb', sub { $_[0] =~ s/part leg/part limb/gr }, sub { $_[0] =~ s/use leg/use limb/gr }, 5);
$is->('a variable of a loop', 'leg.rig', qr/\bi \*/, 'k', sub { $_[0] =~ s/\bi in 1/k in 1/r =~ s/toe\[i\]/toe[k]/r =~ s/\bi \*/k */r }, undef);
$is->('a joint, with its velocity', 'robot.rig', qr/ankle :/, 'foot', undef, sub { $_[0] =~ s/ankle/foot/gr });
$is->('a coordinate of a kind', 'robot.rig', qr/q; along/, 'turn', undef, sub { $_[0] =~ s/bend\(q/bend(turn/r =~ s/by q/by turn/r =~ s/ankle\.q/ankle.turn/r });
$is->('an argument of a kind', 'robot.rig', qr/along = /, 'about_it', undef, sub { $_[0] =~ s/\balong\b/about_it/gr });
$is->('a kind', 'robot.rig', qr/bend/, 'fold', undef, sub { $_[0] =~ s/bend/fold/gr });
$is->('a body without a name of its joint', 'robot.rig', qr/wheel/, 'disc', undef, sub { $_[0] =~ s/wheel/disc/gr });
$is->('a contact', 'robot.rig', qr/= sole/, 'heel', undef, sub { $_[0] =~ s/sole/heel/gr }, 2);
$is->('a phase', 'robot.rig', qr/fd:stand/, 'rest', undef, sub { $_[0] =~ s/stand/rest/gr }, 3);
$is->('a fused function', 'robot.rig', qr/jvp:both/, 'all', undef, sub { $_[0] =~ s/both/all/gr }, 4);
for (['shoe', 'wheel', qr/^the name cannot be 'wheel': 'wheel' is given twice/], ['reach', 'pi', qr/has another meaning/], ['reach', '', qr/a name is missing/],
	['FL on', 'left leg', qr/needs quotes/], ['mass', 'm', qr/there is no name here/],
	['reach \*', 'long', qr/the name cannot be 'long'/], ['revolute', 'turning', qr/there is no name here/]) {
	my ($old, $new, $why) = @$_;
	like(renamed('robot.rig', qr/$old/, $new), $why, "$old cannot be '$new'");
}
is($lsp->ask('textDocument/prepareRename', at("file://$here/robot.rig", place($robot, qr/mass/)))->{error}{code}, -32803, 'a property has no other name');
is($lsp->ask('textDocument/prepareRename', at("file://$here/robot.rig", place($robot, qr/Körper/)))->{placeholder}, 'Körper 🤖', 'a name without its quotes');

# Places as FILE:LINE:CHARACTER.
sub places { return join ' ', sort map { $_->{uri} =~ s{.*/}{}r . ":$_->{range}{start}{line}:$_->{range}{start}{character}" } @{$_[0]} }
is(places($lsp->ask('textDocument/definition', at("file://$here/robot.rig", place($robot, qr/toe\[2/)))), 'leg.rig:4:24', 'a definition in another file');
is(places([$lsp->ask('textDocument/definition', at("file://$here/robot.rig", place($robot, qr/leg\.rig/)))]), 'leg.rig:0:0', 'an included file');
is($lsp->ask('textDocument/definition', at("file://$here/robot.rig", 0, 1)), undef, 'a keyword has no definition');
is(places($lsp->ask('textDocument/references', { %{at("file://$here/leg.rig", place($leg, qr/hip/))}, context => {} })),
	'robot.rig:11:51 robot.rig:11:60 robot.rig:15:14', 'references in other files');
is(places($lsp->ask('textDocument/references', { %{at("file://$here/leg.rig", place($leg, qr/half/))}, context => { includeDeclaration => \1 } })),
	'leg.rig:2:8 leg.rig:4:48', 'references with the declaration');
is_deeply([map { "$_->{range}{start}{line} $_->{kind}" } @{$lsp->ask('textDocument/documentHighlight', at("file://$here/robot.rig", place($robot, qr/sole/)))}],
	['13 3', '14 2'], 'highlights');
close_files();
my $muscles = <<'END';
model muscles
body thigh on world { joint hip : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
tendon vastus over world at (1, 0, 0) m, thigh at (1, 0, 1) m { force -1 N }
group front = vastus
wrench air on thigh { force -1 N s/m * v }
generate length:vastus, arms:front, wrench:air
END
open_files('muscles.rig' => $muscles);
for (['a tendon in a group', 'vastus', qr/= vastus/, 2], ['  and in a function', 'vastus', qr/length:vastus/, 7], ['a group', 'front', qr/front =/, 0], ['  in a function', 'front', qr/arms:front/, 5],
	['a wrench in a function', 'air', qr/wrench:air/, 7]) {
	my ($what, $name, $pattern, $skip) = @$_;
	is_deeply(renamed('muscles.rig', $pattern, 'other', $skip), { 'muscles.rig' => $muscles =~ s/$name/other/gr }, $what);
}
close_files();
open_files('biped.rig' => qq(model biped\ninclude "two.urdf" free\ncontact sole on shank\n));
spew("$here/two.urdf", q(<robot name="two"><link name="trunk"/><link name="shank"/><joint name="j" type="fixed"><parent link="trunk"/><child link="shank"/></joint></robot>));
$lsp->notify('workspace/didChangeWatchedFiles');
is(places($lsp->ask('textDocument/definition', at("file://$here/biped.rig", place($text{'biped.rig'}, qr/shank/)))), 'two.urdf:0:50', 'a link of a URDF has a definition');
like(renamed('biped.rig', qr/shank/, 'shin'), qr/the name is in a URDF/, '  and keeps its name');
close_files();
open_files('ball.rig' => "model ball\nconst wx = 3 m\nbody a on world at (wx, 0, 0) {\n  joint b : spherical { passive (-1 N m s * wx, -1 N m s * b.wy, 0) }\n"
	. "  mass 1 kg; com (0, 0, 1 m); inertia diag(1, 1, 1) kg m^2\n}\n");
is(renamed('ball.rig', qr/wx/, 'far')->{'ball.rig'}, $text{'ball.rig'} =~ s/const wx/const far/r =~ s/\(wx/(far/r,
	'a velocity of a ball has the name of a constant, and keeps it');
close_files();
open_files('boat.rig' => <<'END');
model boat
input roll: rad moving
input warm: N m { rate (0.2 N m * roll - warm + 0.1 N m s * (yawd + A.hipd)) / 2 s }
part leg { body thigh on root { joint hip : revolute(x); mass 1 kg; inertia diag(1, 1, 1) } }
body deck on world { joint rolls : revolute(x) = 0.5 * roll; mass 1 kg; inertia diag(1, 1, 1) }
body mast on deck { joint yaw : revolute(z) { passive warm }; mass 1 kg; inertia diag(1, 1, 1) }
use leg as A on deck
wrench drag on mast { moment (0, 0, -1 N m s) * yawd }
END
for (['roll', qr/\broll\b/], ['warm', qr/\bwarm\b/], ['yaw', qr/\byaw(?=d?\b)/], ['hip', qr/\bhip(?=d?\b)/]) {
	my ($name, $all) = @$_;
	is(renamed('boat.rig', qr/$name/, 'zz9')->{'boat.rig'}, $text{'boat.rig'} =~ s/$all/zz9/gr, "couplings, rates and laws have '$name'");
}
is($lsp->end, 0, 'the end');
done_testing();
