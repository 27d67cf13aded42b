#!/bin/sh
# steps.sh FOLDER MODEL...: a step of time and its derivatives beside MuJoCo, which reads what `rigidc export` writes. A row a robot, ns:
# step:euler, step:rk4, mj_step; fd_derivatives, step_derivatives:euler, mjd_transitionFD.
set -e
folder=$1
shift
mkdir -p "$folder"
cc=${COMPILER:-gcc -O2}

echo '| robot | step:euler | mj\_step | ratio | step:rk4 | mj\_step, RK4 | ratio | fd\_derivatives | step\_derivatives:euler | mjd\_transitionFD | ratio |'
echo '|---|---|---|---|---|---|---|---|---|---|---|'
for model; do
	"$RIGIDC" export "$model" --to=mjcf -o "$folder/robot.xml" 2>/dev/null
	"$RIGIDC" compile "$model" -f step=step:euler,rk4=step:rk4,slopes=step_derivatives:euler,fd_derivatives --prefix=bench \
		-o "$folder/bench_steps.h" 2>/dev/null
	$cc -Wall -I"$folder" tests/bench/steps.c -o "$folder/steps" -lmujoco -lm
	name=$(basename "$model")
	echo "| ${name%.*} |$("$folder/steps" "$folder/robot.xml")"
done
