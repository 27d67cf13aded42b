/* Rows of a phase in the elimination of aba.c. The unknowns are the accelerations and the forces lambda:
 *   M qdd + h - J^T lambda = tau    J qdd + drift = 0.
 *
 * A row is carried inward as a wrench w, like the column g of a joint. For the increment a of the acceleration of the
 * link, with y the row's value so far and D_rs what eliminated joints have left between rows,
 *   w_r . a + y_r + sum_s D_rs lambda_s = 0,
 * and the wrench of the subtree is f + I a - sum_r w_r lambda_r. At a joint, with g = I S, d = S^T g + armature, s_r =
 * S^T w_r and u = tau - S^T f, the joint is eliminated alone or with a row.
 *
 * Alone. x' = (u - g . a + sum s_r lambda_r) / d, and with e = g / d and x = u / d
 *   w_r -= e s_r    y_r += s_r x    D_rs += s_r s_s / d.
 *
 * With a row c, where D_cr = 0 for all r. b = s_c. Row c gives x', the joint gives lambda_c: with k = w_c / b, m = y_c / b
 *   x' = -m - k . a    lambda_c = (g . a + d x' - u - sum s_r lambda_r) / b
 * and with e = g - (d / 2) k the parent sees
 *   I -= e k^T + k e^T    f -= g m - k (u + d m)    w_r -= k s_r    y_r -= s_r m.
 * The column of S in I is armature k then, S^T f is tau + armature m, S^T w_r is 0. They are set, not computed. If the
 * elimination from the inertia is delayed, e and k are carried like the g of a joint: then
 *   S^T (e k^T + k e^T) = (S^T e) k + (S^T k) e.
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
	for (int i = 0; set_of(r) && i < set_of(r)->blocks; i++) {
		int links;
		const int *path = tree_path(r->tree, r->tree->site[set_of(r)->block[i].b].link, &links);
		if (links > 1)
			r->articulates[path[1]] = true;
	}
}

/* --- rows at their links --- */

/* Vector from the world's axes to the working axes of a link, and back. */
static struct Vec from_world(struct Elimination *r, int link, struct Vec v)
{
	int links;
	const int *path = tree_path(r->tree, link, &links);
	for (int n = 0; n < links; n++)
		v = to_child_axes(r->dag, &r->transform[path[n]], v);
	return v;
}

static struct Vec to_world(struct Elimination *r, int link, struct Vec v)
{
	for (; link >= 0; link = r->tree->link[link].parent)
		v = to_parent_axes(r->dag, &r->transform[link], v);
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
	at->linear = vec_scale(dag, dag_const(dag, e->length / e->force), vec_add(dag, motion->V, field));
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
	if (row->of_b)
		return to_working_axes(dag, &e->transform[at->link], mat_vec(dag, site->at.R, row->t));
	return from_world(e, at->link, mat_vec(dag, e->tree->site[at->block->a].at.R, row->t));
}

static void add_block(struct Elimination *e, int number, int first, const struct Loads *loads)
{
	struct Dag *dag = e->dag;
	const struct RowBlock *block = &set_of(e)->block[number];
	struct AtLink at = at_link(e, block, loads);
	int sort[2] = { 0, 0 };
	for (int i = 0; i < block->rows; i++) {
		const struct ConstraintRow *row = &block->row[i];
		if (row->holds)
			continue;
		struct Vec t = vector_of(e, &at, row, sort[row->angular]++);
		struct CarriedRow *carried = &e->row[e->rows++];
		*carried = (struct CarriedRow){
			.block = number, .place = first + i, .angular = row->angular, .at = at.link, .pair = -1
		};
		carried->w = spatial_zero(dag);
		if (row->angular) {
			carried->w.ang = t;
		} else {
			carried->w.lin = t;
			carried->w.ang = vec_cross(dag, at.r, t);
		}
		carried->y = vec_dot(dag, t, row->angular ? at.turn : at.linear);
		carried->s = ARENA_ARRAY(dag->arena, Ref, e->tree->nv);
		dag_zeros(dag, carried->s, e->tree->nv);
	}
}

/* Posture for levers: coordinates are 0, 0.7 or -0.7 rad or m, by the depth of their link and the digits of `number` to
 * the base 3. Limbs of the same structure get the same postures. */
static struct Sample posture(const struct Tree *tree, int number)
{
	static const double at[] = { 0, 0.7, -0.7 };
	struct Sample sample = sample_new(tree, 0, 1);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		int coordinate = link_has_axis(link) && link->map.entries ? tree->coordinate[link->map.entry->v] : -1;
		int digit = number;
		for (int k = tree_depth(tree, i) % ROW_DIGITS; k > 0; k--)
			digit /= 3;
		if (coordinate >= 0)
			sample.q[coordinate] = at[digit % 3];
	}
	return sample;
}

