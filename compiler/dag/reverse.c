/* Reverse mode: the derivative of a weighted sum of values by each node, from users to operands.
 *
 * A choice u < 0 ? a : b passes its derivative on to a and to b. What it passes on counts on one side only, and the other
 * side may be infinite or NaN there. So a share carries its choices until a node has shares of different choices, or is
 * an input: only there is it u < 0 ? share : 0. */
#include "sweep.h"

/* A choice inside of another choice, on which a share depends; 0: none. */
struct Side {
	Ref u;
	bool below; /* of the side u < 0 */
	uint32_t outer, depth, next;
};

/* A share of a node's derivative, in the list of the node. */
struct Share {
	Ref value;
	uint32_t guard, next;
};

struct Reverse {
	struct Dag *dag;
	struct Below below;
	bool *depends;   /* by node: on an input */
	bool *given;     /* by node: it is an input */
	uint32_t *first; /* by node: its list of shares, + 1 */
	uint32_t *sides; /* by node u: its list of choices */
	struct ARENA_LIST(struct Share) shares;
	struct ARENA_LIST(struct Side) guards;
	Ref *rate; /* by node: 0, but while a growing value is differentiated */
	bool turns_apart;
};

static void add_share(struct Reverse *r, Ref to, Ref value, uint32_t guard)
{
	uint32_t n = ref_node(to);
	if (!r->depends[n] || dag_is_zero(r->dag, value))
		return;
	const struct Share share = { value ^ (to & 1), guard, r->first[n] };
	*ARENA_PUSH(r->dag->arena, &r->shares) = share;
	r->first[n] = (uint32_t)r->shares.count;
}

/* --- shares of choices --- */

/* The guard of all nodes that choose by u, one for all: a value and its slope have the same sides and share nodes. */
static uint32_t guard_within(struct Reverse *r, Ref u, bool below, uint32_t outer)
{
	uint32_t *first = &r->sides[ref_node(u)];
	for (uint32_t g = *first; g; g = r->guards.item[g].next) {
		const struct Side *known = &r->guards.item[g];
		if (known->u == u && known->below == below && known->outer == outer)
			return g;
	}
	struct Side *guard = ARENA_PUSH(r->dag->arena, &r->guards);
	*guard = (struct Side){ u, below, outer, r->guards.item[outer].depth + 1, *first };
	return *first = (uint32_t)r->guards.count - 1;
}

static uint32_t common_guard(const struct Reverse *r, uint32_t a, uint32_t b)
{
	const struct Side *guard = r->guards.item;
	while (a != b) {
		uint32_t *deeper = guard[a].depth >= guard[b].depth ? &a : &b;
		*deeper = guard[*deeper].outer;
	}
	return a;
}

/* A share of a guard as one of an outer guard. */
static Ref settle(struct Reverse *r, Ref value, uint32_t guard, uint32_t outer)
{
	Ref zero = dag_const(r->dag, 0);
	for (; guard != outer; guard = r->guards.item[guard].outer) {
		const struct Side own = r->guards.item[guard];
		value = dag_select(r->dag, own.u, own.below ? value : zero, own.below ? zero : value);
	}
	return value;
}

/* Takes a node's shares with a guard out of the list, and returns their sum. */
static Ref take_guard(struct Reverse *r, uint32_t n, uint32_t guard)
{
	Ref sum = dag_const(r->dag, 0);
	uint32_t *at = &r->first[n];
	while (*at) {
		struct Share *share = &r->shares.item[*at - 1];
		if (share->guard == guard) {
			sum = dag_add(r->dag, share->value, sum);
			*at = share->next;
		} else {
			at = &share->next;
		}
	}
	return sum;
}

/* The derivative by a node, and the guard of all its terms. */
static Ref take(struct Reverse *r, uint32_t n, uint32_t *guard)
{
	const struct Share *item = r->shares.item;
	uint32_t common = item[r->first[n] - 1].guard;
	for (uint32_t at = r->first[n]; at; at = item[at - 1].next)
		common = common_guard(r, common, item[at - 1].guard);
	Ref sum = dag_const(r->dag, 0);
	while (r->first[n]) {
		uint32_t own = r->shares.item[r->first[n] - 1].guard;
		Ref part = take_guard(r, n, own);
		sum = dag_add(r->dag, sum, settle(r, part, own, common));
	}
	*guard = common;
	return sum;
}

/* --- values with exponentials or high powers that may overflow --- */

