#include "passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A sum of many terms is a chain of additions whose partial sums have no other readers: (a + b) + (c + d) has the
 * terms a, b, c and d, and two additions inside. */
struct Folder {
	struct Rewrite r;
	bool *inside; /* additions that are part of their only reader's sum */
	Ref *term;    /* terms of the current sum: old values */
	uint32_t *stack;
};

struct Constant {
	double size;
	uint32_t node;
};

static int by_size(const void *x, const void *y)
{
	const struct Constant *a = x, *b = y;
	return a->size != b->size ? (a->size < b->size ? -1 : 1) : (a->node > b->node) - (a->node < b->node);
}

/* Count of zero bits at the end of a number: more in 1 and 0.5 than in their rounded neighbours. */
static int round_bits(double number)
{
	uint64_t bits;
	int zeros = 0;
	memcpy(&bits, &number, sizeof bits);
	while (zeros < 52 && !(bits >> zeros & 1))
		zeros++;
	return zeros;
}

/* Sets all constants to the roundest of them. */
static void unite(struct Folder *f, const struct Constant *constant, size_t count)
{
	double roundest = constant[0].size;
	for (size_t i = 1; i < count; i++)
		if (round_bits(constant[i].size) > round_bits(roundest))
			roundest = constant[i].size;
	for (size_t i = 0; i < count; i++)
		rewrite_set(&f->r, constant[i].node, dag_const(&f->r.made, roundest));
}

/* Unites constants that differ only by rounding: the same offset reached by different paths. */
static void unite_constants(struct Folder *f)
{
	const double rounding = 1e-15;
	struct Constant *constant = ARENA_ARRAY(f->r.old->arena, struct Constant, f->r.old->count);
	size_t count = 0;
	for (uint32_t n = 0; n < f->r.old->count; n++) {
		if (!rewrite_live(&f->r, n) || f->r.old->item[n].op != OP_CONST)
			continue;
		struct Constant c = { dag_value(f->r.old, 2 * n), n };
		if (isfinite(c.size))
			constant[count++] = c;
		else
			unite(f, &c, 1);
	}
	if (count)
		qsort(constant, count, sizeof *constant, by_size);
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count; end++)
			if (constant[end].size - constant[first].size > rounding * constant[first].size)
				break;
		unite(f, constant + first, end - first);
	}
}

/* The new value of a constant. */
static double value_of(const struct Folder *f, Ref constant)
{
	return dag_value(&f->r.made, rewrite_now(&f->r, constant));
}

static bool is_op(const struct Folder *f, Ref ref, enum Op op)
{
	return rewrite_node(&f->r, ref)->op == op;
}

static bool once(const struct Folder *f, Ref ref)
{
	return rewrite_once(&f->r, ref);
}

/* Finds the constant and the other factor of a product with a constant. */
static bool constant_factor(const struct Folder *f, Ref ref, Ref *constant, Ref *other)
{
	const struct Node *node = &f->r.old->item[ref_node(ref)];
	if (node->op != OP_MUL)
		return false;
	bool first = is_op(f, node->operand[0], OP_CONST);
	if (!first && !is_op(f, node->operand[1], OP_CONST))
		return false;
	*constant = first ? node->operand[0] : node->operand[1];
	*other = first ? node->operand[1] : node->operand[0];
	return true;
}

static void find_addition_inside(struct Folder *f, Ref ref)
{
	f->inside[ref_node(ref)] |= is_op(f, ref, OP_ADD) && once(f, ref);
}

/* Finds additions inside a sum, or inside a constant times a sum. */
static void find_inside(struct Folder *f)
{
	for (uint32_t n = 0; n < f->r.old->count; n++) {
		const struct Node *node = &f->r.old->item[n];
		Ref constant, other;
		if (!rewrite_live(&f->r, n))
			continue;
		if (node->op == OP_ADD) {
			find_addition_inside(f, node->operand[0]);
			find_addition_inside(f, node->operand[1]);
		} else if (constant_factor(f, 2 * n, &constant, &other)) {
			find_addition_inside(f, other);
		}
	}
}

static size_t terms(struct Folder *f, Ref sum)
{
	return rewrite_terms(&f->r, f->inside, sum, f->stack, f->term);
}

/* scale (x + 2 + y + 3) = scale x + scale y + 5 scale. */
static Ref put_sum(struct Folder *f, size_t count, double scale)
{
	struct Dag *dag = &f->r.made;
	Ref sum = dag_const(dag, 0);
	double constant = 0;
	for (size_t i = 0; i < count; i++) {
		Ref term = f->term[i];
		if (is_op(f, term, OP_CONST))
			constant += scale * value_of(f, term);
		else
			sum = dag_add(dag, sum, dag_mul(dag, dag_const(dag, scale), rewrite_now(&f->r, term)));
	}
	return dag_add(dag, sum, dag_const(dag, constant));
}

/* True if multiplying out changes only constants, as in 0.5 (4 x + 6). */
static bool all_constant_multiples(const struct Folder *f, size_t count)
{
	Ref constant, other;
	for (size_t i = 0; i < count; i++)
		if (!is_op(f, f->term[i], OP_CONST) &&
		    !(once(f, f->term[i]) && constant_factor(f, f->term[i], &constant, &other)))
			return false;
	return true;
}

static Ref put_product(struct Folder *f, Ref constant, Ref sum)
{
	size_t count = terms(f, sum);
	double scale = value_of(f, constant);
	if (all_constant_multiples(f, count))
		return put_sum(f, count, scale);
	Ref whole = put_sum(f, count, 1);
	return dag_mul(&f->r.made, dag_const(&f->r.made, scale), whole);
}

static Ref put_node(struct Folder *f, uint32_t n)
{
	const struct Node *node = &f->r.old->item[n];
	Ref constant, other;
	if (node->op == OP_ADD)
		return put_sum(f, terms(f, 2 * n), 1);
	if (node->op == OP_MUL && constant_factor(f, 2 * n, &constant, &other) && f->inside[ref_node(other)])
		return put_product(f, constant, other);
	return rewrite_copy(&f->r, n);
}

void fold_sums(struct Form *form)
{
	const struct Dag *dag = &form->dag;
	struct Arena *arena = dag->arena;
	struct Folder f = {
		.r = rewrite_begin(form),
		.inside = ARENA_ARRAY(arena, bool, dag->count),
		.term = ARENA_ARRAY(arena, Ref, dag->count + 1),
		.stack = ARENA_ARRAY(arena, uint32_t, dag->count + 2),
	};
	find_inside(&f);
	unite_constants(&f);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&f.r, n) && !f.inside[n] && dag->item[n].op != OP_CONST)
			rewrite_set(&f.r, n, put_node(&f, n));
	rewrite_end(&f.r, form);
}
