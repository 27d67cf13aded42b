#include "compare.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/linear.h"
#include "model/body.h"

#define WITHIN 1e-7 /* of a goal that is reached, rad or shares of the size */

/* Groups that no shift brings together, before the search ends: the models differ otherwise. */
enum { FAILURES_MOST = 100 };

enum { POSE_RESIDUALS = 6, RESIDUALS = POSE_RESIDUALS + 3 * JOINT_Q };

/* Coordinates of A that move a body of A on an ancestor, as some of B do between their partners. */
struct Group {
	int body[JOINT_Q], k[JOINT_Q]; /* by coordinate: the body of A whose joint has it, and its number there */
	int count;
	int child, anchor;       /* bodies of A; anchor -1: the world */
	double goal[JOINT_Q][3]; /* direction of the motion of each coordinate in B at rest, seen from the anchor; */
	int directions; /* of all coordinates if there are several, since two states may have one pose; else 0 */
};

struct Finder {
	struct Pairs *pairs;
	struct Posture posture; /* of A */
	double *q;              /* of A */
	double size;            /* m */
	int failures;
	struct LinearQr columns; /* by coordinate: how residuals change */
};

/* --- poses between two bodies --- */

/* Place of a body in its parent at the posture. */
static struct Pose place_of(struct Finder *f, const struct Body *body)
{
	const struct Pose at = pose_of(&f->posture, &body->at), then = pose_of(&f->posture, &body->then);
	const struct Pose motion = pose_of_joint(&f->posture, body->joint), moved = pose_compose(&at, &motion);
	return pose_compose(&moved, &then);
}

/* Pose of the child of a group, seen from its anchor, at coordinates of A. */
static struct Pose moved_pose(struct Finder *f, const struct Group *g, const double *coordinate)
{
	const struct Side *a = f->pairs->a;
	struct Pose pose = pose_identity;
	for (int i = 0; i < g->count; i++)
		f->q[a->joint[g->body[i]].q + g->k[i]] = coordinate[i];
	posture_move(&f->posture, f->q);
	for (int body = g->child; body != g->anchor; body = a->parent[body]) {
		const struct Pose place = place_of(f, &a->m->body[body]);
		pose = pose_compose(&place, &pose);
	}
	return pose;
}

/* Direction of the motion of coordinate i, seen from the anchor, at the posture. */
static void direction_of(struct Finder *f, const struct Group *g, int i, double out[3])
{
	const struct Side *a = f->pairs->a;
	const struct Body *carried = &a->m->body[g->body[i]];
	struct Pose pose = pose_of(&f->posture, &carried->at);
	for (int body = carried->parent; body != g->anchor; body = a->parent[body]) {
		const struct Pose place = place_of(f, &a->m->body[body]);
		pose = pose_compose(&place, &pose);
	}
	side_direction(&f->posture, carried->joint, g->k[i], &pose, out);
}

/* The same of the partners in B at rest. */
static struct Pose rest_pose(const struct Finder *f, const struct Group *g)
{
	const struct Pairs *pairs = f->pairs;
	const struct Pose *child = &pairs->b->neutral[pairs->body[g->child]];
	return g->anchor < 0 ? *child : pose_relative(&pairs->b->neutral[pairs->body[g->anchor]], child);
}

/* --- shifts --- */

/* From one pose to another: the shift in shares of the size, and the turn as its angle about its axis, which is that of
 * (R - R^T) / (2 sin angle). Half a turn has none here. */
static void residual_of(const struct Finder *f, const struct Pose *from, const struct Pose *to, double *residual)
{
	const struct Pose turn = pose_relative(from, to);
	const double angle = rotation_angle(turn.R), sine = elementary_sin(angle);
	const double scale = fabs(sine) > 1e-9 ? angle / sine : 1;
	for (int i = 0; i < 3; i++) {
		const int j = (i + 1) % 3, k = (i + 2) % 3;
		residual[i] = (to->p[i] - from->p[i]) / f->size;
		residual[3 + i] = scale * (turn.R[k][j] - turn.R[j][k]) / 2;
	}
}

static double distance(const struct Finder *f, const struct Pose *a, const struct Pose *b)
{
	const struct Pose turn = pose_relative(a, b);
	double residual[POSE_RESIDUALS];
	residual_of(f, a, b, residual);
	return fmax(vector_length(residual), rotation_angle(turn.R));
}