/* Nodes between a value and what its exponentials are made of: inner nodes in ascending order, and the nodes below.
 * Every operand that grows is an inner node, that of an exponential too: the forms of growth.h look into it. */
struct Growing {
	bool *inner, *edge;
};

static void look_below(struct Reverse *r, struct Growing *g, uint32_t n)
{
	const struct Node *node = &r->dag->item[n];
	for (int k = 0; k < node_arity(node); k++) {
		Ref operand = node->operand[k];
		(growth_any(r->dag, operand) ? g->inner : g->edge)[ref_node(operand)] = true;
	}
}

static struct Growing growing_of(struct Reverse *r, uint32_t n)
{
	struct Arena *arena = r->dag->arena;
	struct Growing g = { ARENA_ARRAY(arena, bool, n + 1), ARENA_ARRAY(arena, bool, n + 1) };
	look_below(r, &g, n);
	for (uint32_t i = n; i-- > 0;)
		if (g.inner[i])
			look_below(r, &g, i);
	return g;
}

/* Forward mode over the inner nodes, for each node below them: its forms stay finite. */
static void pass_growing(struct Reverse *r, uint32_t n, Ref bar, uint32_t guard)
{
	const struct Growing g = growing_of(r, n);
	Ref zero = dag_const(r->dag, 0);
	for (uint32_t e = 0; e < n; e++) {
		if (!g.edge[e] || !r->depends[e])
			continue;
		r->rate[e] = dag_const(r->dag, 1);
		for (uint32_t i = e + 1; i < n; i++)
			if (g.inner[i])
				r->rate[i] = dag_slope_by(r->dag, r->rate, i);
		add_share(r, 2 * e, dag_mul(r->dag, bar, dag_slope_by(r->dag, r->rate, n)), guard);
		r->rate[e] = zero;
		for (uint32_t i = e + 1; i < n; i++)
			r->rate[i] = g.inner[i] ? zero : r->rate[i];
	}
}

/* --- nodes --- */

/* x_bar += s n_bar, y_bar += c n_bar, angle_bar += n_bar m; without a partner angle_bar += (c n_bar) x - (s n_bar) y */
static void pass_turned(struct Reverse *r, const struct TurnedPair *pair, Ref bar, uint32_t guard)
{
	struct Dag *dag = r->dag;
	Ref turning = pair->apart ? dag_const(dag, 0) : dag_mul(dag, bar, pair->partner);
	Ref x_bar = dag_mul(dag, pair->s, bar), y_bar = dag_mul(dag, pair->c, bar);
	if (pair->apart)
		turning = dag_sub_products(dag, y_bar, pair->x, x_bar, pair->y);
	add_share(r, pair->angle, turning, guard);
	add_share(r, pair->x, x_bar, guard);
	add_share(r, pair->y, y_bar, guard);
}

/* Is it passed on as a component of a vector that turns? Without a partner x and y must depend on inputs: otherwise the
 * derivatives of s and c take less. */
static bool turns(struct Reverse *r, uint32_t n, struct TurnedPair *pair)
{
	if (!turned_pair(r->dag, &r->below, n, pair))
		return false;
	return !pair->apart || (r->turns_apart && r->depends[ref_node(pair->x)] && r->depends[ref_node(pair->y)]);
}

static void pass_quotient(struct Reverse *r, const struct Node *node, Ref y, Ref bar, uint32_t guard)
{
	struct Dag *dag = r->dag;
	Ref a = node->operand[0], b = node->operand[1];
	if (dag_is(dag, a, 1)) {
		add_share(r, b, dag_neg(dag_mul(dag, bar, dag_mul(dag, y, y))), guard);
		return;
	}
	Ref quotient = dag_div(dag, bar, b);
	add_share(r, a, quotient, guard);
	add_share(r, b, dag_neg(dag_mul(dag, quotient, y)), guard);
}

static void pass_atan2(struct Reverse *r, const struct Node *node, Ref bar, uint32_t guard)
{
	struct Dag *dag = r->dag;
	Ref a = node->operand[0], b = node->operand[1];
	Ref over = dag_over(dag, 1, dag_add_products(dag, a, a, b, b)), part = dag_mul(dag, bar, over);
	add_share(r, a, dag_mul(dag, part, b), guard);
	add_share(r, b, dag_neg(dag_mul(dag, part, a)), guard);
}

