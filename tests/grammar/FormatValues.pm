package FormatValues;
# Compares a file of another format with numbers of its own program, given as in values.jsonl: M, bias, tau (springs apart), tau
# with dampers and the distance of open loops where they are given, and the poses of all bodies; and its import with itself, to the
# last digit.
use strict;
use warnings;
use Exporter 'import';
use File::Temp 'tempdir';
use Test::More;

our @EXPORT = 'compare_states';
my $rigidc = $ENV{RIGIDC} || 'build/rigidc';
my $scratch = tempdir(CLEANUP => 1);

# Rows of numbers that a function, with options after it, gives for lines of input.
sub evaluate {
	my ($model, $function, @lines) = @_;
	my $options = $function =~ s/( -.*)// ? $1 : '';
	open my $in, '>', "$scratch/in" or die "$!\n";
	print $in join(' ', @$_), "\n" for @lines;
	close $in;
	my $out = qx("$rigidc" eval "$model" -f '$function'$options <"$scratch/in" 2>"$scratch/err");
	return [map { [split] } split /\n/, $out];
}

# The largest difference of two lists, relative to the largest number of the second one and of others; undef if they differ in length.
sub difference {
	my ($got, $wanted, @others) = @_;
	return undef unless $got && @$got == @$wanted;
	my ($worst, $largest) = (0, 1e-300);
	for (@others) { $largest = abs if abs > $largest }
	for (0 .. $#$wanted) {
		my $d = abs($got->[$_] - $wanted->[$_]);
		$worst = $d if $d > $worst;
		$largest = abs $wanted->[$_] if abs $wanted->[$_] > $largest;
	}
	return $worst / $largest;
}

sub norm { my $sum = 0; $sum += $_ ** 2 for @_; return sqrt $sum }

sub near {
	my ($got, $wanted, $tolerance, $name, @others) = @_;
	my $d = difference($got, $wanted, @others);
	ok(defined $d && $d <= $tolerance, $name) or diag(defined $d ? $d : "numbers are missing\n" . qx(cat "$scratch/err"));
}

# The lower triangle, by rows, as a full matrix.
sub full {
	my @triangle = @_;
	my @M;
	for my $i (0 .. int(sqrt(2 * @triangle)) - 1) {
		for my $j (0 .. $i) { $M[$i][$j] = $M[$j][$i] = shift @triangle }
	}
	return [map { @$_ } @M];
}

# Forces of joints without those of springs and against gravity, or of others too.
sub without {
	my ($state, $of, @others) = @_;
	my @sum = @{$state->{$of}};
	for my $passive (map { $state->{$_} || [] } 'spring', 'gravcomp', @others) {
		$sum[$_] -= $passive->[$_] for 0 .. $#$passive;
	}
	return \@sum;
}

# The C of a model, without the line that says where an import comes from.
sub compiled {
	my $model = shift;
	system(qq("$rigidc" compile "$model" -f rnea,crba --search=none -o "$scratch/out.h" 2>"$scratch/err"));
	open my $in, '<', "$scratch/out.h" or return '';
	return join '', grep { !/^ \*( Imported from .*)?$/ } <$in>;
}

# Compares one file at some states, of which each has a name.
sub compare_states {
	my ($model, $tolerance, @s) = @_;
	my $file = $model =~ s{.*/}{}r;
	my $M = evaluate($model, 'crba', map { $_->{q} } @s);
	my $bias = evaluate($model, 'bias', map { [@{$_->{q}}, @{$_->{qd}}] } @s);
	my $tau = evaluate($model, 'rnea', map { [@{$_->{q}}, @{$_->{qd}}, @{$_->{qdd}}] } @s);
	for (@{$s[0]{M}} ? 0 .. $#s : ()) { # some models do not move
		near($M->[$_], full(@{$s[$_]{M}}), $tolerance, "$file, state $_: M");
		near($bias->[$_], without($s[$_], 'bias'), $tolerance, "$file, state $_: bias");
		# inertia and weight may cancel
		near($tau->[$_], without($s[$_], 'tau'), $tolerance, "$file, state $_: tau", @{without($s[$_], 'bias')});
	}
	if (@{$s[0]{damper} || []}) {
		my $damped = evaluate($model, 'rnea --keep=damping', map { [@{$_->{q}}, @{$_->{qd}}, @{$_->{qdd}}] } @s);
		near($damped->[$_], without($s[$_], 'tau', 'damper'), $tolerance, "$file, state $_: tau with dampers", @{without($s[$_], 'bias')}) for 0 .. $#s;
	}
	if (defined $s[0]{closure}) {
		my $open = evaluate($model, 'closure:loops', map { $_->{q} } @s);
		near([norm(@{$open->[$_]})], [$s[$_]{closure}], $tolerance, "$file, state $_: distance of loops", 1) for 0 .. $#s;
	}
	for my $body (sort keys %{$s[0]{poses}}) {
		my $pose = evaluate($model, qq(fk:"$body"), map { $_->{q} } @s);
		near($pose->[$_], $s[$_]{poses}{$body}, $tolerance, "$file, state $_: pose of $body") for 0 .. $#s;
	}
	my $rig = "$scratch/" . $file =~ s/\w+$/rig/r;
	is(system(qq("$rigidc" import "$model" -o "$rig" 2>"$scratch/err")), 0, "$file: it is imported");
	is_deeply(evaluate($rig, 'rnea', map { [@{$_->{q}}, @{$_->{qd}}, @{$_->{qdd}}] } @s), $tau,
		"$file: the import has the same tau");
	is(compiled($rig), compiled($model), "$file: the C of the import is that of the file");
	is(qx("$rigidc" fmt --check "$rig" 2>&1; echo \$?), "0\n", "$file: the import has the common layout");
}

1;
