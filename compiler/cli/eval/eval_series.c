/* Measured positions to all inputs of inverse dynamics: read every row, smooth q, differentiate q twice. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "smooth.h"
#include "cli/complain.h"
#include "model/body.h"
#include "model/joint.h"

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

static bool is_measured(const struct Evaluation *e, size_t wanted)
{
	return wanted < e->inputs && begins(e->wanted.item[wanted], "q.");
}

/* Index of the time among the numbers of a row. */
static size_t time_of(const struct Evaluation *e)
{
	return e->wanted.count - 1;
}

int eval_series_begin(struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	if (!e->rows.origin[time_of(e)].given)
		return complain("--filter and --differentiate need a column t, the time in s: "
		                "--map 't = COLUMN * 1 ms' makes one of another");
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint_nq(joint) && kind_has_quaternion(joint->kind))
			return complain(
				"--filter and --differentiate take coordinates one by one, and joint '%s' has a quaternion, whose four "
				"are one rotation: give qd and qdd as columns",
				joint->name.text);
	}
	return EXIT_FINE;
}

/* A measured value that is not finite would spoil whole columns of results. The error names the column. */
static int check_measured(const struct Evaluation *e, size_t line)
{
	const struct Rows *rows = &e->rows;
	struct Arena *arena = &e->model->arena;
	const char *series = e->options->differentiate ? "--differentiate" : "--filter";
	size_t wanted = 0, column = 0, columns = rows->formulas.name.count;
	while (wanted < e->inputs && (!is_measured(e, wanted) || isfinite(e->row[wanted])))
		wanted++;
	if (wanted == e->inputs)
		return EXIT_FINE;
	bool *of = ARENA_ARRAY(arena, bool, columns);
	formulas_mark(&rows->formulas, rows->origin[wanted].value, of);
	while (column < columns && (!of[column] || isfinite(rows->number[column])))
		column++;
	struct Text problem = text_new(arena);
	if (column < columns)
		text_format(&problem, "'%s' in column '%s' is not finite", text_shown(arena, rows->field[column]),
		            text_shown(arena, rows->formulas.name.item[column]));
	else
		text_format(&problem, "%s is %g", text_shown(arena, e->wanted.item[wanted]), e->row[wanted]);
	text_format(&problem, ", and %s makes one series of all rows: leave the row out", series);
	return eval_bad_line(line, text_string(&problem), 0);
}

int eval_series_add(struct Evaluation *e, struct Series *series, size_t line)
{
	struct Arena *arena = &e->model->arena;
	size_t width = e->wanted.count, count = series->count, room = series->capacity;
	if (count == room) {
		size_t one = room, two = room, three = room, four = room;
		series->t = arena_reserve(arena, series->t, count, &one, sizeof *series->t);
		series->kept = arena_reserve(arena, series->kept, count, &two, sizeof *series->kept);
		series->line = arena_reserve(arena, series->line, count, &three, sizeof *series->line);
		series->row = arena_reserve(arena, series->row, count, &four, width * sizeof *series->row);
		series->capacity = one;
	}
	series->t[count] = e->row[time_of(e)];
	if (!isfinite(series->t[count]) || (count && !(series->t[count] > series->t[count - 1])))
		return eval_bad_line(line, "the time t does not rise", 0);
	if (check_measured(e, line) != EXIT_FINE)
		return EXIT_MODEL;
	const char *kept = eval_kept(e);
	series->kept[count] = arena_copy(arena, kept, strlen(kept));
	series->line[count] = line;
	memcpy(series->row + count * width, e->row, width * sizeof *e->row);
	series->count++;
	return EXIT_FINE;
}

/* Copies an input from all rows to x; put_column copies it back. */
static void take_column(const struct Evaluation *e, const struct Series *series, size_t wanted, double *x)
{
	for (size_t i = 0; i < series->count; i++)
		x[i] = series->row[i * e->wanted.count + wanted];
}

static void put_column(const struct Evaluation *e, const struct Series *series, size_t wanted, const double *x)
{
	for (size_t i = 0; i < series->count; i++)
		series->row[i * e->wanted.count + wanted] = x[i];
}

/* Stores a derivative as an input, "qd.knee" for q.knee, unless a column gives this input. */
static void put_derivative(const struct Evaluation *e, const struct Series *series, const char *prefix,
                           const char *name, const double *x)
{
	for (size_t i = 0; i < e->inputs; i++) {
		const char *other = e->wanted.item[i];
		if (begins(other, prefix) && strcmp(other + strlen(prefix), name) == 0 && !e->rows.origin[i].given)
			put_column(e, series, i, x);
	}
}

static int check_series(const struct Evaluation *e, const struct Series *series, double *rate)
{
	enum { FEWEST = 4 };
	*rate = smooth_rate(series->t, series->count);
	if (series->count < FEWEST)
		return complain("--filter and --differentiate need at least %d rows, these are %zu", FEWEST,
		                series->count);
	if (e->options->filter > 0 && *rate == 0)
		return complain("--filter needs times at even steps");
	if (e->options->filter > 0 && !(e->options->filter < *rate / 2))
		return complain("--filter is below half the rate of the rows, %g Hz", *rate / 2);
	return EXIT_FINE;
}

static void smooth(const struct Evaluation *e, const struct Series *series, double rate)
{
	struct Arena *arena = &e->model->arena;
	size_t count = series->count;
	double *x = ARENA_ARRAY(arena, double, count), *work = ARENA_ARRAY(arena, double, 3 * count);
	double *first = ARENA_ARRAY(arena, double, count), *second = ARENA_ARRAY(arena, double, count);
	for (size_t i = 0; i < e->inputs; i++) {
		if (!is_measured(e, i))
			continue;
		take_column(e, series, i, x);
		if (e->options->filter > 0)
			smooth_series(x, count, rate, e->options->filter, work);
		put_column(e, series, i, x);
		if (!e->options->differentiate)
			continue;
		smooth_differentiate(series->t, x, count, first, second, work);
		put_derivative(e, series, "qd.", e->wanted.item[i] + strlen("q."), first);
		put_derivative(e, series, "qdd.", e->wanted.item[i] + strlen("q."), second);
	}
}

int eval_series_end(struct Evaluation *e, struct Series *series)
{
	double rate;
	int code = check_series(e, series, &rate);
	if (code != EXIT_FINE)
		return code;
	smooth(e, series, rate);
	for (size_t i = 0; i < series->count; i++) {
		memcpy(e->row, series->row + i * e->wanted.count, e->wanted.count * sizeof *e->row);
		eval_take_row(e);
		if (!eval_answer(e, series->line[i], series->kept[i]))
			break; /* output_finish reports the reason */
	}
	return EXIT_FINE;
}
