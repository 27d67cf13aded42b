#include "passes.h"

/* Kinds of nodes: a doubling that may be removed; a sum or product read only by such doublings and sums and by
 * multiples. Multiples halve their number instead: 0.3 x is 0.15 (2 x). */
enum Kind { KIND_OTHER, KIND_DOUBLING, KIND_SUM, KIND_PRODUCT };

struct Twice {
	struct Rewrite r;
	uint8_t *kind;
	bool *barred;     /* its readers allow a doubling or sum, but one of its operands does not */
	uint32_t *often;  /* by factor: count of products with it */
	uint32_t *parent; /* union-find parent in its group: products and doubled factors in common */
	int *gain;        /* by root of a group: doublings removed less doublings added */
	bool *doubled;    /* by factor: doubled in a product */
};

static bool adds(enum Kind kind)
{
	return kind == KIND_DOUBLING || kind == KIND_SUM;
}

/* Operand of a product that is a number; -1: none. */
static int number_of(const struct Twice *t, const struct Node *node)
{
	for (int k = 0; k < 2 && node->op == OP_MUL; k++)
		if (dag_is_const(t->r.old, node->operand[k]))
			return k;
	return -1;
}

/* Counts of a node's readers: doublings and sums, multiples. */
struct Readers {
	uint32_t sums, multiples;
};

static enum Kind kind_of(const struct Twice *t, uint32_t n, const struct Readers *readers)
{
	const struct Node *node = &t->r.old->item[n];
	if (!rewrite_live(&t->r, n) || t->barred[n])
		return KIND_OTHER;
	if (node_twice(node))
		return KIND_DOUBLING;
	if (!readers->sums || readers->sums + readers->multiples < t->r.uses[n])
		return KIND_OTHER;
	return node->op == OP_ADD ? KIND_SUM : node->op == OP_MUL ? KIND_PRODUCT : KIND_OTHER;
}

/* Finds the kind of every node, readers first, from what is barred so far. */
static void name_kinds(struct Twice *t)
{
	size_t count = t->r.old->count;
	struct Readers *readers = ARENA_ARRAY(t->r.old->arena, struct Readers, count);
	for (uint32_t n = (uint32_t)count; n-- > 0;) {
		const struct Node *node = &t->r.old->item[n];
		int number = rewrite_live(&t->r, n) ? number_of(t, node) : -1;
		t->kind[n] = (uint8_t)kind_of(t, n, &readers[n]);
		for (int k = 0; k < 2 && adds((enum Kind)t->kind[n]); k++)
			readers[ref_node(node->operand[k])].sums++;
		if (number >= 0)
			readers[ref_node(node->operand[1 - number])].multiples++;
	}
}

/* Bars doublings and sums with operands that are neither sums nor products of their own. True if any is newly
 * barred. */
static bool bar_mixed(struct Twice *t)
{
	bool any = false;
	for (uint32_t n = 0; n < t->r.old->count; n++) {
		for (int k = 0; k < 2 && adds((enum Kind)t->kind[n]) && !t->barred[n]; k++) {
			uint32_t operand = ref_node(t->r.old->item[n].operand[k]);
			bool fits = t->kind[operand] == KIND_SUM || t->kind[operand] == KIND_PRODUCT;
			t->barred[n] = !fits || t->barred[operand];
			any |= t->barred[n];
		}
	}
	return any;
}

static bool find_doublings(struct Twice *t)
{
	enum { ROUNDS = 10 }; /* more than three are rare */
	for (int round = 0; round < ROUNDS; round++) {
		name_kinds(t);
		if (!bar_mixed(t))
			return true;
	}
	return false;
}

/* Factor of a product that is doubled: a number, or the factor of most products. */
static int taker(const struct Twice *t, const struct Node *product)
{
	Ref a = product->operand[0], b = product->operand[1];
	int number = number_of(t, product);
	if (number >= 0)
		return number;
	return t->often[ref_node(b)] > t->often[ref_node(a)];
}

