#include "net.h"

#include <math.h>
#include <string.h>

enum { UNUSED = OP_COUNT };

static int arity(const struct NetNode *node)
{
	return node->op == UNUSED ? 0 : op_table[node->op].arity;
}

double net_value(const struct Net *net, Ref constant)
{
	double value = operands_number(net_node(net, constant)->operand);
	return ref_negative(constant) ? -value : value;
}

static bool is_value(const struct Net *net, Ref ref, double value)
{
	return net_is(net, ref, OP_CONST) && net_value(net, ref) == value;
}

/* Places by hash */

static size_t place(const struct Net *net, uint8_t op, const Ref *operand)
{
	return op_hash((enum Op)op, operand) & (net->buckets - 1);
}

static void enter(struct Net *net, uint32_t n)
{
	struct NetNode *node = &net->item[n];
	uint32_t *first = &net->bucket[place(net, node->op, node->operand)];
	node->next = *first;
	*first = n + 1;
}

static void leave(struct Net *net, uint32_t n)
{
	struct NetNode *node = &net->item[n];
	uint32_t *at = &net->bucket[place(net, node->op, node->operand)];
	while (*at && *at != n + 1)
		at = &net->item[*at - 1].next;
	if (*at)
		*at = node->next;
}

static uint32_t look_up(const struct Net *net, uint8_t op, const Ref *operand)
{
	uint32_t at = net->bucket[place(net, op, operand)];
	for (; at; at = net->item[at - 1].next) {
		const struct NetNode *have = &net->item[at - 1];
		if (have->op == op && memcmp(have->operand, operand, sizeof have->operand) == 0)
			break;
	}
	return at;
}

static uint32_t new_node(struct Net *net, struct NetNode node)
{
	uint32_t n = net->unused;
	if (n) {
		net->unused = net->item[--n].next;
	} else {
		n = (uint32_t)net->count;
		(void)ARENA_PUSH(net->arena, net);
	}
	net->item[n] = node;
	enter(net, n);
	return n;
}

static void discard(struct Net *net, uint32_t n)
{
	leave(net, n);
	net->item[n] = (struct NetNode){ .op = UNUSED, .next = net->unused };
	net->unused = n + 1;
}

static Ref intern(struct Net *net, enum Op op, const Ref *operand)
{
	uint32_t at = look_up(net, (uint8_t)op, operand);
	if (!at) {
		struct NetNode node = { .op = (uint8_t)op };
		memcpy(node.operand, operand, sizeof node.operand);
		at = new_node(net, node) + 1;
		*ARENA_PUSH(net->arena, &net->made) = at - 1;
	}
	return 2 * (at - 1) + net->item[at - 1].minus;
}

/* Normal forms: constants first, else the lower number; a sum begins without a sign, a product has none inside. */
static bool in_order(const struct Net *net, Ref a, Ref b)
{
	bool constant = net_is(net, a, OP_CONST);
	return constant != net_is(net, b, OP_CONST) ? constant : a <= b;
}

static Ref normal(const struct Net *net, enum Op op, Ref a, Ref b, Ref operand[OPERANDS])
{
	if (!in_order(net, a, b)) {
		Ref swap = a;
		a = b;
		b = swap;
	}
	Ref sign = op == OP_ADD ? a & 1 : (a ^ b) & 1;
	operand[0] = a & ~(Ref)1;
	operand[1] = op == OP_ADD ? b ^ sign : b & ~(Ref)1;
	operand[2] = 0;
	return sign;
}

Ref net_find(const struct Net *net, enum Op op, Ref a, Ref b)
{
	Ref operand[OPERANDS], sign = normal(net, op, a, b, operand);
	uint32_t at = look_up(net, (uint8_t)op, operand);
	return at ? (2 * (at - 1) + net->item[at - 1].minus) ^ sign : NET_NONE;
}

Ref net_const(struct Net *net, double value)
{
	Ref operand[OPERANDS];
	number_operands(value, operand);
	return intern(net, OP_CONST, operand) ^ (value < 0);
}

