#include "intern.h"

#include <string.h>

#include "base/text.h"

enum { FIRST_SLOTS = 256 };

struct InternTable intern_new(struct Arena *arena)
{
	struct InternTable table = { .arena = arena, .slots = FIRST_SLOTS };
	table.slot = ARENA_ARRAY(arena, uint32_t, table.slots);
	return table;
}

/* The slot with the string, or the free slot for it. */
static uint32_t *find_slot(const struct InternTable *table, const void *bytes, size_t size)
{
	size_t last = table->slots - 1, at = (size_t)text_hash(bytes, size) & last;
	while (table->slot[at]) {
		const struct InternedBytes *item = &table->item[table->slot[at] - 1];
		if (item->size == size && (!size || memcmp(item->bytes, bytes, size) == 0))
			break;
		at = (at + 1) & last;
	}
	return &table->slot[at];
}

static void widen(struct InternTable *table)
{
	arena_release(table->arena, table->slot);
	table->slots *= 2;
	table->slot = ARENA_ARRAY(table->arena, uint32_t, table->slots);
	for (size_t i = 0; i < table->count; i++)
		*find_slot(table, table->item[i].bytes, table->item[i].size) = (uint32_t)i + 1;
}

uint32_t intern_find(struct InternTable *table, const void *bytes, size_t size)
{
	if (2 * (table->count + 1) > table->slots)
		widen(table);
	uint32_t *slot = find_slot(table, bytes, size);
	if (!*slot) {
		*ARENA_PUSH(table->arena, table) =
			(struct InternedBytes){ arena_copy(table->arena, bytes, size), size };
		*slot = (uint32_t)table->count;
	}
	return *slot - 1;
}
