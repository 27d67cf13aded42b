#include "annealing.h"

#include <math.h>

#include "base/random.h"
#include "mutable_dag.h"

/* A move takes the node at hand apart and joins the parts again. It uses the laws of a commutative ring, to
 * which the inverses of divisors belong, y/x = y (1/x), and nothing else:
 *
 *     x + y = y + x,  (x + y) + z = x + (y + z)   take_apart: the terms of a sum; join_all: in any order again
 *     x y = y x,      (x y) z = x (y z)           take_product_apart, join_all
 *     a x + b x = (a + b) x,  0 x = 0,  1 x = x   add_term, sum_of_terms: a and b are numbers, x is no number
 *     x (y + z) = x y + x z                       add_distributed to the right, join_over to the left
 *     (y + z)/x = y/x + z/x                       join_over to the left
 *     x (y/z) = (x y)/z                           product_again, both ways
 *
 * Signs are the numbers 1 and -1. The order in which parts are joined is random, but what is there already is
 * preferred, then what has something in common:
 *
 *     n = (x + y) + z where x + z is there        n = (x + z) + y: the sum x + y is saved if only n needs it
 */

enum { TERMS = 12 /* of a sum or product at a time */, MOVES = 25 /* for each node in a cycle */ };

/* number times base: 3 x - 2 x - x is the term 0 x. */
struct Term {
	double number, size; /* the sum of its coefficients, and the largest of them */
	Ref base;            /* without a sign; not a constant */
};

struct Annealing {
	struct MutableDag *mutable;
	uint64_t random;
	struct Term term[TERMS]; /* of the sum that is taken apart */
	int terms;
	struct Term constant;    /* its base is 1 */
	Ref part[TERMS];         /* what is to be joined again */
	int parts;
	Ref divisor;             /* of the product of all parts, or MUTABLE_NONE */
};

static bool one_in(struct Annealing *a, int n)
{
	return random_below(&a->random, n) == 0;
}

/* Joining: pairs that are there already first, then what has a factor or a divisor in common */

static void shuffle(struct Annealing *a)
{
	for (int i = a->parts; i > 1; i--) {
		int j = random_below(&a->random, i);
		Ref part = a->part[i - 1];
		a->part[i - 1] = a->part[j];
		a->part[j] = part;
	}
}

/* Two parts become one. */
static void join(struct Annealing *a, int i, int j, Ref now)
{
	a->part[i] = now;
	a->part[j] = a->part[--a->parts];
}

/* Two parts whose sum or product is there. */
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

/* x y + x z = x (y + z) and y/x + z/x = (y + z)/x, parts i and j being the terms; with `found`, only if y + z
 * is there. Of two common factors one is taken out. */
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

/* The sum or product of all parts. Now and then what is there is passed over, for a way out of a dead end. */
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
		join(a, 0, 1, op == OP_ADD ? mutable_add(a->mutable, a->part[0], a->part[1])
		                           : mutable_mul(a->mutable, a->part[0], a->part[1]));
	}
	return a->part[0];
}

/* Taking apart */

static void gather(struct Term *term, double number)
{
	term->number += number;
	term->size = fmax(term->size, fabs(number));
}

/* One more term, number times a value: a x + b x = (a + b) x if there is one like it. */
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

/* number x (y + z) = number x y + number x z: two more terms. False if no factor is a sum. */
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

/* Is a value a sum whose terms shall join those around it? */
static bool opened(struct Annealing *a, const struct MutableNode *node, int room)
{
	return node->op == OP_ADD && room > 1 && (node->uses > 1 ? one_in(a, 3) : !one_in(a, 4));
}

/* The terms of number times a value, as deep as chance has it: a (x - y) = a x + (-a) y. `room` is how many
 * there may be; the root is always taken apart. */
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

/* Is a coefficient more than what rounding leaves of a difference? 0.1 + 0.2 - 0.3 is 6e-17, and no term. */
static bool is_left(const struct Term *term)
{
	const double rounding = 1e-15;
	return !isfinite(term->number) || fabs(term->number) > rounding * term->size;
}

