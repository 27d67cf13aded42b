/* Identities of closed loops that need no reference: a tree that is cut and welded, a coupled coordinate as a constraint, a distance
 * as a light rod between two balls, drift as the second difference of the closure, mirror images.
 *
 *   RIGIDC_LEVEL=l   how many states or random trees: 3, 12 or 100
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <stdlib.h>

#include "identity.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { NQ = RANDOM_NQ, NV = RANDOM_NV, ROWS = RANDOM_PHASE_ROWS };

static int states;
static uint64_t first_seed = 1;

static void draw(uint64_t *rng, double size, double *x, int n)
{
	for (int i = 0; i < n; i++)
		x[i] = random_between(rng, -size, size);
}

/* --- a tree that is cut and welded --- */

#define ARM_TO_WRIST \
	"body upper on world at (0.1, 0.2, 0.3) m, rx(0.4) { joint a : revolute(z); mass 2 kg; com (0.1, 0, 0.3) m; inertia diag(90, 80, 70) g m^2 }\n" \
	"body slide on upper at (0, 0.1, 0.5) m { joint b : prismatic(x); mass 1 kg; com (0.1, 0, 0) m; inertia diag(40, 30, 50) g m^2; frame flange at (0.2, 0.1, 0) m, rpy(0.3, -0.2, 0.5) }\n" \
	"frame seat on slide at (0.2, 0.1, 0) m, rpy(0.3, -0.2, 0.5)\n"
#define TOOL "mass 0.7 kg; com (0.1, 0.2, -0.1) m; inertia tensor(xx = 9, yy = 8, zz = 7, xz = 1) g m^2 }\n"
#define FINGER \
	"body finger on tool at (0.1, 0, 0.2) m { joint c : revolute((1, 2, 2)); mass 0.5 kg; com (0.1, 0.2, 0) m; inertia diag(10, 20, 20) g m^2 }\n"

/* Quaternion of a rotation by rows, of an angle below a half turn. */
static void quaternion_of(const double *R, double *x)
{
	double w = sqrt(1 + R[0] + R[4] + R[8]) / 2;
	x[0] = (R[7] - R[5]) / (4 * w);
	x[1] = (R[2] - R[6]) / (4 * w);
	x[2] = (R[3] - R[1]) / (4 * w);
	x[3] = w;
}

/* x := R^T x */
static void turn_back(const double *R, double *x)
{
	double seen[3];
	for (int i = 0; i < 3; i++)
		seen[i] = R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2];
	memcpy(x, seen, sizeof seen);
}

LOOP_TEST(a_tree_cut_and_welded_is_the_tree, states)
{
	static const char whole[] =
		"model whole\n" ARM_TO_WRIST "body tool on seat { joint w : fixed { sensor }; " TOOL FINGER;
	static const char cut[] = "model cut\n" ARM_TO_WRIST "body tool on world { joint w : free; " TOOL FINGER
				  "loop weld : fixed from seat to tool\n";
	uint64_t rng = first_seed + (uint64_t)_i;
	double q[3], qd[3], tau[3], qdd[3], wrench[24], pose[12], twist[6], closed[10], rates[9], forces[9], found[9],
		lambda[6], open[6];
	const double zero[6] = { 0 };
	draw(&rng, 0.7, q, 3);
	draw(&rng, 2, qd, 3);
	draw(&rng, 5, tau, 3);
	call(whole, NULL, "fd", (const double *[]){ q, qd, tau }, (double *[]){ qdd });
	call(whole, NULL, "reaction", (const double *[]){ q, qd, qdd }, (double *[]){ wrench });
	call(whole, NULL, "fk:seat", (const double *[]){ q }, (double *[]){ pose, pose + 9 });
	call(whole, NULL, "vel:seat", (const double *[]){ q, qd }, (double *[]){ twist });
	turn_back(pose, twist);
	turn_back(pose, twist + 3);
	/* coordinates: a, b, those of the tool, c */
	memcpy(closed, q, 2 * sizeof *q);
	memcpy(closed + 2, pose + 9, 3 * sizeof *q);
	quaternion_of(pose, closed + 5);
	closed[9] = q[2];
	for (int i = 0; i < 9; i++) {
		rates[i] = i < 2 ? qd[i] : i < 8 ? twist[i - 2] : qd[2];
		forces[i] = i < 2 ? tau[i] : i < 8 ? 0 : tau[2];
	}
	call(cut, NULL, "closure", (const double *[]){ closed }, (double *[]){ open });
	same("closure", "cut", open, zero, 6, 1, 1e-13);
	call(cut, NULL, "f=fd+lambda", (const double *[]){ closed, rates, forces }, (double *[]){ found, lambda });
	found[2] = found[8];
	same("qdd", "cut", found, qdd, 3, largest(qdd, 3), 1e-11);
	/* joints in the order of `info`: a, b, w, c */
	same("lambda = reaction", "cut", lambda, wrench + 12, 6, largest(wrench + 12, 6), 1e-11);
}

