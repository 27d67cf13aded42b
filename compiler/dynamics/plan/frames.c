/* Canonical link frames: tau and M do not depend on the links' own frames, so the frames are chosen for many zeros. z
 * is along the joint axis, x along the common normal to the axis of one child (modified Denavit and Hartenberg in a
 * tree; Khalil & Kleinfinger 1986). Frame j in its parent's frame is
 *   Rz(gamma) Tz(b) Rx(alpha) Tx(a) Rz(theta0 + q) Tz(d),
 * with gamma = b = 0 for that child. Constant rotations vanish into theta0 and into the moments. Spherical and free
 * links keep their frames. The geometry is numeric and its results are constants. Offsets from parameters are added at
 * the end, so the frames are chosen as if these offsets were zero.
 *
 * The angles follow from the rotation R of the joint at q = 0, R = Rz(gamma) Rx(alpha) Rz(theta0). Its last column is
 * the axis,
 *   u = (sin gamma sin alpha, -cos gamma sin alpha, cos alpha),
 * so with s = hypot(u_x, u_y) = sin alpha >= 0
 *   sin gamma = u_x / s,  cos gamma = -u_y / s.
 * The first row of Rz(-gamma) R is the first row of Rx(alpha) Rz(theta0), (cos theta0, -sin theta0, 0):
 *   cos theta0 =   cos gamma R_xx + sin gamma R_yx
 *   sin theta0 = -(cos gamma R_xy + sin gamma R_yy).
 * Parallel axes (s = 0) determine only gamma + theta0, opposite axes only the difference; gamma is set to 0.
 *
 * The common normal of z and another axis, through p along u, has the direction z x u = (-u_y, u_x, 0). Its foot on
 * that axis is p + t u, the point nearest to z:
 *   t = -(p_x u_x + p_y u_y) / s^2. */
#include "frames.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/pose.h"

/* Tolerances: `exactly` for parallel or perpendicular axes. Between `exactly` and `nearly` the common normal would be
 * far away. */
static const double exactly = 1e-14, nearly = 0.02;

struct Framing {
	struct Dag *dag;
	struct Tree *tree;
	const struct Plan *plan;
	int *size;          /* links of the subtree */
	int *child;         /* the main child, to which x points; -1: none */
	struct Pose *at;    /* of the joint, before the choice */
	struct Pose *moved; /* the new frame in the old one */
	struct Vec *given;  /* the joint's offset from parameters, in the parent's old axes */
	double reach;       /* farthest move for a zero: inertias grow with the square of the distance */
};

/* Turns a frame about its own z. */
static void turn_about_z(struct Pose *a, double angle)
{
	double c = elementary_cos(angle), s = elementary_sin(angle);
	for (int i = 0; i < 3; i++) {
		double x = a->R[i][0], y = a->R[i][1];
		a->R[i][0] = c * x + s * y;
		a->R[i][1] = c * y - s * x;
	}
}

/* Constant part of a placement: offsets from parameters count as 0. */
static struct Pose pose_of(const struct Dag *dag, const struct Placement *placement)
{
	struct Pose pose;
	for (int i = 0; i < 3; i++) {
		pose.p[i] = dag_is_const(dag, placement->p.e[i]) ? dag_value(dag, placement->p.e[i]) : 0;
		for (int j = 0; j < 3; j++)
			pose.R[i][j] = dag_value(dag, placement->R.e[i][j]);
	}
	return pose;
}

static struct Placement placement_of(struct Dag *dag, const struct Pose *pose)
{
	struct Placement placement;
	for (int i = 0; i < 3; i++) {
		placement.p.e[i] = dag_const(dag, pose->p[i]);
		for (int j = 0; j < 3; j++)
			placement.R.e[i][j] = dag_const(dag, pose->R[i][j]);
	}
	return placement_clean(dag, placement);
}

/* Moments of a link in its new frame. */
static struct Moments seen_moments(struct Dag *dag, const struct Pose *frame, const struct Moments *mass)
{
	return moments_seen(dag, placement_inverse(dag, placement_of(dag, frame)), *mass);
}

/* Axis of a child in a frame of its parent: a point and a direction. */
static void axis_in(const struct Framing *f, const struct Pose *frame, int child, double point[3], double direction[3])
{
	struct Pose inverse = pose_inverse(frame), at = pose_compose(&inverse, &f->at[child]);
	int axis = f->tree->link[child].axis;
	for (int i = 0; i < 3; i++) {
		point[i] = at.p[i];
		direction[i] = at.R[i][axis];
	}
}

