/* Operators: derivatives of functions, on random trees of all joint kinds, with couplings, wrenches, contacts and
 * parameters, and on mechanisms with struts, tables and loops. They are compared with each other, with differences of
 * order 8 along integrate(q, t d), with the matrices of derivatives, and with dual numbers and a reverse sweep over the
 * nodes of the textbook, in long double.
 *
 * Operators are taken in the form that `compile` writes, after a quick search; with the level long also without a search. The functions
 * that are differentiated have no search.
 *
 *   RIGIDC_LEVEL=l   how many random trees: 3, 4 or 40; one in SHARE of the functions of each model, all with long. Two comparisons, and one of
 *                    three others, of each; without a search all of them
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
#include "trees/derivative_checks.h"
#include "trees/linkage.h"
#include "trees/random_bits.h"

enum { SHARE = 12, SEARCHED = 4 };

static int random_trees;
static uint64_t first_seed = 1;

/* --- the functions --- */

static const struct differentiated of_trees[] = {
	{ "rnea", false, 0 },
	{ "crba", false, 0 },
	{ "bias", false, 0 },
	{ "gravity", false, 0 },
	{ "coriolis", false, 0 },
	{ "fd", true, 0 },
	{ "minv", true, 0 },
	{ "fk:\"the probe\"", false, 0 },
	{ "jac:\"the probe\"", false, 0 },
	{ "acc:\"the probe\"", false, 0 },
	{ "fk:\"the probe\":\"the other\"", false, 0 },
	{ "reaction", false, 0 },
	{ "energy", false, 0 },
	{ "com", false, 0 },
	{ "momentum", false, 0 },
	{ "cmm", false, 0 },
	{ "regressor", false, 0 },
	{ "integrate", false, 0 },
	{ "difference", false, 0 },
	{ "normalize", false, 0 },
	{ "step:euler", true, 0 },
	{ "step:rk4", true, 0 },
	{ "ik:\"the probe\"", false, 0 },
	{ "both=rnea+energy+fk:\"the probe\"", false, 0 },
};
enum { OF_TREES = sizeof of_trees / sizeof *of_trees };

static const struct differentiated of_mechanisms[] = {
	{ "rnea", false, 0 },     { "fd", false, 0 },        { "energy", false, 0 },  { "crba", false, 0 },
	{ "reaction", false, 0 }, { "step:euler", true, 0 }, { "step:rk4", true, 0 },
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

/* A file, or a text. */
static rigidc_model *read_mechanism(const char *name, const char *text, const rigidc_options *options)
{
	rigidc_model *read;
	if (text)
		return run_read(name, text, strlen(text), options);
	ck_assert_msg(rigidc_load(name, options, &read) == RIGIDC_OK, "%s", rigidc_messages(read));
	return read;
}

static void begin_mechanism(int number, const rigidc_options *options)
{
	static const char *const written[] = { loaded, steep };
	const char *name = mechanisms[number], *text = number < 2 ? written[number] : NULL;
	uint64_t random = 101; /* a state away from kinks, at any seed */
	memset(&checked.s, 0, sizeof checked.s);
	snprintf(checked.s.name, sizeof checked.s.name, "%s", name);
	rigidc_options plain = *options;
	plain.search = "none";
	checked.model = read_mechanism(name, text, options);
	checked.plain = read_mechanism(name, text, &plain);
	checked.s.nq = rigidc_nq(checked.model);
	checked.s.nv = rigidc_nv(checked.model);
	checked.s.tree.definite = true;
	checked.s.dt = 0.01;
	double *const state[] = { checked.s.q, checked.s.qd, checked.s.qdd, checked.s.tau };
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < checked.s.nv; k++)
			state[i][k] = random_between(&random, -0.8, 0.8);
	for (int i = 0; i < RANDOM_WRENCH_NUMBERS; i++)
		checked.s.f_ext[i] = random_between(&random, -1, 1);
	functions = of_mechanisms;
	functions_asked = OF_MECHANISMS;
}

