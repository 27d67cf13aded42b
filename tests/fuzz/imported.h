/* The import of a sound model: it must be sound too and have the same coordinates. For the harnesses of formats. */
#ifndef TESTS_FUZZ_IMPORTED_H
#define TESTS_FUZZ_IMPORTED_H

#include "harness.h"
#include "grammar/print_rig.h"
#include "grammar/urdf.h"

struct Printing {
	const char *text;
	size_t length;
};

static inline void print(rigidc_model *model, void *context)
{
	struct Printing *printing = context;
	struct Text text;
	text_init(&text, &model->arena);
	urdf_fold_frames(&model->arena, &model->ast);
	print_rig(&model->ast, &text);
	printing->text = text_string(&text);
	printing->length = text.count;
}

static inline void check_import(rigidc_model *model)
{
	struct Printing printing;
	rigidc_model *again;
	if (library_protect(model, print, &printing) != RIGIDC_OK)
		abort();
	if (rigidc_read(printing.text, printing.length, "import.rig", NULL, &again) != RIGIDC_OK ||
	    rigidc_nq(again) != rigidc_nq(model) || rigidc_nv(again) != rigidc_nv(model)) {
		fputs(printing.text, stderr);
		fputs(rigidc_messages(again), stderr);
		abort();
	}
	rigidc_model_free(again);
}

/* Compiles a text of a format, and checks the import. */
static inline void check_format(const uint8_t *data, size_t size, const char *name, const rigidc_options *options)
{
	rigidc_model *model;
	if (harness_compile(data, size, name, options, &model)) {
		library_begin(model);
		check_import(model);
	}
	rigidc_model_free(model);
}

#endif
