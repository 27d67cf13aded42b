#include "moments.h"

#include <math.h>

struct Moments moments_zero(struct Dag *dag)
{
	Ref zero = dag_const(dag, 0);
	return (struct Moments){ zero, { { zero, zero, zero } }, mat_zero(dag) };
}

struct Moments moments_add(struct Dag *dag, struct Moments a, struct Moments b)
{
	a.m = dag_add(dag, a.m, b.m);
	a.h = vec_add(dag, a.h, b.h);
	a.D = mat_add(dag, a.D, b.D);
	return a;
}

struct Moments moments_turn(struct Dag *dag, struct Mat R, struct Moments a)
{
	a.h = mat_vec(dag, R, a.h);
	a.D = mat_congruence(dag, R, a.D);
	return a;
}

/* Shifted second moment D + p h^T + h p^T + m p p^T, computed as D + p (h + m p)^T + h p^T. */
struct Moments moments_shift(struct Dag *dag, struct Vec p, struct Moments a)
{
	struct Moments b = { a.m, vec_add(dag, a.h, vec_scale(dag, a.m, p)), a.D };
	for (int i = 0; i < 3; i++)
		for (int j = i; j < 3; j++) {
			Ref cross = dag_add_products(dag, p.e[i], b.h.e[j], a.h.e[i], p.e[j]);
			b.D.e[i][j] = b.D.e[j][i] = dag_add(dag, a.D.e[i][j], cross);
		}
	return b;
}

struct Moments moments_out(struct Dag *dag, const struct Placement *ab, const struct Moments *a)
{
	return moments_shift(dag, ab->p, moments_turn(dag, ab->R, *a));
}

static double largest(const struct Dag *dag, const Ref *ref, int count)
{
	double most = 0;
	for (int i = 0; i < count; i++)
		if (dag_is_const(dag, ref[i]))
			most = fmax(most, fabs(dag_value(dag, ref[i])));
	return most;
}

static void clean(struct Dag *dag, Ref *ref, int count)
{
	const double rounding = 2e-15;
	double most = largest(dag, ref, count);
	for (int i = 0; i < count; i++)
		if (dag_is_const(dag, ref[i]) && fabs(dag_value(dag, ref[i])) <= rounding * most)
			ref[i] = dag_const(dag, 0);
}

struct Moments moments_clean(struct Dag *dag, struct Moments a)
{
	clean(dag, a.h.e, 3);
	clean(dag, &a.D.e[0][0], 9);
	return a;
}

struct Moments moments_seen(struct Dag *dag, struct Placement ab, struct Moments a)
{
	struct Moments turned = moments_clean(dag, moments_turn(dag, ab.R, a));
	return moments_clean(dag, moments_shift(dag, ab.p, turned));
}

struct Moments moments_of(struct Dag *dag, const struct Inertia *I)
{
	struct Moments a = { I->m, I->h, mat_zero(dag) };
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		Ref others = dag_add(dag, I->J.e[j][j], I->J.e[k][k]);
		Ref twice = dag_sub(dag, others, I->J.e[i][i]);
		a.D.e[i][i] = dag_mul(dag, dag_const(dag, 0.5), twice);
		a.D.e[i][j] = a.D.e[j][i] = dag_neg(I->J.e[i][j]);
	}
	return a;
}

struct Inertia moments_inertia(struct Dag *dag, const struct Moments *a)
{
	struct Inertia I = { a->m, a->h, mat_zero(dag) };
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		I.J.e[i][i] = dag_add(dag, a->D.e[j][j], a->D.e[k][k]);
		I.J.e[i][j] = I.J.e[j][i] = dag_neg(a->D.e[i][j]);
	}
	return I;
}

/* Force and moment for e: m e and h x e, or e x h and tr(D) e - D e. */
struct Spatial moments_force(struct Dag *dag, const struct Moments *a, int row)
{
	struct Vec e = vec_unit(dag, row % 3);
	struct Spatial F;
	if (row < 3) {
		F.lin = vec_scale(dag, a->m, e);
		F.ang = vec_cross(dag, a->h, e);
	} else {
		F.lin = vec_cross(dag, e, a->h);
		F.ang = vec_neg(mat_vec(dag, a->D, e));
		int k = row - 3, i = (k + 1) % 3, j = (k + 2) % 3;
		F.ang.e[k] = dag_add(dag, a->D.e[i][i], a->D.e[j][j]);
	}
	return F;
}
