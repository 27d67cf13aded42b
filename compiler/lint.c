/* Physical plausibility of a checked model: what no body can have, and what is probably a slip of
 * the unit. Figures are never changed. */
#include <math.h>
#include <string.h>

#include "model.h"

/* Eigenvalues of a symmetric 3 x 3 matrix in ascending order, by Jacobi's rotations. */
static void eigenvalues(double A[3][3], double e[3])
{
	for (int sweep = 0; sweep < 20; sweep++)
		for (int k = 0; k < 3; k++) {
			int i = (k + 1) % 3, j = (k + 2) % 3;
			if (A[i][j] == 0)
				continue;
			double theta = (A[j][j] - A[i][i]) / (2 * A[i][j]);
			double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
			double c = 1 / sqrt(t * t + 1), s = t * c, off = A[i][j];
			double ik = A[i][k], jk = A[j][k];
			A[i][i] -= t * off;
			A[j][j] += t * off;
			A[i][j] = A[j][i] = 0;
			A[i][k] = A[k][i] = c * ik - s * jk;
			A[j][k] = A[k][j] = s * ik + c * jk;
		}
	for (int i = 0; i < 3; i++)
		e[i] = A[i][i];
	for (int i = 0; i < 2; i++) /* three numbers: two passes of swaps sort them */
		for (int k = 0; k < 2; k++)
			if (e[k] > e[k + 1]) {
				double swap = e[k];
				e[k] = e[k + 1];
				e[k + 1] = swap;
			}
}

/* Principal moments of an inertia, if all of it is constant. */
static bool principal_moments(const struct Dag *dag, const struct Mat *inertia, double e[3])
{
	double J[3][3];
	for (int i = 0; i < 9; i++) {
		Ref entry = inertia->e[i / 3][i % 3];
		if (!dag_is_const(dag, entry))
			return false;
		J[i / 3][i % 3] = dag_value(dag, entry);
	}
	eigenvalues(J, e);
	return true;
}

static void lint_inertia(const struct Model *model, struct Diags *diags, const struct Body *body)
{
	const double slack = 1e-9, far = 10; /* relative rounding; m */
	double e[3], mass = dag_is_const(model->dag, body->mass) ? dag_value(model->dag, body->mass) : 0;
	const char *name = body->name.text;
	if (!principal_moments(model->dag, &body->inertia, e))
		return;
	double largest = fmax(fabs(e[0]), fabs(e[2]));
	if (e[0] < -slack * largest) {
		diag(diags, CHECK_INERTIA_SIGN, body->inertia_span,
		     "inertia of '%s' about its centre of mass has the principal moments %.4g, %.4g, %.4g kg m^2",
		     name, e[0], e[1], e[2]);
	} else if (mass > 0 && e[2] > e[0] + e[1] + slack * largest) {
		/* without a mass the figures stand for a part of a body: a rotor, a moment about one axis */
		diag(diags, CHECK_INERTIA_TRIANGLE, body->inertia_span,
		     "inertia of '%s': the principal moment %.4g exceeds the sum of the others, %.4g + %.4g kg m^2",
		     name, e[2], e[0], e[1]);
	}
	if (mass > 0 && e[2] > mass * far * far) {
		struct Diag *d = diag(diags, CHECK_INERTIA_SIZE, body->inertia_span,
		                      "inertia of '%s' is that of its %.4g kg at a distance of %.4g m", name, mass,
		                      sqrt(e[2] / mass));
		diag_help(diags, d, "is the unit right? %.4g without one is in kg m^2", e[2]);
	}
}

static void lint_size(const struct Model *model, struct Diags *diags, const struct Body *body)
{
	const double far = 10, heavy = 1e4; /* m, kg */
	double square = 0;
	for (int i = 0; i < 3; i++)
		if (dag_is_const(model->dag, body->com.e[i]))
			square += pow(dag_value(model->dag, body->com.e[i]), 2);
	if (square > far * far) {
		struct Diag *d = diag(diags, CHECK_FAR_COM, body->com_span,
		                      "centre of mass of '%s' is %.4g m from its frame", body->name.text, sqrt(square));
		diag_help(diags, d, "is the unit right? A number without one is in metres");
	}
	if (dag_is_const(model->dag, body->mass) && dag_value(model->dag, body->mass) > heavy) {
		struct Diag *d = diag(diags, CHECK_HEAVY, body->mass_span, "body '%s' weighs %.6g kg",
		                      body->name.text, dag_value(model->dag, body->mass));
		diag_help(diags, d, "is the unit right? A number without one is in kilograms");
	}
}

static bool all_zero(const struct Dag *dag, const Ref *ref, int count)
{
	for (int i = 0; i < count; i++)
		if (!dag_is_zero(dag, ref[i]))
			return false;
	return true;
}

/* A moving joint beyond which nothing has inertia. */
static void lint_tips(const struct Model *model, struct Diags *diags)
{
	const struct Dag *dag = model->dag;
	bool *loaded = ARENA_ARRAY(model->arena, bool, model->bodies);
	for (int i = model->bodies - 1; i >= 0; i--) {
		const struct Body *body = &model->body[i];
		loaded[i] |= !dag_is_zero(dag, body->mass) || !all_zero(dag, &body->inertia.e[0][0], 9);
		if (loaded[i] && body->parent >= 0)
			loaded[body->parent] = true;
	}
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		if (body_moves(body) && !loaded[i] &&
		    all_zero(dag, body->joint.armature, body->joint.kind->nv))
			diag(diags, CHECK_MASSLESS_TIP, body->name.span,
			     "nothing that joint '%s' moves has mass or inertia", body->joint.name.text);
	}
}

static bool all_finite(const struct Dag *dag, const Ref *ref, int count)
{
	for (int i = 0; i < count; i++)
		if (dag_is_const(dag, ref[i]) && !isfinite(dag_value(dag, ref[i])))
			return false;
	return true;
}

/* Figures that are finite one by one can have an infinite product. */
static void lint_finite(struct Model *model, struct Diags *diags, const struct Body *body)
{
	struct Dag *dag = model->dag;
	struct Inertia I = inertia_about_com(dag, body->mass, body->com, body->inertia);
	if (!all_finite(dag, I.h.e, 3) || !all_finite(dag, &I.J.e[0][0], 9))
		diag(diags, CHECK_UNDEFINED, body->name.span, "the inertia of '%s' about its frame has no finite value",
		     body->name.text);
	if (!all_finite(dag, body->at.p.e, 3) || !all_finite(dag, body->then.p.e, 3) ||
	    !all_finite(dag, body->seen.p.e, 3))
		diag(diags, CHECK_UNDEFINED, body->name.span, "the place of '%s' has no finite value",
		     body->name.text);
}

void model_lint(struct Model *model, struct Diags *diags)
{
	for (int i = 0; i < model->bodies; i++)
		lint_finite(model, diags, &model->body[i]);
	if (diags->errors)
		return;
	for (int i = 0; i < model->bodies; i++) {
		lint_inertia(model, diags, &model->body[i]);
		lint_size(model, diags, &model->body[i]);
	}
	lint_tips(model, diags);
}
