/* Steps of time and their derivatives, on random trees of all joint kinds with contacts: against the same formulas over `fd` in
 * long double, against differences of order 8 on the state space, and the errors of methods with the length of the step.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 3, 9 or 60
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, NQ = RANDOM_NQ, JOINTS = RANDOM_BODIES };

static int random_trees;
static uint64_t first_seed = 1;
static struct subject s;
static rigidc_model *model;

/* Joints of the model: places of coordinates and velocities. */
static rigidc_joint_info joint[JOINTS];
static int joints;

static void find_joints(void)
{
	rigidc_joint_info one = { .size = sizeof one };
	joints = 0;
	for (int j = 0; rigidc_get_joint(model, j, &one) == RIGIDC_OK; j++)
		if (one.nv > 0)
			joint[joints++] = one;
}

static void begin(int number)
{
	rigidc_options options = { .search = "none", .level = 1 + number % 4 };
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)number, number % 2, &s);
	subject_stand(&s);
	model = run_read(s.name, s.text, s.length, &options);
	find_joints();
}

static void end(void)
{
	rigidc_model_free(model);
	subject_free(&s);
}

/* --- the state space in long double --- */

struct state {
	dense_real q[NQ], qd[NV];
};

static struct state state_of(const double *q, const double *qd)
{
	struct state state;
	dense_widen(q, s.nq, state.q);
	dense_widen(qd, s.nv, state.qd);
	return state;
}

static void move(const dense_real *q, const dense_real *u, dense_real *out)
{
	for (int j = 0; j < joints; j++) {
		const dense_real *from = q + joint[j].q, *by = u + joint[j].v;
		dense_real *to = out + joint[j].q;
		if (joint[j].nq == 7)
			dense_integrate_pose(from, by, to);
		else if (joint[j].nq == 4 && joint[j].nv == 3)
			dense_integrate_turn(from, by, to);
		else
			for (int k = 0; k < joint[j].nv; k++)
				to[k] = from[k] + by[k];
	}
}

static bool is_turned(int j)
{
	return joint[j].nq == joint[j].nv + 1;
}

