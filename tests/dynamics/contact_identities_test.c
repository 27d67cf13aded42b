/* Identities of contacts, and of contacts with closed loops, that need no reference: equations of motion by other functions, work,
 * impacts, mirror images, a base that is welded, float beside double.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 4, 6 or 300, and as many with loops
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "level.h"
#include "suite.h"
#include "trees/legged.h"
#include "trees/subject.h"

enum { NV = RANDOM_NV, ROWS = RANDOM_PHASE_ROWS };

static int random_trees;
static uint64_t first_seed = 1;

/* --- random trees --- */

static struct subject s;
static rigidc_model *model;
static const struct random_phase *phase;
static char whose[200];

/* Output of a function of the phase, or of the tree. */
static void ask(const char *function, bool of_phase, int output, double *x)
{
	static struct outcome outcome;
	char name[64];
	snprintf(name, sizeof name, of_phase ? "%s:%s" : "%s", function, phase->name);
	subject_run(&s, model, name, RIGIDC_EVALUATOR, &outcome);
	memcpy(x, outcome.value[output], (size_t)outcome.size[output] * sizeof *x);
}

/* Is the phase far from dependent rows and from a singular M, so that digits are left? */
static bool is_sound(void)
{
	struct dense_constraints c = random_rows_at(&s.tree, &s.contacts->held, phase, s.dense_q, s.dense_qd);
	dense_real qdd[NV], lambda[ROWS], condition, scale[2];
	dense_rows_fd(&c, s.dense_q, s.dense_qd, s.dense_tau, s.wrench, qdd, lambda, &condition, scale);
	return condition < 1e4L;
}

/* Draws a random tree with contacts, and with closed loops if they are wanted; false: no loop fits. */
static bool draw_tree(int number, bool looped)
{
	uint64_t seed = first_seed + (uint64_t)number;
	if (looped && !subject_draw_closed(number % 2 ? RANDOM_ANY : RANDOM_PLANE, seed, false, &s))
		return false;
	if (!looped)
		subject_draw(RANDOM_ANY, seed, false, &s);
	subject_stand(&s);
	return true;
}

/* Calls `judge` for each phase of a random tree, and for the loops. */
static void for_phases(int number, bool looped, void (*judge)(void))
{
	rigidc_options options = { .search = "none" };
	if (!draw_tree(number, looped))
		return;
	model = run_read(s.name, s.text, s.length, &options);
	double qd[NV];
	memcpy(qd, s.qd, sizeof qd);
	for (int i = 0; s.tree.definite && i < s.contacts->phases + looped; i++) {
		memcpy(s.qd, qd, sizeof qd);
		phase = i < s.contacts->phases ? &s.contacts->phase[i] : &s.loops->rows;
		snprintf(whose, sizeof whose, "%s of %s", phase->name, s.name);
		if (is_sound())
			judge();
	}
	rigidc_model_free(model);
	subject_free(&s);
}

/* M qdd + h - J^T lambda = tau by rnea, and J qdd + drift = 0. */
static void judge_motion(void)
{
	static double J[ROWS * NV];
	double tau[NV], drift[ROWS], sum[ROWS] = { 0 }, zero[ROWS] = { 0 }, size;
	ask("fd", true, 0, s.qdd);
	ask("lambda", true, 0, s.lambda);
	ask("rnea", true, 0, tau);
	ask("jac", true, 0, J);
	ask("drift", true, 0, drift);
	size = largest(s.lambda, phase->rows) + largest(s.tau, s.nv) + largest(s.qdd, s.nv);
	same("rnea(fd, lambda) = tau", whose, tau, s.tau, s.nv, size, 1e-9);
	for (int r = 0; r < phase->rows; r++)
		sum[r] = dot(J + r * s.nv, s.qdd, s.nv) + drift[r];
	same("J qdd + drift = 0", whose, sum, zero, phase->rows, 1 + largest(drift, phase->rows) + largest(s.qdd, s.nv),
	     1e-9);
}

LOOP_TEST(accelerations_and_forces_solve_both_equations, 2 * random_trees)
{
	for_phases(_i / 2, _i % 2, judge_motion);
}

/* y = M x */
static void inertia_times(const double *M, const double *x, double *y)
{
	for (int i = 0; i < s.nv; i++)
		y[i] = dot(M + i * s.nv, x, s.nv);
}

static bool bounces(void)
{
	for (int r = 0; r < phase->rows; r++)
		if (phase->restitution[r] > 0)
			return true;
	return false;
}

/* J qd_plus = -e J qd, M (qd_plus - qd) = J^T impulse. Without restitution the energy of the lost velocity is lost
 * (Carnot), and then forces do no work: qd (M qdd + h - tau) = 0. */
