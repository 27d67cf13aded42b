#!/bin/sh
# Closures of loops that are open: a ball that is turned by 0.3 rad about x, whose frame B lies at (0.1, 0.2, 0.3) m, against each
# kind. Expected values are closed forms.
. tests/tap.sh

# ball KIND FUNCTION INPUTS: numbers in 9 digits
ball() {
	cat >"$SCRATCH/ball.rig" <<RIG
model ball
body ball on world { joint float : free; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
loop tie : $1 from world to ball
RIG
	echo "$3" | "$RIGIDC" eval "$SCRATCH/ball.rig" -f "$2" 2>/dev/null |
		awk '{ for (i = 1; i <= NF; i++) printf "%s%.9f", (i > 1 ? " " : ""), ($i * $i < 1e-20 ? 0 : $i); print "" }'
}

closure() { ball "$1" closure '0.1 0.2 0.3 0.14943813247359922 0 0 0.98877107793604229'; }

sine=0.295520207
zero=0.000000000
p='0.100000000 0.200000000 0.300000000'

is 'fixed' "$p 0.300000000 $zero $zero" "$(closure fixed)"
is 'revolute(x)' "$p $zero $zero" "$(closure 'revolute(x)')"
is 'revolute(y)' "$p $sine $zero" "$(closure 'revolute(y)')"
is 'revolute(-z)' "$p $sine $zero" "$(closure 'revolute(-z)')"
is 'prismatic(x)' "0.200000000 0.300000000 0.300000000 $zero $zero" "$(closure 'prismatic(x)')"
is 'cylindrical(z)' "0.100000000 0.200000000 $sine $zero" "$(closure 'cylindrical(z)')"
is 'planar' "0.300000000 $sine $zero" "$(closure planar)"
is 'universal' "$p $zero" "$(closure universal)"
is 'spherical' "$p" "$(closure spherical)"
is 'slot(y)' '0.100000000 0.300000000' "$(closure 'slot(y)')"
is 'face(-z)' '0.300000000' "$(closure 'face(-z)')"
is 'distance' '-0.125834261' "$(closure 'distance(0.5)')"

# The sign of an axis along a coordinate axis has no effect; a slanting row points along the axis as it is written.
pushed() { ball "$1" lambda '0.1 0.2 0.3 0 0 0 1  0 0 0 0 0 0  3 0 0 0 0 0'; }
for kind in 'face(x)' 'face(-x)'; do
	is "$kind: closure along +x" '0.100000000' "$(closure "$kind")"
	is "$kind: a force along +x is held by one along -x" '-3.000000000' "$(pushed "$kind")"
done
is 'face along a slanting axis' '0.220000000 -0.220000000' "$(closure 'face((0.6, 0.8, 0))') $(closure 'face((-0.6, -0.8, 0))')"
is 'forces along slanting axes' '-1.800000000 1.800000000' "$(pushed 'face((0.6, 0.8, 0))') $(pushed 'face((-0.6, -0.8, 0))')"

# n = (0, 3, 4) / 5, turned to (0, 0.6 c - 0.8 s, 0.6 s + 0.8 c); n x R n = (s, 0, 0), seen along t1 = (1, 0, 0)
is 'revolute about a slanting axis' "$p $sine $zero" "$(closure 'revolute((0, 0.6, 0.8))')"

# Turned by pi, and by next to nothing, where the second derivative along w, then u is u x w / 2.
cat >"$SCRATCH/hinge.rig" <<'RIG'
model hinge
body arm on world { joint j : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
loop tie : fixed from world to arm
RIG
is 'fixed, half a turn' "$zero $zero $zero 3.141592654 $zero $zero" "$(ball fixed closure '0 0 0 1 0 0 0')"
is 'about a slanting axis' "$zero $zero $zero $zero 1.884955592 2.513274123" "$(ball fixed closure '0 0 0 0 0.6 0.8 0')"
is 'of a hinge' '3.141592653589793 -3' "$(printf '3.141592653589793\n-3\n' | "$RIGIDC" eval "$SCRATCH/hinge.rig" -f closure 2>/dev/null |
	awk '{ printf "%s%s", (NR > 1 ? " " : ""), $5 }')"
for turn in '0 0 0' '3e-16 1e-16 -2e-16' '3e-15 1e-15 -2e-15' '3e-11 1e-11 -2e-11'; do
	is "second derivatives at $turn" "$zero $zero $zero 0.195000000 0.005000000 -0.115000000" \
		"$(ball fixed jvp:jvp:closure "0 0 0 $turn 1  0 0 0 0.3 -0.2 0.5  0 0 0 0.1 0.7 0.2  0 0 0 0 0 0")"
done
finish
