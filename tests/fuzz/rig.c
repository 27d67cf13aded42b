/* libFuzzer on .rig: any bytes are read and checked; what can be read is laid out, of what is sound the C is made. */
#include <string.h>

#include "grammar/layout.h"
#include "harness.h"

/* What was laid out stays so. */
static void lay_out(rigidc_model *model, void *context)
{
	(void)context;
	const struct Source *source = &model->sources.item[0];
	struct Text once, twice;
	if (model->diags.syntax_errors)
		return;
	text_init(&once, &model->arena);
	text_init(&twice, &model->arena);
	layout_text(&model->diags, source->text, source->length, &once);
	layout_text(&model->diags, text_string(&once), once.count, &twice);
	if (once.count != twice.count || memcmp(once.item, text_string(&twice), once.count) != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* the length chooses, so that seeds are whole files */
	static const char *const sincos[] = { "inline", "libm", "given" };
	rigidc_options options = { .from = RIGIDC_RIG, .search = "none", .sincos = sincos[size % 3],
	                           .real_float = size >> 2 & 1, .packed = size >> 3 & 1 };
	rigidc_model *model;
	harness_compile(data, size, "fuzz.rig", &options, &model);
	if (model && model->sources.count)
		harness_judge(library_protect(model, lay_out, NULL), model);
	rigidc_model_free(model);
	return 0;
}
