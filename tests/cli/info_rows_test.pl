#!/usr/bin/perl
# What `rigidc info` tells of rows: those that are kept, mobility, idle joints, the order of elimination, and the smallest pivot at poses.
# Pivots are compared with sines between rows of jac, in the metric of the diagonal of crba.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $number = 0;

# A model; its text as `info` prints it, and its JSON.
sub told
{
	my ($text, $functions) = @_;
	my $file = spew("$scratch/" . ++$number . '.rig', "model t\n$text");
	my $table = `$rigidc info $file -f $functions --search=none 2>$scratch/err`;
	my $json = `$rigidc info $file -f $functions --search=none --json 2>>$scratch/err`;
	BAIL_OUT($text . slurp("$scratch/err")) if $?;
	return ($file, $table, decode_json($json));
}

sub body { my ($name, $on, $at, $joint) = @_; return "body $name on $on at $at { joint $joint; mass 1 kg; com (0, 0, -0.1); inertia diag(3, 3, 1) g m^2 }\n" }

my $four = body('crank', 'world', '(0, 0, 0)', 'motor : revolute(y)') . body('rod', 'crank', '(0, 0, -0.3)', 'elbow : revolute(y) { idle }')
	. body('rocker', 'world', '(0.4, 0, 0)', 'pivot : revolute(y) { idle }') . "frame end on rod at (0.4, 0, 0)\nframe pin on rocker at (0, 0, -0.3)\n";

# --- kept rows, mobility, idle joints ---

my ($file, $table, $info) = told("${four}loop knee : revolute(y) from end to pin\n", 'fd,lambda,rnea');
is_deeply($info->{loops}[0]{kept}, ['fx', 'fz'], 'kept rows of a planar pin');
is_deeply($info->{loops}[0]{rows}, ['fx', 'fy', 'fz', 'nx', 'nz'], '  and all its rows');
is($info->{mobility}, 1, 'the mobility of a four-bar');

# --- counts of an overview ---

