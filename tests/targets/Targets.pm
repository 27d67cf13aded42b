# What check.pl and table.pl share: their tables, and how a program for a target is built and run.
package Targets;
use strict;
use warnings;
use JSON::PP;
use lib 'tests';
use Shell;

# The strictness that generated code bears on every target.
our $strict = '-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Werror';
our $rigidc = $ENV{RIGIDC} // 'build/rigidc';

# Rows of cells between bars, comments and `name = words` taken away.
sub table {
	my ($file, @columns) = @_;
	my (%set, @rows);
	for (grep { /\S/ && !/^#/ } split /\n/, slurp("tests/targets/$file")) {
		s/\$(\w+)/$set{$1} \/\/ die "$file: there is no $1\n"/ge;
		if (/^(\w+)\s*=\s*(.*)/) { $set{$1} = $2; next }
		my @cells = map { s/^\s+|\s+$//gr } split /\|/, $_, -1;
		die "$file: not " . @columns . " cells: $_\n" if @cells != @columns;
		my %row;
		@row{@columns} = @cells;
		push @rows, \%row;
	}
	return @rows;
}

sub targets {
	my @targets = table('targets.txt', qw(name what compiler machine runner forms));
	$_->{forms} = [split ' ', $_->{forms}] for @targets;
	return @targets;
}

# What a program consists of beside the robot: a driver, and the machine of a target. x86-64 is one without a row. A driver
# that measures what code takes has the sum of libgcc as it is.
sub sources {
	my ($target, $driver) = @_;
	my @machine = split ' ', $target->{machine};
	@machine = grep { !/arm_addition|--wrap/ } @machine if $driver;
	return ('tests/targets/' . ($driver // 'driver.c'), 'tests/targets/libm.c', @machine);
}

our %host = (name => 'x86-64', compiler => 'gcc -O2', machine => 'tests/targets/hosted.c -lm', runner => '');

sub real { my ($form) = @_; return $form->{options} =~ /--real=float/ ? 'float' : 'double' }

sub forms {
	my @forms = table('forms.txt', qw(name options robots));
	$_->{robots} = [split ' ', $_->{robots}] for @forms;
	return map { $_->{name} => $_ } @forms;
}

# What a target needs and is not there. clang links other machines' programs with lld; what runs on an operating system needs its
# C library.
sub missing {
	my ($target) = @_;
	my @tools = map { (split)[0] } @$target{qw(compiler runner)};
	push @tools, 'ld.lld' if $tools[0] eq 'clang';
	my @missing = grep { my $tool = $_; !grep { -x "$_/$tool" } split /:/, $ENV{PATH} } @tools;
	push @missing, 'C library for it' if !@missing && $target->{machine} =~ /hosted/ &&
		system("echo '#include <stdio.h>' | $target->{compiler} -E -x c - >/dev/null 2>&1");
	return @missing;
}

# Whether a command went well; what it says is in the file.
sub said {
	my ($file, $command) = @_;
	return system("{ $command; } >$file 2>&1") == 0;
}

# The functions of a robot: all rows of --list=functions but those of a phase, a strut, a group or a law, at its last frame; those of
# parameters, of all struts and of states where it has them, and no steps that its inputs leave undefined.
sub functions_of {
	my ($model) = @_;
	my $info = decode_json(scalar `$rigidc info $model -f rnea --search=none --json 2>/dev/null`);
	my $frame = ($info->{frames}[-1] // $info->{bodies}[-1])->{name};
	my @names = map { (split)[0] } split /\n/, `$rigidc --list=functions`;
	my %lacking = map { $_ => 1 } $info->{params} ? () : 'param_jacobian', $info->{struts} ? () : qw(lengths arms length_rates), $info->{states} ? () : 'rates';
	my $undefined = (grep { $_->{moving} } @{ $info->{inputs} // [] }) ? qr/^(?:step|coriolis)/ : $info->{states} ? qr/^step_derivatives/ : qr/^$/;
	return map { s/FRAME/$frame/gr } grep { !/:PHASE|:STRUT|:GROUP|:NAME/ && !$lacking{$_} && $_ !~ $undefined } @names;
}

# Those of a model's functions that have at most so many operations.
sub shorter {
	my ($model, $most, @functions) = @_;
	my $named = join ',', map { "f$_=$functions[$_]" } 0 .. $#functions;
	my $count = decode_json(scalar `$rigidc info $model -f '$named' --search=none --json 2>/dev/null`)->{functions};
	return map { $functions[$_] } grep { $count->{"f$_"}{mul} + $count->{"f$_"}{add} <= $most } 0 .. $#functions;
}

# The self-test for the driver, of a header: m_test.h, or m.h where there is none.
sub write_test {
	my ($dir, $header) = @_;
	my $result = $header eq 'm_test.h' ? 'm_self_test()' : 'NO_SELF_TEST';
	return spew("$dir/test.c", qq(#include "$header"\n#include "driver.h"\n\nint self_test(void)\n{\n\treturn $result;\n}\n));
}

# A robot's C in a form, and what the driver calls of it: $dir/m.c, m.h, test.c, m.json, calls.c.
sub generate {
	my ($dir, $model, $functions, $options) = @_;
	my $asked = "$model -f " . join(',', map { "'$_'" } @$functions) . " --prefix=m $options";
	my $counted = $asked =~ s{ --(?:prefix|batch|zeros|misra|fp-contract)\S*}{}gr; # options without effect on `info`
	my $tested = said("$dir/said", "$rigidc compile $asked --self-test -o $dir/m.c");
	my $untested = !$tested && slurp("$dir/said") =~ /there is no --self-test/;
	return ($tested || ($untested && said("$dir/said", "$rigidc compile $asked -o $dir/m.c"))) &&
		write_test($dir, $tested ? 'm_test.h' : 'm.h') &&
		said("$dir/said", "$rigidc info $counted --json 2>$dir/notes >$dir/m.json && perl tests/targets/calls.pl $dir/m.json m.h >$dir/calls.c");
}

# tests/targets/driver.c -> $dir/driver.o
sub object { my ($dir, $source) = @_; return "$dir/" . ($source =~ m{([^/]+)\.c$})[0] . '.o' }

# The driver, with libm.c, and the machine under it, as objects in $dir.
sub build_driver {
	my ($dir, $compiler, $real, @sources) = @_;
	my $flags = "-std=gnu99 -Wall -Wextra -Werror -ffreestanding -ffp-contract=off -DREAL=$real -Itests/targets/include -Itests/targets";
	return said("$dir/said", join ' && ', map { "$compiler $flags -c -o " . object($dir, $_) . " $_" } grep { /\.c$/ } @sources);
}

# A robot's code, from $from/m.c, test.c and calls.c: $dir/m.o and test.o of generated text, $dir/calls.o.
sub compile {
	my ($dir, $from, $compiler, $real) = @_;
	my $driver = "-DREAL=$real -Itests/targets/include -Itests/targets";
	return said("$dir/said", "$compiler $strict -Itests/targets/include -c -o $dir/m.o $from/m.c && " .
		"$compiler $strict -ffreestanding $driver -c -o $dir/test.o $from/test.c && " .
		"$compiler -std=c99 -Wall -Wextra -Werror $driver -c -o $dir/calls.o $from/calls.c");
}

# Robot, driver and machine in one: $dir/program.
sub link {
	my ($dir, $compiler, @sources) = @_;
	my @flags = grep { !/\.c$/ } @sources;
	my $objects = join ' ', map { object($dir, $_) } grep { /\.c$/ } @sources;
	return said("$dir/said", "$compiler -o $dir/program $dir/m.o $dir/test.o $dir/calls.o $objects @flags");
}

1;
