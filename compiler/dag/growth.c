#include "growth.h"

/* x' */
static Ref known_slope(const struct Known *known, Ref x)
{
	Ref zero = dag_const(known->dag, 0),
	    own = dag_is_const(known->dag, x) ? zero : known->slope(known, ref_node(x));
	return dag_is_zero(known->dag, own) ? zero : own ^ (x & 1);
}

/* x', or 0 if slopes are not asked for. */
static Ref slope_if(struct Dag *dag, const struct Known *known, Ref x)
{
	return known ? known_slope(known, x) : dag_const(dag, 0);
}

/* Limits of the search: formulas of models are some operations deep, so exponentials farther down are not looked
 * for. */
enum { LOOKED_AT = 200, TERMS = 16 };

/* Is x a power b^n, n >= HIGH_POWER? It is a product ((b b) b) ... of equal factors. */
static bool is_high_power(const struct Dag *dag, Ref x)
{
	enum { HIGH_POWER = 8 };
	const struct Node *node = &dag->item[ref_node(x)];
	if (node->op != OP_MUL)
		return false;
	for (int base = 0; base < 2; base++) {
		const struct Node *at = node;
		uint32_t factor = ref_node(at->operand[base]);
		int n = 1;
		for (int k = 0; at->op == OP_MUL && n < HIGH_POWER; n++) {
			k = ref_node(at->operand[0]) == factor ? 0 : 1;
			if (ref_node(at->operand[k]) != factor)
				break;
			at = &dag->item[ref_node(at->operand[1 - k])];
		}
		if (n >= HIGH_POWER)
			return true;
	}
	return false;
}

/* What may overflow: exponentials, or high powers too. */
enum Growth { GROWTH_EXPONENTIAL, GROWTH_ANY };

/* Is such a node at most `depth` operations below x? */
static bool contains(const struct Dag *dag, Ref x, enum Growth growth, int depth, int *left)
{
	const struct Node *node = &dag->item[ref_node(x)];
	if (node->op == OP_EXP || (growth == GROWTH_ANY && is_high_power(dag, x)))
		return true;
	if ((node->op != OP_ADD && node->op != OP_MUL && node->op != OP_DIV && node->op != OP_SQRT) || depth <= 0 ||
	    --*left < 0)
		return false;
	for (int k = 0; k < node_arity(node); k++)
		if (contains(dag, node->operand[k], growth, depth - 1, left))
			return true;
	return false;
}

static bool grows_within(const struct Dag *dag, Ref x, int depth)
{
	int left = LOOKED_AT;
	return contains(dag, x, GROWTH_EXPONENTIAL, depth, &left);
}

bool growth_is(const struct Dag *dag, Ref x)
{
	return grows_within(dag, x, LOOKED_AT);
}

/* In a step of time a formula of the second stage has those of the first one deep below each operand. */
int growth_side(const struct Dag *dag, Ref a, Ref b)
{
	if (!growth_is(dag, a) && !growth_is(dag, b))
		return 0;
	for (int depth = 0; depth <= LOOKED_AT; depth++) {
		bool first = grows_within(dag, a, depth), second = grows_within(dag, b, depth);
		if (first || second)
			return (int)first - (int)second;
	}
	return 0;
}

/* --- sums --- */

/* A summand x. With an exponential E = e^w it is g E, and x' = E r with r = g w' + g'. `below`: x = g/e^-w, so E is 1/e^-w: what
 * derivatives are made of has this form, and has to be known again in theirs. */
struct Term {
	Ref x;
	bool grows, below;
	Ref exponential, exponent, g, r; /* the exponential is e^w, or e^-w if it is below */
};

struct Sum {
	struct Term term[TERMS];
	int terms;
};

static Ref exponential_of(struct Dag *dag, Ref a)
{
	return dag_op(dag, OP_EXP, &a);
}

static bool is_exponential(const struct Dag *dag, Ref x)
{
	return dag->item[ref_node(x)].op == OP_EXP;
}

