/* Pivot of K = [M J^T; J 0] with two velocities and a row: one division by a determinant. Called by kkt.c. Memory is the DAG's.
 *
 *   P = [N p; p^T 0]   N = [n11 n12; n12 n22]   u = (p1 n22 - p2 n12, p2 n11 - p1 n12)   D = p . u
 * With s(c) = p2 c1 - p1 c2 for a column c = (c1, c2, c3), the solution of P x = c is
 *   (x1, x2) = ((p2, -p1) s(c) + u c3) / D    x3 = (u1 c1 + u2 c2 - c3 det N) / D.
 * The motion (p2, -p1) is the only one that the row leaves, and D = (p2, -p1) N (p2, -p1)^T is its inertia: N is positive
 * definite, so D > 0 unless p = 0. A solution by the velocities alone and then the row divides three times. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_KKT_TRIPLE_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_KKT_TRIPLE_H

#include "dag/dag.h"

struct KktTriple {
	int at[3]; /* its unknowns: two velocities, a row */
	Ref p[2], u[2];
	Ref det, D, over;  /* det N, D, 1 / D */
	Ref *c[3], *s, *g; /* by unknown left: its column of K; s(c); u1 c1 + u2 c2 */
};

/* Takes the pivot from K (size x size): of the unknowns left, without its own. */
struct KktTriple kkt_triple_take(struct Dag *dag, int size, Ref *K, const bool *left, int first, int second, int row);
/* D for a motion (p2, -p1) of length 1. */
Ref kkt_triple_inertia(struct Dag *dag, const struct KktTriple *t);
void kkt_triple_inward(struct Dag *dag, int size, const struct KktTriple *t, const bool *left, Ref *right);
void kkt_triple_outward(struct Dag *dag, int size, const struct KktTriple *t, const bool *left, Ref *right);

#endif
