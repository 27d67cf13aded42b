/* Forward dynamics by elimination from the tips to the root. Each joint is eliminated in one of two ways: as an
 * articulated body (Featherstone, RBDA, section 7.3), or by its column of the inertia matrix, as in M = L^T D L
 * (section 6.5).
 *
 * The unknown is the increment of the motion due to the accelerations. Newton-Euler at qdd = 0 gives the wrench f of
 * every link. The rest is linear and independent of velocities: the wrench of a subtree is f + I a for the increment a
 * of its root's acceleration. For its first joint
 *   S^T (f + I (a + S x')) + armature x' = tau
 * has, with g = I S, d = S^T g + armature, x = (tau - S^T f) / d, the solution x' = x - g^T a / d. The parent sees the
 * subtree with the wrench f + x g and the inertia I - g g^T / d. Since S^T g / d = 1 - armature / d, the joint's row
 * and column of this inertia vanish without armature; they are set, not computed.
 *
 * Regrouping. The parameters may be regrouped. The part G handed to the parent has G S = 0 and is the same at every
 * angle: g and d do not depend on G, and I - g g^T / d lacks G, which the parent has.
 *
 * Carried columns. The elimination of a joint may be delayed: g_k g_k^T / d_k of several joints may wait until a link
 * nearer to the root. Each g_k is carried there as a wrench. For a joint on the way,
 *   g = I S - sum_k g_k (S^T g_k) / d_k,  x = (tau - S^T f - sum_k (S^T g_k) x_k) / d,
 * where I stays rigid and costs far less to turn. The S^T g_k are the entries of M in L^T D L, and
 *   x'_k = x_k - (g_k^T a + sum of (S_j^T g_k) x'_j for the joints j on the way) / d_k.
 * If all columns are carried to the root, only these entries are needed. Then g stays I S, and the sums over k use its
 * entries, which near the root are fewer than the six of g.
 *
 * Units: forces are measured in 1 / P and offsets in P (rnea.c), accelerations of points then in P, and
 *   h' = P h,  m' = P^2 m;  where a joint slides, tau' = P tau, armature' = P^2 armature, x = P x'. */
#include "aba.h"

#include <string.h>

#include "base/tuning.h"
#include "dynamics/tree/joint_map.h"
#include "dynamics/tree/substitute.h"
#include "elimination.h"
#include "row_motion.h"

/* --- joints --- */

bool aba_possible(const struct Dag *dag, const struct Tree *tree)
{
	bool *driven = ARENA_ARRAY(dag->arena, bool, tree->nv);
	if (tree->addeds) /* its inertia is no body's */
		return false;
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < link_columns(&tree->link[i]); k++) {
			struct JointMap map = link_map(&tree->link[i], k);
			if (map.entries != 1 || driven[map.entry->v] || !dag_is_const(dag, map.entry->gain) ||
			    dag_is_zero(dag, map.entry->gain))
				return false;
			driven[map.entry->v] = true;
		}
	for (int i = 0; i < tree->terms; i++)
		if (!tree->term[i].line &&
		    (tree->term[i].map.entries != 1 || !dag_is(dag, tree->term[i].map.entry->gain, 1)))
			return false;
	return true;
}

bool aba_asked(const struct Tree *tree, const struct Plan *plan)
{
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent >= 0 && plan->link[i].articulate)
			return true;
	return false;
}

/* Sets the articulated joints by pattern: none; the last; the last two; joints with three or more velocities of
 * ancestors; all. */
