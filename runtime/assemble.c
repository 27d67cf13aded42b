/* Closed states of loops and constraints, for callers. */
#include <math.h>
#include <string.h>

#include "library.h"
#include "pipeline/assemble.h"

struct Assembling {
	double *q, *qd;
	const int *fixed;
	double residual;
};

static const double closed = 1e-12;

static bool *held_velocities(struct Arena *arena, const struct Model *model, const int *fixed)
{
	bool *held = ARENA_ARRAY(arena, bool, model->nv);
	for (int v = 0; v < model->nv && fixed; v++)
		held[v] = fixed[v] != 0;
	return held;
}

static void work(rigidc_model *model, void *context)
{
	struct Assembling *a = context;
	struct Arena *arena = &model->call;
	const struct AssembleRequest request = { .held = held_velocities(arena, model->model, a->fixed),
		                                 .within = closed };
	if (!assemble_rows(model->model))
		return;
	struct Assembled result = assemble(arena, model->model, &request, a->q);
	a->residual = result.closure;
	if (result.closed)
		assemble_tell_branch(&model->diags, model->model, &result, "the start");
	else
		assemble_tell_open(&model->diags, model->model, &result, "the start");
}

/* Are all numbers finite? */
static bool are_finite(const double *x, int count)
{
	for (int i = 0; i < count; i++)
		if (!isfinite(x[i]))
			return false;
	return true;
}

rigidc_status rigidc_assemble(rigidc_model *model, double *q, const int *fixed, double *residual)
{
	struct Assembling a = { .q = q, .fixed = fixed };
	if (residual)
		*residual = NAN;
	if (!model || !model->sound || !q || !are_finite(q, model->model->nq))
		return RIGIDC_USAGE;
	rigidc_status status = library_call(model, work, &a);
	if (residual && (status == RIGIDC_OK || status == RIGIDC_INVALID))
		*residual = a.residual;
	return status == RIGIDC_OK ? library_end(model) : status;
}

static void project(rigidc_model *model, void *context)
{
	struct Assembling *a = context;
	struct Assembled result;
	if (model_has_loops(model->model) && !assemble_project(&model->call, model->model, a->q, a->qd, &result))
		assemble_tell_open(&model->diags, model->model, &result, "this state");
}

rigidc_status rigidc_project(rigidc_model *model, double *q, double *qd)
{
	struct Assembling a = { .q = q, .qd = qd };
	if (!model || !model->sound || !q || !are_finite(q, model->model->nq) ||
	    (qd && !are_finite(qd, model->model->nv)))
		return RIGIDC_USAGE;
	rigidc_status status = library_call(model, project, &a);
	return status == RIGIDC_OK ? library_end(model) : status;
}
