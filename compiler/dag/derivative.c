/* Derivatives by the chain rule, forward from operands to users. */
#include "sweep.h"

#include <stdlib.h>
#include <string.h>

/* 1 + a^2 and 1 - a^2 */
static Ref one_more_square(struct Dag *dag, Ref a)
{
	Ref square = dag_mul(dag, a, a);
	return dag_add(dag, dag_const(dag, 1), square);
}

static Ref one_less_square(struct Dag *dag, Ref a)
{
	Ref square = dag_mul(dag, a, a);
	return dag_sub(dag, dag_const(dag, 1), square);
}

/* 1 - a^2 as (1 - a) (1 + a), accurate near 1 */
static Ref one_less_times_one_more(struct Dag *dag, Ref a)
{
	Ref one = dag_const(dag, 1), less = dag_sub(dag, one, a);
	return dag_mul(dag, less, dag_add(dag, one, a));
}

/* -1 or 1: slope of |a|; 1 at 0 */
static Ref side(struct Dag *dag, Ref a)
{
	Ref one = dag_const(dag, 1);
	return dag_select(dag, a, dag_neg(one), one);
}

Ref dag_function_slope(struct Dag *dag, enum Op op, Ref a, Ref y)
{
/* clang-format off */
#define FUNCTION(id, name, cost, javascript, numpy, slope) case OP_##id: return slope;
	/* clang-format on */
	switch (op) {
#include "ops.def"
	default: break;
	}
	NEVER(dag->arena, "the slope of an operation of several operands");
}

/* Operands with exponentials that may overflow have forms of their own. */
static Ref chain_rule(struct Dag *dag, const struct Known *known, uint32_t n, const Ref *slopes)
{
	struct Node node = dag->item[n]; /* a copy: the array may move when nodes are made */
	Ref y = 2 * n, a = node.operand[0], b = node.operand[1], da = slopes[0], db = slopes[1];
	switch (node.op) {
	case OP_ADD: return dag_add(dag, da, db);
	case OP_MUL: return dag_add_products(dag, da, b, a, db);
	case OP_DIV: /* (a/b)' = (a' - (a/b) b') / b */
		if (!dag_is_zero(dag, db) && growth_is(dag, b)) {
			Ref less = dag_mul(dag, y, growth_relative(dag, known, b));
			return dag_sub(dag, dag_div(dag, da, b), less);
		}
		return dag_div(dag, dag_sub(dag, da, dag_mul(dag, y, db)), b);
	case OP_ATAN2: { /* atan2(a, b)' = (b a' - a b') / (a^2 + b^2) */
		if (growth_side(dag, a, b))
			return growth_atan2(dag, known, a, b);
		Ref squares = dag_add_products(dag, a, a, b, b);
		return dag_div(dag, dag_sub_products(dag, b, da, a, db), squares);
	}
	case OP_SELECT: /* derivative of the chosen operand */ return dag_select(dag, a, db, slopes[2]);
	default:
		if (dag_is_zero(dag, da))
			return da;
		if (growth_is(dag, a))
			return growth_function(dag, known, (enum Op)node.op, a, y,
			                       dag_function_slope(dag, (enum Op)node.op, a, y));
		return dag_mul(dag, dag_function_slope(dag, (enum Op)node.op, a, y), da);
	}
}

/* The derivative of a node from the known derivatives of its operands, 0 where the node saturates. */
static Ref node_derivative(struct Dag *dag, const struct Known *known, uint32_t n, const Ref *slopes)
{
	const struct Node node = dag->item[n];
	Ref slope = chain_rule(dag, known, n, slopes);
	if (dag_is_const(dag, slope) || !growth_saturates(dag, &node))
		return slope;
	return growth_unless_saturated(dag, n, slope);
}

/* Derivative of a node by an input. PENDING marks nodes whose derivative is being computed. */
struct Slope {
	uint32_t node, by; /* node + 1; 0: free */
	Ref ref;
};

enum { PENDING = UINT32_MAX };