void articulate_by_pattern(const struct Tree *tree, int pattern, struct Choice *choice)
{
	enum { FAR = ARTICULATE_PATTERNS - 2, BEFORE = 3 };
	int *before = ARENA_ARRAY(tree->dag->arena, int, tree->links);
	int *behind = ARENA_ARRAY(tree->dag->arena, int, tree->links);
	for (int i = tree->links - 1; i >= 0; i--) {
		int parent = tree->link[i].parent;
		choice[i].articulate = behind[i] < pattern || pattern > FAR;
		if (parent >= 0 && behind[parent] <= behind[i])
			behind[parent] = behind[i] + 1;
	}
	for (int i = 0; i < tree->links && pattern == FAR; i++) {
		int parent = tree->link[i].parent;
		before[i] = parent < 0 ? 0 : before[parent] + link_columns(&tree->link[parent]);
		choice[i].articulate = before[i] >= BEFORE;
	}
}

static void make_velocities(struct Elimination *r)
{
	struct Dag *dag = r->dag;
	int nv = r->tree->nv;
	dag_zeros(dag, r->tau, nv);
	dag_zeros(dag, r->armature, nv);
	if (!r->impact)
		tree_add_terms(dag, r->tree, r->tau);
	for (int i = 0; i < r->tree->terms; i++) {
		const struct JointSpaceTerm *term = &r->tree->term[i];
		if (term->line)
			continue;
		Ref *armature = &r->armature[term->map.entry->v];
		*armature = dag_add(dag, *armature, term->inertia);
	}
	if (!r->impact)
		tree_less_tau(dag, r->tree, r->tau);
}

/* Coordinates y = gain q: tau_y = tau / gain, armature_y = armature / gain^2, qdd = ydd / gain. */
static struct JointColumn column_of(struct Elimination *r, int i, int k)
{
	struct Dag *dag = r->dag;
	const struct Link *link = &r->tree->link[i];
	const struct JointMapEntry *map = link_map(link, k).entry;
	struct JointColumn c = { .link = i, .row = link_row(link, k), .v = map->v, .at = i, .top = -1, .pair = -1 };
	c.scale = dag_const(dag, (c.row < 3 ? r->force : 1) / dag_value(dag, map->gain));
	c.armature = dag_mul(dag, dag_mul(dag, c.scale, c.scale), r->armature[c.v]);
	c.tau = dag_mul(dag, c.scale, r->tau[c.v]);
	return c;
}

static void make_columns(struct Elimination *r)
{
	for (int n = 0; n < r->orders; n++) {
		int i = r->order[n];
		const struct Link *link = &r->tree->link[i];
		bool open = link->parent < 0 || (r->rank[link->parent] && !r->articulates[i]);
		r->first[i] = r->columns;
		if (open && !r->support.block)
			r->rank[i] = link_columns(link) + (link->parent < 0 ? 0 : r->rank[link->parent]);
		for (int k = 0; k < link_columns(link); k++)
			r->column[r->columns++] = column_of(r, i, k);
	}
}

/* No wrench and no motion: during an impact only impulses count. */
static struct Loads no_loads(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             struct Support *support)
{
	support->base = spatial_zero(dag);
	struct Loads loads = { transforms_make(dag, tree, options, plan_force(options->plan)),
		               ARENA_ARRAY(dag->arena, struct Spatial, tree->links), NULL };
	for (int i = 0; i < tree->links; i++)
		loads.f[i] = spatial_zero(dag);
	return loads;
}

/* Loads at qdd = 0: at rest on a support, if there is one, else with the base. */
static struct Loads loads_on(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             struct Support *support)
{
	if (!support->block)
		return rnea_loads(dag, tree, options);
	struct Vec point = tree->site[support->block->b].at.p;
	return rnea_loads_standing(dag, tree, options, support->path, support->links, point, &support->base);
}

