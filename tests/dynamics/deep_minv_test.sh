#!/bin/sh
# M^-1 of long chains by articulated bodies: it is the inverse of M, its operations grow with the square of the joints, and
# short chains and robots with limbs have the factors of M.
. tests/tap.sh

# chain JOINTS BASE: hinges and slides in turn, one spherical joint, armature in some, on a base that is `free` or `fixed`
chain() {
	awk -v joints="$1" -v base="$2" 'BEGIN {
		print "model chain\nbody b0 on world { joint base : " base (base == "free" ? "; mass 3; inertia diag(1, 1.2, 1.3)" : "") " }"
		for (i = 1; i <= joints; i++) {
			kind = i == 4 ? "spherical" : i % 5 == 2 ? "prismatic(" substr("xyz", i % 3 + 1, 1) ")" : "revolute(" substr("xyz", i % 3 + 1, 1) ")"
			printf "body b%d on b%d at (0.3, 0.1, %s), rx(%s) { joint : %s%s; mass 1; com (0.1, 0.02, 0.03); inertia diag(0.1, 0.12, 0.13) }\n",
				i, i - 1, 0.2 + i / 97, i / 7, kind, (i % 4 == 3 ? " { armature 0.02 }" : "")
		}
	}' >"$SCRATCH/chain.rig"
}

# value FUNCTION: at a posture whose quaternions are units
value() {
	"$RIGIDC" info "$SCRATCH/chain.rig" -f minv --search=none --json 2>"$SCRATCH/said" | perl -MJSON::PP -0777 -ne '
		my $model = decode_json($_);
		my @q = map { sin(1.7*$_) } 0 .. $model->{nq} - 1;
		for my $joint (@{$model->{joints}}) {
			my ($first, $count) = @{$joint->{q}};
			next if $joint->{v}[1] == $count;
			@q[$first + $count - 4 .. $first + $count - 1] = (0.1, 0.5, 0.5, 0.7);
		}
		print join(" ", @q), "\n"' | "$RIGIDC" eval "$SCRATCH/chain.rig" -f "$1" --jit=none 2>"$SCRATCH/said"
}

# inverse: is the product of M and M^-1 the unit matrix, to 1e-9?
inverse() {
	{ value crba; value minv; } | awk '
		NR == 1 { n = sqrt(NF); for (i = 1; i <= NF; i++) M[i] = $i }
		NR == 2 && NF == n*n {
			for (i = 0; i < n; i++)
				for (j = 0; j < n; j++) {
					sum = -(i == j)
					for (k = 0; k < n; k++)
						sum += M[i*n + k + 1]*$(k*n + j + 1)
					worst = sum > worst ? sum : -sum > worst ? -sum : worst
				}
			good = worst < 1e-9
			print "worst", worst, "of", n
		}
		END { exit !good }'
}

# operations JOINTS BASE: multiplications and additions
operations() {
	chain "$@"
	"$RIGIDC" info "$SCRATCH/chain.rig" -f minv --search=none 2>"$SCRATCH/said" | awk '$1 == "minv" { print $2 + $3 }'
}

for base in fixed free; do
	for joints in 10 30; do
		chain $joints $base
		ok "the inverse of M, $joints joints, $base base" inverse
	done
done
ok "twice as many joints take at most 4.3 times the operations" \
    test "$(operations 64 fixed)" -lt "$(($(operations 32 fixed) * 43 / 10))"
finish
