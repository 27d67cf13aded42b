#include "contestant.h"

#include <stdio.h>
#include <string.h>

#include "functions.h"
#include "peers/mujoco_peer.h"
#include "peers/write_mjcf.h"

static struct mujoco_peer peer;
static double qpos[ROBOT_STATES][ROBOT_NQ], qvel[ROBOT_STATES][ROBOT_NV], qacc[ROBOT_STATES][ROBOT_NV];
static double applied[ROBOT_STATES][ROBOT_NV];
static double jac[6 * ROBOT_NV];

/* ---- what is timed: the least that gives the result; mj_inverse and mj_forward look for contacts and more ---- */

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

void mujoco_call_rnea(int i)
{
	put(peer.d->qpos, qpos[i], peer.m->nq);
	put(peer.d->qvel, qvel[i], peer.nv);
	put(peer.d->qacc, qacc[i], peer.nv);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
	mj_comVel(peer.m, peer.d);
	mj_rne(peer.m, peer.d, 1, peer.d->qfrc_inverse);
	for (int k = 0; k < peer.nv; k++)
		peer.d->qfrc_inverse[k] += peer.m->dof_armature[k] * peer.d->qacc[k];
}

void mujoco_call_crba(int i)
{
	put(peer.d->qpos, qpos[i], peer.m->nq);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
	mj_crb(peer.m, peer.d);
}

/* called by two, so that instructions can be counted in each by its name */
static void inertia_and_bias(int i)
{
	put(peer.d->qpos, qpos[i], peer.m->nq);
	put(peer.d->qvel, qvel[i], peer.nv);
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

void mujoco_call_fd(int i)
{
	inertia_and_bias(i);
	mj_factorM(peer.m, peer.d);
	for (int k = 0; k < peer.nv; k++)
		peer.d->qfrc_smooth[k] = applied[i][k] - peer.d->qfrc_bias[k];
	mj_solveM(peer.m, peer.d, peer.d->qacc, peer.d->qfrc_smooth, 1);
}

void mujoco_call_fk(int i)
{
	put(peer.d->qpos, qpos[i], peer.m->nq);
	mj_kinematics(peer.m, peer.d);
}

void mujoco_call_jac(int i)
{
	const int last = peer.id[peer.tree->n - 1];
	put(peer.d->qpos, qpos[i], peer.m->nq);
	mj_kinematics(peer.m, peer.d);
	mj_comPos(peer.m, peer.d);
	mj_jac(peer.m, peer.d, jac, jac + 3 * peer.nv, peer.d->xpos + 3 * last, last);
}

/* ---- what is not ---- */

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

static const struct {
	void (*call)(int i);
	void (*result)(int i, const struct robot *r, double *out);
} own[ROBOT_FUNCTIONS] = {
	[ROBOT_RNEA] = { mujoco_call_rnea, rnea_result }, [ROBOT_CRBA] = { mujoco_call_crba, crba_result },
	[ROBOT_FD] = { mujoco_call_fd, fd_result }, [ROBOT_FK] = { mujoco_call_fk, fk_result },
	[ROBOT_JAC] = { mujoco_call_jac, jac_result }, [ROBOT_DYN] = { mujoco_call_dyn, dyn_result },
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
	mujoco_run(&peer, r->q[i], r->qd[i], r->qdd[i]);        /* its conversion of results is for the last state */
	mj_resetData(peer.m, peer.d);                           /* nothing of it is left */
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
	return mujoco_open(&peer, tree, scratch, (const char (*)[URDF_NAME])name, message, sizeof message);
}

/* MuJoCo refuses masses and inertias that no solid body has, but computes with them. */
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
		if (peer.extra[k] != 0)                         /* its accelerations would be others */
			return false;
	for (int i = 0; i < ROBOT_STATES; i++) {
		mujoco_run(&peer, robot->q[i], robot->qd[i], robot->qdd[i]);
		put(qpos[i], peer.d->qpos, peer.m->nq);
		put(qvel[i], peer.d->qvel, peer.nv);
		put(qacc[i], peer.d->qacc, peer.nv);
		mujoco_tau(&peer, robot->tau[i], applied[i]);
	}
	snprintf(c->name, sizeof c->name, "MuJoCo %s", mj_versionString());
	c->robot = robot;
	c->run = run;
	c->result = result;
	return true;
}
