/* Struts and tendons: they add J^T of the force along their lines to the torque, by fk and jac of their points.
 * Reaction and energy agree with this, and derivatives with differences. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "level.h"
#include "pull.h"
#include "suite.h"
#include "trees/random_bits.h"

static int states; /* of each case */

static const char bodies[] =
	"model struts\n"
	"param k = 300 N/m\n"
	"param reach = 0.2 m\n"
	"joint bent(q) { translate (sin(q), q^2 / 2, 0) * 0.1 m; rotate (1, 2, 2) by q }\n"
	"body base on world at (0.1, 0.2, 0.3), rx(0.2) { joint : free; mass 2 kg; com (0.1, 0, 0.2); inertia diag(0.3, 0.2, 0.25) }\n"
	"body hip on base at (0.2, 0.1, 0), rpy(0.3, 0.2, 0.1) { joint : revolute((1, 2, 2)) then (0.1, 0, 0.05); mass 1 kg; com (0, 0.1, 0); inertia diag(0.1, 0.1, 0.1) }\n"
	"body plate on hip at (0, 0.1, 0.1), ry(0.2) { joint pad : %s; mass 0.2 kg }\n"
	"frame eye on plate at (reach, 0.05, 0.1)\n"
	"body shin on plate at (0, 0.3, 0) { joint knee : bent; mass 0.7 kg; com (0.1, 0.1, 0); inertia diag(0.02, 0.03, 0.04); frame foot at (0.1, 0.4, 0.2), rz(1) }\n"
	"body ball on base at (-0.2, 0, 0.1), rz(0.5) { joint : spherical; mass 0.5 kg; com (0, 0.1, 0.1); inertia diag(0.02, 0.03, 0.04); frame pin at (0.1, 0.2, 0.05) }\n"
	"body slider on ball at (0, 0.2, 0), rx(0.4) { joint way : prismatic((0, 1, 1)); mass 0.4 kg; com (0.1, 0, 0); inertia diag(0.01, 0.01, 0.01) }\n"
	"body cross on slider at (0.1, 0, 0.1) { joint u : universal; mass 0.4 kg; com (0.1, 0, 0); inertia diag(0.01, 0.01, 0.01) }\n"
	"body gear on cross at (0.1, 0.1, 0.1) { joint : revolute(z) = 0.5 * way / 1 m - 2 * knee + 0.2 * knee^2; mass 0.4 kg; com (0.1, 0, 0); inertia diag(0.01, 0.01, 0.01); frame tooth at (0.1, 0.2, 0.3) }\n"
	"body stage on cross at (0, 0, 0.3) { joint p : planar; mass 0.4 kg; com (0.1, 0, 0.2); inertia diag(0.01, 0.01, 0.01); frame tip at (0.2, 0.1, 0.1) }\n"
	"frame hook on world at (0.5, -0.4, 1.5)\n"
	"frame ring on world at (-0.7, 0.4, 1.1)\n"
	"frame far on base at (0.5, 0.5, 0.2)\n";

