#include "contestant.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "functions.h"
#include "loop.h"
#include "rigidc.h"

static double result[BENCH_NUMBERS];

/* --- functions in a shared object --- */

/* Opens an object and finds its functions, named PREFIX_FUNCTION followed by `behind`. RTLD_LOCAL, since objects of one
 * robot have the same names. NULL if no function is found. */
static void *open_object(struct contestant *c, const char *object, const char *prefix, const char *behind)
{
	void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
	int found = 0;
	for (int f = 0; handle && f < ROBOT_FUNCTIONS; f++) {
		char name[64];
		snprintf(name, sizeof name, "%s_%s%s", prefix, bench_function[f].name, behind);
		void *address = dlsym(handle, name);
		c->lacks[f] |= !address;
		found += address != NULL;
		memcpy(&c->own.address[f], &address, sizeof address);
	}
	if (found)
		return handle;
	fprintf(stderr, "%s\n", dlerror());
	return NULL;
}

/* --- generated --- */

typedef void one_to_one(const double *, double *);
typedef void one_to_two(const double *, double *, double *);
typedef void two_to_two(const double *, const double *, double *, double *);
typedef void three_to_one(const double *, const double *, const double *, double *);
typedef void three_to_two(const double *, const double *, const double *, double *, double *);
typedef void three_to_three(const double *, const double *, const double *, double *, double *, double *);

/* Calls a function for several states, each result overwriting the last. The switch is outside of the loop: at each
 * call it would take a tenth of the shortest function's time. */
static void call_generated(struct contestant *c, enum robot_function function, int first, int states, double *out)
{
	const struct robot *r = c->robot;
	void (*address)(void) = c->own.address[function];
	const int nq = r->nq, nv = r->nv, square = nv * nv;
	const double *q = r->q[first], *qd = r->qd[first], *qdd = r->qdd[first], *tau = r->tau[first];
#define EACH(type, ...) \
	for (int i = 0; i < states; i++) \
	((type *)address)(q + i * nq, __VA_ARGS__)
	switch (function) {
	case ROBOT_RNEA:
	case ROBOT_REGRESSOR: EACH(three_to_one, qd + i * nv, qdd + i * nv, out); break;
	case ROBOT_FD: EACH(three_to_one, qd + i * nv, tau + i * nv, out); break;
	case ROBOT_FK: EACH(one_to_two, out, out + 9); break;
	case ROBOT_DYN: EACH(two_to_two, qd + i * nv, out, out + square); break;
	case ROBOT_RNEA_DERIVATIVES: EACH(three_to_two, qd + i * nv, qdd + i * nv, out, out + square); break;
	case ROBOT_FD_DERIVATIVES:
		EACH(three_to_three, qd + i * nv, tau + i * nv, out, out + square, out + 2 * square);
		break;
	default: EACH(one_to_one, out);
	}
#undef EACH
}

static void run_generated(struct contestant *c, enum robot_function function, int first, int states)
{
	call_generated(c, function, first, states, result);
}

static void generated_result(struct contestant *c, enum robot_function function, int i, double *out)
{
	call_generated(c, function, i, 1, out);
}

static void sparse_result(struct contestant *c, enum robot_function function, int i, double *out)
{
	const int n = c->robot->nv;
	call_generated(c, function, i, 1, result);
	for (int row = 0; row < n; row++)
		for (int k = c->entries.row[row]; k < c->entries.row[row + 1]; k++) {
			int column = c->entries.column[k];
			out[row * n + column] = out[column * n + row] = result[k];
		}
}

/* The pointer variable of the given name in a shared object; NULL if absent. */
static const int *pointer_in(void *handle, const char *name)
{
	const int *const *variable = dlsym(handle, name);
	return variable ? *variable : NULL;
}

bool contest_generated(struct contestant *c, const struct robot *robot, const char *object)
{
	void *handle = open_object(c, object, "bench", "");
	c->robot = robot;
	c->run = run_generated;
	c->entries.row = handle ? pointer_in(handle, "bench_row") : NULL;
	c->entries.column = handle ? pointer_in(handle, "bench_column") : NULL;
	c->result = c->entries.row ? sparse_result : generated_result;
	return handle;
}

/* --- generated, many states at once --- */

typedef void batch_of_three(size_t count, const double *, const double *, const double *, double *);

