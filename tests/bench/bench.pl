# perl bench.pl DIR: the tables and the chart of the benchmark, DIR/bench.txt, DIR/bench.md and DIR/bench.svg.
# Generates C for every robot in every form, compiles it with every compiler, has DIR/contest compare and time the
# contestants, counts instructions with callgrind. What is up to date in DIR is not made again.
# README.md beside this says what the columns are; the variables it takes:
#   ROBOTS     names ("ur5 solo12"); all
#   FORMS      names in @form, with _ for a blank; all
#   FUNCTIONS  names ("rnea crba"); all
#   ROUNDS     of timing (200)
#   JOBS       generated and compiled at once (2)
use strict;
use warnings;
use File::Basename;
use lib dirname(__FILE__);
use chart;
use report;

my $dir = shift // die "perl bench.pl DIR\n";
my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $rounds = $ENV{ROUNDS} || 200;
my $jobs = $ENV{JOBS} || 2;
my $chosen = join ',', split ' ', $ENV{FUNCTIONS} // '';
my $contest = "$dir/contest" . ($chosen ? " --functions=$chosen" : '');

# options, the only function it has, if it has not all, and whether it is of many states at once
my @form = ({ name => '-O0', options => '-O0' }, { name => 'libm', options => '--sincos=libm' }, { name => 'default', options => '' },
            { name => 'thorough', options => '--search=thorough' }, { name => 'fma', options => '--fma=auto' },
            { name => 'thorough fma', options => '--search=thorough --fma=auto', only => 'rnea' },
            { name => 'contracted', options => '--fma=compiler' },
            { name => 'thorough contracted', options => '--search=thorough --fma=compiler', only => 'rnea' },
            { name => 'sparse', options => '--matrix=packed-sparse', only => 'crba' },
            { name => 'sparse contracted', options => '--matrix=packed-sparse --fma=compiler', only => 'crba' },
            { name => 'batch', options => '--batch=8', only => 'rnea', many => 1 },
            { name => 'batch fma', options => '--batch=8 --fma=auto', only => 'rnea', many => 1 },
            { name => 'batch contracted', options => '--batch=8 --fma=compiler', only => 'rnea', many => 1 });
my @compiler = (['gcc -O2', 'gcc -O2 -fstack-usage'], ['gcc -O3 native', 'gcc -O3 -march=native'],
                ['clang -O2', 'clang -O2'], ['clang -O3 native', 'clang -O3 -march=native']);
my $first = $compiler[0][0]; # the one whose ratios, sizes and instructions are given
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
	command_succeeds("$import --base=free") if $roots > 1;
	return $model;
}

