/* Derivatives of inverse and forward dynamics, on mechanisms and on random trees of all joint kinds, with couplings and
 * wrenches in all axes. They are compared with differences, with each other, and the composite form with the chain
 * rule. Nothing here is compared with a reference.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 12 or 24
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "suite.h"
#include "trees/linkage.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, NQ = RANDOM_NQ, NUMBERS = SUBJECT_NUMBERS };
enum { SIZE = NV + RANDOM_PHASE_ROWS };

static int random_trees;
static uint64_t first_seed = 1;

static struct subject s;
static struct random_held held;
static struct asked model;
static struct outcome outcome;

static rigidc_model *read_at(int level)
{
	rigidc_options options = { .search = "none", .level = 1 + level };
	return run_read(s.name, s.text, s.length, &options);
}

static void begin(int number)
{
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)number, true, &s);
	model.model = read_at(1 + number % 3);
}

static void end(void)
{
	asked_free(&model);
	rigidc_model_free(model.model);
	subject_free(&s);
}

/* An output of a function at the state; returns its number of entries. */
static int ask(const char *name, int output, double *x)
{
	subject_ask(&s, &model, name, &outcome);
	memcpy(x, outcome.value[output], (size_t)outcome.size[output] * sizeof *x);
	return outcome.size[output];
}

static double largest(const double *x, int n)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		most = fmax(most, fabs(x[i]));
	return most;
}

/* max |x - y| <= tolerance (scale + max |y|) */
static void same(const char *what, const double *x, const double *y, int n, double scale, double tolerance)
{
	double size = scale + largest(y, n);
	for (int i = 0; i < n; i++)
		ck_assert_msg(fabs(x[i] - y[i]) <= tolerance * size, "%s, %s: number %d is %.17g, not %.17g of %.3g",
		              what, s.name, i, x[i], y[i], size);
}

/* --- against differences --- */

/* The state `at` with its coordinates moved by h along velocity v. Coupled coordinates follow by themselves. */
static void move(const struct subject *at, int v, double h)
{
	const struct dense_tree *tree = &at->tree.dense;
	double moved[NQ] = { 0 }, unused[2][NQ] = { { 0 } };
	dense_real direction[NQ] = { 0 }, follow[3][NQ], to[NQ];
	int of_dense[NV];
	random_velocities(&at->tree, of_dense);
	direction[of_dense[v]] = 1;
	dense_move(tree, at->dense_q, direction, h, to);
	for (int i = 0; i < dense_nq(tree); i++)
		moved[i] = (double)to[i];
	random_couple(&at->tree, moved, unused[0], unused[1], follow[0], follow[1], follow[2]);
	memcpy(s.q, moved, sizeof s.q);
}

/* Derivatives of the first output of a function by x, which has nv numbers of the state, by differences of order 8. If x is
 * NULL: by all coordinates, along velocities. Returns the number of rows. */
static int slopes(const char *name, double *x, double *matrix)
{
	enum { POINTS = 8 };
	static struct subject at;
	double value[POINTS][SIZE];
	int size = 0;
	const double h = 2e-3, step[POINTS] = { -4, -3, -2, -1, 1, 2, 3, 4 };
	const double weight[POINTS] = { 1. / 280, -4. / 105, 1. / 5, -4. / 5, 4. / 5, -1. / 5, 4. / 105, -1. / 280 };
	memcpy(&at, &s, sizeof at);
	for (int v = 0; v < s.nv; v++) {
		double was = x ? x[v] : 0;
		for (int i = 0; i < POINTS; i++) {
			if (x)
				x[v] = was + h * step[i];
			else
				move(&at, v, h * step[i]);
			size = ask(name, 0, value[i]);
		}
		if (x)
			x[v] = was;
		else
			memcpy(s.q, at.q, sizeof s.q);
		for (int i = 0; i < size; i++) {
			double *slope = &matrix[i * s.nv + v];
			*slope = 0;
			for (int k = 0; k < POINTS; k++)
				*slope += weight[k] * value[k][i] / h;
		}
	}
	return size;
}

LOOP_TEST(inverse_dynamics_changes_as_they_say, random_trees)
{
	static double found[NUMBERS], wanted[NUMBERS];
	double tau[NV];
	begin(_i);
	int numbers = s.nv * s.nv;
	double scale = ask("rnea", 0, tau) ? largest(tau, s.nv) : 0;
	slopes("rnea", NULL, wanted);
	ask("rnea_derivatives", 0, found);
	same("dtau/dq", found, wanted, numbers, scale, 1e-11);
	slopes("rnea", s.qd, wanted);
	ask("rnea_derivatives", 1, found);
	same("dtau/dqd", found, wanted, numbers, scale, 1e-11);
	end();
}

