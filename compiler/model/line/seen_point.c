#include "seen_point.h"

#include "model/followed.h"
#include "model/joint.h"
#include "model/strut.h"
#include "way.h"

/* Motion of a frame against the first frame of its way, in its own axes: velocity and acceleration of its origin,
 * angular velocity and acceleration. */
struct FrameMotion {
	struct Vec v, w, a, al;
};

/* Velocity v + w x p and acceleration a + al x p + w x (w x p) of a point. */
static struct Vec velocity_at(struct Dag *dag, const struct FrameMotion *m, struct Vec p)
{
	return vec_add(dag, m->v, vec_cross(dag, m->w, p));
}

static struct Vec acceleration_at(struct Dag *dag, const struct FrameMotion *m, struct Vec p)
{
	struct Vec turned = vec_cross(dag, m->w, vec_cross(dag, m->w, p));
	return vec_add(dag, m->a, vec_add(dag, vec_cross(dag, m->al, p), turned));
}

/* The motion as the next frame sees it, before it moves itself. `p`: its origin in this frame. */
static struct FrameMotion carried(struct Dag *dag, const struct WayStep *step, const struct FrameMotion *m,
                                  struct Vec p)
{
	struct FrameMotion next;
	next.v = step_turn(dag, step, velocity_at(dag, m, p), true);
	next.w = step_turn(dag, step, m->w, true);
	next.a = step_turn(dag, step, acceleration_at(dag, m, p), true);
	next.al = step_turn(dag, step, m->al, true);
	return next;
}

/* Adds a motion of the frame itself: with v, w and their rates in its axes
 *   a += v' + w x v + 2 w0 x v,  al += w' + w0 x w,
 * where w0 is the angular velocity that it was carried with. */
static void add_own(struct Dag *dag, struct FrameMotion *m, const struct FrameMotion *own)
{
	struct Vec across = vec_cross(dag, m->w, own->v);
	across = vec_scale(dag, dag_const(dag, 2), across);
	across = vec_add(dag, across, vec_cross(dag, own->w, own->v));
	m->a = vec_add(dag, m->a, vec_add(dag, own->a, across));
	m->al = vec_add(dag, m->al, vec_add(dag, own->al, vec_cross(dag, m->w, own->w)));
	m->v = vec_add(dag, m->v, own->v);
	m->w = vec_add(dag, m->w, own->w);
}

static struct FrameMotion at_rest(struct Dag *dag)
{
	struct Vec zero = vec_const(dag, 0, 0, 0);
	return (struct FrameMotion){ zero, zero, zero, zero };
}

static struct FrameMotion own_motion(struct Dag *dag, const struct WayStep *step)
{
	struct Spatial velocity = step_motion(dag, step, INPUT_QD), acceleration = step_motion(dag, step, INPUT_QDD);
	return (struct FrameMotion){ velocity.lin, velocity.ang, acceleration.lin, acceleration.ang };
}

/* Motion of the last frame of a way. */
static struct FrameMotion along_way(const struct Way *way)
{
	struct Dag *dag = way->dag;
	struct FrameMotion m = at_rest(dag);
	for (int i = 0; i < way->steps; i++) {
		const struct WayStep *step = &way->step[i];
		m = carried(dag, step, &m, step_pass(dag, step, vec_const(dag, 0, 0, 0), false));
		if (!step->motion)
			continue;
		struct FrameMotion own = own_motion(dag, step);
		add_own(dag, &m, &own);
	}
	return m;
}

struct SeenPoint point_seen(const struct Model *model, const struct Point *point, int by)
{
	struct Dag *dag = model->dag;
	const struct Point origin = { .body = by, .p = vec_const(dag, 0, 0, 0) };
	int common = way_common(model, point->body, by);
	struct Way out = way_to(model, common, point), in = way_to(model, common, &origin);
	struct FrameMotion m = along_way(&out), base = along_way(&in);
	struct SeenPoint seen = { .r = out.base };
	for (int i = 0; i < in.steps; i++)
		seen.r = step_pass(dag, &in.step[i], seen.r, true);
	struct Vec v = way_turn_in(&in, way_turn_out(&out, velocity_at(dag, &m, point->p)));
	struct Vec a = way_turn_in(&in, way_turn_out(&out, acceleration_at(dag, &m, point->p)));
	seen.rate = vec_sub(dag, v, velocity_at(dag, &base, seen.r));
	struct Vec across = vec_cross(dag, base.w, seen.rate);
	across = vec_scale(dag, dag_const(dag, 2), across);
	seen.acceleration = vec_sub(dag, vec_sub(dag, a, acceleration_at(dag, &base, seen.r)), across);
	return seen;
}