Ref net_add(struct Net *net, Ref a, Ref b)
{
	Ref operand[OPERANDS];
	if (net_is(net, a, OP_CONST) && net_is(net, b, OP_CONST))
		return net_const(net, net_value(net, a) + net_value(net, b));
	if (is_value(net, a, 0))
		return b;
	if (is_value(net, b, 0))
		return a;
	if (a == dag_neg(b))
		return net_const(net, 0);
	if (a == b)
		return net_mul(net, net_const(net, 2), a);
	Ref sign = normal(net, OP_ADD, a, b, operand);
	return intern(net, OP_ADD, operand) ^ sign;
}

/* A constant times a constant multiple is one constant times the rest. */
Ref net_mul(struct Net *net, Ref a, Ref b)
{
	Ref operand[OPERANDS];
	if (!in_order(net, a, b))
		return net_mul(net, b, a);
	if (net_is(net, a, OP_CONST)) {
		double number = net_value(net, a);
		const struct NetNode *inner = net_node(net, b);
		if (net_is(net, b, OP_CONST))
			return net_const(net, number * net_value(net, b));
		if (number == 0)
			return net_const(net, 0);
		if (fabs(number) == 1)
			return b ^ (a & 1);
		if (inner->op == OP_MUL && net_is(net, inner->operand[0], OP_CONST)) {
			Ref sign = inner->minus ^ (b & 1), factor = inner->operand[0], rest = inner->operand[1];
			return net_mul(net, net_const(net, number * net_value(net, factor)), rest) ^ sign;
		}
	}
	Ref sign = normal(net, OP_MUL, a, b, operand);
	return intern(net, OP_MUL, operand) ^ sign;
}

/* Any operation. */
static Ref put(struct Net *net, enum Op op, const Ref *operand)
{
	switch (op) {
	case OP_ADD: return net_add(net, operand[0], operand[1]);
	case OP_MUL: return net_mul(net, operand[0], operand[1]);
	default: return intern(net, op, operand);
	}
}

/* Uses */

static void take(struct Net *net, Ref ref)
{
	struct NetList *stack = &net->stack;
	stack->count = 0;
	*ARENA_PUSH(net->arena, stack) = ref_node(ref);
	while (stack->count) {
		struct NetNode *node = &net->item[stack->item[--stack->count]];
		if (node->uses++)
			continue;
		net->cost += arity(node) > 0;
		for (int k = 0; k < arity(node); k++)
			*ARENA_PUSH(net->arena, stack) = ref_node(node->operand[k]);
	}
}

/* What nothing uses any more is put on `gone`; it may be taken again. */
static void drop(struct Net *net, Ref ref)
{
	struct NetList *stack = &net->stack;
	stack->count = 0;
	*ARENA_PUSH(net->arena, stack) = ref_node(ref);
	while (stack->count) {
		uint32_t n = stack->item[--stack->count];
		struct NetNode *node = &net->item[n];
		if (--node->uses)
			continue;
		net->cost -= arity(node) > 0;
		*ARENA_PUSH(net->arena, &net->gone) = n;
		for (int k = 0; k < arity(node); k++)
			*ARENA_PUSH(net->arena, stack) = ref_node(node->operand[k]);
	}
}

static void take_operands(struct Net *net, const struct NetNode *of)
{
	struct NetNode node = *of;
	for (int k = 0; k < arity(&node); k++)
		take(net, node.operand[k]);
}

static void drop_operands(struct Net *net, const struct NetNode *of)
{
	struct NetNode node = *of;
	for (int k = 0; k < arity(&node); k++)
		drop(net, node.operand[k]);
}

/* Is it only being tried, an operation that a node could take over? */
static bool is_new(const struct NetNode *node)
{
	return !node->uses && arity(node) > 0;
}

static void discard_useless(struct Net *net, const struct NetList *list)
{
	for (size_t i = 0; i < list->count; i++) {
		uint32_t n = list->item[i];
		if (net->item[n].op != UNUSED && !net->item[n].uses)
			discard(net, n);
	}
}

void net_sweep(struct Net *net)
{
	discard_useless(net, &net->made);
	discard_useless(net, &net->gone);
	net->made.count = net->gone.count = 0;
}

