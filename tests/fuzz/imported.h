/* Shared by the harnesses of other formats: the import of a sound model is sound too and has the same coordinates.
 * Called by urdf.c, osim.c, mjcf.c, sdf.c and dh.c. The model is the caller's. */
#ifndef IMPORTED_H
#define IMPORTED_H

#include "harness.h"
#include "grammar/print_rig.h"
#include "grammar/import/readers.h"

struct Printing {
	const char *text;
	size_t length;
};

static inline void imported_print(rigidc_model *model, void *context)
{
	struct Printing *printing = context;
	struct Text text = text_new(&model->arena);
	urdf_fold_frames(&model->arena, &model->ast);
	print_rig(&model->ast, &text);
	printing->text = text_string(&text);
	printing->length = text.count;
}

static inline void imported_check(rigidc_model *model)
{
	struct Printing printing;
	rigidc_model *again;
	if (library_protect(model, imported_print, &printing) != RIGIDC_OK)
		abort();
	if (rigidc_read(printing.text, printing.length, "import.rig", NULL, &again) != RIGIDC_OK ||
	    rigidc_nq(again) != rigidc_nq(model) || rigidc_nv(again) != rigidc_nv(model)) {
		fputs(printing.text, stderr);
		fputs(rigidc_messages(again), stderr);
		abort();
	}
	rigidc_model_free(again);
}

/* Reads bytes in a format; a sound model is compiled and imported. */
static inline int imported_run(const uint8_t *data, size_t size, const char *name, const rigidc_options *options)
{
	rigidc_model *model;
	if (harness_compile(data, size, name, options, &model)) {
		library_begin(model);
		imported_check(model);
	}
	rigidc_model_free(model);
	return 0;
}

#endif
