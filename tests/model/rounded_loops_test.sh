#!/bin/sh
# Loops of rounded numbers: mobility, positions and accelerations are those of the exact mechanism.
. tests/tap.sh

says() {
	"$RIGIDC" check "$@" 2>&1 | sed -n 's/.*\[\([a-z-]*\)\]$/\1/p' | sort -u | tr '\n' ' '
}
mobility() { "$RIGIDC" info --json --search=none "$@" 2>/dev/null | sed -n 's/.*"mobility": *\([0-9]*\).*/\1/p'; }
# near WHAT EXPECTED GOT: numbers, within 1e-4 of the largest
near() {
	ok "$1" sh -c 'printf "%s\n%s\n" "$1" "$2" | awk "
		NR == 1 { for (i = 1; i <= NF; i++) { x[i] = \$i; most = \$i > most ? \$i : -\$i > most ? -\$i : most } n = NF }
		NR == 2 { for (i = 1; i <= NF; i++) bad += !(\$i - x[i] <= 1e-4 * most && x[i] - \$i <= 1e-4 * most) }
		END { exit !(n && NR == 2 && !bad) }"' sh "$2" "$3"
}

# Three cranks on one beam: the third depends on the second while the holes are as far apart as the pivots.
cat >"$SCRATCH/cranks.rig" <<'RIG'
model cranks
const hole = 0.6
part crank { body bar on root { joint t : revolute(y); mass 1 kg; com (0, 0, -0.1) m; inertia diag(3, 3, 1) g m^2; frame pin at (0, 0, -0.2) m } }
use crank as A on world
use crank as B on world at (0.3, 0, 0) m
use crank as C on world at (0.6, 0, 0) m
body beam on A.pin { joint hang : revolute(y) { idle }; mass 2 kg; com (0.3, 0, 0) m; inertia diag(1, 60, 60) g m^2; frame h1 at (0.3, 0, 0) m; frame h2 at (hole, 0, 0) m }
loop L1 : revolute(y) from h1 to B.pin
loop L2 : revolute(y) from h2 to C.pin
pose start { A.t = 0.4; B.t = 0.4; C.t = 0.4; hang = -0.4 }
RIG
accelerations() { echo '0.4 -0.4 0.4 0.4  1 -1 1 1  0 0 0 0' | "$RIGIDC" eval -f fd "$@" 2>/dev/null; }
start() { "$RIGIDC" info --json --search=none "$@" 2>/dev/null | tr -d '\n' | sed 's/.*"poses"//; s/[^]]*"q": *\[\([^]]*\)\].*/\1/; s/,/ /g'; }
exact=$(accelerations "$SCRATCH/cranks.rig")
for hole in 0.600000001 0.60000123 0.60001; do
	is "a hole at $hole m: the mobility" 1 "$(mobility "$SCRATCH/cranks.rig" -D "hole=$hole")"
	near "its accelerations" "$exact" "$(accelerations "$SCRATCH/cranks.rig" -D "hole=$hole")"
	near "its pose" '0.4 -0.4 0.4 0.4' "$(start "$SCRATCH/cranks.rig" -D "hole=$hole")"
