#include "contestant.h"

#include <stdio.h>
#include <string.h>

#include "functions.h"
#include "peers/mujoco_peer.h"
#include "peers/write_mjcf.h"

static struct mujoco_peer peer;
/* contiguous states */
static double qpos[ROBOT_STATES * ROBOT_NQ], qvel[ROBOT_STATES * ROBOT_NV], qacc[ROBOT_STATES * ROBOT_NV];
static double applied[ROBOT_STATES * ROBOT_NV];
static double jac[6 * ROBOT_NV];

/* --- timed: the least work for a result; mj_inverse and mj_forward also look for contacts and more --- */

static void put(double *to, const double *from, int n)
{
	memcpy(to, from, (size_t)n * sizeof *to);
}

void mujoco_call_rnea(int i);
void mujoco_call_crba(int i);
void mujoco_call_fd(int i);
void mujoco_call_fk(int i);
void mujoco_call_jac(int i);
void mujoco_call_dyn(int i);
void mujoco_call_rnea_derivatives(int i);
void mujoco_call_fd_derivatives(int i);

static void put_places(int i)
{
	put(peer.d->qpos, qpos + i * peer.m->nq, peer.m->nq);
}

/* Places the bodies of state i, with its velocities and accelerations. */
static void place(int i)
{
	put_places(i);
	put(peer.d->qvel, qvel + i * peer.nv, peer.nv);
	put(peer.d->qacc, qacc + i * peer.nv, peer.nv);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
}

void mujoco_call_rnea(int i)
{
	place(i);
	mj_comVel(peer.m, peer.d);
	mj_rne(peer.m, peer.d, 1, peer.d->qfrc_inverse);
	for (int k = 0; k < peer.nv; k++)
		peer.d->qfrc_inverse[k] += peer.m->dof_armature[k] * peer.d->qacc[k];
}

void mujoco_call_crba(int i)
{
	put_places(i);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
	mj_crb(peer.m, peer.d);
}

/* called by two functions, so that instructions can be counted in each by its name */
static void inertia_and_bias(int i)
{
	put_places(i);
	put(peer.d->qvel, qvel + i * peer.nv, peer.nv);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
	mj_crb(peer.m, peer.d);
	mj_comVel(peer.m, peer.d);
	mj_rne(peer.m, peer.d, 0, peer.d->qfrc_bias);
}

void mujoco_call_dyn(int i)
{
	inertia_and_bias(i);
}

static void forward(int i)
{
	inertia_and_bias(i);
	mj_factorM(peer.m, peer.d);
	for (int k = 0; k < peer.nv; k++)
		peer.d->qfrc_smooth[k] = applied[i * peer.nv + k] - peer.d->qfrc_bias[k];
	mj_solveM(peer.m, peer.d, peer.d->qacc, peer.d->qfrc_smooth, 1);
}

void mujoco_call_fd(int i)
{
	forward(i);
}

void mujoco_call_fk(int i)
{
	put_places(i);
	mj_kinematics(peer.m, peer.d);
}

void mujoco_call_jac(int i)
{
	const int last = peer.id[peer.tree->n - 1];
	put_places(i);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
	mj_jac(peer.m, peer.d, jac, jac + 3 * peer.nv, peer.d->xpos + 3 * last, last);
}

/* Row k of by_place and by_rate: change of MuJoCo's inverse dynamics along its k-th velocity, and with it. Differences
 * are one-sided, with terms of positions alone computed once for all rates, as in mjd_inverseFD, which MuJoCo 2.2 does
 * not have. */
static double by_place[ROBOT_NV * ROBOT_NV], by_rate[ROBOT_NV * ROBOT_NV], inverse[ROBOT_NV * ROBOT_NV];

static void tau_change(const double *tau, double step, double *change)
{
	mj_comVel(peer.m, peer.d);
	mj_rne(peer.m, peer.d, 1, change);
	for (int k = 0; k < peer.nv; k++)
		change[k] = (change[k] - tau[k]) / step;
}