enum { CASES = 14 };
/* clang-format off */
static const struct pull cases[CASES] = {
	{ "strut a between base and eye { spring k at 10 cm; damping 7 N s/m }", { "base", "eye" }, 300, 0.1, 7, false },
	{ "strut a between foot and world { spring 200 N/m; damping 7 N s/m }", { "foot", "world" }, 200, 0, 7, false },
	{ "strut a between hook and base { spring k at 1 m }", { "hook", "base" }, 300, 1, 0, false },
	{ "strut a between pin and foot { damping 12 N s/m; force -5 N - 30 N/m^2 * length^2 - 2 N s/m * rate }", { "pin", "foot" }, 0, 0, 12, true },
	{ "strut a between tip and hook { spring 100 N/m at 30 cm; damping 3 N s/m; force -5 N - 30 N/m^2 * length^2 - 2 N s/m * rate }",
	  { "tip", "hook" }, 100, 0.3, 3, true },
	{ "strut a between tooth and far { spring 100 N/m at reach; damping 3 N s/m }", { "tooth", "far" }, 100, 0.2, 3, false },
	{ "strut a between tooth and foot { spring 100 N/m; damping 3 N s/m }", { "tooth", "foot" }, 100, 0, 3, false },
	{ "strut a between gear and cross { spring 100 N/m at 5 cm; damping 3 N s/m }", { "gear", "cross" }, 100, 0.05, 3, false },
	{ "strut a between stage and tooth { damping 3 N s/m }", { "stage", "tooth" }, 0, 0, 3, false },
	{ "strut a between ball and tip { spring 50 N/m at 1 m }", { "ball", "tip" }, 50, 1, 0, false },
	{ "tendon a over base, eye, foot { spring 250 N/m at 40 cm; damping 3 N s/m }", { "base", "eye", "foot" }, 250, 0.4, 3, false },
	{ "tendon a over hook, ring, pin, tip { spring 250 N/m; damping 3 N s/m; force -5 N - 30 N/m^2 * length^2 - 2 N s/m * rate }",
	  { "hook", "ring", "pin", "tip" }, 250, 0, 3, true },
	{ "tendon a over far, base, tooth, far { spring 250 N/m at 3 m; damping 3 N s/m }", { "far", "base", "tooth", "far" }, 250, 3, 3, false },
	{ "tendon a over slider, tip { spring 250 N/m at reach }", { "slider", "tip" }, 250, 0.2, 0, false },
};
/* clang-format on */

/* A model; the pad, normally fixed, may have a revolute joint. */
static rigidc_model *model_by(const char *pad, const char *strut, int level)
{
	char full[8192];
	int length = snprintf(full, sizeof full, bodies, pad);
	length += snprintf(full + length, sizeof full - (size_t)length, "%s\n", strut);
	rigidc_options given = { .level = 1 + level };
	return run_read("strut.rig", full, (size_t)length, &given);
}

static rigidc_model *model_with(const char *strut, int level)
{
	return model_by("fixed { sensor }", strut, level);
}

static struct state draw(const rigidc_model *model, uint64_t seed)
{
	static const int quaternion[] = { 3, 9 }; /* of the base, and of the ball after hip and knee */
	return state_drawn(rigidc_nq(model), rigidc_nv(model), quaternion, 2, &seed);
}

/* Coordinates outside of quaternions: hip, knee, way, u, p. */
static const struct plain plain[] = { { 7, 6 },   { 8, 7 },   { 13, 11 }, { 14, 12 },
	                              { 15, 13 }, { 16, 14 }, { 17, 15 }, { 18, 16 } };
enum { PLAIN = sizeof plain / sizeof *plain };

static double potential_of(rigidc_model *model, const double *q)
{
	double kinetic, potential, still[NQ_MOST] = { 0 };
	rigidc_function *energy = run_function(model, "energy", RIGIDC_EVALUATOR);
	rigidc_call(energy, (const double *[]){ q, still }, (double *[]){ &kinetic, &potential });
	rigidc_function_free(energy);
	return potential;
}

LOOP_TEST(torque_and_energy_are_those_of_the_lines, CASES *states)
{
	int n = _i / states;
	rigidc_model *bare = model_with("", 2);
	struct state state = draw(bare, (uint64_t)_i + 1);
	int nv = rigidc_nv(bare);
	double wanted[NQ_MOST], without[NQ_MOST], found[NQ_MOST];
	const double *in[] = { state.q, state.qd, state.qdd };
	double energy = pull_wanted(bare, &cases[n], &state, wanted);
	run_once(bare, "rnea", RIGIDC_EVALUATOR, in, without);
	for (int v = 0; v < nv; v++)
		wanted[v] += without[v];
	for (int level = 0; level < 4; level += 2) {
		rigidc_model *model = model_with(cases[n].text, level);
		run_once(model, "rnea", RIGIDC_EVALUATOR, in, found);
		assert_near(found, wanted, nv, 1e-12, "rnea", n);
		double potential = potential_of(model, state.q), before = potential_of(bare, state.q) + energy;
		assert_near(&potential, &before, 1, 1e-12, "energy", n);
		run_once(model, "fd", RIGIDC_TCC, (const double *[]){ state.q, state.qd, wanted }, found);
		assert_near(found, state.qdd, nv, 1e-9, "fd", n);
		rigidc_model_free(model);
	}
	rigidc_model_free(bare);
}

