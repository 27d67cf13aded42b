#!/bin/sh
# Kernels of OpenCL and CUDA on this processor: their words are macros, and threads run one after the other. Every number is that of
# the batches of C, to the bit. With clang the texts are also taken as OpenCL C and as CUDA.
#   RIGIDC_SEED=1 sh tests/gpu/kernels_test.sh
. tests/tap.sh
. tests/gpu/cases.sh

c_text="-pedantic -Wall -Wextra -Wshadow -Werror -Wno-unknown-pragmas -Wno-unused-function"
build() { "$@" -O0 $c_text -Dreal="$real" -I"$SCRATCH" -Itests/gpu -o "$SCRATCH/program" -lm; }
opencl() { clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Xclang -fdeclare-opencl-builtins -target spir64-unknown-unknown -fsyntax-only -Wall -Wextra -Werror "$@"; }
cuda() { clang++ -x cuda -nocudainc -nocudalib --cuda-gpu-arch=sm_60 -Wno-unknown-cuda-version -fsyntax-only -Wall -Wextra -Werror -Wno-unused-function -Wno-unused-const-variable -include tests/gpu/cuda_words.h "$@"; }

echo 'kernel void k(global float *x) { x[0] = sqrt(x[1]); }' >"$SCRATCH/own.cl"
echo '__global__ void k(float *x) { x[0] = 1; }' >"$SCRATCH/own.cu"
opencl "$SCRATCH/own.cl" 2>/dev/null && has_opencl=yes || has_opencl=
cuda "$SCRATCH/own.cu" 2>/dev/null && has_cuda=yes || has_cuda=
[ "$has_opencl" ] || skip 'OpenCL C' 'no clang with OpenCL'
[ "$has_cuda" ] || skip 'CUDA' 'no clang with CUDA'

write_cases
while read -r name real row; do
	# shellcheck disable=SC2086 # model, functions, options
	ok "$name: generate" generate "$name" "$real" $row
	program "$name" "$name.cl" run_c.h c
	program "$name" "$name.cu" run_cuda_host.h cc
	ok "$name.cl as C builds" build "$(compiler_for "$SCRATCH/$name.cl" gcc $quick_cc)" -std=c99 -Wno-duplicate-decl-specifier "$SCRATCH/$name.c"
	ok "$name.cl as C: the same bits" "$SCRATCH/program"
	ok "$name.cu as C++ builds" build "$(compiler_for "$SCRATCH/$name.cu" g++ $quick_cxx)" -std=c++11 "$SCRATCH/$name.cc"
	ok "$name.cu as C++: the same bits" "$SCRATCH/program"
	! [ "$has_opencl" ] || ok "$name.cl as OpenCL C" opencl -DK_CHECK "$SCRATCH/$name.cl"
	! [ "$has_cuda" ] || ok "$name.cu as CUDA" cuda -DK_CHECK "$SCRATCH/$name.cu"
done <"$SCRATCH/cases"
ok 'chain: in pieces' grep -q '^static __attribute__((noinline)) void k_rnea_piece2(' "$SCRATCH/chain.cl"

# --- the header for callers on the host ---

printf '#include <math.h>\n#define __CUDA_RUNTIME_API_H__\ntypedef int cudaError_t;\ntypedef struct Stream *cudaStream_t;\n#include "ur5.cu"\n%s\n' \
	'cudaError_t (*launch)(size_t, const double *, const double *, const double *, double *, cudaStream_t) = k_rnea_launch;' >"$SCRATCH/caller.cc"
ok 'the host sees what launches kernels' g++ -std=c++11 $flags -Wno-unused-function -fsyntax-only "$SCRATCH/caller.cc"
for compiler in gcc clang; do
	! present $compiler || ok "functions of CUDA by $compiler, as C" $compiler $c_flags -Wno-unused -x c -fsyntax-only "$SCRATCH/ur5.cu"
done

# --- results of another rounding are found ---

if grep -qsw fma /proc/cpuinfo; then
	ok 'fused: builds' gcc -std=gnu99 -O2 -mfma -ffp-contract=fast -DK_CHECK -Dreal=double -I"$SCRATCH" -Itests/gpu -o "$SCRATCH/program" "$SCRATCH/pushed.c" -lm
	exits 'fused: kernels give NaN' 1 "$SCRATCH/program"
	ok 'fused: is why' grep -q 'is -\?nan, wanted' "$SCRATCH/out"
fi

# --- what they refuse ---

for file in m.cl m.cu; do
	for option in --batch=auto --fma=auto --zeros=once --size=on --misra; do
		exits "$file, $option" 2 "$RIGIDC" compile examples/ur5.rig $option -o "$SCRATCH/$file"
		ok "$file, $option: by its name" grep -q -e "${option%=auto}" "$SCRATCH/err"
	done
done
printf 'model words\nparam half = 1 kg\nparam dim3 = 1 kg\nbody a on world { joint j : revolute(x)\n mass half + dim3\n com (0, 1 m, 0) }\n' >"$SCRATCH/words.rig"
ok 'words of OpenCL C: a member' "$RIGIDC" compile "$SCRATCH/words.rig" -f rnea -o "$SCRATCH/words.cl"
ok 'words of OpenCL C: an underscore' grep -q 'double half_;' "$SCRATCH/words.cl"
ok 'words of CUDA: an underscore' sh -c "'$RIGIDC' compile '$SCRATCH/words.rig' -f rnea -o '$SCRATCH/words.cu' && grep -q 'double dim3_;' '$SCRATCH/words.cu'"
ok 'words of OpenCL C: not in C' sh -c "'$RIGIDC' compile '$SCRATCH/words.rig' -f rnea | grep -q 'double half;'"
exits 'a function of OpenCL C' 1 "$RIGIDC" compile examples/loops/fourbar.rig --prefix=get_global -f id -o "$SCRATCH/words.cl"
ok 'a function of OpenCL C: is named' grep -q "would be 'get_global_id', a word of the language" "$SCRATCH/err"
exits 'a kernel of the same name' 1 "$RIGIDC" compile examples/ur5.rig -f rnea,rnea_kernel=crba -o "$SCRATCH/words.cl"
ok 'a kernel of the same name: is named' grep -q "would both be 'ur5_rnea_kernel'" "$SCRATCH/err"
ok 'a kernel of the same name: not in C' "$RIGIDC" compile examples/ur5.rig -f rnea,rnea_kernel=crba -o "$SCRATCH/words.h"
finish