static bool grows(const struct Dag *dag, const struct Node *node)
{
	Ref a = node->operand[0], b = node->operand[1];
	switch (node->op) {
	case OP_ADD:
	case OP_MUL:
	case OP_SELECT: return false;
	case OP_DIV: return growth_any(dag, b);
	case OP_ATAN2: return growth_side(dag, a, b) != 0;
	default: return growth_is(dag, a) || growth_saturates(dag, node);
	}
}

/* By the rule of the operation: operand k gets bar dy/dx_k. */
static void pass_by_rule(struct Reverse *r, uint32_t n, Ref bar, uint32_t guard)
{
	struct Dag *dag = r->dag;
	const struct Node node = dag->item[n];
	Ref y = 2 * n, a = node.operand[0], b = node.operand[1];
	switch (node.op) {
	case OP_ADD:
		add_share(r, a, bar, guard);
		add_share(r, b, bar, guard);
		break;
	case OP_MUL:
		add_share(r, a, dag_mul(dag, bar, b), guard);
		add_share(r, b, dag_mul(dag, bar, a), guard);
		break;
	case OP_DIV: pass_quotient(r, &node, y, bar, guard); break;
	case OP_ATAN2: pass_atan2(r, &node, bar, guard); break;
	case OP_SELECT:
		add_share(r, b, bar, guard_within(r, a, true, guard));
		add_share(r, node.operand[2], bar, guard_within(r, a, false, guard));
		break;
	case OP_SQRT: {
		Ref half = dag_mul(dag, dag_const(dag, 0.5), bar);
		add_share(r, a, dag_mul(dag, dag_over(dag, 1, y), half), guard);
		break;
	}
	default: {
		Ref slope = dag_function_slope(dag, (enum Op)node.op, a, y);
		add_share(r, a, dag_mul(dag, bar, slope), guard);
		break;
	}
	}
}

/* Passes the derivative by a node on to its operands. */
static void pass(struct Reverse *r, uint32_t n, Ref bar, uint32_t guard)
{
	const struct Node node = r->dag->item[n];
	struct TurnedPair pair;
	if (turns(r, n, &pair))
		pass_turned(r, &pair, bar, guard);
	else if (grows(r->dag, &node))
		pass_growing(r, n, bar, guard);
	else
		pass_by_rule(r, n, bar, guard);
}

static void find_dependent(struct Reverse *r, const struct SweepInputs *by)
{
	for (size_t i = 0; i < by->count; i++)
		if (ref_node(by->input[i]) < r->below.count)
			r->depends[ref_node(by->input[i])] = r->given[ref_node(by->input[i])] = true;
	for (uint32_t n = 0; n < r->below.count; n++)
		for (int k = 0; k < node_arity(&r->dag->item[n]); k++)
			r->depends[n] |= r->depends[ref_node(r->dag->item[n].operand[k])];
}

/* The gradient by an input, 0 if no value reads it. */
static Ref gradient_by(struct Reverse *r, Ref input)
{
	uint32_t n = ref_node(input), guard;
	if (n >= r->below.count || !r->first[n])
		return dag_const(r->dag, 0);
	Ref bar = take(r, n, &guard);
	bar = settle(r, bar, guard, 0);
	return dag_is_zero(r->dag, bar) ? bar : bar ^ (input & 1);
}

void dag_gradient(struct Dag *dag, const Ref *value, const Ref *weight, size_t values, const struct SweepInputs *by,
                  Ref *out)
{
	struct Reverse r = { .dag = dag, .below = dag_below(dag, value, values), .turns_apart = by->turns_apart };
	uint32_t count = r.below.count, guard;
	r.depends = ARENA_ARRAY(dag->arena, bool, count);
	r.given = ARENA_ARRAY(dag->arena, bool, count);
	r.first = ARENA_ARRAY(dag->arena, uint32_t, count);
	r.sides = ARENA_ARRAY(dag->arena, uint32_t, count);
	r.rate = ARENA_ARRAY(dag->arena, Ref, count);
	dag_zeros(dag, r.rate, (int)count);
	*ARENA_PUSH(dag->arena, &r.guards) = (struct Side){ 0 };
	find_dependent(&r, by);
	for (size_t i = 0; i < values; i++)
		add_share(&r, value[i], weight[i], 0);
	for (uint32_t n = count; n-- > 0;) {
		if (!r.first[n] || r.given[n])
			continue;
		Ref bar = take(&r, n, &guard);
		pass(&r, n, bar, guard);
	}
	for (size_t i = 0; i < by->count; i++)
		out[i] = gradient_by(&r, by->input[i]);
}
