#include "solved_sweeps.h"

#include <string.h>

#include "dag/sweep.h"
#include "dynamics/tree/substitute.h"

static Ref *tau_of(const struct SolvedSweeps *s)
{
	Ref *tau = ARENA_ARRAY(s->dag->arena, Ref, s->n);
	for (size_t i = 0; i < s->n; i++)
		tau[i] = dag_input(s->dag, INPUT_TAU, (uint32_t)i);
	return tau;
}

/* Changes of a and f along tau alone, M^-1 y without rows. */
static void solve(const struct SolvedSweeps *s, const Ref *y, Ref *out)
{
	const struct SweepInputs along = { .input = tau_of(s), .rate = y, .count = s->n };
	dag_along(s->dag, s->solved, s->n + s->rows, &along, out);
}

/* P y + Q c: `right` is y, then c. */
static void solve_with_rows(const struct SolvedSweeps *s, const Ref *right, Ref *out)
{
	Ref *weight = ARENA_ARRAY(s->dag->arena, Ref, s->n + s->rows);
	for (size_t i = 0; i < s->n + s->rows; i++)
		weight[i] = i < s->n ? right[i] : dag_neg(right[i]);
	const struct SweepInputs by = { .input = tau_of(s), .count = s->n };
	dag_gradient(s->dag, s->solved, weight, s->n + s->rows, &by, out);
}

/* Puts a, and f or l, in place of their inputs. */
static void put_in(const struct SolvedSweeps *s, Ref *value, size_t values)
{
	const Ref *lambda = s->rows ? s->solved + s->n : s->l;
	values_substitute(s->dag, value, values, INPUT_QDD, s->solved);
	if (lambda)
		values_substitute(s->dag, value, values, INPUT_LAMBDA, lambda);
}

/* a, then f */
static const Ref *solved_of(const struct OperatorArguments *f)
{
	size_t n = (size_t)f->tree->nv;
	Ref *solved = ARENA_ARRAY(f->dag->arena, Ref, n + f->rows);
	memcpy(solved, f->qdd, n * sizeof *solved);
	if (f->rows)
		memcpy(solved + n, f->forces, f->rows * sizeof *solved);
	return solved;
}

/* The variables but tau; without rows qdd and lambda behind them. */
struct SolvedSweeps solved_by(const struct OperatorArguments *f)
{
	size_t n = (size_t)f->tree->nv, besides = f->rows ? 0 : 2 * n;
	struct SolvedSweeps s = { .dag = f->dag,
		                  .solved = solved_of(f),
		                  .residual = f->residual,
		                  .n = n,
		                  .rows = f->rows,
		                  .variable = f->variable,
		                  .variables = f->variables };
	struct Variable *own = ARENA_ARRAY(f->dag->arena, struct Variable, f->variables + besides);
	for (size_t i = 0; i < f->variables; i++)
		if (f->variable[i].array != INPUT_TAU)
			own[s.xs++] = f->variable[i];
	for (size_t i = 0; i < besides; i++)
		own[s.xs + i] = (struct Variable){ i < n ? INPUT_QDD : INPUT_LAMBDA, (uint32_t)(i % n), false };
	s.swept = swept_by(f->dag, f->tree, own, s.xs + besides, f->rules.turns_apart);
	return s;
}

/* Directions of x, and of tau; qdd and lambda stay. */
static Ref *directions_of(const struct SolvedSweeps *s, const Ref *direction, Ref *tau)
{
	Ref *own = ARENA_ARRAY(s->dag->arena, Ref, s->swept.variables);
	dag_zeros(s->dag, own, (int)s->swept.variables);
	for (size_t i = 0, x = 0; i < s->variables; i++)
		if (s->variable[i].array == INPUT_TAU)
			tau[s->variable[i].element] = direction[i];
		else
			own[x++] = direction[i];
	return own;
}

