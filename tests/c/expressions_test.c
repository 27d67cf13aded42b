/* Random expressions of every operation, as passive forces, which appear unchanged in rnea. The evaluator, libtcc and
 * cc on the printed C are compared with each other, bit by bit, in double and float, and with long double. Operands of
 * products and quotients are products, quotients, sums and choices themselves, so that missing parentheses are
 * detected. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/dense_spline.h"
#include "run.h"
#include "suite.h"
#include "trees/random_bits.h"

enum { COORDINATES = 3, LEAVES = 2 * COORDINATES, NODES = 24, LONGEST = 1500, MODELS = 40, STATES = 5 };

static const double table[][2] = { { -1.5, 2 }, { -0.5, -1 }, { 0.25, 0.5 }, { 1.5, -2 } };

/* An expression, its value at each state, and a bound on its rounding error, in units of its last place. */
struct Node {
	char text[LONGEST];
	long double value[STATES], error[STATES];
};

static struct Node have[LEAVES + NODES];
static double state[STATES][LEAVES];
static int count;

static void add_leaves(uint64_t *random)
{
	/* the passive force uses velocities, named with a d at the end */
	static const char *const text[LEAVES] = { "a", "b", "c", "(ad * 1 s)", "(bd * 1 s)", "(cd * 1 s)" };
	for (int i = 0; i < LEAVES; i++) {
		snprintf(have[i].text, sizeof have[i].text, "%s", text[i]);
		for (int k = 0; k < STATES; k++) {
			state[k][i] = random_between(random, -2, 2);
			have[i].value[k] = state[k][i];
			have[i].error[k] = 0;
		}
	}
	count = LEAVES;
}

/* Bound on the slope of the table. */
static const long double steepest = 8;

static void apply(int op, long double x, long double ex, long double y, long double ey, long double *value,
                  long double *error)
{
	switch (op) {
	case 0:
	case 1:
		*value = x + y;
		*error = ex + ey;
		break;
	case 2:
		*value = x - y;
		*error = ex + ey;
		break;
	case 3:
	case 4:
		*value = x * y;
		*error = ex * fabsl(y) + ey * fabsl(x);
		break;
	case 5:
	case 6:
	case 7:
		*value = x / y;
		*error = (ex + ey * fabsl(x / y)) / fabsl(y);
		break;
	case 8:
		*value = dense_spline(table, 4, x);
		*error = steepest * (ex + fabsl(x) + 4);
		break;
	case 9:
		*value = sinl(x);
		*error = ex + 1;
		break;
	case 10:
		*value = sqrtl(fabsl(x));
		*error = ex / sqrtl(fabsl(x));
		break;
	case 11:
		*value = atan2l(x, y);
		*error = (ex + ey) / hypotl(x, y) + 4;
		break;
	case 12:
		*value = -2.5L * x;
		*error = 2.5L * ex;
		break;
	case 13:
		*value = 0.75L / x;
		*error = 0.75L * ex / (x * x);
		break;
	case 14:
		*value = x - 1.25L;
		*error = ex + 1.25L;
		break;
	case 15:
		*value = atan2l(-(x + y), 1.5L);
		*error = ex + ey + fabsl(x + y) + 4;
		break;
	case 16:
		*value = tanhl(x);
		*error = ex + 4;
		break;
	case 17:
		*value = x < 0 ? -1 : 1;
		*error = 0;
		break;
	default:
		*value = -x;
		*error = ex;
		break;
	}
	*error += fabsl(*value);
}

/* Is the node usable in further nodes? Not if out of range, or zero, perhaps identically. */
static bool is_sound(const struct Node *node)
{
	for (int k = 0; k < STATES; k++)
		if (!(fabsl(node->value[k]) > 1e-3L && fabsl(node->value[k]) < 1e4L && node->error[k] < 1e8L))
			return false;
	return true;
}

