/* Operators: derivatives of functions, on random trees of all joint kinds, with couplings, wrenches, contacts and
 * parameters, and on mechanisms with struts, tables and loops. They are compared with each other, with differences of
 * order 8 along integrate(q, t d), with the matrices of derivatives, and with dual numbers and a reverse sweep over the
 * nodes of the textbook, in long double.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 3, 4 or 40; the search for three arms with long, else for one
 *   RIGIDC_SEED=s    the first seed (1); printed */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/tree/substitute.h"
#include "dynamics/tree/tree_wrench.h"
#include "identity.h"
#include "level.h"
#include "suite.h"
#include "library.h"
#include "trees/linkage.h"
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

/* The arrays that there are: the room for others is large. */
static void copy(struct arrays *to, const struct arrays *from)
{
	to->count = from->count;
	memcpy(to->name, from->name, sizeof to->name);
	memcpy(to->size, from->size, sizeof to->size);
	for (int i = 0; i < from->count; i++)
		memcpy(to->value[i], from->value[i], from->size[i] * sizeof *from->value[i]);
}

/* Numbers that depend on the name alone: the same direction for every function. Parameters stay. */
static void draw(const char *name, double *x, size_t size)
{
	double most = strcmp(name, "params_dot") == 0 ? 0 : strcmp(name, "dt_dot") == 0 ? 0.01 : 1;
	uint64_t random = 1 + s.tree.seed;
	for (const char *at = name; *at; at++)
		random = random * 31 + (unsigned char)*at;
	for (size_t i = 0; i < size; i++)
		x[i] = most * random_between(&random, -1, 1);
}

static const double *state_of(const char *name)
{
	const struct {
		const char *name;
		const double *array;
	} given[] = {
		{ "q", s.q },
		{ "qd", s.qd },
		{ "qdd", s.qdd },
		{ "tau", s.tau },
		{ "f_ext", s.f_ext },
		{ "pi", s.pi },
		{ "lambda", s.lambda },
		{ "q0", s.q },
		{ "q1", s.q1 },
		{ "v", s.v },
		{ "R", s.R },
		{ "p", s.p },
		{ "damping", &s.damping },
		{ "dt", &s.dt },
	};
	for (size_t k = 0; k < sizeof given / sizeof *given; k++)
		if (strcmp(given[k].name, name) == 0)
			return given[k].array;
	return NULL;
}

/* Functions of the model, each made once. */
struct made {
	const rigidc_model *model;
	char name[300];
	rigidc_tier tier;
	rigidc_function *function;
};
static struct made *made;
static int made_count;

static rigidc_function *made_once(const char *name, rigidc_tier tier)
{
	for (int i = 0; i < made_count; i++)
		if (made[i].model == model && made[i].tier == tier && strcmp(made[i].name, name) == 0)
			return made[i].function;
	made = realloc(made, (size_t)(made_count + 1) * sizeof *made);
	ck_assert_ptr_nonnull(made);
	struct made *last = &made[made_count++];
	last->model = model;
	last->tier = tier;
	last->function = run_function(model, name, tier);
	snprintf(last->name, sizeof last->name, "%s", name);
	return last->function;
}

/* Frees the model with its functions. */
static void forget_model(void)
{
	while (made_count > 0)
		rigidc_function_free(made[--made_count].function);
	rigidc_model_free(model);
}

/* Calls a function by an executor. Inputs in `in` keep their values, others are those of the state, or drawn. */
static void call_by(const char *name, rigidc_tier tier)
{
	const double *inputs[ARRAYS];
	double *outputs[ARRAYS];
	rigidc_function *function = made_once(name, tier);
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
}

static void ask(const char *name)
{
	in.count = 0;
	call_by(name, RIGIDC_EVALUATOR);
}

/* --- the functions --- */

struct differentiated {
	const char *name;
	bool inverts;
};

static const struct differentiated of_trees[] = {
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
	{ "integrate", false },
	{ "difference", false },
	{ "normalize", false },
	{ "step:euler", true },
	{ "step:rk4", true },
	{ "ik:\"the probe\"", false },
	{ "both=rnea+energy+fk:\"the probe\"", false },
};
enum { OF_TREES = sizeof of_trees / sizeof *of_trees };

