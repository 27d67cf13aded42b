#!/usr/bin/perl
# Data flows one way, and so does knowledge: a file may know those of the rooms before its own, and those of its own room
# as long as that makes no circle. Read from the #include lines, where x.c and x.h count as one file; and from the
# symbols of the objects, for what one room declares and another defines.
use strict;
use warnings;
use File::Basename;
use File::Find;
use File::Path 'make_path';
use File::Temp;
use Test::More;

# The rooms, each by its folder. A room may know those above it; rooms of one row may not know each other.
my @order = (
	['compiler/base'],
	['compiler/dag'],
	['compiler/algebra', 'compiler/rewrite', 'grammar'],
	['grammar/import'], # of other formats
	['grammar/dh', 'grammar/mjcf', 'grammar/osim', 'grammar/sdf', 'grammar/urdf'],
	['grammar/formats'],
	['compiler/model'], # the model itself; the rooms in it make one
	['compiler/model/expression'],
	['compiler/model/part'],
	['compiler/model/body'],
	['compiler/model/line'],
	['compiler/model/check'],
	['compiler/numerics'],
	['compiler/dynamics/tree'],
	['compiler/dynamics/plan'],
	['compiler/dynamics/textbook'],
	['compiler/dynamics/customized'],
	['compiler/dynamics'], # the table of functions
	['compiler/program'],
	['compiler/pipeline'],
	['compiler/c'],
	['compiler/module'],
	['compiler'], # what lies there in no folder
	['runtime'],
	['compiler/cli/recording'],
	['compiler/cli'],
	['compiler/cli/compare', 'compiler/cli/draw', 'compiler/cli/equations', 'compiler/cli/eval', 'compiler/cli/export', 'compiler/cli/info', 'compiler/cli/linearize', 'compiler/cli/mesh', 'compiler/cli/package'],
	['compiler/cli/page'],
	['compiler/cli/sim'],
	['compiler/cli/lsp'],
	['compiler/cli/main'],
	['compiler/cli/wasm'], # the command as a module
);

# What is made from the grammar, from the page of a report and from the templates of packages lies in build/gen and is included
# by its bare name from anywhere.
my %made = map { $_ => "grammar/$_" } 'parse.h', 'scan.h', 'prelude.inc', 'laws.inc';
$made{'package_files.inc'} = 'compiler/cli/package/package_files.inc';
$made{'commit.h'} = 'compiler/base/commit.h';
$made{$_} = "compiler/cli/page/$_" for map { "page_$_.inc" } 'html', 'style', 'script', 'look', 'film_html', 'film_script';
my %is_made = reverse %made;

my %row = map { my $row = $_; map { $_ => $row } @{$order[$row]} } 0 .. $#order;

# --- arrows ---

sub room { return dirname($_[0]) }

