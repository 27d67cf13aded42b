/* Energy, centre of mass and momentum over the canonical tree, in the working frames of the links (transform.h).
 * Moments may be regrouped: a mass handed to the parent has the same motion with both links. Masses handed to the
 * world (tree->ground) are at rest; their first moment counts for the centre and the potential.
 *
 * Kinetic energy. With the velocity v of the origin, the first moment h and D = int r r^T dm,
 *   T = 1/2 int |v + w x r|^2 dm = 1/2 m v . v + v . (w x h) + 1/2 w . (tr(D) 1 - D) w,
 * whose last term is a form in the six products of w.
 *
 * Columns of momentum. A unit rate of a joint moves the composite beyond it: F = I_c S, the (force-like) momentum at
 * the link's origin, is carried to the world like a wrench. About the centre of mass it is F - c x f.
 *
 * Drift. The rate of momentum is the wrench that moves the links. Without gravity, external wrenches and joint
 * accelerations, Newton-Euler (rnea.c) gives it as the wrenches on the links that the world carries. */
#include "customized.h"

#include "rnea.h"
#include "transform.h"
#include "dynamics/tree/added_mass.h"

struct MomentumPass {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	Ref mass;
	struct Moments *sum;  /* composite of each link, in its working frame: m and h; D on request */
	struct Moments world; /* of all links */
};

static void scale_moments(struct Dag *dag, Ref by, struct Moments *mass)
{
	mass->m = dag_mul(dag, by, mass->m);
	mass->h = vec_scale(dag, by, mass->h);
}

/* Composites, up to the world; `by_mass`: divided by the total mass; `second`: with second moments. */
static struct MomentumPass gather(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                  bool by_mass, bool second)
{
	struct MomentumPass c = { .dag = dag, .tree = tree, .world = tree->ground };
	c.transform = transforms_make(dag, tree, options, 1);
	c.sum = ARENA_ARRAY(dag->arena, struct Moments, tree->links);
	c.mass = tree->ground.m;
	for (int i = 0; i < tree->links; i++)
		c.mass = dag_add(dag, c.mass, tree->link[i].mass.m);
	Ref by = by_mass ? dag_over(dag, 1, c.mass) : dag_const(dag, 1);
	if (!second)
		c.world.D = mat_zero(dag);
	scale_moments(dag, by, &c.world);
	for (int i = 0; i < tree->links; i++) {
		c.sum[i] = c.transform[i].mass;
		if (!second)
			c.sum[i].D = mat_zero(dag);
		scale_moments(dag, by, &c.sum[i]);
	}
	for (int i = tree->links - 1; i >= 0; i--) {
		vec_label(dag, c.sum[i].h, "h", i);
		struct Moments *onto = tree->link[i].parent < 0 ? &c.world : &c.sum[tree->link[i].parent];
		*onto = moments_add(dag, *onto, to_parent_moments(dag, &c.transform[i], &tree->link[i], c.sum[i]));
	}
	return c;
}

/* --- velocities --- */

/* Velocity of each link, in its working frame at its origin. */
static struct Spatial *link_velocities(struct Dag *dag, const struct Tree *tree, const struct LinkTransform *transform)
{
	struct Spatial *v = ARENA_ARRAY(dag->arena, struct Spatial, tree->links);
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		v[i] = link->parent < 0 ? spatial_zero(dag) : v[link->parent];
		v[i] = to_child_motion(dag, &transform[i], link, v[i]);
		v[i] = spatial_add(dag, v[i], link_motion(dag, link, link->yd));
		spatial_label(dag, &v[i], "v", "w", i);
	}
	return v;
}

/* 1/2 w . (tr(D) 1 - D) w */
static Ref turning_energy(struct Dag *dag, const struct Mat *D, struct Vec w)
{
	Ref half = dag_const(dag, 0.5), sum = dag_const(dag, 0);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref inertia = dag_mul(dag, half, dag_add(dag, D->e[j][j], D->e[k][k]));
		Ref square = dag_mul(dag, w.e[i], w.e[i]), product = dag_mul(dag, w.e[j], w.e[k]);
		sum = dag_add(dag, sum, dag_mul(dag, inertia, square));
		sum = dag_sub(dag, sum, dag_mul(dag, D->e[j][k], product));
	}
	return sum;
}