static const struct differentiated of_mechanisms[] = {
	{ "rnea", false },     { "fd", false },        { "energy", false },  { "crba", false },
	{ "reaction", false }, { "step:euler", true }, { "step:rk4", true },
};
enum { OF_MECHANISMS = sizeof of_mechanisms / sizeof *of_mechanisms };

/* clang-format off */
static const char *const mechanisms[] = {
	"loaded", "steep", "tests/dynamics/pieces.rig", "examples/knee.rig", "examples/screw_axis.rig",
	"examples/running_leg.rig", "examples/scara.rig", "examples/adaptive.rig", "examples/loops/fourbar.rig",
	"examples/loops/engine.rig", "examples/loops/bucket.rig", "examples/loops/two_arms.rig",
};
/* clang-format on */
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

static const struct differentiated *functions; /* of the model */
static int functions_asked;

static void begin_mechanism(int number)
{
	static const char *const written[] = { loaded, steep };
	const char *name = mechanisms[number], *text = number < 2 ? written[number] : NULL;
	uint64_t random = 101; /* a state away from kinks, at any seed */
	memset(&s, 0, sizeof s);
	snprintf(s.name, sizeof s.name, "%s", name);
	model = text ? run_read(name, text, strlen(text), NULL) : run_load(name);
	s.nq = rigidc_nq(model);
	s.nv = rigidc_nv(model);
	s.tree.definite = true;
	s.dt = 0.01;
	double *const state[] = { s.q, s.qd, s.qdd, s.tau };
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < s.nv; k++)
			state[i][k] = random_between(&random, -0.8, 0.8);
	for (int i = 0; i < RANDOM_WRENCH_NUMBERS; i++)
		s.f_ext[i] = random_between(&random, -1, 1);
	functions = of_mechanisms;
	functions_asked = OF_MECHANISMS;
}

/* A random tree, or a mechanism. */
static void begin(int number, rigidc_options options)
{
	if (number >= random_trees) {
		begin_mechanism(number - random_trees);
		return;
	}
	options.search = "none";
	options.level = 1 + number % 4;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)number, number % 2, &s);
	model = run_read(s.name, s.text, s.length, &options);
	functions = of_trees;
	functions_asked = OF_TREES;
}

static void end(void)
{
	forget_model();
	subject_free(&s);
}

/* Factor by which rounding errors may be larger. */
static double condition_of(const struct differentiated *function)
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

static bool may_ask(const struct differentiated *function)
{
	return !function->inverts || s.tree.definite;
}

/* --- first derivatives --- */

/* An operator on a function, also on each part of a fused one. */
static const char *request(const char *operator, const struct differentiated * function)
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
static void both_modes_agree(const struct differentiated *function)
{
	static struct arrays directions, change;
	double size = 0, condition = condition_of(function);
	ask(request("jvp", function));
	copy(&directions, &in);
	copy(&change, &out);
	ask(request("vjp", function));
	double gradient = sum_products(&out, &directions, "_bar", "_dot", &size);
	double weighted = sum_products(&in, &change, "_bar", "_dot", &size);
	ck_assert_msg(fabs(gradient - weighted) <= 1e-14 * condition * fmax(size, 1e-3) * 10,
	              "%s, %s: %.17g is not %.17g of %.3g", function->name, s.name, gradient, weighted, size);
}

static void compare_modes(void)
{
	for (int f = 0; f < functions_asked; f++)
		if (may_ask(&functions[f]) && !strchr(functions[f].name, '='))
			both_modes_agree(&functions[f]);
}

static size_t largest_array(const struct arrays *arrays)
{
	size_t most = 0;
	for (int i = 0; i < arrays->count; i++)
		most = arrays->size[i] > most ? arrays->size[i] : most;
	return most;
}

/* Adds block . direction for each input, in the order of callers. */
static void add_blocks(struct arrays *directions, const char *output, size_t rows, double *sum)
{
	for (int i = 0; i < directions->count; i++) {
		char name[200];
		size_t length = strlen(directions->name[i]), columns = directions->size[i];
		if (length < 4 || strcmp(directions->name[i] + length - 4, "_dot") != 0)
			continue;
		snprintf(name, sizeof name, "d%s_d%.*s", output, (int)(length - 4), directions->name[i]);
		const double *block = find(&out, name);
		ck_assert_msg(block != NULL, "%s is not there", name);
		for (size_t r = 0; r < rows; r++)
			sum[r] += dot(block + r * columns, directions->value[i], (int)columns);
	}
}