# A robot's own: what -f takes for each function; nothing if it is none.
sub specs {
	my ($model) = @_;
	my @spec = map { [split /\t/] } split /\n/, `$contest $model $dir/scratch.xml`;
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

# What has other functions has another name, so that it is not taken for up to date.
sub file_of { return "$dir/" . join('.', map { tr/ ,-/_+/dr } grep { $_ } @_, $chosen) }

# What -f takes: all functions, or that which the form has.
sub spec_of {
	my ($robot, $only) = @_;
	return join ',', map { $robot->{spec}[$_] } grep { !$only || $function[$_] eq $only } 0 .. $#function;
}

# Shell commands that make the objects of one form of one robot, if they are older than what they are made from. Of a
# sparse matrix the object says where its entries stand.
sub recipe {
	my ($robot, $form) = @_;
	my ($options, $only) = ($form->{options}, $form->{only});
	my $base = file_of($robot->{name}, $form->{name});
	my $spec = spec_of($robot, $only);
	my $recipe = "[ $base.c -nt $rigidc -a $base.c -nt $robot->{model} ] || { "
		. "$rigidc compile $robot->{model} -f '$spec' --prefix=bench $options -o $base.c 2>/dev/null\n";
	$recipe .= "echo 'const int *const bench_row = bench_${only}_M_row, *const bench_column = bench_${only}_M_column;' "
		. ">> $base.c\n" if $options =~ /--matrix=\S*sparse/;
	$recipe .= "}\n";
	$recipe .= compile_recipe("$base.c", file_of($robot->{name}, $form->{name}, $_->[0]), $_->[1]) for @compiler;
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
	my @recipe = map { my $r = $_; map { recipe($r, $_) } @$forms } @robot;
	unshift @recipe, map { loop_recipe(file_of('loop', '', $_->[0]), $_->[1]) } @compiler;
	open my $xargs, '|-', 'xargs', '-0', '-P', $jobs, '-n', 1, 'sh', '-ec' or die "xargs: $!\n";
	print $xargs join("\0", reverse @recipe), "\0";
	close $xargs or die "not all contestants could be made\n";
}

sub contestants {
	my ($robot, $forms, @compilers) = @_;
	my @word = map { "loop:$loop $_->[0]=" . file_of('loop', '', $_->[0]) . '.so' } @compilers;
	for my $form (@$forms) {
		my ($name, $kind) = ($form->{name}, $form->{many} ? 'batch:' : '');
		push @word, map { "$kind$name $_->[0]=" . file_of($robot->{name}, $name, $_->[0]) . '.so' } @compilers;
		push @word, "libtcc:$name" if @compilers > 1;
	}
	return join ' ', map { "'$_'" } @word, 'MuJoCo', 'KDL';
}

# --- measuring; results go to $robot->{FUNCTION}{CONTESTANT}{...} ---

sub time_all {
	my ($robot, $forms) = @_;
	my $words = contestants($robot, $forms, @compiler);
	for (split /\n/, `$contest --rounds=$rounds $robot->{model} $dir/scratch.xml $words`) {
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
		$valgrind .= " --toggle-collect=$_" for map({ "${_}_$function" } qw(bench loop mujoco_call kdl_call)), "bench_${function}_batch_soa";
	}
	unlink glob "$dir/count.*";
	command_succeeds("$valgrind $contest --count $robot->{model} $dir/scratch.xml $words")
		or warn "$robot->{name}: not counted\n";
	for my $file (glob "$dir/count.*") {
		my $text = report::read_file($file);
		my ($function, $name) = $text =~ /^desc: Trigger: Client Request: (\S+) (.*)$/m or next;
		my ($total) = $text =~ /^(?:summary|totals): (\d+)/m;
		$robot->{$function}{$name}{instructions} = $total / 256;
	}
}

# Bytes of code and of stack, as the first compiler made them, with those of the helpers that a function may call:
# all that is in the object but the other functions and their pieces.
sub is_of { # which function's piece a symbol is, if any's
	my ($symbol) = @_;
	my ($longest) = sort { length $b <=> length $a } grep { $symbol =~ /^bench_$_(_|$)/ } @function;
	return $longest // '';
}

sub weigh_all {
	my ($robot, $forms) = @_;
	for (grep { !$_->{many} } @$forms) {
		my ($form, $only) = ($_->{name}, $_->{only});
		my $base = file_of($robot->{name}, $form, $first);
		my (%size, %stack); # by name, without what the compiler adds to that of a specialised copy
		my ($symbols, $usage) = (scalar `nm -S --radix=d $base.o`, report::read_file("$base.su"));
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

sub write_file {
	my ($path, $text) = @_;
	open my $out, '>', $path or die "$path: $!\n";
	print $out $text;
	close $out or die "$path: $!\n";
}

my @robot = robots() or die "no robots\n";
my @forms = grep { my $only = $_->{only}; !$only || grep { $_ eq $only } @function } grep { wanted($ENV{FORMS}, $_->{name}) } @form;
make_all(\@forms, @robot);
for my $robot (@robot) {
	time_all($robot, \@forms);
	count_all($robot, \@forms);
	weigh_all($robot, \@forms);
}
my %run = (robots => \@robot, functions => \@function, forms => \@forms, compilers => [map { $_->[0] } @compiler], loop => $loop,
           rounds => $rounds);
my $text = report::text(\%run);
print $text;
write_file("$dir/bench.txt", $text);
write_file("$dir/bench.md", report::markdown(\%run));
write_file("$dir/bench.svg", report::chart(\%run));