void carried_begin(struct Elimination *e, const struct Loads *loads)
{
	const struct RowSet *set = set_of(e);
	if (!set)
		return;
	e->row = ARENA_ARRAY(e->dag->arena, struct CarriedRow, set->rows);
	e->D = ARENA_ARRAY(e->dag->arena, Ref, set->rows * set->rows);
	dag_zeros(e->dag, e->D, set->rows * set->rows);
	for (int i = 0; i < ROW_STATES; i++)
		e->state[i] = posture(e->tree, i);
	for (int i = 0, first = 0; i < set->blocks; first += set->block[i++].rows)
		add_block(e, i, first, loads);
}

/* --- inward --- */

static Ref *left_between(struct Elimination *e, int r, int s)
{
	return &e->D[r * set_of(e)->rows + s];
}

/* At the root columns stay without the parts of columns eliminated before; their entries L stand for these. */
void carried_meet(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	const struct Column *c = &e->column[j];
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *row = &e->row[r];
		if (row->at != c->link)
			continue;
		row->s[j] = spatial_at(&row->w, c->row);
		for (int l = e->columns - 1; l > j && !c->whole; l--)
			if (e->column[l].link == c->link)
				row->s[j] = dag_sub(dag, row->s[j], dag_mul(dag, row->s[l], e->L[l * e->tree->nv + j]));
	}
}

static void take_alone(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	const struct Column *c = &e->column[j];
	Ref rest = dag_mul(dag, c->armature, c->over);
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *row = &e->row[r];
		if (row->at != c->link)
			continue;
		Ref along = dag_mul(dag, row->s[j], c->over);
		row->y = dag_add(dag, row->y, dag_mul(dag, row->s[j], c->x));
		for (int s = 0; s <= r; s++)
			if (e->row[s].at == c->link) {
				Ref *D = left_between(e, r, s);
				*D = dag_add(dag, *D, dag_mul(dag, along, e->row[s].s[j]));
				*left_between(e, s, r) = *D;
			}
		if (c->whole) {
			row->w = spatial_sub(dag, row->w, spatial_scale(dag, along, c->g));
			*spatial_entry(&row->w, c->row) = dag_mul(dag, rest, row->s[j]);
		}
	}
}

/* Has nothing been left between the row and any row? */
static bool is_clear(const struct Elimination *e, int r)
{
	for (int s = 0; s < e->rows; s++)
		if (!dag_is_zero(e->dag, e->D[r * set_of(e)->rows + s]))
			return false;
	return true;
}

/* Smallest share of the lever b in the wrench, |b| over the largest of |w_c|, at the postures of `state`. A lever with both
 * signs vanishes in between: its share is 0. */
static double share_of(const struct Elimination *e, const struct CarriedRow *row, int j)
{
	double least = INFINITY, sign = 0;
	Ref value[4];
	bool turns = e->column[j].row >= 3;
	value[0] = row->s[j];
	for (int k = 0; k < 3; k++)
		value[1 + k] = turns ? row->w.ang.e[k] : row->w.lin.e[k];
	for (int state = 0; state < ROW_STATES && least > 0; state++) {
		double number[4];
		sample_few(e->dag, &e->state[state], value, 4, number);
		double whole = fmax(fabs(number[1]), fmax(fabs(number[2]), fabs(number[3])));
		sign = sign != 0 ? sign : copysign(1, number[0]);
		least = fmin(least, whole > 0 && sign * number[0] > 0 ? fabs(number[0]) / whole : 0);
	}
	return least;
}

/* The row with the largest share. */
static int choose_pair(const struct Elimination *e, int j)
{
	const double least = 0.01; /* entries grow by at most its inverse square */
	const struct Column *c = &e->column[j];
	int best = -1;
	double largest = least;
	for (int r = 0; r < e->rows; r++) {
		const struct CarriedRow *row = &e->row[r];
		if (row->at != c->link || dag_is_zero(e->dag, row->s[j]) || !is_clear(e, r))
			continue;
		double share = share_of(e, row, j);
		best = share > largest ? r : best;
		largest = fmax(largest, share);
	}
	return best;
}

