#!/bin/sh
# Programs of a user with types, typed_program.py, typed_tensors.py and typed_arrays.py, over the Python package: mypy --strict and pyright
# accept them and the package, refuse wrong ones, and the first one runs.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client python
[ -e "$clients/npm/package.json" ] || without npm pyright
RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so
export RIGIDC_LIBRARY PYTHONPATH="$PWD/runtime/python" MYPYPATH="$PWD/runtime/python:$PWD/tests/clients/torch_types:$PWD/tests/clients/jax_types"

# pyright_of FILE MODE: `strict` for a user's program, `standard` for the package
pyright_of() {
	printf '{ "include": ["%s"], "typeCheckingMode": "%s", "reportMissingModuleSource": false, "extraPaths": ["%s", "%s", "%s"] }\n' "$1" "$2" "$PYTHONPATH" \
		"$PWD/tests/clients/torch_types" "$PWD/tests/clients/jax_types" >"$SCRATCH/pyrightconfig.json"
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 "$clients/npm/node_modules/.bin/pyright" --warnings -p "$SCRATCH" --pythonpath "$python"
}
mypy_of() { "$clients/python/bin/mypy" --strict --cache-dir="$SCRATCH/mypy" "$@"; }

program=$PWD/tests/clients/typed_program.py
sed "s/joint.moves/joint.turns/; s/each.message/each.word/; s/system.A$/system/; s/arm.integrate(/arm.intergate(/; s/arm.fk('tool0', /arm.fk(/
	s/arm.step('rk4', /arm.step(/; s/np.ones(arm.nv))/np.ones(arm.nv), np.ones(arm.nv))/" "$program" >"$SCRATCH/wrong.py"
sed "s/arm.rnea(/arm.rnae(/; s/arm.fk('gripper', q)/arm.fk('gripper')/" tests/clients/typed_tensors.py >"$SCRATCH/wrong_tensors.py"
cp "$program" "$SCRATCH/right.py"
cp tests/clients/typed_tensors.py "$SCRATCH/tensors.py"
cp tests/clients/typed_arrays.py "$SCRATCH/arrays.py"
cp -r runtime/python/rigidc "$SCRATCH/package"
ok 'mypy --strict: the program' mypy_of "$program"
ok 'mypy --strict: the program on tensors' mypy_of "$SCRATCH/tensors.py"
ok 'mypy --strict: the program on arrays' mypy_of "$SCRATCH/arrays.py"
ok 'mypy --strict: the package' mypy_of "$PYTHONPATH/rigidc"
ok 'pyright: the program' pyright_of right.py strict
ok 'pyright: the program on tensors' pyright_of tensors.py standard
ok 'pyright: the program on arrays' pyright_of arrays.py standard
ok 'pyright: the package' pyright_of package standard
exits 'mypy: a wrong program' 1 mypy_of "$SCRATCH/wrong.py"
is 'mypy: all six mistakes' 6 "$(grep -c 'error: ' "$SCRATCH/out")"
exits 'mypy: a wrong program on tensors' 1 mypy_of "$SCRATCH/wrong_tensors.py"
is 'mypy: both mistakes' 2 "$(grep -cE 'attr-defined|call-overload' "$SCRATCH/out")"
exits 'pyright: a wrong program' 1 pyright_of wrong.py strict
is 'pyright: all six mistakes' 6 "$(grep -cE 'reportAttributeAccessIssue|reportReturnType|reportCallIssue|reportArgumentType' "$SCRATCH/out")"
# modules of `compile -o NAME.py`, and a program that calls one; JAX is not in this environment
for array in numpy torch jax; do
	"$RIGIDC" compile examples/scara.rig -f gravity,fk:gripper,crba,fd --for=$array -o "$SCRATCH/scara_$array.py" 2>/dev/null
	ok "mypy --strict: a module for $array" mypy_of --ignore-missing-imports "$SCRATCH/scara_$array.py"
done
cat >"$SCRATCH/calls.py" <<'END'
import numpy as np
import scara_numpy as scara

params = scara.scara_params_default()
params['payload'] = 2.4
derived = scara.scara_prepare(params)
g = scara.scara_gravity([0, 0, 0, 0], derived)
R, p = scara.scara_fk_gripper(np.zeros((3, 4)), derived)
largest: float = g.max()
print(g.shape, R.shape, p.shape)
END
sed 's/0\], derived)/0])/; s/^R, p =/R, p, q =/; s/g.max()/g.maxx()/' "$SCRATCH/calls.py" >"$SCRATCH/wrong_calls.py"
ok 'mypy --strict: right calls of a module' mypy_of "$SCRATCH/calls.py"
ok 'pyright: right calls of a module' pyright_of calls.py strict
exits 'mypy: wrong calls of a module' 1 mypy_of "$SCRATCH/wrong_calls.py"
is 'mypy: all three mistakes' 3 "$(grep -c 'error: ' "$SCRATCH/out")"
is 'the calls run' '(4,) (3, 3, 3) (3, 3)' "$("$python" "$SCRATCH/calls.py")"

"$python" "$program" examples/ur5.rig examples/cart_pole.rig >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'the program runs' '(3, 6) shoulder_pan_joint, 6 joints, from -inf (3,) (6, 6) (6,) (6,)
2: there is no body or frame '"'wrld'"' [unknown-parent]
(4, 4) 1' "$(cat "$SCRATCH/out" "$SCRATCH/err")"
finish