static void judge_impact(void)
{
	static double J[ROWS * NV], M[NV * NV];
	double plus[NV], impulse[ROWS], lost[NV] = { 0 }, before[NV], after[NV], h[NV], power[NV], left[ROWS],
					wanted[ROWS];
	ask("jac", true, 0, J);
	ask("crba", false, 0, M);
	ask("impact", true, 0, plus);
	ask("impact", true, 1, impulse);
	for (int r = 0; r < phase->rows; r++) {
		left[r] = dot(J + r * s.nv, plus, s.nv);
		wanted[r] = -(double)phase->restitution[r] * dot(J + r * s.nv, s.qd, s.nv);
	}
	double reach = 1 + largest(J, phase->rows * s.nv);
	same("J qd_plus = -e J qd", whose, left, wanted, phase->rows,
	     reach * (largest(s.qd, s.nv) + largest(plus, s.nv)), 1e-10);
	for (int i = 0; i < s.nv; i++)
		lost[i] = s.qd[i] - plus[i];
	inertia_times(M, lost, before);
	for (int i = 0; i < s.nv; i++) {
		after[i] = 0;
		for (int r = 0; r < phase->rows; r++)
			after[i] -= J[r * s.nv + i] * impulse[r];
	}
	same("M (qd_plus - qd) = J^T impulse", whose, before, after, s.nv,
	     largest(before, s.nv) + reach * largest(impulse, phase->rows), 1e-10);
	if (bounces())
		return;
	double loss = dot(lost, before, s.nv) / 2, energy[2];
	inertia_times(M, s.qd, before);
	inertia_times(M, plus, after);
	energy[0] = dot(s.qd, before, s.nv) / 2;
	energy[1] = dot(plus, after, s.nv) / 2 + loss;
	same("energy before = after + lost", whose, energy, energy + 1, 1, energy[0], 1e-10);
	memcpy(s.qd, plus, sizeof plus);
	ask("fd", true, 0, s.qdd);
	ask("bias", false, 0, h);
	inertia_times(M, s.qdd, power);
	double terms = 0;
	for (int i = 0; i < s.nv; i++) {
		terms += fabs(plus[i]) * (fabs(power[i]) + fabs(h[i]) + fabs(s.tau[i]));
		power[i] += h[i] - s.tau[i];
	}
	ck_assert_msg(fabs(dot(plus, power, s.nv)) <= 1e-9 * (1 + terms), "%s: forces do the work %.3g of %.3g", whose,
	              dot(plus, power, s.nv), terms);
}

LOOP_TEST(impacts_lose_energy_and_forces_do_no_work, 2 * random_trees)
{
	for_phases(_i / 2, _i % 2, judge_impact);
}

/* --- mirror images --- */

static const char half[] =
	"model half\n"
	"part leg {\n"
	"  body hip on root { joint roll : revolute(x); mass 0.3 kg; com (0.01, 0.005, -0.01) m\n"
	"    inertia tensor(xx = 3, yy = 2, zz = 4, xy = 0.2, yz = 0.3) g m^2 }\n"
	"  body thigh on hip at (10, 30, -50) mm, rz(0.3) { joint pitch : revolute((0.1, 1, 0.2))\n"
	"    mass 0.6 kg; com (0.01, 0.02, -0.09) m; inertia diag(5, 6, 1) g m^2 }\n"
	"  body shank on thigh at (0, 0, -200) mm { joint knee : revolute(y); mass 0.2 kg\n"
	"    com (0, 0.002, -0.1) m; inertia diag(2, 2, 0.1) g m^2; frame foot at (10, 20, -230) mm }\n"
	"  contact toe on foot\n"
	"  contact sole : fixed on foot\n"
	"  contact skate : slide on foot\n"
	"}\n"
	"body trunk on world { joint base : free; mass 6 kg; com (0.01, 0, 0.03) m\n"
	"  inertia tensor(xx = 50, yy = 110, zz = 140, xz = 9) g m^2 }\n"
	"use leg as A on trunk at (200, 120, 10) mm";

LOOP_TEST(mirror_images_have_mirrored_forces, 3)
{
	static const struct {
		const char *name;
		int rows;
	} function[] = { { "f=fd:A.toe+lambda:A.toe", 3 },
		         { "f=fd:A.sole+lambda:A.sole", 6 },
		         { "f=fd:A.skate+lambda:A.skate", 1 } };
	double q[10] = { 0.3, 0.2, 0.5, 0.1, 0.5, -0.1, 0.85440037453175306, 0.3, -0.4, 0.7 };
	double qd[9] = { 0.1, -0.6, 0.4, 0.9, 0.5, -0.7, 1.1, -0.8, 0.6 };
	double tau[9] = { 3, -2, 5, 0.4, 0.7, -0.3, 2, -1, 0.5 }, qdd[2][9], lambda[2][6];
	char text[2][2000];
	const double *in[] = { q, qd, tau };
	snprintf(text[0], sizeof text[0], "%s\n", half);
	snprintf(text[1], sizeof text[1], "%s mirror y\n", half);
	for (int side = 0; side < 2; side++) {
		call(text[side], NULL, function[_i].name, in, (double *[]){ qdd[side], lambda[side] });
		mirror(q, false);
		mirror(q + 3, true);
		for (int k = 0; k < 6; k += 3) {
			mirror(qd + k, k);
			mirror(tau + k, k);
		}
	}
	mirror(qdd[1], false);
	mirror(qdd[1] + 3, true);
	if (function[_i].rows > 1)
		mirror(lambda[1], false);
	mirror(lambda[1] + 3, true);
	same("qdd", function[_i].name, qdd[1], qdd[0], 9, largest(qdd[0], 9), 1e-12);
	same("lambda", function[_i].name, lambda[1], lambda[0], function[_i].rows,
	     largest(lambda[0], function[_i].rows), 1e-12);
}

