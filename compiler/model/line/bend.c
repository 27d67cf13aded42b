#include "bend.h"

#include <math.h>

/* Points of a string in the plane in which it bends. Conditions hold where their number is negative. */
struct Bending {
	struct Dag *dag;
	const struct Around *around;
	struct Vec at[2]; /* P, S in the axes of the wrap */
	Ref across[2];    /* p^2, s^2 */
	Ref along, cross,
		cross2;       /* P . S, n . (P x S) and its square; of a sphere cross is |P x S| where it is not 0 */
	struct Vec turned[2]; /* n x P, n x S */
	Ref radius, radius2, beyond[2]; /* r, r^2; P . d, -S . d */
	Ref span2;                      /* d^2 */
	Ref bends;                      /* before the ends of a cylinder are looked at */
	Ref touches, apart;
	Ref k, angle, tangent[2];
	Ref longer; /* does it turn by the larger angle? Not of strings of any side */
};

static Ref both(struct Dag *dag, Ref a, Ref b)
{
	return dag_select(dag, a, b, a);
}

static Ref either(struct Dag *dag, Ref a, Ref b)
{
	return dag_select(dag, a, a, b);
}

static Ref sign_of(struct Dag *dag, Ref a)
{
	Ref one = dag_const(dag, 1);
	return dag_select(dag, a, dag_neg(one), one);
}

/* The value where the string bends, else 1. */
static Ref where_bent(const struct Bending *b, Ref value)
{
	return dag_select(b->dag, b->bends, value, dag_const(b->dag, 1));
}

static struct Vec flattened(struct Dag *dag, struct Vec a)
{
	a.e[2] = dag_const(dag, 0);
	return a;
}

/* --- the plane --- */

static void see_along_axis(struct Bending *b)
{
	struct Dag *dag = b->dag;
	const struct Vec P = flattened(dag, b->at[0]), S = flattened(dag, b->at[1]);
	for (int i = 0; i < 2; i++) {
		const struct Vec a = flattened(dag, b->at[i]);
		b->across[i] = vec_dot(dag, a, a);
		b->turned[i] = (struct Vec){ { dag_neg(a.e[1]), a.e[0], dag_const(dag, 0) } };
	}
	b->along = vec_dot(dag, P, S);
	b->cross = vec_dot(dag, b->turned[0], S);
	b->cross2 = dag_mul(dag, b->cross, b->cross);
}

/* Normal of the plane of P and S; if they are on one line with the centre, of a plane through it that is not along P. */
static struct Vec plane_normal(struct Bending *b)
{
	struct Dag *dag = b->dag;
	const struct Vec P = b->at[0];
	struct Vec normal = vec_cross(dag, P, b->at[1]);
	b->cross2 = vec_dot(dag, normal, normal);
	const double least = 1e-24; /* of the square of the sine of their angle */
	Ref squares = dag_mul(dag, b->across[0], b->across[1]);
	Ref aligned = dag_sub(dag, b->cross2, dag_mul(dag, dag_const(dag, least), squares));
	Ref x2 = dag_mul(dag, P.e[0], P.e[0]), y2 = dag_mul(dag, P.e[1], P.e[1]);
	Ref upright = dag_sub(dag, x2, y2); /* P is nearer to y than to x */
	const struct Vec by_x = vec_cross(dag, P, vec_unit(dag, 0)), by_y = vec_cross(dag, P, vec_unit(dag, 1));
	for (int i = 0; i < 3; i++) {
		Ref other = dag_select(dag, upright, by_x.e[i], by_y.e[i]);
		normal.e[i] = dag_select(dag, aligned, other, normal.e[i]);
	}
	return normal;
}

/* The normal may have any length where a condition is looked at. */
static void see_along(struct Bending *b, struct Vec normal)
{
	struct Dag *dag = b->dag;
	b->cross = vec_dot(dag, normal, vec_cross(dag, b->at[0], b->at[1]));
	for (int i = 0; i < 2; i++)
		b->turned[i] = vec_cross(dag, normal, b->at[i]);
}

static struct Vec plane_seen(struct Bending *b)
{
	struct Dag *dag = b->dag;
	for (int i = 0; i < 2; i++)
		b->across[i] = vec_dot(dag, b->at[i], b->at[i]);
	b->along = vec_dot(dag, b->at[0], b->at[1]);
	struct Vec normal = plane_normal(b);
	see_along(b, normal);
	return normal;
}

