/* Elimination of K = [M J^T; J 0], the matrix of motion under constraints. Called by the algorithms of rows. Memory is the
 * DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_KKT_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_KKT_H

#include "dynamics/plan/pivot_log.h"
#include "dynamics/plan/plan.h"
#include "dynamics/tree/tree.h"

struct KktPivot;

struct Kkt {
	struct Dag *dag;
	int nv, rows, size; /* size: nv + rows */
	struct KktPivot *pivot;
	int pivots;
	int *base; /* by velocity: absolute rates (absolute.h) */
};

/* M is nv x nv, J rows x nv, by rows; both are only read. */
struct Kkt kkt_make(struct Dag *dag, const struct Tree *tree, const struct Plan *plan, const Ref *M, const Ref *J,
                    int rows);
/* Adds the pivots in their order. place: of each row in lambda. */
void kkt_log(const struct Kkt *kkt, const int *place, struct PivotLog *log);
/* K (x, -lambda) = (b, c): x and -lambda in place of b (nv) and c (rows). */
void kkt_solve(const struct Kkt *kkt, Ref *right);

#endif
