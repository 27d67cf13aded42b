#!/usr/bin/perl
# FUNCTIONS.md has all functions. LANGUAGE.md is true: its tables are those of the compiler, its models and fragments compile without a word, and its grammar is that
# of the parser: what the grammar makes is no fault of syntax, what the compiler accepts the grammar does, in the examples, in all
# files of tests/model, and in files with a few tokens changed (RIGIDC_SEED).
use strict;
use warnings;
use lib 'tests', 'tests/grammar';
use File::Temp;
use Test::More;
use Ebnf;
use Rig;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $cc = $ENV{CC} // 'cc';
my $seed = $ENV{RIGIDC_SEED} // 1;
my $rounds = by_level(4, 40, 2000);
my $scratch = File::Temp->newdir;
note("RIGIDC_SEED=$seed");
srand $seed;
my $random = sub { return int rand shift };

my $text = slurp('grammar/LANGUAGE.md');

# --- tables ---

my ($differs) = says("RIGIDC=$rigidc perl tests/grammar/language.pl --check");
is($differs, '', 'what `make language` writes is written');

# --- names of functions in other programs: a row for each ---

my ($names) = slurp('compiler/FUNCTIONS.md') =~ /^## Names elsewhere\n(.*?)^## /ms;
my %named = map { $_ => 1 } map { /`(\w+)`/g } $names =~ /^\| ([^|]+) \|/mg;
is(join(' ', grep { !$named{$_} } map { /^(\w+)/ } `$rigidc --list=functions`), '', 'FUNCTIONS.md has the names of all functions elsewhere');

# --- generate has all functions ---

{
	my %of = (FRAME => 'hand', PHASE => 'grip', STRUT => 'jack', GROUP => 'jacks', NAME => 'drag', euler => 'euler', rk4 => 'rk4');
	my @asked = grep { !/^rates/ } map { s/:([A-Za-z0-9]+)/:$of{$1}/gr } map { /^(\S+)/ } `$rigidc --list=functions`;
	my $some = join(', ', @asked, 'jvp:wrench:drag', 'both = wrench:drag + vjp:wrench:drag');
	my $file = spew("$scratch/all.rig", slurp('tests/grammar/functions.rig') . "generate $some\n");
	my ($said, $code) = says("$rigidc check --wrench=hand $file 2>&1 | grep -F error:; true");
	is("$code $said", '0 ', 'generate takes all functions');
	is(scalar(`$rigidc fmt - <$file`), scalar(`$rigidc fmt - <$file | $rigidc fmt -`), '  and fmt keeps them');
}

# --- code blocks: a model, or a fragment behind the comment <!-- in MODEL --> that says in what;
# <!-- file NAME TEXT --> is a file that one of them includes ---

spew("$scratch/$1", $2) while $text =~ /^<!-- file (\S+)\n(.*?)^-->\n/gms;