/* jvp = sum of block . direction */
static void compare_matrices(void)
{
	static struct arrays directions, change;
	static double wanted[NUMBERS];
	for (int f = 0; f < functions_asked; f++) {
		if (!may_ask(&functions[f]) || strchr(functions[f].name, '='))
			continue;
		double condition = condition_of(&functions[f]);
		ask(request("jvp", &functions[f]));
		copy(&directions, &in);
		copy(&change, &out);
		if (largest_array(&change) * largest_array(&directions) > NUMBERS / 8)
			continue;
		ask(request("derivatives", &functions[f]));
		for (int i = 0; i < change.count; i++) {
			char name[80];
			size_t rows = change.size[i];
			snprintf(name, sizeof name, "%.*s", (int)strlen(change.name[i]) - 4, change.name[i]);
			memset(wanted, 0, rows * sizeof *wanted);
			add_blocks(&directions, name, rows, wanted);
			same(functions[f].name, s.name, change.value[i], wanted, (int)rows,
			     1 + largest(wanted, (int)rows), 1e-12 * condition);
		}
	}
}

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

static bool are_coordinates(const char *name)
{
	return strcmp(name, "q") == 0 || strcmp(name, "q0") == 0 || strcmp(name, "q1") == 0;
}

/* Outputs of a function at a step t along the directions of all its inputs: in `out`, with its own inputs in `in`. */
static void ask_at(const char *name, struct arrays *directions, double t)
{
	static struct arrays at;
	ask(name);
	copy(&at, &in);
	for (int i = 0; i < at.count; i++) {
		char direction[100];
		snprintf(direction, sizeof direction, "%s_dot", at.name[i]);
		const double *d = find(directions, direction);
		if (are_coordinates(at.name[i]))
			integrate(state_of(at.name[i]), d, t, in.value[i]);
		for (size_t k = 0; !are_coordinates(at.name[i]) && k < at.size[i]; k++)
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
			copy(found, &out);
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

static void compare_differences(void)
{
	static struct arrays directions, found, change;
	for (int f = 0; f < functions_asked; f++) {
		double size = 0;
		if (!may_ask(&functions[f]) || strchr(functions[f].name, '='))
			continue;
		double condition = condition_of(&functions[f]);
		ask(request("jvp", &functions[f]));
		copy(&directions, &in);
		copy(&change, &out);
		differences(functions[f].name, &directions, false, 0.02, &found, &size);
		for (int i = 0; i < change.count && condition < 1e6; i++)
			same(functions[f].name, s.name, change.value[i], found.value[i], (int)found.size[i],
			     size + largest(found.value[i], (int)found.size[i]), 1e-9 * condition);
	}
}

/* --- second derivatives --- */

/* d . hvp = d/dt^2 of weights . f(integrate(q, t d), ...). */
static void sum_bends(const struct differentiated *function, double h)
{
	static struct arrays directions, found;
	double size = 0, sum = 0, terms = 0, condition = condition_of(function);
	ask(request("hvp", function));
	double bend = sum_products(&out, &in, "_bar_dot", "_dot", &terms);
	copy(&directions, &in);
	differences(function->name, &directions, true, h, &found, &size);
	for (int i = 0; i < found.count; i++) {
		char name[100];
		snprintf(name, sizeof name, "%s_bar", found.name[i]);
		sum += dot(find(&directions, name), found.value[i], (int)found.size[i]);
	}
	ck_assert_msg(condition > 1e4 || fabs(sum - bend) <= 1e-7 * condition * (terms + size),
	              "%s, %s: %.17g is not %.17g of %.3g", function->name, s.name, bend, sum, terms + size);
}

static void compare_second_differences(void)
{
	for (int f = 0; f < functions_asked; f++)
		if (may_ask(&functions[f]) && !strchr(functions[f].name, '=') && s.nv <= 20)
			sum_bends(&functions[f], 0.05);
}

/* All directions of the variables in the order of the matrix, or the arrays by them. */
static size_t in_order(struct arrays *arrays, const char *ending, double *x)
{
	static const char *const order[] = { "q", "qd", "qdd", "tau",     "lambda", "dt", "q0",    "q1",
		                             "v", "R",  "p",   "damping", "f_ext",  "pi", "params" };
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

static void compare_hessians(void)
{
	static double d[1000], Hd[1000];
	for (int f = 0; f < functions_asked; f++) {
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
}

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
	forget_model();
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &s);
	model = run_read(s.name, s.text, s.length, &(rigidc_options){ .search = "none" });
	ask("jvp:rnea");
	copy(&directions, &in);
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

/* The matrices of a phase, times its directions. */
static void compare_phase(const char *function, const char *phase)
{
	static double found[RANDOM_PHASE_ROWS + RANDOM_NV], wanted[RANDOM_PHASE_ROWS + RANDOM_NV];
	static struct arrays directions;
	static const char *const by[] = { "q_dot", "qd_dot", "tau_dot" };
	char name[100], derivatives[100];
	double size = 1;
	snprintf(name, sizeof name, "jvp:%s:%s", function, phase);
	snprintf(derivatives, sizeof derivatives, "%s_derivatives:%s", function, phase);
	ask(name);
	copy(&directions, &in);
	int rows = (int)out.size[0];
	memcpy(found, out.value[0], (size_t)rows * sizeof *found);
	double *f_ext = find(&directions, "f_ext_dot");
	ck_assert_ptr_null(f_ext);
	ask(derivatives);
	memset(wanted, 0, sizeof wanted);
	for (int i = 0; i < 3; i++) {
		const double *d = find(&directions, by[i]);
		for (int row = 0; row < rows; row++)
			wanted[row] += dot(out.value[i] + row * s.nv, d, s.nv);
		size = fmax(size, largest(out.value[i], rows * s.nv));
	}
	same(name, s.name, found, wanted, rows, size * s.nv, 1e-9);
}

START_TEST(motion_in_contact_changes_by_its_matrices)
{
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &s);
	subject_stand(&s);
	model = run_read(s.name, s.text, s.length, &(rigidc_options){ .search = "none", .level = 1 + _i % 4 });
	for (int k = 0; k < s.contacts->phases && s.tree.definite; k++) {
		compare_phase("fd", s.contacts->phase[k].name);
		compare_phase("lambda", s.contacts->phase[k].name);
	}
	end();
}
END_TEST

/* Both modes and second derivatives, of accelerations and steps in contact. */
START_TEST(motion_in_contact_bends_as_they_say)
{
	static const char *const function[] = { "fd", "step:euler", "step:rk4" };
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &s);
	subject_stand(&s);
	model = run_read(s.name, s.text, s.length, &(rigidc_options){ .search = "none", .level = 1 + _i % 4 });
	for (int k = 0; k < s.contacts->phases && s.tree.definite && s.nv <= 20; k++)
		for (size_t f = 0; f < sizeof function / sizeof *function; f++) {
			char name[100];
			snprintf(name, sizeof name, "%s:%s", function[f], s.contacts->phase[k].name);
			const struct differentiated one = { name, true };
			both_modes_agree(&one);
			sum_bends(&one, 0.02);
		}
	end();
}
END_TEST

/* params_bar = J^T tau_bar, tau_dot = J params_dot with the others 0. */
START_TEST(parameters_change_inverse_dynamics_as_they_say)
{
	static const char *const inertial[] = { "inertial" };
	static double J[NUMBERS], bar[RANDOM_NV], dot_of[10 * RANDOM_BODIES];
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &s);
	model = run_read(s.name, s.text, s.length,
	                 &(rigidc_options){ .search = "none", .parametrize = inertial, .parametrizes = 1 });
	ask("param_jacobian");
	int numbers = (int)out.size[0], np = s.nv ? numbers / s.nv : 0;
	memcpy(J, out.value[0], (size_t)numbers * sizeof *J);
	double size = largest(J, numbers) * s.nv + 1;
	ask("vjp:rnea");
	memcpy(bar, find(&in, "tau_bar"), sizeof bar);
	const double *found = find(&out, "params_bar");
	for (int p = 0; p < np; p++) {
		double sum = 0;
		for (int i = 0; i < s.nv; i++)
			sum += J[i * np + p] * bar[i];
		ck_assert_msg(fabs(found[p] - sum) <= 1e-12 * size, "%s: parameter %d", s.name, p);
	}
	in.count = 0;
	draw("params_dot", dot_of, (size_t)np);
	memset(put(&in, "q_dot", (size_t)s.nv), 0, sizeof *in.value);
	memset(put(&in, "qd_dot", (size_t)s.nv), 0, sizeof *in.value);
	memset(put(&in, "qdd_dot", (size_t)s.nv), 0, sizeof *in.value);
	call_by("jvp:rnea", RIGIDC_EVALUATOR);
	for (int i = 0; i < s.nv; i++)
		ck_assert_msg(fabs(out.value[0][i] - dot(J + i * np, dot_of, np)) <= 1e-12 * size * np, "%s: torque %d",
		              s.name, i);
	end();
}
END_TEST

