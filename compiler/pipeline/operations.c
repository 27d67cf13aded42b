#include "operations.h"

#include <string.h>

/* Operators of a function while they are applied. */
struct Applying {
	const struct Generated *function;
	const struct PartValues *parts;
	struct Dag *dag;
};

/* Values with all entries of their arrays. */
struct Values {
	Ref *item;
	size_t count;
};

static size_t entries_of(const struct GeneratedOutput *output, int outputs)
{
	size_t entries = 0;
	for (int i = 0; i < outputs; i++)
		entries += output_entries(&output[i]);
	return entries;
}

static void run_operation(const struct Applying *a, const struct Operation *operation, Ref *out);

static struct Values run_all(const struct Applying *a, const struct Operation *operation, int operations)
{
	struct Values values = { .count = 0 };
	size_t next = 0;
	for (int i = 0; i < operations; i++)
		values.count += entries_of(operation[i].output, operation[i].outputs);
	values.item = ARENA_ARRAY(a->dag->arena, Ref, values.count);
	for (int i = 0; i < operations; i++) {
		run_operation(a, &operation[i], values.item + next);
		next += entries_of(operation[i].output, operation[i].outputs);
	}
	return values;
}

/* --- variables --- */

/* Number of elements of an input by which functions are differentiated. */
static size_t elements_of(const struct Applying *a, int input)
{
	const struct Tree *tree = a->parts->tree;
	if (input_is_seed(input))
		return output_entries(&a->function->seed[input - INPUT_SEED]);
	return input_is_coordinates(input) ? (size_t)(a->parts->by_numbers ? tree->nq : tree->nv)
	       : input == INPUT_PARAMS     ? (size_t)tree->np
	                                   : a->function->input_size[input];
}

/* Is the entry given by callers? Of a packed array only a half is. */
static bool is_given(const struct Applying *a, int input, size_t entry)
{
	const uint32_t *kept = input_is_seed(input) ? a->function->seed[input - INPUT_SEED].kept : NULL;
	return !kept || kept[entry];
}

static struct Variable *variables_of(const struct Applying *a, uint64_t inputs, size_t *count)
{
	size_t room = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		room += inputs >> i & 1 ? elements_of(a, i) : 0;
	struct Variable *variable = ARENA_ARRAY(a->dag->arena, struct Variable, room);
	*count = 0;
	for (int i = 0; i < INPUT_COUNT; i++)
		for (size_t k = 0; inputs >> i & 1 && k < elements_of(a, i); k++)
			if (is_given(a, i, k))
				variable[(*count)++] =
					(struct Variable){ (enum Input)i, (uint32_t)k, a->parts->by_numbers };
	return variable;
}

/* --- directions and weights --- */

/* Directions of variables, in their order. */
static Ref *directions_of(const struct Applying *a, const struct Operation *operation, const struct Variable *variable,
                          size_t variables)
{
	Ref *direction = ARENA_ARRAY(a->dag->arena, Ref, variables);
	for (size_t i = 0; i < variables; i++)
		direction[i] = dag_input(a->dag, operation->direction[variable[i].array], variable[i].element);
	return direction;
}

/* Weights of values: 0 of an entry that callers do not give. */
static Ref *weights_of(const struct Applying *a, const struct Operation *operation, size_t values)
{
	Ref *weight = ARENA_ARRAY(a->dag->arena, Ref, values), *next = weight;
	for (int i = 0, output = 0; i < operation->ofs; i++)
		for (int k = 0; k < operation->of[i].outputs; k++, output++)
			for (size_t e = 0; e < output_entries(&operation->of[i].output[k]); e++) {
				enum Input array = operation->weight[output];
				*next++ = is_given(a, (int)array, e) ? dag_input(a->dag, array, (uint32_t)e)
				                                     : dag_const(a->dag, 0);
			}
	return weight;
}

/* Entries of the arrays by all inputs. Packed arrays also count the entries that callers do not give, which are 0. */
static void spread(const struct Applying *a, const struct Operation *operation, const Ref *by, Ref *out)
{
	for (int i = 0; i < INPUT_COUNT; i++)
		for (size_t k = 0; operation->base >> i & 1 && k < elements_of(a, i); k++)
			*out++ = is_given(a, i, k) ? *by++ : dag_const(a->dag, 0);
}

