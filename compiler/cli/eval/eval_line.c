/* A line of `rigidc eval`: numbers or the name of a pose are read, and the outputs are written as a line. Warns of results that are
 * no numbers. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluation.h"
#include "cli/complain.h"
#include "cli/start_state.h"
#include "base/number.h"
#include "base/text.h"
#include "dynamics/measures.h"
#include "model/body/pose.h"
#include "model/model_pose.h"
#include "program/sincos.h"

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void eval_put_inputs(const struct Evaluation *e, struct Text *out)
{
	text_format(out, "%zu", e->inputs);
	for (int i = 0; i < rigidc_inputs(e->function); i++)
		text_format(out, "%s%s[%zu]", i ? " " : ": ", rigidc_input_name(e->function, i),
		            rigidc_input_size(e->function, i));
}

/* Skips blanks and at most a single comma. Returns false if a field is empty. */
static bool pass_separators(char **at, bool first)
{
	int commas = 0;
	for (; blank(**at) || **at == ','; (*at)++)
		commas += **at == ',';
	return commas <= (first ? 0 : 1) && !(commas && !**at);
}

/* Ends the name of a pose, plain or in quotation marks, with a NUL: in place, not in the arena, as there may be many
 * lines. Returns the end of its text; *behind is the byte there. */
static char *end_name(char *name, char *behind)
{
	const char *quoted = *name == '"' ? text_quoted_end(name) : NULL;
	char *end = name + (quoted ? (size_t)(quoted - name) : strcspn(name, " \t\r\n,"));
	char *last = quoted ? text_unquote(name, name + 1, (size_t)(end - name) - 2) : end;
	*behind = *end;
	*(last ? last : end) = '\0';
	return end;
}

/* A pose "@home" in place of q. Returns NULL, or a problem as text. */
static const char *take_pose(struct Evaluation *e, char **at, size_t *count)
{
	const struct Model *model = e->model->model;
	char behind, *name = *at + 1, *end = end_name(name, &behind);
	const struct ModelPose *pose = pose_find(model, name);
	if (*count || !eval_takes_q(e))
		return "a pose stands where q does";
	if (!pose && !e->start)
		e->start = state_start(e->line.arena, model, name);
	const double *q = pose ? pose->q : strcmp(name, "start") == 0 ? e->start : NULL;
	if (!q)
		return text_print(e->line.arena, "the model has no pose '%s'", name);
	memcpy(e->numbers, q, (size_t)model->nq * sizeof *q);
	*count += (size_t)model->nq;
	*end = behind;
	*at = end;
	return NULL;
}

static const char *not_a_number(const struct Evaluation *e, const char *at)
{
	enum { SHOWN = 40 };
	size_t length = strcspn(at, " \t\r\n,");
	const char *word = text_print(e->line.arena, "%.*s%s", length < SHOWN ? (int)length : SHOWN, at,
	                              length > SHOWN ? "..." : "");
	return text_print(e->line.arena, "'%s' is not a number", text_shown(e->line.arena, word));
}

/* Are all inputs but q zero at rest without forces, and those of the model at their defaults? A time step or the place of a frame has no such value. */
static bool may_rest(const struct Evaluation *e)
{
	int named = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		named += input_has_names(i) && library_input(e->function, (enum Input)i) >= 0;
	return named == rigidc_inputs(e->function);
}

/* Puts the defaults of the inputs and states of the model into the last numbers, from number `from` on. */
static void put_defaults(struct Evaluation *e, size_t from)
{
	const struct Model *model = e->model->model;
	size_t at = 0;
	for (int i = 0; i < rigidc_inputs(e->function); i++) {
		const char *name = rigidc_input_name(e->function, i);
		const struct ParameterList *all = strcmp(name, input_name[INPUT_U]) == 0   ? &model->inputs
		                                  : strcmp(name, input_name[INPUT_S]) == 0 ? &model->states
		                                                                           : NULL;
		for (int k = 0; all && k < all->numbers; k++)
			if (at + (size_t)k >= from)
				e->numbers[at + (size_t)k] = all->value[k];
		at += rigidc_input_size(e->function, i);
	}
}

/* A line with a pose alone: the other inputs are 0, if they may be, and those of the model at their defaults. */
static void rest_at_pose(struct Evaluation *e, size_t *count)
{
	if (*count >= e->inputs || !may_rest(e))
		return;
	memset(e->numbers + *count, 0, (e->inputs - *count) * sizeof *e->numbers);
	put_defaults(e, *count);
	*count = e->inputs;
}

