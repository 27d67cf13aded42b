/* Numbers by chance, the same on every machine: for states at which something is looked at.
 * Called wherever such states are drawn. No memory, no state of its own. */
#ifndef RIGIDC_CHANCE_H
#define RIGIDC_CHANCE_H

#include <stdint.h>

/* In [-1, 1): of one element of one of many arrays, always the same for the same seed. */
double chance(uint64_t seed, unsigned array, uint32_t element);

#endif
