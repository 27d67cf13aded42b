/* A rod that leads one joint: its ends keep the distance L, and the coordinate q of the joint follows from where the other end is.
 * In the frame of the joint, r is the far end and e the near end before the joint moves. With its motion along n, or about n with
 * e = along + across and n x e = ahead,
 *     q^2 + 2 q n.(e - r) + |e - r|^2 = L^2,
 *     E cos q + F sin q = G,  E = r.across,  F = r.ahead,  G = (e.e + r.r - L^2) / 2 - r.along.
 * Each has one root, D = s sqrt((n.(e - r))^2 - |e - r|^2 + L^2) or s sqrt(E^2 + F^2 - G^2) with the sign s of the branch:
 *     q = D - n.(e - r),  cos q = (E G - F D) / (E^2 + F^2),  sin q = (F G + E D) / (E^2 + F^2).
 * It is the lever of the rod, D = d.w, with d from the far to the near end and w the velocity of the near end by q. So q' is a quotient
 * of two levers, where ' of e is by other joints between the joint and the rod:
 *     q' = d.(r' - e') / D,  q'' = (d.(r'' - e'' - q'^2 w_q - 2 q' n x e') - d'.d') / D. */
#include "closed_form.h"

#include <math.h>

#include "base/elementary.h"
#include "model/body.h"
#include "model/body/motion.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/strut.h"
#include "seen_point.h"
#include "way.h"

struct Rod {
	const struct Model *model;
	const struct ClosedForm *form;
	int body;            /* with the joint */
	struct Point end[2]; /* of the rod: the near end, on a body that the joint carries, and the far one */
	bool slides;
	struct Vec n; /* its axis */
	struct SeenPoint e, r;
	struct Parts parts; /* of e, about the axis of a turn */
	Ref root;           /* D */
	Ref value, sine, cosine;
};

/* --- the chain --- */

static bool is_rod(const struct Model *model, const struct ClosedForm *form)
{
	(void)model;
	return form->loop.kind->length;
}

/* Does the body's joint move a body? */
static bool carries(const struct Model *model, int joint, int body)
{
	while (body >= 0 && body != joint)
		body = model->body[body].parent;
	return body == joint;
}

static void *refused(struct Diags *diags, const struct ClosedForm *form, const char *why)
{
	closed_refuse(diags, form, why);
	return NULL;
}

static void *find_rod(struct Diags *diags, const struct Model *model, const struct ClosedForm *form)
{
	const struct LoopEnd *end = form->loop.end;
	struct Rod *rod = ARENA_NEW(model->arena, struct Rod);
	if (form->bodies != 1)
		return refused(diags, form, "a rod leads one joint: solve JOINT");
	int body = form->body[0];
	bool near[2] = { carries(model, body, end[0].body), carries(model, body, end[1].body) };
	if (near[0] == near[1])
		return refused(diags, form,
		               text_print(diags->arena, "joint '%s' does not move its ends against each other",
		                          model->body[body].joint->name.text));
	*rod = (struct Rod){ .model = model, .form = form, .body = body };
	for (int k = 0; k < 2; k++)
		rod->end[!near[k]] = (struct Point){ .body = end[k].body, .p = end[k].at.p };
	return rod;
}

/* Joints between the joint and the near end, and those that move the far end against the joint. */
static int rod_drives(const void *found, int *body)
{
	const struct Rod *rod = found;
	const struct Model *model = rod->model;
	int parent = model->body[rod->body].parent, common = way_common(model, parent, rod->end[1].body);
	int count = way_movers(model, rod->end[0].body, rod->body, body);
	count += way_movers(model, parent, common, body + count);
	return count + way_movers(model, rod->end[1].body, common, body + count);
}

/* --- its values --- */

/* Takes the axis. False after a diagnostic. */
static bool take_motion(struct Scope *scope, struct Rod *rod)
{
	const struct Joint *joint = rod->model->body[rod->body].joint;
	bool one = joint->kind->form == JOINT_DEFINED && joint->kind->nq == 1;
	struct Motions motions = one ? motions_for_any(scope, joint) : (struct Motions){ 0 };
	if (motions.count != 1 || motions.item->y != dag_input(scope->dag, INPUT_QDD, 0))
		return closed_refuse(scope->diags, rod->form,
		                     text_print(scope->arena, "joint '%s' is %s, neither a hinge nor a slider",
		                                joint->name.text, joint->kind->name));
	rod->n = motions.item->axis;
	rod->slides = motions.item->kind == MOTION_TRANSLATE;
	return true;
}

