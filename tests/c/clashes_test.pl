#!/usr/bin/perl
# Names of functions, frames, joints, poses, parameters and the prefix, drawn from the words that generated C itself is made of
# (RIGIDC_SEED), in forms drawn likewise: what rigidc takes, compilers of C, C++, JavaScript and Python take, and
# parameters are all there; what it does not take it refuses by the name of a check.
use strict;
use warnings;
use lib 'tests';
use Cwd 'abs_path';
use File::Temp;
use Test::More;
use Shell;

my $rigidc = abs_path($ENV{RIGIDC} // 'build/rigidc');
my $seed = $ENV{RIGIDC_SEED} // 1;
my $count = by_level(40, 160, 2000);
my $scratch = File::Temp->newdir;
note("RIGIDC_SEED=$seed, $count draws");
srand $seed;

my @strict = qw(-pedantic -Wall -Wextra -Wconversion -Wshadow -Werror -fsyntax-only);
my @form = ('', '', qw(--batch=4 --batch=auto --fma --fma=auto --size=on --misra --real=float --matrix=packed-sparse --zeros=once --lanes=2 --lanes=4
            --sincos=given --sincos=libm --parametrize=gravity));
# Words that stand in no first file.
my @words = qw(I EOF NAN NULL M_PI HUGE_VAL INFINITY size_t ptrdiff_t static_cast thread_local wchar_t and_eq char16_t __proto__ constructor
               toString valueOf __debug__ class def lambda None self this new delete export await yield int float near a_b);

sub pick { return $_[rand @_] }
sub quoted { return '"' . $_[0] =~ s/(["\\])/\\$1/gr . '"' }

# --- models ---

# Two arms of three joints, with names for the first of each; joints of loops too, which lose brackets.
sub model
{
	my (%name) = map { $_ => quoted($_[0]{$_}) } keys %{$_[0]};
	my $arm = sub {
		my ($name, $y) = @_;
		my $link = 'mass 1 kg; com (0.1, 0.02, 0.3); inertia diag(1, 2, 3)';
		return "body $name on root at (0, $y, 0) { joint \"j$name\" : revolute(z); $link }\n" .
		       "body ${name}2 on $name at (0, 0, 1) { joint j${name}2 : revolute(y); $link }\n" .
		       "body ${name}3 on ${name}2 at (0, 0, 1) { joint j${name}3 : revolute(x); $link }\n";
	};
	return <<END;
model first
param $name{param} = 1 kg
param $name{other} = 2 kg
body root on world { joint $name{joint} : free; mass $name{param}; com (0.1, 0, 0); inertia diag(1, 1, 1)
  frame $name{frame} at (0, 0, 1); frame $name{second} at (0, 1, 0) }
@{[$arm->('left', 1), $arm->('right', -1)]}
for i in 1..2 { body a[i] on root { joint b[i] : revolute(x); mass $name{other}; com (0, 1, 0); inertia diag(1, 1, 1) } }
body last on root { joint $name{coordinate} : prismatic(x); mass 1 kg }
pose $name{pose} { jleft = 0.5 }
END
}

my %plain = (param => 'p1', other => 'p2', joint => 'base', frame => 'tool', second => 'eye', coordinate => 'slide', pose => 'rest');

# --- words ---

sub tokens
{
	my ($text) = @_;
	$text =~ s{/\*.*?\*/|//[^\n]*}{ }gs;
	my %seen;
	return grep { !$seen{$_}++ } $text =~ /[A-Za-z_]\w*/g;
}

sub compile
{
	my ($rig, $file, $functions, @options) = @_;
	return tells($rigidc, 'compile', $rig, '--search=none', '-f', $functions, @options, '-o', $file);
}

my $first = spew("$scratch/first.rig", model(\%plain));
my $all = "rnea,a=jac:tool+jac_local:tool+jac:eye,crba,reaction";
my %token; # => a word with the prefix away
for my $form (grep { length } @form, '--size=on --fma --real=float', '--batch=4 --fma --matrix=sparse', '--batch=auto --zeros=once', '--size=on --zeros=once --fma=auto --parametrize=inertial') {
	my ($said, $code) = compile($first, "$scratch/first.h", $all, split(' ', $form), '--prefix', 'M');
	is($code, 0, "$form: a first file") or diag($said);
	$token{$_} = s/^M_//r for tokens(slurp("$scratch/first.h"));
}
my @token = sort keys %token;
my @own = sort grep { /^M_./ } @token;
my @any = (@token, (map { $token{$_} } @own) x 2, @words);
cmp_ok(@own, '>', 60, 'names behind the prefix');

# Words as parameters, all of one model: none is refused, and each is there under a name of its own.
my @keywords = (@words, qw(if else for while return struct union enum extern goto case switch default typeof class template new delete import
                export function var let const yield await async static super null undefined arguments eval pass def lambda None True False
                global nonlocal raise with as is in not and or del from __class__ __init__ isnan));
my %distinct = map { $_ => 1 } @keywords;
my $parameters = spew("$scratch/words.rig", "model words\n" . join('', map { "param \"$_\" = 1 kg\n" } sort keys %distinct) .
                      "body b on world { joint j : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }\n");
for my $ending (qw(h mjs py)) {
	my ($said, $code) = compile($parameters, "$scratch/words.$ending", 'rnea', '-W', 'no-unused');
	is($code, 0, "words as parameters, .$ending") or diag($said);
}
my %members = map { $_ => 1 } slurp("$scratch/words.mjs") =~ /^\t\t(\w+): 1\.0,/mg;
is(keys %members, keys %distinct, 'all are there');

# A member of the struct of parameters cannot have the name of a macro: each is refused.
compile($first, "$scratch/first.h", $all, '--prefix', 'M');
my @macros = slurp("$scratch/first.h") =~ /^#define (M_(?!POSE)\w+)/mg; # without those of the model
my $macros = spew("$scratch/macros.rig", "model macros\n" . join('', map { "param $_ = 1 kg\n" } @macros) .
                  "body b on world { joint j : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }\n");
my ($clashes) = compile($macros, "$scratch/macros.h", 'rnea', '--prefix', 'M', '-W', 'no-unused');
is_deeply([sort $clashes =~ /error: parameter '(\w+)' and .* would both be '\1' in C/g], [sort @macros], 'macros as parameters: ' . @macros);

# --- draws ---

# One of each kind in a draw, so that most are taken.
sub draw
{
	my %name = %plain;
	my $prefix = pick('M', 'M', 'm', 'J', 'R', 'q');
	my $function = $token{pick(@own)};
	my $kind = int rand 6;
	if ($kind == 0) { # the token is cut where a _ is
		my $token = pick(grep { /._./ } @any);
		my @cut = grep { substr($token, $_, 1) eq '_' } 1 .. length($token) - 2;
		my $at = pick(@cut);
		($prefix, $function) = (substr($token, 0, $at), substr($token, $at + 1)) if @cut;
	} elsif ($kind == 1) {
		$name{$_} = pick(@any) for pick(qw(param other));
	} elsif ($kind == 2) {
		$name{$_} = pick(@any) for pick(qw(joint coordinate pose));
		$prefix = 'M';
	} elsif ($kind == 3) {
		$name{$_} = pick((map { $token{$_} } @own), 'tool_', 'tool_jac_local', 'eye_jac', 'tool', @words) for pick(qw(frame second));
		$prefix = pick('J', 'M');
	}
	my @more = pick([], ['crba'], ['reaction'], ["b=jac:F+jac:G+jac_local:F"], ['rnea', 'crba']);
	my $functions = join ',', "$function=" . pick('rnea', 'crba', 'jac:F+jac:G', 'jac:F+jac_local:F+jac:G'), @{$more[0]};
	my ($F, $G) = map { quoted($name{$_}) } qw(frame second);
	$functions =~ s/:F/:$F/g;
	$functions =~ s/:G/:$G/g;
	return (\%name, $prefix, $functions);
}

my (%refused, @wrong);
my %taken = map { $_ => ["words.$_: words as parameters"] } qw(h mjs py);
for my $i (1 .. $count) {
	my ($name, $prefix, $functions) = draw();
	my $ending = pick(qw(h h h h c mjs py));
	my @options = $ending =~ /mjs|py/ ? () : grep { length } pick(@form), pick(@form);
	my $rig = spew("$scratch/$i.rig", model($name));
	my $what = join ' ', "$i.$ending:", "--prefix $prefix -f $functions", @options, map { $name->{$_} eq $plain{$_} ? () : "$_ $name->{$_}" } sort keys %$name;
	my ($said, $code) = compile($rig, "$scratch/$i.$ending", $functions, '--prefix', $prefix, @options);
	next if $code == 2 && $said =~ /exclude each other/; # the options
	if ($code == 0) {
		push @{$taken{$ending}}, $what;
	} else {
		$refused{$1}++ while $said =~ /error: .*\[([a-z-]+)\]$/mg;
		push @wrong, "$what\n$said" if $code != 1 || $said =~ /error: .*\[(?!c-name|duplicate|reserved-name|unknown-name)[a-z-]+\]$/m;
	}
}
is(join("\n", @wrong), '', 'what is refused is a clash: ' . join ', ', map { "$refused{$_} $_" } sort keys %refused);

# --- compilers ---

sub file { my ($what) = @_; return "$scratch/" . $what =~ s/:.*//sr }
# All at once; one by one where that fails, to say which.
sub take
{
	my ($language, $whats, @command) = @_;
	return ok(1, "$language # SKIP no $command[0]") unless present($command[0]);
	my $run = sub { tells(@command, map { file($_) } @_) };
	my ($said, $code) = $run->(@$whats);
	my @bad = $code == 0 ? () : grep { ($run->($_))[1] != 0 } @$whats;
	ok($code == 0, "$language takes all " . @$whats) or diag(join "\n", @bad, substr($said, 0, 2000));
}

my @c = (@{$taken{h} // []}, @{$taken{c} // []});
take('C', \@c, 'gcc', '-std=c99', @strict, '-x', 'c');
take('C of GNU', [@c[0 .. $#c / 4]], 'gcc', '-std=gnu17', '-march=haswell', @strict, '-x', 'c');
take('C++', [@c[$#c / 4 .. $#c / 2]], 'g++', '-std=c++11', @strict, '-x', 'c++');
take('Python', $taken{py}, 'python3', '-c', 'import ast, sys; [ast.parse(open(file, "rb").read(), file) for file in sys.argv[1:]]');
take('JavaScript', $taken{mjs}, 'node', '--input-type=module', '-e', sprintf <<'END', scalar keys %distinct);
import { pathToFileURL } from 'node:url';
for (const file of process.argv.slice(1))
	for (const [name, value] of Object.entries(await import(pathToFileURL(file))))
		if (name.endsWith('_params_default') && !value.length && !['1,2', Array(%d).fill(1).join()].includes(Object.values(value()).sort().join()))
			throw new Error(`${file}: parameters are ${JSON.stringify(value())}`);
END

# Reserved words are searched by bisection, so their order matters.
my ($table) = slurp('compiler/c/words.c') =~ /words\[\] = \{(.*?)\n\};/s;
my @reserved = $table =~ /"([^"]+)"/g;
is_deeply(\@reserved, [sort @reserved], @reserved . ' reserved words are in order');
done_testing;
