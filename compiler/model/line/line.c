#include "line.h"

#include "base/elementary.h"
#include "model/body.h"
#include "model/body/motion.h"
#include "model/joint.h"
#include "model/part/resolve.h"
#include "model/strut.h"
#include "way.h"

/* Begins at the first joint of the moving point's path, if the other point does not move: both points are then in this
 * joint's frame. Unless it moves in the common body itself, a moving point has such a joint, after one placement. */
static void begin_at_joint(struct Way *moving, const struct Way *staying)
{
	if (!moving->moves || staying->moves || moving->steps < 2)
		return;
	moving->base = moving->step->moved;
	moving->first = 1;
	moving->other = step_pass(moving->dag, moving->step, moving->other, true);
}

/* --- dependences of a length --- */

static bool same_place(struct Vec a, struct Vec b)
{
	return a.e[0] == b.e[0] && a.e[1] == b.e[1] && a.e[2] == b.e[2];
}

/* Is the point, in the frame that the joint moves, at one place whatever the coordinates are? A spherical joint does
 * not move its centre, nor a hinge its axis. By structure, as lines are made: what is left out here is not in
 * line_square either. */
static bool stays(struct Scope *scope, const struct Joint *joint, struct Vec p)
{
	if (joint->locked || joint->kind->form != JOINT_DEFINED)
		return !joint->locked && joint->kind->form == JOINT_SPHERICAL && vec_is_zero(scope->dag, p);
	struct Motions motions = motions_for_any(scope, joint);
	struct Vec moved = p;
	for (int i = motions.count - 1; i >= 0; i--)
		moved = step_pass(scope->dag, &(struct WayStep){ .motion = &motions.item[i], .joint = joint }, moved,
		                  false);
	return motions.sound && same_place(moved, p);
}

/* The bodies on the way to one point whose joints move it, from the point in. */
static int moving_bodies(struct Scope *scope, const struct Model *model, const struct Point *end, int common, int *body)
{
	struct Dag *dag = model->dag;
	struct Vec p = end->p; /* in body after body; valid while `fixed`: no joint passed so far moves it */
	bool fixed = true;
	int count = 0;
	for (int i = end->body; i != common; i = model->body[i].parent) {
		const struct Body *on = &model->body[i];
		p = step_pass(dag, &(struct WayStep){ .at = on->then }, p, false);
		bool centre = fixed && on->joint->kind->nv && stays(scope, on->joint, p);
		fixed &= centre || !on->joint->kind->nv;
		if (body_moves(on) && !centre)
			body[count++] = i;
		p = step_pass(dag, &(struct WayStep){ .at = on->at }, p, false);
	}
	return count;
}

const int *line_bodies(struct Scope *scope, const struct Model *model, const struct Point end[2], int *count)
{
	int common = way_common(model, end[0].body, end[1].body);
	int most = way_depth(model, end[0].body) + way_depth(model, end[1].body),
	    *body = ARENA_ARRAY(model->arena, int, most);
	*count = 0;
	for (int side = 0; side < 2; side++)
		*count += moving_bodies(scope, model, &end[side], common, body + *count);
	return body;
}

/* --- levers --- */

struct Levers {
	struct Dag *dag;
	struct Lever *item;
	size_t count, capacity;
	Ref moved; /* l dl/dt by moving inputs */
};

static void add_lever(struct Levers *all, int v, Ref arm)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->item[i].v == v) {
			all->item[i].arm = dag_add(all->dag, all->item[i].arm, arm);
			return;
		}
	*ARENA_PUSH(all->dag->arena, all) = (struct Lever){ v, arm };
}

/* Adds the lever of an elementary motion, by the velocities of the model that drive it. */
static void add_arm(struct Levers *all, const struct WayStep *step, Ref arm)
{
	const struct Joint *joint = step->joint;
	for (int i = 0; i < joint->ons; i++) {
		Ref slope = coordinate_slope(all->dag, joint->on[i], step->motion->y);
		add_lever(all, joint->on[i].v, dag_mul(all->dag, slope, arm));
	}
	Ref given = coordinate_moving_rate(all->dag, step->motion->y);
	all->moved = dag_add(all->dag, all->moved, dag_mul(all->dag, given, arm));
}

static void add_vector(struct Levers *all, int v, struct Vec arm)
{
	for (int i = 0; i < 3; i++)
		add_lever(all, v + i, arm.e[i]);
}

/* Adds the levers of a step; `other` is the other point in the frame before the step. */
static void add_step(struct Levers *all, const struct WayStep *step, struct Vec other)
{
	struct Dag *dag = all->dag;
	const struct Joint *joint = step->joint;
	const struct Motion *motion = step->motion;
	if (motion->kind == MOTION_ROTATE) {
		struct Vec moment = vec_cross(dag, other, step->own);
		add_arm(all, step, vec_dot(dag, motion->axis, moment));
	} else if (motion->kind == MOTION_TRANSLATE) {
		struct Vec out = vec_sub(dag, step->own, other);
		add_arm(all, step, vec_dot(dag, motion->axis, out));
	} else {
		bool free = motion->kind == MOTION_FREE;
		struct Vec there = step_pass(dag, step, other, true);
		if (free)
			add_vector(all, joint->tree.v, vec_sub(dag, step->moved, there));
		add_vector(all, joint->tree.v + (free ? 3 : 0), vec_cross(dag, there, step->moved));
	}
}

