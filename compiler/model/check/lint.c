/* Physical plausibility of a checked model: impossible bodies, and probable mistakes of unit. Figures are never
 * changed; parameters have their default values. */
#include "checks.h"

#include <math.h>
#include <string.h>

#include "base/elementary.h"
#include "scale_doubt.h"
#include "base/principal.h"
#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/loop.h"

static void sort_three(double e[3])
{
	for (int pass = 0; pass < 2; pass++)
		for (int k = 0; k < 2; k++)
			if (e[k] > e[k + 1]) {
				double swap = e[k];
				e[k] = e[k + 1];
				e[k + 1] = swap;
			}
}

/* Principal moments of an inertia in ascending order, if it is known completely. */
static bool principal_moments(const struct Dag *dag, const struct Mat *inertia, double e[3])
{
	double J[3][3], R[3][3];
	for (int i = 0; i < 9; i++) {
		Ref entry = inertia->e[i / 3][i % 3];
		if (!dag_is_known(dag, entry))
			return false;
		J[i / 3][i % 3] = dag_default_value(dag, entry);
	}
	principal_axes(J, e, R);
	sort_three(e);
	return true;
}

/* Rounding of moments: in proportion to the largest moment, and to moments about the body's frame, from which they may
 * have been subtracted. Bodies are taken as at least a millimetre large. */
static double rounding(const struct Model *model, const struct Body *body, double mass, double largest)
{
	const double relative = 1e-9, cancelled = 1e-14, least = 1e-3, nothing = 1e-30; /* m; kg m^2 */
	double square = least * least;
	for (int i = 0; i < 3; i++)
		if (dag_is_known(model->dag, body->com.e[i]))
			square += elementary_square(dag_default_value(model->dag, body->com.e[i]));
	return relative * largest + cancelled * mass * square + nothing;
}

static void lint_inertia(struct Model *model, struct Diags *diags, struct Scale *scale, int number)
{
	const struct Body *body = &model->body[number];
	const double far = 10; /* m */
	double e[3], mass = dag_is_known(model->dag, body->mass) ? dag_default_value(model->dag, body->mass) : 0;
	const char *name = body->name.text;
	if (!principal_moments(model->dag, &body->inertia, e))
		return;
	double slack = rounding(model, body, mass, fmax(fabs(e[0]), fabs(e[2])));
	if (e[0] < -slack) {
		diag(diags, CHECK_INERTIA_SIGN, body->inertia_span,
		     "inertia of '%s' about its centre of mass has the principal moments %.4g, %.4g, %.4g kg m^2", name,
		     e[0], e[1], e[2]);
	} else if (mass > 0 && e[2] > e[0] + e[1] + slack) {
		/* massless figures are a part of a body: a rotor, a moment about one axis */
		diag(diags, CHECK_INERTIA_TRIANGLE, body->inertia_span,
		     "inertia of '%s': the principal moment %.4g exceeds the sum of the others, %.4g + %.4g kg m^2",
		     name, e[2], e[0], e[1]);
	}
	if (mass > 0 && e[2] > mass * far * far) {
		struct Diag *d = diag(diags, CHECK_INERTIA_SIZE, body->inertia_span,
		                      "inertia of '%s' is that of its %.4g kg at a distance of %.4g m", name, mass,
		                      sqrt(e[2] / mass));
		diag_help(diags, d, "is the unit right? %.4g without one is in kg m^2", e[2]);
	} else if (mass > 0) {
		scale_doubt_inertia(scale, number, mass, e[2]);
	}
}

/* Length of a vector, from its known components. */
static double length(const struct Dag *dag, const Ref *vector)
{
	double square = 0;
	for (int i = 0; i < 3; i++)
		if (dag_is_known(dag, vector[i]))
			square += elementary_square(dag_default_value(dag, vector[i]));
	return sqrt(square);
}

