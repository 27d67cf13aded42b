#include "mujoco_peer.h"

#include <stdio.h>
#include <string.h>

#include "principal_axes.h"

/* Both programs have the same velocities, except for the free joint. Ours has u = (v, w), the velocity of the body's
 * origin and the angular velocity, both in body axes. MuJoCo has y = (pdot, w), where p is the position of the origin
 * in the world (or in the joint frame: see write_mjcf.h). Let E rotate body axes into those of p. Then
 *
 *     y = T u, T = diag(E, 1)                   for pdot = E v
 *     ydot = T udot + (E (w x v), 0)            for Edot = E [w x]; we have udot, MuJoCo takes ydot
 *     tau = T^T tau_y                           since the power tau . u = tau_y . y is equal for every u
 *     M = T^T M_y T                             since the energy u . M u / 2 = y . M_y y / 2 is equal too
 *
 *     udot = T^T (ydot - (E (w x v), 0))        the inverse, since E and so T are rotations
 *     J = J_y T                                 for points that move at J u = J_y y
 *
 * T of a tree consists of these blocks and, for all other joints, of ones; it also permutes the coordinates to our
 * order. MuJoCo's quaternions have the scalar part first.
 *
 * Our armature belongs to u. T rotates only the linear velocities of free joints, so MuJoCo has all others as its
 * dof_armature; for those, armature * udot, armature and armature * u^2 / 2 are added to its results. */

enum { NV = PEER_NV };

/* --- states --- */

static void cross(const double *a, const double *b, double *c)
{
	for (int i = 0; i < 3; i++)
		c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void scalar_first(const double *q, double *quat)
{
	quat[0] = q[3];
	memcpy(quat + 1, q, 3 * sizeof *quat);
}

/* The joint frame of a free joint if MuJoCo's position is relative to the world, else the identity. */
static void free_home(const struct dense_body *body, double R[9], double p[3])
{
	for (int i = 0; i < 9; i++)
		R[i] = body->parent < 0 ? (double)body->at.R[i / 3][i % 3] : i % 4 == 0;
	for (int i = 0; i < 3; i++)
		p[i] = body->parent < 0 ? (double)body->at.p[i] : 0;
}

/* converts q of a free joint to its qpos: place and turn */
static void place_free(const struct dense_body *body, const double *q, double *place, double *turn)
{
	double home[9], origin[3], home_quat[4], quat[4];
	free_home(body, home, origin);
	mju_mulMatVec(place, home, q, 3, 3);
	mju_addTo(place, origin, 3);
	scalar_first(q + 3, quat);
	mju_mat2Quat(home_quat, home);
	mju_mulQuat(turn, home_quat, quat);
}

/* T and drift of a free joint, whose qpos rotates it by `turn` */
static void move_free(struct mujoco_peer *p, int y, int u, const double *turn, const double *qd)
{
	double E[9], wv[3];
	mju_quat2Mat(E, turn);
	cross(qd + 3, qd, wv);
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++)
			p->T[(y + i) * p->nv + u + k] = E[3 * i + k];
		p->T[(y + 3 + i) * p->nv + u + 3 + i] = 1;
	}
	mju_mulMatVec(p->drift + y, E, wv, 3, 3);
}

static int velocities(const struct dense_body *body)
{
	return body->joint == DENSE_FREE ? 6 : body->joint == DENSE_SPHERICAL ? 3 : body->joint != DENSE_FIXED;
}

static void place(struct mujoco_peer *p, const double *q)
{
	for (int b = 0; b < p->tree->n; b++) {
		const struct dense_body *body = &p->tree->body[b];
		const double *own = q + p->q_of[b];
		if (body->joint == DENSE_FIXED)
			continue;
		double *qpos = p->d->qpos + p->m->jnt_qposadr[p->m->body_jntadr[p->id[b]]];
		if (body->joint == DENSE_FREE)
			place_free(body, own, qpos, qpos + 3);
		else if (body->joint == DENSE_SPHERICAL)
			scalar_first(own, qpos);
		else
			*qpos = *own;
	}
}

void mujoco_move(struct mujoco_peer *p, const double *qd, const double *qdd)
{
	memset(p->T, 0, sizeof p->T);
	memset(p->drift, 0, sizeof p->drift);
	for (int b = 0; b < p->tree->n; b++) {
		const struct dense_body *body = &p->tree->body[b];
		int joint = p->m->body_jntadr[p->id[b]], u = p->v_of[b];
		if (body->joint == DENSE_FIXED)
			continue;
		int y = p->m->jnt_dofadr[joint];
		if (body->joint == DENSE_FREE)
			move_free(p, y, u, p->d->qpos + p->m->jnt_qposadr[joint] + 3, qd + u);
		else
			for (int i = 0; i < velocities(body); i++)
				p->T[(y + i) * p->nv + u + i] = 1;
	}
	mju_mulMatVec(p->d->qvel, p->T, qd, p->nv, p->nv);
	mju_mulMatVec(p->d->qacc, p->T, qdd, p->nv, p->nv);
	mju_addTo(p->d->qacc, p->drift, p->nv);
	mj_inverse(p->m, p->d);
}

