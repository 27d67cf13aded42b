#include "square.h"

#include <math.h>
#include <string.h>

#include "postures.h"

struct Square {
	struct Dag *dag;
	int n, columns;
	Ref *A, *b, *x;
	struct Postures postures;
};

/* Equations and unknowns of a part of the system, as many of each. */
struct Part {
	int *row, *column, n;
};

static Ref *entry(const struct Square *s, int row, int column)
{
	return &s->A[row * s->n + column];
}

static bool is_zero(const struct Square *s, int row, int column)
{
	return dag_is_zero(s->dag, *entry(s, row, column));
}

/* b of a row -= factor * values */
static void take(const struct Square *s, int row, Ref factor, const Ref *value)
{
	for (int c = 0; c < s->columns; c++) {
		Ref *b = &s->b[row * s->columns + c];
		*b = dag_sub(s->dag, *b, dag_mul(s->dag, factor, value[c]));
	}
}

static struct Part part_new(const struct Square *s, int n)
{
	return (struct Part){ ARENA_ARRAY(s->dag->arena, int, n), ARENA_ARRAY(s->dag->arena, int, n), 0 };
}

/* --- blocks --- */

/* Matches row i of a part with a column. A row that has this column is matched anew. */
static bool match(const struct Square *s, const struct Part *part, int i, int *row_of, bool *tried)
{
	for (int j = 0; j < part->n; j++) {
		if (tried[j] || is_zero(s, part->row[i], part->column[j]))
			continue;
		tried[j] = true;
		if (row_of[j] < 0 || match(s, part, row_of[j], row_of, tried)) {
			row_of[j] = i;
			return true;
		}
	}
	return false;
}

/* Orders the columns: row i is matched with column i. False: the part has no inverse by structure. */
static bool match_all(const struct Square *s, const struct Part *part)
{
	int *row_of = ARENA_ARRAY(s->dag->arena, int, part->n), *column = ARENA_ARRAY(s->dag->arena, int, part->n);
	for (int j = 0; j < part->n; j++)
		row_of[j] = -1;
	for (int i = 0; i < part->n; i++)
		if (!match(s, part, i, row_of, ARENA_ARRAY(s->dag->arena, bool, part->n)))
			return false;
	memcpy(column, part->column, (size_t)part->n * sizeof *column);
	for (int j = 0; j < part->n; j++)
		part->column[row_of[j]] = column[j];
	return true;
}

/* needs[i * n + k]: does equation i need the unknown of equation k, directly or through others? */
static bool *needs_of(const struct Square *s, const struct Part *part)
{
	int n = part->n;
	bool *needs = ARENA_TABLE(s->dag->arena, bool, n, n);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			needs[i * n + k] = !is_zero(s, part->row[i], part->column[k]);
	for (int via = 0; via < n; via++)
		for (int i = 0; i < n; i++)
			for (int k = 0; k < n; k++)
				needs[i * n + k] |= needs[i * n + via] && needs[via * n + k];
	return needs;
}

/* Is all that equation i needs solved, but for the equations of its own block? */
static bool is_ready(const bool *needs, const bool *solved, int n, int i)
{
	for (int k = 0; k < n; k++)
		if (needs[i * n + k] && !needs[k * n + i] && !solved[k])
			return false;
	return !solved[i];
}

/* --- pivots --- */

static const double least_share = 0.05; /* of a safe pivot */

/* Shares of the coefficients of column j at the postures; share (n x n). */
static void put_shares(const struct Square *s, const struct Part *part, int j, double *share)
{
	int n = part->n;
	Ref *value = ARENA_ARRAY(s->dag->arena, Ref, n);
	double *own = ARENA_ARRAY(s->dag->arena, double, n);
	for (int i = 0; i < n; i++)
		value[i] = *entry(s, part->row[i], part->column[j]);
	postures_shares(&s->postures, &(struct Levers){ value, n, n, 0, least_share, 0 }, own);
	for (int i = 0; i < n; i++)
		share[i * n + j] = own[i];
}

/* Entries that an elimination with row i and column j of a part fills. */
static int fill_of(const struct Square *s, const struct Part *part, int i, int j)
{
	int rows = 0, columns = 0;
	for (int k = 0; k < part->n; k++) {
		rows += !is_zero(s, part->row[k], part->column[j]);
		columns += !is_zero(s, part->row[i], part->column[k]);
	}
	return (rows - 1) * (columns - 1);
}

/* Number i * n + j of the pivot with the least fill, of these the largest share; -1: none is safe. */
static int choose_pivot(const struct Square *s, const struct Part *part)
{
	double *share = ARENA_TABLE(s->dag->arena, double, part->n, part->n);
	int best = -1, least = 0;
	for (int j = 0; j < part->n; j++)
		put_shares(s, part, j, share);
	for (int k = 0; k < part->n * part->n; k++) {
		if (!(share[k] > least_share))
			continue;
		int fill = fill_of(s, part, k / part->n, k % part->n);
		if (best >= 0 && (fill > least || (fill == least && !(share[k] > share[best]))))
			continue;
		best = k;
		least = fill;
	}
	return best;
}