/* --- a base that is welded --- */

static const char arm[] =
	"mass 4 kg; com (0.1, -0.2, 0.3) m; inertia tensor(xx = 90, yy = 80, zz = 70, xz = 9) g m^2 }\n"
	"body upper on plinth at (0.1, 0.2, 0.3) m, rx(0.4) { joint a : revolute(z); mass 2 kg; com (0.1, 0, 0.3) m; inertia diag(9, 8, 7) g m^2 }\n"
	"body slide on upper at (0, 0.1, 0.5) m { joint b : prismatic(x); mass 1 kg; com (0.1, 0, 0) m; inertia diag(4, 3, 5) g m^2 }\n"
	"body tip on slide at (0.2, 0, 0) m { joint c : revolute((1, 2, 2)); mass 0.5 kg; com (0.1, 0.2, 0) m; inertia diag(1, 2, 2) g m^2 }\n";

TEST(a_welded_base_is_a_fixed_one)
{
	static const double loose_q[] = { 0.3, -0.2, 0.5, 0.5, -0.1, 0.7, 0.5, 0.4, 0.1, -0.9 };
	static const double loose_qd[9] = { 0, 0, 0, 0, 0, 0, 1.1, -0.4, 0.8 };
	static const double loose_tau[9] = { 0, 0, 0, 0, 0, 0, 2, -3, 0.5 };
	double loose[9], lambda[6], fixed[3], wrench[4 * 6], zero[6] = { 0 };
	char welded[2000], whole[2000];
	snprintf(
		welded, sizeof welded,
		"model welded\nbody plinth on world { joint base : free; %scontact weld : fixed on plinth { ground turned }\n"
		"frame turned on world at quaternion(0.5, -0.1, 0.7, 0.5)\n",
		arm);
	snprintf(
		whole, sizeof whole,
		"model whole\nbody plinth on world at (0.3, -0.2, 0.5) m, quaternion(0.5, -0.1, 0.7, 0.5) { joint base : fixed { sensor }; %s",
		arm);
	call(welded, NULL, "f=fd:weld+lambda:weld", (const double *[]){ loose_q, loose_qd, loose_tau },
	     (double *[]){ loose, lambda });
	call(whole, NULL, "fd", (const double *[]){ loose_q + 7, loose_qd + 6, loose_tau + 6 }, (double *[]){ fixed });
	call(whole, NULL, "reaction", (const double *[]){ loose_q + 7, loose_qd + 6, fixed }, (double *[]){ wrench });
	same("base", "welded", loose, zero, 6, largest(fixed, 3), 1e-13);
	same("joints", "welded", loose + 6, fixed, 3, largest(fixed, 3), 1e-12);
	/* the ground has the axes of the plinth */
	same("lambda = reaction", "welded", lambda, wrench, 6, largest(wrench, 6), 1e-12);
}

/* --- float --- */

static double worst_float;

LOOP_TEST(float_is_close_to_double, 8)
{
	static const char *const contact[] = { "left=L.sole:fixed", "right=R.tip:line(y)" };
	static const char *const both[] = { "both=left,right" };
	double q[19] = { 0.3, 0.2, 0.5, 0.1, 0.5, -0.1, 0.85440037453175306 }, qd[18], tau[18];
	double qdd[2][18], lambda[2][11];
	for (int i = 0; i < 18; i++) {
		if (i >= 6)
			q[1 + i] = 0.5 * sin(7.0 * (i + _i));
		qd[i] = sin(3.0 * (i + _i));
		tau[i] = 10 * sin(5.0 * (i + _i));
	}
	for (int single = 0; single < 2; single++) {
		const rigidc_options options = {
			.contact = contact, .contacts = 2, .phase = both, .phases = 1, .real_float = single
		};
		call(walker, &options, "f=fd:both+lambda:both", (const double *[]){ q, qd, tau },
		     (double *[]){ qdd[single], lambda[single] });
	}
	for (int i = 0; i < 18; i++)
		worst_float = fmax(worst_float, fabs(qdd[1][i] - qdd[0][i]) / largest(qdd[0], 18));
	for (int i = 0; i < 11; i++)
		worst_float = fmax(worst_float, fabs(lambda[1][i] - lambda[0][i]) / largest(lambda[0], 11));
	ck_assert_msg(memcmp(qdd[0], qdd[1], sizeof qdd[0]) != 0, "float has the bits of double");
	same("qdd", "float", qdd[1], qdd[0], 18, largest(qdd[0], 18), 1e-4);
	same("lambda", "float", lambda[1], lambda[0], 11, largest(lambda[0], 11), 1e-4);
}

int main(void)
{
	random_trees = by_level(4, 6, 300);
	subject_settings(random_trees, &first_seed);
	int code = suite_run("contact_identities", NULL, NULL);
	printf("# float: worst error %.2g\n", worst_float);
	return code;
}
