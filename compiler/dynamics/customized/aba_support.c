/* A phase that stands on one of its contacts: the contact is the root of the tree in place of the free base, in the elimination of
 * aba.c. The path from the base to the contact's link is eliminated from the base on, and the base comes out last.
 *
 * Joint in reverse. Seen from link c, the parent's side accelerates by a_c - S x', and the joint pulls it by -S (tau - armature x').
 * So the joint is one with -S: with y = -x', tau' = -tau, and the same S, armature, g and d, the elimination is that of aba.c, on the
 * inertia of the parent's side in the frame of c. c's own mass and what else hangs on it come after it.
 *
 * Root. x' = 0 is the motion in which the contact's link does not turn faster and the contact is at rest (rnea.c). So the increment
 * at the contact is a = 0 along its rows. A point lets its link turn: these three columns have S = 1, tau = 0. The force of the
 * contact is the wrench f + I a of all, less those of the other contacts:
 *   lambda = f + sum_j g_j x'_j - sum_r w_r lambda_r.
 *
 * Base. It has no column. Its acceleration is that of x' = 0 and the increment of its link. Forces on it are external wrenches.
 *
 * Impact. All is at rest in x' = 0. The contact's velocity changes by a known vector u along its rows, so the increment there is
 * a = u: the inertia of the root gives it the wrench I u, and the other rows gain w_r . u.
 *
 * The 6 x 6 inertia of the base and the rows of the contact vanish. */
#include "aba_support.h"

#include "elimination.h"

/* --- which contact --- */

/* Do all forces hold, and all moments or none, so that the rows may lie along the axes of the link? */
static bool holds_link(const struct RowBlock *block, int *turns)
{
	bool moments = row_block_is_free(block, true);
	*turns = moments ? 0 : 3;
	return row_block_is_of_contact(block) && row_block_is_free(block, false) && block->rows == (moments ? 6 : 3);
}

/* Can the path from a free base be reversed? */
static bool path_reverses(const struct Tree *tree, const int *path, int links)
{
	for (int k = 1; k < links; k++)
		if (!link_has_axis(&tree->link[path[k]]))
			return false;
	return links > 0 && tree->link[path[0]].motion == LINK_FREE;
}

/* Is the joint of the link of a site on the path? */
static bool is_on_path(const struct Tree *tree, const int *path, int links, int site)
{
	for (int k = 1; k < links; k++)
		if (tree->site[site].link == path[k])
			return true;
	return false;
}

/* Has the base inertia of its own beside its mass? */
static bool has_armature(const struct Dag *dag, const struct Tree *tree, int link)
{
	for (int i = 0; i < tree->terms; i++)
		for (int k = 0; k < 6 && !tree->term[i].line; k++)
			if (tree->term[i].map.entry->v == link_map(&tree->link[link], k).entry->v &&
			    !dag_is_zero(dag, tree->term[i].inertia))
				return true;
	return false;
}

bool support_possible(const struct Dag *dag, const struct Tree *tree, const struct RowBlock *block)
{
	int links, turns;
	if (!row_set_is_of_contacts(tree->rows) || !holds_link(block, &turns) || tree->site[block->b].link < 0)
		return false;
	const int *path = tree_path(tree, tree->site[block->b].link, &links);
	if (!path_reverses(tree, path, links) || has_armature(dag, tree, path[0]))
		return false;
	for (int i = 0; i < tree->rows->blocks; i++)
		if (&tree->rows->block[i] != block && is_on_path(tree, path, links, tree->rows->block[i].b))
			return false;
	return true;
}

struct Support support_of(struct Dag *dag, const struct Tree *tree, const struct Plan *plan)
{
	struct Support support = { .block = NULL };
	for (int i = 0, place = 0; tree->rows && plan->support && i < tree->rows->blocks; i++) {
		const struct RowBlock *block = &tree->rows->block[i];
		if (block->b + 1 == plan->support && support_possible(dag, tree, block)) {
			support = (struct Support){ .block = block, .place = place };
			support.path = tree_path(tree, tree->site[block->b].link, &support.links);
			support.a = ARENA_ARRAY(dag->arena, struct Spatial, tree->links);
			holds_link(block, &support.turns);
		}
		place += block->rows;
	}
	return support;
}

/* --- order --- */

/* Index on the path of the last link that carries a link, or is this link; -1: none. */
static int place_on_path(const struct Elimination *e, int link)
{
	for (; link >= 0; link = e->tree->link[link].parent)
		for (int k = 0; k < e->support.links; k++)
			if (e->support.path[k] == link)
				return k;
	return -1;
}

/* Links that hang on link k of the path, or on none. */
static void order_limbs(struct Elimination *e, int k)
{
	for (int i = 0; i < e->tree->links; i++)
		if (place_on_path(e, i) == k && (k < 0 || e->support.path[k] != i))
			e->order[e->orders++] = i;
}

void support_order(struct Elimination *e)
{
	const struct Support *support = &e->support;
	e->order = ARENA_ARRAY(e->dag->arena, int, e->tree->links);
	order_limbs(e, -1);
	for (int k = support->links - 1; k >= 0; k--) {
		order_limbs(e, k);
		if (k > 0)
			e->order[e->orders++] = support->path[k];
	}
}

