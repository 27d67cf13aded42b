/* rigidc eval: an evaluation for each line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evaluation.h"
#include "cli/commands.h"
#include "cli/complain.h"
#include "cli/load.h"
#include "cli/output.h"

static bool lay_out_arrays(struct Evaluation *e)
{
	int arrays_in = rigidc_inputs(e->function), arrays_out = rigidc_outputs(e->function);
	for (int i = 0; i < arrays_in; i++)
		e->inputs += rigidc_input_size(e->function, i);
	for (int i = 0; i < arrays_out; i++)
		e->outputs += rigidc_output_size(e->function, i);
	e->numbers = calloc(e->inputs + e->outputs + 1, sizeof *e->numbers);
	e->input = calloc((size_t)arrays_in + 1, sizeof *e->input);
	e->output = calloc((size_t)arrays_out + 1, sizeof *e->output);
	if (!e->numbers || !e->input || !e->output)
		return false;
	double *next = e->numbers;
	for (int i = 0; i < arrays_in; next += rigidc_input_size(e->function, i++))
		e->input[i] = next;
	for (int i = 0; i < arrays_out; next += rigidc_output_size(e->function, i++))
		e->output[i] = next;
	return true;
}

struct ReadingLoop {
	struct Evaluation *evaluation;
	struct Series series;
	FILE *file;  /* the lines: standard input, or `bytes` */
	char *bytes; /* all of standard input, if it was read to tell its format */
	char *text;  /* buffer of rows_line */
	char *own;   /* the line in the buffer, after a byte order mark */
	int code;
	bool begun; /* the first row or the end was reached */
};

/* True if some option requires named columns. */
static bool needs_names(const struct Evaluation *e)
{
	return e->options->maps || e->options->map_files || e->options->keep || e->options->unwrap ||
	       eval_wants_time(e);
}

/* Header of the output, before the first row. */
static void begin(struct Evaluation *e, struct ReadingLoop *loop)
{
	if (loop->begun || loop->code != EXIT_FINE)
		return;
	loop->begun = true;
	if (!e->named && needs_names(e))
		loop->code = complain(
			"--map, --keep=columns, --unwrap, --filter, --differentiate, --loads and -o NAME.sto are for input whose first line names its columns");
	else if ((e->options->header || e->options->keep || e->file) && !(e->file && e->file->storage))
		eval_write_header(e);
}

/* Takes the current row, whose named numbers are read. False if the results cannot be written. */
static bool take_row(struct Evaluation *e, struct ReadingLoop *loop, size_t line)
{
	eval_follow_angles(e, line);
	if (eval_wants_series(e)) {
		loop->code = eval_series_add(e, &loop->series, line);
		return true;
	}
	loop->code = eval_take_row(e, line);
	return loop->code != EXIT_FINE || eval_answer(e, line, eval_kept(e));
}

/* Reads and answers a line of numbers. Returns false if the results cannot be written. */
static bool take_line(struct Evaluation *e, struct ReadingLoop *loop, size_t length, size_t line)
{
	loop->code = e->named ? eval_read_row(e, loop->own, length, line) : eval_read_line(e, loop->own, length, line);
	if (loop->code != EXIT_FINE)
		return true;
	return e->named ? take_row(e, loop, line) : eval_answer(e, line, eval_kept(e));
}

/* --- recordings --- */

/* Begins a line of CSV? Without a name that is wanted it may be the first line of a recording; the second line, of
 * which one character is looked at, is then no row. Programs that send their rows one after the other wait for no
 * more. */
static bool begins_recording(const struct Evaluation *e, const struct ReadingLoop *loop, size_t length)
{
	if (!loop->bytes && recording_format(loop->own, length))
		return true;
	if (loop->bytes || !recording_begins(loop->own, length) || eval_names_wanted(e, loop->own))
		return false;
	if (loop->own[length - 1] != '\n')
		return true;
	const int next = getc(loop->file);
	ungetc(next, loop->file);
	return next == EOF || !strchr("+-.0123456789 \t", next);
}

/* Answers all rows of a recording. False if the results cannot be written. */
static bool read_recorded(struct Evaluation *e, struct ReadingLoop *loop)
{
	const struct Recording *recording = e->rows.recording;
	bool written = true;
	begin(e, loop);
	for (size_t row = 0; row < recording->rows && loop->code == EXIT_FINE && written; row++) {
		rows_take_recorded(&e->rows, row);
		rows_compute(&e->rows, e->row, e->wanted.count);
		written = take_row(e, loop, recording->line.item[row]);
	}
	return written;
}

/* Reads all of standard input behind a first line. False if it is no recording: its lines are then to be read again,
 * from loop->file. *written: the results could be written. */