sub module { return $_[0] =~ s/\.\w+$//r }

# What is wrong with an arrow between files of two rooms; nothing if nothing is.
sub objection {
	my ($from, $to) = map { room($_) } @_;
	my ($knowing, $known) = map { basename($_) } $from, $to;
	return if $from eq $to || $row{$to} < $row{$from};
	return "points backward: $knowing comes before $known" if $row{$from} < $row{$to};
	return "points sideways: $knowing and $known may not know each other";
}

# The shortest way from a module back to itself along arrows { from => { to => 1 } }; () if there is none.
sub way_back {
	my ($start, $arrows) = @_;
	my @ways = [$start];
	my %seen;
	while (my $way = shift @ways) {
		for my $next (sort keys %{$arrows->{$way->[-1]}}) {
			return @$way, $next if $next eq $start;
			push @ways, [@$way, $next] unless $seen{$next}++;
		}
	}
	return;
}

sub circles {
	my $arrows = shift;
	my (@found, %named);
	for my $module (sort keys %$arrows) {
		next if $named{$module};
		my @way = way_back($module, $arrows) or next;
		$named{$_} = 1 for @way;
		push @found, room($module) . ': ' . join(' -> ', map { basename($_) } @way) . ' is a circle';
	}
	return @found;
}

# --- by includes ---

# The sources under a folder: { path => [ names in its #include lines ] }
sub read_tree {
	my $root = shift;
	my %tree;
	my $read = sub {
		return unless /\.(c|h|def|y|l)$/ && -f && !m{compiler/cli/wasm/include/}; # what stands for <signal.h> and the like
		open my $file, '<', $_ or die "$_: $!\n";
		my @names = map { /^\s*#\s*include\s*"([^"]+)"/ ? $1 : () } <$file>;
		$tree{s{^\Q$root\E/}{}r} = \@names;
	};
	my @folders = grep { -d } map { "$root/$_" } 'compiler', 'grammar', 'runtime';
	find({ wanted => $read, no_chdir => 1 }, @folders);
	return \%tree;
}

# The folder in which it is compiled: what is made of a scanner or parser is in none of the rooms.
sub folder { return $_[0] =~ /\.[ly]$/ ? 'build/gen' : room($_[0]) }

# The file that a name in another means, as the compiler looks for it; undef if there is none.
sub file_named {
	my ($name, $in, $tree) = @_;
	for my $path (folder($in) . "/$name", "compiler/$name", $name) {
		1 while $path =~ s{(^|/)(\./|(?!\.\./)[^/]+/\.\./)}{$1};
		return $path if $tree->{$path};
	}
	return $made{$name};
}

# How another file has to write it: with its room, which goes without compiler/; one's own room goes without saying.
sub name_in {
	my ($path, $in) = @_;
	return basename($path) if room($path) eq folder($in) || $is_made{$path};
	return $path =~ s{^compiler/}{}r;
}

sub faults_of_includes {
	my $tree = read_tree(shift);
	my (@faults, %inside);
	for my $file (sort keys %$tree) {
		push(@faults, "$file lies in no room"), next unless defined $row{room($file)};
		for my $name (@{$tree->{$file}}) {
			my $target = file_named($name, $file, $tree);
			push(@faults, "$file: there is no \"$name\""), next unless $target;
			next unless defined $row{room($target)};
			my ($right, $objection) = (name_in($target, $file), objection($file, $target));
			push @faults, "$file: not \"$name\", but \"$right\"" if $name ne $right;
			push @faults, "$file -> $target $objection" if $objection;
			$inside{module($file)}{module($target)} = 1
				if room($file) eq room($target) && module($file) ne module($target);
		}
	}
	return @faults, circles(\%inside);
}

# --- by symbols ---

# The lines of `nm -A -P -g` on objects of a build: "build/obj/compiler/base/arena.o: arena_free T ..."
sub faults_of_symbols {
	my (%defined, %wanted, @faults);
	for (@_) {
		my ($object, $symbol, $type) = m{(?:^|/)obj/(\S+\.o): (\S+) (\w)} or next;
		$object =~ s{^gen/}{grammar/};
		next unless defined $row{room($object)};
		if ($type =~ /[Uvw]/) { $wanted{$object}{$symbol} = 1 }
		else { $defined{$symbol} = $object }
	}
	my %arrows; # between the modules of one room
	for my $from (sort keys %wanted) {
		my %taken; # what it may not take, by who has it
		for my $symbol (sort keys %{$wanted{$from}}) {
			my $to = $defined{$symbol} // $from;
			push @{$taken{$to}}, $symbol if $to ne $from && objection($from, $to);
			$arrows{module($from)}{module($to)} = 1 if $to ne $from && room($to) eq room($from);
		}
		for my $to (sort keys %taken) {
			push @faults, "$from -> $to " . objection($from, $to) . " (@{$taken{$to}})";
		}
	}
	push @faults, circles(\%arrows);
	return @faults;
}

# --- ours ---

sub finds {
	my ($name, $found, @wanted) = @_;
	is(join("\n", @$found), join("\n", @wanted), $name);
}

finds('includes point forward and make no circle', [faults_of_includes('.')]);

SKIP: {
	my $build = dirname($ENV{RIGIDC} || 'build/rigidc');
	my @objects = map { /^(?!compiler\/cli\/wasm)(.*)\.c$/ ? "$build/obj/$1.o" : () } sort keys %{read_tree('.')};
	push @objects, "$build/obj/gen/parse.o", "$build/obj/gen/scan.o";
	my ($missing) = grep { !-e } @objects;
	skip "there is no $missing", 1 if $missing;
	no warnings 'exec';
	open my $nm, '-|', 'nm', '-A', '-P', '-g', @objects or skip 'there is no nm', 1;
	my @lines = <$nm> or skip 'nm finds no symbols', 1;
	finds('symbols point forward and in no circle', [faults_of_symbols(@lines)]);
}

# --- READMEs ---

# The modules, tables and grammars of a room: { name => 1 }; of a table or grammar with its ending.
sub modules_of {
	my $folder = shift;
	return map { my $name = basename($_); (/\.[ch]$/ ? $name =~ s/\.\w+$//r : $name) => 1 } glob "$folder/*.{c,h,def,l,y}";
}

# The files that a README names, a row each: | `name` | content |
sub rows_of {
	my $path = shift;
	open my $file, '<', $path or return ();
	return map { /^\| `([\w.]+)` \| [^|]* \|$/ ? ($1 => 1) : () } <$file>;
}

# Rooms of the command are in one README, but the module has its own.
sub faults_of_readmes {
	my @faults;
	for my $room (grep { m{/|grammar|runtime} && !m{/cli/(?!wasm)} } map { @$_ } @order) {
		my @folders = $room eq 'compiler/cli' ? ($room, grep { -d && !m{/wasm$} } glob "$room/*") : $room;
		my %there = map { modules_of($_) } @folders;
		my %told = rows_of("$room/README.md");
		push @faults, "$room/README.md lacks $_" for grep { !$told{$_} } sort keys %there;
		push @faults, "$room/README.md: there is no $_" for grep { !$there{$_} && !-e "$room/$_" } sort keys %told;
	}
	return @faults;
}
finds('each README lists the files of its room', [faults_of_readmes()]);

# --- comments ---

# A comment names files by the names that they have: `row_math.c`, `model/row.h`. Only `arm.c` and the like are examples of generated files.
sub faults_of_comments {
	my (%there, @paths, @faults);
	find({ wanted => sub { $there{basename($_)} = 1 if -f; push @paths, $_ if /\.(c|h|def|y|l)$/ }, no_chdir => 1 }, 'compiler', 'grammar', 'runtime', 'tests');
	for my $path (grep { !/^tests/ } sort @paths) {
		open my $file, '<', $path or die "$path: $!\n";
		local $/;
		my $text = <$file>;
		for my $comment ($text =~ m{/\*(.*?)\*/}sg) {
			push @faults, map { "$path: there is no $_" } grep { !$there{basename($_)} && !/^arm[._]/ } $comment =~ m{(?<![\w.</])((?:[\w-]+/)*[a-z]\w+\.(?:c|h|def))\b}g;
		}
	}
	return @faults;
}
finds('comments name files that exist', [faults_of_comments()]);

# The rows of function_table, each as it is requested, with the files that have its algorithms.
sub function_rows {
	my %home;
	for my $path (glob 'compiler/dynamics/{textbook,customized}/*.c') {
		open my $file, '<', $path or die "$path: $!\n";
		my $short = $path =~ s{^compiler/dynamics/}{}r;
		/^void ((?:textbook|customized)_\w+)\(/ and $home{$1} = $short for <$file>;
	}
	open my $file, '<', 'compiler/dynamics/function.c' or die $!;
	my %form = (FRAME => ':FRAME', PAIR => ':FRAME:FRAME', PHASE => ':PHASE', STRUT => ':STRUT', GROUP => ':GROUP', LAW => ':NAME', STRUTS => '', STATES => '', JOINTS => '');
	my ($name, @rows);
	for (<$file>) {
		$name = $1 if /\.name = "([\w:]+)"/;
		$name .= $form{$1} if /\.sites = SITES_(\w+)/;
		next unless /\.textbook = (\w+), \.build = (\w+)/;
		push @rows, sprintf '| `%s` | `%s` | `%s` |', $name, $home{$1} // '?', $home{$2} // '?';
	}
	return @rows;
}
{
	open my $file, '<', 'compiler/dynamics/README.md' or die $!;
	finds('dynamics/README.md has the files of each function', [grep { m{^\| `[\w:]+` \| `} } map { chomp; $_ } <$file>],
	      function_rows());
}

# --- what has to be found, in trees made up of { path => names it includes } ---

sub finds_in {
	my ($name, $tree, @wanted) = @_;
	my $root = File::Temp->newdir;
	for my $path (keys %$tree) {
		make_path(dirname("$root/$path"));
		open my $file, '>', "$root/$path" or die "$path: $!\n";
		print $file map { "#include \"$_\"\n" } @{$tree->{$path}};
		close $file;
	}
	finds($name, [faults_of_includes($root)], @wanted);
}

finds_in('all is well', {
	'compiler/base/text.h' => [],
	'compiler/dag/ops.def' => [],
	'compiler/dag/dag.h' => ['base/text.h'],
	'compiler/dag/dag.c' => ['dag.h', 'ops.def'],
	'grammar/reader.h' => ['base/text.h'],
	'grammar/scan.l' => ['grammar/reader.h'],
	'grammar/parse.y' => ['grammar/reader.h', 'dag/dag.h'],
	'grammar/tokens.c' => ['parse.h', 'scan.h'],
	'compiler/model/joint_kind.c' => ['dag/dag.h', 'grammar/reader.h', 'prelude.inc'],
	'compiler/compile.h' => ['base/text.h'],
	'compiler/compile.c' => ['compile.h', 'dag/dag.h'],
	'runtime/library.h' => ['compile.h'],
	'compiler/cli/complain.h' => [],
	'compiler/cli/main/main.c' => ['cli/complain.h', 'runtime/library.h', 'compile.h'],
});
finds_in('an arrow backward', {
	'compiler/dag/dag.h' => ['model/model.h'],
	'compiler/model/model.h' => ['runtime/library.h'],
	'runtime/library.h' => ['base/text.h'],
	'compiler/base/text.h' => ['compile.h'],
	'compiler/compile.h' => [],
}, 'compiler/base/text.h -> compiler/compile.h points backward: base comes before compiler',
	'compiler/dag/dag.h -> compiler/model/model.h points backward: dag comes before model',
	'compiler/model/model.h -> runtime/library.h points backward: model comes before runtime');
finds_in('an arrow to what is made', {
	'compiler/dag/dag.c' => ['parse.h'],
}, 'compiler/dag/dag.c -> grammar/parse.h points backward: dag comes before grammar');
finds_in('an arrow along a row', {
	'compiler/rewrite/mutable_dag.h' => ['grammar/ast.h'],
	'grammar/ast.h' => [],
	'grammar/ast.c' => ['ast.h', 'rewrite/mutable_dag.h'],
}, 'compiler/rewrite/mutable_dag.h -> grammar/ast.h points sideways: rewrite and grammar may not know each other',
	'grammar/ast.c -> compiler/rewrite/mutable_dag.h points sideways: grammar and rewrite may not know each other');
finds_in('circles', {
	'compiler/dag/dag.h' => ['ops.def'],
	'compiler/dag/ops.def' => [],
	'compiler/dag/dag.c' => ['dag.h', 'spline.h'],
	'compiler/dag/spline.h' => ['dag.h'],
	'compiler/model/a.c' => ['b.h'],
	'compiler/model/b.h' => [],
	'compiler/model/b.c' => ['b.h', 'c.h', 'd.h'],
	'compiler/model/c.h' => ['e.h'],
	'compiler/model/d.h' => ['c.h'],
	'compiler/model/e.h' => [],
	'compiler/model/e.c' => ['e.h', 'b.h'],
	'grammar/tokens.h' => ['parse.h'],
	'grammar/parse.y' => ['grammar/tokens.h'],
}, 'compiler/dag: dag -> spline -> dag is a circle', 'compiler/model: b -> c -> e -> b is a circle',
	'compiler/model: d -> c -> e -> b -> d is a circle', 'grammar: parse -> tokens -> parse is a circle');
finds_in('a name that is not as it should be', {
	'compiler/base/text.h' => [],
	'compiler/base/diag.h' => ['base/text.h', './text.h'],
	'compiler/dag/dag.h' => ['../base/text.h', 'compiler/base/text.h', 'base/text.h'],
	'compiler/compile.h' => [],
	'grammar/reader.h' => [],
	'grammar/scan.l' => ['reader.h'],
	'runtime/library.h' => ['compile.h', 'compiler/compile.h'],
}, 'compiler/base/diag.h: not "base/text.h", but "text.h"',
	'compiler/base/diag.h: not "./text.h", but "text.h"',
	'compiler/dag/dag.h: not "../base/text.h", but "base/text.h"',
	'compiler/dag/dag.h: not "compiler/base/text.h", but "base/text.h"',
	'grammar/scan.l: there is no "reader.h"',
	'runtime/library.h: not "compiler/compile.h", but "compile.h"');
finds_in('what is not there', {
	'compiler/dag/dag.h' => ['base/texts.h'],
	'compiler/attic/old.c' => ['dag/dag.h'],
}, 'compiler/attic/old.c lies in no room', 'compiler/dag/dag.h: there is no "base/texts.h"');

finds('symbols that point backward', [faults_of_symbols(
	'build/obj/compiler/base/text.o: text_print T 0 10',
	'build/obj/compiler/base/text.o: model_find U         ',
	'build/obj/compiler/base/text.o: model_check U         ',
	'build/obj/compiler/base/text.o: malloc U         ',
	'build/obj/compiler/model/model.o: model_check T 0 10',
	'build/obj/compiler/model/model.o: model_find T 10 10',
	'build/obj/compiler/model/model.o: text_print U         ',
	'build/obj/compiler/model/joint_kind.o: model_find U         ',
	'build/obj/compiler/rewrite/net.o: net_sum T 0 10',
	'build/obj/gen/scan.o: net_sum U         ',
	'build/obj/compiler/dag/dag.o: spline_at U         ',
	'build/obj/compiler/dag/dag.o: dag_add T 0 10',
	'build/obj/compiler/dag/spline.o: spline_at T 0 10',
	'build/obj/compiler/dag/spline.o: dag_add U         ',
)], 'compiler/base/text.o -> compiler/model/model.o points backward: base comes before model'
	. ' (model_check model_find)',
	'grammar/scan.o -> compiler/rewrite/net.o points sideways: grammar and rewrite may not know each other'
	. ' (net_sum)', 'compiler/dag: dag -> spline -> dag is a circle');

done_testing();
