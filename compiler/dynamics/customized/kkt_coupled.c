#include "kkt_coupled.h"

static void invert(struct Dag *dag, int size, const Ref *K, struct KktCoupled *p)
{
	Ref a = K[p->v * size + p->v], b = K[p->v * size + p->r], D = dag_neg(K[p->r * size + p->r]);
	p->E = dag_add_products(dag, a, D, b, b);
	Ref over = dag_over(dag, 1, p->E);
	p->inverse[0][0] = dag_mul(dag, D, over);
	p->inverse[0][1] = p->inverse[1][0] = dag_mul(dag, b, over);
	p->inverse[1][1] = dag_neg(dag_mul(dag, a, over));
}

/* Row k of P^-1 times (x, y). */
static Ref solved(struct Dag *dag, const struct KktCoupled *p, int k, Ref x, Ref y)
{
	return dag_add_products(dag, p->inverse[k][0], x, p->inverse[k][1], y);
}

struct KktCoupled kkt_coupled_take(struct Dag *dag, int size, Ref *K, const bool *left, int v, int r)
{
	struct KktCoupled p = { .v = v, .r = r };
	invert(dag, size, K, &p);
	for (int k = 0; k < 2; k++) {
		p.c[k] = ARENA_ARRAY(dag->arena, Ref, size);
		p.k[k] = ARENA_ARRAY(dag->arena, Ref, size);
	}
	for (int i = 0; i < size; i++) {
		p.c[0][i] = K[v * size + i];
		p.c[1][i] = K[r * size + i];
		for (int k = 0; k < 2; k++)
			p.k[k][i] = solved(dag, &p, k, p.c[0][i], p.c[1][i]);
	}
	for (int i = 0; i < size; i++)
		for (int j = 0; j <= i && left[i]; j++) {
			Ref product = dag_add_products(dag, p.c[0][i], p.k[0][j], p.c[1][i], p.k[1][j]);
			if (left[j])
				K[i * size + j] = K[j * size + i] = dag_sub(dag, K[i * size + j], product);
		}
	return p;
}

void kkt_coupled_inward(struct Dag *dag, int size, const struct KktCoupled *p, const bool *left, Ref *right)
{
	Ref x = right[p->v], y = right[p->r];
	for (int i = 0; i < size; i++) {
		Ref product = dag_add_products(dag, p->k[0][i], x, p->k[1][i], y);
		if (left[i])
			right[i] = dag_sub(dag, right[i], product);
	}
}

void kkt_coupled_outward(struct Dag *dag, int size, const struct KktCoupled *p, const bool *left, Ref *right)
{
	Ref f[2] = { right[p->v], right[p->r] };
	for (int i = 0; i < size; i++)
		for (int k = 0; k < 2 && left[i]; k++)
			f[k] = dag_sub(dag, f[k], dag_mul(dag, p->c[k][i], right[i]));
	right[p->v] = solved(dag, p, 0, f[0], f[1]);
	right[p->r] = solved(dag, p, 1, f[0], f[1]);
}
