#!/bin/sh
# Loops are closed before their rows are counted: from random postures, from poses, and with the default values of parameters.
. tests/tap.sh

# says FILE OPTION...: the names of the diagnostics of `check`, in order
says() {
	"$RIGIDC" check "$@" 2>&1 | sed -n 's/.*\[\([a-z-]*\)\]$/\1/p' | sort -u | tr '\n' ' '
}

# A cart that has to go far.
cat >"$SCRATCH/far.rig" <<'RIG'
model far
body cart on world { joint rail : prismatic(x); mass 1 kg }
body arm on cart { joint hinge : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
frame gate on world at (50, 0, 0.1) m
frame tip on arm at (0.2, 0, 0) m
loop stop : face(x) from gate to tip
RIG
cp "$SCRATCH/far.rig" "$SCRATCH/near.rig"
echo 'pose there { rail = 49 m }' >>"$SCRATCH/near.rig"
is 'a loop that is far away' '' "$(says "$SCRATCH/far.rig")"
is 'a pose is where closing begins' 'pose-moved ' "$(says "$SCRATCH/near.rig")"

# A second bar of a parallelogram moves along with the first only while lengths are equal.
cat >"$SCRATCH/bars.rig" <<'RIG'
model bars
body left on world { joint a : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body top on left at (0, 0, 1) { joint b : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body right on world at (1, 0, 0) { joint c : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body middle on world at (0.5, 0, 0) { joint d : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
frame end on top at (1, 0, 0)
frame half on top at (0.5, 0, 0)
frame right_end on right at (0, 0, 1)
frame middle_end on middle at (0, 0, 1)
loop pin : spherical from right_end to end
loop second : spherical from middle_end to half
RIG
cp "$SCRATCH/bars.rig" "$SCRATCH/leaning.rig"
echo 'pose leaning { a = 0.3; b = -0.3; c = 0.3; d = 0.3 }' >>"$SCRATCH/leaning.rig"
is 'rows of a parallelogram' 'loop-redundant ' "$(says "$SCRATCH/leaning.rig")"
is 'with lengths as parameters too' 'loop-redundant ' "$(says "$SCRATCH/leaning.rig" --parametrize=geometry)"
is 'as it is drawn it is closed, which is like a pose' 'loop-redundant ' "$(says "$SCRATCH/bars.rig")"
# Bars may cross, and then nothing moves.
sed 's/^body left on world/& at rpy(0, 0.1, 0)/' "$SCRATCH/bars.rig" >"$SCRATCH/crossing.rig"
is 'without a pose bars may cross' 'loop-redundant loop-rigid ' "$(says "$SCRATCH/crossing.rig")"
ok 'which a pose settles, as the help says' sh -c '"$RIGIDC" check "$1" 2>&1 | grep "help: .* a pose says"' sh "$SCRATCH/crossing.rig"

# A planar linkage that lies askew: rows across its plane are rounding errors. With its lengths as parameters it need not be planar.
cat >"$SCRATCH/askew.rig" <<'RIG'
model askew
frame plate on world at (0.1, 0.2, 0.3), rpy(0.3, 0.4, 0.5)
body crank on plate { joint a : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body rod on crank at (0, 0.1, 0.5) { joint b : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body rocker on plate at (0.7, 0.1, 0.2) { joint c : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
frame end on rod at (0.9, 0.2, 0)
frame lug on rocker at (0, 0.2, 0.8)
loop pin : revolute(y) from end to lug
RIG
holding() { "$RIGIDC" check "$@" 2>&1 | sed -n 's/.*note: \(.*\) \[loop-redundant\]/\1/p'; }
held="3 of the 5 rows of 'pin' hold by themselves, fy nx nz: their forces are 0 here"
is 'a planar linkage that lies askew' "$held" "$(holding "$SCRATCH/askew.rig")"
is 'with its lengths as parameters' "$held" "$(holding "$SCRATCH/askew.rig" --parametrize=geometry)"

# A gimbal whose axes meet in a point, where rounding errors alone move. With its lengths as parameters they need not meet.
cat >"$SCRATCH/gimbal.rig" <<'RIG'
model gimbal
body ring on world at (0.1, 0.2, 0.3), rpy(0.3, 0.4, 0.5) { joint a : revolute(z); mass 1 kg; inertia diag(1, 1, 1) }
body rotor on ring at (0.3, 0.1, 0) { joint b : revolute((-0.3, -0.1, 0.6)); mass 1 kg; inertia diag(1, 1, 1) }
frame middle on rotor at (-0.3, -0.1, 0.6)
frame eye on world at (0.1, 0.2, 0.3), rpy(0.3, 0.4, 0.5), (0, 0, 0.6)
loop joint1 : universal from eye to middle
RIG
held="3 of the 4 rows of 'joint1' hold by themselves, fx fy fz: their forces are 0 here"
is 'axes that meet' "$held" "$(holding "$SCRATCH/gimbal.rig")"
is 'with lengths as parameters' "$held" "$(holding "$SCRATCH/gimbal.rig" --parametrize=geometry)"
is 'and one motion is left' '' "$("$RIGIDC" check "$SCRATCH/gimbal.rig" --parametrize=geometry 2>&1 | grep loop-rigid)"
is 'a solve in another form is a word of loops' "a closed loop has no 'solve' in this form [unknown-property]" \
	"$("$RIGIDC" check tests/model/wrong/closed-form-of-a-number.rig 2>&1 | sed -n '1s/.*error: //p')"

# A closure that is not a number is not closed, and hides none that is open.
cat >"$SCRATCH/roots.rig" <<'RIG'
model roots
body a on world { joint j : revolute(y); mass 1; com (0, 0, 1); inertia diag(1, 1, 1) }
body b on world { joint k : revolute(y); mass 1; com (0, 0, 1); inertia diag(1, 1, 1) }
body c on world { joint l : revolute(y); mass 1; com (0, 0, 1); inertia diag(1, 1, 1) }
constraint c1 = j - k
constraint c2 = sqrt(l / (1 rad) - 0.5) - 0.1
RIG
cp "$SCRATCH/roots.rig" "$SCRATCH/posed.rig"
echo 'pose p { l = 0.1 }' >>"$SCRATCH/posed.rig"
is 'a pose without a closure is not closed' 'pose-moved ' "$(says "$SCRATCH/posed.rig")"
ok 'as is told' sh -c '"$RIGIDC" check "$1" 2>&1 | grep -q "pose p leaves the loops open by values that are not numbers: .l. moves by 23.5 deg"' sh "$SCRATCH/posed.rig"
open() { echo "$1" | "$RIGIDC" eval "$SCRATCH/roots.rig" -f fk:a 2>&1 >/dev/null | sed 's/^stdin:1: warning: //'; }
is 'q with a closure that is not a number' "q leaves 'c2' open by values that are not numbers" "$(open '0 0 0.1')"
is 'beside an open one' "q leaves 'c2' open by values that are not numbers, and 5.73 deg of 'c1'" "$(open '0.1 0 0.1')"
is 'both are closed' '' "$(open '0.1 0.1 0.51')"
sed 's/sqrt(l/sqrt(-1 - l^2 \/ (1 rad)^2 - l/; s/j - k/j - k - 0.1/' "$SCRATCH/posed.rig" >"$SCRATCH/never.rig"
is 'one that is never a number' \
    "'c2' cannot be closed from pose p: values that are not numbers, and 5.73 deg of 'c1' remain [loop-open]" \
    "$("$RIGIDC" check "$SCRATCH/never.rig" 2>&1 | sed -n '1s/.*error: //p')"
sed 's/constraint c2 = .*/constraint c2 = sqrt(l \/ (1 rad))/; s/l = 0.1/l = 0/' "$SCRATCH/posed.rig" >"$SCRATCH/steep.rig"
is 'a closure without a finite rate' \
    "at every state tried, a number in the rows of 'c2' has no finite square [undefined-value]" \
    "$("$RIGIDC" check "$SCRATCH/steep.rig" 2>&1 | sed -n '1s/.*error: //p')"
finish