static void cross3(const dense_real *a, const dense_real *b, dense_real *out)
{
	for (int i = 0; i < 3; i++)
		out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* u += factor [a, b] */
static void add_bracket(dense_real factor, const dense_real *a, const dense_real *b, dense_real *u)
{
	dense_real x[3], y[3];
	for (int j = 0; j < joints; j++) {
		int v = joint[j].v, w = v + joint[j].nv - 3;
		if (!is_turned(j))
			continue;
		cross3(a + w, b + w, x);
		for (int i = 0; i < 3; i++)
			u[w + i] += factor * x[i];
		cross3(a + w, b + v, x);
		cross3(b + w, a + v, y);
		for (int i = 0; i < 3 && joint[j].nv == 6; i++)
			u[v + i] += factor * (x[i] - y[i]);
	}
}

/* --- steps over fd --- */

static rigidc_function *fd;

static void accelerations(const struct state *at, dense_real *qdd)
{
	double q[NQ], qd[NV], out[NV];
	for (int i = 0; i < s.nq; i++)
		q[i] = (double)at->q[i];
	for (int i = 0; i < s.nv; i++)
		qd[i] = (double)at->qd[i];
	rigidc_call(fd, (const double *[]){ q, qd, s.tau, s.f_ext }, (double *[]){ out });
	dense_widen(out, s.nv, qdd);
}

/* v* = v + h (a + w x v) in the axes before, p* = p + R h v*. */
static void euler_turned(int j, const struct state *at, const dense_real *a, dense_real h, struct state *to)
{
	int v = joint[j].v, w = v + joint[j].nv - 3, q = joint[j].q + joint[j].nq - 4;
	dense_real turn[3], across[3], star[6] = { 0 }, pose[7];
	for (int i = 0; i < 3; i++) {
		to->qd[w + i] = at->qd[w + i] + h * a[w + i];
		turn[i] = h * to->qd[w + i];
	}
	dense_integrate_turn(at->q + q, turn, to->q + q);
	if (joint[j].nv == 3)
		return;
	cross3(at->qd + w, at->qd + v, across);
	for (int i = 0; i < 3; i++)
		star[i] = at->qd[v + i] + h * (a[v + i] + across[i]);
	/* a shift without a turn: the place moves by R times it */
	memcpy(pose, at->q + joint[j].q, sizeof pose);
	for (int i = 0; i < 3; i++)
		star[i] *= h;
	dense_integrate_pose(pose, star, to->q + joint[j].q);
	dense_integrate_turn(at->q + q, turn, to->q + q);
	/* R^T v*: the shift of a body that is turned back */
	const dense_real none[4] = { 0, 0, 0, 1 };
	dense_real turned[7] = { 0 };
	for (int i = 0; i < 3; i++)
		turn[i] = -turn[i];
	dense_integrate_turn(none, turn, turned + 3);
	dense_integrate_pose(turned, star, pose);
	for (int i = 0; i < 3; i++)
		to->qd[v + i] = pose[i] / h;
}

static void euler(const struct state *at, dense_real h, struct state *to)
{
	dense_real a[NV];
	accelerations(at, a);
	for (int j = 0; j < joints; j++)
		for (int k = 0; k < joint[j].nv && !is_turned(j); k++) {
			int v = joint[j].v + k, q = joint[j].q + k;
			to->qd[v] = at->qd[v] + h * a[v];
			to->q[q] = at->q[q] + h * to->qd[v];
		}
	for (int j = 0; j < joints; j++)
		if (is_turned(j))
			euler_turned(j, at, a, h, to);
}

static void rk4(const struct state *at, dense_real h, struct state *to)
{
	static const dense_real part[] = { 0, 0.5L, 0.5L, 1 }, weight[] = { 1, 2, 2, 1 };
	struct state stage[4] = { *at };
	dense_real a[4][NV], u[NV], change[NV];
	for (int i = 0; i < 4; i++) {
		for (int v = 0; v < s.nv && i; v++) {
			u[v] = h * part[i] * stage[i - 1].qd[v];
			stage[i].qd[v] = at->qd[v] + h * part[i] * a[i - 1][v];
		}
		if (i == 2)
			add_bracket(h * h / 8, at->qd, stage[1].qd, u);
		if (i)
			move(at->q, u, stage[i].q);
		accelerations(&stage[i], a[i]);
	}
	for (int v = 0; v < s.nv; v++) {
		u[v] = change[v] = 0;
		for (int i = 0; i < 4; i++) {
			u[v] += h * weight[i] / 6 * stage[i].qd[v];
			change[v] += h * weight[i] / 6 * a[i][v];
		}
		to->qd[v] = at->qd[v] + change[v];
	}
	add_bracket(h * h / 12, at->qd, stage[3].qd, u);
	move(at->q, u, to->q);
}

static const struct method {
	const char *name;
	void (*step)(const struct state *at, dense_real h, struct state *to);
	int order;
} methods[] = { { "euler", euler, 1 }, { "rk4", rk4, 4 } };
enum { METHODS = sizeof methods / sizeof *methods };

/* The factor by which rounding errors of fd may be larger. */
static double condition_of(void)
{
	static double M[NV * NV], inverse[NV * NV];
	int n = s.nv * s.nv;
	if (!n)
		return 1;
	rigidc_function *crba = run_function(model, "crba", RIGIDC_EVALUATOR);
	rigidc_call(crba, (const double *[]){ s.q }, (double *[]){ M });
	rigidc_function_free(crba);
	rigidc_function *minv = run_function(model, "minv", RIGIDC_EVALUATOR);
	rigidc_call(minv, (const double *[]){ s.q }, (double *[]){ inverse });
	rigidc_function_free(minv);
	return s.nv * largest(M, n) * largest(inverse, n);
}

/* "step:euler:stand" of "step", "euler" and "stand"; phase: "" for none. */
static const char *named(const char *function, const char *method, const char *phase)
{
	static char name[3][120];
	static int next;
	char *to = name[next++ % 3];
	snprintf(to, sizeof name[0], "%s%s%s%s%s", function, *method ? ":" : "", method, *phase ? ":" : "", phase);
	return to;
}

static double largest_of(const dense_real *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs((double)x[i]));
	return most;
}

static void compare_step(const struct method *method, const char *phase, double condition)
{
	static double q[NQ], qd[NV], wanted[NQ];
	struct state at = state_of(s.q, s.qd), to;
	const char *name = named("step", method->name, phase);
	rigidc_function *step = run_function(model, name, RIGIDC_EVALUATOR);
	rigidc_call(step, (const double *[]){ s.q, s.qd, s.tau, &s.dt, s.f_ext }, (double *[]){ q, qd });
	rigidc_function_free(step);
	fd = run_function(model, named("fd", "", phase), RIGIDC_EVALUATOR);
	method->step(&at, s.dt, &to);
	rigidc_function_free(fd);
	for (int i = 0; i < s.nq; i++)
		wanted[i] = (double)to.q[i];
	same(name, s.name, q, wanted, s.nq, fmax(1, largest_of(to.q, s.nq)), 1e-13 * condition);
	for (int i = 0; i < s.nv; i++)
		wanted[i] = (double)to.qd[i];
	same(name, s.name, qd, wanted, s.nv, fmax(1, largest_of(to.qd, s.nv)), 1e-13 * condition);
}

