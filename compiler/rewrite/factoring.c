#include "passes.h"

#include "base/tuning.h"

#include <math.h>

/* A term of a sum: number times factor[0] times factor[1], values of the new DAG. A product with other readers is a
 * single factor: -3 x y has the number -3 and the factors x and y, or the factor x y alone. */
struct Term {
	double number;
	Ref factor[2];
	int factors;
	bool placed; /* already in the new sum, in brackets with others */
};

struct Factoring {
	struct Rewrite r;
	bool *inside; /* additions and products read only by the sum around */
	Ref *stack;
	struct Term *term; /* terms of the current sum */
};

static void find_inside(struct Factoring *f)
{
	for (uint32_t n = 0; n < f->r.old->count; n++) {
		const struct Node *node = &f->r.old->item[n];
		if (!rewrite_live(&f->r, n) || node->op != OP_ADD)
			continue;
		for (int k = 0; k < 2; k++) {
			enum Op op = (enum Op)rewrite_node(&f->r, node->operand[k])->op;
			if ((op == OP_ADD || op == OP_MUL) && rewrite_once(&f->r, node->operand[k]))
				f->inside[ref_node(node->operand[k])] = true;
		}
	}
}

/* Adds a factor to a term. Constants and signs join the number. */
static void add_factor(const struct Factoring *f, struct Term *term, Ref factor)
{
	if (dag_is_const(&f->r.made, factor)) {
		term->number *= dag_value(&f->r.made, factor);
		return;
	}
	if (ref_negative(factor))
		term->number = -term->number;
	term->factor[term->factors++] = factor & ~(Ref)1;
}

/* Terms of a sum, from left to right. */
static size_t collect(struct Factoring *f, Ref sum)
{
	size_t depth = 0, count = 0;
	f->stack[depth++] = sum;
	bool root = true;
	while (depth) {
		Ref ref = f->stack[--depth];
		const struct Node *node = rewrite_node(&f->r, ref);
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
			add_factor(f, term, rewrite_now(&f->r, node->operand[0]));
			add_factor(f, term, rewrite_now(&f->r, node->operand[1]));
		} else {
			add_factor(f, term, rewrite_now(&f->r, ref & ~(Ref)1));
		}
	}
	return count;
}

static bool is_like(const struct Term *a, const struct Term *b)
{
	return a->factors == b->factors && a->factor[0] == b->factor[0] && a->factor[1] == b->factor[1];
}

/* a x y + b x y = (a + b) x y for numbers a and b. */
static size_t merge(struct Term *term, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		size_t same = 0;
		while (same < kept && !is_like(&term[same], &term[i]))
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
	return !term->placed &&
	       ((term->factors > 0 && term->factor[0] == factor) || (term->factors > 1 && term->factor[1] == factor));
}

static bool has_number(const struct Term *term, double number)
{
	return !term->placed && term->factors > 0 && fabs(term->number) == number;
}

/* A multiple. 2 x is x + x, without a constant. */
static Ref put_multiple(struct Factoring *f, double number, Ref value)
{
	bool twice = fabs(number) == 2;
	Ref multiple = dag_mul(&f->r.made, dag_const(&f->r.made, twice ? number / 2 : number), value);
	return twice ? dag_add(&f->r.made, multiple, multiple) : multiple;
}

/* A term's value. x y and 2 x y use the product x y, which may exist; 3 x y is (3 y) x. */
static Ref put_term(struct Factoring *f, const struct Term *term)
{
	struct Dag *dag = &f->r.made;
	if (!term->factors)
		return dag_const(dag, term->number);
	if (term->factors == 1)
		return put_multiple(f, term->number, term->factor[0]);
	if (fabs(term->number) == 2)
		return put_multiple(f, term->number, dag_mul(dag, term->factor[0], term->factor[1]));
	return dag_mul(dag, dag_mul(dag, dag_const(dag, term->number), term->factor[1]), term->factor[0]);
}

/* Sum of the terms without anything in common. */
static Ref put_rest(struct Factoring *f, size_t count)
{
	Ref sum = dag_const(&f->r.made, 0);
	for (size_t i = 0; i < count; i++)
		if (!f->term[i].placed)
			sum = dag_add(&f->r.made, sum, put_term(f, &f->term[i]));
	return sum;
}

/* Factor, or size of the numbers, in common to most terms. */
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
		if (found > best.count) {
			double number = fabs(term->number);
			best = (struct Common){ .count = found, .is_number = true, .number = number };
		}
	}
	return best;
}

/* Common part times the sum of the rests of its terms: x y - 3 x z = x (y - 3 z). */
static Ref put_common(struct Factoring *f, size_t count, struct Common common)
{
	struct Dag *dag = &f->r.made;
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
	return common.is_number ? put_multiple(f, common.number, sum) : dag_mul(dag, sum, common.factor);
}

/* Sum with the most common part taken out repeatedly. */
static Ref put_sum(struct Factoring *f, Ref sum)
{
	size_t count = collect(f, sum);
	Ref value = dag_const(&f->r.made, 0);
	if (count <= FACTORING_LONGEST) {
		count = merge(f->term, count);
		for (;;) {
			struct Common common = most_common(f, count);
			if (common.count < 2)
				break;
			value = dag_add(&f->r.made, value, put_common(f, count, common));
		}
	}
	return dag_add(&f->r.made, put_rest(f, count), value);
}

static Ref put_product(struct Factoring *f, const struct Node *node)
{
	struct Term term = { .number = 1 };
	add_factor(f, &term, rewrite_now(&f->r, node->operand[0]));
	add_factor(f, &term, rewrite_now(&f->r, node->operand[1]));
	return put_term(f, &term);
}

static Ref put_node(struct Factoring *f, uint32_t n)
{
	const struct Node *node = &f->r.old->item[n];
	if (node->op == OP_ADD)
		return put_sum(f, 2 * n);
	return node->op == OP_MUL ? put_product(f, node) : rewrite_copy(&f->r, n);
}

static void factor_once(struct Form *form)
{
	const struct Dag *dag = &form->dag;
	struct Arena *arena = dag->arena;
	struct Factoring f = {
		.r = rewrite_begin(form),
		.inside = ARENA_ARRAY(arena, bool, dag->count),
		.stack = ARENA_ARRAY(arena, Ref, dag->count + 2),
		.term = ARENA_ARRAY(arena, struct Term, dag->count + 1),
	};
	find_inside(&f);
	for (uint32_t n = 0; n < dag->count; n++)
		if (rewrite_live(&f.r, n) && !f.inside[n])
			rewrite_set(&f.r, n, put_node(&f, n));
	rewrite_end(&f.r, form);
}

/* Two rounds. The sum left after taking out a factor may have another in common: x y + x z + w y + w z is x (y + z)
 * + w (y + z) after the first round. */
void factor_sums(struct Form *form)
{
	struct Arena *arena = form->dag.arena, *first = form->dag.count < PASS_FREES ? arena : arena_part(arena);
	form->dag.arena = first;
	factor_once(form);
	form->dag.arena = arena;
	factor_once(form);
	if (first != arena)
		arena_free(first);
}
