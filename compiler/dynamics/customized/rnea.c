/* Inverse dynamics by the recursive Newton-Euler algorithm in three dimensions over the canonical tree (Luh, Walker &
 * Paul 1980; Khalil & Dombre, ch. 9). The variables are the angular velocity w, its derivative wd and the classical
 * acceleration V of each frame's origin, less gravity. There is no linear velocity.
 *
 * Acceleration field. A point r of a body accelerates by V + U r, where
 *   U = [wd x] + [w x]^2 = [wd x] + w w^T - (w . w) 1,
 * so one matrix serves the offset to the next joint and the mass. Over the mass, with the first moment h = int r dm
 * and the second moment D = int r r^T dm,
 *   F = int V + U r dm        = m V + U h
 *   N = int r x (V + U r) dm  = h x V + vee(U D - (U D)^T).
 *
 * Column of the axis. For a joint that turns about the unit vector k, w' = w + qd k and wd' = wd + qdd k + w x qd k,
 * so
 *   U' k = wd' x k + w' x (w' x k)
 *        = wd x k + qd (w x k) x k + w x (w x k) + qd k x (w x k) = U k:
 * the joint moves no point of its axis, so parent and child share the column of U along the axis. The child takes the
 * column and computes wd from it. With i, j, k the axes in turn, the entries of U are
 *   U_ik = w_i w_k + wd_j    U_jk = w_j w_k - wd_i    U_ij = w_i w_j - wd_k
 *   U_ki = w_i w_k - wd_j    U_kj = w_j w_k + wd_i    U_ji = w_i w_j + wd_k
 *   U_kk = w_k^2 - w . w     U_jj = w_j^2 - w . w,  so  U_jj = U_kk - (w_k^2 - w_j^2).
 *
 * Units. A length L and a factor P may be chosen so that an offset, gravity or a mass becomes 1 and its multiplication
 * vanishes. In the outward pass lengths are measured in L; in the inward pass forces are multiplied by P:
 *   V = L V',  p = L p':  V' + U p'  is  (V + U p) / L
 *   f = P F = (L P m) V' + U (P h),  N = vee(...) + (L h) x V'
 *   (p / P) x f  is  p x F.
 * Angles and moments stay in SI; the force of a sliding joint is f / P. tau is the same for every L and P. */
#include "rnea.h"

#include "customized.h"
#include "dynamics/tree/followed_point.h"

struct NewtonEuler {
	struct Dag *dag;
	const struct Tree *tree;
	const struct LinkTransform *transform;
	struct Motion3 *motion;
	struct Spatial *f;
	double length, force; /* L and P */
	bool column;
};

static Ref square(struct Dag *dag, Ref a)
{
	return dag_mul(dag, a, a);
}

static void subtract_diagonal(struct Dag *dag, struct Motion3 *m)
{
	for (int i = 0; i < 3; i++)
		m->above[i] = dag_sub(dag, m->U.e[(i + 2) % 3][(i + 2) % 3], m->U.e[(i + 1) % 3][(i + 1) % 3]);
}

/* Field U from w and wd. */
static void whole_field(struct Dag *dag, struct Motion3 *m)
{
	for (int i = 0; i < 3; i++) {
		mat_put_field(dag, i, m->w, m->wd, &m->U);
		Ref yy = square(dag, m->w.e[(i + 1) % 3]), zz = square(dag, m->w.e[(i + 2) % 3]);
		m->above[i] = dag_sub(dag, zz, yy); /* -(xx + yy) + (xx + zz) */
	}
}

/* Field U from w, its column along axis k, and wd_k; then wd from U. */
static void field_of_column(struct Dag *dag, struct Motion3 *m, int k, struct Vec column)
{
	int i = (k + 1) % 3, j = (k + 2) % 3;
	Ref ik = dag_mul(dag, m->w.e[i], m->w.e[k]), jk = dag_mul(dag, m->w.e[j], m->w.e[k]);
	Ref ij = dag_mul(dag, m->w.e[i], m->w.e[j]), jj = square(dag, m->w.e[j]), kk = square(dag, m->w.e[k]);
	Ref e = dag_sub(dag, kk, jj);
	mat_set_column(&m->U, k, column);
	m->wd.e[j] = dag_sub(dag, column.e[i], ik);
	m->wd.e[i] = dag_sub(dag, jk, column.e[j]);
	m->U.e[k][i] = dag_sub(dag, ik, m->wd.e[j]);
	m->U.e[k][j] = dag_add(dag, jk, m->wd.e[i]);
	m->U.e[i][j] = dag_sub(dag, ij, m->wd.e[k]);
	m->U.e[j][i] = dag_add(dag, ij, m->wd.e[k]);
	m->U.e[i][i] = dag_neg(dag_add(dag, jj, kk));
	m->U.e[j][j] = dag_sub(dag, column.e[k], e);
	subtract_diagonal(dag, m);
	m->above[i] = e;
}

