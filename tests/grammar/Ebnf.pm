# The grammar of grammar/LANGUAGE.md, read from its blocks: is a text a sentence of it, and sentences of it.
#
#   Name = "word" | TOKEN | Name [ may be left out ] { any number of } ( group )
package Ebnf;
use strict;
use warnings;
no warnings 'recursion';

# { rule => { NAME => node }, order => [ NAME ], text => { NAME => its lines } } of the blocks' text
sub read_rules
{
	my ($text) = @_;
	my $self = bless { rule => {}, order => [], text => {} };
	while ($text =~ /^(\w+)( *= .*\n(?:[ \t]+.*\n)*)/gm) {
		my ($name, $lines) = ($1, $1 . $2);
		die "$name stands twice in the grammar\n" if $self->{rule}{$name};
		my @tokens = substr($lines, index($lines, '=') + 1) =~ /"[^"]+"|\w+|[][(){}|]/g;
		$self->{rule}{$name} = choice(\@tokens);
		die "the rule of $name goes on where it cannot: @tokens\n" if @tokens;
		push @{ $self->{order} }, $name;
		$self->{text}{$name} = $lines;
	}
	return $self;
}

sub choice
{
	my ($tokens) = @_;
	my @of = (sequence($tokens));
	while (@$tokens && $tokens->[0] eq '|') {
		shift @$tokens;
		push @of, sequence($tokens);
	}
	return @of > 1 ? [ 'choice', @of ] : $of[0];
}

sub sequence
{
	my ($tokens) = @_;
	my %closing = ('[' => ']', '{' => '}', '(' => ')');
	my @of;
	while (@$tokens && $tokens->[0] !~ /^[])}|]$/) {
		my $token = shift @$tokens;
		if (my $close = $closing{$token}) {
			my $inside = choice($tokens);
			die "a $close is missing in the grammar\n" unless @$tokens && shift @$tokens eq $close;
			push @of, $token eq '[' ? [ 'choice', ['sequence'], $inside ] : $token eq '{' ? [ 'repeat', $inside ] : $inside;
		} elsif ($token =~ /^"(.*)"$/) {
			push @of, [ 'word', $1 ];
		} else {
			push @of, [ $token =~ /[a-z]/ ? 'rule' : 'token', $token ];
		}
	}
	return @of == 1 ? $of[0] : [ 'sequence', @of ];
}

# The words between quotes, and the rules and tokens that are named and have no rule.
sub words { my ($self) = @_; return named($self, 'word') }
sub tokens { my ($self) = @_; return named($self, 'token') }
sub undefined_rules { my ($self) = @_; return grep { !$self->{rule}{$_} } named($self, 'rule') }

sub named
{
	my ($self, $kind) = @_;
	my %found;
	my @open = values %{ $self->{rule} };
	while (my $node = shift @open) {
		my ($what, @of) = @$node;
		$found{ $of[0] } = 1 if $what eq $kind;
		push @open, grep { ref } @of;
	}
	return sort keys %found;
}

# Is the list of tokens a Text? Each token is { as => what it can be: a word in quotes, or NAME, NUMBER, ... }.
sub accepts
{
	my ($self, $tokens) = @_;
	my $run = { rule => $self->{rule}, tokens => $tokens, known => {} };
	my $furthest = \($run->{furthest} = 0);
	my @ends = ends($run, [ 'rule', 'Text' ], 0);
	return (scalar(grep { $_ == @$tokens } @ends), $$furthest);
}

# Where what begins at a token may end.
sub ends
{
	my ($run, $node, $at) = @_;
	my ($what, @of) = @$node;
	if ($what eq 'rule') {
		return @{ $run->{known}{"$of[0] $at"} //= [ ends($run, $run->{rule}{ $of[0] }, $at) ] };
	} elsif ($what eq 'choice') {
		my %ends = map { $_ => 1 } map { ends($run, $_, $at) } @of;
		return keys %ends;
	} elsif ($what eq 'sequence') {
		my @ends = ($at);
		for my $part (@of) {
			my %next = map { $_ => 1 } map { ends($run, $part, $_) } @ends;
			@ends = keys %next or return;
		}
		return @ends;
	} elsif ($what eq 'repeat') {
		my %ends = ($at => 1);
		my @new = ($at);
		while (@new) {
			@new = grep { !$ends{$_}++ } map { ends($run, $of[0], $_) } @new;
		}
		return keys %ends;
	}
	$run->{furthest} = $at if $at > $run->{furthest};
	my $token = $run->{tokens}[$at];
	return $token && $token->{as}{ $of[0] } ? $at + 1 : ();
}

# A random sentence of a rule: words and tokens in a row. Beyond the depth it takes what is shortest.
sub sentence
{
	my ($self, $node, $random, $depth) = @_;
	my ($what, @of) = @$node;
	if ($what eq 'rule') {
		return sentence($self, $self->{rule}{ $of[0] }, $random, $depth - 1);
	} elsif ($what eq 'choice') {
		my @least = map { least($self, $_, {}) } @of;
		my ($low) = sort { $a <=> $b } @least;
		my @from = $depth > 0 ? 0 .. $#of : grep { $least[$_] == $low } 0 .. $#of;
		return sentence($self, $of[ $from[ $random->(scalar @from) ] ], $random, $depth);
	} elsif ($what eq 'sequence') {
		return map { sentence($self, $_, $random, $depth) } @of;
	} elsif ($what eq 'repeat') {
		return map { sentence($self, $of[0], $random, $depth) } 1 .. ($depth > 0 ? $random->(3) : 0);
	}
	return [ $what, $of[0] ];
}

# The fewest levels of rules in what a node makes; a rule within itself has no end.
sub least
{
	my ($self, $node, $open) = @_;
	my ($what, @of) = @$node;
	return 0 if $what eq 'repeat' || $what eq 'word' || $what eq 'token';
	if ($what eq 'rule') {
		return 1000 if $open->{ $of[0] };
		return $self->{least}{ $of[0] } if defined $self->{least}{ $of[0] };
		my $least = 1 + least($self, $self->{rule}{ $of[0] }, { %$open, $of[0] => 1 });
		$self->{least}{ $of[0] } = $least unless %$open;
		return $least;
	}
	my @least = sort { $a <=> $b } map { least($self, $_, $open) } @of;
	return @least ? $least[ $what eq 'choice' ? 0 : -1 ] : 0;
}

1;
