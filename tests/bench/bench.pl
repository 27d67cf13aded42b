# perl bench.pl DIR: the table and the chart of the benchmark, DIR/bench.txt and DIR/bench.svg.
# Generates C for every robot in every form, compiles it with every compiler, has DIR/contest compare and time the
# contestants, counts instructions with callgrind. What is up to date in DIR is not made again.
# README.md beside this says what the columns are; the variables it takes:
#   ROBOTS   names ("ur5 solo12"); all
#   FORMS    names in @form, with _ for a blank; all
#   ROUNDS   of timing (200)
#   JOBS     generated and compiled at once (2)
use strict;
use warnings;
use File::Basename;
use lib dirname(__FILE__);
use chart;

my $dir = shift // die "perl bench.pl DIR\n";
my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $rounds = $ENV{ROUNDS} || 200;
my $jobs = $ENV{JOBS} || 2;

# name, options, and the only function it has, if it has not all
my @form = (['-O0', '-O0'], ['libm', '--sincos=libm'], ['default', ''], ['thorough', '--search=thorough'],
            ['fma', '--fma=auto'], ['contracted', '--fp-contract=allow'], ['sparse', '--sparse --packed', 'crba'],
            ['sparse contracted', '--sparse --packed --fp-contract=allow', 'crba']);
my @compiler = (['gcc -O2', 'gcc -O2 -fstack-usage'], ['gcc -O3 native', 'gcc -O3 -march=native'],
                ['clang -O2', 'clang -O2'], ['clang -O3 native', 'clang -O3 -march=native']);
my @column = ((map { $_->[0] } @compiler), 'libtcc');
my $first = $column[0]; # the one whose ratios, sizes and instructions are given
my @function; # what is timed, as contest says
my $loop = '6x6 loop';

# --- robots ---

sub command_succeeds { return system("$_[0] >/dev/null 2>&1") == 0 }

sub wanted { my ($list, $name) = @_; return !$list || grep { $_ eq $name =~ tr/ /_/r } split ' ', $list }

# A URDF becomes a model file, with quarter turns as such and, if more than one body stands on the world, free.
sub import_urdf {
	my ($path) = @_;
	my $model = "$dir/" . basename($path, '.urdf') . '.rig';
	my $import = "$rigidc import --snap-angles=2e-5 $path -o $model";
	return () unless command_succeeds($import);
	my $roots = () = `$rigidc compile $model --dump=tree 2>/dev/null` =~ /parent -1/g;
	command_succeeds("$import --floating-base") if $roots > 1;
	return $model;
}

# A robot's own: what -f takes for each function; nothing if it is none.
sub specs {
	my ($model) = @_;
	my @spec = map { [split /\t/] } split /\n/, `$dir/contest $model $dir/scratch.xml`;
	return () if $?;
	@function = map { $_->[0] } @spec;
	return map { $_->[1] } @spec;
}

sub robots {
	my @model = sort glob 'examples/*.rig';
	push @model, map { import_urdf($_) } sort glob "$ENV{RIGIDC_ROBOTS}/*.urdf" if $ENV{RIGIDC_ROBOTS};
	my @robot;
	for my $model (grep { wanted($ENV{ROBOTS}, basename($_, '.rig')) } @model) {
		my $name = basename($model, '.rig');
		$name .= '.urdf' if grep { $_->{name} eq $name } @robot;
		my @spec = specs($model) or next;
		push @robot, { name => $name, model => $model, spec => \@spec };
	}
	return @robot;
}

# --- what is timed ---

sub file_of { my ($robot, $form, $compiler) = @_; return "$dir/" . join('.', map { tr/ -/_/dr } grep { $_ } @_) }

# What -f takes: all functions, or that which the form has.
sub spec_of {
	my ($robot, $only) = @_;
	return join ',', map { $robot->{spec}[$_] } grep { !$only || $function[$_] eq $only } 0 .. $#function;
}

