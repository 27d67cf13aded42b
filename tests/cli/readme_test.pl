#!/usr/bin/perl
# The documentation is true: models in code blocks of the README files and guides pass `rigidc check`, and the commands and Python
# sessions print what they show. LANGUAGE.md has a test of its own, tests/grammar/language_test.pl.
#
#   readme_test.pl [DOCUMENT...]     all documents if none is named
use strict;
use warnings;
use lib 'tests';
use Cwd;
use File::Basename;
use File::Spec::Functions 'rel2abs';
use File::Temp;
use Shell;

my $root = getcwd();
my $binary = rel2abs($ENV{RIGIDC} || 'build/rigidc');
my $build = dirname($binary);
my $scratch = File::Temp->newdir;
$ENV{PATH} = "$scratch:$build:$ENV{PATH}";
$ENV{RIGIDC} = $binary;
system('sh', "$root/tests/cli/cc.sh", "$build/librigidc.a", $scratch);
# Below the level long `rigidc compile` searches nothing for robots with legs, except where a guide shows the size of the code, nor
# `rigidc package` for the arm of a guide, and cc
# optimises nothing: the programs print the same.
sub wrapper
{
    my ($name, $script) = @_;
    chmod 0755, spew("$scratch/$name", "#!/bin/sh\n$script\n");
}
wrapper('rigidc', "exec $binary \"\$@\"");
if (by_level(1, 1, 0)) {
    wrapper('rigidc', <<"END");
case "\$*" in
*--search* | *--size=on*) ;;
"compile examples/solo12.rig "* | "compile examples/gait/"* | "package arm.rig "*) set -- "\$@" --search=none ;;
esac
exec $binary "\$@"
END
    my $cc = "$scratch/cc";
    if (-x $cc) { rename $cc, "$scratch/sanitizing-cc" or die $! }
    $cc = -x "$scratch/sanitizing-cc" ? "$scratch/sanitizing-cc" : (grep { -x } map { "$_/cc" } split /:/, $ENV{PATH})[0];
    wrapper('cc', "exec $cc \"\$@\" -O0");
    # clang++ takes half of g++'s time for headers of Eigen
    my ($cxx) = grep { -x } map { my $name = $_; map { "$_/$name" } split /:/, $ENV{PATH} } 'clang++', 'c++';
    wrapper('c++', "exec $cxx \"\$@\" -O0") if $cxx && !-e "$scratch/c++";
}
symlink "$root/$_", "$scratch/$_" or die $! for 'examples', 'runtime';
symlink $build, "$scratch/build" or die $!;
# as if the library were installed
$ENV{CPATH} = "$root/runtime";
$ENV{LIBRARY_PATH} = $build;
$ENV{LD_LIBRARY_PATH} = "$scratch";
my ($soname) = `readelf -dW $build/librigidc.so` =~ /SONAME.*\[(.*)\]/;
symlink "$build/librigidc.so", "$scratch/$soname" if $soname;
$ENV{RIGIDC_LIBRARY} = "$build/librigidc.so";
$ENV{PYTHONPATH} = "$root/runtime/python";
$ENV{PYTHONDONTWRITEBYTECODE} = 1;
my $count = 0;

# Are two texts alike but for the last digits of their numbers?
sub near {
    my ($one, $other) = @_;
    my $number = qr/-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/;
    my @one = $one =~ /$number/g;
    my @other = $other =~ /$number/g;
    s/$number/N/g for $one, $other;
    return $one eq $other && !grep { abs($one[$_] - $other[$_]) > 1e-9 * (1 + abs $one[$_]) } 0 .. $#one;
}

# $moved: numbers of motions, whose last digits are those of a version of SUNDIALS
sub is {
    my ($name, $wanted, $found, $moved) = @_;
    s/\s*\z/\n/ for $wanted, $found;
    $count++;
    my $same = $wanted eq $found || ($moved && near($wanted, $found));
    print $same ? "ok" : "not ok", " $count - $name\n";
    print map { "# $_\n" } split /\n/, "wanted:\n$wanted\nfound:\n$found" unless $same;
}

# Blocks of code without the name of a language.
sub blocks {
    my ($text, @found) = shift;
    while ($text =~ /^```(\w*)\n(.*?)^```$/msg) {
        push @found, $2 if $1 eq '';
    }
    return @found;
}

# [ command, what it should print ] for each `$ command` of a block. A \ at the end of a command continues it.
sub commands {
    my ($block, @found) = shift;
    1 while $block =~ s/^(\$ .*)\\\n\s*/$1/m;
    for (split /^/, $block) {
        if (/^\$ (.*)/) { push @found, [ $1, '' ] }
        elsif (@found) { $found[-1][1] .= $_ }
    }
    return @found;
}

sub output {
    my $command = shift;
    my $text = `cd $scratch && { $command; } 2>&1`;
    return $text;
}

my $python = -x '/usr/bin/python3' ? '/usr/bin/python3' : 'python3';
my $sanitized = `nm $build/librigidc.so 2>/dev/null` =~ /__(asan|tsan)_init/;
my $sessions = !$sanitized && system("$python -c 'import numpy' 2>/dev/null") == 0;
my $gnuplot = present('gnuplot');
my $cmake = present('cmake');

