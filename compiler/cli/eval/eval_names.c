#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "cli/colour.h"
#include "cli/complain.h"
#include "runtime/function.h"

/* Finds the names of all inputs, in the order of the C signature, then of parameters and the time of a series; and of
 * all outputs. */
void eval_find_names(struct Evaluation *e)
{
	rigidc_model *model = e->model;
	struct Job job = library_prepare(model, e->options->functions);
	struct Columns params = columns_of_params(model->model);
	model->diags.count = model->diags.errors = 0; /* all diagnostics were printed when the function was made */
	e->wanted = columns_of_inputs(&job, &job.function[0]);
	job.function[0].output = e->function->generated->output; /* whose zeros by structure are known */
	e->results = columns_of_outputs(&job, &job.function[0]);
	for (size_t i = 0; i < params.count; i++)
		*ARENA_PUSH(&model->arena, &e->wanted) = params.item[i];
	e->params = params.count;
	if (eval_wants_series(e))
		*ARENA_PUSH(&model->arena, &e->wanted) = ROWS_TIME;
	e->row = ARENA_ARRAY(&model->arena, double, e->wanted.count + 1);
	if (params.count)
		memcpy(e->row + e->inputs, rigidc_params(e->function), params.count * sizeof *e->row);
}

static int say_problems(rigidc_model *model)
{
	struct Text text;
	text_init(&text, &model->call);
	diags_render(&model->diags, &text);
	fflush(stdout);
	colour_put_messages(text_string(&text));
	model->diags.count = model->diags.errors = 0; /* printed */
	return EXIT_MODEL;
}

/* Header line: the names of the output columns. */
void eval_write_header(struct Evaluation *e)
{
	const char *next = "";
	e->line.count = 0;
	for (size_t i = 0; e->named && e->options->keep && i < e->rows.formulas.name.count; i++)
		if (!e->rows.taken[i]) {
			text_put(&e->line, next);
			rows_cell(&e->line, e->rows.formulas.name.item[i]);
			next = ",";
		}
	for (size_t i = 0; i < e->results.count; i++) {
		text_put(&e->line, next);
		rows_cell(&e->line, e->results.item[i]);
		next = ",";
	}
	text_char(&e->line, '\n');
	fwrite(e->line.item, 1, e->line.count, stdout);
}

/* True for a derivative that --differentiate computes. */
static bool is_derived(const struct Evaluation *e, size_t wanted)
{
	const char *name = e->wanted.item[wanted];
	return e->options->differentiate && (strncmp(name, "qd.", 3) == 0 || strncmp(name, "qdd.", 4) == 0);
}

int eval_take_header(struct Evaluation *e, char *line)
{
	rigidc_model *model = e->model;
	e->rows.arena = &model->arena;
	e->named = true;
	bool *optional = ARENA_ARRAY(&model->arena, bool, e->wanted.count);
	for (size_t i = 0; i < e->wanted.count; i++)
		optional[i] = i >= e->inputs || is_derived(e, i);
	if (!rows_open(&e->rows, &model->diags, "stdin", line) ||
	    !rows_bind(&e->rows, &model->diags, &e->wanted, optional, e->options->map, e->options->maps))
		return say_problems(model);
	eval_find_angles(e);
	return EXIT_FINE;
}

int eval_read_row(struct Evaluation *e, char *text, size_t length, size_t line)
{
	if (strlen(text) != length)
		return eval_bad_line(line, "a NUL byte", 0);
	const char *problem = rows_read(&e->rows, text, e->row, e->wanted.count);
	return problem ? eval_bad_line(line, problem, 0) : EXIT_FINE;
}

void eval_take_row(struct Evaluation *e)
{
	memcpy(e->numbers, e->row, e->inputs * sizeof *e->row);
	if (e->params && memcmp(rigidc_params(e->function), e->row + e->inputs, e->params * sizeof *e->row) != 0)
		rigidc_set_params(e->function, e->row + e->inputs);
}

const char *eval_kept(struct Evaluation *e)
{
	e->kept.count = 0;
	for (size_t i = 0; e->named && e->options->keep && i < e->rows.formulas.name.count; i++)
		if (!e->rows.taken[i]) {
			rows_cell(&e->kept, e->rows.field[i]);
			text_char(&e->kept, ',');
		}
	return text_string(&e->kept);
}