/* --- a coupled coordinate, as a constraint --- */

#define GEARED(right) \
	"body left on world at (0, 0.1, 1) m { joint l : revolute(y); mass 2 kg; com (0.1, 0, -0.3) m; inertia diag(0.1, 0.2, 0.1) }\n" \
	"body right on left at (0.1, -0.2, -0.6) m, rz(0.3) { joint r : revolute(y)" right \
	"; mass 1 kg; com (0, 0.1, -0.2) m; inertia diag(0.1, 0.1, 0.05) }\n" \
	"body tip on right at (0, 0, -0.5) m { joint t : revolute(x); mass 0.5 kg; com (0.1, 0, -0.2) m; inertia diag(0.01, 0.02, 0.01) }\n"

LOOP_TEST(a_coupled_coordinate_is_a_constraint, states)
{
	static const char coupled[] = "model coupled\n" GEARED(" = 0.7 * l + 0.3 * sin(l) - 0.2 rad");
	static const char bound[] =
		"model bound\n" GEARED("") "constraint gear = r - 0.7 * l - 0.3 * sin(l) + 0.2 rad\n";
	uint64_t rng = first_seed + (uint64_t)_i;
	rigidc_options options = { .search = _i % 2 ? "none" : NULL };
	double q[2], qd[2], tau[2], wanted[2], found[3], lambda, open;
	draw(&rng, 1.5, q, 2);
	draw(&rng, 2, qd, 2);
	draw(&rng, 5, tau, 2);
	double slope = 0.7 + 0.3 * cos(q[0]), bend = -0.3 * sin(q[0]) * qd[0] * qd[0];
	double wide_q[] = { q[0], 0.7 * q[0] + 0.3 * sin(q[0]) - 0.2, q[1] },
	       wide_qd[] = { qd[0], slope * qd[0], qd[1] };
	double wide_tau[] = { tau[0], 0, tau[1] };
	call(coupled, &options, "fd", (const double *[]){ q, qd, tau }, (double *[]){ wanted });
	call(bound, &options, "f=fd+lambda+closure", (const double *[]){ wide_q, wide_qd, wide_tau },
	     (double *[]){ found, &lambda, &open });
	double all[] = { wanted[0], slope * wanted[0] + bend, wanted[1] };
	same("qdd", "bound", found, all, 3, largest(all, 3), 1e-11);
	ck_assert_msg(fabs(open) < 1e-15 && fabs(lambda) > 1e-6, "closure %g, lambda %g", open, lambda);
}

/* --- a distance, as a light rod --- */

#define TWO_PENDULUMS \
	"body one on world at (0, 0, 1) m { joint a : universal; mass 2 kg; com (0.1, 0, -0.3) m; inertia diag(0.1, 0.2, 0.1); frame lug at (0.1, 0, -0.5) m }\n" \
	"body two on world at (1, 0.2, 1) m { joint b : universal; mass 1 kg; com (0, 0.1, -0.2) m; inertia diag(0.1, 0.1, 0.05); frame eye at (0, 0.1, -0.4) m }\n"