/* `told`: its distance from its parent was reported. */
static void lint_size(const struct Model *model, struct Diags *diags, const struct Body *body, bool told)
{
	const double far = 10, heavy = 1e4; /* m, kg */
	double com = length(model->dag, body->com.e);
	double at = fmax(length(model->dag, body->at.p.e), length(model->dag, body->then.p.e));
	if (com > far) {
		struct Diag *d = diag(diags, CHECK_FAR_COM, body->com_span,
		                      "centre of mass of '%s' is %.4g m from its frame", body->name.text, com);
		diag_help(diags, d, "is the unit right? A number without one is in metres");
	}
	if (at > far && !told) {
		struct Diag *d = diag(diags, CHECK_FAR_BODY, body->name.span, "'%s' is %.4g m from its parent",
		                      body->name.text, at);
		diag_help(diags, d, "is the unit right? A number without one is in metres");
	}
	if (!body->mass_in_unit && dag_is_known(model->dag, body->mass) &&
	    dag_default_value(model->dag, body->mass) > heavy) {
		struct Diag *d = diag(diags, CHECK_HEAVY, body->mass_span, "body '%s' weighs %.6g kg", body->name.text,
		                      dag_default_value(model->dag, body->mass));
		diag_help(diags, d, "is the unit right? A number without one is in kilograms");
	}
}

/* By coordinate: does it also move coupled joints with a load? By body: has it, or a descendant, mass or inertia? */
static const bool *shared_coordinates(const struct Model *model, const bool *loaded)
{
	bool *shared = ARENA_ARRAY(model->arena, bool, model->nq);
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		for (int k = 0; k < joint->ons && joint->coupling && loaded[i]; k++)
			shared[joint->on[k].q] = true;
	}
	return shared;
}

static const bool *loaded_bodies(const struct Model *model)
{
	const struct Dag *dag = model->dag;
	bool *loaded = ARENA_ARRAY(model->arena, bool, model->bodies);
	for (size_t i = 0; i < model->payloads.count; i++)
		loaded[model->payloads.item[i].body] = true;
	for (int i = model->bodies - 1; i >= 0; i--) {
		const struct Body *body = &model->body[i];
		loaded[i] |= !dag_is_zero(dag, body->mass) || !dag_all(dag, dag_is_zero, &body->inertia.e[0][0], 9);
		if (loaded[i] && body->parent >= 0)
			loaded[body->parent] = true;
	}
	return loaded;
}

/* By body: does a loop hold it, or a descendant? A massless rod in a loop moves what it is tied to
 * (pipeline/check_singular.c). */
static const bool *tied_bodies(const struct Model *model)
{
	bool *tied = ARENA_ARRAY(model->arena, bool, model->bodies);
	for (size_t i = 0; i < model->loops.count; i++)
		for (int k = 0; k < 2; k++)
			if (model->loops.item[i].end[k].body >= 0)
				tied[model->loops.item[i].end[k].body] = true;
	for (int i = model->bodies - 1; i >= 0; i--)
		if (tied[i] && model->body[i].parent >= 0)
			tied[model->body[i].parent] = true;
	return tied;
}

/* Reports moving joints with no inertia beyond them. A coupled joint has no row of M of its own. */
static void lint_tips(struct Model *model, const bool *loaded, const bool *shared, struct Diags *diags)
{
	const struct Dag *dag = model->dag;
	const bool *tied = tied_bodies(model);
	for (int i = 0; i < model->bodies; i++) {
		struct Body *body = &model->body[i];
		diags->within = body->within;
		if (!body_moves(body) || loaded[i] || tied[i] || body->joint->coupling || shared[body->joint->q] ||
		    !dag_all(dag, dag_is_zero, body->joint->number->armature, body->joint->kind->nv))
			continue;
		body->joint->told = true;
		diag(diags, CHECK_MASSLESS_TIP, body->name.span, "nothing that joint '%s' moves has mass or inertia",
		     body->joint->name.text);
	}
}

/* Hinge with all bodies fixed to its body: the moment of inertia about its axis, and the rounding of this moment. All
 * of it must be known. */
