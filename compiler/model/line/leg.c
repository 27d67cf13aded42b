/* Legs of platforms: two turns about axes that cross at right angles, then a slide along a line through the crossing point, with a
 * ball at the end. The coordinates of all three are functions of one point, the ball's centre, as the body that carries the leg sees
 * it. In the axes a of the first turn, b of the second and n = a x b at 0, with the length l and the angles p, t:
 *     r = (l sin t, -h sin p, h cos p),  h = l cos t.
 * Unit vectors along the rates of p, t and l are
 *     ep = (0, -cos p, -sin p),  et = (cos t, sin t sin p, -sin t cos p),  u = (sin t, -cos t sin p, cos t cos p),
 * so p' = ep.r' / h, t' = et.r' / l, l' = u.r', h' = eh.r' with eh = (0, -sin p, cos p). Spherical coordinates have the accelerations
 *     p'' = (ep.r'' - 2 h' p') / h,  h'' = eh.r'' + h p'^2,
 *     t'' = (cos t a.r'' - sin t h'' - 2 l' t') / l,  l'' = sin t a.r'' + cos t h'' + l t'^2. */
#include "closed_form.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "base/pose.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/body/motion.h"
#include "model/followed.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/part/resolve.h"
#include "model/row.h"
#include "model/strut.h"
#include "seen_point.h"
#include "way.h"

enum { TURN_FIRST, TURN_SECOND, SLIDE, MOTIONS };

struct Leg {
	const struct Model *model;
	const struct ClosedForm *form;
	struct ClosedRounding rounding;
	int carrier;         /* the body that carries the first joint; -1: the world */
	int last;            /* the body with the ball, */
	struct Vec end;      /* and the ball's centre in it */
	struct Point target; /* where the ball is held */
	/* at 0, in the axes of the carrier */
	struct LegMotion {
		int body, k; /* whose coordinate it is */
		enum MotionKind kind;
		struct Vec axis, point;
	} motion[MOTIONS];
	int motions;
	struct Vec e[3];   /* a, b, n */
	struct Vec centre; /* where both axes cross */
	Ref offset;        /* of the ball along the line, where the slide is at 0 */
	Ref tilt[2];       /* sine and cosine of t where the second turn is at 0 */
};

/* Values of the leg as functions of the ball's centre. */
struct LegValues {
	struct SeenPoint seen;    /* along a, b, n from the centre */
	Ref h, l, over_h, over_l; /* lengths with the signs of the branch, and 1 over them */
	double sign;              /* of l */
	Ref sp, cp, st, ct, q[MOTIONS];
};

/* --- the chain --- */

static bool has_several(const struct Model *model, const struct ClosedForm *form)
{
	for (int k = 0; k < form->bodies; k++)
		if (model->body[form->body[k]].joint->kind->nq != 1)
			return true;
	return form->bodies == 3;
}

static bool is_leg(const struct Model *model, const struct ClosedForm *form)
{
	const struct LoopKind *kind = form->loop.kind;
	return kind->linear == SPAN_ALL && kind->angular == SPAN_NONE && kind->vector == ROW_OF_A &&
	       has_several(model, form);
}

/* Are the last joints before an end of the loop those that are solved? Their number of moving bodies; *carrier: the
 * body before them. */
static bool ends_with(const struct Model *model, const struct ClosedForm *form, int body, int *carrier)
{
	int found = 0;
	while (body >= 0 && found < form->bodies) {
		bool gives = closed_gives(form, body);
		if (!gives && body_moves(&model->body[body]))
			return false;
		found += gives;
		body = model->body[body].parent;
	}
	*carrier = body;
	return found == form->bodies;
}

static bool descends(const struct Model *model, int body, const struct ClosedForm *form)
{
	for (; body >= 0; body = model->body[body].parent)
		if (closed_gives(form, body))
			return true;
	return false;
}

