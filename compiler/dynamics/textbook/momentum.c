/* Energy, centre of mass and momentum in spatial algebra: the sums over the links, and the centroidal momentum matrix by
 * composite bodies (Orin & Goswami 2008; Featherstone, RBDA, section 2.15). */
#include "textbook.h"

#include "rnea.h"
#include "dynamics/tree/added_mass.h"

struct Sums {
	struct Dag *dag;
	const struct Tree *tree;
	struct Placement *pose; /* of each link in the world */
	struct Spatial *v;      /* of each link, in its frame */
	Ref mass;
	struct Vec moment; /* of all mass, about the world's origin */
};

static struct Sums sum_up(struct Dag *dag, const struct Tree *tree)
{
	struct Sums sums = { dag,
		             tree,
		             ARENA_ARRAY(dag->arena, struct Placement, tree->links),
		             ARENA_ARRAY(dag->arena, struct Spatial, tree->links),
		             tree->ground.m,
		             tree->ground.h };
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		struct Placement J = link_joint(dag, link), at = placement_compose(dag, link->at, J);
		bool root = link->parent < 0;
		struct Spatial before = root ? spatial_zero(dag) : sums.v[link->parent];
		sums.pose[i] = root ? at : placement_compose(dag, sums.pose[link->parent], at);
		struct Spatial vJ = link_motion(dag, link, link->yd);
		sums.v[i] = motion_through(dag, link, &J, before);
		sums.v[i] = spatial_add(dag, sums.v[i], vJ);
		struct Moments seen = moments_out(dag, &sums.pose[i], &link->mass);
		sums.mass = dag_add(dag, sums.mass, seen.m);
		sums.moment = vec_add(dag, sums.moment, seen.h);
	}
	return sums;
}

static struct Spatial momentum_of(const struct Sums *sums, int i)
{
	struct Inertia I = moments_inertia(sums->dag, &sums->tree->link[i].mass);
	return inertia_times(sums->dag, &I, sums->v[i]);
}

/* 1/2 v . I v over the links and 1/2 a qd^2 over the armatures; -m g . c and 1/2 k (q - rest)^2 over the springs. */
void textbook_energy(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Sums sums = sum_up(dag, tree);
	Ref twice = dag_const(dag, 0), kinetic, potential = dag_neg(vec_dot(dag, tree->gravity, sums.moment));
	for (int i = 0; i < tree->links; i++) {
		struct Spatial h = momentum_of(&sums, i);
		Ref turning = vec_dot(dag, sums.v[i].ang, h.ang);
		twice = dag_add(dag, twice, vec_dot(dag, sums.v[i].lin, h.lin));
		twice = dag_add(dag, twice, turning);
	}
	kinetic = dag_mul(dag, dag_const(dag, 0.5), twice);
	tree_add_terms_energy(dag, tree, &kinetic, &potential);
	out[0] = kinetic;
	out[1] = potential;
}

static struct Vec centre_of(const struct Sums *sums)
{
	return vec_scale(sums->dag, dag_over(sums->dag, 1, sums->mass), sums->moment);
}

void textbook_com(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Sums sums = sum_up(dag, tree);
	struct Vec c = centre_of(&sums);
	out[0] = sums.mass;
	for (int i = 0; i < 3; i++)
		out[1 + i] = c.e[i];
}

/* Force at the world's origin, moved to the centre of mass. */
static struct Spatial about_centre(const struct Sums *sums, struct Spatial f)
{
	bool nothing = dag_is_zero(sums->dag, sums->mass); /* the force is zero too */
	return nothing ? f : force_shift(sums->dag, vec_neg(centre_of(sums)), f);
}

void textbook_momentum(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Sums sums = sum_up(dag, tree);
	struct Spatial h = spatial_zero(dag);
	for (int i = 0; i < tree->links; i++) {
		struct Spatial own = momentum_of(&sums, i);
		h = spatial_add(dag, h, force_out(dag, &sums.pose[i], own));
	}
	h = spatial_add(dag, h, added_world_momentum(dag, tree));
	h = about_centre(&sums, h);
	spatial_put(&h, out);
}

static void body_matrix(struct Dag *dag, const struct Tree *tree, Ref *A)
{
	struct Sums sums = sum_up(dag, tree);
	struct Inertia *Ic = ARENA_ARRAY(dag->arena, struct Inertia, tree->links);
	dag_zeros(dag, A, 6 * tree->nv);
	for (int i = 0; i < tree->links; i++)
		Ic[i] = moments_inertia(dag, &tree->link[i].mass);
	for (int i = tree->links - 1; i >= 0; i--) {
		const struct Link *link = &tree->link[i];
		if (link->parent >= 0) {
			struct Placement J = link_joint(dag, link), at = placement_compose(dag, link->at, J);
			struct Inertia out = inertia_out(dag, &at, &Ic[i]);
			Ic[link->parent] = inertia_add(dag, Ic[link->parent], out);
		}
		for (int k = 0; k < link_columns(link); k++) {
			struct Spatial F = inertia_times(dag, &Ic[i], link_subspace(dag, link, k));
			F = force_out(dag, &sums.pose[i], F);
			F = about_centre(&sums, F);
			tree_assemble_column(dag, tree, link, k, &F, 6, A);
		}
	}
}

/* That of added mass too. */
static void fluid_matrix(struct Dag *dag, const struct Tree *tree, Ref *A)
{
	struct Sums sums = sum_up(dag, tree);
	added_columns(dag, tree, about_centre(&sums, added_world_momentum(dag, tree)), A);
}

void textbook_momentum_matrix(struct Dag *dag, const struct Tree *tree, Ref *A)
{
	body_matrix(dag, tree, A);
	if (tree->addeds)
		fluid_matrix(dag, tree, A);
}

/* Rows 1 to 3 of the momentum matrix of bodies, divided by the mass. */
void textbook_com_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J)
{
	Ref *A = ARENA_ARRAY(dag->arena, Ref, 6 * tree->nv);
	Ref mass = tree->ground.m;
	body_matrix(dag, tree, A);
	for (int i = 0; i < tree->links; i++)
		mass = dag_add(dag, mass, tree->link[i].mass.m);
	Ref inverse = dag_over(dag, 1, mass);
	for (int i = 0; i < 3 * tree->nv; i++)
		J[i] = dag_mul(dag, inverse, A[i]);
}

/* Rate of momentum: the wrench of the world without gravity, about the centre of mass. */
void textbook_momentum_drift(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Sums sums = sum_up(dag, tree);
	struct Spatial f = about_centre(&sums, textbook_moving_wrench(dag, tree_weightless(tree)));
	if (tree->addeds)
		f = spatial_add(dag, f, added_rate(dag, tree, about_centre(&sums, added_world_momentum(dag, tree))));
	spatial_put(&f, out);
}

void textbook_com_drift(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Sums sums = sum_up(dag, tree);
	struct Spatial f = textbook_moving_wrench(dag, tree_weightless(tree));
	struct Vec a = vec_scale(dag, dag_over(dag, 1, sums.mass), f.lin);
	for (int i = 0; i < 3; i++)
		out[i] = a.e[i];
}
