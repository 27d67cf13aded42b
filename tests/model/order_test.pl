#!/usr/bin/perl
# `order` permutes what callers see and changes nothing else: every function gives the same bits under the same names, and takes
# the same operations. States are drawn at random; RIGIDC_SEED gives others.
use strict;
use warnings;
use File::Temp 'tempdir';
use Test::More;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $cc = $ENV{CC} // 'cc';
my $seed = $ENV{RIGIDC_SEED} // 1;
my $dir = tempdir(CLEANUP => 1);
srand $seed;
note "seed $seed";

# Limbs that are alike, one of them mirrored; and all kinds of joints, with what they carry.
my %model = (
	limbs => <<'END',
model limbs
part leg(fore) {
  body upper on root at (fore * 20 cm, 8 cm, 0) {
    joint hip : revolute(y) { limits (-90, 90) deg; armature 2 g m^2 }
    mass 150 g; com (0, 2, -80) mm; inertia diag(4, 4, 0.3) kg cm^2
  }
  body lower on upper at (0, 0, -160 mm) {
    joint knee : revolute(y) { damping 0.1 }
    mass 30 g; com (0, 0, -80 mm); inertia diag(1.2, 1.2, 0.02) kg cm^2
  }
  frame foot on lower at (0, 0, -160 mm)
}
body trunk on world { joint base : free; mass 2 kg; com (10, 0, 3) mm; inertia diag(6, 19, 25) g m^2 }
use leg(+1) as FL on trunk
use leg(+1) as FR on trunk mirror y
use leg(-1) as HL on trunk
use leg(-1) as HR on trunk mirror y
frame tool on HR.foot at (1, 2, 3) cm
pose crouched { FL.knee = 1 rad; FR.hip = 0.5 rad; base = (1, 2, 3, 0.6, 0, 0, 0.8) }
END
	kinds => <<'END',
model kinds
param payload = 2 kg
body cart on world { joint slide : prismatic(x) { limits (-1, 2) m; friction 3 N at 0.1 m/s }; mass 3 kg }
body ball on cart at (0, 0, 0.3) { joint neck : spherical; mass payload; com (0, 0, 0.1); inertia diag(0.2, 0.1, 0.15) }
body wheel on ball at (0.1, 0, 0) { joint spin : revolute(y) = 0.5 * sin(slide * 2 / 1 m) + turn; mass 1 kg; com (0.1, 0, 0) }
body plate on cart at (0, 1, 0) { joint desk : planar { damping (1, 2, 3) }; mass 4 kg; inertia diag(0.3, 0.4, 0.5) }
body arm on plate at (0.2, 0, 0.1) { joint turn : revolute(z) { spring 5 at 0.3 rad }; mass 1 kg; com (0.3, 0, 0); inertia diag(0.1, 0.1, 0.1) }
body hand on arm at (0.4, 0, 0) { joint wrist : universal { passive (-2 N m * a, -1 N m s * b * bd) }; mass 0.5 kg; inertia diag(0.01, 0.02, 0.03) }
body tip on hand at (0, 0, 0.1) { joint : fixed { sensor }; mass 0.1 kg }
frame tool on tip at (1, 2, 3) cm
wrench push on tip
strut gas between tool and world { spring 20 N/m at 0.5 m; damping 3 N s/m }
tendon cord over plate, hand, wheel, world { force -3 N }
pose ready { wrist = (0.3, 0.4); turn = 1 rad; neck = (0, 0.6, 0, 0.8) }
END
);
my %order = (limbs => 'HR.knee, FL.hip, FL.knee, base, HL.hip', kinds => 'wrist, turn, desk, neck, slide');

# The coordinates and velocities of each, and the bodies that have parameters.
my @legs = map { my $leg = $_; map { "$leg.$_" } 'hip', 'knee' } qw(FL FR HL HR);
my @base = map { "base.$_" } qw(x y z qx qy qz qw);
my %q = (limbs => [@base, @legs],
	kinds => ['slide', (map { "neck.$_" } qw(qx qy qz qw)), (map { "desk.$_" } qw(x y theta)), 'turn', 'wrist.a', 'wrist.b']);
my %v = (limbs => [(map { "base.$_" } qw(vx vy vz wx wy wz)), @legs],
	kinds => ['slide', (map { "neck.$_" } qw(wx wy wz)), (map { "desk.$_" } qw(x y theta)), 'turn', 'wrist.a', 'wrist.b']);
my %bodies = (limbs => ['trunk', map { my $leg = $_; map { "$leg.$_" } 'upper', 'lower' } qw(FL FR HL HR)],
	kinds => [qw(cart ball wheel plate arm hand)]);

sub put
{
	my ($name, $text) = @_;
	open my $file, '>', "$dir/$name" or die "$name: $!\n";
	print $file $text;
	close $file;
}

# Columns by name, which both models take in their own order.
sub states
{
	my ($model) = @_;
	my @pi = map { my $body = $_; map { "pi.$body.$_" } qw(m mcx mcy mcz Ixx Ixy Iyy Ixz Iyz Izz) } @{$bodies{$model}};
	my @v = map { my $array = $_; map { "$array.$_" } @{$v{$model}} } qw(qd qdd tau);
	my @names = ((map { "q.$_" } @{$q{$model}}), @v, @pi, map { "f_ext.push.$_" } qw(fx fy fz nx ny nz));
	my $text = join(',', @names) . "\n";
	for (1 .. 5) {
		my @x = map { 2 * rand() - 1 } @names;
		my @turn = grep { $names[$_] =~ /^q\..*\.q[xyzw]$/ } 0 .. $#names;
		my $length = 0;
		$length += $x[$_]**2 for @turn;
		$x[$_] /= sqrt $length for @turn;
		$text .= join(',', map { sprintf '%.17g', $_ } @x) . "\n";
	}
	return $text;
}

