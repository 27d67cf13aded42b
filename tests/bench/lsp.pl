#!/usr/bin/perl
# The time from a key to the diagnostics of the language server, and of its answers: the median and the 99th percentile, in ms.
# lsp.pl KEYS MODEL...   A model that is no .rig file is imported first, with a free base.
use strict;
use warnings;
use lib 'tests/cli';
use Encode;
use File::Temp;
use Time::HiRes 'time';
use Lsp;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my ($keys, @models) = @ARGV;
my $folder = File::Temp->newdir;

sub row
{
	my ($model, $what, @times) = @_;
	@times = sort { $a <=> $b } @times;
	printf "%-20s %-30s %8.2f %8.2f\n", $model, $what, 1000 * $times[@times / 2], 1000 * $times[int(0.99 * $#times)];
}

printf "%-20s %-30s %8s %8s\n", 'model', 'ms', 'median', '99 %';
for my $path (@models) {
	my ($name) = $path =~ m{([^/]+)\.\w+$};
	my $file = $path;
	if ($path !~ /\.rig$/) {
		$file = "$folder/$name.rig";
		system("'$rigidc' import '$path' --base=free -o '$file' 2>/dev/null") == 0 or die "cannot import $path\n";
	}
	my $text = decode_utf8(Lsp::read_file($file));
	my @line = split /\n/, $text, -1;
	my @at = grep { $line[$_] =~ /\b(?:mass|com) .*\d/ } 0 .. $#line;
	my $lsp = Lsp->new;
	my $uri = "file:///$name.rig";
	$lsp->initialize;
	$lsp->open($uri, $text, 1);
	$lsp->diagnostics($uri, 1);
	my %times;
	for my $version (2 .. $keys + 1) {
		my $line = $at[$version / 2 % @at];
		my $end = length $line[$line];
		my $place = { line => $line, character => $line[$line] =~ /\d/ ? $-[0] : 0 };
		my $behind = { %$place, character => $place->{character} + 1 };
		my $typed = $version % 2; # a digit comes, and goes
		my $start = time;
		$lsp->change($uri, $version, $typed ? { range => { start => $place, end => $behind }, text => '' }
		                                    : { range => { start => $place, end => $place }, text => '1' });
		$lsp->diagnostics($uri, $version);
		push @{$times{'key to diagnostics'}}, $lsp->{arrived} - $start;
		next if $version % 10;
		for my $method (qw(hover completion signatureHelp foldingRange documentSymbol semanticTokens/full definition references formatting)) {
			$start = time;
			$lsp->ask("textDocument/$method", { textDocument => { uri => $uri }, position => $place, context => {} });
			push @{$times{$method}}, $lsp->{arrived} - $start;
		}
	}
	row($name, $_, @{$times{$_}}) for sort keys %times;
	$lsp->end;
}
