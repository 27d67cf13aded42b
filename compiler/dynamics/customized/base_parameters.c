/* Base parameters, and their regressor.
 *
 * Structural step: mass properties of a link that would move in the same way as part of its parent are handed to the
 * parent (dynamics/plan/regroup.c). The frames for this follow from the geometry alone (dynamics/plan/frames.c: x of a
 * terminal link as at q = 0, origins where offsets have the most zeros). With the bodies' parameters as symbols, this
 * leaves few moments of each link, each a sum of parameters. For most robots this step finds nearly all dependences.
 *
 * Numeric step: a joint with several motions has links without a body of their own, whose moments are multiples of
 * each other. Also, some moments have no effect on tau, or the same effect as others: about an upright first axis a
 * link only turns, a chain of parallel axes stays in its plane, for two slides along one line only the sum of masses
 * counts. Such cases depend on the whole robot and on couplings, so they are found in the numbers of Y at enough
 * random states (column_basis.c). If a column is a combination of others,
 *   Y_c = sum Y_i k_i,   its moment goes to theirs,   beta_i += k_i c.
 * The k are simple numbers except for odd geometry. The remainder of the column may be no more than the rounding of
 * its entries, which is estimated with them (dynamics/tree/sample.c): a column that is nearly a combination of others
 * stays.
 *
 * Neither step depends on masses, on the optimization level or on the search. If geometry is given at run time,
 * moments that depend on it are taken as independent of others; dependences for all values of the parameters are still
 * found.
 *
 * Columns of Y are the factors of the moments in the power of partial velocities (regressor.c). */
#include "base_parameters.h"

#include <float.h>
#include <math.h>

#include "column_basis.h"
#include "dynamics/plan/frames.h"
#include "customized.h"
#include "dynamics/plan/regroup.h"
#include "dynamics/tree/sample.h"
#include "dynamics/textbook/textbook.h"
#include "regressor.h"

enum { MOMENTS = 10 };

/* --- the tree of base parameters --- */

static Ref *moment_at(struct Moments *mass, int which)
{
	if (which == 0)
		return &mass->m;
	return which < 4 ? &mass->h.e[which - 1] : &mass->D.e[symmetric_row[which - 4]][symmetric_column[which - 4]];
}

/* Body with its parameters as symbols. */
static struct Moments symbolic_body(struct Dag *dag, int body)
{
	Ref pi[BODY_PARAMETERS];
	for (int k = 0; k < BODY_PARAMETERS; k++)
		pi[k] = dag_input(dag, INPUT_PI, (uint32_t)(BODY_PARAMETERS * body + k));
	return body_moments(dag, pi);
}

/* Tree with canonical frames and regrouped moments, with the bodies' parameters as symbols. */
static struct Tree *base_tree(struct Dag *dag, const struct Tree *tree)
{
	struct Tree *base = tree_copy(tree, dag);
	struct Plan plan = { .link = ARENA_ARRAY(dag->arena, struct Choice, tree->links) };
	base->wrenches = base->laws = base->sites = base->reactions = base->terms = 0;
	for (int i = 0, body = 0; i < tree->links; i++) {
		struct Link *link = &base->link[i];
		plan.link[i].origin_choice = ORIGIN_OTHER;
		link->mass = moments_zero(dag);
		link->f_ext = spatial_zero(dag);
		link->lawful = false;
		if (!link_is_body(tree, i))
			continue;
		struct Moments mass = symbolic_body(dag, body++);
		link->mass = moments_out(dag, &tree->place[link->body].at, &mass);
	}
	frames_choose(base, &plan);
	regroup_moments(base, &plan);
	return base;
}

/* --- columns of Y --- */

/* Motion of the links, for the columns of Y. */
struct Moving {
	struct Dag *dag;
	const struct Tree *tree;
	const struct PartialVelocities *all;
	const struct Motion3 *motion;
};