/* A term as a value. */
static Ref term_value(struct MutableDag *mutable, const struct Term *term)
{
	Ref number = mutable_const(mutable, term->number);
	return fabs(term->number) == 1 ? term->base ^ (number & 1) : mutable_mul(mutable, number, term->base);
}

/* The sum of the terms, in some order; those whose numbers cancelled are gone. */
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
	take_apart(a, 1, sum, TERMS - 1, true);
	return sum_of_terms(a);
}

/* The factors of a product; `room` is how many there may be. Those of the first quotient are its numerator's,
 * over the divisor: x (y/z) has the factors x and y and the divisor z. A quotient in it is a factor. */
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

/* x y z in another order; with a divisor (x y)/z or x (y/z). */
static Ref product_again(struct Annealing *a, Ref product)
{
	a->parts = 0;
	a->divisor = MUTABLE_NONE;
	take_product_apart(a, product, TERMS, true);
	if (a->divisor == MUTABLE_NONE)
		return join_all(a, OP_MUL);
	if (one_in(a, 2))
		return mutable_div(a->mutable, join_all(a, OP_MUL), a->divisor);
	Ref *over = &a->part[random_below(&a->random, a->parts)];
	*over = mutable_div(a->mutable, *over, a->divisor);
	return join_all(a, OP_MUL);
}

/* x (y + z) = x y + x z, with the two joined as any terms are. */
static Ref product_distributed(struct Annealing *a, Ref product)
{
	struct MutableNode node = *mutable_node(a->mutable, product);
	no_terms(a);
	return add_distributed(a, node.minus ? -1 : 1, &node) ? sum_of_terms(a) : product;
}

/* The same value made of other nodes, none of which needs n. The parts do not: n is made of them. Nor does
 * what is found while they are joined: its operands are parts, or were found so. And it is not n itself as
 * long as other parts are left, for multiplied out it has fewer terms, or fewer factors in each, than n. */
static Ref other_way(struct Annealing *a, uint32_t n)
{
	if (mutable_is(a->mutable, 2 * n, OP_ADD))
		return sum_again(a, 2 * n);
	if (mutable_is(a->mutable, 2 * n, OP_DIV) || one_in(a, 2))
		return product_again(a, 2 * n);
	return product_distributed(a, 2 * n);
}

/* One node in another way, if that adds no division and no operation, or now and then one operation, or some that are done
 * before the call. Before it does, the net is kept if it is the best so far. */
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

/* MOVES for each node. `heat`, the part of the changes for the worse that stay, falls to 0. */
static void cycle(struct Annealing *a, struct MutableDag *best, double heat)
{
	struct MutableDag *mutable = a->mutable;
	uint64_t moves = (uint64_t)MOVES * mutable->count;
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

/* Of small nets more cycles, which costs no more than those of one of SMALL nodes; of large ones fewer, of huge ones none. */
static int cycles_for(int asked, size_t nodes)
{
	enum { SMALL = 1000, LARGE = 3000, MOST = 30000, PATIENCE = 100 };
	size_t cycles = (size_t)asked;
	if (nodes > MOST)
		return 0;
	if (nodes > LARGE)
		return (int)((cycles * LARGE + nodes - 1) / nodes);
	if (asked == 1 || asked > PATIENCE || nodes >= SMALL) /* a trial; for long anyway */
		return asked;
	return cycles * SMALL / (nodes + 1) < PATIENCE ? (int)(cycles * SMALL / (nodes + 1)) : PATIENCE;
}

void anneal(struct Form *form)
{
	/* the part of the changes for the worse that are taken, at first */
	static const double heat[] = { 0, 0.3, 0.1 };
	if (!form->cycles)
		return;
	struct MutableDag mutable = mutable_open(&form->dag, form->value, form->count), best = { 0 };
	struct Annealing a = { .mutable = &mutable, .random = 1 };
	mutable_copy(&best, &mutable);
	int cycles = cycles_for(form->cycles, mutable.count);
	for (int i = 0; i < cycles; i++) {
		cycle(&a, &best, heat[(size_t)i % (sizeof heat / sizeof *heat)]);
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
