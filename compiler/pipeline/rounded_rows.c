/* Rows of loops that hold within the tolerance of closure alone.
 *
 * Let e be the rounding of the model's numbers in shares of its size, and let a row r of c(q) = 0 depend on others in the exact mechanism:
 *   c_r = f(c_others) + e h(q),   J_r = F J_others + e dh/dq.
 * With all rows, the rounded mechanism closes only where h(q) = 0, at single states, or nowhere. The row is rounded if
 *   - its remainder beside the other rows is at most `weak` tolerances at a closed state,
 *   - |c_r| stays within the tolerance where the others close: there and at states around it.
 * A row whose J is 0 but for rounding is the special case without others. Rows without any remainder are left to check_rows. */
#include "compile_checks.h"

#include <math.h>
#include <string.h>

#include "assemble.h"
#include "base/linear.h"
#include "model/loop.h"

/* Work on one model. */
struct Rounding {
	struct Model *model;
	struct Assembly a;
	double *J;     /* rows x nv, in units of velocities */
	size_t *order; /* of rows, by linear_rank */
	bool *rounded; /* by row */
	double *open;  /* by row: its largest closure where the others close */
	double *q, *beside;
};

static double tolerance_of(const struct Rounding *r, int row)
{
	int own;
	const struct RowBlock *block = row_set_block(r->a.at.tree->rows, row, &own);
	return block->row[own].angular ? r->a.tolerance.angle : r->a.tolerance.length;
}

/* --- states --- */

/* The start `number`: poses first, then the neutral state, then random ones. False: there are no more. */
static bool put_start(const struct Rounding *r, int number, double *q)
{
	enum { RANDOM = 4 };
	const struct Tree *tree = r->a.tree;
	int poses = (int)r->model->poses.count;
	size_t bytes = (size_t)tree->nq * sizeof *q;
	if (number < poses)
		memcpy(q, tree->pose[number], bytes);
	else if (number == poses)
		memset(q, 0, bytes);
	else
		memcpy(q, sample_new(tree, (uint64_t)number, 1).q, bytes);
	assembly_normalize(tree, q);
	return number <= poses + RANDOM;
}

/* Puts a state of the loops in r->q: away from a pose, because the remainder of a rounded row may be 0 at a posture with a symmetry. */
static enum Settled settle_somewhere(struct Rounding *r)
{
	const double apart = 0.03; /* turns */
	enum Settled settled = SETTLED_OPEN;
	for (int n = 0; settled == SETTLED_OPEN && put_start(r, n, r->q); n++) {
		settled = assembly_settle(&r->a, r->q);
		if (settled == SETTLED_OPEN)
			continue;
		assembly_scatter(&r->a, (uint64_t)n, apart, r->q, r->beside);
		enum Settled there = assembly_settle(&r->a, r->beside);
		if (there != SETTLED_OPEN)
			memcpy(r->q, r->beside, (size_t)r->a.tree->nq * sizeof *r->q);
		settled = there != SETTLED_OPEN ? there : settled;
	}
	return settled;
}

/* --- rows --- */

/* J at r->q in units of velocities: entries are shares of the model's size for a radian, or angles in rad. */
static void put_jacobian(struct Rounding *r)
{
	int nv = r->a.tree->nv;
	assembly_begin(&r->a, r->q);
	for (int row = 0; row < r->a.rows; row++)
		for (int v = 0; v < nv; v++)
			r->J[row * nv + v] = r->a.at.J[row * nv + v] * r->a.unit[v];
}

/* Marks rows without which the others have the same rank within the tolerance. */
static void mark_weak(struct Rounding *r)
{
	const double weak = 20;
	size_t nv = (size_t)r->a.tree->nv, rows = (size_t)r->a.rows;
	put_jacobian(r);
	const double least = weak * fmax(r->a.tolerance.length, r->a.tolerance.angle);
	struct LinearRank rank = linear_rank(r->J, rows, nv, least, r->order);
	for (size_t k = rank.rank; k < rows && rank.finite; k++)
		r->rounded[r->order[k]] = true;
}

/* Where the others close, within `reach` turns of r->q: the closure of marked rows. A row that opens beyond its tolerance loses its mark.
 * False: one did. */
static bool look_beside(struct Rounding *r, uint64_t seed, double reach)
{
	bool kept = true;
	r->a.left = r->rounded;
	bool closed = assembly_close_beside(&r->a, seed, reach, r->q, r->beside);
	r->a.left = NULL;
	closure_numbers_at(&r->a.at, r->beside);
	for (int row = 0; row < r->a.rows && closed; row++) {
		if (!r->rounded[row])
			continue;
		double open = fabs(r->a.at.c[row]);
		r->open[row] = fmax(r->open[row], open);
		if (open <= tolerance_of(r, row))
			continue;
		r->rounded[row] = kept = false;
	}
	return kept;
}

/* Where the others close, around r->q. Rows that stay closed there need no tolerance. */
static void look_around(struct Rounding *r)
{
	const double none = 1e-12;
	static const double reach[] = { 0, 1e-3, 0.01, 0.03, 0.06 }; /* turns */
	enum { REACHES = sizeof reach / sizeof *reach, SEEDS = 3 };
	for (int n = 0; n < REACHES * SEEDS; n++)
		if (!look_beside(r, (uint64_t)n, reach[n % REACHES]))
			n = -1; /* with fewer rows left out */
	for (int row = 0; row < r->a.rows; row++)
		r->rounded[row] &= r->open[row] > none;
}

/* --- messages --- */