/* Is every entry 0, 1 or -1, so that the matrix only exchanges axes? */
static bool exchanges(const struct Dag *dag, const struct Mat *R)
{
	for (int i = 0; i < 9; i++)
		if (!dag_is_zero(dag, R->e[i / 3][i % 3]) && !dag_is(dag, R->e[i / 3][i % 3], 1) &&
		    !dag_is(dag, R->e[i / 3][i % 3], -1))
			return false;
	return true;
}

/* Field U of a link that does not turn relative to its parent. */
static void carried_field(struct NewtonEuler *n, struct Motion3 *m, const struct LinkTransform *transform,
                          const struct Motion3 *before)
{
	bool free_of_charge = true;
	m->U = before->U;
	for (int i = 0; i < transform->turns; i++)
		free_of_charge &= exchanges(n->dag, &transform->turn[i]);
	for (int i = 0; i < transform->turns && free_of_charge; i++)
		m->U = mat_mul(n->dag, mat_mul(n->dag, mat_transpose(transform->turn[i]), m->U), transform->turn[i]);
	if (free_of_charge)
		subtract_diagonal(n->dag, m);
	else
		whole_field(n->dag, m);
}

/* Is the vector a coordinate axis, except for a tilt as small as rounding? Then the parent has the column along it. */
static bool lies_along(const struct Dag *dag, struct Vec axis)
{
	for (int i = 0; i < 3; i++)
		if (dag_is(dag, axis.e[i], 1) || dag_is(dag, axis.e[i], -1))
			return true;
	return false;
}

bool rnea_carries(struct Dag *dag, const struct LinkTransform *transform, const struct Link *link)
{
	return lies_along(dag, to_parent_axes(dag, transform, vec_unit(dag, link->axis)));
}

static void rotate(struct NewtonEuler *n, int i, const struct Motion3 *before)
{
	struct Dag *dag = n->dag;
	const struct Link *link = &n->tree->link[i];
	const struct LinkTransform *transform = &n->transform[i];
	struct Motion3 *m = &n->motion[i];
	int k = link->axis;
	struct Vec rate = vec_along(dag, k, link->yd[0]), axis = to_parent_axes(dag, transform, vec_unit(dag, k));
	if (n->column && rnea_carries(dag, transform, link)) {
		m->w = vec_add(dag, m->w, rate);
		m->wd.e[k] = dag_add(dag, vec_dot(dag, axis, before->wd), link->ydd[0]);
		field_of_column(dag, m, k, to_child_axes(dag, transform, mat_vec(dag, before->U, axis)));
	} else {
		struct Vec swept = vec_cross(dag, m->w, rate);
		m->wd = vec_add(dag, to_child_axes(dag, transform, before->wd), swept);
		m->wd.e[k] = dag_add(dag, m->wd.e[k], link->ydd[0]);
		m->w = vec_add(dag, m->w, rate);
		whole_field(dag, m);
	}
	m->V = vec_add(dag, m->V, vec_scale(dag, transform->d, mat_column(&m->U, k)));
}

/* Sliding link: y is in the offset along the axis, and V gains 2 w x (yd k) + ydd k. */
static void slide(struct NewtonEuler *n, int i, const struct Motion3 *before)
{
	struct Dag *dag = n->dag;
	const struct Link *link = &n->tree->link[i];
	struct Motion3 *m = &n->motion[i];
	int k = link->axis;
	m->wd = to_child_axes(dag, &n->transform[i], before->wd);
	carried_field(n, m, &n->transform[i], before);
	Ref per_length = dag_const(dag, 1 / n->length);
	Ref rate = dag_mul(dag, per_length, link->yd[0]), gain = dag_mul(dag, per_length, link->ydd[0]);
	Ref twice = dag_mul(dag, dag_const(dag, 2), rate);
	m->V = vec_add(dag, m->V, vec_scale(dag, n->transform[i].d, mat_column(&m->U, k)));
	m->V = vec_add(dag, m->V, vec_cross(dag, m->w, vec_along(dag, k, twice)));
	m->V.e[k] = dag_add(dag, m->V.e[k], gain);
}

