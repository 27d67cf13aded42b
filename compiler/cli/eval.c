/* rigidc eval: one evaluation a line. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "complain.h"
#include "rows.h"
#include "load.h"
#include "output.h"
#include "base/number.h"
#include "dynamics/signature.h"
#include "program/sincos.h"
#include "runtime/library.h"

struct Evaluation {
	rigidc_model *model;
	rigidc_function *function;
	const struct Options *options;
	struct Columns wanted, results; /* names of inputs and parameters, and of outputs */
	struct Rows rows;
	bool named;            /* the input has a first line of names */
	double *row;           /* inputs and parameters; what a row does not say of these stays */
	double *numbers;       /* all inputs, then all outputs */
	size_t inputs, outputs;
	const double **input;  /* into numbers */
	double **output;
	struct Text line;
	size_t not_numbers;    /* lines of results of which some were none */
	bool prompt;           /* answer each line at once: somebody may wait for it */
};

static bool arrange(struct Evaluation *e)
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

static int bad_line(size_t line, const char *problem, size_t number)
{
	fflush(stdout);
	fprintf(stderr, "stdin:%zu: error: %s", line, problem);
	if (number)
		fprintf(stderr, " (number %zu)", number);
	fputc('\n', stderr);
	return EXIT_MODEL;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Passes over blanks and at most one comma; false if a field is empty. */
static bool pass_separators(char **at, bool first)
{
	int commas = 0;
	for (; blank(**at) || **at == ','; (*at)++)
		commas += **at == ',';
	return commas <= (first ? 0 : 1) && !(commas && !**at);
}

/* Fills in the inputs. */
static int read_line(struct Evaluation *e, char *text, size_t length, size_t line)
{
	size_t count = 0;
	if (strlen(text) != length)
		return bad_line(line, "a NUL byte", 0);
	for (char *at = text;;) {
		if (!pass_separators(&at, count == 0))
			return bad_line(line, "an empty field", count + 1);
		if (!*at)
			break;
		char *end;
		errno = 0;
		double value = strtod(at, &end);
		if (end == at || (*end && !blank(*end) && *end != ','))
			return bad_line(line, "this is not a number", count + 1);
		if (errno == ERANGE && isinf(value))
			return bad_line(line, "this number is too large for a double", count + 1);
		if (count < e->inputs)
			e->numbers[count] = value;
		count++;
		at = end;
	}
	if (count != e->inputs) {
		struct Text problem;
		text_init(&problem, e->line.arena);
		text_format(&problem, "%zu numbers, expected %zu", count, e->inputs);
		for (int i = 0; i < rigidc_inputs(e->function); i++)
			text_format(&problem, "%s%s[%zu]", i ? " " : ": ", rigidc_input_name(e->function, i),
			            rigidc_input_size(e->function, i));
		return bad_line(line, text_string(&problem), 0);
	}
	return EXIT_FINE;
}

static void warn_quaternions(const struct Evaluation *e, size_t line)
{
	const struct Model *model = e->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		if (!joint_nq(joint) || !kind_has_quaternion(joint->kind))
			continue;
		const double *quaternion = e->input[0] + joint->q + joint->kind->nq - 4;
		double square = 0;
		for (int k = 0; k < 4; k++)
			square += quaternion[k] * quaternion[k];
		if (fabs(sqrt(square) - 1) > 1e-9)
			fprintf(stderr,
			        "stdin:%zu: warning: the quaternion of joint '%s' has length %.12g, not 1\n",
			        line, text_shown(e->line.arena, joint->name.text), sqrt(square));
	}
}

/* The first input that the function does not get as a finite number; their number if there is none. */
static size_t first_infinite(const struct Evaluation *e)
{
	bool narrow = e->model->request.real_float;
	size_t i = 0;
	while (i < e->inputs && isfinite(narrow ? (float)e->numbers[i] : e->numbers[i]))
		i++;
	return i;
}

/* The largest angle among the coordinates, if a sum of such may be beyond what sines without libm are made for. */
static size_t first_beyond(const struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	double limit = e->model->request.real_float ? (double)SINCOS_LIMIT_FLOAT : SINCOS_LIMIT, largest = 0;
	size_t found = e->inputs;
	if (e->model->request.sincos != SINCOS_INLINE)
		return found;
	for (int i = 0; i < model->nq; i++)
		if (fabs(e->numbers[i]) > largest &&
		    strcmp(signature_element_unit(model, MEASURE_COORDINATE, i), "rad") == 0) {
			largest = fabs(e->numbers[i]);
			found = (size_t)i;
		}
	return largest * model->nq > limit ? found : e->inputs;
}

