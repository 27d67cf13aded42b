/* Forces with end stops, slack and the like: values, and slopes where branches meet and elsewhere. Where branches meet,
 * the language defines the side of the slope. Each law acts on a block of its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

#define MASS 2.0

struct Slope {
	double y, by_x, by_v;
};

static struct Slope stop(double x, double v)
{
	(void)v;
	if (x > 0.5)
		return (struct Slope){ -200 * (x - 0.5), -200, 0 };
	if (x < -0.25)
		return (struct Slope){ -300 * (x + 0.25), -300, 0 };
	return (struct Slope){ 0 };
}

static struct Slope closed_stop(double x, double v)
{
	(void)v;
	if (x >= 0.5)
		return (struct Slope){ -200 * (x - 0.5), -200, 0 };
	if (x <= -0.25)
		return (struct Slope){ -300 * (x + 0.25), -300, 0 };
	return (struct Slope){ 0 };
}

/* A strap pulls beyond its length, and is damped while it is pulled apart. */
static struct Slope strap(double x, double v)
{
	struct Slope pull =
		x > 0.25 ? (struct Slope){ -8 * (x - 0.25) * (x - 0.25), -16 * (x - 0.25), 0 } : (struct Slope){ 0 };
	double drag = v > 0 ? -3 : 0;
	bool taut = x > 0.25;
	return (struct Slope){ pull.y + (taut ? drag * v : 0), pull.by_x, taut ? drag : 0 };
}

static struct Slope smaller(double x, double v)
{
	return x * x < 1 - x ? (struct Slope){ x * x, 2 * x, 0 * v } : (struct Slope){ 1 - x, -1, 0 };
}

static struct Slope larger(double x, double v)
{
	return 3 * x > v ? (struct Slope){ 3 * x, 3, 0 } : (struct Slope){ v, 0, 1 };
}

static struct Slope size(double x, double v)
{
	(void)v;
	double u = x - 0.5;
	return (struct Slope){ fabs(u) * u * u, u < 0 ? -3 * u * u : 3 * u * u, 0 };
}

static struct Slope bare_size(double x, double v)
{
	return v < 0 ? (struct Slope){ -v, 0 * x, -1 } : (struct Slope){ v, 0, 1 };
}

static struct Slope lines(double x, double v)
{
	(void)v;
	double slope = x < 0.25 ? 4 : x < 0.5 ? -8 : 2;
	return (struct Slope){ x < 0.25 ? 1 + 4 * x : x < 0.5 ? 2 - 8 * (x - 0.25) : 2 * (x - 0.5), slope, 0 };
}

static const struct Law {
	const char *text;
	struct Slope (*reference)(double x, double v);
} laws[] = {
	{ "if x > 0.5 then -200 * (x - 0.5) else if x < -0.25 then -300 * (x + 0.25) else 0", stop },
	{ "if x >= 0.5 then -200 * (x - 0.5) else if x <= -0.25 then -300 * (x + 0.25) else 0", closed_stop },
	{ "if x > 0.25 then -8 * (x - 0.25)^2 - (if v > 0 then 3 * v else 0) else 0", strap },
	{ "min(x^2, 1 - x)", smaller },
	{ "max(3 * x, v)", larger },
	{ "abs(x - 0.5) * (x - 0.5)^2", size },
	{ "abs(v)", bare_size },
	{ "lines(x)", lines },
};
enum { LAWS = sizeof laws / sizeof *laws, STATES = 40 };

static const char head[] = "model choices\ntable lines(x) linear = [-0.25, 0; 0, 1; 0.25, 2; 0.5, 0; 0.75, 0.5]\n";

static rigidc_model *model_of_laws(void)
{
	char text[8192];
	size_t used = (size_t)snprintf(text, sizeof text, "%s", head);
	for (int i = 0; i < LAWS; i++)
		used += (size_t)
			snprintf(text + used, sizeof text - used,
		                 "function law%d(x, v) = %s\nbody b%d on world { mass %g kg\n"
		                 "joint j%d : prismatic(x) { passive law%d(j%d / 1 m, j%dd * 1 s/m) * 1 N } }\n",
		                 i, laws[i].text, i, MASS, i, i, i, i);
	return run_read("choices.rig", text, used, NULL);
}

/* A position where branches meet, one double beside it, or anywhere. */
static double place(uint64_t *random)
{
	static const double meeting[] = { -0.25, 0, 0.25, 0.5 };
	double at = meeting[random_below(random, sizeof meeting / sizeof *meeting)];
	switch (random_below(random, 4)) {
	case 0: return at;
	case 1: return nextafter(at, -9);
	case 2: return nextafter(at, 9);
	default: return random_between(random, -1, 1);
	}
}