/* x = g e^w, if x is an exponential, or a product or quotient with some. */
struct Factors {
	Ref exponential, g; /* e^w, or e^-w if it is below: x = g/exponential */
	bool below;
	Ref w;                       /* exponent */
	Ref exponent_slope, g_slope; /* w', g' */
};

enum { FACTORS_DEEP = 6 }; /* x^n has 2^6 factors at most */

/* Is an exponential among the factors of x? */
static bool has_exponential(const struct Dag *dag, Ref x, int depth)
{
	const struct Node *node = &dag->item[ref_node(x)];
	if (node->op == OP_EXP)
		return true;
	return (node->op == OP_MUL || node->op == OP_DIV) && depth > 0 &&
	       (has_exponential(dag, node->operand[0], depth - 1) || has_exponential(dag, node->operand[1], depth - 1));
}

/* Multiplies g by a factor x, or divides it. */
static void gather_factor(struct Dag *dag, const struct Known *known, Ref x, bool under, struct Factors *of)
{
	Ref slope = slope_if(dag, known, x), g = of->g;
	if (under) {
		of->g = dag_div(dag, g, x);
		of->g_slope = dag_div(dag, dag_sub(dag, of->g_slope, dag_mul(dag, of->g, slope)), x);
	} else {
		of->g = dag_mul(dag, g, x);
		of->g_slope = dag_add_products(dag, of->g_slope, x, g, slope);
	}
}

/* Splits x, or with `under` 1/x, into its exponentials and other factors. */
static void gather(struct Dag *dag, const struct Known *known, Ref x, bool under, int depth, struct Factors *of)
{
	const struct Node node = dag->item[ref_node(x)];
	Ref a = node.operand[0];
	if (node.op == OP_EXP) {
		of->w = under ? dag_sub(dag, of->w, a) : dag_add(dag, of->w, a);
		Ref slope = slope_if(dag, known, a);
		of->exponent_slope = dag_add(dag, of->exponent_slope, under ? dag_neg(slope) : slope);
	} else if (has_exponential(dag, x, depth)) {
		gather(dag, known, a, under, depth - 1, of);
		gather(dag, known, node.operand[1], under != (node.op == OP_DIV), depth - 1, of);
	} else {
		gather_factor(dag, known, x & ~(Ref)1, under, of);
	}
	of->g ^= x & 1;
	of->g_slope = dag_is_zero(dag, of->g_slope) ? of->g_slope : of->g_slope ^ (x & 1);
}

/* Several exponentials are one, g e^(v + w): each of them may overflow. */
static struct Factors gathered(struct Dag *dag, const struct Known *known, Ref x)
{
	Ref zero = dag_const(dag, 0);
	struct Factors of = { .g = dag_const(dag, 1), .w = zero, .exponent_slope = zero, .g_slope = zero };
	gather(dag, known, x, false, FACTORS_DEEP, &of);
	of.exponential = exponential_of(dag, of.w);
	return of;
}

/* A single exponential, over or under the line of x. */
static struct Factors factors_of(struct Dag *dag, const struct Known *known, Ref exponential, Ref g, bool below)
{
	Ref operand = dag->item[ref_node(exponential)].operand[0], slope = slope_if(dag, known, operand);
	struct Factors of = { .exponential = exponential & ~(Ref)1, .below = below, .g = g ^ (exponential & 1) };
	of.w = below ? dag_neg(operand) : operand;
	of.exponent_slope = below ? dag_neg(slope) : slope;
	of.g_slope = slope_if(dag, known, of.g);
	return of;
}

/* Without `known` slopes are left out: x may be a new node. */
static bool split(struct Dag *dag, const struct Known *known, Ref x, struct Factors *out)
{
	const struct Node node = dag->item[ref_node(x)];
	Ref sign = x & 1, a = node.operand[0], b = node.operand[1];
	if (!has_exponential(dag, x, FACTORS_DEEP))
		return false;
	if (node.op == OP_EXP)
		*out = factors_of(dag, known, x, dag_const(dag, 1), false);
	else if (is_exponential(dag, b) && !has_exponential(dag, a, FACTORS_DEEP))
		*out = factors_of(dag, known, b ^ sign, a, node.op == OP_DIV);
	else if (node.op == OP_MUL && is_exponential(dag, a) && !has_exponential(dag, b, FACTORS_DEEP))
		*out = factors_of(dag, known, a ^ sign, b, false);
	else
		*out = gathered(dag, known, x);
	return !dag_is_const(dag, out->exponential);
}

