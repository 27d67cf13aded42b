#include "kkt_motion.h"

bool kkt_motion_possible(int nv, int size, const bool *left)
{
	int velocities = 0, rows = 0;
	for (int i = 0; i < size; i++)
		*(i < nv ? &velocities : &rows) += left[i];
	return velocities == 2 && rows == 1;
}

struct KktMotion kkt_motion_begin(struct Dag *dag, int nv, int size, const Ref *K, const bool *left)
{
	struct KktMotion motion = { .M = NULL };
	for (int i = 0, k = 0; i < size; i++)
		if (left[i])
			motion.at[k++] = i;
	for (int k = 0; k < 2; k++)
		motion.p[k] = K[motion.at[2] * size + motion.at[k]];
	motion.n = ARENA_ARRAY(dag->arena, Ref, nv);
	motion.n[motion.at[0]] = motion.p[1];
	motion.n[motion.at[1]] = dag_neg(motion.p[0]);
	return motion;
}

void kkt_motion_weigh(struct Dag *dag, int nv, int size, struct KktMotion *motion)
{
	motion->m = ARENA_ARRAY(dag->arena, Ref, nv);
	dag_zeros(dag, motion->m, nv);
	for (int i = 0; i < nv; i++)
		for (int k = 0; k < nv; k++) {
			Ref product = dag_mul(dag, motion->M[i * size + k], motion->n[k]);
			motion->m[i] = dag_add(dag, motion->m[i], product);
		}
}

void kkt_motion_end(struct Dag *dag, const Ref *P, struct KktMotion *motion)
{
	for (int k = 0; k < 2; k++)
		motion->P[k] = P[motion->at[k]];
	motion->D = dag_sub_products(dag, motion->P[0], motion->p[1], motion->P[1], motion->p[0]);
	motion->over = dag_over(dag, 1, motion->D);
}

void kkt_motion_velocities(struct Dag *dag, const struct KktMotion *motion, Ref R, const Ref *right, Ref *x)
{
	const Ref *p = motion->p, *P = motion->P;
	Ref c = right[motion->at[2]];
	Ref first = dag_sub_products(dag, p[1], R, P[1], c), second = dag_sub_products(dag, P[0], c, p[0], R);
	x[motion->at[0]] = dag_mul(dag, first, motion->over);
	x[motion->at[1]] = dag_mul(dag, second, motion->over);
}

void kkt_motion_less(struct Dag *dag, int nv, int size, const struct KktMotion *motion, const Ref *x, Ref *b)
{
	for (int i = 0; i < nv; i++)
		for (int k = 0; k < nv; k++)
			b[i] = dag_sub(dag, b[i], dag_mul(dag, motion->M[i * size + k], x[k]));
}

Ref kkt_motion_force(struct Dag *dag, const struct KktMotion *motion, const Ref *f)
{
	Ref sum = dag_sub_products(dag, motion->P[0], f[motion->at[1]], motion->P[1], f[motion->at[0]]);
	return dag_mul(dag, sum, motion->over);
}
