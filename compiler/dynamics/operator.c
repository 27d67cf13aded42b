/* Derivatives by q are along the directions of the velocities. For a free joint these are its twist (v, w) in body axes,
 * for a spherical joint w: their coordinates have rates T(q) (v, w) (tree/tangent.h). Directions of a quaternion do not
 * commute. The second derivative along the exponential, of bar . f(integrate(q, x)) by x at 0, is symmetric. The derivative
 * H(d) of the gradient g along d differs from its product with d = (v, w) by half of
 *   c = (g_v x w, g_v x v + g_w x w). */
#include "operator.h"

#include <string.h>

#include "base/tuning.h"
#include "dynamics/tree/substitute.h"
#include "solved_sweeps.h"
#include "staged_sweeps.h"

/* Sweeps over a function: over its values, or over inverse dynamics; or over both, for values y(x, a) of accelerations a(x). */
struct Sweeps {
	const struct OperatorArguments *f;
	struct Swept swept; /* of y(x, a) by x, then by a, which is the input qdd */
	struct SolvedSweeps solved;
	const Ref *slope;            /* gradient of y(x, a), once computed */
	struct Swept whole;          /* with rows or stages: of the gradient by x */
	struct StagedSweeps *staged; /* NULL: y has no stages */
};

/* The variables, and for y(x, a) the accelerations behind them. */
static struct Swept swept_of(const struct OperatorArguments *f)
{
	size_t n = f->after ? (size_t)f->tree->nv : 0;
	struct Variable *variable = ARENA_ARRAY(f->dag->arena, struct Variable, f->variables + n);
	memcpy(variable, f->variable, f->variables * sizeof *variable);
	for (size_t i = 0; i < n; i++)
		variable[f->variables + i] = (struct Variable){ INPUT_QDD, (uint32_t)i, false };
	return swept_by(f->dag, f->tree, variable, f->variables + n, f->rules.turns_apart);
}

static struct Sweeps begin(const struct OperatorArguments *f)
{
	struct Sweeps s = { .f = f };
	if (f->stages)
		s.staged = staged_by(f);
	else if (f->residual)
		s.solved = solved_by(f);
	if (!f->residual || f->after)
		s.swept = swept_of(f);
	if (f->rows || f->stages)
		s.whole = swept_by(f->dag, f->tree, f->variable, f->variables, f->rules.turns_apart);
	return s;
}

/* --- first derivatives --- */

/* Puts the accelerations in place of the input. */
static void put_in(const struct OperatorArguments *f, Ref *value, size_t values)
{
	values_substitute(f->dag, value, values, INPUT_QDD, f->qdd);
}

/* Directions of x, then the change of the accelerations along them. */
static Ref *directions_with_qdd(const struct Sweeps *s, const Ref *direction)
{
	const struct OperatorArguments *f = s->f;
	Ref *all = ARENA_ARRAY(f->dag->arena, Ref, s->swept.variables);
	memcpy(all, direction, f->variables * sizeof *all);
	solved_change(&s->solved, direction, all + f->variables);
	return all;
}

static void change(const struct Sweeps *s, const Ref *direction, Ref *out)
{
	const struct OperatorArguments *f = s->f;
	if (s->staged) {
		staged_change(s->staged, direction, out);
	} else if (f->after) {
		swept_change(&s->swept, f->after, f->values, directions_with_qdd(s, direction), out);
		put_in(f, out, f->values);
	} else if (f->residual)
		solved_change(&s->solved, direction, out);
	else
		swept_change(&s->swept, f->value, f->values, direction, out);
}

static void add_to(struct Dag *dag, Ref *to, const Ref *part, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = dag_add(dag, to[i], part[i]);
}

