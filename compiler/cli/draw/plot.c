/* rigidc plot: a picture of files of rows. */
#include <string.h>

#include "draw.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/rows.h"
#include "runtime/library.h"

struct Plotting {
	const struct Options *options;
	struct Arena *arena;
	struct Sheets sheets;
	int code;
};

/* The sheet of the file being read. */
static struct Sheet *last_sheet(struct Plotting *p)
{
	return &p->sheets.item[p->sheets.count - 1];
}

/* Takes every column with a name. */
static bool take_header(void *context, struct Rows *rows)
{
	struct Plotting *p = context;
	struct Sheet *sheet = last_sheet(p);
	bool names = false;
	for (size_t i = 0; i < rows->formulas.name.count; i++) {
		const char *name = rows->formulas.name.item[i];
		names |= rows_header(arena_copy(p->arena, name, strlen(name)), true);
		if (*name)
			*ARENA_PUSH(p->arena, &sheet->column) = name;
	}
	if (!names) {
		const struct Span header = { 0, 1, rows->header };
		diag(rows->formulas.diags, CHECK_UNKNOWN_COLUMN, header,
		     "names of columns belong here, in a first line: t,q.elbow");
		return false;
	}
	const bool *optional = ARENA_ARRAY(p->arena, bool, sheet->column.count);
	return rows_bind(rows, rows->formulas.diags, &sheet->column, optional, &(struct FormulaList){ 0 });
}

static const char *take_row(void *context, struct Rows *rows)
{
	struct Plotting *p = context;
	struct Sheet *sheet = last_sheet(p);
	double *number = ARENA_ARRAY(p->arena, double, sheet->column.count);
	rows_compute(rows, number, sheet->column.count);
	*ARENA_PUSH(p->arena, sheet) = number;
	return NULL;
}

static void draw(rigidc_model *model, void *context)
{
	struct Plotting *p = context;
	const struct RowsTaker taker = { take_header, take_row, p, false };
	p->arena = &model->arena;
	for (size_t i = 0; i < p->options->files && p->code == EXIT_FINE; i++) {
		ARENA_PUSH(p->arena, &p->sheets)->name = p->options->file[i];
		p->code = rows_file(p->arena, &model->diags, p->options->file[i], &taker);
	}
	if (p->code == EXIT_FINE && p->options->cycle)
		p->code = cycle_average(p->arena, p->options->cycle, &p->sheets);
	const struct Drawing drawing = { p->arena, &p->sheets, p->options->columns };
	if (p->code == EXIT_FINE)
		p->code = drawing_write(&drawing, p->options->output);
}

int command_plot(const struct Options *options)
{
	struct Plotting p = { .options = options };
	rigidc_model *model;
	int code = output_is_stdout(options->output) ? EXIT_FINE : drawing_check("-o", options->output);
	if (code != EXIT_FINE)
		return code;
	rigidc_status status = load_nothing(&model);
	if (status == RIGIDC_OK)
		status = library_protect(model, draw, &p);
	if (status != RIGIDC_OK)
		return load_fail(model, status);
	rigidc_model_free(model);
	return p.code;
}
