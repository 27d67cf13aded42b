#!/bin/sh
# All of this example, from the root of the project:
#
#   examples/gait/run.sh [FOLDER]     for what is made, build/gait if it is not named
set -eu
here=examples/gait out=${1:-build/gait}
PATH=$(cd "$(dirname "${RIGIDC:-build/rigidc}")" && pwd):$PATH
mkdir -p "$out"

# --- a walk in three dimensions; figures.h has the model's masses and lengths, as defaults of parameters ---

rigidc compile $here/gait.rig -o "$out/gait.h"
rigidc compile $here/gait.rig -f com --parametrize=inertial,geometry --prefix=figures -o "$out/figures.h"
cc -O2 -Wall -Wextra -I"$out" $here/gait.c -lm -o "$out/gait"
"$out/gait"

# --- the same step through the command, by names of columns; and a picture of it ---

"$out/gait" --rows >"$out/walk.csv"
rigidc eval $here/gait.rig -f reaction --keep=columns <"$out/walk.csv" >"$out/loads.csv"
rigidc eval $here/gait.rig -f 'leg=fk:thigh+fk:shank+fk:foot+fk:heel+fk:toe' --keep=columns <"$out/walk.csv" >"$out/leg.csv"
awk -F , -f $here/sticks.awk "$out/leg.csv" >"$out/sticks.svg"
if command -v gnuplot >/dev/null; then
	rigidc plot "$out/loads.csv" --columns='w.ankle.n*,w.knee.n*' -o "$out/moments.svg"
	"$out/gait" --strides 12 >"$out/strides.csv"
	rigidc eval $here/gait.rig -f reaction --header <"$out/strides.csv" | paste -d , "$out/strides.csv" - |
		rigidc plot - --cycle='f_ext.ground.fy > 20' --columns='w.ankle.nz,w.knee.nz,f_ext.ground.fy' -o "$out/strides.svg"
fi

# --- measured motion in a plane, where the true moments are known ---

echo
echo "the runner, from positions alone: moments off by [N m rms]"
echo "                hip   knee  ankle"
for filter in '' --filter=6 --filter=15 --filter=30; do
	$here/runner.sh --keep=columns $filter | awk -F , -v filter="${filter:-no filter}" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 {
			hip += ($at["tau.hip.theta"] - $at["M_hip"]) ^ 2
			knee += ($at["tau.knee"] - $at["M_knee"]) ^ 2
			ankle += ($at["tau.ankle"] - $at["M_ankle"]) ^ 2
		}
		function rms(sum) { return sqrt(sum / (NR - 1)) }
		END { printf "%-12s %6.1f %6.1f %6.1f\n", filter, rms(hip), rms(knee), rms(ankle) }'
done