/* Trees with few joints alone, but with the level long: the search of an operator takes as long as 100 calls of the compiler. */
static void draw_tree(int number)
{
	uint64_t seed = first_seed + (uint64_t)number;
	subject_draw(RANDOM_ANY, seed, number % 2, &checked.s);
	while (!level_is("long") && (checked.s.nv < 2 || checked.s.nv > SEARCHED)) {
		subject_free(&checked.s);
		seed += 1000;
		subject_draw(RANDOM_ANY, seed, number % 2, &checked.s);
	}
}

/* A random tree, or a mechanism. Without a search -O differs from model to model. */
static void begin(int number, const char *search)
{
	rigidc_options options = { .search = search };
	if (strcmp(search, "none") == 0)
		options.level = 1 + number % 4;
	if (number >= random_trees) {
		begin_mechanism(number - random_trees, &options);
		return;
	}
	draw_tree(number);
	checked.model = run_read(checked.s.name, checked.s.text, checked.s.length, &options);
	options.search = "none";
	checked.plain = run_read(checked.s.name, checked.s.text, checked.s.length, &options);
	functions = of_trees;
	functions_asked = OF_TREES;
}

static void end(void)
{
	checked_forget();
	subject_free(&checked.s);
}

/* --- against matrices --- */

/* y += A x, A with n columns */
static void add_times(const double *A, const double *x, int n, double *y)
{
	for (int i = 0; i < n; i++)
		y[i] += dot(A + i * n, x, n);
}

/* tau_dot = dtau/dq q_dot + dtau/dqd qd_dot + M qdd_dot */
LOOP_TEST(changes_are_products_with_the_matrices, random_trees)
{
	static double found[RANDOM_NV], wanted[RANDOM_NV], size;
	const double *direction[3];
	static struct arrays directions;
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &checked.s);
	checked.model =
		run_read(checked.s.name, checked.s.text, checked.s.length, &(rigidc_options){ .search = "none" });
	checked_ask("jvp:rnea");
	arrays_copy(&directions, &checked.in);
	memcpy(found, checked.out.value[0], sizeof found);
	direction[0] = arrays_find(&directions, "q_dot");
	direction[1] = arrays_find(&directions, "qd_dot");
	direction[2] = arrays_find(&directions, "qdd_dot");
	memset(wanted, 0, sizeof wanted);
	size = 1;
	checked_ask("all=rnea_derivatives+crba");
	for (int i = 0; i < 3; i++) {
		add_times(checked.out.value[i], direction[i], checked.s.nv, wanted);
		size = fmax(size, largest(checked.out.value[i], checked.s.nv * checked.s.nv));
	}
	same("jvp:rnea", checked.s.name, found, wanted, checked.s.nv, size * checked.s.nv, 1e-14);
	end();
}

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
	checked_ask(name);
	arrays_copy(&directions, &checked.in);
	int rows = (int)checked.out.size[0];
	memcpy(found, checked.out.value[0], (size_t)rows * sizeof *found);
	double *f_ext = arrays_find(&directions, "f_ext_dot");
	ck_assert_ptr_null(f_ext);
	checked_ask(derivatives);
	memset(wanted, 0, sizeof wanted);
	for (int i = 0; i < 3; i++) {
		const double *d = arrays_find(&directions, by[i]);
		for (int row = 0; row < rows; row++)
			wanted[row] += dot(checked.out.value[i] + row * checked.s.nv, d, checked.s.nv);
		size = fmax(size, largest(checked.out.value[i], rows * checked.s.nv));
	}
	same(name, checked.s.name, found, wanted, rows, size * checked.s.nv, 1e-9);
}

