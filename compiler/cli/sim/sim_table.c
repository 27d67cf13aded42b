/* Inputs over time from a file, `--input FILE`: t and any of the columns tau.elbow, u.throttle, f_ext.ground.fx ... Inputs are
 * interpolated between rows, and constant before the first and after the last row. An input that moves follows the cubic spline
 * through its rows, whose derivatives are its rate and its acceleration. */
#include <math.h>

#include "simulation.h"
#include "cli/columns.h"
#include "cli/complain.h"
#include "cli/eval/smooth.h"
#include "cli/recorded_names.h"
#include "cli/rows.h"

/* Part of an interval by which the time of a row may miss that of the file. */
static const double rounding = 1e-9;

/* Names of the wanted columns: t, and the inputs of fd after q and qd, without ud, udd and s. */
static struct Columns wanted_columns(struct Simulation *s, const struct Job *job)
{
	rigidc_model *model = s->model;
	const struct InputColumns all = columns_of_inputs(job, &job->function[0]);
	struct Columns wanted = { 0 };
	model->diags.count = model->diags.errors = 0; /* printed when the function was made */
	*ARENA_PUSH(&model->arena, &wanted) = "t";
	const size_t rates = (size_t)(s->nq + 2 * s->nv + s->nu),
		     behind = rates + 2 * model->model->dag->moving.count + (size_t)s->ns;
	for (size_t i = (size_t)(s->nq + s->nv); i < all.count; i++)
		if (i < rates || i >= behind)
			*ARENA_PUSH(&model->arena, &wanted) = all.item[i].name;
	return wanted;
}

/* Finds the columns by name. False after a message in the model's diagnostics. */
static bool take_header(void *context, struct Rows *rows)
{
	struct Simulation *s = context;
	const struct Job job = library_prepare(s->model, "fd");
	const struct Columns wanted = wanted_columns(s, &job);
	bool *optional = ARENA_ARRAY(&s->model->arena, bool, wanted.count), any = false;
	for (size_t i = 0; i < wanted.count; i++)
		optional[i] = true;
	s->table.width = wanted.count;
	s->table.given = ARENA_ARRAY(&s->model->arena, bool, wanted.count);
	struct FormulaList maps = { 0 };
	recorded_names_add(rows, s->model->model, &wanted, &maps);
	if (!rows_bind(rows, &s->model->diags, &wanted, optional, &maps))
		return false;
	const struct Span header = { 0, 1, rows->header };
	const size_t inputs = 1 + (size_t)s->nv; /* column of the first */
	for (size_t i = 1; i < wanted.count; i++) {
		s->table.given[i] = rows->origin[i].given;
		any |= s->table.given[i];
		if (s->table.given[i] && i >= inputs && i < inputs + (size_t)s->nu && s->is_set[i - inputs])
			diag(&s->model->diags, CHECK_DUPLICATE, header, "'%s' is given twice, as a column and by --set",
			     wanted.item[i]);
	}
	if (!rows->origin[0].given)
		diag(&s->model->diags, CHECK_UNKNOWN_COLUMN, header, "there is no column 't', the time in s");
	else if (!any)
		diag_help(&s->model->diags,
		          diag(&s->model->diags, CHECK_UNKNOWN_COLUMN, header, "no column is an input of the model"),
		          "one would be '%s'", wanted.count > 1 ? wanted.item[1] : "tau");
	else
		ignored_columns_tell(s->model, &job.function[0], rows, &wanted, false);
	return any && rows->origin[0].given && !s->model->diags.errors;
}

/* Adds a row to the table. Returns NULL, or a problem as text. */
static const char *take_row(void *context, struct Rows *rows)
{
	struct Simulation *s = context;
	struct Timeline *table = &s->table;
	double *number = ARENA_ARRAY(&s->model->arena, double, table->width);
	const char *problem = NULL;
	rows_compute(rows, number, table->width);
	for (size_t i = 0; i < table->width && !problem; i++)
		problem = isfinite(number[i]) ? NULL : "a number that is used is not finite";
	if (!problem && table->count && !(number[0] > table->item[table->count - 1][0]))
		problem = "t does not grow";
	if (!problem)
		*ARENA_PUSH(&s->model->arena, table) = number;
	return problem;
}

/* Column of a moving input, by its number. */
static size_t moving_column(const struct Simulation *s, size_t m)
{
	return 1 + (size_t)s->nv + s->model->model->dag->moving.item[m];
}

