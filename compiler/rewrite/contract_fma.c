#include "passes.h"

#include <stdlib.h>

#include "base/tuning.h"

/* A term of a sum in the new DAG: a value, or a product not made yet. */
struct Term {
	bool product;
	Ref value, factor[2];
	int ready; /* earliest time of its addition without waiting */
	size_t place;
};

struct Fuser {
	struct Rewrite r;
	bool fma;     /* products are contracted */
	bool *inside; /* an addition that is part of its only user's sum */
	uint32_t *stack;
	Ref *old; /* terms of the current sum */
	struct Term *term;
	struct ARENA_LIST(int) ready; /* time of each new node, as far as asked for */
};

/* --- times of values --- */

/* Latency of an operation in cycles, as on Zen 5. Other processors have the same order, and exact numbers made no
 * difference in tests. */
static int cycles(enum Op op)
{
	switch (op) {
	case OP_CONST:
	case OP_INPUT: return 0;
	case OP_ADD:
	case OP_SELECT:
	case OP_PICK:
	case OP_TURN: return 2;
	case OP_MUL: return 3;
	case OP_FMA: return 4;
	case OP_DIV:
	case OP_SQRT: return 15;
	default: return 50; /* a function, a sine */
	}
}

static int ready_at(struct Fuser *f, Ref ref)
{
	const struct Dag *dag = &f->r.made;
	while (f->ready.count <= ref_node(ref)) {
		const struct Node *node = &dag->item[f->ready.count];
		int at = 0;
		for (int k = 0; k < node_arity(node); k++) {
			int below = f->ready.item[ref_node(node->operand[k])];
			at = below > at ? below : at;
		}
		*ARENA_PUSH(dag->arena, &f->ready) = at + cycles((enum Op)node->op);
	}
	return f->ready.item[ref_node(ref)];
}

/* --- terms --- */

/* Factors of a product; x + x is 2 x. */
static bool factors(struct Rewrite *r, Ref ref, Ref factor[2])
{
	const struct Node *node = rewrite_node(r, ref);
	bool twice = node_twice(node);
	if (!twice && node->op != OP_MUL)
		return false;
	factor[0] = (twice ? dag_const(&r->made, 2) : rewrite_now(r, node->operand[0])) ^ (ref & 1);
	factor[1] = rewrite_now(r, node->operand[1]);
	return true;
}

static struct Term value_term(struct Fuser *f, Ref value, size_t place)
{
	return (struct Term){ .value = value, .ready = ready_at(f, value), .place = place };
}

/* A term. A product is added by an fma, which takes longer than an addition. */
static struct Term term_of(struct Fuser *f, Ref old, size_t place)
{
	struct Term term = { .product = true, .place = place };
	if (!f->fma || !rewrite_once(&f->r, old) || !factors(&f->r, old, term.factor))
		return value_term(f, rewrite_now(&f->r, old), place);
	int a = ready_at(f, term.factor[0]), b = ready_at(f, term.factor[1]);
	term.ready = (a > b ? a : b) + cycles(OP_FMA) - cycles(OP_ADD);
	return term;
}

static Ref made(struct Fuser *f, const struct Term *term)
{
	return term->product ? dag_mul(&f->r.made, term->factor[0], term->factor[1]) : term->value;
}

/* Sum of two terms, in the order of readiness. */
static Ref sum_of_two(struct Fuser *f, const struct Term *first, const struct Term *second)
{
	const struct Term *product = second->product ? second : first, *other = second->product ? first : second;
	if (!product->product)
		return dag_add(&f->r.made, first->value, second->value);
	const Ref operand[OPERANDS] = { product->factor[0], product->factor[1], made(f, other) };
	return dag_op(&f->r.made, OP_FMA, operand);
}

/* --- sums --- */

static int by_readiness(const void *x, const void *y)
{
	const struct Term *a = x, *b = y;
	return a->ready != b->ready ? a->ready - b->ready : (a->place > b->place) - (a->place < b->place);
}

/* Joins the terms that are known before the call, and lets them wait until the last of the others is nearly ready. They are
 * often far larger than the others, which are then rounded to their digits only twice. Returns the count of terms. */
