/* libFuzzer on OpenSim: any bytes are read; sound models are compiled to C and imported. */
#include "imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* the length chooses among the options, so that seeds are whole files */
	rigidc_options options = { .from = RIGIDC_OSIM,
		                   .search = "none",
		                   .base = size % 4 == 1 ? "free" : NULL,
		                   .markers = size % 4 > 1,
		                   .muscles = size % 3 > 0,
		                   .keep_forces = size % 5 > 1 };
	return imported_run(data, size, "fuzz.osim", &options);
}
