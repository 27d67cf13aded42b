#include "closed_form.h"

#include <math.h>

#include "base/elementary.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/model_pose.h"

bool closed_refuse(struct Diags *diags, const struct ClosedForm *form, const char *why)
{
	struct Diag *said = diag(diags, CHECK_CLOSED_FORM, form->span, "loop '%s' has no closed form: %s",
	                         form->loop.name.text, why);
	diag_help(diags, said, "without `solve` it is a loop as any other, with rows and forces: `fd`, `lambda`");
	return false;
}

static const double nearly = 1e-9; /* the rounding of the machine: rad, and a share of the size */

bool closed_tilt(const struct Model *model, struct ClosedRounding *rounding, double tilt)
{
	rounding->tilt = fmax(rounding->tilt, tilt);
	return tilt <= fmax(nearly, model->tolerance.angle);
}

bool closed_gap(const struct Model *model, struct ClosedRounding *rounding, double gap, double size)
{
	rounding->gap = fmax(rounding->gap, gap);
	return gap <= fmax(nearly * (1 + size), model->tolerance.length * size);
}

void closed_tell_rounding(struct Diags *diags, const struct ClosedForm *form, const struct ClosedRounding *rounding)
{
	const double least = 10 * nearly;
	if (rounding->tilt <= least && rounding->gap <= least)
		return;
	struct Diag *said = diag(diags, CHECK_LOOP_ROUNDED, form->span,
	                         "the closed form of '%s' takes axes as parallel or square that are %.3g deg off, and "
	                         "links as meeting that are %.3g mm apart",
	                         form->loop.name.text, rounding->tilt * 180 / M_PI, 1000 * rounding->gap);
	diag_help(diags, said, "what remains is within --closure, so it counts as the rounding of the model's numbers");
}

/* Marks the parameters on which the lengths depend, by element. */
static void mark_parameters(struct Arena *arena, const struct Dag *dag, const struct ClosedLengths *lengths, bool *used)
{
	bool *needed = ARENA_ARRAY(arena, bool, dag->count);
	for (int i = 0; i < lengths->count; i++)
		needed[ref_node(lengths->length[i])] = true;
	for (size_t n = dag->count; n-- > 0;) {
		const struct Node *node = &dag->item[n];
		if (needed[n] && node->op == OP_INPUT && node->operand[0] == INPUT_PARAMS)
			used[node->operand[1]] = true;
		for (int k = 0; needed[n] && k < node_arity(node); k++)
			needed[ref_node(node->operand[k])] = true;
	}
}

/* Are all lengths 0 with these parameters, at coordinates q? */
static bool are_zero(struct Posture *posture, const struct ClosedLengths *lengths, const double *params,
                     const double *q)
{
	bool zero = true;
	posture->params = params;
	posture_move(posture, q);
	for (int i = 0; i < lengths->count; i++)
		zero &= fabs(posture_value(posture, lengths->length[i])) <= lengths->most;
	return zero;
}

void closed_doubt_parameters(struct Diags *diags, const struct Model *model, const struct ClosedForm *form,
                             const struct ClosedLengths *lengths)
{
	const struct ParameterList *all = &model->parameters;
	const double step = 0.1; /* m, and relative */
	struct Arena *arena = arena_trial(model->arena);
	bool *used = ARENA_ARRAY(arena, bool, all->numbers + 1);
	double *params = ARENA_ARRAY(arena, double, all->numbers + 1);
	const double *q = lengths->q ? lengths->q : ARENA_ARRAY(arena, double, model->nq + 1);
	struct Posture posture = posture_begin(arena, model->dag);
	const struct Parameter *moves = NULL;
	for (int i = 0; i < all->numbers; i++)
		params[i] = model->dag->default_value->item[i];
	mark_parameters(arena, model->dag, lengths, used);
	for (size_t k = 0; k < all->count && !moves; k++) {
		const struct Parameter *parameter = all->item[k];
		for (int i = parameter->first; i < parameter->first + parameter->count && !moves; i++) {
			double usual = params[i];
			params[i] += step * (1 + fabs(usual));
			moves = used[i] && !are_zero(&posture, lengths, params, q) ? parameter : NULL;
			params[i] = usual;
		}
	}
	if (moves)
		diag(diags, CHECK_CLOSED_FORM_PARAMETER, form->span,
		     "loop '%s' is solved for the default of parameter '%s': with other values %s",
		     form->loop.name.text, moves->name.text, lengths->what);
	arena_empty(arena);
}

