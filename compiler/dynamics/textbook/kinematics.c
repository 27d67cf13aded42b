/* Poses, Jacobians, velocities and accelerations of a frame, link by link in spatial algebra (Featherstone, RBDA,
 * sections 2.10 and 4.3): a motion of the link is brought to the frame and turned into the axes of the world. */
#include "textbook.h"

#include "dag/coordinate.h"

#include "dynamics/tree/pose_step.h"
#include "kinematics.h"
#include "model/line/path.h"

struct Placement textbook_site_pose(struct Dag *dag, const struct Tree *tree, int frame)
{
	const struct Site *site = &tree->site[tree->asked[frame]];
	return placement_compose(dag, link_pose(dag, tree, site->link), site->at);
}

void textbook_pose(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Placement pose = textbook_site_pose(dag, tree, 0);
	placement_put(&pose, out);
}

/* J: S of every link on the path, moved to the frame, in its axes; turned by R if R is not NULL. */
static void fill_jacobian(struct Dag *dag, const struct Tree *tree, const struct Mat *R, Ref *J)
{
	const struct Site *site = &tree->site[tree->asked[0]];
	struct Placement seen = site->at; /* the frame in the current link */
	dag_zeros(dag, J, 6 * tree->nv);
	for (int i = site->link; i >= 0; i = tree->link[i].parent) {
		const struct Link *link = &tree->link[i];
		for (int k = 0; k < link_columns(link); k++) {
			struct Spatial S = motion_into(dag, &seen, link_subspace(dag, link, k));
			if (R)
				S = spatial_turn(dag, *R, S);
			tree_assemble_column(dag, tree, link, k, &S, 6, J);
		}
		struct Placement J_i = link_joint(dag, link);
		seen = placement_compose(dag, placement_compose(dag, link->at, J_i), seen);
	}
}

void textbook_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J)
{
	struct Placement pose = textbook_site_pose(dag, tree, 0);
	fill_jacobian(dag, tree, &pose.R, J);
}

void textbook_local_jacobian(struct Dag *dag, const struct Tree *tree, Ref *J)
{
	fill_jacobian(dag, tree, NULL, J);
}

/* Velocity and spatial acceleration of the frame, in its axes, over the links on the path:
 *   v = X v_lambda + S yd and a = X a_lambda + S ydd + v x S yd (RBDA eqs. 5.7, 5.8), from a world at rest. */
static void spatial_motion(struct Dag *dag, const struct Tree *tree, int frame, struct Spatial *v, struct Spatial *a)
{
	const struct Site *site = &tree->site[tree->asked[frame]];
	int links;
	const int *path = tree_path(tree, site->link, &links);
	*v = *a = spatial_zero(dag);
	for (int n = 0; n < links; n++) {
		const struct Link *link = &tree->link[path[n]];
		struct Placement J = link_joint(dag, link);
		struct Spatial vJ = link_motion(dag, link, link->yd);
		*v = motion_through(dag, link, &J, *v);
		*v = spatial_add(dag, *v, vJ);
		*a = motion_through(dag, link, &J, *a);
		*a = spatial_add(dag, *a, link_motion(dag, link, link->ydd));
		*a = spatial_add(dag, *a, spatial_cross_motion(dag, *v, vJ));
	}
	*v = motion_into(dag, &site->at, *v);
	*a = motion_into(dag, &site->at, *a);
}

/* Classical acceleration of the origin: a + w x v (RBDA eq. 2.48). */
void textbook_site_motion(struct Dag *dag, const struct Tree *tree, int frame, struct Spatial *v, struct Spatial *a)
{
	spatial_motion(dag, tree, frame, v, a);
	a->lin = vec_add(dag, a->lin, vec_cross(dag, v->ang, v->lin));
}

/* Velocity and acceleration of the frame in the axes of the world. */
static void motion_in_world(struct Dag *dag, const struct Tree *tree, struct Spatial *v, struct Spatial *a)
{
	struct Placement pose = textbook_site_pose(dag, tree, 0);
	textbook_site_motion(dag, tree, 0, v, a);
	*v = spatial_turn(dag, pose.R, *v);
	*a = spatial_turn(dag, pose.R, *a);
}

void textbook_velocity(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Spatial v, a;
	motion_in_world(dag, tree, &v, &a);
	spatial_put(&v, out);
}

void textbook_acceleration(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Spatial v, a;
	motion_in_world(dag, tree, &v, &a);
	spatial_put(&a, out);
}

void textbook_pose_step(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	struct Placement pose = textbook_site_pose(dag, tree, 0);
	Ref *J = ARENA_ARRAY(dag->arena, Ref, 6 * tree->nv);
	fill_jacobian(dag, tree, &pose.R, J);
	pose_step(dag, tree, &pose, J, out);
}

