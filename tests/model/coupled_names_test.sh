#!/bin/sh
# Couplings to one coordinate of several and couplings of joints with several: the same bits, as the textbook has them, as where
# each coordinate is a joint of its own. The names of coordinates, in parts and beside them.
. tests/tap.sh
CC=${CC:-cc}

# A shoulder blade that follows the shoulder, and a hand that follows the blade.
cat >"$SCRATCH/whole.rig" <<'END2'
model arm
part arm(k) {
  body humerus on root {
    joint gh : universal
    mass 2 kg; com (0, 0, -0.15); inertia diag(30, 31, 2) g m^2
  }
  body blade on humerus at (0, 0.1, 0) {
    joint scap : universal = (k * gh.b + 0.2, 0.1 * gh.a * gh.b) { armature (0.1, 0.2); damping (1, 2); spring (5, 6) }
    mass 0.5 kg; com (0.02, 0.05, 0); inertia diag(1, 2, 1.5) g m^2
  }
  body hand on blade at (0, 0.1, 0) {
    joint wrist : revolute(y) = 2 * scap.b - gh.a { spring 2; passive 3 N m * wrist.q }
    mass 0.3 kg; com (0.1, 0, 0); inertia diag(1, 2, 1.5) g m^2
  }
}
use arm(0.4) as L on world
body nail on L.hand { joint nail : prismatic(x) = 1 cm * L.wrist.q + 2 cm * L.gh.b; mass 10 g; com (0, 1, 0) cm }
frame tip on nail at (1, 2, 3) cm
END2
cat >"$SCRATCH/apart.rig" <<'END2'
model arm
part arm(k) {
  body humerus_a on root { joint gh_a : revolute(x) }
  body humerus on humerus_a {
    joint gh_b : revolute(y)
    mass 2 kg; com (0, 0, -0.15); inertia diag(30, 31, 2) g m^2
  }
  body blade_a on humerus at (0, 0.1, 0) { joint scap_a : revolute(x) = k * gh_b + 0.2 { armature 0.1; damping 1; spring 5 } }
  body blade on blade_a {
    joint scap_b : revolute(y) = 0.1 * gh_a * gh_b { armature 0.2; damping 2; spring 6 }
    mass 0.5 kg; com (0.02, 0.05, 0); inertia diag(1, 2, 1.5) g m^2
  }
  body hand on blade at (0, 0.1, 0) {
    joint wrist : revolute(y) = 2 * scap_b - gh_a { spring 2; passive 3 N m * q }
    mass 0.3 kg; com (0.1, 0, 0); inertia diag(1, 2, 1.5) g m^2
  }
}
use arm(0.4) as L on world
body nail on L.hand { joint nail : prismatic(x) = 1 cm * L.wrist + 2 cm * L.gh_b; mass 10 g; com (0, 1, 0) cm }
frame tip on nail at (1, 2, 3) cm
END2
echo '0.3 -0.4 1.1 0.7 -0.2 0.9' >"$SCRATCH/state"
for function in rnea crba fd energy jac:tip coriolis rnea_derivatives; do
	case $function in
	crba | jac:tip) numbers=2 ;;
	energy | coriolis) numbers=4 ;;
	*) numbers=6 ;;
	esac
	cut -d ' ' -f 1-$numbers "$SCRATCH/state" >"$SCRATCH/in"
	for model in whole apart; do
		"$RIGIDC" eval -O0 -f $function "$SCRATCH/$model.rig" <"$SCRATCH/in" >"$SCRATCH/$model.out" 2>"$SCRATCH/err"
	done
	ok "$function" test -s "$SCRATCH/whole.out"
	ok "  is that of joints of their own" cmp "$SCRATCH/whole.out" "$SCRATCH/apart.out"
done

# --- what a name means ---

# says TEXT: the value of the coupling of the last joint, as the checked model has it.
says() {
	"$RIGIDC" compile --dump=check "$1" 2>"$SCRATCH/err" | sed -n 's/^  coupled //p' | tail -n 1
}

