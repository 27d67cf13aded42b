#include "seen_frame.h"

#include <string.h>

#include "dag/substitution.h"
#include "model/body.h"
#include "model/expression/mirror.h"
#include "model/part/naming.h"

/* --- ends --- */

bool frame_end(struct Scope *scope, const struct Points *points, const struct Env *env, struct Ident name,
               struct FrameEnd *end)
{
	static const struct Arguments nothing = { 0 };
	const struct Instance *in = instance_of(env);
	end->mirror = in && !ident_is_world(name) ? in->mirror : 0;
	return place_on(scope, points, name, &nothing, &end->body, &end->at, &end->name);
}

struct LawEnd frame_law_end(const struct FrameEnd *end)
{
	return (struct LawEnd){ .name = end->name, .body = end->body, .at = end->at };
}

int frame_carrier(const struct Model *model, int body)
{
	return body < 0 ? -1 : model->body[body].carrier;
}

/* --- motion --- */

static void turn_seen(struct Dag *dag, const struct WayStep *step, struct FrameMotion *s, bool back)
{
	s->p = step_pass(dag, step, s->p, back);
	s->v = step_turn(dag, step, s->v, back);
	s->w = step_turn(dag, step, s->w, back);
	for (int k = 0; k < 3; k++)
		s->axis[k] = step_turn(dag, step, s->axis[k], back);
}

static struct FrameMotion at_rest(struct Dag *dag)
{
	struct Vec none = vec_const(dag, 0, 0, 0);
	struct FrameMotion s = { .p = none, .v = none, .w = none };
	for (int k = 0; k < 3; k++)
		s.axis[k] = vec_unit(dag, k);
	return s;
}

/* Is a step of a way a turn about an axis; about this axis? */
static bool is_turn(const struct WayStep *step, const struct Vec *axis)
{
	return step->motion && step->motion->kind == MOTION_ROTATE &&
	       (!axis || memcmp(&step->motion->axis, axis, sizeof *axis) == 0);
}

/* The turn before turn `i` of a way, about the same axis, with an offset between them or none; -1: there is none. */
static int parallel_turn(const struct Way *way, int i)
{
	const struct Vec *axis = &way->step[i].motion->axis;
	int before = i - 1;
	if (before >= 0 && !way->step[before].motion && mat_is_identity(way->dag, &way->step[before].at.R))
		before--;
	return before >= 0 && is_turn(&way->step[before], axis) ? before : -1;
}

/* Inward through turns about parallel axes, the last of them at step `last`. An offset between two turns is turned once, by the sum
 * of the angles Y before it, and moves by the sum of their rates:
 *   p = sum R(Y_j) b_j,  v = R(Y_0) v + sum Yd_j n x R(Y_j) b_j,  w = R(Y_0) w + Yd_0 n.
 * Returns the first of the turns. */
static int turn_parallel(const struct Way *way, int last, struct FrameMotion *s)
{
	struct Dag *dag = way->dag;
	int first = last, before;
	while ((before = parallel_turn(way, first)) >= 0)
		first = before;
	struct Motion sum = *way->step[last].motion;
	sum.y = dag_const(dag, 0);
	const struct WayStep turn = { .motion = &sum, .joint = way->step[last].joint };
	struct FrameMotion out = { .p = vec_const(dag, 0, 0, 0) };
	struct Vec rate = out.p, v = out.p;
	for (int i = first; i <= last; i++) {
		const struct WayStep *step = &way->step[i];
		if (step->motion) {
			sum.y = dag_add(dag, sum.y, step->motion->y);
			rate = vec_add(dag, rate, step_motion(dag, step, INPUT_QD).ang);
		}
		struct Vec piece = i == last ? s->p : step->motion ? vec_const(dag, 0, 0, 0) : step->at.p;
		piece = step_turn(dag, &turn, piece, false);
		out.p = vec_add(dag, out.p, piece);
		v = vec_add(dag, v, vec_cross(dag, rate, piece));
	}
	out.v = vec_add(dag, step_turn(dag, &turn, s->v, false), v);
	out.w = vec_add(dag, step_turn(dag, &turn, s->w, false), rate);
	for (int k = 0; k < 3; k++)
		out.axis[k] = step_turn(dag, &turn, s->axis[k], false);
	*s = out;
	return first;
}

