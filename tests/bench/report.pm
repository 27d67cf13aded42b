# What a run of the benchmark found, as text, as tables in Markdown and as a chart.
# Called by bench.pl. A run is a hash: robots (each with {name} and {FUNCTION}{CONTESTANT}{ns, low, iqr, instructions, text,
# stack}), functions, forms (each with {name, only, many}), compilers, the first of which ratios are given for, loop, rounds.
# Keeps nothing.
package report;
use strict;
use warnings;
use chart;

sub read_file { open my $in, '<', $_[0] or return ''; local $/; return <$in> }

sub cell { my ($width, $format, $value) = @_; return sprintf "%${width}s", defined $value ? sprintf($format, $value) : '' }

# --- what is in the results of a robot's function ---

sub peer { my ($results, $which) = @_; my ($name) = grep { /^$which/ } sort keys %$results; return $name }

sub fastest_peer {
	my ($results) = @_;
	my ($fastest) = sort { $a <=> $b } map { $results->{$_}{ns} } grep { $_ } map { peer($results, $_) } 'MuJoCo', 'KDL';
	return $fastest;
}

# Of all forms, one state at a time or many, and all compilers.
sub fastest_of_ours {
	my ($run, $results, $many, $by) = @_;
	my @form = map { $_->{name} } grep { !$_->{many} == !$many } @{$run->{forms}};
	my @ours = grep { $results->{$_} && $results->{$_}{$by} } map { my $form = $_; map { "$form $_" } @{$run->{compilers}} } @form;
	my ($fastest) = sort { $results->{$a}{$by} <=> $results->{$b}{$by} } @ours;
	return $fastest;
}

# --- text ---