LOOP_TEST(motion_in_contact_changes_by_its_matrices, random_trees)
{
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &checked.s);
	subject_stand(&checked.s);
	checked.model = run_read(checked.s.name, checked.s.text, checked.s.length,
	                         &(rigidc_options){ .search = "none", .level = 1 + _i % 4 });
	for (int k = 0; k < checked.s.contacts->phases && checked.s.tree.definite; k++) {
		compare_phase("fd", checked.s.contacts->phase[k].name);
		compare_phase("lambda", checked.s.contacts->phase[k].name);
	}
	end();
}

/* Both modes and second derivatives, of accelerations and steps in contact. */
LOOP_TEST(motion_in_contact_bends_as_they_say, random_trees)
{
	static const char *const function[] = { "fd", "step:euler", "step:rk4" };
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &checked.s);
	subject_stand(&checked.s);
	checked.model = run_read(checked.s.name, checked.s.text, checked.s.length,
	                         &(rigidc_options){ .search = "none", .level = 1 + _i % 4 });
	for (int k = 0; k < checked.s.contacts->phases && checked.s.tree.definite && checked.s.nv <= 20; k++)
		for (size_t f = 0; f < sizeof function / sizeof *function; f++) {
			char name[100];
			snprintf(name, sizeof name, "%s:%s", function[f], checked.s.contacts->phase[k].name);
			const struct differentiated one = { name, true, 0 };
			check_modes(&one);
			check_bends(&one, 0.02);
		}
	end();
}

/* params_bar = J^T tau_bar, tau_dot = J params_dot with the others 0. */
LOOP_TEST(parameters_change_inverse_dynamics_as_they_say, random_trees)
{
	static const char *const inertial[] = { "inertial" };
	static double J[NUMBERS], bar[RANDOM_NV], dot_of[10 * RANDOM_BODIES];
	subject_draw(RANDOM_ANY, first_seed + (uint64_t)_i, false, &checked.s);
	checked.model = run_read(checked.s.name, checked.s.text, checked.s.length,
	                         &(rigidc_options){ .search = "none", .parametrize = inertial, .parametrizes = 1 });
	checked_ask("param_jacobian");
	int numbers = (int)checked.out.size[0], np = checked.s.nv ? numbers / checked.s.nv : 0;
	memcpy(J, checked.out.value[0], (size_t)numbers * sizeof *J);
	double size = largest(J, numbers) * checked.s.nv + 1;
	checked_ask("vjp:rnea");
	memcpy(bar, arrays_find(&checked.in, "tau_bar"), sizeof bar);
	const double *found = arrays_find(&checked.out, "params_bar");
	for (int p = 0; p < np; p++) {
		double sum = 0;
		for (int i = 0; i < checked.s.nv; i++)
			sum += J[i * np + p] * bar[i];
		ck_assert_msg(fabs(found[p] - sum) <= 1e-12 * size, "%s: parameter %d", checked.s.name, p);
	}
	checked.in.count = 0;
	checked_draw("params_dot", dot_of, (size_t)np);
	memset(arrays_put(&checked.in, "q_dot", (size_t)checked.s.nv), 0, sizeof *checked.in.value);
	memset(arrays_put(&checked.in, "qd_dot", (size_t)checked.s.nv), 0, sizeof *checked.in.value);
	memset(arrays_put(&checked.in, "qdd_dot", (size_t)checked.s.nv), 0, sizeof *checked.in.value);
	checked_call("jvp:rnea", RIGIDC_EVALUATOR);
	for (int i = 0; i < checked.s.nv; i++)
		ck_assert_msg(fabs(checked.out.value[0][i] - dot(J + i * np, dot_of, np)) <= 1e-12 * size * np,
		              "%s: torque %d", checked.s.name, i);
	end();
}

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
	struct Job job = library_prepare(checked.model, name);
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
	for (int j = 0; rigidc_get_joint(checked.model, j, &joint) == RIGIDC_OK; j++) {
		const double *q = checked.s.q + joint.q, *v = d + joint.v;
		long double *r = rate + joint.q;
		for (int k = 0; joint.nq == joint.nv && k < joint.nv; k++)
			r[k] = v[k];
		if (joint.nq == joint.nv)
			continue;
		const double *u = q + joint.nq - 4, *w = v + joint.nv - 3;
		double across[3], x[3], y[3];
		cross_product(u, w, across);
		for (int k = 0; k < 3; k++)
			r[joint.nq - 4 + k] = (u[3] * w[k] + across[k]) / 2;
		r[joint.nq - 1] = -dot(u, w, 3) / 2;
		cross_product(u, v, x);
		cross_product(u, x, y);
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
	const double *q_dot = arrays_find(directions, "q_dot");
	rates_of_q(q_dot, rate);
	for (size_t i = 0; i < n.dag->count; i++) {
		const struct Node *node = &n.dag->item[i];
		long double x[OPERANDS] = { 0 }, d[OPERANDS] = { 0 };
		enum Input array = (enum Input)node->operand[0];
		n.rate[i] = 0;
		if (node->op == OP_CONST) {
			n.number[i] = dag_value(n.dag, (Ref)(2 * i));
		} else if (node->op == OP_INPUT) {
			const double *own = checked_state(input_name[array]);
			char name[40];
			snprintf(name, sizeof name, "%s_dot", input_name[array]);
			const double *along = arrays_find(directions, name);
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
			              "jvp:%s, %s: %g, not %g", name, checked.s.name, change->value[i][k],
			              (double)wanted);
		}
	ck_assert_int_eq(value, n.values);
}