LOOP_TEST(a_distance_is_a_light_rod_between_balls, states)
{
	uint64_t rng = first_seed + (uint64_t)_i;
	double q[4], tau[4], R[9], p[2][3], length = 0, u[3], tied[4], lambda;
	const double rest[10] = { 0 };
	char text[2][2000];
	draw(&rng, 0.4, q, 4);
	draw(&rng, 5, tau, 4);
	snprintf(text[0], sizeof text[0], "model free_ends\n" TWO_PENDULUMS);
	call(text[0], NULL, "fk:lug", (const double *[]){ q }, (double *[]){ R, p[0] });
	call(text[0], NULL, "fk:eye", (const double *[]){ q }, (double *[]){ R, p[1] });
	for (int i = 0; i < 3; i++)
		length += (p[1][i] - p[0][i]) * (p[1][i] - p[0][i]);
	length = sqrt(length);
	for (int i = 0; i < 3; i++)
		u[i] = (p[1][i] - p[0][i]) / length;
	snprintf(text[0], sizeof text[0],
	         "model tied\n" TWO_PENDULUMS "loop tie : distance(%.17g m) from lug to eye\n"
	         "pose home { a = (%.17g, %.17g); b = (%.17g, %.17g) }\n",
	         length, q[0], q[1], q[2], q[3]);
	call(text[0], NULL, "f=fd+lambda", (const double *[]){ q, rest, tau }, (double *[]){ tied, &lambda });
	/* the rod lies along x of its body: the smallest turn that takes x to u */
	snprintf(
		text[1], sizeof text[1],
		"model rodded\n" TWO_PENDULUMS
		"body rod on world { joint f : free; mass 1e-7 kg; com (%.17g m, 0, 0); inertia diag(1, 1, 1) * 1e-9 kg m^2; frame end at (%.17g m, 0, 0) }\n"
		"loop foot : spherical from lug to rod\nloop head : spherical from end to eye\n",
		length / 2, length);
	double wide[11] = { q[0], q[1], q[2], q[3], p[0][0], p[0][1], p[0][2], 0, -u[2], u[1], 1 + u[0] };
	double size = sqrt(wide[8] * wide[8] + wide[9] * wide[9] + wide[10] * wide[10]), forces[10] = { 0 }, found[10],
	       balls[6];
	for (int i = 8; i < 11; i++)
		wide[i] /= size;
	memcpy(forces, tau, 4 * sizeof *tau);
	call(text[1], NULL, "f=fd+lambda", (const double *[]){ wide, rest, forces }, (double *[]){ found, balls });
	same("qdd", "rod", found, tied, 4, largest(tied, 4), 1e-5);
	/* what the rod does to the eye, in the rod's axes: along it */
	same("force", "rod", balls + 3, (const double[]){ lambda, 0, 0 }, 3, fmax(fabs(lambda), 1), 1e-5);
}

/* --- drift as a second difference --- */

static struct subject s;
static rigidc_model *model;

/* An output of a function of the loops, at q. */
static void ask(const char *function, int output, const double *q, double *x)
{
	static struct outcome outcome;
	memcpy(s.q, q, sizeof s.q);
	subject_run(&s, model, function, RIGIDC_EVALUATOR, &outcome);
	memcpy(x, outcome.value[output], (size_t)outcome.size[output] * sizeof *x);
}

/* Are coordinates and velocities the same numbers? Then qdd = 0 is a straight way. */
static bool is_straight(void)
{
	bool straight = s.nq == s.nv && random_nq(&s.tree) == dense_nq(&s.tree.dense);
	return straight && s.tree.definite;
}

/* With J qd = 0 at a closed state, d = d^2 closure / dt^2 along q + qd t: by a difference of order 4. */
static void judge_drift(void)
{
	const double h = 2e-3, weight[] = { -1, 16, -30, 16, -1 };
	double q[NQ], moved[NQ], open[ROWS], slope[ROWS] = { 0 }, drift[ROWS], size = 1;
	int rows = s.loops->rows.rows;
	memcpy(q, s.q, sizeof q);
	ask("impact:loops", 0, q, s.qd);
	for (int n = 0; n < 5; n++) {
		memcpy(moved, q, sizeof moved);
		for (int i = 0; i < s.nv; i++)
			moved[i] += (n - 2) * h * s.qd[i];
		ask("closure", 0, moved, open);
		for (int r = 0; r < rows; r++)
			slope[r] += weight[n] * open[r] / (12 * h * h);
	}
	ask("drift:loops", 0, q, drift);
	for (int i = 0; i < s.nv; i++)
		size = fmax(size, pow(fabs(s.qd[i]), 6));
	/* rows that hold have no drift, nor a closure that changes */
	same("drift", s.name, drift, slope, rows, size + largest(drift, rows), 1e-6);
}

