#!/usr/bin/perl
# Denavit-Hartenberg tables: numbers of both conventions, which a separate calculation gave to 12 digits; a published arm; imports as
# they read; and options. Diagnostics are the matter of wrong_test.sh over tests/grammar/dh.
use strict;
use warnings;
use lib 'tests', 'tests/grammar';
use File::Temp;
use FormatValues;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $folder = 'tests/grammar/dh/values';
my $names = 'theta,d,a,alpha,mass';

sub table { return spew("$scratch/$_[0].csv", $_[1]) }
sub import_of { my ($file, @options) = @_; return qx("$rigidc" import @options "$file" 2>"$scratch/err") }
sub numbers { my ($file, $function, @q) = @_; return map { split } qx(echo @q | "$rigidc" eval "$file" -f '$function' 2>/dev/null) }

# --- numbers ---

sub near
{
	my ($got, $wanted, $name) = @_;
	my @far = grep { abs($got->[$_] - $wanted->[$_]) > 1e-9 } 0 .. $#$wanted;
	ok(@$got == @$wanted && !@far, $name) or diag("@$got, not @$wanted");
}

for (qx(cat "$folder/values.jsonl")) {
	my $state = decode_json($_);
	my ($file, @q) = ("$folder/$state->{file}", @{$state->{q}});
	for my $joint (0 .. $#{$state->{joints}}) {
		my $body = 'link' . ($joint + 1);
		near([numbers($file, "fk:$body", @q)], $state->{poses}{"link_$state->{joints}[$joint]"}, "$state->{file}: pose of $body");
	}
	next unless $state->{M};
	my ($i, @M) = (0, numbers($file, 'crba', @q));
	near([map { my $row = $_; map { $M[3 * $row + $_] } 0 .. $row } 0 .. 2], $state->{M}, "$state->{file}: M");
}
is(system(qq("$rigidc" compare examples/puma560.rig examples/puma560.csv --tolerance=1e-12 >/dev/null 2>&1)), 0, 'PUMA 560 is that of examples/puma560.rig');
for my $file ("$folder/dh_standard.csv", 'examples/puma560.csv') {
	my $rig = "$scratch/again.rig";
	system(qq("$rigidc" import "$file" -o "$rig" 2>/dev/null));
	is(system(qq("$rigidc" compare "$file" "$rig" --tolerance=1e-15 >/dev/null 2>&1)), 0, "$file: its import is the same");
	is(qx("$rigidc" fmt --check "$rig" 2>&1; echo \$?), "0\n", "$file: the import has the common layout");
}

# --- imports ---