static void see_ends(struct Dag *dag, struct Rod *rod)
{
	const struct Body *body = &rod->model->body[rod->body];
	struct Placement back = placement_inverse(dag, body->then);
	rod->e = point_seen_in(dag, &back, point_seen(rod->model, &rod->end[0], rod->body));
	rod->r = point_seen_in(dag, &body->at, point_seen(rod->model, &rod->end[1], body->parent));
	rod->parts = parts_of(dag, rod->n, rod->e.r);
}

/* Square of D; of a turn also E^2 + F^2 in *squares and E, F, G; of a slide -n.(e - r) in *G. */
static Ref square_of(struct Dag *dag, const struct Rod *rod, Ref *E, Ref *F, Ref *G, Ref *squares)
{
	Ref L = rod->form->loop.length, LL = dag_mul(dag, L, L);
	struct Vec e = rod->e.r, r = rod->r.r;
	if (rod->slides) {
		struct Vec x = vec_sub(dag, r, e), across = vec_cross(dag, rod->n, x);
		*G = vec_dot(dag, rod->n, x);
		return dag_sub(dag, LL, vec_dot(dag, across, across));
	}
	Ref ee = vec_dot(dag, e, e), rr = vec_dot(dag, r, r), sum = dag_add(dag, dag_sub(dag, ee, LL), rr);
	*E = vec_dot(dag, rod->parts.across, r);
	*F = vec_dot(dag, rod->parts.ahead, r);
	Ref half = dag_mul(dag, dag_const(dag, 0.5), sum);
	*G = dag_sub(dag, half, vec_dot(dag, rod->parts.along, r));
	*squares = dag_add_products(dag, *E, *E, *F, *F);
	return dag_sub(dag, *squares, dag_mul(dag, *G, *G));
}

/* Takes the place of the joint that is nearer to the pose: the sign of D, 0 after a diagnostic. */
static double choose_branch(struct Scope *scope, const struct Rod *rod, const struct ModelPose *pose)
{
	struct Dag *dag = scope->dag;
	Ref E = 0, F = 0, G, squares = 0, square = square_of(dag, rod, &E, &F, &G, &squares);
	struct Arena *arena = arena_trial(rod->model->arena);
	struct Posture posture = closed_posture(arena, rod->model, pose);
	double D = sqrt(posture_value(&posture, square)), g = posture_value(&posture, G);
	double e = rod->slides ? 0 : posture_value(&posture, E), f = rod->slides ? 0 : posture_value(&posture, F);
	double at[2][CLOSED_NUMBERS] = { { 0 } };
	for (int k = 0; k < 2; k++, D = -D)
		at[k][0] = rod->slides ? g + D : elementary_atan2(f * g + e * D, e * g - f * D);
	arena_empty(arena);
	int place = closed_branch(scope->diags, rod->model, rod->form, pose, at, 2);
	return place < 0 ? 0 : place ? -1 : 1;
}

static void find_values(struct Dag *dag, struct Rod *rod, double sign)
{
	Ref E = 0, F = 0, G, squares = 0, square = square_of(dag, rod, &E, &F, &G, &squares);
	rod->root = dag_sqrt(dag, square) ^ (sign < 0);
	if (rod->slides) {
		rod->value = dag_add(dag, G, rod->root);
		return;
	}
	Ref over = dag_over(dag, 1, squares);
	rod->cosine = dag_mul(dag, over, dag_sub_products(dag, E, G, F, rod->root));
	rod->sine = dag_mul(dag, over, dag_add_products(dag, F, G, E, rod->root));
	rod->value = dag_direction(dag, rod->sine, rod->cosine);
}

/* A vector of the moved frame in the frame of the joint. */
static struct Vec turned(struct Dag *dag, const struct Rod *rod, struct Vec x)
{
	if (rod->slides || vec_is_zero(dag, x))
		return x;
	struct Parts parts = parts_of(dag, rod->n, x);
	struct Vec across = vec_scale(dag, rod->cosine, parts.across), ahead = vec_scale(dag, rod->sine, parts.ahead);
	return vec_add(dag, parts.along, vec_add(dag, across, ahead));
}

/* The velocity w of a vector by q, which depends on q for a turn alone. */
static struct Vec lever_of(struct Dag *dag, const struct Rod *rod, struct Vec moved)
{
	return rod->slides ? rod->n : vec_cross(dag, rod->n, moved);
}