/* Length and moment arms by fk and jac of the points, at all levels, and by libtcc with identical results. The directional
 * derivative of the length is the moment arms times the direction. */
LOOP_TEST(length_and_arms_are_those_of_the_points, CASES *states)
{
	int n = _i / states;
	rigidc_model *bare = model_with("", 2);
	struct state state = draw(bare, (uint64_t)_i + 1);
	double dl[NQ_MOST], length = pull_length(bare, &cases[n], &state, dl), rate = 0, along;
	double still[] = { 0, 0 }; /* of the parameters */
	int nv = rigidc_nv(bare);
	for (int v = 0; v < nv; v++)
		rate += dl[v] * state.qd[v];
	for (int level = 0; level < 4; level++) {
		rigidc_model *model = model_with(cases[n].text, level);
		double l[2], found[2][NQ_MOST];
		for (int k = 0; k < 2; k++) {
			rigidc_function *function = run_function(model, "length:a", k ? RIGIDC_TCC : RIGIDC_EVALUATOR);
			rigidc_call(function, (const double *[]){ state.q }, (double *[]){ &l[k], found[k] });
			rigidc_function_free(function);
		}
		assert_near(&l[0], &length, 1, 1e-14, "length", n);
		assert_near(found[0], dl, nv, 1e-13, "dl_dq", n);
		ck_assert_mem_eq(&l[0], &l[1], sizeof *l);
		ck_assert_mem_eq(found[0], found[1], (size_t)nv * sizeof(double));
		rigidc_function *jvp = run_function(model, "jvp:length:a", RIGIDC_EVALUATOR);
		rigidc_call(jvp, (const double *[]){ state.q, state.qd, still }, (double *[]){ &along, found[0] });
		rigidc_function_free(jvp);
		assert_near(&along, &rate, 1, 1e-13, "jvp of the length", n);
		rigidc_model_free(model);
	}
	rigidc_model_free(bare);
}

/* The slope of the length, by differences, and the length of a line whose ends are one point. */
LOOP_TEST(length_and_differences, CASES *states)
{
	int n = _i / states;
	rigidc_model *model = model_with(cases[n].text, 2);
	struct state state = draw(model, (uint64_t)_i + 1);
	double l, dl[NQ_MOST], arms[NQ_MOST];
	rigidc_function *function = run_function(model, "length:a", RIGIDC_EVALUATOR);
	rigidc_call(function, (const double *[]){ state.q }, (double *[]){ &l, arms });
	for (int k = 0; k < PLAIN; k++) {
		static const double weight[] = { 1, -8, 0, 8, -1 };
		double *at = &state.q[plain[k].q], here = *at, slope = 0;
		for (int i = 0; i < 5; i++) {
			*at = here + (i - 2) * 1e-3;
			rigidc_call(function, (const double *[]){ state.q }, (double *[]){ &l, dl });
			slope += weight[i] * l / 12e-3;
		}
		*at = here;
		assert_near(&arms[plain[k].v], &slope, 1, 1e-9, "dl_dq by differences", n);
	}
	rigidc_function_free(function);
	rigidc_model_free(model);
}

