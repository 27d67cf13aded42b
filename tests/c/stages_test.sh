#!/bin/sh
# Stages: columns of long functions are computed in loops. By several compilers the results are those of the evaluator, which has no
# loops. The code has fewer bytes.
. tests/tap.sh
. tests/c/compilers.sh

humanoid=tests/c/humanoid.rig

rows() {
	for form in '' --lanes=off --real=float --fma --size=off --size=on --matrix=packed-sparse --zeros=once --misra; do
		name=stages$(echo "$form" | tr -c 'a-z0-9\n' _)
		echo "case $name $humanoid fd_derivatives --search=none $form"
	done
	echo "case stages_two $humanoid dyn=fd_derivatives+jac:head --search=none"
	echo "case stages_minv $humanoid minv --search=none"
	echo "case stages_nested tests/c/nested.rig fd_derivatives --search=none"
	echo "build $quick_cc + -DZEROS_ALIKE -O0 : stages*"
	echo "build gcc + -DZEROS_ALIKE -O1 : stages__real_float $(! long || echo stages)"
	echo 'build g++ + -DZEROS_ALIKE -O0 : stages'
	echo 'build tcc -Wall -Werror -DZEROS_ALIKE : stages__lanes_off'
	! long || echo 'build clang + -DZEROS_ALIKE -O2 -march=native : stages*'
	! long || echo 'build gcc + -DZEROS_ALIKE -O2 -march=native : stages*'
	echo 'jit tcc stages'
	echo 'near 1e-10 stages -O0'
}
mkdir "$SCRATCH/cases"
rows >"$SCRATCH/rows"
results perl tests/c/executors.pl "$SCRATCH/cases" 16 5 <"$SCRATCH/rows"

# loops CASE: loops over members in its header
loops() {
	grep -c 'for (int member = 0;\|for (int turn = 0;' "$SCRATCH/cases/$1.h"
}
for name in stages stages__lanes_off stages__real_float stages__size_on stages__matrix_packed_sparse stages__zeros_once stages_two; do
	ok "$name has loops over members" test "$(loops $name)" -gt 4
done
for name in stages__size_off stages__misra; do
	is "$name has none" 0 "$(loops $name)"
done

# bytes OPTION...
bytes() {
	"$RIGIDC" compile "$humanoid" -f fd_derivatives --search=none --dispatch=off "$@" -o "$SCRATCH/m.c" 2>"$SCRATCH/said" &&
	    $quick_cc -std=gnu99 -O0 -c -o "$SCRATCH/m.o" "$SCRATCH/m.c" && size "$SCRATCH/m.o" | awk 'NR == 2 { print $1 }'
}
ok "minv has loops over members" test "$(loops stages_minv)" -gt 2
ok "a third fewer bytes" test "$(($(bytes) * 3))" -lt "$(($(bytes --size=off) * 2))"

# nature OPTION...: what the banner says
nature() {
	"$RIGIDC" compile "$humanoid" -f fd_derivatives --search=none "$@" -o - 2>"$SCRATCH/said" | grep -c 'over columns of long functions'
}
is "the banner names the loops" 1 "$(nature)"
is "--size=off has none" 0 "$(nature --size=off)"

# A batch has no stages.
batch() {
	"$RIGIDC" compile "$humanoid" -f fd_derivatives --search=none --batch=2 -o - 2>"$SCRATCH/said" |
	    sed -n '/^static.*fd_derivatives_lanes/,/^}/p' | grep -c 'staged'
}
is "a batch is written out" 0 "$(batch)"
finish
