#!/bin/sh
# Motion with closed loops and contacts: published states of Andrews' squeezer, an energy balance, first states, dead points, feet.
. tests/tap.sh
. tests/cli/rows.sh

# sim MODEL ARGUMENTS...: its rows, and what it says in $SCRATCH/err
sim() { "$RIGIDC" sim "$@" -W no-loop-redundant >"$SCRATCH/rows" 2>"$SCRATCH/err"; }

# below NAME LIMIT: the number behind NAME in what it says
below() {
	sed -n "s/.*$1 \(-*[0-9.e+-]*\).*/\1/p" "$SCRATCH/err" | awk -v limit="$2" '{ print; if ($1 < 0) $1 = -$1 } END { exit !(NR == 1 && $1 <= limit) }'
}

# The Test Set for IVP Solvers has the state at 0.03 s.
squeezer='beta=-0.0617138900142764496, theta=0, gamma=0.455279819163070380, delta=0.487364979543842550, phi=0.222668390165885885, epsilon=1.23054744454982119, omega=-0.222668390165885885'
for method in arkode cvode; do
	sim examples/loops/squeezer.rig --time 0.03 --dt 0.03 --tau 'beta = 0.033 N m' --q "$squeezer" --method=$method
	near "beta of the squeezer at 0.03 s by $method" 15.8107711952 "$(last 2)" 5e-9
	near "theta at 0.03 s by $method" -15.7563710584 "$(last 3)" 5e-9
	ok "loops stay closed by $method" below 'largest closure' 1e-12
	ok "so do their velocities by $method" below 'largest |J qd|' 1e-11
	ok "energy by $method" below 'the rest,' 2e-9
done

sim examples/loops/slider_crank.rig --q 'crank = 30 deg' --qd 'crank = 10 rad/s' --time 1 --dt 0.5
ok 'a crank and piston' test -s "$SCRATCH/rows"
is 'what is given at first stays' '0.523598775598 10' "$(awk -F, 'NR == 2 { printf "%.12g %.12g", $2, $5 }' "$SCRATCH/rows")"
ok 'what closes the loop is said' grep -q 'at first coordinates close the loops: rod = -0.678058, piston = 0.163093' "$SCRATCH/err"
# begins OPTION...: q and qd of the cranks of the five-bar in the first row
begins() {
	"$RIGIDC" sim examples/loops/fivebar.rig --time 0.01 --dt 0.01 "$@" 2>/dev/null |
	    awk -F, 'function seen(name) { x = $at[name]; return sprintf(" %.6g", x * x < 1e-24 ? 0 : x) }
	    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	    NR == 2 { print seen("q.left") seen("q.right") seen("qd.left") seen("qd.right") }'
}
is 'a zero by its name stays too' ' 2.26893 0 4 0' "$(begins --q 'left = 130 deg, right = 0 deg' --qd 'left = 4 rad/s, right = 0')"
is 'in linearize too' 0 "$("$RIGIDC" linearize examples/loops/fivebar.rig --q 'left = 130 deg, right = 0 deg' 2>/dev/null | sed -n 's/^  "q": \[[^,]*, [^,]*, \([^,]*\),.*/\1/p')"
ok 'what keeps it closed is said' grep -q "at first velocities hold 'loops': rod = -12.6968, piston = -0.253936" "$SCRATCH/err"
near 'height of the piston' "$(awk -F, 'END { s = 0.04 * sin($2); printf "%.17g", 0.04 * cos($2) + sqrt(0.0169 - s * s) }' "$SCRATCH/rows")" "$(last 4)" 1e-12
ok 'its energy' below 'the rest,' 1e-9
ok 'its loop' below 'largest closure' 1e-12
ok 'its velocities' below 'largest |J qd|' 1e-12

for method in arkode cvode; do
	sim examples/loops/fivebar.rig --pose middle --qd 'left = 4 rad/s' --time 10 --dt 0.01 --method=$method
	ok "a five-bar for 10 s by $method: closed" below 'largest closure' 1e-12
	ok "a five-bar for 10 s by $method: velocities" below 'largest |J qd|' 1e-12
	ok "a five-bar for 10 s by $method: energy" below 'the rest,' "$([ $method = arkode ] && echo 1.9e-11 || echo 1e-9)" # of 0.019 J
