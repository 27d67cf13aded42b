/* The joint-space Coriolis matrix, of Christoffel symbols, by composite moments over the canonical tree in three
 * dimensions, without linear velocities.
 *
 * What is summed up. Let J_i be the velocity that a unit velocity of joint i gives to a mass point. Then
 *   M_ij = int J_i . J_j dm,  C_ij = int J_i . dJ_j/dt dm,
 * for J_i . d(J_j)/dq_k are the Christoffel symbols of a mass point. About the origin o of a link, with the axis e of
 * its joint through o, the link's angular velocity w, rho = r - o and psi = de/dt = w x e,
 *   turning  J = e x rho,  dJ/dt = psi x rho + e x rho'
 *   sliding  J = e,        dJ/dt = psi,
 * so that only velocities rho' relative to the joint enter. The velocities of a spherical or free joint are such, about
 * and along the axes of its link: that is the body-level factorisation of Echeandia & Wensing (2021), coriolis.c.
 *
 * Composites. Beside the moments m, h, D those of velocities are summed up relative to the link's own rotating frame, in
 * which the link itself is at rest, rho' = xi' + w x rho:
 *   g = int xi' dm,  K = int rho xi'^T dm.
 * They are turned, moved and added from the tips to the base (flow.h). What regroup.c hands to the parent makes no
 * difference to M and so none to C.
 *
 * The vectors of a joint, where its link carries the composite; i, j, k are the axes in turn and e is along k:
 *   F = int J        turning  e x h                           sliding  m e
 *   N = int rho x J           (-D_ik, -D_jk, D_ii + D_jj)              h x e
 *   b = int rho' x J          (-K_ik, -K_jk, K_ii + K_jj) + D psi      (g + w x h) x e
 *   f = int dJ/dt             (-g_j - w_k h_i, g_i - w_k h_j,          m psi
 *                              w_i h_i + w_j h_j)
 *   n = int rho x dJ/dt       ((D w)_j - K_ki, -(D w)_i - K_kj,        h x psi
 *                              K_ii + K_jj)
 * where of f = psi x h + e x (g + w x h) and of n = tr(D) psi - D psi + tr(K) e - K^T e - w x D e much has cancelled.
 * With the e, psi and o of a joint nearer to the base they are entries of C,
 *   in its row and the column of the joint: turning  e . n               sliding  e . f
 *   in the row of the joint and its column: turning  psi . N + e . b     sliding  psi . F.
 * F, N and f, n are carried there as wrenches are, and b with the velocity u = w x p of one origin against the other:
 *   N + p x F,  n + p x f,  b + u x F.
 * A link that turns every way takes N x w + b and F x w of all its axes. These two are carried like a wrench, for
 *   u x F + (p x F) x w = p x (F x w),
 * and N itself need not be there.
 *
 * Where. A composite is turned by its joint's angle on its way to the parent, which the vectors need not be if they are
 * taken behind that turn; nor are they moved along the axis then. Units are those of composite.c. */
#include "lean.h"

#include "dag/flow.h"
#include "hop.h"

/* The vectors of one velocity, on their way to the base. */
struct Vectors {
	struct Spatial row;    /* F, N */
	struct Vec b;
	struct Spatial column; /* f, n */
	struct Spatial swept;  /* F x w, N x w + b */
};

struct Christoffel {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Hop *hop;
	double length;     /* offsets are measured in it, and first moments and forces in its inverse */
	struct Vec *w;     /* of links, in their working frames */
	struct Vec *ahead; /* the same before the joint's own turn */
	struct Flow *flow; /* of what links carry */
	Ref *C;
};

/* --- joints --- */

/* The turns before that of the joint itself, which leaves its axis as it is. */
static int leading_turns(const struct Dag *dag, const struct Hop *hop, const struct Link *link)
{
	if (!link_has_axis(link) || !hop->turns)
		return hop->turns;
	const struct Mat *last = &hop->turn[hop->turns - 1];
	for (int i = 0; i < 3; i++)
		if (!dag_is(dag, last->e[i][link->axis], i == link->axis))
			return hop->turns;
	return hop->turns - 1;
}

