#!/usr/bin/perl
# --states=closed on random four-bars, five-bars and slider-cranks, in a plane that lies anywhere: fd and lambda are those of the textbook at
# closed states, the same bits by every executor, and masses have moved: at open states they are others.
#
#   RIGIDC_LEVEL=l   how many linkages: 3, or 30 at the long level, there also by the C compiler and as .mjs
#   RIGIDC_SEED=s    the first seed (1)
use strict;
use warnings;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $level = $ENV{RIGIDC_LEVEL} // '';
my $linkages = $level eq 'long' ? 30 : 3;
my $seed = $ENV{RIGIDC_SEED} // 1;
my $scratch = `mktemp -d`;
chomp $scratch;
END { system 'rm', '-r', $scratch if $scratch }

my $tests = 0;

sub ok {
	my ($name, $good, $why) = @_;
	$tests++;
	print $good ? "ok $tests - $name\n" : "not ok $tests - $name\n# $why\n";
}

# between LOW HIGH: a random number of a short text
sub between { return sprintf '%.4f', $_[0] + rand($_[1] - $_[0]) }

# --- linkages ---

# What every bar has: `along` is the length of the bar, the centre of mass beside its line in half of the cases.
sub mass {
	my ($along) = @_;
	my $beside = rand() < 0.5 ? 0 : between(-0.1, 0.1);
	return sprintf "mass %s kg; com (%s, %s, %s) m; inertia diag(0.02, 0.03, 0.04) kg m^2", between(0.5, 3), between(0.2, 0.9) * $along, $beside,
	    between(-0.05, 0.05);
}

sub pin { return rand() < 0.5 ? 'revolute(z)' : 'spherical' }

# The loop in either direction.
sub loop {
	my ($kind, $one, $other) = @_;
	($one, $other) = ($other, $one) if rand() < 0.5;
	return "loop close : $kind from $one to $other\n";
}

my %linkage = (
	fourbar => sub {
		my ($a, $b, $c) = (between(0.25, 0.35), between(0.7, 0.9), between(0.5, 0.7));
		return "body crank on base { joint q1 : revolute(z); @{[mass $a]} }\n" .
		    "body coupler on crank at ($a, 0, 0) m { joint q2 : revolute(z); @{[mass $b]}; frame one at ($b, 0, 0) m }\n" .
		    "body rocker on base at (0.8, 0, 0) m { joint q3 : revolute(z); @{[mass $c]}; frame other at ($c, 0, 0) m }\n" .
		    loop(pin(), 'one', 'other') . "pose start { q1 = 60 deg; q2 = -40 deg; q3 = 100 deg }\n";
	},
	fivebar => sub {
		my ($a, $b, $c, $d) = map { between(0.4, 0.6) } 1 .. 4;
		return "body left on base { joint q1 : revolute(z); @{[mass $a]} }\n" .
		    "body upper on left at ($a, 0, 0) m { joint q2 : revolute(z); @{[mass $b]}; frame one at ($b, 0, 0) m }\n" .
		    "body right on base at (0.5, 0, 0) m { joint q3 : revolute(z); @{[mass $c]} }\n" .
		    "body lower on right at ($c, 0, 0) m { joint q4 : revolute(z); @{[mass $d]}; frame other at ($d, 0, 0) m }\n" .
		    loop(pin(), 'one', 'other') . "pose start { q1 = 120 deg; q2 = -60 deg; q3 = 60 deg; q4 = 60 deg }\n";
	},
	slider => sub {
		my ($a, $b) = (between(0.2, 0.3), between(0.7, 0.9));
		return "body crank on base { joint q1 : revolute(z); @{[mass $a]} }\n" .
		    "body rod on crank at ($a, 0, 0) m { joint q2 : revolute(z); @{[mass $b]}; frame one at ($b, 0, 0) m }\n" .
		    "body piston on base { joint q3 : prismatic(x); mass @{[between(0.5, 3)]} kg; frame other at (0, 0, 0) m }\n" .
		    loop(pin(), 'one', 'other') . "pose start { q1 = 50 deg; q2 = -70 deg; q3 = 800 mm }\n";
	},
);

# The linkage of a number in a plane that lies anywhere.
sub draw {
	my ($number) = @_;
	my $kind = (sort keys %linkage)[$number % 3];
	my $text = "model $kind\ngravity (1, -2, -9) m/s^2\nframe base on world at rpy(@{[join ', ', map { between(-1, 1) . ' rad' } 1 .. 3]})\n";
	$text .= $linkage{$kind}->();
	$text =~ s/^body (\w+) on base(?: at (\([^)]*\) m))?/body $1 on base@{[$2 ? " at $2" : '']}/mg;
	open my $file, '>', "$scratch/$kind.rig" or die;
	print $file $text;
	close $file;
	return ($kind, "$scratch/$kind.rig");
}

# --- values ---