void solved_change(const struct SolvedSweeps *s, const Ref *direction, Ref *out)
{
	size_t all = s->n + s->rows;
	Ref *right = ARENA_ARRAY(s->dag->arena, Ref, all), *change = ARENA_ARRAY(s->dag->arena, Ref, all);
	dag_zeros(s->dag, right, (int)all);
	const Ref *own = directions_of(s, direction, right);
	swept_change(&s->swept, s->residual, all, own, change);
	put_in(s, change, all);
	for (size_t i = 0; i < all; i++)
		right[i] = dag_sub(s->dag, right[i], change[i]);
	(s->rows ? solve_with_rows : solve)(s, right, out);
}

/* By variable: of tau from the first array, else minus the second. */
static void gather(const struct SolvedSweeps *s, const Ref *by_tau, const Ref *by_x, Ref *out)
{
	for (size_t i = 0, x = 0; i < s->variables; i++)
		if (s->variable[i].array == INPUT_TAU)
			out[i] = by_tau[s->variable[i].element];
		else
			out[i] = dag_sub(s->dag, dag_const(s->dag, 0), by_x[x++]);
}

static void gradient_with_rows(const struct SolvedSweeps *s, const Ref *weight, Ref *out)
{
	size_t all = s->n + s->rows;
	Ref *l = ARENA_ARRAY(s->dag->arena, Ref, all), *k = l + s->n, *by_x = ARENA_ARRAY(s->dag->arena, Ref, s->xs);
	solve(s, weight, l);
	for (size_t i = 0; i < s->rows; i++)
		k[i] = dag_neg(k[i]);
	swept_gradient(&s->swept, s->residual, l, all, by_x);
	put_in(s, by_x, s->xs);
	gather(s, l, by_x, out);
}

static void gradient(struct SolvedSweeps *s, const Ref *weight, Ref *out)
{
	struct Dag *dag = s->dag;
	Ref *l = ARENA_ARRAY(dag->arena, Ref, s->n), *free_l = ARENA_ARRAY(dag->arena, Ref, s->n);
	Ref *slope = ARENA_ARRAY(dag->arena, Ref, s->swept.variables), *by_x = ARENA_ARRAY(dag->arena, Ref, s->xs);
	solve(s, weight, l);
	for (size_t i = 0; i < s->n; i++)
		free_l[i] = dag_input(dag, INPUT_LAMBDA, (uint32_t)i);
	swept_gradient(&s->swept, s->residual, free_l, s->n, slope);
	s->l = l;
	s->slope = slope;
	for (size_t i = 0; i < s->xs; i++)
		by_x[i] = slope[i];
	put_in(s, by_x, s->xs);
	gather(s, l, by_x, out);
}

void solved_gradient(struct SolvedSweeps *s, const Ref *weight, Ref *out)
{
	if (s->rows)
		gradient_with_rows(s, weight, out);
	else
		gradient(s, weight, out);
}

/* -M^-1 M' l */
static void change_of_l(const struct SolvedSweeps *s, const Ref *own, Ref *out)
{
	Ref *change = ARENA_ARRAY(s->dag->arena, Ref, s->n);
	swept_change(&s->swept, s->slope + s->xs, s->n, own, change);
	put_in(s, change, s->n);
	for (size_t i = 0; i < s->n; i++)
		change[i] = dag_sub(s->dag, dag_const(s->dag, 0), change[i]);
	solve(s, change, out);
}

void solved_product(const struct SolvedSweeps *s, const Ref *direction, Ref *out)
{
	struct Dag *dag = s->dag;
	Ref *unused = ARENA_ARRAY(dag->arena, Ref, s->n), *l_change = ARENA_ARRAY(dag->arena, Ref, s->n),
	    *by_x = ARENA_ARRAY(dag->arena, Ref, s->xs), *own = directions_of(s, direction, unused);
	change_of_l(s, own, l_change);
	solved_change(s, direction, own + s->xs);
	for (size_t i = 0; i < s->n; i++)
		own[s->xs + s->n + i] = l_change[i];
	swept_change(&s->swept, s->slope, s->xs, own, by_x);
	put_in(s, by_x, s->xs);
	gather(s, l_change, by_x, out);
}