/* Of y(x, a): dy/dx^T weight, and the gradient of a with the weights dy/da^T weight. */
static void gradient_after(struct Sweeps *s, const Ref *weight, Ref *out)
{
	const struct OperatorArguments *f = s->f;
	size_t all = s->swept.variables;
	Ref *slope = ARENA_ARRAY(f->dag->arena, Ref, all), *now = ARENA_ARRAY(f->dag->arena, Ref, all);
	swept_gradient(&s->swept, f->after, weight, f->values, slope);
	memcpy(now, slope, all * sizeof *now);
	put_in(f, now, all);
	solved_gradient(&s->solved, now + f->variables, out);
	add_to(f->dag, out, now, f->variables);
	s->slope = slope;
}

static void apply_jvp(const struct OperatorArguments *f, Ref *out)
{
	const struct Sweeps s = begin(f);
	change(&s, f->direction, out);
}

/* Of one value: weight dy/dx, with the weight at the start of the sweep or at its end, where that takes less. */
static Ref *gradient_of_value(const struct Sweeps *s, Ref value, Ref weight)
{
	const struct OperatorArguments *f = s->f;
	size_t n = f->variables;
	Ref one = dag_const(f->dag, 1), *first = ARENA_ARRAY(f->dag->arena, Ref, n),
	    *last = ARENA_ARRAY(f->dag->arena, Ref, n);
	swept_gradient(&s->swept, &value, &weight, 1, first);
	swept_gradient(&s->swept, &value, &one, 1, last);
	for (size_t k = 0; k < n; k++)
		last[k] = dag_mul(f->dag, weight, last[k]);
	return dag_operations(f->dag, last, n) < dag_operations(f->dag, first, n) ? last : first;
}

static void gradient_by_value(const struct Sweeps *s, const Ref *weight, Ref *out)
{
	const struct OperatorArguments *f = s->f;
	dag_zeros(f->dag, out, (int)f->variables);
	for (size_t i = 0; i < f->values; i++)
		add_to(f->dag, out, gradient_of_value(s, f->value[i], weight[i]), f->variables);
}

/* Of values that are differentiated themselves. */
static void gradient_of_values(const struct Sweeps *s, const Ref *weight, Ref *out)
{
	const struct OperatorArguments *f = s->f;
	if (f->rules.weights_last && f->values <= WEIGHTS_LAST_MOST)
		gradient_by_value(s, weight, out);
	else
		swept_gradient(&s->swept, f->value, weight, f->values, out);
}

static void gradient(struct Sweeps *s, const Ref *weight, Ref *out)
{
	const struct OperatorArguments *f = s->f;
	if (s->staged)
		staged_gradient(s->staged, weight, out);
	else if (f->after)
		gradient_after(s, weight, out);
	else if (f->residual)
		solved_gradient(&s->solved, weight, out);
	else
		gradient_of_values(s, weight, out);
}

static void apply_vjp(const struct OperatorArguments *f, Ref *out)
{
	struct Sweeps s = begin(f);
	gradient(&s, f->weight, out);
}

/* A sweep for each variable. */
static void matrix_by_changes(const struct OperatorArguments *f, Ref *unit, Ref *out)
{
	const struct Sweeps s = begin(f);
	Ref *column = ARENA_ARRAY(f->dag->arena, Ref, f->values);
	for (size_t j = 0; j < f->variables; j++) {
		unit[j] = dag_const(f->dag, 1);
		change(&s, unit, column);
		unit[j] = dag_const(f->dag, 0);
		for (size_t i = 0; i < f->values; i++)
			out[i * f->variables + j] = column[i];
	}
}

/* A sweep for each value. */
static void matrix_by_gradients(const struct OperatorArguments *f, Ref *unit, Ref *out)
{
	struct Sweeps s = begin(f);
	for (size_t i = 0; i < f->values; i++) {
		unit[i] = dag_const(f->dag, 1);
		gradient(&s, unit, out + i * f->variables);
		unit[i] = dag_const(f->dag, 0);
	}
}

