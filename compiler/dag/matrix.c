/* Vectors and matrices in three dimensions. */
#include "spatial.h"

#include <math.h>

const int symmetric_row[SYMMETRIC] = { 0, 0, 1, 0, 1, 2 }, symmetric_column[SYMMETRIC] = { 0, 1, 1, 2, 2, 2 };

struct Vec vec_const(struct Dag *dag, double x, double y, double z)
{
	const double number[3] = { x, y, z };
	struct Vec v;
	for (int i = 0; i < 3; i++)
		v.e[i] = dag_const(dag, number[i]);
	return v;
}

struct Vec vec_unit(struct Dag *dag, int axis)
{
	return vec_const(dag, axis == 0, axis == 1, axis == 2);
}

struct Vec vec_input(struct Dag *dag, enum Input array, int first)
{
	struct Vec v;
	for (int i = 0; i < 3; i++)
		v.e[i] = dag_input(dag, array, (uint32_t)(first + i));
	return v;
}

struct Vec vec_along(struct Dag *dag, int axis, Ref length)
{
	return vec_scale(dag, length, vec_unit(dag, axis));
}

struct Vec vec_add(struct Dag *dag, struct Vec a, struct Vec b)
{
	for (int i = 0; i < 3; i++)
		a.e[i] = dag_add(dag, a.e[i], b.e[i]);
	return a;
}

struct Vec vec_sub(struct Dag *dag, struct Vec a, struct Vec b)
{
	return vec_add(dag, a, vec_neg(b));
}

struct Vec vec_neg(struct Vec a)
{
	for (int i = 0; i < 3; i++)
		a.e[i] = dag_neg(a.e[i]);
	return a;
}

struct Vec vec_scale(struct Dag *dag, Ref s, struct Vec a)
{
	for (int i = 0; i < 3; i++)
		a.e[i] = dag_mul(dag, s, a.e[i]);
	return a;
}

struct Vec vec_cross(struct Dag *dag, struct Vec a, struct Vec b)
{
	struct Vec c;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		c.e[i] = dag_sub_products(dag, a.e[j], b.e[k], a.e[k], b.e[j]);
	}
	return c;
}

Ref vec_dot(struct Dag *dag, struct Vec a, struct Vec b)
{
	Ref sum = dag_mul(dag, a.e[0], b.e[0]);
	for (int i = 1; i < 3; i++)
		sum = dag_add(dag, sum, dag_mul(dag, a.e[i], b.e[i]));
	return sum;
}

bool vec_is_zero(const struct Dag *dag, struct Vec a)
{
	return dag_is_zero(dag, a.e[0]) && dag_is_zero(dag, a.e[1]) && dag_is_zero(dag, a.e[2]);
}

bool vec_is_const(const struct Dag *dag, struct Vec a)
{
	return dag_is_const(dag, a.e[0]) && dag_is_const(dag, a.e[1]) && dag_is_const(dag, a.e[2]);
}

void vec_label(struct Dag *dag, struct Vec a, const char *quantity, int link)
{
	static const char *const component[3] = { "x", "y", "z" };
	for (int i = 0; i < 3; i++)
		dag_label(dag, a.e[i], quantity, (uint32_t)link + 1, component[i]);
}

void mat_label(struct Dag *dag, const struct Mat *a, const char *quantity, int link)
{
	static const char *const component[9] = { "xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz" };
	for (int i = 0; i < 9; i++)
		dag_label(dag, a->e[i / 3][i % 3], quantity, (uint32_t)link + 1, component[i]);
}

struct Mat mat_zero(struct Dag *dag)
{
	struct Mat zero;
	for (int i = 0; i < 9; i++)
		zero.e[i / 3][i % 3] = dag_const(dag, 0);
	return zero;
}

struct Mat mat_identity(struct Dag *dag)
{
	struct Mat one = mat_zero(dag);
	for (int i = 0; i < 3; i++)
		one.e[i][i] = dag_const(dag, 1);
	return one;
}

bool mat_is_identity(const struct Dag *dag, const struct Mat *a)
{
	for (int i = 0; i < 9; i++)
		if (!dag_is(dag, a->e[i / 3][i % 3], i / 3 == i % 3))
			return false;
	return true;
}

struct Mat mat_transpose(struct Mat a)
{
	struct Mat t;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			t.e[i][j] = a.e[j][i];
	return t;
}

struct Mat mat_add(struct Dag *dag, struct Mat a, struct Mat b)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			a.e[i][j] = dag_add(dag, a.e[i][j], b.e[i][j]);
	return a;
}

struct Mat mat_mul(struct Dag *dag, struct Mat a, struct Mat b)
{
	struct Mat c;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			c.e[i][j] = vec_dot(dag, mat_row(&a, i), mat_column(&b, j));
	return c;
}