/* Angle of a direction of any length: quarter turns without rounding. */
static double angle_of(double s, double c)
{
	double rounding = exactly * elementary_hypot(s, c);
	if (fabs(s) <= rounding)
		s = 0;
	if (fabs(c) <= rounding)
		c = 0;
	return s == 0 && c == 0 ? 0 : elementary_atan2(s, c);
}

/* --- the frame of a link --- */

double offset_multiple(const double p[3], const double u[3], double first, double most, bool counted)
{
	const double tiny = 1e-14;
	double best = 0, size = fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
	int best_zeros = -1;
	for (int k = 3; k >= -1; k--) {
		double way = k == 3 ? first : k >= 0 && fabs(u[k]) > nearly ? p[k] / u[k] : 0;
		int zeros = counted && way == 0;
		if (k < 3 && fabs(way) > most)
			continue;
		for (int i = 0; i < 3; i++)
			zeros += fabs(p[i] - way * u[i]) <= tiny * size;
		if (zeros > best_zeros) {
			best_zeros = zeros;
			best = way;
		}
	}
	return best;
}

/* Distance to move along the axis, for the most zeros in the offset from the parent; to the foot of the perpendicular, if
 * that has as many. */
static double sparsest(const struct Framing *f, const struct Pose *at)
{
	const double u[3] = { at->R[0][2], at->R[1][2], at->R[2][2] };
	return -offset_multiple(at->p, u, at->p[0] * u[0] + at->p[1] * u[1] + at->p[2] * u[2], f->reach, false);
}

/* Frame aligned with the joint axis: z along the axis, not opposite to z of the parent. */
static struct Pose aligned(const struct Framing *f, int i, const struct Pose *at)
{
	const struct Link *link = &f->tree->link[i];
	struct Pose frame = { 0 };
	for (int k = 0; k < 3; k++)
		frame.R[(link->axis + 1 + k) % 3][k] = 1;
	double z[3] = { at->R[0][link->axis], at->R[1][link->axis], at->R[2][link->axis] };
	bool along = elementary_hypot(z[0], z[1]) < nearly && link->parent >= 0;
	for (int k = 0; k < 3 && along && z[2] < 0; k++) {
		frame.R[k][1] = -frame.R[k][1];
		frame.R[k][2] = -frame.R[k][2];
	}
	return frame;
}

/* Move by `way` along the axis. */
static void advance(struct Pose *frame, double way)
{
	for (int i = 0; i < 3; i++)
		frame->p[i] += way * frame->R[i][2];
}

/* Angle theta0 of a joint at a placement, and the sine and cosine of gamma: the equations are at the top. */
static double offset_angle(const struct Pose *at, double gamma[2])
{
	double u[3] = { at->R[0][2], at->R[1][2], at->R[2][2] }, s = elementary_hypot(u[0], u[1]);
	gamma[0] = s < exactly ? 0 : u[0] / s;
	gamma[1] = s < exactly ? 1 : -u[1] / s;
	double c0 = gamma[1] * at->R[0][0] + gamma[0] * at->R[1][0];
	double s0 = -(gamma[1] * at->R[0][1] + gamma[0] * at->R[1][1]);
	return angle_of(s0, c0);
}

/* Direction of x with theta0 = 0. */
static void face_zero(struct Pose *frame, const struct Pose *at)
{
	struct Pose seen = pose_compose(at, frame);
	double gamma[2];
	turn_about_z(frame, -offset_angle(&seen, gamma));
}

/* Direction of x along the common normal to the child's axis, or towards a parallel axis. */
static void face_child(const struct Framing *f, struct Pose *frame, const struct Pose *at, int i)
{
	const struct Link *link = &f->tree->link[i], *child = &f->tree->link[f->child[i]];
	double p[3], u[3];
	axis_in(f, frame, f->child[i], p, u);
	double s = elementary_hypot(u[0], u[1]), size = fabs(p[0]) + fabs(p[1]) + fabs(p[2]);
	bool by_child = f->plan->link[i].origin_choice == ORIGIN_BY_RULE;
	if (link->motion == LINK_ROTATE && child->motion == LINK_ROTATE && s >= nearly && by_child) {
		double t = -(p[0] * u[0] + p[1] * u[1]) / (s * s); /* the foot on the child's axis */
		advance(frame, p[2] + t * u[2]);
	} else if (link->motion == LINK_ROTATE && link->parent >= 0) {
		struct Pose seen = pose_compose(at, frame);
		advance(frame, sparsest(f, &seen));
	}
	if (link_has_axis(child) && s >= exactly)
		turn_about_z(frame, angle_of(u[0], -u[1]));
	else if (elementary_hypot(p[0], p[1]) > exactly * size && link->motion == LINK_ROTATE)
		turn_about_z(frame, angle_of(p[1], p[0]));
	else
		face_zero(frame, at);
}