/* B seen from A, by way of their common ancestor. */
static struct FrameMotion seen_from(const struct Way *out, const struct Way *in)
{
	struct Dag *dag = out->dag;
	struct FrameMotion s = at_rest(dag);
	for (int i = out->steps; i-- > 0;) {
		const struct WayStep *step = &out->step[i];
		if (is_turn(step, NULL)) {
			i = turn_parallel(out, i, &s);
			continue;
		}
		if (step->motion) {
			struct Spatial own = step_motion(dag, step, INPUT_QD);
			s.v = vec_add(dag, s.v, vec_add(dag, own.lin, vec_cross(dag, own.ang, s.p)));
			s.w = vec_add(dag, s.w, own.ang);
		}
		turn_seen(dag, step, &s, false);
	}
	for (int i = 0; i < in->steps; i++) {
		const struct WayStep *step = &in->step[i];
		turn_seen(dag, step, &s, true);
		if (step->motion) {
			struct Spatial own = step_motion(dag, step, INPUT_QD);
			s.v = vec_sub(dag, s.v, vec_add(dag, own.lin, vec_cross(dag, own.ang, s.p)));
			s.w = vec_sub(dag, s.w, own.ang);
		}
	}
	return s;
}

/* B seen from the world, in its own axes. */
static struct FrameMotion seen_by_itself(const struct Way *out)
{
	struct Dag *dag = out->dag;
	struct FrameMotion s = at_rest(dag);
	for (int i = out->steps; i-- > 0;)
		s.p = step_pass(dag, &out->step[i], s.p, false);
	s.p = way_turn_in(out, s.p);
	for (int k = 0; k < 3; k++)
		s.axis[k] = way_turn_in(out, s.axis[k]);
	for (int i = 0; i < out->steps; i++) {
		const struct WayStep *step = &out->step[i];
		struct Vec offset = step_pass(dag, step, vec_const(dag, 0, 0, 0), false);
		s.v = step_turn(dag, step, vec_add(dag, s.v, vec_cross(dag, s.w, offset)), true);
		s.w = step_turn(dag, step, s.w, true);
		if (step->motion) {
			struct Spatial own = step_motion(dag, step, INPUT_QD);
			s.v = vec_add(dag, s.v, own.lin);
			s.w = vec_add(dag, s.w, own.ang);
		}
	}
	return s;
}

struct Vec frame_axis(const struct Dag *dag, const struct SeenFrame *frame, int k, struct Vec axis)
{
	axis = mirror_vector(dag, frame->own, axis);
	return frame->seen && (frame->other >> k & 1) ? vec_neg(axis) : axis;
}

static struct FrameMotion mirrored(const struct Dag *dag, const struct SeenFrame *frame)
{
	const struct FrameMotion *real = &frame->real;
	struct FrameMotion s = { .p = mirror_vector(dag, frame->own, real->p),
		                 .v = mirror_vector(dag, frame->own, real->v),
		                 .w = mirror_turning(dag, frame->own, real->w) };
	for (int k = 0; k < 3; k++)
		s.axis[k] = frame_axis(dag, frame, k, real->axis[k]);
	return s;
}

struct SeenFrame frame_seen(const struct Model *model, const struct FrameEnd *on, const struct FrameEnd *in)
{
	struct SeenFrame frame = { .seen = in != NULL,
		                   .own = in ? in->mirror : on->mirror,
		                   .other = in ? on->mirror : 0 };
	int common = way_common(model, on->body, in ? in->body : -1);
	if (model->unsure) {
		frame.real = frame.read = frame_free(model->dag);
		return frame;
	}
	frame.out = way_to_frame(model, common, on->body, on->at);
	if (in)
		frame.in = way_to_frame(model, common, in->body, in->at);
	frame.real = in ? seen_from(&frame.out, &frame.in) : seen_by_itself(&frame.out);
	frame.read = mirrored(model->dag, &frame);
	return frame;
}

