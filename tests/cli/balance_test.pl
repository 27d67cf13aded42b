#!/usr/bin/perl
# examples/balance: gains of the regulators beside those of the matrix sign function, and by their Riccati equation; motions under them
# return. With SciPy its gains are the same, and the programs print what their README shows.
use strict;
use warnings;
use lib 'tests';
use Cwd;
use File::Temp;
use JSON::PP;
use List::Util qw(max sum0);
use Test::More;
use Shell;

my $root = getcwd();
my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
$rigidc = "$root/$rigidc" unless $rigidc =~ m{^/};
my $scratch = File::Temp->newdir;

# --- matrices: arrays of rows ---

sub product
{
	my ($a, $b) = @_;
	return [map { my $row = $_; [map { my $c = $_; sum0(map { $row->[$_] * $b->[$_][$c] } 0 .. $#$row) } 0 .. $#{$b->[0]}] } @$a];
}

sub transposed { my $a = shift; return [map { my $c = $_; [map { $_->[$c] } @$a] } 0 .. $#{$a->[0]}] }

sub combined { my ($a, $s, $b, $t) = @_; return [map { my $r = $_; [map { $s * $a->[$r][$_] + $t * $b->[$r][$_] } 0 .. $#{$a->[$r]}] } 0 .. $#$a] }

sub diagonal { my @d = @_; return [map { my $r = $_; [map { $_ == $r ? $d[$r] : 0 } 0 .. $#d] } 0 .. $#d] }

sub block { my ($a, $r, $c, $n) = @_; return [map { [@{$a->[$_]}[$c .. $c + $n - 1]] } $r .. $r + $n - 1] }

sub largest { return max(map { map { abs } @$_ } @{$_[0]}) }

# A^-1 B by elimination with pivoting.
sub solved
{
	my ($A, $B) = @_;
	my @rows = map { [@{$A->[$_]}, @{$B->[$_]}] } 0 .. $#$A;
	for my $k (0 .. $#rows) {
		my ($pivot) = sort { abs($rows[$b][$k]) <=> abs($rows[$a][$k]) } $k .. $#rows;
		@rows[$k, $pivot] = @rows[$pivot, $k];
		my $own = $rows[$k][$k];
		$_ /= $own for @{$rows[$k]};
		for my $r (grep { $_ != $k } 0 .. $#rows) {
			my $factor = $rows[$r][$k] or next;
			$rows[$r][$_] -= $factor * $rows[$k][$_] for $k .. $#{$rows[$r]};
		}
	}
	return [map { [@$_[scalar(@$A) .. $#$_]] } @rows];
}

# K of the regulator, and how well its P solves A' P + P A - P G P + Q = 0, G = B R^-1 B'. P of [W12; W22 + 1] P = -[W11 + 1; W21], with W
# the sign of the Hamiltonian [A -G; -Q -A'] by Newton's method (J. D. Roberts, Int. J. Control 32(4), 1980), scaled by its largest entry.
sub regulator
{
	my ($A, $B, $q, $r) = @_;
	my $n = @$A;
	my $weighted = product(diagonal(map { 1 / $_ } @$r), transposed($B));
	my ($G, $Q) = (product($B, $weighted), diagonal(@$q));
	my $W = [(map { [@{$A->[$_]}, map { -$_ } @{$G->[$_]}] } 0 .. $n - 1),
		map { my $i = $_; [(map { -$_ } @{$Q->[$i]}), map { -$A->[$_][$i] } 0 .. $n - 1] } 0 .. $n - 1];
	for (1 .. 60) {
		my $inverse = solved($W, diagonal((1) x (2 * $n)));
		my $scale = sqrt(largest($inverse) / largest($W));
		$scale = 1 if abs($scale - 1) < 0.1;
		my $next = combined($W, $scale / 2, $inverse, 1 / (2 * $scale));
		my $change = largest(combined($next, 1, $W, -1));
		$W = $next;
		last if $change < 1e-13 * largest($W);
	}
	my $unit = diagonal((1) x $n);
	my $left = [@{block($W, 0, $n, $n)}, @{combined(block($W, $n, $n, $n), 1, $unit, 1)}];
	my $right = [map { [map { -$_ } @$_] } @{combined(block($W, 0, 0, $n), 1, $unit, 1)}, @{block($W, $n, 0, $n)}];
	my $P = solved(product(transposed($left), $left), product(transposed($left), $right));
	my $PA = product($P, $A);
	my $residual = combined(combined(combined($PA, 1, transposed($PA), 1), 1, product(product($P, $G), $P), -1), 1, $Q, 1);
	return (product($weighted, $P), largest($residual) / largest($PA));
}

# --- the three robots ---

sub linear
{
	my $line = join ' ', map { "'$_'" } @_;
	my $text = `'$rigidc' linearize $line 2>$scratch/err`;
	BAIL_OUT(slurp("$scratch/err")) if $?;
	return decode_json($text);
}

my $legs = '0 0 0.22 0 0 0 1 0 0.8 -1.6 0 0.8 -1.6 0 -0.8 1.6 0 -0.8 1.6';
my %robot = (
	cart_pole => { at => ['examples/cart_pole.rig', '--idle=pole', '--q', 'pole = 180 deg'], Q => [10, 10, 1, 1], R => [0.1] },
	acrobot => { at => ['examples/double_pendulum.rig', '--idle=q1', '--q', 'q1 = 180 deg'], Q => [10, 10, 1, 1], R => [1] },
	quadrotor => { at => ['examples/forces/quadrotor.rig', '-D', 'wind = (0, 0, 0) m/s', '--pose=hover', map { ('--set', "u$_ = 0.24525") } 0 .. 3],
		Q => [(10) x 3, (1) x 9], R => [(100) x 4] },
	quadruped => { at => ['examples/solo12.rig', '--phase=stand', '--q', $legs], Q => [(100) x 6, (1) x 6], R => [(1) x 12] });
for my $name (sort keys %robot) {
	my $robot = $robot{$name};
	my $linear = $robot->{linear} = linear(@{$robot->{at}});
	($robot->{K}, my $residual) = regulator(@$linear{qw(A B)}, @$robot{qw(Q R)});
	ok($residual < 1e-7, "$name: P solves the Riccati equation") or diag($residual);
}

# --- motions without SciPy ---

# The last row of sim under u = -K x, by name of the column; x: changes of coordinates, then of velocities, as formulas.
sub ends
{
	my ($model, $tau, $K, $x, @options) = @_;
	my $u = join ' + ', map { "$K->[0][$_] * $x->[$_]" } 0 .. $#$x;
	my $text = `'$rigidc' sim $model --time 6 --dt 6 @options --tau '$tau->[0] = -($u) * 1 $tau->[1]' 2>$scratch/err`;
	my ($names, undef, $row) = map { [split /,/] } split /\n/, $text;
	my %end;
	@end{@$names} = @$row if $row;
	return \%end;
}
my $end = ends('examples/cart_pole.rig', ['cart', 'N'], $robot{cart_pole}{K}, ['cart / (1 m)', '(pole - 180 deg)', 'cartd / (1 m/s)', 'poled / (1 rad/s)'],
	"--q 'pole = 200 deg'");
ok(abs($end->{'q.cart'}) < 1e-3 && abs($end->{'q.pole'} - atan2(0, -1)) < 1e-3, 'the pole returns upright');
$end = ends('examples/double_pendulum.rig', ['q2', 'N m'], $robot{acrobot}{K}, ['(q1 - 180 deg)', 'q2', 'q1d / (1 rad/s)', 'q2d / (1 rad/s)'],
	"--q 'q1 = 182 deg, q2 = -3 deg'");
ok(abs($end->{'q.q1'} - atan2(0, -1)) < 1e-3 && abs($end->{'q.q2'}) < 1e-3, 'the acrobot returns upright');

# --- with SciPy ---

# The first difference of two texts, apart from numbers that are near; or none.
sub differs
{
	my ($one, $other) = map { [split /([-+]?\d+(?:\.\d+)?)/] } @_;
	return 'not as long' if @$one != @$other;
	for my $i (0 .. $#$one) {
		next if $one->[$i] eq $other->[$i];
		return "'$one->[$i]', '$other->[$i]'" unless $i % 2 && abs($one->[$i] - $other->[$i]) < 1e-3 * (1 + abs $one->[$i]);
	}
	return;
}

my $python = '/usr/bin/python3';
my $library = $rigidc =~ s{/rigidc$}{/librigidc.so}r;
SKIP: {
	skip('a library with sanitizers is not for python3', 8) if `nm $library 2>/dev/null` =~ /__(asan|tsan)_init/;
	skip('there is no SciPy', 8) if !-e $library || system("$python -c 'import scipy.linalg' 2>/dev/null");
	$ENV{PATH} = ($rigidc =~ s{/rigidc$}{}r) . ":$ENV{PATH}";
	@ENV{qw(RIGIDC_LIBRARY PYTHONPATH PYTHONDONTWRITEBYTECODE)} = ($library, "$root/runtime/python", 1);
	my $page = slurp('examples/balance/README.md');
	for my $name (sort keys %robot) {
		my $robot = $robot{$name};
		spew("$scratch/$name.json", encode_json({ map { $_ => $robot->{$_} } qw(linear K Q R) }));
		my ($said, $code) = says("cd examples/balance && $python -c 'import json, numpy as np, types, lqr
r = json.load(open(\"$scratch/$name.json\"))
l = types.SimpleNamespace(A=np.array(r[\"linear\"][\"A\"], float), B=np.array(r[\"linear\"][\"B\"], float))
K = np.array(r[\"K\"], float)
print(abs(lqr.gains(l, r[\"Q\"], r[\"R\"]) - K).max() / abs(K).max())'");
		ok($code == 0 && $said < 1e-7, "$name: gains of SciPy are the same") or diag($said);
		($said, $code) = says("$python examples/balance/$name.py");
		my ($shown) = $page =~ /balance\/$name\.py\n```\n\n```\n(.*?)```/s;
		my $difference = $code || differs($shown, $said);
		ok(!$difference, '  the program prints what README.md shows') or diag("$difference\n$said");
	}
}
done_testing;
