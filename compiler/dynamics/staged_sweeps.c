#include "staged_sweeps.h"

#include <string.h>

#include "dag/sweep.h"
#include "solved_sweeps.h"
#include "dynamics/tree/step.h"
#include "dynamics/tree/substitute.h"

/* Accelerations of stage k are the inputs qdd from k nv on, in u_k, v_k and y. Directions and weights are the inputs v, until they are put
 * in. */
struct StagedSweeps {
	const struct OperatorArguments *f;
	struct Dag *dag;
	const struct Tree *tree;
	size_t n, variables; /* n: nv */
	struct StepStage stage[RK4_STAGES];
	Ref *a;                 /* of all stages */
	struct Swept swept;     /* by x, then a */
	Ref *moved[RK4_STAGES]; /* u_k, v_k */
	struct MoveSlopes *by[RK4_STAGES];
	Ref *after; /* y */
	size_t values;
	Ref *change[RK4_STAGES];   /* of a_k along the inputs v, by variable */
	Ref *gradient[RK4_STAGES]; /* of a_k with the weights v, by variable; NULL: not yet */
};

static Ref *inputs(struct Dag *dag, enum Input array, size_t first, size_t count)
{
	Ref *input = ARENA_ARRAY(dag->arena, Ref, count);
	for (size_t i = 0; i < count; i++)
		input[i] = dag_input(dag, array, (uint32_t)(first + i));
	return input;
}

static Ref *copy_of(struct Dag *dag, const Ref *from, size_t count)
{
	Ref *copy = ARENA_ARRAY(dag->arena, Ref, count);
	memcpy(copy, from, count * sizeof *copy);
	return copy;
}

/* --- the step as a function of x and a --- */

static struct Swept swept_of(const struct StagedSweeps *s)
{
	const struct OperatorArguments *f = s->f;
	size_t all = s->variables + RK4_STAGES * s->n;
	struct Variable *variable = ARENA_ARRAY(s->dag->arena, struct Variable, all);
	memcpy(variable, f->variable, s->variables * sizeof *variable);
	for (size_t i = s->variables; i < all; i++)
		variable[i] = (struct Variable){ INPUT_QDD, (uint32_t)(i - s->variables), false };
	return swept_by(s->dag, s->tree, variable, all, f->rules.turns_apart);
}

/* Displacements and velocities of stages, and y, as functions of x and a. */
static void make_symbolic(struct StagedSweeps *s)
{
	struct StepStage stage[RK4_STAGES];
	for (int k = 0; k < RK4_STAGES; k++) {
		stage[k] = step_stage(s->dag, s->tree, stage, k);
		stage[k].motion.value = inputs(s->dag, INPUT_QDD, (size_t)k * s->n, s->n);
		s->moved[k] = ARENA_ARRAY(s->dag->arena, Ref, 2 * s->n);
		if (k)
			memcpy(s->moved[k], stage[k].u, s->n * sizeof(Ref));
		memcpy(s->moved[k] + s->n, stage[k].qd, s->n * sizeof(Ref));
	}
	s->after = ARENA_ARRAY(s->dag->arena, Ref, s->values);
	step_after_stages(s->dag, s->tree, stage, s->after);
}

/* Puts the accelerations in place of their inputs. */
static void put_in(const struct StagedSweeps *s, Ref *value, size_t values)
{
	values_substitute(s->dag, value, values, INPUT_QDD, s->a);
}

/* Values at the state of a stage. */
static void at_stage(const struct StagedSweeps *s, int k, Ref *value, size_t values)
{
	if (k)
		values_at_state(s->dag, value, values, s->stage[k].q, s->stage[k].qd);
}

struct StagedSweeps *staged_by(const struct OperatorArguments *f)
{
	struct Dag *dag = f->dag;
	struct StagedSweeps *s = ARENA_NEW(dag->arena, struct StagedSweeps);
	size_t n = (size_t)f->tree->nv;
	const struct StepMotion motion = { copy_of(dag, f->qdd, n), n };
	*s = (struct StagedSweeps){ .f = f, .dag = dag, .tree = f->tree, .n = n, .variables = f->variables };
	s->values = (size_t)f->tree->nq + n;
	step_stages(dag, f->tree, &motion, s->stage);
	s->a = ARENA_ARRAY(dag->arena, Ref, RK4_STAGES * n);
	for (int k = 0; k < RK4_STAGES; k++) {
		memcpy(s->a + (size_t)k * n, s->stage[k].motion.value, n * sizeof *s->a);
		s->by[k] = k ? move_slopes(dag, f->tree, s->stage[k].u) : NULL;
	}
	make_symbolic(s);
	s->swept = swept_of(s);
	return s;
}

/* --- change --- */

/* Changes of the accelerations of all stages along the inputs v. */
static void make_changes(struct StagedSweeps *s)
{
	const struct SolvedSweeps solved = solved_by(s->f);
	Ref *change = ARENA_ARRAY(s->dag->arena, Ref, s->n);
	solved_change(&solved, inputs(s->dag, INPUT_V, 0, s->variables), change);
	for (int k = 0; k < RK4_STAGES; k++) {
		s->change[k] = copy_of(s->dag, change, s->n);
		at_stage(s, k, s->change[k], s->n);
	}
}

/* Number of the variable that is an element of an input; the count of variables: there is none. */
static size_t variable_of(const struct StagedSweeps *s, enum Input array, size_t element)
{
	size_t i = 0;
	while (i < s->variables && (s->f->variable[i].array != array || s->f->variable[i].element != element))
		i++;
	return i;
}

