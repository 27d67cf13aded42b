#!/bin/sh
# Loops that cannot be, that take all motion, or that are many: an error or a note by name, in bounded time and memory.
. tests/tap.sh

many=$(by_level 20 60 200)
watched=false # by a sanitizer, which maps more than that
! grep -q __asan_init "$RIGIDC" || watched=true

# said COMMAND...: the names of errors and warnings of a command within 120 s and 2 GB of memory
said() {
	(
		ulimit -t "${RIGIDC_TIMEOUT:-120}"
		$watched || ulimit -v 2000000
		"$RIGIDC" "$@" 2>&1 >/dev/null
	) | sed -n 's/.*\(error\|warning\): .*\[\([a-z-]*\)\]$/\2/p' | sort -u | xargs
}

# model NAME: from standard input
model() { cat >"$SCRATCH/$1.rig"; }

model ends <<'RIG'
model ends
body bar on world { joint hinge : revolute(y); mass 1 kg; inertia diag(1, 1, 1) }
body plate on bar at (0, 0, 1) { joint : fixed }
frame here on world at (1, 0, 0)
frame there on world at (0, 1, 0)
loop at_rest : spherical from here to there
loop alone : distance(1 m) from bar to bar
loop merged : revolute(y) from bar to plate
loop held : fixed from world to here
RIG
is 'ends on one body, merged bodies, or the world' 'loop-kind' "$(said check "$SCRATCH/ends.rig")"
is 'each of them is told' 4 "$("$RIGIDC" check "$SCRATCH/ends.rig" 2>&1 | grep -c 'loop-kind')"

model rigid <<'RIG'
model rigid
body one on world { joint a : revolute(y); mass 1 kg; com (0.1, 0, 0.2) m; inertia diag(1, 1, 1) }
body two on one at (0, 0, 1) { joint b : revolute(y); mass 1 kg; com (0.1, 0, 0.2) m; inertia diag(1, 1, 1); frame tip at (0, 0, 1) }
frame peg on world at (1.2, 0, 0.8)
loop pin : revolute(y) from peg to tip
RIG
is 'a linkage without motion' 'loop-rigid' "$(said check "$SCRATCH/rigid.rig")"
is 'has accelerations, which are 0 at rest' '0 0' "$("$RIGIDC" assemble "$SCRATCH/rigid.rig" 2>/dev/null |
	sed 's/$/ 0 0 1 2/' | "$RIGIDC" eval "$SCRATCH/rigid.rig" -f fd 2>/dev/null |
	awk '{ print ($1 * $1 < 1e-18 ? 0 : $1), ($2 * $2 < 1e-18 ? 0 : $2) }')"

cat "$SCRATCH/rigid.rig" - >"$SCRATCH/twice.rig" <<'RIG'
loop again : revolute(y) from tip to peg
loop once_more : fixed from tip to peg
RIG
is 'a loop twice, and one that does not close with it' 'loop-open' "$(said check "$SCRATCH/twice.rig")"

# The rod of a pendulum on two balls has no mass.
model massless <<'RIG'
model massless
body rod on world at (0, 0, 1) m { joint top : universal; frame end at (0, 0, -1) m }
body bob on world { joint float : free; mass 1 kg; inertia diag(1, 1, 1) g m^2 }
loop ball : spherical from end to bob
generate fd
RIG
is 'bodies without mass' '' "$(said check "$SCRATCH/massless.rig")"
is 'which a bob moves as a pendulum' -2.899 "$(echo '0.3 0 0 0.29552020666133955 0.044663510874394 0 0 0 1  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0' |
	"$RIGIDC" eval "$SCRATCH/massless.rig" -f fd 2>/dev/null | awk '{ printf "%.3f\n", $1 }')"