# Figures of a Cortex-M are those of gcc 12. Without any gcc for it, clang compiles what runs on its board.
my $figures = present('arm-none-eabi-gcc') && `arm-none-eabi-gcc -dumpversion` =~ /^12\./;
if (!present('arm-none-eabi-gcc') && present('clang') && present('ld.lld')) {
    spew("$scratch/arm-none-eabi-gcc", "#!/bin/sh\nexec clang --target=armv7em-none-eabihf -fuse-ld=lld -Qunused-arguments \"\$@\"\n");
    chmod 0755, "$scratch/arm-none-eabi-gcc";
}
my $board = present('qemu-system-arm') && present('arm-none-eabi-gcc');
my $session = '';

# Files that a guide tells its readers to write: "Save this as `NAME`", and a block.
sub save_files {
    my $text = shift;
    while ($text =~ /Save this as `([\w.]+)`[^\n]*:\n\n```\w*\n(.*?)^```$/msg) {
        spew("$scratch/$1", $2);
    }
}

my @documents = ('README.md', 'compiler/README.md', 'compiler/EXACTNESS.md', 'compiler/cli/README.md', 'runtime/README.md', 'runtime/python/README.md', sort glob 'examples/*.md examples/*/README.md');
my $model;
for my $document (@ARGV ? @ARGV : @documents) {
    save_files(slurp("$root/$document"));
    for my $block (blocks(slurp("$root/$document"))) {
        if ($block =~ /^(\/\/\/.*\n)*model /) {
            $model = $block;
            spew("$scratch/pendulum.rig", $block);
            is("$document: the model is right", '', output('rigidc check pendulum.rig'));
        }
        if ($block =~ /^<robot name="(\w+)"/) {
            spew("$scratch/$1.urdf", $block);
        }
        $session .= "$block\n" if $block =~ /^>>> /;
        next if !$gnuplot && $block =~ /rigidc plot/;
        next if !$board && $block =~ /iiwa_controller|arm-none-eabi-gcc/;
        next if !$figures && $block =~ /arm-none-eabi-size/;
        next if !$cmake && $block =~ /cmake -S/;
        for (commands($block)) {
            my ($command, $wanted) = @$_;
            is("$document: $command", $wanted, output($command), $block =~ /rigidc sim/) unless $command =~ /^make /;
        }
    }
}

# all Python blocks, one after the other
spew("$scratch/session.txt", $session);
is('README.md: the Python sessions', '', output("$python -m doctest session.txt")) if $sessions;

# the reference of the command names the lists that there are
my ($tables) = slurp("$root/compiler/cli/README.md") =~ /`rigidc --list=TABLE` \| [^:]*: ([\w, ]*)/;
my ($lists) = output('rigidc --help') =~ /rigidc --list=TABLE[^\n]*\n((?: {30}[\w, ]*\n)+)/;
$lists =~ s/,?\s+(?=\S)/|/g;
$lists =~ s/^\||\s+$//g;
is('compiler/cli/README.md: --list', join('|', split /, /, $tables // ''), $lists);

# compiler/README.md says in which file each table is that somebody may want to extend
my $rooms = slurp("$root/compiler/README.md");
while ($rooms =~ /a row of `(\w+)` in \[`[^`]*`\]\(([^)]+)\)/g) {
    my ($table, $file) = ($1, $2);
    is("compiler/README.md: $table is in $file", 'yes', slurp("$root/compiler/$file") =~ /\b$table(\[\w*\] = \{|$)/m ? 'yes' : 'no');
}

# A document names what its commands need, beside rigidc, cc and the tools of any Unix: in its text, so that it can be installed before.
my @needs = (
    [ qr/\brigidc plot\b|--plot\b/, qr/gnuplot/ ], [ qr/\bnode\b/, qr/node\.?js/i ], [ qr/\bcmake -/, qr/CMake/i ], [ qr/\barm-none-eabi-/, qr/gcc-arm-none-eabi/ ],
    [ qr/\bqemu-/, qr/qemu/ ], [ qr/\bpython3? /, qr/Python/i ], [ qr/\bc\+\+ /, qr/C\+\+|g\+\+/ ], [ qr/\bcargo\b/, qr/Rust|cargo/ ],
);
for my $document (@documents) {
    my $text = slurp("$root/$document");
    my @commands = map { map { $_->[0] } commands($_) } blocks($text);
    $text =~ s/^```.*?^```$//msg;
    my @missing = map { my ($command, $word) = @$_; $text =~ $word ? () : grep { $_ =~ $command } @commands } @needs;
    is("$document: its text names the programs of its commands", '', join('', map { "$_\n" } @missing));
}

# what the make targets print, from the given line on
sub target {
    my ($target, $first, $document) = @_;
    my ($shown) = slurp("$root/$document") =~ /(^$first.*?)\s*^```/ms;
    my ($printed) = `make -s --no-print-directory $target 2>/dev/null` =~ /(^$first.*\S)/ms;
    is("$document: make $target", $shown // 'nothing', $printed // '');
}
target('demo', 'joint   inertia', 'examples/README.md');
target('running-leg', '\d+ rows', 'examples/biomechanics.md');
if ($figures) {
    my ($table) = slurp("$root/examples/microcontroller.md") =~ /^\$ make (targets-table.*)/m;
    target($table, '### ur5', 'examples/microcontroller.md');
}
print "1..$count\n";
