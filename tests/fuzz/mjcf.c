/* libFuzzer on MJCF: any bytes are read; sound models are compiled to C and imported. */
#include "imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	rigidc_options options = {
		.from = RIGIDC_MJCF, .search = "none", .keep_damping = size & 1, .keep_actuators = size >> 1 & 1
	};
	return imported_run(data, size, "fuzz.xml", &options);
}
