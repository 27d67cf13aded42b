/* Measured positions to all inputs of inverse dynamics: read every row, smooth q and inputs that move, differentiate them twice. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "opensim_series.h"
#include "smooth.h"
#include "cli/complain.h"
#include "model/body.h"
#include "model/joint.h"

static bool begins(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Beginnings of the names of a motion: positions, rates, accelerations. */
static const char *const motion_name[][3] = { { "q.", "qd.", "qdd." }, { "u.", "ud.", "udd." } };
enum { MOTION_OF_JOINTS, MOTION_OF_INPUTS };

/* Is it the name of an input that moves? */
static bool moves(const struct Evaluation *e, const char *name)
{
	const struct Columns moving = columns_of_moving(e->model->model);
	bool any = false;
	for (size_t i = 0; i < moving.count && begins(name, "u."); i++)
		any |= strcmp(name + strlen("u."), moving.item[i]) == 0;
	return any;
}

static bool is_measured(const struct Evaluation *e, size_t wanted)
{
	if (wanted >= e->inputs)
		return eval_angles_has(e, wanted);
	const char *name = e->wanted.item[wanted];
	return e->rows.origin[wanted].given && (begins(name, "q.") || moves(e, name));
}

/* Index of the time among the numbers of a row. */
static size_t time_of(const struct Evaluation *e)
{
	return e->wanted.count - 1;
}

