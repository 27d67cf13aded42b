#!/bin/sh
# All of this example, from the root of the project:
#
#   examples/segments/run.sh [FOLDER [SEED]]     for what is made, build/segments if it is not named; of the random states
set -eu
here=examples/segments out=${1:-build/segments} seed=${2:-1}
PATH=$(dirname "${RIGIDC:-build/rigidc}"):$PATH
mkdir -p "$out"
cc -O2 -Wall -Wextra $here/segments.c -lm -o "$out/segments"

echo "segments  unknowns    mul    add  reaction and the system of the notebook, 5 states, seed $seed"
for n in 2 3 5 10 20 50; do
	awk -v n=$n -f $here/chain.awk >"$out/chain$n.rig"
	awk -v n=$n -v figures=1 -f $here/chain.awk >"$out/chain$n.txt"
	"$out/segments" "$out/chain$n.txt" "$seed" states | rigidc eval "$out/chain$n.rig" -f reaction >"$out/loads$n.txt"
	equal=$("$out/segments" "$out/chain$n.txt" "$seed" <"$out/loads$n.txt") || { echo "$n segments: $equal"; exit 1; }
	rigidc info "$out/chain$n.rig" --search=none | awk -v n=$n -v equal="$equal" '
		$1 == "reaction" { printf "%8d  %8d %6d %6d  %s\n", n, 6 * n, $2, $3, equal }'
done
