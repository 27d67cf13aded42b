/* Memo of function calls: another call with the same arguments has the same value. Called by the evaluation of calls.
 * Memory is the arena's; arguments and values are copied. */
#ifndef RIGIDC_MODEL_EXPRESSION_MEMO_H
#define RIGIDC_MODEL_EXPRESSION_MEMO_H

#include "model/value.h"

/* Local name, which hides constants: a coordinate or parameter inside a definition. */
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
/* Value of a known call, or NULL. Equal arguments are the same nodes, with the same dimensions, from the same
 * literals; only their positions in the source may differ. */
const struct Value *memo_find(const struct Memo *memo, const void *function, const struct Local *argument,
                              size_t arguments);
/* Adds a call that is not in the memo. */
void memo_add(struct Memo *memo, const void *function, const struct Local *argument, size_t arguments,
              struct Value value);

#endif
