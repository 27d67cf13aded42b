#include "polynomial.h"

#include <stdlib.h>
#include <string.h>

/* --- symbols --- */

/* Order of factors: pi, parameters, coordinates, rates, accelerations, other inputs, named values, functions. */
enum { PARAMETERS = 1, INPUTS, NAMED = INPUTS + INPUT_COUNT, FUNCTIONS };

static uint64_t rank_of(const struct AlgebraSymbol *symbol, uint32_t number)
{
	switch (symbol->kind) {
	case SYMBOL_PI: return 0;
	case SYMBOL_NAMED: return (uint64_t)NAMED << 32 | number;
	case SYMBOL_FUNCTION: return (uint64_t)FUNCTIONS << 32 | number;
	case SYMBOL_INPUT: break;
	}
	uint64_t first = symbol->array == INPUT_PARAMS ? PARAMETERS : INPUTS + symbol->array;
	return first << 32 | symbol->element;
}

static bool same_symbol(const struct AlgebraSymbol *a, const struct AlgebraSymbol *b)
{
	bool same = a->kind == b->kind && a->array == b->array && a->element == b->element && a->op == b->op;
	for (int k = 0; k < OPERANDS && same; k++)
		same = poly_equal(a->operand[k], b->operand[k]);
	return same;
}

uint32_t poly_symbol_new(struct Algebra *algebra, const struct AlgebraSymbol *symbol)
{
	uint32_t number = (uint32_t)algebra->symbol.count;
	*ARENA_PUSH(algebra->arena, &algebra->symbol) = *symbol;
	return products_add_symbol(&algebra->products, rank_of(symbol, number));
}

/* Number of a symbol, new or known. Few symbols are compared. */
static uint32_t symbol_find(struct Algebra *algebra, const struct AlgebraSymbol *symbol)
{
	for (uint32_t i = 0; i < algebra->symbol.count; i++)
		if (same_symbol(&algebra->symbol.item[i], symbol))
			return i;
	return poly_symbol_new(algebra, symbol);
}

struct Algebra *algebra_new(struct Arena *arena, size_t most)
{
	struct Algebra *algebra = ARENA_NEW(arena, struct Algebra);
	*algebra = (struct Algebra){ .arena = arena, .most = most };
	algebra->products = products_new(arena, (uint64_t)INPUTS << 32);
	algebra->angles = angles_new(arena, &algebra->products);
	return algebra;
}

/* --- terms --- */

/* Room for terms, of which the algebra keeps count; NULL once there are too many. */
static struct PolyTerm *terms_new(struct Algebra *algebra, size_t count)
{
	algebra->made += count;
	algebra->full |= algebra->made > algebra->most;
	return algebra->full ? NULL : ARENA_ARRAY(algebra->arena, struct PolyTerm, count);
}

static const struct Polynomial nothing = { NULL, 0 };

struct Polynomial poly_term(struct Algebra *algebra, uint64_t key, struct Coefficient coefficient)
{
	struct PolyTerm *term = coefficient_is_zero(coefficient) ? NULL : terms_new(algebra, 1);
	if (!term)
		return nothing;
	*term = (struct PolyTerm){ key, coefficient };
	return (struct Polynomial){ term, 1 };
}

struct Polynomial poly_number(struct Algebra *algebra, double value)
{
	const struct AlgebraSymbol pi = { .kind = SYMBOL_PI };
	struct Coefficient number = coefficient_of(value);
	if (coefficient_is_exact(number) || !coefficient_of_pi(value, &number))
		return poly_term(algebra, 0, number);
	uint32_t product = product_power(&algebra->products, symbol_find(algebra, &pi), 1);
	return poly_term(algebra, term_key(product, 0, false), number);
}

struct Polynomial poly_of_symbol(struct Algebra *algebra, uint32_t number)
{
	uint32_t product = product_power(&algebra->products, number, 1);
	return poly_term(algebra, term_key(product, 0, false), coefficient_exact(1, 1));
}

struct Polynomial poly_symbol(struct Algebra *algebra, const struct AlgebraSymbol *symbol)
{
	return poly_of_symbol(algebra, symbol_find(algebra, symbol));
}

bool poly_equal(struct Polynomial a, struct Polynomial b)
{
	if (a.count != b.count)
		return false;
	for (size_t i = 0; i < a.count; i++) {
		const struct Coefficient x = a.term[i].coefficient, y = b.term[i].coefficient;
		if (a.term[i].key != b.term[i].key || x.p != y.p || x.q != y.q || x.value != y.value)
			return false;
	}
	return true;
}

struct Polynomial poly_neg(struct Algebra *algebra, struct Polynomial a)
{
	const struct Coefficient minus = coefficient_exact(-1, 1);
	struct PolyTerm *term = terms_new(algebra, a.count);
	for (size_t i = 0; i < a.count && term; i++)
		term[i] = (struct PolyTerm){ a.term[i].key, coefficient_mul(a.term[i].coefficient, minus) };
	return term ? (struct Polynomial){ term, a.count } : nothing;
}