static struct Moving moving_of(struct Dag *dag, const struct Tree *tree, bool column)
{
	struct Moving moving = { dag, tree, partial_velocities_make(dag, tree), NULL };
	moving.motion = partial_velocities_motions(dag, tree, column);
	return moving;
}

/* Column j of Y, which has `columns` columns. */
static void put_column(const struct Moving *moving, const struct BaseMoment *moment, Ref *Y, int columns, int j)
{
	const struct PartialVelocities *all = &moving->all[moment->link];
	const struct Motion3 *m = &moving->motion[moment->link];
	for (int v = 0; v < moving->tree->nv; v++)
		Y[v * columns + j] = dag_const(moving->dag, 0);
	for (size_t n = 0; n < all->count; n++) {
		Ref first[4], *entry = &Y[all->item[n].v * columns + j];
		const struct Spatial *moved = &all->item[n].of;
		int second = moment->which - 4;
		if (second >= 0) {
			*entry = partial_velocity_second(moving->dag, m, moved, symmetric_row[second],
			                                 symmetric_column[second]);
			continue;
		}
		partial_velocity_first(moving->dag, m, moved, first, first + 1);
		*entry = first[moment->which];
	}
}

/* --- dependences --- */

/* Finds the moments that contain parameters. */
static void find_moments(struct Arena *arena, struct BaseParameters *base, struct Tree *tree)
{
	base->moment = ARENA_ARRAY(arena, struct BaseMoment, MOMENTS * tree->links);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < MOMENTS; k++)
			if (!dag_is_zero(tree->dag, *moment_at(&tree->link[i].mass, k)))
				base->moment[base->moments++] = (struct BaseMoment){ i, k };
}

/* Order of a moment: 0 for m, 1 for h, 2 for D and J. */
static int order_of(int which)
{
	return which == 0 ? 0 : which < 4 ? 1 : 2;
}

/* Rounding errors of the factors. For moments of order a and parameters of order b, the error of the largest factor
 * counts for all. */
static const double *moments_error(struct Dag *dag, const struct BaseParameters *base, const struct ColumnBasis *basis,
                                   int numbers)
{
	double largest[3][3] = { { 0 } }, *error = ARENA_TABLE(dag->arena, double, basis->vectors, basis->length);
	for (int c = 0; c < basis->vectors; c++)
		for (int i = 0; i < numbers; i++) {
			double *most = &largest[order_of(base->moment[c].which)][order_of(i % BODY_PARAMETERS)];
			*most = fmax(*most, fabs(basis->vector[c * basis->length + i]));
		}
	for (int c = 0; c < basis->vectors; c++)
		for (int i = 0; i < basis->length; i++) {
			double own = basis->vector[c * basis->length + i];
			const double *of = largest[order_of(base->moment[c].which)];
			error[c * basis->length + i] =
				DBL_EPSILON * (i < numbers ? of[order_of(i % BODY_PARAMETERS)] : own);
		}
	return error;
}

/* Moments as combinations of the bodies' parameters. A factor that depends on parameters of the model can have any
 * value: a moment with such a factor gets its own dimension, so it is independent of all others. */
static struct ColumnBasis moments_basis(struct Dag *dag, const struct BaseParameters *base, struct Tree *shaped)
{
	int numbers = BODY_PARAMETERS * tree_moving(shaped);
	struct ColumnBasis basis = { .vectors = base->moments, .length = numbers + base->moments };
	Ref *moment = ARENA_ARRAY(dag->arena, Ref, base->moments),
	    *slope = ARENA_TABLE(dag->arena, Ref, base->moments, numbers);
	double *vector = ARENA_TABLE(dag->arena, double, base->moments, basis.length);
	for (int c = 0; c < base->moments; c++)
		moment[c] = *moment_at(&shaped->link[base->moment[c].link].mass, base->moment[c].which);
	dag_jacobian(dag, moment, (size_t)base->moments, INPUT_PI, (size_t)numbers, slope);
	for (int c = 0; c < base->moments; c++)
		for (int i = 0; i < numbers; i++) {
			bool known = dag_is_const(dag, slope[c * numbers + i]);
			vector[c * basis.length + i] = known ? dag_value(dag, slope[c * numbers + i]) : 0;
			if (!known)
				vector[c * basis.length + numbers + c] = 1;
		}
	basis.vector = vector;
	basis.error = moments_error(dag, base, &basis, numbers);
	column_basis_find(dag->arena, &basis);
	return basis;
}

