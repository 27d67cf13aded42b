/* libFuzzer on URDF: any bytes are read; sound models are compiled to C and imported. The import must be sound
 * too and have the same coordinates. */
#include "harness.h"
#include "grammar/print_rig.h"
#include "grammar/urdf.h"

struct Printing {
	const char *text;
	size_t length;
};

static void print(rigidc_model *model, void *context)
{
	struct Printing *printing = context;
	struct Text text;
	text_init(&text, &model->arena);
	urdf_fold_frames(&model->arena, &model->ast);
	print_rig(&model->ast, &text);
	printing->text = text_string(&text);
	printing->length = text.count;
}

static void check_import(rigidc_model *model)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t choice = size; /* the length chooses among the options, so that seeds are whole files */
	rigidc_options options = { .from = RIGIDC_URDF,
		                   .search = "none",
		                   .base = choice & 1 ? "free" : NULL,
		                   .keep_damping = choice >> 1 & 1,
		                   .keep_rotors = choice >> 3 & 1,
		                   .snap_angles = choice & 4 ? 1e-3 : 0 };
	rigidc_model *model;
	if (harness_compile(data, size, "fuzz.urdf", &options, &model)) {
		library_begin(model);
		check_import(model);
	}
	rigidc_model_free(model);
	return 0;
}