static struct Vec turn_out(struct Christoffel *c, int i, int from, int to, struct Vec v)
{
	for (int t = from; t-- > to;)
		v = mat_vec(c->dag, c->hop[i].turn[t], v);
	return v;
}

/* How a link turns against its parent, and how it moves, in its own axes. */
static struct Vec turning(struct Dag *dag, const struct Link *link)
{
	struct Vec w = vec_const(dag, 0, 0, 0);
	for (int k = 0; k < link_columns(link); k++)
		if (link_row(link, k) >= 3)
			w.e[link_row(link, k) - 3] = link->yd[k];
	return w;
}

static struct Vec moving(struct Christoffel *c, const struct Link *link)
{
	struct Vec v = vec_const(c->dag, 0, 0, 0);
	Ref per_length = dag_const(c->dag, 1 / c->length);
	for (int k = 0; k < link_columns(link); k++)
		if (link_row(link, k) < 3)
			v.e[link_row(link, k)] = dag_mul(c->dag, per_length, link->yd[k]);
	return v;
}

/* w = w_lambda + w_J */
static void move(struct Christoffel *c, int i)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[i];
	const struct Hop *hop = &c->hop[i];
	int lead = leading_turns(dag, hop, link);
	struct Vec w = link->parent < 0 ? vec_const(dag, 0, 0, 0) : c->w[link->parent];
	for (int t = 0; t < lead; t++)
		w = mat_tvec(dag, hop->turn[t], w);
	c->ahead[i] = w = vec_add(dag, w, turning(dag, link));
	for (int t = lead; t < hop->turns; t++)
		w = mat_tvec(dag, hop->turn[t], w);
	c->w[i] = w;
	vec_label(dag, w, "w", i);
}

/* --- vectors --- */

static struct Vectors turning_vectors(struct Dag *dag, const struct Flow *flow, struct Vec w, int k)
{
	const struct Moments *mass = &flow->mass;
	const struct Mat *D = &mass->D, *K = &flow->K;
	int i = (k + 1) % 3, j = (k + 2) % 3;
	struct Vectors v;
	Ref sum = dag_add(dag, K->e[i][i], K->e[j][j]);
	struct Vec Dw = mat_vec(dag, *D, w);
	v.row.lin = vec_cross(dag, vec_unit(dag, k), mass->h);
	for (int a = 0; a < 3; a++) {
		Ref swept = dag_sub_products(dag, D->e[a][i], w.e[j], D->e[a][j], w.e[i]);
		v.row.ang.e[a] = a == k ? dag_add(dag, D->e[i][i], D->e[j][j]) : dag_neg(D->e[a][k]);
		v.b.e[a] = dag_add(dag, a == k ? sum : dag_neg(K->e[a][k]), swept);
	}
	v.column.lin.e[i] = dag_neg(dag_add(dag, flow->g.e[j], dag_mul(dag, w.e[k], mass->h.e[i])));
	v.column.lin.e[j] = dag_sub(dag, flow->g.e[i], dag_mul(dag, w.e[k], mass->h.e[j]));
	v.column.lin.e[k] = dag_add_products(dag, w.e[i], mass->h.e[i], w.e[j], mass->h.e[j]);
	v.column.ang.e[i] = dag_sub(dag, Dw.e[j], K->e[k][i]);
	v.column.ang.e[j] = dag_neg(dag_add(dag, Dw.e[i], K->e[k][j]));
	v.column.ang.e[k] = sum;
	return v;
}