TEST(length_without_a_line)
{
	rigidc_model *with = model_with("tendon a over far, foot, foot, ring", 2),
		     *without = model_with("tendon a over far, foot, ring", 2);
	struct state state = draw(with, 1);
	double l[2], dl[2][NQ_MOST];
	for (int k = 0; k < 2; k++) {
		rigidc_function *function = run_function(k ? with : without, "length:a", RIGIDC_EVALUATOR);
		rigidc_call(function, (const double *[]){ state.q }, (double *[]){ &l[k], dl[k] });
		rigidc_function_free(function);
	}
	assert_near(&l[0], &l[1], 1, 1e-15, "length", 0);
	assert_near(dl[0], dl[1], rigidc_nv(with), 1e-15, "dl_dq", 0);
	rigidc_model_free(with);
	rigidc_model_free(without);
}

static void insert(double *array, int at)
{
	memmove(array + at + 1, array + at, (size_t)(NQ_MOST - at - 1) * sizeof *array);
	array[at] = 0;
}

/* Reactions: tau = S^T of the wrench through each joint, including the force of the strut, on either end. The wrench
 * through a fixed joint
 * with a sensor equals that through a revolute joint at rest in its place. */
LOOP_TEST(reaction_has_the_force_of_the_strut, CASES *states)
{
	enum { PAD_Q = 8, PAD_V = 7 };
	int n = _i / states;
	double wrench[6];
	for (int level = 0; level < 4; level += 2) {
		rigidc_model *model = model_with(cases[n].text, level),
			     *hinged = model_by("revolute(x)", cases[n].text, level);
		struct state state = draw(model, (uint64_t)_i + 1), moved = state;
		double w[6 * 16], tau[NQ_MOST];
		const double *in[] = { state.q, state.qd, state.qdd }, *moved_in[] = { moved.q, moved.qd, moved.qdd };
		run_once(model, "reaction", RIGIDC_EVALUATOR, in, w);
		run_once(model, "rnea", RIGIDC_EVALUATOR, in, tau);
		assert_near(w, tau, 6, 1e-12, "reaction of the base", n);
		/* joints in order: base hip pad knee ball way u gear p */
		assert_near(w + 6 * 4 + 3, tau + 8, 3, 1e-11, "reaction of the ball", n);
		double slide = (w[6 * 5 + 1] + w[6 * 5 + 2]) / sqrt(2) + 0.5 * w[6 * 7 + 5]; /* the gear follows way */
		assert_near(&slide, &tau[11], 1, 1e-11, "reaction of the slider", n);
		assert_near(w + 6 * 8 + 5, tau + 16, 1, 1e-11, "reaction of the stage", n);
		memcpy(wrench, w + 6 * 2, sizeof wrench);
		insert(moved.q, PAD_Q);
		insert(moved.qd, PAD_V);
		insert(moved.qdd, PAD_V);
		run_once(hinged, "reaction", RIGIDC_EVALUATOR, moved_in, w);
		assert_near(wrench, w + 6 * 2, 6, 1e-11, "reaction of the pad", n);
		rigidc_model_free(model);
		rigidc_model_free(hinged);
	}
}

LOOP_TEST(derivatives_are_those_of_the_textbook, CASES *states)
{
	static const char *const names[] = { "rnea_derivatives", "fd_derivatives" };
	int n = _i / states;
	rigidc_model *straight = model_with(cases[n].text, 0), *lean = model_with(cases[n].text, 2);
	struct state state = draw(straight, (uint64_t)_i + 1);
	size_t square = (size_t)rigidc_nv(straight) * (size_t)rigidc_nv(straight);
	double wanted[3][NQ_MOST * NQ_MOST], found[3][NQ_MOST * NQ_MOST];
	const double *in[] = { state.q, state.qd, state.qdd };
	for (int f = 0; f < 2; f++) {
		rigidc_model *model[] = { straight, lean };
		for (int k = 0; k < 2; k++) {
			double(*out)[NQ_MOST * NQ_MOST] = k ? found : wanted;
			rigidc_function *function = run_function(model[k], names[f], RIGIDC_EVALUATOR);
			rigidc_call(function, in, (double *[]){ out[0], out[1], out[2] });
			rigidc_function_free(function);
		}
		for (int k = 0; k < 2 + f; k++)
			assert_near(found[k], wanted[k], (int)square, 1e-10, names[f], n);
	}
	rigidc_model_free(straight);
	rigidc_model_free(lean);
}

