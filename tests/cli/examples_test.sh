#!/bin/sh
# What the header of an example says can be tried does what it should: it ends well. Programs say whether their results
# are what they should be. RIGIDC_LEVEL=quick leaves programs out.
. tests/tap.sh

ln -s "$PWD/examples" "$SCRATCH/examples"
ln -s "$PWD/runtime" "$SCRATCH/runtime"
ln -s "$RIGIDC" "$SCRATCH/rigidc"
ln -s "$(dirname "$RIGIDC")" "$SCRATCH/build"
sh tests/cli/cc.sh "$(dirname "$RIGIDC")/librigidc.a" "$SCRATCH"
cd "$SCRATCH" || exit 1
for model in examples/*.rig examples/*/*.rig; do
	left_out "$(basename "$model" .rig)" || sed -n 's,^//   \(.*rigidc .*\),\1,p' "$model"
done >commands
ok 'models say what to try' test "$(wc -l <commands)" -gt 30
[ "$RIGIDC_LEVEL" = quick ] || for program in examples/*.c; do
	sed -n 's,  *\*/$,,; s,^ \*   \(.*rigidc .*\|cc .*\|\./.*\)$,\1,p' "$program" >own
	cat own >>commands
	[ "$program" = examples/running_leg_demo.c ] || # which says what `make` does
		ok "$program says how it is built" test "$(wc -l <own)" -gt 1
done
while read -r command; do
	ok "$command" sh -c "PATH=.:\$PATH; { $command; } </dev/null"
done <commands
finish