cat >"$SCRATCH/names.rig" <<'END2'
model names
part leg() {
  body upper on root { joint hip : universal; mass 1 kg; com (0.1, 0, 0) }
  body lower on upper { joint knee : revolute(z) = 2 * hip.b; mass 1 kg; com (0.1, 0, 0) }
}
use leg() as leg[1] on world
body a on world { joint leg : universal; mass 1 kg; com (0.1, 0, 0) }
body b on a { joint "leg.b" : revolute(x); mass 1 kg; com (0, 0.1, 0) }
END2
also() {
	{ cat "$SCRATCH/names.rig"; echo "body last on b { joint : revolute(z) = $1; mass 1 kg; com (0, 0.1, 0) }"; } >"$SCRATCH/also.rig"
	says "$SCRATCH/also.rig"
}
is 'in a part' 'mul(2, q[1])' "$(sed '$d' "$SCRATCH/names.rig" | sed '$d' >"$SCRATCH/part.rig"; says "$SCRATCH/part.rig")"
is 'of a part' 'mul(q[1], 3)' "$(also '3 * leg[1].hip.b')"
is 'in quotes' 'mul(q[1], 3)' "$(also '3 * "leg[1].hip.b"')"
is 'beside a use that is called like the joint' 'q[2]' "$(also leg.a)"
is 'a joint of the whole name comes first' 'q[4]' "$(also leg.b)"
is 'of one that is coupled' 'mul(2, q[1])' "$(also 'leg[1].knee.q')"
is 'of one that is held' 'add(0.5, q[2])' "$(
	{ cat "$SCRATCH/names.rig"; echo 'body last on b { joint : revolute(z) = leg.a + 0.5 + "leg.b".q; mass 1 kg; com (0, 0.1, 0) }'; } >"$SCRATCH/also.rig"
	"$RIGIDC" compile --dump=check --lock 'leg=(0, 0)' "$SCRATCH/also.rig" 2>&1 | sed -n 's/^  coupled //p' | tail -n 1)"

# --- what is said of them ---

{
	sed 's/0.2, 0.1 \* gh.a/0.2, offset - gh.a/' "$SCRATCH/whole.rig"
	echo 'param offset = 0.5'
	echo 'body more on nail { joint more : revolute(y) = sin(L.gh.a); mass 1 kg; com (1, 0, 0) }'
} >"$SCRATCH/said.rig"
sed -i 's/part arm(k) {/part arm(k, offset = 0.5) {/; /^param/d' "$SCRATCH/said.rig"
"$RIGIDC" info --json -f energy "$SCRATCH/said.rig" 2>"$SCRATCH/err" | perl -MJSON::PP -0ne '
	for (@{decode_json($_)->{joints}}) {
		my $c = $_->{coupling} or next;
		my @rows = map { $_ ? "[@$_]" : "none" } @{$c->{multipliers}};
		print "$_->{name} = $c->{expression}: @{$c->{on}}: @rows: ", join(" ", map { $_ // "none" } @{$c->{offsets}}), "\n";
	}' >"$SCRATCH/said"
is 'in JSON' 'L.scap = (k * gh.b + 0.2, offset - gh.a * gh.b): L.gh.b L.gh.a: [0.4 0] none: 0.2 none
L.wrist = 2 * scap.b - gh.a: L.gh.b L.gh.a: none: none
nail = 1 cm * L.wrist.q + 2 cm * L.gh.b: L.gh.b L.gh.a: none: none
more = sin(L.gh.a): L.gh.a: none: none' "$(cat "$SCRATCH/said")"

cat >"$SCRATCH/linear.rig" <<'END2'
model linear
param gear = -3
body a on world { joint motor : revolute(x); mass 1 kg; com (0, 1, 0) }
body b on a { joint slide : prismatic(x); mass 1 kg }
body c on b { joint out : revolute(x) = gear * motor + slide / (2 mm) - 90 deg; mass 1 kg; com (0, 1, 0) }
body d on c { joint last : prismatic(x) = 1 cm * -out; mass 1 kg }
body "*/ e" on d { joint "*/ end" : revolute(y) = "held"; mass 1 kg; com (1, 0, 0) }
body f on world { joint held : revolute(x); mass 1 kg; com (0, 1, 0) }
END2
is 'linear ones' '[-3 500] -1.57080 [0.03 -5] 0.01571 [] 0.25000' "$("$RIGIDC" info --json --lock held=0.25 -f energy "$SCRATCH/linear.rig" 2>"$SCRATCH/err" | perl -MJSON::PP -0ne '
	print join(" ", map { my $c = $_->{coupling}; $c ? ("[@{$c->{multipliers}[0]}]", sprintf("%.5f", $c->{offsets}[0])) : () } @{decode_json($_)->{joints}})')"
"$RIGIDC" compile -o "$SCRATCH/linear.h" "$SCRATCH/linear.rig" 2>"$SCRATCH/err"
is 'in the header' ' *   out = gear * motor + slide / 2 mm - 90 deg
 *   last = 1 cm * -out
 *   * / end = held' "$(sed -n '/^.. Coupled joints/,/^ \*\//p' "$SCRATCH/linear.h" | sed '1d;$d')"
ok 'which is C' "$CC" -std=c99 -pedantic -Wall -Wextra -Werror -fsyntax-only -x c "$SCRATCH/linear.h"

finish
