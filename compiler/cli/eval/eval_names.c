/* Input of `rigidc eval` with a header: inputs are found by the names of columns. The output has a header too. */
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "cli/colour.h"
#include "cli/complain.h"
#include "cli/recorded_names.h"
#include "cli/rows.h"
#include "runtime/function.h"

/* Finds the columns of all inputs, in the order of the C signature, then of parameters and the time of a series; and
 * the names of all outputs. */
void eval_find_names(struct Evaluation *e)
{
	rigidc_model *model = e->model;
	struct Arena *arena = &model->arena;
	struct Job job = library_prepare(model, e->options->functions);
	const double *params = rigidc_params(e->function);
	model->diags.count = model->diags.errors = 0; /* all diagnostics were printed when the function was made */
	/* sizes of sc, and zeros by structure, are known to the function that was made */
	struct Generated *function = &job.function[0];
	e->open.returned = eval_open_returns(function);
	e->normalizes = eval_normalizes(function);
	eval_dead_choose(e, &function->request);
	if (function->seeds)
		job_lay_out(&job, function);
	const struct Generated *made = e->function->generated;
	function->inputs = made->inputs;
	memcpy(function->input_size, made->input_size, sizeof function->input_size);
	for (int i = 0; i < function->outputs; i++) {
		const struct GeneratedOutput own = function->output[i];
		function->output[i] = made->output[i];
		function->output[i].info = own.info;
		function->output[i].part = own.part;
	}
	e->columns = columns_of_inputs(&job, function);
	e->results = columns_described(&job, function);
	columns_add_params(&e->columns, model->model, params);
	e->params = e->columns.count - e->inputs;
	eval_angles_add(e);
	*ARENA_PUSH(arena, &e->columns) =
		(struct InputColumn){ .name = ROWS_TIME, .unit = "s", .meaning = "time", .optional = true };
	e->wanted = columns_named(arena, &e->columns);
	e->row = ARENA_ARRAY(arena, double, e->wanted.count + 1);
	for (size_t i = 0; i < e->inputs; i++)
		e->row[i] = e->columns.item[i].otherwise;
	if (e->params)
		memcpy(e->row + e->inputs, params, e->params * sizeof *e->row);
}

/* The name of a column as in a header line. */
static const char *cell(const struct Evaluation *e, const char *name)
{
	struct Text text = text_new(&e->model->arena);
	rows_cell(&text, name);
	return text_string(&text);
}

/* Widths of the columns of names and units. */
struct Widths {
	int name, unit;
};

/* Adds a line to the widths, or prints it. */
static void list_column(const struct Evaluation *e, const char *plain, const char *unit, const char *meaning,
                        bool print, struct Widths *most)
{
	const char *name = cell(e, plain);
	int named = text_width(name), wide = text_width(unit);
	if (print)
		printf("%s%*s  %s%*s  %s\n", name, most->name - named, "", unit, most->unit - wide, "", meaning);
	most->name = named > most->name ? named : most->name;
	most->unit = wide > most->unit ? wide : most->unit;
}

void eval_list_columns(const struct Evaluation *e)
{
	struct Widths widths[2] = { { 0 } };
	for (int print = 0; print < 2; print++) {
		for (size_t i = 0; i < e->columns.count - !eval_wants_time(e); i++) {
			const struct InputColumn *column = &e->columns.item[i];
			if (eval_angles_hides(e, i))
				continue;
			list_column(e, column->name, column->unit, column->meaning, print, &widths[0]);
		}
		if (print)
			printf("\n");
		for (size_t i = 0; i < e->results.count; i++) {
			const struct OutputColumn *column = &e->results.item[i];
			list_column(e, column->name, column->unit, column->meaning, print, &widths[1]);
		}
	}
}

/* Prints the diagnostics. */
static void say_problems(rigidc_model *model)
{
	struct Text text = text_new(&model->call);
	diags_render(&model->diags, &text);
	fflush(stdout);
	colour_put_messages(text_string(&text));
	model->diags.count = model->diags.errors = 0; /* printed */
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
		rows_cell(&e->line, e->results.item[i].name);
		next = ",";
	}
	text_char(&e->line, '\n');
	eval_write(e);
}

/* True for a derivative of q. */
static bool is_derivative(const struct Evaluation *e, size_t wanted)
{
	const char *name = e->wanted.item[wanted];
	return strncmp(name, "qd.", 3) == 0 || strncmp(name, "qdd.", 4) == 0;
}