# Times in the columns of its compilers, or in the first for what came compiled.
sub row {
	my ($run, $results, $name, $packaged) = @_;
	my @column = (@{$run->{compilers}}, 'libtcc');
	my @result = $packaged ? $results->{$name} : map { $results->{"$name $_"} } @column;
	my ($noise) = sort { $b <=> $a } map { $_->{iqr} // 0 } grep { $_ } @result;
	my $main = $result[0];
	return sprintf("%-21s", $name)
		. join('', map { cell(11, '%.1f', $result[$_] && $result[$_]{ns}) } 0 .. $#column)
		. cell(6, '%.0f%%', $noise) . cell(8, '%.0f', $main->{instructions})
		. cell(7, '%d', $main->{text}) . cell(7, '%d', $main->{stack})
		. cell(7, '%.2f', $results->{"$run->{loop} $column[0]"}{ns} / $main->{ns})
		. cell(7, '%.2f', fastest_peer($results) && fastest_peer($results) / $main->{ns}) . "\n";
}

sub block {
	my ($run, $robot, $function) = @_;
	my $results = $robot->{$function};
	my @column = (@{$run->{compilers}}, 'libtcc');
	my $text = sprintf '%-21s' . '%11s' x @column . "%6s%8s%7s%7s%7s%7s\n", "$robot->{name} $function",
		(map { s/-O3 native/nat./r } @column), 'noise', 'instr.', 'text', 'stack', 'x loop', 'x peer';
	my @form = grep { !$_->{only} || $_->{only} eq $function } @{$run->{forms}};
	$text .= row($run, $results, $_) for $run->{loop}, map { $_->{name} } @form;
	$text .= row($run, $results, $_, 1) for grep { $_ } map { peer($results, $_) } 'KDL', 'MuJoCo';
	return "$text\n";
}

# One line a robot and function, lower quartiles: MuJoCo in ns; the default of the first compiler, the fastest of all forms and
# compilers for one state, and a batch, each with how often it fits into MuJoCo.
sub in_mujoco {
	my ($run) = @_;
	my $text = sprintf "%-32s%9s%9s%7s%10s%7s%9s%7s  %s\n", 'lower quartiles', 'MuJoCo', 'default', 'x', 'fastest', 'x', 'batch', 'x',
		'which';
	for my $function (@{$run->{functions}}) {
		for my $robot (@{$run->{robots}}) {
			my $results = $robot->{$function};
			my $peer = peer($results, 'MuJoCo') or next;
			my @which = map { scalar fastest_of_ours($run, $results, $_, 'low') } 0, 1;
			my @ns = map { $_ && $results->{$_}{low} } "default $run->{compilers}[0]", @which;
			$text .= sprintf('%-32s', "$robot->{name} $function") . cell(9, '%.0f', $results->{$peer}{low});
			$text .= cell((9, 10, 9)[$_], '%.1f', $ns[$_]) . cell(7, '%.1f', $ns[$_] && $results->{$peer}{low} / $ns[$_]) for 0 .. 2;
			$text .= '  ' . join('; ', grep { $_ } @which) . "\n";
		}
	}
	return $text;
}

sub heading {
	my ($run) = @_;
	my ($cpu) = read_file('/proc/cpuinfo') =~ /^vendor_id\s*: (.*)/m;
	my @number = map { read_file('/proc/cpuinfo') =~ /^$_\s*: (\d+)/m } 'cpu family', 'model';
	my @version = map { (split /\n/, `$_ --version`)[0] =~ /((?:\d+\.)+\d+)/ } 'gcc', 'clang';
	my $kdl = `dpkg-query -W -f='\${Version}' liborocos-kdl-dev 2>/dev/null`;
	return "$cpu family $number[0] model $number[1]; gcc $version[0], clang $version[1], KDL $kdl;\n"
		. "ns a call, medians of $run->{rounds} rounds of 256 states\n\n";
}

sub text {
	my ($run) = @_;
	my $text = heading($run);
	for my $robot (@{$run->{robots}}) {
		$text .= block($run, $robot, $_) for @{$run->{functions}};
	}
	return $text . in_mujoco($run);
}

# --- Markdown ---

# A column: its title, and what stands in it for the results of a robot's function.
sub columns {
	my ($run) = @_;
	my ($gcc, $native, undef, $clang) = @{$run->{compilers}};
	my $ns = sub { my ($name) = @_; return sub { $_[0]{$name} && sprintf '%.0f', $_[0]{$name}{ns} } };
	my $of_peer = sub { my ($which) = @_; return sub { my $name = peer($_[0], $which); $name && sprintf '%.0f', $_[0]{$name}{ns} } };
	my $times = sub { my ($much, $little) = @_; return $much && $little && sprintf '%.1f', $much / $little };
	my $loop = "$run->{loop} $gcc";
	return (
		[$run->{loop}, $ns->($loop)], ['KDL', $of_peer->('KDL')], ['MuJoCo', $of_peer->('MuJoCo')], ['-O0', $ns->("-O0 $gcc")],
		['libm', $ns->("libm $gcc")], ['default', $ns->("default $gcc")],
		['loop / default', sub { $times->($_[0]{$loop}{ns}, $_[0]{"default $gcc"}{ns}) }],
		['peer / default', sub { $times->(fastest_peer($_[0]), $_[0]{"default $gcc"}{ns}) }],
		['default, gcc native', $ns->("default $native")], ['clang native', $ns->("default $clang")],
		['fastest', sub { my $name = fastest_of_ours($run, $_[0], 0, 'ns'); $name && sprintf '%.0f', $_[0]{$name}{ns} }],
		['batch', sub { my $name = fastest_of_ours($run, $_[0], 1, 'ns'); $name && sprintf '%.1f', $_[0]{$name}{ns} }],
	);
}

# A table a function, without columns in which nothing stands.
sub markdown {
	my ($run) = @_;
	my $text = '';
	for my $function (@{$run->{functions}}) {
		my @robot = @{$run->{robots}};
		my @column = grep { my $of = $_->[1]; grep { $of->($_->{$function}) } @robot } columns($run);
		$text .= "| $function | " . join(' | ', map { $_->[0] } @column) . " |\n" . '|---' x (1 + @column) . "|\n";
		for my $robot (@robot) {
			$text .= "| $robot->{name} | " . join(' | ', map { $_->[1]->($robot->{$function}) // '' } @column) . " |\n";
		}
		$text .= "\n";
	}
	return $text;
}

# --- chart ---

sub chart {
	my ($run) = @_;
	my $first = $run->{compilers}[0];
	my @series = ($run->{loop}, 'KDL', 'MuJoCo', '-O0', 'libm', 'default');
	my @panel;
	for my $function (@{$run->{functions}}) {
		my @row;
		for my $robot (@{$run->{robots}}) {
			my %at;
			for my $name (keys %{$robot->{$function}}) {
				my ($series) = grep { $name eq "$_ $first" || $name =~ /^$_( [\d.]+)?$/ } @series;
				$at{$series} = $robot->{$function}{$name}{ns} if $series;
			}
			push @row, { name => $robot->{name}, at => \%at };
		}
		push @panel, { title => "$function, $first", row => \@row };
	}
	return chart::dots(\@series, 'ns a call, logarithmic', @panel);
}

1;
