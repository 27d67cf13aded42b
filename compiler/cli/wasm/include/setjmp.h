/* setjmp for WebAssembly. The C library lacks setjmp. clang replaces both calls (-mllvm -wasm-enable-sjlj) by those of
 * ../jumps.c. Included by the library. A jmp_buf holds the number of its setjmp. */
#ifndef RIGIDC_WASM_SETJMP_H
#define RIGIDC_WASM_SETJMP_H

typedef unsigned jmp_buf[4];

int setjmp(jmp_buf from) __attribute__((returns_twice));
_Noreturn void longjmp(jmp_buf to, int value);

#endif