static struct {
	double q[ROBOT_NQ * ROBOT_STATES], qd[ROBOT_NV * ROBOT_STATES], qdd[ROBOT_NV * ROBOT_STATES];
} by_element;
static double batch_of_results[ROBOT_NV * ROBOT_STATES];

static void run_batch(struct contestant *c, enum robot_function function, int first, int states)
{
	(void)first; /* fewer states than all are always the first */
	((batch_of_three *)c->own.address[function])((size_t)states, by_element.q, by_element.qd, by_element.qdd,
	                                             batch_of_results);
}

static void batch_result(struct contestant *c, enum robot_function function, int i, double *out)
{
	run_batch(c, function, 0, ROBOT_STATES);
	for (int v = 0; v < c->robot->nv; v++)
		out[v] = batch_of_results[v * ROBOT_STATES + i];
}

bool contest_batch(struct contestant *c, const struct robot *robot, const char *object)
{
	for (int i = 0; i < ROBOT_STATES; i++) {
		for (int k = 0; k < robot->nq; k++)
			by_element.q[k * ROBOT_STATES + i] = robot->q[i][k];
		for (int v = 0; v < robot->nv; v++) {
			by_element.qd[v * ROBOT_STATES + i] = robot->qd[i][v];
			by_element.qdd[v * ROBOT_STATES + i] = robot->qdd[i][v];
		}
	}
	for (int f = 0; f < ROBOT_FUNCTIONS; f++)
		c->lacks[f] |= f != ROBOT_RNEA;
	c->robot = robot;
	c->run = run_batch;
	c->result = batch_result;
	return open_object(c, object, "bench", "_batch_soa");
}

/* --- generated, by libtcc --- */

static void call_libtcc(struct contestant *c, enum robot_function function, int i, double *out)
{
	const struct bench_function *f = &bench_function[function];
	const double *in[3] = { NULL };
	for (int k = 0; k < f->inputs; k++)
		in[k] = bench_array(c->robot, f->input[k], i);
	double *parts[BENCH_PARTS];
	bench_parts(c->robot, function, out, parts);
	rigidc_call(c->own.function[function], in, parts);
}

static void run_libtcc(struct contestant *c, enum robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		call_libtcc(c, function, i, result);
}

bool contest_libtcc(struct contestant *c, const struct robot *robot, const char *path, const char *form)
{
	rigidc_options options = { .search = "quick" }; /* as for text */
	rigidc_model *model;
	if (strcmp(form, "-O0") == 0)
		options.level = 1;
	else if (strcmp(form, "libm") == 0)
		options.sincos = "libm";
	else if (strcmp(form, "default") != 0)
		return false;
	c->robot = robot;
	c->run = run_libtcc;
	c->result = call_libtcc;
	bool made = rigidc_load(path, &options, &model) == RIGIDC_OK;
	for (enum robot_function f = 0; made && f < ROBOT_FUNCTIONS; f++) {
		char spec[BENCH_SPEC];
		if (c->lacks[f])
			continue;
		bench_spec(f, robot, spec);
		made = rigidc_function_new(model, spec, RIGIDC_TCC, &c->own.function[f]) == RIGIDC_OK;
	}
	if (!made)
		fputs(rigidc_messages(model), stderr);
	return made;
}

/* --- the loop --- */

static struct loop_model model;

static void call_loop(struct contestant *c, enum robot_function function, int i, double *out)
{
	const struct robot *r = c->robot;
	void (*address)(void) = c->own.address[function];
	const int square = r->nv * r->nv;
	switch (function) {
	case ROBOT_RNEA: ((loop_rnea_function *)address)(&model, r->q[i], r->qd[i], r->qdd[i], out); break;
	case ROBOT_FD: ((loop_fd_function *)address)(&model, r->q[i], r->qd[i], r->tau[i], out); break;
	case ROBOT_FK: ((loop_fk_function *)address)(&model, r->q[i], out, out + 9); break;
	case ROBOT_JAC: ((loop_jac_function *)address)(&model, r->q[i], out); break;
	case ROBOT_DYN: ((loop_dyn_function *)address)(&model, r->q[i], r->qd[i], out, out + square); break;
	case ROBOT_RNEA_DERIVATIVES:
		((loop_rnea_derivatives_function *)address)(&model, r->q[i], r->qd[i], r->qdd[i], out, out + square);
		break;
	case ROBOT_FD_DERIVATIVES:
		((loop_fd_derivatives_function *)address)(&model, r->q[i], r->qd[i], r->tau[i], out, out + square,
		                                          out + 2 * square);
		break;
	case ROBOT_REGRESSOR: ((loop_regressor_function *)address)(&model, r->q[i], r->qd[i], r->qdd[i], out); break;
	default: ((loop_crba_function *)address)(&model, r->q[i], out);
	}
}

