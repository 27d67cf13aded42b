#include "spatial.h"

#include <math.h>

struct Placement placement_identity(struct Dag *dag)
{
	struct Placement here = { .R = mat_identity(dag) };
	here.p = vec_const(dag, 0, 0, 0);
	return here;
}

/* An entry of a product of rotations, where rounding leaves 1e-17 for zero. */
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

void placement_put(const struct Placement *a, Ref out[12])
{
	for (int i = 0; i < 12; i++)
		out[i] = i < 9 ? a->R.e[i / 3][i % 3] : a->p.e[i - 9];
}

struct Placement placement_get(const Ref number[12])
{
	struct Placement a = { .p = { { number[9], number[10], number[11] } } };
	for (int i = 0; i < 9; i++)
		a.R.e[i / 3][i % 3] = number[i];
	return a;
}

bool placement_is_identity(const struct Dag *dag, struct Placement a)
{
	return mat_is_identity(dag, &a.R) && vec_is_zero(dag, a.p);
}

static int zeros(const struct Dag *dag, struct Vec a)
{
	return dag_is_zero(dag, a.e[0]) + dag_is_zero(dag, a.e[1]) + dag_is_zero(dag, a.e[2]);
}

/* Finds the offset in the axes of B. True if it is constant and has more zeros than in the axes of A. */
static bool offset_inside(struct Dag *dag, const struct Placement *ab, struct Vec *inside)
{
	if (!dag_all(dag, dag_is_const, &ab->R.e[0][0], 9))
		return false;
	*inside = mat_tvec(dag, ab->R, ab->p);
	for (int i = 0; i < 3; i++) { /* tolerance relative to the offset's length, like rounding errors */
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

struct Spatial force_shift(struct Dag *dag, struct Vec p, struct Spatial f)
{
	f.ang = vec_add(dag, f.ang, vec_cross(dag, p, f.lin));
	return f;
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

struct Spatial spatial_scale(struct Dag *dag, Ref factor, struct Spatial a)
{
	a.lin = vec_scale(dag, factor, a.lin);
	a.ang = vec_scale(dag, factor, a.ang);
	return a;
}

struct Spatial spatial_turn(struct Dag *dag, struct Mat R, struct Spatial a)
{
	a.lin = mat_vec(dag, R, a.lin);
	a.ang = mat_vec(dag, R, a.ang);
	return a;
}

void spatial_label(struct Dag *dag, const struct Spatial *a, const char *lin, const char *ang, int link)
{
	vec_label(dag, a->lin, lin, link);
	vec_label(dag, a->ang, ang, link);
}

void spatial_put(const struct Spatial *a, Ref number[6])
{
	for (int i = 0; i < 3; i++) {
		number[i] = a->lin.e[i];
		number[3 + i] = a->ang.e[i];
	}
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

struct Inertia inertia_add(struct Dag *dag, struct Inertia a, struct Inertia b)
{
	a.m = dag_add(dag, a.m, b.m);
	a.h = vec_add(dag, a.h, b.h);
	a.J = mat_add(dag, a.J, b.J);
	return a;
}

/* Parallel-axis matrix (a . b) 1 - a b^T for parallel a and b; with b = m a it is the parallel-axis term. */
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