/* --- against sweeps over the textbook --- */

/* A function as the textbook has it: nodes, and their numbers at a state. */
struct nodes {
	const struct Dag *dag;
	const struct Tree *tree;
	Ref value[NUMBERS];
	int values;
	long double *number, *rate, *bar; /* by node */
};
static struct nodes n;

static void write_textbook(const char *name)
{
	struct Job job = library_prepare(model, name);
	const struct FunctionPart *part = job.function[0].request.part;
	struct Tree *tree = tree_copy(job.tree, job.tree->dag);
	tree_wrenches(tree);
	memcpy(tree->asked, part->site, sizeof tree->asked);
	n.values = 0;
	for (int i = 0; i < job.function[0].outputs; i++)
		n.values += job.function[0].output[i].rows * job.function[0].output[i].columns;
	function_build(part->info, tree->dag, tree_zero_inputs(tree, part->info->held), NULL, n.value);
	n.dag = tree->dag;
	n.tree = tree;
	n.number = realloc(n.number, n.dag->count * sizeof *n.number);
	n.rate = realloc(n.rate, n.dag->count * sizeof *n.rate);
	n.bar = realloc(n.bar, n.dag->count * sizeof *n.bar);
	ck_assert(n.number && n.rate && n.bar);
}

/* Partial derivatives of a node by its operands. */
static void partials(const struct Node *node, const long double *x, long double y, long double *d)
{
	long double square = x[0] * x[0] + x[1] * x[1];
	switch (node->op) {
	case OP_ADD: d[0] = d[1] = 1; break;
	case OP_MUL: d[0] = x[1], d[1] = x[0]; break;
	case OP_DIV: d[0] = 1 / x[1], d[1] = -y / x[1]; break;
	case OP_SQRT: d[0] = 1 / (2 * y); break;
	case OP_SIN: d[0] = cosl(x[0]); break;
	case OP_COS: d[0] = -sinl(x[0]); break;
	case OP_ATAN2: d[0] = x[1] / square, d[1] = -x[0] / square; break;
	case OP_SELECT: d[0] = 0, d[1] = x[0] < 0, d[2] = !(x[0] < 0); break;
	case OP_ABS: d[0] = x[0] < 0 ? -1 : 1; break;
	case OP_FLOOR: d[0] = 0; break;
	case OP_EXP: d[0] = y; break;
	case OP_TANH: d[0] = 1 - y * y; break;
	default: ck_abort_msg("%s has no derivative here", op_table[node->op].name);
	}
}