/* The summand x = g e^w. */
static struct Term term_of(struct Dag *dag, Ref x, const struct Factors *of)
{
	struct Term term = { x, true, of->below, of->exponential, of->w, of->g, 0 };
	term.r = dag_add(dag, dag_mul(dag, of->g, of->exponent_slope), of->g_slope);
	return term;
}

/* u/E of a summand that grows. With u = g e^v it is g e^(v - w): both may overflow. */
static Ref over_growth(struct Dag *dag, Ref u, const struct Term *term)
{
	struct Factors own;
	if (!split(dag, NULL, u, &own))
		return term->below ? dag_mul(dag, u, term->exponential) : dag_div(dag, u, term->exponential);
	return dag_mul(dag, own.g, exponential_of(dag, dag_sub(dag, own.w, term->exponent)));
}

/* Takes x apart into summands, at most `room`. A sum that does not grow stays whole: the reverse sweep knows its slope,
 * and not those of its summands. */
static void take_apart(struct Dag *dag, const struct Known *known, Ref x, int room, struct Sum *sum)
{
	const struct Node node = dag->item[ref_node(x)];
	struct Factors of;
	if (node.op == OP_ADD && room > 1 && growth_is(dag, x)) {
		take_apart(dag, known, node.operand[0] ^ (x & 1), room / 2, sum);
		take_apart(dag, known, node.operand[1] ^ (x & 1), room - room / 2, sum);
		return;
	}
	sum->term[sum->terms++] = split(dag, known, x, &of) ? term_of(dag, x, &of) : (struct Term){ .x = x };
}

static struct Sum sum_of(struct Dag *dag, const struct Known *known, Ref x)
{
	struct Sum sum = { .terms = 0 };
	take_apart(dag, known, x, TERMS, &sum);
	return sum;
}

/* x/E for the sum x and the exponential of its summand i: g_i + (other summands)/E. Never inf/inf, unless two
 * overflow at once. */
static Ref over_exponential(struct Dag *dag, const struct Sum *sum, int i)
{
	const struct Term *term = &sum->term[i];
	Ref others = dag_const(dag, 0);
	for (int j = 0; j < sum->terms; j++)
		others = j == i ? others : dag_add(dag, others, sum->term[j].x);
	return dag_add(dag, term->g, over_growth(dag, others, term));
}

/* Sum of the slopes of summands without exponential. */
static Ref plain_slope(struct Dag *dag, const struct Known *known, const struct Sum *sum)
{
	Ref slope = dag_const(dag, 0);
	for (int i = 0; i < sum->terms; i++)
		slope = sum->term[i].grows ? slope : dag_add(dag, slope, known_slope(known, sum->term[i].x));
	return slope;
}

/* A product of z and r, 0 where z is 0, though r or what it is made of is infinite there. */
static Ref while_positive(struct Dag *dag, Ref z, Ref product)
{
	Ref small = dag_const(dag, 1e-22), less = dag_neg(dag_mul(dag, dag_mul(dag, small, z), z));
	return dag_select(dag, less, product, less);
}

/* The part E r ... of a slope by summand i. Where E is 0 the part is 0. With an exponent that grows itself r may be infinite
 * there: E = e^-e^v has r = -v' e^v. And of two exponentials one is infinite relative to the other. */
static Ref part_of(struct Dag *dag, const struct Sum *sum, int i, Ref part)
{
	int growing = 0;
	for (int k = 0; k < sum->terms; k++)
		growing += sum->term[k].grows;
	if (growing < 2 && !growth_any(dag, sum->term[i].exponent))
		return part;
	return while_positive(dag, exponential_of(dag, sum->term[i].exponent), part);
}

/* --- x'/x --- */