my $head = "# standard, lengths in mm, angles in deg\njoint,type,$names,offset,lower,upper\nbase turn,R,0,300,0,90,1,-30,-170,170\n";
my $standard = table('standard', "$head,P,0,q2 + 5,0,0,1,0,0,200\nflange,F,0,10,0,0,0.1,,,\n");
my $import = import_of($standard);
like($import, qr/^model standard$/m, 'a model is called like its file');
like($import, qr/^  joint   "base turn" : revolute\(z\) then dh\(-30 deg, 300 mm, 0, 90 deg\) \{ limits \(-170, 170\) deg \}$/m, 'offset, units, limits');
like($import, qr/^body link2 on link1 \{\n  joint   q2 : prismatic\(z\) then dh\(0, 5 mm, 0, 0\) \{ limits \(0, 200\) mm \}$/m, 'a sliding joint without a name');
like($import, qr/^body link3 on link2 at dh\(0, 10 mm, 0, 0\) \{\n  joint   flange : fixed$/m, 'a fixed row');
import_of(table('wrong', "$head,P,q2,q2 + 5,0,0,1,0,0,200\n"));
like(slurp("$scratch/err"), qr/:4:4: error: 'q2' is no number \[bad-number\]/, 'the coordinate is in its own cell alone, and a message has line and column');
my $sliding = import_of(table('sliding', "# modified\nsigma\ttheta\td\ta\talpha\tmass\n1\tpi/2\td1 + 0.5\t0\t-pi/2\t2\n"));
like($sliding, qr/^body link1 on world at mdh\(-90 deg, 0, 0\.5 m\), rz\(90 deg\) \{\n  joint   q1 : prismatic\(z\)$/m, 'tabs, sigma, pi and a named coordinate');
like(import_of(table('blanks', "# standard\ntheta d a alpha mass\nθ1  0.1   0.2 2*pi/3   1\n")), qr/dh\(0, 0\.1 m, 0\.2 m, 2\.094395102393195\d* rad\)/, 'blanks between cells');
like(import_of(table('semicolon', "# standard\n" . $names =~ s/,/;/gr . "\n0;1;2;0;1\n")), qr/dh\(0, 1 m, 2 m, 0\)/, 'semicolons');
like(import_of(table('mark', "\xef\xbb\xbf# standard\r\n$names\r\n0,1,2,0,1\r\n")), qr/dh\(0, 1 m, 2 m, 0\)/, 'a byte order mark, and lines of Windows');
like(import_of(table('motor', "# standard\n$names,Jm,G,B,Tc\n0,1,2,0,1,2e-4,-60,1e-3,0.5\n"), '--keep=damping'),
	qr/\{ armature 60\^2 \* 2e-4 kg m\^2; damping 3\.6 N m s; friction 30 N m at 0\.01 rad\/s \}/, 'a motor behind a gear');

# --- units ---

my $inertial = 'Ixx,Iyy,Izz,Jm,G';
my $in_comment = import_of(table('units', "# standard; lengths in mm, masses in g, inertias in kg mm^2\n$names,cx,$inertial\n0,1,2,0,300,5,6,7,8,9,10\n"));
like($in_comment, qr/armature 10\^2 \* 9 kg mm\^2/, 'a comment has the unit of inertias, of rotors too');
like($in_comment, qr/^  mass    300 g\n  com     \(5, 0, 0\) mm\n  inertia diag\(6, 7, 8\) kg mm\^2$/m, 'of masses, lengths and inertias of links');
my $in_heads = import_of(table('heads', "# standard\ntheta [deg],d [mm],a,alpha [rad],lower [deg],upper [deg],m [g],cz [cm],Ixx [kg mm^2],Iyy [kg*mm2],Izz (kg mm^2),Jm [g cm^2],G,B [N m s/rad],Tc\n" .
	"90,1,2,-pi/2,-170,170,3,4,5,6,7,8,9,,\n"));
like($in_heads, qr/then dh\(90 deg, 1 mm, 2 m, -90 deg\) \{ armature 9\^2 \* 8 g cm\^2; limits \(-170, 170\) deg \}/, 'heads have units of angles, lengths and rotors');
like($in_heads, qr/^  mass    3 g\n  com     \(0, 0, 4\) cm\n  inertia diag\(5, 6, 7\) kg mm\^2$/m, 'of masses, centres and inertias');
like(import_of(table('blank', "# standard\ntheta d a alpha mass Ixx [kg mm^2]\n0 1 2 0 3 4\n")), qr/inertia diag\(4, 0, 0\) kg mm\^2/, 'in a table with blanks between cells, too');
like(import_of(table('frames', "# standard; inertia in the frame of the link, masses of the links in kg\n$names,Ixx\n0,1,2,0,3,4\n")), qr/inertia diag\(4, 0, 0\) kg m\^2/, 'other words after "inertia in" are no unit');
for (['Ixx [kg mm]', "'kg mm' is no unit of column 'Ixx'"], ['Ixx [kg mmm^2]', "'kg mmm\\^2' is no unit of column 'Ixx'"], ['Tc [mN m]', "'mN m' is no unit of column 'Tc', which is in SI units"],
	['Ixx [kg mm^2],Iyy', "columns 'Ixx' to 'Iyz' have one unit"], ['cx [mm],cy [m]', "columns 'cx' to 'cz' have one unit"], ['joint [mm]', "'mm' is no unit of column 'joint'"]) {
	my ($head, $said) = @$_;
	import_of(table('wrong', "# standard\n$names,$head\n0,1,2,0,3,4\n"));
	like(slurp("$scratch/err"), qr/:2:\d+: error: $said \[unknown-word\]/, $head);
}
import_of(table('slides', "# standard; inertias in kg mm^2\ntype,$names,armature\nP,0,1,2,0,3,4\n"));
like(slurp("$scratch/err"), qr/error: the armature of a sliding joint is in kg/, 'a sliding joint has no unit of inertia');

import_of(table('kinds', "# standard\n$names,type,offset [deg],lower [mm],upper [mm]\n0,1,2,0,3,P,4,0,6\n0,1,2,0,3,R,4,,\n"));
like(slurp("$scratch/err"), qr/:3:13: error: a sliding joint has no position in deg \[unknown-word\]/, 'a column in deg has no position of a slide');
unlike(slurp("$scratch/err"), qr/:4:\d+: error/, 'but one of a hinge');

# --- words that are not understood ---

# The error or warning of a table: a comment, names and a row.
sub told
{
	my ($comment, $names, $row) = @_;
	import_of(table('told', "# $comment\n$names\n$row\n"));
	return slurp("$scratch/err");
}
like(told('standard', "joint,$names", "j,$_,0,1,0,1"), qr/:3:3: error: '\Q$_\E' is no number \[bad-number\].*help: the coordinate of this row is 'j'/s, "'$_' in its own cell")
	for 'half_pi', 'nan', 'inf', 'O', 'e-3', 'q2', 'q2 + 0.5', 'jj', 'theta2';
for (['j', 'j'], ['pitch', 'pitch'], ['pitch', 'Theta_1'], ['j', 'q'], ['shoulder pan', 'shoulder pan + 0'], ['j', 'θ1']) {
	my ($name, $cell) = @$_;
	is(told('standard', "joint,$names", "$name,$cell,0,1,0,1"), '', "'$cell' in the row of '$name'");
}
is(told('standard', "type,$names", "F,0,0,1,0,1\nR,q1,0,1,0,1"), '', 'the number of a joint without fixed ones');
like(told('standard', "type,$names", 'F,q1,0,1,0,1'), qr/'q1' is no number/, 'a fixed row has no coordinate');
like(told('standard, modified', $names, '0,0,1,0,1'), qr/:1:13: error: the comment says both `standard` and `modified` \[dh-convention\]/, 'two conventions');
like(told('standard', "type,sigma,$names", 'R,1,0,0,1,0,1'), qr/error: the columns 'type' and 'sigma' say the same \[dh-column\]/, 'type and sigma');
like(told('standard', "$names,Jm,G", '0,0,1,0,1,0.1,0'), qr/error: a gear has no ratio of 0; an empty cell is 1 \[bad-number\]/, 'a ratio of 0');
like(told('standard', "$names,Jm,armature", '0,0,1,0,1,0.1,2'), qr/error: this row has an armature, and a rotor `Jm` besides/, 'two rotors');
like(told('standard', $names, '0,0,1,0'), qr/error: this line has 4 cells, the table 5 columns/, 'a short row');
like(told("standard; $_", $names, '0,0,1,0,1'), qr/warning: '\w+' says no unit of the table: \w+ are in (m|rad) \[dh-unit\]/, $_) for 'a, d in mm', 'units: mm', 'mm, deg', 'theta in deg';
like(told('standard', "$names\n# lengths in cm", '0,0,1,0,1'), qr/:3:14: warning: 'cm' says no unit .*help: write `lengths in cm`/s, 'a comment below the names');
like(told('standard; lengths in mm, lengths in m', $names, '0,0,1,0,1'), qr/error: the unit of length is mm already/, 'two units');
for my $said ('lengths: mm', 'lengths [mm]', 'distances in mm', 'all lengths are mm', 'lengths of links in mm') {
	like(import_of(table('said', "# standard; $said\n$names\n0,0,1,0,1\n")), qr/dh\(0, 0, 1 mm, 0\)/, $said);
}

# --- options ---

my $plain = table('plain', "$names\n0,1,2,90,1\n");
like(import_of($plain, '--dh=standard,mm,deg'), qr/then dh\(0, 1 mm, 2 mm, 90 deg\)$/m, '--dh=standard,mm,deg');
like(import_of($plain, '--dh=modified,deg'), qr/at mdh\(90 deg, 2 m, 1 m\)/, '--dh=modified');
like(import_of(table('said', "# standard\n$names\n0,1,2,0,1\n"), '--dh=modified'), qr/mdh/, 'an option counts more than the comment');
like(qx("$rigidc" import --from=dh - <"$scratch/said.csv" 2>&1), qr/dh\(0, 1 m, 2 m, 0\)/, 'from standard input with --from=dh');
like(qx("$rigidc" import - <"$scratch/said.csv" 2>&1), qr/^rigidc: standard input is no URDF/m, 'and not without it');
like(qx("$rigidc" import --dh=deg tests/grammar/urdf/sdf.urdf 2>&1), qr/--dh is for/, 'other formats do not take its options');
my $rig = spew("$scratch/whole.rig", qq(model whole\ninclude "said.csv"\nframe tip on link1 at (1, 0, 0) m\n));
like(qx("$rigidc" info "$rig" 2>&1), qr/^whole: 1 moving body/m, 'a .rig file includes a table');
like(qx("$rigidc" compile --search=none --dh=standard,deg "$plain" 2>/dev/null), qr/--dh=standard --dh=deg/, 'the C says the options');

done_testing();
