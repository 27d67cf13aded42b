/* Functions of examples/mujoco_conventions.h, and statements of examples/legged.md on MuJoCo, compared with MuJoCo: a
 * trunk on a free joint with two legs, at random states.
 *
 *   RIGIDC_SEED=s        the seed (1); printed */
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#include "examples/mujoco_conventions.h"
#include "peers.h"
#include "trees/random_bits.h"
#include "write_mjcf.h"

enum { NQ = 11, NV = 10, STATES = 20 };

static const char rig[] = "model legs\n"
			  "gravity (0.3, -0.2, -9.7)\n"
			  "body trunk on world {\n"
			  "  joint base : free\n"
			  "  mass 4; com (0.02, 0.01, -0.03); inertia diag(0.1, 0.2, 0.15)\n"
			  "}\n"
			  "body lh on trunk at (0.1, 0.2, 0), rx(0.3) {\n"
			  "  joint lh : revolute(y) { armature 0.02; damping 0.3; spring 2 at 0.1 }\n"
			  "  mass 1; com (0, 0.1, -0.2); inertia diag(0.01, 0.02, 0.015)\n"
			  "}\n"
			  "body lk on lh at (0, 0, -0.3) {\n"
			  "  joint lk : revolute((1, 2, 2)) { armature 0.01; damping 0.2 }\n"
			  "  mass 0.5; com (0.01, 0, -0.1); inertia diag(0.004, 0.005, 0.003)\n"
			  "}\n"
			  "body rh on trunk at (0.1, -0.2, 0) {\n"
			  "  joint rh : revolute(y)\n"
			  "  mass 1; com (0, -0.1, -0.2); inertia diag(0.01, 0.02, 0.015)\n"
			  "}\n"
			  "body rk on rh at (0, 0, -0.3) {\n"
			  "  joint rk : prismatic(z)\n"
			  "  mass 0.5; com (0, 0.03, -0.1); inertia diag(0.004, 0.005, 0.003)\n"
			  "}\n";

static const char mjcf[] = "<mujoco>" MJCF_COMPILER(
	"false") "<option gravity=\"0.3 -0.2 -9.7\"><flag energy=\"enable\"/></option><worldbody>\n"
		 "<body name=\"trunk\"><joint type=\"free\"/>\n"
		 "<inertial pos=\"0.02 0.01 -0.03\" mass=\"4\" diaginertia=\"0.1 0.2 0.15\"/>\n"
		 "<body name=\"lh\" pos=\"0.1 0.2 0\" euler=\"0.3 0 0\">\n"
		 "<joint axis=\"0 1 0\" armature=\"0.02\" damping=\"0.3\" stiffness=\"2\" springref=\"0.1\"/>\n"
		 "<inertial pos=\"0 0.1 -0.2\" mass=\"1\" diaginertia=\"0.01 0.02 0.015\"/>\n"
		 "<body name=\"lk\" pos=\"0 0 -0.3\"><joint axis=\"1 2 2\" armature=\"0.01\" damping=\"0.2\"/>\n"
		 "<inertial pos=\"0.01 0 -0.1\" mass=\"0.5\" diaginertia=\"0.004 0.005 0.003\"/><site name=\"lk\"/></body></body>\n"
		 "<body name=\"rh\" pos=\"0.1 -0.2 0\"><joint axis=\"0 1 0\"/>\n"
		 "<inertial pos=\"0 -0.1 -0.2\" mass=\"1\" diaginertia=\"0.01 0.02 0.015\"/>\n"
		 "<body name=\"rk\" pos=\"0 0 -0.3\"><joint type=\"slide\" axis=\"0 0 1\"/>\n"
		 "<inertial pos=\"0 0.03 -0.1\" mass=\"0.5\" diaginertia=\"0.004 0.005 0.003\"/></body></body>\n"
		 "</body></worldbody>\n"
		 "<sensor><force site=\"lk\"/><torque site=\"lk\"/></sensor></mujoco>\n";

