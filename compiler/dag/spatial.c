#include "spatial.h"

#include <math.h>

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

static struct Vec column(struct Mat a, int j)
{
	return (struct Vec){ { a.e[0][j], a.e[1][j], a.e[2][j] } };
}

static struct Vec row(struct Mat a, int i)
{
	return (struct Vec){ { a.e[i][0], a.e[i][1], a.e[i][2] } };
}

struct Mat mat_mul(struct Dag *dag, struct Mat a, struct Mat b)
{
	struct Mat c;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			c.e[i][j] = vec_dot(dag, row(a, i), column(b, j));
	return c;
}

struct Vec mat_vec(struct Dag *dag, struct Mat a, struct Vec x)
{
	struct Vec y;
	for (int i = 0; i < 3; i++)
		y.e[i] = vec_dot(dag, row(a, i), x);
	return y;
}

struct Vec mat_tvec(struct Dag *dag, struct Mat a, struct Vec x)
{
	return mat_vec(dag, mat_transpose(a), x);
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

struct Mat mat_quaternion(struct Dag *dag, const Ref q[4])
{
	Ref two = dag_const(dag, 2), one = dag_const(dag, 1), w = q[3];
	struct Mat R;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref squares = dag_add_products(dag, q[j], q[j], q[k], q[k]);
		Ref product = dag_mul(dag, q[i], q[j]), turn = dag_mul(dag, q[k], w);
		R.e[i][i] = dag_sub(dag, one, dag_mul(dag, two, squares));
		R.e[i][j] = dag_mul(dag, two, dag_sub(dag, product, turn));
		R.e[j][i] = dag_mul(dag, two, dag_add(dag, product, turn));
	}
	return R;
}

struct Placement placement_identity(struct Dag *dag)
{
	struct Placement here = { .R = mat_identity(dag) };
	here.p = vec_const(dag, 0, 0, 0);
	return here;
}

/* Rounding leaves 1e-17 where the product of rotations has a zero. */
static Ref cleaned(struct Dag *dag, Ref entry)
{
	const double nothing = 1e-15;
	if (!dag_is_const(dag, entry))
		return entry;
	double value = dag_value(dag, entry), whole = round(value);
	return fabs(value - whole) < nothing ? dag_const(dag, whole) : entry;
}

struct Placement placement_clean(struct Dag *dag, struct Placement a)
{
	for (int i = 0; i < 9; i++)
		a.R.e[i / 3][i % 3] = cleaned(dag, a.R.e[i / 3][i % 3]);
	return a;
}

struct Placement placement_compose(struct Dag *dag, struct Placement ab, struct Placement bc)
{
	if (placement_is_identity(dag, ab))
		return bc;
	if (placement_is_identity(dag, bc))
		return ab;
	struct Placement ac = { .R = mat_mul(dag, ab.R, bc.R) };
	ac.p = vec_add(dag, ab.p, mat_vec(dag, ab.R, bc.p));
	return placement_clean(dag, ac);
}

struct Placement placement_inverse(struct Dag *dag, struct Placement ab)
{
	return (struct Placement){ mat_transpose(ab.R), vec_neg(mat_tvec(dag, ab.R, ab.p)) };
}

bool placement_is_identity(const struct Dag *dag, struct Placement a)
{
	for (int i = 0; i < 9; i++)
		if (!dag_is(dag, a.R.e[i / 3][i % 3], i / 3 == i % 3))
			return false;
	return vec_is_zero(dag, a.p);
}

static int zeros(const struct Dag *dag, struct Vec a)
{
	return dag_is_zero(dag, a.e[0]) + dag_is_zero(dag, a.e[1]) + dag_is_zero(dag, a.e[2]);
}

/* The offset seen from B if that is constant and has more zeros than seen from A. */
static bool offset_inside(struct Dag *dag, const struct Placement *ab, struct Vec *inside)
{
	for (int i = 0; i < 9; i++)
		if (!dag_is_const(dag, ab->R.e[i / 3][i % 3]))
			return false;
	*inside = mat_tvec(dag, ab->R, ab->p);
	for (int i = 0; i < 3; i++) { /* relative to the offset's length, as rounding is */
		double p[4], tiny = 1e-15;
		for (int k = 0; k < 4; k++) {
			Ref part = k < 3 ? ab->p.e[k] : inside->e[i];
			if (!dag_is_const(dag, part))
				return false;
			p[k] = dag_value(dag, part);
		}
		if (fabs(p[3]) <= tiny * (fabs(p[0]) + fabs(p[1]) + fabs(p[2])))
			inside->e[i] = dag_const(dag, 0);
	}
	return zeros(dag, *inside) > zeros(dag, ab->p);
}

struct Spatial motion_into(struct Dag *dag, const struct Placement *ab, struct Spatial v)
{
	struct Vec inside;
	struct Spatial u;
	u.ang = mat_tvec(dag, ab->R, v.ang);
	if (offset_inside(dag, ab, &inside)) {
		struct Vec arm = vec_cross(dag, u.ang, inside);
		u.lin = vec_add(dag, mat_tvec(dag, ab->R, v.lin), arm);
	} else {
		u.lin = mat_tvec(dag, ab->R, vec_add(dag, v.lin, vec_cross(dag, v.ang, ab->p)));
	}
	return u;
}

