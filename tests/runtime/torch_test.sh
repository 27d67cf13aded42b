#!/bin/sh
# rigidc.torch by torch_test.py. A stand-in takes the place of PyTorch, so that `make check` needs none: it has no gradients of
# gradients. `make check-torch` sets RIGIDC_TORCH=yes and tests with PyTorch itself, and runs the example.
. tests/tap.sh
. tests/runtime/python.sh
. tests/trees/random.sh

echo "# RIGIDC_SEED=${RIGIDC_SEED:-1}"

library=$(cd "$(dirname "$RIGIDC")" && pwd)/librigidc.so
reason=$(python_missing "$library")
! nm "$library" 2>/dev/null | grep -q -e __asan_init -e __tsan_init || reason='a library with sanitizers is not for python3'
if [ -n "$reason" ]; then
	skip 'rigidc.torch' "$reason"
	finish
fi
# listed NAME MODEL FUNCTIONS OPTION...: a line for RandomModels of torch_test.py
listed() { printf '%s\t%s\t%s\n' "$2" "$3" "${4:-}" >>"$SCRATCH/models"; }
random_models "$(by_level 1 2 20)" listed
export RIGIDC_MODELS="$SCRATCH/models"
if [ "${RIGIDC_TORCH:-}" ]; then
	python_tests "$library" "$python" tests/runtime/torch_test.py
	"$python" examples/learn.py >"$SCRATCH/learned" 2>&1
	is 'the example of examples/learn.md' "$(sed -n '/^\$ python3 examples\/learn.py/,/^```/p' examples/learn.md | sed '1d;$d')" "$(cat "$SCRATCH/learned")"
else
	python_tests "$library" env PYTHONPATH="$PWD/tests/runtime/torch_stand_in:$PWD/runtime/python" "$python" tests/runtime/torch_test.py
fi
finish
