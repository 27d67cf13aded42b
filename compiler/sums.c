#include "sums.h"

#include <string.h>

struct Folder {
	const struct Dag *old;
	struct Dag made;
	uint32_t *uses;    /* by live nodes and results */
	bool *inside;      /* an addition that is part of its only user's sum */
	Ref *now;          /* old node -> new value, once made */
	Ref *term;         /* of the sum at hand: old values */
	uint32_t *stack;
};

static bool is_op(const struct Folder *f, Ref ref, enum Op op)
{
	return f->old->item[ref_node(ref)].op == op;
}

static bool once(const struct Folder *f, Ref ref)
{
	return f->uses[ref_node(ref)] == 1;
}

static void count_uses(struct Folder *f, const Ref *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		f->uses[ref_node(value[i])]++;
	for (uint32_t n = (uint32_t)f->old->count; n-- > 0;) {
		const struct Node *node = &f->old->item[n];
		for (int k = 0; f->uses[n] && k < node_arity(node); k++)
			f->uses[ref_node(node->operand[k])]++;
	}
}

/* The constant and the other factor of a product with a constant. */
static bool constant_factor(const struct Folder *f, Ref ref, Ref *constant, Ref *other)
{
	const struct Node *node = &f->old->item[ref_node(ref)];
	if (node->op != OP_MUL || (!is_op(f, node->operand[0], OP_CONST) && !is_op(f, node->operand[1], OP_CONST)))
		return false;
	bool first = is_op(f, node->operand[0], OP_CONST);
	*constant = first ? node->operand[0] : node->operand[1];
	*other = first ? node->operand[1] : node->operand[0];
	return true;
}

static void find_inside(struct Folder *f)
{
	for (uint32_t n = 0; n < f->old->count; n++) {
		const struct Node *node = &f->old->item[n];
		Ref constant, other;
		if (!f->uses[n])
			continue;
		if (node->op == OP_ADD) {
			f->inside[ref_node(node->operand[0])] |= is_op(f, node->operand[0], OP_ADD) && once(f, node->operand[0]);
			f->inside[ref_node(node->operand[1])] |= is_op(f, node->operand[1], OP_ADD) && once(f, node->operand[1]);
		} else if (constant_factor(f, 2 * n, &constant, &other)) {
			f->inside[ref_node(other)] |= is_op(f, other, OP_ADD) && once(f, other);
		}
	}
}

/* The terms of a sum, from left to right; returns their number. */
static size_t terms(struct Folder *f, Ref sum)
{
	size_t depth = 0, count = 0;
	f->stack[depth++] = sum;
	bool root = true;
	while (depth) {
		Ref ref = f->stack[--depth];
		const struct Node *node = &f->old->item[ref_node(ref)];
		if (node->op == OP_ADD && (root || f->inside[ref_node(ref)])) {
			f->stack[depth++] = node->operand[1] ^ (ref & 1);
			f->stack[depth++] = node->operand[0] ^ (ref & 1);
		} else {
			f->term[count++] = ref;
		}
		root = false;
	}
	return count;
}

static Ref translated(const struct Folder *f, Ref ref)
{
	return f->now[ref_node(ref)] ^ (ref & 1);
}

/* The sum of all terms times `scale`; the constants in one. */
static Ref put_sum(struct Folder *f, size_t count, double scale)
{
	struct Dag *dag = &f->made;
	Ref sum = dag_const(dag, 0);
	double constant = 0;
	for (size_t i = 0; i < count; i++) {
		if (is_op(f, f->term[i], OP_CONST))
			constant += scale * dag_value(f->old, f->term[i]);
		else
			sum = dag_add(dag, sum, dag_mul(dag, dag_const(dag, scale), translated(f, f->term[i])));
	}
	return dag_add(dag, sum, dag_const(dag, constant));
}

/* Would multiplying out only change constants? */
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
	double scale = dag_value(f->old, constant);
	if (all_constant_multiples(f, count))
		return put_sum(f, count, scale);
	return dag_mul(&f->made, dag_const(&f->made, scale), put_sum(f, count, 1));
}

static Ref put_node(struct Folder *f, uint32_t n)
{
	const struct Node *node = &f->old->item[n];
	struct Dag *dag = &f->made;
	Ref constant, other;
	switch (node->op) {
	case OP_CONST:
		return dag_const(dag, dag_value(f->old, 2 * n));
	case OP_INPUT:
		return dag_input(dag, (enum Input)node->operand[0], node->operand[1]);
	case OP_ADD:
		return put_sum(f, terms(f, 2 * n), 1);
	case OP_MUL:
		if (constant_factor(f, 2 * n, &constant, &other) && f->inside[ref_node(other)])
			return put_product(f, constant, other);
		return dag_mul(dag, translated(f, node->operand[0]), translated(f, node->operand[1]));
	default: {
		Ref operand[OPERANDS];
		for (int k = 0; k < node_arity(node); k++)
			operand[k] = translated(f, node->operand[k]);
		return dag_op(dag, (enum Op)node->op, operand);
	}
	}
}

struct Dag sums_fold(const struct Dag *dag, Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Folder f = {
		.old = dag,
		.uses = ARENA_ARRAY(arena, uint32_t, dag->count),
		.inside = ARENA_ARRAY(arena, bool, dag->count),
		.now = ARENA_ARRAY(arena, Ref, dag->count),
		.term = ARENA_ARRAY(arena, Ref, dag->count + 1),
		.stack = ARENA_ARRAY(arena, uint32_t, dag->count + 2),
	};
	dag_init(&f.made, arena);
	count_uses(&f, value, count);
	find_inside(&f);
	for (uint32_t n = 0; n < dag->count; n++) {
		if (!f.uses[n] || f.inside[n])
			continue;
		f.now[n] = put_node(&f, n);
		if (n < dag->labels && dag->label[n].quantity)
			dag_label(&f.made, f.now[n], dag->label[n].quantity, dag->label[n].link,
			          dag->label[n].component);
	}
	for (size_t i = 0; i < count; i++)
		value[i] = translated(&f, value[i]);
	return f.made;
}