/* An elimination of all velocities, with H = L = 0 and without columns. */
static struct Elimination elimination_new(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct Arena *arena = dag->arena;
	size_t links = (size_t)tree->links + 1, nv = (size_t)tree->nv;
	struct Elimination r = {
		.dag = dag,
		.tree = tree,
		.length = plan_length(options->plan),
		.force = plan_force(options->plan),
		.motion = row_motion_planned(options),
		.pairs = options->pairs,
		.pivots = tree->rows ? options->pivots : NULL,
		.articulates = ARENA_ARRAY(arena, bool, links),
		.f = ARENA_ARRAY(arena, struct Spatial, links),
		.armature = ARENA_ARRAY(arena, Ref, nv),
		.tau = ARENA_ARRAY(arena, Ref, nv),
		.first = ARENA_ARRAY(arena, int, links),
		.rank = ARENA_ARRAY(arena, int, links),
		.column = ARENA_ARRAY(arena, struct JointColumn, nv),
		.H = ARENA_TABLE(arena, Ref, nv, nv),
		.L = ARENA_TABLE(arena, Ref, nv, nv),
		.mass = ARENA_ARRAY(arena, struct Moments, links),
		.inertia = ARENA_ARRAY(arena, struct Articulated, links),
		.gives = ARENA_ARRAY(arena, bool, links),
		.a = ARENA_ARRAY(arena, struct Spatial, links),
	};
	dag_zeros(dag, r.H, tree->nv * tree->nv);
	dag_zeros(dag, r.L, tree->nv * tree->nv);
	return r;
}

/* Wrenches on the links, and which links are articulated. */
static void take_loads(struct Elimination *r, const struct Loads *loads, const struct Plan *plan)
{
	const struct Tree *tree = r->tree;
	r->transform = loads->transform;
	memcpy(r->f, loads->f, (size_t)tree->links * sizeof *r->f);
	for (int i = 0; i < tree->links; i++)
		r->articulates[i] = tree->link[i].parent >= 0 && plan->link[i].articulate;
}

/* Each link alone: rigid, with its own moments of mass. */
static void take_masses(struct Elimination *r)
{
	for (int i = 0; i < r->tree->links; i++) {
		r->inertia[i] = articulated_zero(r->dag);
		r->mass[i] = transform_mass(r->dag, &r->transform[i], r->force);
	}
}

static struct Elimination elimination_of(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                         bool impact)
{
	struct Support support = support_of(dag, tree, options->plan);
	struct Loads loads = (impact ? no_loads : loads_on)(dag, tree, options, &support);
	struct Elimination r = elimination_new(dag, tree, options);
	r.impact = impact;
	r.support = support;
	take_loads(&r, &loads, options->plan);
	carried_mark_links(&r);
	loops_mark_links(&r);
	make_velocities(&r);
	support_order(&r);
	support_begin(&r);
	make_columns(&r);
	take_masses(&r);
	carried_begin(&r, &loads);
	loops_begin(&r);
	return r;
}

/* --- inward --- */

static Ref *between(struct Elimination *r, Ref *matrix, int k, int j)
{
	return &matrix[k * r->tree->nv + j];
}

static void add_multiple(struct Dag *dag, struct Spatial *sum, Ref factor, struct Spatial g)
{
	*sum = spatial_add(dag, *sum, spatial_scale(dag, factor, g));
}

/* Entries of the carried columns in row j, where they have reached the link of column j. */
static void couple(struct Elimination *r, int j)
{
	struct Dag *dag = r->dag;
	struct JointColumn *column = r->column;
	for (int k = r->columns - 1; k > j; k--) {
		if (column[k].at != column[j].link || column[k].pair >= 0)
			continue;
		Ref H = spatial_at(&column[k].g, column[j].row);
		for (int l = r->columns - 1; l > k && !column[k].whole; l--)
			H = dag_sub(dag, H, dag_mul(dag, *between(r, r->L, l, k), *between(r, r->H, l, j)));
		*between(r, r->H, k, j) = H;
		*between(r, r->L, k, j) = dag_mul(dag, H, column[k].over);
	}
}

/* Subtracts the carried column k, eliminated alone, from g, d and u of column j. */
static void less_alone(struct Elimination *r, int k, struct JointColumn *c, int j)
{
	struct Dag *dag = r->dag;
	Ref less = dag_neg(*between(r, r->L, k, j));
	c->d = dag_add(dag, c->d, dag_mul(dag, less, *between(r, r->H, k, j)));
	if (c->whole)
		add_multiple(dag, &c->g, less, r->column[k].g);
	c->u = dag_sub(dag, c->u, dag_mul(dag, *between(r, r->H, k, j), r->column[k].x));
}

