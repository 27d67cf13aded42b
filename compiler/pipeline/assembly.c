#include "assembly.h"

#include <math.h>
#include <string.h>

#include "dynamics/textbook/textbook.h"
#include "dynamics/tree/sample.h"
#include "dynamics/tree/tangent.h"

/* Rates of coordinates by velocity: a row of nq entries for each, most of them 0. */
static void put_rates(struct Dag *dag, const struct Tree *tree, Ref *rate)
{
	const struct Tangent *tangent = tangents_make(dag, tree);
	dag_zeros(dag, rate, tree->nv * tree->nq);
	for (int v = 0; v < tree->nv; v++)
		for (int i = 0; i < tangent[v].count; i++) {
			uint32_t element = dag->item[ref_node(tangent[v].input[i])].operand[1];
			rate[(size_t)v * (size_t)tree->nq + element] = tangent[v].rate[i];
		}
}

struct Assembly assembly_of(const struct Tree *tree, int rows)
{
	struct Dag *dag = tree->dag;
	struct Assembly a = { .tree = tree, .rows = rows, .open = INFINITY };
	size_t all = (size_t)tree->rows->rows, nv = (size_t)tree->nv, nq = (size_t)tree->nq;
	if (!rows)
		return a;
	a.values = all + all * nv + nv * nq;
	a.value = ARENA_ARRAY(dag->arena, Ref, a.values);
	dag_zeros(dag, a.value, (int)all);
	textbook_rows_closure(dag, tree, a.value);
	textbook_rows_jacobian(dag, tree, a.value + all);
	put_rates(dag, tree, a.value + all + all * nv);
	return a;
}

static double dot(const double *x, const double *y, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

/* Shortest step with J step = -c: rows become orthogonal one after the other, with their right sides. */
static void find_step(int rows, int nv, double *J, const double *c, double *right, double *step)
{
	const double dependent = 1e-9;
	memset(step, 0, (size_t)nv * sizeof *step);
	for (int r = 0; r < rows; r++) {
		double *row = J + r * nv, before = sqrt(dot(row, row, nv));
		right[r] = -c[r];
		for (int pass = 0; pass < 2; pass++)
			for (int s = 0; s < r; s++) {
				double along = dot(row, J + s * nv, nv);
				for (int v = 0; v < nv; v++)
					row[v] -= along * J[s * nv + v];
				right[r] -= along * right[s];
			}
		double size = sqrt(dot(row, row, nv)), over = size > dependent * before ? 1 / size : 0;
		for (int v = 0; v < nv; v++)
			row[v] *= over;
		right[r] *= over;
		for (int v = 0; v < nv; v++)
			step[v] += right[r] * row[v];
	}
}

/* Gives quaternions unit length. */
static void normalize(const struct Tree *tree, double *q)
{
	for (int i = 0; i < tree->links; i++) {
		const struct Link *link = &tree->link[i];
		double square = 0;
		if (link->motion != LINK_FREE && link->motion != LINK_SPHERICAL)
			continue;
		const Ref *y = link->y + (link->motion == LINK_FREE ? 3 : 0);
		for (int k = 0; k < 4; k++) {
			double number = q[tree->dag->item[ref_node(y[k])].operand[1]];
			square += number * number;
		}
		for (int k = 0; k < 4; k++)
			q[tree->dag->item[ref_node(y[k])].operand[1]] /= sqrt(square);
	}
}

static void move(const struct Tree *tree, const double *rate, const double *step, double *q)
{
	const double most = 0.3;
	double largest = 0;
	for (int v = 0; v < tree->nv; v++)
		largest = fmax(largest, fabs(step[v]));
	double share = largest > most ? most / largest : 1;
	for (int v = 0; v < tree->nv; v++)
		for (int i = 0; i < tree->nq; i++)
			q[i] += share * step[v] * rate[v * tree->nq + i];
	normalize(tree, q);
}

/* Largest closure, and where. */
static double openness(struct Assembly *a, const double *closure)
{
	double worst = 0;
	int row = 0;
	for (int r = 0; r < a->rows; r++) {
		row = fabs(closure[r]) > worst ? r : row;
		worst = fmax(worst, fabs(closure[r]));
	}
	if (worst < a->open) {
		a->open = worst;
		a->open_row = row;
	}
	return worst;
}

bool assembly_close(struct Assembly *a, double *q)
{
	enum { STEPS = 60 };
	const double closed = 1e-12;
	const struct Tree *tree = a->tree;
	struct Arena *arena = tree->dag->arena;
	int all = tree->rows->rows, nv = tree->nv;
	double *number = ARENA_ARRAY(arena, double, a->values), *size = ARENA_ARRAY(arena, double, a->values);
	double *right = ARENA_ARRAY(arena, double, a->rows), *step = ARENA_ARRAY(arena, double, nv);
	struct Sample sample = sample_new(tree, 0, 1);
	for (int n = 0; n < STEPS; n++) {
		memcpy(sample.q, q, (size_t)tree->nq * sizeof *q);
		sample_values(tree->dag, &sample, a->value, a->values, number, size);
		double worst = openness(a, number);
		if (worst < closed || !isfinite(worst))
			return worst < closed;
		find_step(a->rows, nv, number + all, number, right, step);
		move(tree, number + all + all * nv, step, q);
	}
	return false;
}

bool assembly_close_any(struct Assembly *a, uint64_t seed, double *q)
{
	enum { TRIES = 20, APART = 1000 };
	for (uint64_t n = 0; n < TRIES; n++) {
		struct Sample sample = sample_new(a->tree, seed + APART * n, n % 2 ? 0.5 : 1);
		memcpy(q, sample.q, (size_t)a->tree->nq * sizeof *q);
		if (assembly_close(a, q))
			return true;
	}
	return false;
}
