#!/bin/sh
# float_fd.sh FOLDER MODEL...: forward dynamics in float, with joints that give way as in articulated bodies where that takes
# fewer operations, and by M = L^T D L, beside double. Errors of the accelerations, then of the torques that inverse dynamics
# in double asks for them; each relative to the largest, median, 99 % and worst of 10,000 states. A row a model; options that
# begin with -- are for the models behind them.
set -e
folder=$1
shift
mkdir -p "$folder"
options=
echo '| robot | qdd, articulated | qdd, L^T D L | tau, articulated | tau, L^T D L |'
echo '|---|---|---|---|---|'
for model; do
	case $model in --*) options="$options $model"; continue ;; esac
	"$RIGIDC" compile "$model" $options -f fd,rnea --prefix=exact -o "$folder/exact.h" 2>/dev/null
	"$RIGIDC" compile "$model" $options -f fd --real=float --prefix=articulated -o "$folder/articulated.h" 2>/dev/null
	"$RIGIDC" compile "$model" $options -f fd --real=float --no-pass=articulate --prefix=factored -o "$folder/factored.h" 2>/dev/null
	name=$(basename "$model")
	cc -O2 -Wall -I"$folder" tests/bench/float_fd.c -o "$folder/float_fd" -lm
	echo "| ${name%.*} |$("$folder/float_fd")"
done