/* Divides by the length of the normal, which is not known where the string does not bend. */
static void see_along_unit(struct Bending *b, struct Vec normal)
{
	struct Dag *dag = b->dag;
	Ref size = dag_sqrt(dag, where_bent(b, vec_dot(dag, normal, normal)));
	see_along(b, vec_scale(dag, dag_over(dag, 1, size), normal));
}

/* --- conditions --- */

static Ref sign_of_turn(const struct Bending *b)
{
	return b->around->wrap->kind->round ? dag_const(b->dag, 1) : sign_of(b->dag, b->cross);
}

/* e . (n x P), e . (n x S) */
static void find_towards(const struct Bending *b, Ref towards[2])
{
	for (int i = 0; i < 2; i++)
		towards[i] = vec_dot(b->dag, b->around->direction, b->turned[i]);
}

static void turn_by(struct Bending *b)
{
	struct Dag *dag = b->dag;
	Ref towards[2];
	find_towards(b, towards);
	Ref apart = dag_mul(dag, towards[0], towards[1]), shorter = sign_of_turn(b);
	b->k = dag_select(dag, apart, sign_of(dag, towards[0]), shorter);
	b->longer = dag_mul(dag, b->k, b->cross);
}

/* Requires `bends`. */
static void turn_held(struct Bending *b)
{
	struct Dag *dag = b->dag;
	Ref towards[2], size[2], shorter = sign_of_turn(b);
	find_towards(b, towards);
	for (int i = 0; i < 2; i++)
		size[i] = dag_sqrt(dag, where_bent(b, b->across[i]));
	Ref middle = dag_sub_products(dag, towards[0], size[1], towards[1], size[0]);
	b->k = dag_select(dag, b->touches, sign_of(dag, middle), dag_neg(shorter));
	Ref cross = dag_mul(dag, b->k, b->cross);
	b->longer = dag_select(dag, b->touches, cross, dag_const(dag, -1));
}

/* e . x for the nearest point x of the straight line, times d^2 where x is between its ends. */
static Ref nearest_side(const struct Bending *b)
{
	struct Dag *dag = b->dag;
	const struct Vec e = b->around->direction;
	Ref first = vec_dot(dag, e, b->at[0]), second = vec_dot(dag, e, b->at[1]);
	Ref rise = dag_sub(dag, second, first);
	Ref inner = dag_sub_products(dag, first, b->span2, b->beyond[0], rise);
	Ref last = dag_select(dag, b->beyond[1], inner, second);
	return dag_select(dag, b->beyond[0], last, first);
}

static void find_conditions(struct Bending *b)
{
	struct Dag *dag = b->dag;
	b->beyond[0] = dag_sub(dag, b->along, b->across[0]);
	b->beyond[1] = dag_sub(dag, b->along, b->across[1]);
	b->span2 = dag_neg(dag_add(dag, b->beyond[0], b->beyond[1]));
	Ref inside[2];
	for (int i = 0; i < 2; i++)
		inside[i] = dag_sub(dag, b->radius2, b->across[i]);
	b->apart = both(dag, inside[0], inside[1]);
	Ref between = both(dag, b->beyond[0], b->beyond[1]);
	Ref near = dag_sub(dag, b->cross2, dag_mul(dag, b->radius2, b->span2));
	b->touches = both(dag, between, near);
	Ref must = b->touches;
	if (b->around->side == SIDE_BY)
		must = either(dag, must, b->longer);
	else if (b->around->side == SIDE_HELD)
		must = either(dag, must, nearest_side(b));
	b->bends = both(dag, b->apart, must);
}

/* --- the way --- */

static Ref product_real(struct Dag *dag, const Ref a[2], const Ref b[2])
{
	return dag_sub_products(dag, a[0], b[0], a[1], b[1]);
}

static Ref product_imaginary(struct Dag *dag, const Ref a[2], const Ref b[2])
{
	return dag_add_products(dag, a[0], b[1], a[1], b[0]);
}

