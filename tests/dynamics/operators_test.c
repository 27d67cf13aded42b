/* Operators: derivatives of functions, on random trees of all joint kinds, with couplings, wrenches, contacts and
 * parameters, and on mechanisms with struts and tables. They are compared with each other, with differences of order 8
 * along integrate(q, t d), and with the matrices of derivatives.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 3, 8 or 40
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"
#include "level.h"
#include "suite.h"
#include "trees/random_bits.h"
#include "trees/subject.h"

enum { ARRAYS = 32, NUMBERS = 60000, STATE = RANDOM_NQ + 2 * RANDOM_NV };

static int random_trees;
static uint64_t first_seed = 1;

static struct subject s;
static rigidc_model *model;

/* Arrays of one call, by name. */
struct arrays {
	int count;
	char name[ARRAYS][80];
	size_t size[ARRAYS];
	double value[ARRAYS][NUMBERS];
};
static struct arrays in, out;

static double *find(struct arrays *arrays, const char *name)
{
	for (int i = 0; i < arrays->count; i++)
		if (strcmp(arrays->name[i], name) == 0)
			return arrays->value[i];
	return NULL;
}

static double *put(struct arrays *arrays, const char *name, size_t size)
{
	int at = arrays->count++;
	ck_assert_int_lt(at, ARRAYS);
	ck_assert_uint_le(size, NUMBERS);
	snprintf(arrays->name[at], sizeof arrays->name[at], "%s", name);
	arrays->size[at] = size;
	return arrays->value[at];
}

/* Numbers that depend on the name alone: the same direction for every function. */
static void draw(const char *name, double *x, size_t size)
{
	uint64_t random = first_seed + s.tree.seed;
	for (const char *at = name; *at; at++)
		random = random * 31 + (unsigned char)*at;
	for (size_t i = 0; i < size; i++)
		x[i] = random_between(&random, -1, 1);
}

static const double *state_of(const char *name)
{
	const struct {
		const char *name;
		const double *array;
	} given[] = {
		{ "q", s.q },         { "qd", s.qd }, { "qdd", s.qdd },       { "tau", s.tau },
		{ "f_ext", s.f_ext }, { "pi", s.pi }, { "lambda", s.lambda },
	};
	for (size_t k = 0; k < sizeof given / sizeof *given; k++)
		if (strcmp(given[k].name, name) == 0)
			return given[k].array;
	return NULL;
}

/* Calls a function by an executor. Inputs in `in` keep their values, others are those of the state, or drawn. */
static void call_by(const char *name, rigidc_tier tier)
{
	const double *inputs[ARRAYS];
	double *outputs[ARRAYS];
	rigidc_function *function = run_function(model, name, tier);
	for (int i = 0; i < rigidc_inputs(function); i++) {
		const char *array = rigidc_input_name(function, i);
		size_t size = rigidc_input_size(function, i);
		double *x = find(&in, array);
		const double *own = state_of(array);
		if (!x) {
			x = put(&in, array, size);
			if (own)
				memcpy(x, own, size * sizeof *x);
			else
				draw(array, x, size);
		}
		inputs[i] = x;
	}
	out.count = 0;
	for (int i = 0; i < rigidc_outputs(function); i++)
		outputs[i] = put(&out, rigidc_output_name(function, i), rigidc_output_size(function, i));
	if (s.params)
		ck_assert_int_eq(rigidc_set_params(function, s.params), RIGIDC_OK);
	rigidc_call(function, inputs, outputs);
	rigidc_function_free(function);
}

static void ask(const char *name)
{
	in.count = 0;
	call_by(name, RIGIDC_EVALUATOR);
}

/* --- the functions --- */

struct asked {
	const char *name;
	bool inverts;
};

static const struct asked functions[] = {
	{ "rnea", false },
	{ "crba", false },
	{ "bias", false },
	{ "gravity", false },
	{ "coriolis", false },
	{ "fd", true },
	{ "minv", true },
	{ "fk:\"the probe\"", false },
	{ "jac:\"the probe\"", false },
	{ "acc:\"the probe\"", false },
	{ "fk:\"the probe\":\"the other\"", false },
	{ "reaction", false },
	{ "energy", false },
	{ "com", false },
	{ "momentum", false },
	{ "cmm", false },
	{ "regressor", false },
	{ "both=rnea+energy+fk:\"the probe\"", false },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void begin(int number, rigidc_options options)
{
	options.search = "none";
	options.level = 1 + number % 4;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)number, number % 2, &s);
	model = run_read(s.name, s.text, s.length, &options);
}

