/* Functions of closed loops against the dense reference, on random trees with loops of all kinds, idle joints and a contact: by the
 * evaluator in random configurations of passes, and by libtcc bit for bit. A tree whose loops are not closed from random postures is
 * passed over.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 12, 16 or 1000
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "run.h"
#include "suite.h"
#include "trees/configuration.h"
#include "trees/random_bits.h"
#include "trees/random_linkage.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, ROWS = RANDOM_PHASE_ROWS, OUTPUTS = 2 };

static int random_trees;
static uint64_t first_seed = 1;
static struct subject s;
static struct random_held held;
static struct random_linkage loops;
static rigidc_model *model;
static struct asked asked; /* functions of the model */
static const struct random_phase *phase;
static char how[120], worst_name[300];
static dense_real worst;

/* Counts of open trees and of compared states of functions. */
static struct {
	int trees, open, id, redundant, shared, identities, projected, forces, massless;
} tally;

/* --- a linkage --- */

/* The model of the subject; NULL: its loops stay open, or it has none. */
static rigidc_model *read_linkage(const rigidc_options *options)
{
	rigidc_model *read;
	rigidc_function *rows;
	if (!s.contacts->phases)
		return NULL;
	tally.trees++;
	if (rigidc_read(s.text, s.length, s.name, options, &read) == RIGIDC_OK &&
	    rigidc_function_new(read, "closure", RIGIDC_EVALUATOR, &rows) == RIGIDC_OK) {
		rigidc_function_free(rows);
		return read;
	}
	if (!strstr(rigidc_messages(read), "[loop-open]")) {
		fprintf(stderr, "%s%.*s\n", rigidc_messages(read), (int)s.length, s.text);
		ck_abort_msg("%s is refused", s.name);
	}
	tally.open++;
	rigidc_model_free(read);
	return NULL;
}

/* Calls `judge` for each phase of a random linkage. */
static void for_phases(enum random_scope scope, int number, void (*judge)(void))
{
	struct configuration c;
	rigidc_options options = { .search = NULL };
	uint64_t random = first_seed + (uint64_t)number;
	subject_draw(scope, random, number % 2, &s);
	subject_link(&s, &loops);
	configuration_draw(&random, &c);
	if (number % by_level(8, 8, 4) || s.nv > 6)
		c.search = "none"; /* which takes the longest */
	configuration_apply(&c, &options);
	snprintf(how, sizeof how, "%.100s", c.name);
	model = read_linkage(&options);
	asked = (struct asked){ .model = model };
	for (int i = 0; model && i < s.contacts->phases; i++) {
		phase = &s.contacts->phase[i];
		judge();
	}
	asked_free(&asked);
	rigidc_model_free(model);
	subject_free(&s);
}

static void ask(const char *function, struct outcome *o)
{
	char name[64];
	snprintf(name, sizeof name, "%s:%s", function, phase->name);
	subject_ask(&s, &asked, name, o);
}

static void close_to(const char *what, const double *value, const dense_real *expected, int n, dense_real scale,
                     dense_real condition)
{
	const dense_real tolerance = 1e-12L;
	dense_real most = scale, error = 0;
	for (int i = 0; i < n; i++) {
		most = fmaxl(most, fabsl(expected[i]));
		error = fmaxl(error, isfinite(value[i]) ? fabsl(value[i] - expected[i]) : INFINITY);
	}
	error = error == 0 ? 0 : error / most / fmaxl(1, condition);
	if (error > worst) {
		worst = error;
		snprintf(worst_name, sizeof worst_name, "%s:%s, %s, %s", what, phase->name, s.name, how);
	}
	ck_assert_msg(error <= tolerance, "%s:%s: error %.3Lg, condition %.3Lg (%s, %s)", what, phase->name, error,
	              condition, s.name, how);
}

static struct dense_constraints constraints(void)
{
	return random_rows_at(&s.tree, &held, phase, s.dense_q, s.dense_qd);
}

/* --- id --- */

static int acting(void)
{
	bool holds[ROWS];
	struct dense_constraints c = constraints();
	int rows = 0;
	dense_rows_that_hold(&c, s.dense_q, holds);
	for (int r = 0; r < phase->rows; r++)
		rows += !holds[r];
	return rows;
}

static int idle_velocities(void)
{
	int idle = 0;
	for (int j = 0; j < s.nv; j++)
		idle += s.contacts->idle[j];
	return idle;
}