/* dy/dx as matrices, of each output by each input. */
static void cut(const struct Operation *operation, const Ref *matrix, size_t variables, Ref *out)
{
	const struct GeneratedOutput *block = operation->output, *end = block + operation->outputs;
	while (block < end) {
		size_t rows = (size_t)block->rows, first = 0;
		for (int i = 0; i < INPUT_COUNT; i++) {
			if (!(operation->base >> i & 1))
				continue;
			size_t columns = (size_t)(block++)->columns;
			for (size_t k = 0; k < rows * columns; k++)
				*out++ = matrix[k / columns * variables + first + k % columns];
			first += columns;
		}
		matrix += rows * variables;
	}
}

/* --- terms, one after the other --- */

/* Results of an operator, summed over groups of terms: a term with a residual is a group of its own, all other terms are one
 * group. */
struct Adding {
	const struct Applying *a;
	const struct Operation *operation;
	const struct Operator *own;
	struct OperatorArguments all; /* of all terms */
	Ref *out; /* a value for each value or variable, pair of variables, or pair of a value and a variable */
};

/* Of a term that is a part, the values of the part in an array by part. */
static const Ref *of_part(const struct Adding *g, int term, const Ref **by_part)
{
	const struct Operation *of = &g->operation->of[term];
	return by_part && !of->term->operation ? by_part[of->term->part] : NULL;
}

static const Ref *residual_of(const struct Adding *g, int term)
{
	return of_part(g, term, g->a->parts->residual);
}

/* Numbers of the variables that an operand takes, all of them without a residual: r reads qdd as its own. */
static size_t own_variables(const struct Adding *g, int solved, size_t *number)
{
	size_t count = 0;
	for (size_t i = 0; i < g->all.variables; i++)
		if (solved < 0 || g->operation->of[solved].inputs >> g->all.variable[i].array & 1)
			number[count++] = i;
	return count;
}

/* Numbers of the values of one term with a residual, or of all terms without one. */
static size_t own_values(const struct Adding *g, int solved, size_t *number)
{
	size_t count = 0, next = 0;
	for (int i = 0; i < g->operation->ofs; i++) {
		size_t entries = entries_of(g->operation->of[i].output, g->operation->of[i].outputs);
		for (size_t k = 0; k < entries; k++, next++)
			if (solved < 0 ? !residual_of(g, i) : solved == i)
				number[count++] = next;
	}
	return count;
}

static Ref *taken(struct Dag *dag, const Ref *from, const size_t *number, size_t count)
{
	Ref *own = from ? ARENA_ARRAY(dag->arena, Ref, count) : NULL;
	for (size_t i = 0; i < count && from; i++)
		own[i] = from[number[i]];
	return own;
}

static void add_to(struct Dag *dag, Ref *to, Ref part)
{
	*to = dag_add(dag, *to, part);
}

static size_t results_of(const struct Operator *own, size_t values, size_t variables)
{
	switch (own->result) {
	case RESULT_CHANGE: return values;
	case RESULT_GRADIENT: return variables;
	case RESULT_MATRIX: return variables * variables;
	case RESULT_BLOCKS: return values * variables;
	}
	return 0;
}

/* Values, weights and variables of a group alone; `value` and `by`: their numbers among all. */
static struct OperatorArguments group_arguments(const struct Adding *g, int solved, size_t *value, size_t *by)
{
	struct Dag *dag = g->a->dag;
	struct OperatorArguments f = g->all;
	struct Variable *variable = ARENA_ARRAY(dag->arena, struct Variable, f.variables);
	f.values = own_values(g, solved, value);
	f.variables = own_variables(g, solved, by);
	for (size_t i = 0; i < f.variables; i++)
		variable[i] = g->all.variable[by[i]];
	f.variable = variable;
	f.value = taken(dag, g->all.value, value, f.values);
	f.weight = taken(dag, g->all.weight, value, f.values);
	f.direction = taken(dag, g->all.direction, by, f.variables);
	if (solved >= 0) {
		f.residual = residual_of(g, solved);
		f.qdd = of_part(g, solved, g->a->parts->qdd);
		f.after = of_part(g, solved, g->a->parts->after);
		f.stages = g->a->function->request.part[g->operation->of[solved].term->part].info->stages;
		f.forces = of_part(g, solved, g->a->parts->forces);
		f.rows = f.forces ? g->a->parts->rows[g->operation->of[solved].term->part] : 0;
	}
	return f;
}

