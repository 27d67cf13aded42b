/* Calls of functions whose values are known: what is called again with the same arguments has the same value.
 * Called by the evaluation of calls. Memory is the arena's; arguments and values stay where they are. */
#ifndef RIGIDC_MODEL_EXPRESSION_MEMO_H
#define RIGIDC_MODEL_EXPRESSION_MEMO_H

#include "model/value.h"

/* A name that hides the constants: a coordinate or parameter inside of a definition. */
struct Local {
	const char *name;
	struct Value value;
};

struct KnownCall {
	const void *function;
	const struct Local *argument;
	struct Value value;
	uint64_t hash;
};

struct Memo {
	struct Arena *arena;
	struct KnownCall *item;
	size_t count, capacity;
	uint32_t *slot; /* open addressing: index of item + 1 */
	size_t slots;
};

void memo_init(struct Memo *memo, struct Arena *arena);
/* The value of a call that was added, or NULL. Equal arguments are the same nodes, of the same dimensions, from
 * the same literals; only where they were written may differ. */
const struct Value *memo_find(const struct Memo *memo, const void *function, const struct Local *argument,
                              size_t arguments);
/* Requires that it is not there. */
void memo_add(struct Memo *memo, const void *function, const struct Local *argument, size_t arguments,
              struct Value value);

#endif