static size_t delay_known(struct Fuser *f, size_t count)
{
	struct Term known = { .place = count };
	size_t others = 0;
	for (size_t i = 0; i < count; i++) {
		Ref value = f->term[i].value;
		if (!dag_is_known(&f->r.made, value)) {
			known.ready = f->term[i].ready > known.ready ? f->term[i].ready - 1 : known.ready;
			f->term[others++] = f->term[i];
		} else
			known.value = others == i ? value : dag_add(&f->r.made, known.value, value);
	}
	if (others < count)
		f->term[others++] = known;
	return others;
}

/* Joins the two terms ready first until one is left. By Huffman's algorithm the sum is ready as early as possible. */
static Ref put_sum(struct Fuser *f, Ref sum)
{
	size_t count = rewrite_terms(&f->r, f->inside, sum, f->stack, f->old);
	for (size_t i = 0; i < count; i++)
		f->term[i] = term_of(f, f->old[i], i);
	if (!f->fma)
		count = delay_known(f, count);
	qsort(f->term, count, sizeof *f->term, by_readiness);
	for (size_t first = 0; first + 1 < count; first++) {
		struct Term both = value_term(f, sum_of_two(f, &f->term[first], &f->term[first + 1]), count + first);
		size_t at = first + 1;
		for (; at + 1 < count && f->term[at + 1].ready <= both.ready; at++)
			f->term[at] = f->term[at + 1];
		f->term[at] = both;
	}
	return f->term[count - 1].value;
}

static bool is_sum(const struct Node *node)
{
	return node->op == OP_ADD && !node_twice(node);
}

static void find_inside(struct Fuser *f)
{
	for (uint32_t n = 0; n < f->r.old->count; n++) {
		const struct Node *node = &f->r.old->item[n];
		for (int k = 0; k < 2 && rewrite_live(&f->r, n) && is_sum(node); k++)
			f->inside[ref_node(node->operand[k])] |=
				is_sum(rewrite_node(&f->r, node->operand[k])) && rewrite_once(&f->r, node->operand[k]);
	}
}

static void order(struct Form *form)
{
	const struct Dag *dag = &form->dag;
	struct Fuser f = {
		.r = rewrite_begin(form),
		.fma = form->fma,
		.inside = ARENA_ARRAY(dag->arena, bool, dag->count),
		.stack = ARENA_ARRAY(dag->arena, uint32_t, dag->count + 2),
		.old = ARENA_ARRAY(dag->arena, Ref, dag->count + 1),
		.term = ARENA_ARRAY(dag->arena, struct Term, dag->count + 1),
	};
	find_inside(&f);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&f.r, n) && !f.inside[n])
			rewrite_set(&f.r, n, is_sum(&dag->item[n]) ? put_sum(&f, 2 * n) : rewrite_copy(&f.r, n));
	rewrite_end(&f.r, form);
}

void contract_fma(struct Form *form)
{
	if (form->fma)
		order(form);
}

/* Does a quotient wait for another? Quotients of numbers known before the call do not count. */
static bool quotients_wait(const struct Form *form)
{
	const struct Dag *dag = &form->dag;
	const bool *live = dag_live(dag->arena, dag, form->value, form->count);
	int *quotients = ARENA_ARRAY(dag->arena, int, dag->count); /* by node: most of them on a way to it */
	for (size_t n = 0; n < dag->count; n++) {
		const struct Node *node = &dag->item[n];
		for (int k = 0; k < node_arity(node); k++) {
			int below = quotients[ref_node(node->operand[k])];
			quotients[n] = below > quotients[n] ? below : quotients[n];
		}
		quotients[n] += node->op == OP_DIV && node->time == TIME_STATE;
		if (live[n] && quotients[n] > 1)
			return true;
	}
	return false;
}

void order_sums(struct Form *form)
{
	if (!form->fma && quotients_wait(form) &&
	    dag_operations(&form->dag, form->value, form->count) <= OPERATIONS_LONG)
		order(form);
}