/* --- inward --- */

/* Forces on the base: -tau, at its columns. */
static void press_base(struct Elimination *e)
{
	struct Dag *dag = e->dag;
	int base = e->support.path[0];
	for (int k = 0; k < 6; k++) {
		int v = link_map(&e->tree->link[base], k).entry->v, row = link_row(&e->tree->link[base], k);
		Ref *along = spatial_entry(&e->f[base], row);
		*along = dag_sub(dag, *along, dag_mul(dag, dag_const(dag, row < 3 ? e->force : 1), e->tau[v]));
	}
}

void support_begin(struct Elimination *e)
{
	struct Dag *dag = e->dag;
	struct Support *support = &e->support;
	int root = elimination_root(e);
	if (!support->block)
		return;
	struct Vec p =
		to_working_axes(dag, &e->transform[support_last(support)], e->tree->site[support->block->b].at.p);
	support->r = vec_scale(dag, dag_const(dag, 1 / e->force), p);
	Ref zero = dag_const(dag, 0);
	for (int k = 0; k < support->turns; k++)
		e->column[e->columns++] = (struct JointColumn){ .link = root,
			                                        .row = 3 + k,
			                                        .v = -1,
			                                        .at = root,
			                                        .top = -1,
			                                        .pair = -1,
			                                        .scale = dag_const(dag, 1),
			                                        .armature = zero,
			                                        .tau = zero };
	e->rank[root] = support->turns;
	e->f[root] = spatial_zero(dag);
	e->mass[root] = moments_zero(dag);
	e->inertia[root] = articulated_zero(dag);
	press_base(e);
}

/* --- between links --- */

static struct Vec offset_along(struct Elimination *e, int link)
{
	const struct Link *own = &e->tree->link[link];
	return link_has_axis(own) ? vec_along(e->dag, own->axis, e->transform[link].d) : vec_const(e->dag, 0, 0, 0);
}

/* Turns of a link's transform and the origin that is moved, in one of two steps: from the parent to the joint, where S is that of
 * the link; and from there by the joint's own turn. What is eliminated in between has fewer entries to turn. */
struct Step {
	int from, to;              /* turns */
	struct Vec before, behind; /* offsets of the origin before the turns and behind them */
};

static struct Step step_of(struct Elimination *e, int link, bool own)
{
	struct Dag *dag = e->dag;
	const struct LinkTransform *transform = &e->transform[link];
	int leading = transform_leading_turns(dag, transform, &e->tree->link[link]);
	struct Vec none = vec_const(dag, 0, 0, 0);
	return own ? (struct Step){ leading, transform->turns, none, offset_along(e, link) }
	           : (struct Step){ 0, leading, transform->p, none };
}

static struct Spatial step_force(struct Elimination *e, int link, const struct Step *step, struct Spatial f)
{
	struct Dag *dag = e->dag;
	f = force_shift(dag, vec_neg(step->before), f);
	f.lin = turns_to_child(dag, &e->transform[link], step->from, step->to, f.lin);
	f.ang = turns_to_child(dag, &e->transform[link], step->from, step->to, f.ang);
	return force_shift(dag, vec_neg(step->behind), f);
}

static struct Moments step_moments(struct Elimination *e, int link, const struct Step *step, struct Moments mass)
{
	struct Dag *dag = e->dag;
	mass = moments_shift(dag, vec_neg(step->before), mass);
	for (int t = step->from; t < step->to; t++)
		mass = moments_turn(dag, mat_transpose(e->transform[link].turn[t]), mass);
	return moments_shift(dag, vec_neg(step->behind), mass);
}

static struct Articulated step_inertia(struct Elimination *e, int link, const struct Step *step, struct Articulated a)
{
	struct Dag *dag = e->dag;
	a = articulated_shift(dag, vec_neg(step->before), a);
	for (int t = step->from; t < step->to; t++)
		a = articulated_turn(dag, mat_transpose(e->transform[link].turn[t]), a);
	return articulated_shift(dag, vec_neg(step->behind), a);
}

/* Back, to the parent's side. */
static struct Spatial step_motion(struct Elimination *e, int link, bool own, struct Spatial v)
{
	struct Dag *dag = e->dag;
	struct Step step = step_of(e, link, own);
	v.lin = vec_sub(dag, v.lin, vec_cross(dag, v.ang, step.behind));
	v.lin = turns_to_parent(dag, &e->transform[link], step.from, step.to, v.lin);
	v.ang = turns_to_parent(dag, &e->transform[link], step.from, step.to, v.ang);
	v.lin = vec_sub(dag, v.lin, vec_cross(dag, v.ang, step.before));
	return v;
}

/* From a link to the root, to its parent, or to the joint of its child. */
struct Spatial support_move_force(struct Elimination *e, int from, int to, struct Spatial f)
{
	const struct Tree *tree = e->tree;
	if (to == elimination_root(e))
		return force_shift(e->dag, vec_neg(e->support.r), f);
	if (tree->link[from].parent == to)
		return to_parent_force(e->dag, &e->transform[from], &tree->link[from], f);
	struct Step step = step_of(e, to, false);
	return step_force(e, to, &step, f);
}

