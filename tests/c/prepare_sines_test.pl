#!/usr/bin/perl
# What `prepare` calls is in the file. Models with 1 to 9 parameters whose sines and cosines are read, beside sines and cosines of
# coordinates, in all forms of C, compiled and linked: the results are those of `eval`, with parameters of their own. Modules too.
# Angles are random, and so are the three models that a form takes (RIGIDC_SEED); RIGIDC_LEVEL=long gives every form all nine.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $seed = $ENV{RIGIDC_SEED} // 1;
my $each = by_level(3, 3, 9);
my $scratch = File::Temp->newdir;
my @flags = qw(-std=c99 -pedantic -Wall -Wextra -Werror);
note("RIGIDC_SEED=$seed");
srand $seed;

sub angle { return sprintf '%.3f', 6 * rand() - 3 }

# --- models: t1 to t9, of so many parameters ---

# Names are of the model, so that one C file takes them all.
my @models = map { model($_, 1 + ($_ + $seed) % 4) } 1 .. 9;

# A chain whose centres of mass are at angles that are parameters; so many joints turn.
sub model
{
	my ($sines, $turning) = @_;
	my $text = "model t$sines\n" . join '', map { "param p$_ = " . angle() . "\n" } 1 .. $sines;
	$text .= "gravity 9.81 m/s^2 * (sin(p1), 0.1, -cos(p$sines))\n";
	my $on = 'world';
	for my $i (1 .. $sines) {
		my $joint = $i <= $turning ? 'revolute(y)' : 'prismatic(z)';
		$text .= "body b$i on $on at (0.1, 0.2, 0.3) m, rx(0.3) { joint j$i : $joint; mass 1 kg; com (cos(p$i), 0.2, sin(p$i)) dm }\n";
		$on = "b$i";
	}
	my $file = spew("$scratch/t$sines.rig", $text);
	return { name => "t$sines", file => $file, n => $sines, p => [map { angle() } 1 .. $sines], q => [map { angle() } 1 .. $sines] };
}

# --- C ---

# The calls of one model in a form, which print gravity and rnea.
sub calls
{
	my ($m, $form) = @_;
	my ($t, $n) = @$m{qw(name n)};
	my $real = "@{ $form->{options} }" =~ /float/ ? 'float' : 'double';
	my $numbers = sub { join ', ', map { "($real)$_" } @_ };
	my $set = join ' ', map { "params.p$_ = ($real)$m->{p}[$_ - 1];" } 1 .. $n;
	my ($sc, $before, $batch, $count) = ('', '', '', '');
	if ($form->{given}) {
		$before = "${t}_gravity_angles(q, angle); give(angle, sc, $n);";
		$sc = 'sc, ';
	} elsif ($form->{batch}) {
		($batch, $count) = ('_batch', '1, ');
	}
	return <<"C";
static void call_$t(void)
{
	const $real q[$n] = { ${\$numbers->(@{ $m->{q} })} }, zero[$n] = { 0 };
	$real tau[$n], angle[$n] = { 0 }, sc[2*$n];
	${t}_params params;
	${t}_derived derived;
	${t}_params_default(&params);
	$set
	${t}_prepare(&params, &derived);
	$before
	(void)angle; (void)sc;
	${t}_gravity$batch(${count}q, $sc&derived, tau);
	show(tau, $n);
	${\($form->{given} ? "${t}_rnea_angles(q, angle); give(angle, sc, $n);" : '')}
	${t}_rnea$batch(${count}q, zero, zero, $sc&derived, tau);
	show(tau, $n);
}
C
}

sub program
{
	my ($form, @models) = @_;
	my $real = "@{ $form->{options} }" =~ /float/ ? 'float' : 'double';
	return join '', "#include <math.h>\n#include <stdio.h>\n", (map { "#include \"$_->{name}.h\"\n" } @models), <<"C",
static void show(const $real *tau, int n)
{
	for (int i = 0; i < n; i++)
		printf("%s%.17g", i ? " " : "", (double)tau[i]);
	putchar('\\n');
}
#ifdef GIVEN
static void give(const $real *angle, $real *sc, int n)
{
	for (int i = 0; i < n; i++) {
		sc[2*i] = sin(angle[i]);
		sc[2*i + 1] = cos(angle[i]);
	}
}
#endif
C
	    (map { calls($_, $form) } @models), "int main(void)\n{\n", (map { "\tcall_$_->{name}();\n" } @models), "\treturn 0;\n}\n";
}

# --- forms ---

# eval: the options with which it has the same results; near: they are so but for this of the largest
my @forms = (
	{ options => [] }, { options => ['-O0'] }, { options => ['-O1'] }, { options => ['-O2'] }, { options => ['--size=on'] },
	{ options => ['--batch=4'], eval => [], batch => 1 }, { options => ['--batch=auto'], eval => [], batch => 1 }, { options => ['--lanes=4'] },
	{ options => ['--fma'] }, { options => ['--fma=auto'], eval => [], near => 1e-13 }, { options => ['--misra'], eval => [] },
	{ options => ['--fma=compiler'], near => 1e-13 }, { options => ['--real=float'] }, { options => ['--real=float', '--size=on'] },
	{ options => ['--real=float', '--fma'] }, { options => ['--sincos=libm'] }, { options => ['--size=on', '--misra'], eval => ['--size=on'] },
	{ options => ['--sincos=given'], given => 1, eval => ['--sincos=libm'] }, { options => ['--batch=4', '--real=float'], eval => ['--real=float'], batch => 1 },
	{ options => [], pair => 1 }, { options => ['--parametrize=geometry'], eval => [] , near => 1e-13 },
);

