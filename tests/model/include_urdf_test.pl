#!/usr/bin/perl
# A URDF in a .rig file, by `include "ROBOT.urdf" [free]`. Its code is that of the URDF alone, to the byte, and its diagnostics are those of
# the URDF. What the language puts on its links is what it puts on bodies of an import. Mistakes name both files.
use strict;
use warnings;
use lib 'tests';
use Cwd 'abs_path';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = abs_path($ENV{RIGIDC} // 'build/rigidc');
my $scratch = File::Temp->newdir;

# Standard output and standard error of a command.
sub run
{
	my ($command) = @_;
	my $out = `$rigidc $command 2>$scratch/err </dev/null`;
	return ($out, slurp("$scratch/err"), $? >> 8);
}

# Names of diagnostics, in order.
sub names { return join ' ', $_[0] =~ /^\S.*\[([a-z0-9-]+)\]$/mg }

# Code without the name of the option for the base.
sub bare { return $_[0] =~ s/ --base=free\.$/./mr }

# The first line in which two codes differ.
sub first_other
{
	my @a = split /\n/, bare($_[0]);
	my @b = split /\n/, bare($_[1]);
	for my $i (0 .. ($#a > $#b ? $#a : $#b)) {
		return ($a[$i] // '') . "\n" . ($b[$i] // '') if ($a[$i] // '') ne ($b[$i] // '');
	}
	return '';
}

# --- each URDF of the tests, alone and included ---

my ($sound, $faulty) = (0, 0);
my @differ;
for my $urdf (glob 'tests/grammar/urdf/*.urdf') {
	my $text = slurp($urdf);
	my ($options) = $text =~ /^<\?options (.*?)\?>/m;
	my ($name) = $text =~ /^<robot name="(\w+)"/m or next;
	$options = defined $options ? "'" . join("' '", split / /, $options) . "'" : '';
	next if $options =~ /--base=fixed/; # `include` has no word for it
	my $base = $options =~ s/'--base=free'// ? '--base=free' : '';
	my $rig = spew("$scratch/whole.rig", "model $name\ninclude \"" . ($urdf =~ s{.*/}{}r) . '"' . ($base ? " free\n" : "\n"));
	my ($alone, $said) = run("compile $urdf -f rnea,crba $base $options");
	my ($included, $told) = run("compile $rig -I tests/grammar/urdf -f rnea,crba $options");
	$alone ? $sound++ : $faulty++;
	push @differ, $urdf =~ s{.*/}{}r if bare($alone) ne bare($included) || names($said) ne names($told);
}
is("@differ", '', 'a URDF gives the same code and the same diagnostics, included or alone');
cmp_ok($sound, '>', 90, "many of them are sound: $sound");
cmp_ok($faulty, '>', 50, "many of them have errors: $faulty");

# --- what the language puts on a robot ---

my $inertial = '<inertial><origin xyz="0 0 -0.2"/><mass value="2"/>'
	. '<inertia ixx="0.03" ixy="0" ixz="0" iyy="0.04" iyz="0" izz="0.01"/></inertial>';

# A joint, and its link.
sub hung
{
	my ($name, $on, $xyz, $more) = @_;
	return qq(<link name="$name">$inertial</link><joint name="$name.j" type="revolute"><origin xyz="$xyz"/>)
		. qq(<parent link="$on"/><child link="$name"/><axis xyz="0 1 0"/>)
		. qq(<limit lower="-2" upper="2" effort="9" velocity="5"/>$more</joint>\n);
}

my $robot = qq(<robot name="walker">\n<link name="trunk">$inertial</link>\n)
	. hung('left thigh', 'trunk', '0 0.1 0', '<dynamics damping="0.3"/>') . hung('left-shank', 'left thigh', '0 0 -0.4', '')
	. hung('right thigh', 'trunk', '0 -0.1 0', '') . hung('right-shank', 'right thigh', '0 0 -0.4', '') . "</robot>\n";
my $rest = <<'RIG';
const drop = 0.4 m
frame toe on "left-shank" at (0, 0, -drop)
body tool on "right-shank" at (0, 0, -drop) { joint wrist : revolute(x); mass 300 g; com (0, 0, -5 cm); inertia diag(2, 2, 1) g m^2 }
contact left on toe { friction 0.7 }
contact right : line(y) on tool
phase stand = left, right
loop bar : distance(25 cm) from "left-shank" to "right-shank"
constraint level = "left thigh.j" + "right thigh.j"
strut spring between toe and "right-shank" { spring 100 N/m at 20 cm }
wrench push on trunk
pose crouch { "left thigh.j" = 20 deg; "left-shank.j" = -40 deg; wrist = 0.1 rad }
order wrist, "left-shank.j"
idle wrist
generate rnea, crba, fd:stand, lambda:stand, closure, jac:toe, reaction
RIG
my $urdf = spew("$scratch/walker.urdf", $robot);
my $including = spew("$scratch/including.rig", "model walker\ninclude \"walker.urdf\" free\n$rest");
for my $options ('-f rnea,crba', map { "$_ --search=none" } '', '--real=float', '--lock "left-shank.j"=0.3', '--matrix=packed') {
	my ($imported) = run("import $urdf --base=free");
	my $import = spew("$scratch/imported.rig", $imported =~ s{^///.*\n}{}mgr . $rest);
	my ($there, $why) = run("compile $import $options");
	my ($here, $told) = run("compile $including $options");
	cmp_ok(length $there, '>', 10000, "an import with contacts and loops compiles, with '$options'") or diag($why);
	is(first_other($here, $there), '', "and the included robot is the same, with '$options'") or diag($told);
}
my ($out, $err, $code) = run("compile $including --keep=damping --sensor 'wrist' --snap-angles=1e-5 -f rnea");
like($err, qr/^--sensor:1:1: error: the robot has no joint 'wrist' \[unknown-joint\]$/m, '--sensor is of joints of the URDF');
($out, $err, $code) = run("compile $including --keep=damping -f rnea");
like($out, qr/\b0\.3 \* |\b0\.3\*/, 'options for a URDF are those of an included one');
my $info = decode_json((run("info $including --json --keep=damping --search=none"))[0]);
is(join(' ', map { $_->{name} } @{$info->{contacts}}), 'left right', 'the contacts are on its links');

# two robots
spew("$scratch/table.urdf", qq(<robot name="table"><link name="top">$inertial</link></robot>\n));
spew("$scratch/both.rig", "model both\ninclude \"walker.urdf\" free\ninclude \"table.urdf\"\ninclude \"walker.urdf\"\n");
$info = decode_json((run("info $scratch/both.rig --json"))[0]);
is(join(', ', map { $_->{name} } @{$info->{bodies}}), 'trunk, left thigh, left-shank, right thigh, right-shank', 'two robots, one of them fixed');

# a URDF of a part's file
mkdir "$scratch/inner" or die $!;
spew("$scratch/inner/table.urdf", slurp("$scratch/table.urdf"));
spew("$scratch/inner/hall.rig", "include \"table.urdf\" free\n");
spew("$scratch/hall.rig", "model hall\ninclude \"inner/hall.rig\"\nframe plate on top at (0, 0, 1)\n");
is((run("info $scratch/hall.rig --json"))[2], 0, 'an included file includes a URDF from its own folder');
run("compile $scratch/hall.rig -MD -o $scratch/hall.h -f rnea");
like(slurp("$scratch/hall.h.d"), qr{^\S+hall\.h: \S+hall\.rig \\\n  \S+inner/hall\.rig \\\n  \S+inner/table\.urdf\n}, '-MD names the URDF');

# --- layout ---

is((run("fmt " . spew("$scratch/odd.rig", "model odd\ninclude \"table.urdf\" free// it floats\n") . ' -o -'))[0],
   "model odd\ninclude \"table.urdf\" free  // it floats\n", 'fmt knows the word free');

# --- messages in the words of the file ---

spew("$scratch/shut.urdf", $robot =~ s/lower="-2" upper="2"/lower="0" upper="0"/r);
($out, $err) = run('check ' . spew("$scratch/shut.rig", "model shut\ninclude \"shut.urdf\"\n"));
like($err, qr/\[limits-zero\]\n.*\n.*\n    help: without limits a joint is of the type `continuous`/, 'advice for a URDF is in its words');

# --- mistakes ---

# The messages for a model that includes a URDF.
sub messages
{
	my ($text, $options) = @_;
	return (run('check ' . spew("$scratch/wrong.rig", "model wrong\n$text") . ' ' . ($options // '')))[1] =~ s/\Q$scratch\E\///gr =~ s/^    .*\n//mgr;
}

spew("$scratch/bad.urdf", $robot =~ s/child link="left-shank"/child link="left-shin"/r);
is(messages(qq(include "bad.urdf")), <<'END', 'a mistake in a URDF is told where it is, and where the URDF is included');
bad.urdf:4:268: error: there is no link 'left-shin' [unknown-parent]
wrong.rig:2:9: note: included here
1 error
END
is(messages(qq(include "walker.urdf"\nbody trunk on world { joint : fixed })), <<'END', 'a name that both have');
wrong.rig:3:6: error: 'trunk' is given twice [duplicate]
walker.urdf:2:13: note: first here
walker.urdf:3:347: note: 1 joint with damping or friction: left out [damping-left-out]
1 error, 1 note
END
is(messages(qq(include "no.urdf"\ninclude "walker.urdf" fixed)), <<'END', 'other words after the name');
wrong.rig:2:9: error: cannot include "no.urdf": there is no such file [include]
wrong.rig:3:23: error: only the words `free` and `muscles` may follow the name of a file [syntax]
2 errors
END
is(messages(qq(include "table.urdf"\ninclude "table.urdf" free\ninclude "hall.rig" free)), <<'END', 'a free root that cannot be');
wrong.rig:3:22: error: "table.urdf" is included already, without `free` [include]
wrong.rig:2:1: note: first here
wrong.rig:4:9: error: cannot include "hall.rig": `free` is for a file of another format; a .rig file says itself what is free [include]
2 errors
END
spew("$scratch/moves.urdf", $robot =~ s/<link name="trunk">.*\n/<link name="world"\/><link name="trunk">$inertial<\/link><joint name="rail" type="prismatic"><parent link="world"\/><child link="trunk"\/><limit lower="0" upper="1" effort="9" velocity="9"\/><\/joint>\n/r);
like(messages(qq(include "moves.urdf" free)), qr/^moves\.urdf:2:\d+: error: `free`: 'trunk' moves already, by a prismatic joint \[free-base\]\nwrong\.rig:2:9: note: included here$/m, 'a root that moves already');
like(messages("part a {\n  include \"table.urdf\"\n}\n"), qr/^wrong\.rig:3:3: error: .* \[misplaced-statement\]$/m, 'an include in a part');
like(messages("for k in 0..1 {\n  include \"table.urdf\"\n}\n"), qr/^wrong\.rig:3:3: error: .* \[misplaced-statement\]$/m, 'an include in a turn');
spew("$scratch/page.urdf", "<html/>\n");
like(messages(qq(include "page.urdf")), qr/^page\.urdf:1:1: error: .* \[not-urdf\]\nwrong\.rig:2:9: note: included here$/m, 'XML of another format');
like(messages(qq(include "walker.urdf"), '--base=free'), qr/^rigidc: --base is for a URDF, an OpenSim model, an MJCF file or an SDFormat file; a \.rig file has joints of the type `free` instead$/m, '--base is not for included robots');
like(messages('gravity (0, 0, -9.81)', '--keep=damping'), qr/^rigidc: --keep=damping is for a URDF/m, 'without a URDF its options are refused');

done_testing();