/* --- sums --- */

struct Polynomial poly_add(struct Algebra *algebra, struct Polynomial a, struct Polynomial b)
{
	if (!a.count || !b.count)
		return a.count ? a : b;
	struct PolyTerm *term = terms_new(algebra, a.count + b.count);
	size_t count = 0;
	for (size_t i = 0, k = 0; term && (i < a.count || k < b.count);) {
		uint64_t left = i < a.count ? a.term[i].key : UINT64_MAX,
			 right = k < b.count ? b.term[k].key : UINT64_MAX;
		term[count] = left <= right ? a.term[i] : b.term[k];
		if (left == right)
			term[count].coefficient = coefficient_add(a.term[i].coefficient, b.term[k].coefficient);
		count += !coefficient_is_zero(term[count].coefficient);
		i += left <= right;
		k += right <= left;
	}
	return (struct Polynomial){ term, count };
}

static int by_key(const void *a, const void *b)
{
	uint64_t left = ((const struct PolyTerm *)a)->key, right = ((const struct PolyTerm *)b)->key;
	return left < right ? -1 : left > right;
}

/* Sum of terms in any order. */
static struct Polynomial gathered(struct PolyTerm *term, size_t count)
{
	size_t kept = 0;
	qsort(term, count, sizeof *term, by_key);
	for (size_t i = 0, next; i < count; i = next) {
		struct PolyTerm sum = term[i];
		for (next = i + 1; next < count && term[next].key == sum.key; next++)
			sum.coefficient = coefficient_add(sum.coefficient, term[next].coefficient);
		if (!coefficient_is_zero(sum.coefficient))
			term[kept++] = sum;
	}
	return (struct Polynomial){ term, kept };
}

/* --- products --- */

/* Terms of a product, as far as they are made. */
struct Gathering {
	struct Algebra *algebra;
	struct PolyTerm *term;
	size_t count;
	uint32_t product;
	struct Coefficient coefficient;
};

/* Adds sign * sin or cos of (a + b) or (a - b). */
static void gather(struct Gathering *g, uint32_t a, uint32_t b, bool minus, bool sine, bool negative)
{
	struct SignedAngle angle = { 0 };
	if (!angle_combine(&g->algebra->angles, a, b, minus, 1, &angle))
		g->algebra->full = true;
	if (sine && !angle.angle)
		return;
	negative ^= sine && angle.negative;
	g->term[g->count++] = (struct PolyTerm){ term_key(g->product, angle.angle, sine),
		                                 negative ? coefficient_neg(g->coefficient) : g->coefficient };
}

/* Product to sum:
 *   2 cos a cos b = cos(a - b) + cos(a + b)    2 sin a cos b = sin(a + b) + sin(a - b)
 *   2 sin a sin b = cos(a - b) - cos(a + b)    2 cos a sin b = sin(a + b) - sin(a - b) */
static void gather_product(struct Gathering *g, const struct PolyTerm *a, const struct PolyTerm *b)
{
	uint32_t x = key_angle(a->key), y = key_angle(b->key);
	bool sx = key_sine(a->key), sy = key_sine(b->key);
	g->product = product_mul(&g->algebra->products, key_product(a->key), key_product(b->key));
	g->coefficient = coefficient_mul(a->coefficient, b->coefficient);
	if (!x || !y) {
		gather(g, x, y, false, sx || sy, false);
		return;
	}
	g->coefficient = coefficient_mul(g->coefficient, coefficient_exact(1, 2));
	gather(g, x, y, false, sx != sy, sx && sy);
	gather(g, x, y, true, sx != sy, sy && !sx);
}

static struct Polynomial multiplied(struct Algebra *algebra, struct Polynomial a, struct Polynomial b)
{
	struct Gathering g = { .algebra = algebra, .term = terms_new(algebra, 2 * a.count * b.count) };
	for (size_t i = 0; i < a.count && g.term; i++)
		for (size_t k = 0; k < b.count; k++)
			gather_product(&g, &a.term[i], &b.term[k]);
	arena_empty(arena_scratch(algebra->arena));
	return g.term ? gathered(g.term, g.count) : nothing;
}

/* --- unit quaternions --- */

void algebra_add_quaternion(struct Algebra *algebra, enum Input array, uint32_t first)
{
	struct Polynomial square = poly_term(algebra, 0, coefficient_exact(1, 1));
	uint32_t number = 0;
	for (uint32_t k = 0; k < 4; k++) {
		const struct AlgebraSymbol symbol = { .kind = SYMBOL_INPUT, .array = array, .element = first + k };
		number = symbol_find(algebra, &symbol);
		uint64_t key = term_key(product_power(&algebra->products, number, 2), 0, false);
		if (k < 3)
			square = poly_add(algebra, square, poly_term(algebra, key, coefficient_exact(-1, 1)));
	}
	*ARENA_PUSH(algebra->arena, &algebra->quaternion) = (struct UnitQuaternion){ number, square };
}