/* All residuals of a group at coordinates of A, towards a pose and directions. */
static void residuals_at(struct Finder *f, const struct Group *g, const struct Pose *goal, const double *coordinate,
                         double *residual)
{
	const struct Pose here = moved_pose(f, g, coordinate);
	memset(residual, 0, RESIDUALS * sizeof *residual);
	residual_of(f, &here, goal, residual);
	for (int i = 0; i < g->directions; i++) {
		double direction[3];
		direction_of(f, g, i, direction);
		for (int k = 0; k < 3; k++)
			residual[POSE_RESIDUALS + 3 * i + k] = g->goal[i][k] - direction[k];
	}
}

/* A step of Gauss and Newton from `coordinate` towards a pose. False: the coordinates move it in dependent ways. */
static bool step(struct Finder *f, const struct Group *g, const struct Pose *goal, double *coordinate)
{
	const double by = 1e-6;
	double change[RESIDUALS], r[RESIDUALS], x[JOINT_Q];
	f->columns.count = 0;
	residuals_at(f, g, goal, coordinate, r);
	for (int i = 0; i < g->count; i++) {
		coordinate[i] += by;
		residuals_at(f, g, goal, coordinate, change);
		coordinate[i] -= by;
		for (int row = 0; row < RESIDUALS; row++)
			change[row] = (r[row] - change[row]) / by;
		if (!(linear_qr_add(&f->columns, change, LINEAR_SINGULAR) >= LINEAR_SINGULAR))
			return false;
	}
	linear_qr_shares(&f->columns, r, x);
	for (int i = 0; i < g->count; i++)
		coordinate[i] += x[i];
	return true;
}

/* How far is the child from where that of B is at rest, and from its directions? In rad and shares of the size. */
static double error_at(struct Finder *f, const struct Group *g, const struct Pose *goal, const double *coordinate)
{
	double residual[RESIDUALS], square = 0;
	const struct Pose reached = moved_pose(f, g, coordinate);
	residuals_at(f, g, goal, coordinate, residual);
	for (int i = 0; i < RESIDUALS; i++)
		square += residual[i] * residual[i];
	return fmax(sqrt(square), distance(f, &reached, goal));
}

/* Takes whole turns away, where the child stays. */
static void unwind(struct Finder *f, const struct Group *g, const struct Pose *goal, double *coordinate)
{
	const double turn = 2 * acos(-1);
	for (int i = 0; i < g->count; i++) {
		const double was = coordinate[i];
		coordinate[i] = remainder(was, turn);
		if (!(error_at(f, g, goal, coordinate) < WITHIN))
			coordinate[i] = was;
	}
}

/* The coordinates of A at which the child is where that of B is at rest. From several starts, since a turn may be half a turn. */
static bool solve(struct Finder *f, const struct Group *g, const struct Pose *goal, double *coordinate)
{
	enum { STEPS = 20 };
	static const double starts[] = { 0, 1.5, -1.5 };
	for (size_t start = 0; start < sizeof starts / sizeof *starts; start++) {
		double last = HUGE_VAL, now = HUGE_VAL;
		for (int i = 0; i < g->count; i++)
			coordinate[i] = starts[start];
		for (int i = 0; i < STEPS && step(f, g, goal, coordinate); i++) {
			now = error_at(f, g, goal, coordinate);
			if (!(now < 0.9 * last)) /* also at rounding errors */
				break;
			last = now;
		}
		if (now < WITHIN) {
			unwind(f, g, goal, coordinate);
			return true;
		}
	}
	return false;
}

/* Are limits of both models the same positions? Without limits in one of them they may be. */
static bool limits_fit(const struct Pairs *pairs, int body, double shift)
{
	const double within = 1e-4;
	const struct SideJoint *a = &pairs->a->joint[body];
	const struct SideJoint *b = pairs->joint[body] < 0 ? a : &pairs->b->joint[pairs->joint[body]];
	if (a == b || !isfinite(a->lower + a->upper + b->lower + b->upper))
		return true;
	const double lower = a->lower - shift, upper = a->upper - shift;
	return (fabs(b->lower - lower) < within && fabs(b->upper - upper) < within) ||
	       (fabs(b->lower + upper) < within && fabs(b->upper + lower) < within);
}

