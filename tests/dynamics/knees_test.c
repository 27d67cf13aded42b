/* Legs on the ground with knees straight, nearly straight and folded, or stretched level: the accelerations and forces of a phase solve
 *   M qdd + h - J^T lambda = tau    J qdd + drift = 0
 * to rounding, with M, h, J and drift of the dense reference in long double. Near a straight knee a leg cannot move its
 * foot along itself, so an elimination with unsafe pivots loses digits there. A leg of three joints that is level moves its foot
 * in one direction only.
 *
 *   RIGIDC_LEVEL=l   how many states of each posture: 2, 6 or 40; with a search too: nothing, a leg of ANYmal or all
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/legged.h"
#include "trees/model_tree.h"
#include "trees/random_bits.h"
#include "trees/random_tree.h"

typedef dense_real real;

enum { NV = MODEL_TREE_NV, NQ = MODEL_TREE_NQ, ROWS = MODEL_TREE_ROWS, LEGS = 4, STATES = 40 };

static int states;
static uint64_t seed = 1;
static const real tolerance = 1e-13L;
/* Joints other than knees, in rad: the foot stays well below the hip. */
static const double range = 0.6;

/* --- robots --- */

struct leg {
	const char *contact, *kind, *frame;
	/* the knee is straight if the end is on the line through the origins of shank and thigh */
	const char *shank, *end;
};

struct robot {
	const char *name, *path, *text; /* a file, or a text */
	struct leg leg[LEGS];
	int legs;
	bool level;        /* legs are level too: joints of roll, pitch and knee, hanging down at 0 */
	bool all_phases;   /* every set of legs; else the listed sets */
	unsigned phase[8]; /* a bit for each leg */
};

static const struct robot robots[] = {
	{ "ANYmal B",
	  "examples/anymal_b.rig",
	  NULL,
	  { { "lf", "", "LF_FOOT", "LF_SHANK", "LF_FOOT" },
	    { "rf", "", "RF_FOOT", "RF_SHANK", "RF_FOOT" },
	    { "lh", "", "LH_FOOT", "LH_SHANK", "LH_FOOT" },
	    { "rh", "", "RH_FOOT", "RH_SHANK", "RH_FOOT" } },
	  LEGS,
	  true,
	  true,
	  { 0 } },
	{ "spider",
	  NULL,
	  spider,
	  { { "a", "", "A.foot", "A.shank", "A.foot" },
	    { "b", "", "B.foot", "B.shank", "B.foot" },
	    { "c", "", "C.foot", "C.shank", "C.foot" },
	    { "d", "", "D.foot", "D.shank", "D.foot" } },
	  LEGS,
	  false,
	  true,
	  { 0 } },
	/* phases of soles and toes, no leg twice */
	{ "walker",
	  NULL,
	  walker,
	  { { "left", "fixed", "L.sole", "L.shank", "L.ankle" },
	    { "right", "fixed", "R.sole", "R.shank", "R.ankle" },
	    { "left_toe", "line(y)", "L.tip", "L.shank", "L.ankle" },
	    { "right_toe", "line(y)", "R.tip", "R.shank", "R.ankle" } },
	  LEGS,
	  false,
	  false,
	  { 1, 4, 3, 9, 12 } },
};
enum { ROBOTS = sizeof robots / sizeof *robots };

/* --- a robot in the compiler and in the reference --- */

static struct model_tree tree;
static rigidc_model *model;
static int phases;
static unsigned phase_legs[15];
static real straight[LEGS]; /* angle of the knee */
static int knee_q[LEGS];

static void list_phases(const struct robot *robot)
{
	phases = 0;
	for (unsigned set = 1; robot->all_phases && set < 16; set++)
		phase_legs[phases++] = set;
	for (int i = 0; !robot->all_phases && robot->phase[i]; i++)
		phase_legs[phases++] = robot->phase[i];
}

static void read_robot(const struct robot *robot, const char *search)
{
	static char contact[LEGS][80], phase[15][80];
	const char *contacts[LEGS], *phases_of[15];
	list_phases(robot);
	for (int i = 0; i < robot->legs; i++) {
		const struct leg *leg = &robot->leg[i];
		snprintf(contact[i], sizeof contact[i], "%s=%s%s%s", leg->contact, leg->frame, leg->kind[0] ? ":" : "",
		         leg->kind);
		contacts[i] = contact[i];
	}
	for (int p = 0; p < phases; p++) {
		int length = snprintf(phase[p], sizeof phase[p], "p%d=", p);
		for (int i = 0; i < robot->legs; i++)
			if (phase_legs[p] >> i & 1)
				length += snprintf(phase[p] + length, sizeof phase[p] - (size_t)length, "%s,",
				                   robot->leg[i].contact);
		phase[p][length - 1] = '\0';
		phases_of[p] = phase[p];
	}
	const rigidc_options options = { .search = search,
		                         .contact = contacts,
		                         .contacts = (size_t)robot->legs,
		                         .phase = phases_of,
		                         .phases = (size_t)phases };
	rigidc_status status = robot->path
	                               ? rigidc_load(robot->path, &options, &model)
	                               : rigidc_read(robot->text, strlen(robot->text), robot->name, &options, &model);
	ck_assert_msg(status == RIGIDC_OK, "%s: %s", robot->name, rigidc_messages(model));
	const char *trouble = model_tree_take(model, &tree);
	ck_assert_msg(!trouble, "%s: %s", robot->name, trouble);
}