/* Quaternion joint: the link turns relative to its parent by w_J and moves by v in its own axes,
 *   w = w_p + w_J,  wd = wd_p + wd_J + w_p x w_J,  V = V_p + ... + vd + (2 w_p + w_J) x v. */
static void quaternion_joint(struct NewtonEuler *n, int i, const struct Motion3 *before)
{
	struct Dag *dag = n->dag;
	const struct Link *link = &n->tree->link[i];
	struct Motion3 *m = &n->motion[i];
	int first = link->motion == LINK_FREE ? 3 : 0;
	const Ref *yd = link->yd, *ydd = link->ydd;
	struct Vec turning = { { yd[first], yd[first + 1], yd[first + 2] } };
	struct Vec gain = { { ydd[first], ydd[first + 1], ydd[first + 2] } };
	struct Vec parent = m->w;
	m->w = vec_add(dag, parent, turning);
	struct Vec swept = vec_cross(dag, parent, turning);
	m->wd = vec_add(dag, vec_add(dag, to_child_axes(dag, &n->transform[i], before->wd), gain), swept);
	whole_field(dag, m);
	if (link->motion != LINK_FREE)
		return;
	Ref per_length = dag_const(dag, 1 / n->length);
	struct Vec v = vec_scale(dag, per_length, (struct Vec){ { yd[0], yd[1], yd[2] } });
	struct Vec vd = vec_scale(dag, per_length, (struct Vec){ { ydd[0], ydd[1], ydd[2] } });
	m->V = vec_add(dag, m->V, vec_add(dag, vd, vec_cross(dag, vec_add(dag, m->w, parent), v)));
}

static void label_motion(struct Dag *dag, const struct Motion3 *m, int link)
{
	vec_label(dag, m->w, "w", link);
	vec_label(dag, m->wd, "wd", link);
	vec_label(dag, m->V, "a", link);
	mat_label(dag, &m->U, "U", link);
}

struct Motion3 rnea_rest(struct Dag *dag, const struct Tree *tree, double length)
{
	struct Vec zero = vec_const(dag, 0, 0, 0);
	struct Vec up = vec_scale(dag, dag_const(dag, -1 / length), tree->gravity);
	Ref none = dag_const(dag, 0);
	return (struct Motion3){ .w = zero, .wd = zero, .V = up, .U = mat_zero(dag), .above = { none, none, none } };
}

static void move(struct NewtonEuler *n, int i)
{
	struct Dag *dag = n->dag;
	const struct Link *link = &n->tree->link[i];
	const struct LinkTransform *transform = &n->transform[i];
	struct Motion3 rest = rnea_rest(dag, n->tree, n->length);
	const struct Motion3 *before = link->parent < 0 ? &rest : &n->motion[link->parent];
	struct Motion3 *m = &n->motion[i];
	m->w = to_child_axes(dag, transform, before->w);
	m->V = to_child_axes(dag, transform, vec_add(dag, before->V, mat_vec(dag, before->U, transform->p)));
	switch (link->motion) {
	case LINK_ROTATE: rotate(n, i, before); break;
	case LINK_TRANSLATE: slide(n, i, before); break;
	case LINK_SPHERICAL:
	case LINK_FREE: quaternion_joint(n, i, before); break;
	}
	label_motion(dag, m, i);
}

/* Wrench that moves a link, less the external wrench. Entry i of N is
 *   (U D)_kj - (U D)_jk = D_jj U_kj - D_kk U_jk + D_ij U_ki - D_ki U_ji + D_jk (U_kk - U_jj). */