void mujoco_run(struct mujoco_peer *p, const double *q, const double *qd, const double *qdd)
{
	place(p, q);
	mujoco_move(p, qd, qdd);
}

/* --- results --- */

void mujoco_crba(const struct mujoco_peer *p, double *M)
{
	static double full[NV * NV], half[NV * NV];
	int n = p->nv;
	mujoco_full_M(p->m, p->d, full);
	mju_mulMatMat(half, full, p->T, n, n, n);
	mju_mulMatTMat(M, p->T, half, n, n, n);
	for (int i = 0; i < n; i++)
		M[i * n + i] += p->extra[i];
}

void mujoco_rnea(const struct mujoco_peer *p, const double *qdd, double *tau)
{
	mju_mulMatTVec(tau, p->T, p->d->qfrc_inverse, p->nv, p->nv);
	for (int i = 0; i < p->nv; i++)
		tau[i] += p->extra[i] * qdd[i];
}

/* Subtracts wrenches: ours are in body axes at the body's origin, MuJoCo's in the world's. */
void mujoco_subtract_wrenches(const struct mujoco_peer *p, const double *wrench, double *tau)
{
	double y[NV] = { 0 }, u[NV], force[3], moment[3];
	for (int b = 0; b < p->tree->n; b++) {
		const double *R = p->d->xmat + 9 * p->id[b], *f = wrench + 6 * b;
		mju_mulMatVec(force, R, f, 3, 3);
		mju_mulMatVec(moment, R, f + 3, 3, 3);
		mj_applyFT(p->m, p->d, force, moment, p->d->xpos + 3 * p->id[b], p->id[b], y);
	}
	mju_mulMatTVec(u, p->T, y, p->nv, p->nv);
	mju_subFrom(tau, u, p->nv);
}

void mujoco_tau(const struct mujoco_peer *p, const double *tau, double *applied)
{
	mju_mulMatVec(applied, p->T, tau, p->nv, p->nv);
}

void mujoco_qdd(const struct mujoco_peer *p, double *qdd)
{
	double turning[NV];
	mju_sub(turning, p->d->qacc, p->drift, p->nv);
	mju_mulMatTVec(qdd, p->T, turning, p->nv, p->nv);
}

void mujoco_fd(struct mujoco_peer *p, const double *tau, const double *ours, double *qdd)
{
	double pushed[NV];
	for (int i = 0; i < p->nv; i++)
		pushed[i] = tau[i] - p->extra[i] * ours[i];
	mujoco_tau(p, pushed, p->d->qfrc_applied);
	mj_forward(p->m, p->d);
	mujoco_qdd(p, qdd);
	mju_zero(p->d->qfrc_applied, p->nv);
}

void mujoco_fk(const struct mujoco_peer *p, int body, double R[9], double origin[3])
{
	mju_copy(R, p->d->xmat + 9 * p->id[body], 9);
	mju_copy(origin, p->d->xpos + 3 * p->id[body], 3);
}

void mujoco_jac(const struct mujoco_peer *p, int body, double *J)
{
	static double full[6 * NV];
	int n = p->nv;
	mj_jac(p->m, p->d, full, full + 3 * n, p->d->xpos + 3 * p->id[body], p->id[body]);
	mju_mulMatMat(J, full, p->T, 6, n, n);
}

void mujoco_vel(const struct mujoco_peer *p, int body, double v[6])
{
	double angular_first[6];
	/* mjOBJ_XBODY is the body frame, mjOBJ_BODY the frame of its inertia */
	mj_objectVelocity(p->m, p->d, mjOBJ_XBODY, p->id[body], angular_first, 0);
	mju_copy(v, angular_first + 3, 3);
	mju_copy(v + 3, angular_first, 3);
}

void mujoco_energy(const struct mujoco_peer *p, const double *qd, double *kinetic, double *potential)
{
	mj_energyPos(p->m, p->d);
	mj_energyVel(p->m, p->d);
	*potential = p->d->energy[0];
	*kinetic = p->d->energy[1];
	for (int i = 0; i < p->nv; i++)
		*kinetic += p->extra[i] * qd[i] * qd[i] / 2;
}

/* Body 0 is the world: its subtree is everything. */
void mujoco_com(const struct mujoco_peer *p, double *mass, double c[3])
{
	*mass = p->m->body_subtreemass[0];
	mju_copy(c, p->d->subtree_com, 3);
}

