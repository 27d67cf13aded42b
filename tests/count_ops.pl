# perl count_ops.pl HEADER INFO_JSON SIZEOF_REAL
# Counts the operations of each function in a generated header from its text alone, and compares with what
# `info --json` says of the same model and functions, and with the cost line in the function's comment.
# Prints what differs; exits 1 if anything does.
use strict;
use warnings;
use JSON::PP;

my ($header, $json, $size) = @ARGV;
local $/;
open my $in, '<', $header or die "$header: $!\n";
my $text = <$in>;
open $in, '<', $json or die "$json: $!\n";
my $info = decode_json(<$in>)->{functions};
my $failed = 0;

sub differs { print "$_[0]\n"; $failed = 1 }

# --- one expression ---

# Numbers, names, operators. A blank means nothing.
sub tokens {
	my ($expression) = @_;
	my @token;
	for ($expression) {
		while (!/\G\s*\z/gc) {
			if (/\G\s*((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?f?)/gc) { push @token, $1 }
			elsif (/\G\s*([A-Za-z_]\w*(?:\[\d+\])?)/gc) { push @token, $1 }
			elsif (/\G\s*([-+*\/(),<?:])/gc) { push @token, $1 }
			else { die "cannot read: ", substr($_, pos // 0), "\n" }
		}
	}
	return @token;
}

# Counts the operators of an expression into %$count, the arguments of sin and cos into its {angle}, and
# the names it reads into its {read}. An operator is binary where an operand came before. A sign before
# a number belongs to the number.
sub count {
	my ($expression, $count) = @_;
	my @token = tokens($expression);
	my $operand = 0; # has an operand just ended?
	for my $i (0 .. $#token) {
		my $t = $token[$i];
		if ($t =~ /^[-+]$/) {
			if ($operand) { $count->{add}++ }
			elsif ($t eq '-' && $token[$i + 1] !~ /^[\d.]/) { $count->{other}++ }
			$operand = 0;
		} elsif ($t eq '*') { $count->{mul}++; $operand = 0 }
		elsif ($t eq '/') { $count->{div}++; $operand = 0 }
		elsif ($t eq '?') { $count->{other}++; $operand = 0 } # with its comparison one operation
		elsif ($t =~ /^[:<(,]$/) { $operand = 0 }
		elsif ($t eq ')') { $operand = 1 }
		elsif ($t =~ /^(sin|cos|sqrt)f?$/ && ($token[$i + 1] // '') eq '(') {
			$1 eq 'sqrt' ? $count->{sqrt}++ : $count->{angle}{argument(@token[$i + 1 .. $#token])}++;
		} elsif ($t =~ /^(tan|asin|acos|atan|atan2|exp|log|fabs)f?$/ && ($token[$i + 1] // '') eq '(') {
			$count->{other}++;
		} elsif (($token[$i + 1] // '') eq '(' && $t =~ /^[A-Za-z_]/) {
			differs("calls $t");
		} else {
			$count->{read}{$t} = 1 if $t =~ /^[A-Za-z_]/;
			$operand = 1;
		}
	}
}

# The text up to the parenthesis that closes the first token.
sub argument {
	my ($depth, @inside) = (0);
	for (@_) {
		$depth += $_ eq '(' ? 1 : $_ eq ')' ? -1 : 0;
		push @inside, $_;
		last if !$depth;
	}
	return "@inside";
}

# --- one function ---

# The counts of a body. A temporary is alive from the statement that makes it to that of its last use.
sub count_body {
	my ($body) = @_;
	my %count = map { $_ => 0 } qw(mul add div sqrt sincos other temporaries);
	my (@statement, %made, %last);
	$body =~ s{^#.*\n}{}mg;
	for (split /;/, $body) {
		next if /^\s*\z/ || /^\s*\(void\)\w+\s*\z/;
		/^\s*(?:const (?:double|float) (\w+)|\w+\[\d+\]) = (.*)\z/s or die "not a statement: $_\n";
		my ($name, $expression) = ($1, $2);
		$count{read} = {};
		count($expression, \%count);
		for my $read (grep { !/\[/ } keys %{$count{read}}) {
			exists $made{$read} or differs("$read is read before it is made");
			$last{$read} = @statement;
		}
		if (defined $name) {
			differs("$name is made twice") if exists $made{$name};
			$made{$name} = @statement;
			$count{temporaries}++;
		}
		push @statement, $name;
	}
	$count{sincos} = keys %{$count{angle}};
	my ($alive, $most, %ends) = (0, 0);
	for my $name (keys %made) {
		defined $last{$name} or differs("$name is never used");
		push @{$ends{$last{$name} // $made{$name}}}, $name;
	}
	for my $s (0 .. $#statement) {
		$alive++ if defined $statement[$s];
		$most = $alive if $alive > $most;
		$alive -= @{$ends{$s} // []};
	}
	$count{stack_bytes} = $size * $most;
	delete @count{qw(read angle)};
	return \%count;
}

# The cost line: what is not mentioned is 0.
sub cost_line {
	my ($comment) = @_;
	my %count = map { $_ => 0 } qw(mul add div sqrt sincos other temporaries stack_bytes);
	$comment =~ /\* Cost: (.*?)\.\s*$/m or return differs("no cost line") && {};
	for my $part (split /[,;] /, $1) {
		$part =~ /^(\d+) (mul|add|div|sqrt|sincos|other)$/ ? $count{$2} = $1
		: $part =~ /^(\d+) temporar/ ? $count{temporaries} = $1
		: $part =~ /^(\d+) bytes of stack/ ? $count{stack_bytes} = $1
		: differs("cost line: $part");
	}
	return \%count;
}

# --- the file ---

my $functions = 0;
while ($text =~ m{(/\*(?:(?!\*/).)*\*/)\n(?:static inline )?void (\w+)\([^)]*\)\n\{\n(.*?)^\}\n}gms) {
	my ($comment, $name, $counted) = ($1, $2, count_body($3));
	my ($short) = grep { $name =~ /_\Q$_\E$/ } keys %$info;
	if (!defined $short) { differs("$name is not in the JSON"); next }
	my $line = cost_line($comment);
	for (qw(mul add div sqrt sincos other temporaries stack_bytes)) {
		differs("$name: $_ counted $counted->{$_}, JSON $info->{$short}{$_}") if $counted->{$_} != $info->{$short}{$_};
		differs("$name: $_ counted $counted->{$_}, comment $line->{$_}") if $counted->{$_} != $line->{$_};
	}
	$functions++;
}
differs("$functions functions in the header, " . keys(%$info) . " in the JSON") if $functions != keys %$info;
exit $failed;
