#include "mutable_dag.h"

#include <math.h>
#include <string.h>

double mutable_value(const struct MutableDag *mutable, Ref constant)
{
	double value = operands_number(mutable_node(mutable, constant)->operand);
	return ref_negative(constant) ? -value : value;
}

bool mutable_is_value(const struct MutableDag *mutable, Ref ref, double value)
{
	return mutable_is(mutable, ref, OP_CONST) && mutable_value(mutable, ref) == value;
}

/* Hash table of nodes: the lower bits of a hash are the bucket; the whole hash tells most nodes of a bucket apart */

static void enter(struct MutableDag *mutable, uint32_t n)
{
	struct MutableNode *node = &mutable->item[n];
	uint32_t *first = &mutable->bucket[node->hash & (mutable->buckets - 1)];
	node->next = *first;
	*first = n + 1;
}

static void leave(struct MutableDag *mutable, uint32_t n)
{
	struct MutableNode *node = &mutable->item[n];
	uint32_t *at = &mutable->bucket[node->hash & (mutable->buckets - 1)];
	while (*at && *at != n + 1)
		at = &mutable->item[*at - 1].next;
	if (*at)
		*at = node->next;
}

static inline uint32_t look_up(const struct MutableDag *mutable, uint8_t op, const Ref *operand, uint32_t hash)
{
	uint32_t at = mutable->bucket[hash & (mutable->buckets - 1)];
	for (; at; at = mutable->item[at - 1].next) {
		const struct MutableNode *have = &mutable->item[at - 1];
		if (have->hash == hash && have->op == op && memcmp(have->operand, operand, sizeof have->operand) == 0)
			break;
	}
	return at;
}

static uint32_t new_node(struct MutableDag *mutable, struct MutableNode node)
{
	uint32_t n = mutable->unused;
	if (n) {
		mutable->unused = mutable->item[--n].next;
	} else {
		n = (uint32_t) mutable->count;
		(void)ARENA_PUSH(mutable->arena, mutable);
	}
	mutable->item[n] = node;
	enter(mutable, n);
	return n;
}

static void discard(struct MutableDag *mutable, uint32_t n)
{
	leave(mutable, n);
	if (mutable->one == n + 1)
		mutable->one = 0;
	mutable->item[n] = (struct MutableNode){ .op = MUTABLE_UNUSED, .next = mutable->unused };
	mutable->unused = n + 1;
}

static uint8_t time_of(const struct MutableDag *mutable, enum Op op, const Ref *operand)
{
	uint8_t time = op == OP_INPUT ? (uint8_t)input_time((enum Input)operand[0]) : TIME_CONST;
	for (int k = 0; k < op_table[op].arity; k++) {
		uint8_t own = mutable_node(mutable, operand[k])->time;
		time = own > time ? own : time;
	}
	return time;
}

static Ref intern(struct MutableDag *mutable, enum Op op, const Ref *operand)
{
	uint32_t hash = (uint32_t)op_hash(op, operand), at = look_up(mutable, (uint8_t)op, operand, hash);
	if (!at) {
		struct MutableNode node = { .op = (uint8_t)op, .time = time_of(mutable, op, operand), .hash = hash };
		memcpy(node.operand, operand, sizeof node.operand);
		at = new_node(mutable, node) + 1;
		*ARENA_PUSH(mutable->arena, &mutable->made) = at - 1;
	}
	return 2 * (at - 1) + mutable->item[at - 1].minus;
}

/* Normal forms, which make equal operations equal nodes. Constants come first, else the node of lower number. Signs
 * move outside: -x + y = -(x - y), so the first term has no sign; (-x) y = -(x y), so factors have none. */
static bool in_order(const struct MutableDag *mutable, Ref a, Ref b)
{
	bool constant = mutable_is(mutable, a, OP_CONST);
	return constant != mutable_is(mutable, b, OP_CONST) ? constant : a <= b;
}