/* "1.32e-06 mm and 0.0002 deg": the largest closures of the rounded rows of a block. */
static const char *remains_of(const struct Rounding *r, const struct RowBlock *block, int first)
{
	double open[2] = { 0 };
	for (int k = 0; k < block->rows; k++)
		if (block->row[k].rounded)
			open[block->row[k].angular] = fmax(open[block->row[k].angular], r->open[first + k]);
	return assembly_size(&r->a, open[0], open[1]);
}

static void tell(struct Diags *diags, const struct Rounding *r, const struct RowBlock *block, int first)
{
	int count = 0;
	struct Text names = text_new(diags->arena);
	for (int k = 0; k < block->rows; k++)
		if (block->row[k].rounded)
			text_format(&names, "%s%s", count++ ? " " : "", block->row[k].name);
	if (!count)
		return;
	struct Diag *d = diag(diags, CHECK_LOOP_ROUNDED, block->name.span,
	                      "%d of the %d rows of '%s' hold within %s, %s: their forces are 0 here", count,
	                      block->rows, block->name.text, remains_of(r, block, first), text_string(&names));
	diag_help(diags, d, "what remains is within --closure, so it counts as the rounding of the model's numbers");
}

/* Marks the rows in the model, and reports them. */
static void take_marks(struct Diags *diags, struct Rounding *r)
{
	const struct RowSet *set = r->a.tree->rows;
	struct Model *model = r->model;
	for (int i = 0, first = 0; first < r->a.rows; first += set->block[i++].rows) {
		size_t loops = model->loops.count, block = (size_t)i;
		struct ConstraintRow *row =
			block < loops ? model->loops.item[block].row : &model->constraints.item[block - loops].row;
		for (int k = 0; k < set->block[i].rows; k++) {
			bool rounded = r->rounded[first + k];
			row[k].rounded = set->block[i].row[k].rounded = rounded;
			row[k].holds |= rounded;
			row[k].depends |= rounded;
		}
		tell(diags, r, &set->block[i], first);
	}
}

/* --- parameters --- */

/* The first marked row that opens beyond its tolerance where the others close with the parameters r->a.at.params; -1: none does, or the
 * parameters do not move the closure at r->q, or the others do not close. */
static int row_opened(struct Rounding *r)
{
	bool moved = false;
	closure_numbers_at(&r->a.at, r->q);
	for (int row = 0; row < r->a.rows; row++)
		moved |= !(fabs(r->a.at.c[row]) <= tolerance_of(r, row));
	r->a.left = r->rounded;
	bool closed = moved && assembly_close_beside(&r->a, 0, 0, r->q, r->beside);
	r->a.left = NULL;
	if (!closed)
		return -1;
	closure_numbers_at(&r->a.at, r->beside);
	for (int row = 0; row < r->a.rows; row++)
		if (r->rounded[row] && fabs(r->a.at.c[row]) > tolerance_of(r, row))
			return row;
	return -1;
}

/* Warns of the first parameter whose other values open a marked row. */
static void doubt_parameters(struct Diags *diags, struct Rounding *r)
{
	const struct ParameterList *all = &r->model->parameters;
	const double step = 1e-3; /* m or rad, and relative */
	int own, row = -1;
	double *params = ARENA_ARRAY(r->a.tree->dag->arena, double, all->numbers + 1);
	for (int i = 0; i < all->numbers; i++)
		params[i] = r->model->dag->default_value->item[i];
	r->a.at.params = params;
	for (size_t k = 0; k < all->count && row < 0; k++) {
		const struct Parameter *parameter = all->item[k];
		for (int i = parameter->first; i < parameter->first + parameter->count && row < 0; i++) {
			double usual = params[i];
			params[i] += step * (1 + fabs(usual));
			row = row_opened(r);
			params[i] = usual;
		}
		if (row < 0)
			continue;
		const struct RowBlock *block = row_set_block(r->a.tree->rows, row, &own);
		diag(diags, CHECK_LOOP_ROUNDED_PARAMETER, block->name.span,
		     "row %s of '%s' is left out for the default of parameter '%s': with other values it stays open",
		     block->row[own].name, block->name.text, parameter->name.text);
	}
	r->a.at.params = NULL;
}

/* Is any row marked? */
static bool are_marked(const struct Rounding *r)
{
	bool any = false;
	for (int row = 0; row < r->a.rows; row++)
		any |= r->rounded[row];
	return any;
}

void check_rounding(struct Diags *diags, struct Model *model)
{
	if (!assemble_rows(model))
		return;
	struct Arena *arena = arena_trial(model->arena);
	struct Rounding r = { .model = model, .a = assembly_of_model(arena, model) };
	size_t rows = (size_t)r.a.rows, nv = (size_t)r.a.tree->nv, nq = (size_t)r.a.tree->nq;
	r.q = ARENA_ARRAY(arena, double, nq);
	r.beside = ARENA_ARRAY(arena, double, nq);
	for (size_t v = 0; v < nv; v++)
		r.a.share[v] = 1;
	if (settle_somewhere(&r) == SETTLED_WITHIN) {
		r.J = ARENA_TABLE(arena, double, rows, nv);
		r.order = ARENA_ARRAY(arena, size_t, rows);
		r.rounded = ARENA_ARRAY(arena, bool, rows);
		r.open = ARENA_ARRAY(arena, double, rows);
		mark_weak(&r);
		look_around(&r);
		take_marks(diags, &r);
		if (are_marked(&r))
			doubt_parameters(diags, &r);
	}
	arena_empty(arena);
}