struct Hinge {
	bool known;
	double axis[3], point[3]; /* in the body's frame, whose origin may be off the axis */
	double moment, rounding;
	bool weighs; /* false: no mass beyond it, reported elsewhere */
};

static struct Hinge hinge_of(const struct Dag *dag, const struct Body *body)
{
	const struct Joint *joint = body->joint;
	const struct Placement *then = &body->then;
	struct Hinge hinge = { .known = joint_nv(joint) == 1 && joint->motions == 1 && body_moves(body) &&
		                        joint->motion[0].kind == MOTION_ROTATE &&
		                        dag_is_zero(dag, joint->number->armature[0]) &&
		                        dag_all(dag, dag_is_known, &then->R.e[0][0], 9) &&
		                        dag_all(dag, dag_is_known, then->p.e, 3) };
	for (int i = 0; i < 3 && hinge.known; i++)
		for (int k = 0; k < 3; k++) {
			hinge.axis[i] += dag_default_value(dag, then->R.e[k][i]) *
			                 dag_default_value(dag, joint->motion[0].axis.e[k]);
			hinge.point[i] -=
				dag_default_value(dag, then->R.e[k][i]) * dag_default_value(dag, then->p.e[k]);
		}
	return hinge;
}

static void add_to_hinge(const struct Dag *dag, struct Hinge *hinge, const struct Body *body)
{
	hinge->known &= dag_is_known(dag, body->mass) && dag_all(dag, dag_is_known, body->com.e, 3) &&
	                dag_all(dag, dag_is_known, &body->inertia.e[0][0], 9) &&
	                dag_all(dag, dag_is_known, body->seen.p.e, 3) &&
	                dag_all(dag, dag_is_known, &body->seen.R.e[0][0], 9);
	if (!hinge->known)
		return;
	const double *a = hinge->axis, mass = dag_default_value(dag, body->mass);
	hinge->weighs |= mass > 0;
	double r[3], b[3] = { 0 }; /* r: from the axis to the centre of mass; b: the axis in the body's frame */
	for (int i = 0; i < 3; i++) {
		r[i] = dag_default_value(dag, body->seen.p.e[i]) - hinge->point[i];
		for (int k = 0; k < 3; k++) {
			r[i] += dag_default_value(dag, body->seen.R.e[i][k]) * dag_default_value(dag, body->com.e[k]);
			b[i] += dag_default_value(dag, body->seen.R.e[k][i]) * a[k];
		}
	}
	const double off[3] = { a[1] * r[2] - a[2] * r[1], a[2] * r[0] - a[0] * r[2], a[0] * r[1] - a[1] * r[0] };
	for (int i = 0; i < 3; i++) {
		hinge->moment += mass * off[i] * off[i];
		hinge->rounding += 1e-30 * mass * r[i] * r[i]; /* rounding of a square */
		for (int k = 0; k < 3; k++) {
			double entry = dag_default_value(dag, body->inertia.e[i][k]);
			hinge->moment += b[i] * entry * b[k];
			hinge->rounding += 1e-15 * fabs(entry);
		}
	}
}

/* Reports terminal hinges with all mass on their axis and no inertia about the axis. */
static void lint_hinges(struct Model *model, const bool *shared, struct Diags *diags)
{
	struct Hinge *hinge = ARENA_ARRAY(model->arena, struct Hinge, model->bodies);
	for (int i = 0; i < model->bodies; i++) {
		const struct Body *body = &model->body[i];
		int carrier = body->parent >= 0 ? model->body[body->parent].carrier : -1;
		hinge[i] = hinge_of(model->dag, body);
		if (body->carrier >= 0)
			add_to_hinge(model->dag, &hinge[body->carrier], body);
		if (body_moves(body) && carrier >= 0)
			hinge[carrier].known = false; /* not a terminal hinge */
	}
	for (size_t i = 0; i < model->payloads.count; i++)
		hinge[model->body[model->payloads.item[i].body].carrier].known = false;
	for (int i = 0; i < model->bodies; i++) {
		struct Body *body = &model->body[i];
		diags->within = body->within;
		if (!hinge[i].known || shared[body->joint->q] || !hinge[i].weighs ||
		    fabs(hinge[i].moment) > hinge[i].rounding)
			continue;
		body->joint->told = true;
		diag(diags, CHECK_MASSLESS_TIP, body->name.span,
		     "what joint '%s' turns has no moment of inertia about its axis", body->joint->name.text);
	}
	arena_release(model->arena, hinge);
}