struct Vec mat_vec(struct Dag *dag, struct Mat a, struct Vec x)
{
	struct Vec y;
	for (int i = 0; i < 3; i++)
		y.e[i] = vec_dot(dag, mat_row(&a, i), x);
	return y;
}

struct Vec mat_tvec(struct Dag *dag, struct Mat a, struct Vec x)
{
	return mat_vec(dag, mat_transpose(a), x);
}

struct Vec mat_column(const struct Mat *a, int k)
{
	return (struct Vec){ { a->e[0][k], a->e[1][k], a->e[2][k] } };
}

struct Vec mat_row(const struct Mat *a, int k)
{
	return (struct Vec){ { a->e[k][0], a->e[k][1], a->e[k][2] } };
}

void mat_set_column(struct Mat *a, int k, struct Vec column)
{
	for (int r = 0; r < 3; r++)
		a->e[r][k] = column.e[r];
}

void mat_put_field(struct Dag *dag, int i, struct Vec w, struct Vec wd, struct Mat *U)
{
	int j = (i + 1) % 3, k = (i + 2) % 3;
	Ref yy = dag_mul(dag, w.e[j], w.e[j]), zz = dag_mul(dag, w.e[k], w.e[k]);
	Ref product = dag_mul(dag, w.e[i], w.e[j]);
	U->e[i][i] = dag_neg(dag_add(dag, yy, zz));
	U->e[i][j] = dag_sub(dag, product, wd.e[k]);
	U->e[j][i] = dag_add(dag, product, wd.e[k]);
}

struct Mat mat_field(struct Dag *dag, struct Vec w, struct Vec wd)
{
	struct Mat U;
	for (int i = 0; i < 3; i++)
		mat_put_field(dag, i, w, wd, &U);
	return U;
}

struct Mat mat_add_outer(struct Dag *dag, struct Mat a, struct Vec x, struct Vec y)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			a.e[i][j] = dag_add(dag, a.e[i][j], dag_mul(dag, x.e[i], y.e[j]));
	return a;
}

bool angle_quarter(double a, double within, long *turns)
{
	const double quarter = 1.57079632679489661923, rounding = 2.3e-16;
	double nearest = round(a / quarter);
	*turns = fabs(nearest) < 1e9 ? (long)nearest : 0;
	return fabs(nearest) < 1e9 && fabs(a - nearest * quarter) <= (within > 0 ? within : rounding * fabs(a));
}

void angle_sincos(struct Dag *dag, Ref angle, Ref *s, Ref *c)
{
	static const double sine[4] = { 0, 1, 0, -1 };
	long turns;
	if (dag_is_const(dag, angle) && angle_quarter(dag_value(dag, angle), dag->quarter, &turns)) {
		*s = dag_const(dag, sine[turns & 3]);
		*c = dag_const(dag, sine[(turns + 1) & 3]);
	} else {
		*s = dag_sin(dag, angle);
		*c = dag_cos(dag, angle);
	}
}

struct Mat mat_turn(struct Dag *dag, int axis, Ref s, Ref c)
{
	int i = (axis + 1) % 3, j = (axis + 2) % 3;
	struct Mat R = mat_identity(dag);
	R.e[i][i] = c;
	R.e[j][j] = c;
	R.e[i][j] = dag_neg(s);
	R.e[j][i] = s;
	return R;
}

struct Mat mat_axis_angle(struct Dag *dag, struct Vec axis, Ref s, Ref c)
{
	Ref rest = dag_sub(dag, dag_const(dag, 1), c);
	struct Mat R;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref sine = dag_mul(dag, s, axis.e[k]);
		Ref product = dag_mul(dag, rest, dag_mul(dag, axis.e[i], axis.e[j]));
		R.e[i][i] = dag_add(dag, c, dag_mul(dag, rest, dag_mul(dag, axis.e[i], axis.e[i])));
		R.e[i][j] = dag_sub(dag, product, sine);
		R.e[j][i] = dag_add(dag, product, sine);
	}
	return R;
}

/* 2 x, 2 y and 2 z take three additions, doubled entries nine. The last row reads two of them. */
struct Mat mat_quaternion(struct Dag *dag, const Ref q[4])
{
	Ref one = dag_const(dag, 1), w = q[3], twice[3];
	struct Mat R;
	for (int i = 0; i < 3; i++)
		twice[i] = dag_add(dag, q[i], q[i]);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3, least = i < j ? i : j, most = i + j - least;
		Ref product = dag_mul(dag, twice[least], q[most]), turn = dag_mul(dag, twice[k], w);
		R.e[i][i] = dag_sub(dag, one, dag_add_products(dag, twice[j], q[j], twice[k], q[k]));
		R.e[i][j] = dag_sub(dag, product, turn);
		R.e[j][i] = dag_add(dag, product, turn);
	}
	return R;
}