static Ref normal(const struct MutableDag *mutable, enum Op op, Ref a, Ref b, Ref operand[OPERANDS])
{
	if (!in_order(mutable, a, b)) {
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

Ref mutable_find(const struct MutableDag *mutable, enum Op op, Ref a, Ref b)
{
	Ref operand[OPERANDS], sign = normal(mutable, op, a, b, operand);
	uint32_t at = look_up(mutable, (uint8_t)op, operand, (uint32_t)op_hash(op, operand));
	return at ? (2 * (at - 1) + mutable->item[at - 1].minus) ^ sign : MUTABLE_NONE;
}

/* A constant. 1 is cached, as nearly every term needs it. */
Ref mutable_const(struct MutableDag *mutable, double value)
{
	Ref operand[OPERANDS];
	bool one = fabs(value) == 1;
	if (one && mutable->one)
		return 2 * (mutable->one - 1) ^ (value < 0);
	number_operands(value, operand);
	Ref constant = intern(mutable, OP_CONST, operand);
	if (one)
		mutable->one = ref_node(constant) + 1;
	return constant ^ (value < 0);
}

Ref mutable_add(struct MutableDag *mutable, Ref a, Ref b)
{
	Ref operand[OPERANDS];
	if (mutable_is(mutable, a, OP_CONST) && mutable_is(mutable, b, OP_CONST))
		return mutable_const(mutable, mutable_value(mutable, a) + mutable_value(mutable, b));
	if (mutable_is_value(mutable, a, 0))
		return b;
	if (mutable_is_value(mutable, b, 0))
		return a;
	if (a == dag_neg(b))
		return mutable_const(mutable, 0);
	if (a == b)
		return mutable_mul(mutable, mutable_const(mutable, 2), a);
	Ref sign = normal(mutable, OP_ADD, a, b, operand);
	return intern(mutable, OP_ADD, operand) ^ sign;
}

/* A product; 2 (3 x) = 6 x. */
Ref mutable_mul(struct MutableDag *mutable, Ref a, Ref b)
{
	Ref operand[OPERANDS];
	if (!in_order(mutable, a, b))
		return mutable_mul(mutable, b, a);
	if (mutable_is(mutable, a, OP_CONST)) {
		double number = mutable_value(mutable, a);
		const struct MutableNode *inner = mutable_node(mutable, b);
		if (mutable_is(mutable, b, OP_CONST))
			return mutable_const(mutable, number * mutable_value(mutable, b));
		if (number == 0)
			return mutable_const(mutable, 0);
		if (fabs(number) == 1)
			return b ^ (a & 1);
		if (inner->op == OP_MUL && mutable_is(mutable, inner->operand[0], OP_CONST)) {
			Ref sign = inner->minus ^ (b & 1), factor = inner->operand[0], rest = inner->operand[1];
			return mutable_mul(mutable, mutable_const(mutable, number * mutable_value(mutable, factor)),
			                   rest) ^
			       sign;
		}
	}
	Ref sign = normal(mutable, OP_MUL, a, b, operand);
	return intern(mutable, OP_MUL, operand) ^ sign;
}

/* A quotient; (-x)/y = x/(-y) = -(x/y). */
Ref mutable_div(struct MutableDag *mutable, Ref a, Ref b)
{
	if (mutable_is(mutable, a, OP_CONST) && mutable_is(mutable, b, OP_CONST))
		return mutable_const(mutable, mutable_value(mutable, a) / mutable_value(mutable, b));
	if (mutable_is_value(mutable, a, 0))
		return a;
	const Ref operand[OPERANDS] = { a & ~(Ref)1, b & ~(Ref)1 };
	return intern(mutable, OP_DIV, operand) ^ ((a ^ b) & 1);
}

Ref mutable_op(struct MutableDag *mutable, enum Op op, const Ref *operand)
{
	switch (op) {
	case OP_ADD: return mutable_add(mutable, operand[0], operand[1]);
	case OP_MUL: return mutable_mul(mutable, operand[0], operand[1]);
	case OP_DIV: return mutable_div(mutable, operand[0], operand[1]);
	default: return intern(mutable, op, operand);
	}
}

/* Counts of uses */

/* Counts the operation of a node as added (1) or removed (-1). */
static void count(struct MutableDag *mutable, const struct MutableNode *node, int sign)
{
	uint64_t one = (uint64_t)(int64_t)sign; /* modulo 2^64 */
	if (mutable_arity(node) == 0)
		return;
	*(node->time == TIME_STATE ? &mutable->cost : &mutable->setup) += one;
	if (node->op == OP_DIV && node->time == TIME_STATE)
		mutable->divisions += one;
}

void mutable_take(struct MutableDag *mutable, Ref ref)
{
	struct MutableList *stack = &mutable->stack;
	stack->count = 0;
	*ARENA_PUSH(mutable->arena, stack) = ref_node(ref);
	while (stack->count) {
		struct MutableNode *node = &mutable->item[stack->item[--stack->count]];
		if (node->uses++)
			continue;
		count(mutable, node, 1);
		for (int k = 0; k < mutable_arity(node); k++)
			*ARENA_PUSH(mutable->arena, stack) = ref_node(node->operand[k]);
	}
}

/* Drops a use. Unused nodes are put on `gone` and stay until the sweep, since they may be taken again. */
static void drop(struct MutableDag *mutable, Ref ref)
{
	struct MutableList *stack = &mutable->stack;
	stack->count = 0;
	*ARENA_PUSH(mutable->arena, stack) = ref_node(ref);
	while (stack->count) {
		uint32_t n = stack->item[--stack->count];
		struct MutableNode *node = &mutable->item[n];
		if (--node->uses)
			continue;
		count(mutable, node, -1);
		*ARENA_PUSH(mutable->arena, &mutable->gone) = n;
		for (int k = 0; k < mutable_arity(node); k++)
			*ARENA_PUSH(mutable->arena, stack) = ref_node(node->operand[k]);
	}
}

static void take_operands(struct MutableDag *mutable, const struct MutableNode *of)
{
	struct MutableNode node = *of;
	for (int k = 0; k < mutable_arity(&node); k++)
		mutable_take(mutable, node.operand[k]);
}

static void drop_operands(struct MutableDag *mutable, const struct MutableNode *of)
{
	struct MutableNode node = *of;
	for (int k = 0; k < mutable_arity(&node); k++)
		drop(mutable, node.operand[k]);
}

/* True for an unused operation, whose definition another node can take over. */
static bool is_new(const struct MutableNode *node)
{
	return !node->uses && mutable_arity(node) > 0;
}

static void discard_useless(struct MutableDag *mutable, const struct MutableList *list)
{
	for (size_t i = 0; i < list->count; i++) {
		uint32_t n = list->item[i];
		if (mutable->item[n].op != MUTABLE_UNUSED && !mutable->item[n].uses)
			discard(mutable, n);
	}
}

void mutable_sweep(struct MutableDag *mutable)
{
	discard_useless(mutable, &mutable->made);
	discard_useless(mutable, &mutable->gone);
	mutable->made.count = mutable->gone.count = 0;
}

/* Takes the operands of `now`, drops those of n, compares costs, and undoes both. */
struct MutableChange mutable_weigh(struct MutableDag *mutable, uint32_t n, Ref now)
{
	const struct MutableDag before = *mutable;
	struct MutableNode node = mutable->item[n], *other = mutable_node(mutable, now);
	bool new = is_new(other);
	struct MutableNode definition = *other;
	if (new)
		take_operands(mutable, &definition);
	else
		mutable_take(mutable, now);
	drop_operands(mutable, &node);
	count(mutable, &node, -1); /* n is removed, or takes the new operation */
	if (new)
		count(mutable, &definition, 1);
	struct MutableChange change = { (int64_t)(mutable->cost - before.cost),
		                        (int64_t)(mutable->divisions - before.divisions),
		                        (int64_t)(mutable->setup - before.setup) };
	if (new)
		count(mutable, &definition, -1);
	count(mutable, &node, 1);
	take_operands(mutable, &node);
	if (new)
		drop_operands(mutable, &definition);
	else
		drop(mutable, now);
	mutable->gone.count = 0;
	return change;
}

static Ref exchanged(Ref ref, uint32_t n, Ref now)
{
	return ref_node(ref) == n ? now ^ (ref & 1) : ref;
}

/* Gives node n another definition. */
static void define(struct MutableDag *mutable, uint32_t n, struct MutableNode definition)
{
	struct MutableNode node = mutable->item[n];
	take_operands(mutable, &definition);
	count(mutable, &node, -1);
	count(mutable, &definition, 1);
	leave(mutable, n);
	memcpy(mutable->item[n].operand, definition.operand, sizeof definition.operand);
	mutable->item[n].op = definition.op;
	mutable->item[n].time = definition.time;
	mutable->item[n].minus = definition.minus;
	mutable->item[n].hash = (uint32_t)op_hash((enum Op)definition.op, definition.operand);
	enter(mutable, n);
	drop_operands(mutable, &node);
}

/* Moves the definition of a new node to node n: n = -(x y) if `now` is -@7 and @7 = x y. */
static void absorb(struct MutableDag *mutable, uint32_t n, Ref now)
{
	struct MutableNode definition = *mutable_node(mutable, now);
	definition.minus ^= now & 1;
	discard(mutable, ref_node(now));
	define(mutable, n, definition);
}

/* A user of n reads `now` instead. The user may then equal an existing node: n + y becomes m + y, which exists. Its
 * users read the existing node from then on, and so forth. Beyond a depth equal nodes are left. */
static void exchange(struct MutableDag *mutable, uint32_t user, uint32_t n, Ref now)
{
	enum { DEEP = 200 };
	struct MutableNode node = mutable->item[user];
	for (int k = 0; k < mutable_arity(&node); k++)
		node.operand[k] = exchanged(node.operand[k], n, now);
	if (mutable->depth == DEEP) {
		define(mutable, user, node);
		return;
	}
	mutable->depth++;
	mutable_change(mutable, user, mutable_op(mutable, (enum Op)node.op, node.operand) ^ node.minus);
	mutable->depth--;
}

static bool uses(const struct MutableNode *node, uint32_t n)
{
	for (int k = 0; k < mutable_arity(node); k++)
		if (ref_node(node->operand[k]) == n)
			return true;
	return false;
}

void mutable_change(struct MutableDag *mutable, uint32_t n, Ref now)
{
	if (is_new(mutable_node(mutable, now))) {
		absorb(mutable, n, now);
		return;
	}
	mutable_take(mutable, now);
	mutable_take(mutable, 2 * n); /* keeps n while its users leave it */
	for (size_t i = 0; i < mutable->results; i++)
		if (ref_node(mutable->result[i]) == n) {
			Ref result = exchanged(mutable->result[i], n, now);
			mutable_take(mutable, result);
			drop(mutable, mutable->result[i]);
			mutable->result[i] = result;
		}
	for (uint32_t user = 0; user < mutable->count; user++)
		if (mutable->item[user].uses && uses(&mutable->item[user], n))
			exchange(mutable, user, n, now);
	drop(mutable, 2 * n);
	drop(mutable, now);
}

void mutable_copy(struct MutableDag *to, const struct MutableDag *from)
{
	struct MutableDag copy = *from;
	copy.item = to->item;
	copy.capacity = to->capacity;
	if (copy.capacity < from->count) {
		copy.capacity = from->capacity;
		copy.item = ARENA_ARRAY(from->arena, struct MutableNode, copy.capacity);
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
	discard_useless(to, &from->made); /* nodes of a change still being tried */
}
