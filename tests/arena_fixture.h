/* An arena, new for every test.
 * The fixture for tests of what needs memory alone; fixture.h has a DAG too.
 * The arena has all memory, until arena_end. */
#ifndef ARENA_FIXTURE_H
#define ARENA_FIXTURE_H

#include "base/arena.h"

static struct Guard guard;
static struct Arena arena;

static inline void arena_begin(void)
{
	arena_init(&arena, &guard);
}

static inline void arena_end(void)
{
	arena_free(&arena);
}

#endif
