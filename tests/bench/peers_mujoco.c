/* MuJoCo 4 as a contestant of peers_contest.c: the least work for each result. */
#include <mujoco/mujoco.h>
#include <string.h>

static mjModel *m;
static mjData *d;
static int tip;
static mjtNum tau[1000], jac[6 * 1000];

static void place(const double *q)
{
	memcpy(d->qpos, q, (size_t)m->nq * sizeof *q);
	mj_kinematics(m, d);
	mj_comPos(m, d);
}

static void move(const double *qd)
{
	memcpy(d->qvel, qd, (size_t)m->nv * sizeof *qd);
	mj_comVel(m, d);
}

static int find(const char *frame)
{
	const int site = mj_name2id(m, mjOBJ_SITE, frame);
	return site >= 0 ? site : mj_name2id(m, mjOBJ_BODY, frame) + 1000;
}

int peer_open(const char *path, const char *frame)
{
	char message[1000];
	m = mj_loadXML(path, NULL, message, sizeof message);
	d = m ? mj_makeData(m) : NULL;
	tip = m ? find(frame) : 0;
	return m && m->nv <= 1000 && tip >= 0 && tip != 999;
}

void rnea(const double **in)
{
	place(in[0]);
	move(in[1]);
	memcpy(d->qacc, in[2], (size_t)m->nv * sizeof *tau);
	mj_rne(m, d, 1, tau);
}

void crba(const double **in)
{
	place(in[0]);
	mj_crb(m, d);
}

void fd(const double **in)
{
	place(in[0]);
	mj_crb(m, d);
	mj_factorM(m, d);
	move(in[1]);
	mj_rne(m, d, 0, d->qfrc_bias);
	for (int k = 0; k < m->nv; k++)
		d->qfrc_smooth[k] = in[2][k] - d->qfrc_bias[k];
	mj_solveM(m, d, d->qacc, d->qfrc_smooth, 1);
}

void fk(const double **in)
{
	memcpy(d->qpos, in[0], (size_t)m->nq * sizeof **in);
	mj_kinematics(m, d);
}

void jac_(const double **in)
{
	place(in[0]);
	if (tip < 1000)
		mj_jacSite(m, d, jac, jac + 3 * m->nv, tip);
	else
		mj_jacBody(m, d, jac, jac + 3 * m->nv, tip - 1000);
}

/* Of the bodies that move: those on the first joint. */
void jcom(const double **in)
{
	place(in[0]);
	mj_jacSubtreeCom(m, d, jac, m->jnt_bodyid[0]);
}

/* Results by rows, in MuJoCo's own conventions. */
void peer_result(const char *function, double *out)
{
	const size_t nv = (size_t)m->nv;
	if (strcmp(function, "rnea") == 0)
		memcpy(out, tau, nv * sizeof *out);
	else if (strcmp(function, "crba") == 0)
		mj_fullM(m, d, out);
	else if (strcmp(function, "fd") == 0)
		memcpy(out, d->qacc, nv * sizeof *out);
	else if (strcmp(function, "fk") == 0) {
		memcpy(out, tip < 1000 ? d->site_xmat + 9 * tip : d->xmat + 9 * (tip - 1000), 9 * sizeof *out);
		memcpy(out + 9, tip < 1000 ? d->site_xpos + 3 * tip : d->xpos + 3 * (tip - 1000), 3 * sizeof *out);
	} else
		memcpy(out, jac, (size_t)(strcmp(function, "jcom") ? 6 : 3) * nv * sizeof *out);
}