/* "qd[2]" */
static const char *input_place(const struct Evaluation *e, size_t number)
{
	int array = 0;
	for (; number >= rigidc_input_size(e->function, array); array++)
		number -= rigidc_input_size(e->function, array);
	return text_print(e->line.arena, "%s[%zu]", rigidc_input_name(e->function, array), number);
}

/* NaN among the results, and where it comes from as far as that is known. */
static void warn_not_numbers(struct Evaluation *e, size_t line)
{
	enum { MOST = 10 }; /* lines that are told of */
	size_t first = e->inputs, last = e->inputs + e->outputs;
	while (first < last && !isnan(e->numbers[first]))
		first++;
	if (first == last || e->not_numbers++ > MOST)
		return;
	fprintf(stderr, "stdin:%zu: warning: ", line);
	size_t infinite = first_infinite(e), beyond = first_beyond(e);
	if (e->not_numbers > MOST)
		fputs("a result is not a number again; of later lines this is not said\n", stderr);
	else if (infinite < e->inputs)
		fprintf(stderr, "a result is not a number: %s is %g\n", input_place(e, infinite), e->numbers[infinite]);
	else if (beyond < e->inputs)
		fprintf(stderr, "a result is not a number: %s is %g rad, too large an angle but for --sincos=libm\n",
		        input_place(e, beyond), e->numbers[beyond]);
	else
		fputs("a result is not a number\n", stderr);
}

/* What is carried along, as it is written, and then the results. */
static bool write_line(struct Evaluation *e)
{
	const char *separator = e->options->header || e->options->keep ? "," : " ", *next = "";
	e->line.count = 0;
	for (size_t i = 0; e->named && e->options->keep && i < e->rows.column.count; i++)
		if (!e->rows.used[i]) {
			text_format(&e->line, "%s%s", next, e->rows.field[i]);
			next = separator;
		}
	for (size_t i = 0; i < e->outputs; i++) {
		text_put(&e->line, next);
		number_put(&e->line, e->numbers[e->inputs + i]);
		next = separator;
	}
	text_char(&e->line, '\n');
	return fwrite(e->line.item, 1, e->line.count, stdout) == e->line.count &&
	       (!e->prompt || fflush(stdout) == 0);
}

struct Loop {
	struct Evaluation *evaluation;
	char *text; /* of getline */
	int code;
	bool begun; /* the first row was seen, or the end */
};

/* --- a first line of names --- */

/* Names of all numbers, in the order of the C signature, with parameters behind. */
static void find_names(struct Evaluation *e)
{
	rigidc_model *model = e->model;
	struct Package package = library_prepare(model, e->options->functions);
	struct Columns params = columns_of_params(model->model);
	model->diags.count = model->diags.errors = 0; /* all of it was said when the function was made */
	e->wanted = columns_of_inputs(&package, &package.function[0]);
	e->results = columns_of_outputs(&package, &package.function[0]);
	for (size_t i = 0; i < params.count; i++)
		*ARENA_PUSH(&model->arena, &e->wanted) = params.item[i];
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
	fputs(text_string(&text), stderr);
	model->diags.count = model->diags.errors = 0; /* said */
	return EXIT_MODEL;
}

/* The line that names the columns of the output. */
static void write_header(struct Evaluation *e)
{
	const char *next = "";
	e->line.count = 0;
	for (size_t i = 0; e->named && e->options->keep && i < e->rows.column.count; i++)
		if (!e->rows.used[i]) {
			text_format(&e->line, "%s%s", next, e->rows.column.item[i]);
			next = ",";
		}
	for (size_t i = 0; i < e->results.count; i++) {
		text_format(&e->line, "%s%s", next, e->results.item[i]);
		next = ",";
	}
	text_char(&e->line, '\n');
	fwrite(e->line.item, 1, e->line.count, stdout);
}

static int take_header(struct Evaluation *e, char *line)
{
	rigidc_model *model = e->model;
	e->rows.arena = &model->arena;
	e->named = true;
	if (!rows_open(&e->rows, &model->diags, "stdin", line) ||
	    !rows_bind(&e->rows, &model->diags, &e->wanted, e->inputs, e->options->map, e->options->maps))
		return say_problems(model);
	return EXIT_FINE;
}

