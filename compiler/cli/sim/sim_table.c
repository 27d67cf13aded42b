/* Inputs over time from a file, `--input FILE`: t and any of the columns tau.elbow, u.throttle, f_ext.ground.fx ... Inputs are
 * interpolated between rows, and constant before the first and after the last row. */
#include <math.h>

#include "simulation.h"
#include "cli/columns.h"
#include "cli/recorded_names.h"
#include "cli/rows.h"

/* Names of the wanted columns: t, and the inputs of fd after q and qd. */
static struct Columns wanted_columns(struct Simulation *s, const struct Job *job)
{
	rigidc_model *model = s->model;
	const struct InputColumns all = columns_of_inputs(job, &job->function[0]);
	struct Columns wanted = { 0 };
	model->diags.count = model->diags.errors = 0; /* printed when the function was made */
	*ARENA_PUSH(&model->arena, &wanted) = "t";
	for (size_t i = (size_t)(s->nq + s->nv); i < all.count; i++)
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
	for (size_t i = 1; i < wanted.count; i++) {
		s->table.given[i] = rows->origin[i].given;
		any |= s->table.given[i];
	}
	const struct Span header = { 0, 1, rows->header };
	if (!rows->origin[0].given)
		diag(&s->model->diags, CHECK_UNKNOWN_COLUMN, header, "there is no column 't', the time in s");
	else if (!any)
		diag_help(&s->model->diags,
		          diag(&s->model->diags, CHECK_UNKNOWN_COLUMN, header, "no column is an input of the model"),
		          "one would be '%s'", wanted.count > 1 ? wanted.item[1] : "tau");
	else
		ignored_columns_tell(s->model, &job.function[0], rows, &wanted, false);
	return any && rows->origin[0].given;
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

int simulation_table(struct Simulation *s, const char *path)
{
	const struct RowsTaker taker = { take_header, take_row, s, false };
	return rows_file(&s->model->arena, &s->model->diags, path, &taker);
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
}