# Closed at dead points alone: the row is 0 there, or parallel to another one, and holds all the same.
link='mass 1 kg; inertia diag(0.1, 0.1, 0.1); frame'
{
	echo 'model straight'
	echo "body one on world { joint a : revolute(y); $link next at (1, 0, 0) }"
	echo "body two on next { joint b : revolute(y); $link end at (1, 0, 0) }"
	echo 'frame peg on world at (2, 0, 0)'
	echo 'loop pin : revolute(y) from end to peg'
} >"$SCRATCH/straight.rig"
is 'two bars as long as their pins are apart' 'loop-singular' "$(said check "$SCRATCH/straight.rig")"
{
	echo 'model taut'
	echo 'frame e0 on world'
	for k in $(seq 20); do
		echo "body link$k on e$((k - 1)) { joint a$k : universal; $link e$k at (0.2, 0, 0) }"
	done
	for k in $(seq 9); do
		echo "loop rope$k : distance((20 - 2 * $k) * 0.2 m) from e$k to e$((20 - k))"
	done
	echo 'pose drawn { a1 = (0, 0) }'
} >"$SCRATCH/taut.rig"
is 'ropes as long as the chain between their ends' 'loop-singular' "$(said check "$SCRATCH/taut.rig")"
is 'of which none is dropped' 0 "$("$RIGIDC" check "$SCRATCH/taut.rig" 2>&1 | grep -c 'loop-redundant')"

# A chain in space with ropes to its pegs, closed as it is drawn; bodies that loops weld together.
balls=$(by_level 100 100 200)
{
	echo 'model hung'
	echo 'frame e0 on world'
	for k in $(seq "$balls"); do
		echo "body link$k on e$((k - 1)) { joint a$k : spherical; $link e$k at (0.2, 0, 0) }"
		[ $((k % 2)) = 1 ] || echo "frame peg$k on world at (0.2 * $k, 0, 0.3); loop rope$k : distance(0.3 m) from peg$k to e$k"
	done
} >"$SCRATCH/hung.rig"
is "a chain of $balls balls with a rope at every second link" '' "$(said check "$SCRATCH/hung.rig" -W no-far-body)"
{
	echo 'model welded'
	echo "body link0 on world { joint a0 : free; $link e0 at (0.2, 0, 0) }"
	for k in $(seq $((many / 4))); do
		echo "body link$k on world at (0.2 * $k, 0, 0) { joint a$k : free; $link e$k at (0.2, 0, 0) }"
		echo "loop weld$k : fixed from e$((k - 1)) to link$k"
	done
} >"$SCRATCH/welded.rig"
is "$((many / 4)) bodies that loops weld to a bar" '' "$(said check "$SCRATCH/welded.rig" -W no-far-body)"
is 'has six motions left' 6 "$("$RIGIDC" info "$SCRATCH/welded.rig" -W no-far-body --search=none 2>/dev/null | sed -n 's/^mobility \([0-9]*\).*/\1/p')"

# A row of four-bars, each of which shares a bar with the next; and loops around loops.
{
	echo 'model row'
	bar='mass 1 kg; com (0, 0, 0.5); inertia diag(0.1, 0.1, 0.01); frame'
	echo "body bar0 on world { joint a0 : revolute(y); $bar top0 at (0, 0, 1) }"
	for k in $(seq "$many"); do
		echo "body bar$k on world at ($k, 0, 0) { joint a$k : revolute(y); $bar top$k at (0, 0, 1) }"
		echo "body rod$k on top$((k - 1)) { joint b$k : revolute(y); $bar end$k at (1, 0, 0) }"
		echo "loop pin$k : revolute(y) from end$k to top$k"
	done
} >"$SCRATCH/row.rig"
is "$many loops in a row" '' "$(said check "$SCRATCH/row.rig" -W no-far-body)"
is 'and their forward dynamics' '' "$(said compile "$SCRATCH/row.rig" -W no-far-body $(long || echo --search=none) -f fd -o "$SCRATCH/row.h")"
ok 'which is written' grep -q row_fd "$SCRATCH/row.h"
{
	cat "$SCRATCH/row.rig"
	echo 'loop around : distance(0.5 m) from top0 to end2'
	echo "frame far on world at ($many, 0, 5)"
	echo 'loop away : distance(1 m) from far to top0'
} >"$SCRATCH/out_of_reach.rig"
is 'loops around loops that cannot be closed' 'loop-open' "$(said check "$SCRATCH/out_of_reach.rig" -W no-far-body)"
finish
