/* Regressor by partial velocities (Kane): tau = Y pi. The parameters pi of each body are mass, first moment and moment
 * of inertia about its origin; tau is linear in them.
 *
 * A mass point at r accelerates by V + U r (rnea.c), less gravity. A partial velocity (v, w) of its body moves it by v
 * + w x r. The power of the wrench that moves the body is its part of tau,
 *   int (v + w x r) . (V + U r) dm = m v . V + h . (U^T v + V x w) + w . vee(U D - (U D)^T),
 * and each parameter has its own factor here. With i, j, k the axes in turn, the factors of D are
 *   D_jj: w_i U_kj - w_k U_ij    D_jk, for both entries: w_i (U_kk - U_jj) + w_j U_ij - w_k U_ik.
 * With D = tr(J)/2 1 - J the factor of J_jk, for both entries, is the negative of the factor of D_jk. With the angular
 * velocity o of the body and its derivative o',
 *   J_ii: w . (o' e_i + o x e_i o_i) = w_i o'_i + w_j o_k o_i - w_k o_i o_j,
 * where the three factors share the products w_i o_j o_k.
 *
 * Partial velocities are carried outward like velocities, from their joint on. If one velocity of the model drives
 * several motions of a body or several bodies, their parts are added. Everything is in the model's frames, since in
 * other frames every body's parameters would have to be turned back. */
#include "regressor.h"

#include "customized.h"

/* --- motions --- */

static struct PartialVelocity *partial_velocity_of(struct Dag *dag, struct PartialVelocities *all, int v)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->item[i].v == v)
			return &all->item[i];
	*ARENA_PUSH(dag->arena, all) = (struct PartialVelocity){ v, spatial_zero(dag) };
	return &all->item[all->count - 1];
}

struct PartialVelocities *partial_velocities_make(struct Dag *dag, const struct Tree *tree)
{
	struct PartialVelocities *all = ARENA_ARRAY(dag->arena, struct PartialVelocities, tree->links);
	const struct LinkTransform *transform = transforms_make(dag, tree, NULL, 1);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		const struct PartialVelocities *before = link->parent < 0 ? NULL : &all[link->parent];
		for (size_t n = 0; before && n < before->count; n++) {
			struct Spatial moved = to_child_motion(dag, &transform[i], link, before->item[n].of);
			*ARENA_PUSH(dag->arena, &all[i]) = (struct PartialVelocity){ before->item[n].v, moved };
		}
		for (int k = 0; k < link_columns(link); k++) {
			struct JointMap map = link_map(link, k);
			for (int d = 0; d < map.entries; d++) {
				struct PartialVelocity *moved = partial_velocity_of(dag, &all[i], map.entry[d].v);
				Ref *part = spatial_entry(&moved->of, link_row(link, k));
				*part = dag_add(dag, *part, map.entry[d].gain);
			}
		}
	}
	return all;
}

const struct Motion3 *partial_velocities_motions(struct Dag *dag, const struct Tree *tree, bool column)
{
	struct Plan metric = { .link = NULL };
	const struct BuildOptions own = { .plan = &metric, .column = column };
	return rnea_motions(dag, tree, &own);
}

/* --- factors --- */

void partial_velocity_first(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, Ref *mass,
                            Ref moment[3])
{
	struct Vec swept = vec_cross(dag, m->V, moved->ang), term = mat_tvec(dag, m->U, moved->lin);
	*mass = vec_dot(dag, m->V, moved->lin);
	for (int i = 0; i < 3; i++)
		moment[i] = dag_add(dag, term.e[i], swept.e[i]);
}

Ref partial_velocity_second(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, int j, int k)
{
	const Ref *w = moved->ang.e;
	if (j == k) {
		int i = (j + 2) % 3;
		k = (j + 1) % 3;
		return dag_sub_products(dag, w[i], m->U.e[k][j], w[k], m->U.e[i][j]);
	}
	int i = 3 - j - k;
	j = (i + 1) % 3;
	k = (i + 2) % 3;
	Ref others = dag_sub_products(dag, w[j], m->U.e[i][j], w[k], m->U.e[i][k]);
	return dag_add(dag, dag_mul(dag, w[i], m->above[i]), others);
}

/* Factor of J_ii. */
static Ref factor_of_inertia(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, int i)
{
	int j = (i + 1) % 3, k = (i + 2) % 3;
	const Ref *w = moved->ang.e, *o = m->w.e;
	Ref oj = dag_mul(dag, o[k], o[i]), ok = dag_mul(dag, o[i], o[j]);
	Ref others = dag_sub_products(dag, w[j], oj, w[k], ok);
	return dag_add(dag, dag_mul(dag, w[i], m->wd.e[i]), others);
}

/* Factor of J_jk and J_kj: written out, since the negative of a zero is a zero with a sign. */
static Ref factor_of_product(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved, int i)
{
	int j = (i + 1) % 3, k = (i + 2) % 3;
	const Ref *w = moved->ang.e;
	Ref others = dag_sub_products(dag, w[k], m->U.e[i][k], w[j], m->U.e[i][j]);
	return dag_sub(dag, others, dag_mul(dag, w[i], m->above[i]));
}

/* Factors of m, h, J_xx, J_xy, J_yy, J_xz, J_yz, J_zz. */
static void factors_of_body(struct Dag *dag, const struct Motion3 *m, const struct Spatial *moved,
                            Ref factor[BODY_PARAMETERS])
{
	partial_velocity_first(dag, m, moved, factor, factor + 1);
	for (int k = 0; k < SYMMETRIC; k++) {
		int i = symmetric_row[k], j = symmetric_column[k];
		factor[4 + k] =
			i == j ? factor_of_inertia(dag, m, moved, i) : factor_of_product(dag, m, moved, 3 - i - j);
	}
}

void customized_regressor(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Y)
{
	const struct PartialVelocities *all = partial_velocities_make(dag, tree);
	const struct Motion3 *motion = partial_velocities_motions(dag, tree, options->column);
	int columns = BODY_PARAMETERS * tree_moving(tree), first = 0;
	dag_zeros(dag, Y, tree->nv * columns);
	for (int i = 0; i < tree->links; i++) {
		if (!link_is_body(tree, i))
			continue;
		const struct Placement *at = &tree->place[tree->link[i].body].at;
		struct Motion3 seen = rnea_seen(dag, &motion[i], at);
		for (size_t n = 0; n < all[i].count; n++) {
			struct Spatial moved = motion_into(dag, at, all[i].item[n].of);
			factors_of_body(dag, &seen, &moved, &Y[all[i].item[n].v * columns + first]);
		}
		first += BODY_PARAMETERS;
	}
}
