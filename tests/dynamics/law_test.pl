#!/usr/bin/perl
# Laws of wrenches: against values of a reference that was written apart (laws/values.jsonl, derivatives by complex steps), against
# differences, against other functions of the frames, and by what holds for any law: momentum, energy, mirror images.
#
#   RIGIDC_SEED=s   of the states (1); printed
use strict;
use warnings;
use lib 'tests';
use JSON::PP;
use List::Util qw(max sum);
use Test::More;
use Evaluated;
use Shell;

my $laws = 'tests/dynamics/laws';

# --- values of the reference ---

for my $line (split /\n/, slurp("$laws/values.jsonl")) {
	my %v = %{ decode_json($line) };
	my ($model, $nv) = ("$laws/$v{model}.rig", scalar @{ $v{qd} });
	my $params = join ' ', map { "--param u$_=$v{u}[$_]" } 0 .. $#{ $v{u} };
	near([ result($model, 'rnea', $params, [ @{ $v{q} }, @{ $v{qd} }, @{ $v{qdd} } ]) ], $v{rnea}, 1e-13, "$v{model}: rnea");
	my @state = (@{ $v{q} }, @{ $v{qd} }, @{ $v{tau} });
	near([ result($model, 'fd', $params, \@state) ], $v{fd}, 1e-13, "$v{model}: fd");
	my @slopes = result($model, 'fd_derivatives', $params, \@state);
	near([ splice @slopes, 0, $nv * $nv ], [ map { @$_ } @{ $v{by_q} } ], 1e-12, "$v{model}: dqdd/dq");
	near([ splice @slopes, 0, $nv * $nv ], [ map { @$_ } @{ $v{by_qd} } ], 1e-12, "$v{model}: dqdd/dqd");
}

# --- states ---

my %state = (
	library => sub { return (random_numbers(3, 0.1), unit(random_numbers(3, 0.4), 1), unit(random_numbers(3, 0.2), 1)) },
	bushing => sub { return (random_numbers(1, 1), random_numbers(3, 0.05), unit(random_numbers(3, 0.3), 1)) },
	legged => sub { return (random_numbers(2, 1), 0.4 + rand 0.1, unit(random_numbers(3, 0.1), 1), map { (random_numbers(1, 0.2), 0.5, -1) } 1 .. 4) },
	names => sub { return (random_numbers(7, 1), unit(random_numbers(4, 1))) },
	pair => sub { return map { (random_numbers(3, 1), unit(random_numbers(4, 1))) } 1 .. 2 },
	fin => sub { return (random_numbers(1, 1), unit(random_numbers(4, 1))) },
	standing => sub { return (random_numbers(3, 1), unit(random_numbers(4, 1)), random_numbers(2, 1)) },
);
my %nv = (library => 9, bushing => 7, legged => 18, names => 10, pair => 12, fin => 4, standing => 8);
my %nq = (library => 11, bushing => 8, legged => 19, names => 11, pair => 14, fin => 5, standing => 9);
delete $state{names}; # its q is below

# q moved by h along each velocity, forward and backward.
sub moved
{
	my ($model, $nv, $h, @q) = @_;
	my @lines = map { my $v = $_; map { my $sign = $_; [ @q, map { $_ == $v ? $sign * $h : 0 } 0 .. $nv - 1 ] } 1, -1 } 0 .. $nv - 1;
	return results($model, 'integrate', '', @lines);
}