/* The numbers of a row, and its parameters if it has some. */
static int read_row(struct Evaluation *e, char *text, size_t length, size_t line)
{
	size_t params = e->wanted.count - e->inputs;
	if (strlen(text) != length)
		return bad_line(line, "a NUL byte", 0);
	const char *problem = rows_read(&e->rows, text, e->row, e->wanted.count);
	if (problem)
		return bad_line(line, problem, 0);
	memcpy(e->numbers, e->row, e->inputs * sizeof *e->row);
	if (params && memcmp(rigidc_params(e->function), e->row + e->inputs, params * sizeof *e->row) != 0)
		rigidc_set_params(e->function, e->row + e->inputs);
	return EXIT_FINE;
}

/* Before the first row: the names of what is written. --map and --keep need names to be read. */
static void begin(struct Evaluation *e, struct Loop *loop)
{
	if (loop->begun || loop->code != EXIT_FINE)
		return;
	loop->begun = true;
	if (!e->named && (e->options->maps || e->options->keep))
		loop->code = complain("--map and --keep are for input whose first line names its columns");
	else if (e->options->header || e->options->keep)
		write_header(e);
}

static void run(rigidc_model *model, void *context)
{
	static char buffer[64 * 1024]; /* stdio takes one that it gets no memory for as the end of the file */
	struct Loop *loop = context;
	struct Evaluation *e = loop->evaluation;
	size_t capacity = 0, line = 0, rows = 0;
	ssize_t length;
	struct stat input;
	text_init(&e->line, &model->arena);
	setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
	find_names(e);
	e->prompt = fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode);
	while (loop->code == EXIT_FINE && (length = getline(&loop->text, &capacity, stdin)) >= 0) {
		line++;
		bool empty = strspn(loop->text, " \t\r\n") == (size_t)length;
		if (loop->text[0] == '#' || (empty && e->inputs > 0))
			continue;
		if (!rows++ && rows_header(loop->text)) {
			loop->code = take_header(e, loop->text);
			begin(e, loop);
			continue;
		}
		begin(e, loop);
		if (loop->code == EXIT_FINE)
			loop->code = e->named ? read_row(e, loop->text, (size_t)length, line)
			                      : read_line(e, loop->text, (size_t)length, line);
		if (loop->code != EXIT_FINE)
			break;
		warn_quaternions(e, line);
		rigidc_call(e->function, e->input, e->output);
		warn_not_numbers(e, line);
		if (!write_line(e))
			return; /* output_finish says why */
	}
	begin(e, loop);
	if (loop->code == EXIT_FINE && !feof(stdin))
		loop->code = errno == ENOMEM ? complain("out of memory")
		                             : complain("cannot read standard input: %s", strerror(errno));
}

/* The function, by the tier asked for, or by the evaluator where that is not to be had. */
static rigidc_status make_function(rigidc_model *model, const struct Options *options, rigidc_function **made)
{
	rigidc_status status = rigidc_function_new(model, options->functions, options->jit, made);
	if (status != RIGIDC_UNAVAILABLE)
		return status;
	if (options->jit_given)
		complain("%s; the evaluator is used", model->failure);
	return rigidc_function_new(model, options->functions, RIGIDC_EVALUATOR, made);
}

int command_eval(const struct Options *options)
{
	int code;
	if (!options->functions || strchr(options->functions, ','))
		return complain("eval takes one function: -f rnea (or -f NAME=rnea+crba for several at once)");
	if (strcmp(options->model, "-") == 0)
		return complain("eval reads its numbers from standard input, so the model comes from a file");
	struct Evaluation e = { .model = load_model(options, &code), .options = options };
	if (!e.model)
		return code;
	rigidc_status status = make_function(e.model, options, &e.function);
	for (size_t i = 0; i < options->params && status == RIGIDC_OK; i++)
		status = rigidc_set_param(e.function, options->param[i]);
	if (status == RIGIDC_OK)
		status = load_say(e.model);
	if (status != RIGIDC_OK)
		return load_fail(e.model, status);
	struct Loop loop = { .evaluation = &e };
	status = arrange(&e) ? library_protect(e.model, run, &loop) : RIGIDC_NO_MEMORY;
	free(loop.text);
	free(e.numbers);
	free(e.input);
	free(e.output);
	rigidc_function_free(e.function);
	if (status != RIGIDC_OK)
		return load_fail(e.model, status);
	rigidc_model_free(e.model);
	int finished = output_finish();
	return loop.code != EXIT_FINE ? loop.code : finished;
}
