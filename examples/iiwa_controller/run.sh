#!/bin/sh
# All of this example, from the root of the project: the controller on this machine and on an emulated board.
#
#   examples/iiwa_controller/run.sh [FOLDER]     for what is made, build/iiwa_controller if it is not named
#   CROSS="COMPILER OPTIONS"                     another compiler for the board
set -eu
here=examples/iiwa_controller out=${1:-build/iiwa_controller}
PATH=$(cd "$(dirname "${RIGIDC:-build/rigidc}")" && pwd):$PATH
mkdir -p "$out"

if [ -z "${CROSS:-}" ]; then
	if command -v arm-none-eabi-gcc >/dev/null; then
		CROSS='arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard'
	else
		CROSS='clang --target=armv7em-none-eabihf -mcpu=cortex-m4 -fuse-ld=lld'
	fi
fi

rigidc compile examples/iiwa14.rig --real=float -f gravity,fd -o "$out/iiwa14.c"
both="$out/iiwa14.c $here/controller.c $here/robot.c $here/trace.c"
flags="-O2 -Wall -Wextra -ffp-contract=off -I$out"

# --- here ---

cc $flags $both $here/host.c -o "$out/host"
"$out/host" | tee "$out/host.txt"

# --- on a Cortex-M4F: qemu counts 32 ns for an instruction, and does not wait ---

$CROSS $flags -ffreestanding -nostdlib -L$here -T mps2.ld $both $here/firmware.c $here/board.c $here/startup.c -o "$out/firmware.elf"
qemu-system-arm -machine mps2-an386 -nographic -monitor none -semihosting -icount shift=5,sleep=off \
    -kernel "$out/firmware.elf" >"$out/board.txt" </dev/null
cmp "$out/host.txt" "$out/board.txt"
echo "the same from the board"
