#!/usr/bin/perl
# Contacts and phases of the checked model. A contact is where a frame with the same placement is, in parts, loops and mirror images
# too; the axis of a line is that of a joint; rows have the names and vectors of their kinds. Options add the same as statements. What
# has no contacts has the hash that it had.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;

sub model { return spew("$scratch/model.rig", "model t\n$_[0]") }

# The checked model as text, with the options.
sub dump_of
{
	my ($text, $options) = @_;
	my ($said, $code) = says("$rigidc compile " . model($text) . " -f energy -W no-axis-length --dump=check " . ($options // '') . " 2>$scratch/err");
	BAIL_OUT($text . slurp("$scratch/err")) if $code;
	return $said;
}

# By its name the lines of a contact, frame or joint.
sub block
{
	my ($dump, $head) = @_;
	my ($lines) = $dump =~ /^\Q$head\E.*\n((?:  .*\n)*)/m or return "no $head";
	return $lines;
}

sub info
{
	my ($text, $options) = @_;
	my ($said, $code) = says("$rigidc info --json " . model($text) . " -f energy -W no-axis-length " . ($options // '') . " 2>$scratch/err");
	BAIL_OUT($text . slurp("$scratch/err")) if $code;
	return decode_json($said);
}

my $trunk = "body trunk on world at (1, 2, 3) { joint float : free; mass 5 kg; inertia diag(1, 1, 1) kg m^2 }\n";

# --- the place of a contact is that of a frame ---

my $leg = <<'RIG';
part leg(k: m) {
  body hip on root at (0.1, 0.2, 0.3), rx(10 deg) { joint ball : spherical; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
  body shank on hip at (0, 0, -0.3), rz(20 deg) { joint knee : revolute(x + 2 * y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
  body shoe on shank at (0.01, 0.02, 0.03), ry(5 deg) { joint : fixed }
  frame tip on shank at (0.1, -0.2, k), rpy(0.1, 0.2, 0.3)
  PLACED
}
use leg(0.5 m) as L on trunk at (0, 1, 0), rz(90 deg)
use leg(0.5 m) as R on trunk at (0, 1, 0), rz(90 deg) mirror y
part both { use leg(0.1 m) as A on root mirror x }
use both as M on R.shank at (0, 0, -1) mirror z
RIG
my @on = ('root', 'hip', 'shank', 'shoe', 'tip');
my @placed = map { ("frame f_$_ on $_ at (1, 2, 3), rpy(1, 2, 0.5)", "contact c_$_ on $_ at (1, 2, 3), rpy(1, 2, 0.5)",
                    "frame g_$_ on $_", "contact d_$_ on $_") } @on;
my $dump = dump_of($trunk . $leg =~ s/PLACED/join "\n  ", @placed/er);
for my $use ('L', 'R', 'M.A') {
	for my $on (@on) {
		for (['f', 'c'], ['g', 'd']) {
			my ($frame, $contact) = @$_;
			my @wanted = grep { /^  at/ } split /^/, block($dump, "frame $use.${frame}_$on on");
			my $held = block($dump, "contact $use.${contact}_$on on");
			my @found = $held =~ /A force/ ? grep { /^  at/ } split /^/, $held : $held;
			@wanted = () if join('', @wanted) eq "  at.R 1 0 0 0 1 0 0 0 1\n  at.p 0 0 0\n";
			is("@found", "@wanted", "$use: contact ${contact}_$on is where the frame is");
		}
	}
}

# --- the axis of a line is the axis of a joint there ---

sub cross { my ($a, $b) = @_; return map { my ($i, $j) = (($_ + 1) % 3, ($_ + 2) % 3); $a->[$i] * $b->[$j] - $a->[$j] * $b->[$i] } 0 .. 2 }
for my $mirror ('', ' mirror x', ' mirror y', ' mirror z') {
	for my $axis ('x', '-z', '(1, 2, 3)', '(1, 2, -3)') {
		my $text = $trunk . "part p { body b on root { joint j : revolute($axis); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }; " .
		           "contact c : line($axis) on b }\nuse p as P on trunk$mirror\n";
		my $said = dump_of($text);
		my ($n) = block($said, 'body P.b on') =~ /about or along (.*)/;
		my @n = split ' ', $n // '';
		my @rows = map { [ split ' ' ] } block($said, 'contact P.c : line') =~ /B moment (.*)/g;
		my @turned = @rows == 2 ? cross(@rows) : (0, 0, 0);
		my $same = 1;
		$same &&= abs($turned[$_] - $n[$_]) < 1e-15 || $axis !~ /,/ for 0 .. 2;
		ok(@rows == 2 && $same, "line($axis)$mirror: two moments, and slanting axes turn into it");
		my $along = abs($rows[0][0] * $n[0] + $rows[0][1] * $n[1] + $rows[0][2] * $n[2]) +
		            abs($rows[1][0] * $n[0] + $rows[1][1] * $n[1] + $rows[1][2] * $n[2]);
		cmp_ok($along, '<', 1e-15, "  square to the axis of the joint");
	}
}

# --- the ground ---

my $slope = "body plinth on world at (1, 0, 0) { joint : fixed; frame ramp at (0, 1, 0), rpy(0, 12 deg, 0) }\n" .
            "frame top on plinth at (0, 1, 0), rpy(0, 12 deg, 0)\nframe same on world at (1, 1, 0), rpy(0, 12 deg, 0)\n";
my %ground = map { $_ => join '', grep { /^  ground/ } split /^/, block(dump_of("$trunk${slope}contact c on trunk { ground $_ }\n"), 'contact c') }
             qw(ramp top same world);
is($ground{world}, '', 'the world needs no placement');
like($ground{same}, qr/ground\.p 1 1 0$/m, 'a frame of the world has its own');
is($ground{$_}, $ground{same}, "$_ on a body that does not move has that in the world") for qw(ramp top);
is(block(dump_of("$trunk${slope}body cart on world at (1, 1, 0), rpy(0, 12 deg, 0) { joint rail : prismatic(x); mass 1 kg }\n" .
                 "contact c on trunk { ground cart }\n", '--lock rail'), 'contact c'),
   block(dump_of("$trunk${slope}contact c on trunk { ground same }\n"), 'contact c'), 'a locked joint does not move');

# --- rows, figures, phases ---

my %rows = ('' => 'fx fy fz', ' : fixed' => 'fx fy fz nx ny nz', ' : line(x)' => 'fx fy fz ny nz', ' : line(-y)' => 'fx fy fz nx nz',
            ' : line(z)' => 'fx fy fz nx ny', ' : line((1, 1, 0))' => 'fx fy fz n1 n2', ' : slide' => 'fz');
for my $kind (sort keys %rows) {
	my ($contact) = @{ info("${trunk}contact c$kind on trunk\n")->{contacts} };
	is("@{$contact->{rows}}", $rows{$kind}, "rows of a contact$kind");
	is($contact->{kind}, $kind =~ /(\w+)/ ? $1 : 'point', '  and its kind');
}
my $shoe = "body shoe on trunk { joint : fixed; mass 1 kg }\nframe sole on shoe at (0.1, 0, 0)\n";
my $all = info($trunk . $shoe . "contact a on sole { friction 0.75; restitution 0.5; weight 2 }\ncontact b : slide on trunk\n" .
               "phase up = b\nphase down = b, a\n");
is_deeply($all->{contacts}, [
	{ name => 'a', kind => 'point', body => 'trunk', rows => [qw(fx fy fz)], kept => [qw(fx fy fz)], friction => 0.75, restitution => 0.5, weight => 2 },
	{ name => 'b', kind => 'slide', body => 'trunk', rows => ['fz'], kept => ['fz'], friction => 0, restitution => 0, weight => 1 },
], 'contacts in JSON, in their order');
is_deeply($all->{phases}, [ { name => 'up', contacts => ['b'], rows => 1 }, { name => 'down', contacts => ['b', 'a'], rows => 4 } ],
          'phases in JSON, with contacts in their order');
like(scalar `$rigidc info ${\model($trunk . "contact a : slide on trunk { friction 0.75 }\nphase up = a\n")} -f energy`,
     qr/^contact .*\na +slide +on trunk +0\.75 +0 +1  fz\n\nphase +rows  contacts\nup +1  a$/m, 'both in tables');
ok(!exists info($trunk)->{contacts}, 'nothing is said where there are none');

# --- options are statements ---

my $body = "body arm on trunk { joint \"k = 2\" : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame \"a:b\" at (0, 0, 1) }\n" .
           "body hand on arm { joint : fixed }\n";
is(dump_of($body . $trunk, q(--contact 'tip="a:b"' --contact 'edge = hand : line((1, 2, 3))' --contact '"c,d"=trunk:slide') .
           q( --phase 'p="c,d", edge' --idle '"k = 2",float')),
   dump_of($body . $trunk . "contact tip on \"a:b\"\ncontact edge : line((1, 2, 3)) on hand\ncontact \"c,d\" : slide on trunk\n" .
           "phase p = \"c,d\", edge\nidle \"k = 2\", float\n"), '--contact, --phase and --idle');
my $urdf = spew("$scratch/robot.urdf", '<robot name="t"><link name="base"/><link name="l.sole"><inertial><mass value="1"/>' .
                '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="j" type="revolute"><parent link="base"/>' .
                '<child link="l.sole"/><axis xyz="0 0 1"/><limit effort="0" velocity="1" lower="-1" upper="1"/></joint></robot>');
my $said = `$rigidc info $urdf --base=free -f energy --json --contact 's=l.sole:fixed' --phase 'p=s' 2>$scratch/err`;
my $robot = decode_json($said);
is("$robot->{contacts}[0]{body} $robot->{phases}[0]{rows}", 'l.sole 6', 'of a URDF, by a name with a point');
ok(!exists $robot->{joints}[1]{idle}, 'a joint of a URDF with the effort 0 is driven');

# --- names outside of a part ---

my $outside = model("frame ramp on world\npart leg { body hip on root { joint j : revolute(x); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\ncontact toe on hip { ground ramp } }\nuse leg as L on world\n");
like(scalar `$rigidc check $outside 2>&1`, qr/\[unknown-point\]\n(.*\n){2} +help: 'ramp' is outside of the part/, 'a ground that a part does not see');

# --- idle joints ---

my %idle = ('idle' => 1, 'effort 0' => 1, 'effort 1 N m' => 0, 'idle; effort 2 N m' => 1);
for my $property (sort keys %idle) {
	my $joints = info("body b on world { joint j : revolute(x) { $property }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n")->{joints};
	is($joints->[0]{idle} ? 1 : 0, $idle{$property}, "{ $property }");
}
my $two = "body b on world { joint j : universal { effort (0, 1) N m }; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }\n";
ok(!info($two)->{joints}[0]{idle}, 'a joint with one of two efforts 0 is driven');
ok(!info($two . "idle j\n", '--lock j')->{joints}[0]{idle}, 'a locked joint has no drive to leave out');
like(scalar `$rigidc info ${\model($two . "idle j\n")} -f energy`, qr/universal, idle/, 'info says which joints are idle');

# --- the hash ---

sub hash { my ($text, $options) = @_; my ($c) = says("$rigidc compile " . model($text) . ' -f energy ' . ($options // '')); return $c =~ /_HASH (\w+)/ ? $1 : 'none' }
my $plain = hash($trunk);
isnt($plain, 'none', 'a header has a hash');
for ("contact c on trunk\n", "contact c on trunk { friction 0.5 }\n", "contact c on trunk\nphase p = c\n", "contact d on trunk\n",
     "contact c : slide on trunk\n", "idle float\n") {
	isnt(hash($trunk . $_), $plain, 'another hash with ' . s/\n/; /gr);
}
is(hash($trunk, '--contact c=trunk'), hash("${trunk}contact c on trunk\n"), 'the same by an option');
done_testing();