static void add_node(uint64_t *random)
{
	static const char *const format[] = {
		"(%s + %s)",   "(%s + %s)",   "(%s - %s)",     "(%s * %s)",
		"(%s * %s)",   "(%s / %s)",   "(%s / %s)",     "(%s / %s)",
		"curve(%s)",   "sin(%s)",     "sqrt(abs(%s))", "atan2(%s, %s)",
		"(-2.5 * %s)", "(0.75 / %s)", "(%s - 1.25)",   "atan2(-(%s + %s), 1.5)",
		"tanh(%s)",    "sign(%s)",    "(-%s)",
	};
	/* preferably a recent node, so that depth grows */
	const struct Node *x = &have[count - 1 - random_below(random, count < 6 ? count : 6)];
	const struct Node *y = &have[random_below(random, count)];
	int op = random_below(random, sizeof format / sizeof *format);
	struct Node *made = &have[count];
	if (strlen(x->text) + strlen(y->text) + 20 > LONGEST)
		return;
	if (random_chance(random, 50)) {
		const struct Node *swap = x;
		x = y;
		y = swap;
	}
	snprintf(made->text, sizeof made->text, format[op], x->text, y->text);
	for (int k = 0; k < STATES; k++)
		apply(op, x->value[k], x->error[k], y->value[k], y->error[k], &made->value[k], &made->error[k]);
	count += is_sound(made);
}

static rigidc_model *model_of(bool narrow)
{
	static char text[4 * LONGEST];
	rigidc_options options = { .real_float = narrow };
	int length = snprintf(text, sizeof text,
	                      "model t\ngravity (0, 0, 0)\n"
	                      "table curve(x) = [-1.5, 2; -0.5, -1; 0.25, 0.5; 1.5, -2]\n"
	                      "joint slides(a, b, c) { translate (a * 1 m, b * 1 m, c * 1 m) }\n"
	                      "body block on world { joint j : slides { passive (%s, %s, %s) * 1 N m }\n  mass 1\n}\n",
	                      have[count - 1].text, have[count - 2].text, have[count - 3].text);
	return run_read("expressions.rig", text, (size_t)length, &options);
}

LOOP_TEST(printed_as_evaluated, MODELS)
{
	static const double rest[COORDINATES];
	uint64_t random = (uint64_t)_i + 1;
	add_leaves(&random);
	for (int tries = 0; tries < 200 && count < LEAVES + NODES; tries++)
		add_node(&random);
	for (int narrow = 0; narrow < 2; narrow++) {
		rigidc_model *model = model_of(narrow);
		double found[RIGIDC_CC + 1][STATES][COORDINATES];
		for (rigidc_tier tier = RIGIDC_EVALUATOR; tier <= RIGIDC_CC; tier++) {
			rigidc_function *function = run_function(model, "rnea", tier);
			for (int k = 0; k < STATES; k++) {
				double *out = found[tier][k];
				rigidc_call(function, (const double *[]){ state[k], state[k] + COORDINATES, rest },
				            &out);
			}
			rigidc_function_free(function);
		}
		for (int k = 0; k < STATES; k++)
			for (int i = 0; i < COORDINATES; i++) {
				double value = found[RIGIDC_EVALUATOR][k][i];
				const struct Node *node = &have[count - 1 - i];
				ck_assert_msg(value == found[RIGIDC_TCC][k][i] && value == found[RIGIDC_CC][k][i],
				              "seed %d, %s: the evaluator gives %a, libtcc %a, cc %a", _i + 1,
				              narrow ? "float" : "double", value, found[RIGIDC_TCC][k][i],
				              found[RIGIDC_CC][k][i]);
				/* for double only; the bound is useless for float */
				long double bound = 4 * DBL_EPSILON * node->error[k];
				ck_assert_msg(narrow || fabsl(-value - node->value[k]) <= bound,
				              "seed %d: %.17g, not %.17Lg within %.2Lg: %s", _i + 1, -value,
				              node->value[k], bound, node->text);
			}
		rigidc_model_free(model);
	}
}

SUITE("expressions")