/* Computes the differences; qvel and qacc are set, and qpos[i] has gone through mj_comPos. */
static void differences(int i)
{
	const double step = 1e-6;
	double tau[ROBOT_NV], along[ROBOT_NV] = { 0 };
	mj_comVel(peer.m, peer.d);
	mj_rne(peer.m, peer.d, 1, tau);
	for (int k = 0; k < peer.nv; k++) {
		const double was = peer.d->qvel[k];
		peer.d->qvel[k] = was + step;
		tau_change(tau, step, by_rate + k * peer.nv);
		peer.d->qvel[k] = was;
	}
	for (int k = 0; k < peer.nv; k++) {
		along[k] = 1;
		mj_integratePos(peer.m, peer.d->qpos, along, step);
		along[k] = 0;
		mj_kinematics(peer.m, peer.d);
		mj_comPos(peer.m, peer.d);
		tau_change(tau, step, by_place + k * peer.nv);
		put_places(i);
	}
}

void mujoco_call_rnea_derivatives(int i)
{
	place(i);
	differences(i);
}

/* M dqacc = -dtau at the qacc of forward dynamics */
void mujoco_call_fd_derivatives(int i)
{
	const int n = peer.nv;
	forward(i);
	differences(i);
	memset(inverse, 0, (size_t)(n * n) * sizeof *inverse);
	for (int k = 0; k < n; k++)
		inverse[k * n + k] = -1;
	mj_solveM(peer.m, peer.d, by_place, by_place, n);
	mj_solveM(peer.m, peer.d, by_rate, by_rate, n);
	mj_solveM(peer.m, peer.d, inverse, inverse, n);
}

/* --- not timed --- */

static void rnea_result(int i, const struct robot *r, double *out)
{
	mujoco_rnea(&peer, r->qdd[i], out);
}

static void crba_result(int i, const struct robot *r, double *out)
{
	(void)i, (void)r;
	mujoco_crba(&peer, out);
}

static void fd_result(int i, const struct robot *r, double *out)
{
	(void)i, (void)r;
	mujoco_qdd(&peer, out);
}

static void fk_result(int i, const struct robot *r, double *out)
{
	(void)i;
	mujoco_fk(&peer, r->tree.n - 1, out, out + 9);
	bench_turn_tip(r, out);
}

static void jac_result(int i, const struct robot *r, double *out)
{
	(void)i, (void)r;
	mju_mulMatMat(out, jac, peer.T, 6, peer.nv, peer.nv);
}

static void dyn_result(int i, const struct robot *r, double *out)
{
	double bias[ROBOT_NV];
	(void)i, (void)r;
	mujoco_crba(&peer, out);
	mj_mulM(peer.m, peer.d, bias, peer.drift);
	mju_addTo(bias, peer.d->qfrc_bias, peer.nv);
	mju_mulMatTVec(out + peer.nv * peer.nv, peer.T, bias, peer.nv, peer.nv);
}

/* Converts changes of MuJoCo's qfrc, by its positions and its qvel at the same qvel and qacc, to changes of tau
 * (tests/peers/mujoco_peer.c):
 *
 *     tau = T^T qfrc(place, T u, T udot + drift)
 *     d tau = dT^T qfrc + T^T (d qfrc + d qfrc/d qvel . dT u + M (dT udot + d drift))
 *
 * where a free joint turns, dE = E [e x] with T = diag(E, 1) and drift = E (w x v); by rates only drift changes. dT and
 * d drift are differences here too. */
struct moved {
	double T[ROBOT_NV * ROBOT_NV], y[ROBOT_NV], ydot[ROBOT_NV];
};

/* T u and T udot + drift at MuJoCo's state */
static void take_moved(const double *u, const double *udot, struct moved *to)
{
	double kept[PEER_NQ];
	put(kept, peer.d->qpos, peer.m->nq);
	mujoco_move(&peer, u, udot);
	put(to->T, peer.T, peer.nv * peer.nv);
	put(to->y, peer.d->qvel, peer.nv);
	put(to->ydot, peer.d->qacc, peer.nv);
	put(peer.d->qpos, kept, peer.m->nq);
}