done

# A parallelogram lies flat after 0.15 s, where J loses a rank.
for method in arkode cvode; do
	sim examples/loops/fourbar.rig --pose up --time 0.3 --dt 0.1 --method=$method
	is "$method: a dead point ends a motion with exit code" 1 "$?"
	ok "$method: it is named" grep -q 'stopped at 0.1[0-9]* s at a dead point' "$SCRATCH/err"
done
sim examples/loops/fourbar.rig --pose up --time 0.3 --dt 0.1 --method=rk4
is 'steps of equal length pass it' 0 "$?"
ok 'with the energy' below 'the rest,' 1e-8
# A step or a half of one ends at the dead point, or next to it: without gravity the motor is at 0 after a whole number of steps.
for start in '-0.005 5' '-0.0025 5' '-0.01 5' '-0.01 2' '-0.001 2' '-0.0500001 10' '-0.123 5'; do
	sim examples/loops/fourbar.rig --q "motor = ${start% *}" --qd "motor = ${start#* }" --gravity='(0, 0, 0)' --time 0.5 --dt 0.5 --method=rk4
	is "steps of equal length pass it, from $start" 0 "$?"
	ok "from $start: with the energy" below 'the rest,' 1e-8
	ok "from $start: closed" below 'largest closure' 1e-12
done
for method in arkode cvode rk4; do
	sim examples/loops/fourbar.rig --q 'motor = 0' --time 0.3 --dt 0.1 --method=$method
	is "$method: no motion begins at a dead point" 1 "$?"
	ok "$method: that is said" grep -q 'stopped at [0-9.e-]* s at a dead point, where rows depend on each other' "$SCRATCH/err"
done
ok 'without advice' sh -c '! grep -q "steps over it" "$1"' sh "$SCRATCH/err"

# Branches on which other rows of a universal loop depend on others: at the crank in line with the rod, and elsewhere.
cat >"$SCRATCH/branches.rig" <<'END'
model branches
body crank on world { joint crank : revolute(y); mass 1 kg; com (0.1, 0, 0); inertia diag(1, 1, 1); frame e at (0.2, 0, 0) }
body slide on world { joint slide : prismatic(x); mass 0.5 kg }
body rod on slide { joint rod : universal; mass 0.5 kg; com (-0.2, 0, 0); inertia diag(0.1, 0.1, 0.1); frame end at (-0.5, 0, 0) }
loop pin : universal from e to end
pose start { hold crank = 0.3; slide = 0.6; rod = (0, -0.118) }
END
sim "$SCRATCH/branches.rig" --pose start --time 0.1 --dt 0.1 -W no-pose-assembled -W no-loop-redundant
is 'a loop with a row too many on every branch' 0 "$?"

# Quadruped on four feet, knees held by springs.
stand='base.z=0.3, FL_HFE=0.8, FL_KFE=-1.6, FR_HFE=0.8, FR_KFE=-1.6, HL_HFE=-0.8, HL_KFE=1.6, HR_HFE=-0.8, HR_KFE=1.6'
for joint in FL FR HL HR; do
	knee=-1.6
	case $joint in H*) knee=1.6 ;; esac
	set -- "$@" --tau "${joint}_KFE = 20 N m * ($knee - ${joint}_KFE) - ${joint}_KFEd * 0.3 N m s"
done
sim examples/solo12.rig --phase stand --q "$stand" --time 10 --dt 5 "$@"
is 'a robot on its feet' 0 "$?"
ok 'its feet rest' below 'largest |J qd|' 1e-12
ok 'its energy' below 'the rest,' 1e-9
ok 'columns of lambda' sh -c 'head -n 1 "$1" | grep -q ",tau.HR_KFE,lambda.FL.fx,.*,lambda.HR.fz,kinetic,"' sh "$SCRATCH/rows"
sim examples/solo12.rig --phase stnd --time 1 --dt 1
is 'a phase that the model does not have' 1 "$?"
ok 'it is named, with the nearest one' sh -c 'grep -q -e "--phase:1:1: error: the model has no phase or contact .stnd." "$0" && grep -q "did you mean .stand." "$0"' "$SCRATCH/err"
finish
