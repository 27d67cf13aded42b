#!/usr/bin/perl
# Lengths, moment arms and rates of tendons: arms beside differences of order 8 of the lengths, the work of forces on joints, paths with
# points that move and points that count in a range alone beside paths written for each posture, and the same numbers by all executors.
#
#   RIGIDC_SEED=s   of the states (1); printed
use strict;
use warnings;
use lib 'tests';
use List::Util qw(max sum);
use Test::More;
use Evaluated;
use Shell;

# Hinges about tilted axes, a slide, a coupled joint, a curve, and a part with its mirror image.
my $bodies = <<'END';
table px(q: rad): m natural = [-2, 0.03; -1, 0.05; 0, 0.06; 1, 0.055; 2, 0.05]
body thigh on world at (0, 0.1, 1) m {
  joint hip : universal
  mass 8 kg
  com (0, 0, -0.2) m
  inertia diag(0.1, 0.1, 0.02) kg m^2
}
body shank on thigh at (0, 0, -0.4) m {
  joint knee : revolute((0.48, 0.8, 0.36))
  mass 3 kg
  com (0, 0, -0.2) m
  inertia diag(0.05, 0.05, 0.01) kg m^2
}
body cap on shank { joint slide : prismatic(x) = 0.02 m * sin(knee); mass 0.1 kg; inertia diag(0.001, 0.001, 0.001) kg m^2 }
body foot on shank at (0, 0.01, -0.4) m {
  joint ankle : revolute((0.6, 0.8, 0))
  mass 1 kg
  inertia diag(0.01, 0.02, 0.02) kg m^2
}
END
my @tendon = (
	'vasti over thigh at (0.03, 0, -0.1) m, thigh at (0.05, 0.01, -0.38) m while knee from 0.2 to 2, shank at (px(-knee), 0, -0.05 m), shank at (0.02, 0, -0.1) m',
	'hamstrings over world at (-0.05, 0.1, 1.05) m, shank at (-0.03, 0, -0.05) m while slide from 0 m to 1 m, shank at (-0.02, 0.01, -0.15) m',
	'gastrocnemius over thigh at (-0.03, 0.01, -0.35) m, thigh at (-0.05, 0, -0.39) m while knee from -3 to -0.1, '
		. 'shank at (-0.05, 0, -0.02) m while ankle from -3 to 0.3, foot at (-0.06, 0, 0.01) m',
	'late over thigh at (0.03, 0.02, -0.2) m while hip.b from 0.1 to 3, thigh at (0.04, 0.02, -0.3) m while knee from 0.3 to 3, '
		. 'shank at (0.03, 0.02, -0.1) m, foot at (0.05 m, 0.01 m * knee^2, 0.02 m), foot at (0.1, 0, 0) m while knee from -3 to 0.3',
	'kneecap over thigh, cap at (0.05, 0, 0.02) m, shank',
);
my @names = map { /^(\w+)/ } @tendon;
my @force = map { 100 + 50 * $_ } 0 .. $#tendon;
my $model = "$scratch/leg.rig";
spew($model, "model leg\n$bodies" . join '', map { "tendon $tendon[$_] { force -$force[$_] N }\n" } 0 .. $#tendon);
spew("$scratch/bare.rig", "model leg\n$bodies");

is(`$rigidc check -W no-path-jump $model 2>&1`, '', 'the model has no faults');
is((`$rigidc eval $model -f lengths --header </dev/null`)[0], join(',', map { "lengths.$_" } @names) . "\n", 'columns of lengths');

my $nv = 4;
my @states = map { [ map { 1.2 * (2 * rand() - 1) } 1 .. $nv ] } 1 .. 40;
my @rates = map { [ map { 2 * rand() - 1 } 1 .. $nv ] } @states;
# States near an end of a range are left out of differences.
my @differences = grep { my ($a, $b, $knee, $ankle) = @$_; !grep { abs($_) < 0.06 } $knee - 0.2, $knee + 0.1, $knee - 0.3, $ankle - 0.3, $b - 0.1, $knee, $knee - 1, $knee + 1 } @states;
cmp_ok(scalar @differences, '>', 10, 'states away from the ends of ranges');

# --- arms beside differences: (4/5 d1 - 1/5 d2 + 4/105 d3 - 1/280 d4) / h ---

my @weight = (4 / 5, -1 / 5, 4 / 105, -1 / 280);
my $h = 0.01;
my (@shifted, @arms);
for my $q (@differences) {
	for my $v (0 .. $nv - 1) {
		for my $k (1 .. 4) {
			for my $sign (1, -1) {
				my @at = @$q;
				$at[$v] += $sign * $k * $h;
				push @shifted, \@at;
			}
		}
	}
}
my @lengths = results($model, 'lengths', '', @shifted);
my @found = results($model, 'arms', '', @differences);
for my $s (0 .. $#differences) {
	my @wanted;
	for my $v (0 .. $nv - 1) {
		for my $t (0 .. $#names) {
			my $at = 8 * ($nv * $s + $v);
			$wanted[ $t * $nv + $v ] = sum(map { $weight[$_] * ($lengths[ $at + 2 * $_ ][$t] - $lengths[ $at + 2 * $_ + 1 ][$t]) } 0 .. 3) / $h;
		}
	}
	push @arms, \@wanted;
}
my $worst = max(map { my $d = apart($found[$_], $arms[$_]); $d =~ /^[\d.]/ ? $d : 9 } 0 .. $#differences);
cmp_ok($worst, '<', 1e-10, 'arms are derivatives of lengths') or diag("$worst");

# --- rates, forces on joints, energy ---

@found = results($model, 'arms', '', @states);
my @l = results($model, 'lengths', '', @states);
my @dl = results($model, 'length_rates', '', map { [ @{ $states[$_] }, @{ $rates[$_] } ] } 0 .. $#states);
my @one = results($model, "length:$names[0]", '', @states);
my @with = results($model, 'gravity', '', @states);
my @without = results("$scratch/bare.rig", 'gravity', '', @states);
my @zero = map { [ @{ $states[$_] }, (0) x (2 * $nv) ] } 0 .. $#states;
my (@rate, @moment);
for my $s (0 .. $#states) {
	push @rate, [ map { my $t = $_; sum(map { $found[$s][ $t * $nv + $_ ] * $rates[$s][$_] } 0 .. $nv - 1) } 0 .. $#names ];
	push @moment, [ map { my $v = $_; $without[$s][$v] + sum(map { $force[$_] * $found[$s][ $_ * $nv + $v ] } 0 .. $#names) } 0 .. $nv - 1 ];
}
cmp_ok(max(map { apart($dl[$_], $rate[$_]) } 0 .. $#states), '<', 1e-13, 'rates are arms times velocities');
cmp_ok(max(map { apart($with[$_], $moment[$_]) } 0 .. $#states), '<', 1e-13, 'forces on joints are arms times forces');
cmp_ok(max(map { apart($one[$_], [ $l[$_][0], @{ $found[$_] }[ 0 .. $nv - 1 ] ]) } 0 .. $#states), '<', 1e-14, 'one tendon is a row');

# --- groups ---

{
	my @member = (3, 0);
	my $file = spew("$scratch/grouped.rig", "model leg\n$bodies" . join('', map { "tendon $tendon[$_] { force -$force[$_] N }\n" } 0 .. $#tendon)
		. 'group pair = ' . join(', ', map { $names[$_] } @member) . "\n");
	is((`$rigidc eval $file -f length_rates:pair --header </dev/null`)[0], join(',', map { "length_rates.pair.$names[$_]" } @member) . "\n", 'columns of a group');
	my @moves = map { [ @{ $states[$_] }, @{ $rates[$_] } ] } 0 .. $#states;
	my @some = results($file, 'm=lengths:pair+arms:pair+length_rates:pair', '', @moves);
	my @rows = map { my $s = $_; [ (map { $l[$s][$_] } @member), (map { @{ $found[$s] }[ $_ * $nv .. $_ * $nv + $nv - 1 ] } @member), (map { $dl[$s][$_] } @member) ] } 0 .. $#states;
	cmp_ok(max(map { apart($some[$_], $rows[$_]) } 0 .. $#states), '<', 1e-14, 'a group has rows of all tendons, in its order');
}

# --- paths written for each posture ---

# Without conditions: the points that count at a state, and curves at their values.
sub plain
{
	my ($q) = @_;
	my ($a, $b, $knee, $ankle) = @$q;
	my %value = (knee => $knee, ankle => $ankle, slide => 0.02 * sin $knee, b => $b);
	my @plain;
	for (@tendon) {
		my $text = $_;
		my ($name, $points) = $text =~ /^(\w+) over (.*)/;
		my @points = grep {
			!/ while (?:hip\.)?(\w+) from (\S+)(?: m)? to (\S+)/ || do {
				my $x = $value{$1};
				$x >= $2 && $x <= $3;
			}
		} split /, (?=[a-z]+(?: at| while|,|$))/, $points;
		push @plain, @points > 1 ? "tendon $name over " . join(', ', map { s/ while .*//r } @points) : "tendon $name over thigh, thigh";
	}
	return @plain;
}
my $alike = 0;
for my $s (0 .. 5) {
	spew("$scratch/plain.rig", "model leg\n$bodies" . join "\n", plain($states[$s]), '');
	my ($there) = results("$scratch/plain.rig", 'lengths', '', $states[$s]);
	$alike = max($alike, apart($there, $l[$s]));
}
cmp_ok($alike, '<', 1e-15, 'lengths of the points that count');

# --- derivatives of second order, by the operators ---

my @jvp = results($model, 'jvp:arms', '', map { [ @$_, (1, 0.5, -0.7, 0.3) ] } @differences);
my (@near, @jvp_wanted);
for my $q (@differences) {
	for my $k (1 .. 4) {
		for my $sign (1, -1) {
			my @d = (1, 0.5, -0.7, 0.3);
			push @near, [ map { $q->[$_] + $sign * $k * $h * $d[$_] } 0 .. $nv - 1 ];
		}
	}
}
my @around = results($model, 'arms', '', @near);
for my $s (0 .. $#differences) {
	push @jvp_wanted, [ map { my $i = $_; sum(map { $weight[$_] * ($around[ 8 * $s + 2 * $_ ][$i] - $around[ 8 * $s + 2 * $_ + 1 ][$i]) } 0 .. 3) / $h } 0 .. $nv * @names - 1 ];
}
my @offset = map { my $s = $_; apart($jvp[$s], $jvp_wanted[$s]) } 0 .. $#differences;
cmp_ok(max(@offset), '<', 1e-9, 'derivatives of arms');

# --- the same numbers by the evaluator, libtcc and the textbook ---

my @tcc = results($model, 'm=lengths+arms', '--jit=tcc', @states);
my @none = results($model, 'm=lengths+arms', '--jit=none', @states);
is_deeply(\@tcc, \@none, 'libtcc and the evaluator give the same numbers');
my @textbook = results($model, 'm=lengths+arms', '-O0', @states);
cmp_ok(max(map { apart($textbook[$_], $tcc[$_]) } 0 .. $#states), '<', 1e-13, 'the textbook');

# --- reaction: the joints' part of the wrenches is what drives do ---

my @wrench = results($model, 'reaction', '', @zero);
my @bare = results("$scratch/bare.rig", 'reaction', '', @zero);
cmp_ok(max(map { apart($wrench[$_], $bare[$_]) } 0 .. $#states), '>', 0.1, 'reaction has the forces of tendons');

# --- faults ---

sub told
{
	my ($tendon, $pattern, $what) = @_;
	spew("$scratch/wrong.rig", "model leg\n$bodies$tendon\n");
	like(`$rigidc check $scratch/wrong.rig 2>&1`, $pattern, $what);
}
told('tendon a over thigh, shank while knee from 1 to -1 { force -1 N }', qr/the range is empty.*\[bad-limits\]/, 'an empty range');
told('tendon a over thigh, shank while knee from 1 m to 2 m { force -1 N }', qr/error/, 'a range of lengths for an angle');
told('tendon a over thigh, shank at (1, 2) m { force -1 N }', qr/error/, 'a place of two numbers');
told('tendon a over thigh, shank while elbow from 1 to 2 { force -1 N }', qr/elbow/, 'an unknown coordinate');
told('tendon a over thigh, ' . join(', ', map { "shank while knee from $_ to 20" } 1 .. 17) . ', foot { force -1 N }', qr/17 points in a row/, 'too many points in a row');
told('tendon a over thigh, shank { force -1 N }' . "\ngroup both = a, b", qr/no strut or tendon 'b' \[unknown-strut\]/, 'a group of an unknown tendon');
told('tendon a over thigh, shank { force -1 N }' . "\ngroup both = a, a", qr/'a' is twice in group 'both' \[duplicate\]/, 'a tendon twice in a group');
told('tendon a over thigh, shank { force -1 N }' . "\ngroup both = a\ngroup both = a", qr/group 'both'.*\[duplicate\]/s, 'a group twice');
told('tendon a over thigh, shank { force -1 N }' . "\ngroup both = a\ngenerate arms:a", qr/the model has no group 'a'.*length:a is of this tendon alone/s, 'a tendon in place of a group');
told('tendon a over thigh, shank { force -1 N }' . "\ngenerate arms:both", qr/the model has no group 'both'.*declare one: `group both = TENDON, TENDON`/s, 'no group');
like(`$rigidc eval $scratch/bare.rig -f lengths </dev/null 2>&1`, qr/lengths is of struts and tendons, and the model has none \[unknown-strut\]/, 'a model without tendons');
done_testing;
