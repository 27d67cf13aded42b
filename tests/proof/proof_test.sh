#!/bin/sh
# --misra: the same code, in a form that cppcheck's MISRA addon and clang-tidy have nothing to say of. All functions of all examples
# and Frama-C are for `make check-proof`.
. tests/tap.sh
LC_ALL=C
export LC_ALL RIGIDC

# same MODEL OPTIONS: the compiler makes the same of the text with and without
same() {
	for form in plain misra; do
		mkdir -p "$SCRATCH/$form"
		"$RIGIDC" compile "$1" $2 $([ $form = misra ] && echo --misra) -o "$SCRATCH/$form/arm.c" 2>"$SCRATCH/err" || return
		(cd "$SCRATCH/$form" && ${CC:-cc} -std=c99 -Wall -Wextra -pedantic -Werror -O1 -c arm.c) || return
	done
	cmp "$SCRATCH/plain/arm.o" "$SCRATCH/misra/arm.o"
}
for options in '-f rnea,fd,energy' '--real=float' '--sincos=libm' '--fma=auto' '--parametrize=inertial' '--matrix=sparse' '--lanes=off'; do
	ok "the same object: $options" same examples/ur5.rig "$options"
done
ok 'the same object of a knee with tables' same examples/knee.rig '-f rnea,crba'
ok 'the same object of limbs in lanes' same examples/solo12.rig '--lanes=4 --search=none'
ok 'the same object of limbs in loops' same examples/solo12.rig '--size=on --search=none'
self_tested() {
	"$RIGIDC" compile examples/ur5.rig -f rnea,crba --size=on --misra --self-test -o "$SCRATCH/arm.h" 2>"$SCRATCH/err" &&
	    echo 'int main(void) { return ur5_self_test(); }' |
	    ${CC:-cc} -O1 -include "$SCRATCH/arm_test.h" -x c -o "$SCRATCH/self_test" - && "$SCRATCH/self_test"
}
ok 'its self-test' self_tested
"$RIGIDC" compile examples/ur5.rig --misra -o "$SCRATCH/arm.h"
ok 'the header says so' grep -q 'Made with .*--misra' "$SCRATCH/arm.h"
exits 'with --batch it is refused' 2 "$RIGIDC" compile examples/ur5.rig --misra --batch=4
ok 'and both are named' grep -q -e '--misra and --batch exclude each other' "$SCRATCH/err"

# proven NAME MODEL OPTIONS...
proven() {
	proven_name=$1
	shift
	perl tests/proof/prove.pl --only=misra,tidy "$@" >"$SCRATCH/said" 2>&1
	ok "$proven_name" sh -c '! grep "^not ok" "$1/said" && grep "^1\.\.2" "$1/said" || { cat "$1/said"; exit 1; }' - "$SCRATCH"
}
for tool in cppcheck clang-tidy; do
	command -v $tool >/dev/null || skip "$tool" "it is not here: \`make deps-proof\` installs it"
done
proven 'tools, a double pendulum' examples/double_pendulum.rig -f rnea,crba,fd,energy
proven 'tools, parameters, in float' examples/scara.rig -f rnea --real=float
proven 'tools, tables' examples/knee.rig -f rnea
proven 'tools, loops' examples/solo12.rig -f rnea,crba --real=float --size=on
# what a rule forbids is found: the text without --misra
sed 's/, .--misra.)/)/' tests/proof/prove.pl >"$SCRATCH/prove.pl"
cp tests/proof/Harness.pm tests/proof/misra.txt tests/proof/clang-tidy.yaml "$SCRATCH"
if command -v cppcheck >/dev/null; then
	perl -Itests "$SCRATCH/prove.pl" --only=misra examples/double_pendulum.rig -f rnea >"$SCRATCH/said" 2>&1
	ok 'without --misra rules 12.1 and 12.3 find something' sh -c 'grep -q "rule 12.1" "$1/said" && grep -q "rule 12.3" "$1/said"' - "$SCRATCH"
else
	skip 'without --misra' 'cppcheck is not here'
fi
finish