static void end(void)
{
	rigidc_model_free(model);
	subject_free(&s);
}

/* Factor by which rounding errors may be larger. */
static double condition_of(const struct asked *function)
{
	static double M[RANDOM_NV * RANDOM_NV];
	int n = s.nv * s.nv;
	if (!function->inverts || !n)
		return 1;
	ask("crba");
	memcpy(M, out.value[0], (size_t)n * sizeof *M);
	ask("minv");
	return s.nv * largest(M, n) * largest(out.value[0], n);
}

static bool may_ask(const struct asked *function)
{
	return !function->inverts || s.tree.definite;
}

/* --- first derivatives --- */

/* An operator on a function, also on each part of a fused one. */
static const char *request(const char *operator, const struct asked * function)
{
	static char text[2][300];
	static int next;
	const char *equals = strchr(function->name, '=');
	char *name = text[next++ % 2];
	if (equals)
		snprintf(name, sizeof text[0],
		         "%s_%.*s=%s:rnea+%s:energy+%s:fk:\"the probe\"", operator, (int)(equals - function->name),
		         function->name, operator, operator, operator);
	else
		snprintf(name, sizeof text[0], "%s:%s", operator, function->name);
	return name;
}

/* Sum of x . y over the arrays of `of` whose names without `suffix` have a partner in the other. */
static double sum_products(struct arrays *one, struct arrays *other, const char *ending, const char *with, double *size)
{
	double sum = 0;
	for (int i = 0; i < one->count; i++) {
		char name[100];
		size_t length = strlen(one->name[i]), cut = strlen(ending);
		if (length < cut || strcmp(one->name[i] + length - cut, ending) != 0)
			continue;
		snprintf(name, sizeof name, "%.*s%s", (int)(length - cut), one->name[i], with);
		const double *partner = find(other, name);
		for (size_t k = 0; partner && k < one->size[i]; k++) {
			sum += one->value[i][k] * partner[k];
			*size += fabs(one->value[i][k] * partner[k]);
		}
	}
	return sum;
}

/* vjp . x = weights . jvp: one derivative, from both sides. */
START_TEST(the_two_modes_are_transposes)
{
	static struct arrays directions;
	begin(_i, (rigidc_options){ 0 });
	for (int f = 0; f < FUNCTIONS; f++) {
		double size = 0, condition;
		if (!may_ask(&functions[f]) || strchr(functions[f].name, '='))
			continue;
		condition = condition_of(&functions[f]);
		ask(request("jvp", &functions[f]));
		memcpy(&directions, &in, sizeof in);
		static struct arrays change;
		memcpy(&change, &out, sizeof out);
		ask(request("vjp", &functions[f]));
		double gradient = sum_products(&out, &directions, "_bar", "_dot", &size);
		double weighted = sum_products(&in, &change, "_bar", "_dot", &size);
		ck_assert_msg(fabs(gradient - weighted) <= 1e-14 * condition * fmax(size, 1e-3) * 10,
		              "%s, %s: %.17g is not %.17g of %.3g", functions[f].name, s.name, gradient, weighted,
		              size);
	}
	end();
}
END_TEST

/* --- states along a direction --- */