# Columns of differences as a matrix by rows.
sub by_rows
{
	my ($h, @pairs) = @_;
	my @columns = map { my ($a, $b) = @pairs[ 2 * $_, 2 * $_ + 1 ]; [ map { ($a->[$_] - $b->[$_]) / (2 * $h) } 0 .. $#$a ] } 0 .. $#pairs / 2;
	return [ map { my $row = $_; map { $_->[$row] } @columns } 0 .. $#{ $columns[0] } ];
}

# --- derivatives against differences ---

for my $name (qw(library bushing legged standing)) {
	my ($model, $nv, $h) = ("$laws/$name.rig", $nv{$name}, 1e-6);
	my @more = $name eq 'standing' ? (3, -2, 1, 0.5, 0.2, -0.3) : ();
	my @q = $state{$name}->();
	my @qd = random_numbers($nv, 0.5);
	my @qdd = random_numbers($nv, 1);
	my @slopes = result($model, 'rnea_derivatives', '', [ @q, @qd, @qdd, @more ]);
	my @by_q = results($model, 'rnea', '', map { [ @$_, @qd, @qdd, @more ] } moved($model, $nv, $h, @q));
	my @by_qd = results($model, 'rnea', '', map { my $v = $_; map { my $step = $_ * $h; [ @q, (map { $qd[$_] + ($_ == $v ? $step : 0) } 0 .. $nv - 1), @qdd, @more ] } 1, -1 } 0 .. $nv - 1);
	near([ @slopes[ 0 .. $nv * $nv - 1 ] ], by_rows($h, @by_q), 1e-7, "$name: dtau/dq");
	near([ @slopes[ $nv * $nv .. $#slopes ] ], by_rows($h, @by_qd), 1e-7, "$name: dtau/dqd");
	my @along = random_numbers(3 * $nv, 1);
	my @jvp;
	@jvp = result($model, 'jvp:rnea', '', [ @q, @qd, @qdd, @along, $name eq 'library' ? (0) : () ]) unless @more;
	my @M = result($model, 'crba', '', \@q);
	near(\@jvp, [ map { my $r = $_; sum(map { $slopes[ $r * $nv + $_ ] * $along[$_] + $slopes[ $nv * $nv + $r * $nv + $_ ] * $along[ $nv + $_ ] + $M[ $r * $nv + $_ ] * $along[ 2 * $nv + $_ ] } 0 .. $nv - 1) } 0 .. $nv - 1 ],
	     1e-10, "$name: jvp:rnea") unless @more;
}

# --- a potential: gravity is the slope of the energy ---

for my $name (qw(fin_potential pair)) {
	my $model = "$laws/$name.rig";
	if ($name eq 'fin_potential') {
		$model = spew("$scratch/potential.rig", slurp("$laws/fin.rig") =~ s/^ +wrench (one|four).*\n//gmr =~ s/force [^;]*; moment [^;]*; //gr);
	} else {
		$model = spew("$scratch/pair.rig", slurp("$laws/pair.rig") =~ s/; force \(1 N.*\}/ }/r =~ s/^wrench pull.*\n//mr);
	}
	my ($nv, $h) = ($nv{ $name =~ s/_.*//r }, 1e-5);
	my @q = $state{ $name =~ s/_.*//r }->();
	my @energy = map { [ $_->[1] ] } results($model, 'energy', '', map { [ @$_, (0) x $nv ] } moved($model, $nv, $h, @q));
	near([ result($model, 'gravity', '', \@q) ], by_rows($h, @energy), 1e-8, "$name: gravity is the slope of the energy");
}

# --- what a law reads ---

{
	my $model = "$laws/names.rig";
	my ($hinge, @two) = random_numbers(3, 1);
	my @q = ($hinge, @two, random_numbers(1, 1), random_numbers(3, 1), unit(random_numbers(4, 1)));
	my @qd = random_numbers(10, 1);
	for ([ 'ab', 'far:near' ], [ 'hb', 'far:hand' ], [ 'wb', 'far:world' ], [ 'wh', 'hand:world' ]) {
		my ($law, $frames) = @$_;
		my @wrench = result($model, "wrench:$law", '', [ @q, @qd ]);
		near([ @wrench[ 0 .. 5 ] ], [ result($model, "vel:$frames", '', [ @q, @qd ]) ], 1e-13, "v and w of $frames");
		near([ @wrench[ 6 .. 8 ] ], [ (result($model, "fk:$frames", '', \@q))[ 9 .. 11 ] ], 1e-13, "p of $frames");
	}
	my @wrench = result($model, 'wrench:own', '', [ @q, @qd ]);
	my @seen = (result($model, 'vel:hand', '', [ @q, @qd ]), (result($model, 'fk:hand', '', \@q))[ 9 .. 11 ]);
	my @R = (result($model, 'fk:hand', '', \@q))[ 0 .. 8 ];
	near(\@wrench, [ map { my $part = 3 * $_; map { my $k = $_; sum(map { $R[ 3 * $_ + $k ] * $seen[ $part + $_ ] } 0 .. 2) } 0 .. 2 } 0 .. 2 ], 1e-13,
	     'v, w and p of the hand in its own axes');
}

# --- momentum of a pair: forces and moments about the origin of the world cancel ---

sub cross { my ($a, $b) = @_; return map { $a->[ ($_ + 1) % 3 ] * $b->[ ($_ + 2) % 3 ] - $a->[ ($_ + 2) % 3 ] * $b->[ ($_ + 1) % 3 ] } 0 .. 2 }

{
	my $model = "$laws/pair.rig";
	my @q = $state{pair}->();
	my @qd = random_numbers(12, 1);
	my @tau = map { my $i = $_; $_ } result($model, 'rnea', '', [ @q, @qd, (0) x 12 ]);
	my @bare = result(spew("$scratch/bare.rig", slurp($model) =~ s/^wrench.*\n//gmr), 'rnea', '', [ @q, @qd, (0) x 12 ]);
	my @sum = (0) x 6;
	my $size = 0;
	for my $i (0, 1) {
		my @pose = result($model, 'fk:' . ('a', 'b')[$i], '', \@q);
		my @local = map { $bare[ 6 * $i + $_ ] - $tau[ 6 * $i + $_ ] } 0 .. 5;
		my ($f, $n) = map { my $part = 3 * $_; [ map { my $r = $_; sum(map { $pose[ 3 * $r + $_ ] * $local[ $part + $_ ] } 0 .. 2) } 0 .. 2 ] } 0, 1;
		my @swept = cross([ @pose[ 9 .. 11 ] ], $f);
		$sum[$_] += $f->[$_] for 0 .. 2;
		$sum[ 3 + $_ ] += $n->[$_] + $swept[$_] for 0 .. 2;
		$size = max($size, map { abs } @$f, @$n);
	}
	ok($size > 1 && max(map { abs } @sum) < 1e-12 * $size, 'a pair has no force and no moment from outside') or diag("@sum of $size");
}

# --- mirror images ---

for my $axis (qw(x y z)) {
	my $image = spew("$scratch/image.rig", slurp("$laws/fin.rig") =~ s/ on world$/ on world mirror $axis/mr);
	my $plain = spew("$scratch/plain.rig", slurp("$laws/fin.rig"));
	if ($axis ne 'y') { # laws of the world's axes are not reflected: keep what is symmetric
		$_ = spew($_, slurp($_) =~ s/^ +wrench three.*\n//mr) for $image, $plain;
	}
	$_ = spew($_, slurp($_) =~ s/^model fin$/model fin\ngravity (0, 0, 0)/mr) for $image, $plain;
	my @state = ($state{fin}->(), random_numbers(8, 1));
	for my $function (qw(rnea rnea_derivatives)) {
		my @of = map { [ result($_, $function, '', \@state) ] } $plain, $image;
		near($of[1], $of[0], 1e-12, "$function of the mirror image in $axis is the same");
	}
}

# --- gravity, inputs, parameters, phases, reactions ---

{
	my ($model, $nv) = ("$laws/standing.rig", 8);
	my @q = $state{standing}->();
	my @qd = random_numbers($nv, 1);
	my @push = random_numbers(6, 3);
	near([ result($model, 'gravity', '', \@q) ], [ result($model, 'rnea', '', [ @q, (0) x (2 * $nv + 6) ]) ], 1e-14, 'gravity: at rest, inputs zero');
	near([ result($model, 'bias', '', [ @q, @qd, @push ]) ], [ result($model, 'rnea', '', [ @q, @qd, (0) x $nv, @push ]) ], 1e-14, 'bias');
	my @tau = random_numbers($nv, 1);
	my @step = results($model, 'all=fd:stand+lambda:stand+jac:stand', '', [ @q, @qd, @tau, @push ]);
	my @all = @{ $step[0] };
	my @qdd = splice @all, 0, $nv;
	my @lambda = splice @all, 0, 3;
	my @moved = result($model, 'rnea', '', [ @q, @qd, @qdd, @push ]);
	near([ map { my $v = $_; $moved[$v] - sum(map { $all[ $_ * $nv + $v ] * $lambda[$_] } 0 .. 2) } 0 .. $nv - 1 ], \@tau, 1e-10, 'fd and lambda of a phase');
	my @slope = result($model, 'param_jacobian', '', [ @q, @qd, (0) x $nv, @push ]);
	my @by_c = map { [ result($model, 'rnea', "--param c=$_", [ @q, @qd, (0) x $nv, @push ]) ] } 4, 2;
	near(\@slope, [ map { ($by_c[0][$_] - $by_c[1][$_]) / 2 } 0 .. $nv - 1 ], 1e-12, 'param_jacobian');
	my @through = result($model, 'reaction', '', [ @q, @qd, (0) x $nv, @push ]);
	my @bias = result($model, 'rnea', '', [ @q, @qd, (0) x $nv, @push ]);
	near([ $through[ 6 + 4 ], $through[ 12 + 4 ] ], [ @bias[ 6, 7 ] ], 1e-12, 'reaction: the moments about the axes of hip and knee are tau');
	my @dt = (0.01);
	my @next = result($model, 'step:euler', '', [ @q, @qd, @tau, @dt, @push ]);
	my @fd = result($model, 'fd', '', [ @q, @qd, @tau, @push ]);
	near([ @next[ 12 .. 16 ] ], [ map { $qd[$_] + 0.01 * $fd[$_] } 3 .. $nv - 1 ], 1e-13, 'step:euler, without the velocity in turning axes');
}

# A law between two bodies of a chain loads no joint below both.
{
	my $model = "$laws/bushing.rig";
	my $bare = spew("$scratch/bare.rig", slurp($model) =~ s/^wrench.*\n//gmr);
	my @state = ($state{bushing}->(), random_numbers(14, 1));
	my ($with, $without) = map { (result($_, 'rnea', '', \@state))[0] } $model, $bare;
	near([$with], [$without], 1e-12, 'a law between the bodies beyond a hinge does not load the hinge');
}

# A bounce: with d = 3/2 c the velocities before and after it are d (vi + vo) = ln((1 + d vi) / (1 - d vo)) (Hunt & Crossley).
{
	my $model = spew("$scratch/bounce.rig", <<'END');
model bounce
include "laws.rig"
gravity (0, 0, 0)
body ball on world { joint fall : prismatic(z); mass 60 g }
use sphere_on_ground(radius = 33 mm, modulus = 2e6 N/m^2, dissipation = 0.2 s/m) as ground on ball
END
	my ($said) = says("$rigidc sim $model --time 0.4 --dt 0.4 --q 'fall = 0.1 m' --qd 'fall = -1' --tolerance 1e-10,1e-12 2>/dev/null");
	my ($out) = $said =~ /^0\.4,[^,]*,([^,]*)/m;
	my ($d, $low, $high) = (0.3, 0, 1);
	for (1 .. 60) {
		my $middle = ($low + $high) / 2;
		($d * (1 + $middle) > log((1 + $d) / (1 - $d * $middle)) ? $low : $high) = $middle;
	}
	near([$out // 0], [$low], 1e-7, 'Hunt and Crossley: the velocity after a bounce');
}

# --- executors ---

for my $name (qw(library sphere bushing)) {
	my ($q) = $name eq 'sphere' ? [ 0.1, 0.05, 0.1, unit(random_numbers(4, 1)) ] : [ $state{$name}->() ];
	my $nv = $nv{$name} // 6;
	my @state = (@$q, random_numbers(2 * $nv, 1));
	my %of = map { $_ => join ' ', result("$laws/$name.rig", 'both=rnea+fd_derivatives', "--jit=$_", [ @state, random_numbers(0, 1), (1) x $nv ]) } qw(none tcc cc);
	is($of{tcc}, $of{none}, "$name: libtcc is the evaluator");
	s/(?<!\S)-0(?!\S)/0/g for @of{qw(cc none)}; # signs of zeros may differ: columns in loops
	is($of{cc}, $of{none}, "$name: the C compiler is the evaluator");
}

# --- operations: bounds of a study, those of the trial that it made. Columns in loops take 13 more of bushing's 4945 ---

my %most = (
	'quadrotor rnea' => 113, 'quadrotor fd' => 117, 'quadrotor fd_derivatives' => 165,
	'bushing rnea' => 598, 'bushing fd' => 636, 'bushing fd_derivatives' => 4958, 'legged rnea' => 1718, 'legged fd' => 3337, 'legged rnea_derivatives' => 11782, 'legged fd_derivatives' => 26849,
);
for (sort keys %most) {
	my ($name, $function) = split;
	my ($mul, $add) = `$rigidc info $laws/$name.rig -f $function 2>/dev/null` =~ /^$function +(\d+) +(\d+)/m;
	ok($mul + $add <= $most{$_}, "$_ takes at most $most{$_} operations") or diag($mul + $add);
}

# --- what commands say ---

my ($header) = says("$rigidc compile $laws/pair.rig -f rnea");
like($header, qr/^ \* Wrench mount on rb in ra has a law\.$/m, 'the header names the law');
my ($hash) = $header =~ /PAIR_HASH (\w+)/;
my ($other) = says("$rigidc compile " . spew("$scratch/pair.rig", slurp("$laws/pair.rig") =~ s/2 N\) at/3 N) at/r) . ' -f rnea') =~ /PAIR_HASH (\w+)/;
isnt($other, $hash, 'another law is another hash');
my ($information) = says("$rigidc info $laws/pair.rig -f rnea");
like($information, qr/^law +on +in\nmount +rb +ra\npull +a +rb$/m, 'info lists laws');
is_deeply(decode_json(scalar `$rigidc info $laws/pair.rig -f rnea --json`)->{laws},
          [ { name => 'mount', on => 'rb', in => 'ra', potential => JSON::PP::true }, { name => 'pull', on => 'a', in => 'rb', potential => JSON::PP::false } ],
          'in JSON too');
for my $format (qw(urdf mjcf sdf)) {
	my $ending = $format eq 'mjcf' ? 'xml' : $format;
	my ($said, $code) = says("$rigidc export $laws/standing.rig --to=$format -o $scratch/out.$ending");
	like($said, qr/has no laws of wrenches, like that of 'drag' \[export-lost\]/, "$format has no laws");
	is($code, 1, "which is an error");
}
my ($compared) = says("$rigidc compare $laws/pair.rig $scratch/bare_pair.rig", spew("$scratch/bare_pair.rig", slurp("$laws/pair.rig") =~ s/^wrench.*\n//gmr));
like($compared, qr/bias/, 'compare sees laws');
my $held = spew("$scratch/held.rig", <<'END');
model held
body a on world { joint one : revolute(y); mass 1 kg; com (0, 0, 1) m }
body b on a at (0, 0, 1) m { joint two : revolute(y); mass 1 kg; com (0, 0, 1) m }
wrench drag on a { force -1 N s/m * v }
END
my ($locked, $held_well) = says("$rigidc check $held --lock=one");
is($held_well, 0, 'a law whose body --lock holds is no error');
like($locked, qr/note: --lock leaves wrench 'drag' nothing that moves \[idle-law\]/, 'and a note says so');
my ($formatted, $unchanged) = says("$rigidc fmt $laws/pair.rig --check");
is($unchanged, 0, 'the formatter knows laws') or diag($formatted);
my ($imported) = says("$rigidc check $laws/library.rig");
is($imported, '', 'the library checks without a word');
spew("$scratch/rule.rig", "model m\ninclude \"laws.rig\"\nbody b on world { joint b : free; mass 1 kg; inertia diag(1, 1, 1) }\nuse buoyancy(1e-3 m^3) as lift on b\n");
says("$rigidc compile $scratch/rule.rig -MD -o $scratch/rule.h");
unlike(slurp("$scratch/rule.h.d"), qr/laws\.rig/, 'the rule for make has no file of the language');
spew("$scratch/laws.rig", "const mine = 1\n");
my ($own) = says("$rigidc check $scratch/rule.rig");
like($own, qr/buoyancy/, 'a file of this name comes first');
done_testing();
