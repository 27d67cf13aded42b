/* rigidc eval: one evaluation a line. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "number.h"

struct Evaluation {
	rigidc_model *model;
	rigidc_function *function;
	double *numbers;       /* all inputs, then all outputs */
	size_t inputs, outputs;
	const double **input;  /* into numbers */
	double **output;
	struct Text line;
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
		char problem[128];
		snprintf(problem, sizeof problem, "%zu numbers, expected %zu", count, e->inputs);
		return bad_line(line, problem, 0);
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
			fprintf(stderr, "stdin:%zu: warning: the quaternion of joint '%s' has length %.12g, not 1\n",
			        line, joint->name.text, sqrt(square));
	}
}

static bool write_line(struct Evaluation *e)
{
	e->line.count = 0;
	for (size_t i = 0; i < e->outputs; i++) {
		if (i)
			text_char(&e->line, ' ');
		number_put(&e->line, e->numbers[e->inputs + i]);
	}
	text_char(&e->line, '\n');
	return fwrite(e->line.item, 1, e->line.count, stdout) == e->line.count && (!e->prompt || fflush(stdout) == 0);
}

struct Loop {
	struct Evaluation *evaluation;
	char *text; /* of getline */
	int code;
};

static void run(rigidc_model *model, void *context)
{
	struct Loop *loop = context;
	struct Evaluation *e = loop->evaluation;
	size_t capacity = 0, line = 0;
	ssize_t length;
	struct stat input;
	text_init(&e->line, &model->arena);
	e->prompt = fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode);
	while (loop->code == EXIT_FINE && (length = getline(&loop->text, &capacity, stdin)) >= 0) {
		line++;
		bool empty = strspn(loop->text, " \t\r\n") == (size_t)length;
		if (loop->text[0] == '#' || (empty && e->inputs > 0))
			continue;
		loop->code = read_line(e, loop->text, (size_t)length, line);
		if (loop->code != EXIT_FINE)
			break;
		warn_quaternions(e, line);
		rigidc_call(e->function, e->input, e->output);
		if (!write_line(e))
			return; /* finish_stdout says why */
	}
	if (loop->code == EXIT_FINE && ferror(stdin))
		loop->code = complain("cannot read standard input: %s", strerror(errno));
}

/* The function, by the tier asked for, or by the evaluator where that is not to be had. */
static rigidc_status make_function(rigidc_model *model, const struct Options *options, rigidc_function **made)
{
	rigidc_status status = rigidc_function_new(model, options->functions, options->jit, made);
	if (status != RIGIDC_UNAVAILABLE)
		return status;
	if (options->jit_given)
		fprintf(stderr, "rigidc: %s; the evaluator is used\n", model->failure);
	return rigidc_function_new(model, options->functions, RIGIDC_EVALUATOR, made);
}

int command_eval(const struct Options *options)
{
	int code;
	if (!options->functions || strchr(options->functions, ','))
		return complain("eval takes one function: -f rnea (or -f NAME=rnea+crba for several at once)");
	if (strcmp(options->model, "-") == 0)
		return complain("eval reads its numbers from standard input, so the model comes from a file");
	struct Evaluation e = { .model = load_model(options, &code) };
	if (!e.model)
		return code;
	rigidc_status status = make_function(e.model, options, &e.function);
	if (status != RIGIDC_OK)
		return fail_with(e.model, status);
	struct Loop loop = { .evaluation = &e };
	status = arrange(&e) ? library_protect(e.model, run, &loop) : RIGIDC_NO_MEMORY;
	free(loop.text);
	free(e.numbers);
	free(e.input);
	free(e.output);
	rigidc_function_free(e.function);
	if (status != RIGIDC_OK)
		return fail_with(e.model, status);
	rigidc_model_free(e.model);
	int finished = finish_stdout();
	return loop.code != EXIT_FINE ? loop.code : finished;
}