struct Moments support_move_moments(struct Elimination *e, int from, int to, struct Moments mass)
{
	const struct Tree *tree = e->tree;
	if (to == elimination_root(e))
		return moments_shift(e->dag, vec_neg(e->support.r), mass);
	if (tree->link[from].parent == to)
		return to_parent_moments(e->dag, &e->transform[from], &tree->link[from], mass);
	struct Step step = step_of(e, to, false);
	return step_moments(e, to, &step, mass);
}

static struct Articulated inertia_to_parent(struct Elimination *e, int link, struct Articulated a)
{
	const struct LinkTransform *transform = &e->transform[link];
	a = articulated_shift(e->dag, offset_along(e, link), a);
	for (int t = transform->turns; t-- > 0;)
		a = articulated_turn(e->dag, transform->turn[t], a);
	return articulated_shift(e->dag, transform->p, a);
}

struct Articulated support_move_inertia(struct Elimination *e, int from, int to, struct Articulated a)
{
	if (to == elimination_root(e))
		return articulated_shift(e->dag, vec_neg(e->support.r), a);
	if (e->tree->link[from].parent == to)
		return inertia_to_parent(e, from, a);
	struct Step step = step_of(e, to, false);
	return step_inertia(e, to, &step, a);
}

void support_leave_joint(struct Elimination *e, int link)
{
	struct Step step = step_of(e, link, true);
	e->f[link] = step_force(e, link, &step, e->f[link]);
	if (e->gives[link])
		e->inertia[link] = step_inertia(e, link, &step, e->inertia[link]);
	else
		e->mass[link] = step_moments(e, link, &step, e->mass[link]);
	for (int k = 0; k < e->columns; k++)
		if (e->column[k].at == link) {
			e->column[k].g = step_force(e, link, &step, e->column[k].g);
			if (e->column[k].pair >= 0)
				e->column[k].w = step_force(e, link, &step, e->column[k].w);
		}
	for (int r = 0; r < e->rows; r++) {
		struct Spatial *w = carried_at(&e->row[r], link);
		if (!w)
			continue;
		*w = step_force(e, link, &step, *w);
		e->row[r].lever = step_force(e, link, &step, e->row[r].lever);
	}
}

/* --- outward --- */

struct Spatial support_to_joint(struct Elimination *e, int link, struct Spatial v)
{
	return step_motion(e, link, true, v);
}

struct Spatial support_to_parent(struct Elimination *e, int link, struct Spatial v)
{
	return step_motion(e, link, false, v);
}

const struct Spatial *support_acceleration(const struct Elimination *e, int link)
{
	for (int k = 0; k < e->support.links; k++)
		if (e->support.path[k] == link)
			return &e->support.a[link];
	return link < 0 ? NULL : &e->a[link];
}

bool support_moves(const struct Elimination *e, int v)
{
	for (int k = 0; k < 6 && e->support.block; k++)
		if (link_map(&e->tree->link[e->support.path[0]], k).entry->v == v)
			return true;
	return false;
}

void support_put_base(struct Elimination *e, Ref *x)
{
	struct Dag *dag = e->dag;
	if (!e->support.block)
		return;
	int base = e->support.path[0];
	for (int k = 0; k < 6; k++) {
		int row = link_row(&e->tree->link[base], k);
		Ref unit = dag_const(dag, row < 3 ? e->force : 1);
		Ref gain = dag_mul(dag, unit, spatial_at(&e->support.a[base], row));
		x[link_map(&e->tree->link[base], k).entry->v] = dag_add(dag, spatial_at(&e->support.base, row), gain);
	}
}

/* Wrench of the support in the working axes of its link, forces measured in 1 / P. */
static struct Spatial wrench_of(struct Elimination *e)
{
	struct Dag *dag = e->dag;
	struct Spatial f = e->f[elimination_root(e)];
	for (int j = 0; j < e->support.turns; j++)
		f = spatial_add(dag, f, spatial_scale(dag, e->column[j].gain, e->column[j].g));
	for (int r = 0; r < e->rows; r++)
		if (e->row[r].end[0].at == elimination_root(e))
			f = spatial_sub(dag, f, spatial_scale(dag, e->row[r].lambda, e->row[r].end[0].w));
	return f;
}

void support_put_lambda(struct Elimination *e, Ref *lambda)
{
	struct Dag *dag = e->dag;
	const struct RowBlock *block = e->support.block;
	if (!block)
		return;
	const struct LinkTransform *transform = &e->transform[support_last(&e->support)];
	struct Spatial f = wrench_of(e);
	f.lin = vec_scale(dag, dag_const(dag, 1 / e->force), f.lin);
	if (transform->unrotated)
		f = spatial_turn(dag, mat_transpose(transform->body), f);
	int sort[2] = { 0, 0 };
	for (int r = 0; r < block->rows; r++) {
		bool angular = block->row[r].angular;
		lambda[e->support.place + r] = (angular ? f.ang : f.lin).e[sort[angular]++];
	}
}