done
is 'one note says what remains' 1 "$("$RIGIDC" check "$SCRATCH/cranks.rig" -D hole=0.60001 2>&1 | grep -c "1 of the 5 rows of 'L1' hold within 0.00[0-9]* mm, f[xz]: .* \[loop-rounded\]")"
is 'an exact one has none' 'loop-redundant ' "$(says "$SCRATCH/cranks.rig")"
is 'a hole 1 mm off is no rounding' 0 "$(mobility "$SCRATCH/cranks.rig" -D hole=0.601)"
is 'a wider tolerance takes it as one' 1 "$(mobility "$SCRATCH/cranks.rig" -D hole=0.601 --closure=3e-3)"
is 'a narrower one takes less' 0 "$(mobility "$SCRATCH/cranks.rig" -D hole=0.60001 --closure=1e-12)"
is 'with two numbers' 1 "$(mobility "$SCRATCH/cranks.rig" -D hole=0.60001 --closure=1e-4,1e-12)"
codes=$(for closure in 5e-5 1e-12; do
	grep -v '^pose' "$SCRATCH/cranks.rig" | "$RIGIDC" compile - -D hole=0.60001 -f fd --search=none --closure=$closure 2>/dev/null | sed -n 's/^#define CRANKS_CODE //p'
done | sort -u | wc -l)
is 'rows that are left out are in the hash of the code' 2 "$codes"
sed 's/^const hole = 0.6/param hole = 0.60001 m/; s/at (hole, 0, 0) m/at (hole, 0, 0)/' "$SCRATCH/cranks.rig" >"$SCRATCH/param.rig"
is 'a parameter opens a row' 'loop-redundant loop-rounded loop-rounded-parameter ' "$(says "$SCRATCH/param.rig")"
is 'not one of -D' 'loop-redundant loop-rounded ' "$(says "$SCRATCH/param.rig" -D 'hole=0.60001 m')"
is 'nor of a mass' 'loop-redundant loop-rounded ' "$(says "$SCRATCH/cranks.rig" -D hole=0.60001 --parametrize=inertial)"
is 'offsets do' 'loop-redundant loop-rounded loop-rounded-parameter ' "$(says "$SCRATCH/cranks.rig" -D hole=0.60001 --parametrize=geometry)"
for value in x 0 1 1e-4, 1e-4,1 1e-4x -1e-4; do
	exits "--closure=$value" 2 "$RIGIDC" check "$SCRATCH/cranks.rig" "--closure=$value"
done

# A four-bar whose hinges are tilted by the rounding of angles, rows across its plane: 1.5708 in place of a quarter turn.
cat >"$SCRATCH/tilted.rig" <<'RIG'
model tilted
const tilt = 0
const rise = 0
body crank on world at rx(90 deg + tilt * 1 rad) { joint a : revolute(z); mass 0.7 kg; com (0.1, 0, 0) m; inertia diag(0.001, 0.004, 0.004) }
body coupler on crank at (0.2, 0, 0) m { joint c : revolute(z); mass 0.9 kg; com (0.2, 0, 0) m; inertia diag(0.002, 0.012, 0.011) }
body rocker on world at (0.5, rise, 0) m, rx(90 deg) { joint b : revolute(z); mass 1.1 kg; com (0, 0.2, 0) m; inertia diag(0.009, 0.002, 0.008) }
frame end on coupler at (0.45, 0, 0) m
frame lug on rocker at (0, 0.4, 0) m
loop pin : revolute(z) from end to lug
pose home { a = 1; c = -0.9; b = -0.2 }
RIG
accelerations() { echo '0.3 2 3' | "$RIGIDC" eval -f rnea "$@" 2>/dev/null; }
kept() { "$RIGIDC" info --search=none "$@" 2>/dev/null | sed -n "s/^pin *revolute *coupler *rocker *//p"; }
is 'rows that a tilt leaves' 'fx fy; fz nx ny hold by themselves' "$(kept "$SCRATCH/tilted.rig" -D tilt=3.7e-6 -D rise=2e-6)"
is 'as without it' "$(kept "$SCRATCH/tilted.rig")" "$(kept "$SCRATCH/tilted.rig" -D tilt=3.7e-6)"
is 'mobility' 1 "$(mobility "$SCRATCH/tilted.rig" -D tilt=3.7e-6 -D rise=2e-6)"
is 'a tilt of 1e-3 rad is none of rounding' 'loop-open ' "$(says "$SCRATCH/tilted.rig" -D tilt=1e-3)"
ok 'and the message says what takes it as that' sh -c '"$1" check "$2" -D tilt=1e-3 2>&1 | grep -q "help: .*--closure=1e-[23] .*--snap-angles.*slot"' sh "$RIGIDC" "$SCRATCH/tilted.rig"
is 'which is so' 1 "$(mobility "$SCRATCH/tilted.rig" -D tilt=1e-3 --closure=5e-3)"