static void *find_leg(struct Diags *diags, const struct Model *model, const struct ClosedForm *form)
{
	const struct LoopEnd *end = form->loop.end;
	struct Leg *leg = ARENA_NEW(model->arena, struct Leg);
	*leg = (struct Leg){ .model = model, .form = form };
	for (int side = 0; side < 2; side++) {
		const struct LoopEnd *other = &end[1 - side];
		if (!ends_with(model, form, end[side].body, &leg->carrier) || descends(model, other->body, form))
			continue;
		leg->last = end[side].body;
		leg->end = end[side].at.p;
		leg->target = (struct Point){ .body = other->body, .p = other->at.p };
		return leg;
	}
	closed_refuse(diags, form, "its joints are not the last ones before an end of the loop");
	return NULL;
}

static int leg_drives(const void *found, int *body)
{
	const struct Leg *leg = found;
	int common = way_common(leg->model, leg->carrier, leg->target.body);
	int count = way_movers(leg->model, leg->carrier, common, body);
	return count + way_movers(leg->model, leg->target.body, common, body + count);
}

/* --- its motions at 0 --- */

/* Says "joint 'x' is spherical: ..."; returns false. */
static bool refuse_joint(struct Scope *scope, const struct Leg *leg, const struct Joint *joint, const char *why)
{
	return closed_refuse(scope->diags, leg->form,
	                     text_print(scope->arena, "joint '%s' is %s: %s", joint->name.text, joint->kind->name,
	                                why));
}

/* Adds the motions of a joint, of which the frame before it is at `at` in the carrier. False after a diagnostic. */
static bool add_motions(struct Scope *scope, struct Leg *leg, int body, const struct Placement *at)
{
	const struct Joint *joint = leg->model->body[body].joint;
	if (kind_has_quaternion(joint->kind))
		return refuse_joint(scope, leg, joint, "its turn about the line of the leg is free");
	struct Motions motions = motions_for_any(scope, joint);
	for (int k = 0; k < motions.count; k++) {
		const struct Motion *own = &motions.item[k];
		bool plain = own->y == dag_input(scope->dag, INPUT_QDD, (uint32_t)k) && leg->motions < MOTIONS;
		if (!plain || motions.count != joint->kind->nq)
			return refuse_joint(scope, leg, joint, "a leg has two turns and then a slide");
		leg->motion[leg->motions++] =
			(struct LegMotion){ body, k, own->kind, mat_vec(scope->dag, at->R, own->axis), at->p };
	}
	return true;
}

/* Takes all motions, and the ball, at 0. False after a diagnostic. */
static bool take_motions(struct Scope *scope, struct Leg *leg, struct Vec *ball)
{
	const struct Model *model = leg->model;
	struct Dag *dag = scope->dag;
	struct Placement at = placement_identity(dag);
	int *path = ARENA_ARRAY(scope->arena, int, model->bodies + 1), bodies = 0;
	for (int i = leg->last; i != leg->carrier; i = model->body[i].parent)
		path[bodies++] = i;
	while (bodies-- > 0) {
		const struct Body *body = &model->body[path[bodies]];
		at = placement_compose(dag, at, body->at);
		if (closed_gives(leg->form, path[bodies])) {
			if (!add_motions(scope, leg, path[bodies], &at))
				return false;
		} else {
			at = placement_compose(dag, at,
			                       joint_placement(dag, body->joint, body->joint->motion,
			                                       body->joint->motions));
		}
		at = placement_compose(dag, at, body->then);
	}
	*ball = vec_add(dag, mat_vec(dag, at.R, leg->end), at.p);
	return true;
}

/* Is the order that of a leg? False after a diagnostic. */
static bool check_order(struct Scope *scope, const struct Leg *leg)
{
	static const enum MotionKind needed[MOTIONS] = { MOTION_ROTATE, MOTION_ROTATE, MOTION_TRANSLATE };
	for (int i = 0; i < MOTIONS; i++)
		if (i >= leg->motions || leg->motion[i].kind != needed[i])
			return closed_refuse(
				scope->diags, leg->form,
				"a leg has two turns that cross, then a slide, and no other joints are solved");
	return true;
}

/* --- its geometry --- */

static double apart(const struct Dag *dag, struct Vec a, struct Vec b)
{
	double x[3], y[3];
	dag_default_values(dag, a.e, 3, x);
	dag_default_values(dag, b.e, 3, y);
	for (int i = 0; i < 3; i++)
		x[i] -= y[i];
	return vector_length(x);
}