LOOP_TEST(sweeps_over_the_textbook_agree, random_trees + 1)
{
	static const char *const names[] = {
		"rnea", "fd", "crba", "energy", "fk:\"the probe\"", "gravity", "coriolis"
	};
	static struct arrays directions, change;
	begin(_i, "none");
	for (size_t f = 0; f < sizeof names / sizeof *names; f++) {
		const struct differentiated function = { names[f], strcmp(names[f], "fd") == 0, 0 };
		if (!checked_may_ask(&function) ||
		    (_i >= random_trees && (strchr(names[f], '"') || strstr(names[f], "fd"))))
			continue;
		double condition = checked_condition(&function);
		checked_ask(checked_request("jvp", &function));
		arrays_copy(&directions, &checked.in);
		arrays_copy(&change, &checked.out);
		checked_ask(checked_request("vjp", &function));
		double terms = 0, sum = checked_sum(&checked.out, &directions, "_bar", "_dot", &terms);
		write_textbook(names[f]); /* the model keeps no more than one function at once */
		sweep_forward(&directions);
		compare_changes(names[f], &change, condition);
		sweep_back(&checked.in);
		ck_assert_msg(fabsl(sum - along_gradient()) <= 1e-12 * condition * (terms + 1),
		              "vjp:%s, %s: %g, not %g", names[f], checked.s.name, sum, (double)along_gradient());
	}
	end();
}

/* --- rules of the sweeps --- */

/* Results of an operator of an example, by a search; then those without one are compared. */
static void compare_searched(const char *path, const char *name)
{
	static struct arrays searched;
	static const char *const search[] = { "quick", "none" };
	for (int i = 0; i < 2; i++) {
		rigidc_options options = { .search = search[i] };
		ck_assert_int_eq(rigidc_load(path, &options, &checked.model), RIGIDC_OK);
		if (i == 0)
			checked_ask(name);
		else
			checked_call(name, RIGIDC_EVALUATOR);
		if (i == 0)
			arrays_copy(&searched, &checked.out);
		checked_forget();
	}
	for (int i = 0; i < checked.out.count; i++)
		same(name, path, searched.value[i], checked.out.value[i], (int)checked.out.size[i],
		     1 + largest(checked.out.value[i], (int)checked.out.size[i]), 1e-12);
}

