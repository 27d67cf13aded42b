/* An open pose is closed in three tries. Joints named in the pose keep their positions first; then only driven ones of them do; at last
 * all joints move. */
#include "compile_checks.h"

#include <math.h>
#include <string.h>

#include "assemble.h"

/* Which of the named joints stay. */
enum Stay { STAY_NAMED, STAY_DRIVEN, STAY_NONE, STAYS };

static void hold_named(const struct Model *model, const struct ModelPose *pose, enum Stay stay, bool *held)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = &model->body[i].joint;
		bool holds = pose->named[i] && (stay == STAY_NAMED || (stay == STAY_DRIVEN && !joint->idle));
		for (int k = 0; k < joint_nv(joint); k++)
			held[joint->v + k] = holds;
	}
}

/* Closes q, in place: from the pose itself, or else from states around it. */
static struct Assembled close_pose(struct Assembly *a, const struct Model *model, const struct ModelPose *pose,
                                   double *q)
{
	struct Assembled result = { .closed = false };
	bool *held = ARENA_ARRAY(a->tree->dag->arena, bool, model->nv);
	for (int n = 0; n < 2 * STAYS && !result.closed; n++) {
		const struct AssembleRequest request = { .held = held, .within = a->within, .once = n < STAYS };
		hold_named(model, pose, (enum Stay)(n % STAYS), held);
		result = assemble_by(a, model, &request, q);
	}
	return result;
}

/* "'knee' moves by 12.3 deg, 'rod.x' by 4 mm and 2 more"; NULL: all motions are within the rounding of numbers in a file. */
static const char *what_moves(const struct Assembly *a, const struct Model *model, const double *from, const double *to)
{
	enum { MOST = 4 };
	const double digits = 1e-6;
	const char **names = model_coordinates(a->tree->dag->arena, model);
	int told = 0, more = 0;
	struct Text text = text_new(a->tree->dag->arena);
	for (int v = 0; v < a->tree->nv; v++) {
		int i = a->tree->coordinate[v];
		double by = i < 0 ? 0 : to[assemble_listed(model, i)] - from[assemble_listed(model, i)];
		if (!(fabs(by) > digits * a->unit[v]))
			continue;
		if (told++ >= MOST)
			more++;
		else
			text_format(&text, "%s'%s' %sby %.3g %s", told > 1 ? ", " : "", names[i],
			            told > 1 ? "" : "moves ", by * (a->slides[v] ? 1e3 : 180 / M_PI),
			            a->slides[v] ? "mm" : "deg");
	}
	if (more)
		text_format(&text, " and %d more", more);
	return told ? text_string(&text) : NULL;
}

static void tell_moved(struct Diags *diags, struct Assembly *a, const struct Model *model, const struct ModelPose *pose,
                       const char *open, const struct Assembled *result, const double *q)
{
	const char *moves = what_moves(a, model, pose->q, q);
	const char *branch = result->branch != BRANCH_SAME ? ", perhaps in another branch" : "";
	if (moves || result->branch != BRANCH_SAME)
		diag(diags, CHECK_POSE_ASSEMBLED, pose->name.span, "pose %s leaves the loops open by %s: %s%s",
		     pose->name.text, open, moves ? moves : "free joints move", branch);
}

static void check_pose(struct Diags *diags, struct Assembly *a, const struct Model *model, struct ModelPose *pose)
{
	double *q = ARENA_ARRAY(a->tree->dag->arena, double, model->nq);
	memcpy(q, pose->q, (size_t)model->nq * sizeof *q);
	const char *open = assemble_open(a, model, q);
	if (!open)
		return;
	struct Assembled result = close_pose(a, model, pose, q);
	if (!result.closed) {
		assemble_tell_open(diags, model, &result, text_print(model->arena, "pose %s", pose->name.text));
		return;
	}
	tell_moved(diags, a, model, pose, open, &result, q);
	memcpy(pose->q, q, (size_t)model->nq * sizeof *q);
}

void check_poses(struct Diags *diags, struct Model *model)
{
	if (!assemble_rows(model) || !model->poses.count)
		return;
	struct Arena *arena = arena_trial(model->arena);
	struct Assembly a = assembly_of_model(arena, model);
	a.limits = true;
	for (size_t i = 0; i < model->poses.count; i++)
		check_pose(diags, &a, model, &model->poses.item[i]);
	arena_empty(arena);
}