/* column k of tau's derivative, from the changes of y and ydot, and along `place` */
static void put_change(const struct moved *at, const struct moved *to, const double *place, double step,
                       const double *M, const double *qfrc, int k, double *out)
{
	const int n = peer.nv;
	double change[ROBOT_NV], y[ROBOT_NV], ydot[ROBOT_NV], turned[ROBOT_NV], before[ROBOT_NV], after[ROBOT_NV];
	for (int i = 0; i < n; i++) {
		y[i] = (to->y[i] - at->y[i]) / step;
		ydot[i] = (to->ydot[i] - at->ydot[i]) / step;
	}
	mju_mulMatTVec(change, by_place, place, n, n);
	mju_mulMatTVec(turned, by_rate, y, n, n);
	mju_addTo(change, turned, n);
	mju_mulMatVec(turned, M, ydot, n, n);
	mju_addTo(change, turned, n);
	mju_mulMatTVec(turned, at->T, change, n, n);
	mju_mulMatTVec(before, at->T, qfrc, n, n);
	mju_mulMatTVec(after, to->T, qfrc, n, n);
	for (int i = 0; i < n; i++)
		out[i * n + k] = turned[i] + (after[i] - before[i]) / step;
}

/* converts by_place and by_rate; qacc is the state's */
static void convert_changes(const struct robot *r, int i, const double *udot, double *dtau_dq, double *dtau_dqd)
{
	static struct moved at, to;
	static double M[ROBOT_NV * ROBOT_NV];
	const double step = 1e-6;
	double u[ROBOT_NV], place[ROBOT_NV], none[ROBOT_NV] = { 0 }, qfrc[ROBOT_NV];
	const int n = peer.nv;
	put(u, r->qd[i], n);
	put_places(i);
	take_moved(u, udot, &at);
	put(qfrc, peer.d->qfrc_inverse, n);
	mj_fullM(peer.m, M, peer.d->qM);
	for (int k = 0; k < n; k++) {
		for (int l = 0; l < n; l++)
			place[l] = at.T[l * n + k];
		put_places(i);
		mj_integratePos(peer.m, peer.d->qpos, place, step);
		take_moved(u, udot, &to);
		put_change(&at, &to, place, step, M, qfrc, k, dtau_dq);
		put_places(i);
		u[k] += step;
		take_moved(u, udot, &to);
		u[k] = r->qd[i][k];
		put_change(&at, &to, none, step, M, qfrc, k, dtau_dqd);
	}
}

static void rnea_derivatives_result(int i, const struct robot *r, double *out)
{
	convert_changes(r, i, r->qdd[i], out, out + peer.nv * peer.nv);
}

/* A := -M^-1 A, from the inverse -M^-1 */
static void times_inverse(const double *Minv, double *A)
{
	static double product[ROBOT_NV * ROBOT_NV];
	const int n = peer.nv;
	mju_mulMatMat(product, Minv, A, n, n, n);
	put(A, product, n * n);
	mju_scl(A, A, -1, n * n);
}

/* Multiplies the solution by M again, since M differs in our velocities. */
static void fd_derivatives_result(int i, const struct robot *r, double *out)
{
	static double M[ROBOT_NV * ROBOT_NV], product[ROBOT_NV * ROBOT_NV], Minv[ROBOT_NV * ROBOT_NV];
	double *const changes[2] = { by_place, by_rate }, udot[ROBOT_NV];
	const int n = peer.nv;
	mj_fullM(peer.m, M, peer.d->qM);
	for (int k = 0; k < 2; k++) {
		mju_mulMatMat(product, changes[k], M, n, n, n);
		put(changes[k], product, n * n);
	}
	mujoco_qdd(&peer, udot);
	mju_mulMatMat(product, inverse, peer.T, n, n, n);
	mju_mulMatTMat(Minv, peer.T, product, n, n, n);
	mju_scl(Minv, Minv, -1, n * n);
	convert_changes(r, i, udot, out, out + n * n);
	times_inverse(Minv, out);
	times_inverse(Minv, out + n * n);
	put(out + 2 * n * n, Minv, n * n);
}

