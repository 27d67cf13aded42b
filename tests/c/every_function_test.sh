#!/bin/sh
# Functions in the form that `compile` writes by default, each alone and with the default search: gcc -Wall -Werror accepts them,
# they run once, and their numbers are near those of the evaluator without a search. At the level long all functions of all
# examples, and operators of most; else a fixed share of these. RIGIDC_TIMES=1 prints the time of each.
. tests/tap.sh

# share: rows of tests/c/every_function.pl
share() {
	cat <<'END'
tests/c/quadruped.rig step_derivatives:rk4
tests/c/tail.rig rnea_derivatives
examples/gait/gait.rig step_derivatives:rk4
END
}

# whole: a row for each example that is a model
whole() {
	grep -l '^model ' examples/*.rig examples/*/*.rig
	printf '%s\n' tests/c/quadruped.rig tests/c/tail.rig
}
mkdir "$SCRATCH/one"
{ share; ! long || whole; } >"$SCRATCH/rows"
results perl tests/c/every_function.pl "$SCRATCH/one" <"$SCRATCH/rows"
finish
