#include "derivative_checks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/identity.h"
#include "random_bits.h"

struct checked checked;

double *arrays_find(struct arrays *arrays, const char *name)
{
	for (int i = 0; i < arrays->count; i++)
		if (strcmp(arrays->name[i], name) == 0)
			return arrays->value[i];
	return NULL;
}

double *arrays_put(struct arrays *arrays, const char *name, size_t size)
{
	int at = arrays->count++;
	ck_assert_int_lt(at, ARRAYS);
	ck_assert_uint_le(size, NUMBERS);
	snprintf(arrays->name[at], sizeof arrays->name[at], "%s", name);
	arrays->size[at] = size;
	return arrays->value[at];
}

/* The arrays that there are: the room for others is large. */
void arrays_copy(struct arrays *to, const struct arrays *from)
{
	to->count = from->count;
	memcpy(to->name, from->name, sizeof to->name);
	memcpy(to->size, from->size, sizeof to->size);
	for (int i = 0; i < from->count; i++)
		memcpy(to->value[i], from->value[i], from->size[i] * sizeof *from->value[i]);
}

/* Parameters stay. */
void checked_draw(const char *name, double *x, size_t size)
{
	double most = strcmp(name, "params_dot") == 0 ? 0 : strcmp(name, "dt_dot") == 0 ? 0.01 : 1;
	uint64_t random = 1 + checked.s.tree.seed;
	for (const char *at = name; *at; at++)
		random = random * 31 + (unsigned char)*at;
	for (size_t i = 0; i < size; i++)
		x[i] = most * random_between(&random, -1, 1);
}

const double *checked_state(const char *name)
{
	const struct {
		const char *name;
		const double *array;
	} given[] = {
		{ "q", checked.s.q },
		{ "qd", checked.s.qd },
		{ "qdd", checked.s.qdd },
		{ "tau", checked.s.tau },
		{ "f_ext", checked.s.f_ext },
		{ "pi", checked.s.pi },
		{ "lambda", checked.s.lambda },
		{ "q0", checked.s.q },
		{ "q1", checked.s.q1 },
		{ "v", checked.s.v },
		{ "R", checked.s.R },
		{ "p", checked.s.p },
		{ "damping", &checked.s.damping },
		{ "dt", &checked.s.dt },
	};
	for (size_t k = 0; k < sizeof given / sizeof *given; k++)
		if (strcmp(given[k].name, name) == 0)
			return given[k].array;
	return NULL;
}

/* Functions that have been made. */
struct made {
	const rigidc_model *model;
	char name[300];
	rigidc_tier tier;
	rigidc_function *function;
};
static struct made *made;
static int made_count;

/* Model of a function; `plain` has those that are no operators. */
static rigidc_model *model_of(const char *name)
{
	static const char *const operators[] = { "jvp:", "vjp:", "hvp:", "hessian:", "derivatives:" };
	const char *equals = strchr(name, '=');
	bool operates = !checked.plain;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		operates |= strncmp(equals ? equals + 1 : name, operators[i], strlen(operators[i])) == 0;
	return operates ? checked.model : checked.plain;
}

