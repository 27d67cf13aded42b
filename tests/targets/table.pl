#!/usr/bin/perl
# What functions take on small targets: bytes of flash, bytes of stack, instructions a call; in the text that `rigidc compile`
# writes by default. For each robot a table in Markdown: target and form down, functions across.
#   table.pl [--targets=NAME,...] [--robots=NAME,...] [--functions=NAME,...] [--forms=NAME,...]
# flash: code and constants of an object with this function alone, its sines with it, routines of libgcc for arithmetic in
# software not. stack: by -fstack-usage, of the function and the deepest that it calls. instructions: qemu's, from
# the function's first to its return.
use strict;
use warnings;
use lib 'tests/targets';
use Targets;
use Getopt::Long;
use File::Path 'make_path';
use File::Temp;

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
my $driver = 'tests/targets/once.c';

sub in { my ($name, $list) = @_; return grep { $_ eq $name } @$list }

# Bytes of stack of the function and of the deepest of those that it calls, which are all the others of its file.
sub stack {
	my ($file) = @_;
	my ($own, $deepest) = (0, 0);
	for (split /\n/, Targets::slurp($file)) {
		my ($name, $bytes) = /:(\w+)\t(\d+)/ or next;
		if ($name =~ /^m_(?:sincos\d|\w+_piece\d+)/) { $deepest = $bytes if $bytes > $deepest } else { $own += $bytes }
	}
	return $own + $deepest;
}

# Instructions executed in generated code and in what it calls: all but those of the program around it. qemu says of each in
# which function it stands.
sub instructions {
	my ($dir, $target) = @_;
	my $around = qr/^(?:reset|main|run|prepare|call\w*|leave|fault|_start|)$/;
	my $runner = $target->{runner} =~ s/^(qemu-\S+)/$1 -singlestep -d exec,nochain -D $dir\/trace/r;
	Targets::said("$dir/said", "timeout 100 $runner $dir/program") or die Targets::slurp("$dir/said");
	my $count = 0;
	open my $trace, '<', "$dir/trace" or die $!;
	while (my $line = <$trace>) {
		$count++ if $line =~ /^Trace .*\] ?(\S*)$/ && $1 !~ $around;
	}
	return $count;
}

# A cell: flash, stack, instructions.
sub measured {
	my ($target, $form, $robot, $function) = @_;
	my $dir = "$scratch/$target->{name}-$form->{name}-$robot-$function";
	my ($real, @sources) = (Targets::real($form), $driver, 'tests/targets/libm.c', split ' ', $target->{machine});
	make_path($dir);
	Targets::generate($dir, "examples/$robot.rig", [$function], $form->{options}) &&
		Targets::build_driver($dir, $target->{compiler}, $real, @sources) &&
		Targets::build($dir, $dir, "$target->{compiler} -fstack-usage", $real, @sources) or die Targets::slurp("$dir/said");
	my ($flash) = (split /\n/, `size $dir/m.o`)[1] =~ /(\d+)/;
	return ($flash, stack("$dir/m.su"), instructions($dir, $target));
}

for my $robot (@{$only{robots}}) {
	print "### $robot\n\n";
	print '| target | form | ', join(' | ', @{$only{functions}}), " |\n|---|---|", '---|' x @{$only{functions}}, "\n";
	for my $target (@target{@{$only{targets}}}) {
		for my $name (grep { in($_, $only{forms}) } @{$target->{forms}}) {
			my ($level) = $target->{compiler} =~ /(-O\w)/;
			my @cells = map { join ' / ', measured($target, $form{$name}, $robot, $_) } @{$only{functions}};
			print "| $target->{what}, $level | `$form{$name}{options}` | ", join(' | ', @cells), " |\n";
		}
	}
	print "\n";
}
