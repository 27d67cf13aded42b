/* Rows of a phase in the elimination of aba.c. The unknowns are the accelerations and the forces lambda:
 *   M qdd + h - J^T lambda = tau    J qdd + drift = 0.
 *
 * A row is carried inward as a wrench w, like the column g of a joint. For the increment a of the acceleration of the
 * link, with y the row's value so far and D_rs what eliminated joints have left between rows,
 *   w_r . a + y_r + sum_s D_rs lambda_s = 0,
 * and the wrench of the subtree is f + I a - sum_r w_r lambda_r. At a joint, with g = I S, d = S^T g + armature, s_r =
 * S^T w_r and u = tau - S^T f, the joint is eliminated alone or with a row
 * (aba_pairs.c).
 *
 * Alone. x' = (u - g . a + sum s_r lambda_r) / d, and with e = g / d and x = u / d
 *   w_r -= e s_r    y_r += s_r x    D_rs += s_r s_s / d.
 *
 * At the root a is that of the world, 0. The rows that are left solve D lambda = -y, and D is positive definite.
 *
 * Axes. All three linear rows of a point may be taken along any axes: those of the link are used. There w is constant,
 * and so is b, the distance of the point from the joint's axis along one of the others. The three angular rows of a frame
 * likewise. lambda is turned to the axes of the ground at the end.
 *
 * Impact. The same elimination gives the change x' of the velocities and the impulses: then f and tau are 0, and y is J qd,
 * with 1 + e times the velocity along the normal.
 *
 * Units are those of aba.c: w = (P t, r x t) / P, so linear rows and their y are measured in P, lambda in 1 / P. */
#include "elimination.h"

#include <math.h>

#include "dynamics/tree/ltdl.h"

static const struct RowSet *set_of(const struct Elimination *r)
{
	return r->tree->rows;
}

void carried_mark_links(struct Elimination *r)
{
	for (int i = 0; set_of(r) && !r->support.block && i < set_of(r)->blocks; i++) {
		int links;
		const struct RowBlock *block = &set_of(r)->block[i];
		const int *path = tree_path(r->tree, r->tree->site[block->b].link, &links);
		if (!block->kind && links > 1)
			r->articulates[path[1]] = true;
	}
}

/* --- rows at their links --- */

/* Vector from the world's axes to the working axes of a link. */
static struct Vec from_world(struct Elimination *r, int link, struct Vec v)
{
	int links;
	const int *path = tree_path(r->tree, link, &links);
	for (int n = 0; n < links; n++)
		v = to_child_axes(r->dag, &r->transform[path[n]], v);
	return v;
}

/* What the rows of a block share: in the working axes of the link, lengths in P. */
struct AtLink {
	const struct RowBlock *block;
	int link;
	struct Vec r;            /* from the link's origin to the point */
	struct Mat axes;         /* of free rows, as columns */
	struct Vec linear, turn; /* acceleration of the point at qdd = 0, and angular acceleration */
};

static void accelerate(struct Elimination *e, struct AtLink *at, struct Vec p, const struct Motion3 *motion)
{
	struct Dag *dag = e->dag;
	struct Vec field = mat_vec(dag, motion->U, vec_scale(dag, dag_const(dag, 1 / e->length), p));
	struct Vec linear = vec_add(dag, motion->V, field);
	at->linear = vec_scale(dag, dag_const(dag, e->length / e->force), linear);
	struct Vec weight = from_world(e, at->link, e->tree->gravity);
	at->linear = vec_add(dag, at->linear, vec_scale(dag, dag_const(dag, 1 / e->force), weight));
	at->turn = motion->wd;
}

/* Velocities before an impact; along the normal n of the ground multiplied by 1 + e: v + e (n . v) n. */
static void approach(struct Elimination *e, struct AtLink *at)
{
	struct Dag *dag = e->dag;
	struct Spatial v = spatial_zero(dag);
	Ref unit = dag_const(dag, 1 / e->force);
	int links;
	const int *path = tree_path(e->tree, at->link, &links);
	for (int n = 0; n < links; n++) {
		const struct Link *link = &e->tree->link[path[n]];
		struct Spatial own = link_motion(dag, link, link->yd);
		own.lin = vec_scale(dag, unit, own.lin);
		v = to_child_motion(dag, &e->transform[path[n]], link, v);
		v = spatial_add(dag, v, own);
	}
	at->turn = v.ang;
	at->linear = vec_add(dag, v.lin, vec_cross(dag, v.ang, at->r));
	if (dag_is_zero(dag, at->block->restitution))
		return;
	struct Vec n = from_world(e, at->link, mat_column(&e->tree->site[at->block->a].at.R, 2));
	Ref back = dag_mul(dag, at->block->restitution, vec_dot(dag, n, at->linear));
	at->linear = vec_add(dag, at->linear, vec_scale(dag, back, n));
}

