#!/usr/bin/perl
# perl c3d.pl PROCESSOR FORM TYPE: writes a small .c3d, with PROCESSOR intel, dec or sgi, FORM integer, unsigned or float, and a force plate of
# TYPE 1 to 4. Five frames of 100/s from number 11 on, with two markers and four samples. The numbers behind it are `truth`:
# perl c3d.pl truth: a line for each sample: time, force, moment and point of the plate in the laboratory; then for each frame the markers.
use strict;
use warnings;

my ($processor, $form, $type) = @ARGV;
my ($frames, $samples, $first, $rate) = (5, 4, 11, 100);

# --- what is measured, in the laboratory: N, N m, m ---

# The plate: z downwards, its centre, half of its sides
my @x = (0, 1, 0);
my @y = (1, 0, 0);
my @z = (0, 0, -1);
my @centre = (0.3, 0.2, 0);

sub force { my ($s) = @_; return (20 * sin($s), -30 + 2 * $s, 400 + 10 * $s) }
sub point { my ($s) = @_; return (0.3 + 0.01 * $s, 0.22 - 0.005 * $s, 0) }
sub twist { my ($s) = @_; return 3 - 0.2 * $s } # free moment about z of the laboratory

sub markers {
	my ($f) = @_;
	my @all = ([0.1 + 0.01 * $f, -0.2, 1.5 - 0.02 * $f], [1 - 0.1 * $f, 0.5, 0.25 * $f]);
	$all[1] = undef if $f == 2; # a gap
	return @all;
}

if ($processor eq 'truth') {
	for my $s (0 .. $frames * $samples - 1) {
		print join(' ', $s / ($rate * $samples), force($s), 0, 0, twist($s), point($s)), "\n";
	}
	for my $f (0 .. $frames - 1) {
		print join(' ', map { $_ ? @$_ : ('', '', '') } markers($f)), "\n";
	}
	exit;
}

# --- numbers ---

sub word { return pack $processor eq 'sgi' ? 'n' : 'v', $_[0] & 0xffff }

sub float {
	my ($value) = @_;
	return pack 'f>', $value if $processor eq 'sgi';
	return pack 'f<', $value if $processor eq 'intel';
	my ($high, $low) = unpack 'n2', pack 'f>', 4 * $value; # exponent greater by 2, halves exchanged
	return pack 'v2', $high, $low;
}

sub rounded { return int($_[0] + ($_[0] < 0 ? -0.5 : 0.5)) }

# --- channels of the plate ---

sub dot { my ($a, $b) = @_; return $a->[0] * $b->[0] + $a->[1] * $b->[1] + $a->[2] * $b->[2] }
sub cross { my ($a, $b) = @_; return map { $a->[($_ + 1) % 3] * $b->[($_ + 2) % 3] - $a->[($_ + 2) % 3] * $b->[($_ + 1) % 3] } 0 .. 2 }

# from the origin of the sensor to the centre; of type 3 (a, b, z)
my @origin = $type == 3 ? (0.12, 0.2, -0.05) : $type == 1 ? (0, 0, 0) : (0.001, -0.002, -0.04);
my @calibration = map { my $i = $_; [map { $_ == $i ? 2 + $i : $_ == $i + 1 && $i != 2 ? 0.5 : 0 } 0 .. 5] } 0 .. 5;

sub channels {
	my ($s) = @_;
	my @f = force($s);
	my @p = point($s);
	my @d = map { $p[$_] - $centre[$_] } 0 .. 2;
	my @F = (dot(\@f, \@x), dot(\@f, \@y), dot(\@f, \@z));
	my @P = (dot(\@d, \@x), dot(\@d, \@y), 0);
	my $T = twist($s) * $z[2];
	return (@F, 1000 * $P[0], 1000 * $P[1], 1000 * $T) if $type == 1;
	my @M = cross(\@P, \@F);
	$M[2] += $T;
	my @arm = $type == 3 ? (0, 0, $origin[2]) : @origin;
	my @shift = cross(\@arm, \@F);
	$M[$_] += $shift[$_] for 0 .. 2; # about the origin of the sensor
	if ($type == 3) {
		my ($a, $b) = @origin;
		my ($h, $x4, $y4) = ($M[2] / 2 / $b, $M[0] / 4 / $b, $M[1] / 4 / $a);
		return ($F[0] / 2 - $h, $F[0] / 2 + $h, $F[1] / 2, $F[1] / 2, $F[2] / 4 + $x4 - $y4, $F[2] / 4 + $x4 + $y4,
			$F[2] / 4 - $x4 + $y4, $F[2] / 4 - $x4 - $y4);
	}
	my @w = (@F, map { 1000 * $_ } @M);
	return @w if $type == 2;
	my @v;
	for my $i (reverse 0 .. 5) { # the calibration is upper triangular
		$v[$i] = ($w[$i] - ($i < 5 ? $calibration[$i][$i + 1] * $v[$i + 1] : 0)) / $calibration[$i][$i];
	}
	return @v;
}

my $channels = 1 + ($type == 3 ? 8 : 6); # the first is another
my $general = 0.5;
my @gain = map { $_ < 4 || $type == 3 ? 0.1 : $type == 1 && $_ < 6 ? 0.02 : $type == 4 ? 2 : 8 } 0 .. $channels - 1; # times 0.5
my @offset = map { $form eq 'unsigned' ? 32000 + $_ : $_ } 0 .. $channels - 1;

