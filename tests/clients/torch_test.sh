#!/bin/sh
# Modules of `rigidc compile --for=torch`, and rigidc.torch, in PyTorch: torch_client.py compares numbers, gradients and batches with those of
# rigidc, in float64 and float32.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client torch
. tests/c/standing.sh
PYTHONPATH=$PYTHONPATH:$SCRATCH:$PWD/runtime/python
RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so
export SCRATCH RIGIDC_LIBRARY

# module MODEL FUNCTIONS
module() {
	name=$(basename "$1" .rig)
	ok "$name: $2" "$RIGIDC" compile "$1" -f "$2" --search=none --for=torch -o "$SCRATCH/${name}_torch.py"
	results "$python" tests/clients/torch_client.py "$1" "$2"
}
module examples/ur5.rig rnea,fd,fk:tool0,energy
module examples/scara.rig rnea
module examples/solo12.rig rnea,com
module examples/loops/fourbar.rig fd
results "$python" tests/clients/torch_client.py "$standing_model" fd:stand
finish
