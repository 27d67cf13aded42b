#!/usr/bin/perl
# export: each number of a joint is the same when the file is read again, or a message names the number and the joint. Numbers are the
# rows of joint_numbers.def, set one by one on joints of several kinds; every property of joints has a row.
use strict;
use warnings;
use File::Temp;
use Test::More;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $long = ($ENV{RIGIDC_LEVEL} // '') eq 'long';
my $scratch = File::Temp->newdir;
my %title = (urdf => 'URDF', mjcf => 'MJCF', sdf => 'SDFormat');
my %ending = (urdf => 'urdf', mjcf => 'xml', sdf => 'sdf');

# A joint of each kind: the number of its velocities, and what follows its name.
my %joint = (
	hinge   => [1, 'revolute(y)'],
	slide   => [1, 'prismatic(z)'],
	ball    => [3, 'spherical'],
	free    => [6, 'free'],
	planar  => [3, 'planar'],
	follows => [1, 'revolute(y) = 2 * crank'],
	fixed   => [0, 'fixed'],
);
@joint{qw(helix pulled)} = ([1, 'helical(z, 2 mm/rad)'], [1, 'helical(z, 2 mm/rad) = 2 * crank']) if $long;

# Numbers that are not 0, one for each velocity, all different or all equal.
sub numbers { my ($n, $equal) = @_; return $n == 1 ? '0.25' : '(' . join(', ', map { $equal ? 0.25 : 0.25 * $_ } 1 .. $n) . ')' }

# Texts of a property, a row of the table each.
my %text = (
	armature => sub { 'armature ' . numbers(@_) },
	damping  => sub { 'damping ' . numbers(@_) },
	friction => sub { 'friction ' . numbers(@_) . ' at ' . ($_[0] == 1 ? '0.01' : '0.01 * (' . join(', ', (1) x $_[0]) . ')') },
	early    => sub { 'friction ' . numbers(@_) . ' at ' . ($_[0] == 1 ? '0.02' : '0.02 * (' . join(', ', (1) x $_[0]) . ')') },
	spring   => sub { 'spring ' . numbers(@_) },
	bent     => sub { 'spring ' . numbers(@_) . ' at ' . numbers(@_) },
	limits   => sub { 'limits (-0.25, 0.5)' },
	shut     => sub { 'limits (0.25, 0.25)' },
	effort   => sub { 'effort ' . numbers(@_) },
	driveless => sub { 'effort ' . ($_[0] == 1 ? '0' : '0 * ' . numbers(@_)) },
	speed    => sub { 'speed ' . numbers(@_) },
	idle     => sub { 'idle' },
	passive  => sub { 'passive ' . numbers(@_) },
	sensor   => sub { 'sensor' },
);
my %of = (early => 'friction', bent => 'spring', shut => 'limits', driveless => 'effort');

# --- the table ---

my (%names, %rows);
open my $table, '<', 'compiler/model/joint_numbers.def' or die $!;
my $table_text = do { local $/; <$table> };
$table_text =~ s/^#ifdef.*?^#endif$//msg;
while ($table_text =~ /^JOINT_(?:NUMBER|MARK)\((\w+), \w+, "(\w+)",.*?"([^"]+)",\s+(?:LOST|NOTED),/msg) {
	$rows{$1} = 1;
	push @{$names{$2}}, $3;
}
# `angles` has names, and no number
my @properties = grep { $_ ne 'angles' } map { /^(\w+)\b.{33,}?\bjoint    / ? $1 : () } `$rigidc --list=properties`;
is_deeply([sort keys %names], [sort @properties], 'every property of joints has rows');
is_deeply([grep { !$text{$_} } @properties], [], 'and is written here');

# --- files ---

sub put { my ($file, $text) = @_; open my $out, '>', $file or die $!; print $out $text; close $out }