/* The same for a column eliminated with a row: its part of f has been subtracted already. */
static void less_pair(struct Dag *dag, const struct JointColumn *carried, struct JointColumn *c)
{
	struct Spatial G, W;
	Ref g = spatial_at(&carried->g, c->row), w = spatial_at(&carried->w, c->row);
	pair_vectors(dag, carried, &G, &W);
	c->d = dag_sub(dag, c->d, dag_mul(dag, g, spatial_at(&G, c->row)));
	c->d = dag_sub(dag, c->d, dag_mul(dag, w, spatial_at(&W, c->row)));
	add_multiple(dag, &c->g, dag_neg(g), G);
	add_multiple(dag, &c->g, dag_neg(w), W);
}

/* g, d and x of column j. */
static void solve_column(struct Elimination *r, int j)
{
	struct Dag *dag = r->dag;
	struct JointColumn *c = &r->column[j];
	int i = c->link;
	couple(r, j);
	c->whole = !r->rank[i] || r->rank[i] > ABA_ENTRIES_MOST;
	c->g = r->gives[i] ? articulated_column(&r->inertia[i], c->row) : moments_force(dag, &r->mass[i], c->row);
	c->d = spatial_at(&c->g, c->row);
	c->u = dag_sub(dag, c->tau, spatial_at(&r->f[i], c->row));
	for (int k = r->columns - 1; k > j; k--)
		if (r->column[k].pair < 0)
			less_alone(r, k, c, j);
		else if (r->column[k].at == i)
			less_pair(dag, &r->column[k], c);
	c->d = dag_add(dag, c->d, c->armature);
	c->over = dag_over(dag, 1, c->d);
	c->x = dag_mul(dag, c->u, c->over);
	carried_meet(r, j);
}

/* Eliminates a carried column from the inertia of the link where it is, and from its wrench. */
static void take_carried(struct Elimination *r, struct JointColumn *c)
{
	struct Dag *dag = r->dag;
	struct Articulated *inertia = &r->inertia[c->at];
	if (c->pair >= 0) {
		struct Spatial G, W;
		pair_vectors(dag, c, &G, &W);
		articulated_take_pair(dag, inertia, c->g, G, c->w, W);
	} else {
		c->e = spatial_scale(dag, c->over, c->g);
		c->top = c->at;
		articulated_take(dag, inertia, c->e, c->g);
		add_multiple(dag, &r->f[c->at], c->x, c->g);
	}
	c->at = -1;
}

/* Eliminates all columns at the link of column j, j itself last. */
static void articulate(struct Elimination *r, int j)
{
	struct Dag *dag = r->dag;
	struct JointColumn *own = &r->column[j];
	int i = own->link;
	for (int k = r->columns - 1; k >= j; k--)
		if (r->column[k].at == i && (k == j || r->column[k].link != i))
			take_carried(r, &r->column[k]);
	if (own->pair >= 0) {
		articulated_set(&r->inertia[i], own->row, spatial_scale(dag, own->armature, own->by->G));
		return;
	}
	Ref rest = dag_mul(dag, own->armature, own->over);
	articulated_set(&r->inertia[i], own->row, spatial_scale(dag, rest, own->g));
	*spatial_entry(&r->f[i], own->row) = dag_sub(dag, own->tau, dag_mul(dag, own->armature, own->x));
}