static struct Vectors sliding_vectors(struct Dag *dag, const struct Flow *flow, struct Vec w, int k)
{
	const struct Moments *mass = &flow->mass;
	struct Vec e = vec_unit(dag, k), psi = vec_cross(dag, w, e), swept = vec_cross(dag, w, mass->h);
	struct Vectors v;
	v.row.lin = vec_scale(dag, mass->m, e);
	v.row.ang = vec_cross(dag, mass->h, e);
	v.b = vec_cross(dag, vec_add(dag, flow->g, swept), e);
	v.column.lin = vec_scale(dag, mass->m, psi);
	v.column.ang = vec_cross(dag, mass->h, psi);
	return v;
}

static struct Spatial wrench_shift(struct Dag *dag, struct Vec p, struct Spatial f)
{
	f.ang = vec_add(dag, f.ang, vec_cross(dag, p, f.lin));
	return f;
}

/* Seen from an origin against which theirs is at p and moves by u. */
static struct Vectors vectors_shift(struct Dag *dag, struct Vec p, struct Vec u, struct Vectors v)
{
	v.row = wrench_shift(dag, p, v.row);
	v.b = vec_add(dag, v.b, vec_cross(dag, u, v.row.lin));
	v.column = wrench_shift(dag, p, v.column);
	return v;
}

static struct Vectors vectors_turn(struct Christoffel *c, int i, int from, int to, struct Vectors v)
{
	v.row.lin = turn_out(c, i, from, to, v.row.lin);
	v.row.ang = turn_out(c, i, from, to, v.row.ang);
	v.b = turn_out(c, i, from, to, v.b);
	v.column.lin = turn_out(c, i, from, to, v.column.lin);
	v.column.ang = turn_out(c, i, from, to, v.column.ang);
	return v;
}

/* From behind the joint of a link into the working frame of its parent. */
static struct Vectors vectors_out(struct Christoffel *c, int i, struct Vectors v)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[i];
	v = vectors_turn(c, i, leading_turns(dag, &c->hop[i], link), 0, v);
	struct Vec p = c->hop[i].p, w = c->w[link->parent], u = vec_const(dag, 0, 0, 0);
	if (!link_has_axis(link))
		u = hop_out(dag, &c->hop[i], moving(c, link));
	v.b = vec_add(dag, v.b, vec_cross(dag, u, v.row.lin));
	v.swept.lin = vec_cross(dag, v.row.lin, w);
	v.swept.ang = vec_add(dag, v.b, vec_cross(dag, v.row.ang, w));
	v.swept = wrench_shift(dag, p, v.swept);
	return vectors_shift(dag, p, vec_cross(dag, w, p), v);
}

/* From the working frame of a link to behind its joint. */
static struct Vectors vectors_through(struct Christoffel *c, int i, struct Vectors v)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[i];
	const struct Hop *hop = &c->hop[i];
	if (!link_has_axis(link))
		return v;
	struct Vec along = vec_along(dag, link->axis, hop->d), u = vec_cross(dag, c->w[i], along);
	v = vectors_shift(dag, along, vec_add(dag, u, moving(c, link)), v);
	return vectors_turn(c, i, hop->turns, leading_turns(dag, hop, link), v);
}

/* --- entries --- */

static double scale_of(const struct Christoffel *c, int i, int k)
{
	return link_row(&c->tree->link[i], k) < 3 ? 1 / c->length : 1;
}

/* What the vectors of velocity l of link i give for velocity k of link j: of the column of i, and of its row. */
static void add_pair(struct Christoffel *c, int i, int l, int j, int k, const struct Vectors *v)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[j];
	Ref scale = dag_const(dag, scale_of(c, i, l) * scale_of(c, j, k));
	int axis = link_row(link, k) % 3;
	Ref M = dag_mul(dag, scale, link_force(link, k, &v->row));
	Ref column = dag_mul(dag, scale, link_force(link, k, &v->column));
	tree_spread_moving(dag, c->tree, j, k, i, l, column, M, c->C);
	if (i == j)
		return;
	Ref row;
	if (link_has_axis(link)) {
		bool slides = link_row(link, k) < 3;
		struct Vec psi = vec_cross(dag, c->w[j], vec_unit(dag, axis));
		row = vec_dot(dag, psi, slides ? v->row.lin : v->row.ang);
		if (!slides)
			row = dag_add(dag, row, v->b.e[axis]);
	} else {
		row = link_force(link, k, &v->swept);
	}
	row = dag_mul(dag, scale, row);
	tree_spread_moving(dag, c->tree, i, l, j, k, row, M, c->C);
}

