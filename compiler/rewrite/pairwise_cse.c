#include "passes.h"

#include "base/tuning.h"

#include <stdlib.h>
#include <string.h>

/* A sum or product of any number of operands. An operand is a number and a sign, as in a Ref. Numbers beyond those
 * of old nodes are pairs taken out.
 *
 *     x + y - z = chain [x, y, -z], which has the pairs x + y, x - z and y - z
 *     x - z is taken out as p:  [p, y, GAP] and then [p, y] */
struct Chain {
	enum Op op;
	uint32_t *operand; /* 2 * number + sign, or GAP */
	int count;
};

#define GAP UINT32_MAX

/* A pair taken out, a + b or a b. */
struct Pair {
	enum Op op;
	uint32_t a, b;
	Ref now; /* value in the new DAG, once made */
	bool made;
};

/* A pair in a chain. a is the operand of lower number, without its sign: -x + z is the pair x - z with the other
 * sign. */
struct Occurrence {
	enum Op op;
	uint32_t a, b;
	uint32_t chain;
	int at_a, at_b; /* indices in the chain when the round began */
};

struct Sharing {
	struct Rewrite r;
	struct Arena *arena;
	bool *inside;       /* by old node: part of the chain around it */
	uint32_t *chain_of; /* old node -> chain + 1 */
	struct {
		struct Chain *item;
		size_t count;
	} chain;
	uint32_t *room; /* for the operands of the next chain */
	struct ARENA_LIST(struct Pair) pair;
	struct ARENA_LIST(struct Occurrence) seen;
	uint64_t *once, *more; /* by hash of a pair, a bit each: occurred once, occurred again */
	uint64_t hashes;       /* count, a power of two */
	Ref *stack;
};

static bool chains(uint8_t op)
{
	return op == OP_ADD || op == OP_MUL;
}

/* Finds nodes inside chains. x + x stays, as 2 x. */
static void find_inside(struct Sharing *s)
{
	for (uint32_t n = 0; n < s->r.old->count; n++) {
		const struct Node *node = &s->r.old->item[n];
		for (int k = 0; rewrite_live(&s->r, n) && chains(node->op) && k < 2; k++) {
			const struct Node *operand = rewrite_node(&s->r, node->operand[k]);
			bool same = operand->op == node->op && !node_twice(operand);
			s->inside[ref_node(node->operand[k])] |= same && rewrite_once(&s->r, node->operand[k]);
		}
	}
}

/* Collects the operands of the chain that ends at a node. */
static void collect(struct Sharing *s, uint32_t n)
{
	enum Op op = (enum Op)s->r.old->item[n].op;
	struct Chain chain = { .op = op, .operand = s->room };
	size_t depth = 0;
	s->stack[depth++] = 2 * n;
	while (depth) {
		Ref ref = s->stack[--depth];
		const struct Node *node = &s->r.old->item[ref_node(ref)];
		if (ref_node(ref) == n || s->inside[ref_node(ref)]) {
			Ref sign = op == OP_ADD ? ref & 1 : 0; /* factors have no sign */
			s->stack[depth++] = node->operand[1] ^ sign;
			s->stack[depth++] = node->operand[0] ^ sign;
			continue;
		}
		chain.operand[chain.count++] = ref;
	}
	s->room += chain.count;
	s->chain.item[s->chain.count++] = chain;
	s->chain_of[n] = (uint32_t)s->chain.count;
}

static void collect_all(struct Sharing *s)
{
	size_t nodes = 0, chains_there = 0;
	for (uint32_t n = 0; n < s->r.old->count; n++) {
		bool in_chain = rewrite_live(&s->r, n) && chains(s->r.old->item[n].op);
		nodes += in_chain;
		chains_there += in_chain && !s->inside[n];
	}
	s->chain.item = ARENA_ARRAY(s->arena, struct Chain, chains_there);
	s->room = ARENA_ARRAY(s->arena, uint32_t, 2 * nodes);
	for (uint32_t n = 0; n < s->r.old->count; n++)
		if (rewrite_live(&s->r, n) && !s->inside[n] && chains(s->r.old->item[n].op))
			collect(s, n);
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
	if (a->chain != b->chain)
		return a->chain < b->chain ? -1 : 1;
	if (a->at_a != b->at_a)
		return a->at_a < b->at_a ? -1 : 1;
	return a->at_b < b->at_b ? -1 : a->at_b > b->at_b;
}

static struct Occurrence occurrence(const struct Chain *chain, int i, int j)
{
	bool swap = chain->operand[i] >> 1 > chain->operand[j] >> 1;
	int at_a = swap ? j : i, at_b = swap ? i : j;
	uint32_t a = chain->operand[at_a], b = chain->operand[at_b] ^ (a & 1);
	return (struct Occurrence){ .op = chain->op, .a = a & ~1u, .b = b, .at_a = at_a, .at_b = at_b };
}

/* End of the operands that make pairs with operand i. In long chains only near operands do. */
static int partners_end(const struct Chain *chain, int i)
{
	return chain->count - i < CSE_NEAR ? chain->count : i + CSE_NEAR;
}

/* Makes tables for the hashes of all pairs, so large that few pairs share a hash by chance. */
static void make_hashes(struct Sharing *s)
{
	enum { ROOM = 4, BITS = 64 };
	uint64_t pairs = 0;
	for (size_t c = 0; c < s->chain.count; c++)
		for (int i = 0; i < s->chain.item[c].count; i++)
			pairs += (uint64_t)(partners_end(&s->chain.item[c], i) - i - 1);
	for (s->hashes = BITS; s->hashes < ROOM * pairs; s->hashes *= 2) {
	}
	s->once = ARENA_ARRAY(s->arena, uint64_t, s->hashes / BITS);
	s->more = ARENA_ARRAY(s->arena, uint64_t, s->hashes / BITS);
}