static void run_loop(struct contestant *c, enum robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		call_loop(c, function, i, result);
}

static void loop_result(struct contestant *c, enum robot_function function, int i, double *out)
{
	call_loop(c, function, i, out);
	if (function == ROBOT_FK)
		bench_turn_tip(c->robot, out);
	if (function == ROBOT_REGRESSOR) {
		static dense_real Y[BENCH_NUMBERS];
		const int numbers = bench_part(c->robot, function, 0);
		dense_widen(out, numbers, Y);
		bench_declare_columns(c->robot, Y);
		for (int k = 0; k < numbers; k++)
			out[k] = (double)Y[k];
	}
}

/* RBDA eq. 2.63, linear part first; with C = com x
 *     I = [ m 1   m C^T         ]
 *         [ m C   Ic + m C C^T  ] */
static void loop_inertia(const struct dense_body *b, double I[6][6])
{
	const dense_real *c = b->com;
	const dense_real C[3][3] = { { 0, -c[2], c[1] }, { c[2], 0, -c[0] }, { -c[1], c[0], 0 } };
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) {
			dense_real about = b->inertia[i][j];
			for (int k = 0; k < 3; k++)
				about += b->mass * C[i][k] * C[j][k];
			I[i][j] = (double)((i == j) * b->mass);
			I[i][j + 3] = (double)(b->mass * C[j][i]);
			I[i + 3][j] = (double)(b->mass * C[i][j]);
			I[i + 3][j + 3] = (double)about;
		}
}

static void fill_body(const struct dense_body *from, struct loop_body *to)
{
	to->parent = from->parent;
	to->joint = from->joint == DENSE_REVOLUTE    ? LOOP_REVOLUTE
	            : from->joint == DENSE_PRISMATIC ? LOOP_PRISMATIC
	                                             : LOOP_FREE;
	to->nv = to->joint == LOOP_FREE ? 6 : 1;
	to->sign = 1;
	for (int i = 0; i < 3; i++) {
		to->p[i] = (double)from->at.p[i];
		if (from->axis[i] != 0) {
			to->axis = i;
			to->sign = (double)from->axis[i];
		}
		for (int j = 0; j < 3; j++)
			to->R[i][j] = (double)from->at.R[i][j];
	}
	for (int k = 0; k < 6; k++)
		to->armature[k] = (double)from->armature[k];
	loop_inertia(from, to->I);
}

/* lambda of RBDA Table 6.3: for each velocity the next towards the root */
static void fill_ancestors(struct loop_model *to, const struct loop_body *b)
{
	const struct loop_body *parent = b->parent < 0 ? NULL : &to->body[b->parent];
	for (int k = 0; k < b->nv; k++)
		to->before[b->v + k] = k ? b->v + k - 1 : parent ? parent->v + parent->nv - 1 : -1;
}

static void fill_path(struct loop_model *to, int body)
{
	if (body < 0)
		return;
	fill_path(to, to->body[body].parent);
	to->path[to->paths++] = body;
}

bool contest_loop(struct contestant *c, const struct robot *robot, const char *object)
{
	int q_of[ROBOT_BODIES], v_of[ROBOT_BODIES];
	dense_index(&robot->tree, NULL, q_of, v_of);
	model.n = robot->tree.n;
	model.paths = 0;
	model.nv = robot->nv;
	for (int k = 0; k < 3; k++)
		model.gravity[k] = (double)robot->tree.gravity[k];
	for (int i = 0; i < model.n; i++) {
		fill_body(&robot->body[i], &model.body[i]);
		model.body[i].q = q_of[i];
		model.body[i].v = v_of[i];
		fill_ancestors(&model, &model.body[i]);
		for (int j = i; j >= 0; j = model.body[j].parent)
			model.body[j].end = i + 1;
	}
	fill_path(&model, model.n - 1);
	c->robot = robot;
	c->run = run_loop;
	c->result = loop_result;
	return open_object(c, object, "loop", "");
}