# Shell commands that make the objects of one form of one robot, if they are older than what they are made from. Of a
# sparse matrix the object says where its entries stand.
sub recipe {
	my ($robot, $form, $options, $only) = @_;
	my $base = file_of($robot->{name}, $form);
	my $spec = spec_of($robot, $only);
	my $recipe = "[ $base.c -nt $rigidc -a $base.c -nt $robot->{model} ] || { "
		. "$rigidc compile $robot->{model} -f '$spec' --prefix=bench $options -o $base.c 2>/dev/null\n";
	$recipe .= "echo 'const int *const bench_row = bench_${only}_M_row, *const bench_column = bench_${only}_M_column;' "
		. ">> $base.c\n" if $options =~ /--sparse/;
	$recipe .= "}\n";
	$recipe .= compile_recipe("$base.c", file_of($robot->{name}, $form, $_->[0]), $_->[1]) for @compiler;
	return $recipe;
}

sub compile_recipe {
	my ($source, $base, $compiler) = @_;
	my ($linker) = $compiler =~ /^(\S+)/;
	return "[ $base.so -nt $source ] || "
		. "{ $compiler -fPIC -c $source -o $base.o && $linker -shared $base.o -o $base.so -lm; }\n";
}

# The loop is of several files.
sub loop_recipe {
	my ($base, $compiler) = @_;
	my @source = glob dirname(__FILE__) . '/loop*.[ch]';
	my $fresh = join ' -a ', map { "$base.so -nt $_" } @source;
	$compiler =~ s/ -fstack-usage//;
	return "[ $fresh ] || $compiler -fPIC -shared " . join(' ', grep { /c$/ } @source) . " -o $base.so -lm\n";
}

sub make_all {
	my ($forms, @robot) = @_;
	my @recipe = map { my $r = $_; map { recipe($r, @$_) } @$forms } @robot;
	unshift @recipe, map { loop_recipe(file_of('loop', '', $_->[0]), $_->[1]) } @compiler;
	open my $xargs, '|-', 'xargs', '-0', '-P', $jobs, '-n', 1, 'sh', '-ec' or die "xargs: $!\n";
	print $xargs join("\0", reverse @recipe), "\0";
	close $xargs or die "not all contestants could be made\n";
}

sub contestants {
	my ($robot, $forms, @compilers) = @_;
	my @word = map { "loop:$loop $_->[0]=" . file_of('loop', '', $_->[0]) . '.so' } @compilers;
	for my $form (map { $_->[0] } @$forms) {
		push @word, map { "$form $_->[0]=" . file_of($robot->{name}, $form, $_->[0]) . '.so' } @compilers;
		push @word, "libtcc:$form" if @compilers > 1;
	}
	return join ' ', map { "'$_'" } @word, 'MuJoCo', 'KDL';
}

# --- measuring; results go to $robot->{FUNCTION}{CONTESTANT}{...} ---

sub time_all {
	my ($robot, $forms) = @_;
	my $words = contestants($robot, $forms, @compiler);
	for (split /\n/, `$dir/contest --rounds=$rounds $robot->{model} $dir/scratch.xml $words`) {
		my ($function, $name, $median, $low, $high) = split /\t/;
		$robot->{$function}{$name} = { ns => $median, low => $low, iqr => 100 * ($high - $low) / $median };
	}
	die "$robot->{name}: nothing was timed\n" if $?;
}

# Callgrind writes DIR/count.1, .2, ..., each with the name of the batch and the instructions in the functions it is
# told of.
sub count_all {
	my ($robot, $forms) = @_;
	my $words = contestants($robot, $forms, $compiler[0]);
	my $valgrind = "valgrind --tool=callgrind --callgrind-out-file=$dir/count";
	for my $function (@function) {
		$valgrind .= " --toggle-collect=${_}_$function" for qw(bench loop mujoco_call kdl_call);
	}
	unlink glob "$dir/count.*";
	command_succeeds("$valgrind $dir/contest --count $robot->{model} $dir/scratch.xml $words")
		or warn "$robot->{name}: not counted\n";
	for my $file (glob "$dir/count.*") {
		my $text = read_file($file);
		my ($function, $name) = $text =~ /^desc: Trigger: Client Request: (\S+) (.*)$/m or next;
		my ($total) = $text =~ /^(?:summary|totals): (\d+)/m;
		$robot->{$function}{$name}{instructions} = $total / 256;
	}
}