static void operands_of(const struct Node *node, long double *x)
{
	for (int k = 0; k < node_arity(node); k++)
		x[k] = node->operand[k] & 1 ? -n.number[node->operand[k] >> 1] : n.number[node->operand[k] >> 1];
}

/* Rates of the coordinates for directions along the velocities: R v, and q (w, 0) / 2. */
static void rates_of_q(const double *d, long double *rate)
{
	rigidc_joint_info joint = { .size = sizeof joint };
	for (int j = 0; rigidc_get_joint(model, j, &joint) == RIGIDC_OK; j++) {
		const double *q = s.q + joint.q, *v = d + joint.v;
		long double *r = rate + joint.q;
		for (int k = 0; joint.nq == joint.nv && k < joint.nv; k++)
			r[k] = v[k];
		if (joint.nq == joint.nv)
			continue;
		const double *u = q + joint.nq - 4, *w = v + joint.nv - 3;
		double across[3], x[3], y[3];
		cross(u, w, across);
		for (int k = 0; k < 3; k++)
			r[joint.nq - 4 + k] = (u[3] * w[k] + across[k]) / 2;
		r[joint.nq - 1] = -dot(u, w, 3) / 2;
		cross(u, v, x);
		cross(u, x, y);
		for (int k = 0; k < 3 && joint.nq == 7; k++)
			r[k] = v[k] + 2 * (u[3] * x[k] + y[k]);
	}
}

static long double op_value_long(enum Op op, const long double *x)
{
#define CALL(name) name##l
#include "dag/op_value.def"
}

