#!/bin/sh
# A program of a user with types, typed_program.py, over the Python package: mypy --strict and pyright accept it, refuse a wrong one, and it
# runs.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
client python
[ -e "$clients/npm/package.json" ] || without npm pyright
RIGIDC_LIBRARY=$(dirname "$RIGIDC")/librigidc.so
export RIGIDC_LIBRARY PYTHONPATH="$PWD/runtime/python" MYPYPATH="$PWD/runtime/python"

# pyright_of NAME: strict, as for a package that is installed
pyright_of() {
	printf '{ "include": ["%s.py"], "typeCheckingMode": "strict", "extraPaths": ["%s"] }\n' "$1" "$PYTHONPATH" >"$SCRATCH/pyrightconfig.json"
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 "$clients/npm/node_modules/.bin/pyright" -p "$SCRATCH" --pythonpath "$python"
}
mypy_of() { "$clients/python/bin/mypy" --strict --cache-dir="$SCRATCH/mypy" "$@"; }

program=$PWD/tests/clients/typed_program.py
sed 's/joint.moves/joint.turns/; s/each.message/each.word/; s/system.A$/system/' "$program" >"$SCRATCH/wrong.py"
cp "$program" "$SCRATCH/right.py"
ok 'mypy --strict: the program' mypy_of "$program"
# torch.py is for those who have PyTorch
ok 'mypy --strict: the package' mypy_of --exclude torch.py "$PYTHONPATH/rigidc"
ok 'pyright: the program' pyright_of right
exits 'mypy: a wrong program' 1 mypy_of "$SCRATCH/wrong.py"
is 'mypy: all three mistakes' 3 "$(grep -c 'error: ' "$SCRATCH/out")"
exits 'pyright: a wrong program' 1 pyright_of wrong
is 'pyright: all three mistakes' 3 "$(grep -cE 'reportAttributeAccessIssue|reportReturnType' "$SCRATCH/out")"
"$python" "$program" examples/ur5.rig examples/cart_pole.rig >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'the program runs' '(3, 6) shoulder_pan_joint, 6 joints, from -inf (3,) (6, 6) (6,) (6,)
2: there is no body or frame '"'wrld'"' [unknown-parent]
(4, 4) 1' "$(cat "$SCRATCH/out" "$SCRATCH/err")"
finish