/* --- our side --- */

struct state {
	double q[NQ], qd[NV], qdd[NV], tau[NV], f_ext[6]; /* f_ext on lk */
};

static rigidc_model *model;
static mjModel *m;
static mjData *d;
static int trunk, lk;

/* One function at a state, with outputs out[0], out[1], ... */
static void ours(const char *name, const struct state *s, double *const *out)
{
	const struct {
		const char *name;
		const double *array;
	} given[] = { { "q", s->q }, { "qd", s->qd }, { "qdd", s->qdd }, { "tau", s->tau }, { "f_ext", s->f_ext } };
	const double *in[8] = { NULL };
	rigidc_function *function;
	if (rigidc_function_new(model, name, RIGIDC_EVALUATOR, &function) != RIGIDC_OK) {
		printf("# %s\n", rigidc_messages(model));
		return;
	}
	for (int i = 0; i < rigidc_inputs(function); i++)
		for (size_t k = 0; k < sizeof given / sizeof *given; k++)
			if (strcmp(rigidc_input_name(function, i), given[k].name) == 0)
				in[i] = given[k].array;
	rigidc_call(function, in, out);
	rigidc_function_free(function);
}

#define OURS(name, s, ...) ours(name, s, (double *const[]){ __VA_ARGS__ })

static void draw_state(uint64_t *random, struct state *s)
{
	double *const array[] = { s->q, s->qd, s->qdd, s->tau, s->f_ext };
	const int size[] = { NQ, NV, NV, NV, 6 };
	for (int a = 0; a < 5; a++)
		for (int i = 0; i < size[a]; i++)
			array[a][i] = random_between(random, -2, 2);
	mju_normalize4(s->q + 3);
}

/* --- comparing --- */

static struct {
	const char *name;
	double worst;
} row[32];
static int rows;

/* Remembers the largest error of each comparison, relative to the largest of its numbers. */
static void compare(const char *name, const double *a, const double *b, int n)
{
	double size = 1, error = 0;
	int i = 0;
	while (i < rows && strcmp(row[i].name, name) != 0)
		i++;
	if (i == rows)
		row[rows++].name = name;
	for (int k = 0; k < n; k++) {
		size = mju_max(size, mju_abs(b[k]));
		error = mju_max(error, a[k] == a[k] ? mju_abs(a[k] - b[k]) : mjMAXVAL);
	}
	row[i].worst = mju_max(row[i].worst, error / size);
}

/* --- MuJoCo's side --- */

static void set_state(const struct state *s, const double R[9])
{
	to_mujoco_qpos(NQ, s->q, d->qpos);
	to_mujoco_qvel(NV, R, s->qd, d->qvel);
	to_mujoco_qacc(NV, R, s->qd, s->qdd, d->qacc);
}

static void compare_states(const struct state *s, const double R[9])
{
	double q[NQ], qd[NV], qdd[NV];
	from_mujoco_q(NQ, d->qpos, q);
	from_mujoco_qd(NV, R, d->qvel, qd);
	from_mujoco_qdd(NV, R, qd, d->qacc, qdd);
	compare("q", q, s->q, NQ);
	compare("qd", qd, s->qd, NV);
	compare("qdd", qdd, s->qdd, NV);
}

/* Inverse dynamics with a wrench on lk: MuJoCo's leaves xfrc_applied out. */
static void compare_rnea(const struct state *s, const double R[9])
{
	double tau[NV], theirs[NV], pushed[NV] = { 0 }, qfrc[NV];
	const double *x = d->xfrc_applied + 6 * lk;
	mj_inverse(m, d);
	mj_applyFT(m, d, x, x + 3, d->xipos + 3 * lk, lk, pushed);
	mju_sub(qfrc, d->qfrc_inverse, pushed, NV);
	from_mujoco_qd(NV, R, qfrc, theirs);
	OURS("rnea", s, tau);
	compare("rnea", theirs, tau, NV);
}

