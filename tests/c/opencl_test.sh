#!/bin/sh
# Generated C is also OpenCL C, for functions called by kernels with arrays of their own: with an empty math.h, since OpenCL C
# has its functions without one, and in float with names of math.h that end in f as macros.
. tests/tap.sh

mkdir "$SCRATCH/include"
: >"$SCRATCH/include/math.h"

opencl() { clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins -target spir64-unknown-unknown -fsyntax-only -Werror "$@"; }

echo 'kernel void k(global float *x) { x[0] = sqrt(x[1]); }' >"$SCRATCH/own.cl"
if ! opencl "$SCRATCH/own.cl" 2>/dev/null; then
	skip 'OpenCL C' 'no clang with OpenCL'
	finish
fi
for mode in '' '--fma' '--real=float' '--real=float --fma'; do
	# shellcheck disable=SC2086 # several options
	"$RIGIDC" compile examples/puma560.rig -f rnea,fd --search=none $mode -o "$SCRATCH/puma560.h" 2>/dev/null
	ok "a compiler of OpenCL C takes the code${mode:+ of $mode}" opencl -Wno-unused -Dsqrtf=sqrt -Dfmaf=fma -I "$SCRATCH/include" "$SCRATCH/puma560.h"
done
finish
