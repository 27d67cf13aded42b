#!/usr/bin/perl
# Generated code has the bits of x86-64 on every target of targets.txt, in all forms that it lists: functions of every
# example, at states that driver.c draws, by hash; the code's own test (--self-test) returns 0. Float code calls nothing of double,
# and an object has no data. Every example is on every target, every example is in every form, every form is on its targets, and
# every function is on every target, a third of those of each example without the longest; all four together with --all, or where
# robots, forms or functions are named.
#   check.pl [--targets=NAME,...] [--robots=NAME,...] [--functions=NAME,...] [--forms=NAME,...] [--jobs=2] [--all]
use strict;
use warnings;
use lib 'tests', 'tests/targets';
use Shell;
use Targets;
use Getopt::Long;
use File::Basename;
use File::Path 'make_path';
use File::Temp;
use POSIX ();

my %only;
my ($jobs, $all) = (2);
GetOptions((map { ("$_=s" => \$only{$_}) } qw(targets robots functions forms)), 'jobs=i' => \$jobs, all => \$all) or exit 2;
$all ||= $only{robots} || $only{forms};
my $share = $all || $only{functions} ? 1 : 3;
my $longest = 20000; # operations of a function: step_derivatives:rk4 of an iiwa 14 has 25,179, and gcc takes minutes for it
$_ = defined ? { map { $_ => 1 } split /,/ } : undef for values %only;
sub wanted { my ($kind, $name) = @_; return !$only{$kind} || $only{$kind}{$name} }

my $scratch = File::Temp->newdir;
my %form = Targets::forms();
my @targets = grep { wanted('targets', $_->{name}) } Targets::targets();
my @robots = grep { wanted('robots', $_) } map { basename($_, '.rig') } sort glob 'examples/*.rig';
die "check.pl: no such target or robot\n" if !@targets || !@robots;
# those of a form
sub robots { my %in = map { $_ => 1 } @{$_[0]{robots}}; return grep { !%in || $in{$_} } @robots }

# Those of a form on a target: robot i has form i + t of the forms of target t.
my %number = do { my $i = 0; map { $_->{name} => $i++ } Targets::targets() };
sub robots_on {
	my ($target, $form) = @_;
	my @forms = grep { !@{$form{$_}{robots}} } @{$target->{forms}};
	return robots($form) if $all || @{$form->{robots}};
	return map { $robots[$_] } grep { $forms[($_ + $number{$target->{name}}) % @forms] eq $form->{name} } 0 .. $#robots;
}
my ($count, $failed, $compared) = (0, 0, 0);
my %place; # of a form and a robot among those that are used

# --- TAP, by processes side by side ---

sub ok {
	my ($good, $name, @more) = @_;
	$count++;
	$failed ||= !$good;
	$compared += $1 if $good && $name =~ /(\d+) numbers/;
	print $good ? '' : 'not ', "ok $count - $name\n";
	print map { "# $_\n" } map { split /\n/ } @more unless $good;
	return $good;
}

# Calls $do of each, so many at once; what it returns, [good, name, remarks...], is reported.
sub side_by_side {
	my ($do, @things) = @_;
	my (%file, $started);
	local $| = 1;
	while (@things || %file) {
		if (@things && keys %file < $jobs) {
			my $thing = shift @things;
			my $result = "$scratch/result" . $started++;
			my $pid = fork // die "fork: $!\n";
			if (!$pid) {
				my @results = $do->(@$thing);
				open my $out, '>', $result or die $!;
				print $out map { join("\x01", @$_) . "\x02" } @results;
				close $out;
				POSIX::_exit(0);
			}
			$file{$pid} = $result;
			next;
		}
		my $pid = wait;
		my $text = eval { slurp($file{$pid}) } // "\x01a process died\x02";
		ok(split /\x01/) for split /\x02/, $text;
		delete $file{$pid};
	}
}

# --- what x86-64 computes ---

