#!/usr/bin/perl
# equations: textbooks' forms term by term; values beside those of eval, for examples and random models, in each format that is
# read here; models that are too large for one expression; what is refused.
use strict;
use warnings;
use lib 'tests';
use File::Temp;
use List::Util qw(max sum0);
use Test::More;
use Formulas;
use Shell;

my $rigidc = $ENV{RIGIDC} // 'build/rigidc';
my $scratch = File::Temp->newdir;
my $seed = $ENV{RIGIDC_SEED} // 1;
diag("seed $seed");
srand $seed;

sub equations
{
	my $words = shell_words(@_);
	my $text = `'$rigidc' equations $words 2>$scratch/err`;
	BAIL_OUT("equations @_: " . slurp("$scratch/err") =~ s{\n}{; }gr) if $?;
	return $text;
}

# --- textbooks ---

# The lines of formulas, without comments.
sub is_book
{
	my ($name, $found, $wanted) = @_;
	is(join("\n", grep { !/^#/ } split /\n/, $found), $wanted =~ s/^\s+|\s+$//gr =~ s/^\t+//gmr, $name);
}

is_book('double pendulum, absolute angles: the notebook\'s M, C and G',
	equations('examples/equations/absolute_pendulum.rig', '--signs=right'), q{
	M[1,1] = m_1*l_1^2/3 + m_2*l_1^2
	M[1,2] = M[2,1] = m_2*l_1*l_2/2*cos(theta_1 - theta_2)
	M[2,2] = m_2*l_2^2/3
	C[1] = -m_2*l_1*l_2*theta_2d^2/2*sin(theta_1 - theta_2)
	C[2] = m_2*l_1*l_2*theta_1d^2/2*sin(theta_1 - theta_2)
	G[1] = -m_1*l_1*g/2*sin(theta_1) - m_2*l_1*g*sin(theta_1)
	G[2] = -m_2*l_2*g/2*sin(theta_2)
});
is_book('double pendulum, relative angles', equations('examples/equations/double_pendulum.rig'), q{
	M[1,1] = m_1*l_1^2/3 + m_2*l_1^2 + m_2*l_2^2/3 + m_2*l_1*l_2*cos(q_2)
	M[1,2] = M[2,1] = m_2*l_2^2/3 + m_2*l_1*l_2/2*cos(q_2)
	M[2,2] = m_2*l_2^2/3
	C[1,1] = -m_2*l_1*l_2*q_2d/2*sin(q_2)
	C[1,2] = -m_2*l_1*l_2*q_1d/2*sin(q_2) - m_2*l_1*l_2*q_2d/2*sin(q_2)
	C[2,1] = m_2*l_1*l_2*q_1d/2*sin(q_2)
	C[2,2] = 0
	c[1] = -m_2*l_1*l_2*q_1d*q_2d*sin(q_2) - m_2*l_1*l_2*q_2d^2/2*sin(q_2)
	c[2] = m_2*l_1*l_2*q_1d^2/2*sin(q_2)
	G[1] = m_1*l_1*g/2*sin(q_1) + m_2*l_1*g*sin(q_1) + m_2*l_2*g/2*sin(q_1 + q_2)
	G[2] = m_2*l_2*g/2*sin(q_1 + q_2)
});
is_book('cart and pole', equations('examples/equations/cart_pole.rig', '-f', 'crba,bias'), q{
	M[1,1] = m_c + m_p
	M[1,2] = M[2,1] = m_p*l*cos(theta)
	M[2,2] = m_p*l^2
	h[1] = -m_p*l*thetad^2*sin(theta)
	h[2] = m_p*l*g*sin(theta)
});
is_book('acrobot', equations('examples/equations/acrobot.rig', '-f', 'crba,gravity'), q{
	M[1,1] = m_2*l_1^2 + I_1 + I_2 + 2*m_2*l_1*l_c2*cos(theta_2)
	M[1,2] = M[2,1] = I_2 + m_2*l_1*l_c2*cos(theta_2)
	M[2,2] = I_2
	g_gravity[1] = m_1*l_c1*g*sin(theta_1) + m_2*l_1*g*sin(theta_1) + m_2*l_c2*g*sin(theta_1 + theta_2)
	g_gravity[2] = m_2*l_c2*g*sin(theta_1 + theta_2)
});
is_book('two-link arm', equations('examples/equations/two_link_arm.rig', '-f', 'crba,bias'), q{
	M[1,1] = m_1*l_1^2 + m_2*l_1^2 + m_2*l_2^2 + 2*m_2*l_1*l_2*cos(theta_2)
	M[1,2] = M[2,1] = m_2*l_2^2 + m_2*l_1*l_2*cos(theta_2)
	M[2,2] = m_2*l_2^2
	h[1] = m_1*l_1*g*cos(theta_1) + m_2*l_1*g*cos(theta_1) - 2*m_2*l_1*l_2*theta_1d*theta_2d*sin(theta_2) - m_2*l_1*l_2*theta_2d^2*sin(theta_2) + m_2*l_2*g*cos(theta_1 + theta_2)
	h[2] = m_2*l_1*l_2*theta_1d^2*sin(theta_2) + m_2*l_2*g*cos(theta_1 + theta_2)
});
is_book('Furuta\'s pendulum', equations('examples/equations/furuta.rig', '-f', 'crba,bias'), q{
	M[1,1] = m_1*l_1^2 + m_2*r^2 + J_1 + m_2*l_2^2*sin(theta_2)^2 + J_2*sin(theta_2)^2
	M[1,2] = M[2,1] = m_2*r*l_2*cos(theta_2)
	M[2,2] = m_2*l_2^2 + J_2
	h[1] = -m_2*r*l_2*theta_2d^2*sin(theta_2) + m_2*l_2^2*theta_1d*theta_2d*sin(2*theta_2) + J_2*theta_1d*theta_2d*sin(2*theta_2)
	h[2] = m_2*l_2*g*sin(theta_2) - m_2*l_2^2*theta_1d^2/2*sin(2*theta_2) - J_2*theta_1d^2/2*sin(2*theta_2)
});
is_book('gimbal', equations('examples/equations/gimbal.rig', '-f', 'crba,bias'), q{
	M[1,1] = I_o + J_i + J_r*cos(theta)^2 + A*sin(theta)^2
	M[1,2] = 0
	M[1,3] = M[3,1] = J_r*cos(theta)
	M[2,1] = 0
	M[2,2] = I_i + A
	M[2,3] = 0
	M[3,2] = 0
	M[3,3] = J_r
	h[1] = -J_r*thetad*phid*sin(theta) + A*psid*thetad*sin(2*theta) - J_r*psid*thetad*sin(2*theta)
	h[2] = J_r*psid*phid*sin(theta) - A*psid^2/2*sin(2*theta) + J_r*psid^2/2*sin(2*theta)
	h[3] = -J_r*psid*thetad*sin(theta)
});

# --- values ---

# The symbol of a coordinate: j_x of the column q.j.x.
sub coordinate_symbol { return $_[0] =~ tr/./_/r }

# A state of a model, with values of its parameters, as eval takes it and as symbols: { theta => ..., thetad => ... }.
sub draw_state
{
	my ($model, $joints, $params) = @_;
	my (%symbol, %input);
	$symbol{$_} = 0.2 + rand 2 for @$params;
	for my $joint (@$joints) {
		my $symbol = coordinate_symbol($joint);
		$symbol{$symbol} = 2 * rand(3) - 3;
		$symbol{"${symbol}d"} = 2 * rand(3) - 3;
		@input{"q.$joint", "qd.$joint"} = @symbol{$symbol, "${symbol}d"};
	}
	return (\%symbol, \%input);
}

# Coordinates and parameters of a model without quaternions, as columns of eval name them.
sub names_of
{
	my ($model) = @_;
	my $columns = `'$rigidc' eval $model -f bias --columns 2>$scratch/err`;
	return ([$columns =~ /^q\.(\S+)/mg], [$columns =~ /^param\.(\S+)/mg]);
}

# Terms of the C: { 'M.a.b' => ..., 'h.a' => ... }, by columns of eval.
sub evaluated
{
	my ($model, $symbol, $input, $params) = @_;
	my @columns = sort keys %$input;
	spew("$scratch/in", join(',', @columns) . "\n" . join(',', map { sprintf '%.17g', $input->{$_} } @columns) . "\n");
	my $set = join ' ', map { sprintf "--param %s=%.17g", $_, $symbol->{$_} } @$params;
	my @lines = `'$rigidc' eval $model -f all=crba+coriolis+bias+gravity $set --header <$scratch/in 2>$scratch/err`;
	BAIL_OUT(slurp("$scratch/err") =~ s{\n}{; }gr) if @lines != 2;
	chomp @lines;
	my %value;
	@value{split /,/, $lines[0]} = split /,/, $lines[1];
	return \%value;
}

# Largest difference of the formulas and of the C, as a share of the largest term of the same kind; the formulas are { 'M[1,2]' => ... }.
sub worst_of
{
	my ($formula, $c, $joints) = @_;
	my %size = (M => 1e-3, C => 1e-3, h => 1e-3);
	my %off = (M => 0, C => 0, h => 0);
	my $compare = sub {
		my ($kind, $a, $b) = @_;
		return $off{$kind} = 9e99 if !defined $a || !defined $b;
		$size{$kind} = max($size{$kind}, abs $a, abs $b);
		$off{$kind} = max($off{$kind}, abs($a - $b));
	};
	my $n = @$joints;
	for my $i (1 .. $n) {
		my $row = $joints->[$i - 1];
		my ($c_qd, $index) = (0, $n == 1 ? '' : "[$i]");
		for my $k (1 .. $n) {
			my $at = $n == 1 ? '' : "[$i,$k]";
			$compare->($_, $formula->{"$_$at"}, $c->{"$_.$row.$joints->[$k - 1]"}) for 'M', 'C';
			$c_qd += $formula->{"C$at"} * $formula->{coordinate_symbol($joints->[$k - 1]) . 'd'};
		}
		$compare->('h', $formula->{"c$index"}, $c_qd);
		$compare->('h', $formula->{"c$index"} + $formula->{"G$index"} - ($formula->{"E$index"} // 0), $c->{"h.$row"});
	}
	return max map { $off{$_} / $size{$_} } keys %off;
}

# Formulas of a model beside its C, at random states and with random parameters.
sub compare
{
	my ($model, $states) = @_;
	my ($joints, $params) = names_of($model);
	my @formulas = formulas(equations($model));
	my $worst = 0;
	for (1 .. $states) {
		my ($symbol, $input) = draw_state($model, $joints, $params);
		my $values = values_of($symbol, @formulas);
		$worst = max($worst, worst_of($values, evaluated($model, $symbol, $input, $params), $joints));
	}
	return $worst;
}

# C is a parameter of none of these, so that their Coriolis matrix is C.
for my $name (qw(absolute_pendulum double_pendulum cart_pole acrobot furuta two_link_arm gimbal)) {
	my $worst = compare("examples/equations/$name.rig", 2);
	ok($worst <= 1e-13, "$name: formulas give the values of the C") or diag("off by $worst");
}
for my $path (qw(examples/stanford.rig examples/ur5.rig)) {
	my $worst = compare($path, 1);
	ok($worst <= 1e-13, "$path: named values give those of the C") or diag("off by $worst");
}

# --- functions ---

# The symbol of a column: theta of q.theta, thetad of qd.theta. Velocities of quaternion joints have a d less.
sub symbol_of
{
	my ($column, $quaternions) = @_;
	my ($array, $rest) = $column =~ /^(\w+)\.(.*)$/ or return $column;
	my $dots = $array =~ /^q(d*)$/ ? $1 : '';
	$dots =~ s/d// if grep { index($rest, "$_.") == 0 } @$quaternions;
	$rest = "$array.$rest" unless $array =~ /^(q|qd|qdd|f_ext|param)$/;
	return $rest =~ s/[.\[]/_/gr =~ s/\]//gr . $dots;
}

# Random values of all inputs of a function, by column.
sub draw_inputs
{
	my ($model, $function) = @_;
	my @columns = map { /^(\S+)/ ? $1 : () } split /\n/, (split /\n\n/, `'$rigidc' eval $model -f $function --columns 2>/dev/null`)[0];
	my %value = map { $_ => 0.2 + rand } @columns;
	my @quaternions = map { /^q\.(.*)\.qw$/ ? $1 : () } @columns;
	for my $joint (@quaternions) {
		my @names = map { "q.$joint.$_" } qw(qx qy qz qw);
		my $length = sqrt sum0(map { $_ * $_ } @value{@names});
		$value{$_} /= $length for @names;
	}
	return (\@columns, \%value, \@quaternions);
}

# Values of formulas in the order of eval: matrices by rows.
sub flat
{
	my ($values, @formulas) = @_;
	my (@order, %entries);
	for my $name (map { @{$_->[0]} } @formulas) {
		my ($output, $row, $column) = $name =~ /^(\w+)(?:\[(\d+)(?:,(\d+))?\])?$/;
		push @order, $output if !$entries{$output};
		$entries{$output}{($row // 1) * 1000 + ($column // 1)} = $values->{$name};
	}
	return map { my $e = $entries{$_}; map { $e->{$_} } sort { $a <=> $b } keys %$e } @order;
}

# A function beside eval, at a random state; values with names come first and are left out.
sub compare_function
{
	my ($model, $function) = @_;
	my ($columns, $input, $quaternions) = draw_inputs($model, $function);
	my @formulas = formulas(equations($model, '-f', $function));
	my %symbol = map { symbol_of($_, $quaternions) => $input->{$_} } @$columns;
	my @found = flat(values_of(\%symbol, @formulas), @formulas);
	spew("$scratch/in", join(',', @$columns) . "\n" . join(',', map { sprintf '%.17g', $input->{$_} } @$columns) . "\n");
	my @wanted = split ' ', `'$rigidc' eval $model -f $function <$scratch/in 2>$scratch/err`;
	splice @found, 0, @found - @wanted;
	my $size = max 1e-3, map { abs } @wanted;
	my $off = @found && @found == @wanted ? max(map { abs($found[$_] - $wanted[$_]) } 0 .. $#found) / $size : 9e99;
	ok($off <= 1e-13, "$function of " . $model =~ s{.*/}{}r) or diag("off by $off");
}

compare_function('examples/equations/furuta.rig', $_) for qw(rnea fd fk:pendulum jac:pendulum energy com step:euler param_jacobian rnea_derivatives);
compare_function('examples/parts/quadrotor.rig', $_) for qw(rnea fd cmm);
compare_function('examples/loops/fourbar.rig', $_) for qw(closure jac:loops fd);
compare_function('examples/struts/crane.rig', $_) for qw(rnea energy);
compare_function('examples/running_leg.rig', $_) for qw(rnea reaction);

# Terms of the equations of motion as vectors and matrices, by the names of outputs: a matrix by rows.
sub terms_at
{
	my ($symbol, @words) = @_;
	my @formulas = formulas(equations(@words));
	my $values = values_of($symbol, @formulas);
	my %term;
	for my $name (qw(M C c G E)) {
		my @own = grep { grep { /^$name(\[|$)/ } @{$_->[0]} } @formulas;
		$term{$name} = [flat($values, @own)] if @own;
	}
	return \%term;
}

sub times_vector
{
	my ($matrix, $vector) = @_;
	my $n = @$vector;
	return map { my $row = $_ * $n; sum0(map { $matrix->[$row + $_] * $vector->[$_] } 0 .. $n - 1) } 0 .. $n - 1;
}

sub furthest
{
	my ($found, $wanted) = @_;
	return 9e99 if @$found != @$wanted;
	return max(map { abs($found->[$_] - $wanted->[$_]) } 0 .. $#$found) / max(1e-3, map { abs } @$wanted);
}

# Both forms of the equations of motion beside rnea, and C beside coriolis, at a random state with accelerations.
sub compare_motion
{
	my ($model) = @_;
	my ($columns, $input, $quaternions) = draw_inputs($model, 'all=rnea+coriolis');
	my %symbol = map { symbol_of($_, $quaternions) => $input->{$_} } @$columns;
	my ($qd, $qdd) = map { my $array = $_; [map { $input->{$_} } grep { /^$array\./ } @$columns] } qw(qd qdd);
	my ($left, $right) = map { terms_at(\%symbol, $model, "--signs=$_") } qw(left right);
	spew("$scratch/in", join(',', @$columns) . "\n" . join(',', map { sprintf '%.17g', $input->{$_} } @$columns) . "\n");
	my @c = split ' ', `'$rigidc' eval $model -f all=rnea+coriolis <$scratch/in 2>$scratch/err`;
	my @tau = splice @c, 0, @$qd;
	my @inertial = times_vector($left->{M}, $qdd);
	my $e = $left->{E} // [(0) x @$qd];
	my @off = map { sprintf '%.0e', $_ } grep { $_ > 1e-13 } (
		furthest($left->{C}, \@c),
		furthest($left->{c}, [times_vector(\@c, $qd)]),
		furthest([map { $inertial[$_] + $left->{c}[$_] + $left->{G}[$_] - $e->[$_] } 0 .. $#tau], \@tau),
		furthest([map { $inertial[$_] - $right->{C}[$_] - $right->{G}[$_] - ($right->{E}[$_] // 0) } 0 .. $#tau], \@tau));
	is("@off", '', 'equations of motion of ' . $model =~ s{.*/}{}r);
	return $left;
}

compare_motion($_) for qw(examples/parts/quadrotor.rig examples/equations/furuta.rig);

# Added mass: its forces are inertial, so they are a part of c, and not of E.
my $swimmer = spew("$scratch/swimmer.rig", q{model swimmer
body arm on world { joint turn : free; mass 1 kg; com (0, 0, -0.4) m; inertia diag(20, 20, 1) g m^2; added diag(1, 2, 3) kg }
});
my $hinges = spew("$scratch/hinges.rig", q{model hinges
param a = 0.7 kg
body upper on world {
  joint q1 : revolute(y) { damping 0.3 N m s; spring 2 N m }
  mass 1 kg; com (0, 0.1, -0.4) m; inertia diag(20, 20, 1) g m^2
  added diag(1, 2, 3) kg, [0, 0, 0.02; 0.1, 0, -0.3; 0, 0.2, 0] kg m, diag(0.4, 0.5, 0.6) kg m^2
}
body lower on upper at (0, 0, -1 m), rpy(0.3, 0.2, 0.1) {
  joint q2 : revolute(x) { friction 0.1 N m at 0.01 rad/s }
  mass 1 kg; com (0, 0.2, -0.3) m; inertia diag(20, 20, 1) g m^2
  added a * diag(1, 2, 3), [0, 0, 0.02; 0.1, 0, -0.3; 0, 0.2, 0] kg m, [0.4, 0.1, 0; 0.1, 0.5, 0; 0, 0, 0.6] kg m^2
}
wrench drag on lower { force -0.5 N s/m * v }
});
ok(!compare_motion($swimmer)->{E}, 'forces of added mass are none of E');
compare_motion($hinges) for 1 .. 3;
my $drawn = compare($hinges, 2);
ok($drawn <= 1e-13, 'hinges with added mass: formulas give the values of the C') or diag("off by $drawn");

is_book('divisors that are sums have a name', equations('examples/equations/cart_pole.rig', '-f', 'fd'), q{
	t1 = m_c + m_p*sin(theta)^2

	qdd[1] = tau_x/t1 - tau_theta/(l*t1)*cos(theta) + m_p*l*thetad^2/t1*sin(theta) + m_p*g/(2*t1)*sin(2*theta)
	qdd[2] = tau_theta/(m_p*l^2) + tau_theta/(l^2*t1)*cos(theta)^2 - tau_x/(l*t1)*cos(theta) - g/l*sin(theta) - m_p*thetad^2/(2*t1)*sin(2*theta) - m_p*g/(2*l*t1)*cos(theta)*sin(2*theta)
});

# --- sizes ---

# A chain of bars in a plane whose numbers are symbols.
sub chain
{
	my ($bars) = @_;
	my $text = "model chain\nparam \"g\" = 9.81 m/s^2\ngravity (0, 0, -\"g\")\n";
	$text .= "param m_$_ = 1 kg; param l_$_ = 1 m; param c_$_ = 0.5 m; param I_$_ = 0.1 kg m^2\n" for 1 .. $bars;
	for my $i (1 .. $bars) {
		my $parent = $i == 1 ? 'world' : 'b' . ($i - 1) . ' at (0, 0, -l_' . ($i - 1) . ')';
		$text .= "body b$i on $parent { joint q_$i : revolute(y); mass m_$i; com (0, 0, -c_$i); inertia diag(I_$i, I_$i, 0 kg m^2) }\n";
	}
	return spew("$scratch/chain_$bars.rig", $text);
}

# Terms of a formula: it, without what is in parentheses, split at its signs. 0 has none.
sub terms_of
{
	my ($formula) = @_;
	return 0 if $formula eq '0';
	1 while $formula =~ s/\([^()]*\)//g;
	return scalar(my @terms = split / [-+] /, $formula);
}

# The table of sizes: the rows below the limit of 600 terms; those above it have names.
my $sizes = slurp('compiler/algebra/README.md');
while ($sizes =~ /^\| (?:`(.*\.rig)`|chain of (\d+) bars) \| \d+ \| (\d+) \| (\d+) \|/mg) {
	my ($file, $bars, $terms, $longest) = ($1, $2, $3, $4);
	my @lines = grep { /=/ && !/^#/ } split /\n/, equations($file ? "examples/$file" : chain($bars));
	my @counts = map { my (@names) = split / = /; (terms_of(pop @names)) x @names } @lines;
	my $found = (grep { !/^[MCcGE]\[/ } @lines) ? 'names' : sum0(@counts) . ' terms, at most ' . max(@counts);
	is($found, $terms > 600 ? 'names' : "$terms terms, at most $longest", 'size of ' . ($file // "a chain of $bars bars"));
}

# --- odd models, and what is refused ---

# Rotors at 45 degrees: their centre of mass is at 0, in spite of rounding.
unlike(equations('examples/parts/quadrotor.rig'), qr/e-1\d/, 'rounding errors are no terms');
is(equations('examples/loops/slider_crank.rig') =~ /^E/m, '', 'E is left out where nothing acts');

my $odd = spew("$scratch/odd.rig", qq{model "a*/b"\nparam lambda = 1 kg\nparam "left arm" = 1 m\n}
	. qq{body "x y" on world { joint M : revolute(y); mass lambda; com (0, 0, "left arm") }\n});
is_book('names that are words or in use', equations($odd, '-f', 'crba,gravity', '--to=maxima') =~ s{^/\*.*\n}{}mgr, q{
	M_crba: lambda_*left_x20arm^2$
	g: -981*lambda_*left_x20arm/100*sin(M)$
});
like(equations($odd, '--to=maxima'), qr{^/\* a\* b}, 'no name ends a comment');
is_book('a model without joints', equations(spew("$scratch/empty.rig", "model e\n"), '-f', 'crba', '--to=sympy'),
	"import sympy as sp\n\n\nM = sp.Matrix(0, 0, [])");

# A joint `pi`, and the constant.
my $constant = spew("$scratch/pi.rig", qq{model p\nparam m_1 = 1 kg\nparam g_0 = 10 m/s^2\ngravity (0, 0, -g_0)\n}
	. qq{body a on world { joint pi : revolute(y); mass m_1; com (0, 0, pi * 1 m) }\n});
like(equations($constant), qr/\bpi\b.*sin\(pi_\)/, 'text tells a joint pi from the constant');
like(equations($constant, '--to=latex'), qr/\\pi .*\\sin\\left\(\\mathrm\{pi\}\\right\)/, 'LaTeX too');
like(equations($constant, '--to=mathml'), qr{<mi>π</mi>.*<mi>pi</mi>}, 'and MathML');

sub refused
{
	my ($name, $wanted, @words) = @_;
	my ($said, $code) = tells($rigidc, 'equations', @words);
	like("$code $said", $wanted, $name);
}
my $pole = 'examples/equations/cart_pole.rig';
refused('an unknown function', qr/^1 .*no function 'crab'.*did you mean 'crba'/s, $pole, '-f', 'crab');
refused('an unknown format', qr/^2 .*--to of equations is text, latex, sympy, maxima or mathml, not 'html'/, $pole, '--to=html');
refused('an unknown ending', qr/^2 .*-o takes NAME\.txt, NAME\.tex, NAME\.py, NAME\.mac or NAME\.mml/, $pole, '-o', "$scratch/pole.doc");
refused('an ending of another format', qr/^2 .*-o takes NAME\.tex, not '.*pole\.py'/, $pole, '--to=latex', '-o', "$scratch/pole.py");
ok(!-e "$scratch/pole.py", 'and nothing is written');
refused('signs of a function', qr/^2 .*--signs is of the equations of motion/, $pole, '-f', 'crba', '--signs=right');

# --- random models ---

sub pick { return $_[rand @_] }
sub some { return sprintf '%.2f', 0.1 + rand 1 }

# A number of a model: a parameter, a fraction of one, or digits.
sub number
{
	my ($params, $unit) = @_;
	my @own = grep { $params->{$_} eq $unit } sort keys %$params;
	return pick(@own) . pick('', '/2', '/3') if @own && rand() < 0.7;
	return pick(some(), sprintf('%.6f', 0.1 + rand 1), '(1/3)') . " $unit" if rand() < 0.7;
	return "0.5 $unit";
}

sub vector { my $params = shift; return '(' . join(', ', map { rand() < 0.5 ? '0' : pick('', '-') . number($params, 'm') } 1 .. 3) . ')' }

# Kinds of joints, each as often as it is here: with an axis, and with the units of damping, a spring and an armature for those of one
# coordinate.
my @turns = ('N m s', 'N m', 'kg m^2');
my @kinds = ((map { ["revolute(AXIS)", @turns] } 1 .. 7), (map { ["prismatic(AXIS)", 'N s/m', 'N/m', 'kg'] } 1 .. 3),
             ['helical(AXIS, 0.05 m/rad)', @turns], ['cylindrical(AXIS)'], ['universal'], ['planar']);

sub random_model
{
	my ($number) = @_;
	my %params = map { ("m_$_" => 'kg', "l_$_" => 'm') } 1 .. 2;
	my $text = "model random_$number\n" . join('', map { "param $_ = 1 $params{$_}\n" } sort keys %params) . "gravity (0, 0, -9.81) m/s^2\n";
	my $bodies = 1 + int rand 3;
	for my $i (1 .. $bodies) {
		my $parent = $i == 1 ? 'world' : 'b' . (1 + int rand($i - 1));
		my $turned = rand() < 0.3 ? ', ' . pick('rx(90 deg)', 'rz(30 deg)', 'rpy(0.3, -0.7, 1.1)') : '';
		my ($kind, @units) = @{pick(@kinds)};
		my $axis = pick(qw(x y z -x -y -z), '(0.6, 0, 0.8)');
		$kind =~ s/AXIS/$axis/;
		my $more = join '; ', map { $units[$_] && rand() < 0.2 ? ('damping 0.3', 'spring 2', 'armature 0.01')[$_] . " $units[$_]" : () } 0 .. 2;
		$text .= "body b$i on $parent at " . vector(\%params) . "$turned {\n"
			. "  joint j_$i : $kind" . ($more ? " { $more }" : '') . "\n"
			. '  mass ' . number(\%params, 'kg') . "\n  com " . vector(\%params) . "\n"
			. '  inertia ' . pick('diag(1, 1, 1)', 'diag(0.2, 0.3, 0.4)') . ' * ' . number(\%params, 'kg') . " * l_1^2\n}\n";
	}
	return spew("$scratch/random_$number.rig", $text);
}

my ($worst, $where) = (0, '');
my $models = by_level(5, 20, 200);
for my $number (1 .. $models) {
	my $model = random_model($number);
	my $off = compare($model, 1);
	($worst, $where) = ($off, $model) if $off >= $worst;
}
ok($worst <= 1e-13, "$models random models: formulas give the values of the C") or diag("off by $worst:\n" . slurp($where));

# --- other programs ---

# Cases for a program that reads formulas: the file of a model, its formulas in the format, a state, and the values of the C.
my @models = ((map { "examples/equations/$_.rig" } qw(absolute_pendulum furuta gimbal)), 'examples/stanford.rig',
              map { "$scratch/random_$_.rig" } 1 .. by_level(1, 3, 200));

# A program that is not installed is passed over, but by `make check-equations`.
sub lacking
{
	my $what = shift;
	BAIL_OUT("there is no $what") if $ENV{RIGIDC_ALL_READERS};
	skip "there is no $what", 1;
}

sub cases
{
	my ($format, $ending, $digits) = @_;
	my @cases;
	for my $model (map { ($_) x by_level(1, 1, 2) } @models) {
		my $base = "$scratch/${format}_" . @cases;
		my ($joints, $params) = names_of($model);
		my ($symbol, $input) = draw_state($model, $joints, $params);
		equations($model, "--to=$format", '-o', "$base$ending");
		spew("$base.values", join '', map { sprintf "%s $digits\n", $_, $symbol->{$_} } sort keys %$symbol);
		push @cases, { base => $base, model => $model, joints => $joints, symbol => $symbol,
		               c => evaluated($model, $symbol, $input, $params) };
	}
	return @cases;
}

# Lines "BASE NAME ROW COLUMN VALUE" that a program prints, beside the C.
sub compare_printed
{
	my ($name, $cases, @lines) = @_;
	my (%found, $off, $worst);
	for (@lines) {
		my ($base, $output, $row, $column, $value) = split;
		my ($case) = grep { $_->{base} eq $base } @$cases;
		my ($n, $vector) = (scalar @{$case->{joints}}, $output =~ /^[cGE]$/);
		my $index = $n == 1 ? '' : $vector ? "[$row]" : "[$row,$column]";
		$found{$base}{"$output$index"} = $value;
	}
	for my $case (@$cases) {
		$off = worst_of({ %{$case->{symbol}}, %{$found{$case->{base}} // {}} }, $case->{c}, $case->{joints});
		$worst = max($worst // 0, $off);
		ok($off <= 1e-13, "$name: " . $case->{model} =~ s{.*/}{}r) or diag("off by $off");
	}
	note(sprintf "%s: %d states, off by %.2g at most", $name, scalar @$cases, $worst);
}

# A Python with SymPy; undef: there is none.
sub python_with_sympy
{
	my $build = $rigidc =~ s{/[^/]*$}{}r;
	my ($python) = grep { system("$_ -c 'import sympy' 2>/dev/null") == 0 } "$build/tests/sympy/bin/python3", 'python3';
	return $python;
}

SKIP: {
	my $python = python_with_sympy() or lacking('SymPy');
	my @cases = cases('sympy', '.py', '%.17g');
	my @lines = `$python tests/cli/equations_sympy.py @{[map { $_->{base} } @cases]}`;
	compare_printed('SymPy', \@cases, @lines);
}

SKIP: {
	skip 'there is no python3', 1 if !present('python3');
	my @cases = cases('mathml', '.mml', '%.17g');
	my @lines = `python3 tests/cli/equations_mathml.py @{[map { $_->{base} } @cases]}`;
	compare_printed('MathML', \@cases, @lines);
}

# A script for Maxima: it loads each case, sets the symbols, and prints all entries.
sub maxima_script
{
	my @cases = @_;
	my $script = "fpprintprec: 17\$\n";
	for my $case (@cases) {
		my $values = join ', ', map { /(\S+) (\S+)/ ? "$1 = $2" : () } split /\n/, slurp("$case->{base}.values");
		$script .= "kill(all)\$\nfpprintprec: 17\$\nload(\"$case->{base}.mac\")\$\n";
		$script .= "block([m: float(subst([$values], $_))], if not matrixp(m) then m: matrix([m]), "
			. "for i thru length(m) do for k thru length(m[1]) do "
			. "print(\"$case->{base}\", \"$_\", i, k, m[i, k]))\$\n"
			for slurp("$case->{base}.mac") =~ /^([MCcGE]): /mg;
	}
	return spew("$scratch/script.mac", $script);
}

SKIP: {
	lacking('Maxima') if !present('maxima');
	my @cases = cases('maxima', '.mac', '%.17gd0');
	my $script = maxima_script(@cases);
	my @lines = grep { /^\Q$scratch\E/ } `maxima --very-quiet --batch=$script 2>&1`;
	compare_printed('Maxima', \@cases, map { s/- /-/r =~ s/(\d)[bd]([-+]?\d)/$1e$2/gr } @lines);
}

# What is wrong with LaTeX: brackets that do not close, commands that are not those of formulas.
sub latex_fault
{
	my ($text) = @_;
	my @open;
	my %closes = ('}' => '{', '\\right' => '\\left', '\\]' => '\\[');
	$text =~ s/^%.*\n//mg;
	while ($text =~ /\\(begin|end)\{([\w*]+)\}|(\\left|\\right|\\[\[\]]|[{}])/g) {
		my ($open, $close) = $1 ? ($1 eq 'begin' ? $2 : undef, $2) : ($closes{$3} ? undef : $3, $closes{$3});
		push(@open, $open), next if defined $open;
		my $last = pop @open // 'nothing';
		return "$last is open before " . substr($text, pos($text) - 10, 20) if $last ne $close;
	}
	return @open ? "$open[-1] does not end" : undef;
}

my $document = "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n";
for my $model (@models, ["$scratch/empty.rig"], ['examples/knee.rig'], ['examples/equations/furuta.rig', '-f', 'energy,com,fk:pendulum,fd']) {
	my @words = ref $model ? @$model : $model;
	my $latex = equations(@words, '--to=latex');
	is(latex_fault($latex), undef, "LaTeX closes what it opens: $words[0]");
	$document .= $latex;
}
SKIP: {
	lacking('LaTeX') if !present('pdflatex');
	spew("$scratch/all.tex", "$document\\end{document}\n");
	my ($said, $code) = says("cd $scratch && pdflatex -interaction=nonstopmode -halt-on-error all.tex");
	is($code, 0, 'LaTeX compiles') or diag($said);
}

done_testing();
