#include "net.h"

#include <math.h>
#include <string.h>

double net_value(const struct Net *net, Ref constant)
{
	double value = operands_number(net_node(net, constant)->operand);
	return ref_negative(constant) ? -value : value;
}

bool net_is_value(const struct Net *net, Ref ref, double value)
{
	return net_is(net, ref, OP_CONST) && net_value(net, ref) == value;
}

/* Places by hash: its lower bits are the bucket, the rest tells most nodes in it apart */

static void enter(struct Net *net, uint32_t n)
{
	struct NetNode *node = &net->item[n];
	uint32_t *first = &net->bucket[node->hash & (net->buckets - 1)];
	node->next = *first;
	*first = n + 1;
}

static void leave(struct Net *net, uint32_t n)
{
	struct NetNode *node = &net->item[n];
	uint32_t *at = &net->bucket[node->hash & (net->buckets - 1)];
	while (*at && *at != n + 1)
		at = &net->item[*at - 1].next;
	if (*at)
		*at = node->next;
}

static inline uint32_t look_up(const struct Net *net, uint8_t op, const Ref *operand, uint32_t hash)
{
	uint32_t at = net->bucket[hash & (net->buckets - 1)];
	for (; at; at = net->item[at - 1].next) {
		const struct NetNode *have = &net->item[at - 1];
		if (have->hash == hash && have->op == op && memcmp(have->operand, operand, sizeof have->operand) == 0)
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
	if (net->one == n + 1)
		net->one = 0;
	net->item[n] = (struct NetNode){ .op = NET_UNUSED, .next = net->unused };
	net->unused = n + 1;
}

static uint8_t time_of(const struct Net *net, enum Op op, const Ref *operand)
{
	uint8_t time = op == OP_INPUT ? (uint8_t)input_time((enum Input)operand[0]) : TIME_CONST;
	for (int k = 0; k < op_table[op].arity; k++) {
		uint8_t own = net_node(net, operand[k])->time;
		time = own > time ? own : time;
	}
	return time;
}

static Ref intern(struct Net *net, enum Op op, const Ref *operand)
{
	uint32_t hash = (uint32_t)op_hash(op, operand), at = look_up(net, (uint8_t)op, operand, hash);
	if (!at) {
		struct NetNode node = { .op = (uint8_t)op, .time = time_of(net, op, operand), .hash = hash };
		memcpy(node.operand, operand, sizeof node.operand);
		at = new_node(net, node) + 1;
		*ARENA_PUSH(net->arena, &net->made) = at - 1;
	}
	return 2 * (at - 1) + net->item[at - 1].minus;
}

/* Normal forms, by which equal operations are found. Constants come first, else the node of lower number.
 * Signs go outside: -x + y = -(x - y), so a sum begins without one; (-x) y = -(x y), so a product has none. */
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
	uint32_t at = look_up(net, (uint8_t)op, operand, (uint32_t)op_hash(op, operand));
	return at ? (2 * (at - 1) + net->item[at - 1].minus) ^ sign : NET_NONE;
}

/* 1 is asked for at nearly every term. */
Ref net_const(struct Net *net, double value)
{
	Ref operand[OPERANDS];
	bool one = fabs(value) == 1;
	if (one && net->one)
		return 2 * (net->one - 1) ^ (value < 0);
	number_operands(value, operand);
	Ref constant = intern(net, OP_CONST, operand);
	if (one)
		net->one = ref_node(constant) + 1;
	return constant ^ (value < 0);
}

Ref net_add(struct Net *net, Ref a, Ref b)
{
	Ref operand[OPERANDS];
	if (net_is(net, a, OP_CONST) && net_is(net, b, OP_CONST))
		return net_const(net, net_value(net, a) + net_value(net, b));
	if (net_is_value(net, a, 0))
		return b;
	if (net_is_value(net, b, 0))
		return a;
	if (a == dag_neg(b))
		return net_const(net, 0);
	if (a == b)
		return net_mul(net, net_const(net, 2), a);
	Ref sign = normal(net, OP_ADD, a, b, operand);
	return intern(net, OP_ADD, operand) ^ sign;
}

/* 2 (3 x) = 6 x. */
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

/* (-x)/y = x/(-y) = -(x/y). */
Ref net_div(struct Net *net, Ref a, Ref b)
{
	if (net_is(net, a, OP_CONST) && net_is(net, b, OP_CONST))
		return net_const(net, net_value(net, a) / net_value(net, b));
	if (net_is_value(net, a, 0))
		return a;
	const Ref operand[OPERANDS] = { a & ~(Ref)1, b & ~(Ref)1 };
	return intern(net, OP_DIV, operand) ^ ((a ^ b) & 1);
}

Ref net_op(struct Net *net, enum Op op, const Ref *operand)
{
	switch (op) {
	case OP_ADD: return net_add(net, operand[0], operand[1]);
	case OP_MUL: return net_mul(net, operand[0], operand[1]);
	case OP_DIV: return net_div(net, operand[0], operand[1]);
	default: return intern(net, op, operand);
	}
}

/* Uses */

