/* An open pose is closed in three tries. Joints named in the pose keep their positions first; then only driven ones of them do; at last
 * all joints move. Joints that the pose holds keep theirs in each try. */
#include "compile_checks.h"

#include <string.h>

#include "assemble.h"
#include "moves.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/model_pose.h"

/* Which of the named joints stay. */
enum Stay { STAY_NAMED, STAY_DRIVEN, STAY_NONE, STAYS };

static void hold_named(const struct Model *model, const struct ModelPose *pose, enum Stay stay, bool *held)
{
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		bool stays = pose->named[i] && (stay == STAY_NAMED || (stay == STAY_DRIVEN && !joint->idle));
		bool holds = stays || pose->held[i];
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

static bool holds_any(const struct Model *model, const struct ModelPose *pose)
{
	bool any = false;
	for (int i = 0; i < model->bodies; i++)
		any |= pose->held[i];
	return any;
}

static struct Moves moves_between(const struct Assembly *a, const struct Model *model, const struct ModelPose *pose,
                                  const struct Assembled *result, const double *q)
{
	return moves_of(a->tree->dag->arena, model, result->length, pose->named, pose->q, q);
}

/* Positions beside those that a pose holds are where the search begins, so they may move far. */
static void tell_moved(struct Diags *diags, struct Assembly *a, const struct Model *model, const struct ModelPose *pose,
                       const char *open, const struct Assembled *result, const double *q)
{
	const struct Moves moves = moves_between(a, model, pose, result, q);
	const char *branch = result->branch != BRANCH_SAME ? ", perhaps in another branch" : "";
	bool far = moves.named > MOVES_FAR && !holds_any(model, pose);
	if (!moves.text && result->branch == BRANCH_SAME)
		return;
	struct Diag *d = diag(diags, far ? CHECK_POSE_MOVED : CHECK_POSE_ASSEMBLED, pose->name.span,
	                      "pose %s leaves the loops open by %s: %s%s", pose->name.text, open,
	                      moves.text ? moves.text : "nothing moves", branch);
	if (far)
		diag_help(diags, d, "`hold` before the positions that count keeps them, and makes the others a guess");
}

/* "pose mid, 'plate' held" */
static const char *start_of(const struct Model *model, const struct ModelPose *pose)
{
	int count = 0;
	struct Text text = text_new(model->arena);
	text_format(&text, "pose %s", pose->name.text);
	for (int i = 0; i < model->bodies; i++)
		if (pose->held[i])
			text_format(&text, "%s'%s'", count++ ? " and " : ", ", model->body[i].joint->name.text);
	text_put(&text, count ? " held" : "");
	return text_string(&text);
}

/* A pose within the tolerance is closed to rounding, unless a joint would have to move for that as far as a file can say. */
static void check_pose(struct Diags *diags, struct Assembly *a, struct Model *model, struct ModelPose *pose)
{
	double *q = ARENA_ARRAY(a->tree->dag->arena, double, model->nq);
	memcpy(q, pose->q, (size_t)model->nq * sizeof *q);
	if (assemble_is_closed(a, model, q))
		return;
	const char *open = assembly_remains(a);
	bool tolerable = assembly_is_tolerable(a);
	struct Assembled result = close_pose(a, model, pose, q);
	if (tolerable && (!result.closed || moves_between(a, model, pose, &result, q).text))
		return;
	if (!result.closed) {
		assemble_soften_open(diags, model, assemble_tell_open(diags, model, &result, start_of(model, pose)));
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