/* Visits all pairs of every chain: a first call counts hashes, a second (`list`) lists the pairs that occur more
 * than once, and a few that share a hash with another pair. */
static void visit_pairs(struct Sharing *s, bool list)
{
	for (size_t c = 0; c < s->chain.count; c++) {
		const struct Chain *chain = &s->chain.item[c];
		for (int i = 0; i < chain->count; i++)
			for (int j = i + 1; j < partners_end(chain, i); j++) {
				if (chain->operand[i] >> 1 == chain->operand[j] >> 1)
					continue;
				struct Occurrence o = occurrence(chain, i, j);
				o.chain = (uint32_t)c;
				uint64_t hash = op_hash(o.op, (Ref[OPERANDS]){ o.a, o.b }) & (s->hashes - 1);
				uint64_t word = hash / 64, bit = (uint64_t)1 << hash % 64;
				if (!list) {
					s->more[word] |= s->once[word] & bit;
					s->once[word] |= bit;
				} else if (s->more[word] & bit) {
					*ARENA_PUSH(s->arena, &s->seen) = o;
				}
			}
	}
}

static void list_pairs(struct Sharing *s)
{
	memset(s->once, 0, s->hashes / 8);
	memset(s->more, 0, s->hashes / 8);
	s->seen.count = 0;
	visit_pairs(s, false);
	visit_pairs(s, true);
	if (s->seen.count)
		qsort(s->seen.item, s->seen.count, sizeof *s->seen.item, by_pair);
}

/* True if both operands are still in place. */
static bool still_there(const struct Sharing *s, const struct Occurrence *o)
{
	const uint32_t *operand = s->chain.item[o->chain].operand;
	uint32_t sign = operand[o->at_a] ^ o->a;
	return sign <= 1 && operand[o->at_b] == (o->b ^ sign);
}

/* Replaces the pair's first operand by the pair, and the second by a gap. */
static void replace(const struct Sharing *s, const struct Occurrence *o, uint32_t by)
{
	uint32_t *operand = s->chain.item[o->chain].operand;
	uint32_t sign = operand[o->at_a] ^ o->a;
	bool first = o->at_a < o->at_b;
	operand[first ? o->at_a : o->at_b] = 2 * by + sign;
	operand[first ? o->at_b : o->at_a] = GAP;
}

static void close_gaps(struct Chain *chain)
{
	int count = 0;
	for (int i = 0; i < chain->count; i++)
		if (chain->operand[i] != GAP)
			chain->operand[count++] = chain->operand[i];
	chain->count = count;
}

struct Run {
	size_t first, count;
};

static int longer_first(const void *x, const void *y)
{
	const struct Run *a = x, *b = y;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return a->first < b->first ? -1 : a->first > b->first;
}

struct RunList ARENA_LIST(struct Run);

/* Pairs that occur more than once, the most frequent first. */
static struct RunList find_runs(struct Sharing *s)
{
	struct RunList runs = { 0 };
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
	return runs;
}

/* Replaces a pair that still occurs at least twice. Returns true if so. */
static bool take_pair(struct Sharing *s, const struct Run *run)
{
	const struct Occurrence *pair = &s->seen.item[run->first];
	size_t left = 0;
	for (size_t i = 0; i < run->count; i++)
		left += still_there(s, pair + i);
	if (left < 2)
		return false;
	uint32_t number = (uint32_t)(s->r.old->count + s->pair.count);
	*ARENA_PUSH(s->arena, &s->pair) = (struct Pair){ .op = pair->op, .a = pair->a, .b = pair->b };
	for (size_t i = 0; i < run->count; i++)
		if (still_there(s, pair + i))
			replace(s, pair + i, number);
	return true;
}

/* A round: takes out pairs, the most frequent first, others as far as they are left. True if any was taken out. */
static bool take_out(struct Sharing *s)
{
	struct RunList runs = find_runs(s);
	bool any = false;
	for (size_t r = 0; r < runs.count; r++)
		any |= take_pair(s, &runs.item[r]);
	for (size_t c = 0; c < s->chain.count; c++)
		close_gaps(&s->chain.item[c]);
	return any;
}

/* Value of an operand. Operands of pairs are older than the pairs, so the recursion is no deeper than the count of
 * rounds. */
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
	struct Dag *dag = &s->r.made;
	Ref value = operand_now(s, chain->operand[0]);
	for (int i = 1; i < chain->count; i++) {
		Ref next = operand_now(s, chain->operand[i]);
		value = chain->op == OP_ADD ? dag_add(dag, value, next) : dag_mul(dag, value, next);
	}
	return value;
}

void pairwise_cse(struct Form *form)
{
	const struct Dag *dag = &form->dag;
	struct Arena *arena = dag->arena;
	struct Sharing s = {
		.r = rewrite_begin(form),
		.arena = arena,
		.inside = ARENA_ARRAY(arena, bool, dag->count),
		.chain_of = ARENA_ARRAY(arena, uint32_t, dag->count),
		.stack = ARENA_ARRAY(arena, Ref, dag->count + 2),
	};
	find_inside(&s);
	collect_all(&s);
	make_hashes(&s);
	while (take_out(&s))
		;
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&s.r, n) && !s.inside[n])
			rewrite_set(&s.r, n,
			            s.chain_of[n] ? put_chain(&s, &s.chain.item[s.chain_of[n] - 1])
			                          : rewrite_copy(&s.r, n));
	rewrite_end(&s.r, form);
}