/* The operation of one node comes (1) or goes (-1). */
static void count(struct Net *net, const struct NetNode *node, int sign)
{
	uint64_t one = (uint64_t)(int64_t)sign; /* modulo 2^64 */
	if (net_arity(node) == 0)
		return;
	*(node->time == TIME_STATE ? &net->cost : &net->setup) += one;
	if (node->op == OP_DIV && node->time == TIME_STATE)
		net->divisions += one;
}

void net_take(struct Net *net, Ref ref)
{
	struct NetList *stack = &net->stack;
	stack->count = 0;
	*ARENA_PUSH(net->arena, stack) = ref_node(ref);
	while (stack->count) {
		struct NetNode *node = &net->item[stack->item[--stack->count]];
		if (node->uses++)
			continue;
		count(net, node, 1);
		for (int k = 0; k < net_arity(node); k++)
			*ARENA_PUSH(net->arena, stack) = ref_node(node->operand[k]);
	}
}

/* What nothing uses any more is put on `gone`, where it stays until it is swept: it may be taken again. */
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
		count(net, node, -1);
		*ARENA_PUSH(net->arena, &net->gone) = n;
		for (int k = 0; k < net_arity(node); k++)
			*ARENA_PUSH(net->arena, stack) = ref_node(node->operand[k]);
	}
}

static void take_operands(struct Net *net, const struct NetNode *of)
{
	struct NetNode node = *of;
	for (int k = 0; k < net_arity(&node); k++)
		net_take(net, node.operand[k]);
}

static void drop_operands(struct Net *net, const struct NetNode *of)
{
	struct NetNode node = *of;
	for (int k = 0; k < net_arity(&node); k++)
		drop(net, node.operand[k]);
}

/* Is it only being tried, an operation that a node could take over? */
static bool is_new(const struct NetNode *node)
{
	return !node->uses && net_arity(node) > 0;
}

static void discard_useless(struct Net *net, const struct NetList *list)
{
	for (size_t i = 0; i < list->count; i++) {
		uint32_t n = list->item[i];
		if (net->item[n].op != NET_UNUSED && !net->item[n].uses)
			discard(net, n);
	}
}

void net_sweep(struct Net *net)
{
	discard_useless(net, &net->made);
	discard_useless(net, &net->gone);
	net->made.count = net->gone.count = 0;
}

/* Takes what `now` needs and drops what n needs, looks at the cost, and undoes both. */
struct NetChange net_weigh(struct Net *net, uint32_t n, Ref now)
{
	const struct Net before = *net;
	struct NetNode node = net->item[n], *other = net_node(net, now);
	bool new = is_new(other);
	struct NetNode definition = *other;
	if (new)
		take_operands(net, &definition);
	else
		net_take(net, now);
	drop_operands(net, &node);
	count(net, &node, -1); /* n itself goes, or is the one to hold the new operation */
	if (new)
		count(net, &definition, 1);
	struct NetChange change = { (int64_t)(net->cost - before.cost), (int64_t)(net->divisions - before.divisions),
	                            (int64_t)(net->setup - before.setup) };
	if (new)
		count(net, &definition, -1);
	count(net, &node, 1);
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
	count(net, &node, -1);
	count(net, &definition, 1);
	leave(net, n);
	memcpy(net->item[n].operand, definition.operand, sizeof definition.operand);
	net->item[n].op = definition.op;
	net->item[n].time = definition.time;
	net->item[n].minus = definition.minus;
	net->item[n].hash = (uint32_t)op_hash((enum Op)definition.op, definition.operand);
	enter(net, n);
	drop_operands(net, &node);
}

/* Node n takes over the definition of a new node: n = -(x y) if `now` is -@7 and @7 = x y. */
static void absorb(struct Net *net, uint32_t n, Ref now)
{
	struct NetNode definition = *net_node(net, now);
	definition.minus ^= now & 1;
	discard(net, ref_node(now));
	define(net, n, definition);
}

/* A user of n reads `now` instead. That may make it equal to another node: n + y becomes m + y, which is there.
 * Its users read that one from then on, and so forth. Where this would go on for long, equal nodes are left. */
static void exchange(struct Net *net, uint32_t user, uint32_t n, Ref now)
{
	enum { DEEP = 200 };
	struct NetNode node = net->item[user];
	for (int k = 0; k < net_arity(&node); k++)
		node.operand[k] = exchanged(node.operand[k], n, now);
	if (net->depth == DEEP) {
		define(net, user, node);
		return;
	}
	net->depth++;
	net_change(net, user, net_op(net, (enum Op)node.op, node.operand) ^ node.minus);
	net->depth--;
}

static bool uses(const struct NetNode *node, uint32_t n)
{
	for (int k = 0; k < net_arity(node); k++)
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
	net_take(net, now);
	net_take(net, 2 * n); /* to stay while its users leave it */
	for (size_t i = 0; i < net->results; i++)
		if (ref_node(net->result[i]) == n) {
			Ref result = exchanged(net->result[i], n, now);
			net_take(net, result);
			drop(net, net->result[i]);
			net->result[i] = result;
		}
	for (uint32_t user = 0; user < net->count; user++)
		if (net->item[user].uses && uses(&net->item[user], n))
			exchange(net, user, n, now);
	drop(net, 2 * n);
	drop(net, now);
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