int eval_read_line(struct Evaluation *e, char *text, size_t length, size_t line)
{
	size_t count = 0;
	bool posed = false;
	if (strlen(text) != length)
		return eval_bad_line(line, "a NUL byte", 0);
	for (char *at = text;;) {
		if (!pass_separators(&at, count == 0))
			return eval_bad_line(line, "an empty field", count + 1);
		if (!*at)
			break;
		if (*at == '@') {
			const char *problem = take_pose(e, &at, &count);
			if (problem)
				return eval_bad_line(line, problem, count + 1);
			posed = true;
			continue;
		}
		char *end;
		errno = 0;
		double value = strtod(at, &end);
		if (end == at || (*end && !blank(*end) && *end != ','))
			return eval_bad_line(line, not_a_number(e, at), count + 1);
		if (errno == ERANGE && isinf(value))
			return eval_bad_line(line, "this number is too large for a double", count + 1);
		if (count < e->inputs)
			e->numbers[count] = value;
		count++;
		at = end;
	}
	if (posed && count == (size_t)e->model->model->nq)
		rest_at_pose(e, &count);
	if (count != e->inputs) {
		struct Text problem = text_new(e->line.arena);
		text_format(&problem, "%zu numbers, expected ", count);
		eval_put_inputs(e, &problem);
		return eval_bad_line(line, text_string(&problem), 0);
	}
	return EXIT_FINE;
}

/* Index of the first input that is not finite in the function's type of numbers; e->inputs: none. */
static size_t first_infinite(const struct Evaluation *e)
{
	bool narrow = e->model->request.real_float;
	size_t i = 0;
	while (i < e->inputs && isfinite(narrow ? (float)e->numbers[i] : e->numbers[i]))
		i++;
	return i;
}

/* Index of the largest angle among the nq coordinates, if nq times this angle is beyond the range of sines without
 * libm; e->inputs: none. Generated code adds the angles of parallel axes. */
static size_t first_beyond(const struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	double limit = e->model->request.real_float ? (double)SINCOS_LIMIT_FLOAT : SINCOS_LIMIT, largest = 0;
	size_t found = e->inputs;
	if (e->model->request.sincos != SINCOS_INLINE || !eval_takes_q(e))
		return found;
	for (int i = 0; i < model->nq; i++)
		if (fabs(e->numbers[i]) > largest &&
		    strcmp(measure_element_unit(model, MEASURE_COORDINATE, i), "rad") == 0) {
			largest = fabs(e->numbers[i]);
			found = (size_t)i;
		}
	return largest * model->nq > limit ? found : e->inputs;
}

/* Name of an input with its index: "qd[2]". */
static const char *input_place(const struct Evaluation *e, size_t number)
{
	int array = 0;
	for (; number >= rigidc_input_size(e->function, array); array++)
		number -= rigidc_input_size(e->function, array);
	return text_print(e->line.arena, "%s[%zu]", rigidc_input_name(e->function, array), number);
}

/* Warns of a NaN among the results. The message names an input as the cause: a number that is not finite, or too large an angle. */
static void warn_not_numbers(struct Evaluation *e, size_t line)
{
	size_t first = e->inputs, last = e->inputs + e->outputs;
	while (first < last && !isnan(e->numbers[first]))
		first++;
	if (first == last || !eval_warn(line, &e->not_numbers, "a result is not a number"))
		return;
	size_t infinite = first_infinite(e), beyond = first_beyond(e);
	if (infinite < e->inputs)
		fprintf(stderr, "a result is not a number: %s is %g\n", input_place(e, infinite),
		        isnan(e->numbers[infinite]) ? NAN : e->numbers[infinite]); /* no sign of NaN */
	else if (beyond < e->inputs)
		fprintf(stderr, "a result is not a number: %s is %g rad, too large an angle but for --sincos=libm\n",
		        input_place(e, beyond), e->numbers[beyond]);
	else
		fputs("a result is not a number\n", stderr);
}

static bool write_line(struct Evaluation *e, const char *kept)
{
	const bool storage = e->file && e->file->storage;
	const char *separator = storage ? "\t" : e->file || e->options->header || e->options->keep ? "," : " ";
	e->line.count = 0;
	if (storage)
		number_put(&e->line, eval_time(e));
	else
		text_put(&e->line, kept);
	for (size_t i = 0; i < e->outputs; i++) {
		text_put(&e->line, i || storage ? separator : "");
		number_put(&e->line, e->numbers[e->inputs + i]);
	}
	text_char(&e->line, '\n');
	if (e->file)
		e->file->rows++;
	return eval_write(e);
}

bool eval_answer(struct Evaluation *e, size_t line, const char *kept)
{
	eval_look_at_rotations(e, line);
	eval_open_look(e, line);
	rigidc_call(e->function, e->input, e->output);
	warn_not_numbers(e, line);
	eval_residuals_see(e);
	return write_line(e, kept);
}
