/* The expression DAG as something that can be changed: a node may get another definition of the same value.
 * Called by the pass that changes it.
 * Memory is the arena's.
 *
 * A change of node n = x y + x z, step by step:
 *
 *     now = mutable_mul(x, mutable_add(y, z))   two nodes are made; nothing uses them yet, so they cost nothing
 *     mutable_weigh(n, now)                 -1: a product and a sum instead of two products and a sum
 *     mutable_change(n, now)                n is x (y + z) from now on. Its users do not notice; x y and x z are
 *                                       gone unless something else uses them
 *     mutable_sweep()                       forgets what was made and is not used
 *
 * If there is a node x (y + z) already, the weight is -3, and the change lets n go: its users read that node.
 *
 * minus: x - y and y - x are one operation, x - y. If n is to be y - x, it becomes that operation and minus it:
 * whoever reads n gets y - x.
 *
 * fixed: all that b in a/b and c in sqrt(c) are made of, down to the inputs. It keeps its definition and so its
 * bits: c = (x - y)^2 is never negative, but x x - 2 x y + y y may be, by rounding; and the nearer to zero b
 * is, the more harm a rounding error in it does. The numerator a is free: a/b = a (1/b) has it as a factor. */
#ifndef RIGIDC_REWRITE_MUTABLE_DAG_H
#define RIGIDC_REWRITE_MUTABLE_DAG_H

#include "dag/dag.h"

struct MutableNode {
	uint8_t op; /* or MUTABLE_UNUSED */
	uint8_t time; /* when it is known */
	bool minus; /* its value is minus that of its operation */
	bool fixed; /* a divisor or what a function is taken of needs it: it keeps its definition */
	Ref operand[OPERANDS];
	uint32_t uses; /* by nodes and results; 0 for one that is being tried */
	uint32_t hash; /* of the operation */
	uint32_t next; /* in the same bucket, + 1 */
	uint32_t old;  /* the node of the DAG it was made from, + 1: for its label and its place */
};

enum { MUTABLE_UNUSED = OP_COUNT };

struct MutableList {
	uint32_t *item;
	size_t count, capacity;
};

struct MutableDag {
	struct Arena *arena;
	struct MutableNode *item;
	size_t count, capacity;
	uint32_t *bucket; /* by hash: the first node, + 1 */
	size_t buckets;
	uint32_t unused;  /* the first of those to be used again, + 1 */
	uint32_t one;     /* the constant 1, + 1; 0 if it is not there or was not asked for */
	Ref *result;
	size_t results;
	uint64_t cost, divisions; /* operations of a call that the results need, and how many of them divide */
	uint64_t setup;           /* operations that are done before it, on parameters alone */
	struct MutableList made, gone; /* that mutable_sweep looks at */
	struct MutableList stack;
	int depth; /* of nodes that became equal because others did */
};

static inline struct MutableNode *mutable_node(const struct MutableDag *mutable, Ref ref) { return &mutable->item[ref_node(ref)]; }
static inline bool mutable_is(const struct MutableDag *mutable, Ref ref, enum Op op) { return mutable_node(mutable, ref)->op == op; }
static inline int mutable_arity(const struct MutableNode *node)
{
	return node->op == MUTABLE_UNUSED ? 0 : op_table[node->op].arity;
}
double mutable_value(const struct MutableDag *mutable, Ref constant);
/* Is it this constant? */
bool mutable_is_value(const struct MutableDag *mutable, Ref ref, double value);

struct MutableDag mutable_open(const struct Dag *dag, const Ref *value, size_t count);
/* The DAG of what is needed; the values in it. Labels are those of `dag`, from which the net was made. */
struct Dag mutable_close(struct MutableDag *mutable, const struct Dag *dag, Ref *value);
/* Another one to change, or to return to. */
void mutable_copy(struct MutableDag *to, const struct MutableDag *from);

/* Values, made or found. What is made has no users until it is tried. */
Ref mutable_const(struct MutableDag *mutable, double value);
Ref mutable_add(struct MutableDag *mutable, Ref a, Ref b);
Ref mutable_mul(struct MutableDag *mutable, Ref a, Ref b);
Ref mutable_div(struct MutableDag *mutable, Ref a, Ref b);
Ref mutable_op(struct MutableDag *mutable, enum Op op, const Ref *operand);
/* An operation that is there already, or MUTABLE_NONE. */
#define MUTABLE_NONE UINT32_MAX
Ref mutable_find(const struct MutableDag *mutable, enum Op op, Ref a, Ref b);

/* How many more operations of a call, how many more of these that divide, and how many more before it. */
struct MutableChange {
	int64_t cost, divisions, setup;
};

/* Fewer operations, or as many and fewer before the call? */
static inline bool mutable_less(const struct MutableDag *a, const struct MutableDag *b)
{
	return a->cost != b->cost ? a->cost < b->cost : a->setup < b->setup;
}

/* What it would cost if node n were `now`, which is the same value and does not need n. Changes nothing. */
struct MutableChange mutable_weigh(struct MutableDag *mutable, uint32_t n, Ref now);
/* Node n is `now`. */
void mutable_change(struct MutableDag *mutable, uint32_t n, Ref now);
/* Forgets what was made and is not used. */
void mutable_sweep(struct MutableDag *mutable);
/* One more use of a value: as a result. */
void mutable_take(struct MutableDag *mutable, Ref ref);

#endif
