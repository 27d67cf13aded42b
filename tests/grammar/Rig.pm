# The words of .rig texts, for tests: a text to the tokens that LANGUAGE.md's grammar is made of.
package Rig;
use strict;
use warnings;

# What the compiler's tables say: { reserved => { unit => 1 }, late => { unit => 1 }, keyword => { word => 1 } }
sub vocabulary
{
	my ($rigidc) = @_;
	my %words = (reserved => {}, late => {}, keyword => {});
	for (`$rigidc --list=units`) {
		my ($name) = /^(\w+)/;
		$words{ /where no name can stand/ ? 'late' : 'reserved' }{$name} = 1;
	}
	/^(\w+) +(?:begins a statement|stands within one)$/ and $words{keyword}{$1} = 1 for `$rigidc --list=words`;
	return \%words;
}

# The tokens of a text, or undef where something begins none: { text, as }, `as` being all that it may be in the grammar.
# An END stands where the grammar wants one: those that may be left out are put in, those that say nothing are not.
sub tokens
{
	my ($text, $words) = @_;
	my (@found, $newline, $broken);
	my $brackets = 0;
	my $put = sub { my ($token, @as) = @_; push @found, { text => $token, as => { map { $_ => 1 } @as } } };
	my $end = sub { $put->("\n", 'END') if @found && $found[-1]{text} !~ /^[\n{]$/ };
	$text =~ s/^\xEF\xBB\xBF//;
	while ($text =~ m{\G(?:[ \t]+|//[^\r\n]*|/\*.*?\*/)*+
	                  (?: (\r\n|\n|\r) | ((?:\d+(?=\.\.)|\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?) | ("(?:[^"\\\r\n]|\\.)*")
	                    | ([A-Za-z_]\w*) | (\.\.|[<>]=?|[-+*/^()\[\]{},;:=.]) )}gcsx) {
		my ($line, $number, $quoted, $word, $sign) = ($1, $2, $3, $4, $5);
		if (defined $line) {
			$newline = 1 unless $brackets;
			$broken = 1;
			next;
		}
		$end->() if $newline && ($sign // '') ne '{' && ($word // '') ne 'else';
		$newline = 0;
		if (defined $number) {
			$put->($number, 'NUMBER');
		} elsif (defined $quoted) {
			$put->($quoted, 'NAME', 'QUOTED');
		} elsif (defined $word && is_unit($word, \@found, $words)) {
			my $power = $text =~ /\G(\^-?\d+)/gc ? $1 : '';
			# a unit follows its number on the same line, also within brackets
			$put->($word . $power, $broken ? () : 'UNIT', $words->{late}{$word} ? 'NAME' : ());
		} elsif (($word // '') eq 'accept' && (!@found || $found[-1]{text} =~ /^[\n{]$/) && $text =~ m{\G(?:[ \t]+|/\*.*?\*/)+([a-z]+(?:-[a-z]+)*)}gcs) {
			$put->($word, $word);
			$put->($1, 'CHECK');
		} elsif (defined $word) {
			$put->($word, $word, $words->{keyword}{$word} ? () : 'NAME');
		} elsif ($sign eq ';' && !$brackets) {
			$end->();
		} else {
			return undef if $sign =~ /[{}]/ && $brackets;
			$end->() if $sign eq '}';
			$brackets += $sign =~ /[(\[]/ ? 1 : $sign =~ /[)\]]/ ? -1 : 0;
			$brackets = 0 if $brackets < 0;
			$put->($sign, $sign);
		}
		$broken = 0;
	}
	return undef if substr($text, pos($text) // 0) !~ m{^(?:[ \t]+|//[^\r\n]*|/\*.*?\*/)*\z}s;
	$end->();
	choices(\@found);
	return \@found;
}

# The `if` of a statement in which a comparison follows is no name, nor is the `else` that it has.
sub choices
{
	my ($found) = @_;
	my ($open, $compares) = (0, 0);
	for my $at (reverse 0 .. $#$found) {
		my ($text, $as) = @{ $found->[$at] }{qw(text as)};
		$compares = 0 if $text =~ /^[\n{}]$/;
		$compares = 1 if $text =~ /^[<>]/;
		delete $as->{NAME} if $text eq 'if' && $compares;
	}
	for (@$found) {
		my ($text, $as) = @$_{qw(text as)};
		$open = 0 if $as->{END};
		$open++ if $text eq 'if' && !$as->{NAME};
		next unless $text eq 'else' && $open;
		delete $as->{NAME};
		$open--;
	}
}

# A unit that came late is one behind a value, a colon, or a `*` or `/` that follows a unit.
sub is_unit
{
	my ($word, $found, $words) = @_;
	return @$found && $found->[-1]{text} eq 'model' ? 0 : 1 if $words->{reserved}{$word};
	return 0 unless $words->{late}{$word} && @$found;
	my $before = $found->[-1];
	return $before->{as}{NUMBER} || $before->{as}{UNIT} || $before->{text} =~ /^[])*\/:]$/;
}

1;