struct Spatial force_out(struct Dag *dag, const struct Placement *ab, struct Spatial f)
{
	struct Vec inside;
	struct Spatial g;
	g.lin = mat_vec(dag, ab->R, f.lin);
	if (offset_inside(dag, ab, &inside)) {
		g.ang = mat_vec(dag, ab->R, vec_add(dag, f.ang, vec_cross(dag, inside, f.lin)));
	} else {
		struct Vec arm = vec_cross(dag, ab->p, g.lin);
		g.ang = vec_add(dag, mat_vec(dag, ab->R, f.ang), arm);
	}
	return g;
}

struct Spatial spatial_zero(struct Dag *dag)
{
	struct Vec zero = vec_const(dag, 0, 0, 0);
	return (struct Spatial){ zero, zero };
}

struct Spatial spatial_add(struct Dag *dag, struct Spatial a, struct Spatial b)
{
	a.lin = vec_add(dag, a.lin, b.lin);
	a.ang = vec_add(dag, a.ang, b.ang);
	return a;
}

struct Spatial spatial_sub(struct Dag *dag, struct Spatial a, struct Spatial b)
{
	a.lin = vec_sub(dag, a.lin, b.lin);
	a.ang = vec_sub(dag, a.ang, b.ang);
	return a;
}

struct Spatial spatial_cross_motion(struct Dag *dag, struct Spatial v, struct Spatial m)
{
	struct Spatial c = { .lin = vec_cross(dag, v.lin, m.ang) };
	c.lin = vec_add(dag, vec_cross(dag, v.ang, m.lin), c.lin);
	c.ang = vec_cross(dag, v.ang, m.ang);
	return c;
}

struct Spatial spatial_cross_force(struct Dag *dag, struct Spatial v, struct Spatial f)
{
	struct Spatial c = { .lin = vec_cross(dag, v.ang, f.lin) };
	c.ang = vec_cross(dag, v.lin, f.lin);
	c.ang = vec_add(dag, vec_cross(dag, v.ang, f.ang), c.ang);
	return c;
}

struct Inertia inertia_zero(struct Dag *dag)
{
	Ref zero = dag_const(dag, 0);
	return (struct Inertia){ zero, { { zero, zero, zero } }, mat_zero(dag) };
}

struct Inertia inertia_add(struct Dag *dag, struct Inertia a, struct Inertia b)
{
	a.m = dag_add(dag, a.m, b.m);
	a.h = vec_add(dag, a.h, b.h);
	a.J = mat_add(dag, a.J, b.J);
	return a;
}

/* (a . b) 1 - a b^T for parallel a and b: with b = m a, the parallel-axis term. */
static struct Mat steiner(struct Dag *dag, struct Vec a, struct Vec b)
{
	struct Mat S;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		S.e[i][i] = dag_add_products(dag, a.e[j], b.e[j], a.e[k], b.e[k]);
		S.e[i][j] = S.e[j][i] = dag_neg(dag_mul(dag, a.e[i], b.e[j]));
	}
	return S;
}

struct Inertia inertia_about_com(struct Dag *dag, Ref m, struct Vec c, struct Mat Jc)
{
	struct Vec h = vec_scale(dag, m, c);
	return (struct Inertia){ m, h, mat_add(dag, Jc, steiner(dag, c, h)) };
}

/* With g = R h and h' = g + m p,
 *   J' = R J R^T + p.(g + h') 1 - (p g^T + h' p^T),
 * where the last term is symmetric because h' - g is along p. */
struct Inertia inertia_out(struct Dag *dag, const struct Placement *ab, const struct Inertia *I)
{
	struct Inertia out;
	struct Vec p = ab->p, g = mat_vec(dag, ab->R, I->h);
	out.m = I->m;
	out.h = vec_add(dag, g, vec_scale(dag, I->m, p));
	out.J = mat_congruence(dag, ab->R, I->J);
	struct Vec s = vec_add(dag, g, out.h);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref diagonal = dag_add_products(dag, p.e[j], s.e[j], p.e[k], s.e[k]);
		Ref product = dag_add_products(dag, p.e[i], g.e[j], out.h.e[i], p.e[j]);
		out.J.e[i][i] = dag_add(dag, out.J.e[i][i], diagonal);
		out.J.e[i][j] = out.J.e[j][i] = dag_sub(dag, out.J.e[i][j], product);
	}
	return out;
}

struct Spatial inertia_times(struct Dag *dag, const struct Inertia *I, struct Spatial v)
{
	struct Spatial f = { .lin = vec_cross(dag, v.ang, I->h) };
	f.lin = vec_add(dag, vec_scale(dag, I->m, v.lin), f.lin);
	f.ang = vec_cross(dag, I->h, v.lin);
	f.ang = vec_add(dag, mat_vec(dag, I->J, v.ang), f.ang);
	return f;
}
