#include "solved_sweeps.h"

#include "dag/sweep.h"

/* M^-1 y */
static void solve(const struct SolvedSweeps *s, const Ref *y, Ref *out)
{
	Ref *tau = ARENA_ARRAY(s->dag->arena, Ref, s->n);
	for (size_t i = 0; i < s->n; i++)
		tau[i] = dag_input(s->dag, INPUT_TAU, (uint32_t)i);
	const struct SweepInputs along = { tau, y, s->n };
	dag_along(s->dag, s->a, s->n, &along, out);
}

/* Puts a and l in place of their inputs. */
static void put_in(const struct SolvedSweeps *s, Ref *value, size_t values)
{
	values_substitute(s->dag, value, values, INPUT_QDD, s->a);
	if (s->l)
		values_substitute(s->dag, value, values, INPUT_LAMBDA, s->l);
}

struct SolvedSweeps solved_by(struct Dag *dag, const struct Tree *tree, const Ref *a, const Ref *residual, size_t n,
                              const struct Variable *variable, size_t variables)
{
	struct SolvedSweeps s = { .dag = dag, .a = a, .residual = residual, .n = n, .variable = variable };
	struct Variable *own = ARENA_ARRAY(dag->arena, struct Variable, variables + 2 * n);
	s.variables = variables;
	for (size_t i = 0; i < variables; i++)
		if (variable[i].array != INPUT_TAU)
			own[s.xs++] = variable[i];
	for (size_t i = 0; i < n; i++) {
		own[s.xs + i] = (struct Variable){ INPUT_QDD, (uint32_t)i };
		own[s.xs + n + i] = (struct Variable){ INPUT_LAMBDA, (uint32_t)i };
	}
	s.swept = swept_by(dag, tree, own, s.xs + 2 * n);
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
	Ref *tau = ARENA_ARRAY(s->dag->arena, Ref, s->n), *change = ARENA_ARRAY(s->dag->arena, Ref, s->n);
	dag_zeros(s->dag, tau, (int)s->n);
	const Ref *own = directions_of(s, direction, tau);
	swept_change(&s->swept, s->residual, s->n, own, change);
	put_in(s, change, s->n);
	for (size_t i = 0; i < s->n; i++)
		tau[i] = dag_sub(s->dag, tau[i], change[i]);
	solve(s, tau, out);
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

void solved_gradient(struct SolvedSweeps *s, const Ref *weight, Ref *out)
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