my $line = 0;
my @lines = split /^/, $text;
while ($line < @lines) {
	$line++ until $line >= @lines || $lines[$line] =~ /^```(\w*)$/;
	last if $line >= @lines;
	my ($kind, $begin, $block) = ($1, $line + 1, '');
	$block .= $lines[$line] while $lines[++$line] !~ /^```$/;
	my ($before) = join('', @lines[ 0 .. $begin - 2 ]) =~ /<!-- in\n((?:(?!-->).)*)-->\n\z/s;
	$line++;
	next if $kind eq 'ebnf' || $lines[ $begin - 2 ] =~ /^<!-- grammar -->$/;
	my $model = ($before // '') . $block;
	my $file = spew("$scratch/block." . ($kind || 'rig'), $model);
	my ($said, $code) = says("$rigidc check $file && $rigidc compile $file --search=none -o $scratch/block.h && " .
	                         "$cc -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c $scratch/block.h");
	is("$code $said", '0 ', "LANGUAGE.md:$begin: what is shown compiles");
}

# --- the grammar ---

my $grammar = eval { Ebnf::read_rules(join '', $text =~ /^```ebnf\n(.*?)^```$/gms) } or BAIL_OUT($@);
is(join(' ', $grammar->undefined_rules), '', 'each rule that is named is there');
is(join(' ', $grammar->tokens), 'CHECK END NAME NUMBER QUOTED UNIT', 'the tokens are those that the text explains');

my %word = map { $_ => 1 } $grammar->words;
my $vocabulary = Rig::vocabulary($rigidc);
is(join(' ', grep { !$word{$_} } sort keys %{ $vocabulary->{keyword} }), '', 'the grammar has all keywords');
my ($declared) = slurp('grammar/parse.y') =~ /^%token\s*\n(.*?)^%type/ms or die 'no tokens in parse.y';
is(join(' ', grep { !$word{$_} && $_ ne ';' } $declared =~ /"'([^' ]+)'"/g), '', 'and all tokens of the parser');
my %listed = map { (split)[0] => 1 } map { `$rigidc --list=$_` } qw(words properties);
is(join(' ', grep { !$listed{$_} } $declared =~ /"'([a-z]+)'"/g), '', 'words that are tokens are listed, as words or properties');
for (map { (split)[0] } `$rigidc --list=properties`) {
	ok($word{$_}, "and the property $_");
}

# Does the grammar accept it?
sub sentence
{
	my ($model) = @_;
	my $tokens = Rig::tokens($model, $vocabulary);
	return $tokens ? ($grammar->accepts($tokens))[0] : 0;
}

my (@refused, @taken, %tokens_of);
my @examples = (glob('examples/*.rig examples/*/*.rig'), 'grammar/prelude.rig');
for my $file (@examples, glob 'tests/model/{right,wrong,written}/*.rig') {
	my $model = slurp($file);
	my ($expected) = $model =~ m{^// expect: *(.*)};
	my @names = split /, /, $expected // '';
	my $right = !grep { severity($_) eq 'error' } @names;
	my $accepted = sentence($model);
	push @refused, $file if $right && !$accepted;
	push @taken, $file if $accepted && $model !~ m{^// (?:options|command):}m && grep { $_ eq 'syntax' } @names;
	$tokens_of{$file} = Rig::tokens($model, $vocabulary) if $right && length($model) < 1500;
}
is("@refused", '', 'the grammar accepts all files that the compiler does');
is("@taken", '', 'and none that has a fault of syntax');

sub severity
{
	our %severity;
	%severity = map { (split)[0, 1] } `$rigidc --list=checks` unless %severity;
	return $severity{ $_[0] } // 'unknown';
}

# --- sentences ---

# A word of a kind, as it may be written.
my @units = sort keys %{ $vocabulary->{reserved} };
sub written
{
	my ($kind, $value) = @{ $_[0] };
	return $value if $kind eq 'word';
	return $random->(4) ? "\n" : ';' if $value eq 'END';
	return (qw(massless-tip body-in-a-for unused))[ $random->(3) ] if $value eq 'CHECK';
	return (qw(1 2.5 .5 1.2e-3 0 7.))[ $random->(6) ] if $value eq 'NUMBER';
	return $units[ $random->(scalar @units) ] . ('', '', '^2', '^-1')[ $random->(4) ] if $value eq 'UNIT';
	return '"left arm"' if $value eq 'QUOTED' || !$random->(12);
	return (qw(a b2 arm q pi origin mass frame_1 _x as root))[ $random->(11) ];
}

# Is it a fault of syntax? `fmt` reads no more than that.
sub faults
{
	my ($model) = @_;
	my ($said, $code) = says("$rigidc fmt -o /dev/null " . spew("$scratch/sentence.rig", $model));
	return $code == 0 ? '' : $said;
}

my $rule = $grammar->{rule}{Statement};
my $wrong = '';
for my $round (1 .. $rounds) {
	my @statements = map { [ $grammar->sentence($rule, $random, 9), [ 'token', 'END' ] ] } 1 .. 20;
	my $model = join '', map { join(' ', map { written($_) } @$_) } @statements;
	my $said = faults($model) or next;
	# the first statement alone that is one
	my ($alone) = grep { faults($_) } map { join(' ', map { written($_) } @$_) } @statements;
	$wrong .= faults($alone // $model);
}
is($wrong, '', "no sentence of the grammar is a fault of syntax (RIGIDC_SEED=$seed)");

# --- files with some tokens changed ---

my @from = sort grep { @{ $tokens_of{$_} } > 20 } keys %tokens_of;
my (@lax, @strict);
for my $round (1 .. 3 * $rounds) {
	my @tokens = @{ $tokens_of{ $from[ $random->(scalar @from) ] } };
	my ($at, $other) = map { $random->(scalar @tokens) } 1, 2;
	my $how = $random->(4);
	splice @tokens, $at, 1 if $how == 0;
	splice @tokens, $at, 0, $tokens[$other] if $how == 1;
	@tokens[ $at, $other ] = @tokens[ $other, $at ] if $how == 2;
	$tokens[$at] = $tokens[$other] if $how == 3;
	my $model = join ' ', map { $_->{text} } @tokens;
	my $accepted = sentence($model);
	if ($accepted) {
		my $said = faults($model);
		push @lax, $said if $said;
	} else {
		my ($said, $code) = says("$rigidc check " . spew("$scratch/changed.rig", $model));
		push @strict, $model if $code == 0;
	}
}
is("@lax", '', "what the grammar accepts is no fault of syntax (RIGIDC_SEED=$seed)");
is("@strict", '', "what the compiler accepts the grammar does (RIGIDC_SEED=$seed)");
done_testing();
