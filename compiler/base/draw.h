/* Numbers by chance for the searches, the same on every machine: Knuth's linear congruential generator (MMIX),
 * of which only the upper bits are used. The state is one number, owned by the caller. */
#ifndef DRAW_H
#define DRAW_H

#include <stdint.h>

/* 0 .. below - 1, below > 0 */
static inline int draw(uint64_t *state, int below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (int)((uint32_t)(*state >> 33) % (uint32_t)below);
}

#endif
