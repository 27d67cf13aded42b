/* A small random number generator, the same on every machine.
 * Called by the random trees and by tests that draw; Sebastiano Vigna's splitmix64.
 * The state is one number, owned by the caller. */
#ifndef RANDOM_BITS_H
#define RANDOM_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* 0 .. n-1, n > 0 */
static inline int random_below(uint64_t *state, int n)
{
	return (int)(random_bits(state) % (uint64_t)n);
}

static inline bool random_chance(uint64_t *state, int percent)
{
	return random_below(state, 100) < percent;
}

static inline double random_between(uint64_t *state, double low, double high)
{
	return low + (high - low) * ((double)(random_bits(state) >> 11) / 9007199254740992.0);
}

#endif
