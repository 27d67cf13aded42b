/* The expression DAG as something that can be changed: a node may get another definition of the same value.
 * Called by the pass that changes it.
 * Memory is the arena's.
 *
 * A change of node n = x y + x z, step by step:
 *
 *     now = net_mul(x, net_add(y, z))   two nodes are made; nothing uses them yet, so they cost nothing
 *     net_weigh(n, now)                 -1: a product and a sum instead of two products and a sum
 *     net_change(n, now)                n is x (y + z) from now on. Its users do not notice; x y and x z are
 *                                       gone unless something else uses them
 *     net_sweep()                       forgets what was made and is not used
 *
 * If there is a node x (y + z) already, the weight is -3, and the change lets n go: its users read that node.
 *
 * minus: x - y and y - x are one operation, x - y. If n is to be y - x, it becomes that operation and minus it:
 * whoever reads n gets y - x.
 *
 * fixed: all that b in a/b and c in sqrt(c) are made of, down to the inputs. It keeps its definition and so its
 * bits: c = (x - y)^2 is never negative, but x x - 2 x y + y y may be, by rounding; and the nearer to zero b
 * is, the more harm a rounding error in it does. The numerator a is free: a/b = a (1/b) has it as a factor. */
#ifndef RIGIDC_NET_H
#define RIGIDC_NET_H

#include "dag/dag.h"

struct NetNode {
	uint8_t op; /* or NET_UNUSED */
	uint8_t time; /* when it is known */
	bool minus; /* its value is minus that of its operation */
	bool fixed; /* a divisor or what a function is taken of needs it: it keeps its definition */
	Ref operand[OPERANDS];
	uint32_t uses; /* by nodes and results; 0 for one that is being tried */
	uint32_t hash; /* of the operation */
	uint32_t next; /* in the same bucket, + 1 */
	uint32_t old;  /* the node of the DAG it was made from, + 1: for its label and its place */
};

enum { NET_UNUSED = OP_COUNT };

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
	uint32_t one;     /* the constant 1, + 1; 0 if it is not there or was not asked for */
	Ref *result;
	size_t results;
	uint64_t cost, divisions; /* operations of a call that the results need, and how many of them divide */
	uint64_t setup;           /* operations that are done before it, on parameters alone */
	struct NetList made, gone; /* that net_sweep looks at */
	struct NetList stack;
	int depth; /* of nodes that became equal because others did */
};

static inline struct NetNode *net_node(const struct Net *net, Ref ref) { return &net->item[ref_node(ref)]; }
static inline bool net_is(const struct Net *net, Ref ref, enum Op op) { return net_node(net, ref)->op == op; }
static inline int net_arity(const struct NetNode *node)
{
	return node->op == NET_UNUSED ? 0 : op_table[node->op].arity;
}
double net_value(const struct Net *net, Ref constant);
/* Is it this constant? */
bool net_is_value(const struct Net *net, Ref ref, double value);

struct Net net_open(const struct Dag *dag, const Ref *value, size_t count);
/* The DAG of what is needed; the values in it. Labels are those of `dag`, from which the net was made. */
struct Dag net_close(struct Net *net, const struct Dag *dag, Ref *value);
/* Another one to change, or to return to. */
void net_copy(struct Net *to, const struct Net *from);

/* Values, made or found. What is made has no users until it is tried. */
Ref net_const(struct Net *net, double value);
Ref net_add(struct Net *net, Ref a, Ref b);
Ref net_mul(struct Net *net, Ref a, Ref b);
Ref net_div(struct Net *net, Ref a, Ref b);
Ref net_op(struct Net *net, enum Op op, const Ref *operand);
/* An operation that is there already, or NET_NONE. */
#define NET_NONE UINT32_MAX
Ref net_find(const struct Net *net, enum Op op, Ref a, Ref b);

/* How many more operations of a call, how many more of these that divide, and how many more before it. */
struct NetChange {
	int64_t cost, divisions, setup;
};

/* Fewer operations, or as many and fewer before the call? */
static inline bool net_less(const struct Net *a, const struct Net *b)
{
	return a->cost != b->cost ? a->cost < b->cost : a->setup < b->setup;
}

/* What it would cost if node n were `now`, which is the same value and does not need n. Changes nothing. */
struct NetChange net_weigh(struct Net *net, uint32_t n, Ref now);
/* Node n is `now`. */
void net_change(struct Net *net, uint32_t n, Ref now);
/* Forgets what was made and is not used. */
void net_sweep(struct Net *net);
/* One more use of a value: as a result. */
void net_take(struct Net *net, Ref ref);

#endif