sub read_file { open my $in, '<', $_[0] or return ''; local $/; return <$in> }

# Bytes of code and of stack, as the first compiler made them, with those of the helpers that a function may call:
# all that is in the object but the other functions and their pieces.
sub is_of { # which function's piece a symbol is, if any's
	my ($symbol) = @_;
	my ($longest) = sort { length $b <=> length $a } grep { $symbol =~ /^bench_$_(_|$)/ } @function;
	return $longest // '';
}

sub weigh_all {
	my ($robot, $forms) = @_;
	for (@$forms) {
		my ($form, undef, $only) = @$_;
		my $base = file_of($robot->{name}, $form, $first);
		my (%size, %stack); # by name, without what the compiler adds to that of a specialised copy
		my ($symbols, $usage) = (scalar `nm -S --radix=d $base.o`, read_file("$base.su"));
		$size{$2} += $1 while $symbols =~ /^\d+ 0*(\d+) [Tt] (\w+)/mg;
		$stack{$1} = $2 while $usage =~ /:(\w+)[.\w]*\t(\d+)/g;
		for my $function ($only || @function) {
			my ($result, $own) = ($robot->{$function}{"$form $first"}, "bench_$function");
			my @called = grep { $_ ne $own && is_of($_) =~ /^($function)?$/ } keys %stack;
			my ($deepest) = sort { $b <=> $a } 0, map { $stack{$_} } @called;
			$result->{text} += $_ for map { $size{$_} // 0 } $own, @called;
			$result->{stack} = $stack{$own} + $deepest;
		}
	}
}

# --- the report ---

sub cell { my ($width, $format, $value) = @_; return sprintf "%${width}s", defined $value ? sprintf($format, $value) : '' }

sub peers { my ($results) = @_; return grep { /^(MuJoCo|KDL)/ } sort keys %$results }

sub fastest_peer {
	my ($results) = @_;
	my ($fastest) = sort { $a <=> $b } map { $results->{$_}{ns} } peers($results);
	return $fastest;
}

# A row: times in the columns of its compilers, or in the first for what came compiled.
sub row {
	my ($results, $name, $packaged) = @_;
	my @result = $packaged ? $results->{$name} : map { $results->{"$name $_"} } @column;
	my ($noise) = sort { $b <=> $a } map { $_->{iqr} // 0 } grep { $_ } @result;
	my $main = $result[0];
	return sprintf("%-21s", $name)
		. join('', map { cell(11, '%.1f', $result[$_] && $result[$_]{ns}) } 0 .. $#column)
		. cell(6, '%.0f%%', $noise) . cell(8, '%.0f', $main->{instructions})
		. cell(7, '%d', $main->{text}) . cell(7, '%d', $main->{stack})
		. cell(7, '%.2f', $results->{"$loop $first"}{ns} / $main->{ns})
		. cell(7, '%.2f', fastest_peer($results) && fastest_peer($results) / $main->{ns}) . "\n";
}

sub block {
	my ($robot, $function, $forms) = @_;
	my $results = $robot->{$function};
	my $text = sprintf '%-21s' . '%11s' x @column . "%6s%8s%7s%7s%7s%7s\n", "$robot->{name} $function",
		(map { s/-O3 native/nat./r } @column), 'noise', 'instr.', 'text', 'stack', 'x loop', 'x peer';
	$text .= row($results, $_->[0]) for [$loop], grep { !$_->[2] || $_->[2] eq $function } @$forms;
	$text .= row($results, $_, 1) for peers($results);
	return "$text\n";
}

# One line a robot and function: ns at the first compiler, and how often the loop and the fastest peer fit into the
# default and into the fastest form.
sub summary {
	my ($forms, @robot) = @_;
	my @name = map { $_->[0] } @$forms;
	my $text = sprintf '%-21s' . '%9s' x 3 . '%11s' x @name . "   %s\n", $first, $loop, 'KDL', 'MuJoCo',
		(map { s/^(\w+) (\w{3})\w*$/$1 $2/r } @name), 'default in loop, peer; fastest';
	for my $function (@function) {
		for my $robot (@robot) {
			my $results = $robot->{$function};
			my @peer = map { my $peer = $_; my ($is) = grep { /^$peer/ } keys %$results; $is } 'KDL', 'MuJoCo';
			my @ns = map { $_ && $results->{$_}{ns} } "$loop $first", @peer, map { "$_ $first" } @name;
			my ($fastest) = sort { $a <=> $b } grep { $_ } @ns[3 .. $#ns];
			my $peer = fastest_peer($results);
			$text .= sprintf('%-21s', "$robot->{name} $function") . join('', map { cell($_ < 3 ? 9 : 11, '%.0f', $ns[$_]) } 0 .. $#ns)
				. '  ';
			for my $ours (grep { $_ } $results->{"default $first"}{ns}, $fastest) {
				$text .= cell(8, '%.1f', $ns[0] / $ours) . cell(7, '%.1f', $peer && $peer / $ours);
			}
			$text .= "\n";
		}
	}
	return $text;
}

# One line a robot and function, lower quartiles: MuJoCo in ns, and how often the default of the first compiler and the
# fastest of all forms and compilers fit into it.
sub in_mujoco {
	my ($forms, @robot) = @_;
	my $text = sprintf "%-21s%9s%9s%7s%10s%7s  %s\n", 'lower quartiles', 'MuJoCo', 'default', 'x', 'fastest', 'x', 'which';
	for my $function (@function) {
		for my $robot (@robot) {
			my $results = $robot->{$function};
			my ($peer) = map { $results->{$_}{low} } grep { /^MuJoCo/ } keys %$results;
			my @ours = grep { $results->{$_}{low} } map { my $form = $_->[0]; map { "$form $_->[0]" } @compiler } @$forms;
			my ($fastest) = sort { $results->{$a}{low} <=> $results->{$b}{low} } @ours;
			next unless $peer;
			$text .= sprintf('%-21s', "$robot->{name} $function") . cell(9, '%.0f', $peer);
			for (["default $first", 9], [$fastest, 10]) {
				my ($ns, $width) = ($results->{$_->[0]}{low}, $_->[1]);
				$text .= cell($width, '%.1f', $ns) . cell(7, '%.1f', $ns && $peer / $ns);
			}
			$text .= "  $fastest\n";
		}
	}
	return $text;
}

sub heading {
	my ($cpu) = read_file('/proc/cpuinfo') =~ /^vendor_id\s*: (.*)/m;
	my @number = map { read_file('/proc/cpuinfo') =~ /^$_\s*: (\d+)/m } 'cpu family', 'model';
	my @version = map { (split /\n/, `$_ --version`)[0] =~ /((?:\d+\.)+\d+)/ } 'gcc', 'clang';
	my $kdl = `dpkg-query -W -f='\${Version}' liborocos-kdl-dev 2>/dev/null`;
	return "$cpu family $number[0] model $number[1]; gcc $version[0], clang $version[1], KDL $kdl;\n"
		. "ns a call, medians of $rounds rounds of 256 states\n\n";
}

sub chart_of {
	my (@robot) = @_;
	my @series = ($loop, 'KDL', 'MuJoCo', '-O0', 'libm', 'default');
	my @panel;
	for my $function (@function) {
		my @row;
		for my $robot (@robot) {
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

sub write_file {
	my ($path, $text) = @_;
	open my $out, '>', $path or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
}

my @robot = robots() or die "no robots\n";
my @forms = grep { wanted($ENV{FORMS}, $_->[0]) } @form;
make_all(\@forms, @robot);
for my $robot (@robot) {
	time_all($robot, \@forms);
	count_all($robot, \@forms);
	weigh_all($robot, \@forms);
}
my $report = heading();
for my $robot (@robot) {
	$report .= block($robot, $_, \@forms) for @function;
}
$report .= summary(\@forms, @robot) . "\n" . in_mujoco(\@forms, @robot);
print $report;
write_file("$dir/bench.txt", $report);
write_file("$dir/bench.svg", chart_of(@robot));