/* Origin of a sliding link. */
static void settle(const struct Framing *f, struct Pose *frame, const struct Pose *at, int i)
{
	enum OriginChoice origin_choice = (enum OriginChoice)f->plan->link[i].origin_choice;
	struct Pose inverse = pose_inverse(at);
	struct Moments own = seen_moments(f->dag, frame, &f->tree->link[i].mass);
	bool known =
		dag_is_const(f->dag, own.m) && !dag_is_zero(f->dag, own.m) && dag_all(f->dag, dag_is_const, own.h.e, 3);
	double centre[3], p[3], u[3];
	if (origin_choice == ORIGIN_OTHER && f->child[i] >= 0) {
		axis_in(f, frame, f->child[i], p, u);
	} else if (origin_choice == ORIGIN_CENTRE && known) {
		for (int k = 0; k < 3; k++)
			p[k] = dag_value(f->dag, own.h.e[k]) / dag_value(f->dag, own.m);
	} else {
		memcpy(frame->p, inverse.p, sizeof frame->p); /* the parent's origin */
		return;
	}
	pose_point(frame, p, centre);
	memcpy(frame->p, centre, sizeof centre);
}

/* Terminal link with a site (a frame that functions ask for): x along the axis of the site nearest to the plane across
 * z. The site's axes are then the link's in another order, or, if the site leans, turned about one axis only. */
static void face_site(const struct Framing *f, struct Pose *frame, int i)
{
	const struct Tree *tree = f->tree;
	int n = 0, best = 0;
	while (tree->site[n].link != i)
		n++;
	struct Pose site = pose_of(f->dag, &tree->site[n].at), back = pose_inverse(frame),
		    seen = pose_compose(&back, &site);
	for (int k = 1; k < 3; k++)
		if (fabs(seen.R[2][k]) < fabs(seen.R[2][best]) - exactly)
			best = k;
	turn_about_z(frame, angle_of(seen.R[1][best], seen.R[0][best]));
}

/* Terminal link of a branch: x as the plan has it. */
static void face_freely(const struct Framing *f, struct Pose *frame, const struct Pose *at, int i)
{
	const struct Link *link = &f->tree->link[i];
	struct Dag *dag = f->dag;
	enum TerminalX x = f->plan->terminal_x;
	double h[2] = { 0 }, D[3] = { 0 };
	struct Moments own = seen_moments(dag, frame, &link->mass);
	const Ref plane[3] = { own.D.e[0][0], own.D.e[1][1], own.D.e[0][1] };
	for (int k = 0; k < 2 && dag_all(dag, dag_is_const, own.h.e, 2);
	     k++) /* axes that depend on parameters are ignored */
		h[k] = dag_value(dag, own.h.e[k]);
	for (int k = 0; k < 3 && dag_all(dag, dag_is_const, plane, 3); k++)
		D[k] = dag_value(dag, plane[k]);
	struct Pose seen = pose_compose(at, frame);
	if (link->motion == LINK_ROTATE && link->parent >= 0)
		advance(frame, sparsest(f, &seen));
	if (link->motion == LINK_ROTATE && x == TERMINAL_X_SITE && tree_has_site(f->tree, i))
		face_site(f, frame, i);
	else if (link->motion == LINK_ROTATE && x != TERMINAL_X_ZERO && (h[0] != 0 || h[1] != 0))
		turn_about_z(frame, angle_of(h[1], h[0]));
	else if (link->motion == LINK_ROTATE && x != TERMINAL_X_ZERO &&
	         elementary_hypot(2 * D[2], D[0] - D[1]) >
	                 exactly * (fabs(D[0]) + fabs(D[1]))) /* else all axes are principal */
		turn_about_z(frame, angle_of(2 * D[2], D[0] - D[1]) / 2);
	else
		face_zero(frame, at);
}