/* Stores the shifts of a group, if it has any beyond what files round. */
static bool take(struct Finder *f, const struct Group *g)
{
	const double rounded = 1e-3; /* rad, shares of the size */
	const double zero[JOINT_Q] = { 0 };
	double coordinate[JOINT_Q];
	const struct Pose goal = rest_pose(f, g), own = moved_pose(f, g, zero);
	bool any = false;
	if (f->failures > FAILURES_MOST || !(distance(f, &own, &goal) > rounded))
		return false;
	if (!solve(f, g, &goal, coordinate))
		f->failures++;
	else
		for (int i = 0; i < g->count; i++)
			if (limits_fit(f->pairs, g->body[i], coordinate[i])) {
				f->pairs->shift[g->body[i]][g->k[i]] = coordinate[i];
				any = true;
			}
	moved_pose(f, g, zero); /* back to rest */
	return any;
}

/* --- groups --- */

/* The nearest ancestor of a body of A that has a partner. */
static int anchor_of(const struct Pairs *pairs, int body)
{
	do
		body = pairs->a->parent[body];
	while (body >= 0 && pairs->body[body] < 0);
	return body;
}

/* Stores the direction of motion k of a body of B as that of coordinate i. */
static void aim(const struct Finder *f, struct Group *g, int i, int other, int k)
{
	const struct Side *b = f->pairs->b;
	const struct Pose *anchor = g->anchor < 0 ? &pose_identity : &b->neutral[f->pairs->body[g->anchor]];
	pose_turn_back(anchor, b->direction[other][k], g->goal[i]);
	g->directions = g->count;
}

/* The body of A whose partner a body of B is; -1: none. */
static int partner(const struct Pairs *pairs, int other)
{
	for (int i = 0; i < pairs->a->bodies; i++)
		if (pairs->body[i] == other)
			return i;
	return -1;
}

/* Coordinates of one joint of A: a joint of B has the same, or several joints. */
static bool take_joint(struct Finder *f, int body)
{
	const struct SideJoint *joint = &f->pairs->a->joint[body];
	struct Group g = { .count = joint->nq, .child = body, .anchor = anchor_of(f->pairs, body) };
	if (f->pairs->body[body] < 0 || joint->quaternion || joint->nq > JOINT_Q)
		return false;
	for (int k = 0; k < joint->nq; k++) {
		const bool chain = f->pairs->part[0][body][0] >= 0;
		g.body[k] = body;
		g.k[k] = k;
		if (joint->nq > 1)
			aim(f, &g, k, chain ? f->pairs->part[0][body][k] : f->pairs->joint[body], chain ? 0 : k);
	}
	return joint->nq && take(f, &g);
}

/* Joints of A with the coordinates of one joint of B. */
static bool take_parts(struct Finder *f, int other)
{
	const struct Pairs *pairs = f->pairs;
	struct Group g = { .count = pairs->b->joint[other].nq, .child = partner(pairs, other) };
	if (g.child < 0)
		return false;
	g.anchor = anchor_of(pairs, pairs->part[1][other][0]);
	for (int k = 0; k < g.count; k++) {
		g.body[k] = pairs->part[1][other][k];
		aim(f, &g, k, other, k);
	}
	return take(f, &g);
}

/* The frame of the world from which the free joint of B counts, if it is another one. */
static bool take_free(struct Finder *f, int body)
{
	const double rounded = 1e-3;
	const struct Pairs *pairs = f->pairs;
	const struct Pose *a = &pairs->a->neutral[body], *b = &pairs->b->neutral[pairs->joint[body]];
	if (pairs->a->parent[body] >= 0 || !(distance(f, a, b) > rounded))
		return false;
	pairs->counts_from[body] = pose_relative(b, a);
	pairs->moved[body] = true;
	return true;
}

bool shifts_find(struct Arena *arena, struct Pairs *pairs)
{
	const struct Side *a = pairs->a;
	struct Finder f = { .pairs = pairs, .q = ARENA_ARRAY(arena, double, a->nq + 1), .size = pairs_size(pairs) };
	bool any = false;
	f.posture = posture_begin(arena, a->m->dag);
	f.columns = linear_qr(arena, JOINT_Q, RESIDUALS);
	side_rest(a, f.q);
	for (int i = 0; i < a->bodies; i++) {
		const bool paired = pairs->joint[i] >= 0 || pairs->part[0][i][0] >= 0;
		if (paired && a->joint[i].free && a->joint[i].nq)
			any |= take_free(&f, i);
		else if (paired && !a->joint[i].coupled)
			any |= take_joint(&f, i);
	}
	for (int i = 0; i < pairs->b->bodies; i++)
		if (pairs->part[1][i][0] >= 0)
			any |= take_parts(&f, i);
	if (any)
		pairs_turn(pairs);
	return any;
}