# --- parameters ---

my %group = (POINT => 1, ANALOG => 2, FORCE_PLATFORM => 3);
my @parameters;

# parameter GROUP NAME TYPE DIMENSIONS NUMBERS
sub parameter {
	my ($group, $name, $kind, $dimensions, @numbers) = @_;
	my $data = join '', map { $kind == -1 ? $_ : $kind == 1 ? pack('c', $_) : $kind == 2 ? word($_) : float($_) } @numbers;
	push @parameters, [$name, $group{$group}, pack('c C', $kind, scalar @$dimensions) . pack('C*', @$dimensions) . $data . "\0"];
}

sub padded { my ($length, @texts) = @_; return map { sprintf '%-*s', $length, $_ } @texts }

my $integer_scale = 0.1;
parameter('POINT', 'USED', 2, [], 2);
parameter('POINT', 'FRAMES', 2, [], $frames);
parameter('POINT', 'DATA_START', 2, [], 6);
parameter('POINT', 'SCALE', 4, [], $form eq 'float' ? -$integer_scale : $integer_scale);
parameter('POINT', 'RATE', 4, [], $rate);
parameter('POINT', 'UNITS', -1, [2], 'mm');
parameter('POINT', 'LABELS', -1, [8, 1], padded(8, 'knee'));
parameter('POINT', 'LABELS2', -1, [10, 1], padded(10, 'left heel'));
parameter('ANALOG', 'USED', 2, [], $channels);
parameter('ANALOG', 'GEN_SCALE', 4, [], $general);
parameter('ANALOG', 'RATE', 4, [], $rate * $samples);
parameter('ANALOG', 'LABELS', -1, [6, $channels], padded(6, 'EMG', map { "ch$_" } 1 .. $channels - 1));
parameter('ANALOG', 'DESCRIPTIONS', -1, [1, $channels], ('-') x $channels);
parameter('ANALOG', 'UNITS', -1, [3, $channels], padded(3, 'V', map { $_ <= 3 || $type == 3 ? 'N' : $type == 1 && $_ < 6 ? 'mm' : 'Nmm' } 1 .. $channels - 1));
parameter('ANALOG', 'SCALE', 4, [$channels], @gain);
parameter('ANALOG', 'OFFSET', 2, [$channels], @offset);
parameter('ANALOG', 'FORMAT', -1, [8], padded(8, $form eq 'unsigned' ? 'UNSIGNED' : 'SIGNED'));
parameter('FORCE_PLATFORM', 'USED', 2, [], 1);
parameter('FORCE_PLATFORM', 'TYPE', 2, [1], $type);
parameter('FORCE_PLATFORM', 'ZERO', 2, [2], 1, 0);
parameter('FORCE_PLATFORM', 'CORNERS', 4, [3, 4, 1], map { my ($a, $b) = @$_;
	map { 1000 * ($centre[$_] + 0.25 * $a * $x[$_] + 0.2 * $b * $y[$_]) } 0 .. 2 } [1, 1], [-1, 1], [-1, -1], [1, -1]);
parameter('FORCE_PLATFORM', 'ORIGIN', 4, [3, 1], map { 1000 * $_ } @origin);
parameter('FORCE_PLATFORM', 'CHANNEL', 2, [$channels - 1, 1], 2 .. $channels);
parameter('FORCE_PLATFORM', 'CAL_MATRIX', 4, [6, 6, 1], map { my $k = $_; map { $calibration[$_][$k] } 0 .. 5 } 0 .. 5) if $type == 4;

my $section = pack('C4', 1, 0x50, 4, { intel => 84, dec => 85, sgi => 86 }->{$processor});
for my $name (sort { $group{$a} <=> $group{$b} } keys %group) {
	$section .= pack('c c', length $name, -$group{$name}) . $name . word(3) . "\0";
}
for my $i (0 .. $#parameters) {
	my ($name, $id, $rest) = @{$parameters[$i]};
	$section .= pack('c c', length $name, $id) . $name . word($i == $#parameters ? 0 : 2 + length $rest) . $rest;
}
die "parameters are too long\n" if length $section > 4 * 512;
$section .= "\0" x (4 * 512 - length $section);

# --- the file ---

binmode STDOUT;
my $header = pack('C2', 2, 0x50) . word(2) . word($channels * $samples) . word($first) . word($first + $frames - 1) . word(10)
	. float($form eq 'float' ? -$integer_scale : $integer_scale) . word(6) . word($samples) . float($rate);
print $header, "\0" x (512 - length $header), $section;
my $number = $form eq 'float' ? \&float : sub { word(rounded($_[0])) };
for my $f (0 .. $frames - 1) {
	for my $marker (markers($f)) {
		my $per = $form eq 'float' ? 1000 : 1000 / $integer_scale;
		print map { $number->($_) } $marker ? (map({ $per * $_ } @$marker), 0) : (0, 0, 0, -1);
	}
	for my $s ($f * $samples .. $f * $samples + $samples - 1) {
		my @values = (0.3 * $s, channels($s));
		print map { $number->($values[$_] / $gain[$_] / $general + $offset[$_]) } 0 .. $#values;
	}
}