/* Adds to a neighbour the link's remaining inertia, its wrench, its carried columns and rows. */
static void hand_on(struct Elimination *r, int from, int to)
{
	struct Dag *dag = r->dag;
	r->f[to] = spatial_add(dag, r->f[to], support_move_force(r, from, to, r->f[from]));
	for (int k = 0; k < r->columns; k++)
		if (r->column[k].at == from) {
			r->column[k].g = support_move_force(r, from, to, r->column[k].g);
			if (r->column[k].pair >= 0)
				r->column[k].w = support_move_force(r, from, to, r->column[k].w);
			r->column[k].at = to;
		}
	carried_hand_on(r, from, to);
	if (r->gives[from]) {
		struct Articulated seen = support_move_inertia(r, from, to, r->inertia[from]);
		r->inertia[to] = articulated_add(dag, r->inertia[to], seen);
		r->gives[to] = true;
	} else {
		r->mass[to] = moments_add(dag, r->mass[to], support_move_moments(r, from, to, r->mass[from]));
	}
}

/* Eliminates columns at their link, from the last to the first. */
static void take_columns(struct Elimination *r, int i, int first, int columns)
{
	struct Dag *dag = r->dag;
	int last = first + columns - 1;
	for (int j = last; j >= first; j--) {
		if (j == last && (r->gives[i] || r->articulates[i])) {
			r->inertia[i] = articulated_add(dag, articulated_of(dag, &r->mass[i]), r->inertia[i]);
			r->gives[i] = true;
		}
		solve_column(r, j);
		carried_take(r, j);
		if (r->articulates[i])
			articulate(r, j);
	}
}

/* Adds the rigid part of a link to its articulated part. */
static void unite(struct Elimination *r, int link)
{
	struct Dag *dag = r->dag;
	r->gives[link] = true;
	r->inertia[link] = articulated_add(dag, articulated_of(dag, &r->mass[link]), r->inertia[link]);
	r->mass[link] = moments_zero(dag);
}

/* Eliminates the joint of a link of the support's path, whose far side is its parent. */
static void cross(struct Elimination *r, int link)
{
	struct Dag *dag = r->dag;
	struct Moments mass = r->mass[link];
	struct Spatial f = r->f[link];
	int parent = r->tree->link[link].parent, columns = link_columns(&r->tree->link[link]);
	r->mass[link] = moments_zero(dag);
	r->f[link] = spatial_zero(dag);
	if (r->gives[parent])
		unite(r, parent);
	hand_on(r, parent, link);
	for (int j = r->first[link]; j < r->first[link] + columns; j++) {
		r->column[j].scale = dag_neg(r->column[j].scale);
		r->column[j].tau = dag_neg(r->column[j].tau);
	}
	take_columns(r, link, r->first[link], columns);
	if (r->gives[link])
		r->mass[link] = moments_zero(dag);
	support_leave_joint(r, link);
	r->mass[link] = r->gives[link] ? mass : moments_add(dag, r->mass[link], mass);
	r->f[link] = spatial_add(dag, r->f[link], f);
}

/* Takes the motion of the root of a support, which an impact gives it, into the root's wrench and rows. */
static void move_support(struct Elimination *r)
{
	struct Dag *dag = r->dag;
	int root = elimination_root(r);
	unite(r, root);
	for (int k = 0; k < 6; k++)
		add_multiple(dag, &r->f[root], spatial_at(&r->support.jump, k),
		             articulated_column(&r->inertia[root], k));
	carried_move(r, root, &r->support.jump);
}

/* Eliminates the root of a support. */
static void close_support(struct Elimination *r)
{
	int root = elimination_root(r);
	if (!r->support.block)
		return;
	if (r->gives[support_last(&r->support)])
		unite(r, support_last(&r->support));
	hand_on(r, support_last(&r->support), root);
	for (int k = r->columns - 1; k >= 0; k--)
		if (r->column[k].at == root && r->column[k].link != root) {
			unite(r, root);
			take_carried(r, &r->column[k]);
		}
	if (r->impact)
		move_support(r);
	take_columns(r, root, 0, r->support.turns);
	for (int n = 0; n < r->support.block->rows; n++)
		pivot_log_add(r->pivots, -1, r->support.place + n);
}

