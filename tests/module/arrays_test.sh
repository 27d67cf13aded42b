#!/bin/sh
# Modules of Python for PyTorch and JAX: the numbers of the module for NumPy, nothing written in place, complex numbers pass. Stand-ins
# take the place of both libraries. `make check-torch` sets RIGIDC_TORCH=yes and tests with PyTorch itself, and with JAX where it is
# installed, which Debian lacks: PYTHON names a Python that has both.
. tests/tap.sh
. tests/c/standing.sh
. tests/runtime/python.sh
. tests/trees/random.sh

if ! $python -c 'import numpy' 2>/dev/null; then
	skip 'modules for PyTorch and JAX' 'no numpy'
	finish
fi
mkdir "$SCRATCH/modules"
echo "# RIGIDC_SEED=${RIGIDC_SEED:-1}"

# modules NAME MODEL FUNCTIONS OPTION...
modules() {
	name=$1 model=$2 functions=$3
	shift 3
	for array in numpy torch jax; do
		ending=$([ $array = numpy ] && echo .py || echo _$array.py)
		"$RIGIDC" compile "$model" -f "$functions" --prefix="$name" --search=none "$@" --for=$array -o "$SCRATCH/modules/$name$ending" || return 1
	done
}

names='ur5 scara solo12 standing fourbar knee bucket'
ok 'ur5' modules ur5 examples/ur5.rig rnea,crba,fd,fk:tool0,energy,com,rnea_derivatives,vjp:rnea
ok 'scara: parameters' modules scara examples/scara.rig rnea,fd,regressor
ok 'solo12: quaternions' modules solo12 examples/solo12.rig rnea,momentum
ok 'standing: contacts' modules standing "$standing_model" lambda:stand,jac:stand
ok 'fourbar: loops' modules fourbar examples/loops/fourbar.rig fd,closure
ok 'knee: choices' modules knee examples/knee.rig rnea
ok 'bucket: angles of sides' modules bucket examples/bucket.rig rnea
random_modules() {
	ok "$1: $3" modules "$@"
	names="$names $1"
}
random_models "$(by_level 1 2 20)" random_modules
if [ "${RIGIDC_TORCH:-}" ]; then
	# shellcheck disable=SC2086 # several names
	results $python tests/module/arrays.py "$SCRATCH/modules" $names
else
	# shellcheck disable=SC2086 # several names
	PYTHONPATH=tests/runtime/torch_stand_in:tests/module/stand_in results $python tests/module/arrays.py "$SCRATCH/modules" $names
fi
for array in torch jax; do
	ok "$array: no element is assigned" sh -c "! grep -q '\[.*\] = ' '$SCRATCH/modules/ur5_$array.py'"
done

# --- what they refuse ---

# refused KIND WORDS CODE: the modules for PyTorch raise such an error
refused() {
	PYTHONPATH=$([ "${RIGIDC_TORCH:-}" ] || echo tests/runtime/torch_stand_in):$SCRATCH/modules $python -c "import torch, ur5_torch
q = torch.tensor([0.0] * 6, dtype=torch.float64)
try:
	$3
except $1 as error:
	assert '$2' in str(error), error
else:
	raise SystemExit('no error')"
}
ok 'a list' refused TypeError 'q must be a Tensor, not list' 'ur5_torch.ur5_crba([0.0] * 6)'
ok 'another shape' refused ValueError 'q has shape (5,), wanted (..., 6)' 'ur5_torch.ur5_crba(q[:5])'
ok 'integers' refused TypeError 'int64: wanted floating-point or complex numbers' 'ur5_torch.ur5_crba(torch.tensor([0] * 6, dtype=torch.int64))'
# refused_params KIND WORDS PARAMS: by the module of each library
refused_params() {
	PYTHONPATH=tests/runtime/torch_stand_in:tests/module/stand_in:$SCRATCH/modules $python -c "import numpy as np, scara, scara_torch, scara_jax
for module in (scara, scara_torch, scara_jax):
	try:
		module.scara_prepare({**module.scara_params_default(), $3})
	except $1 as error:
		assert \"$2\" in str(error), error
	else:
		raise SystemExit('no error')"
}
# the module for JAX too; that for NumPy converts them
refused_integers() {
	PYTHONPATH=tests/runtime/torch_stand_in:tests/module/stand_in:$SCRATCH/modules $python -c "import numpy as np, scara, scara_torch, scara_jax, jax.numpy, torch
scara.scara_prepare({**scara.scara_params_default(), 'payload': np.array(2)})
for module, array in ((scara_torch, torch.tensor(2, dtype=torch.int64)), (scara_jax, jax.numpy.array(2))):
	try:
		module.scara_prepare({**module.scara_params_default(), 'payload': array})
	except TypeError as error:
		assert 'a parameter is of' in str(error), error
	else:
		raise SystemExit('no error')
try:
	scara_jax.scara_rnea(*[jax.numpy.array([0] * 4)] * 3, scara_jax.scara_prepare(scara_jax.scara_params_default()))
except TypeError as error:
	assert 'q is of int64' in str(error), error
else:
	raise SystemExit('no error')"
}
ok 'a parameter that there is not' refused_params KeyError "there is no parameter 'paylod'" "'paylod': np.array(1.0)"
ok 'integers as a parameter' refused_integers
ok 'a parameter of another shape' refused_params ValueError 'down has shape (4,), wanted (..., 3)' "'down': np.zeros(4)"
for file in m.h m.c m.mjs -; do
	exits "--for with $file" 2 "$RIGIDC" compile examples/ur5.rig --for=torch -o "$SCRATCH/$file"
done
exits 'another library' 2 "$RIGIDC" compile examples/ur5.rig --for=cupy -o "$SCRATCH/m.py"
exits '--real=float' 2 "$RIGIDC" compile examples/ur5.rig --for=jax --real=float -o "$SCRATCH/m.py"
finish
