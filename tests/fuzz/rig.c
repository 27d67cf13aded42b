/* libFuzzer on .rig: any bytes are read and checked; sound models are compiled to C. */
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* the length chooses options, so that seeds are whole files */
	static const char *const sincos[] = { "inline", "libm", "given" };
	rigidc_options options = { .from = RIGIDC_RIG,
		                   .search = "none",
		                   .sincos = sincos[size % 3],
		                   .real_float = size >> 2 & 1,
		                   .matrix = size >> 3 & 1 ? "packed" : NULL };
	rigidc_model *model;
	harness_compile(data, size, "fuzz.rig", &options, &model);
	rigidc_model_free(model);
	return 0;
}