/* Columns of Y (nv x moments) at `states` states, for the moments kept as independent; no basis is computed yet. */
static struct ColumnBasis columns_basis(const struct BaseParameters *base, const struct Tree *shaped,
                                        const struct ColumnBasis *kept, const Ref *Y, int states)
{
	static const double reach[] = { 1, 3, 1, 10 }; /* near zero, tables, comparisons and stops may hide motions */
	struct Dag *dag = shaped->dag;
	int nv = shaped->nv, columns = base->moments, entries = nv * columns;
	struct ColumnBasis basis = { .vectors = kept->count, .length = states * nv };
	double *value = ARENA_ARRAY(dag->arena, double, entries), *rounded = ARENA_ARRAY(dag->arena, double, entries);
	double *vector = ARENA_TABLE(dag->arena, double, kept->count, basis.length);
	double *error = ARENA_TABLE(dag->arena, double, kept->count, basis.length);
	for (int s = 0; s < states; s++) { /* rows of one velocity are consecutive */
		struct Sample sample = sample_new(shaped, (uint64_t)s, reach[s % (int)(sizeof reach / sizeof *reach)]);
		sample_errors(dag, &sample, Y, (size_t)entries, value, rounded);
		for (int i = 0; i < kept->count; i++)
			for (int c = 0; c < columns; c++)
				for (int v = 0; v < nv && kept->share[i * columns + c] != 0; v++) {
					int at = i * basis.length + v * states + s;
					double number = value[v * columns + c], share = kept->share[i * columns + c];
					vector[at] += isfinite(number) ? share * number : 0;
					error[at] += isfinite(number) ? fabs(share) * rounded[v * columns + c] : 0;
				}
	}
	basis.vector = vector;
	basis.error = error;
	return basis;
}

/* Columns of Y at enough states. Another random state can show more columns to be independent, until no state does. So
 * there are enough states when twice as many give the same number of columns. */
static struct ColumnBasis enough_columns(struct Dag *dag, const struct BaseParameters *base, const struct Tree *shaped,
                                         const struct ColumnBasis *kept)
{
	struct Moving moving = moving_of(dag, shaped, false);
	Ref *Y = ARENA_TABLE(dag->arena, Ref, shaped->nv, base->moments);
	for (int c = 0; c < base->moments; c++)
		put_column(&moving, &base->moment[c], Y, base->moments, c);
	int states = 8 + base->moments / shaped->nv;
	struct ColumnBasis some = columns_basis(base, shaped, kept, Y, states);
	column_basis_count(dag->arena, &some);
	for (;;) {
		struct ColumnBasis more = columns_basis(base, shaped, kept, Y, states *= 2);
		column_basis_find(dag->arena, &more);
		if (more.count == some.count)
			return more;
		some = more;
	}
}

/* Moments g = A g_kept, Y g = (Y A) g_kept; columns Y A = (Y A)_own S, (Y A) g_kept = (Y A)_own (S g_kept). */
static void put_together(struct Arena *arena, struct BaseParameters *base, const struct ColumnBasis *kept,
                         const struct ColumnBasis *columns)
{
	base->count = columns->count;
	base->part = ARENA_TABLE(arena, double, base->count, base->moments);
	base->share = ARENA_TABLE(arena, double, base->count, base->moments);
	for (int i = 0; i < base->count; i++) {
		const double *part = kept->share + columns->own[i] * base->moments;
		for (int c = 0; c < base->moments; c++)
			base->part[i * base->moments + c] = part[c];
		for (int j = 0; j < kept->count; j++)
			base->share[i * base->moments + kept->own[j]] = columns->share[i * kept->count + j];
	}
}