/* Adds the results of an operator for one group. */
static void add_group(const struct Adding *g, int solved)
{
	struct Dag *dag = g->a->dag;
	size_t *value = ARENA_ARRAY(dag->arena, size_t, g->all.values), all = g->all.variables;
	size_t *by = ARENA_ARRAY(dag->arena, size_t, all);
	const struct OperatorArguments f = group_arguments(g, solved, value, by);
	if (!f.values)
		return;
	size_t n = f.variables;
	Ref *own = ARENA_ARRAY(dag->arena, Ref, results_of(g->own, f.values, n));
	g->own->apply(&f, own);
	for (size_t i = 0; i < f.values && g->own->result == RESULT_CHANGE; i++)
		g->out[value[i]] = own[i];
	for (size_t i = 0; i < n && g->own->result == RESULT_GRADIENT; i++)
		add_to(dag, &g->out[by[i]], own[i]);
	for (size_t i = 0; i < n * n && g->own->result == RESULT_MATRIX; i++)
		add_to(dag, &g->out[by[i / n] * all + by[i % n]], own[i]);
	for (size_t i = 0; i < f.values * n && g->own->result == RESULT_BLOCKS; i++)
		g->out[value[i / n] * all + by[i % n]] = own[i];
}

static void add_groups(const struct Adding *g, size_t results)
{
	dag_zeros(g->a->dag, g->out, (int)results);
	for (int i = 0; i < g->operation->ofs; i++)
		if (residual_of(g, i))
			add_group(g, i);
	add_group(g, -1);
}

static void run_operation(const struct Applying *a, const struct Operation *operation, Ref *out)
{
	const struct Operator *own = operation->term->operation;
	struct OperatorArguments f = { .dag = a->dag, .tree = a->parts->tree, .rules = a->parts->rules };
	if (!own) {
		size_t first = entries_of(a->function->computed, operation->first);
		memcpy(out, a->parts->value + first, entries_of(operation->output, operation->outputs) * sizeof *out);
		return;
	}
	const struct Values of = run_all(a, operation->of, operation->ofs);
	f.value = of.item;
	f.values = of.count;
	f.variable = variables_of(a, operation->base, &f.variables);
	f.weight = own->weights ? weights_of(a, operation, of.count) : NULL;
	f.direction = own->directions ? directions_of(a, operation, f.variable, f.variables) : NULL;
	bool gradient = own->result == RESULT_GRADIENT, blocks = own->result == RESULT_BLOCKS;
	size_t results = results_of(own, f.values, f.variables);
	struct Adding adding = { .a = a, .operation = operation, .own = own, .all = f };
	adding.out = gradient || blocks ? ARENA_ARRAY(a->dag->arena, Ref, results) : out;
	add_groups(&adding, results);
	if (gradient)
		spread(a, operation, adding.out, out);
	if (blocks)
		cut(operation, adding.out, f.variables, out);
}

/* Keeps the entries that the outputs store. */
Ref *operations_run(const struct Generated *function, const struct PartValues *parts, size_t *count)
{
	const struct Applying a = { .function = function, .parts = parts, .dag = parts->tree->dag };
	const struct Values all = run_all(&a, function->operation, function->operations);
	Ref *kept = ARENA_ARRAY(a.dag->arena, Ref, all.count);
	const Ref *next = all.item;
	*count = 0;
	for (int i = 0; i < function->outputs; i++)
		for (size_t k = 0; k < output_entries(&function->output[i]); k++, next++)
			if (!function->output[i].kept || function->output[i].kept[k])
				kept[(*count)++] = *next;
	return kept;
}