/* --- in contact --- */

/* Factor by which differences of a phase's accelerations may be worse. */
static double condition_of(const struct random_phase *phase)
{
	static dense_real qdd[NV], lambda[RANDOM_PHASE_ROWS];
	dense_real condition, scale[2];
	struct dense_constraints c = random_rows_at(&s.tree, &held, phase, s.dense_q, s.dense_qd);
	dense_rows_fd(&c, s.dense_q, s.dense_qd, s.dense_tau, s.wrench, qdd, lambda, &condition, scale);
	return (double)fmaxl(condition, 1);
}

static void compare_phase(const char *function, const struct random_phase *phase)
{
	static double wanted[NUMBERS], found[NUMBERS], value[SIZE];
	double *const by[] = { NULL, s.qd, s.tau };
	char name[100], derivatives[100], what[120];
	snprintf(name, sizeof name, "%s:%s", function, phase->name);
	snprintf(derivatives, sizeof derivatives, "%s_derivatives:%s", function, phase->name);
	double scale = largest(value, ask(name, 0, value)), condition = condition_of(phase);
	for (int output = 0; output < 3 && condition < 1e4; output++) {
		snprintf(what, sizeof what, "%s, output %d", derivatives, output);
		int size = slopes(name, by[output], wanted);
		ck_assert_int_eq(ask(derivatives, output, found), size * s.nv);
		same(what, found, wanted, size * s.nv, scale, 1e-11 * condition);
	}
}

LOOP_TEST(motion_in_contact_changes_as_it_says, random_trees / 4)
{
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, _i % 2, &s);
	subject_stand(&s);
	model.model = read_at(_i % 4);
	for (int k = 0; k < s.contacts->phases && s.tree.definite; k++) {
		compare_phase("fd", &s.contacts->phase[k]);
		compare_phase("lambda", &s.contacts->phase[k]);
	}
	end();
}

/* --- joints with springs and the like, mechanisms --- */

/* clang-format off */
static const char *const mechanisms[] = {
	"loaded", "examples/gripper.rig", "examples/knee.rig", "examples/screw_axis.rig", "examples/running_leg.rig",
	"examples/scara.rig", "examples/adaptive.rig",
};
/* clang-format on */
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

/* Compares derivatives with differences, for models where every velocity is the rate of a coordinate. */
static void compare_plain(const char *function, const char *derivatives)
{
	static double wanted[NUMBERS], found[NUMBERS];
	double *const by[] = { s.q, s.qd, s.tau };
	double scale = ask(function, 0, wanted) ? largest(wanted, s.nv) : 0;
	for (int output = 0; output < (strcmp(function, "fd") == 0 ? 3 : 2); output++) {
		char what[100];
		snprintf(what, sizeof what, "%s, output %d", derivatives, output);
		slopes(function, by[output], wanted);
		ask(derivatives, output, found);
		same(what, found, wanted, s.nv * s.nv, scale, 1e-10);
	}
}

LOOP_TEST(mechanisms_change_as_they_say, MECHANISMS)
{
	static const double state[4][5] = { { 0.07, -0.03, 0.12, -0.05, 0.2 },
		                            { -0.6, 0.4, 1.1, 0.3, -0.2 },
		                            { 0.9, -1.3, 0.5, 0.2, 0.7 },
		                            { 2, -1, 0.5, 3, 0.4 } };
	const char *name = mechanisms[_i];
	memset(&s, 0, sizeof s);
	snprintf(s.name, sizeof s.name, "%s", name);
	model.model = _i ? run_load(name) : run_read(name, loaded, strlen(loaded), NULL);
	s.nq = s.nv = rigidc_nv(model.model);
	ck_assert_int_eq(rigidc_nq(model.model), s.nv);
	ck_assert_int_le(s.nv, 5);
	memcpy(s.q, state[0], sizeof *state);
	memcpy(s.qd, state[1], sizeof *state);
	memcpy(s.qdd, state[2], sizeof *state);
	memcpy(s.tau, state[3], sizeof *state);
	for (int i = 0; i < 9; i++)
		s.f_ext[i] = i < 3 ? 100 * i + 50 : 0.1 * i;
	compare_plain("rnea", "rnea_derivatives");
	compare_plain("fd", "fd_derivatives");
	asked_free(&model);
	rigidc_model_free(model.model);
}