/* A constant direction; entries near a whole number become that. */
static struct Vec rounded(struct Dag *dag, struct Vec a)
{
	const double within = 1e-14;
	for (int i = 0; i < 3; i++) {
		double v = dag_value(dag, a.e[i]);
		a.e[i] = dag_const(dag, (fabs(v - round(v)) < within ? round(v) : v) + 0.0);
	}
	return a;
}

/* The point of the line through `through` along `axis` that is nearest to p. */
static struct Vec foot_on(struct Dag *dag, struct Vec through, struct Vec axis, struct Vec p)
{
	Ref along = vec_dot(dag, axis, vec_sub(dag, p, through));
	return vec_add(dag, through, vec_scale(dag, along, axis));
}

/* Is a point of the leg at its foot on a line, at the defaults of parameters? `off`: the message, if it is not. Warns
 * of parameters that move it off. */
static bool is_on(struct Scope *scope, struct Leg *leg, struct Vec point, struct Vec foot, double size, const char *off)
{
	double most = leg->model->tolerance.length * size;
	if (!closed_gap(leg->model, &leg->rounding, apart(scope->dag, point, foot), size))
		return closed_refuse(scope->diags, leg->form, off);
	if (leg->model->parameters.numbers == 0)
		return true;
	struct Vec by = vec_sub(scope->dag, point, foot);
	closed_doubt_parameters(scope->diags, leg->model, leg->form,
	                        &(struct ClosedLengths){ by.e, 3, NULL, most, off });
	return true;
}

/* Finds axes, centre and offset. False after a diagnostic. */
static bool lay_out(struct Scope *scope, struct Leg *leg, struct Vec ball)
{
	struct Dag *dag = scope->dag;
	struct LegMotion *m = leg->motion;
	for (int i = 0; i < MOTIONS; i++) {
		if (!vec_is_const(dag, m[i].axis))
			return closed_refuse(scope->diags, leg->form,
			                     "the directions of its axes depend on parameters");
		m[i].axis = rounded(dag, m[i].axis);
	}
	struct Vec a = m[TURN_FIRST].axis, b = m[TURN_SECOND].axis, c = m[SLIDE].axis;
	leg->e[0] = a;
	leg->e[1] = b;
	leg->e[2] = rounded(dag, vec_cross(dag, a, b));
	Ref ab = vec_dot(dag, a, b), cb = vec_dot(dag, c, b);
	double square[2] = { dag_value(dag, ab), dag_value(dag, cb) };
	if (!closed_tilt(leg->model, &leg->rounding, fabs(square[0])) ||
	    !closed_tilt(leg->model, &leg->rounding, fabs(square[1])))
		return closed_refuse(scope->diags, leg->form, "its axes and its line are not at right angles");
	leg->centre = foot_on(dag, m[TURN_FIRST].point, a, m[TURN_SECOND].point);
	leg->offset = vec_dot(dag, c, vec_sub(dag, ball, leg->centre));
	leg->tilt[0] = vec_dot(dag, a, c);
	leg->tilt[1] = vec_dot(dag, leg->e[2], c);
	double size = apart(dag, ball, leg->centre) + apart(dag, m[TURN_FIRST].point, leg->centre);
	struct Vec foot = foot_on(dag, m[TURN_SECOND].point, b, leg->centre);
	return is_on(scope, leg, leg->centre, foot, size, "its axes do not cross") &&
	       is_on(scope, leg, ball, foot_on(dag, leg->centre, c, ball), size,
	             "its ball is not on the line of the slide through the axes");
}

/* --- its values --- */

static struct Vec along_axes(struct Dag *dag, const struct Leg *leg, struct Vec x)
{
	struct Vec y;
	for (int i = 0; i < 3; i++)
		y.e[i] = vec_dot(dag, leg->e[i], x);
	return y;
}

static struct SeenPoint see_ball(struct Dag *dag, const struct Leg *leg)
{
	struct SeenPoint seen = point_seen(leg->model, &leg->target, leg->carrier);
	seen.r = along_axes(dag, leg, vec_sub(dag, seen.r, leg->centre));
	seen.rate = along_axes(dag, leg, seen.rate);
	seen.acceleration = along_axes(dag, leg, seen.acceleration);
	return seen;
}