static struct AtLink at_link(struct Elimination *e, const struct RowBlock *block, const struct Loads *loads)
{
	struct Dag *dag = e->dag;
	const struct Site *site = &e->tree->site[block->b];
	const struct LinkTransform *transform = &e->transform[site->link];
	struct AtLink at = { .block = block, .link = site->link };
	struct Vec p = to_working_axes(dag, transform, site->at.p);
	at.r = vec_scale(dag, dag_const(dag, 1 / e->force), p);
	at.axes = transform->unrotated ? transform->body : mat_identity(dag);
	if (e->impact)
		approach(e, &at);
	else
		accelerate(e, &at, p, &loads->motion[site->link]);
	return at;
}

/* Vector t of a row. `number`: its place among the rows of its sort. */
static struct Vec vector_of(struct Elimination *e, const struct AtLink *at, const struct ConstraintRow *row, int number)
{
	struct Dag *dag = e->dag;
	const struct Site *site = &e->tree->site[at->block->b];
	if (row_block_is_free(at->block, row->angular))
		return mat_column(&at->axes, number);
	if (row->vector == ROW_OF_B)
		return to_working_axes(dag, &e->transform[at->link], mat_vec(dag, site->at.R, row->t));
	return from_world(e, at->link, mat_vec(dag, e->tree->site[at->block->a].at.R, row->t));
}

static double sum_of_lengths(const double *vector, int vectors)
{
	double sum = 0;
	for (const double *v = vector; v < vector + 3 * vectors; v += 3)
		sum += sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
	return sum;
}

/* Length of the way from the first joint to the point, in P: of its offsets at the first posture. */
static double reach_of(const struct Elimination *e, const struct AtLink *at)
{
	int links;
	const int *path = tree_path(e->tree, at->link, &links);
	struct Arena *trial = arena_trial(e->dag->arena);
	Ref *value = ARENA_ARRAY(trial, Ref, 3 * links);
	double *number = ARENA_ARRAY(trial, double, 3 * links);
	for (int i = 0; i < 3 * links; i++)
		value[i] = (i < 3 ? at->r : e->transform[path[i / 3]].p).e[i % 3];
	struct NeededNodes needed = sample_needed(trial, e->dag, value, (size_t)(3 * links));
	sample_few(&needed, &e->postures.item[0], number);
	double reach = sum_of_lengths(number, links);
	arena_empty(trial);
	return reach;
}

static void add_block(struct Elimination *e, int number, int first, const struct Loads *loads)
{
	struct Dag *dag = e->dag;
	const struct RowBlock *block = &set_of(e)->block[number];
	struct AtLink at = at_link(e, block, loads);
	double reach = reach_of(e, &at);
	int sort[2] = { 0, 0 };
	for (int i = 0; i < block->rows; i++) {
		const struct ConstraintRow *row = &block->row[i];
		if (row->holds)
			continue;
		struct Vec t = vector_of(e, &at, row, sort[row->angular]++);
		struct CarriedRow *carried = carried_new(e, number, first + i, row->angular);
		struct Spatial w = spatial_zero(dag);
		if (!row->angular)
			w.lin = t;
		w.ang = row->angular ? t : vec_cross(dag, at.r, t);
		carried->end[0] = (struct CarriedEnd){ at.link, w };
		carried->lever = w;
		carried->reach = reach;
		carried->y = vec_dot(dag, t, row->angular ? at.turn : at.linear);
	}
}

/* Change of the velocity of the contact that is the root: -(1 + e) times its velocity along the normal, -1 times along
 * the others, and so its angular velocity, if it holds that. */
static struct Spatial support_jump(struct Elimination *e)
{
	struct Dag *dag = e->dag;
	struct Spatial jump = spatial_zero(dag);
	if (!e->impact || !e->support.block)
		return jump;
	struct AtLink at = at_link(e, e->support.block, NULL);
	jump.lin = vec_neg(at.linear);
	if (e->support.turns == 0)
		jump.ang = vec_neg(at.turn);
	return jump;
}

void carried_begin(struct Elimination *e, const struct Loads *loads)
{
	const struct RowSet *set = set_of(e);
	e->support.jump = support_jump(e);
	if (e->pivots)
		e->pivots->count = 0;
	if (!set)
		return;
	e->row = ARENA_ARRAY(e->dag->arena, struct CarriedRow, set->rows);
	e->D = ARENA_TABLE(e->dag->arena, Ref, set->rows, set->rows);
	dag_zeros(e->dag, e->D, set->rows * set->rows);
	e->postures = postures_make(e->dag, e->tree, RANDOM_POSTURES);
	for (int i = 0, first = 0; i < set->blocks; first += set->block[i++].rows)
		if (!set->block[i].kind && &set->block[i] != e->support.block)
			add_block(e, i, first, loads);
}

/* --- inward --- */

