#!/usr/bin/perl
# Work of the language server that takes longer than an answer: inlay hints with operations, and the page of a report, both for
# the text of now.
use strict;
use warnings;
use lib 'tests', 'tests/cli';
use Test::More;
use Lsp;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';

my $lsp = Lsp->new;
$lsp->initialize({ workspace => { inlayHint => { refreshSupport => \1 } } });
my $uri = 'untitled:pendulum';
my $model = "model pendulum\nbody rod on world {\n  joint : revolute(y)\n  mass 1 kg\n  com (0, 0, -0.5 m)\n  inertia diag(2, 2, 0) kg m^2\n}\n";
my $all = { textDocument => { uri => $uri }, range => { start => { line => 0, character => 0 }, end => { line => 99, character => 0 } } };

# Waits until the server asks for a refresh.
sub refreshed
{
	while (my $message = $lsp->next) {
		return 1 if ref $message eq 'HASH' && ($message->{method} // '') eq 'workspace/inlayHint/refresh';
	}
	return 0;
}

sub hints { return map { "$_->{position}{line} $_->{label}" } @{$lsp->ask('textDocument/inlayHint', $all)} }

sub counts
{
	my ($text, $functions) = @_;
	my $file = spew("/tmp/lsp_work_$$.rig", $text);
	my $table = `$rigidc info $file -f $functions 2>/dev/null`;
	unlink $file;
	return join '; ', map { $table =~ /^\Q$_\E +(\d+) +(\d+) /m ? "$_ $1 mul, $2 add" : "no $_" } split /,/, $functions;
}

$lsp->open($uri, $model, 1);
is_deeply([hints()], [], 'at first there are no hints');
ok(refreshed(), 'later the server asks for a refresh');
is((hints())[0], '0 ' . counts($model, 'rnea,crba'), 'operations of the functions, beside the model');
ok(refreshed(), 'and for another one');
my @lines = hints();
like(join(' | ', @lines), qr/^0 .*4 \d+ operations/, 'operations that the numbers of a line cost');
my $more = "${model}generate rnea, crba\n";
$lsp->change($uri, 2, { text => $more });
is_deeply([hints()], [], 'after a change there are none');
ok(refreshed(), 'they come again');
is((hints())[0], '7 ' . counts($more, 'rnea,crba'), 'beside `generate`');
$lsp->change($uri, 3, { text => $model =~ s/mass/mas/r });
is_deeply([hints()], [], 'a model with errors has none');
my $page = $lsp->ask('rigidc/report', { textDocument => { uri => $uri } });
is($page->{error}{code}, -32803, 'and no page');
$lsp->change($uri, 4, { text => $model });
$page = $lsp->ask('rigidc/report', { textDocument => { uri => $uri } });
is($page->{version}, 4, 'the page of a version');
unlike($page->{html}, qr/"cost":/, 'without costs of lines');
like($page->{html}, qr{^<!DOCTYPE html>.*<title>pendulum.*</html>\s*$}s, 'is a page of HTML');
my $id = ++$lsp->{id};
$lsp->send({ jsonrpc => '2.0', id => $id, method => 'rigidc/report', params => { textDocument => { uri => $uri } } });
$lsp->change($uri, 5, { text => "$model\n" });
is($lsp->answer($id)->{error}{code}, -32801, 'a page is not finished when the text changes');
is($lsp->ask('rigidc/report', { textDocument => { uri => 'file:///none' } })->{error}{code}, -32602, 'no page of a text that is not open');
$lsp->send({ jsonrpc => '2.0', id => ++$lsp->{id}, method => 'rigidc/report', params => { textDocument => { uri => $uri } } });
$lsp->notify('textDocument/didClose', { textDocument => { uri => $uri } });
is($lsp->answer($lsp->{id})->{error}{code}, -32801, 'nor when it is closed');
is($lsp->end, 0, 'the end');
done_testing();
