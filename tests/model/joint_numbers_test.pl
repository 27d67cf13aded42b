#!/usr/bin/perl
# Each row of model/joint_numbers.def: a joint with another number or mark has another hash, another dump and is no copy; `compare` tells
# numbers by name, `export` keeps it or names it. (tests/cli/export_numbers_test.pl reads the exported files again.)
#
#   RIGIDC_LEVEL=long   also by a compiler with a row more, TESTED, whose only mention is that row
use strict;
use warnings;
use Cwd;
use File::Temp;
use Test::More;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;

# Of a row that needs more than `PROPERTY 0.25`: the joint's block without and with it. A sensor is of fixed joints.
my %block = (
	FRICTION  => ['', 'friction 0.25 at 0.01'],
	SMOOTHING => ['friction 0.25 at 0.01', 'friction 0.25 at 0.02'],
	STIFFNESS => ['', 'spring 0.25'],
	REST      => ['spring 0.25', 'spring 0.25 at 0.5'],
	LIMITS    => ['', 'limits (-0.25, 0.5)'],
	IDLE      => ['', 'idle'],
	SENSOR    => ['', 'sensor'],
);

# Units of marks; those of numbers are in the table.
my %unit = (LIMITS => 'rad', EFFORT => 'N m', SPEED => 'rad/s', PASSIVE => 'N m');

# The rows: id, macro, property, name, unit. The row for this test is in a compiler that knows the property.
sub rows
{
	open my $in, '<', 'compiler/model/joint_numbers.def' or die $!;
	my $text = do { local $/; <$in> };
	my $tested = grep { /^tested\b/ } `$rigidc --list=properties`;
	$text =~ s/^#ifdef RIGIDC_TEST_NUMBER.*?^#endif$//msg unless $tested;
	my @rows;
	while ($text =~ /^JOINT_(NUMBER|MARK)\((\w+), \w+, "(\w+)",(.*?)"([^"]+)",\s+(?:LOST|NOTED),/msg) {
		my ($macro, $id, $property, $read, $name) = ($1, $2, $3, $4, $5);
		push @rows, [$id, $macro, $property, $name, $read =~ /"([^"]+)", "[^"]+",\s*$/ ? $1 : $unit{$id}];
	}
	return @rows;
}

sub put { my ($file, $text) = @_; open my $out, '>', $file or die $!; print $out $text; close $out; return $file }

sub model
{
	my ($id, $block, $other) = @_;
	my $joint = $id eq 'SENSOR' ? 'fixed' : 'revolute(y)';
	return "model t\nbody a on world { joint crank : revolute(x) { $other }; mass 1 kg; inertia diag(1, 1, 1) }\n" .
		"body b on a at (1 m, 0, 0) { joint elbow : $joint { $block }; mass 1 kg; com (0.1 m, 0, 0); inertia diag(1, 1, 1) }\n";
}

# Two uses of a part; the number of the row has the factors 1 and x.
sub parts
{
	my ($block, $unit, $x) = @_;
	$block =~ s/(0\.[0-9]+)(?=\)?$| at 0.01)/$1 * x * (1 $unit)/ or return;
	return "model t\npart arm(x) {\nbody b on root { joint elbow : revolute(y) { $block }; mass 1 kg; inertia diag(1, 1, 1) }\n}\n" .
		"use arm(1) as one on world\nuse arm($x) as other on world at (1 m, 0, 0)\n";
}

sub hash { my $text = `$rigidc compile $_[0] -f rnea 2>/dev/null`; return $text =~ /_HASH (\w+)/ ? $1 : 'none' }
sub dump_of { return scalar `$rigidc compile $_[0] -f rnea -O0 --dump=check 2>/dev/null` =~ s/^#.*//msr }
sub copies { my $json = `$rigidc info $_[0] --json 2>/dev/null`; return scalar(() = $json =~ /"copy_of"/g) }

for my $row (rows()) {
	my ($id, $macro, $property, $name, $unit) = @$row;
	my ($before, $after) = @{$block{$id} // ['', "$property 0.25"]};
	my $plain = put("$scratch/plain.rig", model($id, $before, ''));
	my $given = put("$scratch/given.rig", model($id, $after, ''));
	isnt(hash($given), hash($plain), "$id: another hash");
	isnt(dump_of($given), dump_of($plain), "$id: another dump");
	if (my $equal = parts($after, $unit, 1)) {
		my @copies = map { copies(put("$scratch/parts.rig", parts($after, $unit, $_))) } 1, 2;
		ok($copies[0] > $copies[1], "$id: a part with another number is no copy") or diag("copies: @copies");
	}
	if ($macro eq 'NUMBER') {
		# numbers count as much as the dynamics differ: here by another damping too
		my $damped = put("$scratch/damped.rig", model($id, $after, 'damping 1'));
		my $said = `$rigidc compare $plain $damped 2>&1`;
		like($said, qr/\Q$name\E of 'elbow'/, "$id: compare tells it");
	}
	for my $format (qw(urdf mjcf sdf)) {
		my $said = `$rigidc export $given --to=$format --lossy -o $scratch/out 2>&1`;
		my ($kept, $all) = $said =~ /(\d+) of (\d+) numbers? of joints/ ? ($1, $2) : (1, 1);
		ok($said =~ /has no \Q$name\E\b|is idle/ || $kept == $all, "$id: $format keeps or names it") or diag($said);
	}
}

if (($ENV{RIGIDC_LEVEL} // '') eq 'long' && !$ENV{RIGIDC_TESTED}) {
	my $folder = "$scratch/build";
	is(system("make -s BUILD=$folder CFLAGS='-O0 -DRIGIDC_TEST_NUMBER' $folder/rigidc >$scratch/log 2>&1"), 0, 'a compiler with a row more')
		or diag(`tail $scratch/log`);
	local ($ENV{RIGIDC}, $ENV{RIGIDC_TESTED}) = ("$folder/rigidc", 1);
	my @said = `$^X $0`;
	is(scalar(grep { /^not ok/ } @said), 0, 'its row follows') or diag(@said);
	ok(scalar(grep { /^ok.* TESTED: another hash/ } @said), 'and is seen');
}

done_testing;
