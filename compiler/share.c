#include "share.h"

#include <stdlib.h>

#include "rewrite.h"

/* A sum or product of any number of operands. Operands are old nodes (below `nodes`, with their signs in a
 * sum) or pairs that were taken out (above). */
struct Chain {
	enum Op op;
	uint32_t *operand; /* 2 * what + sign */
	int count;
};

struct Pair {
	enum Op op;
	uint32_t a, b;
	Ref now;
	bool made;
};

struct Occurrence {
	enum Op op;
	uint32_t a, b; /* a < b, a without sign: b's is relative to it */
	uint32_t chain;
};

struct Sharing {
	struct Rewrite r;
	struct Arena *arena;
	bool *inside;      /* part of the chain around it */
	uint32_t *chain_of; /* old node -> chain + 1 */
	struct { struct Chain *item; size_t count, capacity; } chain;
	struct { struct Pair *item; size_t count, capacity; } pair;
	struct { struct Occurrence *item; size_t count, capacity; } seen;
	Ref *stack;
};

static bool chains(uint8_t op)
{
	return op == OP_ADD || op == OP_MUL;
}

/* x + x stays what it is: 2 x. */
static void find_inside(struct Sharing *s)
{
	for (uint32_t n = 0; n < s->r.old->count; n++) {
		const struct Node *node = &s->r.old->item[n];
		for (int k = 0; rewrite_live(&s->r, n) && chains(node->op) && k < 2; k++) {
			const struct Node *operand = rewrite_node(&s->r, node->operand[k]);
			s->inside[ref_node(node->operand[k])] |= rewrite_once(&s->r, node->operand[k]) && operand->op == node->op &&
			                                         !node_twice(operand);
		}
	}
}

/* The operands of the chain that ends at a node. */
static void collect(struct Sharing *s, uint32_t n)
{
	enum Op op = (enum Op)s->r.old->item[n].op;
	struct Chain chain = { .op = op };
	size_t depth = 0;
	int capacity = 8;
	chain.operand = ARENA_ARRAY(s->arena, uint32_t, capacity);
	s->stack[depth++] = 2 * n;
	while (depth) {
		Ref ref = s->stack[--depth];
		const struct Node *node = &s->r.old->item[ref_node(ref)];
		if (ref_node(ref) == n || s->inside[ref_node(ref)]) {
			Ref sign = op == OP_ADD ? ref & 1 : 0; /* a product's operands are positive */
			s->stack[depth++] = node->operand[1] ^ sign;
			s->stack[depth++] = node->operand[0] ^ sign;
			continue;
		}
		if (chain.count == capacity) {
			uint32_t *wider = ARENA_ARRAY(s->arena, uint32_t, 2 * capacity);
			for (int i = 0; i < capacity; i++)
				wider[i] = chain.operand[i];
			chain.operand = wider;
			capacity *= 2;
		}
		chain.operand[chain.count++] = ref;
	}
	*ARENA_PUSH(s->arena, &s->chain) = chain;
	s->chain_of[n] = (uint32_t)s->chain.count;
}

static int by_pair(const void *x, const void *y)
{
	const struct Occurrence *a = x, *b = y;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	if (a->a != b->a)
		return a->a < b->a ? -1 : 1;
	if (a->b != b->b)
		return a->b < b->b ? -1 : 1;
	return a->chain < b->chain ? -1 : a->chain > b->chain;
}

static struct Occurrence occurrence(enum Op op, uint32_t a, uint32_t b, uint32_t chain)
{
	if (a >> 1 > b >> 1) {
		uint32_t swap = a;
		a = b;
		b = swap;
	}
	b ^= a & 1;
	return (struct Occurrence){ op, a & ~1u, b, chain };
}

/* All pairs of every chain; of a long one only those near each other. */
static void list_pairs(struct Sharing *s)
{
	enum { NEAR = 24 };
	s->seen.count = 0;
	for (size_t c = 0; c < s->chain.count; c++) {
		const struct Chain *chain = &s->chain.item[c];
		for (int i = 0; i < chain->count; i++)
			for (int j = i + 1; j < chain->count && j < i + NEAR; j++)
				if (chain->operand[i] >> 1 != chain->operand[j] >> 1)
					*ARENA_PUSH(s->arena, &s->seen) = occurrence(chain->op, chain->operand[i],
					                                             chain->operand[j], (uint32_t)c);
	}
	if (s->seen.count)
		qsort(s->seen.item, s->seen.count, sizeof *s->seen.item, by_pair);
}

static int find(const struct Chain *chain, uint32_t operand)
{
	for (int i = 0; i < chain->count; i++)
		if (chain->operand[i] == operand)
			return i;
	return -1;
}