LOOP_TEST(derivatives_are_those_of_differences, CASES)
{
	int n = _i;
	rigidc_model *model = model_with(cases[n].text, 2);
	struct state state = draw(model, (uint64_t)_i + 1);
	assert_derivatives(model, &state, plain, PLAIN, 1e-7, n);
	rigidc_model_free(model);
}

/* The slope of the potential is the torque at rest, where only weight and springs act; and a damper takes power. */
LOOP_TEST(force_and_energy_agree, CASES *states)
{
	int n = _i / states;
	rigidc_model *model = model_with(cases[n].text, 2), *bare = model_with("", 2);
	struct state state = draw(model, (uint64_t)_i + 1);
	int nv = rigidc_nv(model);
	double g[NQ_MOST], wanted[NQ_MOST], tau[NQ_MOST], without[NQ_MOST], power = 0;
	run_once(model, "gravity", RIGIDC_EVALUATOR, (const double *[]){ state.q }, g);
	for (int k = 0; k < PLAIN && !cases[n].exerts; k++) {
		static const double weight[] = { 1, -8, 0, 8, -1 };
		double *at = &state.q[plain[k].q], here = *at, slope = 0;
		for (int i = 0; i < 5; i++) {
			*at = here + (i - 2) * 1e-3;
			slope += weight[i] * potential_of(model, state.q) / 12e-3;
		}
		*at = here;
		assert_near(&g[plain[k].v], &slope, 1, 1e-7, "gravity", n);
	}
	run_once(bare, "gravity", RIGIDC_EVALUATOR, (const double *[]){ state.q }, without);
	for (int v = 0; v < nv; v++)
		wanted[v] = g[v] - without[v];
	run_once(model, "bias", RIGIDC_EVALUATOR, (const double *[]){ state.q, state.qd }, tau);
	run_once(bare, "bias", RIGIDC_EVALUATOR, (const double *[]){ state.q, state.qd }, without);
	for (int v = 0; v < nv; v++)
		power += (tau[v] - without[v] - wanted[v]) * state.qd[v];
	ck_assert_double_ge(power, -1e-10);
	rigidc_model_free(model);
	rigidc_model_free(bare);
}

/* A line between two points that are one at every posture: in tau, in fd and in the energy it is not there, whatever the tendon
 * exerts. The wrench through the joints between its ends has no value (wrong_test.sh). */
LOOP_TEST(line_without_length_moves_nothing, 2)
{
#define EXERTS " { spring 250 N/m at 40 cm; damping 3 N s/m; force -5 N - 2 N s/m * rate }\n"
#define CENTRES "frame before on base at (0.2, 0.1, 0)\nframe behind on hip at (-0.1, 0, -0.05)\n"
	static const char *const tendon[][2] = {
		/* with such a line, and without */
		{ "tendon a over far, foot, foot, ring" EXERTS, "tendon a over far, foot, ring" EXERTS },
		{ CENTRES "tendon a over eye, before, behind, ring" EXERTS,
		  CENTRES "tendon a over eye, before, ring" EXERTS },
	};
	double tau[2][NQ_MOST], qdd[2][NQ_MOST], potential[2];
	int n = _i, nv = 0;
	for (int k = 0; k < 2; k++) {
		rigidc_model *model = model_with(tendon[n][k], 2);
		struct state state = draw(model, 1);
		nv = rigidc_nv(model);
		run_once(model, "rnea", RIGIDC_EVALUATOR, (const double *[]){ state.q, state.qd, state.qdd }, tau[k]);
		run_once(model, "fd", RIGIDC_EVALUATOR, (const double *[]){ state.q, state.qd, state.qdd }, qdd[k]);
		potential[k] = potential_of(model, state.q);
		rigidc_model_free(model);
	}
	assert_near(tau[0], tau[1], nv, 1e-13, "rnea", n);
	assert_near(qdd[0], qdd[1], nv, 1e-9, "fd", n);
	assert_near(&potential[0], &potential[1], 1, 1e-13, "energy", n);
}

