#!/usr/bin/perl
# What functions take on small targets: bytes of flash, bytes of stack, instructions a call; in the text that `rigidc compile`
# writes by default. For each robot a table in Markdown: target and form down, functions across.
#   table.pl [--targets=NAME,...] [--robots=NAME,...] [--functions=NAME,...] [--forms=NAME,...]
# flash: code and constants of an object with this function alone, its sines with it, routines of libgcc for arithmetic in
# software not. stack: by -fstack-usage, of the function and the deepest that it calls. instructions: qemu's, from
# the function's first to its return.
use strict;
use warnings;
use lib 'tests', 'tests/targets';
use Shell;
use Targets;
use Getopt::Long;
use File::Path 'make_path';
use File::Temp;

$| = 1;
my %only = (
	targets => 'm0,m3,m4f,m4f-os,m7,m33,rv32imac,rv32imafc',
	robots => 'ur5,iiwa14,solo12',
	functions => 'rnea,crba,gravity,fd',
	forms => 'float,float-fma',
);
GetOptions(map { ("$_=s" => \$only{$_}) } keys %only) or exit 2;
$_ = [split /,/] for values %only;

my $scratch = File::Temp->newdir;
my %form = Targets::forms();
my %target = map { $_->{name} => $_ } Targets::targets();

sub in { my ($name, $list) = @_; return grep { $_ eq $name } @$list }

# Bytes of stack of the function and of the deepest of those that it calls, which are all the others of its file.
sub stack {
	my ($file) = @_;
	my ($own, $deepest) = (0, 0);
	for (split /\n/, slurp($file)) {
		my ($name, $bytes) = /:(\w+)[.\w]*\t(\d+)/ or next; # m_sincos4.constprop, too
		if ($name =~ /^m_(?:sincos\d|\w+_piece\d+)/) { $deepest = $bytes if $bytes > $deepest } else { $own += $bytes }
	}
	return $own + $deepest;
}

# The option by which qemu takes one instruction after the other: QEMU 8.1 has a new one, and 9 has no other.
sub stepping {
	my ($qemu) = @_;
	my ($major, $minor) = `$qemu --version` =~ /version (\d+)\.(\d+)/ or die "$qemu says no version\n";
	return '-singlestep' if $major < 8 || ($major == 8 && $minor < 1);
	return $qemu =~ /^qemu-system/ ? '-accel tcg,one-insn-per-tb=on' : '-one-insn-per-tb';
}

# Instructions executed in generated code and in what it calls: all but those of the program around it. qemu says of each in
# which function it stands.
sub instructions {
	my ($dir, $target) = @_;
	my $around = qr/^(?:reset|main|run|prepare|call\w*|leave|fault|_start|)$/;
	my $runner = $target->{runner} =~ s/^(qemu-\S+)/"$1 " . stepping($1) . " -d exec,nochain -D $dir\/trace"/er;
	Targets::said("$dir/said", "timeout 100 $runner $dir/program") or die slurp("$dir/said");
	my $count = 0;
	open my $trace, '<', "$dir/trace" or die $!;
	while (my $line = <$trace>) {
		$count++ if $line =~ /^Trace .*\] ?(\S*)$/ && $1 !~ $around;
	}
	return $count;
}

# What driver.c finds with the code in a folder, in a file of it.
sub found {
	my ($dir, $real, $target) = @_;
	my @sources = Targets::sources($target);
	Targets::build_driver($dir, $target->{compiler}, $real, @sources) && Targets::link($dir, $target->{compiler}, @sources) &&
		Targets::said("$dir/found", "timeout 300 $target->{runner} $dir/program") or die slurp("$dir/said");
	return slurp("$dir/found");
}

# The same on x86-64, from what `generate` has left in a folder.
sub wanted {
	my ($from, $real) = @_;
	my $dir = "$from/host";
	if (!-e $dir) {
		make_path($dir);
		Targets::compile($dir, $from, $Targets::host{compiler}, $real) or die slurp("$dir/said");
		found($dir, $real, \%Targets::host);
	}
	return slurp("$dir/found");
}

# The C of one function: $scratch/...
sub generated {
	my ($form, $robot, $function) = @_;
	my $dir = "$scratch/$form->{name}-$robot-$function";
	return $dir if -e $dir;
	make_path($dir);
	Targets::generate($dir, "examples/$robot.rig", [$function], $form->{options}) or die slurp("$dir/said");
	return $dir;
}

# Flash, stack, instructions; whether the bits are those of x86-64.
sub measured {
	my ($target, $form, $robot, $function) = @_;
	my $from = generated($form, $robot, $function);
	my $dir = "$from/$target->{name}";
	my ($real, @sources) = (Targets::real($form), Targets::sources($target, 'once.c'));
	make_path($dir);
	Targets::compile($dir, $from, "$target->{compiler} -fstack-usage", $real) &&
		Targets::build_driver($dir, $target->{compiler}, $real, @sources) &&
		Targets::link($dir, $target->{compiler}, @sources) or die slurp("$dir/said");
	my ($flash) = (split /\n/, `size $dir/m.o`)[1] =~ /(\d+)/;
	my $instructions = instructions($dir, $target);
	return ($flash, stack("$dir/m.su"), $instructions, found($dir, $real, $target) eq wanted($from, $real));
}

my @present;
for my $name (@{$only{targets}}) {
	my $target = $target{$name} // die "table.pl: there is no target $name\n";
	my ($tool) = Targets::missing($target);
	if ($tool) { print STDERR "$name: left out: no $tool\n" } else { push @present, $target }
}
for my $robot (@{$only{robots}}) {
	print "### $robot\n\n";
	print '| target | form | ', join(' | ', @{$only{functions}}), " | bits |\n|---|---|", '---|' x @{$only{functions}}, "---|\n";
	for my $target (@present) {
		for my $name (grep { in($_, $only{forms}) } @{$target->{forms}}) {
			my ($level) = $target->{compiler} =~ /(-O\w)/;
			my @cells = map { [measured($target, $form{$name}, $robot, $_)] } @{$only{functions}};
			my $equal = !grep { !$_->[3] } @cells;
			print "| $target->{what}, $level | `$form{$name}{options}` | ", join(' | ', map { join ' / ', @$_[0 .. 2] } @cells),
				' | ', $equal ? 'equal' : 'DIFFER', " |\n";
		}
	}
	print "\n";
}
