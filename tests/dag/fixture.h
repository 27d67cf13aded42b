/* A DAG in an arena of its own, new for every test.
 * The fixture for tests that make, change or lower nodes.
 * The arena has all memory, until fixture_end. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "dag/dag.h"

static struct Guard guard;
static struct Arena arena;
static struct Dag dag;

static inline void fixture_begin(void)
{
	arena_init(&arena, &guard);
	dag_init(&dag, &arena);
}

static inline void fixture_end(void)
{
	arena_free(&arena);
}

static inline Ref input(uint32_t i)
{
	return dag_input(&dag, INPUT_Q, i);
}

#endif
