/* Frame A seen from frame B, in spatial algebra: both frames move in the axes of the last link that carries both
 * (tree_between), and the difference is taken in the axes of B.
 *
 * With R = R_B^T R_A and p = R_B^T (p_A - p_B), the velocities (v, w) and classical accelerations (a, b) of both frames
 * at their origins, in their own axes, and e = w_B x p,
 *   dp/dt = R v_A - v_B - e                        w = R w_A - w_B
 *   d2p/dt2 = R a_A - a_B - b_B x p - w_B x e - 2 w_B x dp/dt
 *   dw/dt = R b_A - b_B - w_B x w. */
#include "textbook.h"

#include "kinematics.h"

struct Relative {
	const struct Tree *tree;
	struct Placement pose;
};

static struct Relative relative_of(struct Dag *dag, const struct Tree *whole)
{
	struct Relative r = { .tree = tree_between(whole) };
	struct Placement A = textbook_site_pose(dag, r.tree, 0), B = textbook_site_pose(dag, r.tree, 1);
	r.pose = placement_compose(dag, placement_inverse(dag, B), A);
	return r;
}

void textbook_relative_pose(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Relative r = relative_of(dag, tree);
	placement_put(&r.pose, out);
}

/* Columns of the links that carry one of the frames; `seen` is A in the last of them. */
static void add_columns(struct Dag *dag, const struct Relative *r, int frame, struct Placement seen, Ref *J)
{
	const struct Tree *tree = r->tree;
	for (int i = tree->site[tree->asked[frame]].link; i >= 0; i = tree->link[i].parent) {
		const struct Link *link = &tree->link[i];
		for (int k = 0; k < link_columns(link); k++) {
			struct Spatial S = motion_into(dag, &seen, link_subspace(dag, link, k));
			S = spatial_turn(dag, r->pose.R, S);
			if (frame)
				S = (struct Spatial){ vec_neg(S.lin), vec_neg(S.ang) };
			tree_assemble_column(dag, tree, link, k, &S, 6, J);
		}
		struct Placement X = placement_compose(dag, link->at, link_joint(dag, link));
		seen = placement_compose(dag, X, seen);
	}
}

void textbook_relative_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J)
{
	struct Relative r = relative_of(dag, tree);
	const struct Site *A = &r.tree->site[tree->asked[0]], *B = &r.tree->site[tree->asked[1]];
	dag_zeros(dag, J, 6 * tree->nv);
	add_columns(dag, &r, 0, A->at, J);
	add_columns(dag, &r, 1, placement_compose(dag, B->at, r.pose), J);
}

/* Velocity of A, and its acceleration unless `a` is NULL. */
static void relative_motion(struct Dag *dag, const struct Relative *r, struct Spatial *v, struct Spatial *a)
{
	struct Spatial v_A, a_A, v_B, a_B;
	textbook_site_motion(dag, r->tree, 0, &v_A, &a_A);
	textbook_site_motion(dag, r->tree, 1, &v_B, &a_B);
	struct Vec p = r->pose.p, e = vec_cross(dag, v_B.ang, p);
	struct Vec carried = vec_add(dag, v_B.lin, e);
	v->lin = vec_sub(dag, mat_vec(dag, r->pose.R, v_A.lin), carried);
	v->ang = vec_sub(dag, mat_vec(dag, r->pose.R, v_A.ang), v_B.ang);
	if (!a)
		return;
	struct Vec deflected = vec_cross(dag, v_B.ang, vec_add(dag, e, vec_add(dag, v->lin, v->lin)));
	struct Vec field = vec_add(dag, a_B.lin, vec_add(dag, vec_cross(dag, a_B.ang, p), deflected));
	struct Vec turned = vec_cross(dag, v_B.ang, v->ang);
	a->lin = vec_sub(dag, mat_vec(dag, r->pose.R, a_A.lin), field);
	turned = vec_add(dag, a_B.ang, turned);
	a->ang = vec_sub(dag, mat_vec(dag, r->pose.R, a_A.ang), turned);
}

void textbook_relative_velocity(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Relative r = relative_of(dag, tree);
	struct Spatial v;
	relative_motion(dag, &r, &v, NULL);
	spatial_put(&v, out);
}

void textbook_relative_acceleration(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Relative r = relative_of(dag, tree);
	struct Spatial v, a;
	relative_motion(dag, &r, &v, &a);
	spatial_put(&a, out);
}