static const struct {
	void (*call)(int i);
	void (*result)(int i, const struct robot *r, double *out);
} own[ROBOT_FUNCTIONS] = {
	[ROBOT_RNEA] = { mujoco_call_rnea, rnea_result },
	[ROBOT_CRBA] = { mujoco_call_crba, crba_result },
	[ROBOT_FD] = { mujoco_call_fd, fd_result },
	[ROBOT_FK] = { mujoco_call_fk, fk_result },
	[ROBOT_JAC] = { mujoco_call_jac, jac_result },
	[ROBOT_DYN] = { mujoco_call_dyn, dyn_result },
	[ROBOT_RNEA_DERIVATIVES] = { mujoco_call_rnea_derivatives, rnea_derivatives_result },
	[ROBOT_FD_DERIVATIVES] = { mujoco_call_fd_derivatives, fd_derivatives_result },
};

static void run(struct contestant *c, enum robot_function function, int first, int states)
{
	(void)c;
	for (int i = first; i < first + states; i++)
		own[function].call(i);
}

static void result(struct contestant *c, enum robot_function function, int i, double *out)
{
	const struct robot *r = c->robot;
	mujoco_run(&peer, r->q[i], r->qd[i], r->qdd[i]); /* its conversion of results is for the last state */
	mj_resetData(peer.m, peer.d);                    /* clears all intermediate results */
	own[function].call(i);
	own[function].result(i, r, out);
}

static bool open_written(const struct dense_tree *tree, const char *scratch)
{
	static struct random_tree written;
	static char name[ROBOT_BODIES][URDF_NAME];
	char message[1024];
	written.dense = *tree;
	for (int b = 0; b < tree->n; b++)
		snprintf(name[b], sizeof name[b], "b%d", b);
	FILE *out = fopen(scratch, "w");
	if (!out)
		return false;
	mjcf_write(&written, out);
	fclose(out);
	return mujoco_open(&peer, tree, scratch, (const char(*)[URDF_NAME])name, message, sizeof message);
}

/* Opens the model with harmless masses, then sets the true ones: MuJoCo refuses masses and inertias of no solid body,
 * but computes with them. */
static bool open_model(const struct robot *robot, const char *scratch)
{
	static struct robot harmless;
	if (open_written(&robot->tree, scratch))
		return true;
	harmless = *robot;
	harmless.tree.body = harmless.body;
	for (int b = 0; b < robot->tree.n; b++) {
		harmless.body[b].mass = 1;
		for (int k = 0; k < 9; k++)
			harmless.body[b].inertia[k / 3][k % 3] = k % 4 == 0;
	}
	if (!open_written(&harmless.tree, scratch))
		return false;
	for (int b = 0; b < robot->tree.n; b++)
		peer.m->body_mass[peer.id[b]] = (double)robot->body[b].mass;
	peer.tree = &robot->tree;
	mujoco_put_inertias(&peer);
	return true;
}

bool contest_mujoco(struct contestant *c, const struct robot *robot, const char *scratch)
{
	if (!open_model(robot, scratch))
		return false;
	for (int k = 0; k < robot->nv; k++)
		if (peer.extra[k] != 0) /* its accelerations would differ */
			return false;
	for (int i = 0; i < ROBOT_STATES; i++) {
		mujoco_run(&peer, robot->q[i], robot->qd[i], robot->qdd[i]);
		put(qpos + i * peer.m->nq, peer.d->qpos, peer.m->nq);
		put(qvel + i * peer.nv, peer.d->qvel, peer.nv);
		put(qacc + i * peer.nv, peer.d->qacc, peer.nv);
		mujoco_tau(&peer, robot->tau[i], applied + i * peer.nv);
	}
	snprintf(c->name, sizeof c->name, "MuJoCo %s", mj_versionString());
	c->robot = robot;
	c->lacks[ROBOT_REGRESSOR] = true;
	c->differences[ROBOT_RNEA_DERIVATIVES] = c->differences[ROBOT_FD_DERIVATIVES] = true;
	c->run = run;
	c->result = result;
	return true;
}
