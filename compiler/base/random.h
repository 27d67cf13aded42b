/* Pseudo-random numbers, the same on every machine: for states used in checks.
 * Called wherever such states are drawn. No memory, no state of its own. */
#ifndef RIGIDC_BASE_RANDOM_H
#define RIGIDC_BASE_RANDOM_H

#include <stdint.h>

/* Number in [-1, 1) for an element of an array, always the same for the same seed. */
double random_signed(uint64_t seed, unsigned array, uint32_t element);

/* Number 0 .. below - 1 of a sequence, below > 0, by Knuth's linear congruential generator (MMIX), of which only the
 * upper bits are used. The caller keeps the state. */
static inline int random_below(uint64_t *state, int below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (int)((uint32_t)(*state >> 33) % (uint32_t)below);
}

#endif
