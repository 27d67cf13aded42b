#!/bin/sh
# Functions of <math.h> that are instructions: with -ffreestanding -fno-math-errno no compiler calls them. The link line of the guide for
# microcontrollers links a model with dry friction for a Cortex-M4F, without a library, and the board finds no wrong bit.
. tests/tap.sh
. tests/c/compilers.sh

cat >"$SCRATCH/friction.rig" <<'RIG'
model arm
body upper on world { joint j : revolute(y) { friction 1 N m at 0.01 rad/s }; mass 1 kg; com (0.1 m, 0, 0); inertia diag(1, 1, 1) g m^2 }
body lower on upper at (0.2, 0, 0) { joint k : prismatic(x) { passive -2 N * abs(k / (1 m)) }; mass 1 kg; com (0.1 m, 0, 0) }
RIG
sed 's/ { passive.*}; mass/; mass/' "$SCRATCH/friction.rig" >"$SCRATCH/root.rig"

# calls NAME OPTIONS COMPILER...: what an object calls, as it is without a library.
calls() {
	"$RIGIDC" compile "$SCRATCH/$1.rig" -f rnea,fd --search=none $2 -o "$SCRATCH/arm.c" 2>"$SCRATCH/err" || cat "$SCRATCH/err"
	shift 2
	"$@" -O2 -ffreestanding -fno-math-errno -Itests/targets/include -c "$SCRATCH/arm.c" -o "$SCRATCH/arm.o" 2>"$SCRATCH/err" || cat "$SCRATCH/err"
	nm -u "$SCRATCH/arm.o" | awk '{ print $2 }' | xargs
}
m4f='clang --target=armv7em-none-eabihf -mcpu=cortex-m4'
for compiler in gcc clang; do
	if ! present $compiler; then
		skip "calls of $compiler" "no $compiler"
		continue
	fi
	is "$compiler: a square root" '' "$(calls root '' $compiler)"
	is "$compiler: a square root in float" '' "$(calls root --real=float $compiler)"
	is "$compiler: an absolute value" '' "$(calls friction '' $compiler)"
done
if present clang; then
	is 'Cortex-M4F: a square root' '' "$(calls root --real=float $m4f)"
	is 'Cortex-M4F: a fused multiply-add' '' "$(calls root '--real=float --fma' $m4f)"
	is 'Cortex-M4F: an absolute value' '' "$(calls friction --real=float $m4f)"
	is '--misra keeps the names of <math.h>' sqrtf "$(calls root '--real=float --misra' $m4f)"
fi

# --- the guide's link line ---

cat >"$SCRATCH/selftest.c" <<'C'
#include "board.h"
#include "arm_test.h"
int main(void)
{
	board_begin(1000);
	board_put((char)('0' + arm_self_test()));
	board_put('\n');
	board_end();
	return 0;
}
C
"$RIGIDC" compile "$SCRATCH/root.rig" -f rnea,fd --real=float --self-test -o "$SCRATCH/arm.c"
line=$(sed -n '/^\$ arm-none-eabi-gcc.*-nostdlib/{:more;/\\$/{N;s/\\\n//;b more};s/^\$ //p}' examples/microcontroller.md |
	sed "s|-I\\. |-I$SCRATCH |; s| selftest.c arm.c| $SCRATCH/selftest.c $SCRATCH/arm.c|; s|-o selftest.elf|-o $SCRATCH/selftest.elf|")
is 'the guide has the line' 1 "$(echo "$line" | grep -c -e '-ffreestanding -fno-math-errno -nostdlib')"
# newlib: arm-none-eabi-gcc has the headers of a C library
newlib() { echo '#include <math.h>' | arm-none-eabi-gcc -E -x c - >"$SCRATCH/newlib" 2>&1; }
# links COMPILER LINE
links() {
	if ! present "$1" || { [ "$1" = clang ] && ! present ld.lld; }; then
		skip "$1 links it" "no $1 that can link"
		return
	fi
	exits "$1 links it" 0 sh -c "$2"
	if present qemu-system-arm; then
		is '  and the board finds no wrong bit' 0 \
			"$(bounded qemu-system-arm -machine mps2-an386 -nographic -semihosting -kernel "$SCRATCH/selftest.elf" </dev/null)"
	else
		skip '  and the board finds no wrong bit' 'no qemu-system-arm'
	fi
}
if ! present arm-none-eabi-gcc || newlib; then
	links arm-none-eabi-gcc "$line"
else
	skip 'arm-none-eabi-gcc links it' 'no newlib: libnewlib-arm-none-eabi'
fi
links clang "$(echo "$line" | sed "s|^arm-none-eabi-gcc.*-mfloat-abi=hard|$m4f -fuse-ld=lld -Itests/targets/include|")"
finish