/* Numbers and rates of all nodes, in one forward sweep. */
static void sweep_forward(struct arrays *directions)
{
	static long double rate[RANDOM_NQ];
	const double *q_dot = find(directions, "q_dot");
	rates_of_q(q_dot, rate);
	for (size_t i = 0; i < n.dag->count; i++) {
		const struct Node *node = &n.dag->item[i];
		long double x[OPERANDS] = { 0 }, d[OPERANDS] = { 0 };
		enum Input array = (enum Input)node->operand[0];
		n.rate[i] = 0;
		if (node->op == OP_CONST) {
			n.number[i] = dag_value(n.dag, (Ref)(2 * i));
		} else if (node->op == OP_INPUT) {
			const double *own = state_of(input_name[array]);
			char name[40];
			snprintf(name, sizeof name, "%s_dot", input_name[array]);
			const double *along = find(directions, name);
			n.number[i] = own ? own[node->operand[1]] : 0;
			n.rate[i] = array == INPUT_Q ? rate[node->operand[1]] : along ? along[node->operand[1]] : 0;
		} else {
			operands_of(node, x);
			n.number[i] = op_value_long((enum Op)node->op, x);
			partials(node, x, n.number[i], d);
			for (int k = 0; k < node_arity(node); k++) {
				long double own = n.rate[node->operand[k] >> 1];
				n.rate[i] += d[k] == 0 || own == 0 ? 0 : d[k] * (node->operand[k] & 1 ? -own : own);
			}
		}
	}
}

/* Derivatives of the weighted sum by all nodes. */
static void sweep_back(const struct arrays *weights)
{
	for (size_t i = 0; i < n.dag->count; i++)
		n.bar[i] = 0;
	for (int i = 0, value = 0; i < weights->count; i++)
		for (size_t k = 0; strstr(weights->name[i], "_bar") && k < weights->size[i]; k++, value++) {
			double own = weights->value[i][k];
			n.bar[n.value[value] >> 1] += n.value[value] & 1 ? -own : own;
		}
	for (size_t i = n.dag->count; i-- > 0;) {
		const struct Node *node = &n.dag->item[i];
		long double x[OPERANDS] = { 0 }, d[OPERANDS] = { 0 };
		if (!node_arity(node) || n.bar[i] == 0)
			continue;
		operands_of(node, x);
		partials(node, x, n.number[i], d);
		for (int k = 0; k < node_arity(node); k++)
			if (d[k] != 0)
				n.bar[node->operand[k] >> 1] += d[k] * (node->operand[k] & 1 ? -n.bar[i] : n.bar[i]);
	}
}

/* d . gradient, by the gradient of the nodes of inputs. */
static long double along_gradient(void)
{
	long double sum = 0;
	for (size_t i = 0; i < n.dag->count; i++)
		if (n.dag->item[i].op == OP_INPUT)
			sum += n.bar[i] * n.rate[i];
	return sum;
}

static void compare_changes(const char *name, const struct arrays *change, double condition)
{
	double size = 1;
	int value = 0;
	for (int i = 0; i < change->count; i++)
		size = fmax(size, largest(change->value[i], (int)change->size[i]));
	for (int i = 0; i < change->count; i++)
		for (size_t k = 0; k < change->size[i]; k++, value++) {
			long double wanted = n.rate[n.value[value] >> 1];
			wanted = n.value[value] & 1 ? -wanted : wanted;
			ck_assert_msg(fabsl(change->value[i][k] - wanted) <= 1e-12 * condition * size,
			              "jvp:%s, %s: %g, not %g", name, s.name, change->value[i][k], (double)wanted);
		}
	ck_assert_int_eq(value, n.values);
}

START_TEST(sweeps_over_the_textbook_agree)
{
	static const char *const names[] = {
		"rnea", "fd", "crba", "energy", "fk:\"the probe\"", "gravity", "coriolis"
	};
	static struct arrays directions, change;
	begin(_i, (rigidc_options){ 0 });
	for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
		const struct differentiated function = { names[f], strcmp(names[f], "fd") == 0 };
		if (!may_ask(&function) || (_i >= random_trees && (strchr(names[f], '"') || strstr(names[f], "fd"))))
			continue;
		double condition = condition_of(&function);
		ask(request("jvp", &function));
		copy(&directions, &in);
		copy(&change, &out);
		ask(request("vjp", &function));
		double terms = 0, sum = sum_products(&out, &directions, "_bar", "_dot", &terms);
		write_textbook(names[f]); /* the model keeps no more than one function at once */
		sweep_forward(&directions);
		compare_changes(names[f], &change, condition);
		sweep_back(&in);
		ck_assert_msg(fabsl(sum - along_gradient()) <= 1e-12 * condition * (terms + 1),
		              "vjp:%s, %s: %g, not %g", names[f], s.name, sum, (double)along_gradient());
	}
	end();
}
END_TEST