/* By the direction with fewer sweeps. */
static void apply_derivatives(const struct OperatorArguments *f, Ref *out)
{
	bool gradients = f->values < f->variables;
	size_t sweeps = gradients ? f->values : f->variables;
	Ref *unit = ARENA_ARRAY(f->dag->arena, Ref, sweeps);
	dag_zeros(f->dag, unit, (int)sweeps);
	if (gradients)
		matrix_by_gradients(f, unit, out);
	else
		matrix_by_changes(f, unit, out);
}

/* --- second derivatives --- */

/* Variables of the columns of a joint with a quaternion: v, then w; -1: no variable. */
struct TwistVariables {
	int at[2][3];
};

static struct TwistVariables twist_of(const struct OperatorArguments *f, const struct Link *link, enum Input array)
{
	struct TwistVariables twist = { { { -1, -1, -1 }, { -1, -1, -1 } } };
	for (int k = 0; k < link_columns(link); k++) {
		int row = link_row(link, k);
		for (size_t i = 0; i < f->variables; i++)
			if (f->variable[i].array == array && !f->variable[i].number &&
			    f->variable[i].element == (uint32_t)link->map.entry[k].v)
				twist.at[row / 3][row % 3] = (int)i;
	}
	return twist;
}

static struct Vec part_of(struct Dag *dag, const Ref *x, const int at[3])
{
	struct Vec part;
	for (int i = 0; i < 3; i++)
		part.e[i] = at[i] < 0 ? dag_const(dag, 0) : x[at[i]];
	return part;
}

/* For one joint with a quaternion and one input: out -= c / 2, with the gradient g by (v, w) and
 *   c_v = g_v x w,   c_w = g_v x v + g_w x w. */
static void make_symmetric_at(const struct OperatorArguments *f, const struct TwistVariables *twist, const Ref *g,
                              const Ref *direction, Ref *out)
{
	struct Dag *dag = f->dag;
	Ref half = dag_const(dag, 0.5);
	struct Vec v = part_of(dag, direction, twist->at[0]), w = part_of(dag, direction, twist->at[1]);
	struct Vec gv = part_of(dag, g, twist->at[0]), gw = part_of(dag, g, twist->at[1]);
	struct Vec c[2];
	c[0] = vec_cross(dag, gv, w);
	c[1] = vec_cross(dag, gv, v);
	c[1] = vec_add(dag, c[1], vec_cross(dag, gw, w));
	for (int i = 0; i < 6; i++) {
		int at = twist->at[i / 3][i % 3];
		if (at >= 0)
			out[at] = dag_sub(dag, out[at], dag_mul(dag, half, c[i / 3].e[i % 3]));
	}
}

/* Derivative H(d) of a gradient g along d, less c / 2: the product of the symmetric matrix with d. */
static void make_symmetric(const struct OperatorArguments *f, const Ref *g, const Ref *direction, Ref *out)
{
	for (int array = 0; array < INPUT_COUNT; array++)
		for (int l = 0; l < f->tree->links && input_is_coordinates(array); l++) {
			if (link_has_axis(&f->tree->link[l]))
				continue;
			const struct TwistVariables twist = twist_of(f, &f->tree->link[l], (enum Input)array);
			make_symmetric_at(f, &twist, g, direction, out);
		}
}

/* Of y(x, a): the change of the gradient by x and a, and of the gradient of a with these weights, which change too. */
static void product_after(const struct Sweeps *s, const Ref *direction, Ref *out)
{
	const struct OperatorArguments *f = s->f;
	size_t all = s->swept.variables;
	struct SolvedSweeps again = s->solved;
	Ref *change = ARENA_ARRAY(f->dag->arena, Ref, all), *part = ARENA_ARRAY(f->dag->arena, Ref, f->variables);
	swept_change(&s->swept, s->slope, all, directions_with_qdd(s, direction), change);
	put_in(f, change, all);
	solved_product(&s->solved, direction, out);
	add_to(f->dag, out, change, f->variables);
	solved_gradient(&again, change + f->variables, part);
	add_to(f->dag, out, part, f->variables);
}

