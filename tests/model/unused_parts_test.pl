#!/usr/bin/perl
# Parts that nothing uses. What is right in a part that is used is so in one that is not: all that stands in the examples and in
# tests/model/right is put into a part, some of its constants and numbers become parameters, with a default and without
# (RIGIDC_SEED), and nothing is said. And what is wrong whatever a part is given is found, at its place and once.
use strict;
use warnings;
use lib 'tests', 'tests/grammar';
use File::Temp;
use Test::More;
use Rig;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $seed = $ENV{RIGIDC_SEED} // 1;
my $rounds = by_level(1, 2, 20);
my $scratch = File::Temp->newdir;
note("RIGIDC_SEED=$seed");
srand $seed;

sub check
{
	my ($model) = @_;
	return says("$rigidc check " . spew("$scratch/model.rig", $model));
}

# --- what is right ---

# Statements, each its tokens: { word => first word, names => { of all tokens }, text }
sub statements
{
	my ($tokens) = @_;
	my ($depth, @found, @now) = (0);
	for my $token (map { $_->{text} } @$tokens) {
		$depth += $token eq '{' ? 1 : $token eq '}' ? -1 : 0;
		if ($token eq "\n" && !$depth) {
			push @found, { word => $now[0], name => $now[1], names => { map { $_ => 1 } @now }, text => join ' ', @now } if @now;
			@now = ();
		} else {
			push @now, $token;
		}
	}
	return @found;
}

my %member = map { $_ => 1 } qw(body frame wrench strut tendon assert use for);
my %left_out = map { $_ => 1 } qw(model generate pose order);

