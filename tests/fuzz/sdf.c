/* libFuzzer on SDFormat: any bytes are read; sound models are compiled to C and imported. */
#include "imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* the length chooses among the options, so that seeds are whole files */
	rigidc_options options = { .from = RIGIDC_SDF,
		                   .search = "none",
		                   .keep_damping = size & 1,
		                   .base = size % 8 == 2   ? "free"
		                           : size % 8 == 4 ? "fixed"
		                                           : NULL,
		                   .model = size % 16 == 6 ? "t" : NULL };
	return imported_run(data, size, "fuzz.sdf", &options);
}