static void cross(const double a[3], const double b[3], double out3[3])
{
	for (int i = 0; i < 3; i++)
		out3[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* q (e, 0) of quaternions (u, s), by the rotation vector w: q (k w, cos(t/2)). */
static void turn(double *q, const double w[3])
{
	double t = sqrt(dot(w, w, 3)), k = t > 1e-9 ? sin(t / 2) / t : 0.5, c = cos(t / 2), across[3];
	const double e[3] = { k * w[0], k * w[1], k * w[2] }, u[3] = { q[0], q[1], q[2] }, real = q[3];
	cross(u, e, across);
	for (int i = 0; i < 3; i++)
		q[i] = real * e[i] + c * u[i] + across[i];
	q[3] = real * c - dot(u, e, 3);
}

/* p += R V v, with V of the exponential by (v, w). */
static void shift(double *p, const double *q, const double v[3], const double w[3])
{
	double t = sqrt(dot(w, w, 3)), wv[3], wwv[3], moved[3], x[3], y[3];
	double B = t > 1e-3 ? (1 - cos(t)) / (t * t) : 0.5 - t * t / 24,
	       G = t > 1e-3 ? (t - sin(t)) / (t * t * t) : 1.0 / 6 - t * t / 120;
	cross(w, v, wv);
	cross(w, wv, wwv);
	for (int i = 0; i < 3; i++)
		moved[i] = v[i] + B * wv[i] + G * wwv[i];
	cross(q, moved, x); /* R m = m + 2 s u x m + 2 u x (u x m) */
	cross(q, x, y);
	for (int i = 0; i < 3; i++)
		p[i] += moved[i] + 2 * (q[3] * x[i] + y[i]);
}

/* The coordinates after a step t along d. */
static void integrate(const double *q, const double *d, double t, double *to)
{
	rigidc_joint_info joint = { .size = sizeof joint };
	memcpy(to, q, (size_t)s.nq * sizeof *to);
	for (int j = 0; rigidc_get_joint(model, j, &joint) == RIGIDC_OK; j++) {
		double step[6];
		for (int k = 0; k < joint.nv; k++)
			step[k] = t * d[joint.v + k];
		if (joint.nq == joint.nv) {
			for (int k = 0; k < joint.nv; k++)
				to[joint.q + k] += step[k];
			continue;
		}
		if (joint.nq == 7)
			shift(to + joint.q, to + joint.q + 3, step, step + 3);
		turn(to + joint.q + joint.nq - 4, step + joint.nv - 3);
	}
}

/* Outputs of a function at a step t along the directions of all its inputs: in `out`, with its own inputs in `in`. */
static void ask_at(const char *name, struct arrays *directions, double t)
{
	static struct arrays at;
	ask(name);
	memcpy(&at, &in, sizeof in);
	for (int i = 0; i < at.count; i++) {
		char direction[100];
		snprintf(direction, sizeof direction, "%s_dot", at.name[i]);
		const double *d = find(directions, direction);
		if (strcmp(at.name[i], "q") == 0)
			integrate(s.q, d, t, in.value[i]);
		for (size_t k = 0; strcmp(at.name[i], "q") != 0 && k < at.size[i]; k++)
			in.value[i][k] += t * d[k];
	}
	call_by(name, RIGIDC_EVALUATOR);
}

/* Differences of order 8: of first derivatives, and of second ones. */
static const double first_order[] = { 0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280 };
static const double second_order[] = { -205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560 };

/* Derivative of the outputs along the directions by differences; `size` is the largest output. */
static void differences(const char *name, struct arrays *directions, bool second, double h, struct arrays *found,
                        double *size)
{
	for (int step = -4; step <= 4; step++) {
		double weight =
			second ? second_order[abs(step)] / (h * h) : (step < 0 ? -1 : 1) * first_order[abs(step)] / h;
		ask_at(name, directions, step * h);
		if (step == -4) {
			memcpy(found, &out, sizeof out);
			for (int i = 0; i < out.count; i++)
				memset(found->value[i], 0, out.size[i] * sizeof **out.value);
		}
		for (int i = 0; i < out.count; i++)
			for (size_t k = 0; k < out.size[i]; k++) {
				found->value[i][k] += weight * out.value[i][k];
				*size = fmax(*size, fabs(out.value[i][k]));
			}
	}
}

START_TEST(outputs_change_as_they_say)
{
	static struct arrays directions, found, change;
	begin(_i, (rigidc_options){ 0 });
	for (int f = 0; f < FUNCTIONS; f++) {
		double size = 0;
		if (!may_ask(&functions[f]) || strchr(functions[f].name, '='))
			continue;
		double condition = condition_of(&functions[f]);
		ask(request("jvp", &functions[f]));
		memcpy(&directions, &in, sizeof in);
		memcpy(&change, &out, sizeof out);
		differences(functions[f].name, &directions, false, 0.02, &found, &size);
		for (int i = 0; i < change.count && condition < 1e6; i++)
			same(functions[f].name, s.name, change.value[i], found.value[i], (int)found.size[i],
			     size + largest(found.value[i], (int)found.size[i]), 1e-9 * condition);
	}
	end();
}
END_TEST

/* --- second derivatives --- */

/* d . hvp = d/dt^2 of weights . f(integrate(q, t d), ...). */
START_TEST(the_weighted_sum_bends_as_they_say)
{
	static struct arrays directions, found;
	begin(_i, (rigidc_options){ 0 });
	for (int f = 0; f < FUNCTIONS; f++) {
		double size = 0, sum = 0, terms = 0;
		if (!may_ask(&functions[f]) || strchr(functions[f].name, '=') || s.nv > 20)
			continue;
		double condition = condition_of(&functions[f]);
		ask(request("hvp", &functions[f]));
		double bend = sum_products(&out, &in, "_bar_dot", "_dot", &terms);
		memcpy(&directions, &in, sizeof in);
		differences(functions[f].name, &directions, true, 0.05, &found, &size);
		for (int i = 0; i < found.count; i++) {
			char name[100];
			snprintf(name, sizeof name, "%s_bar", found.name[i]);
			sum += dot(find(&directions, name), found.value[i], (int)found.size[i]);
		}
		ck_assert_msg(condition > 1e4 || fabs(sum - bend) <= 1e-7 * condition * (terms + size),
		              "%s, %s: %.17g is not %.17g of %.3g", functions[f].name, s.name, bend, sum, terms + size);
	}
	end();
}
END_TEST

/* All directions of the variables in the order of the matrix, or the arrays by them. */
static size_t in_order(struct arrays *arrays, const char *ending, double *x)
{
	static const char *const order[] = { "q", "qd", "qdd", "tau", "lambda", "f_ext", "pi", "params" };
	size_t count = 0;
	for (size_t k = 0; k < sizeof order / sizeof *order; k++)
		for (int i = 0; i < arrays->count; i++) {
			char name[100];
			snprintf(name, sizeof name, "%s%s", order[k], ending);
			if (strcmp(arrays->name[i], name) != 0)
				continue;
			memcpy(x + count, arrays->value[i], arrays->size[i] * sizeof *x);
			count += arrays->size[i];
		}
	return count;
}

START_TEST(the_matrix_is_symmetric_and_gives_the_products)
{
	static double d[1000], Hd[1000];
	begin(_i, (rigidc_options){ 0 });
	for (int f = 0; f < FUNCTIONS; f++) {
		if (!may_ask(&functions[f]) || strchr(functions[f].name, '=') || s.nv > 12)
			continue;
		double condition = condition_of(&functions[f]);
		ask(request("hvp", &functions[f]));
		size_t n = in_order(&in, "_dot", d);
		ck_assert_uint_eq(in_order(&out, "_bar_dot", Hd), n);
		if (n * n > NUMBERS)
			continue;
		ask(request("hessian", &functions[f]));
		ck_assert_uint_eq(out.size[0], n * n);
		const double *H = out.value[0];
		double size = largest(H, (int)(n * n));
		for (size_t i = 0; i < n; i++) {
			double row = dot(H + i * n, d, (int)n);
			ck_assert_msg(fabs(row - Hd[i]) <= 1e-13 * condition * (size * (double)n + 1),
			              "%s, %s: row %zu gives %.17g, not %.17g of %.3g", functions[f].name, s.name, i,
			              row, Hd[i], size);
			for (size_t k = 0; k < i; k++)
				ck_assert_double_eq(H[i * n + k], H[k * n + i]);
		}
	}
	end();
}
END_TEST

/* --- against matrices --- */

/* y += A x, A with n columns */
static void add_times(const double *A, const double *x, int n, double *y)
{
	for (int i = 0; i < n; i++)
		y[i] += dot(A + i * n, x, n);
}

/* tau_dot = dtau/dq q_dot + dtau/dqd qd_dot + M qdd_dot */
START_TEST(changes_are_products_with_the_matrices)
{
	static double found[RANDOM_NV], wanted[RANDOM_NV], size;
	begin(_i, (rigidc_options){ 0 });
	const double *direction[3];
	static struct arrays directions;
	subject_free(&s);
	rigidc_model_free(model);
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &s);
	model = run_read(s.name, s.text, s.length, &(rigidc_options){ .search = "none" });
	ask("jvp:rnea");
	memcpy(&directions, &in, sizeof in);
	memcpy(found, out.value[0], sizeof found);
	direction[0] = find(&directions, "q_dot");
	direction[1] = find(&directions, "qd_dot");
	direction[2] = find(&directions, "qdd_dot");
	memset(wanted, 0, sizeof wanted);
	size = 1;
	ask("all=rnea_derivatives+crba");
	for (int i = 0; i < 3; i++) {
		add_times(out.value[i], direction[i], s.nv, wanted);
		size = fmax(size, largest(out.value[i], s.nv * s.nv));
	}
	same("jvp:rnea", s.name, found, wanted, s.nv, size * s.nv, 1e-14);
	end();
}
END_TEST

/* --- executors, packed arrays, order --- */

START_TEST(executors_agree)
{
	static struct arrays evaluated;
	static const char *const operators[] = { "jvp", "vjp", "hvp" };
	begin(_i, (rigidc_options){ 0 });
	for (int f = 0; f < FUNCTIONS; f++)
		for (int o = 0; o < 3 && may_ask(&functions[f]) && s.nv <= 12; o++) {
			ask(request(operators[o], &functions[f]));
			memcpy(&evaluated, &out, sizeof out);
			call_by(request(operators[o], &functions[f]), RIGIDC_TCC);
			for (int i = 0; i < out.count; i++)
				ck_assert_msg(memcmp(out.value[i], evaluated.value[i],
				                     out.size[i] * sizeof **out.value) == 0,
				              "%s, %s", functions[f].name, s.name);
		}
	end();
}
END_TEST

/* A packed array of weights has a weight for each entry of the lower triangle. */
START_TEST(packed_weights_are_of_the_lower_triangle)
{
	static double wanted[RANDOM_NV];
	begin(_i, (rigidc_options){ 0 });
	int nv = s.nv, next = 0;
	ask("vjp:crba");
	double *whole = find(&in, "M_bar"), *weights = malloc((size_t)(nv * nv + 1) * sizeof *weights);
	ck_assert_ptr_nonnull(weights);
	for (int i = 0; i < nv; i++)
		for (int k = 0; k < nv; k++)
			whole[i * nv + k] = k > i ? 0 : whole[i * nv + k];
	for (int i = 0; i < nv; i++)
		for (int k = 0; k <= i; k++)
			weights[next++] = whole[i * nv + k];
	call_by("vjp:crba", RIGIDC_EVALUATOR);
	memcpy(wanted, out.value[0], sizeof wanted);
	rigidc_model_free(model);
	model = run_read(s.name, s.text, s.length, &(rigidc_options){ .search = "none", .matrix = "packed" });
	in.count = 0;
	memcpy(put(&in, "M_bar", (size_t)next), weights, (size_t)next * sizeof *weights);
	call_by("vjp:crba", RIGIDC_EVALUATOR);
	same("vjp:crba", s.name, out.value[0], wanted, nv, fmax(largest(wanted, nv), 1), 1e-12);
	free(weights);
	end();
}
END_TEST

int main(void)
{
	random_trees = by_level(3, 8, 40);
	subject_settings(random_trees, &first_seed);
	Suite *suite = suite_create("operators");
	TCase *tests = tcase_create("operator");
	tcase_set_timeout(tests, 0);
	tcase_add_loop_test(tests, the_two_modes_are_transposes, 0, random_trees);
	tcase_add_loop_test(tests, outputs_change_as_they_say, 0, random_trees);
	tcase_add_loop_test(tests, the_weighted_sum_bends_as_they_say, 0, random_trees);
	tcase_add_loop_test(tests, the_matrix_is_symmetric_and_gives_the_products, 0, random_trees);
	tcase_add_loop_test(tests, changes_are_products_with_the_matrices, 0, random_trees);
	tcase_add_loop_test(tests, executors_agree, 0, random_trees);
	tcase_add_loop_test(tests, packed_weights_are_of_the_lower_triangle, 0, random_trees);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