/* Point of a strut: its position in the world, and its Jacobian (3 x nv, the first rows of J). */
static struct Vec strut_point_motion(struct Dag *dag, const struct Tree *tree, const struct Point *point, Ref *J)
{
	struct Tree own = *tree;
	struct Site site = { .link = -1, .at = placement_identity(dag) };
	struct Placement at = placement_identity(dag);
	if (point->body >= 0)
		site = tree->place[point->body];
	at.p = point->p;
	site.at = placement_compose(dag, site.at, at);
	own.site = &site;
	own.asked[0] = 0;
	textbook_jacobian(dag, &own, J);
	const struct Placement pose = textbook_site_pose(dag, &own, 0);
	for (int i = 0; i < point->ons; i++) {
		struct Vec slope;
		for (int k = 0; k < 3; k++)
			slope.e[k] = coordinate_slope(dag, point->on[i], point->p.e[k]);
		slope = mat_vec(dag, pose.R, slope);
		for (int k = 0; k < 3; k++) {
			Ref *entry = &J[k * tree->nv + point->on[i].v];
			*entry = dag_add(dag, *entry, slope.e[k]);
		}
	}
	return pose.p;
}

/* |d| and d^T (J_b - J_a) / |d| of a line, with d from end a to end b, into value[k * lines] for k from 0 to nv, and added to
 * sum[k]. A line whose ends are one point has no length. */
static void line_motion(struct Dag *dag, const struct Tree *tree, const struct Strut *strut, int which, Ref *value,
                        Ref *sum)
{
	const struct Line *line = &strut->line[which];
	int nv = tree->nv, lines = strut->lines;
	Ref *J[2];
	struct Vec end[2];
	for (int e = 0; e < 2; e++) {
		J[e] = ARENA_ARRAY(dag->arena, Ref, 6 * nv);
		end[e] = strut_point_motion(dag, tree, &line->end[e], J[e]);
	}
	struct Vec d = vec_sub(dag, end[1], end[0]);
	Ref square = vec_dot(dag, d, d);
	if (line->bent)
		square = path_choice(dag, strut, line, square, dag_const(dag, 1));
	Ref length = dag_sqrt(dag, square);
	bool none = dag_is_zero(dag, line->square);
	value[0] = none ? dag_const(dag, 0) : length;
	if (line->bent)
		value[0] = dag_add(dag, value[0], line->arc);
	sum[0] = dag_add(dag, sum[0], value[0]);
	for (int v = 0; v < nv; v++) {
		Ref rate = dag_const(dag, 0);
		for (int row = 0; row < 3 && !none; row++) {
			Ref column = dag_sub(dag, J[1][row * nv + v], J[0][row * nv + v]);
			rate = dag_add(dag, rate, dag_mul(dag, d.e[row], column));
		}
		value[(1 + v) * lines] = none ? rate : dag_div(dag, rate, length);
		sum[1 + v] = dag_add(dag, sum[1 + v], value[(1 + v) * lines]);
	}
}

/* Length and dl/dq (nv): sums over the lines of the path. */
static void strut_motion(struct Dag *dag, const struct Tree *tree, const struct Strut *strut, Ref *out)
{
	Ref *value = ARENA_ARRAY(dag->arena, Ref, (1 + tree->nv) * strut->lines);
	dag_zeros(dag, out, 1 + tree->nv);
	for (int i = 0; i < strut->lines; i++)
		line_motion(dag, tree, strut, i, value + i, out);
	for (int k = 0; k <= tree->nv && strut->varies; k++)
		out[k] = path_sum(dag, strut, value + k * strut->lines);
}

void textbook_length(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	strut_motion(dag, tree, tree->strut, out);
}

/* Length and arms of each strut, 1 + nv numbers a row. */
static Ref *struts_motion(struct Dag *dag, const struct Tree *tree)
{
	int width = 1 + tree->nv;
	Ref *all = ARENA_ARRAY(dag->arena, Ref, tree->struts->count * width);
	for (int i = 0; i < tree->struts->count; i++)
		strut_motion(dag, tree, tree->struts->item[i], all + i * width);
	return all;
}

void textbook_lengths(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	const Ref *all = struts_motion(dag, tree);
	for (int i = 0; i < tree->struts->count; i++)
		out[i] = all[i * (1 + tree->nv)];
}

void textbook_arms(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	const Ref *all = struts_motion(dag, tree);
	for (int i = 0; i < tree->struts->count; i++)
		for (int v = 0; v < tree->nv; v++)
			*out++ = all[i * (1 + tree->nv) + 1 + v];
}

void textbook_length_rates(struct Dag *dag, const struct Tree *tree, Ref *out)
{
	const Ref *all = struts_motion(dag, tree);
	for (int i = 0; i < tree->struts->count; i++) {
		const Ref *motion = all + i * (1 + tree->nv);
		out[i] = coordinate_moving_rate(dag, motion[0]);
		for (int v = 0; v < tree->nv; v++) {
			Ref qd = dag_input(dag, INPUT_QD, (uint32_t)v);
			out[i] = dag_add(dag, out[i], dag_mul(dag, motion[1 + v], qd));
		}
	}
}
