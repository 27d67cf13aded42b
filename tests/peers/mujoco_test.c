/* Against MuJoCo: random trees, and the robots of a folder, by its inverse dynamics and its inertia matrix.
 *
 *   RIGIDC_TREES=n       how many (300)
 *   RIGIDC_SEED=s        the first seed (1); printed
 *   RIGIDC_ROBOTS=DIR    compares every .urdf file there too
 *
 * The two count motion alike, but for the free joint. Ours has u = (v, w), the velocity of the body's origin and
 * the angular one, both in body axes; MuJoCo has y = (pdot, w), where p is the origin's place seen from the world
 * (or from the joint frame: see write_mjcf.h). Let E turn body axes into those of p. Then
 *
 *     y = T u, T = diag(E, 1)                   for pdot = E v
 *     ydot = T udot + (E (w x v), 0)            for Edot = E [w x]; we give udot, MuJoCo takes ydot
 *     tau = T^T tau_y                           for the power tau . u = tau_y . y is the same for every u
 *     M = T^T M_y T                             for the energy u . M u / 2 = y . M_y y / 2 is too
 *
 * T of a tree is put together from these blocks and, for all other joints, from ones; it also brings the
 * coordinates into one order. MuJoCo's quaternions have the scalar part first.
 *
 * Our armature belongs to u. T turns nothing but the linear velocities of free joints, so MuJoCo can have all
 * others as its dof_armature; for those, armature * udot and armature are added to its results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "peers.h"
#include "write_mjcf.h"

enum { NV = PEER_NV, STATES = 4 };

static struct peer_settings settings;
static struct peer_measure rnea = { .what = "rnea", .tolerance = 1e-11 };
static struct peer_measure pushed = { .what = "rnea with wrenches", .tolerance = 1e-11 };
static struct peer_measure crba = { .what = "crba", .tolerance = 1e-11 };

/* A tree in MuJoCo, and what leads from our numbers to its own. */
struct peer {
	const struct random_tree *tree;
	mjModel *m;
	mjData *d;
	int nv, q_of[RANDOM_BODIES], v_of[RANDOM_BODIES], id[RANDOM_BODIES];
	double T[NV * NV], drift[NV];           /* ydot = T udot + drift */
	double extra[NV];                       /* armature that MuJoCo has not */
};

/* ---- states ---- */

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

/* The joint frame of a free joint, as far as MuJoCo counts its place from further out. */
static void free_home(const struct dense_body *body, double R[9], double p[3])
{
	for (int i = 0; i < 9; i++)
		R[i] = body->parent < 0 ? (double)body->at.R[i / 3][i % 3] : i % 4 == 0;
	for (int i = 0; i < 3; i++)
		p[i] = body->parent < 0 ? (double)body->at.p[i] : 0;
}

/* the position, T and drift of a free joint; q and qd are its own, place and turn its qpos */
static void set_free(struct peer *p, const struct dense_body *body, int y, int u, const double *q, const double *qd,
                     double *place, double *turn)
{
	double home[9], origin[3], home_quat[4], quat[4], R[9], E[9], wv[3];
	free_home(body, home, origin);
	mju_mulMatVec(place, home, q, 3, 3);
	mju_addTo(place, origin, 3);
	scalar_first(q + 3, quat);
	mju_mat2Quat(home_quat, home);
	mju_mulQuat(turn, home_quat, quat);

	mju_quat2Mat(R, quat);
	mju_mulMatMat(E, home, R, 3, 3, 3);
	cross(qd + 3, qd, wv);
	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++)
			p->T[(y + i) * p->nv + u + k] = E[3 * i + k];
		p->T[(y + 3 + i) * p->nv + u + 3 + i] = 1;
	}
	mju_mulMatVec(p->drift + y, E, wv, 3, 3);
}

