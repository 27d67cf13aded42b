#include "mujoco_peer.h"

#include <string.h>

/* Central differences of MuJoCo's inverse dynamics along its velocities, by mj_integratePos.
 *
 * Accuracy: in the angle of a hinge tau is a trigonometric polynomial of degree 2, since composite inertias are rotated
 * by X^T I X. The same holds along a rotation of a free or spherical joint. In the position of a slide tau is a
 * polynomial of degree 2. The truncation error of order h^4 is at most h^4/30 times the fifth derivative, which
 * Bernstein's inequality bounds by 2^5 max |tau|. The rounding error e of tau adds 18/12 e/h at most. With h = 2^-10
 * the sum is 1e-12 max |tau| + 1536 e, where e is about 5e-15 of the largest terms on trees of a dozen bodies: 1e-10 is
 * allowed. For fd the tolerance grows in proportion, 2e-8 for 1e-11. In velocities tau is of degree 2: their
 * differences are exact at any step, and a long step rounds least. */

enum { NV = PEER_NV };

/* tau at a distance `step` from MuJoCo's position along one of its velocities */
static void tau_along(struct mujoco_peer *p, const struct mujoco_instant *at, const double *from, const double *along,
                      double step, double *tau)
{
	mju_copy(p->d->qpos, from, (int)p->m->nq);
	mj_integratePos(p->m, p->d->qpos, along, step);
	mujoco_move(p, at->qd, at->qdd);
	mujoco_rnea(p, at->qdd, tau);
	if (at->wrench)
		mujoco_subtract_wrenches(p, at->wrench, tau);
}

static void put_column(double *matrix, int n, int k, const double *column)
{
	for (int i = 0; i < n; i++)
		matrix[i * n + k] = column[i];
}

static void by_places(struct mujoco_peer *p, const struct mujoco_instant *at, double *dtau_dq)
{
	static double turned[NV * NV];
	const double h = 1. / 1024;
	double from[PEER_NQ], along[NV], tau[4][NV];
	const int n = p->nv;
	mujoco_run(p, at->q, at->qd, at->qdd);
	mju_copy(from, p->d->qpos, (int)p->m->nq);
	mju_transpose(turned, p->T, n, n);
	for (int k = 0; k < n; k++) {
		mju_copy(along, turned + k * n, n);
		for (int i = 0; i < 4; i++)
			tau_along(p, at, from, along, h * (i < 2 ? i - 2 : i - 1), tau[i]);
		for (int i = 0; i < n; i++)
			tau[0][i] = (8 * (tau[2][i] - tau[1][i]) - (tau[3][i] - tau[0][i])) / (12 * h);
		put_column(dtau_dq, n, k, tau[0]);
	}
}

static void by_velocities(struct mujoco_peer *p, const struct mujoco_instant *at, double *dtau_dqd)
{
	double qd[NV], tau[2][NV];
	const int n = p->nv;
	mju_copy(qd, at->qd, n);
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < 2; i++) {
			qd[k] = at->qd[k] + 2 * i - 1;
			mujoco_run(p, at->q, qd, at->qdd);
			mujoco_rnea(p, at->qdd, tau[i]);
		}
		qd[k] = at->qd[k];
		for (int i = 0; i < n; i++)
			tau[0][i] = (tau[1][i] - tau[0][i]) / 2;
		put_column(dtau_dqd, n, k, tau[0]);
	}
}

void mujoco_rnea_derivatives(struct mujoco_peer *p, const struct mujoco_instant *at, double *dtau_dq, double *dtau_dqd)
{
	by_places(p, at, dtau_dq);
	by_velocities(p, at, dtau_dqd);
}

/* x := x M^-1 by its rows, for M = L L^T */
static void solve_rows(const double *L, int n, double *x)
{
	for (int i = 0; i < n; i++)
		mju_cholSolve(x + i * n, L, x + i * n, n);
}

/* M qdd + bias = tau, so M dqdd = -dtau of inverse dynamics at this qdd */
void mujoco_fd_derivatives(struct mujoco_peer *p, const struct mujoco_instant *at, const double *tau, double *dqdd_dq,
                           double *dqdd_dqd, double *dqdd_dtau)
{
	static const double still[NV];
	static double L[NV * NV], slope[NV * NV];
	double qdd[NV], *const found[2] = { dqdd_dq, dqdd_dqd };
	const struct mujoco_instant there = { at->q, at->qd, qdd, at->wrench };
	const int n = p->nv;
	mujoco_run(p, at->q, at->qd, still);
	mujoco_crba(p, L);
	mujoco_rnea(p, still, qdd);
	if (at->wrench)
		mujoco_subtract_wrenches(p, at->wrench, qdd);
	mju_sub(qdd, tau, qdd, n);
	mju_cholFactor(L, n, 0);
	mju_cholSolve(qdd, L, qdd, n);
	mujoco_rnea_derivatives(p, &there, dqdd_dq, dqdd_dqd);
	for (int k = 0; k < 2; k++) {
		mju_transpose(slope, found[k], n, n);
		mju_scl(slope, slope, -1, n * n);
		solve_rows(L, n, slope);
		mju_transpose(found[k], slope, n, n);
	}
	memset(dqdd_dtau, 0, (size_t)(n * n) * sizeof *dqdd_dtau);
	for (int k = 0; k < n; k++)
		dqdd_dtau[k * n + k] = 1;
	solve_rows(L, n, dqdd_dtau);
}
