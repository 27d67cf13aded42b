#include "factor.h"

#include <math.h>

/* A term of a sum: number times factor[0] times factor[1], values of the DAG that is made. A product that
 * others read too is one factor. */
struct Term {
	double number;
	Ref factor[2];
	int factors;
	bool placed;
};

struct Factoring {
	const struct Dag *old;
	struct Dag made;
	uint32_t *uses;   /* of old nodes */
	bool *inside;     /* an addition that only the sum around it reads, or a product that only a sum reads */
	Ref *now;         /* old node -> new value */
	Ref *stack;
	struct Term *term;
};

static const struct Node *node_of(const struct Factoring *f, Ref ref)
{
	return &f->old->item[ref_node(ref)];
}

static void count_uses(struct Factoring *f, const Ref *value, size_t count)
{
	for (size_t i = 0; i < count; i++)
		f->uses[ref_node(value[i])]++;
	for (uint32_t n = (uint32_t)f->old->count; n-- > 0;) {
		const struct Node *node = &f->old->item[n];
		for (int k = 0; f->uses[n] && k < node_arity(node); k++)
			f->uses[ref_node(node->operand[k])]++;
	}
}

static void find_inside(struct Factoring *f)
{
	for (uint32_t n = 0; n < f->old->count; n++) {
		const struct Node *node = &f->old->item[n];
		if (!f->uses[n] || node->op != OP_ADD)
			continue;
		for (int k = 0; k < 2; k++) {
			enum Op op = (enum Op)node_of(f, node->operand[k])->op;
			if ((op == OP_ADD || op == OP_MUL) && f->uses[ref_node(node->operand[k])] == 1)
				f->inside[ref_node(node->operand[k])] = true;
		}
	}
}

static Ref translated(const struct Factoring *f, Ref ref)
{
	return f->now[ref_node(ref)] ^ (ref & 1);
}

/* Constants join the number, signs too. */
static void add_factor(const struct Factoring *f, struct Term *term, Ref factor)
{
	if (dag_is_const(&f->made, factor)) {
		term->number *= dag_value(&f->made, factor);
		return;
	}
	if (ref_negative(factor))
		term->number = -term->number;
	term->factor[term->factors++] = factor & ~(Ref)1;
}

/* The terms of a sum, from left to right. */
static size_t collect(struct Factoring *f, Ref sum)
{
	size_t depth = 0, count = 0;
	f->stack[depth++] = sum;
	bool root = true;
	while (depth) {
		Ref ref = f->stack[--depth];
		const struct Node *node = node_of(f, ref);
		bool inside = root || f->inside[ref_node(ref)];
		root = false;
		if (node->op == OP_ADD && inside) {
			f->stack[depth++] = node->operand[1] ^ (ref & 1);
			f->stack[depth++] = node->operand[0] ^ (ref & 1);
			continue;
		}
		struct Term *term = &f->term[count++];
		*term = (struct Term){ .number = ref_negative(ref) ? -1 : 1 };
		if (node->op == OP_MUL && inside) {
			add_factor(f, term, translated(f, node->operand[0]));
			add_factor(f, term, translated(f, node->operand[1]));
		} else {
			add_factor(f, term, translated(f, ref & ~(Ref)1));
		}
	}
	return count;
}

/* Terms of the same factors become one. */
static size_t merge(struct Term *term, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		size_t same = 0;
		while (same < kept && !(term[same].factors == term[i].factors && term[same].factor[0] == term[i].factor[0] &&
		                        term[same].factor[1] == term[i].factor[1]))
			same++;
		if (same < kept)
			term[same].number += term[i].number;
		else
			term[kept++] = term[i];
	}
	return kept;
}

static bool has_factor(const struct Term *term, Ref factor)
{
	return !term->placed && ((term->factors > 0 && term->factor[0] == factor) ||
	                         (term->factors > 1 && term->factor[1] == factor));
}

static bool has_number(const struct Term *term, double number)
{
	return !term->placed && term->factors > 0 && fabs(term->number) == number;
}

static Ref put_term(struct Factoring *f, const struct Term *term)
{
	Ref value = dag_const(&f->made, term->number);
	for (int k = term->factors; k-- > 0;)
		value = dag_mul(&f->made, value, term->factor[k]);
	return value;
}

/* Products whose number is not 1 are numbers times products: what is multiplied first is a choice that decides
 * which product can be shared, so a pair of factors stays a pair. */