/* At the root columns stay without the parts of columns eliminated before; their entries L stand for these. */
void carried_meet(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	const struct JointColumn *c = &e->column[j];
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *row = &e->row[r];
		const struct Spatial *w = carried_at(row, c->link);
		if (!w)
			continue;
		row->s[j] = spatial_at(w, c->row);
		if (carried_is_of_loop(row))
			row->s[j] = dag_add(dag, row->s[j], row->J[j]);
		for (int l = e->columns - 1; l > j && !c->whole; l--)
			if (e->column[l].link == c->link)
				row->s[j] = dag_sub(dag, row->s[j], dag_mul(dag, row->s[l], e->L[l * e->tree->nv + j]));
	}
}

static void take_alone(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	const struct JointColumn *c = &e->column[j];
	Ref rest = dag_mul(dag, c->armature, c->over);
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *row = &e->row[r];
		struct Spatial *w = carried_at(row, c->link);
		if (!w)
			continue;
		Ref along = dag_mul(dag, row->s[j], c->over);
		row->y = dag_add(dag, row->y, dag_mul(dag, row->s[j], c->x));
		for (int s = 0; s <= r; s++)
			if (carried_at(&e->row[s], c->link)) {
				Ref *D = elimination_D(e, r, s);
				*D = dag_add(dag, *D, dag_mul(dag, along, e->row[s].s[j]));
				*elimination_D(e, s, r) = *D;
			}
		if (c->whole) {
			*w = spatial_sub(dag, *w, spatial_scale(dag, along, c->g));
			Ref along_S = dag_mul(dag, rest, row->s[j]);
			if (carried_is_of_loop(row))
				along_S = dag_sub(dag, along_S, row->J[j]);
			*spatial_entry(w, c->row) = along_S;
		}
	}
}

void carried_take(struct Elimination *e, int j)
{
	struct JointColumn *c = &e->column[j];
	c->pair = c->whole && e->pairs ? pair_choose(e, j) : -1;
	if (c->v >= 0)
		pivot_log_add(e->pivots, c->v, c->pair < 0 ? -1 : e->row[c->pair].place);
	if (c->pair >= 0)
		pair_take(e, j);
	else
		take_alone(e, j);
}

void carried_move(struct Elimination *e, int link, const struct Spatial *a)
{
	struct Dag *dag = e->dag;
	for (int r = 0; r < e->rows; r++) {
		const struct Spatial *w = carried_at(&e->row[r], link);
		for (int k = 0; w && k < 6; k++)
			e->row[r].y = dag_add(dag, e->row[r].y, dag_mul(dag, spatial_at(w, k), spatial_at(a, k)));
	}
}

void carried_hand_on(struct Elimination *e, int from, int to)
{
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *row = &e->row[r];
		struct Spatial *w = carried_at(row, from);
		if (!w)
			continue;
		struct CarriedEnd *end = &row->end[w == &row->end[1].w];
		*end = (struct CarriedEnd){ to, support_move_force(e, from, to, *w) };
		if (!carried_is_of_loop(row))
			row->lever = support_move_force(e, from, to, row->lever);
	}
}

void carried_solve_left(struct Elimination *e)
{
	struct Dag *dag = e->dag;
	int *left = ARENA_ARRAY(dag->arena, int, e->rows), count = 0;
	for (int r = 0; r < e->rows; r++)
		if (e->row[r].pair < 0 && !e->row[r].alone)
			left[count++] = r;
	for (int n = 0; n < count; n++)
		pivot_log_add(e->pivots, -1, e->row[left[n]].place);
	Ref *D = ARENA_TABLE(dag->arena, Ref, count, count), *lambda = ARENA_ARRAY(dag->arena, Ref, count);
	for (int n = 0; n < count; n++) {
		lambda[n] = dag_neg(e->row[left[n]].y);
		for (int m = 0; m < count; m++)
			D[n * count + m] = *elimination_D(e, left[n], left[m]);
	}
	struct LtdlFactor factor = ltdl_make(dag, D, count);
	ltdl_solve(&factor, lambda);
	for (int n = 0; n < count; n++)
		e->row[left[n]].lambda = lambda[n];
}

/* --- outward --- */

Ref carried_force(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	Ref sum = dag_const(dag, 0);
	for (int r = 0; r < e->rows; r++)
		if (!dag_is_zero(dag, e->row[r].s[j]))
			sum = dag_add(dag, sum, dag_mul(dag, e->row[r].s[j], e->row[r].lambda));
	return sum;
}

void carried_put_lambda(struct Elimination *e, Ref *lambda)
{
	struct Dag *dag = e->dag;
	dag_zeros(dag, lambda, set_of(e)->rows);
	for (int r = 0; r < e->rows; r++) {
		const struct CarriedRow *row = &e->row[r];
		Ref unit = dag_const(dag, row->angular ? 1 : 1 / e->force);
		lambda[row->place] = dag_mul(dag, unit, row->lambda);
	}
	support_put_lambda(e, lambda);
	rows_turn_forces(dag, e->tree, &e->motion, lambda);
}