/* --- forms against each other --- */

LOOP_TEST(composites_and_the_chain_rule_agree, random_trees)
{
	static const char *const names[] = { "rnea_derivatives", "fd_derivatives" };
	static struct outcome wanted;
	static double Minv[NUMBERS];
	begin(_i);
	rigidc_model *textbook = read_at(0);
	for (int f = 0; f < 2 && (!f || s.tree.definite); f++) {
		double condition = 1;
		if (f) {
			ask("crba", 0, Minv);
			condition = s.nv * largest(Minv, s.nv * s.nv);
			ask("minv", 0, Minv);
			condition *= s.nv * largest(Minv, s.nv * s.nv);
		}
		subject_run(&s, textbook, names[f], RIGIDC_EVALUATOR, &wanted);
		subject_ask(&s, &model, names[f], &outcome);
		double scale = 0;
		for (int i = 0; i < wanted.outputs; i++)
			scale = fmax(scale, largest(wanted.value[i], wanted.size[i]));
		for (int i = 0; i < wanted.outputs; i++)
			same(names[f], outcome.value[i], wanted.value[i], wanted.size[i], scale,
			     1e-13 * fmax(10, condition));
	}
	rigidc_model_free(textbook);
	end();
}

/* X := M X + Y, all n x n */
static void times_and_add(const double *M, double *X, const double *Y, int n)
{
	static double sum[NUMBERS];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			sum[i * n + j] = Y[i * n + j];
			for (int k = 0; k < n; k++)
				sum[i * n + j] += M[i * n + k] * X[k * n + j];
		}
	memcpy(X, sum, (size_t)(n * n) * sizeof *X);
}

/* M dqdd/dq + dtau/dq = 0 where rnea gives tau. */
LOOP_TEST(forward_dynamics_undoes_inverse_dynamics, random_trees)
{
	static double M[NUMBERS], Minv[NUMBERS], slope[NUMBERS], back[NUMBERS], none[NUMBERS];
	begin(_i);
	int nv = s.nv, numbers = nv * nv;
	if (s.tree.definite && nv) {
		ask("crba", 0, M);
		ask("minv", 0, Minv);
		double condition = nv * largest(M, numbers) * largest(Minv, numbers);
		ask("fd", 0, s.qdd);
		for (int output = 0; output < 2; output++) {
			ask("rnea_derivatives", output, slope);
			ask("fd_derivatives", output, back);
			double scale = largest(slope, numbers) + nv * largest(M, numbers) * largest(back, numbers);
			times_and_add(M, back, slope, nv);
			same("M dqdd + dtau", back, none, numbers, scale, 1e-14 * condition);
		}
		ask("fd_derivatives", 2, back);
		same("dqdd/dtau", back, Minv, numbers, 0, 1e-14 * condition);
	}
	end();
}

/* --- without zeros --- */

/* Does y equal x in order, without x's zeros? */
static bool is_without_zeros(const double *x, int n, const double *y, int m)
{
	int taken = 0;
	for (int i = 0; i < n; i++)
		if (taken < m && memcmp(&x[i], &y[taken], sizeof *x) == 0)
			taken++;
		else if (x[i] != 0)
			return false;
	return taken == m;
}

LOOP_TEST(sparse_ones_are_the_whole_without_zeros, random_trees / 3)
{
	static const char *const names[] = { "rnea_derivatives", "fd_derivatives" };
	static struct outcome sparse;
	rigidc_options options = { .search = "none", .matrix = "sparse" };
	begin(2 + 3 * _i); /* at -O3, which is -O2 without a search */
	rigidc_model *model_sparse = run_read(s.name, s.text, s.length, &options);
	for (int f = 0; f < 2 && (!f || s.tree.definite); f++) {
		subject_ask(&s, &model, names[f], &outcome);
		subject_run(&s, model_sparse, names[f], RIGIDC_EVALUATOR, &sparse);
		for (int i = 0; i < outcome.outputs; i++)
			ck_assert_msg(is_without_zeros(outcome.value[i], outcome.size[i], sparse.value[i],
			                               sparse.size[i]),
			              "%s, output %d, %s", names[f], i, s.name);
	}
	rigidc_model_free(model_sparse);
	end();
}

int main(void)
{
	random_trees = by_level(4, 12, 24);
	subject_settings(random_trees, &first_seed);
	return suite_run("derivatives", NULL, NULL);
}
