/* Kinks: values from abs, min, max, `if` and linear tables have or may have kinks. A force may have kinks. A motion is
 * differentiated twice: at a kink its velocity would jump, by an impulse. Noted by the evaluation of expressions,
 * queried when motions are known. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_KINK_H
#define RIGIDC_MODEL_EXPRESSION_KINK_H

#include "base/diag.h"
#include "dag/dag.h"

struct Kink {
	const char *what; /* "abs" */
	struct Span span;
};

struct Kinks {
	struct Kink *item;
	size_t count, capacity;
	/* by node, up to `nodes`: index of the node's kink + 1; number of the last walk over the node */
	size_t *of, *met, nodes, walks;
};

/* Notes a kink of the value, unless the value depends on no coordinate. */
void kinks_note(struct Kinks *kinks, const struct Dag *dag, Ref value, const char *what, struct Span span);
/* What is differentiated: a joint's motion, an input that moves, the potential of a law. */
enum KinkPlace { KINK_IN_MOTION, KINK_IN_INPUT, KINK_IN_POTENTIAL };
/* Warns of each kink in such an expression. A value of one coordinate is looked at on both sides: it has no kink where its slope
 * goes on. */
void kinks_doubt(struct Kinks *kinks, struct Diags *diags, const struct Dag *dag, Ref value, enum KinkPlace place);

#endif