/* (u v)'/(u v) = u'/u + v'/v, (u/v)'/(u/v) = u'/u - v'/v, sqrt(u)'/sqrt(u) = u'/2u, (e^w)'/e^w = w'. Each summand of
 * a sum x gives E r / x. */
Ref growth_relative(struct Dag *dag, const struct Known *known, Ref x)
{
	const struct Node node = dag->item[ref_node(x)];
	Ref a = node.operand[0], b = node.operand[1];
	if (!growth_is(dag, x))
		return dag_div(dag, known_slope(known, x), x);
	switch (node.op) {
	case OP_EXP: return known_slope(known, a);
	case OP_SQRT: {
		Ref half = dag_const(dag, 0.5);
		return dag_mul(dag, half, growth_relative(dag, known, a));
	}
	case OP_MUL: {
		Ref first = growth_relative(dag, known, a);
		return dag_add(dag, first, growth_relative(dag, known, b));
	}
	case OP_DIV: {
		Ref first = growth_relative(dag, known, a);
		return dag_sub(dag, first, growth_relative(dag, known, b));
	}
	default: break;
	}
	const struct Sum sum = sum_of(dag, known, x);
	Ref relative = dag_div(dag, plain_slope(dag, known, &sum), x);
	for (int i = 0; i < sum.terms; i++) {
		if (!sum.term[i].grows)
			continue;
		Ref over = over_exponential(dag, &sum, i), own = dag_div(dag, sum.term[i].r, over);
		if (growth_any(dag, sum.term[i].exponent))
			own = while_positive(dag, dag_over(dag, 1, over), own);
		relative = dag_add(dag, relative, own);
	}
	return relative;
}

/* --- functions --- */

/* E / (1 + a^2) r = r / (1/E + a (a/E)) */
static Ref arc_tangent_term(struct Dag *dag, const struct Sum *sum, int i, Ref a)
{
	const struct Term *term = &sum->term[i];
	Ref square = dag_mul(dag, a, over_exponential(dag, sum, i));
	return dag_div(dag, term->r, dag_add(dag, over_growth(dag, dag_const(dag, 1), term), square));
}

/* e^w / cosh(a)^2 r = r / c^2, c = (e^(a - w/2) + e^(-a - w/2)) / 2 */
static Ref hyperbolic_tangent_term(struct Dag *dag, const struct Term *term, Ref a)
{
	Ref one_half = dag_const(dag, 0.5), half = dag_mul(dag, one_half, term->exponent);
	Ref up = exponential_of(dag, dag_sub(dag, a, half)), down = exponential_of(dag, dag_neg(dag_add(dag, a, half)));
	Ref c = dag_mul(dag, one_half, dag_add(dag, up, down));
	return dag_div(dag, term->r, dag_mul(dag, c, c));
}

/* e^a e^w r = e^(a + w) r */
static Ref exponential_term(struct Dag *dag, const struct Term *term, Ref a)
{
	return dag_mul(dag, exponential_of(dag, dag_add(dag, a, term->exponent)), term->r);
}

/* log(a)' = a'/a, sqrt(a)' = sqrt(a) a'/2a. Functions that stay finite where a overflows have f'(a) E r for each
 * summand of a. */
Ref growth_function(struct Dag *dag, const struct Known *known, enum Op op, Ref a, Ref y, Ref slope)
{
	if (op == OP_LOG)
		return growth_relative(dag, known, a);
	if (op == OP_SQRT)
		return dag_mul(dag, y, growth_relative(dag, known, y));
	if (op != OP_ATAN && op != OP_TANH && op != OP_EXP)
		return dag_mul(dag, slope, known_slope(known, a));
	const struct Sum sum = sum_of(dag, known, a);
	Ref made = dag_mul(dag, slope, plain_slope(dag, known, &sum));
	for (int i = 0; i < sum.terms; i++) {
		if (!sum.term[i].grows)
			continue;
		Ref own = op == OP_ATAN   ? arc_tangent_term(dag, &sum, i, a)
		          : op == OP_TANH ? hyperbolic_tangent_term(dag, &sum.term[i], a)
		                          : exponential_term(dag, &sum.term[i], a);
		made = dag_add(dag, made, part_of(dag, &sum, i, own));
	}
	return made;
}

