/* A joint and a row eliminated together in the elimination of aba.c and aba_rows.c: the pivot of the equations of both,
 *   d x' - b lambda_c = u - g . a + sum s_r lambda_r     b x' + D_cc lambda_c = -(y_c + w_c . a + sum D_cr lambda_r)
 * with b = s_c, is [d -b; b D_cc] with the determinant E = d D_cc + b^2. With al = D_cc / E, be = b / E, de = d / E and
 *   G = al g + be w_c    W = be g - de w_c    x0 = al u - be y_c    m0 = be u + de y_c
 *   p_r = al s_r - be D_rc    q_r = be s_r + de D_rc
 * the solution is
 *   x' = x0 - G . a + sum p_r lambda_r    lambda_c = -m0 + W . a - sum q_r lambda_r
 * and the parent sees
 *   I -= g G^T + w_c W^T    f += g x0 + w_c m0
 *   w_r -= p_r g + q_r w_c    y_r += s_r x0 - D_rc m0    D_rs += s_r p_s - D_rc q_s.
 * Since d al + b be = 1, the column of S in I is armature G then, S^T f is tau - armature x0, S^T w_r is armature p_r. They
 * are set, not computed.
 *
 * A clear row has D_cr = 0 for all r. Then al = 0, and with k = w_c / b, m = y_c / b and e = g - (d / 2) k
 *   I -= e k^T + k e^T    f -= g m - k (u + d m)    w_r -= k s_r    y_r -= s_r m
 *   x' = -m - k . a    lambda_c = (g . a + d x' - u - sum s_r lambda_r) / b.
 *
 * If the elimination from the inertia is delayed, g and w (e and k) are carried like the g of a joint.
 *
 * Which pairs. b is a lever: it divides a clear row. A lever that vanishes at some posture, such as that of a force along a
 * straight leg about its knee, would lose digits there. M is positive definite at all postures, so such a joint is
 * eliminated alone, and the row waits. Levers are looked at in the geometry of the rows alone, within the limits of the
 * joints. */
#include "elimination.h"

#include <math.h>

/* Has nothing been left between the row and any row? */
static bool is_clear(struct Elimination *e, int r)
{
	for (int s = 0; s < e->rows; s++)
		if (!dag_is_zero(e->dag, *elimination_D(e, r, s)))
			return false;
	return true;
}

/* Share of the lever b in the force or moment of the wrench w at the postures; 0: at most `least`, or it vanishes at one. The lever
 * of a force is compared with the length of the limb too: a point that is nearly on an axis has no lever. */
static double share_of(const struct Elimination *e, const struct CarriedRow *row, int j, double least)
{
	const double noise = 1e-9; /* rounding of a wrench, after pairs at the same point have taken the whole wrench */
	const struct Vec *part = e->column[j].row >= 3 ? &row->lever.ang : &row->lever.lin;
	const Ref value[4] = { spatial_at(&row->lever, e->column[j].row), part->e[0], part->e[1], part->e[2] };
	const double whole = e->column[j].row >= 3 && !row->angular ? row->reach : 0;
	double share[1];
	if (dag_is_zero(e->dag, value[0]) || dag_is_zero(e->dag, row->s[j]))
		return 0;
	postures_shares(&e->postures, &(struct Levers){ value, 4, 1, noise, least, whole }, share);
	return share[0] > least ? share[0] : 0;
}

/* Order of preference: clear rows, of these moments (whose w has fewer entries), of these the largest share. */
static double preference(struct Elimination *e, int r, int j)
{
	const double least = 0.01; /* entries grow by at most its inverse square */
	const double moment_least = 0.3;
	double share = share_of(e, &e->row[r], j, least);
	if (share == 0)
		return 0;
	return share + (is_clear(e, r) ? 4 : 0) + (e->row[r].angular && share > moment_least ? 2 : 0);
}

int pair_choose(struct Elimination *e, int j)
{
	int best = -1;
	double most = 0;
	if (carried_passes_loop(e, e->column[j].link))
		return -1;
	for (int r = 0; r < e->rows; r++) {
		double own = carried_at(&e->row[r], e->column[j].link) ? preference(e, r, j) : 0;
		best = own > most ? r : best;
		most = fmax(most, own);
	}
	return best;
}

/* Takes the row of the pair from the geometry of the other rows. */
static void take_lever(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	const struct JointColumn *c = &e->column[j];
	const struct CarriedRow *row = &e->row[c->pair];
	Ref over = dag_over(dag, 1, spatial_at(&row->lever, c->row));
	struct Spatial k = spatial_scale(dag, over, row->lever);
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *other = &e->row[r];
		if (!carried_at(other, c->link) || r == c->pair)
			continue;
		Ref s = spatial_at(&other->lever, c->row);
		other->lever = spatial_sub(dag, other->lever, spatial_scale(dag, s, k));
		*spatial_entry(&other->lever, c->row) = dag_const(dag, 0);
	}
}

