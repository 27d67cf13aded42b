/* Numbers outside the range of generated code: constants that are not finite, and under --real=float numbers outside
 * the range of float. */
#include "names.h"

#include <math.h>

#include "dag/default_values.h"
#include "dynamics/tree/tree.h"
#include "model/body.h"
#include "model/model_pose.h"
#include "model/strut.h"

/* "above" or "below" the range of float; NULL: within the range. */
static const char *beyond_float(double value)
{
	float narrow = (float)value;
	if (isfinite(narrow) && (value == 0 || narrow != 0))
		return NULL;
	return fabs(value) < 1 ? "below" : "above";
}

/* Defaults of parameters or of inputs under --real=float. */
static void check_defaults(struct Diags *diags, const struct ParameterList *all, const double *value)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct Parameter *parameter = all->item[i];
		for (int k = 0; k < parameter->count; k++) {
			double number = value[parameter->first + k];
			if (beyond_float(number)) {
				diag(diags, CHECK_FLOAT_RANGE, parameter->name.span,
				     "the default %g of %s '%s' is %s the range of float", number,
				     given_table[all->kind].word, parameter->name.text, beyond_float(number));
				break;
			}
		}
	}
}

/* Default values and poses under --real=float. Angles and lengths of a pose below the range count as 0. */
static void check_floats(struct Diags *diags, const struct Job *job)
{
	const struct Model *model = job->model;
	check_defaults(diags, &model->parameters, model->dag->default_value->item);
	check_defaults(diags, &model->inputs, model->inputs.value);
	check_defaults(diags, &model->states, model->states.value);
	for (size_t i = 0; i < model->poses.count; i++)
		for (int k = 0; k < model->nq; k++) {
			const struct ModelPose *pose = &model->poses.item[i];
			if (!isfinite((float)pose->q[k])) {
				diag(diags, CHECK_FLOAT_RANGE, pose->name.span,
				     "the number %g of pose '%s' is above the range of float", pose->q[k],
				     pose->name.text);
				break;
			}
		}
}

/* A strut or tendon along a line that never has a length, and so no direction (model/line/strut.c); NULL: none. */
static const struct Strut *without_direction(const struct Model *model)
{
	for (size_t i = 0; i < model->struts.count; i++) {
		const struct Strut *strut = &model->struts.item[i];
		for (int k = 0; k < strut->lines; k++)
			if (dag_is_const(model->dag, strut->pull[k]) && isnan(dag_value(model->dag, strut->pull[k])))
				return strut;
	}
	return NULL;
}

/* Figures of which products overflow. */
struct LargeFigures {
	const char *of;
	struct Span span;
	double size; /* the largest, in SI units */
};

static void take_figures(const struct Dag *dag, const char *of, struct Span span, const Ref *figure, int count,
                         struct LargeFigures *largest)
{
	for (int i = 0; i < count; i++) {
		double size = fabs(dag_default_value(dag, figure[i]));
		if (size > largest->size)
			*largest = (struct LargeFigures){ of, span, size };
	}
}

/* The largest figures of a body, or gravity. `of` is NULL if no figure is so large that a product of four overflows. */
static struct LargeFigures large_figures(const struct Model *model)
{
	struct LargeFigures largest = { NULL, model->name.span, 1e75 };
	take_figures(model->dag, "gravity", model->gravity_at, model->gravity.e, 3, &largest);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		const char *of = text_print(model->arena, "body '%s'", body->name.text);
		take_figures(model->dag, of, body->name.span, &body->mass, 1, &largest);
		take_figures(model->dag, of, body->name.span, body->com.e, 3, &largest);
		take_figures(model->dag, of, body->name.span, &body->inertia.e[0][0], 9, &largest);
		take_figures(model->dag, of, body->name.span, body->at.p.e, 3, &largest);
	}
	return largest;
}

static void tell_not_finite(struct Diags *diags, const struct Model *model, double value, const char *function)
{
	const struct Strut *strut = isnan(value) ? without_direction(model) : NULL;
	const struct LargeFigures large = large_figures(model);
	if (strut)
		diag(diags, CHECK_UNDEFINED, strut->name.span,
		     "two points of %s '%s' are one at every posture: its force has no direction "
		     "there, and %s has no value",
		     strut->tendon ? "tendon" : "strut", strut->name.text, function);
	else if (large.of)
		diag(diags, CHECK_UNDEFINED, large.span, "a constant of %s has no finite value: a figure of %s is %.3g",
		     function, large.of, large.size);
	else
		diag(diags, CHECK_UNDEFINED, model->name.span,
		     "a constant of %s has no finite value: the figures are too large, or there is no mass where one is divided by",
		     function);
}

void c_check_constants(struct Diags *diags, const struct Job *job)
{
	bool massless = !tree_has_mass(job->tree);
	if (job->request->real_float)
		check_floats(diags, job);
	for (int f = -1; f < job->functions; f++) {
		const struct Generated *function = job_generated(job, f);
		const struct Program *program = &function->program;
		const char *name = function->request.name;
		for (uint32_t i = 0; i < program->constants; i++) {
			double value = program->constant[i];
			if (isnan(value) && massless)
				continue; /* constants divided by the total mass */
			if (!isfinite(value)) {
				tell_not_finite(diags, job->model, value, name);
				return;
			}
			if (!job->request->real_float || !beyond_float(value))
				continue;
			diag(diags, CHECK_FLOAT_RANGE, job->model->name.span,
			     "the constant %g of %s is %s the range of float", value, name, beyond_float(value));
			return;
		}
	}
}
