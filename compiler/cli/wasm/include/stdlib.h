/* <stdlib.h> with realpath of ../system.c: the C library for WebAssembly lacks this function.
 * Included by the library. The caller frees the path. */
#ifndef RIGIDC_WASM_STDLIB_H
#define RIGIDC_WASM_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *room);

#endif
