#!/usr/bin/perl
# The language server as a client sees it: messages and their frames, documents that change, and diagnostics, which are
# those of `check` for the same texts.
use strict;
use warnings;
use utf8;
use lib 'tests', 'tests/cli';
use Cwd 'abs_path';
use Encode;
use File::Basename;
use File::Temp;
use JSON::PP;
use Test::More;
use Lsp;
use Shell;

my $rigidc = abs_path($ENV{RIGIDC} // 'build/rigidc');
my $folder = File::Temp->newdir;
my $here = abs_path("$folder");
binmode Test::More->builder->$_, ':utf8' for 'output', 'failure_output';

sub uri { return "file://$here/$_[0]" }

# A file and its text on disk.
sub file { my ($name, $text) = @_; return spew("$here/$name", encode_utf8($text)) }

my $sound = <<'END';
model arm
const length = 300 mm
body upper on world {
  joint   shoulder : revolute(y)
  mass    2 kg
  com     (0, 0, -length)
  inertia diag(20, 20, 1) g m^2
}
END

# --- frames and life ---

my $lsp = Lsp->new;
is($lsp->ask('textDocument/hover')->{error}{code}, -32002, 'a request before initialize is refused');
$lsp->notify('textDocument/didOpen');
my $can = $lsp->initialize->{capabilities};
is($can->{positionEncoding}, 'utf-16', 'positions are in UTF-16 unless agreed otherwise');
is($can->{textDocumentSync}{change}, 2, 'changes are incremental');
is($lsp->ask('initialize')->{error}{code}, -32600, 'a second initialize is refused');
is($lsp->ask('no/such/method')->{error}{code}, -32601, 'an unknown method is refused');
$lsp->notify('$/noSuchNotification');
$lsp->notify('textDocument/didChange', { textDocument => { uri => 'file:///not/open' } });
for (['{', 'no JSON'], ["\xff\xfe", 'no UTF-8'], ['', 'an empty body']) {
	$lsp->body($_->[0]);
	my $message = $lsp->next;
	is($message->{error}{code}, -32700, "$_->[1] is a parse error");
	is($message->{id}, undef, '  whose id is null');
}
$lsp->raw("Content-Type: text\r\n\r\n");
is($lsp->next->{error}{code}, -32700, 'a header without a length is a parse error');
$lsp->raw("Content-Length: none\r\n\r\n");
is($lsp->next->{error}{code}, -32700, 'so is one with another word');
$lsp->raw("content-length:  2\nX: y\n\n{}");
is($lsp->next->{error}{code}, -32600, 'a header in other letters, with LF, is read; an object without a method is refused');
for ('1', '"text"', 'null', '{"id": {}, "method": "shutdown"}', '{"id": 1, "method": 2}') {
	$lsp->body($_);
	is($lsp->next->{error}{code}, -32600, "$_ is no request");
}
$lsp->body('[]');
is($lsp->next->{error}{code}, -32600, 'an empty batch is refused');
$lsp->body('[{"jsonrpc": "2.0", "id": "a", "method": "none"}, {"jsonrpc": "2.0", "method": "initialized"}, 3]');
is_deeply([map { $_->{error}{code} } @{$lsp->next}], [-32601, -32600], 'a batch has its answers in one message');
$lsp->body('[{"jsonrpc": "2.0", "method": "initialized"}]');
$lsp->body('{"id": 7, "result": null}');
my @frames = map { 'Content-Length: ' . length($_) . "\r\n\r\n$_" }
	'{"id": "x", "method": "none"}', '{"method": "$/cancelRequest", "params": {"id": "x"}}', '{"id": "y", "method": "none"}';
$lsp->raw(substr join('', @frames), 0, 30);
$lsp->raw(substr join('', @frames), 30);
is($lsp->next->{id}, $_, "messages in one piece or several: $_") for 'x', 'y';
my @late = map { 'Content-Length: ' . length($_) . "\r\n\r\n$_" }
	'{"id": 1000, "method": "shutdown"}', '{"method": "$/cancelRequest", "params": {"id": 1000}}';
$lsp->raw(join '', @late);
is($lsp->next->{error}{code}, -32800, 'a request that is cancelled before its turn is not run');
is($lsp->end, 0, 'shutdown, then exit: 0');

$lsp = Lsp->new('--stdio');
$lsp->initialize;
$lsp->notify('exit');
is($lsp->wait, 1, 'exit without shutdown: 1');
is(Lsp->new->wait, 1, 'an input that ends: 1');
$lsp = Lsp->new;
$lsp->initialize;
$lsp->ask('shutdown');
is($lsp->ask('shutdown')->{error}{code}, -32600, 'requests after shutdown are refused');
$lsp->notify('exit');
is($lsp->wait, 0, '  and exit ends it');
is(system("$rigidc lsp file.rig 2>/dev/null") >> 8, 2, 'it takes no file');

# --- diagnostics ---

$lsp = Lsp->new;
$lsp->initialize;
my $version = 0;

# Is what the server says of a text what `check` says of it?
sub same_as_check
{
	my ($name, $text, $what) = @_;
	my $file = file($name, $text);
	$lsp->{diagnostics}{uri($name)} ? $lsp->change(uri($name), ++$version, { text => $text })
	                                : $lsp->open(uri($name), $text, ++$version);
	is_deeply([Lsp::published($file, $lsp->diagnostics(uri($name), $version))], [Lsp::checked($file)], $what);
}
same_as_check('arm.rig', $sound, 'a sound model');
my @one = @{$lsp->diagnostics(uri('arm.rig'))};
same_as_check('arm.rig', $sound =~ s/on world/on wrld/r, 'an unknown name');
my ($d) = @{$lsp->diagnostics(uri('arm.rig'))};
is($d->{code}, 'unknown-parent', '  its code');
is($d->{source}, 'rigidc', '  its source');
is_deeply($d->{range}, { start => { line => 2, character => 14 }, end => { line => 2, character => 18 } }, '  its range');
SKIP: {
	skip 'a build in another folder finds no documents', 1 if !-e dirname($rigidc) . '/../grammar/DIAGNOSTICS.md';
	like($d->{codeDescription}{href}, qr{^file:///.*/DIAGNOSTICS\.md#unknown-parent$}, '  a link to its explanation');
}
same_as_check('arm.rig', "$sound\nbody upper on world { joint : fixed }\n", 'a name given twice');
($d) = grep { $_->{code} eq 'duplicate' } @{$lsp->diagnostics(uri('arm.rig'))};
is($d->{relatedInformation}[0]{location}{range}{start}{line}, 2, '  is related to the first one');
same_as_check('arm.rig', '', 'no text');
same_as_check('arm.rig', "model arm\nbody \"Körper 🤖\" on world { joint \"Gelenk 🦾\" : revolute(q); mass 1 }\n",
	'names beyond ASCII');
same_as_check('arm.rig', "model a\r\nconst a = 1 +\rconst b = \r\n", 'ends of lines of all kinds');
same_as_check('arm.rig', "model a\nconst b = \x{1}\n", 'a control character');
same_as_check('arm.rig', "<robot name='r'><link name='a'/><joint name='b'/></robot>", 'a URDF');
for my $file (glob('examples/*.rig examples/*/*.rig'), by_level('tests/model/wrong/a*.rig', 'tests/model/wrong/*.rig', 'tests/model/wrong/*.rig')) {
	for my $path (glob $file) {
		my $real = abs_path($path);
		my $text = slurp($path);
		next if !eval { decode_utf8($text, Encode::FB_CROAK | Encode::LEAVE_SRC); 1 } || $text =~ /\0/;
		$lsp->open("file://$real", decode_utf8($text), ++$version);
		my @said = Lsp::published($real, $lsp->diagnostics("file://$real", $version));
		my @elsewhere = map { my $f = $_ =~ s{^file://}{}r; $f eq $real ? () : Lsp::published($f, $lsp->{diagnostics}{$_}{diagnostics}) }
			grep { !m{^file://\Q$here\E} } sort keys %{$lsp->{diagnostics}};
		is_deeply([sort @said, @elsewhere], [sort map { s{/[^/]+/\.\./}{/}r } Lsp::checked($real)], $path);
		$lsp->notify('textDocument/didClose', { textDocument => { uri => "file://$real" } });
		$lsp->ask('none');
		delete $lsp->{diagnostics}{$_} for grep { !m{^file://\Q$here\E} } keys %{$lsp->{diagnostics}};
	}
}

# --- changes ---

sub position { my ($line, $character) = @_; return { line => $line, character => $character } }
sub piece { my ($from, $to, $text) = @_; return { range => { start => $from, end => $to }, text => $text } }

for (['utf-16', 2], ['utf-8', 4], ['utf-32', 1]) {
	my ($encoding, $wide) = @$_;
	my $other = Lsp->new;
	my $result = $other->initialize({ general => { positionEncodings => ['utf-7', $encoding, 'utf-16'] } });
	is($result->{capabilities}{positionEncoding}, $encoding, "$encoding is agreed");
	$other->open('untitled:Arm', "model a\nbody \"🤖\" on wrld { joint : fixed }\n");
	my $before = 6 + $wide + 5;
	is($other->diagnostics('untitled:Arm', 1)->[0]{range}{start}{character}, $before, "$encoding: a place behind a wide character");
	$other->change('untitled:Arm', 2, piece(position(1, $before), position(1, $before + 4), 'world'));
	is_deeply($other->diagnostics('untitled:Arm', 2), [grep { $_->{severity} == 3 } @{$other->diagnostics('untitled:Arm')}],
		"$encoding: a change there");
	is($other->end, 0, "$encoding: the end");
}
$lsp->change(uri('arm.rig'), ++$version, { text => $sound }, piece(position(2, 14), position(2, 19), 'w'),
	piece(position(2, 15), position(2, 15), "orld\n"), piece(position(99, 0), position(99, 9), "const b = c\n"));
is_deeply([map { $_->{code} } @{$lsp->diagnostics(uri('arm.rig'), $version)}], ['unknown-name'],
	'changes of one message follow each other') or diag explain $lsp->diagnostics(uri('arm.rig'));
$lsp->body(qq({"method": "textDocument/didChange", "params": {"textDocument": {"uri": "@{[uri('arm.rig')]}", "version": 9999},)
	. qq("contentChanges": [{"text": "model a // \\ud800 \\udc00\\ud83e\\udd16\\nbody"}]}}));
is($lsp->diagnostics(uri('arm.rig'), 9999)->[0]{code}, 'syntax', 'a half of a pair is a character');

# --- repairs ---

my $spoilt = <<'END';
model spoilt
bdoy trunk on world { joint : fixed; mass 2 kilograms }
END
my $named = <<'END';
model named
const reach = 300 mm
part leg {
  body thigh on root { joint hip : revlute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
  frame foot on thihg at (0, 0, raech)
}
body "left arm" on world { joint : fixed }
use leg as FL on leftarm
use lge as FR on "left arn"
frame toe on FL.fot
END
my $foreign = '<mujoco><worldbody><link name="a" position="0 0 1"/><body name="b"><joint name="j" axes="0 1 0" friction="1"/>'
	. '<inertia mass="1" com="0 0 1" diaginertia="1 1 1"/></body></worldbody></mujoco>';
for (['words', $spoilt, "model spoilt\nbody trunk on world { joint : fixed; mass 2 kg }\n"],
	['names', $named, $named =~ s/revlute/revolute/r =~ s/thihg/thigh/r =~ s/raech/reach/r =~ s/leftarm/"left arm"/r =~ s/lge/leg/r
		=~ s/arn/arm/r =~ s/FL\.fot/FL.foot/r],
	['robot.xml', $foreign, $foreign =~ s/link/body/r =~ s/position/pos/r =~ s/axes/axis/r =~ s/friction/frictionloss/r =~ s/inertia /inertial /r
		=~ s/com=/pos=/r]) {
	my ($what, $text, $good) = @$_;
	my $uri = uri($what =~ /\./ ? $what : "$what.rig");
	$lsp->open($uri, $text, 1);
	my $round = 1;
	for (1 .. 4) { # a mistake can hide others
		my $actions = $lsp->ask('textDocument/codeAction', { textDocument => { uri => $uri }, context => { diagnostics => [] },
			range => { start => position(0, 0), end => position(99, 0) } });
		$text = Lsp::edited($text, map { @{$_->{edit}{changes}{$uri}} } @$actions);
		$lsp->change($uri, ++$round, { text => $text });
	}
	is($text, $good, "$what are repaired by code actions");
	$lsp->notify('textDocument/didClose', { textDocument => { uri => $uri } });
}

# --- layout ---

my $changed = 0;
for my $file (glob('examples/*.rig examples/*/*.rig'), glob 'tests/model/right/*.rig') {
	my $text = slurp($file);
	next if !eval { decode_utf8($text, Encode::FB_CROAK | Encode::LEAVE_SRC); 1 };
	$text = decode_utf8($text);
	$text =~ s/(?<=\n)  +/ /g if $changed++ % 2; # another indent
	my $uri = uri('layout.rig');
	$lsp->open($uri, $text, 1);
	my $edits = $lsp->ask('textDocument/formatting', { textDocument => { uri => $uri }, options => {} });
	my $out = Lsp::edited($text, @$edits);
	my $path = file('layout.rig', $text);
	my ($laid, $code) = says("$rigidc fmt $path");
	is($out, $code ? $text : decode_utf8($laid), "$file: the layout of fmt");
	is(scalar(@$edits), 0, '  nothing changes in it') if $changed % 2 && $file =~ m{^examples/\w+\.rig$};
	ok(!grep({ $_->{newText} =~ /\S/ } @$edits), '  only blanks change') if @$edits && $out =~ s/\s+//gr eq $text =~ s/\s+//gr;
}
$lsp->open(uri('layout.rig'), "model a\r\n\r\n\r\nconst   b=  1 // c  \r\n/* d */const e=(1,2)\r\n", 1);
is(Lsp::edited("model a\r\n\r\n\r\nconst   b=  1 // c  \r\n/* d */const e=(1,2)\r\n",
	@{$lsp->ask('textDocument/formatting', { textDocument => { uri => uri('layout.rig') } })}),
	do { file('layout.rig', "model a\r\n\r\n\r\nconst   b=  1 // c  \r\n/* d */const e=(1,2)\r\n"); (says("$rigidc fmt $here/layout.rig"))[0] }, 'all kinds of blanks');
$lsp->open(uri('layout.rig'), "model a\n const b = 1\n const c = 1\n", 1);
is_deeply([map { $_->{range}{start}{line} } @{$lsp->ask('textDocument/rangeFormatting', { textDocument => { uri => uri('layout.rig') },
	range => { start => position(1, 0), end => position(2, 0) } })}], [1], 'the layout of a range') or diag explain $lsp->ask('textDocument/formatting', { textDocument => { uri => uri('layout.rig') } });
$lsp->open(uri('layout.rig'), "model a\nconst b =\n", 1);
is_deeply($lsp->ask('textDocument/formatting', { textDocument => { uri => uri('layout.rig') } }), [], 'a text that cannot be read stays');
$lsp->notify('textDocument/didClose', { textDocument => { uri => uri('layout.rig') } });

# --- includes ---

mkdir "$here/inner";
file('part.xml', '<x><body name="arm"/></x>');
file('inner/robot.xml', '<mujoco><worldbody><include file="../part.xml"/></worldbody></mujoco>');
for ([[], ['include']], [['--outside'], []]) {
	my ($options, $codes) = @$_;
	my $other = Lsp->new(@$options);
	$other->initialize;
	$other->open(uri('inner/robot.xml'), slurp("$here/inner/robot.xml"), 1);
	is_deeply([map { $_->{code} } grep { $_->{severity} == 1 } @{$other->diagnostics(uri('inner/robot.xml'), 1)}], $codes, "a file above the folder: lsp @$options");
	$other->end;
}

$lsp->notify('textDocument/didClose', { textDocument => { uri => uri('arm.rig') } });
$lsp->diagnostics(uri('arm.rig'), undef);
file('whole.rig', qq(model whole\ninclude "leg.rig"\nbody toe on foot { joint : fixed }\n));
my $leg = "body foot on world { joint : fixed; mass heavy }\n";
file('leg.rig', $leg);
$lsp->open(uri('whole.rig'), slurp("$here/whole.rig"), 1);
is_deeply($lsp->diagnostics(uri('whole.rig'), 1), [], 'no mistakes in the file itself');
is($lsp->diagnostics(uri('leg.rig'))->[0]{code}, 'unknown-name', 'a mistake in an included file is there');
is($lsp->diagnostics(uri('leg.rig'))->[0]{relatedInformation}[0]{message}, 'included here', '  with the include');
$lsp->open(uri('leg.rig'), $leg, 1);
is(scalar(@{$lsp->diagnostics(uri('leg.rig'), 1)}), 1, 'the included file is open: it is no model by itself');
$lsp->change(uri('leg.rig'), 2, { text => "const heavy = 3 kg\n$leg" });
is_deeply([grep { $_->{severity} == 1 } @{$lsp->diagnostics(uri('leg.rig'), 2)}], [], 'its open text replaces the file');
$lsp->change(uri('leg.rig'), 3, { text => '' });
is_deeply($lsp->diagnostics(uri('leg.rig'), 3), [], 'the body of the file is gone there');
$lsp->ask('none');
is($lsp->{diagnostics}{uri('whole.rig')}{diagnostics}[0]{code}, 'unknown-parent', '  and missing here');
$lsp->notify('textDocument/didClose', { textDocument => { uri => uri('leg.rig') } });
file('leg.rig', $leg =~ s/mass heavy/mass 1 kg/r);
$lsp->notify('workspace/didChangeWatchedFiles', { changes => [{ uri => uri('leg.rig'), type => 2 }] });
$lsp->ask('none') for 1, 2;
is_deeply($lsp->{diagnostics}{uri('whole.rig')}{diagnostics}, [], 'it is closed: the file counts again');
is($lsp->end, 0, 'the end');
done_testing();