LOOP_TEST(steps_are_those_of_accelerations, random_trees)
{
	begin(_i);
	double condition = s.tree.definite ? condition_of() : INFINITY;
	for (int m = 0; m < METHODS && condition < 1e6; m++) {
		compare_step(&methods[m], "", condition);
		for (int p = 0; p < s.contacts->phases && p < 2; p++)
			compare_step(&methods[m], s.contacts->phase[p].name, 1e2 * condition);
	}
	end();
}

/* --- derivatives --- */

/* Change of the next state at a step t along direction d of (q, qd, tau): twists from the next state at 0. */
struct moving {
	rigidc_function *step, *integrate, *difference;
	double q0[NQ], qd0[NV]; /* the next state at t = 0 */
};

static void change_at(const struct moving *m, const double *d, double t, double *change)
{
	double q[NQ], qd[NV], tau[NV], u[NV], q1[NQ], qd1[NV];
	for (int i = 0; i < s.nv; i++) {
		u[i] = t * d[i];
		qd[i] = s.qd[i] + t * d[s.nv + i];
		tau[i] = s.tau[i] + t * d[2 * s.nv + i];
	}
	rigidc_call(m->integrate, (const double *[]){ s.q, u }, (double *[]){ q });
	rigidc_call(m->step, (const double *[]){ q, qd, tau, &s.dt, s.f_ext }, (double *[]){ q1, qd1 });
	rigidc_call(m->difference, (const double *[]){ m->q0, q1 }, (double *[]){ change });
	for (int i = 0; i < s.nv; i++)
		change[s.nv + i] = qd1[i] - m->qd0[i];
}

static void differences(const struct moving *m, const double *d, double *found)
{
	static const double weight[] = { 0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280 };
	const double h = 0.002;
	double change[2 * NV];
	memset(found, 0, 2 * (size_t)s.nv * sizeof *found);
	for (int k = -4; k <= 4; k++) {
		change_at(m, d, k * h, change);
		for (int i = 0; i < 2 * s.nv; i++)
			found[i] += (k < 0 ? -1 : 1) * weight[abs(k)] / h * change[i];
	}
}

static void compare_derivatives(const struct method *method, const char *phase, double condition)
{
	static double A[4 * NV * NV], B[2 * NV * NV], d[3 * NV], found[2 * NV], wanted[2 * NV];
	struct moving m;
	const char *name = named("step_derivatives", method->name, phase);
	uint64_t random = 7 + s.tree.seed;
	int nv = s.nv;
	rigidc_function *derivatives = run_function(model, name, RIGIDC_EVALUATOR);
	rigidc_call(derivatives, (const double *[]){ s.q, s.qd, s.tau, &s.dt, s.f_ext }, (double *[]){ A, B });
	rigidc_function_free(derivatives);
	m.step = run_function(model, named("step", method->name, phase), RIGIDC_EVALUATOR);
	m.integrate = run_function(model, "integrate", RIGIDC_EVALUATOR);
	m.difference = run_function(model, "difference", RIGIDC_EVALUATOR);
	rigidc_call(m.step, (const double *[]){ s.q, s.qd, s.tau, &s.dt, s.f_ext }, (double *[]){ m.q0, m.qd0 });
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 3 * nv; i++)
			d[i] = random_between(&random, -1, 1);
		for (int i = 0; i < 2 * nv; i++)
			wanted[i] = dot(A + i * 2 * nv, d, 2 * nv) + dot(B + i * nv, d + 2 * nv, nv);
		differences(&m, d, found);
		same(name, s.name, wanted, found, 2 * nv, fmax(1, largest(found, 2 * nv)), 1e-9 * condition);
	}
	rigidc_function_free(m.step);
	rigidc_function_free(m.integrate);
	rigidc_function_free(m.difference);
}

LOOP_TEST(derivatives_are_those_of_steps, random_trees)
{
	begin(_i);
	double condition = s.tree.definite && s.nv <= 12 ? condition_of() : INFINITY;
	s.dt = 0.02;
	for (int m = 0; m < METHODS && condition < 1e4; m++) {
		compare_derivatives(&methods[m], "", condition);
		if (s.contacts->phases)
			compare_derivatives(&methods[m], s.contacts->phase[0].name, 1e2 * condition);
	}
	end();
}

