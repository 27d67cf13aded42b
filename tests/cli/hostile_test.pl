#!/usr/bin/perl
# Names and comments of a model that mean something where they are written: in C, JavaScript, Python, HTML, XML, JSON, make, CMake,
# shells, Markdown, Rust, gnuplot. Each stands at every place of a model that has a name or a comment, all kinds of files are made
# of that, and each file is read by its own reader.
use strict;
use warnings;
use lib 'tests';
use Cwd 'abs_path';
use File::Path 'make_path';
use File::Temp;
use Test::More;
use Shell;

my $rigidc = abs_path($ENV{RIGIDC} // 'build/rigidc');
my $scratch = File::Temp->newdir;
my $python = '/usr/bin/python3';

my %text = (
	comment => '*/ int hostile; /* // <!-- # hostile',
	trigraph => '??/ ??' . "\\",
	quotes => q{"; hostile; " '; hostile; '},
	triple => '""" + hostile + """',
	shell => '$(touch hostile) `touch hostile` ; touch hostile',
	markup => '</script><script>hostile=1</script>]]>&<x y=\'">--',
	lines => "a\nhostile = 1\r\n#error\r",
	fence => "```\n```\n~~~\nhostile",
	separators => "\xe2\x80\xa8hostile\xe2\x80\xa9",
	bytes => "\xe2\x80\xae\xff\xfe\x01\x7f\x1b[0m",
	coding => '-*- coding: utf-7 -*- +AAo-hostile=1+AAo-',
	encoding => 'coding=hostile',
	escapes => '\N{hostile} \x \u{ \777 \\" ' . "\\",
	percent => '%s %n %% : # = @ ~ ^ _ { } &',
	marks => '@NAME@ @TITLE@ @SCRIPT@ @ABOUT@ @CODE@',
	make => '$(shell touch hostile)$@ a:b',
	cmake => '${HOME} $ENV{HOME} $<hostile> $<1:x> \; [==[ ]] ) (',
	table => '| a | b | [x](y) ![z](w) <img src=x> **h** _h_',
	expression => '{1;} ^_{h} @h &{h}',
	json => '\\u0022, "hostile": 1, \\',
	words => '=1+1',
);

# As a name in a model, and as an argument of -f.
sub quoted
{
	my ($name) = @_;
	$name =~ s/(["\\])/\\$1/g;
	$name =~ s/([\x00-\x1f\x7f-\xff])/sprintf '\\x%02X', ord $1/ge;
	return "\"$name\"";
}

# Every place that has a name, or a comment that is taken along; each name is another one.
sub model
{
	my ($text) = @_;
	my %n = map { $_ => quoted(/[A-Z]/ ? "$text$_" : "$_$text") } qw(A B C D F j k l p q s t w);
	my $line = $text =~ s/[\x00-\x1f\x7f\xfe\xff]+/ /gr; # comments are UTF-8
	$line =~ s/\xe2\x80\xae//; # and do not turn around
	return (<<END, \%n);
/// $line
/// \\
model @{[quoted($text)]}
/// $line
param $n{A} = 1 kg
param $n{p} = 2 kg
/// $line
body $n{B} on world {
  /// $line
  joint $n{j} : revolute(z) { limits (-1, 1) }
  mass $n{A}; com (0.1, 0, 0.2); inertia diag(1, 1, 1)
  /// $line
  frame $n{F} at (0, 0.3, 0)
}
body $n{C} on $n{B} at (1, 0, 0) {
  joint $n{k} : revolute(y)
  mass 2 kg; com (0.1, 0, 0.2); inertia diag(1, 1, 1)
}
body $n{D} on $n{C} at (1, 0, 0) { joint $n{l} : fixed }
/// $line
strut $n{s} between $n{B} and $n{C} { spring 10 N/m }
tendon $n{t} over world, $n{F}, $n{C} { spring 10 N/m }
wrench $n{w} on $n{C}
/// $line
pose $n{q} { $n{j} = 0.5 }
END
}

# What holds a robot: contacts, a phase, a loop.
sub holding
{
	my ($text) = @_;
	my %n = map { $_ => quoted(/[A-Z]/ ? "$text$_" : "$_$text") } qw(B C F c d h j k o);
	return (<<END, \%n);
model @{[quoted($text)]}
body $n{B} on world at (0, 0, 1) {
  joint $n{j} : free
  mass 1 kg; inertia diag(1, 1, 1)
}
body $n{C} on $n{B} at (1, 0, 0) {
  joint $n{k} : spherical { idle }
  mass 2 kg; com (0.1, 0, 0.2); inertia diag(1, 1, 1)
  frame $n{F} at (0, 0, 0.5)
}
contact $n{c} on $n{B} { friction 0.5 }
contact $n{d} : fixed on $n{B} at (0.1, 0, 0)
loop $n{o} : distance(1 m) from $n{F} to $n{B}
phase $n{h} = $n{d}
END
}

# The same in URDF.
sub urdf
{
	my $name = $_[0] =~ s/([&<>"])/'&#' . ord($1) . ';'/ger;
	my $inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>';
	return <<END;
<robot name="$name"><link name="base$name"/><link name="$name">$inertial</link>
<joint name="$name" type="continuous"><axis xyz="0 0 1"/><parent link="base$name"/><child link="$name"/></joint></robot>
END
}

# A program for each kind of file: what it does not like it says, and ends with 1.
my %reader = (
	py => [$python, '-c', <<'END'],
import ast, sys
for name in sys.argv[1:]:
    tree = ast.parse(open(name, "rb").read(), name)
    types = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    known = [node for part in types for node in part.body + part.orelse] + [node for node in tree.body if node not in types]
    assert all(isinstance(node, (ast.FunctionDef, ast.Assign, ast.Import, ast.ImportFrom)) for node in known), name
    assert not any(isinstance(node, ast.Name) and node.id == "hostile" for node in ast.walk(tree)), name
END
	json => [$python, '-c', <<'END'],
import json, sys
for name in sys.argv[1:]:
    json.load(open(name, encoding="utf-8"))
END
	xml => [$python, '-c', <<'END'],
import sys, xml.dom.minidom
for name in sys.argv[1:]:
    assert not xml.dom.minidom.parse(name).getElementsByTagName("script"), name
END
	html => [$python, '-c', <<'END'],
import base64, hashlib, html.parser, json, sys
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.script, self.style, self.policy, self.inside, self.tags = [], [], "", "", set()
    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        given = dict(attributes)
        self.policy += given.get("content", "") if given.get("http-equiv") == "Content-Security-Policy" else ""
        assert not any(key.startswith("on") or key == "style" for key in given), given
        if tag == "script":
            self.inside = tag
            self.script.append([given.get("type"), ""])
        if tag == "style":
            self.inside = tag
            self.style.append("")
    def handle_endtag(self, tag):
        self.inside = "" if tag == self.inside else self.inside
    def handle_data(self, data):
        if self.inside == "script":
            self.script[-1][1] += data
        if self.inside == "style":
            self.style[-1] += data
for name in sys.argv[1:]:
    page = Page()
    page.feed(open(name, encoding="utf-8", newline="").read())
    assert [kind for kind, text in page.script] == ["application/json", "module"], (name, page.script)
    json.loads(page.script[0][1])
    assert len(page.style) == 1, (name, page.style)
    for kind, text in ("script-src", page.script[1][1]), ("style-src", page.style[0]):
        hashed = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        allowed = [rule for rule in page.policy.split(";") if rule.split()[0] == kind]
        assert len(allowed) == 1 and allowed[0].split()[1:] == [f"'sha256-{hashed}'"], (name, page.policy)
    assert "img" not in page.tags and "x" not in page.tags, name
END
	mjs => ['node', '--input-type=module', '-e', <<'END'],
import { pathToFileURL } from 'node:url';
for (const name of process.argv.slice(1))
	await import(pathToFileURL(name));
if ('hostile' in globalThis)
	throw new Error('hostile');
END
);
my @strict = qw(-std=c99 -pedantic -Wall -Wextra -Wshadow -Wcomment -Wtrigraphs -Wbidi-chars=any -Werror -fsyntax-only);

# All files of a kind at once; one by one where that fails, to say which.
sub read_by
{
	my ($what, $files, @command) = @_;
	return ok(0, "$what: there are none") unless @$files;
	return ok(1, "$what # SKIP no $command[0]") unless -x $command[0] || present($command[0]);
	my $said = run(@command, @$files);
	my @wrong = $said eq '' ? () : grep { run(@command, $_) ne '' } @$files;
	ok($said eq '', "$what: " . @$files) or diag(join "\n", @wrong, substr($said, 0, 2000));
}

# What a command says if it fails, or on standard error.
sub run
{
	my (@command) = @_;
	my $child = open(my $out, '-|') // die;
	if (!$child) {
		open STDERR, '>&', \*STDOUT;
		chdir "$scratch/work";
		exec(@command) or die "$command[0]: $!\n";
	}
	local $/;
	my $said = <$out> // '';
	return close $out ? $said : $said || "exit $?\n";
}

# --- files ---

make_path("$scratch/work");
my (%files, @failed);
my $options = '--search=none';
sub make
{
	my ($kind, $file, @arguments) = @_;
	my $code = system("cd $scratch/work && " . shell_words($rigidc, @arguments) . " >$scratch/out 2>$scratch/err");
	push @failed, "@arguments: " . slurp("$scratch/err") if $code;
	push @{$files{$kind}}, $file unless $code;
}

for my $kind (sort keys %text) {
	my ($model, $n) = model($text{$kind});
	my $rig = spew("$scratch/$kind.rig", $model);
	my $frames = join ',', 'rnea', "a=fk:$n->{F}+jac:$n->{B}", 'reaction';
	my $at = "$scratch/$kind";
	make('c', "$at.h", 'compile', $rig, $options, '-f', $frames, '-o', "$at.h");
	make('c', "$at.c", 'compile', $rig, $options, '-f', $frames, '-o', "$at.c", '--size=on', '--self-test', '--lock', "$n->{k} = 0.1");
	make('mjs', "$at.mjs", 'compile', $rig, $options, '-f', $frames, '-o', "$at.mjs");
	make('py', "$at.py", 'compile', $rig, $options, '-f', $frames, '-o', "$at.py", '--wrench', 'all');
	make('html', "$at.html", 'report', $rig, '-f', 'gravity', '-o', "$at.html");
	make('xml', "$at.svg", 'sim', $rig, '--time', '0.1', '--dt', '0.05', '--animate', "$at.svg", '--plot', "$at.plot.svg");
	push @{$files{xml}}, "$at.plot.svg" if present('gnuplot');
	make('json', "$at.json", 'info', $rig, $options, '--json');
	my $info = slurp(spew("$at.json", slurp("$scratch/out")));
	make('rig', "$at.fmt.rig", 'fmt', $rig, '-o', "$at.fmt.rig");
	make('rig', "$at.fmt.rig", 'info', "$at.fmt.rig", $options, '--json');
	is(slurp("$scratch/out"), $info, "$kind: fmt leaves it as it is");
	my $urdf = spew("$at.urdf", urdf($text{$kind} =~ s/[\x00-\x1f\x7f\xff\xfe]|\xe2\x80\xae|\$(?=[({])//gr)); # $( is of xacro
	make('json', "$at.urdf.json", 'info', $urdf, $options, '--json');
	$info = slurp(spew("$at.urdf.json", slurp("$scratch/out")));
	make('rig', "$at.urdf.rig", 'import', $urdf, '-o', "$at.urdf.rig");
	make('rig', "$at.urdf.rig", 'info', "$at.urdf.rig", $options, '--json');
	is(slurp("$scratch/out"), $info, "$kind: import says what URDF does");
}
for my $kind (sort keys %text) {
	my ($model, $n) = holding($text{$kind});
	my $rig = spew("$scratch/$kind.holding.rig", $model);
	my $functions = "fd:$n->{h},lambda:$n->{h},closure";
	my $at = "$scratch/$kind.holding";
	make('c', "$at.h", 'compile', $rig, $options, '-f', $functions, '-o', "$at.h");
	make('mjs', "$at.mjs", 'compile', $rig, $options, '-f', $functions, '-o', "$at.mjs");
	make('py', "$at.py", 'compile', $rig, $options, '-f', $functions, '-o', "$at.py");
	make('html', "$at.html", 'report', $rig, '-f', 'gravity', '-o', "$at.html");
	make('xml', "$at.svg", 'sim', $rig, '--phase', $n->{h}, '--time', '0.1', '--dt', '0.05', '--animate', "$at.svg", '--plot', "$at.plot.svg");
	push @{$files{xml}}, "$at.plot.svg" if present('gnuplot');
	push @failed, "$kind: no contact in the film" unless -e "$at.svg" && slurp("$at.svg") =~ /#b05" stroke-width="5"/;
	my $rows = spew("$at.csv", slurp("$scratch/out"));
	make('xml', "$at.cycle.svg", 'plot', $rows, '--cycle', '0,0.05,0.1', '--columns', '*', '-o', "$at.cycle.svg") if present('gnuplot');
	make('json', "$at.json", 'info', $rig, $options, '--json');
	spew("$at.json", slurp("$scratch/out"));
}
is("@failed", '', 'all files are made');
@failed = ();

read_by('C', $files{c}, 'gcc', @strict, '-x', 'c');
read_by('C++', [grep { /\.h$/ } @{$files{c}}], 'g++', '-std=c++11', @strict[1 .. $#strict], '-x', 'c++');
read_by($_, $files{$_}, @{$reader{$_}}) for sort keys %reader;

# --- folders of packages ---

# acados calls no other functions, and CasADi allows no two underscores in a row, which frames would bring here.
my %asked = (acados => 'fd', casadi => 'rnea,gravity');
my %folder;
for my $kind (map { /^(\S+)/ } split /^/, run($rigidc, '--list=packages')) {
	local $ENV{CC} = 'false'; # no libraries of units: their sources are read below
	for my $name (sort keys %text) {
		my ($model, $n) = model($text{$name});
		my $at = "$scratch/$kind-$name";
		my $rig = spew("$at.rig", $model =~ s/^(?:param|wrench) .*\n//gmr =~ s/mass \Q$n->{A}\E/mass 1 kg/r);
		# as they are, but for what ends an argument in quotation marks
		my ($F, $B, $k) = map { /[\r\n]|\xff/ ? quoted($_) : '"' . s/(["\\])/\\$1/gr . '"' } "$text{$name}F", "$text{$name}B", "k$text{$name}";
		my @options = ($options, '--prefix', $name, '-f', $asked{$kind} // "rnea,a=jac:$F+jac:$B,gravity,reaction", '--lock', "$k = 0.1");
		make('package', $at, 'package', $rig, @options, "--for=$kind", '-o', $at);
		push @{$folder{$kind}}, $at;
	}
}
is("@failed", '', 'all packages are made');

sub found { return map { glob "$_[0]/$_" } @_[1 .. $#_] }
sub in_folders { my ($kind, @files) = @_; return [map { found($_, @files) } @{$folder{$kind}}] }

read_by('ros2: XML', in_folders('ros2', '*.xml'), @{$reader{xml}});
read_by("$_: JSON", in_folders($_, '*.json'), @{$reader{json}}) for 'platformio', 'npm';
read_by("$_: C", in_folders($_, 'src/*.c'), 'gcc', @strict) for grep { !/^(acados|cargo|fmi(:2)?|mex|npm|ros2)$/ } sort keys %folder;
read_by('mex: C', in_folders('mex', '*.c'), 'gcc', @strict, '-isystem', abs_path('tests/packages/hosts/mex'));
read_by('acados: C', in_folders('acados', '*_model/*.c'), 'gcc', @strict);
read_by("$_: C", in_folders($_, 'sources/fmi*.c'), 'gcc', @strict) for 'fmi', 'fmi:2';
read_by("$_: XML", in_folders($_, '*.xml', 'sources/*.xml', 'documentation/*.html'), @{$reader{xml}}) for 'fmi', 'fmi:2';
read_by('cargo: C', in_folders('cargo', 'c/*.c'), 'gcc', @strict);

# Joints of the controller: a program that writes them, each a line of hexadecimal digits.
my ($arrays, $wanted) = ('', '');
for my $name (sort keys %text) {
	my ($joints) = slurp("$scratch/ros2-$name/src/controller.cpp") =~ /^static const .* joints = \{(.*?)\};$/m;
	$arrays .= ($joints // 0) . ",\n";
	$wanted .= unpack('H*', "j$text{$name}") . "\n";
}
spew("$scratch/joints.c", "#include <stdio.h>\nstatic const char *const joint[] = {\n$arrays};\n" . <<'END');
int main(void)
{
	for (unsigned i = 0; i < sizeof joint / sizeof *joint; i++, putchar('\n'))
		for (const char *c = joint[i]; *c; c++)
			printf("%02x", (unsigned)(unsigned char)*c);
	return 0;
}
END
is(run('gcc', grep({ $_ ne '-fsyntax-only' } @strict), "$scratch/joints.c", '-o', "$scratch/joints"), '', 'ros2: joints are strings');
is(run("$scratch/joints"), $wanted, 'ros2: of their names');

# Blocks of code as Markdown has them: [word, text]...
sub blocks
{
	my @blocks;
	my $end;
	for my $line (split /^/, $_[0]) {
		if (defined $end) {
			$line =~ $end ? undef $end : ($blocks[-1][1] .= $line);
		} elsif ($line =~ /^ {0,3}(`{3,}|~{3,})\s*([^`\s]*)[^`]*$/) {
			push @blocks, [$2, ''];
			$end = qr/^ {0,3}$1\Q@{[substr $1, 0, 1]}\E*\s*$/;
		}
	}
	return @blocks;
}

# What a folder's README says makes the C again, by a shell: the same bytes. What it says beside that runs nothing. Those of CasADi and
# acados, and units, are made by `package` alone.
for my $kind (grep { !$asked{$_} && !/^fmi/ } sort keys %folder) {
	my @wrong;
	for my $at (@{$folder{$kind}}) {
		my @blocks = blocks(slurp("$at/README.md"));
		my ($again) = grep { $_->[0] eq 'sh' && $_->[1] =~ /^rigidc (?:compile|package) model/ } @blocks;
		my ($code) = grep { !/_test\.c|controller/ } map { glob "$at/$_" } qw(src/*.c src/*.h c/*.c include/*/*.h *_model/*.h *.mjs);
		my $before = slurp($code);
		spew($code, '');
		my $said = $again ? run('sh', '-ec', "cd $at; rigidc() { $rigidc \"\$@\" 2>/dev/null; }\n$again->[1]") : 'no block';
		push @wrong, "$at: $said" if $said ne '' || slurp($code) ne $before || @blocks != blocks(slurp("$folder{$kind}[0]/README.md"));
	}
	is("@wrong", '', "$kind: README.md makes the C again");
}

# And so does CMake, in whose words the options are.
SKIP: {
	skip 'no cmake', 1 unless present('cmake');
	make_path("$scratch/cmake");
	spew("$scratch/cmake/CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)\nproject(hostile NONE)\n" . join '', map {
		"include(../cmake-$_/cmake/rigidc.cmake)\nadd_custom_target($_ ALL DEPENDS \${${_}_C})\n" } sort keys %text);
	my $said = run('cmake', '-S', "$scratch/cmake", '-B', "$scratch/cmake/build", "-DRIGIDC_EXECUTABLE=$rigidc");
	my ($built, $code) = says("cmake --build $scratch/cmake/build -- -k");
	my @wrong = grep { my $made = "$scratch/cmake/build/${_}_rigidc/src/$_.c"; !-e $made || slurp($made) ne slurp("$scratch/cmake-$_/src/$_.c") }
	    sort keys %text;
	is("@wrong", '', 'cmake: makes the C again') or diag(substr("$said\n$built", 0, 3000));
}

# A crate of all crates: functions of C are declared, and not linked.
SKIP: {
	skip 'no rustc', 1 unless present('rustc');
	spew("$scratch/lib.rs", join '', map { "#[path = \"cargo-$_/src/lib.rs\"]\npub mod $_;\n" } sort keys %text);
	is(run('rustc', '--edition=2021', '--crate-type=lib', '--emit=metadata', '-A', 'warnings', "$scratch/lib.rs", '-o', "$scratch/lib.rmeta"),
	    '', 'cargo: Rust');
}

like(run($rigidc, 'package', "$scratch/cmake-lines.rig", '--for=cmake', '-f', "fk:\"$text{lines}F\"", '-o', "$scratch/none"), qr/line end/, 'no option with a line end');

# --- names of files ---

like(run($rigidc, 'compile', "$scratch/words.rig", $options, '-o', "$scratch/??'.c"), qr/cannot stand in an #include/, 'trigraphs in an #include');

# --- in rules for make ---

# What make says of a rule whose only file is not there: it reads the names as they are, or rigidc has refused them.
my ($read, $refused, @misread) = (0, 0);
my $rig = slurp('examples/double_pendulum.rig');
for my $name ((map { "a${_}b" } split //, q{ #$%:;=|&~!@()<>{}'"`,^\\+}), 'a\\ b', 'a\\\\ b', 'a\\#b', 'a\\:b', 'a\\%b', 'a\\\\b', "a\tb", '$(x)', 'a b  c',
              'a !=touch hostile', 'a:=b', 'a;touch hostile', '|', 'a|touch hostile', 'include x', '.PHONY', '%', 'a&:', '~root', '$(shell touch hostile)',
              '-x', 'a$', 'a\\b:c%d e') {
	for my $place ('target', 'model', 'include') {
		my $out = $place eq 'target' ? "$name.h" : 'out.h';
		my $in = $place eq 'target' ? 'in.rig' : "$name.rig";
		my $main = $place eq 'include' ? 'main.rig' : $in;
		spew("$scratch/work/$in", $rig);
		spew("$scratch/work/main.rig", 'include ' . quoted("./$in") . "\n") if $place eq 'include';
		my $said = run($rigidc, 'compile', "./$main", '-f', 'gravity', $options, '-MD', '-o', "./$out");
		my $rule = -e "$scratch/work/$out.d" ? slurp("$scratch/work/$out.d") : undef;
		unlink map { "$scratch/work/$_" } $in, "$out.d", $out;
		if (!defined $rule) {
			$said =~ /-MD: make reads no name/ ? $refused++ : push @misread, "$name: $said";
			next;
		}
		if ($name =~ /=/) { # and those who use make are told
			push @misread, "$name: $said" unless $said =~ /-MD: .* make takes it for an assignment/;
			next;
		}
		spew("$scratch/rule.mk", $rule);
		my $made = run('make', '-rR', '-f', "$scratch/rule.mk", '--', "./$out");
		$read += my $right = $made =~ /No rule to make target '\Q.\/$in\E', needed by '\Q.\/$out\E'/ || $made =~ /No rule to make target '\Q$in\E', needed by '\Q$out\E'/;
		push @misread, "$place $name: $rule$made" unless $right;
	}
}
is("@misread", '', "make reads $read rules; names in $refused have no form");
ok($read > 3 * $refused, 'most have one');

ok(!-e "$scratch/work/hostile", 'nothing was run');
done_testing;
