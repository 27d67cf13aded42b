/* Base parameters, and their regressor.
 *
 * Which there are. What of a link's mass distribution moves the same with its parent is handed to it (regroup.c), in frames
 * that are chosen by geometry alone (frames.c). Done with the bodies' parameters as symbols, that leaves of each link few
 * moments, which are linear in the parameters. For most robots that is all. Some of these still make no difference, or the
 * same as others: about the first axis the link only turns, a chain of parallel axes stays in its plane, of two slides along one
 * line only the sum of masses counts. That depends on the whole robot and on couplings, so it is read off from numbers: of Y at
 * enough random states, taken from the root outward, a column that those before it make up,
 *   Y_c = sum Y_j k_j,   gives its moment to theirs,   beta_j += k_j c.
 * k is found by orthogonalisation (modified Gram-Schmidt, twice), and is a simple number but for odd geometry.
 *
 * Nothing of this depends on masses, on the level or on the search.
 *
 * The columns of Y are the factors of the moments that are left in the power of virtual velocities (virtual.c). */
#include "base.h"

#include <math.h>

#include "frames.h"
#include "lean.h"
#include "regroup.h"
#include "sample.h"
#include "textbook.h"
#include "virtual.h"

enum { MOMENTS = 10 };
static const int second_row[] = { 0, 0, 1, 0, 1, 2 }, second_column[] = { 0, 1, 1, 2, 2, 2 };

/* --- the tree of base parameters --- */

static Ref *moment_at(struct Moments *mass, int which)
{
	if (which == 0)
		return &mass->m;
	return which < 4 ? &mass->h.e[which - 1] : &mass->D.e[second_row[which - 4]][second_column[which - 4]];
}

/* A body's parameters as symbols. */
static struct Moments symbolic_body(struct Dag *dag, int body)
{
	struct Inertia I = { .m = dag_input(dag, INPUT_PI, (uint32_t)(BODY_PARAMETERS * body)) };
	for (int k = 1; k < BODY_PARAMETERS; k++) {
		Ref symbol = dag_input(dag, INPUT_PI, (uint32_t)(BODY_PARAMETERS * body + k));
		if (k < 4)
			I.h.e[k - 1] = symbol;
		else
			I.J.e[second_row[k - 4]][second_column[k - 4]] = I.J.e[second_column[k - 4]][second_row[k - 4]] = symbol;
	}
	return moments_of(dag, &I);
}