/* --- free bodies, and orders --- */

static void read_text(const char *text)
{
	memset(&s, 0, sizeof s);
	model = run_read("steps", text, strlen(text), &(rigidc_options){ .search = "none" });
	s.nq = rigidc_nq(model);
	s.nv = rigidc_nv(model);
	find_joints();
}

/* Steps from the state to a time. */
static void run_steps(const char *name, double h, int steps, double *q, double *qd)
{
	rigidc_function *step = run_function(model, name, RIGIDC_EVALUATOR);
	double q1[NQ], qd1[NV];
	for (int i = 0; i < steps; i++) {
		rigidc_call(step, (const double *[]){ q, qd, s.tau, &h, s.f_ext }, (double *[]){ q1, qd1 });
		memcpy(q, q1, (size_t)s.nq * sizeof *q);
		memcpy(qd, qd1, (size_t)s.nv * sizeof *qd);
	}
	rigidc_function_free(step);
}

/* A body that nothing acts on keeps its speed, and goes straight on: 5 m/s, 10 rad/s, 1 s in steps of 4 ms. */
TEST(a_free_body_goes_straight_on)
{
	double q[7] = { 0, 0, 0, 0, 0, 0, 1 }, qd[6] = { 3, 4, 0, 6, 0, 8 };
	read_text("model craft\ngravity (0, 0, 0)\n"
	          "body hull on world { joint base : free; mass 2 kg; inertia diag(1, 1, 1) kg m^2 }\n");
	run_steps("step:euler", 0.004, 250, q, qd);
	ck_assert_double_le(fabs(sqrt(dot(qd, qd, 3)) - 5), 1e-12);
	ck_assert_double_le(fabs(sqrt(dot(qd + 3, qd + 3, 3)) - 10), 1e-12);
	ck_assert_double_le(fabs(q[0] - 3), 1e-12);
	ck_assert_double_le(fabs(q[1] - 4), 1e-12);
	ck_assert_double_le(fabs(q[2]), 1e-12);
	ck_assert_double_le(fabs(dot(q + 3, q + 3, 4) - 1), 1e-14);
	rigidc_model_free(model);
}

static const char tumbling[] =
	"model tumbling\n"
	"body hull on world { joint base : free; mass 2 kg; com (10, 20, -30) mm; inertia diag(1, 2, 2.5) * 0.1 kg m^2 }\n"
	"body ball on hull at (0.2, 0, 0.3) { joint neck : spherical; mass 1 kg; com (0.1, 0, 0.2); inertia diag(1, 2, 2) * 0.01 "
	"kg m^2 }\n"
	"body arm on ball at (0.1, 0, 0.2) { joint elbow : revolute(y); mass 1 kg; com (0.1, 0, 0.2); inertia diag(1, 2, 2) * 0.01 "
	"kg m^2 }\n";

/* Largest difference of the state after a time from that of many short steps. */
static double error_of(const char *name, double time, int steps, const double *q1, const double *qd1)
{
	double q[NQ] = { [6] = 1, [10] = 1 }, qd[NV] = { 1, -2, 0.5, 3, -1, 2, -2, 1, 3, -1 }, worst = 0;
	run_steps(name, time / steps, steps, q, qd);
	for (int i = 0; i < s.nq && q1; i++)
		worst = fmax(worst, fabs(q[i] - q1[i]));
	for (int i = 0; i < s.nv && q1; i++)
		worst = fmax(worst, fabs(qd[i] - qd1[i]));
	return worst;
}

TEST(errors_fall_with_the_step_as_they_should)
{
	read_text(tumbling);
	double q1[NQ] = { [6] = 1, [10] = 1 }, qd1[NV] = { 1, -2, 0.5, 3, -1, 2, -2, 1, 3, -1 };
	run_steps("step:rk4", 1e-4, 5000, q1, qd1);
	for (int m = 0; m < METHODS; m++) {
		const char *name = named("step", methods[m].name, "");
		double coarse = error_of(name, 0.5, 50, q1, qd1), fine = error_of(name, 0.5, 100, q1, qd1);
		printf("# %s: %.3g, %.3g with half the step\n", name, coarse, fine);
		ck_assert_msg(fabs(log2(coarse / fine) - methods[m].order) < 0.25, "%s: %g, then %g", name, coarse,
		              fine);
	}
	rigidc_model_free(model);
}

int main(void)
{
	random_trees = by_level(3, 9, 60);
	subject_settings(random_trees, &first_seed);
	return suite_run("steps", NULL, NULL);
}