static Ref link_energy(struct Dag *dag, const struct Moments *mass, const struct Spatial *v)
{
	Ref half_mass = dag_mul(dag, dag_const(dag, 0.5), mass->m), sum = turning_energy(dag, &mass->D, v->ang);
	if (!dag_is_zero(dag, half_mass))
		sum = dag_add(dag, sum, dag_mul(dag, half_mass, vec_dot(dag, v->lin, v->lin)));
	struct Vec swept = vec_cross(dag, v->ang, mass->h);
	return dag_add(dag, sum, vec_dot(dag, v->lin, swept));
}

void customized_energy(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct MomentumPass c = gather(dag, tree, options, false, false);
	const struct Spatial *v = link_velocities(dag, tree, c.transform);
	Ref kinetic = dag_const(dag, 0), potential = dag_neg(vec_dot(dag, tree->gravity, c.world.h));
	for (int i = 0; i < tree->links; i++)
		kinetic = dag_add(dag, kinetic, link_energy(dag, &c.transform[i].mass, &v[i]));
	tree_add_terms_energy(dag, tree, &kinetic, &potential);
	out[0] = kinetic;
	out[1] = potential;
}

/* --- the centre --- */

void customized_com(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct MomentumPass c = gather(dag, tree, options, true, false);
	out[0] = c.mass;
	for (int i = 0; i < 3; i++)
		out[1 + i] = c.world.h.e[i];
}

/* Poses of the links for carrying columns to the world, or NULL for shallow trees: then columns go from link to link.
 * All columns share the poses. A column costs 6 operations for each link on its way, or 9 by the pose of its own link.
 * A pose costs 18 once. (With moments it is 20 for each link, or 42.) */
static struct Placement *poses_if_deep(struct Dag *dag, const struct Tree *tree, const struct LinkTransform *transform)
{
	long steps = 0, columns = 0;
	int *depth = ARENA_ARRAY(dag->arena, int, tree->links);
	for (int i = 0; i < tree->links; i++) {
		depth[i] = 1 + (tree->link[i].parent < 0 ? 0 : depth[tree->link[i].parent]);
		columns += link_columns(&tree->link[i]);
		steps += (long)depth[i] * link_columns(&tree->link[i]);
	}
	if (6 * steps <= 18L * tree->links + 9 * columns)
		return NULL;
	struct Placement *pose = ARENA_ARRAY(dag->arena, struct Placement, tree->links);
	for (int i = 0; i < tree->links; i++) {
		int parent = tree->link[i].parent;
		struct Placement before = parent < 0 ? placement_identity(dag) : pose[parent];
		struct Vec step;
		transform_to_world(dag, &transform[i], &tree->link[i], before.R, &pose[i].R, &step);
		pose[i].p = vec_add(dag, before.p, step);
	}
	return pose;
}

/* Momentum at a link's origin, moved to the world's origin. */
static struct Spatial carry_down(const struct MomentumPass *c, const struct Placement *pose, int i, struct Spatial F)
{
	struct Dag *dag = c->dag;
	if (!pose) {
		for (; i >= 0; i = c->tree->link[i].parent)
			F = to_parent_force(dag, &c->transform[i], &c->tree->link[i], F);
		return F;
	}
	return force_shift(dag, pose[i].p, spatial_turn(dag, pose[i].R, F));
}

static struct Spatial about_centre(struct Dag *dag, const struct MomentumPass *c, struct Spatial F)
{
	if (dag_is_zero(dag, c->mass)) /* the linear part is zero too: the moment is the same about any point */
		return F;
	struct Vec centre = vec_scale(dag, dag_over(dag, 1, c->mass), c->world.h);
	return force_shift(dag, vec_neg(centre), F);
}

/* Columns of momentum, carried to the world: 6 rows about the centre of mass, or 3 rows of linear momentum. */
static void put_columns(const struct MomentumPass *c, int rows, Ref *out)
{
	struct Dag *dag = c->dag;
	const struct Tree *tree = c->tree;
	const struct Placement *pose = poses_if_deep(dag, tree, c->transform);
	dag_zeros(dag, out, rows * tree->nv);
	for (int i = 0; i < tree->links; i++)
		for (int k = 0; k < link_columns(&tree->link[i]); k++) {
			struct Spatial F = moments_force(dag, &c->sum[i], link_row(&tree->link[i], k));
			F = carry_down(c, pose, i, F);
			if (rows == 6)
				F = about_centre(dag, c, F);
			tree_assemble_column(dag, tree, &tree->link[i], k, &F, rows, out);
		}
}

