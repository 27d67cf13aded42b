#include "product_sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- pairs of terms --- */

/* Two terms as one. */
struct Pairing {
	struct Algebra *algebra;
	struct ProductTerm both;
};

/* A factor more, or a higher power of one that is there. False: there are too many. */
static bool multiply(struct ProductTerm *term, uint32_t angle, bool sine)
{
	for (int i = 0; i < term->turns; i++)
		if (term->turn[i].angle == angle && term->turn[i].sine == sine) {
			term->turn[i].power++;
			return true;
		}
	if (term->turns == TURN_FACTORS)
		return false;
	term->turn[term->turns++] = (struct TurnFactor){ angle, sine, 1 };
	return true;
}

/* Index of a factor, or -1. */
static int find_factor(const struct ProductTerm *term, const struct TurnFactor *factor)
{
	for (int i = 0; i < term->turns; i++)
		if (term->turn[i].angle == factor->angle && term->turn[i].sine == factor->sine &&
		    term->turn[i].power == factor->power)
			return i;
	return -1;
}

/* The only factor of a term that the other lacks: NULL: there is none; *more: there are several, or a power. */
static const struct TurnFactor *other_factor(const struct ProductTerm *term, const struct ProductTerm *other,
                                             bool *more)
{
	const struct TurnFactor *found = NULL;
	for (int i = 0; i < term->turns; i++) {
		if (find_factor(other, &term->turn[i]) >= 0)
			continue;
		*more |= found || term->turn[i].power > 1;
		found = &term->turn[i];
	}
	return found;
}

/* The largest denominator of the parts of an angle; 0: a part is rounded. */
static int64_t denominator(const struct Algebra *algebra, uint32_t angle)
{
	struct AnglePart part[ANGLE_PARTS];
	int count = angle_parts(&algebra->angles, angle, part);
	int64_t most = 1;
	for (int i = 0; i < count && most; i++)
		most = part[i].coefficient.q > most || !part[i].coefficient.q ? part[i].coefficient.q : most;
	return most;
}

/* Half of the sum and of the difference, if both are whole as long as the angles themselves are. */
static bool halves(struct Algebra *algebra, uint32_t a, uint32_t b, struct SignedAngle half[2])
{
	for (int k = 0; k < 2; k++)
		if (!angle_combine(&algebra->angles, a, b, k, 2, &half[k]))
			return false;
	int64_t whole = denominator(algebra, a), other = denominator(algebra, b);
	bool exact = whole && other;
	whole = whole > other ? whole : other;
	return exact && denominator(algebra, half[0].angle) <= whole && denominator(algebra, half[1].angle) <= whole;
}

/* cos a + s cos b = 2 cos u cos v or -2 sin u sin v; sin a + s sin b = 2 sin u cos v or 2 cos u sin v, for
 * u = (a + b)/2, v = (a - b)/2, and the sign s */
static bool join_factors(struct Pairing *p, uint32_t a, uint32_t b, bool sine, bool minus)
{
	struct SignedAngle half[2];
	if (!halves(p->algebra, a, b, half))
		return false;
	bool first = sine != minus, second = minus; /* is u, is v in a sine? */
	bool negative = (!sine && minus) ^ (first && half[0].negative) ^ (second && half[1].negative);
	p->both.coefficient = coefficient_mul(p->both.coefficient, coefficient_exact(negative ? -2 : 2, 1));
	return multiply(&p->both, half[0].angle, first) && multiply(&p->both, half[1].angle, second);
}

/* Removes a factor. */
static void divide(struct ProductTerm *term, const struct TurnFactor *factor)
{
	int at = find_factor(term, factor);
	memmove(&term->turn[at], &term->turn[at + 1], (size_t)(--term->turns - at) * sizeof *term->turn);
}

/* Is a sum of two terms one term? They differ in one factor, and their coefficients at most in the sign. */
static bool join(struct Pairing *p, const struct ProductTerm *a, const struct ProductTerm *b)
{
	bool same = coefficient_equal(a->coefficient, b->coefficient), more = false;
	bool opposite = coefficient_equal(a->coefficient, coefficient_neg(b->coefficient));
	if (a->product != b->product || (!same && !opposite))
		return false;
	const struct TurnFactor *x = other_factor(a, b, &more), *y = other_factor(b, a, &more);
	if (more || (!x && !y) || (x && y && x->sine != y->sine) || (x && !y && x->sine) || (y && !x && y->sine))
		return false;
	p->both = *a;
	if (x)
		divide(&p->both, x);
	return join_factors(p, x ? x->angle : 0, y ? y->angle : 0, x ? x->sine : y->sine, opposite);
}