static bool all_finite(const struct Dag *dag, const Ref *ref, int count)
{
	for (int i = 0; i < count; i++)
		if (dag_is_known(dag, ref[i]) && !isfinite(dag_default_value(dag, ref[i])))
			return false;
	return true;
}

/* First number whose square overflows; 0 if there is none. */
static double too_large(const struct Dag *dag, const Ref *ref, int count)
{
	for (int i = 0; i < count; i++) {
		double number = dag_is_known(dag, ref[i]) ? dag_default_value(dag, ref[i]) : 0;
		if (!isfinite(number * number))
			return number;
	}
	return 0;
}

/* Reports numbers whose squares overflow: the inertia of a joint has squares of lengths, and eliminations have squares
 * of inertias. */
static void lint_squares(const struct Model *model, struct Diags *diags, const struct Body *body)
{
	const struct {
		const char *what;
		const Ref *ref;
		int count;
		struct Span span;
	} of[] = {
		{ "mass", &body->mass, 1, body->mass_span },
		{ "centre of mass", body->com.e, 3, body->com_span },
		{ "inertia", &body->inertia.e[0][0], 9, body->inertia_span },
		{ "place", body->at.p.e, 3, body->name.span },
		{ "place", body->then.p.e, 3, body->name.span },
	};
	for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
		double number = too_large(model->dag, of[k].ref, of[k].count);
		if (number != 0)
			diag(diags, CHECK_UNDEFINED, of[k].span.end ? of[k].span : body->name.span,
			     "the %s of '%s' has a number that is too large: the square of %.4g has no finite value",
			     of[k].what, body->name.text, number);
	}
}

/* Reports infinite products; the figures themselves are finite. */
static void lint_finite(struct Model *model, struct Diags *diags, const struct Body *body)
{
	struct Dag *dag = model->dag;
	struct Inertia I = inertia_about_com(dag, body->mass, body->com, body->inertia);
	if (!all_finite(dag, I.h.e, 3) || !all_finite(dag, &I.J.e[0][0], 9))
		diag(diags, CHECK_UNDEFINED, body->name.span, "the inertia of '%s' about its frame has no finite value",
		     body->name.text);
	if (!all_finite(dag, body->at.p.e, 3) || !all_finite(dag, body->then.p.e, 3) ||
	    !all_finite(dag, body->seen.p.e, 3))
		diag(diags, CHECK_UNDEFINED, body->name.span, "the place of '%s' has no finite value", body->name.text);
}

void model_lint(struct Model *model, struct Diags *diags)
{
	if (!all_finite(model->dag, model->gravity.e, 3))
		diag(diags, CHECK_UNDEFINED, model->gravity_at, "gravity has no finite value");
	for (int i = 0; i < model->bodies; i++) {
		size_t errors = diags->errors;
		diags->within = model->body[i].within;
		lint_finite(model, diags, &model->body[i]);
		if (diags->errors == errors)
			lint_squares(model, diags, &model->body[i]);
	}
	diags->within = NULL;
	if (diags->errors)
		return;
	const bool *told = scale_doubt_offsets(model, diags);
	struct Scale scale = scale_of(model);
	for (int i = 0; i < model->bodies; i++) {
		diags->within = model->body[i].within;
		lint_inertia(model, diags, &scale, i);
		lint_size(model, diags, &model->body[i], told[i]);
	}
	scale_tell_inertias(&scale, model, diags);
	const bool *loaded = loaded_bodies(model), *shared = shared_coordinates(model, loaded);
	lint_tips(model, loaded, shared, diags);
	lint_hinges(model, shared, diags);
	diags->within = NULL;
}
