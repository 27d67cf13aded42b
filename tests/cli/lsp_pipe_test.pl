#!/usr/bin/perl
# The language server with its whole input at once, in a file: what comes before the end is answered. Long inputs take little time.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use JSON::PP;
use Test::More;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $folder = File::Temp->newdir;
my $json = JSON::PP->new->canonical;
my $uri = 'untitled:a';
my $body = "body b on world {\n  joint : revolute(y)\n  mass 1 kg\n  inertia diag(1, 1, 1) kg m^2\n}\n";

sub frame { my ($text) = @_; return 'Content-Length: ' . length($text) . "\r\n\r\n$text" }
sub notify { my ($method, $params) = @_; return frame($json->encode({ method => $method, params => $params // {} })) }
sub request { my ($id, $method, $params) = @_; return frame($json->encode({ id => $id, method => $method, params => $params // {} })) }
sub opened
{
	my ($text) = @_;
	my $quoted = $text =~ s/(["\\])/\\$1/gr =~ s/\n/\\n/gr;
	return frame(qq({"method":"textDocument/didOpen","params":{"textDocument":{"uri":"$uri","version":1,"text":"$quoted"}}}));
}
sub about
{
	my ($id, $method) = @_;
	return request($id, $method, { textDocument => { uri => $uri }, position => { line => 0, character => 300000 } });
}

my $begin = request(0, 'initialize', { capabilities => {} });
my $end = request(99, 'shutdown') . notify('exit');

# The exit code, and what the server says, a word a message: the number of an answer, that of an error, or the names of diagnostics. A minute
# of processor time is the end.
sub served
{
	my ($input) = @_;
	my $file = spew("$folder/in", $input);
	my ($out, $code) = says("ulimit -t 60; $rigidc lsp <$file");
	my @said;
	while ($out =~ /\GContent-Length: (\d+)\r\n\r\n/gc) {
		my $text = substr $out, pos $out, $1;
		pos($out) += $1;
		push @said, $text =~ /^\{"jsonrpc":"2.0","id":(\w+),"(result|error)":/ ? ($2 eq 'error' ? "error $1" : $1)
			: join '+', $text =~ /"(diagnostics)":/, $text =~ /"code":"([\w-]+)"/g;
	}
	push @said, 'and ' . substr $out, pos $out // 0 if (pos $out // 0) < length $out;
	return ($code, @said);
}

# --- ends ---

my $spoilt = "model a\nbody b on nowhere { joint : revolute(y) }\n";
is_deeply([served($begin . opened($spoilt) . $end)], [0, 0, 'diagnostics+unknown-parent', 99], 'diagnostics come before a shutdown');
is_deeply([served($begin . opened($spoilt) . notify('exit'))], [1, 0, 'diagnostics+unknown-parent'], '  and before an exit');
is_deeply([served($begin . opened($spoilt))], [1, 0, 'diagnostics+unknown-parent'], '  and before the end of the input');
my $model = "model a\n$body";
for ([$end, 0, 99], [notify('exit'), 1], ['', 1]) {
	my ($last, $code, @answer) = @$_;
	my @all = served($begin . opened($model) . about(1, 'rigidc/report') . about(2, 'textDocument/documentSymbol') . $last);
	is_deeply([@all[0, 1, 2], (sort @all[3 .. $#all])], [$code, 0, 2, sort(1, @answer, 'diagnostics')], 'a page is finished before the end');
}
is_deeply([served($begin . $end . opened($spoilt))], [0, 0, 99], 'nothing comes after an exit');

# --- long inputs ---

my $lines = 200000;
for (['other lines', "X: y\r\n"], ['lengths', "Content-Length: 2\r\n"], ['no lines', 'xxxxxx']) {
	my ($what, $line) = @$_;
	my ($code, @said) = served($begin . $line x $lines . "\r\n" . frame('') . $end);
	is("$code $said[-1]", '0 99', "$lines header lines: $what");
	cmp_ok(scalar(@said), '<', $lines / 10, '  few errors answer them');
}
my $long = 'x' x 5000;
my ($code, @said) = served("$begin$long\r\nContent-Length: 2\r\nX: $long\r\n\r\n" . request(7, 'none') . $end);
is_deeply([$code, grep { $_ ne 'error null' } @said], [0, 0, 'error 7', 99], 'a long header is refused, and the next message is read');
for (['statements', 'const a = 1; ' x 40000], ['texts', '"a" ' x 400000], ['comments', '/* a */ ' x 200000],
	['brackets', '( ' x 100000 . '} ' x 100000 . '{ ' x 100000 . '} ' x 100000]) {
	my ($what, $text) = @$_;
	my ($code, @said) = served($begin . opened("model a; $text\n") . about(1, 'textDocument/semanticTokens/full')
		. about(2, 'textDocument/documentSymbol') . about(3, 'textDocument/foldingRange') . about(4, 'textDocument/signatureHelp') . $end);
	is_deeply([$code, grep { !/dia/ } @said], [0, 0, 1, 2, 3, 4, 99], 'a long line of ' . $what);
}
done_testing();