/* qfrc_bias is the force at qacc = 0, `bias` that at qdd = 0. */
static void compare_bias(const struct state *s, const double R[9])
{
	static const double none[NV];
	struct state unpushed = *s;
	double h[NV], theirs[NV], qacc[NV], more[NV], qfrc[NV];
	memset(unpushed.f_ext, 0, sizeof unpushed.f_ext);
	to_mujoco_qacc(NV, R, s->qd, none, qacc);
	mj_mulM(m, d, more, qacc);
	for (int i = 0; i < NV; i++)
		qfrc[i] = d->qfrc_bias[i] - d->qfrc_passive[i] + more[i];
	from_mujoco_qd(NV, R, qfrc, theirs);
	OURS("bias", &unpushed, h);
	compare("bias", theirs, h, NV);
}

static void compare_fd(const struct state *s, const double R[9])
{
	double qdd[NV], theirs[NV];
	to_mujoco_qvel(NV, R, s->tau, d->qfrc_applied);
	mj_forward(m, d);
	from_mujoco_qdd(NV, R, s->qd, d->qacc, theirs);
	OURS("fd", s, qdd);
	compare("fd", theirs, qdd, NV);
	mju_zero(d->qfrc_applied, NV);
	set_state(s, R);
}

static void compare_matrices(const struct state *s, const double R[9])
{
	double M[NV * NV], J[6 * NV], theirs[NV * NV];
	mj_fullM(m, d, theirs);
	from_mujoco_M(NV, R, theirs);
	OURS("crba", s, M);
	compare("crba", theirs, M, NV * NV);
	mj_jac(m, d, theirs, theirs + 3 * NV, d->xpos + 3 * lk, lk);
	from_mujoco_columns(6, NV, R, theirs);
	OURS("jac:lk", s, J);
	compare("jac", theirs, J, 6 * NV);
}

static void object_acceleration(const struct state *s, const double R[9], const double *qdd, double a[6])
{
	double object[6];
	to_mujoco_qacc(NV, R, s->qd, qdd, d->qacc);
	mj_rnePostConstraint(m, d);
	mj_objectAcceleration(m, d, mjOBJ_XBODY, lk, object, 0);
	from_mujoco_acc(object, m->opt.gravity, a);
}

static void compare_motions(const struct state *s, const double R[9])
{
	static const double none[NV];
	double object[6], theirs[6], v[6];
	mj_objectVelocity(m, d, mjOBJ_XBODY, lk, object, 0);
	from_mujoco_vel(object, theirs);
	OURS("vel:lk", s, v);
	compare("vel", theirs, v, 6);
	object_acceleration(s, R, none, theirs);
	OURS("drift:lk", s, v);
	compare("drift", theirs, v, 6);
	object_acceleration(s, R, s->qdd, theirs);
	OURS("acc:lk", s, v);
	compare("acc", theirs, v, 6);
}

/* MuJoCo's sensors measure the wrench of the parent on the child at a site, in the axes of the site. */
static void compare_reaction(const struct state *s)
{
	double w[5 * 6];
	mj_inverse(m, d);
	OURS("reaction", s, w);
	compare("reaction: sensors of force and torque", d->sensordata, w + 2 * 6, 6);
}

/* --- derivatives, by differences along MuJoCo's tangent --- */

static void inverse_at(const struct state *s, const double R[9], double *array, const double *along, double step)
{
	set_state(s, R);
	if (array == d->qpos)
		mj_integratePos(m, d->qpos, along, step);
	else
		mju_addToScl(array, along, step, NV);
	mj_inverse(m, d);
}

