#!/bin/sh
# Of the targets of targets.txt one Cortex-M, one RISC-V and WebAssembly, by clang, which has all three. `make check-targets` has
# the others, and all examples.
exec perl tests/targets/check.pl --targets=m7d-clang,rv64gc-clang,wasm32 --forms=float,float-fma,float-size,double \
    --robots=iiwa14,solo12,scara --functions=rnea,crba,fd,fk,jac,param_jacobian