static Ref put_rest(struct Factoring *f, size_t count)
{
	Ref sum = dag_const(&f->made, 0);
	for (size_t i = 0; i < count; i++)
		if (!f->term[i].placed)
			sum = dag_add(&f->made, sum, put_term(f, &f->term[i]));
	return sum;
}

/* What most terms have in common: a factor, or the size of their numbers. */
struct Common {
	size_t count;
	bool is_number;
	double number;
	Ref factor;
};

static struct Common most_common(const struct Factoring *f, size_t count)
{
	struct Common best = { .count = 1 };
	for (size_t i = 0; i < count; i++) {
		const struct Term *term = &f->term[i];
		if (term->placed)
			continue;
		for (int k = 0; k < term->factors; k++) {
			size_t found = 0;
			for (size_t j = i; j < count; j++)
				found += has_factor(&f->term[j], term->factor[k]);
			if (found > best.count)
				best = (struct Common){ .count = found, .factor = term->factor[k] };
		}
		size_t found = 0;
		for (size_t j = i; j < count && fabs(term->number) != 1; j++)
			found += has_number(&f->term[j], fabs(term->number));
		if (found > best.count)
			best = (struct Common){ .count = found, .is_number = true, .number = fabs(term->number) };
	}
	return best;
}

/* The common part times the sum of what is left of the terms that have it. */
static Ref put_common(struct Factoring *f, size_t count, struct Common common)
{
	struct Dag *dag = &f->made;
	Ref sum = dag_const(dag, 0);
	for (size_t i = 0; i < count; i++) {
		struct Term *term = &f->term[i], rest = *term;
		if (common.is_number ? !has_number(term, common.number) : !has_factor(term, common.factor))
			continue;
		term->placed = true;
		if (common.is_number) {
			rest.number = rest.number < 0 ? -1 : 1;
		} else {
			rest.factor[0] = rest.factor[0] == common.factor ? rest.factor[1] : rest.factor[0];
			rest.factors--;
		}
		sum = dag_add(dag, sum, put_term(f, &rest));
	}
	return dag_mul(dag, sum, common.is_number ? dag_const(dag, common.number) : common.factor);
}

static Ref put_sum(struct Factoring *f, Ref sum)
{
	enum { LONGEST = 100 }; /* beyond, looking for common factors would take a square of time */
	size_t count = collect(f, sum);
	Ref value = dag_const(&f->made, 0);
	if (count <= LONGEST) {
		count = merge(f->term, count);
		for (;;) {
			struct Common common = most_common(f, count);
			if (common.count < 2)
				break;
			value = dag_add(&f->made, value, put_common(f, count, common));
		}
	}
	return dag_add(&f->made, put_rest(f, count), value);
}

/* 2 x is x + x where it is not a term of a sum, in which it would be one multiply-add. */
static Ref put_product(struct Factoring *f, const struct Node *node)
{
	struct Term term = { .number = 1 };
	add_factor(f, &term, translated(f, node->operand[0]));
	add_factor(f, &term, translated(f, node->operand[1]));
	bool twice = fabs(term.number) == 2 && term.factors > 0;
	term.number /= twice ? 2 : 1;
	Ref value = put_term(f, &term);
	return twice ? dag_add(&f->made, value, value) : value;
}

static Ref put_node(struct Factoring *f, uint32_t n)
{
	const struct Node *node = &f->old->item[n];
	struct Dag *dag = &f->made;
	Ref operand[OPERANDS];
	switch (node->op) {
	case OP_CONST:
		return dag_const(dag, dag_value(f->old, 2 * n));
	case OP_INPUT:
		return dag_input(dag, (enum Input)node->operand[0], node->operand[1]);
	case OP_ADD:
		return put_sum(f, 2 * n);
	case OP_MUL:
		return put_product(f, node);
	default:
		for (int k = 0; k < node_arity(node); k++)
			operand[k] = translated(f, node->operand[k]);
		return dag_op(dag, (enum Op)node->op, operand);
	}
}

struct Dag factor_sums(const struct Dag *dag, Ref *value, size_t count)
{
	struct Arena *arena = dag->arena;
	struct Factoring f = {
		.old = dag,
		.uses = ARENA_ARRAY(arena, uint32_t, dag->count), .inside = ARENA_ARRAY(arena, bool, dag->count),
		.now = ARENA_ARRAY(arena, Ref, dag->count), .stack = ARENA_ARRAY(arena, Ref, dag->count + 2),
		.term = ARENA_ARRAY(arena, struct Term, dag->count + 1),
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