/* b a' / (a^2 + b^2) where a grows: b E r / (a^2 + b^2) = b r / (a (a/E) + b^2/E) */
static Ref across(struct Dag *dag, const struct Known *known, Ref a, Ref b)
{
	const struct Sum sum = sum_of(dag, known, a);
	Ref squares = dag_add_products(dag, a, a, b, b),
	    made = dag_div(dag, dag_mul(dag, b, plain_slope(dag, known, &sum)), squares);
	for (int i = 0; i < sum.terms; i++) {
		if (!sum.term[i].grows)
			continue;
		Ref other = over_growth(dag, dag_mul(dag, b, b), &sum.term[i]);
		Ref divisor = dag_add(dag, dag_mul(dag, a, over_exponential(dag, &sum, i)), other);
		Ref own = dag_div(dag, dag_mul(dag, b, sum.term[i].r), divisor);
		made = dag_add(dag, made, part_of(dag, &sum, i, own));
	}
	return made;
}

/* (b a' - a b') / (a^2 + b^2), with the slope of the operand that does not grow divided by the other: a b' / (a^2 +
 * b^2) = b' / (a + b^2/a). */
Ref growth_atan2(struct Dag *dag, const struct Known *known, Ref a, Ref b)
{
	bool above = growth_side(dag, a, b) > 0;
	Ref large = above ? a : b, small = above ? b : a, slope = known_slope(known, small);
	Ref other = dag_add(dag, large, dag_div(dag, dag_mul(dag, small, small), large));
	Ref less = dag_div(dag, slope, other), made = dag_sub(dag, across(dag, known, large, small), less);
	return above ? made : dag_neg(made);
}

/* --- saturation --- */

bool growth_any(const struct Dag *dag, Ref x)
{
	int left = LOOKED_AT;
	return contains(dag, x, GROWTH_ANY, LOOKED_AT, &left);
}

bool growth_saturates(const struct Dag *dag, const struct Node *node)
{
	switch (node->op) {
	case OP_DIV: return growth_any(dag, node->operand[1]);
	case OP_EXP:
	case OP_TANH:
	case OP_ATAN: return growth_any(dag, node->operand[0]);
	case OP_ATAN2: return growth_side(dag, node->operand[0], node->operand[1]) != 0;
	default: return false;
	}
}

/* s, so small that it is 0 where the slope of y is below some 1e-150 (float: 1e-12), and what the slope is made of may be
 * infinite: s = 1/b^2 for y = a/b, y^2 for y = e^a, 1/(1 + a^2) for y = atan(a), 1/(a^2 + b^2) for y = atan2(a, b). */
static Ref small_slope(struct Dag *dag, uint32_t n)
{
	const struct Node node = dag->item[n];
	Ref y = 2 * n, a = node.operand[0], b = node.operand[1], small = dag_const(dag, 1e-22);
	if (node.op == OP_ATAN) {
		Ref one = dag_const(dag, 1);
		return dag_over(dag, 1e-22, dag_add_products(dag, a, a, one, one));
	}
	if (node.op == OP_ATAN2)
		return dag_over(dag, 1e-22, dag_add_products(dag, a, a, b, b));
	if (node.op == OP_DIV && !dag_is(dag, a, 1))
		y = dag_over(dag, 1, b);
	return dag_mul(dag, dag_mul(dag, small, y), y);
}

/* The slope of tanh(a) is below 1e-86 for |a| > 100. The other slopes are taken while s > 0: then -s, which is 0 or, of an
 * input that is no number, NaN. */
Ref growth_unless_saturated(struct Dag *dag, uint32_t n, Ref slope)
{
	const struct Node node = dag->item[n];
	if (node.op == OP_TANH) {
		Ref square = dag_mul(dag, node.operand[0], node.operand[0]);
		Ref within = dag_sub(dag, dag_const(dag, 1e4), square);
		return dag_select(dag, within, dag_const(dag, 0), slope);
	}
	Ref less = dag_neg(small_slope(dag, n));
	return dag_select(dag, less, slope, less);
}