# The model with all that moves in a part p, and the statement that uses it; nothing if it is no model for that.
sub in_a_part
{
	my @all = statements(@_);
	my @const = grep { $_->{word} eq 'const' } @all;
	my @members = grep { $member{ $_->{word} } } @all;
	my @rest = grep { !$member{ $_->{word} } && !$left_out{ $_->{word} } && $_->{word} ne 'const' } @all;
	# constants that functions and the like need stay, with those that these need
	my %stays;
	my @todo = @rest;
	while (my $needs = shift @todo) {
		for (grep { $needs->{names}{ $_->{name} } && !$stays{ $_->{name} } } @const) {
			$stays{ $_->{name} } = 1;
			push @todo, $_;
		}
	}
	my (@required, @given, @usual, @inside);
	for (@const) {
		my ($value) = $_->{text} =~ /^const \S+ = (.*)/s or return;
		my $how = $stays{ $_->{name} } ? 0 : $value =~ /^[^(]*,|\) ,/ ? 1 : 1 + int rand 3;
		push @rest, $_ if $how == 0;
		push @inside, $_->{text} if $how == 1;
		push @usual, "$_->{name} = $value" if $how == 2;
		push @required, $_->{name} and push @given, $_->{text} if $how == 3;
	}
	my $before = join "\n", 'model robot', map { $_->{text} } @rest;
	my $block = join "\n", @inside, map { $_->{text} } @members;
	my @numbers;
	my $number = sub { push @numbers, 'number_' . @numbers; return "( $numbers[-1] )" };
	(my $asking = $block) =~ s/(?<=[ (,])(\d+\.?\d*(?:[eE][-+]?\d+)?)(?= )/rand() < 0.2 ? $number->() : $1/ge;
	return ("$before\npart p(" . join(', ', @required, @usual) . ") {\n$block\n}\n",
	        join("\n", @given, 'use p(' . join(', ', @required) . ") as p on world\n"),
	        "$before\npart p(" . join(', ', @required, @numbers, @usual) . ") {\n$asking\n}\n");
}

my $vocabulary = Rig::vocabulary($rigidc);
my ($models, $wrong) = (0, '');
for my $file (glob 'examples/*.rig examples/parts/*.rig tests/model/right/*.rig') {
	my $text = slurp($file);
	next if $text =~ m{^// (?:options|command):|^\s*include}m || length $text > 20000;
	my $tokens = Rig::tokens($text, $vocabulary) or next;
	for my $round (1 .. $rounds) {
		my ($model, $use, $asking) = in_a_part($tokens) or next;
		(my $used) = check($model . $use);
		next if $used =~ / error: /; # a constant that cannot be where it is now
		$models++;
		for ($model, $asking) {
			my ($said) = check($_);
			$wrong .= "$file: $said$_" if $said =~ / error: (?!brackets are nested)/;
		}
	}
}
cmp_ok($models, '>', 50 * $rounds, 'models put into a part');
is($wrong, '', "what is right when it is used is so when it is not (RIGIDC_SEED=$seed)");

my $before = <<'END';
model robot
const stiffness = 3 N m/rad
function half(u) = u / 2
part toe(n) { body tip on root { joint bend : revolute(y) { passive -stiffness * bend }; mass n } }
END

# The names of the checks of what is said, in the order of the text.
sub names { return join ' ', map { /^\S+: error: .* \[([\w-]+)\]$/ ? $1 : /^\S+: (?:error|warning)/ ? $_ : () } split /\n/, $_[0] }

# n has no value, w is a length without one, d and k have.
sub tried
{
	my ($block) = @_;
	my ($said) = check("${before}part p(n, w: m, d = 2 kg, k = 3) {\n$block\n}\n");
	return names($said) . ($said =~ /in this use of part 'p'/ ? ' with a use' : '');
}

for my $block (
	'for i in 1..n { body tool on root { joint : fixed } }; for i in 1..1 - n { body tool on root { joint : revolute(x) } }; '
	    . 'frame tip on tool; body b on tip { joint c : revolute(x) = tool }',
	'for i in 1..n { body link[i] on link[i - 1] { joint q[i] : revolute(z) } }; frame end on link[3]; '
	    . 'strut pull between link[7] and root { force 3 N * length / distance(end, link[n]) }',
	'for i in 0..3 { frame a[n * i] on root }; frame b on a[5]; wrench load on a[7]; assert a[1] = root within n',
	'for i in 1..3 { use toe(n) as toe[i * n] on root }; frame end on toe[2].tip; body b on end { joint c : revolute(x) = toe[1].bend }',
	'const c = if n > 2 then 1/(k - 3) else n; const e = if k > 5 then 1/(k - 3) else n',
	'body b on root { joint : fixed; solid -box(d, 1, 1, 1); solid box(n, 1, 1, 1) }',
	'body b on root { joint c : free }; frame e on b; wrench load on root; body f on b { joint : revolute(n * x); com (0, n, 3 mm) }',
	'body b on root { joint c : revolute(z) }; body e on b { joint : universal = (c, n) }; body f on b at (0, n, 0), rz(n) { joint : fixed }',
	'wrench load on root; frame here on root; wrench there on here',
	'body b on root { joint c[n] : revolute(z) { passive -stiffness * c } }',
	'for i in 1..n { body b on root { joint c : revolute(z) { passive -stiffness * c } } }; '
	    . 'for i in 1..w/n { body b on root { joint c : revolute(z) { passive -stiffness * c } } }',
) {
	is(tried($block), '', "silent: $block");
}

for (
	[ 'const q = wibble', 'unknown-name' ],
	[ 'const q = n * half(wibble)', 'unknown-name' ],
	[ 'const q = halve(n)', 'unknown-function' ],
	[ 'const q = half(n, wibble)', 'arguments' ],
	[ 'const q = if n > 3 then 1 else wibble', 'unknown-name' ],
	[ 'const q = 1; const q = n', 'duplicate' ],
	[ 'const q = d + w * 0 + 3 m', '' ],
	[ 'const q = d + 3 m', 'dimension' ],
	[ 'const q = 1/(k - 3)', 'undefined-value' ],
	[ 'frame e on root at (0, w)', 'wrong-kind' ],
	[ 'frame e on root at (0, w, 3 kg)', 'dimension' ],
	[ 'frame e on root at (0, w, 3) kg', 'dimension' ],
	[ 'body b on root { joint c : revolute(z) }; body e on b { joint : universal = (c, n, 1) }', 'coupling' ],
	[ 'body b on root { joint c : universal { damping (n, 1 N); effort (n, 1, 1) } }', 'dimension velocity-count' ],
	[ 'body b on root { joint c : revolute((n, 1)); mass (n, 1) }', 'wrong-kind wrong-kind' ],
	[ 'frame e on rot', 'unknown-parent' ],
	[ 'frame e on root; frame e on root at (0, n, 0)', 'duplicate' ],
	[ 'frame e on f; frame f on e at (n, 0, 0)', 'parent-cycle' ],
	[ 'mass 3', 'misplaced-statement' ],
	[ 'wobble n', 'unknown-property' ],
	[ 'body b on root { mass n }', 'missing-joint' ],
	[ 'body b on root { joint : revolut(z) }', 'unknown-joint-kind' ],
	[ 'body b on root { joint : revolute(z, n) }', 'arguments' ],
	[ 'body b on root { joint : fixed; mas n }', 'unknown-property' ],
	[ 'body b on root { joint : fixed; mass n; mass n }', 'duplicate' ],
	[ 'body b on root { joint : fixed; com (0, 1, w, 2) }', 'wrong-kind' ],
	[ 'body b on root { joint : fixed; inertia diag(n, 1, 1) kg m about tip }', 'unknown-parent' ],
	[ 'body b on root { joint : fixed; inertia diag(2, 1, 1) kg m }', 'dimension' ],
	[ 'body b on root { joint : revolute(z) { friction n at wibble; damping 1; damping 2 } }', 'unknown-name duplicate' ],
	[ 'body b on root { joint : revolute(z) { passive -stiffness * nobody } }', 'unknown-name' ],
	[ 'body b on root { joint c : revolute(z) { passive -stiffness * c * d } }', 'dimension' ],
	[ 'body b on root { joint c : revolute(z) { limits (0, 1, n) } }', 'wrong-kind' ],
	[ 'body b on root { joint c : revolute(z) { limits (0, 1, 2) } }', 'wrong-kind' ],
	[ 'body b on root { joint c : revolute(z) = n * nobody }', 'unknown-name' ],
	[ 'body b on root { joint c : revolute(z) }; body e on b { joint c : revolute(z) }', 'duplicate' ],
	[ 'for i in 1..n { frame a[i] on rot }', 'unknown-parent' ],
	[ 'for i in 1..n { frame a on root; frame a on root }', 'duplicate' ],
	[ 'for i in 1..k { frame a on root }', 'duplicate' ],
	[ 'for i in 1..2.5 { frame a on root }', 'bad-range' ],
	[ 'wrench load on nothing', 'unknown-parent' ],
	[ 'wrench load on root at pt', 'unknown-name' ],
	[ 'strut pull between root and nothing { force n }', 'unknown-point' ],
	[ 'strut pull between root and root { force n * lenght }', 'unknown-name' ],
	[ 'strut pull between root and root { force length }', 'dimension' ],
	[ 'strut pull between root and root { spring n at 3 kg }', 'dimension' ],
	[ 'tendon pull over root { }', 'arguments' ],
	[ 'assert root = nothing within 1 kg', 'unknown-point dimension' ],
	[ 'use tow(3) as e on root', 'unknown-part' ],
	[ 'use toe() as e on root', 'arguments' ],
	[ 'use toe(n) as e on root mirror w', 'unknown-name' ],
	[ 'use toe(3 m) as e on root', 'dimension' ],
	[ 'use toe(n) as e on root; use toe(n) as e on root', 'duplicate' ],
	[ 'use toe(n) as e on root; frame f on e.tap', 'unknown-parent' ],
	[ 'use p(n, w) as e on root', 'part-cycle' ],
) {
	my ($block, $names) = @$_;
	is(tried($block), $names, ($names || 'nothing') . ": $block");
}

# what others use is looked at there, once
my ($said) = check("model robot\npart a(n) { frame b on rot }\npart c(n) { use a(n) as e on root; use a(n) as f on root }\n");
is(names($said), 'unknown-parent', 'a part that is used in one that is not');
like($said, qr/in this use of part 'a'/, 'which is told');
($said) = check("model robot\npart a { use b as c on root }\npart b { use a as c on root }\n");
is(names($said), 'part-cycle', 'parts that use each other');
# what is wrong outside of it is said once, and so is what is wrong in functions that it calls
($said) = check("model robot\nconst k = wibble\nfunction f(a) = a + wobble\npart a(n) { const c = k; const e = f(3); frame b on root at (0, 0, k) }\n");
is(names($said), 'unknown-name unknown-name', 'a constant and a function');
# a word of the command line counts
open my $out, '>', "$scratch/define.rig" or die $!;
print $out "model robot\nconst k = 3\npart a(n) { const c = 1/(k - 2) }\n";
close $out;
like(scalar `$rigidc check -D k=2 $scratch/define.rig 2>&1`, qr/\[undefined-value\]/, '-D');
is(scalar `$rigidc check $scratch/define.rig 2>&1`, '', 'and without');
# notes and warnings are for those who use it
is((check("model robot\npart a(n) { body b on root at rz(1.57079632679) { joint : revolute((1, 1, 0)) } }\n"))[0], '', 'no notes');
done_testing();
