/* libFuzzer on Denavit-Hartenberg tables: any bytes are read; sound models are compiled to C and imported. */
#include "imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* the length chooses among the options, so that seeds are whole files */
	rigidc_options options = { .from = RIGIDC_DH,
		                   .search = "none",
		                   .keep_damping = size & 1,
		                   .dh = size % 8 == 2   ? "standard"
		                         : size % 8 == 4 ? "modified"
		                                         : NULL,
		                   .dh_degrees = size % 16 == 6 };
	return imported_run(data, size, "fuzz.csv", &options);
}
