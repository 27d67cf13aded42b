/* WebAssembly module for wasm.mjs, the provider of `put`. */
#include "driver.h"

__attribute__((import_module("host"), import_name("put"))) void host_put(const char *text);
__attribute__((export_name("main"))) void wasm_main(void);

void put(const char *text)
{
	host_put(text);
}

void wasm_main(void)
{
	run();
}