/* --- coordinates coupled by distances --- */

static const char coupled[] =
	"model coupled\n"
	"param far = 0.3 m\n"
	"body stage on world at (0.1, 0.2, 0), rx(0.3) { joint p : planar; mass 2 kg; com (0.1, 0, 0.1); inertia diag(0.1, 0.2, 0.15); frame pin at (0.4, 0.1, 0.2) }\n"
	"body bell on stage at (0, 0.3, 0.1), ry(0.4) { joint crank : revolute((1, 2, 2)); mass 1 kg; com (0, 0.2, 0); inertia diag(0.1, 0.1, 0.1); frame eye at (far, 0.2, 0.1) }\n"
	"frame post on world at (2, 1, 0.5)\n"
	"body rod on bell at (0.1, 0, 0) { joint out : prismatic(y) = distance(post, eye) - 0.5 * distance(pin, eye); mass 0.7 kg; com (0.1, 0, 0) }\n"
	"body nut on world { joint : revolute(z) = 3 * out / 1 m + 0.2 * distance(stage, rod) / 1 m; mass 0.1 kg; com (0.1, 0, 0); inertia diag(1, 1, 2) }\n"
	"strut jack between nut and eye { spring 30 N/m at 0.2 m }\n"
	"tendon cord over post, rod, pin, rod { spring 20 N/m at 1 m }\n";

/* The power of tau is the growth of the energy, along q(t) = q + qd t + qdd t^2 / 2. */
LOOP_TEST(power_is_the_growth_of_energy, 4 * states)
{
	enum { NV = 4 };
	static const char *const all[] = { "geometry" };
	rigidc_options options = { .parametrize = all, .parametrizes = (size_t)(_i % 2) };
	rigidc_model *model = run_read("coupled.rig", coupled, sizeof coupled - 1, &options);
	ck_assert_int_eq(rigidc_nv(model), NV);
	uint64_t random = (uint64_t)_i + 1;
	double q[NV], qd[NV], qdd[NV], tau[NV], power = 0, growth = 0;
	for (int v = 0; v < NV; v++) {
		q[v] = random_between(&random, -1, 1);
		qd[v] = random_between(&random, -1, 1);
		qdd[v] = random_between(&random, -1, 1);
	}
	run_once(model, "rnea", RIGIDC_EVALUATOR, (const double *[]){ q, qd, qdd }, tau);
	for (int v = 0; v < NV; v++)
		power += tau[v] * qd[v];
	rigidc_function *energy = run_function(model, "energy", RIGIDC_EVALUATOR);
	for (int i = 0; i < 5; i++) {
		static const double weight[] = { 1, -8, 0, 8, -1 };
		double t = (i - 2) * 1e-3, at[NV], rate[NV], kinetic, potential;
		for (int v = 0; v < NV; v++) {
			at[v] = q[v] + qd[v] * t + qdd[v] * t * t / 2;
			rate[v] = qd[v] + qdd[v] * t;
		}
		rigidc_call(energy, (const double *[]){ at, rate }, (double *[]){ &kinetic, &potential });
		growth += weight[i] * (kinetic + potential) / 12e-3;
	}
	rigidc_function_free(energy);
	ck_assert_double_eq_tol(power, growth, 1e-8 * (1 + fabs(growth)));
	rigidc_model_free(model);
}

