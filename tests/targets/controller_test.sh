#!/bin/sh
# examples/iiwa_controller by each compiler for its board: the board prints what this machine does, which no bit more or less
# would leave as it is.
. tests/tap.sh
. tests/c/compilers.sh

# tried NAME COMPILER FLAGS...
tried() {
	name="the controller on a Cortex-M4F: $1"
	shift
	if ! present qemu-system-arm || ! present "$1" || { [ "$1" = clang ] && ! present ld.lld; }; then
		skip "$name" "no qemu-system-arm, or no $1 that can link"
		return
	fi
	ok "$name" env CROSS="$*" examples/iiwa_controller/run.sh "$SCRATCH/$1"
}

tried gcc arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard
tried clang clang --target=armv7em-none-eabihf -mcpu=cortex-m4 -fuse-ld=lld
finish
