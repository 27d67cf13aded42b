/* Byte strings, each stored once and known by its number.
 * Called by the tables of products and of sums of angles. Memory is the arena's. */
#ifndef RIGIDC_INTERN_H
#define RIGIDC_INTERN_H

#include "base/arena.h"

struct InternedBytes {
	const void *bytes;
	size_t size;
};

struct InternTable {
	struct Arena *arena;
	struct InternedBytes *item;
	size_t count, capacity;
	uint32_t *slot; /* open addressing: number + 1 */
	size_t slots;
};

struct InternTable intern_new(struct Arena *arena);
/* Number of a string. A new string is copied. */
uint32_t intern_find(struct InternTable *table, const void *bytes, size_t size);

#endif