static void inward(struct Elimination *r, int i)
{
	struct Dag *dag = r->dag;
	const struct Link *link = &r->tree->link[i];
	loops_close(r, i);
	vec_label(dag, r->mass[i].h, "h", i);
	mat_label(dag, &r->mass[i].D, "D", i);
	spatial_label(dag, &r->f[i], "f", "n", i);
	if (support_reverses(&r->support, i)) {
		cross(r, i);
		return;
	}
	take_columns(r, i, r->first[i], link_columns(link));
	if (link->parent >= 0)
		hand_on(r, i, link->parent);
}

/* --- outward --- */

/* from - e^T a, without row `but` (-1: all rows) */
static Ref less_product(struct Dag *dag, Ref from, const struct Spatial *e, const struct Spatial *a, int but)
{
	Ref sum = dag_const(dag, 0);
	for (int row = 0; row < 6; row++)
		if (row != but)
			sum = dag_add(dag, sum, dag_mul(dag, spatial_at(e, row), spatial_at(a, row)));
	return dag_sub(dag, from, sum);
}

/* Solution x' of a column eliminated at its own link. On the joint's axis, the sum a + S x' is computed first, then
 * x'. */
static void regain(struct Elimination *r, struct JointColumn *c)
{
	struct Dag *dag = r->dag;
	struct Spatial *a = &r->a[c->link];
	Ref *along = spatial_entry(a, c->row);
	Ref rest = dag_mul(dag, dag_mul(dag, c->armature, c->over), *along);
	Ref x = dag_add(dag, c->x, dag_mul(dag, c->over, carried_force(r, (int)(c - r->column))));
	Ref whole = less_product(dag, x, &c->e, a, c->row);
	whole = dag_add(dag, whole, rest);
	c->gain = dag_sub(dag, whole, *along);
	*along = whole;
}

/* Solution x' of a carried column, up to the link of its elimination. */
static void regain_term(struct Elimination *r, int j)
{
	struct Dag *dag = r->dag;
	struct JointColumn *c = &r->column[j];
	c->gain = dag_add(dag, c->x, dag_mul(dag, c->over, carried_force(r, j)));
	if (c->top >= 0)
		c->gain = less_product(dag, c->gain, &c->e, &r->a[c->top], -1);
	for (int k = 0; k < j; k++)
		if (r->column[k].link != c->top)
			c->gain = dag_sub(dag, c->gain, dag_mul(dag, *between(r, r->L, j, k), r->column[k].gain));
	Ref *along = spatial_entry(&r->a[c->link], c->row);
	*along = dag_add(dag, *along, c->gain);
}

static void regain_columns(struct Elimination *r, int first, int columns)
{
	for (int j = first; j < first + columns; j++)
		if (r->column[j].pair >= 0)
			pair_regain(r, j);
		else if (r->column[j].top == r->column[j].link)
			regain(r, &r->column[j]);
		else
			regain_term(r, j);
}

/* Accelerations of the root of a support and of the last link of its path. */
static void open_support(struct Elimination *r)
{
	struct Dag *dag = r->dag;
	int root = elimination_root(r);
	if (!r->support.block)
		return;
	r->a[root] = r->support.jump;
	regain_columns(r, 0, r->support.turns);
	struct Spatial *a = &r->support.a[support_last(&r->support)];
	*a = r->a[root];
	a->lin = vec_sub(dag, a->lin, vec_cross(dag, a->ang, r->support.r));
}

/* Solution of the joint of a link of the path, and the acceleration of its parent. */
static void regain_reversed(struct Elimination *r, int link)
{
	const struct Link *own = &r->tree->link[link];
	r->a[link] = support_to_joint(r, link, r->support.a[link]);
	regain_columns(r, r->first[link], link_columns(own));
	r->support.a[own->parent] = support_to_parent(r, link, r->a[link]);
}