/* Adds the levers of the motions on one path; returns the other point in the frame of the path's own body. */
static struct Vec add_way(struct Levers *all, const struct Way *way)
{
	struct Vec other = way->other;
	for (int i = way->first; i < way->steps; i++) {
		if (way->step[i].motion)
			add_step(all, &way->step[i], other);
		other = step_pass(way->dag, &way->step[i], other, true);
	}
	return other;
}

/* Adds the levers of a point that moves in its body; `out` is the vector from the other point. */
static void add_own(struct Levers *all, const struct Point *point, struct Vec out)
{
	for (int i = 0; i < point->ons; i++) {
		struct Vec slope;
		for (int k = 0; k < 3; k++)
			slope.e[k] = coordinate_slope(all->dag, point->on[i], point->p.e[k]);
		add_lever(all, point->on[i].v, vec_dot(all->dag, out, slope));
	}
	for (int k = 0; k < 3 && point->moves; k++) {
		Ref given = coordinate_moving_rate(all->dag, point->p.e[k]);
		all->moved = dag_add(all->dag, all->moved, dag_mul(all->dag, given, out.e[k]));
	}
}

/* --- the line --- */

static void make_ways(const struct Model *model, const struct Point end[2], struct Way way[2])
{
	int common = way_common(model, end[0].body, end[1].body);
	for (int side = 0; side < 2; side++)
		way[side] = way_to(model, common, &end[side]);
	for (int side = 0; side < 2; side++)
		way[side].other = way[1 - side].base;
	begin_at_joint(&way[0], &way[1]);
	begin_at_joint(&way[1], &way[0]);
}

/* Hinge between two constant points, if there is nothing else between them; else NULL. */
static const struct WayStep *only_hinge(const struct Way *way)
{
	const struct WayStep *hinge = way->step + way->first;
	if (!way->first || hinge->motion->kind != MOTION_ROTATE)
		return NULL;
	return vec_is_const(way->dag, way->other) && vec_is_const(way->dag, hinge->moved) ? hinge : NULL;
}

/* Square |a - R b|^2 over one hinge by the law of cosines, with 2 multiplications, where the coordinates of a - R b
 * take 6. With b in parts along the axis, across it, and a quarter turn ahead (parts_of), it is
 *   K - A c - B s,  K = a . a + b . b - 2 a . along,  A = 2 a . across,  B = 2 a . ahead.
 * It is not used if the subtraction may cancel most of K and lose digits. */
static bool square_by_cosines(const struct Way *way, Ref *square)
{
	const double least = 1.0 / 16;
	struct Dag *dag = way->dag;
	const struct WayStep *hinge = only_hinge(way);
	if (!hinge)
		return false;
	struct Vec a = way->other, b = hinge->moved;
	struct Parts parts = parts_of(dag, hinge->motion->axis, b);
	Ref squares = vec_dot(dag, a, a), fixed = vec_dot(dag, a, parts.along), two = dag_const(dag, 2), s, c;
	squares = dag_add(dag, squares, vec_dot(dag, b, b));
	Ref K = dag_sub(dag, squares, dag_mul(dag, two, fixed));
	Ref A = dag_mul(dag, two, vec_dot(dag, a, parts.across)), B = dag_mul(dag, two, vec_dot(dag, a, parts.ahead));
	if (!(dag_value(dag, K) - elementary_hypot(dag_value(dag, A), dag_value(dag, B)) > least * dag_value(dag, K)))
		return false;
	angle_sincos(dag, hinge->motion->y, &s, &c);
	*square = dag_sub(dag, K, dag_add_products(dag, A, c, B, s));
	return true;
}

/* Square of the length, computed along way 1 if its point moves, else along way 0. */
static Ref square_between(const struct Way way[2])
{
	const struct Way *from = &way[way[1].moves];
	Ref square;
	if (square_by_cosines(from, &square))
		return square;
	struct Vec d = vec_sub(from->dag, from->base, from->other);
	return vec_dot(from->dag, d, d);
}

Ref line_square(const struct Model *model, const struct Point end[2])
{
	struct Way way[2];
	make_ways(model, end, way);
	return square_between(way);
}

struct Line line_make(const struct Model *model, const struct Point end[2])
{
	struct Way way[2];
	struct Levers all = { .dag = model->dag, .moved = dag_const(model->dag, 0) };
	struct Line line = { .end = { end[0], end[1] } };
	make_ways(model, end, way);
	line.square = square_between(way);
	for (int side = 0; side < 2; side++) {
		struct Vec other = add_way(&all, &way[side]);
		line.out[side] = vec_sub(model->dag, end[side].p, other);
		add_own(&all, &end[side], line.out[side]);
	}
	line.moved = all.moved;
	line.lever = all.item;
	for (size_t i = 0; i < all.count; i++)
		if (!dag_is_zero(model->dag, all.item[i].arm))
			line.lever[line.levers++] = all.item[i];
	return line;
}

struct Value line_distance(struct Scope *scope, const struct Points *points, const struct Expr *const name[2],
                           struct Span span)
{
	struct Point end[2];
	if (!points_of_distance(scope, points, name, end))
		return value_error(span);
	Ref length = points->model->unsure ? dag_input(scope->dag, INPUT_Q, 0)
	                                   : dag_sqrt(scope->dag, line_square(points->model, end));
	return value_number(scope->dag, span, length, dim_length, false);
}
