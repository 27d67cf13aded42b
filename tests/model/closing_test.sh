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
is 'a pose is where closing begins' 'pose-assembled ' "$(says "$SCRATCH/near.rig")"

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
# Bars may cross, and then nothing moves.
is 'without a pose bars may cross' 'loop-redundant loop-rigid ' "$(says "$SCRATCH/bars.rig")"
ok 'which a pose settles, as the help says' sh -c '"$RIGIDC" check "$1" 2>&1 | grep "help: .* a pose says"' sh "$SCRATCH/bars.rig"
finish