static bool read_recording(struct Evaluation *e, struct ReadingLoop *loop, size_t length, bool *written)
{
	size_t size;
	loop->bytes = rows_slurp(stdin, "standard input", loop->text, length, &size);
	if (!loop->bytes) {
		loop->code = EXIT_USAGE;
		return true;
	}
	const struct RecordingFormat *format = recording_format(loop->bytes, size);
	if (!format) {
		loop->file = fmemopen(loop->bytes, size, "r");
		loop->code = loop->file ? EXIT_FINE : complain("out of memory");
		return !loop->file;
	}
	loop->code = eval_take_recording(e, format, loop->bytes, size);
	if (loop->code == EXIT_FINE && eval_wants_series(e))
		loop->code = eval_series_begin(e);
	if (loop->code == EXIT_FINE)
		*written = read_recorded(e, loop);
	return true;
}

/* Reads all rows. False if the results cannot be written. */
static bool read_rows(struct Evaluation *e, struct ReadingLoop *loop, size_t *line)
{
	size_t capacity = 0, rows = 0;
	bool first = true, written = true;
	ssize_t length;
	errno = 0;
	while (loop->code == EXIT_FINE && (length = rows_line(loop->file, &loop->text, &capacity, !rows, line)) >= 0) {
		loop->own = loop->text + (first ? rows_mark(loop->text) : 0);
		bool empty = loop->own + strspn(loop->own, " \t\r\n") == loop->text + length;
		if (first && !empty && begins_recording(e, loop, (size_t)(loop->text + length - loop->own))) {
			if (read_recording(e, loop, (size_t)length, &written))
				return written;
			*line = 0;
			continue;
		}
		first = false;
		if (*loop->own == '#' || (empty && e->inputs > 0))
			continue;
		bool header = !rows++ && rows_header(loop->own, needs_names(e));
		if (header)
			loop->code = eval_take_header(e, loop->own, *line);
		if (header && loop->code == EXIT_FINE && eval_wants_series(e))
			loop->code = eval_series_begin(e);
		begin(e, loop);
		if (!header && loop->code == EXIT_FINE &&
		    !take_line(e, loop, (size_t)(loop->text + length - loop->own), *line))
			return false;
	}
	return true;
}

/* Tells a person at a terminal what the command waits for. */
static void ask_person(const struct Evaluation *e)
{
	if (!isatty(STDIN_FILENO))
		return;
	struct Text text = text_new(e->line.arena);
	eval_put_inputs(e, &text);
	fprintf(stderr, "rigidc: numbers of a line of standard input, %s; Ctrl-D ends\n", text_string(&text));
}

static void evaluate(struct Evaluation *e, struct ReadingLoop *loop)
{
	size_t line = 0;
	ask_person(e);
	eval_open_begin(e);
	eval_residuals_begin(e);
	if (!read_rows(e, loop, &line))
		return; /* output_finish reports the reason */
	int error = errno;
	begin(e, loop);
	if (loop->code == EXIT_FINE && !feof(loop->file))
		loop->code = error == EFBIG    ? eval_bad_line(line + 1, "a row is longer than 64 MB", 0)
		             : error == ENOMEM ? complain("out of memory")
		                               : complain("cannot read standard input: %s", strerror(error));
	if (loop->code == EXIT_FINE && e->named && eval_wants_series(e))
		loop->code = eval_series_end(e, &loop->series);
	if (loop->code == EXIT_USAGE && e->rows.recording && !eval_asks_series(e))
		loop->code = EXIT_MODEL; /* no option has asked for derivatives: the recording lacks what they need */
	fflush(stdout);
	eval_open_say(e);
	eval_residuals_say(e);
	if (loop->code == EXIT_FINE && e->file)
		loop->code = eval_file_write(e);
}

static void run(rigidc_model *model, void *context)
{
	static char buffer[64 * 1024]; /* static: stdio reports end of file if it cannot allocate a buffer */
	struct ReadingLoop *loop = context;
	struct Evaluation *e = loop->evaluation;
	struct stat input;
	e->line = text_new(&model->arena);
	e->kept = text_new(&model->arena);
	setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
	eval_file_begin(e);
	eval_find_names(e);
	e->prompt = fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode);
	loop->code = maps_read(&model->arena, e->options, &e->map_files);
	if (loop->code == EXIT_FINE && e->options->list_columns)
		eval_list_columns(e);
	else if (loop->code == EXIT_FINE)
		evaluate(e, loop);
}

