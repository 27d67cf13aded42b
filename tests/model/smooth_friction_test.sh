#!/bin/sh
# Friction by curves that flatten out, tanh, sign and the logistic one: values and slopes against closed forms, far out too, where an
# exponential overflows and the slope is that of the viscous part; by every executor, the same to the last bit.
. tests/tap.sh

# measured of a joint of an arm: 0.572 N m (2 / (1 + exp(-454.567 u)) - 1) + 0.522 N m s u + 0.012 N m
cat >"$SCRATCH/logistic.rig" <<'END'
model logistic
function logistic(u) = 0.572 N m * (2 / (1 + exp(-454.567 s/rad * u)) - 1) + 0.522 N m s * u + 0.012 N m
body arm on world { joint q1 : revolute(y) { passive -logistic(q1d) }; mass 1 kg; com (0, 0, -0.2 m); inertia diag(1, 1, 1) g m^2 }
END
cat >"$SCRATCH/tanh.rig" <<'END'
model hyperbolic
function curve(u) = 0.5 N m * tanh(u / 0.01 rad/s) + 0.1 N m * sign(u) + 0.02 N m s * u
body arm on world { joint q1 : revolute(y) { passive -curve(q1d) }; mass 1 kg; com (0, 0, -0.2 m); inertia diag(1, 1, 1) g m^2 }
END

# At q = 0, tau = curve(qd) and dtau/dqd its slope: with s = 1 / (1 + exp(-k u)), s' = k s (1 - s); tanh' = 1 / cosh^2.
cat >"$SCRATCH/right.pl" <<'END'
my ($curve, $allowed, $file) = @ARGV;
open my $in, '<', $file or die;
my @lines = <$in>;
my $worst = 0;
for (@lines) {
	my ($u, $tau, $slope) = split;
	my ($value, $rise);
	if ($curve eq 'logistic') {
		my $e = exp(-abs(454.567 * $u));
		my $s = $u < 0 ? $e / (1 + $e) : 1 / (1 + $e);
		$value = 0.572 * (2 * $s - 1) + 0.522 * $u + 0.012;
		$rise = 0.522 + 2 * 0.572 * 454.567 * $e / (1 + $e)**2;
	} else {
		my ($e, $side) = (exp(-2 * abs($u / 0.01)), $u <=> 0);
		$value = $side * (0.5 * (1 - $e) / (1 + $e) + 0.1) + 0.02 * $u;
		$rise = 0.02 + 50 * 4 * $e / (1 + $e)**2;
	}
	for ([$tau, $value, 1 + abs($value)], [$slope, $rise, 130]) {
		my ($found, $wanted, $size) = @$_;
		my $error = abs($found - $wanted) / $size;
		print "$u: $found, not $wanted\n" unless $error <= $allowed;
		$worst = $error if $error > $worst;
	}
}
print "$worst\n";
exit !(@lines == 13 && $worst <= $allowed);
END
places='-1e3 -2 -1.56 -0.5 -0.2 -0.003 0 0.003 0.2 0.5 1.56 2 1e3'

# lines MODEL OPTION...: "qd tau slope" of each place
lines() {
	model=$1
	shift
	for u in $places; do
		echo "0 $u 0"
	done | "$RIGIDC" eval "$SCRATCH/$model.rig" -f both=rnea+rnea_derivatives "$@" 2>&1 | awk -v places="$places" '
		BEGIN { split(places, u, " ") } { print u[NR], $1, $3 }'
}
# right CURVE ALLOWED FILE
right() { perl "$SCRATCH/right.pl" "$@"; }

for model in logistic tanh; do
	for real in double float; do
		allowed=1e-14
		[ $real = float ] && allowed=2e-6
		lines $model --real=$real --jit=none >"$SCRATCH/lines"
		ok "$model, $real: values and slopes" right $model $allowed "$SCRATCH/lines"
		for jit in tcc cc; do
			lines $model --real=$real --jit=$jit >"$SCRATCH/other"
			ok "$model, $real: the same to the last bit with --jit=$jit" cmp "$SCRATCH/lines" "$SCRATCH/other"
		done
	done
	for options in -O0 --search=quick; do
		lines $model $options >"$SCRATCH/lines"
		ok "$model, $options: values and slopes" right $model 1e-14 "$SCRATCH/lines"
	done
done

# Second derivatives, where the exponential is 0 and where it overflows: s" = k^2 s (1 - s) (1 - 2 s).
cat >"$SCRATCH/bend.pl" <<'END'
my $worst = 0;
while (<>) {
	my ($u, $bend) = split;
	my $e = exp(-abs(454.567 * $u));
	my $right = 2 * 0.572 * 454.567**2 * $e * ($e - 1) / (1 + $e)**3 * ($u <=> 0);
	my $error = abs($bend - $right) / 3e4;
	print "$u: $bend, not $right\n" unless $error <= 1e-13;
	$worst = $error unless $error <= $worst;
}
exit !($. == 13 && $worst <= 1e-13);
END
for u in $places; do
	echo "0 $u 0  1  0 1 0"
done | "$RIGIDC" eval "$SCRATCH/logistic.rig" -f hvp:rnea 2>&1 | awk -v places="$places" 'BEGIN { split(places, u, " ") } { print u[NR], $2 }' >"$SCRATCH/lines"
ok 'logistic: second derivatives' perl "$SCRATCH/bend.pl" "$SCRATCH/lines"