struct Spatial rnea_load(struct Dag *dag, const struct Plan *plan, const struct Moments *mass,
                         const struct Spatial *f_ext, const struct Motion3 *m)
{
	const struct Mat *U = &m->U, *D = &mass->D;
	double by_length = plan_length(plan), by_force = plan_force(plan);
	struct Spatial f;
	Ref force = dag_const(dag, by_force), length = dag_const(dag, by_length);
	Ref mass_force = dag_mul(dag, dag_const(dag, by_length * by_force), mass->m);
	struct Vec Uh = mat_vec(dag, *U, vec_scale(dag, force, mass->h));
	f.lin = vec_add(dag, vec_scale(dag, mass_force, m->V), Uh);
	struct Vec turned = vec_cross(dag, vec_scale(dag, length, mass->h), m->V);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref sum = dag_sub_products(dag, D->e[j][j], U->e[k][j], D->e[k][k], U->e[j][k]);
		sum = dag_add(dag, sum, dag_mul(dag, D->e[i][j], U->e[k][i]));
		sum = dag_sub(dag, sum, dag_mul(dag, D->e[k][i], U->e[j][i]));
		sum = dag_add(dag, sum, dag_mul(dag, D->e[j][k], m->above[i]));
		f.ang.e[i] = dag_add(dag, sum, turned.e[i]);
	}
	f.lin = vec_sub(dag, f.lin, vec_scale(dag, force, f_ext->lin));
	f.ang = vec_sub(dag, f.ang, f_ext->ang);
	return f;
}

/* tau_y = S^T f, tau += G^T tau_y. */
static void project(struct Dag *dag, const struct Link *link, const struct Spatial *f, const struct Vec *weight,
                    double force, Ref *tau)
{
	for (int k = 0; k < link_columns(link); k++) {
		if (weight && link_meets_no_weight(dag, link, k, *weight))
			continue;
		Ref along = link_force(link, k, f);
		if (link_row(link, k) < 3)
			along = dag_mul(dag, dag_const(dag, 1 / force), along);
		tree_assemble_force(dag, link, k, along, tau);
	}
}

static struct NewtonEuler rnea_of(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	double length = plan_length(options->plan);
	return (struct NewtonEuler){
		.dag = dag,
		.tree = tree,
		.column = options->column,
		.transform = transforms_make(dag, tree, options, length),
		.motion = ARENA_ARRAY(dag->arena, struct Motion3, tree->links),
		.f = ARENA_ARRAY(dag->arena, struct Spatial, tree->links),
		.length = length,
		.force = plan_force(options->plan),
	};
}

const struct Motion3 *rnea_motions(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct NewtonEuler n = rnea_of(dag, tree, options);
	for (int i = 0; i < tree->links; i++)
		move(&n, i);
	return n.motion;
}

struct Motion3 rnea_seen(struct Dag *dag, const struct Motion3 *link, const struct Placement *at)
{
	struct Motion3 m = { .w = mat_tvec(dag, at->R, link->w) };
	if (placement_is_identity(dag, *at))
		return *link;
	m.wd = mat_tvec(dag, at->R, link->wd);
	struct Vec offset = mat_vec(dag, link->U, at->p);
	m.V = mat_tvec(dag, at->R, vec_add(dag, link->V, offset));
	whole_field(dag, &m);
	return m;
}

static struct Loads loads_of(struct NewtonEuler *n, const struct BuildOptions *options)
{
	const struct LinkTransform *transform =
		n->force == n->length ? n->transform : transforms_make(n->dag, n->tree, options, n->force);
	return (struct Loads){ transform, n->f, n->motion };
}

static void load(struct NewtonEuler *n, const struct Plan *plan, int i)
{
	n->f[i] = rnea_load(n->dag, plan, &n->transform[i].mass, &n->transform[i].f_ext, &n->motion[i]);
}

struct Loads rnea_loads(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options)
{
	struct NewtonEuler n = rnea_of(dag, tree, options);
	struct Loads loads = loads_of(&n, options);
	for (int i = 0; i < tree->links; i++) {
		move(&n, i);
		load(&n, options->plan, i);
	}
	return loads;
}

/* --- from a link that stands to the base --- */

/* Field U of a parent: from its column along the joint's axis, if that is an axis of the parent. */
static void field_of_child(struct NewtonEuler *n, struct Motion3 *m, const struct LinkTransform *transform,
                           const struct Link *link, const struct Motion3 *child)
{
	struct Dag *dag = n->dag;
	struct Vec axis = to_parent_axes(dag, transform, vec_unit(dag, link->axis));
	struct Vec column = to_parent_axes(dag, transform, mat_column(&child->U, link->axis));
	for (int k = 0; k < 3 && n->column && link->motion == LINK_ROTATE; k++)
		if (dag_is(dag, axis.e[k], 1) || dag_is(dag, axis.e[k], -1)) {
			field_of_column(dag, m, k, vec_scale(dag, axis.e[k], column));
			return;
		}
	whole_field(dag, m);
}

