/* The functions of x = t^2 are analytic. Near 0 their closed forms are quotients of small numbers, whose derivatives are less
 * accurate still. So for x < 1 they are series, else closed forms. A closed form reads max(x, 1): its derivatives are finite
 * on the side that is not taken, too. */
#include "exponential.h"

#include "exponential.def"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Horner's scheme. */
static Ref polynomial(struct Dag *dag, const double *coefficient, int count, Ref x)
{
	Ref sum = dag_const(dag, coefficient[count - 1]);
	for (int i = count - 2; i >= 0; i--) {
		Ref rest = dag_mul(dag, x, sum);
		sum = dag_add(dag, dag_const(dag, coefficient[i]), rest);
	}
	return sum;
}

/* Negative where the series count, x < 1. */
static Ref side_of(struct Dag *dag, Ref x)
{
	return dag_sub(dag, x, dag_const(dag, 1));
}

static Ref at_least_one(struct Dag *dag, Ref x)
{
	Ref one = dag_const(dag, 1);
	return dag_select(dag, side_of(dag, x), one, x);
}

static Ref twice(struct Dag *dag, Ref a)
{
	return dag_add(dag, a, a);
}

struct Exponential exponential_of(struct Dag *dag, struct Vec w)
{
	Ref x = vec_dot(dag, w, w), far = at_least_one(dag, x), t = dag_sqrt(dag, far);
	Ref half = dag_mul(dag, dag_const(dag, 0.5), t), cosine = dag_cos(dag, half), side = side_of(dag, x);
	Ref sine = dag_div(dag, dag_sin(dag, half), t);
	/* sin t = 2 t (sin(t/2)/t) cos(t/2) */
	Ref whole = twice(dag, dag_mul(dag, sine, cosine)), bow = dag_sub(dag, dag_const(dag, 1), whole);
	struct Exponential e = { .w = w, .x = x };
	e.sine = dag_select(dag, side, polynomial(dag, half_sine_series, COUNT(half_sine_series), x), sine);
	e.s = dag_select(dag, side, polynomial(dag, half_cosine_series, COUNT(half_cosine_series), x), cosine);
	bow = dag_div(dag, bow, far);
	e.bow = dag_select(dag, side, polynomial(dag, bow_series, COUNT(bow_series), x), bow);
	e.u = vec_scale(dag, e.sine, w);
	return e;
}

/* (1 - cos t)/t^2 */
static Ref square_of(struct Dag *dag, const struct Exponential *of)
{
	return twice(dag, dag_mul(dag, of->sine, of->sine));
}

/* v + (1 - cos t)/t^2 w x v + (t - sin t)/t^3 w x (w x v), where (1 - cos t)/t^2 = 2 (sin(t/2)/t)^2. */
struct Vec exponential_shift(struct Dag *dag, const struct Exponential *of, struct Vec v)
{
	struct Vec across = vec_cross(dag, of->w, v), back = vec_cross(dag, of->w, across);
	Ref square = square_of(dag, of);
	v = vec_add(dag, v, vec_scale(dag, square, across));
	return vec_add(dag, v, vec_scale(dag, of->bow, back));
}

/* Derivative of a polynomial. */
static Ref polynomial_slope(struct Dag *dag, const double *coefficient, int count, Ref x)
{
	double slope[16];
	for (int i = 1; i < count; i++)
		slope[i - 1] = i * coefficient[i];
	return polynomial(dag, slope, count - 1, x);
}

/* Derivatives by x: of sin(t/2)/t it is (cos(t/2)/2 - sin(t/2)/t)/(2 x), of b = (t - sin t)/t^3 it is ((1 - cos t)/t^2 - 3 b)/(2 x). */
static void factor_slopes(struct Dag *dag, const struct Exponential *of, Ref *sine, Ref *bow)
{
	Ref side = side_of(dag, of->x), over = dag_over(dag, 0.5, at_least_one(dag, of->x));
	Ref less = dag_sub(dag, dag_mul(dag, dag_const(dag, 0.5), of->s), of->sine), far = dag_mul(dag, over, less);
	*sine = dag_select(dag, side, polynomial_slope(dag, half_sine_series, COUNT(half_sine_series), of->x), far);
	Ref thrice = dag_mul(dag, dag_const(dag, 3), of->bow);
	far = dag_mul(dag, over, dag_sub(dag, square_of(dag, of), thrice));
	*bow = dag_select(dag, side, polynomial_slope(dag, bow_series, COUNT(bow_series), of->x), far);
}

