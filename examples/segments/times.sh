#!/bin/sh
# How long chains take to compile, from the root of the project: n, operations of `reaction` as it is searched for by default, seconds
# of `rigidc compile` without a search and with it, of `cc -O2` and bytes of its code.
#
#   examples/segments/times.sh [FOLDER]     for what is made, build/segments if it is not named
set -eu
here=examples/segments out=${1:-build/segments}
PATH=$(dirname "${RIGIDC:-build/rigidc}"):$PATH
mkdir -p "$out"

# seconds COMMAND...: how long it takes
seconds() {
	start=$(date +%s.%N)
	"$@" >/dev/null
	echo "$start $(date +%s.%N)" | awk '{ printf "%.2f", $2 - $1 }'
}

echo '| n | mul | add | no search | search | cc -O2 | code |'
echo '|---|---|---|---|---|---|---|'
for n in 2 3 5 10 20 50; do
	awk -v n=$n -f $here/chain.awk >"$out/chain.rig"
	plain=$(seconds rigidc compile "$out/chain.rig" --search=none -o "$out/plain.h")
	quick=$(seconds rigidc compile "$out/chain.rig" -o "$out/chain.c")
	built=$(seconds cc -O2 -c "$out/chain.c" -o "$out/chain.o")
	cost=$(sed -n 's/.*Cost: \([0-9]*\) mul, \([0-9]*\) add.*/\1 | \2/p' "$out/chain.h" | head -n 1)
	echo "| $n | $cost | $plain s | $quick s | $built s | $(size "$out/chain.o" | awk 'NR == 2 { print $1 }') |"
done