my %evaluated; # by options

# What eval says, a line a function.
sub evaluated
{
	my ($options, @models) = @_;
	my @options = @$options;
	return join '', map {
		my $m = $_;
		my $given = join ' ', map { "--param=p$_=$m->{p}[$_ - 1]" } 1 .. $m->{n};
		my $zeros = join ' ', (0) x (2 * $m->{n});
		spew("$scratch/state", "@{ $m->{q} }\n");
		spew("$scratch/states", "@{ $m->{q} } $zeros\n");
		$evaluated{"$m->{n} @options"} //= `$rigidc eval $m->{file} -f gravity $given @options <$scratch/state` .
		                                   `$rigidc eval $m->{file} -f rnea $given @options <$scratch/states`;
	} @models;
}

# Are two texts the same numbers, of float or double, but for so much of the largest?
sub same_numbers
{
	my ($near, @wanted) = ($_[2], split ' ', $_[0]);
	my @found = split ' ', $_[1];
	return 0 if grep { !/^-?[\d.]+(?:e[-+]?\d+)?$/ } @wanted, @found;
	@$_ = map { unpack 'f', pack 'f', $_ } @$_ for $_[3] ? (\@wanted, \@found) : ();
	my $largest = (sort { $b <=> $a } map { abs } @wanted)[0];
	return @wanted == @found && !grep { !(abs($wanted[$_] - $found[$_]) <= $near * $largest) } 0 .. $#wanted;
}

sub generated
{
	my ($folder, $form, $ending, @models) = @_;
	mkdir $folder;
	for my $m (@models) {
		my ($said, $code) = says("$rigidc compile $m->{file} -f gravity,rnea --search=none @{ $form->{options} } -o $folder/$m->{name}$ending");
		return $said if $code;
	}
	return '';
}

# So many models, at random, in their order.
sub some
{
	my ($count) = @_;
	my %at = map { $_->{n} => rand } @models;
	my @some = (sort { $at{ $a->{n} } <=> $at{ $b->{n} } } @models)[0 .. $count - 1];
	return sort { $a->{n} <=> $b->{n} } @some;
}

my $number = 0;
for my $form (@forms) {
	my $folder = "$scratch/c" . $number++;
	my @some = $number == 1 ? @models : some($each);
	my $options = "@{ $form->{options} }" || 'by default';
	my $title = join(' ', ($form->{pair} ? 'a pair' : ()), $options) . ', parameters: ' . join ' ', map { $_->{n} } @some;
	my $failed = generated($folder, $form, $form->{pair} ? '.c' : '.h', @some);
	spew("$folder/main.c", program($form, @some));
	my @sources = ("$folder/main.c", $form->{pair} ? glob "$folder/t?.c" : ());
	my $define = $form->{given} ? '-DGIVEN' : '';
	my ($found, $code) = ($failed, 1);
	($found, $code) = says("cc -O0 @flags $define -o $folder/main @sources -lm") unless $failed;
	$found = `$folder/main` unless $code;
	my $wanted = evaluated($form->{eval} // $form->{options}, @some);
	ok(same_numbers($wanted, $found, $form->{near} // 0, $options =~ /float/), $title) or diag("wanted:\n${wanted}found:\n$found");
}

# --- modules ---

sub list { return '[' . join(', ', @_) . ']' }

SKIP: {
	skip 'no node', 1 if system 'command -v node >/dev/null 2>&1';
	my $said = generated("$scratch/js", { options => [] }, '.mjs', @models);
	my $text = join '', map {
		my ($m, $t, $n) = ($_, $_->{name}, $_->{n});
		my ($q, $p) = (list(@{ $m->{q} }), join ', ', map { "p$_: $m->{p}[$_ - 1]" } 1 .. $n);
		<<"JS";
import * as $t from './$t.mjs';
{
	const derived = new Float64Array($t.\U${t}\E_DERIVED), zero = new Float64Array($n), tau = new Float64Array($n);
	$t.${t}_prepare({ $p }, derived);
	$t.${t}_gravity($q, derived, tau);
	console.log(tau.join(' '));
	$t.${t}_rnea($q, zero, zero, derived, tau);
	console.log(tau.join(' '));
}
JS
	} @models;
	spew("$scratch/js/main.mjs", $text);
	my $found = $said || `node $scratch/js/main.mjs 2>&1`;
	ok(same_numbers(evaluated([], @models), $found, 0), 'JavaScript') or diag(evaluated([], @models), $found);
}
SKIP: {
	skip 'no numpy', 1 if system '/usr/bin/python3 -c "import numpy" 2>/dev/null';
	my $said = generated("$scratch/py", { options => [] }, '.py', @models);
	my $text = "import numpy as np\n" . join '', map {
		my ($m, $t, $n) = ($_, $_->{name}, $_->{n});
		my ($q, $p) = (list(@{ $m->{q} }), join ', ', map { "\"p$_\": $m->{p}[$_ - 1]" } 1 .. $n);
		"import $t\nderived = $t.${t}_prepare({ $p })\nfor tau in [$t.${t}_gravity($q, derived), $t.${t}_rnea($q, [0]*$n, [0]*$n, derived)]:\n" .
		"    print(*[repr(float(x)) for x in tau])\n";
	} @models;
	spew("$scratch/py/main.py", $text);
	my $found = $said || `/usr/bin/python3 $scratch/py/main.py 2>&1`;
	ok(same_numbers(evaluated([], @models), $found, 1e-13), 'NumPy') or diag(evaluated([], @models), $found);
}
done_testing;