/* Makes the function with the requested executor, or with the evaluator if that executor is unavailable. */
static rigidc_status make_function(rigidc_model *model, const struct Options *options, rigidc_function **made)
{
	rigidc_status status = rigidc_function_new(model, options->functions, options->jit, made);
	if (status != RIGIDC_UNAVAILABLE)
		return status;
	if (options->jit_given)
		complain("%s; the evaluator is used", model->failure);
	return rigidc_function_new(model, options->functions, RIGIDC_EVALUATOR, made);
}

/* Several functions are one: "fk:A,fk:B" to "values=fk:A+fk:B". A copy if there are several without a name of their
 * own, else the text itself; NULL: out of memory. */
static char *as_one(const char *functions)
{
	static const char name[] = "values=";
	const size_t size = strlen(functions) + sizeof name;
	char *one = malloc(size), *text = one + sizeof name - 1;
	bool several = false, named = false;
	if (!one)
		return NULL;
	snprintf(one, size, "%s%s", name, functions);
	for (char *at = text; *at; at++) {
		const char *quoted = *at == '"' ? text_quoted_end(at) : NULL;
		several |= *at == ',';
		named |= *at == '=';
		*at = *at == ',' ? '+' : *at;
		at = quoted ? text + (quoted - text) - 1 : at;
	}
	if (several && !named)
		return one;
	snprintf(one, size, "%s", functions);
	return one;
}

static int evaluate_functions(const struct Options *options, const struct Loads *loads)
{
	int code;
	struct Evaluation e = { .model = load_for_functions(options, NULL, &code),
		                .options = options,
		                .loads = *loads };
	e.differentiates = options->differentiate;
	if (!e.model)
		return code;
	rigidc_status status = make_function(e.model, options, &e.function);
	for (size_t i = 0; i < options->params && status == RIGIDC_OK; i++)
		status = rigidc_set_param(e.function, options->param[i]);
	if (status == RIGIDC_OK)
		status = load_say(e.model);
	if (status == RIGIDC_OK && loads->count)
		status = rigidc_function_new(e.model, "com", RIGIDC_EVALUATOR, &e.com);
	if (status != RIGIDC_OK)
		return load_fail(e.model, status);
	struct ReadingLoop loop = { .evaluation = &e, .file = stdin };
	status = lay_out_arrays(&e) ? library_protect(e.model, run, &loop) : RIGIDC_NO_MEMORY;
	if (loop.file && loop.file != stdin)
		fclose(loop.file);
	free(loop.bytes);
	free(loop.text);
	free(e.numbers);
	free(e.input);
	free(e.output);
	rigidc_function_free(e.com);
	rigidc_function_free(e.function);
	if (status != RIGIDC_OK)
		return load_fail(e.model, status);
	rigidc_model_free(e.model);
	int finished = output_finish();
	return loop.code != EXIT_FINE ? loop.code : finished;
}

/* Adds the wrenches of loads to those of the options. False: out of memory. */
static bool add_wrenches(struct Options *options, const struct Loads *loads)
{
	const char **all = malloc((options->library.wrenches + loads->count + 1) * sizeof *all);
	if (!all)
		return false;
	for (size_t i = 0; i < options->library.wrenches; i++)
		all[i] = options->library.wrench[i];
	for (size_t i = 0; i < loads->count; i++)
		all[options->library.wrenches + i] = loads->item[i].wrench;
	options->library.wrench = all;
	options->library.wrenches += loads->count;
	return true;
}

/* Evaluates with the loads of --loads, which come before the model. */
static int evaluate_with_loads(struct Options *options)
{
	struct Loads loads = { 0 };
	rigidc_model *owner;
	rigidc_status status = load_nothing(&owner);
	if (status != RIGIDC_OK)
		return load_fail(owner, status);
	int code = loads_read(owner, options->loads, &loads);
	if (code == EXIT_FINE && !add_wrenches(options, &loads))
		code = complain("out of memory");
	else if (code == EXIT_FINE) {
		code = evaluate_functions(options, &loads);
		free((void *)options->library.wrench);
	}
	rigidc_model_free(owner);
	return code;
}

int command_eval(const struct Options *options)
{
	struct Options one = *options;
	if (!options->functions)
		return complain("eval needs a function: -f rnea, or several: -f rnea,crba");
	if (strcmp(options->model, "-") == 0 && !options->list_columns)
		return complain("eval reads its numbers from standard input, so the model comes from a file");
	int code = eval_file_check(options->output);
	if (code != EXIT_FINE)
		return code;
	char *functions = as_one(options->functions);
	if (!functions)
		return complain("out of memory");
	one.functions = functions;
	if (one.list_columns) { /* they wait for no code */
		one.library.search = "none";
		one.jit = RIGIDC_EVALUATOR;
	}
	code = one.loads ? evaluate_with_loads(&one) : evaluate_functions(&one, &(struct Loads){ 0 });
	free(functions);
	return code;
}