void tree_add_base_parameters(struct Tree *tree)
{
	struct Arena *arena = tree->dag->arena, *trial = arena_trial(arena);
	struct Dag *dag = dag_fork(tree->dag, trial);
	struct BaseParameters *base = ARENA_NEW(arena, struct BaseParameters);
	struct Tree *shaped = base_tree(dag, tree);
	tree->base = base;
	find_moments(arena, base, shaped);
	if (!tree->nv)
		return;
	struct ColumnBasis kept = moments_basis(dag, base, shaped), columns = enough_columns(dag, base, shaped, &kept);
	put_together(arena, base, &kept, &columns);
	arena_empty(trial);
}

/* --- functions --- */

void customized_base_regressor(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Y)
{
	const struct BaseParameters *base = tree->base;
	struct Moving moving = moving_of(dag, base_tree(dag, tree), options->column);
	Ref *column = ARENA_ARRAY(dag->arena, Ref, tree->nv);
	for (int j = 0; j < base->count; j++) {
		for (int v = 0; v < tree->nv; v++)
			Y[v * base->count + j] = dag_const(dag, 0);
		for (int c = 0; c < base->moments; c++) {
			Ref part = dag_const(dag, base->part[j * base->moments + c]);
			if (dag_is_zero(dag, part))
				continue;
			put_column(&moving, &base->moment[c], column, 1, 0);
			for (int v = 0; v < tree->nv; v++) {
				Ref *entry = &Y[v * base->count + j];
				*entry = dag_add(dag, *entry, dag_mul(dag, part, column[v]));
			}
		}
	}
}

/* Regressor from the tau of a robot with only these moments. */
void textbook_base_regressor(struct Dag *dag, const struct Tree *tree, Ref *Y)
{
	const struct BaseParameters *base = tree->base;
	struct Tree *unit = base_tree(dag, tree);
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv);
	for (int j = 0; j < base->count; j++) {
		for (int i = 0; i < unit->links; i++)
			unit->link[i].mass = moments_zero(dag);
		for (int c = 0; c < base->moments; c++) {
			struct Moments *mass = &unit->link[base->moment[c].link].mass;
			int second = base->moment[c].which - 4;
			Ref part = dag_const(dag, base->part[j * base->moments + c]);
			*moment_at(mass, base->moment[c].which) = part;
			if (second >= 0) /* the mirrored entry */
				mass->D.e[symmetric_column[second]][symmetric_row[second]] = part;
		}
		textbook_rnea(dag, unit, tau);
		for (int v = 0; v < tree->nv; v++)
			Y[v * base->count + j] = tau[v];
	}
}

void textbook_base_parameters(struct Dag *dag, const struct Tree *tree, Ref *beta)
{
	const struct BaseParameters *base = tree->base;
	struct Tree *shaped = base_tree(dag, tree);
	for (int j = 0; j < base->count; j++) {
		beta[j] = dag_const(dag, 0);
		for (int i = 0; i < base->moments; i++) {
			Ref share = dag_const(dag, base->share[j * base->moments + i]);
			Ref moment = *moment_at(&shaped->link[base->moment[i].link].mass, base->moment[i].which);
			beta[j] = dag_add(dag, beta[j], dag_mul(dag, share, moment));
		}
	}
}

void customized_base_parameters(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *beta)
{
	(void)options;
	textbook_base_parameters(dag, tree, beta);
}

void base_parameters_slopes(struct Dag *dag, const struct Tree *tree, Ref *slope)
{
	Ref *beta = ARENA_ARRAY(dag->arena, Ref, tree->base->count);
	textbook_base_parameters(dag, tree, beta);
	dag_jacobian(dag, beta, (size_t)tree->base->count, INPUT_PI, (size_t)(BODY_PARAMETERS * tree_moving(tree)),
	             slope);
}
