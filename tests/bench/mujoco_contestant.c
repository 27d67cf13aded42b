#include "contestant.h"

#include <stdio.h>
#include <string.h>

#include "peers/mujoco_peer.h"
#include "peers/write_mjcf.h"

static struct mujoco_peer peer;
static double qpos[ROBOT_STATES][ROBOT_NQ], qvel[ROBOT_STATES][ROBOT_NV], qacc[ROBOT_STATES][ROBOT_NV];

/* ---- what is timed: the least that gives the result; mj_inverse looks for contacts and more ---- */

static void put(double *to, const double *from, int n)
{
	memcpy(to, from, (size_t)n * sizeof *to);
}

void mujoco_call_rnea(int i);
void mujoco_call_crba(int i);

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

static void run(struct contestant *c, enum robot_function function, int first, int states)
{
	(void)c;
	for (int i = first; i < first + states; i++)
		(function == ROBOT_RNEA ? mujoco_call_rnea : mujoco_call_crba)(i);
}

/* ---- what is not ---- */

static void result(struct contestant *c, enum robot_function function, int i, double *out)
{
	const struct robot *r = c->robot;
	mujoco_run(&peer, r->q[i], r->qd[i], r->qdd[i]);        /* its conversion of results is for the last state */
	mju_zero(peer.d->qfrc_inverse, peer.nv);
	mju_zero(peer.d->qM, peer.m->nM);
	if (function == ROBOT_RNEA) {
		mujoco_call_rnea(i);
		mujoco_rnea(&peer, r->qdd[i], out);
	} else {
		mujoco_call_crba(i);
		mujoco_crba(&peer, out);
	}
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
	for (int i = 0; i < ROBOT_STATES; i++) {
		mujoco_run(&peer, robot->q[i], robot->qd[i], robot->qdd[i]);
		put(qpos[i], peer.d->qpos, peer.m->nq);
		put(qvel[i], peer.d->qvel, peer.nv);
		put(qacc[i], peer.d->qacc, peer.nv);
	}
	snprintf(c->name, sizeof c->name, "MuJoCo %s", mj_versionString());
	c->robot = robot;
	c->run = run;
	c->result = result;
	return true;
}