static void add_velocity(struct Christoffel *c, int i, int l, const struct Flow *flow)
{
	const struct Tree *tree = c->tree;
	int row = link_row(&tree->link[i], l);
	struct Vectors v = row < 3 ? sliding_vectors(c->dag, flow, c->ahead[i], row)
	                           : turning_vectors(c->dag, flow, c->ahead[i], row - 3);
	for (int k = 0; k < link_columns(&tree->link[i]); k++)
		add_pair(c, i, l, i, k, &v);
	for (int j = i; tree->link[j].parent >= 0;) {
		v = vectors_out(c, j, v);
		j = tree->link[j].parent;
		for (int k = 0; k < link_columns(&tree->link[j]); k++)
			add_pair(c, i, l, j, k, &v);
		v = vectors_through(c, j, v);
	}
}

/* --- links --- */

static void begin(struct Christoffel *c, int i)
{
	struct Dag *dag = c->dag;
	struct Moments mass = c->hop[i].mass;
	mass.h = vec_scale(dag, dag_const(dag, c->length), mass.h);
	mass.m = dag_mul(dag, dag_const(dag, c->length * c->length), mass.m);
	c->flow[i] = flow_of(dag, mass);
}

/* The composite of a link behind its joint: its vectors; then it goes to the parent. */
static void finish(struct Christoffel *c, int i)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[i];
	const struct Hop *hop = &c->hop[i];
	struct Flow flow = c->flow[i];
	int lead = leading_turns(dag, hop, link);
	vec_label(dag, flow.mass.h, "h", i);
	mat_label(dag, &flow.mass.D, "D", i);
	struct Vec v = moving(c, link), none = vec_const(dag, 0, 0, 0);
	struct Vec d = vec_along(dag, link->axis, hop->d);
	if (link_has_axis(link))
		flow = flow_shift(dag, d, v, flow);
	for (int t = hop->turns; t-- > lead;)
		flow = flow_turn(dag, hop->turn[t], flow);
	for (int l = 0; l < link_columns(link); l++)
		add_velocity(c, i, l, &flow);
	if (link->parent < 0)
		return;
	flow = flow_spin(dag, turning(dag, link), flow);
	for (int t = lead; t-- > 0;)
		flow = flow_turn(dag, hop->turn[t], flow);
	v = link_has_axis(link) ? none : hop_out(dag, hop, v);
	flow = flow_shift(dag, hop->p, v, flow);
	c->flow[link->parent] = flow_add(dag, c->flow[link->parent], flow);
}

void christoffel_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *C)
{
	struct Christoffel c = {
		.dag = dag, .tree = tree, .length = plan_length(approach->plan), .C = C,
		.w = ARENA_ARRAY(dag->arena, struct Vec, tree->links),
		.ahead = ARENA_ARRAY(dag->arena, struct Vec, tree->links),
		.flow = ARENA_ARRAY(dag->arena, struct Flow, tree->links),
	};
	c.hop = hops_make(dag, tree, approach->still ? approach->plan : NULL, c.length);
	for (int i = 0; i < tree->nv * tree->nv; i++)
		C[i] = dag_const(dag, 0);
	for (int i = 0; i < tree->links; i++) {
		move(&c, i);
		begin(&c, i);
	}
	for (int i = tree->links - 1; i >= 0; i--)
		finish(&c, i);
	tree_carry_moving(dag, tree, C);
}