my $short = spew("$scratch/short.rig", "model t\n" . body('bar', 'world', '(0, 0, 0)', 'hinge : revolute(y)'));
my $note = qr/^These counts are without a search\. With --search=quick they are those of compile\.$/m;
for (['three loops', 'examples/loops/squeezer.rig', 'fd', 1, '--search=none'], ['a four-bar', $file, 'fd', 0],
     ['no loops', $short, 'rnea', 0, '-f rnea', '--search=quick', '--search=none']) {
	my ($what, $model, $function, $unsearched, @told) = @$_;
	my $generating = spew("$scratch/generating.rig", slurp($model) =~ s/^generate .*//mr . "generate $function\n");
	is(scalar(`$rigidc info $generating 2>/dev/null` =~ $note), $unsearched ? 1 : '', "$what: a line tells of counts without a search");
	unlike(scalar(`$rigidc info $generating $_ 2>/dev/null`), $note, "$what: none with $_") for @told;
	my ($all, $none) = map { decode_json(scalar `$rigidc info $generating --json $_ 2>/dev/null`) } '', '--search=none';
	is(exists $all->{searched}, !!$unsearched, "$what: in JSON too");
	is_deeply($all->{functions}, $none->{functions}, "$what: the counts without a search") if $unsearched;
}
like($table, qr/^knee +revolute +rod +rocker +fx fz; fy nx nz hold by themselves$/m, 'rows in the table');
like($table, qr/^mobility 1: 3 velocities, 2 independent rows\nidle joints: elbow, pivot$/m, 'mobility and idle joints in the table');
($file, $table, $info) = told("${four}loop knee : slot(x) from end to pin\nconstraint gear = motor - 2 * pivot\n", 'fd');
is($info->{mobility}, 1, 'a constraint is a row');
like($table, qr/fz; fy holds by itself$/m, 'one row that holds by itself');
($file, $table, $info) = told($four, 'rnea');
ok(!exists $info->{mobility} && $table !~ /mobility|elimination|pivot of/, 'a tree has none of this');

# --- the order of elimination ---

# Velocities and rows that an order has, each once.
sub taken
{
	my ($order) = @_;
	my %once;
	$once{ $_->{velocity} }++, defined $_->{row} && $once{ $_->{row} }++ for grep { defined $_->{velocity} } @$order;
	$once{ $_->{row} }++ for grep { !defined $_->{velocity} } @$order;
	return join ' ', map { "$_:$once{$_}" } sort keys %once;
}

($file, $table, $info) = told("${four}loop knee : revolute(y) from end to pin\n", 'fd,lambda,rnea');
is(taken($info->{functions}{fd}{elimination}), 'elbow:1 knee.fx:1 knee.fz:1 motor:1 pivot:1', 'fd eliminates each velocity and each kept row once');
is_deeply($info->{functions}{lambda}{elimination}, $info->{functions}{fd}{elimination}, '  and lambda likewise');
ok(!exists $info->{functions}{rnea}{elimination}, '  and rnea nothing');
like($table, qr/^order of elimination of fd, lambda\n  pivot,? /m, 'functions with the same order are told together') or diag($table);
my $quadruped = 'examples/solo12.rig';
my $solo = decode_json(scalar `$rigidc info $quadruped -f fd:stand,fd:left_diagonal,fd,whole=crba+fd:stand --search=none --json 2>/dev/null`);
my @pairs = grep { defined $_->{velocity} && defined $_->{row} } @{ $solo->{functions}{'fd:stand'}{elimination} };
is(join(' ', sort map { $_->{velocity} } @pairs), 'FL_KFE FR_KFE HL_KFE HR_KFE', 'each knee is eliminated with a row of its foot');
is(join(' ', grep { substr($_->{velocity}, 0, 2) ne substr($_->{row}, 0, 2) } @pairs), '', '  and not with that of another');
is(scalar @{ $solo->{functions}{'fd:stand'}{elimination} }, 18 + 12 - 4, '  and all velocities and rows are there');
is(scalar(grep { defined $_->{row} } @{ $solo->{functions}{'fd:left_diagonal'}{elimination} }), 6, 'a phase has its own rows');
is_deeply($solo->{functions}{whole}{elimination}, $solo->{functions}{'fd:stand'}{elimination}, 'a fused function has that of its part');
ok(!exists $solo->{functions}{fd}{elimination}, 'fd without a phase has no rows');
ok(!defined((decode_json(scalar `$rigidc info $quadruped -f fd:stand -O0 --json 2>/dev/null`))->{functions}{'fd:stand'}{elimination}), 'nor has the textbook an order');
my $bars = 'examples/loops/fourbar.rig -f fd';
like(scalar `$rigidc info $bars 2>/dev/null`, qr/^  rear with pin\.fz, front and motor with pin\.fx$/m, 'two velocities are eliminated with a row');
is((decode_json(scalar `$rigidc info $bars --json 2>/dev/null`))->{functions}{fd}{elimination}[1]{second}, 'motor', '  and JSON has the second of them');

# --- pivots ---

my $poses = "pose open { motor = 20 deg; elbow = -30 deg; pivot = 15 deg }\npose square { motor = 0 }\npose flat { motor = -90 deg; elbow = 90 deg; pivot = -90 deg }\n";
my $contacts = "contact tip on rod at (0.2, 0, 0)\nphase hold = tip\n";
($file, $table, $info) = told("$four${contacts}loop tie : distance(0.5 m) from rod to pin\n$poses", 'rnea');
my %pivot = map { $_->{name} => $_->{pivots} } @{ $info->{poses} };
is_deeply([sort keys %{ $pivot{open} }], ['hold', 'loops'], 'a pose has the pivots of loops and of each phase');
($file, $table, $info) = told("${four}loop knee : revolute(y) from end to pin\n$poses", 'jac:loops,crba');
%pivot = map { $_->{name} => $_->{pivots}{loops} } @{ $info->{poses} };
for my $pose ('open', 'square', 'flat') {
	my @J = split ' ', `echo '\@$pose' | $rigidc eval $file -f jac:loops 2>/dev/null`;
	my @M = split ' ', `echo '\@$pose' | $rigidc eval $file -f crba 2>/dev/null`;
	my @row = map { my $r = $_; [map { $J[3 * $r + $_] / sqrt $M[4 * $_] } 0 .. 2] } 0, 2; # fx and fz of fx fy fz nx nz
	my $dot = sub { my ($a, $b) = @_; my $sum = 0; $sum += $a->[$_] * $b->[$_] for 0 .. 2; return $sum };
	my ($first, $second) = map { sqrt $dot->($_, $_) } @row;
	my $vanishes = $first < 1e-12 * $second || $second < 1e-12 * $first; # all links along one line
	my $cosine = $vanishes ? 1 : $dot->(@row) / ($first * $second);
	my $sine = sqrt(1 - ($cosine**2 < 1 ? $cosine**2 : 1));
	cmp_ok(abs($pivot{$pose} - $sine), '<', 6e-4, "the pivot at pose $pose is the sine between the rows: $sine");
}
cmp_ok($pivot{flat}, '<', 1e-6, 'a flat four-bar is at a dead point');
cmp_ok($pivot{open}, '>', 0.1, '  and an open one is not');
like($table, qr/^pose +smallest pivot of the rows of\n +loops\nopen +0\.\d+\n/m, 'pivots in the table');

# --- base parameters: with the function, or with that of their regressor ---

for my $function ('base_parameters', 'base_regressor') {
	my (undef, $words, $known) = told(body('a', 'world', '(0, 0, 0)', 'j : revolute(y)'), $function);
	like($words, qr/^3 base parameters of 10, in kg, m\nbeta\[0\]  = .*a\.mc/m, "$function lists base parameters");
	is_deeply([map { join ' ', sort keys %$_ } @{$known->{base_parameters}}], ['a.mcx', 'a.mcz', 'a.Iyy'], '  in JSON too');
}
is((told(body('a', 'world', '(0, 0, 0)', 'j : revolute(y)'), 'regressor'))[2]{base_parameters}, undef, 'other functions do not');

# --- long limbs: roundings grow with the length of a limb, its rows do not vanish ---

my $long = body('trunk', 'world', '(0, 0, 0)', 'base : free');
$long .= body("link$_", $_ ? 'link' . ($_ - 1) : 'trunk', '(0, 0, -0.01)', "hinge$_ : revolute(" . (qw(x y z))[$_ % 3] . ')') for 0 .. 249;
my $chain = spew("$scratch/long.rig", "model t\n${long}contact tip : fixed on link249\n");
unlike(scalar `$rigidc check $chain 2>&1`, qr/loop-redundant/, 'a sole beyond 250 hinges holds its body');
done_testing();
