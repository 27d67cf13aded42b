/* Derivatives of tau by q for wrenches in world axes, less the derivatives for wrenches fixed to their links, which
 * are in joint_vectors.c.
 *
 * A unit change of coordinate j moves all bodies beyond joint j by S_j. A wrench W fixed to its link moves along. A
 * wrench fixed in the world changes, as seen from the link, by -S_j x* W. A wrench with constant f and n in world axes
 * that acts at a point o of the link changes by this plus (0, J_j x f), where J_j is the velocity of o under S_j. In
 * tau_a = ... - S_a^T W these are
 *   S_a^T (S_j x* W) = -S_j^T (S_a x* W)  and  -e_a . (J_j x f) = -J_j . (f x e_a).
 * So for joint j and its ancestors a, the vectors carried from j to the root like wrenches are
 *   for entries in column j   c = S_j x* W - (0, J_j x f)
 *   for entries in row j      r = S_j x* W - (e_j x f, 0), both at o, with negative sign.
 * Summed over the wrenches beyond j, with f, n and P = sum rho f^T of the wrenches at points rho of links,
 *   turning  c = (e x f, e x n + tr(P) e - P^T e)   r = (0, e x n + P e - tr(P) e)
 *   sliding  c = 0                                  r = (0, e x f)
 * and c = r = S_j x* W for wrenches fixed in the world. */
#include "rnea_derivatives.h"

#include "dynamics/tree/joint_map.h"
#include "dynamics/tree/tree_wrench.h"

static struct WorldLoad load_add(struct Dag *dag, struct WorldLoad a, struct WorldLoad b)
{
	a.at_rest = spatial_add(dag, a.at_rest, b.at_rest);
	a.f = vec_add(dag, a.f, b.f);
	a.n = vec_add(dag, a.n, b.n);
	a.P = mat_add(dag, a.P, b.P);
	return a;
}

static bool is_none(const struct Dag *dag, const struct WorldLoad *load)
{
	return vec_is_zero(dag, load->at_rest.lin) && vec_is_zero(dag, load->at_rest.ang) &&
	       vec_is_zero(dag, load->f) && vec_is_zero(dag, load->n);
}

/* World load of a link in its working frame; forces are measured in 1 / length. */
static struct WorldLoad load_of(struct Dag *dag, const struct Link *link, const struct LinkTransform *transform,
                                double length)
{
	struct WorldLoad load = link->load;
	Ref force = dag_const(dag, length);
	if (transform->unrotated)
		load = world_load_turn(dag, transform->body, load);
	load.at_rest.lin = vec_scale(dag, force, load.at_rest.lin);
	load.f = vec_scale(dag, force, load.f);
	return load;
}

struct Pull {
	struct Spatial column, row;
};

static struct Pull pull_of(struct Dag *dag, const struct WorldLoad *load, int row)
{
	struct Vec e = vec_unit(dag, row % 3), none = vec_const(dag, 0, 0, 0);
	struct Vec swept = vec_cross(dag, e, load->at_rest.lin);
	struct Pull pull = { { none, none }, { none, none } };
	if (row < 3) {
		pull.column.ang = swept;
		pull.row.ang = vec_add(dag, swept, vec_cross(dag, e, load->f));
		return pull;
	}
	struct Vec turned = vec_cross(dag, e, vec_add(dag, load->at_rest.ang, load->n));
	int i = (row + 1) % 3, j = (row + 2) % 3, k = row % 3;
	Ref across = dag_add(dag, load->P.e[i][i], load->P.e[j][j]);
	struct Vec by_column = { { 0 } }, by_row = { { 0 } }; /* tr(P) e - P^T e and P e - tr(P) e */
	for (int r = 0; r < 3; r++) {
		by_column.e[r] = r == k ? across : dag_neg(load->P.e[k][r]);
		by_row.e[r] = r == k ? dag_neg(across) : load->P.e[r][k];
	}
	pull.row.lin = swept;
	pull.row.ang = vec_add(dag, turned, by_row);
	pull.column.lin = vec_add(dag, swept, vec_cross(dag, e, load->f));
	pull.column.ang = vec_add(dag, turned, by_column);
	return pull;
}

/* Adds factor x force to the entry in row (a, k) and column (b, l) of links. */
static void spread(struct Derivatives *s, double length, int a, int k, int b, int l, double factor, Ref force)
{
	struct Dag *dag = s->dag;
	factor *= link_scale(&s->tree->link[a], k, length) * link_scale(&s->tree->link[b], l, length);
	tree_assemble_entry(dag, s->tree, a, k, b, l, dag_mul(dag, dag_const(dag, factor), force), s->by_q);
}

/* Adds the entries of the pull at velocity l of a link, on its way to the root. */
static void add_pull(struct Derivatives *s, double length, int i, int l, struct Pull pull)
{
	struct Dag *dag = s->dag;
	const struct Tree *tree = s->tree;
	for (int k = 0; k < link_columns(&tree->link[i]); k++)
		spread(s, length, i, k, i, l, 1, link_force(&tree->link[i], k, &pull.column));
	for (int j = i; tree->link[j].parent >= 0;) {
		const struct LinkTransform *transform = &s->loads.transform[j];
		pull.column = joint_to_parent_force(dag, transform, &tree->link[j], pull.column);
		pull.row = joint_to_parent_force(dag, transform, &tree->link[j], pull.row);
		j = tree->link[j].parent;
		for (int k = 0; k < link_columns(&tree->link[j]); k++) {
			spread(s, length, j, k, i, l, 1, link_force(&tree->link[j], k, &pull.column));
			spread(s, length, i, l, j, k, -1, link_force(&tree->link[j], k, &pull.row));
		}
		transform = &s->loads.transform[j];
		pull.column = to_joint_force(dag, transform, &tree->link[j], pull.column);
		pull.row = to_joint_force(dag, transform, &tree->link[j], pull.row);
	}
}

/* World load beyond a joint, in axes before the joint's own turn. */
static struct WorldLoad load_ahead(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link,
                                   struct WorldLoad load)
{
	if (link_has_axis(link))
		load = world_load_shift(dag, vec_along(dag, link->axis, transform->d), load);
	for (int t = transform->turns; t-- > transform_leading_turns(dag, transform, link);)
		load = world_load_turn(dag, transform->turn[t], load);
	return load;
}

void world_loads_add(struct Derivatives *s, double length)
{
	struct Dag *dag = s->dag;
	const struct Tree *tree = s->tree;
	struct WorldLoad *load = ARENA_ARRAY(dag->arena, struct WorldLoad, tree->links);
	for (int i = 0; i < tree->links; i++)
		load[i] = load_of(dag, &tree->link[i], &s->loads.transform[i], length);
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		const struct LinkTransform *transform = &s->loads.transform[i];
		if (is_none(dag, &load[i]))
			continue;
		struct WorldLoad behind = load_ahead(dag, transform, link, load[i]);
		for (int l = 0; l < link_columns(link); l++)
			add_pull(s, length, i, l, pull_of(dag, &behind, link_row(link, l)));
		for (int d = 0; d < link->map.entries; d++)
			s->forced[link->map.entry[d].v] = true;
		if (link->parent < 0)
			continue;
		for (int t = transform_leading_turns(dag, transform, link); t-- > 0;)
			behind = world_load_turn(dag, transform->turn[t], behind);
		load[link->parent] = load_add(dag, load[link->parent], world_load_shift(dag, transform->p, behind));
	}
}