static void judge_id(void)
{
	static struct outcome outcome;
	static dense_real tau[NV], lambda[ROWS];
	dense_real condition, scale[2];
	struct dense_constraints c = constraints();
	if (!phase->balanced)
		return;
	dense_rows_id(&c, s.dense_q, s.dense_qd, s.dense_qdd, s.contacts->idle, phase->weight, s.wrench, tau, lambda,
	              &condition, scale);
	bool redundant = idle_velocities() < acting();
	condition *= redundant ? 10 : 1; /* what drives share is found by normal equations */
	ask("id", &outcome);
	ck_assert_int_eq(outcome.size[0], s.nv);
	ck_assert_int_eq(outcome.size[1], phase->rows);
	close_to("id", outcome.value[0], tau, s.nv, fmaxl(scale[0], s.needle), condition);
	close_to("id", outcome.value[1], lambda, phase->rows, fmaxl(scale[1], s.needle), condition);
	for (int j = 0; j < s.nv; j++)
		ck_assert(!s.contacts->idle[j] || outcome.value[0][j] == 0);
	tally.id++;
	tally.redundant += redundant;
	tally.shared += phase != &s.contacts->phase[0];
}

LOOP_TEST(inverse_dynamics, random_trees)
{
	for_phases(_i % 3 ? RANDOM_COMMON : RANDOM_ANY, _i, judge_id);
}

LOOP_TEST(inverse_dynamics_in_a_plane, random_trees / 2)
{
	for_phases(RANDOM_PLANE, _i, judge_id);
}

/* --- given forces --- */

/* Given forces of rows that count; forces of others have no effect. */
static void widen_forces(dense_real lambda[ROWS])
{
	bool holds[ROWS];
	struct dense_constraints c = constraints();
	dense_rows_that_hold(&c, s.dense_q, holds);
	dense_widen(s.lambda, phase->rows, lambda);
	for (int r = 0; r < phase->rows; r++)
		lambda[r] = holds[r] ? 0 : lambda[r];
}

static void judge_forces(void)
{
	static struct outcome outcome;
	static dense_real lambda[ROWS], tau[NV], all[6 * RANDOM_BODIES], w[6 * RANDOM_BODIES];
	struct dense_constraints c = constraints();
	dense_real scale;
	int order[RANDOM_BODIES], size = 0;
	widen_forces(lambda);
	dense_rows_rnea(&c, s.dense_q, s.dense_qd, s.dense_qdd, lambda, s.wrench, tau, &scale);
	ask("rnea", &outcome);
	close_to("rnea", outcome.value[0], tau, s.nv, fmaxl(scale, s.needle), 1);
	dense_rows_reaction(&c, s.dense_q, s.dense_qd, s.dense_qdd, lambda, s.wrench, all, &scale);
	dense_index(&s.tree.dense, order, NULL, NULL);
	for (int i = 0; i < s.tree.dense.n; i++)
		if (s.tree.dense.body[order[i]].joint != DENSE_FIXED || random_sensor(&s.tree, order[i])) {
			memcpy(w + size, all + 6 * order[i], 6 * sizeof *w);
			size += 6;
		}
	ask("reaction", &outcome);
	ck_assert_int_eq(outcome.size[0], size);
	close_to("reaction", outcome.value[0], w, size, fmaxl(scale, s.needle), 1);
	tally.forces++;
}

LOOP_TEST(forces_as_inputs, random_trees)
{
	for_phases(_i % 3 ? RANDOM_COMMON : RANDOM_ANY, _i, judge_forces);
}

LOOP_TEST(forces_as_inputs_in_a_plane, random_trees / 2)
{
	for_phases(RANDOM_PLANE, _i, judge_forces);
}

/* --- id and fd --- */

