#!/usr/bin/perl
# Writes the tables of grammar/LANGUAGE.md, compiler/FUNCTIONS.md and compiler/cli/README.md, and all of grammar/DIAGNOSTICS.md, from the
# tables of the compiler and the rules of the grammar:
#
#   perl tests/grammar/language.pl            writes them anew: `make language`
#   perl tests/grammar/language.pl --check    says what differs: exit 1
use strict;
use warnings;
use lib 'tests/grammar';
use Ebnf;
use JSON::PP;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $check = grep { $_ eq '--check' } @ARGV;

sub slurp { open my $in, '<', $_[0] or return ''; local $/; return scalar(<$in>) // '' }

# The lines of a list, cut where two blanks are.
sub list { my @lines = `$rigidc --list=$_[0]`; die "no --list=$_[0]\n" if $?; return map { chomp; [ split /  +/ ] } @lines }

sub table
{
	my ($head, @rows) = @_;
	my $bar = sub { '| ' . join(' | ', map { s/\|/\\|/gr } @_) . " |\n" };
	return $bar->(@$head) . '|' . '---|' x @$head . "\n" . join '', map { $bar->(@$_) } @rows;
}

# A row for each quantity: units that are a power of ten of SI by name, others with what they are.
sub units
{
	my (@order, %names);
	for (list('units')) {
		my ($name, $value, $quantity) = @$_;
		my $late = $quantity =~ s/, where no name can stand//;
		$quantity =~ s/^an? //;
		push @order, $quantity unless $names{$quantity};
		my ($scale, $symbol) = split / /, $value;
		my $ten = $scale =~ /^(?:1|10*|0\.0*1|1e-\d+)$/;
		push @{ $names{$quantity}[ $late ? 1 : 0 ] }, "`$name`" . ($ten ? '' : " ($scale $symbol)");
	}
	return table([ 'quantity', 'units', 'late' ], map { my $of = $names{$_}; [ $_, map { join ' ', @{ $_ // [] } } @$of[ 0, 1 ] ] } @order);
}

sub builtins
{
	my %wanted = map { $_ => 1 } @_;
	my @rows = grep { $wanted{ $_->[1] } } list('builtins');
	return table([ 'function', '' ], map { [ "`$_->[0]`", $_->[2] ] } @rows) if @_ == 1;
	return table([ 'function', 'gives', '' ], map { [ "`$_->[0]`", $_->[1], $_->[2] ] } @rows);
}

sub properties
{
	my ($of) = @_;
	return table([ 'statement', 'meaning' ], map { [ "`$_->[0]`", $_->[2] ] } grep { $_->[1] eq $of } list('properties'));
}

sub joints
{
	return table([ 'kind', 'q', 'velocities', '' ],
	             map { my ($nq, $nv) = $_->[1] =~ /nq (\d+), nv (\d+)/; [ "`$_->[0]`", $nq, $nv, $_->[2] ] } list('joints'));
}

# The name of a function, step:euler, and what follows it, :PHASE.
sub parted { return $_[0] =~ /^([\w:]*?)((?::[A-Z]+)*)(?:\s|$)/ }

# A row for functions of the robot, and one for functions of a frame, of a strut, of a phase.
sub functions
{
	my %of;
	for (list('functions')) {
		my ($name, $form) = parted($_->[0]);
		push @{ $of{$form} }, "`$name`";
	}
	return table([ '', '' ], [ 'of the robot', "@{ $of{''} }" ], [ 'of a frame, `NAME:FRAME`', "@{ $of{':FRAME'} }" ],
	             [ 'of a strut or tendon, `NAME:STRUT`', "@{ $of{':STRUT'} }" ],
	             [ 'of a group of struts and tendons, `NAME:GROUP`', "@{ $of{':GROUP'} }" ],
	             [ 'of a wrench with a law, `wrench:NAME`', "@{ $of{':NAME'} }" ], [ 'of a phase, `NAME:PHASE`', "@{ $of{':PHASE'} }" ]);
}

sub words
{
	my ($what) = @_;
	return '`' . join(' ', map { $_->[0] =~ s/ .*//r } grep { "@$_" =~ /$what/ } list('words')) . "`\n";
}

# All rules that stand beside statements, that of the whole text first.
sub grammar
{
	my ($text) = @_;
	my $rules = Ebnf::read_rules(join '', $text =~ /^```ebnf\n(.*?)^```$/gms);
	my @order = @{ $rules->{order} };
	my ($first) = grep { $order[$_] eq 'Text' } 0 .. $#order;
	my ($width) = sort { $b <=> $a } map { length } @order;
	my $lines = '';
	for (@order[ $first .. $#order, 0 .. $first - 1 ]) {
		my ($right) = $rules->{text}{$_} =~ /= (.*)/s;
		$right =~ s/^[ \t]+/' ' x ($width + 1)/gem;
		$lines .= sprintf "%-${width}s = %s", $_, $right;
	}
	return "```\n$lines```\n";
}

# "tau[nv]" or "M[nv*nv]". The sizes of the model in functions.rig are different numbers, each with one meaning, but for
# that of a group.
sub shaped
{
	my ($array, $size) = @_;
	my @shape = map { $size->{$_} // $_ } @{ $array->{shape} };
	return "`$array->{name}\[" . join('*', @shape) . ']`';
}

sub units_of { my %seen; return join ', ', grep { !$seen{$_}++ } map { ref $_->{unit} ? sort @{ $_->{unit} } : $_->{unit} } @_ }

# A row for each function: its arrays with sizes and units, and its meaning.
sub signatures
{
	my @rows = list('functions');
	my %example = ('' => '', ':FRAME' => ':hand', ':FRAME:FRAME' => ':hand:trunk', ':PHASE' => ':grip', ':STRUT' => ':jack', ':GROUP' => ':jacks', ':NAME' => ':drag');
	my %own = (':GROUP' => { 1 => 'n' });
	my %units = (%example, ':PHASE' => ':flat'); # linear and angular rows
	my @others = grep { $_->[0] !~ /^rates\b/ } @rows; # of models with states, which have no derivatives of steps
	my $asked = join ',', map { my ($name, $form) = parted($_->[0]); ($name . $example{$form}, $form eq ':PHASE' ? $name . $units{$form} : ()) } @others;
	my $info = decode_json(scalar `$rigidc info tests/grammar/functions.rig -O1 --json --wrench hand,arm -f $asked`);
	my $states = 'for k in 0..16 { input level[k] = 1 { rate -level[k] / 1 s } }';
	my $of_states = decode_json(scalar `(cat tests/grammar/functions.rig; echo '$states') | $rigidc info - -O1 --json -f rates`);
	my %function = (%{ $info->{functions} }, %{ $of_states->{functions} });
	my %size = ($info->{nq} => 'nq', $info->{nv} => 'nv', 2 * $info->{nv} => '2*nv', 10 * @{ $info->{bodies} } => '10*nb', 12 => '6*wrenches',
	            $function{lengths}{outputs}[0]{shape}[0] => 'nt',
	            $function{reaction}{outputs}[0]{shape}[0] => 'nw', $function{base_parameters}{outputs}[0]{shape}[0] => 'nbeta',
	            $function{param_jacobian}{outputs}[0]{shape}[1] => 'np', $function{'lambda:grip'}{outputs}[0]{shape}[0] => 'nc', scalar @{ $info->{inputs} } => 'nu', scalar @{ $of_states->{states} } => 'ns');
	return table([ 'function', 'inputs', 'outputs', 'units of outputs', 'meaning' ], map {
		my ($name, $form) = parted($_->[0]);
		my $of = $function{ $name . $example{$form} } or die "no function $name\n";
		[ "`$name$form`", join(' ', map { $_->{name} } @{ $of->{inputs} }), join(' ', map { shaped($_, { %size, %{ $own{$form} // {} } }) } @{ $of->{outputs} }),
		  join('; ', map { units_of($_) } @{ $function{ $name . $units{$form} }{outputs} }), $_->[-1] =~ s/([\^*_])/\\$1/gr ];
	} @rows);
}

# A table for each group of options.
sub options
{
	my (@order, %group);
	for (list('options')) {
		my ($option, $group, $commands, $effect) = @$_;
		push @order, $group unless $group{$group};
		push @{ $group{$group} }, [ "`$option`", literal($effect), $commands =~ s/,/, /gr ];
	}
	return join '', map { "\n**$_**\n\n" . table([ 'option', 'effect', 'commands' ], @{ $group{$_} }) } @order;
}

my %made = (
	options => \&options,
	presets => sub { table([ 'preset', 'options', 'purpose' ], map { [ "`$_->[0]`", $_->[1] =~ s/^(-.*)/`$1`/r, $_->[2] ] } list('presets')) },
	signatures => \&signatures,
	operators => sub { table([ 'operator', 'takes', 'gives', 'meaning' ],
		map { my ($takes, $gives) = "$_->[1] $_->[2]" =~ /^(.*?) *-> *(\S+)/; [ "`$_->[0]`", $takes =~ s/(\w+)/`$1`/gr, "`$gives`", $_->[-1] ] }
			map { my @row = @$_; @row == 3 ? [ $row[0], $row[1], '', $row[2] ] : \@row } list('operators')) },
	units => \&units, joints => \&joints, functions => \&functions, grammar => \&grammar,
	numbers => sub { builtins('number', 'vector', 'matrix') }, placements => sub { builtins('placement') },
	solids => sub { builtins('solid') }, body => sub { properties('body') }, joint => sub { properties('joint') },
	strut => sub { properties('strut') }, contact => sub { properties('contact') },
	contacts => sub { table([ 'kind', 'what is held', 'rows' ], map { [ $_->[0] eq 'point' ? '`point`, or none' : "`$_->[0]`", @$_[ 2, 1 ] ] } list('contacts')) },
	loop => sub { properties('loop') }, shape => sub { properties('shape') },
	shapes => sub { table([ 'shape', '' ], map { [ "`$_->[0]`", $_->[1] ] } list('shapes')) },
	loops => sub { table([ 'kind', 'motion between the ends', 'rows' ], map { [ "`$_->[0]`", @$_[ 2, 1 ] ] } list('loops')) },
	words => sub { words('(?:begins a statement|stands within one)$') }, kept => sub { words('kept for later') },
);

sub diagnostics
{
	my $text = <<'END';
# Diagnostics

Each message of `rigidc` about a model ends with a name in brackets. This page explains the names and what to do. `rigidc --explain NAME`
prints the same text. `-W no-NAME` switches a warning or a note off, `-W NAME` on, and `-Werror=NAME` makes it an error. An error cannot be
switched off. [`accept NAME`](LANGUAGE.md#accept-check) in the model leaves out a warning or note that you know.

END
	for (list('checks')) {
		my ($name) = "@$_" =~ /^(\S+)/;
		my ($head, $explanation) = split /\n\n/, `$rigidc --explain $name`, 2;
		my ($severity, $summary) = $head =~ /\((\w+)\): (.*)/s or die "no explanation of $name\n";
		$text .= "## $name\n$severity: $summary\n\n" . literal($explanation) . "\n";
	}
	return $text;
}

# Markup of the text itself is not Markdown's.
sub literal
{
	my ($text) = @_;
	return join '', map { /^`/ ? $_ : s/([<*_])/\\$1/gr } split /(`[^`]*`)/, $text;
}

my $bad = 0;
sub settle
{
	my ($file, $wanted) = @_;
	my $found = slurp($file);
	return if $found eq $wanted;
	if ($check) {
		my @found = split /^/, $found;
		my @wanted = split /^/, $wanted;
		my ($line) = grep { ($found[$_] // '') ne ($wanted[$_] // '') } 0 .. ($#found > $#wanted ? $#found : $#wanted);
		printf "%s:%d: `make language` writes: %s", $file, $line + 1, $wanted[$line] // "nothing\n";
		$bad = 1;
	} else {
		open my $out, '>', $file or die "$file: $!\n";
		print $out $wanted;
		close $out or die "$file: $!\n";
	}
}

for my $page ('grammar/LANGUAGE.md', 'compiler/FUNCTIONS.md', 'compiler/cli/README.md') {
	my $text = slurp($page);
	$text =~ s{^(<!-- (\w+) -->\n).*?^(<!-- end -->\n)}{ my $make = $made{$2} or die "nothing makes $2\n"; $1 . $make->($text) . $3 }gmse;
	settle($page, $text);
}
settle('grammar/DIAGNOSTICS.md', diagnostics());
exit $bad;
