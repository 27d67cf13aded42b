#!/bin/sh
# All of this example, from the root of the project:
#
#   examples/double_pendulum/run.sh [FOLDER]     for what is made, build/double_pendulum if it is not named
set -eu
here=examples/double_pendulum out=${1:-build/double_pendulum}
PATH=$(cd "$(dirname "${RIGIDC:-build/rigidc}")" && pwd):$PATH
mkdir -p "$out"

# --- the terms: the model with a force at its tip, and with bars that differ, where no m1 can stand for an m2 ---

header() {
	echo 'wrench push on tip in world' | cat examples/double_pendulum.rig - |
	    rigidc compile - -f crba,coriolis,gravity,rnea,fd "$@"
}
header -o "$out/double_pendulum.h"
header -o "$out/uneven.h" --prefix=uneven -D m1=1.3kg -D m2=0.7kg -D l1=0.9m -D l2=1.2m
cc -O2 -Wall -Wextra -I"$out" $here/terms.c -lm -o "$out/terms"
"$out/terms"

# --- the motion: by rigidc, and by the notebook's method with its step and with a tenth of it ---

rigidc sim examples/double_pendulum.rig --time 10 --dt 0.01 --step 1e-4 --q '(30 deg, 30 deg)' \
    --qd '(0.5 rev/s, -1.5 rev/s)' >"$out/sim.csv" 2>/dev/null
cc -O2 -Wall -Wextra $here/euler.c -lm -o "$out/euler"
"$out/euler" 1e-4 10 100 >"$out/euler.csv"
"$out/euler" 1e-5 10 100 >"$out/euler_tenth.csv"

# theta2 = q1 + q2, and what the energy has gained
paste -d , "$out/sim.csv" "$out/euler.csv" "$out/euler_tenth.csv" | awk -F , '
	NR == 1 { print "        theta2 [rad]                   energy gained [J]"
	          print "time   rigidc    Euler  a tenth     rigidc    Euler  a tenth" }
	NR == 2 { for (i = 0; i < 3; i++) first[i] = $(9 * i + 8) + $(9 * i + 9) }
	NR > 1 && (NR - 2) % 100 == 0 {
		for (i = 0; i < 3; i++) { angle[i] = $(9 * i + 2) + $(9 * i + 3); gain[i] = $(9 * i + 8) + $(9 * i + 9) - first[i]
			if (gain[i] ^ 2 < 1e-10) gain[i] = 0 } # no -0.0000
		printf "%2d s %8.4f %8.4f %8.4f   %8.4f %8.4f %8.4f\n", $1, angle[0], angle[1], angle[2], gain[0], gain[1], gain[2] }'

awk -F , -f $here/strobe.awk "$out/sim.csv" >"$out/strobe.svg"
if command -v gnuplot >/dev/null; then
	cd "$out"
	rigidc plot sim.csv euler.csv --columns='q.*' -o angles.svg
	rigidc plot sim.csv --columns=q.q1:qd.q1 -o phase1.svg
	rigidc plot sim.csv --columns=q.q2:qd.q2 -o phase2.svg
	rigidc plot sim.csv --columns=kinetic,potential -o energy.svg
fi
