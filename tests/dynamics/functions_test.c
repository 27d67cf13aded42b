/* Every function of the table against the dense reference, on random trees of all joint kinds: by the evaluator in
 * random configurations of passes, and by libtcc, gcc and clang bit for bit.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 36 or 400, and as many hard ones by a third
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/function.h"
#include "reference/dense_functions.h"
#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/configuration.h"
#include "trees/random_bits.h"
#include "trees/subject.h"
#include "trees/tree_tests.h"

enum { NV = RANDOM_NV, NQ = RANDOM_NQ, NUMBERS = SUBJECT_NUMBERS };

static int random_trees;
static uint64_t first_seed = 1;

/* --- values of the reference --- */

struct expected {
	int size[FUNCTION_OUTPUTS];
	dense_real value[FUNCTION_OUTPUTS][NUMBERS], scale[FUNCTION_OUTPUTS];
	dense_real condition; /* factor by which a sound computation may be worse */
};

/* Projects columns for the tree's velocities to columns for the model's. */
static void project_columns(const struct subject *s, int rows, struct expected *e)
{
	random_project_columns(&s->tree, s->dense_q, rows, e->value[0], &e->scale[0]);
	e->size[0] = rows * s->nv;
}

static void expect_rnea(const struct subject *s, struct expected *e)
{
	dense_rnea(&s->tree.dense, s->dense_q, s->dense_qd, s->dense_qdd, s->wrench, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	random_project(&s->tree, s->dense_q, e->value[0], &e->scale[0]);
	e->size[0] = s->nv;
}

static void expect_crba(const struct subject *s, struct expected *e)
{
	dense_crba(&s->tree.dense, s->dense_q, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	random_project_inertia(&s->tree, s->dense_q, e->value[0], &e->scale[0]);
	e->size[0] = s->nv * s->nv;
}

static void expect_bias(const struct subject *s, struct expected *e)
{
	random_bias(&s->tree, s->dense_q, s->dense_qd, s->wrench, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	e->size[0] = s->nv;
}

static void expect_gravity(const struct subject *s, struct expected *e)
{
	dense_gravity(&s->tree.dense, s->dense_q, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	random_project(&s->tree, s->dense_q, e->value[0], &e->scale[0]);
	e->size[0] = s->nv;
}

/* The reference differentiates placements by differences, which leave about 1e-16 of M qd where all else is zero. */
static void expect_coriolis(const struct subject *s, struct expected *e)
{
	static dense_real M[NUMBERS];
	dense_real M_scale, fastest = 0;
	for (int i = 0; i < dense_nv(&s->tree.dense); i++)
		fastest = fmaxl(fastest, fabsl(s->dense_qd[i]));
	dense_crba(&s->tree.dense, s->dense_q, M, &M_scale);
	dense_coriolis(&s->tree.dense, s->dense_q, s->dense_qd, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(fmaxl(e->scale[0], s->needle), 1e-3L * M_scale * fastest);
	random_project_coriolis(&s->tree, s->dense_q, s->dense_qd, M, M_scale, e->value[0], &e->scale[0]);
	e->size[0] = s->nv * s->nv;
}

static void expect_fk(const struct subject *s, struct expected *e)
{
	dense_fk(&s->tree.dense, s->dense_q, &s->site, e->value[0], e->value[1], &e->scale[1]);
	e->scale[0] = 1;
	e->size[0] = 9;
	e->size[1] = 3;
}

static void expect_jac(const struct subject *s, struct expected *e)
{
	dense_jac(&s->tree.dense, s->dense_q, &s->site, e->value[0], &e->scale[0]);
	project_columns(s, 6, e);
}

static void expect_jac_local(const struct subject *s, struct expected *e)
{
	dense_jac_local(&s->tree.dense, s->dense_q, &s->site, e->value[0], &e->scale[0]);
	project_columns(s, 6, e);
}

static void expect_vel(const struct subject *s, struct expected *e)
{
	dense_vel(&s->tree.dense, s->dense_q, s->dense_qd, &s->site, e->value[0], &e->scale[0]);
	e->size[0] = 6;
}

static void expect_acc(const struct subject *s, struct expected *e)
{
	dense_acc(&s->tree.dense, s->dense_q, s->dense_qd, s->dense_qdd, &s->site, e->value[0], &e->scale[0]);
	e->size[0] = 6;
}

/* Coupled joints accelerate with the joints they follow. */
/* State of all joints without accelerations of the independent ones. */
struct unaccelerated {
	dense_real q[NQ], qd[NV], qdd[NV];
};

static struct unaccelerated unaccelerated_of(const struct subject *s)
{
	struct unaccelerated state = { .qdd = { 0 } };
	memcpy(state.q, s->dense_q, sizeof state.q);
	memcpy(state.qd, s->dense_qd, sizeof state.qd);
	random_follow(&s->tree, state.q, state.qd, state.qdd);
	return state;
}

static void expect_drift(const struct subject *s, struct expected *e)
{
	struct unaccelerated at = unaccelerated_of(s);
	dense_acc(&s->tree.dense, at.q, at.qd, at.qdd, &s->site, e->value[0], &e->scale[0]);
	e->size[0] = 6;
}

static void expect_relative_fk(const struct subject *s, struct expected *e)
{
	dense_relative_fk(&s->tree.dense, s->dense_q, &s->site, &s->other, e->value[0], e->value[1], &e->scale[1]);
	e->scale[0] = 1;
	e->size[0] = 9;
	e->size[1] = 3;
}

static void expect_relative_jac(const struct subject *s, struct expected *e)
{
	dense_relative_jac(&s->tree.dense, s->dense_q, &s->site, &s->other, e->value[0], &e->scale[0]);
	project_columns(s, 6, e);
}

static void expect_relative_vel(const struct subject *s, struct expected *e)
{
	dense_relative_vel(&s->tree.dense, s->dense_q, s->dense_qd, &s->site, &s->other, e->value[0], &e->scale[0]);
	e->size[0] = 6;
}

static void expect_relative_acc(const struct subject *s, struct expected *e)
{
	dense_relative_acc(&s->tree.dense, s->dense_q, s->dense_qd, s->dense_qdd, &s->site, &s->other, e->value[0],
	                   &e->scale[0]);
	e->size[0] = 6;
}

static void expect_relative_drift(const struct subject *s, struct expected *e)
{
	struct unaccelerated at = unaccelerated_of(s);
	dense_relative_acc(&s->tree.dense, at.q, at.qd, at.qdd, &s->site, &s->other, e->value[0], &e->scale[0]);
	e->size[0] = 6;
}

/* Wrenches for the bodies whose joints move or have a sensor, in source order. */
static void expect_reaction(const struct subject *s, struct expected *e)
{
	static dense_real all[6 * RANDOM_BODIES];
	int order[RANDOM_BODIES];
	dense_index(&s->tree.dense, order, NULL, NULL);
	dense_reaction(&s->tree.dense, s->dense_q, s->dense_qd, s->dense_qdd, s->wrench, all, &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	for (int i = 0; i < s->tree.dense.n; i++)
		if (s->tree.dense.body[order[i]].joint != DENSE_FIXED || random_sensor(&s->tree, order[i])) {
			memcpy(e->value[0] + e->size[0], all + 6 * order[i], 6 * sizeof *all);
			e->size[0] += 6;
		}
}

static void expect_energy(const struct subject *s, struct expected *e)
{
	dense_energy(&s->tree.dense, s->dense_q, s->dense_qd, e->value[0], e->value[1], &e->scale[0], &e->scale[1]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	e->size[0] = e->size[1] = 1;
}

static void expect_com(const struct subject *s, struct expected *e)
{
	dense_com(&s->tree.dense, s->dense_q, e->value[0], e->value[1], &e->scale[1]);
	e->size[0] = 1;
	e->size[1] = 3;
}

static void expect_momentum(const struct subject *s, struct expected *e)
{
	dense_momentum(&s->tree.dense, s->dense_q, s->dense_qd, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	e->size[0] = 6;
}

static void expect_jcom(const struct subject *s, struct expected *e)
{
	dense_jcom(&s->tree.dense, s->dense_q, e->value[0], &e->scale[0]);
	project_columns(s, 3, e);
}

static void expect_cmm(const struct subject *s, struct expected *e)
{
	dense_cmm(&s->tree.dense, s->dense_q, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	project_columns(s, 6, e);
}

/* Derivatives of momentum and of the velocity of the centre without joint accelerations. */
static void expect_cmm_drift(const struct subject *s, struct expected *e)
{
	struct unaccelerated at = unaccelerated_of(s);
	dense_momentum_rate(&s->tree.dense, at.q, at.qd, at.qdd, e->value[0], &e->scale[0]);
	e->scale[0] = fmaxl(e->scale[0], s->needle);
	e->size[0] = 6;
}

static void expect_com_drift(const struct subject *s, struct expected *e)
{
	dense_real mass, c[3];
	dense_com(&s->tree.dense, s->dense_q, &mass, c, NULL);
	expect_cmm_drift(s, e);
	for (int i = 0; i < 3; i++)
		e->value[0][i] /= mass;
	e->scale[0] /= mass;
	e->size[0] = 3;
}

static void expect_fd(const struct subject *s, struct expected *e)
{
	random_fd(&s->tree, s->dense_q, s->dense_qd, s->dense_tau, s->wrench, e->value[0], &e->condition, &e->scale[0]);
	e->size[0] = s->nv;
}

static void expect_minv(const struct subject *s, struct expected *e)
{
	random_minv(&s->tree, s->dense_q, e->value[0], &e->condition);
	e->size[0] = s->nv * s->nv;
}

/* The largest size, but at least the error of a needle. */
static dense_real largest_size(const struct subject *s, const dense_real *size)
{
	dense_real largest = s->needle;
	for (int i = 0; i < s->nv * s->nv; i++)
		largest = fmaxl(largest, size[i]);
	return largest;
}

static void expect_rnea_derivatives(const struct subject *s, struct expected *e)
{
	static dense_real size_q[NUMBERS], size_qd[NUMBERS];
	struct dense_instant at = { s->dense_q, s->dense_qd, s->dense_qdd, s->wrench, s->hold };
	random_rnea_derivatives(&s->tree, &at, e->value[0], e->value[1], size_q, size_qd);
	e->scale[0] = largest_size(s, size_q);
	e->scale[1] = largest_size(s, size_qd);
	e->size[0] = e->size[1] = s->nv * s->nv;
}

static void expect_fd_derivatives(const struct subject *s, struct expected *e)
{
	struct dense_instant at = { .q = s->dense_q, .qd = s->dense_qd, .f_ext = s->wrench, .hold = s->hold };
	random_fd_derivatives(&s->tree, &at, s->dense_tau, e->value[0], e->value[1], e->value[2], &e->condition,
	                      e->scale);
	e->size[0] = e->size[1] = e->size[2] = s->nv * s->nv;
}

static void expect_regressor(const struct subject *s, struct expected *e)
{
	random_regressor(&s->tree, s->dense_q, s->dense_qd, s->dense_qdd, e->value[0], &e->scale[0]);
	e->size[0] = s->nv * 10 * dense_moving(&s->tree.dense);
}

/* Places of a joint's coordinates and velocities in the model, which has none of coupled joints. */
struct joint_place {
	enum dense_joint kind;
	int q, v, count; /* of velocities */
};

static int joint_places(const struct subject *s, struct joint_place *place)
{
	int order[RANDOM_BODIES], q = 0, v = 0, joints = 0;
	dense_index(&s->tree.dense, order, NULL, NULL);
	for (int i = 0; i < s->tree.dense.n; i++) {
		int b = order[i], count = s->tree.text[b].kind->velocities;
		enum dense_joint kind = s->tree.body[b].joint;
		if (!count || s->tree.text[b].coupled)
			continue;
		place[joints++] = (struct joint_place){ kind, q, v, count };
		q += count + (kind == DENSE_FREE || kind == DENSE_SPHERICAL);
		v += count;
	}
	return joints;
}

/* The coordinates of the subject, moved along the velocities v. */
static void move(const struct subject *s, const dense_real *v, dense_real *moved)
{
	struct joint_place place[RANDOM_BODIES];
	static dense_real from[NQ];
	dense_widen(s->q, s->nq, from);
	for (int j = joint_places(s, place) - 1; j >= 0; j--) {
		dense_real *to = moved + place[j].q;
		const dense_real *q = from + place[j].q, *own = v + place[j].v;
		if (place[j].kind == DENSE_FREE)
			dense_integrate_pose(q, own, to);
		else if (place[j].kind == DENSE_SPHERICAL)
			dense_integrate_turn(q, own, to);
		else
			for (int k = 0; k < place[j].count; k++)
				to[k] = q[k] + own[k];
	}
}

static void expect_integrate(const struct subject *s, struct expected *e)
{
	static dense_real v[NV];
	dense_widen(s->v, s->nv, v);
	move(s, v, e->value[0]);
	e->size[0] = s->nq;
}

/* The unit quaternion of a rotation, from the largest of its coordinates. */
static void quaternion_of(const dense_real *R, dense_real *q)
{
	const dense_real size[4] = { 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8], 1 - R[0] - R[4] + R[8],
		                     1 + R[0] + R[4] + R[8] };
	int largest = 0;
	for (int k = 1; k < 4; k++)
		largest = size[k] > size[largest] ? k : largest;
	for (int k = 0; k < 3; k++) {
		int a = (k + 1) % 3, b = (k + 2) % 3;
		dense_real turned = R[3 * b + a] - R[3 * a + b];
		q[k] = largest == 3 ? turned : R[3 * k + largest] + R[3 * largest + k];
		q[3] = k == largest ? turned : q[3];
	}
	q[largest] = size[largest];
	for (int k = 0; k < 4; k++)
		q[k] /= 2 * sqrtl(size[largest]);
}

/* p_R - p and log(R_R R^T), in world axes. */
static void pose_error(const struct subject *s, dense_real *error)
{
	const dense_real none[4] = { 0, 0, 0, 1 };
	dense_real R[9], p[3], turn[9], q[4];
	dense_fk(&s->tree.dense, s->dense_q, &s->site, R, p, NULL);
	for (int i = 0; i < 3; i++) {
		error[i] = s->p[i] - p[i];
		for (int k = 0; k < 3; k++) {
			turn[3 * i + k] = 0;
			for (int n = 0; n < 3; n++)
				turn[3 * i + k] += s->R[3 * i + n] * R[3 * k + n];
		}
	}
	quaternion_of(turn, q);
	dense_difference_turn(none, q, error + 3);
}

/* J^T (J J^T + damping^2 1)^-1 error; returns the condition of the system. */
static dense_real damped_step(const dense_real *J, int nv, dense_real damping, const dense_real *error, dense_real *dq)
{
	dense_real M[36], none[6] = { 0 }, y[6], condition, scale;
	for (int i = 0; i < 6; i++)
		for (int k = 0; k < 6; k++) {
			M[6 * i + k] = i == k ? damping * damping : 0;
			for (int v = 0; v < nv; v++)
				M[6 * i + k] += J[i * nv + v] * J[k * nv + v];
		}
	dense_solve(M, 6, error, none, y, &condition, &scale);
	for (int v = 0; v < nv; v++) {
		dq[v] = 0;
		for (int i = 0; i < 6; i++)
			dq[v] += J[i * nv + v] * y[i];
	}
	return condition;
}

static void expect_ik(const struct subject *s, struct expected *e)
{
	static dense_real J[NUMBERS], dq[NV];
	dense_real scale = 0;
	pose_error(s, e->value[1]);
	dense_jac(&s->tree.dense, s->dense_q, &s->site, J, &scale);
	random_project_columns(&s->tree, s->dense_q, 6, J, &scale);
	e->condition = damped_step(J, s->nv, s->damping, e->value[1], dq);
	move(s, dq, e->value[0]);
	e->scale[0] = e->scale[1] = scale;
	e->size[0] = s->nq;
	e->size[1] = 6;
}

static void expect_difference(const struct subject *s, struct expected *e)
{
	struct joint_place place[RANDOM_BODIES];
	static dense_real from[NQ], to[NQ];
	dense_widen(s->q, s->nq, from);
	dense_widen(s->q1, s->nq, to);
	for (int j = joint_places(s, place) - 1; j >= 0; j--) {
		dense_real *v = e->value[0] + place[j].v;
		const dense_real *q0 = from + place[j].q, *q1 = to + place[j].q;
		if (place[j].kind == DENSE_FREE)
			dense_difference_pose(q0, q1, v);
		else if (place[j].kind == DENSE_SPHERICAL)
			dense_difference_turn(q0, q1, v);
		else
			for (int k = 0; k < place[j].count; k++)
				v[k] = q1[k] - q0[k];
	}
	e->size[0] = s->nv;
}

static void expect_normalize(const struct subject *s, struct expected *e)
{
	struct joint_place place[RANDOM_BODIES];
	dense_widen(s->q, s->nq, e->value[0]);
	for (int j = joint_places(s, place) - 1; j >= 0; j--) {
		bool turned = place[j].kind == DENSE_FREE || place[j].kind == DENSE_SPHERICAL;
		dense_real *q = e->value[0] + place[j].q + place[j].count - 3, square = 0;
		for (int k = 0; k < 4 && turned; k++)
			square += q[k] * q[k];
		for (int k = 0; k < 4 && turned; k++)
			q[k] /= sqrtl(square);
	}
	e->size[0] = s->nq;
}

/* Rows in the order of the table of functions without those of phases, which contacts_test.c compares, those of struts, which
 * strut_test.c does, and those of laws, which law_test.pl does. A row without `expect` is compared elsewhere. */
static const struct row {
	const char *name;
	void (*expect)(const struct subject *s, struct expected *e);
} rows[] = {
	{ "rnea", expect_rnea },
	{ "crba", expect_crba },
	{ "bias", expect_bias },
	{ "gravity", expect_gravity },
	{ "coriolis", expect_coriolis },
	{ "fd", expect_fd },
	{ "minv", expect_minv },
	{ "fk", expect_fk },
	{ "jac", expect_jac },
	{ "vel", expect_vel },
	{ "acc", expect_acc },
	{ "reaction", expect_reaction },
	{ "energy", expect_energy },
	{ "com", expect_com },
	{ "momentum", expect_momentum },
	{ "jcom", expect_jcom },
	{ "cmm", expect_cmm },
	{ "drift", expect_drift },
	{ "jac_local", expect_jac_local },
	{ "ik", expect_ik },
	{ "rnea_derivatives", expect_rnea_derivatives },
	{ "fd_derivatives", expect_fd_derivatives },
	/* those without are compared in inertial_test.c, params_test.c and steps_test.c */
	{ "base_regressor", NULL },
	{ "base_parameters", NULL },
	{ "param_jacobian", NULL },
	{ "regressor", expect_regressor },
	{ "fk", expect_relative_fk },
	{ "jac", expect_relative_jac },
	{ "vel", expect_relative_vel },
	{ "acc", expect_relative_acc },
	{ "drift", expect_relative_drift },
	{ "com_drift", expect_com_drift },
	{ "cmm_drift", expect_cmm_drift },
	{ "integrate", expect_integrate },
	{ "difference", expect_difference },
	{ "normalize", expect_normalize },
	{ "step:euler", NULL },
	{ "step:rk4", NULL },
	{ "step_derivatives:euler", NULL },
	{ "step_derivatives:rk4", NULL },
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Row of the table of functions for each row, in the same order. */
static const struct FunctionInfo *info_of[ROWS];

static bool is_elsewhere(const struct FunctionInfo *info)
{
	return !sites_are_everywhere(info->sites);
}

TEST(every_function_is_compared)
{
	size_t compared = 0;
	for (size_t i = 0; i < function_count; i++) {
		if (is_elsewhere(&function_table[i]))
			continue;
		ck_assert_msg(compared < ROWS && strcmp(rows[compared].name, function_table[i].name) == 0, "%s",
		              function_table[i].name);
		compared++;
	}
	ck_assert_uint_eq(compared, ROWS);
}

static void find_infos(void)
{
	size_t found = 0;
	for (size_t i = 0; i < function_count && found < ROWS; i++)
		if (!is_elsewhere(&function_table[i]))
			info_of[found++] = &function_table[i];
}

/* --- comparing --- */

/* Compares the outputs from `first` on with the expected ones; returns their number. */
static int judge(const struct subject *s, const char *how, const char *name, const struct outcome *o, int first,
                 const struct expected *e)
{
	int outputs = 0;
	for (int i = 0; i < FUNCTION_OUTPUTS && e->size[i]; i++, outputs++)
		subject_judge(s, how, name, o, first + i,
		              (struct answer){ e->value[i], e->size[i], e->scale[i], e->condition });
	return outputs;
}

/* The name with its frame, "fk:\"the probe\"" for "fk". */
static const char *full_name(const struct row *row)
{
	static char name[64];
	static const char *const frames[] = { "", ":\"the probe\"", ":\"the probe\":\"the other\"" };
	snprintf(name, sizeof name, "%s%s", row->name, frames[sites_frames(info_of[row - rows]->sites)]);
	return name;
}

/* Does the function have a value: are there parameters, a centre of mass, an inverse as needed? */
static bool has_answer(const struct subject *s, const struct row *row)
{
	const char *of_mass[] = { "com", "jcom", "com_drift", "momentum", "cmm", "cmm_drift" };
	size_t count =
		s->params ? 6 : 3; /* without mass the last three are about the origin, if known at compile time */
	dense_real mass, c[3];
	if (strcmp(row->name, "param_jacobian") == 0)
		return false;
	if (info_of[row - rows]->inverts)
		return s->tree.definite;
	dense_com(&s->tree.dense, s->dense_q, &mass, c, NULL);
	for (size_t i = 0; i < count; i++)
		if (strcmp(row->name, of_mass[i]) == 0)
			return mass > 0;
	return true;
}

/* A random fusion of functions: each returns the same as alone. */
static void try_fused(const struct subject *s, rigidc_model *model, const char *how, uint64_t random)
{
	static struct expected expected;
	static struct outcome outcome;
	char name[400] = "fused=";
	int chosen[ROWS], parts = 0, output = 0;
	for (int i = 0; i < ROWS && parts < 6; i++)
		if (random_chance(&random, 35) && rows[i].expect && has_answer(s, &rows[i]))
			chosen[parts++] = i;
	for (int p = 0; p < parts; p++)
		snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s", p ? "+" : "",
		         full_name(&rows[chosen[p]]));
	if (parts < 2 || !s->nv)
		return;
	subject_run(s, model, name, RIGIDC_EVALUATOR, &outcome);
	for (int p = 0; p < parts; p++) {
		memset(&expected, 0, sizeof expected);
		rows[chosen[p]].expect(s, &expected);
		output += judge(s, how, name, &outcome, output, &expected);
	}
	ck_assert_int_eq(output, outcome.outputs);
}

/* The search takes a minute where coordinates are many. */
static bool searched_too(const struct subject *s)
{
	return s->nv <= 6 || level_is("long");
}

static void try_tree(enum random_scope scope, int number)
{
	static struct subject s;
	static struct expected expected;
	static struct outcome outcome;
	struct configuration c;
	uint64_t random = first_seed + (uint64_t)number;
	subject_draw(scope, random, true, &s);
	configuration_draw(&random, &c);
	if (number % 4 || !searched_too(&s))
		c.search = "none"; /* which takes the longest */
	rigidc_options options = { .search = NULL };
	configuration_apply(&c, &options);
	if (number % 3 == 1)
		subject_give_some(&random, &options, &s);
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	for (int i = 0; i < ROWS; i++) {
		if (!rows[i].expect || !has_answer(&s, &rows[i]))
			continue;
		memset(&expected, 0, sizeof expected);
		rows[i].expect(&s, &expected);
		subject_run(&s, model, full_name(&rows[i]), RIGIDC_EVALUATOR, &outcome);
		judge(&s, c.name, rows[i].name, &outcome, 0, &expected);
	}
	try_fused(&s, model, c.name, random);
	rigidc_model_free(model);
	subject_free(&s);
}

TREE_TEST(random_trees_agree, RANDOM_ANY, random_trees)
TREE_TEST(hard_trees_agree, RANDOM_HARD, random_trees / 3)

/* Which C compiler compiles a function of a tree, each by itself; NULL: none. Of two small trees each function is compiled by
 * both. */
static const char *compiler_of(int number, int row)
{
	static const char *const compiler[] = { "gcc", "clang" };
	switch (number % 12) {
	case 0: return level_is("long") ? compiler[number / 12 % 2] : NULL;
	case 3: return compiler[row % 2];
	case 8: return level_is("long") ? compiler[row % 2] : NULL;
	case 11: return compiler[(row + 1) % 2];
	default: return NULL;
	}
}

LOOP_TEST(executors_give_the_same_bits, random_trees / 3)
{
	static struct subject s;
	static struct outcome wanted;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, true, &s);
	bool searched = _i % 8 == 4 || (_i % 16 == 0 && level_is("long"));
	rigidc_options options = { .search = searched ? "quick" : "none" };
	uint64_t random = first_seed + (uint64_t)_i;
	if (_i % 2)
		subject_give_some(&random, &options, &s);
	rigidc_model *model = run_read(s.name, s.text, s.length, &options);
	for (int i = 0; i < ROWS; i++) {
		if (!has_answer(&s, &rows[i]) || (!rows[i].expect && s.nv > 18 && !level_is("long")))
			continue; /* base parameters of the first tree take ten seconds */
		const char *name = full_name(&rows[i]);
		subject_run(&s, model, name, RIGIDC_EVALUATOR, &wanted);
		subject_same_bits(&s, model, name, RIGIDC_TCC, &wanted);
		const char *compiler = compiler_of(_i, i);
		if (compiler) {
			setenv("CC", compiler, 1);
			subject_same_bits(&s, model, name, RIGIDC_CC, &wanted);
		}
	}
	rigidc_model_free(model);
	subject_free(&s);
}

int main(void)
{
	find_infos();
	random_trees = by_level(4, 24, 400);
	subject_settings(random_trees, &first_seed);
	int code = suite_run("functions", NULL, NULL);
	subject_tell();
	return code;
}