/* Takes the place of the leg that is nearest to the pose; the signs of h and l. False after a diagnostic. */
static bool choose_branch(struct Scope *scope, const struct Leg *leg, const struct LegValues *v,
                          const struct ModelPose *pose, double sign[2])
{
	enum { PLACES = 4 };
	const double dead = 1e-9; /* m */
	struct Dag *dag = scope->dag;
	struct Arena *arena = arena_trial(leg->model->arena);
	struct Posture posture = closed_posture(arena, leg->model, pose);
	double r[3], at[PLACES][CLOSED_NUMBERS] = { { 0 } };
	double tilt = elementary_atan2(dag_value(dag, leg->tilt[0]), dag_value(dag, leg->tilt[1]));
	for (int i = 0; i < 3; i++)
		r[i] = posture_value(&posture, v->seen.r.e[i]);
	arena_empty(arena);
	if (elementary_hypot(r[1], r[2]) < dead)
		return closed_dead_point(scope->diags, leg->form, pose) >= 0;
	for (int place = 0; place < PLACES; place++) {
		double h = elementary_hypot(r[1], r[2]) * (place & 1 ? -1 : 1),
		       l = elementary_hypot(h, r[0]) * (place & 2 ? -1 : 1);
		const double q[MOTIONS] = { elementary_atan2(-r[1] / h, r[2] / h),
			                    elementary_atan2(r[0] / l, h / l) - tilt,
			                    l - dag_default_value(dag, leg->offset) };
		for (int i = 0; i < MOTIONS; i++)
			for (int k = 0; k < leg->form->bodies; k++)
				if (leg->form->body[k] == leg->motion[i].body)
					at[place][k * JOINT_V + leg->motion[i].k] = q[i];
	}
	int place = closed_branch(scope->diags, leg->model, leg->form, pose, at, PLACES);
	sign[0] = place & 1 ? -1 : 1;
	sign[1] = place & 2 ? -1 : 1;
	return place >= 0;
}

static Ref signed_root(struct Dag *dag, Ref square, double sign)
{
	Ref root = dag_sqrt(dag, square);
	return sign < 0 ? dag_neg(root) : root;
}

static void find_values(struct Dag *dag, const struct Leg *leg, const double sign[2], struct LegValues *v)
{
	const Ref *r = v->seen.r.e, *tilt = leg->tilt;
	Ref square = dag_add_products(dag, r[1], r[1], r[2], r[2]);
	v->h = signed_root(dag, square, sign[0]);
	v->l = signed_root(dag, dag_add(dag, dag_mul(dag, r[0], r[0]), square), sign[1]);
	v->sign = sign[1];
	v->over_h = dag_over(dag, 1, v->h);
	v->over_l = dag_over(dag, 1, v->l);
	v->sp = dag_neg(dag_mul(dag, r[1], v->over_h));
	v->cp = dag_mul(dag, r[2], v->over_h);
	v->st = dag_mul(dag, r[0], v->over_l);
	v->ct = dag_mul(dag, v->h, v->over_l);
	v->q[TURN_FIRST] = dag_direction(dag, v->sp, v->cp);
	Ref sine = dag_sub_products(dag, v->st, tilt[1], v->ct, tilt[0]);
	v->q[TURN_SECOND] = dag_direction(dag, sine, dag_add_products(dag, v->ct, tilt[1], v->st, tilt[0]));
	v->q[SLIDE] = dag_sub(dag, v->l, leg->offset);
}

/* Parts of a vector along eh and ep. */
static Ref along_h(struct Dag *dag, const struct LegValues *v, struct Vec x)
{
	return dag_sub_products(dag, v->cp, x.e[2], v->sp, x.e[1]);
}

static Ref along_p(struct Dag *dag, const struct LegValues *v, struct Vec x)
{
	return dag_neg(dag_add_products(dag, v->cp, x.e[1], v->sp, x.e[2]));
}

/* Rates h', p', t', l' of a rate of r. */
struct LegRates {
	Ref h, p, t, l;
};

