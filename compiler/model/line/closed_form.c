#include "closed_form.h"

#include <math.h>

#include "base/elementary.h"

bool closed_refuse(struct Diags *diags, const struct ClosedForm *form, const char *why)
{
	struct Diag *said = diag(diags, CHECK_CLOSED_FORM, form->span, "loop '%s' has no closed form: %s",
	                         form->loop.name.text, why);
	diag_help(diags, said, "without `solve` it is a loop as any other, with rows and forces: `fd`, `lambda`");
	return false;
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
		const struct JointKind *kind = model->body[form->body[k]].joint.kind;
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