/* The angle between the tangent points. */
static void find_angle(struct Bending *b)
{
	struct Dag *dag = b->dag;
	Ref cross = dag_mul(dag, b->k, b->cross), back[2][2], points[2] = { b->along, cross }, tangents[2], turn[2];
	for (int i = 0; i < 2; i++) {
		Ref beyond = dag_sub(dag, b->across[i], b->radius2);
		b->tangent[i] = dag_sqrt(dag, where_bent(b, beyond));
		back[i][0] = b->radius;
		back[i][1] = dag_neg(b->tangent[i]);
	}
	tangents[0] = product_real(dag, back[0], back[1]);
	tangents[1] = product_imaginary(dag, back[0], back[1]);
	turn[0] = product_real(dag, points, tangents);
	turn[1] = product_imaginary(dag, points, tangents);
	Ref real = where_bent(b, turn[0]);
	b->angle = dag_op(dag, OP_ATAN2, (const Ref[]){ turn[1], real });
	if (b->around->side == SIDE_ANY)
		return;
	Ref further = dag_add(dag, b->angle, dag_const(dag, 2 * M_PI));
	Ref full = dag_select(dag, b->angle, further, b->angle);
	b->angle = dag_select(dag, b->longer, full, b->angle);
}

/* (r P + k t n x P) r/p^2, and for S with -k */
static struct Vec touching(const struct Bending *b, int end)
{
	struct Dag *dag = b->dag;
	Ref share = dag_div(dag, b->radius, where_bent(b, b->across[end]));
	Ref turn = dag_mul(dag, b->k, b->tangent[end]);
	struct Vec out = vec_scale(dag, b->radius, b->at[end]);
	struct Vec on = vec_scale(dag, end ? dag_neg(turn) : turn, b->turned[end]);
	return vec_scale(dag, share, vec_add(dag, out, on));
}

/* Heights of the tangent points on a cylinder, and the length of the way on its surface. Ends that both points are beyond
 * bend nothing. */
static void rise_along_axis(struct Bending *b, struct Bend *bend)
{
	struct Dag *dag = b->dag;
	const struct Wrap *wrap = b->around->wrap;
	Ref rise = dag_sub(dag, b->at[1].e[2], b->at[0].e[2]);
	Ref tangents = dag_add(dag, b->tangent[0], b->tangent[1]);
	Ref width = where_bent(b, dag_add(dag, tangents, bend->arc));
	Ref slope = dag_div(dag, rise, width);
	Ref up = dag_mul(dag, slope, b->tangent[0]), down = dag_mul(dag, slope, b->tangent[1]);
	bend->touch[0].e[2] = dag_add(dag, b->at[0].e[2], up);
	bend->touch[1].e[2] = dag_sub(dag, b->at[1].e[2], down);
	Ref square = dag_mul(dag, slope, slope);
	bend->arc = dag_mul(dag, bend->arc, dag_sqrt(dag, dag_add(dag, dag_const(dag, 1), square)));
	if (dag_is_zero(dag, wrap->length))
		return;
	Ref half = dag_mul(dag, dag_const(dag, 0.5), wrap->length), past[2];
	for (int i = 0; i < 2; i++) {
		Ref height = dag_op(dag, OP_ABS, (const Ref[]){ bend->touch[i].e[2] });
		past[i] = dag_sub(dag, height, half);
	}
	b->bends = both(dag, b->bends, either(dag, past[0], past[1]));
}

static void see(struct Bending *b, const struct Vec end[2])
{
	const struct Placement *at = &b->around->wrap->at;
	for (int i = 0; i < 2; i++)
		b->at[i] = mat_tvec(b->dag, at->R, vec_sub(b->dag, end[i], at->p));
}

struct Bend bend_around(struct Dag *dag, const struct Around *around, const struct Vec end[2])
{
	struct Bending b = { .dag = dag, .around = around, .radius = around->wrap->radius };
	const struct Placement *at = &around->wrap->at;
	const bool round = around->wrap->kind->round;
	struct Bend bend;
	b.radius2 = dag_mul(dag, b.radius, b.radius);
	see(&b, end);
	struct Vec normal = vec_unit(dag, 2);
	if (round)
		normal = plane_seen(&b);
	else
		see_along_axis(&b);
	if (around->side == SIDE_BY)
		turn_by(&b);
	else
		b.k = sign_of_turn(&b);
	find_conditions(&b);
	if (round)
		see_along_unit(&b, normal);
	if (around->side == SIDE_HELD)
		turn_held(&b);
	find_angle(&b);
	bend.arc = dag_mul(dag, b.radius, b.angle);
	for (int i = 0; i < 2; i++)
		bend.touch[i] = touching(&b, i);
	if (!round)
		rise_along_axis(&b, &bend);
	for (int i = 0; i < 2; i++)
		bend.touch[i] = vec_add(dag, mat_vec(dag, at->R, bend.touch[i]), at->p);
	Ref one = dag_const(dag, 1);
	bend.apart = b.apart;
	bend.bends = dag_select(dag, b.bends, one, dag_neg(one));
	return bend;
}
