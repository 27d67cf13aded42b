/* Products of powers of symbols, each stored once. Number 0 is the empty product.
 * Called by the polynomials. Memory is the arena's.
 *
 * Symbols are numbers that the caller gives meaning. Each has a rank, by which factors are in order. */
#ifndef RIGIDC_POWER_PRODUCT_H
#define RIGIDC_POWER_PRODUCT_H

#include "intern.h"

struct Power {
	uint32_t symbol;
	int32_t exponent;
};

struct SymbolRanks ARENA_LIST(uint64_t);

struct PowerProducts {
	struct InternTable table;
	struct SymbolRanks rank; /* by symbol, all different */
	uint64_t fixed;          /* symbols of lower ranks are numbers of a model, the others depend on the state */
};

struct PowerList {
	const struct Power *item;
	int count;
};

struct PowerProducts products_new(struct Arena *arena, uint64_t fixed);
/* A new symbol; returns its number. */
uint32_t products_add_symbol(struct PowerProducts *products, uint64_t rank);
/* symbol^exponent */
uint32_t product_power(struct PowerProducts *products, uint32_t symbol, int exponent);
uint32_t product_mul(struct PowerProducts *products, uint32_t a, uint32_t b);
/* 1/a */
uint32_t product_inverse(struct PowerProducts *products, uint32_t a);
/* Factors, by rank. */
struct PowerList product_powers(const struct PowerProducts *products, uint32_t a);
/* Order of terms for readers: by the first factor that differs, of lower rank first, of higher power first. */
int product_compare(const struct PowerProducts *products, uint32_t a, uint32_t b);
/* Has the product only symbols that are numbers of a model? */
bool product_is_fixed(const struct PowerProducts *products, uint32_t a);

#endif