bool closed_gives(const struct ClosedForm *form, int body)
{
	for (int k = 0; k < form->bodies; k++)
		if (form->body[k] == body)
			return true;
	return false;
}

struct Posture closed_posture(struct Arena *arena, const struct Model *model, const struct ModelPose *pose)
{
	double *q = ARENA_ARRAY(arena, double, model->nq + 1);
	for (int i = 0; i < model->nq; i++)
		q[i] = pose->q[model->ordered ? model->q_place[i] : i];
	struct Posture posture = posture_begin(arena, model->dag);
	posture_move(&posture, q);
	return posture;
}

/* Distance between positions of all joints; angles modulo a turn. */
static double away(const struct Model *model, const struct ClosedForm *form, const double *a, const double *b)
{
	double square = 0;
	for (int k = 0; k < form->bodies; k++) {
		const struct JointKind *kind = model->body[form->body[k]].joint->kind;
		for (int i = 0; i < kind->nv; i++) {
			double by = a[k * JOINT_V + i] - b[k * JOINT_V + i];
			square += elementary_square(kind_slides(kind, i) ? by : remainder(by, 2 * M_PI));
		}
	}
	return sqrt(square);
}

/* Says "the links of loop 'pin' ... at pose 'home'"; returns -1. */
static int refuse_pose(struct Diags *diags, const struct ClosedForm *form, const struct ModelPose *pose,
                       const char *why)
{
	struct Diag *said = diag(diags, CHECK_CLOSED_FORM, form->span, "the links of loop '%s' %s pose '%s'",
	                         form->loop.name.text, why, pose->name.text);
	diag_help(diags, said, "the pose has positions of all joints of the loop, near those where it closes");
	return -1;
}

int closed_dead_point(struct Diags *diags, const struct ClosedForm *form, const struct ModelPose *pose)
{
	return refuse_pose(diags, form, pose, "have one place instead of two, a dead point, at");
}

/* The positions that a pose gives the joints of the form. */
static void given_at(const struct ClosedForm *form, const struct ModelPose *pose, double *given)
{
	for (int k = 0; k < form->bodies; k++)
		for (int i = 0; i < JOINT_V; i++)
			given[k * JOINT_V + i] = pose->solved[form->body[k] * JOINT_V + i];
}

int closed_branch(struct Diags *diags, const struct Model *model, const struct ClosedForm *form,
                  const struct ModelPose *pose, double (*place)[CLOSED_NUMBERS], int places)
{
	const double same = 1e-6;
	double given[CLOSED_NUMBERS];
	int nearest = 0;
	given_at(form, pose, given);
	for (int k = 0; k < places; k++) {
		double by = away(model, form, place[k], given);
		if (isnan(by))
			return refuse_pose(diags, form, pose, "do not reach each other at");
		nearest = by < away(model, form, place[nearest], given) ? k : nearest;
	}
	double least = away(model, form, place[nearest], given);
	for (int k = 0; k < places; k++)
		if (k != nearest && away(model, form, place[k], place[nearest]) < same)
			return closed_dead_point(diags, form, pose);
	for (int k = 0; k < places; k++)
		if (k != nearest && away(model, form, place[k], given) - least < same)
			return refuse_pose(diags, form, pose, "have two places equally near to");
	return nearest;
}
