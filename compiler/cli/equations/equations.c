/* rigidc equations: the equations of motion, or functions, as formulas. */
#include "equation_format.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/output.h"

struct Equations {
	const struct Options *options;
	enum EquationFormatId format;
	const char *text;
};

/* The format by --to, else by the ending of the file, else text. Returns an exit code. */
static int choose_format(struct Equations *e)
{
	static const char *const ending[] = {
#define EQUATION_FORMAT(id, name, ending, notation, layout) ending,
#include "equation_formats.def"
	};
	int format = e->options->to;
	int code = output_choose(e->options->output, ending, EQUATION_FORMATS, &format);
	e->format = format < 0 ? EQUATION_TEXT : (enum EquationFormatId)format;
	return code;
}

static void write(rigidc_model *model, void *context)
{
	struct Equations *e = context;
	const struct Options *options = e->options;
	struct EquationSet set = equation_set(model, options->functions, options->signs > 0 ? SIGNS_RIGHT : SIGNS_LEFT);
	if (!model->diags.errors)
		e->text = equation_format_write(&set, e->format);
}

int command_equations(const struct Options *options)
{
	struct Equations e = { .options = options };
	if (options->functions && options->signs >= 0)
		return complain("--signs is of the equations of motion, which are printed without -f");
	int code = choose_format(&e);
	rigidc_model *model = code == EXIT_FINE ? load_for_functions(options, NULL, &code) : NULL;
	if (!model)
		return code;
	return load_write(model, RIGIDC_OK, write, &e, &e.text, options->output);
}