/* d qfrc_inverse / d array, by central differences of order 4, which mujoco_derivatives.c explains */
static void difference(const struct state *s, const double R[9], double *array, double *D)
{
	const double h = array == d->qpos ? 1. / 1024 : 1;
	for (int k = 0; k < NV; k++) {
		double along[NV] = { 0 }, qfrc[4][NV];
		along[k] = 1;
		for (int i = 0; i < 4; i++) {
			inverse_at(s, R, array, along, h * (i < 2 ? i - 2 : i - 1));
			mju_copy(qfrc[i], d->qfrc_inverse, NV);
		}
		for (int i = 0; i < NV; i++)
			D[i * NV + k] = (8 * (qfrc[2][i] - qfrc[1][i]) - (qfrc[3][i] - qfrc[0][i])) / (12 * h);
	}
}

static void compare_derivatives(const struct state *drawn, const double R[9])
{
	double by_q[NV * NV], by_qd[NV * NV], by_qacc[NV * NV], dtau_dq[NV * NV], dtau_dqd[NV * NV], tau[NV];
	struct state s = *drawn;
	memset(s.f_ext, 0, sizeof s.f_ext);
	OURS("rnea", &s, tau);
	OURS("rnea_derivatives", &s, dtau_dq, dtau_dqd);
	difference(&s, R, d->qpos, by_q);
	difference(&s, R, d->qvel, by_qd);
	difference(&s, R, d->qacc, by_qacc);
	from_mujoco_derivatives(NV, R, s.qd, s.qdd, tau, by_qacc, by_q, by_qd);
	compare("rnea_derivatives: by q", by_q, dtau_dq, NV * NV);
	compare("rnea_derivatives: by qd", by_qd, dtau_dqd, NV * NV);
}

static void compare_all(uint64_t seed)
{
	for (int i = 0; i < STATES; i++) {
		struct state s;
		double R[9], p[3], offset[3];
		draw_state(&seed, &s);
		OURS("fk:trunk", &s, R, p);
		set_state(&s, R);
		compare_states(&s, R);
		mj_kinematics(m, d);
		compare("fk", d->xmat + 9 * trunk, R, 9);
		mju_sub(offset, d->xipos + 3 * lk, d->xpos + 3 * lk, 3);
		to_mujoco_xfrc(d->xmat + 9 * lk, offset, s.f_ext, d->xfrc_applied + 6 * lk);
		compare_rnea(&s, R);
		compare_bias(&s, R);
		compare_matrices(&s, R);
		compare_motions(&s, R);
		compare_reaction(&s);
		compare_fd(&s, R);
		compare_derivatives(&s, R);
	}
}

static bool open_both(const struct peer_settings *settings)
{
	static const char *const wrench[] = { "lk" };
	const rigidc_options options = { .wrench = wrench, .wrenches = 1 };
	char path[256], message[1024] = "";
	snprintf(path, sizeof path, "%s/conventions.xml", settings->scratch);
	FILE *out = peer_create(path);
	fputs(mjcf, out);
	fclose(out);
	m = mj_loadXML(path, NULL, message, sizeof message);
	bool good = rigidc_read(rig, strlen(rig), "legs.rig", &options, &model) == RIGIDC_OK && m && m->nv == NV;
	if (!good) {
		printf("# %s%s\n", message, rigidc_messages(model));
		return false;
	}
	m->opt.disableflags |= mjDSBL_CONSTRAINT;
	d = mj_makeData(m);
	trunk = mj_name2id(m, mjOBJ_BODY, "trunk");
	lk = mj_name2id(m, mjOBJ_BODY, "lk");
	return true;
}

int main(void)
{
	const struct peer_settings settings = peer_settings_read();
	const bool good = open_both(&settings);
	tap_ok(good, "both programs read the legs");
	if (good) {
		compare_all(settings.seed);
		for (int i = 0; i < rows; i++)
			tap_ok(row[i].worst < 1e-10, "%s: %.2g", row[i].name, row[i].worst);
		mj_deleteData(d);
	}
	if (m)
		mj_deleteModel(m);
	rigidc_model_free(model);
	return tap_done();
}
