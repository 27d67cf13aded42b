#!/bin/sh
# Speed does not rot: instructions of a call, counted by callgrind, are those of instructions.txt. Only for the compiler and
# the machine that these were counted with; operations are held everywhere (tests/pipeline/counts_test.sh).
. tests/tap.sh

cat >"$SCRATCH/call.c" <<'END'
#include "m.h"
#include <stdlib.h>
/* as far as the compiler knows, everything is read here */
#define USE(array) __asm__ volatile("" : : "r"(array) : "memory")
static double q[M_NQ], qd[M_NV], M[M_NV*M_NV];
static double number(int i) { return 0.37*(i%17) - 2.9 + 0.01*(i%5); }
/* callgrind counts what is executed in here */
void counted(void);
__attribute__((noinline)) void counted(void) { CALL; }
int main(void)
{
	for (int k = 0; k < 100; k++) {
		for (int i = 0; i < M_NQ; i++)
			q[i] = number(i + k);
		for (int i = 0; i < M_NV; i++)
			qd[i] = number(i + 2*k);
		USE(q);
		USE(qd);
		counted();
		USE(M);
	}
	return 0;
}
END

# counted: instructions of one call
counted() {
	valgrind --tool=callgrind --toggle-collect=counted --callgrind-out-file="$SCRATCH/callgrind" "$SCRATCH/call" >"$SCRATCH/said" 2>&1 || return 1
	echo $(($(sed -n 's/^summary: //p; s/^totals: //p' "$SCRATCH/callgrind" | tail -n 1) / 100))
}

# built FUNCTION CALL
built() {
	gcc -std=gnu99 -O2 -I"$SCRATCH" -DCALL="$1" -o "$SCRATCH/call" "$SCRATCH/call.c" -lm
}

# no_more NOW
no_more() {
	found=$(counted)
	echo "found $found"
	[ $((100 * found)) -le $((103 * $1)) ]
}

grep -v '^#' tests/c/instructions.txt >"$SCRATCH/rows"
while read -r example function now; do
	what="$example $function takes at most 3 % more than $now instructions"
	if ! command -v valgrind >"$SCRATCH/where" || ! gcc -dumpversion 2>&1 | grep -qx 12 || [ "$(uname -m)" != x86_64 ]; then
		skip "$what" "counted with gcc 12 and valgrind on x86-64"
		continue
	fi
	"$RIGIDC" compile "examples/$example.rig" -f "$function" --dispatch=off --prefix=m -o "$SCRATCH/m.h" 2>"$SCRATCH/said"
	case $function in rnea) call='m_rnea(q, qd, qd, M)' ;; *) call='m_crba(q, M)' ;; esac
	ok "$example $function builds" built "$call"
	ok "$what" no_more "$now"
done <"$SCRATCH/rows"
finish