# evaluate MODEL FUNCTION LINES OPTIONS: the results as they are printed
sub evaluate {
	my ($model, $function, $lines, @options) = @_;
	open my $file, '>', "$scratch/lines" or die;
	print $file map { "$_\n" } @$lines;
	close $file;
	my @found = `'$rigidc' eval '$model' -f '$function' @options <'$scratch/lines' 2>'$scratch/said'`;
	chomp @found;
	return @found;
}

# Closed states with velocities that keep them closed: each is projected until it stays.
sub closed_states {
	my ($model, $nv) = @_;
	my $start = `'$rigidc' assemble '$model' 2>/dev/null`;
	my @lines = map { join ' ', (map { $_ + rand(0.2) - 0.1 } split ' ', $start), map { between(-2, 2) } 1 .. $nv } 1 .. 6;
	@lines = evaluate($model, 'project', \@lines) for 1 .. 6;
	return map { join ' ', $_, map { between(-5, 5) } 1 .. $nv } @lines;
}

# Largest difference of two results, relative to the largest number.
sub apart {
	my ($one, $other) = @_;
	my ($most, $largest) = (@$one == @$other && @$one ? 0 : 1, 0);
	for my $i (0 .. $#$one) {
		my @x = split ' ', $one->[$i];
		my @y = split ' ', $other->[$i] // '';
		for my $k (0 .. $#x) {
			my $d = abs($x[$k] - ($y[$k] // 'inf'));
			$most = $d if !($d <= $most);
			$largest = abs $x[$k] if abs $x[$k] > $largest;
		}
	}
	return $largest > 0 ? $most / $largest : 1;
}

# compare NAME MODEL FUNCTION CLOSED OPEN: with the textbook; returns how far apart open states are, and the results
sub compare {
	my ($name, $model, $function, $closed, $open) = @_;
	my $all = [@$closed, @$open];
	my @book = evaluate($model, $function, $all, '-O0');
	my @found = evaluate($model, $function, $all, '--states=closed', '--search=quick');
	my @last = (scalar @$closed .. $#$all);
	my $error = apart([@book[0 .. $#$closed]], [@found[0 .. $#$closed]]);
	ok "$name: $function at closed states", @found == @$all && $error < 1e-11, "relative error $error; $model: @book; @found";
	return (apart([@book[@last]], [@found[@last]]), @found);
}

my $moved = 0;
for my $number (0 .. $linkages - 1) {
	srand($seed + $number);
	my ($kind, $model) = draw($number);
	my @states = closed_states($model, $kind eq 'fivebar' ? 4 : 3);
	my @open = map { join ' ', map { $_ + 0.1 } split ' ' } @states;
	my $name = "$kind of seed " . ($seed + $number);
	my ($apart) = compare($name, $model, 'fd', \@states, \@open);
	$moved += $apart > 1e-6;
	next if $kind eq 'fivebar' && $level ne 'long'; # its search takes longest
	my $function = $number % 3 == 1 ? 'step=fd+energy+lambda' : 'lambda';
	my (undef, @found) = compare($name, $model, $function, \@states, \@open);
	for my $executor ($level eq 'long' ? ('none', 'cc') : $kind eq 'slider' ? 'none' : ()) {
		my @again = evaluate($model, $function, [@states, @open], '--states=closed', '--search=quick', "--jit=$executor");
		ok "$name: $function, --jit=$executor", "@found" eq "@again", "@found\n# @again";
	}
}
my $model = "$scratch/inline.rig";
open my $example, '<', 'examples/loops/fourbar.rig' or die;
my $text = do { local $/; <$example> };
close $example;
$text =~ s/com     \(200, 0, 50\) mm/com     (200, 0, 0) mm/;
open my $file, '>', $model or die;
print $file $text;
close $file;
my $info = `'$rigidc' info '$model' -f fd --states=closed 2>/dev/null`;
ok 'info says which mass has moved', $info =~ /^masses moved over pins for fd, .*\n  1 kg from platform to rocker over pin$/m, $info;
ok '  and only with the option', `'$rigidc' info '$model' -f fd 2>/dev/null` !~ /moved/, '';
my $header = `'$rigidc' compile '$model' -f fd,jvp:fd --states=closed 2>/dev/null`;
my @said = $header =~ /All states must close the loops/g;
ok 'the header says so at fd, and not at its derivative', @said == 1 && $header =~ /^ \* Made with .*--states=closed/m, $header;
for my $target ('py', $level eq 'long' ? 'mjs' : ()) {
	my $written = $model =~ s/\.\w+$/_closed.$target/r;
	system "'$rigidc' compile '$model' -f fd --states=closed -o '$written' 2>/dev/null";
	ok "a .$target file says so too", `cat '$written'` =~ /All states must close the loops/, '';
}
ok 'masses have moved in most linkages', 2 * $moved > $linkages, "in $moved of $linkages";
print "1..$tests\n";
