#!/bin/sh
# The coefficients of compiler/dynamics/tree/exponential.def are those that exponential_coefficients.py computes.
. tests/tap.sh

ok 'the coefficients are computed' sh -c 'python3 tests/dynamics/exponential_coefficients.py >"$1"' - "$SCRATCH/computed"
ok 'the compiler has them' cmp "$SCRATCH/computed" compiler/dynamics/tree/exponential.def
finish