# The same in closed form.
sed 's/^loop.*/& { solve c, b at home }/' "$SCRATCH/tilted.rig" >"$SCRATCH/closed.rig"
near 'in closed form' "$(accelerations "$SCRATCH/closed.rig")" "$(accelerations "$SCRATCH/closed.rig" -D tilt=3.7e-6 -D rise=2e-6)"
is 'with a note' 'loop-rounded ' "$(says "$SCRATCH/closed.rig" -D tilt=3.7e-6 -D rise=2e-6)"
is 'none without rounding' '' "$(says "$SCRATCH/closed.rig")"
is 'refused beyond it' 'closed-form ' "$(says "$SCRATCH/closed.rig" -D tilt=1e-3)"

# Bennett's linkage with the six digits of a file: sin(alpha)/a is the same of both links.
cat >"$SCRATCH/bennett.rig" <<'RIG'
model bennett
body a on world { joint a : revolute(z); mass 1 kg; com (0.1, 0, 0) m; inertia diag(0.01, 0.011, 0.012) }
body b on a at (0.3, 0, 0) m, rx(0.6 rad) { joint b : revolute(z); mass 1 kg; com (0.1, 0, 0) m; inertia diag(0.01, 0.011, 0.012) }
body c on b at (0.4, 0, 0) m, rx(0.852392 rad) { joint c : revolute(z); mass 1 kg; com (0.1, 0, 0) m; inertia diag(0.01, 0.011, 0.012) }
frame end on c at (0.3, 0, 0) m, rx(0.6 rad)
frame lug on world at (-0.4, 0, 0) m, rx(-0.852392 rad)
loop pin : revolute(z) from end to lug
pose start { a = 0.7; b = 3.003437; c = 5.583185 }
RIG
is "Bennett's linkage of six digits moves" 1 "$(mobility "$SCRATCH/bennett.rig")"

# Two feet on anchors: a chain on the ground by both ends, whose frames are rounded.
cat >"$SCRATCH/feet.rig" <<'RIG'
model feet
body hip on world { joint root : free; mass 10 kg; inertia diag(0.1, 0.1, 0.1) }
part leg {
  body thigh on root { joint hip : revolute(y); mass 2 kg; com (0, 0, -0.2) m; inertia diag(0.02, 0.02, 0.002) }
  body shank on thigh at (0, 0, -0.4) m { joint knee : revolute(y); mass 1 kg; com (0, 0, -0.2) m; inertia diag(0.02, 0.02, 0.002) }
  frame foot on shank at (0, 0, -0.4) m
}
use leg as L on hip at (0, 0.1, 0) m
use leg as R on hip at (0, -0.1, 0) m
const e = 0
frame left on world at (0.1, 0.1 + e, -0.75) m
frame right on world at (-0.1, -0.1, -0.75) m
loop l : fixed from left to L.foot
loop r : fixed from right to R.foot
pose stand { root = (0, 0, 0, 0, 0, 0, 1); L.hip = -0.5; L.knee = 0.7; R.hip = 0.3; R.knee = 0.4 }
RIG
is 'two feet' "$(mobility "$SCRATCH/feet.rig")" "$(mobility "$SCRATCH/feet.rig" -D e=3e-6)"

# A pose within the tolerance is as it is written.
sed 's/^pose.*/pose home { a = 1; c = -0.9; b = -0.2 }/' "$SCRATCH/tilted.rig" >"$SCRATCH/pose.rig"
found=$("$RIGIDC" assemble "$SCRATCH/pose.rig" --pose=home --fix a 2>/dev/null)
set -- $found
written=$(printf '%.5f %.5f %.5f' "$1" "$2" "$3")
set -- $written
sed "s/^pose.*/pose home { a = $1; c = $2; b = $3 }/" "$SCRATCH/tilted.rig" >"$SCRATCH/pose.rig"
is 'no note' 'loop-redundant ' "$(says "$SCRATCH/pose.rig")"
near 'q of the pose' "$written" "$(start "$SCRATCH/pose.rig")"
is 'a narrow tolerance closes it' 'loop-redundant pose-assembled ' "$(says "$SCRATCH/pose.rig" --closure=1e-12)"