/* Accelerations of the parent from those of link i: the inverse of rotate() and slide(). Rates are known. */
static void move_parent(struct NewtonEuler *n, int i)
{
	struct Dag *dag = n->dag;
	const struct Link *link = &n->tree->link[i];
	const struct LinkTransform *transform = &n->transform[i];
	const struct Motion3 *child = &n->motion[i];
	struct Motion3 *m = &n->motion[link->parent];
	struct Vec wd = child->wd;
	struct Vec V = vec_sub(dag, child->V, vec_scale(dag, transform->d, mat_column(&child->U, link->axis)));
	if (link->motion == LINK_ROTATE) {
		wd = vec_sub(dag, wd, vec_cross(dag, child->w, vec_along(dag, link->axis, link->yd[0])));
	} else {
		Ref twice = dag_mul(dag, dag_const(dag, 2 / n->length), link->yd[0]);
		V = vec_sub(dag, V, vec_cross(dag, child->w, vec_along(dag, link->axis, twice)));
	}
	m->wd = to_parent_axes(dag, transform, wd);
	field_of_child(n, m, transform, link, child);
	struct Vec field = mat_vec(dag, m->U, transform->p);
	m->V = vec_sub(dag, to_parent_axes(dag, transform, V), field);
}

/* Motion of a link in which a point has only weight. */
static void stand(struct NewtonEuler *n, const int *path, int links, struct Vec point)
{
	struct Dag *dag = n->dag;
	int i = path[links - 1];
	struct Motion3 *m = &n->motion[i];
	struct Vec up = rnea_rest(dag, n->tree, n->length).V;
	for (int k = 0; k < links; k++)
		up = to_child_axes(dag, &n->transform[path[k]], up);
	m->wd = vec_const(dag, 0, 0, 0);
	whole_field(dag, m);
	point = to_working_axes(dag, &n->transform[i], point);
	point = vec_scale(dag, dag_const(dag, 1 / n->length), point);
	m->V = vec_sub(dag, up, mat_vec(dag, m->U, point));
}

struct Loads rnea_loads_standing(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                 const int *path, int links, struct Vec point, struct Spatial *base)
{
	struct NewtonEuler n = rnea_of(dag, tree, options);
	bool *on_path = ARENA_ARRAY(dag->arena, bool, tree->links);
	for (int k = 0; k < links; k++) {
		move(&n, path[k]);
		on_path[path[k]] = true;
	}
	struct Vec V = n.motion[path[0]].V;
	stand(&n, path, links, point);
	for (int k = links - 1; k > 0; k--)
		move_parent(&n, path[k]);
	for (int k = 0; k < links; k++)
		label_motion(dag, &n.motion[path[k]], path[k]);
	struct Vec gained = vec_sub(dag, n.motion[path[0]].V, V);
	base->lin = vec_scale(dag, dag_const(dag, n.length), gained);
	base->ang = n.motion[path[0]].wd;
	for (int i = 0; i < tree->links; i++) {
		if (!on_path[i])
			move(&n, i);
		load(&n, options->plan, i);
	}
	return loads_of(&n, options);
}

struct Loads rnea_wrenches(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau)
{
	struct Loads loads = rnea_loads(dag, tree, options);
	bool rest = tree_at_rest(tree);
	const struct Tree *wide = tree_by_points(tree);
	Ref *along = ARENA_ARRAY(dag->arena, Ref, wide->nv);
	dag_zeros(dag, along, wide->nv);
	for (int i = tree->links - 1; i >= 0; i--) {
		struct Spatial *f = &loads.f[i];
		spatial_label(dag, f, "f", "n", i);
		project(dag, &wide->link[i], f, rest ? &loads.motion[i].V : NULL, plan_force(options->plan), along);
		if (tree->link[i].parent >= 0) { /* f_lambda += f_i */
			struct Spatial *onto = &loads.f[tree->link[i].parent];
			*onto = spatial_add(dag, *onto, to_parent_force(dag, &loads.transform[i], &tree->link[i], *f));
		}
	}
	tree_fold_forces(dag, tree, along, tau);
	return loads;
}

void customized_rnea(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *tau)
{
	rnea_wrenches(dag, tree, options, tau);
	tree_add_terms(dag, tree, tau);
}