static void take_pair(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	struct Column *c = &e->column[j];
	struct CarriedRow *row = &e->row[c->pair];
	Ref over = dag_over(dag, 1, row->s[j]), m = dag_mul(dag, row->y, over);
	Ref half = dag_mul(dag, dag_const(dag, 0.5), c->d);
	c->k = spatial_scale(dag, over, row->w);
	*spatial_entry(&c->k, c->row) = dag_const(dag, 1);
	c->own_g = c->g;
	c->own_k = c->k;
	struct Spatial *f = &e->f[c->link];
	*f = spatial_sub(dag, *f, spatial_scale(dag, m, c->g));
	*f = spatial_add(dag, *f, spatial_scale(dag, dag_add(dag, c->u, dag_mul(dag, c->d, m)), c->k));
	*spatial_entry(f, c->row) = dag_add(dag, c->tau, dag_mul(dag, c->armature, m));
	c->g = spatial_sub(dag, c->g, spatial_scale(dag, half, c->k));
	c->over = over;
	row->at = -1;
	row->pair = j;
	row->y = m;
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *other = &e->row[r];
		if (other->at != c->link)
			continue;
		other->w = spatial_sub(dag, other->w, spatial_scale(dag, other->s[j], c->k));
		*spatial_entry(&other->w, c->row) = dag_const(dag, 0);
		other->y = dag_sub(dag, other->y, dag_mul(dag, other->s[j], m));
	}
}

void carried_take(struct Elimination *e, int j)
{
	struct Column *c = &e->column[j];
	c->pair = c->whole ? choose_pair(e, j) : -1;
	if (c->pair >= 0)
		take_pair(e, j);
	else
		take_alone(e, j);
}

void carried_hand_on(struct Elimination *e, int i)
{
	const struct Link *link = &e->tree->link[i];
	for (int r = 0; r < e->rows; r++)
		if (e->row[r].at == i) {
			e->row[r].w = to_parent_force(e->dag, &e->transform[i], link, e->row[r].w);
			e->row[r].at = link->parent;
		}
}

void carried_solve_left(struct Elimination *e)
{
	struct Dag *dag = e->dag;
	int *left = ARENA_ARRAY(dag->arena, int, e->rows), count = 0;
	for (int r = 0; r < e->rows; r++)
		if (e->row[r].pair < 0)
			left[count++] = r;
	Ref *D = ARENA_ARRAY(dag->arena, Ref, count * count), *lambda = ARENA_ARRAY(dag->arena, Ref, count);
	for (int n = 0; n < count; n++) {
		lambda[n] = dag_neg(e->row[left[n]].y);
		for (int m = 0; m < count; m++)
			D[n * count + m] = *left_between(e, left[n], left[m]);
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
		if (r != e->column[j].pair && !dag_is_zero(dag, e->row[r].s[j]))
			sum = dag_add(dag, sum, dag_mul(dag, e->row[r].s[j], e->row[r].lambda));
	return sum;
}

/* Product without the entry of a row. */
static Ref product_but(struct Dag *dag, const struct Spatial *x, const struct Spatial *a, int but)
{
	Ref sum = dag_const(dag, 0);
	for (int row = 0; row < 6; row++)
		if (row != but)
			sum = dag_add(dag, sum, dag_mul(dag, spatial_at(x, row), spatial_at(a, row)));
	return sum;
}

/* With the sum z = S^T a + x' = -m - (k . a without S),
 *   g . a + d x' = (g . a without S) + d z - armature S^T a. */
void carried_regain_pair(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	struct Column *c = &e->column[j];
	struct CarriedRow *row = &e->row[c->pair];
	struct Spatial *a = &e->a[c->link];
	Ref *along = spatial_entry(a, c->row);
	Ref whole = dag_neg(dag_add(dag, row->y, product_but(dag, &c->own_k, a, c->row)));
	Ref force = dag_add(dag, product_but(dag, &c->own_g, a, c->row), dag_mul(dag, c->d, whole));
	force = dag_sub(dag, force, dag_mul(dag, c->armature, *along));
	force = dag_sub(dag, force, dag_add(dag, c->u, carried_force(e, j)));
	row->lambda = dag_mul(dag, force, c->over);
	c->gain = dag_sub(dag, whole, *along);
	*along = whole;
}

/* Forces of the free rows of a block, in the axes of the ground. */
static struct Vec turned_back(struct Elimination *e, const struct RowBlock *block, struct Vec force)
{
	struct Dag *dag = e->dag;
	const struct Site *site = &e->tree->site[block->b];
	force = to_working_axes(dag, &e->transform[site->link], force);
	return mat_tvec(dag, e->tree->site[block->a].at.R, to_world(e, site->link, force));
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
	for (int i = 0, first = 0; i < set_of(e)->blocks; first += set_of(e)->block[i++].rows)
		for (int angular = 0; angular < 2; angular++) {
			const struct RowBlock *block = &set_of(e)->block[i];
			int at = first + (angular ? block->rows - 3 : 0);
			if (!row_block_is_free(block, angular))
				continue;
			struct Vec force =
				turned_back(e, block, (struct Vec){ { lambda[at], lambda[at + 1], lambda[at + 2] } });
			for (int k = 0; k < 3; k++)
				lambda[at + k] = force.e[k];
		}
}