# A small loop far from the origin of the world is not of rounded numbers.
cat >"$SCRATCH/far.rig" <<'RIG'
model far
const away = 100
body base on world at (away, 0, 0) m { joint base : prismatic(x); mass 1 kg }
body crank on base at rx(90 deg) { joint a : revolute(z); mass 0.7 kg; inertia diag(1, 1, 1) kg mm^2 }
body coupler on crank at (2, 0, 0) mm { joint c : revolute(z); mass 0.9 kg; inertia diag(1, 1, 1) kg mm^2 }
body rocker on base at (5, 0, 0) mm, rx(90 deg) { joint b : revolute(z); mass 1.1 kg; inertia diag(1, 1, 1) kg mm^2 }
frame end on coupler at (4.5, 0, 0) mm
frame lug on rocker at (0, 4, 0) mm
loop pin : revolute(z) from end to lug
pose home { a = 1; c = -0.9; b = -0.2 }
RIG
for x in 0 100; do
	is "a small loop at $x m: the mobility" 2 "$(mobility "$SCRATCH/far.rig" -D "away=$x")"
	is 'and its pose is assembled' 'loop-redundant pose-moved ' "$(says "$SCRATCH/far.rig" -D "away=$x" | sed 's/far-body //')"
done

# Loops that cannot be closed: functions of the open tree have values, the others do not.
cat >"$SCRATCH/open.rig" <<'RIG'
model open
body a on world { joint a : revolute(y); mass 1 kg; com (0, 0, -0.1) m; inertia diag(3, 3, 1) g m^2; frame tip at (0, 0, -0.2) m }
body b on world at (0.9, 0, 0) m { joint b : revolute(y); mass 1 kg; com (0, 0, -0.1) m; inertia diag(3, 3, 1) g m^2; frame lug at (0, 0, -0.2) m }
loop rod : revolute(y) from tip to lug
RIG
exits 'an open loop' 1 "$RIGIDC" check "$SCRATCH/open.rig"
exits 'rnea' 0 "$RIGIDC" check -f rnea "$SCRATCH/open.rig"
exits 'fd' 1 "$RIGIDC" check -f fd "$SCRATCH/open.rig"
exits 'warnings as errors' 1 "$RIGIDC" check -W error -f rnea "$SCRATCH/open.rig"
exits 'this warning as an error' 1 "$RIGIDC" check -W error=loop-open -f rnea "$SCRATCH/open.rig"
exits 'another one as an error' 0 "$RIGIDC" check -W error=pose-moved -f rnea "$SCRATCH/open.rig"
near 'torques of the open tree' '0.981 0' "$(echo '1.5707963267948966 0  0 0  0 0' | "$RIGIDC" eval -f rnea "$SCRATCH/open.rig" 2>/dev/null)"
ok 'a warning tells' sh -c 'echo "0 0" | "$1" eval -f gravity "$2" 2>&1 | grep -q "warning: .rod. cannot be closed: .* remain \[loop-open\]"' sh "$RIGIDC" "$SCRATCH/open.rig"
sed 's/0.9, 0, 0/0.3, 0, 0/' "$SCRATCH/open.rig" >"$SCRATCH/posed.rig"
echo 'pose away { hold a = 1.5; hold b = -1.5 }' >>"$SCRATCH/posed.rig"
echo 'pose off { hold a = 1.2; hold b = -1.5 }' >>"$SCRATCH/posed.rig"
is 'each pose that cannot be closed is an error of fd' '2 errors' "$("$RIGIDC" check -f fd "$SCRATCH/posed.rig" 2>&1 | tail -1)"
exits 'a pose that cannot be closed' 0 "$RIGIDC" check -f crba "$SCRATCH/posed.rig"
finish
