#!/bin/sh
# Kernels on devices, for `make check-gpu`: OpenCL on the first device that there is (pocl has the processor as one), CUDA compiled
# by nvcc, and run where there is a GPU. Every number is that of the batches of C, to the bit, and the device's compiler fuses nothing.
#   RIGIDC_LEVEL=long sh tests/gpu/on_device.sh     more random models
#   TIMES=yes sh tests/gpu/on_device.sh             times of CUDA, beside the batches on a core
. tests/tap.sh
. tests/gpu/cases.sh

c_text='-Wall -Wextra -Werror -Wno-unused-function'
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
ARCH=${ARCH:-sm_80}
has_gpu=$(nvidia-smi -L 2>/dev/null | head -n 1)
has_opencl=$(echo 'int main(void) { return 0; }' | gcc -x c -o "$SCRATCH/program" - -lOpenCL 2>/dev/null && echo yes)
[ "$has_opencl" ] || skip 'OpenCL' 'no libOpenCL.so'
present "$nvcc" || skip 'CUDA' 'no nvcc'
[ "$has_gpu" ] || skip 'CUDA: the numbers' 'no GPU'

nvrtc=$(ls "$(dirname "$nvcc")/../lib64/libnvrtc.so" 2>/dev/null)
[ "$nvrtc" ] || skip 'CUDA at run time' 'no libnvrtc.so'

# fused: a multiply-add in the text of a GPU's instructions
fused() { ! grep -q 'fma\.rn' "$1"; }

# on_opencl: the case by OpenCL
on_opencl() {
	program "$name" "$SCRATCH/$name.cl" run_opencl.h c
	# shellcheck disable=SC2086 # flags
	ok "$name.cl: the caller builds" gcc -std=c99 -O1 $c_text -Dreal="$real" -I"$SCRATCH" -Itests/gpu -o "$SCRATCH/program" "$SCRATCH/$name.c" -lOpenCL -lm
	ok "$name.cl on a device: the same bits" "$SCRATCH/program"
	sed -n '/^# .*[a-z]/p; 1q' "$SCRATCH/.out"
}

write_cases
while read -r name real row; do
	# shellcheck disable=SC2086 # model, functions, options
	ok "$name: generate" generate "$name" "$real" $row
	! [ "$has_opencl" ] || on_opencl
	present "$nvcc" || continue
	ok "$name.cu: nvcc" "$nvcc" -arch="$ARCH" -fmad=false -Werror all-warnings -DK_CHECK -ptx -o "$SCRATCH/$name.ptx" "$SCRATCH/$name.cu"
	printf '#include "%s.h"\n__global__ void own(%s *x) { x[0] = 1; }\n' "$name" "$real" >"$SCRATCH/$name.own.cu"
	ok "$name.h: nvcc has no warning" "$nvcc" -arch="$ARCH" -Werror all-warnings -ptx -o "$SCRATCH/own.ptx" "$SCRATCH/$name.own.cu"
	ok "$name.cu: nothing is fused" fused "$SCRATCH/$name.ptx"
	! [ "$nvrtc" ] || ok "$name.cu: compiled at run time" /usr/bin/python3 tests/gpu/nvrtc.py "$nvrtc" "$SCRATCH/$name.cu"
	[ "$has_gpu" ] || continue
	program "$name" "$name.cu" run_cuda.h cu.run
	ok "$name.cu: the caller builds" "$nvcc" -arch=native -fmad=false -DK_CHECK ${TIMES:+-DTIMES -O3 -Xcompiler -march=native,-ffp-contract=off} -x cu -Dreal="$real" -I"$SCRATCH" -Itests/gpu -o "$SCRATCH/program" "$SCRATCH/$name.cu.run"
	ok "$name.cu on a GPU: the same bits" "$SCRATCH/program"
	[ -z "${TIMES:-}" ] || grep 'ns a state' "$SCRATCH/.out"
done <"$SCRATCH/cases"

# the example, by the commands of its head
[ "$has_opencl" ] && [ -z "${CASES:-}" ] || finish
mkdir "$SCRATCH/example"
sed -n 's/^ \*   \(rigidc\|cc\)/\1/p' examples/gpu/kernels.c | sed "s|^rigidc|$RIGIDC|; s|-I\. |-I$SCRATCH/example |; s|-o |-o $SCRATCH/example/|; s|&& ./kernels|\&\& cd $SCRATCH/example \&\& ./kernels|" >"$SCRATCH/commands"
ok 'the example: identical results' sh -c "sh -e '$SCRATCH/commands' | tee '$SCRATCH/said' | grep 'identical results'"
sed 's/^/# /' "$SCRATCH/said"
finish
