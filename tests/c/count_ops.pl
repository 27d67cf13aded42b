# perl count_ops.pl HEADER INFO_JSON...
# Counts the operations of each function in each generated header from its text alone, and compares with what
# `info --json` says of the same model and functions, and with the cost line in the function's comment.
# Prints what differs; exits 1 if anything does.
use strict;
use warnings;
use FindBin;
use JSON::PP;
use lib $FindBin::Bin;
use Limbs;

my ($header, $size, $text, $all, $info); # of the file at hand
my $failed = 0;

sub differs { print "$header: $_[0]\n"; $failed = 1 }

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
			elsif ($t eq '-' && $token[$i + 1] !~ /^[\d.]/ && !sign_of_fma($i, @token)) { $count->{neg}++ }
			$operand = 0;
		} elsif ($t eq '*') { $count->{mul}++; $operand = 0 }
		elsif ($t eq '/') { $count->{div}++; $operand = 0 }
		elsif ($t eq '?') { $count->{other}++; $operand = 0 } # with its comparison one operation
		elsif ($t =~ /^[:<(,]$/) { $operand = 0 }
		elsif ($t eq ')') { $operand = 1 }
		elsif ($t =~ /^(sin|cos|sqrt)f?$/ && ($token[$i + 1] // '') eq '(') {
			$1 eq 'sqrt' ? $count->{sqrt}++ : $count->{angle}{argument(@token[$i + 1 .. $#token])}++;
		} elsif ($t =~ /^(?:fmaf?|\w+_FMA)$/ && ($token[$i + 1] // '') eq '(') {
			$count->{mul}++;
			$count->{add}++;
		} elsif ($t =~ /^(tan|asin|acos|atan|atan2|exp|log|tanh|fabs|floor)f?$/ && ($token[$i + 1] // '') eq '(') {
			$count->{other}++;
		} elsif (($token[$i + 1] // '') eq '(' && $t =~ /^[A-Za-z_]/) {
			differs("calls $t");
		} else {
			$count->{read}{$t} = 1 if $t =~ /^[A-Za-z_]/;
			$operand = 1;
		}
	}
}

# Is the sign at $i that of a whole argument of fma? Machines have those with any signs.
sub sign_of_fma {
	my ($i, @token) = @_;
	my ($depth, $open) = (0, $i - 1);
	for (; $open >= 0; $open--) {
		$depth += $token[$open] eq ')' ? 1 : $token[$open] eq '(' ? -1 : 0;
		last if $depth < 0;
	}
	return 0 if $open < 1 || $token[$open - 1] !~ /^(?:fmaf?|\w+_FMA)$/ || $token[$i - 1] !~ /^[(,]$/;
	my $end = $i + 1;
	$end++ if ($token[$end + 1] // '') eq '(' && $token[$end] =~ /^[A-Za-z_]/;
	if ($token[$end] eq '(') {
		for ($depth = 0; ; $end++) {
			$depth += $token[$end] eq '(' ? 1 : $token[$end] eq ')' ? -1 : 0;
			last if !$depth;
		}
	}
	return $token[$end + 1] =~ /^[,)]$/;
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

# The arguments of a call.
sub arguments {
	my ($depth, @argument) = (0, '');
	for my $c (split //, $_[0]) {
		$depth += $c eq '(' ? 1 : $c eq ')' ? -1 : 0;
		if ($c eq ',' && !$depth) { push @argument, '' } else { $argument[-1] .= $c }
	}
	s/^\s+|\s+\z//g for @argument;
	return @argument;
}

# The counts of a body. A temporary is alive from the statement that makes it to that of its last use. Sines and
# cosines of a group are made by one statement, from angles in a call of a helper. What a long function puts aside
# in `kept` is read there by later pieces and is no operation.
sub count_body {
	my (@body) = @_;
	my %count = map { $_ => 0 } qw(mul add div sqrt sincos neg other temporaries);
	my (@statement, %made, %last, %aside);
	my $make = sub {
		my ($name) = @_;
		differs("$name is made twice") if exists $made{$name};
		$made{$name} = $#statement;
		$count{temporaries}++;
		push @{$statement[-1]}, $name;
	};
	my $read = sub {
		my ($expression) = @_;
		$count{read} = {};
		count($expression, \%count);
		for my $name (grep { !/\[/ } keys %{$count{read}}) {
			exists $made{$name} or differs("$name is read before it is made");
			$last{$name} = $#statement;
		}
	};
	for my $body (@body) {
		my (%angle, %here);
		my %before = %aside;
		$body =~ s{^#.*\n}{}mg;
		$body =~ s{^\t/\*.*\*/\n}{}mg; # the names of bodies
		for (split /;/, $body) {
			next if /^\s*\z/ || /^\s*\(void\)\w+\s*\z/;
			if (/^\s*kept\[(\d+)\] = (\w+)\s*\z/) {
				$aside{$1} = $2;
				$here{$1} = 1;
				exists $made{$2} or differs("$2 is put aside before it is made");
			} elsif (/^\s*(?:double|float) sines\d+\[\d+\], cosines\d+\[\d+\]\z/) {
				push @statement, [];
			} elsif (/^\s*\w+_sincos(\d)\((.*)\)\z/s) {
				my ($size, @argument) = ($1, arguments($2));
				my ($group, $first) = map { s/^&//r =~ /^sines(\d+)(?:\[(\d+)\])?$/ ? ($1, $2 // 0) : () } $argument[$size]
				    or differs("call of $size: $2");
				my $beside = $first ? "&cosines${group}[$first]" : "cosines$group";
				$argument[$size + 1] eq $beside && @argument == $size + 2 or differs("call of $size: $2");
				$angle{$group, $first + $_} = $argument[$_] for 0 .. $size - 1;
			} elsif (/^\s*const (?:double|float) ((?:\w+ = (?:co)?sines\d+\[\d+\](?:,\s*)?)+)\z/) {
				for (split /,\s*/, $1) {
					my ($name, $group, $place) = /^(\w+) = (?:co)?sines(\d+)\[(\d+)\]$/;
					my $angle = $angle{$group, $place} // differs("no angle for $name");
					if (!exists $count{angle}{$angle}) {
						(my $renamed = $angle) =~ s/\bkept\[(\d+)\]/$before{$1}/g;
						$read->($renamed);
						$count{angle}{$angle} = 1;
					}
					$make->($name);
				}
			} elsif (/^\s*(?:const (?:double|float) (\w+)|\w+\[\d+\]) = (.*)\z/s) {
				my ($name, $expression) = ($1, $2);
				$expression =~ s/\bkept\[(\d+)\]/$here{$1} || !exists $before{$1} ? differs("kept[$1] is not of an earlier piece") : $before{$1}/ge;
				push @statement, [];
				$read->($expression);
				$make->($name) if defined $name;
			} else {
				die "not a statement: $_\n";
			}
		}
	}
	$count{sincos} = keys %{$count{angle}};
	my ($alive, $most, %ends) = (0, 0);
	for my $name (keys %made) {
		defined $last{$name} or differs("$name is never used");
		push @{$ends{$last{$name} // $made{$name}}}, $name;
	}
	for my $s (0 .. $#statement) {
		$alive += @{$statement[$s]};
		$most = $alive if $alive > $most;
		$alive -= @{$ends{$s} // []};
	}
	$count{live_bytes} = $size * $most;
	delete @count{qw(read angle)};
	return \%count;
}

# The bodies of the pieces that a long function calls in turn.
sub pieces {
	my ($name, $body, $piece) = @_;
	my ($places, $calls) = $body =~ /^\t(?:double|float) kept\[(\d+)\];\n((?:\t\w+_piece\d+\(.*\);\n)+)\z/ or return $body;
	my @called = $calls =~ /(\w+)\(/g;
	for my $i (0 .. $#called) {
		$called[$i] eq "${name}_piece" . ($i + 1) or differs("$name calls $called[$i]");
		$_ < $places or differs("$called[$i] uses kept[$_] of $places") for ($piece->{$called[$i]} // '') =~ /\bkept\[(\d+)\]/g;
	}
	return map { delete $piece->{$_} // die "$name has no $_\n" } @called;
}

# What an angle costs in a helper is what the comments say.
sub check_helpers {
	my ($said) = $text =~ /^ \* Each sincos takes (\d+ mul and \d+ add) more/m;
	my $helpers = 0;
	while ($text =~ /^static void (\w+_sincos(\d))\([^)]*\)\n\{\n(.*?)^\}\n/gms) {
		my ($name, $angles, $body, %count) = ($1, $2, $3, mul => 0, add => 0);
		$body =~ s{^#.*\n}{}mg;
		for my $set (map { arguments($_) } split /;/, $body) { count($1, \%count) if $set =~ /= (.*)/s }
		my $found = $count{mul} / $angles . ' mul and ' . $count{add} / $angles . ' add';
		$found eq ($said // '') or differs("$name: $found, comment " . ($said // 'nothing'));
		$helpers++;
	}
	!defined $said || $helpers or differs("no helper");
}

# The cost line: what is not mentioned is 0.
sub cost_line {
	my ($comment) = @_;
	my %count = map { $_ => 0 } qw(mul add div sqrt sincos neg other temporaries live_bytes);
	$comment =~ /\* Cost: (.*?)\.\s*$/m or return differs("no cost line") && {};
	for my $part (split /[,;] /, $1) {
		$part =~ /^(\d+) (mul|add|div|sqrt|sincos|neg|other)$/ ? $count{$2} = $1
		: $part =~ /^(\d+) temporar/ ? $count{temporaries} = $1
		: $part =~ /^at most (\d+) alive at once \((\d+) bytes\)$/ && $2 == $size * $1 ? $count{live_bytes} = $2
		: differs("cost line: $part");
	}
	return \%count;
}

# --- the file ---

sub slurp
{
	my ($file) = @_;
	local $/;
	open my $in, '<', $file or die "$file: $!\n";
	return scalar <$in>;
}

sub read_file
{
	my ($json) = @_;
	$text = without_limbs(slurp($header));
	$size = $text =~ /^ \* Made with .*--real float/m ? 4 : 8;
	$all = decode_json(slurp($json));
	$info = $all->{functions};
	# what checks a program that wants it to; members of the structs of parameters are read like elements
	$text =~ s{^#ifdef \w+_CHECK\n.*?^#endif\n}{}gms;
	$text =~ s{\bderived->v\[}{derived[}g;
	$text =~ s{\bparams->(\w+)(?:\[\d+\])?}{params[0]}g;
	$info->{prepare} = $all->{prepare} if $all->{prepare};
}

sub check_file
{
	my $functions = 0;
	my %piece = $text =~ /^static void (\w+_piece\d+)\([^)]*\)\n\{\n(.*?)^\}\n/gms;
	check_helpers();
	while ($text =~ m{(/\*(?:(?!\*/).)*\*/)\n(?:static inline )?void (\w+)\([^)]*\)\n\{\n(.*?)^\}\n}gms) {
		my ($comment, $name, $body) = ($1, $2, $3);
		my $counted = count_body(pieces($name, $body, \%piece));
		my ($short) = sort { length $b <=> length $a } grep { my $called = tr/:/_/r; $name =~ /_\Q$called\E$/ } keys %$info; # fd:stand
		if (!defined $short) { differs("$name is not in the JSON"); next }
		my $line = cost_line($comment);
		for (qw(mul add div sqrt sincos neg other temporaries live_bytes)) {
			differs("$name: $_ counted $counted->{$_}, JSON $info->{$short}{$_}") if $counted->{$_} != $info->{$short}{$_};
			differs("$name: $_ counted $counted->{$_}, comment $line->{$_}") if $counted->{$_} != $line->{$_};
		}
		$functions++;
	}
	differs("$_ is never called") for sort keys %piece;
	differs("$functions functions in the header, " . keys(%$info) . " in the JSON") if $functions != keys %$info;
}

while (@ARGV) {
	($header, my $json) = splice @ARGV, 0, 2;
	read_file($json);
	check_file();
}
exit $failed;
