/* Numbers by chance, the same on every machine: for states at which something is looked at.
 * Called wherever such states are drawn. No memory, no state of its own. */
#ifndef RIGIDC_BASE_RANDOM_H
#define RIGIDC_BASE_RANDOM_H

#include <stdint.h>

/* In [-1, 1): of one element of one of many arrays, always the same for the same seed. */
double random_signed(uint64_t seed, unsigned array, uint32_t element);

/* Of a sequence, by the linear congruential generator of Knuth (MMIX), of which only the upper bits are used. The state is the caller's:
 * 0 .. below - 1, below > 0 */
static inline int random_below(uint64_t *state, int below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (int)((uint32_t)(*state >> 33) % (uint32_t)below);
}

#endif
