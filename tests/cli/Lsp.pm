# A client of the language server: it starts one, sends messages and reads answers.
package Lsp;
use strict;
use warnings;
use Encode;
use IO::Select;
use IPC::Open2;
use JSON::PP;
use Time::HiRes 'time';

my $json = JSON::PP->new->utf8->allow_nonref->canonical;

# A server with these arguments; ended and waited for by `end`.
sub new
{
	my ($class, @arguments) = @_;
	my $self = bless { id => 0, diagnostics => {}, sent => [] }, $class;
	$self->{pid} = open2($self->{out}, $self->{in}, $ENV{RIGIDC} // 'build/rigidc', 'lsp', @arguments);
	binmode $self->{$_}, ':raw' for 'in', 'out';
	return $self;
}

# Sends bytes as they are; with a header.
sub raw { my ($self, $bytes) = @_; $self->{in}->syswrite($bytes); $self->{in}->flush; return $self }

sub body { my ($self, $text) = @_; return $self->raw('Content-Length: ' . length($text) . "\r\n\r\n$text") }

sub send { my ($self, $message) = @_; return $self->body($json->encode($message)) }

sub notify
{
	my ($self, $method, $params) = @_;
	return $self->send({ jsonrpc => '2.0', method => $method, params => $params // {} });
}

# The next message; undef at the end of the output.
sub next
{
	my ($self) = @_;
	my $length;
	while (defined(my $line = readline $self->{out})) {
		$line =~ s/\r\n\z//;
		last if $line eq '';
		$length = $1 if $line =~ /^Content-Length: (\d+)/;
	}
	return if !defined $length;
	my $text;
	my $got = read $self->{out}, $text, $length;
	die "the output ends in a message\n" if $got != $length;
	$self->{arrived} = time;
	my $message = $json->decode($text);
	if (ref $message eq 'HASH' && ($message->{method} // '') eq 'textDocument/publishDiagnostics') {
		$self->{diagnostics}{$message->{params}{uri}} = $message->{params};
	}
	return $message;
}

# The answer to a request: its result, or { error => ... }. Other messages are kept in {sent}.
sub ask
{
	my ($self, $method, $params) = @_;
	my $id = ++$self->{id};
	$self->send({ jsonrpc => '2.0', id => $id, method => $method, params => $params // {} });
	return $self->answer($id);
}

sub answer
{
	my ($self, $id) = @_;
	while (my $message = $self->next) {
		if (ref $message eq 'HASH' && exists $message->{id} && !exists $message->{method} && $message->{id} eq $id) {
			return exists $message->{error} ? { error => $message->{error} } : $message->{result};
		}
		push @{$self->{sent}}, $message;
	}
	die "the server ended\n";
}

sub initialize
{
	my ($self, $capabilities, %more) = @_;
	my $result = $self->ask('initialize', { processId => undef, rootUri => undef, capabilities => $capabilities // {}, %more });
	$self->notify('initialized');
	return $result;
}

sub open
{
	my ($self, $uri, $text, $version) = @_;
	return $self->notify('textDocument/didOpen', { textDocument =>
		{ uri => $uri, languageId => 'rig', version => $version // 1, text => $text } });
}

sub change
{
	my ($self, $uri, $version, @changes) = @_;
	return $self->notify('textDocument/didChange',
		{ textDocument => { uri => $uri, version => $version }, contentChanges => \@changes });
}

# The diagnostics of a document at a version.
sub diagnostics
{
	my ($self, $uri, $version) = @_;
	until ($self->{diagnostics}{$uri} && (!defined $version || ($self->{diagnostics}{$uri}{version} // -1) == $version)) {
		my $message = $self->next // die "the server ended\n";
		push @{$self->{sent}}, $message;
	}
	return $self->{diagnostics}{$uri}{diagnostics};
}

# Ends the server in an orderly way; its exit code.
sub end
{
	my ($self) = @_;
	$self->ask('shutdown');
	$self->notify('exit');
	return $self->wait;
}

# Closes the input; the exit code.
sub wait
{
	my ($self) = @_;
	close $self->{in};
	waitpid $self->{pid}, 0;
	return $? >> 8 || ($? & 127 ? 128 : 0);
}

# Units of UTF-16 in a text.
sub units { return length(encode('UTF-16BE', $_[0])) / 2 }

# The diagnostics of `check` for a file, as lines: place, severity, name, message.
sub checked
{
	my ($file, @options) = @_;
	my @command = ($ENV{RIGIDC} // 'build/rigidc', 'check', '--json', @options, $file);
	CORE::open(my $out, '-|', @command) or die "@command: $!\n";
	my $list = $json->decode(do { local $/; <$out> });
	close $out;
	my %text;
	return map {
		my $name = $_->{file};
		$text{$name} //= [split /\r\n|\n|\r/, decode_utf8(read_file($name)), -1];
		my $before = substr $text{$name}[$_->{line} - 1] // '', 0, $_->{column} - 1;
		join ' ', $name, $_->{line}, units($before), $_->{severity}, $_->{check}, said($_);
	} @$list;
}

sub said { return $_[0]{message} . ($_[0]{help} ? "\nhelp: $_[0]{help}" : '') }

sub read_file
{
	CORE::open(my $in, '<:raw', $_[0]) or die "$_[0]: $!\n";
	local $/;
	return scalar(<$in>) // '';
}

# The same lines of a list that the server has published for the file.
sub published
{
	my ($file, $list) = @_;
	my @severity = (undef, 'error', 'warning', 'note');
	return map {
		my $start = $_->{range}{start};
		join ' ', $file, $start->{line} + 1, $start->{character}, $severity[$_->{severity}], $_->{code}, $_->{message};
	} @$list;
}

# The text after all edits of a list, which may be in any order.
sub edited
{
	my ($text, @edits) = @_;
	my @line = map { units($_) } split /(?<=\n)/, $text, -1;
	my $offset = sub { my ($p) = @_; my $sum = $p->{character}; $sum += $line[$_] for 0 .. $p->{line} - 1; return 2 * $sum };
	my @place = map { [$offset->($_->{range}{start}), $offset->($_->{range}{end}), encode('UTF-16BE', $_->{newText})] } @edits;
	my $bytes = encode('UTF-16BE', $text);
	substr $bytes, $_->[0], $_->[1] - $_->[0], $_->[2] for sort { $b->[0] <=> $a->[0] } @place;
	return decode('UTF-16BE', $bytes);
}

1;
