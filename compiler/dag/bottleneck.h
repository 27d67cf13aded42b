/* The fewest nodes through which values depend on the state, and values as functions of these nodes: where a long
 * expression reads few numbers, its derivatives by these come first. Called by derivatives of laws. Memory is the DAG's. */
#ifndef RIGIDC_BOTTLENECK_H
#define RIGIDC_BOTTLENECK_H

#include "dag.h"

enum { BOTTLENECK_MOST = 8 };

struct Bottleneck {
	Ref node[BOTTLENECK_MOST];
	int nodes; /* 0: the values depend on more than BOTTLENECK_MOST nodes, or on none */
};

/* The bottleneck that is nearest to the values. Its nodes are no inputs. */
struct Bottleneck bottleneck_of(struct Dag *dag, const Ref *value, int values);
/* Derivatives of the values by the nodes of the bottleneck, a row a value, with the inputs INPUT_SEED in the place of the
 * nodes: the caller puts the nodes back. */
void bottleneck_slopes(struct Dag *dag, const struct Bottleneck *b, const Ref *value, int values, Ref *slope);

#endif
