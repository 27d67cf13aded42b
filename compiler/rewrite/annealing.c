#include "passes.h"

#include <math.h>

#include "base/random.h"
#include "base/tuning.h"
#include "mutable_dag.h"

/* A move takes a node apart and joins the parts in another way. It uses only the laws of a commutative ring, with
 * the inverses of divisors as elements, y/x = y (1/x):
 *
 *     x + y = y + x,  (x + y) + z = x + (y + z)   take_apart: the terms of a sum; join_all: in any order again
 *     x y = y x,      (x y) z = x (y z)           take_product_apart, join_all
 *     a x + b x = (a + b) x,  0 x = 0,  1 x = x   add_term, sum_of_terms: a and b are numbers, x is no number
 *     x (y + z) = x y + x z                       add_distributed to the right, join_over to the left
 *     (y + z)/x = y/x + z/x                       join_over to the left
 *     x (y/z) = (x y)/z                           product_again, both ways
 *
 * Signs are the numbers 1 and -1. Parts are joined in random order, but first existing nodes are preferred, then
 * common factors:
 *
 *     n = (x + y) + z where x + z exists          n = (x + z) + y: the sum x + y is saved if only n needs it */

/* A term, number times base: 3 x - 2 x - x is the term 0 x. */
struct Term {
	double number, size; /* sum of its coefficients, largest of them */
	Ref base;            /* without sign; not a constant */
};

struct Annealing {
	struct MutableDag *mutable;
	uint64_t random;
	struct Term term[ANNEALING_TERMS]; /* terms of the sum taken apart */
	int terms;
	struct Term constant;      /* constant term; its base is 1 */
	Ref part[ANNEALING_TERMS]; /* parts to be joined again */
	int parts;
	Ref divisor; /* divisor of the product of all parts, or MUTABLE_NONE */
};

static bool one_in(struct Annealing *a, int n)
{
	return random_below(&a->random, n) == 0;
}

/* Joining: pairs with an existing node first, then pairs with a common factor or divisor */

static void shuffle(struct Annealing *a)
{
	for (int i = a->parts; i > 1; i--) {
		int j = random_below(&a->random, i);
		Ref part = a->part[i - 1];
		a->part[i - 1] = a->part[j];
		a->part[j] = part;
	}
}

/* Replaces two parts by one. */
static void join(struct Annealing *a, int i, int j, Ref now)
{
	a->part[i] = now;
	a->part[j] = a->part[--a->parts];
}

/* Joins two parts whose sum or product exists. */
static bool join_found(struct Annealing *a, enum Op op)
{
	for (int i = 0; i < a->parts; i++)
		for (int j = i + 1; j < a->parts; j++) {
			Ref found = mutable_find(a->mutable, op, a->part[i], a->part[j]);
			if (found != MUTABLE_NONE) {
				join(a, i, j, found);
				return true;
			}
		}
	return false;
}

/* x y + x z = x (y + z) and y/x + z/x = (y + z)/x for the terms i and j. `found`: only if y + z exists. Takes out
 * one of two common factors. */
static bool join_over(struct Annealing *a, int i, int j, bool found)
{
	struct MutableDag *mutable = a->mutable;
	enum Op op = (enum Op)mutable_node(mutable, a->part[i])->op;
	if ((op != OP_DIV && op != OP_MUL) || !mutable_is(mutable, a->part[j], op))
		return false;
	struct MutableNode left = *mutable_node(mutable, a->part[i]), right = *mutable_node(mutable, a->part[j]);
	bool quotients = op == OP_DIV;
	for (int k = quotients; k < 2; k++)
		for (int l = quotients; l < 2; l++) {
			Ref x = left.operand[k];
			Ref y = left.operand[!k] ^ left.minus ^ (a->part[i] & 1);
			Ref z = right.operand[!l] ^ right.minus ^ (a->part[j] & 1);
			if (x != right.operand[l] || (found && mutable_find(mutable, OP_ADD, y, z) == MUTABLE_NONE))
				continue;
			Ref sum = mutable_add(mutable, y, z);
			join(a, i, j, quotients ? mutable_div(mutable, sum, x) : mutable_mul(mutable, x, sum));
			return true;
		}
	return false;
}