/* T, drift and MuJoCo's state from ours */
static void set_state(struct peer *p, const double *q, const double *qd, const double *qdd)
{
	memset(p->T, 0, sizeof p->T);
	memset(p->drift, 0, sizeof p->drift);
	for (int b = 0; b < p->tree->dense.n; b++) {
		const struct dense_body *body = &p->tree->body[b];
		int joint = p->m->body_jntadr[p->id[b]], u = p->v_of[b], width = body->joint == DENSE_SPHERICAL ? 3 : 1;
		const double *own = q + p->q_of[b];
		if (body->joint == DENSE_FIXED)
			continue;
		int y = p->m->jnt_dofadr[joint];
		double *qpos = p->d->qpos + p->m->jnt_qposadr[joint];
		if (body->joint == DENSE_FREE) {
			set_free(p, body, y, u, own, qd + u, qpos, qpos + 3);
			continue;
		}
		if (body->joint == DENSE_SPHERICAL)
			scalar_first(own, qpos);
		else
			*qpos = *own;
		for (int i = 0; i < width; i++)
			p->T[(y + i) * p->nv + u + i] = 1;
	}
	mju_mulMatVec(p->d->qvel, p->T, qd, p->nv, p->nv);
	mju_mulMatVec(p->d->qacc, p->T, qdd, p->nv, p->nv);
	mju_addTo(p->d->qacc, p->drift, p->nv);
}

static void set_armature(struct peer *p)
{
	for (int b = 0; b < p->tree->dense.n; b++) {
		const struct random_body *text = &p->tree->text[b];
		bool is_free = p->tree->body[b].joint == DENSE_FREE;
		for (int i = 0; i < text->kind->velocities; i++) {
			double armature = (double)p->tree->body[b].armature[i];
			int y = p->m->jnt_dofadr[p->m->body_jntadr[p->id[b]]] + i;
			p->m->dof_armature[y] = is_free && i < 3 ? 0 : armature;
			p->extra[p->v_of[b] + i] = is_free && i < 3 ? armature : 0;
		}
	}
	mj_setConst(p->m, p->d);                /* rows of M that do not depend on q are worked out there */
}

/* ---- results ---- */

/* MuJoCo's M, at the state set last, in our coordinates */
static void reference_crba(struct peer *p, double *M)
{
	static double full[NV * NV], half[NV * NV];
	int n = p->nv;
	mj_fullM(p->m, full, p->d->qM);
	mju_mulMatMat(half, full, p->T, n, n, n);
	mju_mulMatTMat(M, p->T, half, n, n, n);
	for (int i = 0; i < n; i++)
		M[i * n + i] += p->extra[i];
}

static void reference_rnea(struct peer *p, const double *qdd, double *tau)
{
	mju_mulMatTVec(tau, p->T, p->d->qfrc_inverse, p->nv, p->nv);
	for (int i = 0; i < p->nv; i++)
		tau[i] += p->extra[i] * qdd[i];
}

/* tau -= J^T f_ext; ours are in body axes at the body's origin, MuJoCo's in the world's */
static void subtract_wrenches(struct peer *p, const double *body_wrench, double *tau)
{
	double y[NV] = { 0 }, u[NV], force[3], moment[3];
	for (int b = 0; b < p->tree->dense.n; b++) {
		const double *R = p->d->xmat + 9 * p->id[b], *f = body_wrench + 6 * b;
		mju_mulMatVec(force, R, f, 3, 3);
		mju_mulMatVec(moment, R, f + 3, 3, 3);
		mj_applyFT(p->m, p->d, force, moment, p->d->xpos + 3 * p->id[b], p->id[b], y);
	}
	mju_mulMatTVec(u, p->T, y, p->nv, p->nv);
	mju_subFrom(tau, u, p->nv);
}