/* Sets S^T f of a link, where the parts of columns eliminated alone but still carried there are added later. */
static void set_force(struct Elimination *e, int j, Ref along)
{
	struct Dag *dag = e->dag;
	const struct JointColumn *c = &e->column[j];
	for (int k = e->columns - 1; k > j; k--)
		if (e->column[k].at == c->link && e->column[k].pair < 0)
			along = dag_sub(dag, along, dag_mul(dag, e->H[k * e->tree->nv + j], e->column[k].x));
	*spatial_entry(&e->f[c->link], c->row) = along;
}

static void take_clear(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	struct JointColumn *c = &e->column[j];
	struct CarriedRow *row = &e->row[c->pair];
	struct Pair *by = c->by;
	c->over = dag_over(dag, 1, row->s[j]);
	by->m = dag_mul(dag, row->y, c->over);
	Ref half = dag_mul(dag, dag_const(dag, 0.5), c->d);
	c->w = spatial_scale(dag, c->over, *carried_at(row, c->link));
	*spatial_entry(&c->w, c->row) = dag_const(dag, 1);
	by->g = c->g;
	by->G = c->w;
	struct Spatial *f = &e->f[c->link];
	*f = spatial_sub(dag, *f, spatial_scale(dag, by->m, c->g));
	*f = spatial_add(dag, *f, spatial_scale(dag, dag_add(dag, c->u, dag_mul(dag, c->d, by->m)), c->w));
	set_force(e, j, dag_add(dag, c->tau, dag_mul(dag, c->armature, by->m)));
	c->g = spatial_sub(dag, c->g, spatial_scale(dag, half, c->w));
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *other = &e->row[r];
		struct Spatial *w = carried_at(other, c->link);
		if (!w || r == c->pair)
			continue;
		by->to_lambda[r] = other->s[j];
		*w = spatial_sub(dag, *w, spatial_scale(dag, other->s[j], c->w));
		*spatial_entry(w, c->row) = dag_const(dag, 0);
		other->y = dag_sub(dag, other->y, dag_mul(dag, other->s[j], by->m));
	}
}

/* al, be, de, x0 and m0. */
static void solve_pivot(struct Elimination *e, struct JointColumn *c, Ref b)
{
	struct Dag *dag = e->dag;
	const struct CarriedRow *row = &e->row[c->pair];
	struct Pair *by = c->by;
	Ref D = *elimination_D(e, c->pair, c->pair), square = dag_mul(dag, b, b);
	Ref over = dag_over(dag, 1, dag_add(dag, dag_mul(dag, c->d, D), square));
	by->al = dag_mul(dag, D, over);
	by->be = dag_mul(dag, b, over);
	by->de = dag_mul(dag, c->d, over);
	by->x = dag_sub_products(dag, by->al, c->u, by->be, row->y);
	Ref pushed = dag_mul(dag, by->be, c->u);
	by->m = dag_add(dag, pushed, dag_mul(dag, by->de, row->y));
}

/* The pair's part of f and of the other rows. */
static void take_from_rows(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	struct JointColumn *c = &e->column[j];
	struct Pair *by = c->by;
	for (int r = 0; r < e->rows; r++) {
		struct CarriedRow *other = &e->row[r];
		struct Spatial *w = carried_at(other, c->link);
		if (!w || r == c->pair)
			continue;
		Ref s = other->s[j], D = *elimination_D(e, r, c->pair);
		Ref p = by->to_x[r] = dag_sub_products(dag, by->al, s, by->be, D);
		Ref pushed = dag_mul(dag, by->be, s);
		Ref q = by->to_lambda[r] = dag_add(dag, pushed, dag_mul(dag, by->de, D));
		*w = spatial_sub(dag, *w, spatial_scale(dag, p, c->g));
		*w = spatial_sub(dag, *w, spatial_scale(dag, q, c->w));
		*spatial_entry(w, c->row) = dag_mul(dag, c->armature, p);
		other->y = dag_add(dag, other->y, dag_sub_products(dag, s, by->x, D, by->m));
	}
}

static void take_mixed(struct Elimination *e, int j)
{
	struct Dag *dag = e->dag;
	struct JointColumn *c = &e->column[j];
	struct Pair *by = c->by;
	solve_pivot(e, c, e->row[c->pair].s[j]);
	c->w = *carried_at(&e->row[c->pair], c->link);
	pair_vectors(dag, c, &by->G, &by->W);
	struct Spatial *f = &e->f[c->link];
	*f = spatial_add(dag, *f, spatial_scale(dag, by->x, c->g));
	*f = spatial_add(dag, *f, spatial_scale(dag, by->m, c->w));
	set_force(e, j, dag_sub(dag, c->tau, dag_mul(dag, c->armature, by->x)));
	take_from_rows(e, j);
	for (int r = 0; r < e->rows; r++)
		for (int s = 0; s <= r; s++) {
			bool meet = carried_at(&e->row[r], c->link) && carried_at(&e->row[s], c->link);
			if (!meet || r == c->pair || s == c->pair)
				continue;
			Ref *D = elimination_D(e, r, s), to = *elimination_D(e, r, c->pair);
			Ref more = dag_sub_products(dag, e->row[r].s[j], by->to_x[s], to, by->to_lambda[s]);
			*D = *elimination_D(e, s, r) = dag_add(dag, *D, more);
		}
}