/* Canonical frames and regrouped moments, of the bodies' parameters as symbols. */
static struct Tree *base_tree(struct Dag *dag, const struct Tree *tree)
{
	struct Tree *base = tree_copy(tree, dag);
	struct Plan plan = { .link = ARENA_ARRAY(dag->arena, struct Choice, tree->links) };
	base->wrenches = base->sites = base->reactions = base->carrieds = 0;
	for (int i = 0, body = 0; i < tree->links; i++) {
		struct Link *link = &base->link[i];
		plan.link[i].gauge = GAUGE_ZERO;
		link->mass = moments_zero(dag);
		link->f_ext = spatial_zero(dag);
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

/* How the links move, as far as the columns need it. */
struct Moving {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Virtuals *all;
	const struct Motion3 *motion;
};

static struct Moving moving_of(struct Dag *dag, const struct Tree *tree, bool column)
{
	struct Plan plan = { .link = NULL };
	const struct Approach approach = { .plan = &plan, .column = column };
	struct Moving moving = { dag, tree, virtuals_make(dag, tree), NULL };
	moving.motion = virtuals_motions(dag, tree, &approach);
	return moving;
}

/* Column j of Y, which has so many. */
static void put_column(const struct Moving *moving, const struct BaseMoment *moment, Ref *Y, int columns, int j)
{
	const struct Virtuals *all = &moving->all[moment->link];
	const struct Motion3 *m = &moving->motion[moment->link];
	for (int v = 0; v < moving->tree->nv; v++)
		Y[v * columns + j] = dag_const(moving->dag, 0);
	for (size_t n = 0; n < all->count; n++) {
		Ref first[4], *entry = &Y[all->item[n].v * columns + j];
		const struct Spatial *moved = &all->item[n].of;
		int second = moment->which - 4;
		if (second >= 0) {
			*entry = virtual_second(moving->dag, m, moved, second_row[second], second_column[second]);
			continue;
		}
		virtual_first(moving->dag, m, moved, first, first + 1);
		*entry = first[moment->which];
	}
}

/* --- what depends on what --- */

struct Choosing {
	struct Arena *arena;
	struct Base *base;
	int rows;
	double *Y, *size; /* (moments x rows): of Y and of the terms that it is made of */
	double *Q, *R;    /* of those that are taken: orthonormal (count x rows), and R (count x moments), Y = R^T Q */
};

static double dot(const double *x, const double *y, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

/* What is left of column c without those that are taken; their parts go to R. */
static double take_off(struct Choosing *o, int c, double *left)
{
	for (int i = 0; i < o->rows; i++)
		left[i] = o->Y[c * o->rows + i];
	for (int twice = 0; twice < 2; twice++)
		for (int j = 0; j < o->base->count; j++) {
			double part = dot(left, o->Q + j * o->rows, o->rows);
			o->R[j * o->base->moments + c] += part;
			for (int i = 0; i < o->rows; i++)
				left[i] -= part * o->Q[j * o->rows + i];
		}
	return sqrt(dot(left, left, o->rows));
}

/* Halves and whole numbers are meant to be that. */
static double simple(double k)
{
	const double rounding = 1e-9;
	double near = round(2 * k) / 2;
	return fabs(k - near) <= rounding ? near : k;
}

/* Column c is made up of those that are taken: which have how much of it, by back substitution in R k = Q^T Y_c? */
static void give_away(struct Choosing *o, int c)
{
	const struct Base *base = o->base;
	double *k = ARENA_ARRAY(o->arena, double, base->count), own = sqrt(dot(o->Y + c * o->rows, o->Y + c * o->rows, o->rows));
	for (int i = base->count - 1; i >= 0; i--) {
		const double *row = o->R + i * base->moments, *Y = o->Y + base->own[i] * o->rows;
		k[i] = row[c];
		for (int j = i + 1; j < base->count; j++)
			k[i] -= row[base->own[j]] * k[j];
		k[i] /= row[base->own[i]];
		bool nothing = fabs(k[i]) * sqrt(dot(Y, Y, o->rows)) <= 1e-9 * own;
		base->share[i * base->moments + c] = nothing ? 0 : simple(k[i]);
	}
}

static void choose(struct Choosing *o)
{
	const double rounding = 1e-8;
	struct Base *base = o->base;
	double *left = ARENA_ARRAY(o->arena, double, o->rows);
	for (int c = 0; c < base->moments; c++) {
		const double *Y = o->Y + c * o->rows, *size = o->size + c * o->rows;
		double length = sqrt(dot(Y, Y, o->rows)), rest = take_off(o, c, left);
		if (length <= 1e-12 * sqrt(dot(size, size, o->rows)))
			continue; /* makes no difference */
		if (rest <= rounding * length) {
			give_away(o, c);
			continue;
		}
		for (int i = 0; i < o->rows; i++)
			o->Q[base->count * o->rows + i] = left[i] / rest;
		o->R[base->count * base->moments + c] = rest;
		base->share[base->count * base->moments + c] = 1;
		base->own[base->count++] = c;
	}
}

/* Y at as many states as make twice as many rows as there are columns. */
static void draw_rows(struct Choosing *o, const struct Tree *tree, const Ref *Y)
{
	int columns = o->base->moments, states = 2 + 2 * columns / tree->nv, entries = tree->nv * columns;
	double *value = ARENA_ARRAY(o->arena, double, entries), *size = ARENA_ARRAY(o->arena, double, entries);
	o->rows = states * tree->nv;
	o->Y = ARENA_ARRAY(o->arena, double, columns * o->rows);
	o->size = ARENA_ARRAY(o->arena, double, columns * o->rows);
	for (int s = 0; s < states; s++) {
		struct Sample sample = sample_new(tree, (uint64_t)s);
		sample_values(tree->dag, &sample, Y, (size_t)entries, value, size);
		for (int i = 0; i < entries; i++) {
			int at = i % columns * o->rows + s * tree->nv + i / columns;
			o->Y[at] = isfinite(value[i]) ? value[i] : 0;
			o->size[at] = isfinite(size[i]) ? size[i] : 0;
		}
	}
}

/* The moments that parameters go to, of links that something moves. */
static void find_moments(struct Arena *arena, struct Base *base, struct Tree *tree)
{
	base->moment = ARENA_ARRAY(arena, struct BaseMoment, MOMENTS * tree->links);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < MOMENTS; k++)
			if (!dag_is_zero(tree->dag, *moment_at(&tree->link[i].mass, k)))
				base->moment[base->moments++] = (struct BaseMoment){ i, k };
}

void tree_add_base(struct Tree *tree)
{
	struct Arena *arena = tree->dag->arena, *trial = arena_trial(arena);
	struct Dag *dag = dag_fork(tree->dag, trial);
	struct Base *base = ARENA_NEW(arena, struct Base);
	struct Tree *shaped = base_tree(dag, tree);
	tree->base = base;
	find_moments(arena, base, shaped);
	base->own = ARENA_ARRAY(arena, int, base->moments);
	base->share = ARENA_ARRAY(arena, double, base->moments * base->moments);
	if (!tree->nv)
		return;
	struct Moving moving = moving_of(dag, shaped, false);
	Ref *Y = ARENA_ARRAY(trial, Ref, tree->nv * base->moments);
	for (int j = 0; j < base->moments; j++)
		put_column(&moving, &base->moment[j], Y, base->moments, j);
	struct Choosing o = { .arena = trial, .base = base };
	draw_rows(&o, shaped, Y);
	o.Q = ARENA_ARRAY(trial, double, base->moments * o.rows);
	o.R = ARENA_ARRAY(trial, double, base->moments * base->moments);
	choose(&o);
	arena_empty(trial);
}

/* --- functions --- */

void base_regressor(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *Y)
{
	const struct Base *base = tree->base;
	struct Moving moving = moving_of(dag, base_tree(dag, tree), approach->column);
	for (int j = 0; j < base->count; j++)
		put_column(&moving, &base->moment[base->own[j]], Y, base->count, j);
}

/* tau of a robot that has nothing but the moment. */
void base_regressor_build(struct Dag *dag, const struct Tree *tree, Ref *Y)
{
	const struct Base *base = tree->base;
	struct Tree *unit = base_tree(dag, tree);
	Ref *tau = ARENA_ARRAY(dag->arena, Ref, tree->nv), one = dag_const(dag, 1);
	for (int i = 0; i < unit->links; i++)
		unit->link[i].mass = moments_zero(dag);
	for (int j = 0; j < base->count; j++) {
		struct BaseMoment moment = base->moment[base->own[j]];
		struct Moments *mass = &unit->link[moment.link].mass;
		*moment_at(mass, moment.which) = one;
		if (moment.which >= 4) /* the other entry too */
			mass->D.e[second_column[moment.which - 4]][second_row[moment.which - 4]] = one;
		rnea_build(dag, unit, tau);
		*mass = moments_zero(dag);
		for (int v = 0; v < tree->nv; v++)
			Y[v * base->count + j] = tau[v];
	}
}

void base_parameters_build(struct Dag *dag, const struct Tree *tree, Ref *beta)
{
	const struct Base *base = tree->base;
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

void base_parameters(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *beta)
{
	(void)approach;
	base_parameters_build(dag, tree, beta);
}

void base_slopes(struct Dag *dag, const struct Tree *tree, Ref *slope)
{
	int numbers = BODY_PARAMETERS * tree_moving(tree);
	Ref *beta = ARENA_ARRAY(dag->arena, Ref, tree->base->count), *pi = ARENA_ARRAY(dag->arena, Ref, numbers);
	base_parameters_build(dag, tree, beta);
	for (int i = 0; i < numbers; i++)
		pi[i] = dag_input(dag, INPUT_PI, (uint32_t)i);
	dag_jacobian(dag, beta, (size_t)tree->base->count, pi, (size_t)numbers, slope);
}
