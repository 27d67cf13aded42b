/* Joint-space inertia matrix by composite bodies over the canonical tree (Featherstone, RBDA, table 6.2), on moments.
 * Every composite is computed in the working frame of its link, then moved to the parent's, where a plane turn of D
 * costs 4 multiplications and 6 additions. After regrouping most composite masses are zero.
 *
 * Units. With lengths measured in L, moments m' = L^2 m, h' = L h and D' = D shift by p' = p / L like m, h and D by p:
 *   h' + m' p' = L (h + m p),  D' + p' h'^T + h' p'^T + m' p' p'^T = D + p h^T + h p^T + m p p^T.
 * Forces are then multiplied by L, and an entry of M is divided by L for each of its two joints that slides. */
#include "customized.h"

#include "dynamics/tree/followed_point.h"
#include "transform.h"
#include "rnea_derivatives.h"

struct Composite {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	const struct Plan *plan;
	struct Moments *mass;
	double length; /* unit of offsets; first moments and forces are in its inverse */
	/* current column: the links from its own to the root, and the force at each */
	int *chain;
	struct Spatial *force;
};

/* Entry S_j^T F for axis k of the link at index `j` of the chain. With X from j's frame to that of a descendant,
 *   S_j^T (X^T F) = (X S_j)^T F,
 * so axis and force may meet in any frame between. They meet `meet_outward` links outward from j, where the axis is
 * carried once for all descendants there, or at the column's link if it is nearer. */
static Ref meet(struct Composite *c, int j, int k, int meet_outward)
{
	struct Dag *dag = c->dag;
	const struct Link *link = &c->tree->link[c->chain[j]];
	int at = j > meet_outward ? j - meet_outward : 0;
	if (at == j)
		return link_force(link, k, &c->force[at]);
	struct Spatial S = link_subspace(dag, link, k);
	for (int i = j; i-- > at;)
		S = to_child_motion(dag, &c->transform[c->chain[i]], &c->tree->link[c->chain[i]], S);
	Ref linear = vec_dot(dag, S.lin, c->force[at].lin);
	return dag_add(dag, vec_dot(dag, S.ang, c->force[at].ang), linear);
}

/* Column l of link i: F = I S, carried to the root. Returns the length of the chain. */
static int carry_column(struct Composite *c, int i, int l)
{
	int links = 1;
	c->chain[0] = i;
	c->force[0] = moments_force(c->dag, &c->mass[i], link_row(&c->tree->link[i], l));
	for (int j = i; c->tree->link[j].parent >= 0; links++) {
		c->force[links] = to_parent_force(c->dag, &c->transform[j], &c->tree->link[j], c->force[links - 1]);
		c->chain[links] = j = c->tree->link[j].parent;
	}
	return links;
}

/* Adds the column's entries in the rows of the link and its ancestors. Forces are measured in 1 / length, and so are
 * unit velocities along lines. */
static void add_column(struct Composite *c, int i, int l, Ref *M)
{
	struct Dag *dag = c->dag;
	const struct Link *of = &c->tree->link[i];
	int links = carry_column(c, i, l);
	for (int j = 0; j < links; j++) {
		const struct Link *link = &c->tree->link[c->chain[j]];
		int meet_outward = link_has_axis(link) ? c->plan->link[c->chain[j]].meet_outward : 0;
		for (int k = j ? 0 : l; k < link_columns(link); k++) {
			double scale = link_scale(link, k, c->length) * link_scale(of, l, c->length);
			Ref entry = meet(c, j, k, meet_outward);
			entry = dag_mul(dag, dag_const(dag, scale), entry);
			tree_assemble(dag, c->tree, i, l, c->chain[j], k, entry, M);
		}
	}
}

void customized_crba(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *M)
{
	if (options->slopes) {
		rnea_derivatives_inertia(dag, tree, options, M);
		return;
	}
	double length = plan_length(options->plan);
	struct Composite c = {
		.dag = dag,
		.tree = tree,
		.plan = options->plan,
		.length = length,
		.transform = transforms_make(dag, tree, options, length),
		.mass = ARENA_ARRAY(dag->arena, struct Moments, tree->links),
		.chain = ARENA_ARRAY(dag->arena, int, tree->links),
		.force = ARENA_ARRAY(dag->arena, struct Spatial, tree->links),
	};
	const struct Tree *wide = c.tree = tree_by_points(tree);
	Ref *W = ARENA_TABLE(dag->arena, Ref, wide->nv, wide->nv);
	dag_zeros(dag, W, wide->nv * wide->nv);
	for (int i = 0; i < tree->links; i++)
		c.mass[i] = transform_mass(dag, &c.transform[i], length);
	for (int i = tree->links - 1; i >= 0; i--) {
		vec_label(dag, c.mass[i].h, "h", i);
		mat_label(dag, &c.mass[i].D, "D", i);
		int parent = tree->link[i].parent;
		if (parent >= 0)
			c.mass[parent] =
				moments_add(dag, c.mass[parent],
			                    to_parent_moments(dag, &c.transform[i], &tree->link[i], c.mass[i]));
		for (int l = 0; l < link_columns(&tree->link[i]); l++)
			add_column(&c, i, l, W);
	}
	tree_fold_inertia(dag, tree, W, M);
	tree_add_terms_inertia(dag, tree, M);
}