/* R^T of the derivative of the shift v + a w x v + b w x (w x v) along dw, with the derivatives a' and b' of its factors by t^2:
 *   a dw x v + b (dw x (w x v) + w x (dw x v)) + 2 (w . dw) (a' w x v + b' w x (w x v)). */
static struct Mat bend_of(struct Dag *dag, const struct Exponential *of, struct Vec v)
{
	struct Mat bend, R = exponential_matrix(dag, of);
	struct Vec across = vec_cross(dag, of->w, v), back = vec_cross(dag, of->w, across), along;
	Ref sine, bow, square = square_of(dag, of);
	factor_slopes(dag, of, &sine, &bow);
	sine = dag_mul(dag, of->sine, sine);
	sine = dag_mul(dag, dag_const(dag, 4), sine);
	along = vec_scale(dag, bow, back);
	along = vec_add(dag, vec_scale(dag, sine, across), along);
	for (int k = 0; k < 3; k++) {
		struct Vec e = vec_unit(dag, k), ev = vec_cross(dag, e, v);
		struct Vec both = vec_cross(dag, e, across);
		both = vec_add(dag, both, vec_cross(dag, of->w, ev));
		struct Vec column = vec_scale(dag, of->bow, both);
		column = vec_add(dag, vec_scale(dag, square, ev), column);
		column = vec_add(dag, column, vec_scale(dag, twice(dag, of->w.e[k]), along));
		mat_set_column(&bend, k, mat_tvec(dag, R, column));
	}
	return bend;
}

struct ExponentialSlopes exponential_slopes(struct Dag *dag, const struct Exponential *of, struct Vec v)
{
	struct ExponentialSlopes slopes = { .bend = mat_zero(dag) };
	Ref square = square_of(dag, of);
	for (int k = 0; k < 3; k++) {
		struct Vec e = vec_unit(dag, k), across = vec_cross(dag, of->w, e);
		struct Vec column = vec_sub(dag, e, vec_scale(dag, square, across));
		column = vec_add(dag, column, vec_scale(dag, of->bow, vec_cross(dag, of->w, across)));
		mat_set_column(&slopes.turn, k, column);
	}
	if (!vec_is_zero(dag, v))
		slopes.bend = bend_of(dag, of, v);
	return slopes;
}

struct Mat exponential_matrix(struct Dag *dag, const struct Exponential *of)
{
	const Ref q[4] = { of->u.e[0], of->u.e[1], of->u.e[2], of->s };
	return mat_quaternion(dag, q);
}

/* --- quaternions of matrices --- */

/* The quaternion (u, s) of a rotation times a positive number, as its coordinate `largest` gives it. The number is not small if this
 * coordinate is the largest of the four: x, y, z, s. */
static void quaternion_by(struct Dag *dag, const struct Mat *R, int largest, Ref q[4])
{
	Ref one = dag_const(dag, 1), sum = one;
	for (int k = 0; k < 3; k++) {
		Ref r = R->e[k][k];
		sum = dag_add(dag, sum, largest == 3 || k == largest ? r : dag_neg(r));
	}
	for (int k = 0; k < 3; k++) {
		int a = (k + 1) % 3, b = (k + 2) % 3;
		Ref turned = dag_sub(dag, R->e[b][a], R->e[a][b]);
		if (largest == 3)
			q[k] = turned;
		else if (k == largest)
			q[3] = turned;
		else
			q[k] = dag_add(dag, R->e[k][largest], R->e[largest][k]);
	}
	q[largest] = sum;
}

/* q := u < 0 ? a : b */
static void choose(struct Dag *dag, Ref u, const Ref a[4], const Ref b[4], Ref q[4])
{
	for (int k = 0; k < 4; k++)
		q[k] = dag_select(dag, u, a[k], b[k]);
}