/* By velocity: the part of values by variable that belongs to an input. */
static Ref *part_of(const struct StagedSweeps *s, const Ref *by, enum Input array)
{
	Ref *part = ARENA_ARRAY(s->dag->arena, Ref, s->n);
	for (size_t i = 0; i < s->n; i++) {
		size_t at = variable_of(s, array, i);
		part[i] = at < s->variables ? by[at] : dag_const(s->dag, 0);
	}
	return part;
}

static void set_part(const struct StagedSweeps *s, const Ref *part, enum Input array, Ref *by)
{
	for (size_t i = 0; i < s->n; i++) {
		size_t at = variable_of(s, array, i);
		if (at < s->variables)
			by[at] = part[i];
	}
}

/* Directions of the variables of forward dynamics at a stage; `all`: those of x, then of a. */
static Ref *directions_at(const struct StagedSweeps *s, int k, const Ref *all)
{
	Ref *own = copy_of(s->dag, all, s->variables), *change = ARENA_ARRAY(s->dag->arena, Ref, 2 * s->n);
	if (!k)
		return own;
	swept_change(&s->swept, s->moved[k], 2 * s->n, all, change);
	put_in(s, change, 2 * s->n);
	set_part(s, moved_change(s->dag, s->tree, s->by[k], part_of(s, all, INPUT_Q), change), INPUT_Q, own);
	set_part(s, change + s->n, INPUT_QD, own);
	return own;
}

void staged_change(struct StagedSweeps *s, const Ref *direction, Ref *out)
{
	Ref *all = ARENA_ARRAY(s->dag->arena, Ref, s->swept.variables);
	dag_zeros(s->dag, all, (int)s->swept.variables);
	memcpy(all, direction, s->variables * sizeof *all);
	if (!s->change[0])
		make_changes(s);
	for (int k = 0; k < RK4_STAGES; k++) {
		Ref *own = all + s->variables + (size_t)k * s->n;
		const Ref *along = directions_at(s, k, all);
		memcpy(own, s->change[k], s->n * sizeof *own);
		values_substitute(s->dag, own, s->n, INPUT_V, along);
	}
	swept_change(&s->swept, s->after, s->values, all, out);
	put_in(s, out, s->values);
	dag_share_reciprocals(s->dag, out, s->values);
}

/* --- gradient --- */

/* Gradients of the accelerations of all stages with the weights v. */
static void make_gradients(struct StagedSweeps *s)
{
	struct SolvedSweeps solved = solved_by(s->f);
	Ref *gradient = ARENA_ARRAY(s->dag->arena, Ref, s->variables);
	solved_gradient(&solved, inputs(s->dag, INPUT_V, 0, s->n), gradient);
	for (int k = 0; k < RK4_STAGES; k++) {
		s->gradient[k] = copy_of(s->dag, gradient, s->variables);
		at_stage(s, k, s->gradient[k], s->variables);
	}
}

static void add_to(struct Dag *dag, Ref *to, const Ref *part, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = dag_add(dag, to[i], part[i]);
}

/* From weights of the tangent of the state of a stage to those of q and u. The change of that state is linear in both. */
static void gradient_of_move(const struct StagedSweeps *s, int k, const Ref *weight, Ref *by_q, Ref *by_u)
{
	struct Dag *dag = s->dag;
	Ref *q = inputs(dag, INPUT_V, 0, s->n), *u = inputs(dag, INPUT_V, s->n, s->n);
	const Ref *change = moved_change(dag, s->tree, s->by[k], q, u);
	const struct SweepInputs of_q = { .input = q, .count = s->n }, of_u = { .input = u, .count = s->n };
	dag_gradient(dag, change, weight, s->n, &of_q, by_q);
	dag_gradient(dag, change, weight, s->n, &of_u, by_u);
}

/* Adds the gradient of the weights of a_k by x and by accelerations of stages before. */
static void add_gradient_of(const struct StagedSweeps *s, int k, Ref *all)
{
	struct Dag *dag = s->dag;
	Ref *own = copy_of(dag, s->gradient[k], s->variables), *weight = ARENA_ARRAY(dag->arena, Ref, 2 * s->n),
	    *by_q = ARENA_ARRAY(dag->arena, Ref, s->n), *part = ARENA_ARRAY(dag->arena, Ref, s->swept.variables);
	values_substitute(dag, own, s->variables, INPUT_V, all + s->variables + (size_t)k * s->n);
	if (!k) {
		add_to(dag, all, own, s->variables);
		return;
	}
	gradient_of_move(s, k, part_of(s, own, INPUT_Q), by_q, weight);
	memcpy(weight + s->n, part_of(s, own, INPUT_QD), s->n * sizeof *weight);
	swept_gradient(&s->swept, s->moved[k], weight, 2 * s->n, part);
	put_in(s, part, s->swept.variables);
	Ref *none = ARENA_ARRAY(dag->arena, Ref, s->n);
	dag_zeros(dag, none, (int)s->n);
	set_part(s, by_q, INPUT_Q, own);
	set_part(s, none, INPUT_QD, own);
	add_to(dag, all, own, s->variables);
	add_to(dag, all, part, s->swept.variables);
}

void staged_gradient(struct StagedSweeps *s, const Ref *weight, Ref *out)
{
	Ref *all = ARENA_ARRAY(s->dag->arena, Ref, s->swept.variables);
	if (!s->gradient[0])
		make_gradients(s);
	swept_gradient(&s->swept, s->after, weight, s->values, all);
	put_in(s, all, s->swept.variables);
	for (int k = RK4_STAGES; k-- > 0;)
		add_gradient_of(s, k, all);
	memcpy(out, all, s->variables * sizeof *out);
	dag_share_reciprocals(s->dag, out, s->variables);
}
