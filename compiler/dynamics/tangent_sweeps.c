#include "tangent_sweeps.h"

#include <string.h>

#include "dag/sweep.h"

static struct Reach reach_of(struct Dag *dag, const struct Tangent *tangent, struct Variable of)
{
	struct Reach reach = { .count = 1 };
	if (tangent) {
		reach.count = tangent[of.element].count;
		memcpy(reach.input, tangent[of.element].input, sizeof tangent->input);
		memcpy(reach.rate, tangent[of.element].rate, sizeof tangent->rate);
	} else {
		reach.input[0] = dag_input(dag, of.array, of.element);
		reach.rate[0] = dag_const(dag, 1);
	}
	return reach;
}

/* Adds an entry of R, without its constant factor. */
static void reach_entry(struct Dag *dag, struct Reach *reach, Ref entry, Ref rate)
{
	const struct Node node = dag->item[ref_node(entry)];
	bool scaled = node.op == OP_MUL && dag_is(dag, node.operand[0], 2),
	     scaled_second = node.op == OP_MUL && dag_is(dag, node.operand[1], 2);
	if (scaled || scaled_second) {
		rate = dag_mul(dag, dag_const(dag, 0.5), rate) ^ (entry & 1);
		entry = node.operand[scaled];
	}
	if (dag_is_const(dag, entry))
		return;
	reach->input[reach->count] = entry;
	reach->rate[reach->count++] = rate;
}

/* The columns of R' are R (e x e_j) for a turn about the axis e. */
static void reach_turns(struct Dag *dag, const struct Tree *tree, enum Input array, const struct Variable *variable,
                        size_t variables, struct Reach *reach)
{
	const Ref *q = tree_input(dag, array, tree->nq);
	for (int l = 0; l < tree->links; l++) {
		const struct Link *link = &tree->link[l];
		if (link_has_axis(link))
			continue;
		struct Mat R = mat_quaternion(dag, q + link_turned(dag, link).q);
		for (size_t i = 0; i < variables; i++)
			for (int k = 0; k < link_columns(link) && variable[i].array == array && !variable[i].number;
			     k++) {
				int axis = link_row(link, k) - 3, j = (axis + 1) % 3, m = (axis + 2) % 3;
				if (axis < 0 || variable[i].element != (uint32_t)link->map.entry[k].v)
					continue;
				for (int row = 0; row < 3; row++) {
					reach_entry(dag, &reach[i], R.e[row][j], R.e[row][m]);
					reach_entry(dag, &reach[i], R.e[row][m], dag_neg(R.e[row][j]));
				}
			}
	}
}

/* Reach of each variable. Tangents are made only for arrays among the variables. */
static void reach_all(struct Dag *dag, const struct Tree *tree, const struct Variable *variable, size_t variables,
                      struct Reach *reach)
{
	const struct Tangent *tangent[INPUT_COUNT] = { NULL };
	for (size_t i = 0; i < variables; i++) {
		enum Input array = variable[i].array;
		bool curved = input_is_coordinates(array) && !variable[i].number, first = curved && !tangent[array];
		if (first)
			tangent[array] = tangents_make(dag, tree, array);
		reach[i] = reach_of(dag, curved ? tangent[array] : NULL, variable[i]);
	}
	for (int array = 0; array < INPUT_COUNT; array++)
		if (tangent[array])
			reach_turns(dag, tree, (enum Input)array, variable, variables, reach);
}

struct Swept swept_by(struct Dag *dag, const struct Tree *tree, const struct Variable *variable, size_t variables,
                      bool turns_apart)
{
	struct Swept swept = { .dag = dag, .variables = variables, .turns_apart = turns_apart };
	swept.reach = ARENA_ARRAY(dag->arena, struct Reach, variables);
	swept.place = arena_array(dag->arena, variables + 1, sizeof *swept.place);
	swept.input = ARENA_ARRAY(dag->arena, Ref, REACH_INPUTS * variables);
	reach_all(dag, tree, variable, variables, swept.reach);
	size_t *known = ARENA_ARRAY(dag->arena, size_t, dag->count); /* by node: its place, + 1 */
	for (size_t i = 0; i < variables; i++)
		for (int k = 0; k < swept.reach[i].count; k++) {
			size_t *at = &known[ref_node(swept.reach[i].input[k])];
			if (!*at) {
				swept.input[swept.inputs] = swept.reach[i].input[k];
				*at = ++swept.inputs;
			}
			swept.place[i][k] = *at - 1;
		}
	return swept;
}

void swept_change(const struct Swept *swept, const Ref *value, size_t values, const Ref *direction, Ref *out)
{
	struct Dag *dag = swept->dag;
	Ref *rate = ARENA_ARRAY(dag->arena, Ref, swept->inputs);
	dag_zeros(dag, rate, (int)swept->inputs);
	for (size_t i = 0; i < swept->variables; i++)
		for (int k = 0; k < swept->reach[i].count; k++) {
			Ref part = dag_mul(dag, swept->reach[i].rate[k], direction[i]);
			rate[swept->place[i][k]] = dag_add(dag, rate[swept->place[i][k]], part);
		}
	const struct SweepInputs along = { swept->input, rate, swept->inputs, swept->turns_apart };
	dag_along(dag, value, values, &along, out);
}

void swept_gradient(const struct Swept *swept, const Ref *value, const Ref *weight, size_t values, Ref *out)
{
	struct Dag *dag = swept->dag;
	Ref *by = ARENA_ARRAY(dag->arena, Ref, swept->inputs);
	const struct SweepInputs inputs = { swept->input, NULL, swept->inputs, swept->turns_apart };
	dag_gradient(dag, value, weight, values, &inputs, by);
	for (size_t i = 0; i < swept->variables; i++) {
		out[i] = dag_const(dag, 0);
		for (int k = 0; k < swept->reach[i].count; k++) {
			Ref part = dag_mul(dag, swept->reach[i].rate[k], by[swept->place[i][k]]);
			out[i] = dag_add(dag, out[i], part);
		}
	}
}
