/* Residuals of a free root: forces that nothing drives, which inverse dynamics needs where motion, masses and external
 * loads do not fit each other. Told after all rows, with the usual limits: J. L. Hicks and others, Is my model good
 * enough?, Journal of Biomechanical Engineering 137 (2015). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "cli/recorded_names.h"
#include "model/body.h"
#include "model/joint.h"

/* Shares of the largest external force, and of it times the height of the centre of mass. */
static const double force_share = 0.05, moment_share = 0.01;

/* The only child of a body that moves, -1 for the world; -1: there is none, or another. */
static int only_child(const struct Model *model, int parent)
{
	int child = -1, children = 0;
	for (int i = 0; i < model->bodies; i++)
		if (model->body[i].parent == parent && body_moves(&model->body[i])) {
			child = i;
			children++;
		}
	return children == 1 ? child : -1;
}

/* Adds the velocities of a joint to the residuals. False: the function does not return its forces. */
static bool add_joint(struct Evaluation *e, const struct Joint *joint)
{
	struct Residuals *r = &e->residuals;
	for (int k = 0; k < joint_nv(joint) && r->count < RESIDUALS; k++) {
		const char *name = column_of_joint(e->model->model, joint, k, true);
		const char *column = text_print(&e->model->arena, "tau.%s", name);
		size_t output = 0;
		while (output < e->results.count && strcmp(e->results.item[output].name, column) != 0)
			output++;
		if (output == e->results.count)
			return false;
		r->item[r->count++] =
			(struct Residual){ .name = name, .output = output, .slides = kind_slides(joint->kind, k) };
	}
	return true;
}

/* The joints from the world to the first body with a mass have six velocities: a free joint, or a chain. */
void eval_residuals_begin(struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	struct Residuals *r = &e->residuals;
	int velocities = 0, body = -1;
	bool massless = true;
	while (e->loads.count && massless && velocities < RESIDUALS && (body = only_child(model, body)) >= 0) {
		const struct Body *own = &model->body[body];
		velocities += joint_nv(own->joint);
		massless = dag_is_zero(model->dag, own->mass);
		if (!add_joint(e, own->joint))
			return;
	}
	r->told = velocities == RESIDUALS && r->count == RESIDUALS;
	r->root = body >= 0 ? model->body[body].name.text : NULL;
}

/* Height of the centre of mass above the origin of the world, against gravity. */
static double height(const struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	double mass, c[3], g[3];
	const double *in[] = { e->input[0] }, size = loads_gravity(model, g);
	double *out[] = { &mass, c };
	rigidc_call(e->com, in, out);
	return size > 0 ? -(g[0] * c[0] + g[1] * c[1] + g[2] * c[2]) / size : 0;
}

void eval_residuals_see(struct Evaluation *e)
{
	struct Residuals *r = &e->residuals;
	double force[3] = { 0 };
	if (!r->told)
		return;
	for (int k = 0; k < RESIDUALS; k++) {
		const double value = fabs(e->numbers[e->inputs + r->item[k].output]);
		r->item[k].squares += value * value;
		r->item[k].largest = fmax(r->item[k].largest, value);
	}
	for (size_t l = 0; l < e->loads.count; l++)
		for (int i = 0; i < 3; i++)
			if (e->loads.item[l].input[i] != SIZE_MAX)
				force[i] += e->numbers[e->loads.item[l].input[i]];
	r->external = fmax(r->external, sqrt(force[0] * force[0] + force[1] * force[1] + force[2] * force[2]));
	r->height += e->com ? height(e) : 0;
	r->rows++;
}

void eval_residuals_say(const struct Evaluation *e)
{
	const struct Residuals *r = &e->residuals;
	if (!r->told || !r->rows)
		return;
	fprintf(stderr, "residuals of %s, which nothing drives: rms, largest\n", text_shown(e->line.arena, r->root));
	for (int k = 0; k < RESIDUALS; k++)
		fprintf(stderr, "  %-20s %8.3g %8.3g %s\n", text_shown(e->line.arena, r->item[k].name),
		        sqrt(r->item[k].squares / (double)r->rows), r->item[k].largest,
		        r->item[k].slides ? "N" : "N m");
	fprintf(stderr,
	        "  usual limits: %.3g N, %g %% of the largest external force; %.3g N m, %g %% of it times the height "
	        "of the centre of mass, %.3g m\n",
	        force_share * r->external, 100 * force_share, moment_share * r->external * r->height / (double)r->rows,
	        100 * moment_share, r->height / (double)r->rows);
}