/* Turned by the angle about its axis, the way w from the knee to the end continues the way u from the hip to the
 * knee. */
static real straight_angle(const struct dense_body *shank, const real w[3])
{
	const real *a = shank->axis;
	real u[3], sine = 0, cosine = 0, aw = 0, au = 0;
	for (int i = 0; i < 3; i++) {
		u[i] = 0;
		for (int k = 0; k < 3; k++)
			u[i] += shank->at.R[k][i] * shank->at.p[k];
	}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;
		sine += a[i] * (w[j] * u[k] - w[k] * u[j]);
		cosine += w[i] * u[i];
		aw += a[i] * w[i];
		au += a[i] * u[i];
	}
	return atan2l(sine, cosine - aw * au);
}

static void measure_knees(const struct robot *robot)
{
	real q[NQ] = { 0 }, R[9], p[3], scale;
	int q_of[MODEL_TREE_BODIES];
	dense_index(&tree.dense, NULL, q_of, NULL);
	q[6] = 1;
	for (int i = 0; i < robot->legs; i++) {
		struct dense_site shank, end;
		ck_assert(model_tree_site(&tree, robot->leg[i].shank, &shank));
		ck_assert(model_tree_site(&tree, robot->leg[i].end, &end));
		dense_relative_fk(&tree.dense, q, &end, &shank, R, p, &scale);
		straight[i] = straight_angle(&tree.body[shank.body], p);
		knee_q[i] = q_of[shank.body];
	}
}

/* --- states, with both equations of the reference --- */

struct state {
	double q[NQ], qd[NV], tau[NV];
	real M[NV * NV], h[NV], h_size, J[LEGS][6 * NV], drift[LEGS][6], drift_size[LEGS];
	int rows[LEGS];
};

static const double bends[] = { 0, 1e-8, 1e-6, 1e-3, 1 };
enum Shape { STRAIGHT, FOLDED, LEVEL };
/* Straight legs with all bends, then folded ones and one that is level, with all but the last. */
enum {
	BENDS = sizeof bends / sizeof *bends,
	FEWER = BENDS - 1,
	BEFORE_LEVEL = BENDS + FEWER,
	POSTURES = BEFORE_LEVEL + FEWER
};
static struct state state[POSTURES][STATES];

static enum Shape shape_of(int posture)
{
	return posture < BENDS ? STRAIGHT : posture < BEFORE_LEVEL ? FOLDED : LEVEL;
}

static double bend_of(int posture)
{
	return bends[posture < BENDS ? posture : (posture - BENDS) % FEWER];
}

static int postures_of(const struct robot *robot)
{
	return robot->level ? POSTURES : BEFORE_LEVEL;
}

/* Coordinates of the joints before the knees are drawn. One leg is stretched level, the others have bent knees. */
static void draw_level(const struct robot *robot, int posture, int number, uint64_t *random, double *q)
{
	int own = number % robot->legs;
	double side = random_chance(random, 50) ? 1 : -1;
	q[knee_q[own] - 1] = side * (double)acosl(0) + bend_of(posture) * random_between(random, -1, 1);
	for (int i = 0; i < robot->legs; i++)
		q[knee_q[i]] = (double)straight[i] + side * (i == own ? bend_of(posture) : 1);
}

static void draw_knees(const struct robot *robot, int posture, uint64_t *random, double *q)
{
	for (int i = 0; i < robot->legs; i++) {
		double bend = random_chance(random, 50) ? bend_of(posture) : -bend_of(posture);
		real folded = shape_of(posture) == FOLDED ? acosl(-1) : 0;
		q[knee_q[i]] = (double)(straight[i] + folded + bend);
	}
}

static void draw_state(const struct robot *robot, int posture, int number, struct state *s)
{
	static double unused[NV];
	uint64_t random = seed + (uint64_t)number * 101 + (uint64_t)posture;
	real q[NQ], qd[NV];
	int nv = dense_nv(&tree.dense);
	random_state(random, &tree.dense, s->q, s->qd, unused);
	for (int i = 7; i < dense_nq(&tree.dense); i++)
		s->q[i] = random_between(&random, -range, range);
	if (shape_of(posture) == LEVEL)
		draw_level(robot, posture, number, &random, s->q);
	else
		draw_knees(robot, posture, &random, s->q);
	for (int i = 0; i < nv; i++)
		s->tau[i] = random_between(&random, -20, 20);
	dense_widen(s->q, dense_nq(&tree.dense), q);
	dense_widen(s->qd, nv, qd);
	dense_crba(&tree.dense, q, s->M, NULL);
	dense_bias(&tree.dense, q, qd, NULL, s->h, &s->h_size);
	for (int i = 0; i < robot->legs; i++) {
		struct dense_site site;
		struct dense_row row[6];
		ck_assert(model_tree_site(&tree, robot->leg[i].frame, &site));
		s->rows[i] = contact_rows_write(robot->leg[i].kind, &site, row);
		const struct dense_constraints c = { .tree = &tree.dense, .n = s->rows[i], .row = row };
		dense_rows_jac(&c, q, s->J[i], NULL);
		dense_rows_drift(&c, q, qd, s->drift[i], &s->drift_size[i]);
	}
}