/* The part without a row and a column, whose unknown is taken from all other equations. */
static struct Part eliminate(const struct Square *s, const struct Part *part, int row, int column, Ref over)
{
	struct Dag *dag = s->dag;
	struct Part rest = part_new(s, part->n);
	for (int k = 0; k < part->n; k++) {
		if (part->column[k] != column)
			rest.column[rest.n++] = part->column[k];
	}
	rest.n = 0;
	for (int i = 0; i < part->n; i++) {
		int other = part->row[i];
		if (other == row)
			continue;
		rest.row[rest.n++] = other;
		if (is_zero(s, other, column))
			continue;
		Ref factor = dag_mul(dag, *entry(s, other, column), over);
		for (int k = 0; k < part->n - 1; k++) {
			Ref *value = entry(s, other, rest.column[k]);
			*value = dag_sub(dag, *value, dag_mul(dag, factor, *entry(s, row, rest.column[k])));
		}
		take(s, other, factor, s->b + row * s->columns);
	}
	return rest;
}

/* --- solving --- */

static void solve_one(const struct Square *s, int row, int column, Ref over)
{
	for (int c = 0; c < s->columns; c++)
		s->x[column * s->columns + c] = dag_mul(s->dag, s->b[row * s->columns + c], over);
}

/* Less the unknowns of the columns of a part. */
static void take_solved(const struct Square *s, int row, const struct Part *part)
{
	for (int k = 0; k < part->n; k++)
		take(s, row, *entry(s, row, part->column[k]), s->x + part->column[k] * s->columns);
}

static void solve_two(const struct Square *s, const struct Part *part)
{
	struct Dag *dag = s->dag;
	Ref a[2][2];
	for (int k = 0; k < 4; k++)
		a[k / 2][k % 2] = *entry(s, part->row[k / 2], part->column[k % 2]);
	Ref over = dag_over(dag, 1, dag_sub_products(dag, a[0][0], a[1][1], a[0][1], a[1][0]));
	for (int c = 0; c < s->columns; c++) {
		Ref b[2] = { s->b[part->row[0] * s->columns + c], s->b[part->row[1] * s->columns + c] };
		Ref first = dag_sub_products(dag, a[1][1], b[0], a[0][1], b[1]);
		Ref second = dag_sub_products(dag, a[0][0], b[1], a[1][0], b[0]);
		s->x[part->column[0] * s->columns + c] = dag_mul(dag, over, first);
		s->x[part->column[1] * s->columns + c] = dag_mul(dag, over, second);
	}
}

static void solve_orthogonal(const struct Square *s, const struct Part *part)
{
	int n = part->n, columns = s->columns;
	Ref *A = ARENA_TABLE(s->dag->arena, Ref, n, n), *b = ARENA_TABLE(s->dag->arena, Ref, n, columns);
	for (int k = 0; k < n * n; k++)
		A[k] = *entry(s, part->row[k / n], part->column[k % n]);
	for (int k = 0; k < n * columns; k++)
		b[k] = s->b[part->row[k / columns] * columns + k % columns];
	square_solve_orthogonal(s->dag, NULL, A, n, b, columns);
	for (int k = 0; k < n * columns; k++)
		s->x[part->column[k / columns] * columns + k % columns] = b[k];
}

static void solve_part(const struct Square *s, const struct Part *part);

static void solve_block(const struct Square *s, const struct Part *part)
{
	if (part->n == 1) {
		Ref over = dag_over(s->dag, 1, *entry(s, part->row[0], part->column[0]));
		solve_one(s, part->row[0], part->column[0], over);
		return;
	}
	int pivot = choose_pivot(s, part);
	if (pivot >= 0) {
		int row = part->row[pivot / part->n], column = part->column[pivot % part->n];
		Ref over = dag_over(s->dag, 1, *entry(s, row, column));
		struct Part rest = eliminate(s, part, row, column, over);
		solve_part(s, &rest);
		take_solved(s, row, &rest);
		solve_one(s, row, column, over);
	} else if (part->n == 2) {
		solve_two(s, part);
	} else {
		solve_orthogonal(s, part);
	}
}

/* Block after block, each less the unknowns of those before. */
static void solve_part(const struct Square *s, const struct Part *part)
{
	int n = part->n;
	if (!match_all(s, part)) {
		solve_orthogonal(s, part);
		return;
	}
	const bool *needs = needs_of(s, part);
	bool *solved = ARENA_ARRAY(s->dag->arena, bool, n);
	struct Part before = part_new(s, n);
	while (before.n < n) {
		struct Part block = part_new(s, n);
		int first = 0;
		while (!is_ready(needs, solved, n, first))
			first++;
		for (int i = first; i < n; i++)
			if (i == first || (needs[first * n + i] && needs[i * n + first])) {
				solved[i] = true;
				block.row[block.n] = part->row[i];
				block.column[block.n++] = part->column[i];
				take_solved(s, part->row[i], &before);
			}
		solve_block(s, &block);
		for (int i = 0; i < block.n; i++)
			before.column[before.n++] = block.column[i];
	}
}

void square_solve_sparse(struct Dag *dag, const struct Tree *tree, Ref *A, int n, Ref *b, int columns)
{
	struct Square s = { .dag = dag, .n = n, .columns = columns, .A = A, .b = b };
	struct Part all = part_new(&s, n);
	s.x = ARENA_TABLE(dag->arena, Ref, n, columns);
	if (n > 1)
		s.postures = postures_make(dag, tree, 0);
	for (all.n = 0; all.n < n; all.n++)
		all.row[all.n] = all.column[all.n] = all.n;
	solve_part(&s, &all);
	memcpy(b, s.x, (size_t)(n * columns) * sizeof *b);
}