static struct LegRates rates_of(struct Dag *dag, const struct LegValues *v, struct Vec rate)
{
	struct LegRates to = { .h = along_h(dag, v, rate) };
	to.p = dag_mul(dag, along_p(dag, v, rate), v->over_h);
	to.t = dag_mul(dag, dag_sub_products(dag, v->ct, rate.e[0], v->st, to.h), v->over_l);
	to.l = dag_add_products(dag, v->st, rate.e[0], v->ct, to.h);
	return to;
}

static struct LegRates accelerations_of(struct Dag *dag, const struct LegValues *v, const struct LegRates *rate)
{
	struct Vec a = v->seen.acceleration;
	Ref two = dag_const(dag, 2), pp = dag_mul(dag, rate->p, rate->p), tt = dag_mul(dag, rate->t, rate->t);
	struct LegRates to = { .h = along_h(dag, v, a) };
	to.h = dag_add(dag, to.h, dag_mul(dag, v->h, pp));
	Ref coriolis = dag_mul(dag, dag_mul(dag, two, rate->h), rate->p);
	to.p = dag_mul(dag, dag_sub(dag, along_p(dag, v, a), coriolis), v->over_h);
	coriolis = dag_mul(dag, dag_mul(dag, two, rate->l), rate->t);
	Ref across = dag_sub(dag, dag_sub_products(dag, v->ct, a.e[0], v->st, to.h), coriolis);
	to.t = dag_mul(dag, across, v->over_l);
	Ref along = dag_add_products(dag, v->st, a.e[0], v->ct, to.h);
	to.l = dag_add(dag, along, dag_mul(dag, v->l, tt));
	return to;
}

/* Gives a unit vector (cosine, sine) that turns with w its derivative, and 1 over a length. */
static void give_turning(struct Dag *dag, Ref sine, Ref cosine, Ref by, Ref w)
{
	dag_give_slope(dag, sine, by, dag_mul(dag, w, cosine));
	dag_give_slope(dag, cosine, by, dag_neg(dag_mul(dag, w, sine)));
}

static void give_over(struct Dag *dag, Ref over, Ref by, Ref rate)
{
	dag_give_slope(dag, over, by, dag_neg(dag_mul(dag, dag_mul(dag, over, over), rate)));
}

/* Gives all values their derivatives by one coordinate. */
static void give_slopes(struct Dag *dag, const struct LegValues *v, struct Coordinate of)
{
	Ref by = coordinate_key(dag, of);
	struct LegRates rate = rates_of(dag, v, vec_slope(dag, of, v->seen.r));
	dag_give_slope(dag, v->h, by, rate.h);
	dag_give_slope(dag, v->l, by, rate.l);
	give_over(dag, v->over_h, by, rate.h);
	give_over(dag, v->over_l, by, rate.l);
	give_turning(dag, v->sp, v->cp, by, rate.p);
	give_turning(dag, v->st, v->ct, by, rate.t);
	dag_give_slope(dag, v->q[TURN_FIRST], by, rate.p);
	dag_give_slope(dag, v->q[TURN_SECOND], by, rate.t);
}

static struct FollowedLine *new_line(struct Dag *dag, const struct Leg *leg, const struct LegValues *v)
{
	struct FollowedLine *line = ARENA_NEW(dag->arena, struct FollowedLine);
	*line = (struct FollowedLine){ .carrier = leg->carrier, .target = leg->target };
	line->ball = (struct Point){ .body = leg->last, .p = leg->end };
	line->slide = v->q[SLIDE];
	line->offset = leg->offset;
	return line;
}

/* Line of a leg that several joints move, in the axes of the leg. */
static const struct FollowedLine *own_line(struct Dag *dag, const struct Leg *leg, const struct LegValues *v)
{
	struct FollowedLine *line = new_line(dag, leg, v);
	for (int k = 0; k < 3; k++)
		mat_set_column(&line->axes, k, leg->e[k]);
	line->over_length = v->over_l;
	line->u = vec_scale(dag, v->over_l, v->seen.r);
	line->motion = (struct PointMotion){ v->seen.rate, v->seen.acceleration, mat_zero(dag) };
	return line;
}