/* --- residuals --- */

struct sum {
	real sum, largest; /* of terms */
};

static void add(struct sum *s, real term)
{
	s->sum += term;
	s->largest = fmaxl(s->largest, fabsl(term));
}

/* Largest sum relative to the largest term. */
static real relative(const struct sum *s, int n, real size)
{
	real error = 0;
	for (int i = 0; i < n; i++) {
		error = isfinite(s[i].sum) ? fmaxl(error, fabsl(s[i].sum)) : INFINITY;
		size = fmaxl(size, s[i].largest);
	}
	return error / size;
}

static void residuals(const struct robot *robot, unsigned legs, const struct state *s, const double *qdd,
                      const double *lambda, real error[2])
{
	struct sum motion[NV] = { { 0, 0 } }, row[ROWS] = { { 0, 0 } };
	int nv = dense_nv(&tree.dense), rows = 0;
	real drift_size = 0;
	for (int i = 0; i < nv; i++) {
		add(&motion[i], s->h[i]);
		add(&motion[i], -s->tau[i]);
		for (int j = 0; j < nv; j++)
			add(&motion[i], s->M[i * nv + j] * qdd[j]);
	}
	for (int leg = 0; leg < robot->legs; leg++)
		for (int r = 0; legs >> leg & 1 && r < s->rows[leg]; r++, rows++) {
			add(&row[rows], s->drift[leg][r]);
			drift_size = fmaxl(drift_size, s->drift_size[leg]);
			for (int j = 0; j < nv; j++) {
				add(&row[rows], s->J[leg][r * nv + j] * qdd[j]);
				add(&motion[j], -s->J[leg][r * nv + j] * lambda[rows]);
			}
		}
	error[0] = relative(motion, nv, s->h_size);
	error[1] = relative(row, rows, drift_size);
}

/* --- tests --- */

static real worst[POSTURES][2];
static const char *const shapes[] = { "straight", "folded", "level" };

static void judge(const char *whose, int posture, int number, const real error[2])
{
	static const char *const equation[] = { "M qdd + h - J^T lambda - tau", "J qdd + drift" };
	for (int e = 0; e < 2; e++) {
		worst[posture][e] = fmaxl(worst[posture][e], error[e]);
		ck_assert_msg(error[e] <= tolerance, "%s, %s by %g rad, state %d: %s is %.3Lg", whose,
		              shapes[shape_of(posture)], bend_of(posture), number, equation[e], error[e]);
	}
}

static void try_phase(const struct robot *robot, int phase, const char *search)
{
	char name[40], whose[80];
	double qdd[NV], lambda[ROWS], *out[] = { qdd, lambda };
	snprintf(name, sizeof name, "knee=fd:p%d+lambda:p%d", phase, phase);
	snprintf(whose, sizeof whose, "%s, search %s, legs %x", robot->name, search, phase_legs[phase]);
	rigidc_function *function = run_function(model, name, RIGIDC_EVALUATOR);
	for (int posture = 0; posture < postures_of(robot); posture++)
		for (int i = 0; i < states; i++) {
			const struct state *s = &state[posture][i];
			const double *in[] = { s->q, s->qd, s->tau };
			real error[2];
			rigidc_call(function, in, out);
			residuals(robot, phase_legs[phase], s, qdd, lambda, error);
			judge(whose, posture, i, error);
		}
	rigidc_function_free(function);
}

/* All phases, or the first one alone: a single leg. */
static void try_robot(const struct robot *robot, const char *search, bool all)
{
	read_robot(robot, search);
	measure_knees(robot);
	for (int posture = 0; posture < postures_of(robot); posture++)
		for (int i = 0; i < states; i++)
			draw_state(robot, posture, i, &state[posture][i]);
	for (int p = 0; p < (all ? phases : 1); p++)
		try_phase(robot, p, search);
	rigidc_model_free(model);
}

LOOP_TEST(equations_hold_at_any_knee, ROBOTS)
{
	try_robot(&robots[_i], "none", true);
}

LOOP_TEST(equations_hold_after_a_search, by_level(0, 1, ROBOTS))
{
	try_robot(&robots[_i], "quick", level_is("long"));
}

int main(void)
{
	const char *first = getenv("RIGIDC_SEED");
	seed = first ? strtoull(first, NULL, 10) : seed;
	states = by_level(2, 4, STATES);
	printf("# %d states of each posture from seed %llu\n", states, (unsigned long long)seed);
	int code = suite_run("knees", NULL, NULL);
	for (int posture = 0; posture < POSTURES; posture++)
		printf("# %s, bent by %g rad: worst residuals %.2Lg and %.2Lg\n", shapes[shape_of(posture)],
		       bend_of(posture), worst[posture][0], worst[posture][1]);
	return code;
}