/* --- rules of the sweeps --- */

/* Results of an operator of an example, by a search; then those without one are compared. */
static void compare_searched(const char *path, const char *name)
{
	static struct arrays searched;
	static const char *const search[] = { "quick", "none" };
	for (int i = 0; i < 2; i++) {
		rigidc_options options = { .search = search[i] };
		ck_assert_int_eq(rigidc_load(path, &options, &model), RIGIDC_OK);
		if (i == 0)
			ask(name);
		else
			call_by(name, RIGIDC_EVALUATOR);
		if (i == 0)
			copy(&searched, &out);
		forget_model();
	}
	for (int i = 0; i < out.count; i++)
		same(name, path, searched.value[i], out.value[i], (int)out.size[i],
		     1 + largest(out.value[i], (int)out.size[i]), 1e-12);
}

/* The search chooses rules and a plan for operators that are not large. They leave the results as they are. */
START_TEST(rules_of_the_sweeps_keep_the_results)
{
	static const char *const paths[] = { "examples/ur5.rig", "examples/iiwa14.rig", "examples/panda.rig" };
	static const char *const names[] = { "vjp:crba",   "jvp:crba",   "vjp:fd",  "hvp:crba",
		                             "hvp:energy", "vjp:energy", "jvp:rnea" };
	const size_t count = sizeof names / sizeof *names, step = level_is("long") ? 1 : 2;
	uint64_t random = 5;
	memset(&s, 0, sizeof s);
	double *const state[] = { s.q, s.qd, s.qdd, s.tau };
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 7; k++)
			state[i][k] = random_between(&random, -1, 1);
	for (size_t f = 0; f < count; f += step)
		compare_searched(paths[_i], names[f]);
}
END_TEST

/* --- executors, packed arrays, order --- */

static void compare_executors(void)
{
	static struct arrays evaluated;
	static const char *const operators[] = { "jvp", "vjp", "hvp" };
	for (int f = 0; f < functions_asked; f++)
		for (int o = 0; o < 3 && may_ask(&functions[f]) && s.nv <= 12; o++) {
			ask(request(operators[o], &functions[f]));
			copy(&evaluated, &out);
			call_by(request(operators[o], &functions[f]), RIGIDC_TCC);
			for (int i = 0; i < out.count; i++)
				ck_assert_msg(memcmp(out.value[i], evaluated.value[i],
				                     out.size[i] * sizeof **out.value) == 0,
				              "%s, %s", functions[f].name, s.name);
		}
}

/* All comparisons of a model call the same functions, each of which is made once. */
START_TEST(operators_of_a_model_agree)
{
	begin(_i, (rigidc_options){ 0 });
	compare_modes();
	compare_matrices();
	compare_differences();
	compare_second_differences();
	compare_hessians();
	compare_executors();
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
	forget_model();
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
	random_trees = by_level(3, 4, 40);
	subject_settings(random_trees, &first_seed);
	Suite *suite = suite_create("operators");
	TCase *tests = tcase_create("operator");
	tcase_set_timeout(tests, 0);
	tcase_add_loop_test(tests, operators_of_a_model_agree, 0, random_trees + MECHANISMS);
	tcase_add_loop_test(tests, changes_are_products_with_the_matrices, 0, random_trees);
	tcase_add_loop_test(tests, motion_in_contact_changes_by_its_matrices, 0, random_trees);
	tcase_add_loop_test(tests, motion_in_contact_bends_as_they_say, 0, random_trees);
	tcase_add_loop_test(tests, parameters_change_inverse_dynamics_as_they_say, 0, random_trees);
	tcase_add_loop_test(tests, sweeps_over_the_textbook_agree, 0, random_trees + 1);
	tcase_add_loop_test(tests, rules_of_the_sweeps_keep_the_results, 0, by_level(1, 1, 3));
	tcase_add_loop_test(tests, packed_weights_are_of_the_lower_triangle, 0, random_trees);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}