/* The trace tells whether s is large, else the largest entry of the diagonal which of x, y, z is. */
void quaternion_of_matrix(struct Dag *dag, const struct Mat *R, Ref q[4])
{
	Ref by[4][4], turn[4], square = dag_const(dag, 0);
	for (int k = 0; k < 4; k++)
		quaternion_by(dag, R, k, by[k]);
	const Ref x = R->e[0][0], y = R->e[1][1], z = R->e[2][2], first = dag_sub(dag, x, y);
	Ref larger = dag_select(dag, first, y, x);
	choose(dag, first, by[1], by[0], turn);
	choose(dag, dag_sub(dag, larger, z), by[2], turn, turn);
	choose(dag, dag_add(dag, dag_add(dag, x, y), z), turn, by[3], q);
	for (int k = 0; k < 4; k++)
		square = dag_add(dag, square, dag_mul(dag, q[k], q[k]));
	Ref over = dag_over(dag, 1, dag_sqrt(dag, square));
	for (int k = 0; k < 4; k++)
		q[k] = dag_mul(dag, q[k], over);
}

/* The turn is by less than a half: a quaternion with s < 0 is the negative one of the same turn. With y = tan(t/4) = |u|/(1 + s)
 * and r = tan(t/8) = y/(1 + sqrt(1 + y^2)) <= tan(pi/8) it is w = 8 atan(r)/|u| u. No quotient is 0/0, and the operand of the root
 * is at least 1. */
struct Logarithm logarithm_of(struct Dag *dag, const Ref r[4])
{
	struct Logarithm l;
	struct Vec u = { { r[0], r[1], r[2] } };
	Ref one = dag_const(dag, 1), cosine = dag_select(dag, r[3], dag_neg(r[3]), r[3]);
	Ref h = dag_over(dag, 1, dag_add(dag, one, cosine));
	Ref square = dag_mul(dag, h, h), y2 = dag_mul(dag, vec_dot(dag, u, u), square);
	Ref k = dag_over(dag, 1, dag_add(dag, one, dag_sqrt(dag, dag_add(dag, one, y2))));
	Ref arc = polynomial(dag, arc_series, COUNT(arc_series), dag_mul(dag, y2, dag_mul(dag, k, k)));
	/* (t/8)/|u|, (t/2)/|u|, t/|u| */
	Ref eighth = dag_mul(dag, dag_mul(dag, h, k), arc);
	Ref half = dag_mul(dag, dag_const(dag, 4), eighth), all = twice(dag, half);
	l.w = vec_scale(dag, dag_select(dag, r[3], dag_neg(all), all), u);
	Ref x = vec_dot(dag, l.w, l.w), far = at_least_one(dag, x);
	Ref unbow = dag_div(dag, dag_sub(dag, one, dag_mul(dag, half, cosine)), far);
	Ref series = polynomial(dag, unbow_series, COUNT(unbow_series), x);
	l.unbow = dag_select(dag, side_of(dag, x), series, unbow);
	return l;
}

/* shift - w x shift / 2 + (1 - (t/2) cot(t/2))/t^2 w x (w x shift) */
struct Vec logarithm_shift(struct Dag *dag, const struct Logarithm *of, struct Vec shift)
{
	struct Vec across = vec_cross(dag, of->w, shift), back = vec_cross(dag, of->w, across);
	struct Vec v = vec_sub(dag, shift, vec_scale(dag, dag_const(dag, 0.5), across));
	return vec_add(dag, v, vec_scale(dag, of->unbow, back));
}

/* (a_s b_u + b_s a_u + a_u x b_u, a_s b_s - a_u . b_u) */
void quaternion_product(struct Dag *dag, const Ref a[4], const Ref b[4], Ref *out)
{
	struct Vec u = { { a[0], a[1], a[2] } }, v = { { b[0], b[1], b[2] } };
	struct Vec sum = vec_scale(dag, b[3], u);
	sum = vec_add(dag, vec_scale(dag, a[3], v), sum);
	sum = vec_add(dag, sum, vec_cross(dag, u, v));
	Ref along = vec_dot(dag, u, v);
	for (int i = 0; i < 3; i++)
		out[i] = sum.e[i];
	out[3] = dag_sub(dag, dag_mul(dag, a[3], b[3]), along);
}

void quaternion_between(struct Dag *dag, const Ref a[4], const Ref b[4], Ref *out)
{
	const Ref back[4] = { dag_neg(a[0]), dag_neg(a[1]), dag_neg(a[2]), a[3] };
	quaternion_product(dag, back, b, out);
}
