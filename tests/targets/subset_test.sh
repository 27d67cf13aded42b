#!/bin/sh
# Of the targets of targets.txt one Cortex-M, one RISC-V and WebAssembly, by clang, which has all three. `make check-targets` has
# the others, and all examples. RIGIDC_LEVEL=long takes one robot and one form more.
case ${RIGIDC_LEVEL:-usual} in
long) forms=float,float-fma,float-size,double robots=iiwa14,solo12,scara ;;
*) forms=float,float-size,double robots=solo12,scara ;;
esac
exec perl tests/targets/check.pl --targets=m7d-clang,rv64gc-clang,wasm32 --forms=$forms --robots=$robots \
    --functions=rnea,crba,fd,fk,jac,param_jacobian
