#include "articulated.h"

struct Articulated articulated_zero(struct Dag *dag)
{
	struct Mat zero = mat_zero(dag);
	return (struct Articulated){ zero, zero, zero };
}

struct Articulated articulated_of(struct Dag *dag, const struct Moments *mass)
{
	struct Articulated a = articulated_zero(dag);
	for (int row = 0; row < 6; row++)
		articulated_set(&a, row, moments_force(dag, mass, row));
	return a;
}

struct Articulated articulated_add(struct Dag *dag, struct Articulated a, struct Articulated b)
{
	a.A = mat_add(dag, a.A, b.A);
	a.H = mat_add(dag, a.H, b.H);
	a.M = mat_add(dag, a.M, b.M);
	return a;
}

struct Articulated articulated_turn(struct Dag *dag, struct Mat R, struct Articulated a)
{
	a.A = mat_congruence(dag, R, a.A);
	a.H = mat_similar(dag, R, a.H);
	a.M = mat_congruence(dag, R, a.M);
	return a;
}

/* Entry (i, j) of [p x] B. */
static Ref crossed(struct Dag *dag, struct Vec p, const struct Mat *B, int i, int j)
{
	int k = (i + 1) % 3, l = (i + 2) % 3;
	return dag_sub_products(dag, p.e[k], B->e[l][j], p.e[l], B->e[k][j]);
}

/* Shift of the origin: a force there has the moment N + p x F, and the old origin accelerates by a + al x p. With T =
 * [p x] H^T,
 *   H' = H + [p x] M,   A' = A + T^T + [p x] H'^T,
 * and the symmetric A' has the diagonal A_ii + ([p x] (H + H')^T)_ii. */
struct Articulated articulated_shift(struct Dag *dag, struct Vec p, struct Articulated a)
{
	struct Articulated b = a;
	for (int i = 0; i < 9; i++)
		b.H.e[i / 3][i % 3] = dag_add(dag, a.H.e[i / 3][i % 3], crossed(dag, p, &a.M, i / 3, i % 3));
	struct Mat before = mat_transpose(a.H), after = mat_transpose(b.H), both = mat_add(dag, before, after);
	for (int i = 0; i < 3; i++) {
		b.A.e[i][i] = dag_add(dag, a.A.e[i][i], crossed(dag, p, &both, i, i));
		for (int j = i + 1; j < 3; j++) {
			Ref sum = dag_add(dag, a.A.e[i][j], crossed(dag, p, &before, j, i));
			b.A.e[i][j] = b.A.e[j][i] = dag_add(dag, sum, crossed(dag, p, &after, i, j));
		}
	}
	return b;
}

struct Spatial articulated_column(const struct Articulated *a, int row)
{
	struct Spatial g;
	for (int i = 0; i < 3; i++) {
		g.lin.e[i] = row < 3 ? a->M.e[i][row] : a->H.e[row - 3][i];
		g.ang.e[i] = row < 3 ? a->H.e[i][row] : a->A.e[i][row - 3];
	}
	return g;
}

void articulated_set(struct Articulated *a, int row, struct Spatial g)
{
	for (int i = 0; i < 3; i++) {
		if (row < 3) {
			a->M.e[i][row] = a->M.e[row][i] = g.lin.e[i];
			a->H.e[i][row] = g.ang.e[i];
		} else {
			a->H.e[row - 3][i] = g.lin.e[i];
			a->A.e[i][row - 3] = a->A.e[row - 3][i] = g.ang.e[i];
		}
	}
}

static void take(struct Dag *dag, Ref *entry, Ref a, Ref b)
{
	*entry = dag_sub(dag, *entry, dag_mul(dag, a, b));
}

void articulated_take(struct Dag *dag, struct Articulated *a, struct Spatial e, struct Spatial g)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			take(dag, &a->H.e[i][j], e.ang.e[i], g.lin.e[j]);
			if (j < i)
				continue;
			take(dag, &a->A.e[i][j], e.ang.e[i], g.ang.e[j]);
			take(dag, &a->M.e[i][j], e.lin.e[i], g.lin.e[j]);
			a->A.e[j][i] = a->A.e[i][j];
			a->M.e[j][i] = a->M.e[i][j];
		}
}

void articulated_take_pair(struct Dag *dag, struct Articulated *a, struct Spatial g, struct Spatial G, struct Spatial w,
                           struct Spatial W)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			take(dag, &a->H.e[i][j], g.ang.e[i], G.lin.e[j]);
			take(dag, &a->H.e[i][j], w.ang.e[i], W.lin.e[j]);
			if (j < i)
				continue;
			take(dag, &a->A.e[i][j], g.ang.e[i], G.ang.e[j]);
			take(dag, &a->A.e[i][j], w.ang.e[i], W.ang.e[j]);
			take(dag, &a->M.e[i][j], g.lin.e[i], G.lin.e[j]);
			take(dag, &a->M.e[i][j], w.lin.e[i], W.lin.e[j]);
			a->A.e[j][i] = a->A.e[i][j];
			a->M.e[j][i] = a->M.e[i][j];
		}
}
