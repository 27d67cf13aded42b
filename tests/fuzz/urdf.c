/* libFuzzer on URDF: any bytes are read; sound models are compiled to C and imported. */
#include "imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t choice = size; /* the length chooses among the options, so that seeds are whole files */
	rigidc_options options = { .from = RIGIDC_URDF,
		                   .search = "none",
		                   .base = choice & 1 ? "free" : NULL,
		                   .keep_damping = choice >> 1 & 1,
		                   .keep_rotors = choice >> 3 & 1,
		                   .snap_angles = choice & 4 ? 1e-3 : 0 };
	return imported_run(data, size, "fuzz.urdf", &options);
}