sub run
{
	my $out = `$_[0] 2>&1`;
	die "$_[0]\n$out" if $?;
	return $out;
}

# By rows, what is there under each name. Of a packed matrix it is the one entry or its mirror image.
sub rows
{
	my ($head, @rows) = split /\n/, $_[0];
	my @names = split /,/, $head;
	return map { my @x = split /,/; my %row; @row{@names} = @x; \%row } @rows;
}

sub at
{
	my ($row, $name, $joints) = @_;
	return $row->{$name} if exists $row->{$name};
	my ($matrix, $pair) = $name =~ /^(\w+)\.(.*)$/;
	for (@$joints) {
		return $row->{"$matrix.$1.$_"} if $pair =~ /^\Q$_\E\.(.*)$/ && exists $row->{"$matrix.$1.$_"};
	}
	return 'nothing';
}

my @functions = qw(rnea crba bias gravity coriolis fd minv fk:tool jac:tool jac_local:tool vel:tool acc:tool drift:tool reaction energy
	com momentum jcom cmm rnea_derivatives fd_derivatives regressor base_regressor base_parameters param_jacobian both=crba+bias);

for my $model (sort keys %model) {
	put("$model.rig", $model{$model});
	put("ordered_$model.rig", "$model{$model}order $order{$model}\n");
	put("$model.csv", states($model));
	for my $function (@functions) {
		for my $options ('', '-O0 --matrix=packed', '--jit=none') {
			next if $options && $function !~ /^(rnea|crba|minv|fd_derivatives|base_regressor|both.*)$/;
			next if $model eq 'limbs' && $function eq 'param_jacobian';
			my @out = map { [rows(run("$rigidc eval $dir/$_$model.rig -f '$function' $options -W no-extra-column --header <$dir/$model.csv"))] } '', 'ordered_';
			my @off;
			for my $i (0 .. $#{$out[0]}) {
				push @off, grep { at($out[1][$i], $_, $v{$model}) ne $out[0][$i]{$_} } sort keys %{$out[0][$i]};
			}
			ok(@{$out[0]} == 5 && @{$out[1]} == 5 && !@off, "$model: $function $options") or diag(scalar @{$out[0]}, " differ: @off");
		}
	}
}

# As many operations and temporaries, and as much alive.
sub counts
{
	my ($model, $options) = @_;
	my ($table) = run("$rigidc info $dir/$model.rig -f rnea,crba,fd,coriolis,jac:tool $options") =~ /^(function .*)/ms;
	return $table;
}
for my $model (sort keys %model) {
	is(counts("ordered_$model", $_), counts($model, $_), "$model: counts $_") for '', '--matrix=packed-sparse --search=none', '--sincos=given -O1';
}

# What the compiler writes agrees with the evaluator, and where things are is said alike.
my $c = 'rnea,crba,minv,jac:tool';
my $tcc = (grep { -x "$_/tcc" } split /:/, $ENV{PATH}) ? 'tcc' : "$cc -O0"; # where there are no lanes
for my $options ('', '--size=on', '--lanes=4', '--matrix=packed', '--matrix=sparse --zeros=once', '--sincos=given -O1', '--real=float --lanes=2') {
	for my $model (sort keys %model) {
		next if $model eq 'kinds' && $options =~ /lanes|given/; # nothing alike, and sines of its own
		run("$rigidc compile $dir/ordered_$model.rig -f $c --search=none $options -o $dir/$model.h --self-test");
		put("$model.c", "#include \"${model}_test.h\"\nint main(void) { return ${model}_self_test() != 0; }\n");
		my $compiler = $options eq '' || $options =~ /lanes/ ? "$cc -O1" : $tcc;
		run("$compiler -std=c99 -o $dir/$model $dir/$model.c -lm");
		is(system("$dir/$model"), 0, "$model: C $options");
	}
}

my $header = run("$rigidc compile $dir/ordered_kinds.rig");
my %place = $header =~ /KINDS_([QV]_\w+) = (\d+)/g;
is("@place{qw(Q_wrist_a Q_turn Q_desk_x Q_neck_qx Q_slide V_neck_wx V_slide)}", '0 2 3 6 10 6 9', 'of the header');
like($header, qr/LIMIT_LOWER \{ (-HUGE_VAL, ){10}-1\.0 \}/, 'limits');
like($header, qr/LIMIT_UPPER \{ (HUGE_VAL, ){10}2\.0 \}/, 'on both sides');
like($header, qr/POSE_ready \{ 0\.3\d*, 0\.4\d*, 1\.0, 0\.0, 0\.0, 0\.0, 0\.0, 0\.6\d*, 0\.0, 0\.8\d*, 0\.0 \}/, 'poses');
isnt(($header =~ /KINDS_HASH (\w+)/)[0], (run("$rigidc compile $dir/kinds.rig") =~ /KINDS_HASH (\w+)/)[0], 'another hash');

# A held joint has no coordinates, wherever it is named.
my $held = run("$rigidc compile $dir/ordered_kinds.rig --lock turn=0.2");
like($held, qr/KINDS_Q_wrist_b = 1,.*KINDS_Q_desk_x = 2,/s, 'beside a held joint');

# The names that it would take are as free as they were.
put('names.rig', "model names\nconst order = 2 kg\nbody order on world { joint order : revolute(z); mass order; com (1, 0, 0) }\n" .
	"frame f on order\npose p { order = 1 rad }\norder order\n");
like(run("$rigidc compile $dir/names.rig"), qr/NAMES_Q_order = 0/, 'a joint, a body and a constant of that name');

done_testing;