int64_t net_weigh(struct Net *net, uint32_t n, Ref now)
{
	uint64_t before = net->cost;
	struct NetNode node = net->item[n], *other = net_node(net, now);
	bool new = is_new(other);
	struct NetNode definition = *other;
	if (new)
		take_operands(net, &definition);
	else
		take(net, now);
	drop_operands(net, &node);
	int64_t change = (int64_t)(net->cost - before) - !new;
	take_operands(net, &node);
	if (new)
		drop_operands(net, &definition);
	else
		drop(net, now);
	net->gone.count = 0;
	return change;
}

static Ref exchanged(Ref ref, uint32_t n, Ref now)
{
	return ref_node(ref) == n ? now ^ (ref & 1) : ref;
}

/* Node n gets another definition. */
static void define(struct Net *net, uint32_t n, struct NetNode definition)
{
	struct NetNode node = net->item[n];
	take_operands(net, &definition);
	leave(net, n);
	memcpy(net->item[n].operand, definition.operand, sizeof definition.operand);
	net->item[n].op = definition.op;
	net->item[n].minus = definition.minus;
	enter(net, n);
	drop_operands(net, &node);
}

/* Node n takes over the definition of a new node. */
static void absorb(struct Net *net, uint32_t n, Ref now)
{
	struct NetNode definition = *net_node(net, now);
	definition.minus ^= now & 1;
	discard(net, ref_node(now));
	define(net, n, definition);
}

/* A user of n uses `now` instead; that may make it equal to another node, which its users use from then on, and so
 * forth. Where that would go on for long, equal nodes are left. */
static void exchange(struct Net *net, uint32_t user, uint32_t n, Ref now)
{
	enum { DEEP = 200 };
	struct NetNode node = net->item[user];
	for (int k = 0; k < arity(&node); k++)
		node.operand[k] = exchanged(node.operand[k], n, now);
	if (net->depth == DEEP) {
		define(net, user, node);
		return;
	}
	net->depth++;
	net_change(net, user, put(net, (enum Op)node.op, node.operand) ^ node.minus);
	net->depth--;
}

static bool uses(const struct NetNode *node, uint32_t n)
{
	for (int k = 0; k < arity(node); k++)
		if (ref_node(node->operand[k]) == n)
			return true;
	return false;
}

void net_change(struct Net *net, uint32_t n, Ref now)
{
	if (is_new(net_node(net, now))) {
		absorb(net, n, now);
		return;
	}
	take(net, now);
	take(net, 2 * n); /* to stay while its users leave it */
	for (size_t i = 0; i < net->results; i++)
		if (ref_node(net->result[i]) == n) {
			Ref result = exchanged(net->result[i], n, now);
			take(net, result);
			drop(net, net->result[i]);
			net->result[i] = result;
		}
	for (uint32_t user = 0; user < net->count; user++)
		if (net->item[user].uses && uses(&net->item[user], n))
			exchange(net, user, n, now);
	drop(net, 2 * n);
	drop(net, now);
}

/* Between the DAG and the net */

/* Nodes are still in their order. */
static void fix(struct Net *net)
{
	for (uint32_t n = (uint32_t)net->count; n-- > 0;) {
		const struct NetNode *node = &net->item[n];
		bool ring = node->op == OP_ADD || node->op == OP_MUL;
		for (int k = 0; k < arity(node) && node->uses; k++)
			net_node(net, node->operand[k])->fixed |= !ring || node->fixed;
	}
}

struct Net net_open(const struct Dag *dag, const Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Net net = { .arena = arena, .buckets = 256, .results = count };
	while (net.buckets < 2 * dag->count)
		net.buckets *= 2;
	net.bucket = ARENA_ARRAY(arena, uint32_t, net.buckets);
	net.result = ARENA_ARRAY(arena, Ref, count);
	Ref *now = ARENA_ARRAY(arena, Ref, dag->count);
	for (uint32_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		Ref operand[OPERANDS] = { 0 };
		for (int k = 0; k < OPERANDS; k++)
			operand[k] = k < node_arity(node) ? now[ref_node(node->operand[k])] ^ (node->operand[k] & 1) : node->operand[k];
		now[n] = put(&net, (enum Op)node->op, operand);
		if (!net_node(&net, now[n])->old)
			net_node(&net, now[n])->old = n + 1;
	}
	for (size_t i = 0; i < count; i++) {
		net.result[i] = now[ref_node(value[i])] ^ (value[i] & 1);
		take(&net, net.result[i]);
	}
	net_sweep(&net);
	fix(&net);
	return net;
}