/* Line of a leg in the axes of a free joint. Its length is computed there too, where it takes the fewest operations. */
static const struct FollowedLine *carried_line(struct Dag *dag, const struct Leg *leg, const struct LegValues *v,
                                               const struct FollowedPoint *followed)
{
	struct FollowedLine *line = new_line(dag, leg, v);
	const struct Point centre = { .body = leg->carrier, .p = leg->centre };
	struct Vec r = carried_from(leg->model, &leg->target, &centre, followed);
	line->axes = followed->turn;
	line->over_length = dag_over(dag, 1, signed_root(dag, vec_dot(dag, r, r), v->sign));
	line->u = vec_scale(dag, line->over_length, r);
	line->motion = carried_motion(dag, followed->free, followed->at);
	return line;
}

/* The point with the axes of the leg. */
static const struct FollowedPoint *followed_point(struct Dag *dag, const struct Leg *leg, const struct LegValues *v)
{
	struct FollowedPoint *followed = ARENA_NEW(dag->arena, struct FollowedPoint);
	*followed = (struct FollowedPoint){ .r = v->seen.r, .at = vec_const(dag, 0, 0, 0), .turn = mat_identity(dag) };
	if (!point_is_carried(leg->model, &leg->target, leg->carrier, followed)) {
		followed->line = own_line(dag, leg, v);
		return followed;
	}
	followed->line = carried_line(dag, leg, v, followed);
	for (int k = 0; k < 3; k++)
		mat_set_column(&followed->turn, k, along_axes(dag, leg, mat_column(&followed->turn, k)));
	return followed;
}

/* Derivatives of p, t and l by r: ep / h, et / l, u. */
static void find_levers(struct Dag *dag, const struct LegValues *v, struct Vec lever[MOTIONS])
{
	struct Vec ep = { { dag_const(dag, 0), dag_neg(v->cp), dag_neg(v->sp) } };
	struct Vec eh = { { dag_const(dag, 0), dag_neg(v->sp), v->cp } }, a = vec_unit(dag, 0);
	struct Vec along = vec_scale(dag, v->ct, a), et = vec_sub(dag, along, vec_scale(dag, v->st, eh));
	lever[TURN_FIRST] = vec_scale(dag, v->over_h, ep);
	lever[TURN_SECOND] = vec_scale(dag, v->over_l, et);
	struct Vec up = vec_scale(dag, v->st, a);
	lever[SLIDE] = vec_add(dag, up, vec_scale(dag, v->ct, eh));
}

static void give_coordinates(struct Dag *dag, const struct Leg *leg, const struct LegValues *v)
{
	struct Vec lever[MOTIONS];
	const struct FollowedPoint *through = followed_point(dag, leg, v);
	find_levers(dag, v, lever);
	struct LegRates rate = rates_of(dag, v, v->seen.rate), again = accelerations_of(dag, v, &rate);
	const Ref first[MOTIONS] = { rate.p, rate.t, rate.l }, second[MOTIONS] = { again.p, again.t, again.l };
	for (int i = 0; i < MOTIONS; i++) {
		const struct LegMotion *m = &leg->motion[i];
		struct Joint *joint = leg->model->body[m->body].joint;
		joint->rates_given = true;
		joint->through = through;
		joint->lever[m->k] = lever[i];
		joint->value[m->k] = v->q[i];
		joint->rate[m->k] = first[i];
		joint->acceleration[m->k] = second[i];
	}
}

static bool solve_leg(struct Scope *scope, void *found, const struct ModelPose *pose)
{
	struct Leg *leg = found;
	struct Dag *dag = scope->dag;
	const struct Joint *first = leg->model->body[leg->form->body[0]].joint;
	struct Vec ball;
	double sign[2] = { 1, 1 };
	if (!take_motions(scope, leg, &ball) || !check_order(scope, leg) || !lay_out(scope, leg, ball))
		return false;
	struct LegValues v = { .seen = see_ball(dag, leg) };
	if (!choose_branch(scope, leg, &v, pose, sign))
		return false;
	closed_tell_rounding(scope->diags, leg->form, &leg->rounding);
	find_values(dag, leg, sign, &v);
	for (int i = 0; i < first->ons; i++)
		give_slopes(dag, &v, first->on[i]);
	give_coordinates(dag, leg, &v);
	return true;
}

const struct ClosedShape leg_shape = { is_leg, find_leg, leg_drives, solve_leg };
