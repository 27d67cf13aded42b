#!/usr/bin/perl
# Added mass: against the equations of Lagrange for chains, by differences of order 8 of an energy that is made of Jacobians here; against
# Kirchhoff's equations as a law; free bodies against chains of six joints; derivatives against differences; what is refused.
#
#   RIGIDC_SEED=s   of the models and states (1); printed
use strict;
use warnings;
use lib 'tests';
use List::Util qw(max sum);
use Test::More;
use Evaluated;
use Shell;

# A random positive definite block of 6 x 6, L L^T, and its statement.
sub added_mass
{
	my @L = map { my $i = $_; [ map { $_ > $i ? 0 : $_ == $i ? 1 + rand() : (2 * rand() - 1) * 0.5 } 0 .. 5 ] } 0 .. 5;
	my @A = map { my $i = $_; [ map { my $j = $_; 0 + sprintf '%.6f', sum(map { $L[$i][$_] * $L[$j][$_] } 0 .. 5) } 0 .. 5 ] } 0 .. 5;
	my $block = sub { my ($r, $c) = @_; '[' . join('; ', map { my $i = $_; join ', ', map { $A[ $r + $i ][ $c + $_ ] } 0 .. 2 } 0 .. 2) . ']' };
	return (\@A, 'added ' . $block->(0, 0) . ' kg, ' . $block->(0, 3) . ' kg m, ' . $block->(3, 3) . ' kg m^2');
}

sub times_A { my ($A, @v) = @_; return map { my $row = $A->[$_]; sum(map { $row->[$_] * $v[$_] } 0 .. 5) } 0 .. 5 }

# J^T A J of Jacobians by rows, 6 x nv
sub inertia_of
{
	my ($A, $nv, @J) = @_;
	my @F = map { my $v = $_; [ times_A($A, map { $J[ $_ * $nv + $v ] } 0 .. 5) ] } 0 .. $nv - 1;
	return map { my $a = $_; map { my $b = $_; sum(map { $J[ $_ * $nv + $a ] * $F[$b][$_] } 0 .. 5) } 0 .. $nv - 1 } 0 .. $nv - 1;
}

my @order8 = (4 / 5, -1 / 5, 4 / 105, -1 / 280);

# --- a chain ---

my ($A, $first) = added_mass();
my ($B, $second) = added_mass();
my $written = <<"END";
model chain
body a on world at (0.1, 0.2, 0.3) { joint a : revolute((0.36, 0.48, 0.8)); mass 2 kg; com (0.1, 0, 0.2); inertia diag(0.1, 0.12, 0.15) kg m^2; $first }
body slide on a at (0, 0.4, 0.1), rx(0.3) { joint push : prismatic(x); mass 1 kg; inertia diag(0.1, 0.1, 0.1) kg m^2 }
body c on slide at (0.2, 0, 0), ry(-0.4) { joint c : universal; mass 1.5 kg; com (0, 0.1, 0); inertia diag(0.1, 0.12, 0.15) kg m^2 }
body fin on c at (0, 0.1, 0.2), rz(0.5) { joint : fixed; $second }
END
my $chain = spew("$scratch/chain.rig", $written);
my $bare = spew("$scratch/bare.rig", $written =~ s/; added.*(?= \})//gmr);
my ($nv, $h) = (4, 0.02);
my @q = random_numbers($nv, 1);
my @qd = random_numbers($nv, 1);
my @qdd = random_numbers($nv, 1);

