/* Inverse dynamics by the recursive Newton-Euler algorithm in body coordinates (Featherstone, RBDA,
 * table 5.1), over symbolic scalars: zeros of S, X and I, the velocity of the base and whatever is
 * constant vanish in the constructors of the DAG. */
#include "textbook.h"

static void label_spatial(struct Dag *dag, struct Spatial s, const char *lin, const char *ang, int link)
{
	vec_label(dag, s.lin, lin, link);
	vec_label(dag, s.ang, ang, link);
}

/* S_i yd for the coordinate's rates, or S_i ydd. */
static struct Spatial subspace_times(struct Dag *dag, const struct Link *link, const Ref *rate)
{
	struct Spatial sum = spatial_zero(dag);
	for (int k = 0; k < link_columns(link); k++) {
		struct Spatial S = link_subspace(dag, link, k);
		S.lin = vec_scale(dag, rate[k], S.lin);
		S.ang = vec_scale(dag, rate[k], S.ang);
		sum = spatial_add(dag, sum, S);
	}
	return sum;
}

/* The wrench through the joint of each link, at its origin, and tau without what the coordinates carry. */
static struct Spatial *run_passes(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	struct Arena *arena = dag->arena;
	struct Spatial *v = ARENA_ARRAY(arena, struct Spatial, tree->links + 1);
	struct Spatial *a = ARENA_ARRAY(arena, struct Spatial, tree->links + 1);
	struct Spatial *f = ARENA_ARRAY(arena, struct Spatial, tree->links + 1);
	struct Placement *J = ARENA_ARRAY(arena, struct Placement, tree->links + 1);
	for (int i = 0; i < tree->nv; i++)
		tau[i] = dag_const(dag, 0);

	/* v_0 = 0, a_0 = -a_g */
	struct Spatial v0 = spatial_zero(dag), a0 = { vec_neg(tree->gravity), v0.ang };

	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		int parent = link->parent;
		J[i] = link_joint(dag, link);
		if (link->motion == LINK_ROTATE) {
			int k = (link->axis + 1) % 3;
			dag_label(dag, J[i].R.e[k][k] & ~(Ref)1, "c", (uint32_t)i + 1, "");
			dag_label(dag, J[i].R.e[(k + 1) % 3][k] & ~(Ref)1, "s", (uint32_t)i + 1, "");
		}
		/* v_i = X v_lambda + v_J */
		struct Spatial vJ = subspace_times(dag, link, link->yd);
		v[i] = motion_into(dag, &link->at, parent < 0 ? v0 : v[parent]);
		v[i] = spatial_add(dag, motion_into(dag, &J[i], v[i]), vJ);
		/* a_i = X a_lambda + S qdd + c_J + v_i x v_J; c_J = 0 for elementary motions */
		a[i] = motion_into(dag, &link->at, parent < 0 ? a0 : a[parent]);
		a[i] = motion_into(dag, &J[i], a[i]);
		a[i] = spatial_add(dag, a[i], subspace_times(dag, link, link->ydd));
		a[i] = spatial_add(dag, a[i], spatial_cross_motion(dag, v[i], vJ));
		label_spatial(dag, v[i], "v", "w", i);
		label_spatial(dag, a[i], "a", "wd", i);
		/* f_i = I a + v x* I v - f_ext */
		struct Inertia I = moments_inertia(dag, &link->mass);
		f[i] = inertia_times(dag, &I, a[i]);
		f[i] = spatial_add(dag, f[i], spatial_cross_force(dag, v[i], inertia_times(dag, &I, v[i])));
		f[i] = spatial_sub(dag, f[i], link->f_ext);
	}

	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		label_spatial(dag, f[i], "f", "n", i);
		/* tau_y = S^T f_i, tau += G^T tau_y */
		for (int k = 0; k < link_columns(link); k++) {
			int drives;
			const struct Drive *drive = link_drives(link, k, &drives);
			for (int d = 0; d < drives; d++)
				tau[drive[d].v] = dag_add(dag, tau[drive[d].v],
				                          dag_mul(dag, drive[d].gain, link_force(link, k, &f[i])));
		}
		/* f_lambda += X^T f_i */
		if (link->parent >= 0) {
			struct Spatial out = force_out(dag, &link->at, force_out(dag, &J[i], f[i]));
			f[link->parent] = spatial_add(dag, f[link->parent], out);
		}
	}
	return f;
}

void rnea_build(struct Dag *dag, const struct Tree *tree, Ref *tau)
{
	run_passes(dag, tree, tau);
	tree_carry(dag, tree, tau);
}

/* Where the body of every joint is, in its axes. */
void reaction_build(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	const struct Spatial *f = run_passes(dag, tree, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	for (int i = 0; i < tree->joints; i++, out += 6) {
		const struct Site *site = &tree->site[tree->asked + i];
		struct Placement back = placement_inverse(dag, site->at);
		struct Spatial w = force_out(dag, &back, f[site->link]);
		for (int k = 0; k < 3; k++) {
			out[k] = w.lin.e[k];
			out[3 + k] = w.ang.e[k];
		}
	}
}
