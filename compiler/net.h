/* The expression DAG as something that can be changed: a node may be given another definition of the same value,
 * which is weighed first and taken back if it costs too much. What nothing uses any more is gone at once, so
 * the cost is always that of what is needed.
 * Called by the pass that changes it. Memory is the arena's. */
#ifndef RIGIDC_NET_H
#define RIGIDC_NET_H

#include "dag.h"

struct NetNode {
	uint8_t op;
	bool minus; /* its value is that of the operation with the other sign */
	bool fixed; /* another operation than sums and products needs it */
	Ref operand[OPERANDS];
	uint32_t uses; /* by nodes and results; 0 for one that is being tried */
	uint32_t next; /* of the same hash, + 1 */
	uint32_t old;  /* the node of the DAG it was made from, + 1: for its label and its place */
};

struct NetList {
	uint32_t *item;
	size_t count, capacity;
};

struct Net {
	struct Arena *arena;
	struct NetNode *item;
	size_t count, capacity;
	uint32_t *bucket; /* by hash: the first node, + 1 */
	size_t buckets;
	uint32_t unused;  /* the first of those to be used again, + 1 */
	Ref *result;
	size_t results;
	uint64_t cost;    /* operations that the results need */
	struct NetList made, gone; /* that net_sweep looks at */
	struct NetList stack;
	int depth; /* of nodes that became equal because others did */
};

static inline struct NetNode *net_node(const struct Net *net, Ref ref) { return &net->item[ref_node(ref)]; }
static inline bool net_is(const struct Net *net, Ref ref, enum Op op) { return net_node(net, ref)->op == op; }
double net_value(const struct Net *net, Ref constant);

struct Net net_open(const struct Dag *dag, const Ref *value, size_t count);
/* The DAG of what is needed; the values in it. Labels are those of `dag`, from which the net was made. */
struct Dag net_close(struct Net *net, const struct Dag *dag, Ref *value);
/* Another one to change, or to return to. */
void net_copy(struct Net *to, const struct Net *from);

/* Values, made or found. What is made has no users until it is tried. */
Ref net_const(struct Net *net, double value);
Ref net_add(struct Net *net, Ref a, Ref b);
Ref net_mul(struct Net *net, Ref a, Ref b);
/* An operation that is there already, or NET_NONE. */
#define NET_NONE UINT32_MAX
Ref net_find(const struct Net *net, enum Op op, Ref a, Ref b);

/* What the cost would change by if node n were `now`, which is the same value and does not need n. */
int64_t net_weigh(struct Net *net, uint32_t n, Ref now);
/* Does it. */
void net_change(struct Net *net, uint32_t n, Ref now);
/* Forgets what was made and is not used. */
void net_sweep(struct Net *net);

#endif