struct Vec point_in(const struct Model *model, const struct Point *point, int by)
{
	const struct Point origin = { .body = by, .p = vec_const(model->dag, 0, 0, 0) };
	int common = way_common(model, point->body, by);
	struct Way out = way_to(model, common, point), in = way_to(model, common, &origin);
	struct Vec r = out.base;
	for (int i = 0; i < in.steps; i++)
		r = step_pass(model->dag, &in.step[i], r, true);
	return r;
}

/* The only motion of a way; NULL: it has none or several. */
static const struct WayStep *only_motion(const struct Way *way)
{
	const struct WayStep *found = NULL;
	for (int i = 0; i < way->steps; i++) {
		if (way->step[i].motion && found)
			return NULL;
		found = way->step[i].motion ? &way->step[i] : found;
	}
	return found;
}

static bool has_motion(const struct Way *way)
{
	for (int i = 0; i < way->steps; i++)
		if (way->step[i].motion)
			return true;
	return false;
}

bool point_is_carried(const struct Model *model, const struct Point *point, int by, struct FollowedPoint *followed)
{
	struct Dag *dag = model->dag;
	const struct Point origin = { .body = by, .p = vec_const(dag, 0, 0, 0) };
	int common = way_common(model, point->body, by);
	struct Way out = way_to(model, common, point), in = way_to(model, common, &origin);
	const struct WayStep *only = only_motion(&out);
	if (!only || only->motion->kind != MOTION_FREE || has_motion(&in))
		return false;
	followed->free = only->joint;
	followed->at = only->moved;
	out.steps = (int)(only - out.step) + 1;
	for (int k = 0; k < 3; k++)
		mat_set_column(&followed->turn, k, way_turn_in(&in, way_turn_out(&out, vec_unit(dag, k))));
	return true;
}

struct Vec carried_from(const struct Model *model, const struct Point *point, const struct Point *from,
                        const struct FollowedPoint *followed)
{
	struct Dag *dag = model->dag;
	int common = way_common(model, point->body, from->body);
	struct Way out = way_to(model, common, point), in = way_to(model, common, from);
	const struct WayStep *only = only_motion(&out);
	struct Vec start = vec_const(dag, 0, 0, 0), moved = step_pass(dag, only, start, false);
	for (const struct WayStep *step = only; step-- > out.step;) {
		moved = step_turn(dag, step, moved, false);
		start = step_pass(dag, step, start, false);
	}
	start = way_turn_in(&in, vec_sub(dag, in.base, start));
	struct Vec r = vec_add(dag, followed->at, mat_tvec(dag, followed->turn, way_turn_in(&in, moved)));
	return vec_sub(dag, r, mat_tvec(dag, followed->turn, start));
}

struct PointMotion carried_motion(struct Dag *dag, const struct Joint *free, struct Vec at)
{
	int first = free->tree.v;
	struct Vec v = vec_input(dag, INPUT_QD, first), w = vec_input(dag, INPUT_QD, first + 3);
	struct Vec vd = vec_input(dag, INPUT_QDD, first), wd = vec_input(dag, INPUT_QDD, first + 3);
	struct PointMotion m = { .U = mat_field(dag, w, wd) };
	m.rate = vec_add(dag, v, vec_cross(dag, w, at));
	m.V = vec_add(dag, vd, vec_cross(dag, w, v));
	return m;
}

struct SeenPoint point_seen_in(struct Dag *dag, const struct Placement *at, struct SeenPoint seen)
{
	seen.r = mat_tvec(dag, at->R, vec_sub(dag, seen.r, at->p));
	seen.rate = mat_tvec(dag, at->R, seen.rate);
	seen.acceleration = mat_tvec(dag, at->R, seen.acceleration);
	return seen;
}

struct Vec vec_slope(struct Dag *dag, struct Coordinate by, struct Vec a)
{
	struct Vec slope;
	for (int i = 0; i < 3; i++)
		slope.e[i] = coordinate_slope(dag, by, a.e[i]);
	return slope;
}
