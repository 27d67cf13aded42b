#!/usr/bin/perl
# Closed loops and constraints of the checked model. The ends of a loop are where frames with the same placement are, in parts and mirror
# images too; its axis is that of a joint there; rows have the names and vectors of their kinds. The expression of a constraint is that of a
# coupled joint. A model without both has the hash that it had.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $quiet = '-f energy -W no-axis-length -W no-constraint-trivial';

sub model { return spew("$scratch/model.rig", "model t\n$_[0]") }

# Standard output of a command on the model.
sub output
{
	my ($command, $text, $options) = @_;
	my $file = model($text);
	$options //= '';
	my $said = `$rigidc $command $file $quiet $options 2>$scratch/err`;
	BAIL_OUT("$command\n$text" . slurp("$scratch/err")) if $?;
	return $said;
}

sub dump_of { return output('compile --dump=check', @_) }
sub info { return decode_json(output('info --json', @_)) }

# By its head the lines of a loop, constraint, frame or body.
sub block
{
	my ($dump, $head) = @_;
	my ($lines) = $dump =~ /^\Q$head\E.*\n((?:  .*\n)*)/m or return "no $head";
	return $lines;
}

my $solid = 'mass 1 kg; inertia diag(1, 1, 1) kg m^2';
my $trunk = "body trunk on world at (1, 2, 3) { joint float : free; $solid }\n";
my $cart = "body cart on world at (0, 0, 1), rx(30 deg) { joint rail : prismatic(x); $solid }\nframe hook on cart at (0.1, 0.2, 0.3), rpy(1, 2, 0.5)\n";

# --- ends are where frames are ---

my $leg = <<"RIG";
part leg {
  body hip on root at (0.1, 0.2, 0.3), rx(10 deg) { joint ball : spherical; $solid }
  body shank on hip at (0, 0, -0.3), rz(20 deg) { joint knee : revolute(x + 2 * y); $solid }
  body shoe on shank at (0.01, 0.02, 0.03), ry(5 deg) { joint : fixed }
  frame tip on shank at (0.1, -0.2, 0.4), rpy(0.1, 0.2, 0.3)
  PLACED
}
use leg as L on trunk at (0, 1, 0), rz(90 deg)
use leg as R on trunk at (0, 1, 0), rz(90 deg) mirror y
part both { use leg as A on root mirror x }
use both as M on R.shank at (0, 0, -1) mirror z
RIG
my @on = ('root', 'hip', 'shank', 'shoe', 'tip');
for my $on (@on) {
	my $placed = "frame f_$on on $on\n  loop a_$on : distance(2 m) from $on to world\n  loop b_$on : distance(2 m) from world to $on";
	my $dump = dump_of($trunk . $leg =~ s/PLACED/$placed/r);
	for my $use ('L', 'R', 'M.A') {
		my ($body) = $dump =~ /^frame $use\.f_$on on (\S+)$/m;
		my $wanted = join '', map { s/^  at/  /r } grep { !/ 1 0 0 0 1 0 0 0 1$| 0 0 0$/ } split /^/, block($dump, "frame $use.f_$on on");
		for (['A', "a_$on : distance from $body to world"], ['B', "b_$on : distance from world to $body"]) {
			my ($end, $head) = @$_;
			my @lines = grep { /^  $end\./ && !/ 1 0 0 0 1 0 0 0 1$| 0 0 0$/ } split /^/, block($dump, "loop $use.$head");
			is(join('', map { s/^  $end/  /r } @lines), $wanted, "$use: end $end on $on is where the frame is");
		}
	}
}

# --- axes are those of joints ---

sub dot { my ($a, $b) = @_; return $a->[0] * $b->[0] + $a->[1] * $b->[1] + $a->[2] * $b->[2] }

# The vectors of the rows of a loop: forces and moments.
sub vectors
{
	my ($dump, $head) = @_;
	my ($lines, %of) = (block($dump, $head), force => [], moment => []);
	push @{ $of{$1} }, [ split ' ', $2 ] while $lines =~ /^  A (force|moment) (.*)/mg;
	return \%of;
}