/* Both operands with the sign of one; -1 if the chain has lost one of them. */
static int find_both(const struct Chain *chain, const struct Occurrence *pair, uint32_t sign, int *other)
{
	int a = find(chain, pair->a ^ sign);
	*other = find(chain, pair->b ^ sign);
	return a < 0 || *other < 0 ? -1 : a;
}

/* Puts the pair in place of its two operands. */
static bool replace(struct Chain *chain, const struct Occurrence *pair, uint32_t by)
{
	for (uint32_t sign = 0; sign <= 1; sign++) {
		int b, a = find_both(chain, pair, sign, &b);
		if (a < 0)
			continue;
		chain->operand[a < b ? a : b] = 2 * by + sign;
		int gone = a < b ? b : a;
		for (int i = gone; i + 1 < chain->count; i++)
			chain->operand[i] = chain->operand[i + 1];
		chain->count--;
		return true;
	}
	return false;
}

struct Run { size_t first, count; };

static int longer_first(const void *x, const void *y)
{
	const struct Run *a = x, *b = y;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

static size_t still_there(const struct Sharing *s, const struct Run *run)
{
	size_t found = 0;
	for (size_t i = run->first; i < run->first + run->count; i++) {
		int other;
		const struct Chain *chain = &s->chain.item[s->seen.item[i].chain];
		found += find_both(chain, &s->seen.item[i], 0, &other) >= 0 || find_both(chain, &s->seen.item[i], 1, &other) >= 0;
	}
	return found;
}

/* One round: the most frequent pairs first, as far as those before have left them. True if any was taken out. */
static bool take_out(struct Sharing *s)
{
	struct { struct Run *item; size_t count, capacity; } runs = { 0 };
	bool any = false;
	list_pairs(s);
	for (size_t i = 0, end; i < s->seen.count; i = end) {
		const struct Occurrence *first = &s->seen.item[i];
		for (end = i + 1; end < s->seen.count; end++) {
			const struct Occurrence *o = &s->seen.item[end];
			if (o->op != first->op || o->a != first->a || o->b != first->b)
				break;
		}
		if (end - i > 1)
			*ARENA_PUSH(s->arena, &runs) = (struct Run){ i, end - i };
	}
	if (runs.count)
		qsort(runs.item, runs.count, sizeof *runs.item, longer_first);
	for (size_t r = 0; r < runs.count; r++) {
		const struct Run *run = &runs.item[r];
		const struct Occurrence *pair = &s->seen.item[run->first];
		if (still_there(s, run) < 2)
			continue;
		uint32_t number = (uint32_t)(s->r.old->count + s->pair.count);
		*ARENA_PUSH(s->arena, &s->pair) = (struct Pair){ .op = pair->op, .a = pair->a, .b = pair->b };
		for (size_t i = run->first; i < run->first + run->count; i++)
			replace(&s->chain.item[s->seen.item[i].chain], pair, number);
		any = true;
	}
	return any;
}

/* Pairs hold operands older than themselves, so this goes no deeper than pairs were taken out in rounds. */
static Ref operand_now(struct Sharing *s, uint32_t operand)
{
	uint32_t what = operand >> 1;
	Ref sign = operand & 1;
	if (what < s->r.old->count)
		return s->r.now[what] ^ sign;
	struct Pair *pair = &s->pair.item[what - s->r.old->count];
	if (!pair->made) {
		Ref a = operand_now(s, pair->a), b = operand_now(s, pair->b);
		pair->now = pair->op == OP_ADD ? dag_add(&s->r.made, a, b) : dag_mul(&s->r.made, a, b);
		pair->made = true;
	}
	return pair->now ^ sign;
}

static Ref put_chain(struct Sharing *s, const struct Chain *chain)
{
	Ref value = operand_now(s, chain->operand[0]);
	for (int i = 1; i < chain->count; i++) {
		Ref next = operand_now(s, chain->operand[i]);
		value = chain->op == OP_ADD ? dag_add(&s->r.made, value, next) : dag_mul(&s->r.made, value, next);
	}
	return value;
}

struct Dag share_pairs(const struct Dag *dag, Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Sharing s = {
		.r = rewrite_begin(dag, value, count), .arena = arena, .inside = ARENA_ARRAY(arena, bool, dag->count),
		.chain_of = ARENA_ARRAY(arena, uint32_t, dag->count), .stack = ARENA_ARRAY(arena, Ref, dag->count + 2),
	};
	find_inside(&s);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&s.r, n) && !s.inside[n] && chains(dag->item[n].op))
			collect(&s, n);
	while (take_out(&s))
		;
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&s.r, n) && !s.inside[n])
			rewrite_set(&s.r, n, s.chain_of[n] ? put_chain(&s, &s.chain.item[s.chain_of[n] - 1])
			                                   : rewrite_copy(&s.r, n));
	return rewrite_end(&s.r, value, count);
}
