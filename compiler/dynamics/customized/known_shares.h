/* Shares of levers that are known from before. The trials of a search make the same expressions again and again, each in a DAG of its
 * own. Called by postures. Memory is the arena's that the list was made in.
 *
 * A key has two hashes of 64 bits. The key of a node is made of its operation and of the keys of its operands, so the same expression has
 * the same key in every DAG. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_KNOWN_SHARES_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_KNOWN_SHARES_H

#include "dag/dag.h"

struct LeverKey {
	uint64_t half[2];
};

/* Keys of the first nodes of a DAG. */
struct NodeKeys {
	struct LeverKey *item;
	size_t count, capacity;
};

struct KnownShares {
	struct Arena *arena;
	struct KnownShare {
		struct LeverKey key;
		double *share; /* NULL: a free slot */
	} * item;              /* open addressing */
	size_t count, slots;
};

struct KnownShares *known_shares_new(struct Arena *arena);
/* Adds a number, or its bits, to a key. */
void lever_key_add(struct LeverKey *key, uint64_t word);
void lever_key_add_numbers(struct LeverKey *key, const double *number, size_t count);
/* Adds an expression. `keys` gets keys of new nodes first; memory is the arena's of the DAG. */
void lever_key_add_value(struct LeverKey *key, const struct Dag *dag, struct NodeKeys *keys, Ref value);
/* The slot of a key; free if the shares are not known. */
struct KnownShare *known_shares_find(struct KnownShares *known, const struct LeverKey *key);
/* Fills a free slot. */
void known_shares_add(struct KnownShares *known, struct KnownShare *place, const struct LeverKey *key,
                      const double *share, int count);

#endif