static bool join_factored(struct Annealing *a, bool found)
{
	for (int i = 0; i < a->parts; i++)
		for (int j = i + 1; j < a->parts; j++)
			if (join_over(a, i, j, found))
				return true;
	return false;
}

/* Sum or product of all parts. Existing nodes are sometimes ignored, to leave a dead end. */
static Ref join_all(struct Annealing *a, enum Op op)
{
	while (a->parts > 1) {
		shuffle(a);
		if (!one_in(a, 8) && join_found(a, op))
			continue;
		if (op == OP_ADD && !one_in(a, 8) && join_factored(a, true))
			continue;
		if (op == OP_ADD && !one_in(a, 3) && join_factored(a, false))
			continue;
		join(a, 0, 1,
		     op == OP_ADD ? mutable_add(a->mutable, a->part[0], a->part[1])
		                  : mutable_mul(a->mutable, a->part[0], a->part[1]));
	}
	return a->part[0];
}

/* Taking apart: terms of sums, factors of products */

static void gather(struct Term *term, double number)
{
	term->number += number;
	term->size = fmax(term->size, fabs(number));
}

/* Adds a term, number times a value: a x + b x = (a + b) x if a term has the same base. */
static void add_term(struct Annealing *a, double number, Ref ref)
{
	const struct MutableNode *node = mutable_node(a->mutable, ref);
	if (ref_negative(ref))
		number = -number;
	if (node->op == OP_CONST) {
		gather(&a->constant, number * mutable_value(a->mutable, ref & ~(Ref)1));
		return;
	}
	if (node->op == OP_MUL && mutable_is(a->mutable, node->operand[0], OP_CONST)) {
		number *= mutable_value(a->mutable, node->operand[0]) * (node->minus ? -1 : 1);
		ref = node->operand[1];
	}
	ref &= ~(Ref)1;
	int i = 0;
	while (i < a->terms && a->term[i].base != ref)
		i++;
	if (i == a->terms)
		a->term[a->terms++] = (struct Term){ .base = ref };
	gather(&a->term[i], number);
}

/* number x (y + z) = number x y + number x z: adds two terms. False if no factor is a sum. */
static bool add_distributed(struct Annealing *a, double number, const struct MutableNode *product)
{
	struct MutableDag *mutable = a->mutable;
	int k = mutable_is(mutable, product->operand[1], OP_ADD);
	struct MutableNode sum = *mutable_node(mutable, product->operand[k]);
	Ref x = product->operand[!k];
	if (sum.op != OP_ADD)
		return false;
	number *= sum.minus ? -1 : 1;
	add_term(a, number, mutable_mul(mutable, x, sum.operand[0]));
	add_term(a, number, mutable_mul(mutable, x, sum.operand[1]));
	return true;
}

/* Decides at random whether the terms of a sum join the terms around. */
static bool opened(struct Annealing *a, const struct MutableNode *node, int room)
{
	return node->op == OP_ADD && room > 1 && (node->uses > 1 ? one_in(a, 3) : !one_in(a, 4));
}

/* Adds the terms of number times a value, down to a random depth: a (x - y) = a x + (-a) y. `room`: most terms to
 * add. The root is always taken apart. */
static void take_apart(struct Annealing *a, double number, Ref ref, int room, bool root)
{
	struct MutableNode node = *mutable_node(a->mutable, ref);
	double signed_number = ref_negative(ref) != node.minus ? -number : number;
	if (root || opened(a, &node, room)) {
		take_apart(a, signed_number, node.operand[0], room - room / 2, false);
		take_apart(a, signed_number, node.operand[1], room / 2, false);
	} else {
		bool distribute = node.op == OP_MUL && room > 1 && one_in(a, 8);
		if (!distribute || !add_distributed(a, signed_number, &node))
			add_term(a, number, ref);
	}
}

