#!/bin/sh
# Programs that time kernels of rigidc beside those of GRiD, of which each needs a GPU and its driver alone; run if there is one.
#
#   sh tests/bench/gpu.sh FOLDER ENVIRONMENT ROBOT...      ENVIRONMENT: of requirements-gpu.txt; ROBOT: of examples/
#   ARCH=sm_80                                             the GPU's architecture (sm_90)
set -eu
folder=$1
environment=$2
shift 2
cuda=$(dirname "$(dirname "$(ls "$environment"/lib/python3.*/site-packages/nvidia/*/bin/nvcc)")")
mkdir -p "$folder"

# program ROBOT: GRiD and rigidc read the URDF that rigidc exports. A free base is a joint there, which GRiD adds itself.
program() {
	made=$folder/$1
	"$RIGIDC" export "examples/$1.rig" --lossy -o "$made.urdf" 2>"$made.log"
	"$RIGIDC" compile "$made.urdf" -f rnea,fd,fd_derivatives --real=float --prefix=k -o "$made.cu" 2>>"$made.log"
	free=$(grep -q 'type="floating"' "$made.urdf" && echo --floating-base --no-mujoco-kernels || :)
	# shellcheck disable=SC2086 # options
	"$environment/bin/grid-generate" "$made.urdf" $free --algorithm-list inverse_dynamics,forward_dynamics,forward_dynamics_gradient \
	    -o "$made.cuh" >>"$made.log" 2>&1
	"$cuda/bin/nvcc" -std=c++17 -O3 -arch="${ARCH:-sm_90}" -w -cudart static -L"$cuda/lib" -DROBOT="\"$1\"" -DGRID="\"$made.cuh\"" \
	    -DKERNELS="\"$made.cu\"" -I. -o "$folder/contest_$1" tests/bench/gpu_contest.cu
}

for robot; do
	program "$robot"
done
if ! nvidia-smi -L >/dev/null 2>&1; then
	echo "bench-gpu: no GPU here. The programs are ready for a machine with one:"
	ls "$folder"/contest_*
	exit
fi
for robot; do
	"$folder/contest_$robot"
done