int eval_series_begin(struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (joint_nq(joint) && kind_has_quaternion(joint->kind) && !eval_angles_of(e, joint))
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
	const char *series = e->options->filter > 0 ? "--filter" : "--differentiate";
	size_t wanted = 0, column = 0, columns = rows->formulas.name.count;
	while (wanted < e->wanted.count && (!is_measured(e, wanted) || isfinite(e->row[wanted])))
		wanted++;
	if (wanted == e->wanted.count)
		return EXIT_FINE;
	bool *of = ARENA_ARRAY(arena, bool, columns);
	formulas_mark(&rows->formulas, rows->origin[wanted].value, of);
	while (column < columns && (!of[column] || isfinite(rows->number[column])))
		column++;
	struct Text problem = text_new(arena);
	if (column < columns)
		text_format(&problem, "'%s' in column '%s' is not finite", text_shown(arena, rows_field(rows, column)),
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
	const bool filters = e->options->filter > 0 && !e->options->as_opensim;
	*rate = smooth_rate(series->t, series->count);
	if (series->count < FEWEST)
		return complain("--filter and --differentiate need at least %d rows, these are %zu", FEWEST,
		                series->count);
	if (filters && *rate == 0)
		return complain("--filter needs times at even steps");
	if (filters && !(e->options->filter < *rate / 2))
		return complain("--filter is below half the rate of the rows, %g Hz", *rate / 2);
	return EXIT_FINE;
}

/* Arrays of numbers over the rows. */
struct Curves {
	double *x, *first, *second, *work;
};

static struct Curves curves_of(struct Arena *arena, size_t count)
{
	return (struct Curves){ ARENA_ARRAY(arena, double, count), ARENA_ARRAY(arena, double, count),
		                ARENA_ARRAY(arena, double, count), ARENA_ARRAY(arena, double, 3 * count) };
}

static void put_derivatives(const struct Evaluation *e, const struct Series *series, size_t wanted,
                            const struct Curves *curves)
{
	const char *name = e->wanted.item[wanted];
	if (wanted >= e->inputs) {
		put_column(e, series, eval_angles_rate(e, wanted, 1), curves->first);
		put_column(e, series, eval_angles_rate(e, wanted, 2), curves->second);
		return;
	}
	const char *const *motion = motion_name[begins(name, "q.") ? MOTION_OF_JOINTS : MOTION_OF_INPUTS];
	put_derivative(e, series, motion[1], name + strlen(motion[0]), curves->first);
	put_derivative(e, series, motion[2], name + strlen(motion[0]), curves->second);
}

static void smooth(const struct Evaluation *e, const struct Series *series, double rate)
{
	const struct Curves curves = curves_of(&e->model->arena, series->count);
	for (size_t i = 0; i < e->wanted.count; i++) {
		if (!is_measured(e, i))
			continue;
		take_column(e, series, i, curves.x);
		if (e->options->filter > 0)
			smooth_series(curves.x, series->count, rate, e->options->filter, curves.work);
		put_column(e, series, i, curves.x);
		if (!e->differentiates)
			continue;
		smooth_differentiate(series->t, curves.x, series->count, curves.first, curves.second, curves.work);
		put_derivatives(e, series, i, &curves);
	}
}

/* --- as OpenSim does it --- */

/* The series at other times. Its lines are those of the last measured rows until then. */
static struct Series series_at(const struct Evaluation *e, const struct Series *series,
                               const struct OpensimTimes *times)
{
	struct Arena *arena = &e->model->arena;
	struct Series now = { .count = times->rows, .capacity = times->rows };
	now.t = ARENA_ARRAY(arena, double, now.count);
	now.row = ARENA_ARRAY(arena, double, now.count * e->wanted.count);
	now.kept = ARENA_ARRAY(arena, const char *, now.count);
	now.line = ARENA_ARRAY(arena, size_t, now.count);
	for (size_t i = 0, from = 0; i < now.count; i++) {
		now.t[i] = times->t[times->first + i];
		while (from + 1 < series->count && series->t[from + 1] <= now.t[i])
			from++;
		now.kept[i] = series->kept[from];
		now.line[i] = series->line[from];
	}
	return now;
}

static void smooth_as_opensim(const struct Evaluation *e, struct Series *series, const struct OpensimTimes *times)
{
	struct Arena *passing = arena_part(&e->model->arena);
	const size_t most = times->rows > series->count ? times->rows : series->count;
	const struct Series now = series_at(e, series, times);
	const struct Curves curves = curves_of(&e->model->arena, most);
	double *measured = ARENA_ARRAY(&e->model->arena, double, series->count);
	for (size_t i = 0; i < e->wanted.count; i++) {
		take_column(e, series, i, measured);
		if (is_measured(e, i)) {
			opensim_differentiate(passing, times, measured, curves.x, curves.first, curves.second);
			put_derivatives(e, &now, i, &curves);
		} else if (e->rows.origin[i].given || (i >= e->inputs && !eval_angles_hides(e, i))) {
			opensim_resample(passing, times, measured, curves.x);
		} else {
			continue;
		}
		put_column(e, &now, i, curves.x);
		arena_free(passing);
	}
	for (size_t i = 0; i < now.count; i++)
		now.row[i * e->wanted.count + time_of(e)] = now.t[i];
	*series = now;
}

static int resample_as_opensim(struct Evaluation *e, struct Series *series)
{
	struct OpensimTimes times;
	if (!opensim_times(&e->model->arena, series->t, series->count, e->options->filter, &times))
		return complain("--filter=opensim makes the steps of time even, and %g s is too small a step",
		                times.step);
	if (times.resampled && e->options->keep)
		return complain("--filter=opensim:HZ makes the steps of time even, so there are no columns to keep: "
		                "-o NAME.sto has the times");
	smooth_as_opensim(e, series, &times);
	return EXIT_FINE;
}

int eval_series_end(struct Evaluation *e, struct Series *series)
{
	double rate;
	int code = check_series(e, series, &rate);
	if (code == EXIT_FINE && e->options->as_opensim)
		code = resample_as_opensim(e, series);
	else if (code == EXIT_FINE)
		smooth(e, series, rate);
	for (size_t i = 0; i < series->count && code == EXIT_FINE; i++) {
		memcpy(e->row, series->row + i * e->wanted.count, e->wanted.count * sizeof *e->row);
		code = eval_take_row(e, series->line[i]);
		if (code == EXIT_FINE && !eval_answer(e, series->line[i], series->kept[i]))
			break; /* output_finish reports the reason */
	}
	return code;
}