/* False if a coefficient is only the rounding error of a difference: 0.1 + 0.2 - 0.3 is 6e-17, and no term. */
static bool is_left(const struct Term *term)
{
	const double rounding = 1e-15;
	return !isfinite(term->number) || fabs(term->number) > rounding * term->size;
}

/* Value of a term. */
static Ref term_value(struct MutableDag *mutable, const struct Term *term)
{
	Ref number = mutable_const(mutable, term->number);
	return fabs(term->number) == 1 ? term->base ^ (number & 1) : mutable_mul(mutable, number, term->base);
}

/* Sum of the terms in random order, without terms whose coefficients cancelled. */
static Ref sum_of_terms(struct Annealing *a)
{
	struct MutableDag *mutable = a->mutable;
	a->parts = 0;
	for (int i = 0; i < a->terms; i++)
		if (is_left(&a->term[i]))
			a->part[a->parts++] = term_value(mutable, &a->term[i]);
	if (is_left(&a->constant) || !a->parts)
		a->part[a->parts++] = mutable_const(mutable, is_left(&a->constant) ? a->constant.number : 0);
	return join_all(a, OP_ADD);
}

static void no_terms(struct Annealing *a)
{
	a->terms = 0;
	a->constant = (struct Term){ .number = 0 };
}

static Ref sum_again(struct Annealing *a, Ref sum)
{
	no_terms(a);
	take_apart(a, 1, sum, ANNEALING_TERMS - 1, true);
	return sum_of_terms(a);
}

/* Takes the factors of a product apart; `room`: most factors. The first quotient is split into its numerator's
 * factors and the divisor: x (y/z) has the factors x and y and the divisor z. Further quotients are factors. */
static void take_product_apart(struct Annealing *a, Ref ref, int room, bool root)
{
	struct MutableNode node = *mutable_node(a->mutable, ref);
	if (node.op == OP_DIV && a->divisor == MUTABLE_NONE) {
		a->divisor = node.operand[1];
		take_product_apart(a, node.operand[0], room, false);
		a->part[a->parts - 1] ^= node.minus ^ (ref & 1);
	} else if (root || (node.op == OP_MUL && room > 1 && (node.uses == 1 || one_in(a, 2)))) {
		take_product_apart(a, node.operand[0], room - room / 2, false);
		take_product_apart(a, node.operand[1], room / 2, false);
		a->part[a->parts - 1] ^= node.minus ^ (ref & 1);
	} else {
		a->part[a->parts++] = ref;
	}
}

/* A product in another order, x y z; with a divisor (x y)/z or x (y/z). */
static Ref product_again(struct Annealing *a, Ref product)
{
	a->parts = 0;
	a->divisor = MUTABLE_NONE;
	take_product_apart(a, product, ANNEALING_TERMS, true);
	if (a->divisor == MUTABLE_NONE)
		return join_all(a, OP_MUL);
	if (one_in(a, 2))
		return mutable_div(a->mutable, join_all(a, OP_MUL), a->divisor);
	Ref *over = &a->part[random_below(&a->random, a->parts)];
	*over = mutable_div(a->mutable, *over, a->divisor);
	return join_all(a, OP_MUL);
}

/* x (y + z) = x y + x z, with both terms joined like any others. */
static Ref product_distributed(struct Annealing *a, Ref product)
{
	struct MutableNode node = *mutable_node(a->mutable, product);
	no_terms(a);
	return add_distributed(a, node.minus ? -1 : 1, &node) ? sum_of_terms(a) : product;
}

/* Another form of node n that does not depend on n. Parts do not depend on n, as n depends on them. Nodes found
 * while joining do not either: their operands are parts or nodes found so. A found node is not n itself while other
 * parts are left: multiplied out, it has fewer terms than n, or fewer factors in each. */
