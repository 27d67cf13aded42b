/* A DAG in an arena of its own, new for every test.
 * The fixture for tests that make, change or lower nodes.
 * The arena has all memory, until arena_end. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include "arena_fixture.h"
#include "dag/dag.h"

static struct Dag dag;

static inline void fixture_begin(void)
{
	arena_begin();
	dag_init(&dag, &arena);
}

static inline Ref input(uint32_t i)
{
	return dag_input(&dag, INPUT_Q, i);
}

#endif
