#!/bin/sh
# What the banner of a header says of loops and of the C library is so: a text that is to have no loops has none, and the
# functions to link with are those that an object needs. A square root needs none with -fno-math-errno.
. tests/tap.sh
. tests/c/compilers.sh

cat >"$SCRATCH/friction.rig" <<'RIG'
model friction
body b on world { joint q : revolute(y) { friction 1 N m at 0.1 rad/s }; mass 1 kg; com (0.1 m, 0, 0) }
RIG
cat >"$SCRATCH/tilt.rig" <<'RIG'
model tilt
param pitch = 0.1
param roll = 0.2
gravity 9.81 m/s^2 * (sin(pitch), sin(roll), -cos(pitch) * cos(roll))
body arm on world { joint hinge : revolute(y); mass 1 kg; com (0, 0, -0.3) }
RIG

# banner: the comment that the header begins with, on one line
banner() {
	sed '/\*\//q' "$SCRATCH/x.h" | sed 's/^ \* *//' | tr '\n' ' '
}

# needed FLAGS: what an object of it leaves to the linker
needed() {
	cc -std=c99 "$@" -c -o "$SCRATCH/x.o" "$SCRATCH/x.c" && nm -u "$SCRATCH/x.o" | awk '{ print $2 }' | grep -v '^_GLOBAL' | sort | tr '\n' ' '
}

# says NAME LOOPS LIBRARY MODEL OPTIONS...: LOOPS is what follows "no loops", or - where it does not say so
says() {
	says_name=$1 says_loops=$2 says_library=$3
	shift 3
	exits "$says_name" 0 "$RIGIDC" compile "$@" -o "$SCRATCH/x.c" --prefix x
	case $says_loops in
	-) is '  loops' '' "$(banner | grep 'no loops')" ;;
	*) is '  loops' "no loops$says_loops." "$(banner | grep -o 'no loops[^.]*\.')" ;;
	esac
	[ "$says_loops" ] || is '  there are none' '' "$(grep -E '\<(for|while|do)\>.*[({]$' "$SCRATCH/x.c")"
	is '  the C library' "$says_library" "$(banner | sed -n 's/.*Link with -lm: \(.*\) of the C library.*/\1/p' | tr -d , | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ *//')"
	is '  is what it needs' "$says_library" "$(needed -O0 -fno-builtin)"
}
says 'by default' '' '' examples/ur5.rig -f rnea,crba
says 'a long function' '' '' examples/solo12.rig -f rnea,fd
says 'friction' '' 'sqrt ' "$SCRATCH/friction.rig" -f rnea
is '  -fno-math-errno' '' "$(needed -O2 -fno-math-errno)"
ok '  is said' grep -q 'By -fno-math-errno sqrt is an instruction' "$SCRATCH/x.c"
says 'in float' '' 'sqrtf ' "$SCRATCH/friction.rig" -f rnea --real=float
is '  -fno-math-errno' '' "$(needed -O2 -fno-math-errno)"
says 'what a model calls' '' 'acos atan2 cos sin sqrt ' examples/gripper.rig -f rnea --sincos=libm
says 'size' - '' examples/ur5.rig -f rnea,crba --size=on
says 'batch' ' but these: in functions of many states' '' examples/ur5.rig -f rnea --batch=4
says 'fma' ' but these: over lanes where fma is no instruction' 'fma ' examples/ur5.rig -f rnea --fma
says 'fma where the machine has it' ' but these: over lanes where fma is no instruction' '' examples/ur5.rig -f rnea --fma=auto
says 'parameters' ' but these: under -DX_CHECK' '' "$SCRATCH/tilt.rig" -f gravity
says 'all of them' ' but these: in functions of many states, over lanes where fma is no instruction, under -DX_CHECK' 'fma ' "$SCRATCH/tilt.rig" -f gravity --batch=4 --fma
finish