void net_copy(struct Net *to, const struct Net *from)
{
	struct Net copy = *from;
	copy.item = to->item;
	copy.capacity = to->capacity;
	if (copy.capacity < from->count) {
		copy.capacity = from->capacity;
		copy.item = ARENA_ARRAY(from->arena, struct NetNode, copy.capacity);
	}
	copy.bucket = to->bucket ? to->bucket : ARENA_ARRAY(from->arena, uint32_t, from->buckets);
	copy.result = to->result ? to->result : ARENA_ARRAY(from->arena, Ref, from->results);
	copy.made = to->made;
	copy.gone = to->gone;
	copy.stack = to->stack;
	if (from->count)
		memcpy(copy.item, from->item, from->count * sizeof *copy.item);
	memcpy(copy.bucket, from->bucket, from->buckets * sizeof *copy.bucket);
	memcpy(copy.result, from->result, from->results * sizeof *copy.result);
	*to = copy;
	discard_useless(to, &from->made); /* a change that is being tried */
}

struct Closing {
	const struct Dag *dag;
	struct Dag made;
	Ref *now;
	bool *done;
};

static void label(struct Dag *made, Ref ref, const struct Dag *dag, const struct NetNode *node)
{
	if (node->old && node->old <= dag->labels && dag->label[node->old - 1].quantity) {
		const struct Label *l = &dag->label[node->old - 1];
		dag_label(made, ref, l->quantity, l->link, l->component);
	}
}

/* One node whose operands are there. */
static Ref close_node(const struct Net *net, struct Dag *made, const struct NetNode *node, const Ref *now)
{
	Ref operand[OPERANDS];
	for (int k = 0; k < arity(node); k++)
		operand[k] = now[ref_node(node->operand[k])] ^ (node->operand[k] & 1);
	if (node->op == OP_MUL && is_value(net, node->operand[0], 2)) /* x + x needs no constant */
		return dag_add(made, operand[1], operand[1]) ^ node->minus;
	switch (node->op) {
	case OP_CONST: return dag_const(made, net_value(net, 2 * (Ref)(node - net->item)));
	case OP_INPUT: return dag_input(made, (enum Input)node->operand[0], node->operand[1]);
	default: return dag_op(made, (enum Op)node->op, operand) ^ node->minus;
	}
}

/* What a node needs, then itself. */
static void close_from(struct Net *net, uint32_t first, struct Closing *c)
{
	struct NetList *stack = &net->stack;
	stack->count = 0;
	*ARENA_PUSH(net->arena, stack) = first;
	while (stack->count) {
		uint32_t n = stack->item[stack->count - 1];
		const struct NetNode *node = &net->item[n];
		size_t before = stack->count;
		for (int k = arity(node); !c->done[n] && k-- > 0;)
			if (!c->done[ref_node(node->operand[k])])
				*ARENA_PUSH(net->arena, stack) = ref_node(node->operand[k]);
		if (stack->count > before)
			continue;
		stack->count--;
		if (c->done[n])
			continue;
		c->now[n] = close_node(net, &c->made, node, c->now);
		c->done[n] = true;
		label(&c->made, c->now[n], c->dag, node);
	}
}

/* In the order of the DAG it was made from, as far as that goes: it is that of the algorithm. */
struct Dag net_close(struct Net *net, const struct Dag *dag, Ref *value)
{
	struct Closing c = { .dag = dag, .now = ARENA_ARRAY(net->arena, Ref, net->count),
	                     .done = ARENA_ARRAY(net->arena, bool, net->count) };
	uint32_t *by_age = ARENA_ARRAY(net->arena, uint32_t, dag->count + 1);
	dag_init(&c.made, dag->arena);
	for (uint32_t n = 0; n < net->count; n++)
		if (net->item[n].uses && net->item[n].old)
			by_age[net->item[n].old] = n + 1;
	for (size_t i = 0; i <= dag->count; i++)
		if (by_age[i])
			close_from(net, by_age[i] - 1, &c);
	for (size_t i = 0; i < net->results; i++) {
		close_from(net, ref_node(net->result[i]), &c);
		value[i] = c.now[ref_node(net->result[i])] ^ (net->result[i] & 1);
	}
	return c.made;
}