/* Product of the symmetric matrix with a direction; g is the gradient. */
static void product(const struct Sweeps *s, const Ref *g, const Ref *direction, Ref *out)
{
	if (s->f->rows || s->staged)
		swept_change(&s->whole, g, s->f->variables, direction, out);
	else if (s->f->after)
		product_after(s, direction, out);
	else if (s->f->residual)
		solved_product(&s->solved, direction, out);
	else
		swept_change(&s->swept, g, s->f->variables, direction, out);
	make_symmetric(s->f, g, direction, out);
}

static void apply_hvp(const struct OperatorArguments *f, Ref *out)
{
	struct Sweeps s = begin(f);
	Ref *g = ARENA_ARRAY(f->dag->arena, Ref, f->variables);
	gradient(&s, f->weight, g);
	product(&s, g, f->direction, out);
}

/* Columns of the Hessian, by variable; entries above the diagonal are copied from below. */
static void apply_hessian(const struct OperatorArguments *f, Ref *out)
{
	struct Dag *dag = f->dag;
	struct Sweeps s = begin(f);
	size_t n = f->variables;
	Ref *g = ARENA_ARRAY(dag->arena, Ref, n), *unit = ARENA_ARRAY(dag->arena, Ref, n),
	    *column = ARENA_ARRAY(dag->arena, Ref, n);
	gradient(&s, f->weight, g);
	dag_zeros(dag, unit, (int)n);
	for (size_t j = 0; j < n; j++) {
		unit[j] = dag_const(dag, 1);
		product(&s, g, unit, column);
		unit[j] = dag_const(dag, 0);
		for (size_t i = j; i < n; i++)
			out[i * n + j] = out[j * n + i] = column[i];
	}
}

/* --- the table --- */

const struct Operator operator_table[] = {
	{
		.name = "jvp",
		.summary = "change of the outputs of FN along a direction of its inputs",
		.directions = true,
		.result = RESULT_CHANGE,
		.meaning = "change of",
		.suffix = "dot",
		.apply = apply_jvp,
	},
	{
		.name = "vjp",
		.summary = "gradient of the weighted sum of the outputs of FN by its inputs",
		.weights = true,
		.result = RESULT_GRADIENT,
		.meaning = "gradient by",
		.suffix = "bar",
		.apply = apply_vjp,
	},
	{
		.name = "hvp",
		.summary = "product of a direction with the Hessian of the weighted sum of the outputs of FN",
		.directions = true,
		.weights = true,
		.result = RESULT_GRADIENT,
		.meaning = "product with the Hessian, by",
		.suffix = "bar_dot",
		.apply = apply_hvp,
	},
	{
		.name = "hessian",
		.summary = "Hessian of the weighted sum of the outputs of FN by its inputs",
		.weights = true,
		.result = RESULT_MATRIX,
		.meaning = "second derivatives, row-major, symmetric, by",
		.suffix = "H",
		.apply = apply_hessian,
	},
	{
		.name = "derivatives",
		.summary = "derivatives of each output of FN by each of its inputs",
		.result = RESULT_BLOCKS,
		.meaning = "derivatives",
		.suffix = "d",
		.apply = apply_derivatives,
	},
};
const size_t operator_count = sizeof operator_table / sizeof *operator_table;

const char *operator_summary(struct Arena *arena, const struct Operator *operation, const char *of)
{
	const char *at = strstr(operation->summary, "FN");
	return text_print(arena, "%.*s%s%s", (int)(at - operation->summary), operation->summary, of, at + strlen("FN"));
}

const struct Operator *operator_find(const char *name)
{
	for (size_t i = 0; i < operator_count; i++)
		if (strcmp(operator_table[i].name, name) == 0)
			return &operator_table[i];
	return NULL;
}