/* Splines of the columns of moving inputs. Returns an exit code. */
static int find_splines(struct Simulation *s)
{
	enum { LEAST = 4 };
	struct Arena *arena = &s->model->arena;
	struct Timeline *table = &s->table;
	const size_t moving = s->model->model->dag->moving.count, rows = table->count;
	double *t = ARENA_ARRAY(arena, double, rows), *x = ARENA_ARRAY(arena, double, rows);
	double *first = ARENA_ARRAY(arena, double, rows), *work = ARENA_ARRAY(arena, double, 3 * rows);
	table->second = ARENA_ARRAY(arena, double *, moving);
	for (size_t m = 0; m < moving; m++) {
		const size_t column = moving_column(s, m);
		if (!table->given[column])
			continue;
		if (rows < LEAST)
			return complain("--input: a spline of an input that moves needs %d rows", LEAST);
		for (size_t i = 0; i < rows; i++) {
			t[i] = table->item[i][0];
			x[i] = table->item[i][column];
		}
		table->second[m] = ARENA_ARRAY(arena, double, rows);
		smooth_differentiate(t, x, rows, first, table->second[m], work);
	}
	return EXIT_FINE;
}

void simulation_table_ends(const struct Simulation *s, double end)
{
	const struct Timeline *table = &s->table;
	bool moves = false;
	if (!table->count)
		return;
	for (size_t m = 0; m < s->model->model->dag->moving.count; m++)
		moves |= table->second[m] != NULL;
	const double first = table->item[0][0], last = table->item[table->count - 1][0],
		     beyond = rounding * (last - first);
	if (first > beyond)
		complain("--input begins at %.10g s: %s", first,
		         moves ? "inputs that move stand still before, and start without an impulse"
		               : "before, inputs have the values of its first row");
	if (last < end - beyond)
		complain("--input ends at %.10g s: %s", last,
		         moves ? "inputs that move stand still after it, and stop without an impulse"
		               : "after it, inputs keep the values of its last row");
}

int simulation_table(struct Simulation *s, const char *path)
{
	const struct RowsTaker taker = { take_header, take_row, s, false };
	const int code = rows_file(&s->model->arena, &s->model->diags, path, &taker);
	return code == EXIT_FINE ? find_splines(s) : code;
}

/* Moves table->at to the row before a time, in steps from the last row: times follow closely. */
static void go_to(struct Timeline *table, double time)
{
	while (table->at + 2 < table->count && table->item[table->at + 1][0] <= time)
		table->at++;
	while (table->at > 0 && table->item[table->at][0] > time)
		table->at--;
}

double simulation_table_next(struct Simulation *s, double time)
{
	struct Timeline *table = &s->table;
	if (!table->count)
		return HUGE_VAL;
	go_to(table, time);
	for (size_t i = table->at; i < table->count; i++)
		if (table->item[i][0] > time)
			return table->item[i][0];
	return HUGE_VAL;
}

/* Value and derivatives of the spline between rows a and b = a + h. With s = (t - a)/h, and M the second derivatives,
 *     u   = (1 - s) u_a + s u_b + h^2/6 (((1 - s)^3 - (1 - s)) M_a + (s^3 - s) M_b)
 *     ud  = (u_b - u_a)/h + h/6 ((3 s^2 - 1) M_b - (3 (1 - s)^2 - 1) M_a)
 *     udd = (1 - s) M_a + s M_b */
static void move_by_spline(struct Simulation *s, size_t m, double time)
{
	const struct Timeline *table = &s->table;
	const size_t at = table->at, column = moving_column(s, m), last = table->count - 1;
	double *const *row = table->item;
	const double h = row[at + 1][0] - row[at][0], b = (time - row[at][0]) / h, a = 1 - b;
	const double *M = table->second[m] + at, u[2] = { row[at][column], row[at + 1][column] };
	const double beyond = rounding * h;
	if (time < row[0][0] - beyond || time > row[last][0] + beyond) {
		s->rate_now[0][m] = s->rate_now[1][m] = 0;
		return;
	}
	s->u_now[column - 1 - (size_t)s->nv] =
		a * u[0] + b * u[1] + h * h / 6 * ((a * a * a - a) * M[0] + (b * b * b - b) * M[1]);
	s->rate_now[0][m] = (u[1] - u[0]) / h + h / 6 * ((3 * b * b - 1) * M[1] - (3 * a * a - 1) * M[0]);
	s->rate_now[1][m] = a * M[0] + b * M[1];
}

void simulation_table_inputs(struct Simulation *s, double time)
{
	struct Timeline *table = &s->table;
	double *const *row = table->item;
	go_to(table, time);
	const double *a = row[table->at], *b = row[table->at + 1 < table->count ? table->at + 1 : table->at];
	double part = b == a ? 0 : (time - a[0]) / (b[0] - a[0]);
	part = part < 0 ? 0 : part > 1 ? 1 : part;
	const size_t nv = (size_t)s->nv, nu = (size_t)s->nu;
	for (size_t i = 1; i < table->width; i++) {
		double now = a[i] + part * (b[i] - a[i]);
		if (i <= nv)
			s->tau_now[i - 1] += now;
		else if (i > nv + nu)
			s->f_ext[i - 1 - nv - nu] = now;
		else if (table->given[i]) /* else as --set gives it, or its default */
			s->u_now[i - 1 - nv] = now;
	}
	for (size_t m = 0; m < s->model->model->dag->moving.count; m++)
		if (table->second[m])
			move_by_spline(s, m, time);
}
