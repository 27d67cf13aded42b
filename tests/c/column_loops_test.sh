#!/bin/sh
# Loops over columns, over sums of products, and over statements of the same form, of long functions: by several compilers the
# bits are those of the evaluator, which has no loops; and those without loops. They have fewer bytes.
. tests/tap.sh
. tests/c/compilers.sh

# A short search leaves columns alike. A thorough one adds their sums in other orders.
rows() {
	for form in '' --real=float --fma --lanes=off --lanes=2 "--prefix=m"; do
		name=columns$(echo "$form" | tr -c 'a-z0-9\n' _)
		echo "case $name examples/solo12.rig fd_derivatives --search=none $form"
	done
	echo "case columns_step examples/solo12.rig step_derivatives:euler --search=none"
	echo "case columns_rows examples/solo12.rig dyn=fd_derivatives+jac:FL_FOOT --search=none"
	! long || echo "case both examples/anymal_b.rig dyn=fd_derivatives+minv --search=none"
	echo "build $(long && echo 'gcc + -O1' || echo "$quick_cc + -O0") : columns*"$(! long || echo ' both')
	echo 'build gcc + -O1 : columns__real_float'
	echo 'build clang + -O1 -march=native : columns columns__real_float columns__fma'
	echo 'build tcc -Wall -Werror : columns columns__lanes_off'
	echo 'build g++ + -O0 : columns__lanes_2'
}
mkdir "$SCRATCH/cases"
rows >"$SCRATCH/rows"
results perl tests/c/executors.pl "$SCRATCH/cases" 16 5 <"$SCRATCH/rows"
for header in "$SCRATCH"/cases/*.h; do
	case $header in *fma*) continue ;; esac # sums by when their terms are ready, which differs from column to column
	ok "$(basename "$header") has loops" grep -q 'for (int pair = 0;' "$header"
done
for name in columns columns__real_float columns__lanes_off columns_rows; do
	ok "$name has loops over sums of products" grep -q 'left\[0\]\*right\[0\]' "$SCRATCH/cases/$name.h"
	ok "$name has loops over statements of the same form" grep -q 'at\[0\]\] = ' "$SCRATCH/cases/$name.h"
done

# bytes OPTION...: of fd_derivatives of a quadruped
bytes() {
	"$RIGIDC" compile examples/solo12.rig -f fd_derivatives --search=none "$@" -o "$SCRATCH/m.c" 2>"$SCRATCH/said" &&
	    gcc -std=gnu99 -O2 -c -o "$SCRATCH/m.o" "$SCRATCH/m.c" && size "$SCRATCH/m.o" | awk 'NR == 2 { print $1 }'
}
ok "a tenth fewer bytes" test "$(($(bytes) * 10))" -lt "$(($(bytes --size=off) * 9))"

# members PATTERN: columns in loops of outputs whose number matches, of steps of time: A is 0, B is 1
members() {
	"$RIGIDC" compile examples/solo12.rig -f step_derivatives:euler --search=none -o - 2>"$SCRATCH/said" | grep -c "^		{ $1, [0-9]*.* }"
}
ok "derivatives of steps: columns of A, which has two for each velocity" test "$(members 0)" -gt 12
ok "derivatives of steps: columns of B" test "$(members 1)" -gt 1

# without MODEL OPTION...: is the C without such loops?
without() {
	! "$RIGIDC" compile "$@" -o - 2>"$SCRATCH/said" | grep -q 'for (int pair\|left\[0\]\|at\[0\]'
}
# nature OPTION...: what the banner says
nature() {
	"$RIGIDC" compile examples/solo12.rig -f fd_derivatives "$@" -o - 2>"$SCRATCH/said" | grep -c 'over columns of long functions'
}
is "the banner names them" 1 "$(nature --search=none)"
is "and loops over sums of products" 1 "$("$RIGIDC" compile examples/solo12.rig -f fd_derivatives --search=none -o - 2>"$SCRATCH/said" | grep -c "over sums of products of long functions")"
is "and loops over statements of the same form" 1 "$("$RIGIDC" compile examples/solo12.rig -f fd_derivatives --search=none -o - 2>"$SCRATCH/said" | grep -c "over statements of the same form")"
is "and does not where there are none" 0 "$(nature --search=none --size=off)"
ok "--size=off has none" without examples/solo12.rig -f fd_derivatives --search=none --size=off
ok "nor has --misra" without examples/solo12.rig -f fd_derivatives --search=none --misra
ok "nor have functions that fit the cache" without examples/ur5.rig -f fd_derivatives --search=none
finish