/* --- the joint in the new frame --- */

/* Gravity across the first axis, in the axes of the base; zeros without rounding. */
static void gravity_across(const struct Framing *f, const struct Pose *at, double g[2])
{
	double seen[3] = { 0 };
	for (int k = 0; k < 3 && dag_all(f->dag, dag_is_const, f->tree->gravity.e, 3); k++)
		for (int j = 0; j < 3; j++)
			seen[k] += at->R[j][k] * dag_value(f->dag, f->tree->gravity.e[j]);
	double size = fabs(seen[0]) + fabs(seen[1]) + fabs(seen[2]);
	bool none = elementary_hypot(seen[0], seen[1]) <= 1e-14 * size;
	g[0] = none ? 0 : seen[0];
	g[1] = none ? 0 : seen[1];
}

/* Angle of the base about the first axis for which gravity has no y. */
static double gravity_angle(const struct Framing *f, const struct Pose *at)
{
	double g[2];
	gravity_across(f, at, g);
	return angle_of(g[1], g[0]);
}

/* Does the first joint's angle take the base's turn about this axis? It may if the axis is along gravity, since
 * gravity does not change then. It must if functions ask for frames, since poses are relative to the world. */
static bool stands_upright(const struct Framing *f, const struct Pose *at)
{
	double g[2];
	gravity_across(f, at, g);
	return f->tree->sites || (g[0] == 0 && g[1] == 0);
}

static void clean_offset(struct Pose *at, double size)
{
	for (int k = 0; k < 3; k++)
		if (fabs(at->p[k]) <= 1e-14 * size)
			at->p[k] = 0;
}

/* Rotation with the same z, and x and y as without theta0: R = Rz(gamma) Rx(alpha). */
static void straighten(struct Pose *at, const double gamma[2])
{
	double u[3] = { at->R[0][2], at->R[1][2], at->R[2][2] }, s = elementary_hypot(u[0], u[1]);
	bool parallel = s < exactly;
	double cosine = parallel ? copysign(1, u[2]) : fabs(u[2]) < exactly ? 0 : u[2], sine = parallel ? 0 : s;
	double sg = fabs(gamma[0]) < exactly ? 0 : gamma[0], cg = fabs(gamma[1]) < exactly ? 0 : gamma[1];
	const double R[3][3] = {
		{ cg, -sg * cosine, sg * sine },
		{ sg, cg * cosine, -cg * sine },
		{ 0, sine, cosine },
	};
	memcpy(at->R, R, sizeof R);
}

static void add_angle(struct Dag *dag, struct Link *link, double angle)
{
	long turns;
	if (angle_quarter(angle, 1e-14, &turns))
		link->quarters = (int)((link->quarters + turns) & 3);
	else
		link->y[0] = dag_add(dag, link->y[0], dag_const(dag, angle));
}

static void reverse(struct Dag *dag, struct Link *link)
{
	struct JointMapEntry *map = ARENA_ARRAY(dag->arena, struct JointMapEntry, link->map.entries);
	for (int i = 0; i < link->map.entries; i++) {
		const struct JointMapEntry *was = &link->map.entry[i];
		map[i] = (struct JointMapEntry){ was->v, dag_neg(was->gain), dag_neg(was->rate), dag_neg(was->along) };
	}
	link->map.entry = map;
	link->lever = link->point ? vec_neg(link->lever) : link->lever;
	link->y[0] = dag_neg(link->y[0]);
	link->yd[0] = dag_neg(link->yd[0]);
	link->ydd[0] = dag_neg(link->ydd[0]);
	link->quarters = -link->quarters & 3;
}

/* Offset of a link's joint from parameters, in the parent's new axes. */
static struct Vec given_offset(const struct Framing *f, int i)
{
	int parent = f->tree->link[i].parent;
	struct Vec given = f->given[i];
	if (parent < 0 || vec_is_zero(f->dag, given))
		return given;
	return mat_tvec(f->dag, placement_of(f->dag, &f->moved[parent]).R, given);
}

/* Frame of a link in its old frame, with z along its axis. `at`: the old frame in the parent's new frame. */
static struct Pose frame_of(struct Framing *f, int i, const struct Pose *at)
{
	struct Link *link = &f->tree->link[i];
	if (!link_has_axis(link))
		return pose_identity;
	struct Pose frame = aligned(f, i, at);
	if (frame.R[link->axis][2] < 0)
		reverse(f->dag, link);
	if (link->motion == LINK_TRANSLATE)
		settle(f, &frame, at, i);
	if (f->child[i] >= 0)
		face_child(f, &frame, at, i);
	else
		face_freely(f, &frame, at, i);
	link->axis = 2;
	return frame;
}

