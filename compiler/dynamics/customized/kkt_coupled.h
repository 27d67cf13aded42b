/* Pivot of K = [M J^T; J 0] with a velocity and a row that has D. Called by kkt.c. Memory is the DAG's.
 *
 *   P = [a b; b -D]   E = a D + b^2   P^-1 = [D b; b -a] / E
 * and for the columns v, r of an unknown that is left, G = (D v + b r) / E and H = (b v - a r) / E:
 *   K_ij -= v_i G_j + r_i H_j.
 * Unknowns with v = 0 meet the pivot by r alone, and K_ij += (a / E) r_i r_j: the mass a, seen through the row.
 *
 * E > 0: E / a = r W r^T is what the row would have alone after the velocity, and the velocity has a lever in it that never vanishes. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_KKT_COUPLED_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_KKT_COUPLED_H

#include "dag/dag.h"

struct KktCoupled {
	int v, r;
	Ref E;
	Ref inverse[2][2]; /* P^-1 */
	Ref *c[2];         /* by unknown left: its entries of K with v and r */
	Ref *k[2];         /* G and H */
};

/* Takes the pivot from K (size x size): of the unknowns left, without its own. */
struct KktCoupled kkt_coupled_take(struct Dag *dag, int size, Ref *K, const bool *left, int v, int r);
void kkt_coupled_inward(struct Dag *dag, int size, const struct KktCoupled *p, const bool *left, Ref *right);
void kkt_coupled_outward(struct Dag *dag, int size, const struct KktCoupled *p, const bool *left, Ref *right);

#endif
