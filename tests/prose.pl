#!/usr/bin/perl
# Comments whose sentences are made of pronouns: the share of what, that, which, those, one, it, they among the words.
#   prose.pl [--worst=N] [--files] FILE...
# Without --files the worst comments are printed; with it, each file's share. Of a page (.md) its share is printed, with its longest
# sentence and how many have more than 25 words: without code, headings and tables.
use strict;
use warnings;

my ($worst, $files) = (40, 0);
while (@ARGV && $ARGV[0] =~ /^--/) {
    local $_ = shift;
    if (/^--worst=(\d+)$/) { $worst = $1 } elsif ($_ eq '--files') { $files = 1 } else { die "prose.pl: $_\n" }
}
my (@comments, %words, %pronouns);

sub pronouns { return scalar grep { /^(?:what|that|which|those|one|it|they)$/i } @_ }

# Sentences end with a point, a colon before a line's end, or an item of a list. Code counts as a word.
sub page {
    my ($path, $text) = @_;
    $text =~ s/^```.*?^```$/\n/msg;
    $text =~ s/<!--.*?-->/\n/sg;
    $text =~ s/^(?:#|\|).*$/\n/mg;
    $text =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
    $text =~ s/`[^`]*`/code/g;
    my @sentences = map { [ /[A-Za-z][A-Za-z'-]*/g ] } split /(?<=[.:;!?])\s+(?=[A-Z(*]|code|$)|\n\s*\n|\n\s*(?:-|\d+\.) /, $text;
    my @all = map { @$_ } @sentences or return;
    my ($longest) = sort { @$b <=> @$a } @sentences;
    printf "%5.1f %%  %3d words, %3d of %3d long  %s: %s ...\n", 100 * pronouns(@all) / @all, scalar @$longest, scalar(grep { @$_ > 25 } @sentences),
        scalar @sentences, $path, join ' ', @$longest[0 .. ($#$longest < 7 ? $#$longest : 7)];
}

for my $path (@ARGV) {
    open my $file, '<', $path or die "$path: $!\n";
    local $/;
    my $text = <$file>;
    if ($path =~ /\.md$/) {
        page($path, $text);
        next;
    }
    while ($text =~ m{("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*(.*?)\*/|(?<!:)//([^\n]*)}gs) {
        my $comment = $2 // $3 // next;
        my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
        my @words = $comment =~ /[A-Za-z][A-Za-z'-]*/g;
        my $pronouns = pronouns(@words);
        $words{$path} += @words;
        $pronouns{$path} += $pronouns;
        push @comments, [$pronouns / @words, $path, $line, $comment] if @words >= 8;
    }
}
if ($files) {
    my @shares = map { [$pronouns{$_} / $words{$_}, $_] } grep { $words{$_} } keys %words;
    @shares = sort { $b->[0] <=> $a->[0] || $a->[1] cmp $b->[1] } @shares;
    printf "%5.1f %%  %s\n", 100 * $_->[0], $_->[1] for @shares;
    printf "median %.1f %%\n", 100 * $shares[@shares / 2][0] if @shares;
} else {
    @comments = sort { $b->[0] <=> $a->[0] || $a->[1] cmp $b->[1] || $a->[2] <=> $b->[2] } @comments;
    printf "%3.0f %%  %s:%d:%s\n\n", 100 * $_->[0], @$_[1 .. 3] for @comments[0 .. ($worst < @comments ? $worst : @comments) - 1];
}