static rigidc_function *made_once(const char *name, rigidc_tier tier)
{
	rigidc_model *model = model_of(name);
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

void checked_forget(void)
{
	while (made_count > 0)
		rigidc_function_free(made[--made_count].function);
	rigidc_model_free(checked.model);
	rigidc_model_free(checked.plain);
	checked.model = checked.plain = NULL;
}

void checked_call(const char *name, rigidc_tier tier)
{
	const double *inputs[ARRAYS];
	double *outputs[ARRAYS];
	rigidc_function *function = made_once(name, tier);
	for (int i = 0; i < rigidc_inputs(function); i++) {
		const char *array = rigidc_input_name(function, i);
		size_t size = rigidc_input_size(function, i);
		double *x = arrays_find(&checked.in, array);
		const double *own = checked_state(array);
		if (!x) {
			x = arrays_put(&checked.in, array, size);
			if (own)
				memcpy(x, own, size * sizeof *x);
			else
				checked_draw(array, x, size);
		}
		inputs[i] = x;
	}
	checked.out.count = 0;
	for (int i = 0; i < rigidc_outputs(function); i++)
		outputs[i] = arrays_put(&checked.out, rigidc_output_name(function, i), rigidc_output_size(function, i));
	if (checked.s.params)
		ck_assert_int_eq(rigidc_set_params(function, checked.s.params), RIGIDC_OK);
	rigidc_call(function, inputs, outputs);
}

void checked_ask(const char *name)
{
	checked.in.count = 0;
	checked_call(name, RIGIDC_EVALUATOR);
}

double checked_condition(const struct differentiated *function)
{
	static double M[RANDOM_NV * RANDOM_NV];
	int n = checked.s.nv * checked.s.nv;
	double own = function->condition > 0 ? function->condition : 1;
	if (!function->inverts || !n)
		return own;
	checked_ask("crba");
	memcpy(M, checked.out.value[0], (size_t)n * sizeof *M);
	checked_ask("minv");
	return own * checked.s.nv * largest(M, n) * largest(checked.out.value[0], n);
}

bool checked_may_ask(const struct differentiated *function)
{
	return !function->inverts || checked.s.tree.definite;
}

/* --- first derivatives --- */

const char *checked_request(const char *operator, const struct differentiated * function)
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

double checked_sum(struct arrays *one, struct arrays *other, const char *ending, const char *with, double *size)
{
	double sum = 0;
	for (int i = 0; i < one->count; i++) {
		char name[100];
		size_t length = strlen(one->name[i]), cut = strlen(ending);
		if (length < cut || strcmp(one->name[i] + length - cut, ending) != 0)
			continue;
		snprintf(name, sizeof name, "%.*s%s", (int)(length - cut), one->name[i], with);
		const double *partner = arrays_find(other, name);
		for (size_t k = 0; partner && k < one->size[i]; k++) {
			sum += one->value[i][k] * partner[k];
			*size += fabs(one->value[i][k] * partner[k]);
		}
	}
	return sum;
}

void check_modes(const struct differentiated *function)
{
	static struct arrays directions, change;
	double size = 0, condition = checked_condition(function);
	checked_ask(checked_request("jvp", function));
	arrays_copy(&directions, &checked.in);
	arrays_copy(&change, &checked.out);
	checked_ask(checked_request("vjp", function));
	double gradient = checked_sum(&checked.out, &directions, "_bar", "_dot", &size);
	double weighted = checked_sum(&checked.in, &change, "_bar", "_dot", &size);
	/* qd_out and qd_next are qd and a correction, which may cancel it */
	checked_sum(&checked.in, &directions, "_out_bar", "_dot", &size);
	checked_sum(&checked.in, &directions, "_next_bar", "_dot", &size);
	/* where nothing can move, all terms are rounding errors of terms of about 1 */
	ck_assert_msg(fabs(gradient - weighted) <= 1e-14 * condition * fmax(size, 0.1) * 10,
	              "%s, %s: %.17g is not %.17g of %.3g", function->name, checked.s.name, gradient, weighted, size);
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
		const double *block = arrays_find(&checked.out, name);
		ck_assert_msg(block != NULL, "%s is not there", name);
		for (size_t r = 0; r < rows; r++)
			sum[r] += dot(block + r * columns, directions->value[i], (int)columns);
	}
}

void check_matrices(const struct differentiated *function)
{
	static struct arrays directions, change;
	static double wanted[NUMBERS];
	double condition = checked_condition(function);
	checked_ask(checked_request("jvp", function));
	arrays_copy(&directions, &checked.in);
	arrays_copy(&change, &checked.out);
	if (largest_array(&change) * largest_array(&directions) > NUMBERS / 8)
		return;
	checked_ask(checked_request("derivatives", function));
	for (int i = 0; i < change.count; i++) {
		char name[80];
		size_t rows = change.size[i];
		snprintf(name, sizeof name, "%.*s", (int)strlen(change.name[i]) - 4, change.name[i]);
		memset(wanted, 0, rows * sizeof *wanted);
		add_blocks(&directions, name, rows, wanted);
		same(function->name, checked.s.name, change.value[i], wanted, (int)rows, 1 + largest(wanted, (int)rows),
		     1e-12 * condition);
	}
}

/* --- states along a direction --- */

/* q (e, 0) of quaternions (u, s), by the rotation vector w: q (k w, cos(t/2)). */
static void turn(double *q, const double w[3])
{
	double t = sqrt(dot(w, w, 3)), k = t > 1e-9 ? sin(t / 2) / t : 0.5, c = cos(t / 2), across[3];
	const double e[3] = { k * w[0], k * w[1], k * w[2] }, u[3] = { q[0], q[1], q[2] }, real = q[3];
	cross_product(u, e, across);
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
	cross_product(w, v, wv);
	cross_product(w, wv, wwv);
	for (int i = 0; i < 3; i++)
		moved[i] = v[i] + B * wv[i] + G * wwv[i];
	cross_product(q, moved, x); /* R m = m + 2 s u x m + 2 u x (u x m) */
	cross_product(q, x, y);
	for (int i = 0; i < 3; i++)
		p[i] += moved[i] + 2 * (q[3] * x[i] + y[i]);
}

/* The coordinates after a step t along d. */
static void integrate(const double *q, const double *d, double t, double *to)
{
	rigidc_joint_info joint = { .size = sizeof joint };
	memcpy(to, q, (size_t)checked.s.nq * sizeof *to);
	for (int j = 0; rigidc_get_joint(checked.model, j, &joint) == RIGIDC_OK; j++) {
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
	checked_ask(name);
	arrays_copy(&at, &checked.in);
	for (int i = 0; i < at.count; i++) {
		char direction[100];
		snprintf(direction, sizeof direction, "%s_dot", at.name[i]);
		const double *d = arrays_find(directions, direction);
		if (are_coordinates(at.name[i]))
			integrate(checked_state(at.name[i]), d, t, checked.in.value[i]);
		for (size_t k = 0; !are_coordinates(at.name[i]) && k < at.size[i]; k++)
			checked.in.value[i][k] += t * d[k];
	}
	checked_call(name, RIGIDC_EVALUATOR);
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
			arrays_copy(found, &checked.out);
			for (int i = 0; i < checked.out.count; i++)
				memset(found->value[i], 0, checked.out.size[i] * sizeof **checked.out.value);
		}
		for (int i = 0; i < checked.out.count; i++)
			for (size_t k = 0; k < checked.out.size[i]; k++) {
				found->value[i][k] += weight * checked.out.value[i][k];
				*size = fmax(*size, fabs(checked.out.value[i][k]));
			}
	}
}