static Ref other_way(struct Annealing *a, uint32_t n)
{
	if (mutable_is(a->mutable, 2 * n, OP_ADD))
		return sum_again(a, 2 * n);
	if (mutable_is(a->mutable, 2 * n, OP_DIV) || one_in(a, 2))
		return product_again(a, 2 * n);
	return product_distributed(a, 2 * n);
}

/* Changes a node to another form if this adds no division and no operation; sometimes if it adds an operation, or
 * operations at setup time. The DAG is saved before a change for the worse if it is the best so far. */
static void move(struct Annealing *a, struct MutableDag *best, uint32_t n, double heat)
{
	enum { FINE = 1 << 20 };
	struct MutableDag *mutable = a->mutable;
	Ref now = other_way(a, n);
	if (ref_node(now) == n)
		return;
	struct MutableChange change = mutable_weigh(mutable, n, now);
	if (change.cost > 1 || change.divisions > 0)
		return;
	bool worse = change.cost > 0 || (change.cost == 0 && change.setup > 0);
	if (worse && random_below(&a->random, FINE) >= heat * FINE)
		return;
	if (worse && mutable_less(mutable, best))
		mutable_copy(best, mutable);
	mutable_change(mutable, n, now);
}

/* MOVES moves for each node. `heat`, the share of changes for the worse that are kept, falls to 0. */
static void cycle(struct Annealing *a, struct MutableDag *best, double heat)
{
	struct MutableDag *mutable = a->mutable;
	uint64_t moves = (uint64_t)ANNEALING_MOVES * mutable->count;
	for (uint64_t i = 0; i < moves; i++) {
		uint32_t n = (uint32_t)random_below(&a->random, (int)mutable->count);
		const struct MutableNode *node = &mutable->item[n];
		bool movable = node->op == OP_ADD || node->op == OP_MUL || node->op == OP_DIV;
		double left = 1 - (double)i / (double)moves;
		if (node->uses && !node->fixed && movable)
			move(a, best, n, heat * left * left);
		mutable_sweep(mutable);
	}
}

enum { HEATS = 3 }; /* cycles go through as many heats, a cold one first */

/* Count of cycles. Small DAGs have more, at no more cost than SMALL nodes; large DAGs have fewer, huge DAGs none. */
static int cycles_for(int asked, size_t nodes)
{
	size_t cycles = (size_t)asked;
	if (nodes > ANNEALING_MOST)
		return 0;
	if (nodes > ANNEALING_LARGE)
		return (int)((cycles * ANNEALING_LARGE + nodes - 1) / nodes);
	if (nodes >= ANNEALING_SMALL) /* the last cycle is cold */
		return asked + (HEATS - (asked - 1) % HEATS) % HEATS;
	if (asked == 1 || asked > ANNEALING_PATIENCE) /* a trial; or long anyway */
		return asked;
	return cycles * ANNEALING_SMALL / (nodes + 1) < ANNEALING_PATIENCE
	               ? (int)(cycles * ANNEALING_SMALL / (nodes + 1))
	               : ANNEALING_PATIENCE;
}

void anneal(struct Form *form)
{
	/* initial share of changes for the worse that are kept */
	static const double heat[HEATS] = { 0, 0.3, 0.1 };
	if (!form->cycles)
		return;
	struct MutableDag mutable = mutable_open(&form->dag, form->value, form->count), best = { 0 };
	struct Annealing a = { .mutable = &mutable, .random = 1 };
	mutable_copy(&best, &mutable);
	int cycles = cycles_for(form->cycles, mutable.count);
	for (int i = 0; i < cycles; i++) {
		cycle(&a, &best, heat[i % HEATS]);
		if (!mutable_less(&best, &mutable))
			mutable_copy(&best, &mutable);
		else
			mutable_copy(&mutable, &best);
		if (form->progress)
			progress_work(form->progress, form->progress->cycle * form->cycles / cycles);
		if (progress_stopped(form->progress) && i + 1 >= form->least)
			break;
	}
	form->dag = mutable_close(&best, &form->dag, form->value);
}
