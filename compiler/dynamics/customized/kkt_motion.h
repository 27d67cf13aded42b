/* The single motion that two velocities y and a row are left with in K = [M J^T; J 0], when all other rows have a velocity each. Called by
 * kkt.c. Memory is the DAG's.
 *
 * The pairs give all velocities as x = e + Z y, and p . y = c is left of the row. n' = (p2, -p1) with p . n' = 0 is the motion of y, and
 * n = Z n' that of x. M is not reduced: n^T of the equations of motion has no forces, so with m = M n and P = Z^T m
 *   P . y = R    R = n . b - m . e.
 * D = P . n' = n^T M n is the inertia of the motion. It is positive unless p = 0, and nothing else divides:
 *   y = (p2 R - P2 c, P1 c - p1 R) / D    z = (P1 f2 - P2 f1) / D
 * for the force z of the row, where f = Z^T (b - M x) is p z. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_KKT_MOTION_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_KKT_MOTION_H

#include "dag/dag.h"

struct KktMotion {
	int at[3];               /* its unknowns: two velocities, a row */
	const Ref *M;            /* before the pairs, in a matrix of K's size */
	Ref *n, *m;              /* by velocity */
	Ref p[2], P[2], D, over; /* over: 1 / D */
};

/* Are two velocities and a row left? */
bool kkt_motion_possible(int nv, int size, const bool *left);
/* p in K (size x size), and n at the velocities left. */
struct KktMotion kkt_motion_begin(struct Dag *dag, int nv, int size, const Ref *K, const bool *left);
/* Sets m for n of all velocities. */
void kkt_motion_weigh(struct Dag *dag, int nv, int size, struct KktMotion *motion);
/* Sets D. P: by velocity. */
void kkt_motion_end(struct Dag *dag, const Ref *P, struct KktMotion *motion);
/* x at the velocities left. right: c at the row. */
void kkt_motion_velocities(struct Dag *dag, const struct KktMotion *motion, Ref R, const Ref *right, Ref *x);
/* b - M x in place of b. */
void kkt_motion_less(struct Dag *dag, int nv, int size, const struct KktMotion *motion, const Ref *x, Ref *b);
/* z from f. */
Ref kkt_motion_force(struct Dag *dag, const struct KktMotion *motion, const Ref *f);

#endif