static void from_acceleration_field(struct Elimination *r, int i)
{
	struct Dag *dag = r->dag;
	const struct Link *link = &r->tree->link[i];
	if (support_reverses(&r->support, i)) {
		regain_reversed(r, i);
		return;
	}
	const struct Spatial *a = support_acceleration(r, link->parent);
	r->a[i] = a ? to_child_motion(dag, &r->transform[i], link, *a) : spatial_zero(dag);
	regain_columns(r, r->first[i], link_columns(link));
	loops_regain(r, i);
}

static void solve(struct Elimination *r, Ref *x, Ref *lambda)
{
	struct Dag *dag = r->dag;
	const struct Tree *tree = r->tree;
	for (int n = r->orders - 1; n >= 0; n--)
		inward(r, r->order[n]);
	close_support(r);
	carried_solve_left(r);
	open_support(r);
	for (int n = 0; n < r->orders; n++)
		from_acceleration_field(r, r->order[n]);
	bool *moves = ARENA_ARRAY(dag->arena, bool, tree->nv);
	for (int j = r->support.turns; j < r->columns; j++) {
		x[r->column[j].v] = dag_mul(dag, r->column[j].scale, r->column[j].gain);
		moves[r->column[j].v] = true;
	}
	for (int v = 0; v < tree->nv; v++)
		if (!moves[v] && !support_moves(r, v)) /* this velocity moves no link */
			x[v] = dag_div(dag, r->tau[v], r->armature[v]);
	support_put_base(r, x);
	if (lambda)
		carried_put_lambda(r, lambda);
}

void aba_build(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd, Ref *lambda)
{
	struct Elimination r = elimination_of(dag, tree, options, false);
	solve(&r, qdd, lambda);
}

void aba_build_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *change,
                      Ref *impulse)
{
	struct Elimination r = elimination_of(dag, tree, options, true);
	solve(&r, change, impulse);
}

/* --- inverse --- */

/* The plan with all joints articulated. */
static struct Plan articulated_plan(const struct Tree *tree, const struct Plan *plan)
{
	struct Plan all = { .link = ARENA_ARRAY(tree->dag->arena, struct Choice, tree->links) };
	plan_copy(&all, plan, tree->links);
	articulate_by_pattern(tree, ARTICULATE_PATTERNS - 1, all.link);
	return all;
}

/* Accelerations due to tau alone: without velocities and loads. They are linear in tau. */
static void accelerate(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd)
{
	const struct Plan plan = articulated_plan(tree, options->plan);
	struct BuildOptions own = *options;
	own.plan = &plan;
	struct Elimination r = elimination_of(dag, tree, &own, true);
	for (int v = 0; v < tree->nv; v++)
		r.tau[v] = dag_input(dag, INPUT_TAU, (uint32_t)v);
	for (int j = 0; j < r.columns; j++)
		r.column[j].tau = dag_mul(dag, r.column[j].scale, r.tau[r.column[j].v]);
	solve(&r, qdd, NULL);
}

/* Column v of M^-1 is qdd at tau = e_v. Forces act from the link of v to the root, and motion of the links before it
 * needs no others: its rows up to v, the others by symmetry. */
void aba_build_inverse(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Minv)
{
	size_t nv = (size_t)tree->nv;
	Ref *qdd = ARENA_ARRAY(dag->arena, Ref, nv), *column = ARENA_ARRAY(dag->arena, Ref, nv),
	    *unit = ARENA_ARRAY(dag->arena, Ref, nv);
	accelerate(dag, tree, options, qdd);
	struct Substitution *by_tau = substitution_make(dag, qdd, nv, INPUT_TAU);
	for (size_t v = 0; v < nv; v++) {
		dag_zeros(dag, unit, tree->nv);
		unit[v] = dag_const(dag, 1);
		substitution_values(by_tau, unit, v + 1, column);
		for (size_t i = 0; i <= v; i++)
			Minv[i * nv + v] = Minv[v * nv + i] = column[i];
	}
}