/* Run-time geometry gives the same results as constants. */
TEST(geometry_may_be_given)
{
	static const char *const all[] = { "geometry" };
	rigidc_options options = { .parametrize = all, .parametrizes = 1 };
	rigidc_model *given = run_read("coupled.rig", coupled, sizeof coupled - 1, &options);
	rigidc_model *constant = run_read("coupled.rig", coupled, sizeof coupled - 1, NULL);
	const double q[] = { 0.1, 0.2, 0.3, 0.4 }, qd[] = { 1, 2, -1, 3 }, qdd[] = { -1, 2, 3, 1 };
	double found[4], wanted[4];
	run_once(given, "rnea", RIGIDC_EVALUATOR, (const double *[]){ q, qd, qdd }, found);
	run_once(constant, "rnea", RIGIDC_EVALUATOR, (const double *[]){ q, qd, qdd }, wanted);
	assert_near(found, wanted, 4, 1e-13, "rnea with given geometry", 0);
	/* another position of the crank, by the source and by the parameter */
	char moved[sizeof coupled];
	memcpy(moved, coupled, sizeof coupled);
	memcpy(strstr(moved, "(0, 0.3, 0.1), ry(0.4)"), "(0, 0.7, 0.2)", 13);
	rigidc_model *other = run_read("moved.rig", moved, sizeof moved - 1, NULL);
	run_once(other, "rnea", RIGIDC_EVALUATOR, (const double *[]){ q, qd, qdd }, wanted);
	rigidc_function *rnea = run_function(given, "rnea", RIGIDC_EVALUATOR);
	ck_assert_int_eq(rigidc_set_param(rnea, "crank_offset=(0, 0.7, 0.2)"), RIGIDC_OK);
	rigidc_call(rnea, (const double *[]){ q, qd, qdd }, (double *[]){ found });
	rigidc_function_free(rnea);
	assert_near(found, wanted, 4, 1e-13, "rnea with another geometry", 1);
	rigidc_model_free(given);
	rigidc_model_free(constant);
	rigidc_model_free(other);
}

/* The distance to a point that its own joint does not move is that to the same place on the body before, in the other text. */
TEST(distance_of_its_own_axis)
{
	static const char text[] =
		"model axis\n"
		"param reach = 0.2 m\n"
		"body arm on world { joint q1 : revolute((1, 2, 2)); mass 2 kg; com (0, 0.1, 0.2); inertia diag(1, 2, 2) }\n"
		"body slide on arm at (0, 0, 1 m), rx(0.3) { joint q2 : prismatic(x); mass 2 kg; inertia diag(1, 1, 1) }\n"
		"frame hook on world at (1, 0.3, 0) m\n"
		"frame mark on slide at (0, 0.2, 1 m), ry(0.4), (0, reach, 0)\n"
		"body wheel on slide at (0, 0.2, 1 m), ry(0.4) {\n"
		"  joint q3 : revolute(y) then (0.1, 0, 0) = (distance(hook, %s) / 1 m)^2\n"
		"  mass 1 kg; com (0.1, 0.2, 0.3); inertia diag(1, 1, 1); frame pin at (-0.1, reach, 0)\n"
		"}\n"
		"body crank on wheel at (0, 0, 0.3 m) { joint q4 : revolute(x) = 2 * q3 - distance(hook, %s) / 1 m; mass 1 kg; com (0.1, 0, 0) }\n";
	static const char *const point[] = { "pin", "mark" };
	const double q[] = { 0.4, -0.2 }, qd[] = { 1, 2 }, qdd[] = { -1, 3 };
	double tau[2][2];
	for (int k = 0; k < 2; k++) {
		char full[sizeof text + 16];
		int length = snprintf(full, sizeof full, text, point[k], point[k]);
		rigidc_model *model = run_read("axis.rig", full, (size_t)length, NULL);
		ck_assert_int_eq(rigidc_nv(model), 2);
		run_once(model, "rnea", RIGIDC_EVALUATOR, (const double *[]){ q, qd, qdd }, tau[k]);
		rigidc_model_free(model);
	}
	assert_near(tau[0], tau[1], 2, 1e-13, "rnea", 0);
}

int main(void)
{
	states = by_level(1, 1, 2);
	return suite_run("strut", NULL, NULL);
}