static double sum_of(const struct arrays *arrays)
{
	double sum = 0;
	for (int i = 0; i < arrays->count; i++)
		for (size_t k = 0; k < arrays->size[i]; k++)
			sum += arrays->value[i][k];
	return sum;
}

/* The same with steps of h / 2. A jump within the steps, as at a turn by pi, leaves an error that grows with 1 / h or 1 / h^2: at most
 * twice the change of the result against steps of h. `doubt` is four times the largest change. False: a value is not a number, as the
 * centre of no mass is. */
static bool sure_differences(const char *name, struct arrays *directions, bool second, double h, struct arrays *found,
                             double *size, double *doubt)
{
	static struct arrays rough;
	differences(name, directions, second, h, &rough, size);
	differences(name, directions, second, h / 2, found, size);
	for (int i = 0; i < found->count; i++)
		for (size_t k = 0; k < found->size[i]; k++)
			*doubt = fmax(*doubt, 4 * fabs(found->value[i][k] - rough.value[i][k]));
	return !isnan(sum_of(found));
}

void check_changes(const struct differentiated *function, double h)
{
	static struct arrays directions, found, change;
	double size = 0, doubt = 0, condition = checked_condition(function);
	checked_ask(checked_request("jvp", function));
	arrays_copy(&directions, &checked.in);
	arrays_copy(&change, &checked.out);
	if (!sure_differences(function->name, &directions, false, h, &found, &size, &doubt))
		return;
	for (int i = 0; i < change.count && condition < 1e6; i++) {
		double most = size + largest(found.value[i], (int)found.size[i]);
		same(function->name, checked.s.name, change.value[i], found.value[i], (int)found.size[i],
		     1e-9 * condition * most + doubt, 1);
	}
}

/* --- second derivatives --- */

void check_bends(const struct differentiated *function, double h)
{
	static struct arrays directions, found;
	double size = 0, doubt = 0, weights = 0, sum = 0, terms = 0, condition = checked_condition(function);
	checked_ask(checked_request("hvp", function));
	double bend = checked_sum(&checked.out, &checked.in, "_bar_dot", "_dot", &terms);
	arrays_copy(&directions, &checked.in);
	if (!sure_differences(function->name, &directions, true, h, &found, &size, &doubt))
		return;
	for (int i = 0; i < found.count; i++) {
		char name[100];
		snprintf(name, sizeof name, "%s_bar", found.name[i]);
		const double *weight = arrays_find(&directions, name);
		sum += dot(weight, found.value[i], (int)found.size[i]);
		for (size_t k = 0; k < found.size[i]; k++)
			weights += fabs(weight[k]);
	}
	ck_assert_msg(condition > 1e4 || fabs(sum - bend) <= 1e-7 * condition * (terms + size) + doubt * weights,
	              "%s, %s: %.17g is not %.17g of %.3g", function->name, checked.s.name, bend, sum, terms + size);
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

void check_hessian(const struct differentiated *function)
{
	static double d[1000], Hd[1000];
	double condition = checked_condition(function);
	checked_ask(checked_request("hvp", function));
	size_t n = in_order(&checked.in, "_dot", d);
	ck_assert_uint_eq(in_order(&checked.out, "_bar_dot", Hd), n);
	if (n * n > NUMBERS)
		return;
	checked_ask(checked_request("hessian", function));
	ck_assert_uint_eq(checked.out.size[0], n * n);
	const double *H = checked.out.value[0];
	double size = largest(H, (int)(n * n));
	for (size_t i = 0; i < n; i++) {
		double row = dot(H + i * n, d, (int)n);
		ck_assert_msg(fabs(row - Hd[i]) <= 1e-13 * condition * (size * (double)n + 1),
		              "%s, %s: row %zu gives %.17g, not %.17g of %.3g", function->name, checked.s.name, i, row,
		              Hd[i], size);
		for (size_t k = 0; k < i; k++)
			ck_assert_double_eq(H[i * n + k], H[k * n + i]);
	}
}

/* --- executors --- */

void check_executors(const struct differentiated *function)
{
	static struct arrays evaluated;
	static const char *const operators[] = { "jvp", "vjp", "hvp" };
	for (int o = 0; o < 3; o++) {
		checked_ask(checked_request(operators[o], function));
		arrays_copy(&evaluated, &checked.out);
		checked_call(checked_request(operators[o], function), RIGIDC_TCC);
		for (int i = 0; i < checked.out.count; i++)
			ck_assert_msg(memcmp(checked.out.value[i], evaluated.value[i],
			                     checked.out.size[i] * sizeof **checked.out.value) == 0,
			              "%s, %s", function->name, checked.s.name);
	}
}
