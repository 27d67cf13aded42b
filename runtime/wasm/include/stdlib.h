/* <stdlib.h> with realpath, which the C library for WebAssembly lacks. It is in ../system.c.
 * Included by the library. The caller frees the path. */
#ifndef RIGIDC_WASM_STDLIB_H
#define RIGIDC_WASM_STDLIB_H

#include_next <stdlib.h>

char *realpath(const char *path, char *room);

#endif
