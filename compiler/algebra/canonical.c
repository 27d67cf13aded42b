#include "canonical.h"

#include <string.h>

struct Canonical {
	struct Algebra *algebra;
	const struct Dag *dag;
	struct Polynomial *poly; /* by node */
	uint32_t *uses;          /* by node: operands and values that are this node */
	struct NamedValues *named;
};

/* Counts uses by live nodes and results. */
static void count_uses(struct Canonical *c, const Ref *value, size_t count)
{
	const bool *live = dag_live(c->algebra->arena, c->dag, value, count);
	for (size_t i = 0; i < count; i++)
		c->uses[ref_node(value[i])]++;
	for (uint32_t n = 0; n < c->dag->count; n++)
		for (int k = 0; live[n] && k < node_arity(&c->dag->item[n]); k++)
			c->uses[ref_node(c->dag->item[n].operand[k])]++;
}

/* --- names --- */

/* Is it a symbol or a number, perhaps with a factor? */
static bool is_simple(const struct Canonical *c, struct Polynomial a)
{
	return a.count == 0 || (a.count == 1 && key_is_plain(a.term->key) &&
	                        product_powers(&c->algebra->products, key_product(a.term->key)).count <= 1);
}

/* Index of an equal value among those with names; their count: there is none. */
static size_t find_named(struct Canonical *c, struct Polynomial value)
{
	struct NamedValues *named = c->named;
	struct Arena *scratch = arena_scratch(c->algebra->arena);
	uint64_t *word = ARENA_ARRAY(scratch, uint64_t, 4 * value.count);
	for (size_t i = 0; i < value.count; i++) {
		const struct Coefficient of = value.term[i].coefficient;
		word[4 * i] = value.term[i].key;
		word[4 * i + 1] = (uint64_t)of.p;
		word[4 * i + 2] = (uint64_t)of.q;
		memcpy(&word[4 * i + 3], &of.value, sizeof of.value);
	}
	if (!named->known.arena)
		named->known = intern_new(c->algebra->arena);
	size_t found = intern_find(&named->known, word, 4 * value.count * sizeof *word);
	arena_empty(scratch);
	return found;
}

/* Replaces the value of a node by a symbol, which equal values share. */
static void give_name(struct Canonical *c, uint32_t n)
{
	struct Algebra *algebra = c->algebra;
	struct NamedValues *named = c->named;
	size_t found = find_named(c, c->poly[n]);
	if (found == named->count) {
		const struct AlgebraSymbol symbol = { .kind = SYMBOL_NAMED, .label = dag_label_of(c->dag, n) };
		uint32_t number = poly_symbol_new(algebra, &symbol);
		*ARENA_PUSH(algebra->arena, named) = (struct NamedValue){ number, c->poly[n] };
	}
	c->poly[n] = poly_of_symbol(algebra, named->item[found].symbol);
}

/* Does no polynomial give the value of the operation? */
static bool is_function(const struct Node *node)
{
	return node_arity(node) && node->op != OP_ADD && node->op != OP_MUL && node->op != OP_DIV &&
	       node->op != OP_FMA && !node_trigonometric(node);
}

static bool needs_name(const struct Canonical *c, uint32_t n)
{
	const struct Node *node = &c->dag->item[n];
	if (!c->named || !c->poly[n].count)
		return false;
	for (int k = 0; k < node_arity(node) && is_function(node); k++)
		if (c->poly[ref_node(node->operand[k])].count > 1)
			return true;
	bool several = c->uses[n] > 1 && node_arity(node) && !is_simple(c, c->poly[n]);
	return c->named->all && (several || node_trigonometric(node));
}

/* --- operations --- */

static struct Polynomial signed_poly(struct Canonical *c, Ref ref)
{
	struct Polynomial a = c->poly[ref_node(ref)];
	return ref_negative(ref) ? poly_neg(c->algebra, a) : a;
}

/* An operand of a product or quotient. A sum gets a name if all values do; as a divisor, if any do. */
static struct Polynomial factor_poly(struct Canonical *c, Ref ref, bool divides)
{
	const struct Polynomial *a = &c->poly[ref_node(ref)];
	bool sum = a->count > 1 || (a->count && divides && !key_is_plain(a->term->key));
	if (c->named && sum && (divides || c->named->all))
		give_name(c, ref_node(ref));
	return signed_poly(c, ref);
}

static struct Polynomial product_poly(struct Canonical *c, const Ref *operand)
{
	struct Polynomial a = factor_poly(c, operand[0], false);
	return poly_mul(c->algebra, a, factor_poly(c, operand[1], false));
}

static struct Polynomial function_poly(struct Canonical *c, const struct Node *node)
{
	struct AlgebraSymbol symbol = { .kind = SYMBOL_FUNCTION, .op = (enum Op)node->op };
	for (int k = 0; k < node_arity(node); k++)
		symbol.operand[k] = signed_poly(c, node->operand[k]);
	return poly_symbol(c->algebra, &symbol);
}

static struct Polynomial input_poly(struct Canonical *c, const struct Node *node)
{
	return poly_symbol(c->algebra, &(struct AlgebraSymbol){ .kind = SYMBOL_INPUT,
	                                                        .array = node->operand[0],
	                                                        .element = node->operand[1] });
}

static struct Polynomial node_poly(struct Canonical *c, uint32_t n)
{
	const struct Node *node = &c->dag->item[n];
	const Ref *x = node->operand;
	struct Polynomial a;
	switch (node->op) {
	case OP_CONST: return poly_number(c->algebra, operands_number(x));
	case OP_INPUT: return input_poly(c, node);
	case OP_ADD: return poly_add(c->algebra, signed_poly(c, x[0]), signed_poly(c, x[1]));
	case OP_MUL: return product_poly(c, x);
	case OP_DIV:
		a = factor_poly(c, x[0], false);
		return poly_mul(c->algebra, a, poly_inverse(c->algebra, factor_poly(c, x[1], true)));
	case OP_FMA: a = product_poly(c, x); return poly_add(c->algebra, a, signed_poly(c, x[2]));
	case OP_SIN: return poly_turn(c->algebra, signed_poly(c, x[0]), true);
	case OP_COS: return poly_turn(c->algebra, signed_poly(c, x[0]), false);
	default: return function_poly(c, node);
	}
}

bool canonical_values(struct Algebra *algebra, const struct Dag *dag, const Ref *value, size_t count,
                      struct Polynomial *out, struct NamedValues *named)
{
	struct Canonical c = { .algebra = algebra, .dag = dag, .named = named };
	c.poly = ARENA_ARRAY(algebra->arena, struct Polynomial, dag->count);
	c.uses = ARENA_ARRAY(algebra->arena, uint32_t, dag->count);
	count_uses(&c, value, count);
	for (uint32_t n = 0; n < dag->count && !algebra->full; n++) {
		if (!c.uses[n])
			continue;
		c.poly[n] = node_poly(&c, n);
		if (needs_name(&c, n))
			give_name(&c, n);
	}
	for (size_t i = 0; i < count && !algebra->full; i++)
		out[i] = signed_poly(&c, value[i]);
	return !algebra->full;
}