static bool compare_state(struct peer *p, const struct peer_model *plain, int i, const char *whose)
{
	static double M[NV * NV], reference_M[NV * NV];
	double q[PEER_NQ], qd[NV], qdd[NV], tau[NV], reference[NV];
	double body_wrench[6 * RANDOM_BODIES], f_ext[6 * RANDOM_BODIES];
	const char *name[RANDOM_BODIES];
	struct peer_model with_wrenches;
	peer_state(p->tree->seed, i, &p->tree->dense, q, qd, qdd);
	set_state(p, q, qd, qdd);
	mj_inverse(p->m, p->d);
	reference_rnea(p, qdd, reference);
	reference_crba(p, reference_M);

	peer_rnea(plain, q, qd, qdd, NULL, tau);
	bool same = peer_close(&rnea, whose, tau, reference, p->nv, peer_rnea_scale(&p->tree->dense, q, qd, qdd, NULL));
	peer_crba(plain, q, M);
	same &= peer_close(&crba, whose, M, reference_M, p->nv * p->nv, peer_crba_scale(&p->tree->dense, q));
	if (i > 0)
		return same;

	int wrenches = peer_wrenches(p->tree, i, body_wrench, f_ext, name);
	same &= peer_read(&with_wrenches, p->tree, name, wrenches);
	peer_rnea(&with_wrenches, q, qd, qdd, f_ext, tau);
	subtract_wrenches(p, body_wrench, reference);
	same &= peer_close(&pushed, whose, tau, reference, p->nv,
	                   peer_rnea_scale(&p->tree->dense, q, qd, qdd, body_wrench));
	peer_free(&with_wrenches);
	return same;
}

/* ---- trees ---- */

/* MuJoCo's model of a text that `write` puts into a scratch file, or NULL and its message */
static mjModel *load_file(const char *path, char *message, int size)
{
	mjModel *m = mj_loadXML(path, NULL, message, size);
	if (m)
		m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_ACTUATION;
	return m;
}

static mjModel *load_tree(const struct random_tree *tree, char *message, int size)
{
	char path[256];
	snprintf(path, sizeof path, "%s/tree.xml", settings.scratch);
	FILE *out = fopen(path, "w");
	if (!out) {
		perror(path);
		exit(2);
	}
	mjcf_write(tree, out);
	fclose(out);
	return load_file(path, message, size);
}

static bool compare_tree(struct peer *p, const char *whose)
{
	struct peer_model ours;
	bool same = peer_read(&ours, p->tree, NULL, 0);
	if (!same)
		printf("# %s: %s\n", whose, rigidc_messages(ours.model));
	if (same && (ours.nv != p->nv || p->m->nbody != p->tree->dense.n + 1)) {
		printf("# %s: we have %d velocities, MuJoCo has %d\n", whose, ours.nv, p->nv);
		same = false;
	}
	if (same)
		set_armature(p);
	for (int i = 0; same && i < STATES; i++)
		same = compare_state(p, &ours, i, whose);
	peer_free(&ours);
	return same;
}

/* True if MuJoCo takes the tree. */
static bool try_tree(uint64_t seed)
{
	static struct random_tree tree;
	static struct peer p;
	char whose[32], name[16], message[1024] = "";
	random_tree_in(RANDOM_COMMON, seed, &tree);
	snprintf(whose, sizeof whose, "tree %llu", (unsigned long long)seed);
	memset(&p, 0, sizeof p);
	p.tree = &tree;
	p.m = load_tree(&tree, message, sizeof message);
	if (!p.m) {
		tap_skip(whose, message);
		return false;
	}
	p.d = mj_makeData(p.m);
	p.nv = p.m->nv;
	dense_index(&tree.dense, NULL, p.q_of, p.v_of);
	for (int b = 0; b < tree.dense.n; b++) {
		snprintf(name, sizeof name, "b%d", b);
		p.id[b] = mj_name2id(p.m, mjOBJ_BODY, name);
	}
	tap_ok(compare_tree(&p, whose), "%s: %d bodies, %d velocities", whose, tree.dense.n, p.nv);
	mj_deleteData(p.d);
	mj_deleteModel(p.m);
	return true;
}

/* MuJoCo's own would write a file */
static void warn(const char *text)
{
	printf("# MuJoCo: %s\n", text);
}

int main(void)
{
	int compared = 0;
	settings = peer_settings_read();
	mju_user_warning = warn;
	for (int i = 0; i < settings.trees; i++)
		compared += try_tree(settings.seed + (unsigned)i);
	tap_ok(compared * 10 >= settings.trees * 9, "MuJoCo takes nine trees in ten: %d of %d", compared,
	       settings.trees);
	peer_print(&rnea);
	peer_print(&pushed);
	peer_print(&crba);
	return tap_done();
}
