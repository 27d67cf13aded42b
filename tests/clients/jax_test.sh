#!/bin/sh
# Modules of `rigidc compile --for=jax`, and rigidc.jax, in JAX: jax_client.py compares numbers, gradients and batches with those of rigidc, in
# float64 and float32.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client jax
. tests/c/standing.sh
PYTHONPATH=$PYTHONPATH:$SCRATCH:$PWD/runtime/python
RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so
export JAX_PLATFORMS=cpu RIGIDC_LIBRARY

# module MODEL FUNCTIONS
module() {
	name=$(basename "$1" .rig)
	ok "$name: $2" "$RIGIDC" compile "$1" -f "$2" --search=none --for=jax -o "$SCRATCH/${name}_jax.py"
	results "$python" tests/clients/jax_client.py "$1" "$2"
}
module examples/ur5.rig rnea,fd,fk:tool0,energy
module examples/scara.rig rnea
module examples/solo12.rig rnea,com
module examples/loops/fourbar.rig fd
results "$python" tests/clients/jax_client.py "$standing_model" fd:stand,lambda:stand
"$python" examples/learn_jax.py >"$SCRATCH/learned" 2>&1
is 'the example of examples/learn.md' "$(sed -n '/^\$ python3 examples\/learn_jax.py/,/^```/p' examples/learn.md | sed '1d;$d')" "$(cat "$SCRATCH/learned")"
finish