static struct Slope *slope_place(struct Slope *item, size_t slots, uint32_t node, uint32_t by)
{
	const Ref key[OPERANDS] = { node, by };
	size_t at = op_hash(OP_CONST, key) & (slots - 1);
	while (item[at].node && (item[at].node != node + 1 || item[at].by != by))
		at = (at + 1) & (slots - 1);
	return &item[at];
}

/* Enters a given derivative into the table. */
static void put_given(struct Slopes *slopes, const struct GivenSlope *given)
{
	struct Slope *slope = slope_place(slopes->item, slopes->slots, given->node, given->by);
	slopes->count += !slope->node;
	*slope = (struct Slope){ given->node + 1, given->by, given->slope };
}

static struct Slope *slope_of(struct Dag *dag, uint32_t node, uint32_t by)
{
	struct Slopes *slopes = &dag->slopes;
	bool first = !slopes->slots;
	if (2 * (slopes->count + 1) > slopes->slots) {
		size_t slots = slopes->slots ? 2 * slopes->slots : 256;
		while (slots < 4 * (dag->given.count + 1))
			slots *= 2;
		struct Slope *item = ARENA_ARRAY(dag->arena, struct Slope, slots);
		for (size_t i = 0; i < slopes->slots; i++)
			if (slopes->item[i].node)
				*slope_place(item, slots, slopes->item[i].node - 1, slopes->item[i].by) =
					slopes->item[i];
		slopes->item = item;
		slopes->slots = slots;
	}
	for (size_t i = 0; i < dag->given.count && first; i++)
		put_given(slopes, &dag->given.item[i]);
	return slope_place(slopes->item, slopes->slots, node, by);
}

/* Derivative from the hash table. Nodes made before the input do not depend on it. */
static Ref slope_in_table(const struct Known *known, uint32_t node)
{
	return node < known->first ? dag_const(known->dag, 0) : slope_of(known->dag, node, known->first)->ref;
}

static Ref slope_in_array(const struct Known *known, uint32_t node)
{
	return known->array[node];
}

Ref dag_slope_in(const struct Dag *dag, const Ref *slope, Ref a)
{
	Ref own = slope[ref_node(a)];
	return dag_is_zero(dag, own) ? own : own ^ (a & 1);
}

bool dag_operands_change(const struct Dag *dag, const Ref *slope, uint32_t n)
{
	const struct Node *node = &dag->item[n];
	for (int k = 0; k < node_arity(node); k++)
		if (!dag_is_zero(dag, slope[ref_node(node->operand[k])]))
			return true;
	return false;
}

Ref dag_slope_by(struct Dag *dag, const Ref *slope, uint32_t n)
{
	const struct Known known = { .slope = slope_in_array, .dag = dag, .array = slope };
	Ref zero = dag_const(dag, 0), slopes[OPERANDS] = { zero, zero, zero };
	if (!dag_operands_change(dag, slope, n))
		return zero;
	for (int k = 0; k < node_arity(&dag->item[n]); k++)
		slopes[k] = dag_slope_in(dag, slope, dag->item[n].operand[k]);
	return node_derivative(dag, &known, n, slopes);
}

void dag_give_slope(struct Dag *dag, Ref a, Ref by, Ref slope)
{
	struct GivenSlope given = { ref_node(a), ref_node(by), slope ^ (a & 1) };
	if (dag_is_const(dag, a))
		return;
	*ARENA_PUSH(dag->arena, &dag->given) = given;
	slope_of(dag, given.node, given.by); /* makes room */
	put_given(&dag->slopes, &given);
}

/* Nodes to differentiate, in ascending order: operands before users. */
struct Reached ARENA_LIST(uint32_t);

/* Adds a node unless its derivative is known. */
static void reach(struct Dag *dag, struct Reached *reached, uint32_t n, uint32_t by)
{
	struct Slope *slope = slope_of(dag, n, by);
	if (slope->node)
		return;
	*slope = (struct Slope){ n + 1, by, PENDING };
	dag->slopes.count++;
	*ARENA_PUSH(dag->arena, reached) = n;
}

