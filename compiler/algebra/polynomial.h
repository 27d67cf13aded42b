/* Polynomials in symbols, times the sine or cosine of a sum of angles: sums of terms
 *   coefficient * product of powers of symbols * cos(angle) or sin(angle),
 * where cos(0) = 1. Products of sines and cosines become sums, so that equal values have equal terms.
 * Called by the canonical form of a DAG. Memory is the arena's. */
#ifndef RIGIDC_POLYNOMIAL_H
#define RIGIDC_POLYNOMIAL_H

#include "angle_sum.h"
#include "dag/dag.h"

/* The key has the product, the angle, and a bit for a sine. Terms are sorted by their keys. */
struct PolyTerm {
	uint64_t key;
	struct Coefficient coefficient;
};

struct Polynomial {
	const struct PolyTerm *term;
	size_t count;
};

enum SymbolKind {
	SYMBOL_PI,
	SYMBOL_INPUT, /* an element of an input array */
	SYMBOL_NAMED, /* a value that has a name of its own */
	SYMBOL_FUNCTION, /* a function of polynomials: op of operands; OP_ADD: the first operand itself; OP_DIV: 1 over it */
};

/* The meaning of a symbol. */
struct AlgebraSymbol {
	enum SymbolKind kind;
	uint32_t array, element;   /* of an input */
	const struct Label *label; /* of a named value; NULL: it has none */
	enum Op op;
	struct Polynomial operand[OPERANDS];
};

struct AlgebraSymbols ARENA_LIST(struct AlgebraSymbol);

/* Symbols x, y, z, w whose squares have the sum 1, and 1 - x^2 - y^2 - z^2, which takes the place of w^2. */
struct UnitQuaternion {
	uint32_t w;
	struct Polynomial square;
};

struct UnitQuaternions ARENA_LIST(struct UnitQuaternion);

struct Algebra {
	struct Arena *arena;
	struct PowerProducts products;
	struct AngleSums angles;
	struct AlgebraSymbols symbol;
	struct UnitQuaternions quaternion;
	size_t made, most; /* terms made so far, and before the algebra gives up */
	bool full;         /* it has given up: values are meaningless */
};

/* The algebra stays at its place: its tables point at each other. */
struct Algebra *algebra_new(struct Arena *arena, size_t most);

/* Declares four elements of an input, from `first` on, as a unit quaternion (x y z w). No square of w stays in a product. */
void algebra_add_quaternion(struct Algebra *algebra, enum Input array, uint32_t first);

static inline uint64_t term_key(uint32_t product, uint32_t angle, bool sine)
{
	return (uint64_t)product << 32 | (uint64_t)angle << 1 | sine;
}
static inline uint32_t key_product(uint64_t key)
{
	return (uint32_t)(key >> 32);
}
static inline uint32_t key_angle(uint64_t key)
{
	return (uint32_t)key >> 1;
}
static inline bool key_sine(uint64_t key)
{
	return key & 1;
}
/* Is the term without sine and cosine? */
static inline bool key_is_plain(uint64_t key)
{
	return !(uint32_t)key;
}

struct Polynomial poly_term(struct Algebra *algebra, uint64_t key, struct Coefficient coefficient);
/* A number of a model; a multiple of pi has the symbol. */
struct Polynomial poly_number(struct Algebra *algebra, double value);
struct Polynomial poly_of_symbol(struct Algebra *algebra, uint32_t number);
/* Adds a symbol; returns its number. */
uint32_t poly_symbol_new(struct Algebra *algebra, const struct AlgebraSymbol *symbol);
/* The symbol of a meaning. Equal meanings share a symbol. */
struct Polynomial poly_symbol(struct Algebra *algebra, const struct AlgebraSymbol *symbol);
struct Polynomial poly_neg(struct Algebra *algebra, struct Polynomial a);
struct Polynomial poly_add(struct Algebra *algebra, struct Polynomial a, struct Polynomial b);
struct Polynomial poly_mul(struct Algebra *algebra, struct Polynomial a, struct Polynomial b);
/* 1/a; of a sum, a symbol of its own. */
struct Polynomial poly_inverse(struct Algebra *algebra, struct Polynomial a);
/* Sine or cosine. A value that is no sum of angles is an angle itself. */
struct Polynomial poly_turn(struct Algebra *algebra, struct Polynomial a, bool sine);
bool poly_equal(struct Polynomial a, struct Polynomial b);

#endif