void customized_com_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *J)
{
	struct MomentumPass c = gather(dag, tree, options, true, false);
	put_columns(&c, 3, J);
}

/* --- momentum --- */

/* m v + w x h and (tr(D) 1 - D) w + h x v */
static struct Spatial link_momentum(struct Dag *dag, const struct Moments *mass, const struct Spatial *v)
{
	struct Spatial F;
	struct Vec swept = vec_cross(dag, v->ang, mass->h);
	F.lin = vec_add(dag, vec_scale(dag, mass->m, v->lin), swept);
	struct Vec moment = vec_cross(dag, mass->h, v->lin);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref inertia = dag_add(dag, mass->D.e[j][j], mass->D.e[k][k]);
		F.ang.e[i] = dag_mul(dag, inertia, v->ang.e[i]);
		F.ang.e[i] = dag_sub(dag, F.ang.e[i], dag_mul(dag, mass->D.e[i][j], v->ang.e[j]));
		F.ang.e[i] = dag_sub(dag, F.ang.e[i], dag_mul(dag, mass->D.e[i][k], v->ang.e[k]));
		F.ang.e[i] = dag_add(dag, F.ang.e[i], moment.e[i]);
	}
	return F;
}

void customized_momentum(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct MomentumPass c = gather(dag, tree, options, false, false);
	const struct Spatial *v = link_velocities(dag, tree, c.transform);
	struct Spatial *F = ARENA_ARRAY(dag->arena, struct Spatial, tree->links), all = spatial_zero(dag);
	for (int i = 0; i < tree->links; i++)
		F[i] = link_momentum(dag, &c.transform[i].mass, &v[i]);
	for (int i = tree->links - 1; i >= 0; i--) {
		struct Spatial *onto = tree->link[i].parent < 0 ? &all : &F[tree->link[i].parent];
		*onto = spatial_add(dag, *onto, to_parent_force(dag, &c.transform[i], &tree->link[i], F[i]));
	}
	all = spatial_add(dag, all, added_world_momentum(dag, tree));
	all = about_centre(dag, &c, all);
	spatial_put(&all, out);
}

void customized_momentum_matrix(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *A)
{
	struct MomentumPass c = gather(dag, tree, options, false, true);
	put_columns(&c, 6, A);
	if (tree->addeds)
		added_columns(dag, tree, about_centre(dag, &c, added_world_momentum(dag, tree)), A);
}

/* --- drift --- */

/* Wrench of the world on all links, about the origin of the world; its force is that of masses multiplied by `by`. */
static struct Spatial moving_wrench(struct Dag *dag, const struct Tree *whole, const struct BuildOptions *options,
                                    Ref by)
{
	struct Tree *tree = tree_weightless(whole);
	struct Plan metric = *options->plan;
	struct BuildOptions own = *options;
	metric.unit_length = metric.unit_force = 0;
	own.plan = &metric;
	for (int i = 0; i < tree->links; i++)
		scale_moments(dag, by, &tree->link[i].mass);
	struct Loads loads = rnea_wrenches(dag, tree, &own, ARENA_ARRAY(dag->arena, Ref, tree->nv));
	struct Spatial all = spatial_zero(dag);
	for (int i = 0; i < tree->links; i++)
		if (tree->link[i].parent < 0)
			all = spatial_add(dag, all,
			                  to_parent_force(dag, &loads.transform[i], &tree->link[i], loads.f[i]));
	return all;
}

void customized_momentum_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct MomentumPass c = gather(dag, tree, options, false, false);
	struct Spatial f = about_centre(dag, &c, moving_wrench(dag, tree, options, dag_const(dag, 1)));
	if (tree->addeds) {
		struct Spatial fluid = about_centre(dag, &c, added_world_momentum(dag, tree));
		f = spatial_add(dag, f, added_rate(dag, tree, fluid));
	}
	spatial_put(&f, out);
}

void customized_com_drift(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *out)
{
	struct MomentumPass c = gather(dag, tree, options, false, false);
	struct Vec a = moving_wrench(dag, tree, options, dag_over(dag, 1, c.mass)).lin;
	for (int i = 0; i < 3; i++)
		out[i] = a.e[i];
}
