#include "contestant.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "loop.h"
#include "rigidc.h"

typedef void rnea_function(const double *q, const double *qd, const double *qdd, double *tau);
typedef void crba_function(const double *q, double *M);

static double result[ROBOT_NV * ROBOT_NV];

/* ---- generated, in a shared object ---- */

static void call_generated(struct contestant *c, enum robot_function function, int i, double *out)
{
	const struct robot *r = c->robot;
	if (function == ROBOT_RNEA)
		((rnea_function *)c->own.address[ROBOT_RNEA])(r->q[i], r->qd[i], r->qdd[i], out);
	else
		((crba_function *)c->own.address[ROBOT_CRBA])(r->q[i], out);
}

static void run_generated(struct contestant *c, enum robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		call_generated(c, function, i, result);
}

/* Objects of one robot have the same names in them, hence RTLD_LOCAL. */
static bool open_object(struct contestant *c, const char *object, const char *const *name)
{
	void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
	for (int f = 0; handle && f < ROBOT_FUNCTIONS; f++) {
		void *address = dlsym(handle, name[f]);
		if (!address)
			handle = NULL;
		memcpy(&c->own.address[f], &address, sizeof address);
	}
	if (!handle)
		fprintf(stderr, "%s\n", dlerror());
	return handle;
}

bool contest_generated(struct contestant *c, const struct robot *robot, const char *object)
{
	static const char *const name[] = { "bench_rnea", "bench_crba" };
	c->robot = robot;
	c->run = run_generated;
	c->result = call_generated;
	return open_object(c, object, name);
}

/* ---- generated, by libtcc ---- */

static void call_libtcc(struct contestant *c, enum robot_function function, int i, double *out)
{
	const double *in[] = { c->robot->q[i], c->robot->qd[i], c->robot->qdd[i] };
	rigidc_call(c->own.function[function], in, &out);
}

static void run_libtcc(struct contestant *c, enum robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		call_libtcc(c, function, i, result);
}

bool contest_libtcc(struct contestant *c, const struct robot *robot, const char *path, const char *form)
{
	static const char *const name[] = { "rnea", "crba" };
	rigidc_options options = { .search = "quick" };         /* as for text, so that one row is one program */
	rigidc_model *model;
	if (strcmp(form, "-O0") == 0)
		options.level = 1;
	else if (strcmp(form, "inline sincos") == 0)
		options.sincos = "inline";
	else if (strcmp(form, "default") != 0)
		return false;
	c->robot = robot;
	c->run = run_libtcc;
	c->result = call_libtcc;
	bool made = rigidc_load(path, &options, &model) == RIGIDC_OK;
	for (int f = 0; made && f < ROBOT_FUNCTIONS; f++)
		made = rigidc_function_new(model, name[f], RIGIDC_TCC, &c->own.function[f]) == RIGIDC_OK;
	if (!made)
		fputs(rigidc_messages(model), stderr);
	return made;
}

/* ---- the loop ---- */

static struct loop_model model;

static void call_loop(struct contestant *c, enum robot_function function, int i, double *out)
{
	const struct robot *r = c->robot;
	if (function == ROBOT_RNEA)
		((loop_rnea_function *)c->own.address[ROBOT_RNEA])(&model, r->q[i], r->qd[i], r->qdd[i], out);
	else
		((loop_crba_function *)c->own.address[ROBOT_CRBA])(&model, r->q[i], out);
}

static void run_loop(struct contestant *c, enum robot_function function, int first, int states)
{
	for (int i = first; i < first + states; i++)
		call_loop(c, function, i, result);
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
	to->joint = from->joint == DENSE_REVOLUTE ? LOOP_REVOLUTE : from->joint == DENSE_PRISMATIC ? LOOP_PRISMATIC
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

bool contest_loop(struct contestant *c, const struct robot *robot, const char *object)
{
	static const char *const name[] = { "loop_rnea", "loop_crba" };
	int q_of[ROBOT_BODIES], v_of[ROBOT_BODIES];
	dense_index(&robot->tree, NULL, q_of, v_of);
	model.n = robot->tree.n;
	model.nv = robot->nv;
	for (int k = 0; k < 3; k++)
		model.gravity[k] = (double)robot->tree.gravity[k];
	for (int i = 0; i < model.n; i++) {
		fill_body(&robot->body[i], &model.body[i]);
		model.body[i].q = q_of[i];
		model.body[i].v = v_of[i];
	}
	c->robot = robot;
	c->run = run_loop;
	c->result = call_loop;
	return open_object(c, object, name);
}