my %joint = (slot => 'prismatic', face => 'prismatic');
my %square = (revolute => ['moment'], prismatic => ['force'], cylindrical => [ 'force', 'moment' ], slot => ['force']);
for my $mirror ('', ' mirror x', ' mirror y', ' mirror z') {
	for my $axis ('x', '-z', '(1, 2, 3)', '(1, 2, -3)') {
		for my $kind ('revolute', 'prismatic', 'cylindrical', 'slot', 'face') {
			my $joint = $joint{$kind} // $kind;
			my $said = dump_of("$trunk$cart" . "part p { body b on root { joint j : $joint($axis); $solid }; loop c : $kind($axis) from b to world }\n" .
			                   "use p as P on trunk$mirror\n");
			my ($n) = block($said, 'body P.b on') =~ /about or along (.*)/;
			my @n = split ' ', $n;
			my $rows = vectors($said, "loop P.c : $kind");
			my @beside = map { @{ $rows->{$_} } } @{ $square{$kind} // [] };
			is(scalar @beside, 2 * @{ $square{$kind} // [] }, "$kind($axis)$mirror: two rows beside the axis");
			is(scalar(grep { abs(dot($_, \@n)) > 1e-15 || abs(dot($_, $_) - 1) > 1e-15 } @beside), 0, '  unit vectors square to the axis of the joint');
			is(abs(dot($rows->{force}[0], \@n)) > 1 - 1e-15 ? $axis =~ /,/ ? dot($rows->{force}[0], \@n) > 0 : 1 : 0, 1, '  along the axis of the joint') if $kind eq 'face';
		}
	}
}

# --- rows ---

my %rows = (
	fixed => 'fx fy fz nx ny nz', 'revolute(x)' => 'fx fy fz ny nz', 'revolute(-y)' => 'fx fy fz nx nz', 'revolute((1, 1, 0))' => 'fx fy fz n1 n2',
	'prismatic(z)' => 'fx fy nx ny nz', 'prismatic((1, 0, 1))' => 'f1 f2 nx ny nz', 'cylindrical(y)' => 'fx fz nx nz',
	'cylindrical((0, 1, 1))' => 'f1 f2 n1 n2', universal => 'fx fy fz n', spherical => 'fx fy fz', planar => 'fz nx ny',
	'slot(x)' => 'fy fz', 'slot((1, 1, 1))' => 'f1 f2', 'face(-x)' => 'fx', 'face((1, 1, 1))' => 'f', 'distance(3 cm)' => 'f',
);
for my $kind (sort keys %rows) {
	my ($loop) = @{ info("$trunk${cart}loop c : $kind from trunk to hook\n")->{loops} };
	is("@{$loop->{rows}}", $rows{$kind}, "rows of $kind");
	is($loop->{kind}, $kind =~ /(\w+)/ ? $1 : '', '  and its kind');
}
my %listed = map { /^(\w+)/ => 1 } `$rigidc --list=loops`;
is(join(' ', sort keys %listed), join(' ', sort keys %{ { map { /^(\w+)/ => 1 } keys %rows } }), '--list=loops has these kinds');
my $dump = dump_of("$trunk${cart}loop c : revolute(x) from trunk to hook\n" .
                "param l: m = 1\nloop d : distance(2 * l) from hook to world { settle 20 ms }\n");
like(block($dump, 'loop c'), qr/^  A force 1 0 0\n  A force 0 1 0\n  A force 0 0 1\n  A moment 0 1 0\n  A moment 0 0 1$/m, 'vectors of a pin');
like(block(dump_of("$trunk${cart}loop u : universal from trunk to hook\n"), 'loop u'), qr/^  A force 0 0 1\n  across moment$/m, 'a row that turns with both frames');
like(block($dump, 'loop d'), qr/^  along force\n  length mul\(params\[0\], 2\)\n  settle 0\.02$/m, 'a length may be a parameter; time is in seconds');
like(block(dump_of("$trunk${cart}loop e : distance(30 mm) from hook to trunk\n"), 'loop e'), qr/^  along force\n  length 0\.03$/m, 'a length is in metres; without settle no time');

# --- constraints are expressions as couplings are ---

my $joints = "body a on world { joint left : revolute(y); $solid }\nbody b on a at (0, 0, 1) { joint gh : universal; $solid }\n" .
             "body c on world { joint slide : prismatic(x); $solid }\nbody d on c at (0, 0, 2) { joint follower : revolute(y) = 2 * left + 1 rad; $solid }\n" .
             "param k = 2\ntable lift(q) = [0, 0; 1, 2; 2, 3]\n";
my %expression = (
	'k * gh.a + sin(left) * gh.b - 40 deg' => 'revolute(z)', 'follower - 0.5 * gh.a^2' => 'revolute(z)', 'left.q + gh.b' => 'revolute(z)',
	'slide - 3 mm' => 'prismatic(z)', 'distance(b, c) - 40 mm' => 'prismatic(z)', 'distance(world, c) + 2 * slide' => 'prismatic(z)',
);
for my $expression (sort keys %expression) {
	my $said = dump_of("$joints" . "body e on world { joint own : $expression{$expression} = $expression; $solid }\nconstraint gear = $expression\n");
	my ($coupled) = block($said, 'body e on') =~ /^  coupled (.*)/m;
	my $word = $expression{$expression} =~ /^p/ ? 'length' : 'angle';
	is(block($said, 'constraint gear'), "  $word $coupled\n", "constraint gear = $expression");
}
my $part = "part p { body e on root { joint j : revolute(z); $solid }; body f on e { joint i : revolute(x); $solid }\n" .
           "  body h on f { joint own : revolute(x) = i - 2 * j; $solid }; for n in 1..2 { constraint gear[n] = i - n * j } }\n";
my $said = dump_of("${part}use p as P on world\nuse p as Q on P.f mirror x\n");
for my $use ('P', 'Q') {
	my ($coupled) = block($said, "body $use.h on") =~ /^  coupled (.*)/m;
	is(block($said, "constraint $use.gear[2]"), "  angle $coupled\n", "in the part $use a name is that of its joint");
}
is(block(dump_of("${joints}constraint gear = left + slide * 1 rad/m + gh.a { settle 1 s }\n", '--lock left=30deg'), 'constraint gear') =~ /angle (.*)/ ? $1 =~ /0\.5235/ : '',
   1, 'a locked joint is a constant');

# --- the order, info ---

my $four = "constraint early = left + 2 * gh.a\nloop late : slot(x) from a to c\nloop tie : distance(2.5 m) from d to world\nconstraint gap = 2 * slide^2 / 1 m - 4.5 m\n";
is(join(' ', map { /^(?:loop|constraint) (\w+)/ ? $1 : () } split /\n/, dump_of($joints . $four)), 'late tie early gap', 'loops, then constraints, in their orders');
my $all = info($joints . $four . "body pad on c { joint : fixed }\nframe edge on pad\nloop k : face(z) from edge to world\n");
is_deeply($all->{loops}, [
	{ name => 'late', kind => 'slot', from => 'a', to => 'c', rows => [qw(fy fz)], kept => ['fz'] },
	{ name => 'tie', kind => 'distance', from => 'd', to => 'world', rows => ['f'], kept => ['f'] },
	{ name => 'k', kind => 'face', from => 'c', to => 'world', rows => ['fz'], kept => [] },
], 'loops in JSON, with the bodies that move');
is_deeply($all->{constraints}, [ { name => 'early', unit => 'rad' }, { name => 'gap', unit => 'm' } ], 'constraints in JSON');
like(output('info', $joints . $four), qr/^loop .*kind .*from +to +rows\nlate +slot +a +c +fz; fy holds by itself\ntie +distance +d +world +f\n\nconstraint +unit\nearly +rad\ngap +m$/m,
     'both in tables');
ok(!exists info($joints)->{$_}, "no $_ where there are none") for qw(loops constraints);

# --- notes ---

sub notes { my ($text) = @_; my ($said) = says("$rigidc check " . model($text) . ' 2>&1'); return join ' ', $said =~ /\[([a-z-]+)\]$/mg }
my $two = "body a on world { joint l : revolute(y); $solid }\nbody b on world { joint r : revolute(y); $solid }\n";
my %note = ('2 * l + 3 * r' => '', 'l - sin(r)' => 'constraint-trivial', 'sin(l) - sin(r)' => '', 'l * r - 1' => '', 'l - 1' => 'constraint-trivial',
            'r / 2 - l^2' => 'constraint-trivial');
is(notes("${two}constraint c = $_\n"), $note{$_}, "constraint c = $_: " . ($note{$_} || 'no note')) for sort keys %note;

# --- the hash ---

sub hash { my ($text, $options) = @_; return output('compile', $text, $options) =~ /_HASH (\w+)/ ? $1 : 'none' }
my $plain = hash($joints);
isnt($plain, 'none', 'a header has a hash');
my %seen = ($plain => 1);
for ('loop tie : spherical from a to c', 'loop other : spherical from a to c', 'loop tie : spherical from c to a', 'loop tie : universal from a to c',
     'loop tie : distance(1 m) from a to c', 'loop tie : distance(2 m) from a to c', 'loop tie : slot(x) from a to c', 'loop tie : slot(y) from a to c',
     'loop tie : spherical from a to c { settle 1 s }', 'constraint gear = left + gh.a', 'constraint gear = left + gh.b', 'constraint other = left + gh.a',
     'constraint gear = left + gh.a { settle 1 s }') {
	ok(!$seen{ hash("$joints$_\n") }++, "another hash with $_");
}

# --- the layout ---

my $source = "model t\n${two}loop pin:revolute( y )from a to b{settle 50ms}\nconstraint gear=2*l+3*r-40deg{settle 1s}\n";
my ($laid) = says("$rigidc fmt " . spew("$scratch/layout.rig", $source));
like($laid, qr/^loop pin : revolute\(y\) from a to b \{ settle 50 ms \}\nconstraint gear = 2\*l\+3\*r-40 deg \{ settle 1 s \}$/m, 'fmt sets blanks');
is((says("$rigidc fmt " . spew("$scratch/layout.rig", $laid)))[0], $laid, '  and leaves its own layout as it is');
done_testing();
