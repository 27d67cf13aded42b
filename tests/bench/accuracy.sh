#!/bin/sh
# accuracy.sh FOLDER MODEL...: errors of minv, of fd_derivatives (dqdd_dq) and of fd, in double and in float, beside fd and the
# textbook's articulated bodies differentiated by dual numbers, and fd by M = L^T D L; each relative to the largest entry, median
# and worst of 1,000 states. A row a model and type. BODIES prints the table of bodies of a model.
set -e
folder=$1
shift
mkdir -p "$folder"

# header NAME FROM TO OPTION...: a header whose numbers of type FROM have type TO
header() {
	name=$1 from=$2 to=$3
	shift 3
	"$RIGIDC" compile "$model" --prefix="$name" "$@" -o "$folder/made.h" 2>/dev/null
	sed "s/\\b$from\\b/$to/g" "$folder/made.h" >"$folder/$name.h"
}

echo '| robot | minv | fd differentiated | ABA differentiated | in world coordinates | dqdd_dq | fd differentiated | ABA differentiated | in world coordinates | fd | fd by L^T D L | ABA |'
echo '|---|---|---|---|---|---|---|---|---|---|---|---|'
for model; do
	"$BODIES" "$model" >"$folder/bodies.h"
	for real in double float; do
		header exact double 'long double' -f minv,fd,fd_derivatives -O0 --sincos=libm
		sed -i 's/\bsin(/sinl(/g; s/\bcos(/cosl(/g' "$folder/exact.h"
		header own $real $real -f minv,fd,fd_derivatives --real=$real --lanes=off
		header factored $real $real -f fd --no-pass=articulate --real=$real --lanes=off
		header dual $real Dual -f fd --sincos=libm --real=$real --lanes=off
		sed -i 's/\bsinf(/sin(/g; s/\bcosf(/cos(/g' "$folder/dual.h"
		c++ -O2 -Wall -DREAL=$real -Itests/bench -I"$folder" tests/bench/accuracy.cpp -o "$folder/accuracy"
		name=$(basename "$model")
		echo "| ${name%.*}, $real |$("$folder/accuracy")"
	done
done