/* Has the product w^2 as a factor? */
static bool has_square(const struct Algebra *algebra, uint32_t product, uint32_t w)
{
	struct PowerList list = product_powers(&algebra->products, product);
	for (int i = 0; i < list.count; i++)
		if (list.item[i].symbol == w)
			return list.item[i].exponent >= 2;
	return false;
}

/* Terms with w^2, less that factor; the other terms go to *rest. */
static struct Polynomial over_square(struct Algebra *algebra, struct Polynomial a, uint32_t w, struct Polynomial *rest)
{
	struct PolyTerm *with = terms_new(algebra, a.count), *without = terms_new(algebra, a.count);
	uint32_t less = product_power(&algebra->products, w, -2);
	size_t withs = 0, withouts = 0;
	for (size_t i = 0; i < a.count && with && without; i++) {
		uint64_t key = a.term[i].key;
		if (!has_square(algebra, key_product(key), w)) {
			without[withouts++] = a.term[i];
			continue;
		}
		uint32_t product = product_mul(&algebra->products, key_product(key), less);
		with[withs++] =
			(struct PolyTerm){ term_key(product, key_angle(key), key_sine(key)), a.term[i].coefficient };
	}
	*rest = (struct Polynomial){ without, withouts };
	return withs ? gathered(with, withs) : nothing;
}

/* The same value without squares of w. Each round lowers the powers by 2. */
static struct Polynomial without_squares(struct Algebra *algebra, struct Polynomial a)
{
	for (size_t i = 0; i < algebra->quaternion.count; i++) {
		const struct UnitQuaternion unit = algebra->quaternion.item[i];
		struct Polynomial rest, with = over_square(algebra, a, unit.w, &rest);
		while (with.count && !algebra->full) {
			a = poly_add(algebra, rest, multiplied(algebra, with, unit.square));
			with = over_square(algebra, a, unit.w, &rest);
		}
	}
	return a;
}

struct Polynomial poly_mul(struct Algebra *algebra, struct Polynomial a, struct Polynomial b)
{
	struct Polynomial product = multiplied(algebra, a, b);
	return algebra->quaternion.count && product.count ? without_squares(algebra, product) : product;
}

/* --- functions --- */

struct Polynomial poly_inverse(struct Algebra *algebra, struct Polynomial a)
{
	if (a.count != 1 || !key_is_plain(a.term->key))
		return poly_symbol(algebra,
		                   &(struct AlgebraSymbol){ .kind = SYMBOL_FUNCTION, .op = OP_DIV, .operand = { a } });
	uint32_t product = product_inverse(&algebra->products, key_product(a.term->key));
	return poly_term(algebra, term_key(product, 0, false), coefficient_inverse(a.term->coefficient));
}

/* Is it a sum of few products without sines? */
static bool is_angle(struct Polynomial a)
{
	for (size_t i = 0; i < a.count; i++)
		if (!key_is_plain(a.term[i].key))
			return false;
	return a.count <= ANGLE_PARTS;
}

/* Number of quarter turns of a part, as a multiple of pi/2; -1: it is none. */
static int quarters_of(const struct Algebra *algebra, const struct PolyTerm *term)
{
	struct PowerList list = product_powers(&algebra->products, key_product(term->key));
	struct Coefficient twice = coefficient_mul(term->coefficient, coefficient_exact(2, 1));
	bool pi = list.count == 1 && list.item->exponent == 1 &&
	          algebra->symbol.item[list.item->symbol].kind == SYMBOL_PI;
	return pi && twice.q == 1 ? (int)((twice.p % 4 + 4) % 4) : -1;
}

struct Polynomial poly_turn(struct Algebra *algebra, struct Polynomial a, bool sine)
{
	struct AnglePart part[ANGLE_PARTS];
	int count = 0, turned = sine ? 3 : 0; /* sin x = cos(x + 3 pi/2) */
	if (!is_angle(a))
		a = poly_symbol(algebra,
		                &(struct AlgebraSymbol){ .kind = SYMBOL_FUNCTION, .op = OP_ADD, .operand = { a } });
	for (size_t i = 0; i < a.count; i++) {
		int quarters = quarters_of(algebra, &a.term[i]);
		turned += quarters > 0 ? quarters : 0;
		part[count] = (struct AnglePart){ key_product(a.term[i].key), a.term[i].coefficient };
		count += quarters < 0;
	}
	struct SignedAngle angle = angle_of_parts(&algebra->angles, part, count);
	/* cos(x + k pi/2) is cos x, -sin x, -cos x, sin x */
	bool as_sine = turned % 2, negative = turned % 4 == 1 || turned % 4 == 2;
	if (as_sine && !angle.angle)
		return nothing;
	negative ^= as_sine && angle.negative;
	return poly_term(algebra, term_key(0, angle.angle, as_sine), coefficient_exact(negative ? -1 : 1, 1));
}
