#!/bin/sh
# Functions of vectors, matrices, solids and placements, and placements in a row: the checked model is that of the text
# in which they are written out, to the bit: turns are quarters, so that nothing is rounded in whichever order it is composed.
. tests/tap.sh

# same NAME TEXT TEXT: both are the same model, with what is moved on one joint.
same() {
	for text in "$2" "$3"; do
		printf 'model t\n%s\n' "$text" >"$SCRATCH/t.rig"
		"$RIGIDC" compile "$SCRATCH/t.rig" -f rnea --dump=check 2>&1
	done >"$SCRATCH/both"
	lines=$(wc -l <"$SCRATCH/both")
	is "$1" "$(head -n $((lines / 2)) "$SCRATCH/both")" "$(tail -n +$((lines / 2 + 1)) "$SCRATCH/both")"
	ok '  which is one' grep -q '^body' "$SCRATCH/both"
}

same 'a vector' \
	'function hang(l) = (0, 0, -l); function middle(u, v) = (u + v) / 2
	body b on world at hang(3 m) { joint : revolute(hang(1)); mass 2 kg; com middle(hang(1 m), (2 m, 0, 0)) }; gravity hang(9.81)' \
	'body b on world at (0, 0, -3 m) { joint : revolute((0, 0, -1)); mass 2 kg; com (1 m, 0, -500 mm) }; gravity (0, 0, -9.81)'
same 'a matrix, of a parameter with a unit' \
	'function slab(w, a: m, b: m) = diag(b^2, a^2, a^2 + b^2) * w; function twice(I: kg m^2) = 2 * I
	body b on world { joint : revolute(y); mass 2 kg; inertia twice(slab(3 kg, 2, 4)) }' \
	'body b on world { joint : revolute(y); mass 2 kg; inertia diag(96, 24, 120) kg m^2 }'
same 'a solid' \
	'function bar(w, l) = rod(w, l, x); function same(shape) = shape
	body b on world { joint : revolute(y); solid same(bar(2 kg, 3 m)) at (1, 0, 0); solid -same(bar(250 g, 2 m)) at (1, 0, 0) }' \
	'body b on world { joint : revolute(y); solid rod(2 kg, 3 m, x) at (1, 0, 0); solid -rod(250 g, 2 m, x) at (1, 0, 0) }'
same 'placements in a row' \
	'const wrist = (0, 0, 1 m), rx(90 deg), (2 m, 0, 0); function elbow(a, l: m) = ry(a), wrist, (l, 0, 0)
	body b on world at wrist, elbow(-90 deg, 4) { joint : revolute(y) then elbow(180 deg, 2 m); mass 2 kg; com (1, 1, 1) }' \
	'body b on world at (0, 0, 1 m), rx(90 deg), (2 m, 0, 0), ry(-90 deg), (0, 0, 1 m), rx(90 deg), (2 m, 0, 0), (4 m, 0, 0) {
	joint : revolute(y) then ry(180 deg), (0, 0, 1 m), rx(90 deg), (2 m, 0, 0), (2 m, 0, 0); mass 2 kg; com (1, 1, 1) }'
same 'placements that parts are given, mirrored' \
	'const hip = (0, 1 m, 0), rz(0.3); part leg(where) { body shank on root at where { joint : revolute(x); mass 1 kg; com (1, 2, 3) } }
	body b on world { joint : revolute(z); mass 1 kg }; use leg(hip) as l on b; use leg(hip) as r on b mirror y' \
	'part leg { body shank on root at (0, 1 m, 0), rz(0.3) { joint : revolute(x); mass 1 kg; com (1, 2, 3) } }
	body b on world { joint : revolute(z); mass 1 kg }; use leg as l on b; use leg as r on b mirror y'
same 'a vector of a motion' \
	'joint bow(q) { translate arc(q); rotate y by q }; function arc(q) = (1 m * sin(q), 0, 1 m * cos(q))
	body b on world { joint : bow; mass 1; com (1, 2, 3) }' \
	'joint bow(q) { translate (1 m * sin(q), 0, 1 m * cos(q)); rotate y by q }
	body b on world { joint : bow; mass 1; com (1, 2, 3) }'

# -D takes the same
printf 'model t\nconst wrist = rz(1)\nbody b on world at wrist { joint : revolute(y); mass 1; com (1, 2, 3) }\n' >"$SCRATCH/t.rig"
is '-D of placements in a row' "$(printf '  at.R 0 -1 0 1 0 0 0 0 1\n  at.p 0 0 2')" \
	"$("$RIGIDC" compile "$SCRATCH/t.rig" -D 'wrist=(0, 0, 2 m), rz(90 deg)' -f rnea --dump=check 2>&1 | grep '^  at')"
finish