void pair_take(struct Elimination *e, int j)
{
	struct JointColumn *c = &e->column[j];
	struct CarriedRow *row = &e->row[c->pair];
	c->by = ARENA_NEW(e->dag->arena, struct Pair);
	c->by->clear = is_clear(e, c->pair);
	c->by->to_x = ARENA_ARRAY(e->dag->arena, Ref, e->rows);
	c->by->to_lambda = ARENA_ARRAY(e->dag->arena, Ref, e->rows);
	dag_zeros(e->dag, c->by->to_x, e->rows);
	dag_zeros(e->dag, c->by->to_lambda, e->rows);
	take_lever(e, j);
	if (c->by->clear)
		take_clear(e, j);
	else
		take_mixed(e, j);
	for (int r = 0; r < e->rows; r++)
		*elimination_D(e, r, c->pair) = *elimination_D(e, c->pair, r) = dag_const(e->dag, 0);
	row->end[0].at = -1;
	row->pair = j;
}

void pair_vectors(struct Dag *dag, const struct JointColumn *c, struct Spatial *G, struct Spatial *W)
{
	const struct Pair *by = c->by;
	*G = c->w;
	*W = c->g;
	if (by->clear)
		return;
	struct Spatial part = spatial_scale(dag, by->al, c->g);
	*G = spatial_add(dag, part, spatial_scale(dag, by->be, c->w));
	part = spatial_scale(dag, by->be, c->g);
	*W = spatial_sub(dag, part, spatial_scale(dag, by->de, c->w));
}

/* --- outward --- */

/* Product without the entry of a row. */
static Ref product_but(struct Dag *dag, const struct Spatial *x, const struct Spatial *a, int but)
{
	Ref sum = dag_const(dag, 0);
	for (int row = 0; row < 6; row++)
		if (row != but)
			sum = dag_add(dag, sum, dag_mul(dag, spatial_at(x, row), spatial_at(a, row)));
	return sum;
}

static Ref sum_over_rows(struct Elimination *e, const Ref *coefficient)
{
	struct Dag *dag = e->dag;
	Ref sum = dag_const(dag, 0);
	for (int r = 0; r < e->rows; r++)
		if (!dag_is_zero(dag, coefficient[r]))
			sum = dag_add(dag, sum, dag_mul(dag, coefficient[r], e->row[r].lambda));
	return sum;
}

/* With the sum z = S^T a + x' = -m - (k . a without S),
 *   g . a + d x' = (g . a without S) + d z - armature S^T a. */
static void regain_clear(struct Elimination *e, struct JointColumn *c)
{
	struct Dag *dag = e->dag;
	const struct Pair *by = c->by;
	struct Spatial *a = &e->a[c->link];
	Ref *along = spatial_entry(a, c->row);
	Ref whole = dag_neg(dag_add(dag, by->m, product_but(dag, &by->G, a, c->row)));
	Ref moved = product_but(dag, &by->g, a, c->row);
	Ref force = dag_add(dag, moved, dag_mul(dag, c->d, whole));
	force = dag_sub(dag, force, dag_mul(dag, c->armature, *along));
	force = dag_sub(dag, force, dag_add(dag, c->u, sum_over_rows(e, by->to_lambda)));
	e->row[c->pair].lambda = dag_mul(dag, force, c->over);
	c->gain = dag_sub(dag, whole, *along);
	*along = whole;
}

/* Since S^T g = d - armature, S^T G = 1 - armature al and S^T W = -armature be. With the sum z = S^T a + x',
 *   z = x0 - (G . a without S) + armature al S^T a + sum p_r lambda_r
 *   lambda_c = -m0 + (W . a without S) - armature be S^T a - sum q_r lambda_r. */
static void regain_mixed(struct Elimination *e, struct JointColumn *c)
{
	struct Dag *dag = e->dag;
	const struct Pair *by = c->by;
	struct Spatial *a = &e->a[c->link];
	Ref *along = spatial_entry(a, c->row), rest = dag_mul(dag, c->armature, *along);
	Ref whole = dag_sub(dag, by->x, product_but(dag, &by->G, a, c->row));
	whole = dag_add(dag, whole, sum_over_rows(e, by->to_x));
	whole = dag_add(dag, whole, dag_mul(dag, by->al, rest));
	Ref force = dag_sub(dag, product_but(dag, &by->W, a, c->row), by->m);
	force = dag_sub(dag, force, sum_over_rows(e, by->to_lambda));
	e->row[c->pair].lambda = dag_sub(dag, force, dag_mul(dag, by->be, rest));
	c->gain = dag_sub(dag, whole, *along);
	*along = whole;
}

void pair_regain(struct Elimination *e, int j)
{
	struct JointColumn *c = &e->column[j];
	if (c->by->clear)
		regain_clear(e, c);
	else
		regain_mixed(e, c);
}