/* --- numbers and wrenches --- */

struct FrameMotion frame_free(struct Dag *dag)
{
	struct FrameMotion free;
	struct Vec *part[] = { &free.p, &free.axis[0], &free.axis[1], &free.axis[2], &free.v, &free.w };
	for (int i = 0; i < SEEN_NUMBERS; i++)
		part[i / 3]->e[i % 3] = dag_input(dag, INPUT_SEED, (uint32_t)i);
	return free;
}

void frame_slopes(struct Dag *dag, const struct SeenFrame *frame, Ref value[1 + SEEN_NUMBERS])
{
	const struct FrameMotion *read = &frame->read;
	const struct Vec *part[] = { &read->p, &read->axis[0], &read->axis[1], &read->axis[2], &read->v, &read->w };
	Ref instead[SEEN_NUMBERS];
	for (int i = 0; i < SEEN_NUMBERS; i++) {
		instead[i] = part[i / 3]->e[i % 3];
		value[1 + i] = dag_derivative(dag, value[0], dag_input(dag, INPUT_SEED, (uint32_t)i));
	}
	values_substitute(dag, value, 1 + SEEN_NUMBERS, INPUT_SEED, instead);
}

static struct Vec three(const Ref *number)
{
	return (struct Vec){ { number[0], number[1], number[2] } };
}

struct Spatial frame_wrench_of_positions(struct Dag *dag, const struct SeenFrame *frame, const Ref slope[SEEN_NUMBERS])
{
	struct Spatial f = { .lin = mirror_vector(dag, frame->own, three(slope)), .ang = vec_const(dag, 0, 0, 0) };
	for (int k = 0; k < 3; k++) {
		struct Vec h = frame_axis(dag, frame, k, three(slope + 3 + 3 * k));
		f.ang = vec_add(dag, f.ang, vec_cross(dag, frame->real.axis[k], h));
	}
	if (!frame->seen)
		f.ang = vec_neg(vec_add(dag, f.ang, vec_cross(dag, frame->real.p, f.lin)));
	return f;
}

struct Spatial frame_wrench_of_velocities(struct Dag *dag, const struct SeenFrame *frame, const Ref slope[SEEN_NUMBERS])
{
	return (struct Spatial){ .lin = mirror_vector(dag, frame->own, three(slope + 12)),
		                 .ang = mirror_turning(dag, frame->own, three(slope + 15)) };
}

void frame_load(struct Dag *dag, const struct SeenFrame *frame, struct Spatial f, struct Spatial *on,
                struct Spatial *in)
{
	on->lin = way_turn_in(&frame->out, way_turn_out(&frame->in, f.lin));
	on->ang = way_turn_in(&frame->out, way_turn_out(&frame->in, f.ang));
	in->lin = vec_neg(f.lin);
	in->ang = vec_neg(vec_add(dag, f.ang, vec_cross(dag, frame->real.p, f.lin)));
}

/* --- names --- */

static struct Value vector_of(struct Scope *scope, struct Vec v, struct Span span, struct Dim dim)
{
	struct Scalar *item = value_array(scope->arena, 3);
	for (int i = 0; i < 3; i++)
		item[i] = (struct Scalar){ .ref = v.e[i], .dim = dim };
	return value_items(VALUE_VECTOR, span, item, 3);
}

void frame_names(struct Scope *scope, const struct FrameMotion *motion, struct Span span,
                 struct Local local[SEEN_NAMES])
{
	static const struct Dim velocity = { 0, 1, -1 }, rate = { 0, 0, -1 };
	const struct {
		const char *name;
		struct Vec v;
		struct Dim dim;
	} all[] = { { "p", motion->p, dim_length },      { "ex", motion->axis[0], dim_none },
		    { "ey", motion->axis[1], dim_none }, { "ez", motion->axis[2], dim_none },
		    { "v", motion->v, velocity },        { "w", motion->w, rate } };
	for (int i = 0; i < SEEN_NAMES; i++)
		local[i] = (struct Local){ all[i].name, vector_of(scope, all[i].v, span, all[i].dim) };
}