/* Moves a constant part of the turn of a link's frame from its placement to its joint angle. */
static void shift_angle(struct Framing *f, struct Link *link, struct Pose *at)
{
	if (link->parent >= 0 || stands_upright(f, at)) {
		double gamma[2], angle = offset_angle(at, gamma);
		straighten(at, gamma);
		add_angle(f->dag, link, angle);
	} else {
		double angle = gravity_angle(f, at);
		turn_about_z(at, angle);
		add_angle(f->dag, link, -angle);
	}
}

/* Gives a link its new frame. Its parent has one already. */
static void place(struct Framing *f, int i)
{
	struct Link *link = &f->tree->link[i];
	struct Dag *dag = f->dag;
	struct Pose at = f->at[i];
	double size = 0;
	if (link->parent >= 0) {
		struct Pose inverse = pose_inverse(&f->moved[link->parent]);
		at = pose_compose(&inverse, &at);
	}
	f->moved[i] = frame_of(f, i, &at);
	for (int k = 0; k < 3; k++)
		size += fabs(at.p[k]) + fabs(f->moved[i].p[k]);
	at = pose_compose(&at, &f->moved[i]);
	clean_offset(&at, size);
	if (link->motion == LINK_ROTATE)
		shift_angle(f, link, &at);
	link->at = placement_of(dag, &at);
	link->at.p = vec_add(dag, link->at.p, given_offset(f, i));
	link->mass = seen_moments(dag, &f->moved[i], &link->mass);
}

/* --- the tree --- */

/* Main children: the child with the largest subtree, or the main_child-th child after it, in turn. */
static void choose_children(struct Framing *f)
{
	for (int i = f->tree->links - 1; i >= 0; i--) {
		int parent = f->tree->link[i].parent;
		f->size[i]++;
		if (parent >= 0)
			f->size[parent] += f->size[i];
	}
	for (int i = 0; i < f->tree->links; i++)
		f->child[i] = -1;
	for (int i = 0; i < f->tree->links; i++) {
		int parent = f->tree->link[i].parent;
		if (parent >= 0 && (f->child[parent] < 0 || f->size[i] > f->size[f->child[parent]]))
			f->child[parent] = i;
	}
	for (int i = 0; i < f->tree->links; i++)
		for (int k = 0; k < f->plan->link[i].main_child && f->child[i] >= 0; k++)
			do {
				f->child[i] = f->child[i] + 1 < f->tree->links ? f->child[i] + 1 : 0;
			} while (f->tree->link[f->child[i]].parent != i);
}

/* Bound of distances: a few times the sum of all offsets. */
static double farthest(const struct Framing *f)
{
	const double times = 4;
	double sum = 0;
	for (int i = 0; i < f->tree->links; i++)
		sum += fabs(f->at[i].p[0]) + fabs(f->at[i].p[1]) + fabs(f->at[i].p[2]);
	return times * sum;
}

void frames_choose(struct Tree *tree, const struct Plan *plan)
{
	struct Dag *dag = tree->dag;
	struct Framing f = {
		.dag = dag,
		.tree = tree,
		.plan = plan,
		.size = ARENA_ARRAY(dag->arena, int, tree->links),
		.child = ARENA_ARRAY(dag->arena, int, tree->links),
		.at = ARENA_ARRAY(dag->arena, struct Pose, tree->links),
		.moved = ARENA_ARRAY(dag->arena, struct Pose, tree->links),
		.given = ARENA_ARRAY(dag->arena, struct Vec, tree->links),
	};
	for (int i = 0; i < tree->links; i++) {
		f.at[i] = pose_of(dag, &tree->link[i].at);
		for (int k = 0; k < 3; k++) {
			Ref p = tree->link[i].at.p.e[k];
			f.given[i].e[k] = dag_is_const(dag, p) ? dag_const(dag, 0) : p;
		}
	}
	f.reach = farthest(&f);
	choose_children(&f);
	for (int i = 0; i < tree->links; i++)
		place(&f, i);
	for (int i = 0; i < tree->links; i++)
		tree_reframe(tree, i, placement_inverse(dag, placement_of(dag, &f.moved[i])));
}