# of a robot in a form: $scratch/FORM/ROBOT
sub reference {
	my ($form, $robot) = @_;
	my $dir = "$scratch/$form->{name}/$robot";
	my ($real, @sources) = (Targets::real($form), Targets::sources(\%Targets::host));
	make_path($dir);
	my @functions = grep { wanted('functions', $_ =~ s/:.*//r) } Targets::functions_of("examples/$robot.rig");
	my $first = $place{"$form->{name} $robot"};
	@functions = @functions[grep { ($_ + $first) % $share == 0 } 0 .. $#functions];
	@functions = Targets::shorter("examples/$robot.rig", $longest, @functions) if $share > 1;
	my $good = Targets::generate($dir, "examples/$robot.rig", \@functions, "--search=none $form->{options}") &&
		Targets::build_driver($dir, $Targets::host{compiler}, $real, @sources) &&
		Targets::compile($dir, $dir, $Targets::host{compiler}, $real) &&
		Targets::link($dir, $Targets::host{compiler}, @sources) &&
		Targets::said("$dir/wanted", "$dir/program");
	$good &&= slurp("$dir/wanted") !~ /^self-test [^0]/m;
	return [$good, "$robot, $form->{name}: on x86-64", -e "$dir/said" ? slurp("$dir/said") : ()];
}

# --- and what a target computes ---

# Lines of a program that are not as wanted, and how many numbers are.
sub compare {
	my ($wanted, $found) = map { my %line = map { /^(\S+) (\d+.*)$/ ? ($1 => $2) : ($_ => '') } split /\n/, $_; \%line } @_;
	my @other = grep { ($found->{$_} // 'nothing') ne $wanted->{$_} } sort keys %$wanted;
	my $numbers = 0;
	$numbers += (split ' ', $wanted->{$_})[0] // 0 for keys %$wanted;
	return ($numbers, \@other);
}

# What an object of generated code should not have: data, and in float arithmetic of double.
sub objections {
	my ($object, $real) = @_;
	my @size = split ' ', (split /\n/, `size $object`)[1] // '';
	my @found = !$size[0] ? 'no text' : $size[1] || $size[2] ? "data $size[1], bss $size[2]" : ();
	my $double = qr/ U (?:__aeabi_(?:c?d\w+|\w+2d)|__\w*(?:df2|df3|df|dfsf2|dfsi|dfdi)|sqrt|floor|fma|sin|cos)$/;
	push @found, grep { $real eq 'float' && /$double/ } split /\n/, `nm $object`;
	return @found;
}

# All robots in a form, on a target.
sub on_target {
	my ($target, $form) = @_;
	my ($name, $real, @sources) = ("$target->{name}, $form->{name}", Targets::real($form), Targets::sources($target));
	my $dir = "$scratch/$target->{name}-$form->{name}";
	my $readable = $target->{compiler} !~ /wasm/; # to binutils
	my ($numbers, $functions, $tests, @wrong, @dirty, @large) = (0, 0, 0);
	my @present = robots_on($target, $form);
	make_path($dir);
	Targets::build_driver($dir, $target->{compiler}, $real, @sources) or
		return [0, "$name: the driver builds", slurp("$dir/said")];
	for my $robot (@present) {
		my $from = "$scratch/$form->{name}/$robot";
		my $good = Targets::compile($dir, $from, $target->{compiler}, $real) &&
			Targets::link($dir, $target->{compiler}, @sources) &&
			Targets::said("$dir/found", "timeout 300 $target->{runner} $dir/program");
		if (!$good) {
			my $said = slurp("$dir/said");
			if ($said =~ /will not fit in region/) { push @large, $robot }
			else { push @wrong, "$robot: $said", -e "$dir/found" ? slurp("$dir/found") : () }
			next;
		}
		my $wanted = slurp("$from/wanted");
		my ($compared, $other) = compare($wanted, slurp("$dir/found"));
		$numbers += $compared;
		$functions += () = $wanted =~ /^\S+ \d+ /mg;
		$tests += () = $wanted =~ /^self-test /mg;
		push @wrong, map { "$robot: $_ differs" } @$other;
		push @dirty, map { "$robot: $_" } map { objections("$dir/$_", $real) } qw(m.o test.o) if $readable;
	}
	my $of = @present - @large . ' robots' . (@large ? ' (too large: ' . join(', ', @large) . ')' : '');
	return [!@wrong && $numbers, "$name: $functions functions of $of, $numbers numbers, $tests self-tests: the bits of x86-64", @wrong],
		$readable ? [!@dirty, "$name: no data" . ($real eq 'float' ? ', nothing of double' : ''), @dirty] : ();
}

# --- all of it ---

my @wanted;
for my $target (@targets) {
	if (my ($tool) = Targets::missing($target)) {
		$count++;
		print "ok $count - $target->{name} # SKIP no $tool\n";
		next;
	}
	for my $name (grep { wanted('forms', $_) } @{$target->{forms}}) {
		push @wanted, [$target, $form{$name} // die "targets.txt: there is no form $name\n"];
	}
}
my %used;
for (@wanted) {
	my $form = $_->[1];
	$used{"$form->{name} $_"} = [$form, $_] for robots_on(@$_);
}
my $place = 0;
%place = map { $_ => $place++ } sort keys %used;
side_by_side(\&reference, map { $used{$_} } sort keys %used);
side_by_side(\&on_target, @wanted) if !$failed;
print "# $compared numbers compared\n1..$count\n";
exit($failed ? 1 : 0);
