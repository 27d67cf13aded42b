#!/usr/bin/perl
# rigidc fmt on spoilt layouts: the tokens of examples and of files of tests/model/right, with comments, blanks and ends of lines
# at random places between them (RIGIDC_SEED; how many layouts, RIGIDC_LEVEL). What fmt writes has the same tokens and comments in the
# same order, compiles to the same C, and is in the layout.
use strict;
use warnings;
use lib 'tests', 'tests/grammar';
use Cwd 'abs_path';
use File::Basename;
use File::Temp;
use Test::More;
use Rig;
use Shell;

my $rigidc = abs_path($ENV{RIGIDC} // 'build/rigidc');
my $seed = $ENV{RIGIDC_SEED} // 1;
my $wanted = by_level(4, 40, 1700);
my $scratch = File::Temp->newdir;
my $words = Rig::vocabulary($rigidc);
note("$wanted layouts, RIGIDC_SEED=$seed");
srand $seed;

# --- layouts ---

my $comments; # so that each is another one

sub pick { return $_[rand @_] }
sub blanks { return pick('', ' ', '  ', "\t", '     ', " \t ") }
sub trailing { return pick('', '', ' ', "\t ") }
sub line_end { return pick("\n", "\n", "\n", "\r\n", "\r") }

sub block_comment
{
	$comments++;
	return pick("/* c$comments */", "/*c$comments*/", "/* c$comments; mass { */", "/** c$comments **/", "/* c$comments\n    // \t\n *  in lines */");
}

sub line_comment
{
	$comments++;
	return pick("// c$comments", "//c$comments }", "/// c$comments", "///   c$comments { ;") . trailing() . line_end();
}

sub is_word { return $_[0] =~ /^[\w."]/ }

# Would two tokens be read as others without a blank between them?
sub run_together
{
	my ($token, $next) = map { $_->{text} } @_;
	return is_word($token) && is_word($next) && $next ne '..' || "$token$next" =~ m{/[/*]$} || $next =~ /^\./ && $token =~ /[\d.]$/ ||
	       $token eq '..' && $next =~ /^[\d.]/;
}

# Between two tokens of a statement.
sub gap
{
	my ($token, $next, $brackets) = @_;
	my $per_unit = $token->{text} =~ m{^[*/]$} && $next->{as}{UNIT};
	my $late = $token->{text} =~ /^(?:order|assert|strut|tendon)$/;
	my $goes_on = $next->{text} eq '{' || $next->{text} eq 'else' && !$next->{as}{NAME};
	my $may_break = $goes_on || $brackets && !$next->{as}{UNIT} && !$words->{keyword}{ $next->{text} };
	my $gap = rand() < 0.8 ? ' ' : blanks();
	unless ($per_unit || $late) {
		$gap .= ' ' if $token->{text} eq '/';
		$gap .= block_comment() . blanks() while rand() < 0.04;
		if ($may_break) {
			$gap .= line_end() . blanks() while rand() < 0.1;
			$gap .= blanks() . line_comment() . blanks() while rand() < 0.04;
		}
	}
	return $gap eq '' && run_together($token, $next) ? ' ' : $gap;
}

# Between two statements, or beside a brace, where none needs to be.
sub separator
{
	my ($needed) = @_;
	my ($text, $separates) = (blanks(), 0);
	while (rand() < 0.6 || $needed && !$separates) {
		my $kind = rand;
		$text .= $kind < 0.4 ? line_end() : $kind < 0.65 ? ';' : $kind < 0.8 ? line_comment() : block_comment();
		$text .= blanks();
		$separates ||= $kind < 0.8;
	}
	return $text;
}

sub spoilt
{
	my @token = @{ $_[0] };
	my ($text, $brackets) = (separator(0), 0);
	$comments = 0;
	for my $i (0 .. $#token) {
		my ($token, $next) = @token[$i, $i + 1];
		if ($token->{as}{END}) {
			$text .= separator($next && $next->{text} ne '}');
			next;
		}
		$text .= $token->{text};
		$brackets += ($token->{text} =~ /^[(\[]$/) - ($token->{text} =~ /^[)\]]$/);
		$text .= separator(0) if $token->{text} eq '{';
		$text .= gap($token, $next, $brackets) if $next && !$next->{as}{END} && $token->{text} ne '{';
	}
	return $text;
}

# --- what is asked of fmt ---

# Tokens and comments in order, with one ; where statements end. Blanks in a comment and at its end are not looked at.
sub reading
{
	my ($text) = @_;
	my @found;
	my $tokens = Rig::tokens($text, $words) or return 'no text of the language';
	push @found, map { $_->{as}{END} ? ';' : $_->{text} } @$tokens;
	my $comments = '';
	while ($text =~ m{\G(?:"(?:[^"\\\r\n]|\\.)*"|(//[^\r\n]*|/\*.*?\*/)|.)}gs) {
		$comments .= "$1\n" if defined $1;
	}
	$comments =~ s/[ \t\r\n]+/ /g;
	return join(' ', @found) . "\n" . $comments;
}

# Which token each comment follows; a separator is none.
sub places
{
	my ($text) = @_;
	my ($tokens, @found) = (0);
	while ($text =~ m{\G(?:[ \t\r\n;]|("(?:[^"\\\r\n]|\\.)*")|(//[^\r\n]*|/\*.*?\*/)|([A-Za-z0-9_]+)|.)}gs) {
		$tokens += defined $2 ? 0 : length($1 // $3 // '.') if defined $1 || defined $2 || defined $3 || $& !~ /\s|;/;
		push @found, $tokens if defined $2;
	}
	return "@found";
}

# From where on two texts differ, and a little before that.
sub difference
{
	my ($wanted, $found) = @_;
	my $same = 0;
	$same++ while $same < length $wanted && substr($wanted, $same, 1) eq substr($found, $same, 1);
	my $from = $same > 60 ? $same - 60 : 0;
	return "wanted: ..." . substr($wanted, $from, 120) . "\nfound:  ..." . substr($found, $from, 120);
}

sub compiled
{
	my ($file) = @_;
	my $c = `$rigidc compile $file -f rnea -O0 2>/dev/null`;
	return ("$c\nexit $?", $?);
}

# What is wrong with what fmt makes of a text, which stands at the file; '' if nothing is. Counts those that compile.
my ($layouts, $models) = (0, 0);
sub fault
{
	my ($text, $file) = @_;
	my $once = "$scratch/once.rig";
	$layouts++;
	spew($file, $text);
	my ($said, $code) = says("$rigidc fmt $file -o $once");
	return "exit $code: $said" if $code;
	my $laid = slurp($once);
	my ($wanted, $found) = map { reading($_) . places($_) } $text, $laid;
	return "other tokens or comments:\n" . difference($wanted, $found) if $wanted ne $found;
	return "a line that ends in blanks:\n$1" if $laid =~ m{^((?:(?!/\*|\*).)*[ \t])$}m && $text !~ m{/\*[^*]*\n};
	($said, $code) = says("$rigidc fmt --check $once");
	return "not idempotent: $said" if $code;
	my $folder = dirname($file);
	my ($before, $sound) = compiled($file);
	rename $once, $file;
	my ($after) = compiled($file);
	$models += $sound == 0;
	return $before eq $after ? '' : "other C:\n" . difference($before, $after);
}

# includes are found beside a copy
symlink abs_path($_), "$scratch/" . basename($_) for glob('examples/parts'), grep { !/model\.rig/ } glob('tests/model/right/*.rig'), glob('examples/parts/*.rig');
my @files = (glob('examples/*.rig'), glob('examples/{parts,struts,gait}/*.rig'), glob('tests/model/right/*.rig'));
my @tokens = grep { defined $_->{tokens} } map { { file => $_, tokens => Rig::tokens(slurp($_), $words) } } @files;
cmp_ok(scalar @tokens, '>', 0.9 * @files, 'files that the words of the language make up');
my @round;
while ($layouts < $wanted) {
	@round = sort { $a->{at} <=> $b->{at} } map { { %$_, at => rand } } @tokens unless @round;
	my $next = shift @round;
	my $text = spoilt($next->{tokens});
	my $fault = fault($text, "$scratch/model.rig");
	ok(!$fault, "a layout of $next->{file}") or diag("$fault\n$text");
}
cmp_ok($models, '>', $layouts * 0.6, "of $layouts layouts $models compile");
done_testing;