static uint32_t root(struct Twice *t, uint32_t n)
{
	while (t->parent[n] != n)
		n = t->parent[n] = t->parent[t->parent[n]];
	return n;
}

static void join(struct Twice *t, uint32_t n, Ref with)
{
	t->parent[root(t, n)] = root(t, ref_node(with));
}

static void count_factors(struct Twice *t)
{
	for (uint32_t n = 0; n < t->r.old->count; n++)
		for (int k = 0; k < 2 && t->kind[n] == KIND_PRODUCT; k++)
			t->often[ref_node(t->r.old->item[n].operand[k])]++;
}

static void find_groups(struct Twice *t)
{
	for (uint32_t n = 0; n < t->r.old->count; n++)
		t->parent[n] = n;
	for (uint32_t n = 0; n < t->r.old->count; n++) {
		const struct Node *node = &t->r.old->item[n];
		for (int k = 0; k < 2 && adds((enum Kind)t->kind[n]); k++)
			join(t, n, node->operand[k]);
		if (t->kind[n] != KIND_PRODUCT)
			continue;
		Ref factor = node->operand[taker(t, node)];
		if (dag_is_const(t->r.old, factor))
			continue;
		t->doubled[ref_node(factor)] = true;
		join(t, n, factor);
	}
	for (uint32_t n = 0; n < t->r.old->count; n++)
		t->gain[root(t, n)] += (t->kind[n] == KIND_DOUBLING) - t->doubled[n];
}

static bool goes(struct Twice *t, uint32_t n)
{
	return t->kind[n] != KIND_OTHER && t->gain[root(t, n)] > 0;
}

/* True if a node is doubled by the pass. */
static bool grew(struct Twice *t, uint32_t n)
{
	return t->kind[n] != KIND_DOUBLING && goes(t, n);
}

static Ref put_product(struct Twice *t, uint32_t n)
{
	struct Dag *dag = &t->r.made;
	const struct Node *node = &t->r.old->item[n];
	int k = taker(t, node);
	Ref factor = rewrite_now(&t->r, node->operand[k]), rest = rewrite_now(&t->r, node->operand[1 - k]);
	if (grew(t, n))
		factor = dag_add(dag, factor, factor);
	if (number_of(t, node) >= 0 && grew(t, ref_node(node->operand[1 - k])))
		factor = dag_mul(dag, dag_const(dag, 0.5), factor);
	return dag_mul(dag, factor, rest);
}

static Ref put_node(struct Twice *t, uint32_t n)
{
	const struct Node *node = &t->r.old->item[n];
	if (node->op == OP_MUL)
		return put_product(t, n);
	bool went = t->kind[n] == KIND_DOUBLING && goes(t, n);
	return went ? rewrite_now(&t->r, node->operand[0]) : rewrite_copy(&t->r, n);
}

void double_factors(struct Form *form)
{
	size_t count = form->dag.count;
	struct Arena *arena = form->dag.arena;
	struct Twice t = {
		.r = rewrite_begin(form),
		.kind = ARENA_ARRAY(arena, uint8_t, count),
		.barred = ARENA_ARRAY(arena, bool, count),
		.often = ARENA_ARRAY(arena, uint32_t, count),
		.parent = ARENA_ARRAY(arena, uint32_t, count),
		.gain = ARENA_ARRAY(arena, int, count),
		.doubled = ARENA_ARRAY(arena, bool, count),
	};
	if (!find_doublings(&t))
		return;
	count_factors(&t);
	find_groups(&t);
	for (uint32_t n = 0; n < count; n++)
		if (rewrite_live(&t.r, n) && grew(&t, n))
			t.r.now[n] = put_node(&t, n); /* without the label, which names the undoubled value */
		else if (rewrite_live(&t.r, n))
			rewrite_set(&t.r, n, put_node(&t, n));
	rewrite_end(&t.r, form);
}