/* The search chooses rules and a plan for operators that are not large. They leave the results as they are. */
LOOP_TEST(rules_of_the_sweeps_keep_the_results, by_level(1, 1, 3))
{
	static const char *const paths[] = { "examples/ur5.rig", "examples/iiwa14.rig", "examples/panda.rig" };
	static const char *const names[] = { "vjp:crba",   "jvp:crba",   "vjp:fd",  "hvp:crba",
		                             "hvp:energy", "vjp:energy", "jvp:rnea" };
	const size_t count = sizeof names / sizeof *names, step = level_is("long") ? 1 : 2;
	uint64_t random = 5;
	memset(&checked.s, 0, sizeof checked.s);
	double *const state[] = { checked.s.q, checked.s.qd, checked.s.qdd, checked.s.tau };
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 7; k++)
			state[i][k] = random_between(&random, -1, 1);
	for (size_t f = 0; f < count; f += step)
		compare_searched(paths[_i], names[f]);
}

/* --- all comparisons of a model --- */

/* Two first derivatives, and one of the second comparisons; -1: all of them. */
static void check_function(const struct differentiated *function, int second)
{
	if (!checked_may_ask(function) || strchr(function->name, '='))
		return;
	check_modes(function);
	check_changes(function, 0.02);
	if (second < 0 || second == 0)
		check_matrices(function);
	if ((second < 0 || second == 1) && checked.s.nv <= 20)
		check_bends(function, 0.05);
	if ((second < 0 || second == 2) && checked.s.nv <= 12)
		check_hessian(function);
}

LOOP_TEST(operators_of_a_model_agree, random_trees + MECHANISMS)
{
	int share = level_is("long") ? 1 : SHARE;
	begin(_i, "quick");
	for (int f = 0; f < functions_asked; f++)
		if ((f + _i) % share == 0)
			check_function(&functions[f], (f / share + _i) % 3);
	end();
}

LOOP_TEST(unsearched_operators_of_a_model_agree, level_is("long") ? random_trees + MECHANISMS : 0)
{
	begin(_i, "none");
	for (int f = 0; f < functions_asked; f++)
		check_function(&functions[f], -1);
	end();
}

LOOP_TEST(executors_of_a_model_agree, random_trees + MECHANISMS)
{
	begin(_i, "none");
	for (int f = 0; f < functions_asked; f++)
		if (checked_may_ask(&functions[f]) && checked.s.nv <= 12)
			check_executors(&functions[f]);
	end();
}

/* A packed array of weights has a weight for each entry of the lower triangle. */
LOOP_TEST(packed_weights_are_of_the_lower_triangle, random_trees)
{
	static double wanted[RANDOM_NV];
	begin(_i, "none");
	int nv = checked.s.nv, next = 0;
	checked_ask("vjp:crba");
	double *whole = arrays_find(&checked.in, "M_bar"), *weights = malloc((size_t)(nv * nv + 1) * sizeof *weights);
	ck_assert_ptr_nonnull(weights);
	for (int i = 0; i < nv; i++)
		for (int k = 0; k < nv; k++)
			whole[i * nv + k] = k > i ? 0 : whole[i * nv + k];
	for (int i = 0; i < nv; i++)
		for (int k = 0; k <= i; k++)
			weights[next++] = whole[i * nv + k];
	checked_call("vjp:crba", RIGIDC_EVALUATOR);
	memcpy(wanted, checked.out.value[0], sizeof wanted);
	checked_forget();
	checked.model = run_read(checked.s.name, checked.s.text, checked.s.length,
	                         &(rigidc_options){ .search = "none", .matrix = "packed" });
	checked.in.count = 0;
	memcpy(arrays_put(&checked.in, "M_bar", (size_t)next), weights, (size_t)next * sizeof *weights);
	checked_call("vjp:crba", RIGIDC_EVALUATOR);
	same("vjp:crba", checked.s.name, checked.out.value[0], wanted, nv, fmax(largest(wanted, nv), 1), 1e-12);
	free(weights);
	end();
}

int main(void)
{
	random_trees = by_level(3, 4, 40);
	subject_settings(random_trees, &first_seed);
	return suite_run("operators", NULL, NULL);
}