static double largest(const double *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

static void same(const char *what, const double *x, const double *y, int n, double size, double tolerance)
{
	for (int i = 0; i < n; i++)
		ck_assert_msg(fabs(x[i] - y[i]) <= tolerance * size,
		              "%s, %s of %s: number %d is %.17g, not %.17g of %.3g", what, phase->name, s.name, i, x[i],
		              y[i], size);
}

static bool is_sound(void)
{
	static dense_real qdd[NV], lambda[ROWS];
	struct dense_constraints c = constraints();
	dense_real condition, scale[2];
	dense_rows_fd(&c, s.dense_q, s.dense_qd, s.dense_tau, s.wrench, qdd, lambda, &condition, scale);
	return condition < 1e4L && s.tree.definite;
}

/* fd(id(qdd)) = qdd of accelerations that the rows allow. Where the rows have no more forces than idle joints, id(fd(tau)) = tau, and the
 * forces are those of fd. */
static void judge_identities(void)
{
	static struct outcome fd, forces, id, again;
	if (!phase->balanced || !is_sound())
		return;
	for (int j = 0; j < s.nv; j++)
		s.tau[j] = s.contacts->idle[j] ? 0 : (double)s.dense_tau[j];
	ask("fd", &fd);
	ask("lambda", &forces);
	memcpy(s.qdd, fd.value[0], sizeof s.qdd);
	ask("id", &id);
	memcpy(s.tau, id.value[0], sizeof s.tau);
	ask("fd", &again);
	double size = 1 + largest(id.value[1], phase->rows) + largest(id.value[0], s.nv) + largest(s.qdd, s.nv);
	same("fd(id)", again.value[0], fd.value[0], s.nv, size, 1e-8);
	if (idle_velocities() == acting())
		same("lambda of id and fd", id.value[1], forces.value[0], phase->rows, size, 1e-8);
	tally.identities++;
}

LOOP_TEST(id_and_fd_undo_each_other, random_trees)
{
	for_phases(_i % 3 ? RANDOM_COMMON : RANDOM_PLANE, _i, judge_identities);
}

/* --- project --- */

/* Moves the state a little from where the loops are closed. */
static void open_loops(double size)
{
	static double q[RANDOM_NQ], qd[NV], qdd[NV];
	uint64_t random = s.tree.seed;
	int nq = dense_nq(&s.tree.dense), q_of[RANDOM_BODIES];
	dense_index(&s.tree.dense, NULL, q_of, NULL);
	for (int i = 0; i < nq; i++)
		q[i] = (double)s.dense_q[i] + random_between(&random, -size, size);
	for (int b = 0; b < s.tree.dense.n; b++) {
		enum dense_joint joint = s.tree.body[b].joint;
		double *x = q + q_of[b] + (joint == DENSE_FREE ? 3 : 0), square = 0;
		for (int i = 0; i < 4 && (joint == DENSE_FREE || joint == DENSE_SPHERICAL); i++)
			square += x[i] * x[i];
		for (int i = 0; i < 4 && square > 0; i++)
			x[i] /= sqrt(square);
	}
	for (int i = 0; i < dense_nv(&s.tree.dense); i++)
		qd[i] = qdd[i] = (double)s.dense_qd[i];
	random_couple(&s.tree, q, qd, qdd, s.dense_q, s.dense_qd, s.dense_qdd);
	memcpy(s.q, q, sizeof s.q);
}

/* The coordinates of the model after a step x: free joints move along a screw, p + R (v + w x v / 2! + w x (w x v) / 3! + ...). */
static void move_dense(const dense_real *x, double *q)
{
	static dense_real y[NV], moved[RANDOM_NQ], unused[3][RANDOM_NQ];
	double rest[NV] = { 0 }, still[NV] = { 0 };
	int of_dense[NV], n = random_velocities(&s.tree, of_dense), q_of[RANDOM_BODIES], v_of[RANDOM_BODIES];
	memset(y, 0, sizeof y);
	for (int j = 0; j < n; j++)
		y[of_dense[j]] = x[j];
	dense_move(&s.tree.dense, s.dense_q, y, 1, moved);
	dense_index(&s.tree.dense, NULL, q_of, v_of);
	for (int b = 0; b < s.tree.dense.n; b++) {
		const dense_real *v = y + v_of[b], *w = v + 3;
		dense_real term[3], sum[3] = { 0 }, along[NV] = { 0 }, shifted[RANDOM_NQ];
		if (s.tree.body[b].joint != DENSE_FREE)
			continue;
		memcpy(term, v, sizeof term);
		for (int k = 1; k < 40; k++) {
			dense_real next[3];
			for (int i = 0; i < 3; i++) {
				sum[i] += term[i];
				next[i] = (w[(i + 1) % 3] * term[(i + 2) % 3] - w[(i + 2) % 3] * term[(i + 1) % 3]) /
				          (k + 1);
			}
			memcpy(term, next, sizeof term);
		}
		memcpy(along + v_of[b], sum, sizeof sum);
		dense_move(&s.tree.dense, s.dense_q, along, 1, shifted);
		memcpy(moved + q_of[b], shifted + q_of[b], sizeof sum);
	}
	for (int i = 0; i < dense_nq(&s.tree.dense); i++)
		q[i] = (double)moved[i];
	random_couple(&s.tree, q, rest, still, unused[0], unused[1], unused[2]);
}

/* The step of M and the closure, and the velocities of an impact that sticks; repeated steps close the loops. */
static void judge_project(void)
{
	static struct outcome outcome;
	static dense_real closure[ROWS], x[NV], qd[NV], impulse[ROWS], wide[RANDOM_NQ];
	static double moved[RANDOM_NQ];
	dense_real condition, scale[2], stick[ROWS] = { 0 }, largest_step = 0;
	struct random_phase at = *phase;
	dense_real start[RANDOM_NQ];
	if (!is_sound())
		return;
	memcpy(start, s.dense_q, sizeof start);
	open_loops(0.01);
	random_linkage_at(&s.tree, &loops, s.dense_q, &at, closure);
	struct dense_constraints c = random_rows_at(&s.tree, &held, &at, s.dense_q, s.dense_qd);
	if (phase == &s.contacts->phase[0]) {
		subject_ask(&s, &asked, "closure", &outcome);
		close_to("closure", outcome.value[0], closure, phase->rows, 10, 1);
	}
	ask("project", &outcome);
	ck_assert_int_eq(outcome.size[0], s.nq);
	ck_assert_int_eq(outcome.size[1], s.nv);
	dense_rows_jump(&c, s.dense_q, closure, x, impulse, &condition, scale);
	move_dense(x, moved);
	dense_widen(moved, s.nq, wide);
	for (int j = 0; j < s.nv; j++)
		largest_step = fmaxl(largest_step, fabsl(x[j]));
	/* |q| = 1 to rounding, and a closure of terms of the size of the robot */
	close_to("project", outcome.value[0], wide, s.nq, fmaxl(1 + largest_step, scale[0]) * 10, condition);
	dense_rows_impact(&c, s.dense_q, s.dense_qd, stick, qd, impulse, &condition, scale);
	close_to("project", outcome.value[1], qd, s.nv, scale[0], condition);
	for (int step = 0; step < 8 && largest_step < 0.2L; step++) {
		memcpy(s.q, outcome.value[0], (size_t)s.nq * sizeof *s.q);
		ask("project", &outcome);
	}
	if (largest_step < 0.2L && phase == &s.contacts->phase[0]) {
		subject_ask(&s, &asked, "closure", &outcome);
		for (int r = 0; r < outcome.size[0]; r++)
			ck_assert_msg(fabs(outcome.value[0][r]) < 1e-10, "%s: %g remains", s.name, outcome.value[0][r]);
		tally.projected++;
	}
	memcpy(s.dense_q, start, sizeof start);
}

LOOP_TEST(projection, random_trees)
{
	for_phases(_i % 3 ? RANDOM_COMMON : RANDOM_ANY, _i, judge_project);
}

LOOP_TEST(projection_in_a_plane, random_trees / 2)
{
	for_phases(RANDOM_PLANE, _i, judge_project);
}

/* --- bodies without inertia --- */

/* Where M is singular and the rows hold what moves no inertia, fd and lambda have values; at rest, where vectors of rows do not turn. */
static void judge_massless(void)
{
	static struct outcome outcome;
	static dense_real qdd[NV], lambda[ROWS], Minv[NV * NV];
	struct dense_constraints c = constraints();
	dense_real condition, scale[2];
	if (s.tree.definite)
		return;
	random_minv(&s.tree, s.dense_q, Minv, &condition);
	if (condition < 1e15L)
		return;
	memset(s.qd, 0, sizeof s.qd);
	memset(s.dense_qd, 0, sizeof s.dense_qd);
	c = constraints();
	dense_rows_fd(&c, s.dense_q, s.dense_qd, s.dense_tau, s.wrench, qdd, lambda, &condition, scale);
	if (!(condition < 1e6L))
		return;
	ask("fd", &outcome);
	close_to("fd", outcome.value[0], qdd, s.nv, scale[0], condition);
	ask("lambda", &outcome);
	close_to("lambda", outcome.value[0], lambda, phase->rows, scale[1], condition);
	tally.massless++;
}

LOOP_TEST(massless_bodies_in_loops, 2 * random_trees)
{
	for_phases(_i % 3 ? RANDOM_ANY : RANDOM_HARD, _i, judge_massless);
}

static void accelerations(double com, const char *axial, double *qdd)
{
	static const double q[] = { 0.1, -0.2, 0.3, 0.1, -0.1, 0.7, 0.7 }, qd[6] = { 0.3, -0.2, 0.4, 0.5, -0.1, 0.2 },
			    tau[] = { 0.2, 0.9, 4.9, -0.7, -2.6, -2.0 };
	char text[600];
	snprintf(text, sizeof text,
	         "model wheel\nbody wheel on world { joint base : free; mass 3 kg; com (0, 0, %.17g) m\n"
	         "  inertia diag(%s, 0.02, 0.03) kg m^2 }\nframe foot on wheel at (-0.1, 0.2, 0.8) m\n"
	         "contact ground : slide on foot\nphase stand = ground\n",
	         com, axial);
	rigidc_model *read = run_read("wheel", text, strlen(text), NULL);
	run_once(read, "fd:stand", RIGIDC_EVALUATOR, (const double *[]){ q, qd, tau }, qdd);
	rigidc_model_free(read);
}

/* A body that a row keeps from turning about an axis: what it does with next to no inertia there is what it does with none. */
TEST(next_to_no_inertia)
{
	double none[6], aside[6], thin[6];
	accelerations(0, "0", none);
	accelerations(2.5e-8, "0", aside);
	accelerations(0, "1e-13", thin);
	double size = largest(none, 6);
	for (int i = 0; i < 6; i++) {
		ck_assert_double_le(fabs(aside[i] - none[i]), 1e-6 * size);
		ck_assert_double_le(fabs(thin[i] - none[i]), 1e-10 * size);
	}
}

/* --- a tree that is cut and welded --- */

static const char upper[] =
	"body upper on world at (0.1, 0.2, 0.3) m, rx(0.4) { joint a : revolute(z); mass 2 kg; com (0.1, 0, 0.3) m\n"
	"  inertia diag(9, 8, 7) g m^2 }\n"
	"body side on upper at (0, 0.1, 0.5) m { joint b : prismatic(x); mass 1 kg; com (0.1, 0, 0) m\n"
	"  inertia diag(4, 3, 5) g m^2 }\n"
	"frame cut on upper at (0.2, -0.1, 0.3) m, ry(0.7)\n";
static const char lower[] =
	"  mass 1.5 kg; com (0.1, 0.2, 0.05) m; inertia tensor(xx = 9, yy = 8, zz = 7, xz = 0.9) g m^2 }\n"
	"body tip on lower at (0.2, 0, 0) m { joint c : revolute((1, 2, 2)); mass 0.5 kg; com (0.1, 0.2, 0) m\n"
	"  inertia diag(1, 2, 2) g m^2 }\n";

static void call(const char *text, const char *name, const double *const *in, double *const *out)
{
	rigidc_model *read = run_read(name, text, strlen(text), NULL);
	rigidc_function *function = run_function(read, name, RIGIDC_EVALUATOR);
	rigidc_call(function, in, out);
	rigidc_function_free(function);
	rigidc_model_free(read);
}

/* x := R^T x */
static void see_from(const double R[9], double *x)
{
	const double y[3] = { x[0], x[1], x[2] };
	for (int i = 0; i < 3; i++)
		x[i] = R[i] * y[0] + R[3 + i] * y[1] + R[6 + i] * y[2];
}

/* Requires a rotation by less than half a turn. */
static void quaternion_of(const double R[9], double x[4])
{
	x[3] = sqrt(1 + R[0] + R[4] + R[8]) / 2;
	x[0] = (R[7] - R[5]) / x[3] / 4;
	x[1] = (R[2] - R[6]) / x[3] / 4;
	x[2] = (R[3] - R[1]) / x[3] / 4;
}

/* Joints a, b, the sensor and c of the whole tree; in the cut tree a, b, the free joint and c. */
TEST(a_tree_that_is_cut_and_welded)
{
	const double q[] = { 0.4, 0.1, -0.9 }, qd[] = { 1.1, -0.4, 0.8 }, tau[] = { 2, -3, 0.5 };
	double loose_q[10] = { q[0], q[1], [9] = q[2] }, loose_qd[9] = { qd[0], qd[1], [8] = qd[2] };
	const double loose_tau[9] = { tau[0], tau[1], [8] = tau[2] }, zero[6] = { 0 };
	double qdd[3], w[24], loose[9], lambda[6], loose_w[24], R[9], v[6];
	char whole[2000], welded[2000];
	snprintf(whole, sizeof whole, "model whole\n%sbody lower on cut { joint l : fixed { sensor }\n%s", upper,
	         lower);
	snprintf(welded, sizeof welded,
	         "model welded\n%sbody lower on world { joint l : free\n%sloop weld : fixed from cut to lower\n", upper,
	         lower);
	call(whole, "fd", (const double *[]){ q, qd, tau }, (double *[]){ qdd });
	call(whole, "reaction", (const double *[]){ q, qd, qdd }, (double *[]){ w });
	call(whole, "fk:lower", (const double *[]){ q }, (double *[]){ R, loose_q + 2 });
	call(whole, "vel:lower", (const double *[]){ q, qd }, (double *[]){ v });
	quaternion_of(R, loose_q + 5);
	see_from(R, v);
	see_from(R, v + 3);
	memcpy(loose_qd + 2, v, sizeof v);
	call(welded, "fd", (const double *[]){ loose_q, loose_qd, loose_tau }, (double *[]){ loose });
	call(welded, "lambda", (const double *[]){ loose_q, loose_qd, loose_tau }, (double *[]){ lambda });
	call(welded, "reaction:loops", (const double *[]){ loose_q, loose_qd, loose, lambda }, (double *[]){ loose_w });
	static const struct random_phase named = { .name = "weld" };
	phase = &named;
	double size = largest(w, 24);
	same("a and b", loose, qdd, 2, largest(qdd, 3), 1e-12);
	same("c", loose + 8, qdd + 2, 1, largest(qdd, 3), 1e-12);
	same("lambda = reaction of the sensor", lambda, w + 12, 6, size, 1e-12);
	same("reaction of a and b", loose_w, w, 12, size, 1e-12);
	same("reaction of the free joint", loose_w + 12, zero, 6, size, 1e-12);
	same("reaction of c", loose_w + 18, w + 18, 6, size, 1e-12);
}

/* --- executors --- */

static void judge_bits(void)
{
	static const char *const function[] = { "id", "project", "reaction" };
	static struct outcome wanted, found;
	for (size_t k = 0; k < sizeof function / sizeof *function; k++) {
		char name[64];
		snprintf(name, sizeof name, "%s:%s", function[k], phase->name);
		if (strcmp(function[k], "id") == 0 ? !phase->balanced
		                                   : strcmp(function[k], "project") == 0 && !is_sound())
			continue;
		subject_run(&s, model, name, RIGIDC_EVALUATOR, &wanted);
		subject_run(&s, model, name, RIGIDC_TCC, &found);
		for (int i = 0; i < wanted.outputs; i++)
			ck_assert_msg(memcmp(found.value[i], wanted.value[i],
			                     (size_t)wanted.size[i] * sizeof(double)) == 0,
			              "%s of %s: output %d has other bits", name, s.name, i);
	}
}

LOOP_TEST(executors_give_the_same_bits, random_trees / 4)
{
	for_phases(_i % 2 ? RANDOM_COMMON : RANDOM_PLANE, _i, judge_bits);
}

/* Were enough states compared? */
TEST(enough_was_compared)
{
	int trees = random_trees;
	ck_assert_msg(tally.open < tally.trees / 2, "of %d linkages %d stay open", tally.trees, tally.open);
	ck_assert_msg(tally.id > trees / 3 && tally.redundant > trees / 12 && tally.shared > trees / 12 &&
	                      tally.identities > trees / 12,
	              "%d of id, %d redundant, %d with a contact; %d identities", tally.id, tally.redundant,
	              tally.shared, tally.identities);
	ck_assert_msg(tally.projected > trees / 12 && tally.forces > trees && tally.massless > trees / 12,
	              "%d projected, %d with given forces, %d with massless bodies", tally.projected, tally.forces,
	              tally.massless);
}

int main(void)
{
	random_trees = by_level(12, 16, 1000);
	subject_settings(random_trees, &first_seed);
	int code = suite_run("linkages", NULL, NULL);
	printf("# %d linkages, %d stay open; %d states of id, %d redundant, %d with a contact; %d identities\n",
	       tally.trees, tally.open, tally.id, tally.redundant, tally.shared, tally.identities);
	printf("# %d projected; %d with given forces; %d with massless bodies\n", tally.projected, tally.forces,
	       tally.massless);
	printf("# worst error %.2Lg: %s\n", worst, worst_name);
	return code;
}