static void close_to(const char *what, int law, const double *state, double found, double wanted)
{
	ck_assert_msg(fabs(found - wanted) <= 1e-12 * (1 + fabs(wanted)),
	              "%s of law %d at %.17g, %.17g: %.17g, not %.17g", what, law, state[0], state[1], found, wanted);
}

TEST(laws_have_their_values_and_slopes)
{
	rigidc_model *model = model_of_laws();
	rigidc_function *rnea = run_function(model, "rnea", RIGIDC_EVALUATOR);
	rigidc_function *inverse = run_function(model, "rnea_derivatives", RIGIDC_EVALUATOR);
	rigidc_function *forward = run_function(model, "fd_derivatives", RIGIDC_EVALUATOR);
	static double by_q[LAWS * LAWS], by_qd[LAWS * LAWS], qdd_by_q[LAWS * LAWS], qdd_by_qd[LAWS * LAWS],
		Minv[LAWS * LAWS];
	static const double rest[LAWS];
	uint64_t random = 1;
	for (int k = 0; k < STATES; k++) {
		double q[LAWS], qd[LAWS], tau[LAWS];
		for (int i = 0; i < LAWS; i++) {
			q[i] = place(&random);
			qd[i] = place(&random);
		}
		rigidc_call(rnea, (const double *[]){ q, qd, rest }, (double *[]){ tau });
		rigidc_call(inverse, (const double *[]){ q, qd, rest }, (double *[]){ by_q, by_qd });
		rigidc_call(forward, (const double *[]){ q, qd, rest }, (double *[]){ qdd_by_q, qdd_by_qd, Minv });
		for (int i = 0; i < LAWS; i++) {
			struct Slope wanted = laws[i].reference(q[i], qd[i]);
			const double state[] = { q[i], qd[i] };
			close_to("the force", i, state, -tau[i], wanted.y);
			close_to("the slope", i, state, -by_q[i * LAWS + i], wanted.by_x);
			close_to("the slope by velocity", i, state, -by_qd[i * LAWS + i], wanted.by_v);
			close_to("the slope of the acceleration", i, state, MASS * qdd_by_q[i * LAWS + i], wanted.by_x);
			close_to("that by velocity", i, state, MASS * qdd_by_qd[i * LAWS + i], wanted.by_v);
		}
	}
	rigidc_function_free(rnea);
	rigidc_function_free(inverse);
	rigidc_function_free(forward);
	rigidc_model_free(model);
}

TEST(executors_choose_alike)
{
	rigidc_model *model = model_of_laws();
	rigidc_function *tier[] = { run_function(model, "rnea_derivatives", RIGIDC_EVALUATOR),
		                    run_function(model, "rnea_derivatives", RIGIDC_TCC),
		                    run_function(model, "rnea_derivatives", RIGIDC_CC) };
	static const double rest[LAWS];
	static double out[3][2][LAWS * LAWS];
	uint64_t random = 2;
	for (int k = 0; k < STATES; k++) {
		double q[LAWS], qd[LAWS];
		for (int i = 0; i < LAWS; i++) {
			q[i] = place(&random);
			qd[i] = place(&random);
		}
		for (int t = 0; t < 3; t++) {
			rigidc_call(tier[t], (const double *[]){ q, qd, rest }, (double *[]){ out[t][0], out[t][1] });
			ck_assert_mem_eq(out[t], out[0], sizeof out[0]);
		}
	}
	for (int t = 0; t < 3; t++)
		rigidc_function_free(tier[t]);
	rigidc_model_free(model);
}

/* A NaN makes < and > false, and takes the first branch of <= and >=. */
TEST(no_number_is_on_the_other_side)
{
	static const struct {
		const char *sign;
		double wanted;
	} row[] = { { "<", 2 }, { ">", 2 }, { "<=", 1 }, { ">=", 1 } };
	for (int i = 0; i < 4; i++) {
		char text[256];
		const double q = NAN, rest = 0;
		double tau;
		int length = snprintf(text, sizeof text,
		                      "model t\nbody b on world { mass 1 kg; joint j : prismatic(x) "
		                      "{ passive if j %s 1 m then 1 N else 2 N } }\n",
		                      row[i].sign);
		rigidc_model *model = run_read("nan.rig", text, (size_t)length, NULL);
		for (rigidc_tier tier = RIGIDC_EVALUATOR; tier <= RIGIDC_TCC; tier++) {
			run_once(model, "rnea", tier, (const double *[]){ &q, &rest, &rest }, &tau);
			ck_assert_double_eq(-tau, row[i].wanted);
		}
		rigidc_model_free(model);
	}
}

SUITE("choices")
