#include "kkt_triple.h"

/* s(c) */
static Ref across(struct Dag *dag, const struct KktTriple *t, Ref c1, Ref c2)
{
	return dag_sub_products(dag, t->p[1], c1, t->p[0], c2);
}

static Ref along(struct Dag *dag, const struct KktTriple *t, Ref c1, Ref c2)
{
	return dag_add_products(dag, t->u[0], c1, t->u[1], c2);
}

/* a^T P^-1 b of two columns with s, g and c3: (s(a) s(b) + a3 (g(b) - b3 det N) + g(a) b3) / D. */
static Ref product(struct Dag *dag, const struct KktTriple *t, const Ref a[3], const Ref b[3])
{
	Ref rest = dag_sub(dag, b[1], dag_mul(dag, b[2], t->det));
	Ref sum = dag_mul(dag, a[1], b[2]);
	sum = dag_add(dag, dag_mul(dag, a[2], rest), sum);
	return dag_mul(dag, dag_add(dag, dag_mul(dag, a[0], b[0]), sum), t->over);
}

static void find_numbers(struct Dag *dag, int size, const Ref *K, struct KktTriple *t)
{
	int i = t->at[0], j = t->at[1];
	Ref n11 = K[i * size + i], n12 = K[i * size + j], n22 = K[j * size + j];
	for (int k = 0; k < 2; k++)
		t->p[k] = K[t->at[k] * size + t->at[2]];
	t->u[0] = dag_sub_products(dag, t->p[0], n22, t->p[1], n12);
	t->u[1] = dag_sub_products(dag, t->p[1], n11, t->p[0], n12);
	t->det = dag_sub_products(dag, n11, n22, n12, n12);
	t->D = along(dag, t, t->p[0], t->p[1]);
	t->over = dag_over(dag, 1, t->D);
}

struct KktTriple kkt_triple_take(struct Dag *dag, int size, Ref *K, const bool *left, int first, int second, int row)
{
	struct KktTriple t = { .at = { first, second, row } };
	find_numbers(dag, size, K, &t);
	for (int k = 0; k < 3; k++)
		t.c[k] = ARENA_ARRAY(dag->arena, Ref, size);
	t.s = ARENA_ARRAY(dag->arena, Ref, size);
	t.g = ARENA_ARRAY(dag->arena, Ref, size);
	for (int i = 0; i < size; i++) {
		for (int k = 0; k < 3; k++)
			t.c[k][i] = K[t.at[k] * size + i];
		t.s[i] = across(dag, &t, t.c[0][i], t.c[1][i]);
		t.g[i] = along(dag, &t, t.c[0][i], t.c[1][i]);
	}
	for (int i = 0; i < size; i++)
		for (int j = 0; j <= i && left[i]; j++) {
			const Ref a[] = { t.s[i], t.g[i], t.c[2][i] }, b[] = { t.s[j], t.g[j], t.c[2][j] };
			if (left[j])
				K[i * size + j] = K[j * size + i] =
					dag_sub(dag, K[i * size + j], product(dag, &t, a, b));
		}
	return t;
}

Ref kkt_triple_inertia(struct Dag *dag, const struct KktTriple *t)
{
	return dag_div(dag, t->D, dag_add_products(dag, t->p[0], t->p[0], t->p[1], t->p[1]));
}

void kkt_triple_inward(struct Dag *dag, int size, const struct KktTriple *t, const bool *left, Ref *right)
{
	Ref f1 = right[t->at[0]], f2 = right[t->at[1]];
	Ref s = across(dag, t, f1, f2), g = along(dag, t, f1, f2);
	const Ref b[] = { s, g, right[t->at[2]] };
	for (int i = 0; i < size; i++) {
		const Ref a[] = { t->s[i], t->g[i], t->c[2][i] };
		if (left[i])
			right[i] = dag_sub(dag, right[i], product(dag, t, a, b));
	}
}

/* The pivot's right sides, less its columns times the unknowns already known. */
void kkt_triple_outward(struct Dag *dag, int size, const struct KktTriple *t, const bool *left, Ref *right)
{
	Ref f[3], s = across(dag, t, right[t->at[0]], right[t->at[1]]);
	for (int i = 0; i < size; i++)
		if (left[i])
			s = dag_sub(dag, s, dag_mul(dag, t->s[i], right[i]));
	for (int k = 0; k < 3; k++) {
		f[k] = right[t->at[k]];
		for (int i = 0; i < size; i++)
			if (left[i])
				f[k] = dag_sub(dag, f[k], dag_mul(dag, t->c[k][i], right[i]));
	}
	s = dag_mul(dag, s, t->over);
	Ref third = dag_mul(dag, f[2], t->over);
	right[t->at[0]] = dag_add_products(dag, t->p[1], s, t->u[0], third);
	right[t->at[1]] = dag_sub_products(dag, t->u[1], third, t->p[0], s);
	Ref force = dag_mul(dag, along(dag, t, f[0], f[1]), t->over);
	right[t->at[2]] = dag_sub(dag, force, dag_mul(dag, third, t->det));
}