static int ascending(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* Nodes below a value without a known derivative by the input with node `first`. Nodes older than the input are constant. */
static struct Reached reached_from(struct Dag *dag, uint32_t value, uint32_t first)
{
	struct Reached reached = { 0 };
	reach(dag, &reached, value, first);
	for (size_t i = 0; i < reached.count; i++) {
		const struct Node *node = &dag->item[reached.item[i]];
		for (int k = 0; k < node_arity(node); k++)
			if (ref_node(node->operand[k]) >= first)
				reach(dag, &reached, ref_node(node->operand[k]), first);
	}
	if (reached.count)
		qsort(reached.item, reached.count, sizeof *reached.item, ascending);
	return reached;
}

/* Derivative of a node by the input with node `first`, from the known derivatives of its operands. */
static Ref node_slope(struct Dag *dag, uint32_t n, uint32_t first)
{
	const struct Known known = { .slope = slope_in_table, .dag = dag, .first = first };
	const struct Node node = dag->item[n];
	Ref zero = dag_const(dag, 0), slopes[OPERANDS];
	bool flat = true;
	if (n == first)
		return dag_const(dag, 1);
	for (int k = 0; k < OPERANDS; k++) {
		Ref operand = k < node_arity(&node) ? node.operand[k] : zero;
		bool after = k < node_arity(&node) && ref_node(operand) >= first;
		slopes[k] = after ? slope_of(dag, ref_node(operand), first)->ref ^ (operand & 1) : zero;
		flat &= dag_is_zero(dag, slopes[k]);
	}
	return flat ? zero : node_derivative(dag, &known, n, slopes);
}

/* Derivative of a value, computed forward over the nodes without a known derivative. */
Ref dag_derivative(struct Dag *dag, Ref value, Ref by)
{
	uint32_t first = ref_node(by);
	if (ref_node(value) < first || dag_is_const(dag, value))
		return dag_const(dag, 0);
	const struct Reached reached = reached_from(dag, ref_node(value), first);
	for (size_t i = 0; i < reached.count; i++) {
		Ref made = node_slope(dag, reached.item[i], first);
		slope_of(dag, reached.item[i], first)->ref = made;
	}
	return slope_of(dag, ref_node(value), first)->ref ^ (value & 1);
}

/* Puts the given derivatives by an input among the slopes of the first nodes, and marks them, or takes the marks back. */
static void take_given(const struct Dag *dag, uint32_t by, uint32_t count, Ref *slope, bool *taken, bool take)
{
	for (size_t i = 0; i < dag->given.count; i++) {
		const struct GivenSlope *given = &dag->given.item[i];
		if (given->by != by || given->node >= count)
			continue;
		slope[given->node] = given->slope;
		taken[given->node] = take;
	}
}

/* Jacobian. Most inputs reach few nodes, so a sweep over all nodes for each input needs only an array. */
void dag_jacobian(struct Dag *dag, const Ref *value, size_t values, enum Input array, size_t inputs, Ref *J)
{
	Ref *by = ARENA_ARRAY(dag->arena, Ref, inputs);
	for (size_t i = 0; i < inputs; i++)
		by[i] = dag_input(dag, array, (uint32_t)i);
	uint32_t count = (uint32_t)dag->count;
	const bool *part = dag_live(dag->arena, dag, value, values);
	bool *taken = ARENA_ARRAY(dag->arena, bool, count); /* its derivative is a given one */
	Ref zero = dag_const(dag, 0), one = dag_const(dag, 1), *slope = ARENA_ARRAY(dag->arena, Ref, count);
	for (size_t i = 0; i < inputs; i++) {
		take_given(dag, ref_node(by[i]), count, slope, taken, true);
		for (uint32_t n = 0; n < count; n++) {
			if (taken[n])
				continue;
			slope[n] = n == ref_node(by[i]) ? one : part[n] ? dag_slope_by(dag, slope, n) : zero;
		}
		for (size_t v = 0; v < values; v++)
			J[v * inputs + i] = dag_slope_in(dag, slope, value[v]);
		take_given(dag, ref_node(by[i]), count, slope, taken, false);
	}
}