# The numbers of the joint, or of its chain, by name: "armature" => "0.25 0.5".
sub numbers_of
{
	my $file = shift;
	my $keep = $file =~ m{rig$} ? "" : "--keep=damping";
	my (%numbers, $inside);
	for (`$rigidc compile $file -O0 -f rnea --dump=check $keep 2>/dev/null`) {
		$inside = $1 =~ /^elbow/ if /^  joint (\S+)/;
		next unless $inside && /^  (armature|damping|friction|smoothing|stiffness|rest|lower|upper|effort|speed|idle|passive)\b(.*)/;
		$numbers{$1} .= $2;
	}
	# without a spring its rest is nothing, without friction its speed, of an idle joint its effort of 0
	$numbers{idle} = '' if defined $numbers{effort} && $numbers{effort} =~ /^( 0)+$/;
	delete $numbers{effort} if defined $numbers{idle};
	# a slider of a URDF has limits: 1e9 m if the model has none
	for my $limit (qw(lower upper)) { $numbers{$limit} =~ s/ -?1000000000\b//g if defined $numbers{$limit} }
	for my $name (keys %numbers) { delete $numbers{$name} if $numbers{$name} =~ /^( 0)*$/ && $name ne 'idle' }
	return join '; ', map { "$_$numbers{$_}" } sort keys %numbers;
}

# Does `export` keep the property, or tell that it does not?
sub kept_or_told
{
	my ($kind, $property, $text, $format) = @_;
	my ($model, $file) = ("$scratch/model.rig", "$scratch/model.$ending{$format}");
	put($model, "model t\nbody a on world { joint elbow : $joint{$kind}[1] { $text }; mass 1 kg; inertia diag(1, 1, 1) }\n" .
		"body b on world { joint crank : revolute(x); mass 1 kg; inertia diag(1, 1, 1) }\n");
	my $said = `$rigidc export $model --to=$format --lossy -o $file 2>&1`;
	return ("not written: $said", '') if $?;
	my $word = $of{$property} // $property;
	my @told = grep { $said =~ /$title{$format} has no \Q$_\E.*(of|:) joint 'elbow/ } @{$names{$word}};
	push @told, 'idle' if $said =~ /'elbow' is idle/;
	my ($there, $again) = (numbers_of($model), numbers_of($file));
	# an error without --lossy: the file has no such number, and not the first of several
	my @written = grep { $said =~ /has no $_\b(?! without)/ && $again =~ /\b$_\b/ } qw(armature damping friction);
	return ("told and written: '$again'", '') if @written;
	my $count = $said =~ /(\d+) of (\d+) numbers? of joints/ ? "$1/$2" : 'none';
	# a ball's motors have ranges of force, which the reader tells and does not take; a mark of a sensor is in no dump
	return ('kept', $count) if "$kind $property $format" eq 'ball effort mjcf' && `$rigidc check $file 2>&1` =~ /ball joint.*with ranges of force/;
	return @told && $property eq 'sensor' ? ('told', $count) : ($there eq $again ? 'kept' : @told ? 'told' : "neither: '$there' is '$again'\n$said", $count);
}

for my $format (sort keys %title) {
	for my $property (sort keys %text) {
		my @failed;
		for my $kind (sort keys %joint) {
			my $velocities = $joint{$kind}[0];
			next if ($kind eq 'fixed') != ($property eq 'sensor');
			next if $joint{$kind}[1] =~ /=/ && $property eq 'idle';
			next if $velocities > 1 && $property =~ /^(limits|shut)$/ || $kind =~ /^(ball|free)$/ && $property =~ /^(spring|bent)$/;
			for my $equal ($velocities > 1 ? (0, 1) : 0) {
				my ($what, $count) = kept_or_told($kind, $property, $text{$property}->($velocities, $equal), $format);
				push @failed, "$kind: $what" unless $what =~ /^(kept|told)$/;
				push @failed, "$kind: $what, and $count are counted" if $what eq 'kept' && $count !~ m{^(\d+)/\1$};
				push @failed, "$kind: $what, and $count are counted" if $what eq 'told' && $count =~ m{^(\d+)/\1$};
			}
		}
		is("@failed", '', "$title{$format}: $property is kept or told");
	}
}

done_testing;