LOOP_TEST(drift_is_the_second_difference_of_the_closure, 3 * states)
{
	rigidc_options options = { .search = "none" };
	static const enum random_scope scope[] = { RANDOM_PLANE, RANDOM_CHAIN, RANDOM_ANY };
	if (!subject_draw_closed(scope[_i % 3], first_seed + (uint64_t)_i, false, &s))
		return;
	model = run_read(s.name, s.text, s.length, &options);
	if (is_straight())
		judge_drift();
	rigidc_model_free(model);
	subject_free(&s);
}

/* --- mirror images --- */

static const char half[] =
	"model half\n"
	"part leg {\n"
	"  body hip on root { joint a : universal; mass 0.3 kg; com (0.01, 0.005, -0.01) m\n"
	"    inertia tensor(xx = 3, yy = 2, zz = 4, xy = 0.2, yz = 0.3) g m^2 }\n"
	"  body thigh on hip at (10, 30, -50) mm, rz(0.3) { joint b : revolute((0.1, 1, 0.2))\n"
	"    mass 0.6 kg; com (0.01, 0.02, -0.09) m; inertia diag(5, 6, 1) g m^2; frame foot at (10, 20, -230) mm, rpy(0.1, 0.2, 0.3) }\n"
	"  body rod on root at (0.1, 0.02, 0) { joint c : spherical; mass 0.2 kg; com (0.05, 0, 0.1) m; inertia diag(2, 3, 1) g m^2 }\n"
	"  body bar on rod at (0.1, 0, 0) { joint d : universal; mass 0.2 kg; com (0.02, 0.01, 0) m; inertia diag(1, 2, 1) g m^2 }\n"
	"  loop tie : %s from foot to bar\n"
	"}\n"
	"body trunk on world { joint base : fixed }\n"
	"use leg as A on trunk at (200, 120, 10) mm%s\n";

/* The mirror image at y = 0 has the same accelerations of joints that turn about axes, which are mirrored too, and mirrored forces.
 * Both are asked at an open state, where all is defined. The ball's axes are mirrored as the velocities of a ball are. */
LOOP_TEST(mirror_images_have_mirrored_forces, 4)
{
	static const struct {
		const char *kind;
		int rows, forces; /* 3: a vector of forces comes first */
	} kind[] = { { "spherical", 3, 3 }, { "distance(0.4)", 1, 0 }, { "revolute(y)", 5, 3 }, { "face(z)", 1, 0 } };
	double qdd[2][8], lambda[2][6];
	for (int side = 0; side < 2; side++) {
		char text[2000];
		double q[9] = { 0.3, 0.2, -0.4, 0.1, 0.5, -0.1, 0.85440037453175306, 0.2, -0.3 };
		double qd[8] = { 0.4, 0.9, 0.5, -0.7, 1.1, -0.8, 0.6, 0.2 },
		       tau[8] = { 0.4, 0.7, -0.3, 2, -1, 0.5, 0.2, 0.1 };
		snprintf(text, sizeof text, half, kind[_i].kind, side ? " mirror y" : "");
		call(text, NULL, "f=fd+lambda", (const double *[]){ q, qd, tau },
		     (double *[]){ qdd[side], lambda[side] });
	}
	if (kind[_i].forces)
		mirror(lambda[1], false);
	same("qdd", kind[_i].kind, qdd[1], qdd[0], 8, largest(qdd[0], 8), 1e-11);
	same("forces", kind[_i].kind, lambda[1], lambda[0], kind[_i].forces ? 3 : kind[_i].rows, largest(lambda[0], 3),
	     1e-11);
}

int main(void)
{
	states = by_level(3, 12, 100);
	subject_settings(states, &first_seed);
	return suite_run("loop_identities", NULL, NULL);
}
