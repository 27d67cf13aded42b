/* Mutable DAG: an expression DAG whose nodes may get another definition of the same value.
 * Called by the annealing pass.
 * Memory is the arena's.
 *
 * A change of node n = x y + x z, step by step:
 *
 *     now = mutable_mul(x, mutable_add(y, z))   makes two nodes, unused and so without cost
 *     mutable_weigh(n, now)                 -1: a product and a sum instead of two products and a sum
 *     mutable_change(n, now)                n is x (y + z) from now on. Its users do not notice; x y and x z are
 *                                       removed unless they have other users
 *     mutable_sweep()                       frees unused nodes
 *
 * If a node x (y + z) exists already, the weight is -3, and the change removes n: its users read the existing node.
 *
 * minus: x - y and y - x are the same operation, x - y. A node n = y - x has this operation and minus set, so that
 * readers of n get y - x.
 *
 * fixed: all nodes that b in a/b and c in sqrt(c) depend on, down to the inputs. They keep their definitions, and so
 * their bits. c = (x - y)^2 is never negative, but x x - 2 x y + y y may be, by rounding. The nearer b is to zero,
 * the more harm its rounding error does. The numerator a is not fixed: a/b = a (1/b) has it as a factor. */
#ifndef RIGIDC_REWRITE_MUTABLE_DAG_H
#define RIGIDC_REWRITE_MUTABLE_DAG_H

#include "dag/dag.h"

struct MutableNode {
	uint8_t op;   /* or MUTABLE_UNUSED */
	uint8_t time; /* enum Time: when the value is known */
	bool minus;   /* its value is minus its operation's */
	bool fixed;   /* a divisor or an argument of a function needs this node, whose definition stays */
	Ref operand[OPERANDS];
	uint32_t uses; /* by nodes and results; 0 for a node being tried */
	uint32_t hash; /* hash of the operation */
	uint32_t next; /* next in the same bucket, + 1 */
	uint32_t old;  /* node of the original DAG, + 1: for its label and its order */
};

enum { MUTABLE_UNUSED = OP_COUNT };

struct MutableList ARENA_LIST(uint32_t);

struct MutableDag {
	struct Arena *arena;
	struct MutableNode *item;
	size_t count, capacity;
	uint32_t *bucket; /* by hash: first node, + 1 */
	size_t buckets;
	uint32_t unused; /* first of the free nodes, + 1 */
	uint32_t one;    /* constant 1, + 1; 0: not made, or not asked for yet */
	Ref *result;
	size_t results;
	uint64_t cost, divisions;      /* operations of a call needed by results; divisions among them */
	uint64_t setup;                /* operations at setup time, on parameters alone */
	struct MutableList made, gone; /* nodes to examine in mutable_sweep */
	struct MutableList stack;
	int depth; /* recursion over nodes that become equal to others */
};

static inline struct MutableNode *mutable_node(const struct MutableDag *mutable, Ref ref)
{
	return &mutable->item[ref_node(ref)];
}
static inline bool mutable_is(const struct MutableDag *mutable, Ref ref, enum Op op)
{
	return mutable_node(mutable, ref)->op == op;
}
static inline int mutable_arity(const struct MutableNode *node)
{
	return node->op == MUTABLE_UNUSED ? 0 : op_table[node->op].arity;
}
double mutable_value(const struct MutableDag *mutable, Ref constant);
/* True if the value is this constant. */
bool mutable_is_value(const struct MutableDag *mutable, Ref ref, double value);

struct MutableDag mutable_open(const struct Dag *dag, const Ref *value, size_t count);
/* The DAG of the live nodes, with the values in it. `dag` is the original, with the labels. */
struct Dag mutable_close(struct MutableDag *mutable, const struct Dag *dag, Ref *value);
/* Copy, to change or to return to. */
void mutable_copy(struct MutableDag *to, const struct MutableDag *from);

/* Values, made or found. New nodes have no users until they are tried. */
Ref mutable_const(struct MutableDag *mutable, double value);
Ref mutable_add(struct MutableDag *mutable, Ref a, Ref b);
Ref mutable_mul(struct MutableDag *mutable, Ref a, Ref b);
Ref mutable_div(struct MutableDag *mutable, Ref a, Ref b);
Ref mutable_op(struct MutableDag *mutable, enum Op op, const Ref *operand);
/* An existing operation, or MUTABLE_NONE. */
#define MUTABLE_NONE UINT32_MAX
Ref mutable_find(const struct MutableDag *mutable, enum Op op, Ref a, Ref b);

/* Increase in operations of a call, in divisions among them, and in operations at setup time. */
struct MutableChange {
	int64_t cost, divisions, setup;
};

/* True if `a` has fewer operations of a call, or as many and fewer at setup time. */
static inline bool mutable_less(const struct MutableDag *a, const struct MutableDag *b)
{
	return a->cost != b->cost ? a->cost < b->cost : a->setup < b->setup;
}

/* Change of costs if node n were `now`, which has the same value and does not depend on n. Changes nothing. */
struct MutableChange mutable_weigh(struct MutableDag *mutable, uint32_t n, Ref now);
/* Replaces node n by `now`. */
void mutable_change(struct MutableDag *mutable, uint32_t n, Ref now);
/* Frees unused nodes. */
void mutable_sweep(struct MutableDag *mutable);
/* Adds a use of a value, as a result. */
void mutable_take(struct MutableDag *mutable, Ref ref);

#endif