void mujoco_jcom(const struct mujoco_peer *p, double *J)
{
	static double full[3 * NV];
	mj_jacSubtreeCom(p->m, p->d, full, 0);
	mju_mulMatMat(J, full, p->T, 3, p->nv, p->nv);
}

void mujoco_momentum(const struct mujoco_peer *p, double h[6])
{
	mj_subtreeVel(p->m, p->d);
	mju_scl(h, p->d->subtree_linvel, p->m->body_subtreemass[0], 3);
	mju_copy(h + 3, p->d->subtree_angmom, 3);
}

/* Columns of A are momenta at unit velocities. */
void mujoco_cmm(struct mujoco_peer *p, double *A)
{
	int n = p->nv;
	for (int k = 0; k < n; k++) {
		double h[6];
		for (int i = 0; i < n; i++)
			p->d->qvel[i] = p->T[i * n + k];
		mj_comVel(p->m, p->d);
		mujoco_momentum(p, h);
		for (int i = 0; i < 6; i++)
			A[i * n + k] = h[i];
	}
}

/* --- models --- */

/* Removes the mass of bodies fixed to the world, which in our functions have no part in energy, centre of mass or
 * momentum. */
static void drop_fixed_mass(mjModel *m)
{
	for (int id = 0; id < m->nbody; id++)
		if (m->body_weldid[id] == 0)
			m->body_mass[id] = 0;
}

/* MuJoCo 4 takes axes of inertia within 1e-6 rad of the body's as these. */
static void set_constants(struct mujoco_peer *p)
{
	mj_setConst(p->m, p->d);
	for (int b = 0; b < p->m->nbody; b++)
		p->m->body_sameframe[b] = 0;
}

static void set_armature(struct mujoco_peer *p)
{
	for (int b = 0; b < p->tree->n; b++) {
		const struct dense_body *body = &p->tree->body[b];
		for (int i = 0; i < velocities(body); i++) {
			bool turned = body->joint == DENSE_FREE && i < 3;
			double armature = (double)body->armature[i];
			int y = p->m->jnt_dofadr[p->m->body_jntadr[p->id[b]]] + i;
			p->m->dof_armature[y] = turned ? 0 : armature;
			p->extra[p->v_of[b] + i] = turned ? armature : 0;
		}
	}
	set_constants(p); /* computes rows of M that do not depend on q */
}

/* False if MuJoCo lacks a body, or a joint of a moving body. */
static bool find_bodies(struct mujoco_peer *p, const char (*name)[URDF_NAME], char *message, int size)
{
	for (int b = 0; b < p->tree->n; b++) {
		int id = p->id[b] = mj_name2id(p->m, mjOBJ_BODY, name[b]);
		if (id < 0 || (velocities(&p->tree->body[b]) && p->m->body_jntadr[id] < 0)) {
			snprintf(message, (size_t)size, "MuJoCo has no moving body %s", name[b]);
			return false;
		}
	}
	return true;
}

bool mujoco_open(struct mujoco_peer *p, const struct dense_tree *tree, const char *path, const char (*name)[URDF_NAME],
                 char *message, int size)
{
	memset(p, 0, sizeof *p);
	p->tree = tree;
	p->m = mj_loadXML(path, NULL, message, size);
	if (!p->m)
		return false;
	p->m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_ACTUATION;
	p->m->opt.enableflags |= mjENBL_ENERGY;
	p->d = mj_makeData(p->m);
	p->nv = (int)p->m->nv;
	mju_zero(p->m->dof_damping, p->nv);
	dense_index(tree, NULL, p->q_of, p->v_of);
	if (!find_bodies(p, name, message, size)) {
		mujoco_close(p);
		return false;
	}
	drop_fixed_mass(p->m);
	set_armature(p);
	return true;
}

void mujoco_close(struct mujoco_peer *p)
{
	if (p->m) {
		mj_deleteData(p->d);
		mj_deleteModel(p->m);
	}
}

/* Sets all inertias: MuJoCo's dynamics accepts inertias that its reader refuses. */
void mujoco_put_inertias(struct mujoco_peer *p)
{
	for (int b = 0; b < p->tree->n; b++) {
		struct dense_body *body = &p->tree->body[b];
		int id = p->id[b];
		dense_real moment[3], axes[3][3];
		double R[9];
		if (id <= 0)
			continue;
		principal_axes(body->inertia, moment, axes);
		for (int k = 0; k < 9; k++)
			R[k] = (double)axes[k / 3][k % 3];
		mju_mat2Quat(p->m->body_iquat + 4 * id, R);
		for (int k = 0; k < 3; k++)
			p->m->body_inertia[3 * id + k] = (double)moment[k];
		p->m->body_sameframe[id] = p->m->body_simple[id] = 0;
	}
	for (int i = 0; i < p->nv; i++)
		p->m->dof_simplenum[i] = 0;
	set_constants(p);
}