# M of the fluid at states, by Jacobians of the bodies
sub fluid_inertias
{
	my @states = @_;
	my @of = map { my $frame = $_; [ results($bare, "jac_local:$frame", '', @states) ] } qw(a fin);
	return map { my $k = $_; my @M = inertia_of($A, $nv, @{ $of[0][$k] }); my @N = inertia_of($B, $nv, @{ $of[1][$k] }); [ map { $M[$_] + $N[$_] } 0 .. $#M ] } 0 .. $#states;
}
my ($M) = fluid_inertias(\@q);
my @with = result($chain, 'crba', '', \@q);
my @without = result($bare, 'crba', '', \@q);
near([ map { $with[$_] - $without[$_] } 0 .. $#with ], $M, 1e-13, 'M gains J^T A J');
my @energy = map { (result($_, 'energy', '', [ @q, @qd ]))[0] } $chain, $bare;
near([ $energy[0] - $energy[1] ], [ sum(map { my $a = $_; map { 0.5 * $qd[$a] * $M->[ $a * $nv + $_ ] * $qd[$_] } 0 .. $nv - 1 } 0 .. $nv - 1) ], 1e-12, 'kinetic energy');
# tau = M qdd + dM/dt qd - d(qd^T M qd / 2)/dq
my @slope;
for my $v (0 .. $nv - 1) {
	my @at = fluid_inertias(map { my $k = $_; map { my $step = $_ * $k * $h; [ map { $q[$_] + ($_ == $v ? $step : 0) } 0 .. $nv - 1 ] } 1, -1 } 1 .. 4);
	$slope[$v] = [ map { my $i = $_; sum(map { $order8[$_] * ($at[ 2 * $_ ][$i] - $at[ 2 * $_ + 1 ][$i]) } 0 .. 3) / $h } 0 .. $nv * $nv - 1 ];
}
my @wanted = map { my $a = $_;
	sum(map { my $b = $_; $M->[ $a * $nv + $b ] * $qdd[$b] + sum(map { $slope[$_][ $a * $nv + $b ] * $qd[$_] } 0 .. $nv - 1) * $qd[$b] } 0 .. $nv - 1)
	- 0.5 * sum(map { my $b = $_; map { $qd[$b] * $slope[$a][ $b * $nv + $_ ] * $qd[$_] } 0 .. $nv - 1 } 0 .. $nv - 1) } 0 .. $nv - 1;
my @tau = result($chain, 'rnea', '', [ @q, @qd, @qdd ]);
my @dry = result($bare, 'rnea', '', [ @q, @qd, @qdd ]);
near([ map { $tau[$_] - $dry[$_] } 0 .. $nv - 1 ], \@wanted, 1e-9, 'inverse dynamics are those of Lagrange');
near([ result($chain, 'gravity', '', \@q) ], [ result($bare, 'gravity', '', \@q) ], 1e-13, 'added mass has no weight');
near([ result($chain, 'fd', '', [ @q, @qd, @tau ]) ], \@qdd, 1e-11, 'fd inverts rnea');
my @C = result($chain, 'coriolis', '', [ @q, @qd ]);
my @h = result($chain, 'bias', '', [ @q, @qd ]);
my @g = result($chain, 'gravity', '', \@q);
near([ map { my $r = $_; sum(map { $C[ $r * $nv + $_ ] * $qd[$_] } 0 .. $nv - 1) } 0 .. $nv - 1 ], [ map { $h[$_] - $g[$_] } 0 .. $nv - 1 ], 1e-12, 'C qd = h - g');
{
	my @dry_C = result($bare, 'coriolis', '', [ @q, @qd ]);
	my @rate = map { my $i = $_; sum(map { $slope[$_][$i] * $qd[$_] } 0 .. $nv - 1) } 0 .. $nv * $nv - 1;
	near([ map { my $r = $_; map { $C[ $r * $nv + $_ ] + $C[ $_ * $nv + $r ] - $dry_C[ $r * $nv + $_ ] - $dry_C[ $_ * $nv + $r ] } 0 .. $nv - 1 } 0 .. $nv - 1 ], \@rate, 1e-9, 'C + C^T is the rate of M');
	my @christoffel = map { my $a = $_; map { my $b = $_; 0.5 * sum(map { ($slope[$_][ $a * $nv + $b ] + $slope[$b][ $a * $nv + $_ ] - $slope[$a][ $b * $nv + $_ ]) * $qd[$_] } 0 .. $nv - 1) } 0 .. $nv - 1 } 0 .. $nv - 1;
	near([ map { $C[$_] - $dry_C[$_] } 0 .. $#C ], \@christoffel, 1e-9, 'C is that of Christoffel symbols');
}
my @through = result($chain, 'reaction', '', [ @q, @qd, @qdd ]);
my ($sum, $axis) = (0, [ 0.36, 0.48, 0.8 ]);
near([ sum(map { $axis->[$_] * $through[ 3 + $_ ] } 0 .. 2) ], [ $tau[0] ], 1e-12, 'reaction: the moment about a hinge is tau');

# --- derivatives against differences of order 8 ---

sub slopes_of
{
	my ($model, $function, $at, @x) = @_;
	my @found = results($model, $function, '', map { my $k = $_; map { my $step = $_ * $k * $h; [ map { $x[$_] + ($_ == $at ? $step : 0) } 0 .. $#x ] } 1, -1 } 1 .. 4);
	return [ map { my $i = $_; sum(map { $order8[$_] * ($found[ 2 * $_ ][$i] - $found[ 2 * $_ + 1 ][$i]) } 0 .. 3) / $h } 0 .. $#{ $found[0] } ];
}
for ([ 'rnea', 'rnea_derivatives', @qdd ], [ 'fd', 'fd_derivatives', @tau ]) {
	my ($function, $derivatives, @third) = @$_;
	my @x = (@q, @qd, @third);
	my @by = map { slopes_of($chain, $function, $_, @x) } 0 .. 2 * $nv - 1;
	my @slopes = result($chain, $derivatives, '', \@x);
	near([ splice @slopes, 0, $nv * $nv ], [ map { my $r = $_; map { $by[$_][$r] } 0 .. $nv - 1 } 0 .. $nv - 1 ], 1e-8, "$derivatives by q");
	near([ splice @slopes, 0, $nv * $nv ], [ map { my $r = $_; map { $by[ $nv + $_ ][$r] } 0 .. $nv - 1 } 0 .. $nv - 1 ], 1e-8, "$derivatives by qd");
}

# --- a free body is a chain of six joints; a vehicle by Kirchhoff's equations as a law ---

my ($D, $whole) = added_mass();
my $hull = "mass 3 kg; com (0.1, 0.05, -0.1); inertia diag(0.1, 0.12, 0.15) kg m^2; $whole";
my $free = spew("$scratch/free.rig", "model free\nbody hull on world { joint base : free; $hull }\n");
my $six = spew("$scratch/six.rig", "model six\nbody cx on world { joint x1 : prismatic(x) }\nbody cy on cx { joint y1 : prismatic(y) }\nbody cz on cy { joint z1 : prismatic(z) }\n"
	. "body rx on cz { joint a1 : revolute(x) }\nbody ry on rx { joint a2 : revolute(y) }\nbody hull on ry { joint a3 : revolute(z); $hull }\n");
{
	my @x = random_numbers(6, 1);
	my @xd = random_numbers(6, 1);
	my @pose = result($six, 'fk:hull', '', \@x);
	my @R = @pose[ 0 .. 8 ];
	my @world = result($six, 'vel:hull', '', [ @x, @xd ]);
	my $w = sqrt(1 + $R[0] + $R[4] + $R[8]) / 2;
	my @quaternion = (($R[7] - $R[5]) / (4 * $w), ($R[2] - $R[6]) / (4 * $w), ($R[3] - $R[1]) / (4 * $w), $w);
	my @body = map { my $part = 3 * $_; map { my $k = $_; sum(map { $R[ 3 * $_ + $k ] * $world[ $part + $_ ] } 0 .. 2) } 0 .. 2 } 0, 1;
	my @state = (@pose[ 9 .. 11 ], @quaternion, @body);
	my @a6 = result($six, 'fd', '', [ @x, @xd, (0) x 6 ]);
	my @a1 = result($free, 'fd', '', [ @state, (0) x 6 ]);
	near([ result($free, 'acc:hull', '', [ @state, @a1 ]) ], [ result($six, 'acc:hull', '', [ @x, @xd, @a6 ]) ], 1e-11, 'a free body is a chain of six joints');
	near([ result($free, 'momentum', '', \@state) ], [ result($six, 'momentum', '', [ @x, @xd ]) ], 1e-12, 'momentum');
	my @matrix = result($six, 'cmm', '', \@x);
	near([ map { my $r = $_; sum(map { $matrix[ 6 * $r + $_ ] * $xd[$_] } 0 .. 5) } 0 .. 5 ], [ result($six, 'momentum', '', [ @x, @xd ]) ], 1e-12, 'cmm qd is the momentum');
	my @along = results($six, 'momentum', '', map { my $k = $_; map { my $t = $_ * $k * $h; [ (map { $x[$_] + $t * $xd[$_] } 0 .. 5), @xd ] } 1, -1 } 1 .. 4);
	my @drift = map { my $i = $_; sum(map { $order8[$_] * ($along[ 2 * $_ ][$i] - $along[ 2 * $_ + 1 ][$i]) } 0 .. 3) / $h } 0 .. 5;
	near([ result($six, 'cmm_drift', '', [ @x, @xd ]) ], \@drift, 1e-8, 'cmm_drift is its rate');
	near([ result($six, 'jcom', '', \@x) ], [ result(spew("$scratch/dry.rig", slurp($six) =~ s/; added.*(?= \})//gmr), 'jcom', '', \@x) ], 1e-13, 'the centre of mass is that of bodies');
	my $still = spew("$scratch/still.rig", slurp($free) =~ s/^model.*\n/model free\ngravity (0, 0, 0)\n/r);
	my @motion = split /\n/, `$rigidc sim $still --time 1 --dt 1 --q '0.1 0.2 0.3 0 0 0 1' --qd '1 0.5 -0.3 0.2 0.8 -0.5' 2>/dev/null`;
	my @ends = map { [ (split /,/)[ 1 .. 13 ] ] } @motion[ 1, 2 ];
	my @p = map { [ (result($still, 'momentum', '', $_))[ 0 .. 2 ] ] } @ends;
	near($p[1], $p[0], 1e-9, 'without forces the linear momentum of body and fluid stays');
	my @T = map { (result($still, 'energy', '', $_))[0] } @ends;
	near([ $T[1] ], [ $T[0] ], 1e-10, 'and the energy');
}
my $shape = 'mass 30.5 kg; com (0, 0, -0.02); inertia diag(0.18, 3.45, 3.45) kg m^2';
my $auv = spew("$scratch/auv.rig", "model auv\nbody hull on world { joint base : free; $shape; added diag(0.93, 35.5, 35.5) kg, [0, 0, 0; 0, 0, -1.93; 0, 1.93, 0] kg m, diag(0.07, 4.88, 4.88) kg m^2 }\n");
my $law = spew("$scratch/law.rig", <<"END");
model law
function swell(v, w) = (0.93 kg * v.x, 35.5 kg * v.y, 35.5 kg * v.z)
function whirl(v, w) = (0.07 kg m^2 * w.x, 4.88 kg m^2 * w.y, 4.88 kg m^2 * w.z)
body hull on world { joint base : free { armature (0.93, 35.5, 35.5, 0.07, 4.88, 4.88) }; $shape }
wrench fluid on hull { force -cross(w, swell(v, w)); moment -cross(w, whirl(v, w)) - cross(v, swell(v, w)) }
END
my $plain = spew("$scratch/plain.rig", slurp($auv) =~ s/\[0.*?\] kg m/0/r);
my @state = (random_numbers(3, 1), unit(random_numbers(4, 1)), random_numbers(6, 1), random_numbers(6, 10));
near([ result($plain, $_, '', \@state) ], [ result($law, $_, '', \@state) ], 1e-12, "Kirchhoff's equations: $_") for qw(rnea fd rnea_derivatives fd_derivatives);
for my $name ([ auv => $auv, @state ], [ chain => $chain, @q, @qd, @tau ]) {
	my ($what, $model, @x) = @$name;
	my $third = $what eq 'auv' ? 6 : $nv;
	my @of = map { join ' ', result($model, 'all=rnea+fd+fd_derivatives+crba+energy', "--jit=$_", [ @x, @x[ -$third .. -1 ] ]) } qw(none tcc cc);
	is($of[1], $of[0], "$what: libtcc is the evaluator");
	is($of[2], $of[0], "$what: the C compiler is the evaluator");
}
my %most = (rnea => 154, fd => 161, fd_derivatives => 255);
for my $function (sort keys %most) {
	my ($mul, $add) = `$rigidc info $auv -f $function 2>/dev/null` =~ /^$function +(\d+) +(\d+)/m;
	ok($mul + $add <= $most{$function}, "auv $function takes at most $most{$function} operations, without drag and fins") or diag($mul + $add);
}

# --- with contacts ---

my $standing = spew("$scratch/hull.rig", <<"END");
model hull
body hull on world { joint base : free; mass 3 kg; com (0.02, 0.01, -0.03); inertia diag(10, 20, 25) g m^2; $first; frame heel at (0.2, 0.1, -0.1) }
body arm on hull at (0.1, 0, 0.05) { joint elbow : revolute((1, 2, 2)); mass 1 kg; com (0.05, 0.02, -0.1); inertia diag(5, 4, 3) g m^2; $second; frame tip at (0.1, 0, -0.3) }
contact foot on heel { restitution 0.3 }
contact hand : slide on tip
phase stand = foot, hand
END
for my $options ('--search=none', '--search=quick') {
	my ($nv, $rows) = (7, 4);
	my @q = (random_numbers(3, 1), unit(random_numbers(4, 1)), random_numbers(1, 1));
	my (@qd, @tau) = random_numbers($nv, 1);
	@tau = random_numbers($nv, 1);
	my @M = result($standing, 'crba', $options, \@q);
	my @h = result($standing, 'bias', $options, [ @q, @qd ]);
	my @J = result($standing, 'jac:stand', $options, \@q);
	my @d = result($standing, 'drift:stand', $options, [ @q, @qd ]);
	my $through = sub { my ($A, $columns, @x) = @_; return map { my $i = $_; sum(map { $A->[ $i * $columns + $_ ] * $x[$_] } 0 .. $#x) } 0 .. @$A / $columns - 1 };
	my $pulled = sub { my @f = @_; return map { my $v = $_; sum(map { $J[ $_ * $nv + $v ] * $f[$_] } 0 .. $rows - 1) } 0 .. $nv - 1 };
	my @qdd = result($standing, 'fd:stand', $options, [ @q, @qd, @tau ]);
	my @lambda = result($standing, 'lambda:stand', $options, [ @q, @qd, @tau ]);
	my @force = $pulled->(@lambda);
	my @inertia = $through->(\@M, $nv, @qdd);
	near([ map { $inertia[$_] + $h[$_] - $force[$_] } 0 .. $nv - 1 ], \@tau, 1e-12, "contacts, $options: M qdd + h = tau + J^T lambda");
	near([ $through->(\@J, $nv, @qdd) ], [ map { -$_ } @d ], 1e-12, '  J qdd = -d');
	my @hit = result($standing, 'impact:stand', $options, [ @q, @qd ]);
	my @change = map { $hit[$_] - $qd[$_] } 0 .. $nv - 1;
	near([ $through->(\@M, $nv, @change) ], [ $pulled->(@hit[ $nv .. $#hit ]) ], 1e-12, '  M (qd+ - qd) = J^T impulse');
	near([ result($standing, 'rnea:stand', $options, [ @q, @qd, @qdd, @lambda ]) ], \@tau, 1e-12, '  rnea with the forces');
}

# --- a mirror image; words ---

for my $axis (qw(x y z)) {
	my $part = "part fin { body plate on root { joint j : revolute((0.3, 0.5, 0.8)); mass 1 kg; com (0.1, 0.2, 0.3); inertia diag(0.1, 0.12, 0.15); $whole }\n"
		. "body tip on plate at (0.3, 0.2, -0.1), rpy(0.4, 0.2, 1) { joint k : prismatic((0.2, -0.6, 0.7)); mass 0.5 kg; $whole } }";
	my ($m, $p) = map { spew("$scratch/$_.rig", "model m\ngravity (0, 0, 0)\n$part\nuse fin as a on world" . ($_ eq 'image' ? " mirror $axis" : '') . "\n") } qw(image plain_part);
	my @x = random_numbers(6, 1);
	near([ result($m, 'rnea', '', \@x) ], [ result($p, 'rnea', '', \@x) ], 1e-12, "the mirror image in $axis moves alike");
}
for ([ 'added diag(1, 2, -3) kg', 'not positive semidefinite' ], [ 'added diag(1, 1, 1) kg, 2 * diag(1, 1, 1) kg m, diag(1, 1, 1) kg m^2', 'not positive semidefinite' ],
     [ 'added [1, 2, 0; 0, 1, 0; 0, 0, 1] kg', 'differ' ], [ 'added diag(1, 1, 1) kg, 0', 'one matrix or three' ], [ 'added diag(1, 1, 1) m', 'belongs here|mass' ], [ 'com (0, 0, 0) m, 1 m', "found ','" ]) {
	my ($line, $said) = @$_;
	like((says("$rigidc check " . spew("$scratch/said.rig", "model m\nbody b on world { joint : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2; $line }\n")))[0], qr/$said/, "said: $line");
}
my ($block) = added_mass();
my @letters = qw(x y z p q r);
my $entries = join '', map { my $i = $_; map { "<$letters[$i]$letters[$_]>$block->[$i][$_]</$letters[$i]$letters[$_]>" } $i .. 5 } 0 .. 5;
my $sdf = spew("$scratch/fluid.sdf", qq(<sdf version="1.11"><model name="t"><link name="a"><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia><fluid_added_mass>$entries</fluid_added_mass></inertial></link></model></sdf>\n));
my ($imported) = says("$rigidc import $sdf -o $scratch/fluid.rig");
is($imported, '', 'SDFormat: no message') or diag($imported);
my @blocks = result("$scratch/fluid.rig", 'crba', '', [ (0) x 6, 1 ]);
my @body = (2, 2, 2, 1, 1, 1);
near(\@blocks, [ map { my $i = $_; map { $block->[$i][$_] + ($i == $_ ? $body[$i] : 0) } 0 .. 5 } 0 .. 5 ], 1e-13, 'SDFormat: fluid_added_mass');
my ($exported, $lost) = says("$rigidc export $auv --to=sdf -o $scratch/out.sdf");
like($exported, qr/added mass, like that of 'hull' \[export-lost\]/, 'no format has it in an export');
my ($formatted) = says("$rigidc fmt --check $auv");
is($formatted, '', 'the formatter') or diag($formatted);
my ($hash) = `$rigidc compile $auv -f rnea` =~ /AUV_HASH (\w+)/;
my ($other) = `$rigidc compile $plain -f rnea` =~ /AUV_HASH (\w+)/;
isnt($other, $hash, 'another added mass is another hash');
done_testing();