/* The rod from its far end, and the velocity of its near end by q. */
struct RodVectors {
	struct Vec d, w;
};

static struct RodVectors vectors_of(struct Dag *dag, const struct Rod *rod)
{
	struct Vec e = turned(dag, rod, rod->e.r), d = vec_sub(dag, e, rod->r.r);
	if (rod->slides)
		d = vec_add(dag, d, vec_scale(dag, rod->value, rod->n));
	return (struct RodVectors){ d, lever_of(dag, rod, e) };
}

/* q' for rates of both ends. */
static Ref rate_of(struct Dag *dag, const struct RodVectors *v, struct Vec r, struct Vec e, Ref over)
{
	return dag_mul(dag, vec_dot(dag, v->d, vec_sub(dag, r, e)), over);
}

/* Gives the values their derivatives by one coordinate: D' = d'.w + d.w'. */
static void give_slopes(struct Dag *dag, const struct Rod *rod, const struct RodVectors *v, Ref over,
                        struct Coordinate of)
{
	Ref by = coordinate_key(dag, of);
	struct Vec r = vec_slope(dag, of, rod->r.r), e = turned(dag, rod, vec_slope(dag, of, rod->e.r));
	Ref rate = rate_of(dag, v, r, e, over);
	struct Vec d = vec_sub(dag, vec_add(dag, vec_scale(dag, rate, v->w), e), r);
	Ref D = vec_dot(dag, d, v->w);
	if (!rod->slides) {
		struct Vec w = vec_add(dag, vec_scale(dag, rate, v->w), e);
		D = dag_add(dag, D, vec_dot(dag, v->d, vec_cross(dag, rod->n, w)));
		dag_give_slope(dag, rod->sine, by, dag_mul(dag, rate, rod->cosine));
		dag_give_slope(dag, rod->cosine, by, dag_neg(dag_mul(dag, rate, rod->sine)));
	}
	dag_give_slope(dag, rod->root, by, D);
	dag_give_slope(dag, over, by, dag_neg(dag_mul(dag, dag_mul(dag, over, over), D)));
	dag_give_slope(dag, rod->value, by, rate);
}

/* Gives the joint its coordinate, with rate and acceleration. */
static void give_coordinate(struct Dag *dag, const struct Rod *rod, const struct RodVectors *v, Ref over)
{
	struct Joint *joint = rod->model->body[rod->body].joint;
	struct Vec e = turned(dag, rod, rod->e.rate), again = turned(dag, rod, rod->e.acceleration);
	Ref rate = rate_of(dag, v, rod->r.rate, e, over);
	struct Vec d = vec_sub(dag, vec_add(dag, vec_scale(dag, rate, v->w), e), rod->r.rate);
	struct Vec a = vec_sub(dag, rod->r.acceleration, again);
	if (!rod->slides) { /* less q' n x (q' w + 2 e') */
		struct Vec swept = vec_scale(dag, dag_const(dag, 2), e);
		swept = vec_cross(dag, rod->n, vec_add(dag, vec_scale(dag, rate, v->w), swept));
		a = vec_sub(dag, a, vec_scale(dag, rate, swept));
	}
	Ref da = vec_dot(dag, v->d, a), less = dag_sub(dag, da, vec_dot(dag, d, d));
	joint->rates_given = true;
	joint->value[0] = rod->value;
	joint->rate[0] = rate;
	joint->acceleration[0] = dag_mul(dag, less, over);
}

static bool solve_rod(struct Scope *scope, void *found, const struct ModelPose *pose)
{
	struct Rod *rod = found;
	struct Dag *dag = scope->dag;
	const struct Joint *joint = rod->model->body[rod->body].joint;
	if (!take_motion(scope, rod))
		return false;
	see_ends(dag, rod);
	double sign = choose_branch(scope, rod, pose);
	if (sign == 0)
		return false;
	find_values(dag, rod, sign);
	struct RodVectors v = vectors_of(dag, rod);
	Ref over = dag_over(dag, 1, rod->root);
	for (int i = 0; i < joint->ons; i++)
		give_slopes(dag, rod, &v, over, joint->on[i]);
	give_coordinate(dag, rod, &v, over);
	return true;
}

const struct ClosedShape rod_shape = { is_rod, find_rod, rod_drives, solve_rod };