cat >"$SCRATCH/steps.rig" <<'END'
model steps
function curve(u) = 1 N m * atan2(exp(1000 * u), 1 + u * u) + 1 N m / (1 + exp(900 * u))
body arm on world { joint j : revolute(x) { passive curve(j) }; mass 1 kg; com (0.1, 0.2, 0); inertia diag(0.1, 0.2, 0.3) }
END
# no_nan CURVE: derivatives up to the third are numbers
no_nan() {
	printf 'model curve\nbody arm on world { joint j : revolute(y) { passive 1 N m * %s }; mass 1 kg; com (0, 0, 1 m) }\n' "$1" >"$SCRATCH/curve.rig"
	for name in jvp:gravity jvp:jvp:gravity jvp:jvp:jvp:gravity vjp:vjp:gravity hvp:gravity; do
		inputs=$("$RIGIDC" info "$SCRATCH/curve.rig" -f $name --json 2>/dev/null | sed -n '/"inputs"/,/"outputs"/p' | grep -c '"name"')
		for q in -3 -0.8 -0.4 0 0.4 0.8 3; do
			echo "$q 1 1 1 1 1 1 1" | cut -d ' ' -f "1-$inputs"
		done | "$RIGIDC" eval "$SCRATCH/curve.rig" -f $name 2>&1 | grep -i -e nan -e inf -e error | sed "s/^/$name: /"
	done
}
for curve in '1 / (1 + exp(900 * j))' '(1 + exp(-900 * j))^-1' 'atan(exp(1000 * j))' 'atan2(exp(1000 * j), 1 + j * j)' 'j^2 / (1 + exp(900 * j))' 'tanh(900 * j)' \
    '1 / (1 + exp(900 * j)^2)' 'j / (2 + exp(-900 * j)^4)' '1 / (1 + (j * exp(500 * j) * exp(400 * j))^2)'; do
	is "derivatives of $curve are numbers" '' "$(no_nan "$curve")"
done

# slopes FUNCTION CURVE: first and second derivatives of a curve at places near 0
slopes() {
	printf 'model curve\nbody arm on world { joint j : revolute(y) { passive 1 N m * %s }; mass 1 kg; com (0, 0, 1 m) }\n' "$1" >"$SCRATCH/curve.rig"
	for q in -0.01 -0.001 0 0.0003 0.002 0.03; do
		echo "$q 1 1 0"
	done | "$RIGIDC" eval "$SCRATCH/curve.rig" -f jvp:jvp:gravity 2>&1
}
# alike EXPRESSION OTHER: two forms of one curve, both over one line
alike() {
	slopes "$1" >"$SCRATCH/first"
	slopes "$2" >"$SCRATCH/second"
	paste -d ' ' "$SCRATCH/first" "$SCRATCH/second" | perl -ane '
		$worst = abs($F[0] - $F[1]) / (1 + abs $F[1]); $bad = 1, print "$_" unless $worst <= 1e-11; END { exit $bad || $. != 6 }'
}
ok 'a power of an exponential has the slopes of one exponential' alike '1 / (1 + exp(900 * j)^4)' '1 / (1 + exp(3600 * j))'
ok 'so has a product of several' alike 'j / (1 + exp(900 * j) * (2 + j) / exp(300 * j))' 'j / (1 + exp(600 * j) * (2 + j))'

# in a step of time, which has a formula within another one
echo '1.5 0 0 0.01  1 1 1 1' | "$RIGIDC" eval "$SCRATCH/steps.rig" -f jvp:step:rk4 >"$SCRATCH/out" 2>&1
ok 'derivatives of a step are numbers' sh -c 'test -s "$1" && ! grep -i -e nan -e error "$1"' sh "$SCRATCH/out"

# A root that is no number on the other side of a choice, in a value and in its slope: they have the same side, and no NaN comes across.
cat >"$SCRATCH/roots.rig" <<'END'
model roots
body a on world { joint j : revolute(y) { passive 1 N m * (if j < 0 then -sqrt(-j) else sqrt(j)) }; mass 1 kg; com (0.1, 0.2, 0) m; inertia diag(0.1, 0.2, 0.3) }
body b on a at (1, 0, 0) m { joint k : revolute(z); mass 1 kg; com (0.1, 0.2, 0) m; inertia diag(0.1, 0.2, 0.3) }
END
for j in -0.86 0.86; do
	echo "$j -1.45  .1 .2  .3 .3  1 1 1 1 1 1  1 1" | "$RIGIDC" eval "$SCRATCH/roots.rig" -f vjp:jvp:fd >"$SCRATCH/out" 2>&1
	ok "roots on both sides, at $j" sh -c 'test -s "$1" && ! grep -i -e nan -e error "$1"' sh "$SCRATCH/out"
done

# of constants, they fold
printf 'model t\nconst a = tanh(-0.5) * sign(-3 kg) + sign(0 m)\nbody b on world { joint : revolute(y); mass a * 1 kg; com (0, 0, 1 m) }\n' >"$SCRATCH/t.rig"
is 'of constants' "  mass $(perl -e 'printf "%.17g", (exp(1) - 1) / (exp(1) + 1)' | cut -c 1-16)" \
    "$("$RIGIDC" compile "$SCRATCH/t.rig" -f rnea --dump=check 2>&1 | grep '^  mass' | cut -c 1-23)"

# the modules call them by the names that their languages have
for pair in mjs:Math.tanh py:np.tanh; do
	"$RIGIDC" compile "$SCRATCH/tanh.rig" -f rnea -o "$SCRATCH/module.${pair%%:*}"
	ok "${pair#*:} in the module" grep -qF "${pair#*:}(" "$SCRATCH/module.${pair%%:*}"
done
finish
