#include "exclusion.h"

#include <string.h>

#include "c/dialect.h"
#include "base/request.h"

const struct Exclusion *exclusion_find(const rigidc_options *options)
{
	static const struct Exclusion of_batch[] = {
		{ { "code_size", "batch" }, { "--size=on", "--batch" }, ": one is for bytes, the other for time" },
		{ { "misra", "batch" }, { "--misra", "--batch" }, ": lanes of vectors are no ISO C" },
	};
	static const struct Exclusion of_snapping = { { "no_snapping", "snap_angles" },
		                                      { "--snap-angles=0", "--snap-angles" },
		                                      "" };
	bool wants_small = options->code_size && strcmp(options->code_size, code_size_name[CODE_SIZE_ON]) == 0;
	const int without_batch[] = { wants_small, options->misra };
	bool batch = options->batch && strcmp(options->batch, batch_name[BATCH_NONE]) != 0;
	for (size_t i = 0; i < sizeof of_batch / sizeof *of_batch && batch; i++)
		if (without_batch[i])
			return &of_batch[i];
	return options->no_snapping && options->snap_angles > 0 ? &of_snapping : NULL;
}