/* Joins term i with the nearest earlier term that fits. Returns the place of that term, or -1. */
static int join_before(struct Pairing *p, struct ProductTerm *term, size_t i)
{
	for (size_t k = i; k-- > 0 && term[k].product == term[i].product;)
		if (term[k].turns + term[i].turns && join(p, &term[k], &term[i]))
			return (int)k;
	return -1;
}

/* Joins pairs until none is left. Terms with the same symbols follow one another. */
static size_t join_all(struct Algebra *algebra, struct ProductTerm *term, size_t count)
{
	struct Pairing pairing = { .algebra = algebra };
	for (size_t i = 1; i < count; i++) {
		int at = join_before(&pairing, term, i);
		if (at < 0)
			continue;
		term[at] = pairing.both;
		memmove(&term[i], &term[i + 1], (--count - i) * sizeof *term);
		i = 0; /* from the beginning: the product may fit others */
	}
	return count;
}

/* --- order --- */

struct OrderedTerm {
	const struct Algebra *algebra;
	struct ProductTerm term;
};

static int turns_compare(const struct Algebra *algebra, const struct ProductTerm *a, const struct ProductTerm *b)
{
	if (a->turns != b->turns)
		return a->turns - b->turns;
	for (int i = 0; i < a->turns; i++) {
		int order = angle_compare(&algebra->angles, a->turn[i].angle, b->turn[i].angle);
		order = order ? order : b->turn[i].power - a->turn[i].power;
		order = order ? order : a->turn[i].sine - b->turn[i].sine;
		if (order)
			return order;
	}
	return 0;
}

static int for_readers(const void *a, const void *b)
{
	const struct OrderedTerm *x = a, *y = b;
	int order = turns_compare(x->algebra, &x->term, &y->term);
	return order ? order : product_compare(&x->algebra->products, x->term.product, y->term.product);
}

/* Sorts the factors of a term: by their angles. */
static void sort_factors(const struct Algebra *algebra, struct ProductTerm *term)
{
	for (int i = 1; i < term->turns; i++) {
		struct TurnFactor factor = term->turn[i];
		int k = i;
		for (; k && angle_compare(&algebra->angles, factor.angle, term->turn[k - 1].angle) < 0; k--)
			term->turn[k] = term->turn[k - 1];
		term->turn[k] = factor;
	}
}

static void sort_terms(struct Algebra *algebra, struct ProductTerm *term, size_t count, struct Arena *arena)
{
	struct OrderedTerm *ordered = ARENA_ARRAY(arena, struct OrderedTerm, count);
	for (size_t i = 0; i < count; i++) {
		sort_factors(algebra, &term[i]);
		ordered[i] = (struct OrderedTerm){ algebra, term[i] };
	}
	qsort(ordered, count, sizeof *ordered, for_readers);
	for (size_t i = 0; i < count; i++)
		term[i] = ordered[i].term;
}

/* --- terms --- */

/* Is the coefficient a rounding error beside that of a term with the same symbols? Sines are at most 1. */
static bool is_rounding(struct Polynomial a, size_t i)
{
	const double rounding = 2e-16;
	double most = 0;
	for (size_t k = 0; k < a.count; k++)
		if (key_product(a.term[k].key) == key_product(a.term[i].key))
			most = fmax(most, fabs(a.term[k].coefficient.value));
	return !coefficient_is_exact(a.term[i].coefficient) && fabs(a.term[i].coefficient.value) < rounding * most;
}

struct ProductSum product_sum(struct Algebra *algebra, struct Polynomial a, struct Arena *arena)
{
	struct ProductSum sum = { .term = ARENA_ARRAY(arena, struct ProductTerm, a.count) };
	for (size_t i = 0; i < a.count; i++) {
		uint64_t key = a.term[i].key;
		if (is_rounding(a, i))
			continue;
		struct ProductTerm *term = &sum.term[sum.count++];
		*term = (struct ProductTerm){ .coefficient = a.term[i].coefficient, .product = key_product(key) };
		if (!key_is_plain(key))
			multiply(term, key_angle(key), key_sine(key));
	}
	sum.count = join_all(algebra, sum.term, sum.count);
	sort_terms(algebra, sum.term, sum.count, arena);
	return sum;
}
