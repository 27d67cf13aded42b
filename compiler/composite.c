/* The joint-space inertia matrix by composite bodies over the canonical tree (Featherstone, RBDA, table 6.2),
 * on moments: every composite is seen in the working frame of its link, then in that of the parent, where a
 * plane turn of D costs 4 multiplications and 6 additions. After regrouping most composite masses are zero. */
#include "newton.h"

#include "hop.h"

struct Composite {
	struct Dag *dag;
	const struct Tree *tree;
	const struct Hop *hop;
	const struct Plan *plan;
	struct Moments *mass;
	double length; /* offsets are measured in it, and first moments and forces in its inverse */
	int *chain;            /* from a link to the root */
	struct Spatial *force; /* the column at hand, at each of these */
};

/* The composite of a link seen in the working frame of its parent. */
static struct Moments seen_below(struct Composite *c, int i)
{
	struct Dag *dag = c->dag;
	const struct Hop *hop = &c->hop[i];
	struct Moments mass = c->mass[i];
	if (link_has_axis(&c->tree->link[i]))
		mass = moments_shift(dag, vec_along(dag, c->tree->link[i].axis, hop->d), mass);
	for (int t = hop->turns; t-- > 0;)
		mass = moments_turn(dag, hop->turn[t], mass);
	return moments_shift(dag, hop->p, mass);
}

/* F = I S for the unit vector e of the row: m e and h x e, or e x h and tr(D) e - D e. */
static struct Spatial unit_force(struct Dag *dag, const struct Moments *mass, int row)
{
	struct Vec e = vec_unit(dag, row % 3);
	struct Spatial F;
	if (row < 3) {
		F.lin = vec_scale(dag, mass->m, e);
		F.ang = vec_cross(dag, mass->h, e);
	} else {
		F.lin = vec_cross(dag, e, mass->h);
		F.ang = vec_neg(mat_vec(dag, mass->D, e));
		int k = row - 3, i = (k + 1) % 3, j = (k + 2) % 3;
		F.ang.e[k] = dag_add(dag, mass->D.e[i][i], mass->D.e[j][j]);
	}
	return F;
}

/* Where the force of link i meets the axis of one below: `above` links outward from that, if i is no nearer. The axis is
 * carried there, once for all that are behind, and the force down to there. */
static Ref meet(struct Composite *c, const int *chain, const struct Spatial *F, int below, int above, int k)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[chain[below]];
	int at = below > above ? below - above : 0;
	if (at == below)
		return link_force(link, k, &F[at]);
	struct Spatial S = link_subspace(dag, link, k);
	for (int j = below; j-- > at;)
		S = hop_motion(dag, &c->hop[chain[j]], &c->tree->link[chain[j]], S);
	return dag_add(dag, vec_dot(dag, S.ang, F[at].ang), vec_dot(dag, S.lin, F[at].lin));
}

/* Column l of link i: F = I S, carried down to the root, where every ancestor takes its entries. Forces are measured
 * in 1 / length, and so are unit velocities along lines. */
static void add_column(struct Composite *c, int i, int l, Ref *M)
{
	struct Dag *dag = c->dag;
	const struct Link *of = &c->tree->link[i];
	int *chain = c->chain, links = 0; /* from i to the root */
	struct Spatial *F = c->force;
	F[0] = unit_force(dag, &c->mass[i], link_row(of, l));
	for (int j = i; j >= 0; j = c->tree->link[j].parent, links++) {
		chain[links] = j;
		if (links)
			F[links] = hop_force(dag, &c->hop[chain[links - 1]], &c->tree->link[chain[links - 1]], F[links - 1]);
	}
	for (int n = 0; n < links; n++) {
		const struct Link *link = &c->tree->link[chain[n]];
		int lift = link_has_axis(link) ? c->plan->link[chain[n]].lift : 0;
		for (int k = n ? 0 : l; k < link_columns(link); k++) {
			double scale = link_row(link, k) < 3 ? 1 / c->length : 1;
			scale *= link_row(of, l) < 3 ? 1 / c->length : 1;
			Ref entry = dag_mul(dag, dag_const(dag, scale), meet(c, chain, F, n, lift, k));
			tree_spread(dag, c->tree, i, l, chain[n], k, entry, M);
		}
	}
}

void composite_build(struct Dag *dag, const struct Tree *tree, const struct Approach *approach, Ref *M)
{
	const struct Plan *plan = approach->plan;
	double length = plan->unit_length ? plan->unit_length : 1;
	struct Composite c = {
		.dag = dag, .tree = tree, .plan = plan, .length = length,
		.chain = ARENA_ARRAY(dag->arena, int, tree->links), .force = ARENA_ARRAY(dag->arena, struct Spatial, tree->links),
	 .hop = hops_make(dag, tree, approach->still ? plan : NULL, length),
		.mass = ARENA_ARRAY(dag->arena, struct Moments, tree->links),
	};
	for (int i = 0; i < tree->nv * tree->nv; i++)
		M[i] = dag_const(dag, 0);
	for (int i = 0; i < tree->links; i++) {
		c.mass[i] = c.hop[i].mass;
		c.mass[i].h = vec_scale(dag, dag_const(dag, length), c.mass[i].h);
		c.mass[i].m = dag_mul(dag, dag_const(dag, length * length), c.mass[i].m);
	}
	for (int i = tree->links - 1; i >= 0; i--) {
		vec_label(dag, c.mass[i].h, "h", i);
		mat_label(dag, &c.mass[i].D, "D", i);
		int parent = tree->link[i].parent;
		if (parent >= 0)
			c.mass[parent] = moments_add(dag, c.mass[parent], seen_below(&c, i));
		for (int l = 0; l < link_columns(&tree->link[i]); l++)
			add_column(&c, i, l, M);
	}
	tree_carry_inertia(dag, tree, M);
}