bool eval_names_wanted(const struct Evaluation *e, const char *line)
{
	static const char blanks[] = " \t\r\n";
	for (const char *word = line + strspn(line, blanks); *word; word += strspn(word, blanks)) {
		const size_t length = strcspn(word, blanks);
		for (size_t i = 0; i < e->wanted.count; i++)
			if (strncmp(e->wanted.item[i], word, length) == 0 && !e->wanted.item[i][length])
				return true;
		word += length;
	}
	return false;
}

/* Finds the columns of the open rows. Derivatives that no column gives are computed if the options say so, and of a
 * recording of a motion always. */
static bool bind_columns(struct Evaluation *e)
{
	rigidc_model *model = e->model;
	const bool derives = eval_wants_series(e) || (e->rows.recording && e->rows.recording->of_motion);
	bool *optional = ARENA_ARRAY(&model->arena, bool, e->wanted.count);
	for (size_t i = 0; i < e->wanted.count; i++)
		optional[i] = e->columns.item[i].optional || (derives && is_derivative(e, i));
	eval_angles_bind(e, optional);
	struct FormulaList maps = maps_parse(&e->rows.formulas, e->options, &e->map_files);
	recorded_names_add(&e->rows, model->model, &e->wanted, &maps);
	struct Columns wanted = e->wanted;
	wanted.count -= !derives && !eval_wants_time(e); /* nothing takes the time, which is the last */
	if (!rows_bind(&e->rows, &model->diags, &wanted, optional, &maps))
		return false;
	for (size_t i = 0; i < e->inputs && derives; i++)
		e->differentiates |= is_derivative(e, i) && !e->rows.origin[i].given;
	ignored_columns_tell(model, e->function->generated, &e->rows, &e->wanted, e->options->keep);
	return true;
}

/* Finds the columns, unless the header has mistakes. */
static int take_columns(struct Evaluation *e, bool good)
{
	good = good && bind_columns(e);
	say_problems(e->model);
	if (!good)
		return EXIT_MODEL;
	loads_find(&e->loads, &e->model->arena, &e->wanted);
	loads_doubt(&e->loads, e->model->model);
	if (eval_wants_time(e) && !eval_has_time(e))
		return complain(
			"the options need a column t, the time in s: --map 't = COLUMN * 1 ms' makes one of another");
	eval_find_angles(e);
	return EXIT_FINE;
}

int eval_take_header(struct Evaluation *e, char *line, size_t number)
{
	e->rows.arena = &e->model->arena;
	e->named = true;
	return take_columns(e, rows_open(&e->rows, &e->model->diags, "stdin", line, number));
}

int eval_take_recording(struct Evaluation *e, const struct RecordingFormat *format, char *bytes, size_t length)
{
	struct Arena *arena = &e->model->arena;
	struct Recording *recording = ARENA_NEW(arena, struct Recording);
	struct RecordingFault fault;
	if (!recording_read(arena, format, bytes, length, false, recording, &fault))
		return eval_bad_line(fault.line, fault.problem, 0);
	e->rows.arena = arena;
	e->named = true;
	return take_columns(e, rows_open_recording(&e->rows, &e->model->diags, "stdin", recording));
}

int eval_read_row(struct Evaluation *e, char *text, size_t length, size_t line)
{
	if (strlen(text) != length)
		return eval_bad_line(line, "a NUL byte", 0);
	const char *problem = rows_take(&e->rows, text);
	if (problem)
		return eval_bad_line(line, problem, 0);
	rows_compute(&e->rows, e->row, e->wanted.count);
	return EXIT_FINE;
}

int eval_take_row(struct Evaluation *e, size_t line)
{
	const char *problem = NULL;
	if (e->loads.count)
		problem = loads_put(&e->loads, &e->model->arena, eval_time(e), e->row);
	if (problem)
		return eval_bad_line(line, problem, 0);
	eval_angles_turn(e, e->row);
	memcpy(e->numbers, e->row, e->inputs * sizeof *e->row);
	if (e->params && memcmp(rigidc_params(e->function), e->row + e->inputs, e->params * sizeof *e->row) != 0)
		rigidc_set_params(e->function, e->row + e->inputs);
	return EXIT_FINE;
}

const char *eval_kept(struct Evaluation *e)
{
	e->kept.count = 0;
	for (size_t i = 0; e->named && e->options->keep && i < e->rows.formulas.name.count; i++)
		if (!e->rows.taken[i]) {
			rows_cell(&e->kept, rows_field(&e->rows, i));
			text_char(&e->kept, ',');
		}
	return text_string(&e->kept);
}
