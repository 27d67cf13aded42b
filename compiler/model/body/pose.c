#include "pose.h"

#include <string.h>

#include "model/body.h"
#include "model/joint.h"
#include "model/model_pose.h"
#include "model/part/naming.h"
#include "position.h"

const struct ModelPose *pose_find(const struct Model *model, const char *name)
{
	for (size_t i = 0; i < model->poses.count; i++)
		if (strcmp(model->poses.item[i].name.text, name) == 0)
			return &model->poses.item[i];
	return NULL;
}

static void check_limits(const struct Model *model, struct Diags *diags, const struct ModelPose *pose, int body,
                         const struct Argument *given)
{
	const struct Joint *joint = model->body[body].joint;
	if (!joint->limited || !joint_nq(joint))
		return;
	double q = pose->q[joint->q];
	if (joint_beyond(model->dag, joint, q))
		diag(diags, CHECK_POSE_LIMITS, given ? given->value->span : pose->name.span,
		     "joint '%s' %s %.6g, beyond its limits %.6g and %.6g", joint->name.text,
		     given ? "is at" : text_print(diags->arena, "is not named in pose '%s': it is at", pose->name.text),
		     q, dag_value(model->dag, joint->lower), dag_value(model->dag, joint->upper));
}

static void put_position(const struct Model *model, int body, const Ref *position, struct ModelPose *pose)
{
	const struct Joint *joint = model->body[body].joint;
	for (int i = 0; i < joint_nq(joint); i++) /* a joint held by --lock has none */
		pose->q[joint->q + i] = dag_value(model->dag, position[i]);
	for (int i = 0; i < joint->kind->nv && joint->closed; i++)
		pose->solved[body * JOINT_V + i] = dag_value(model->dag, position[i]);
}

/* Pose with all joints at their neutral position. */
static struct ModelPose neutral_pose(const struct Model *model, const struct Stmt *stmt)
{
	Ref position[JOINT_Q];
	struct ModelPose pose = { .name = stmt->name,
		                  .doc = stmt->doc,
		                  .q = ARENA_ARRAY(model->arena, double, model->nq),
		                  .written = ARENA_ARRAY(model->arena, double, model->nq),
		                  .named = ARENA_ARRAY(model->arena, bool, model->bodies),
		                  .held = ARENA_ARRAY(model->arena, bool, model->bodies),
		                  .solved = ARENA_ARRAY(model->arena, double, model->bodies *JOINT_V) };
	for (int i = 0; i < model->bodies; i++) {
		position_neutral(model->dag, model->body[i].joint->kind, position);
		put_position(model, i, position, &pose);
	}
	return pose;
}

/* Takes `JOINT = POSITION` into a pose. `given`: by body, the earlier positions of the pose. */
static void take_position(struct Scope *scope, struct Model *model, const struct NameTable *joints,
                          const struct Argument *item, const struct Argument **given, struct ModelPose *pose)
{
	struct Diags *diags = scope->diags;
	Ref position[JOINT_Q];
	bool root;
	struct Ident name = name_meant(scope, model, item->name, &root);
	int body = name.text ? position_joint(model, diags, joints, name, CHECK_BAD_POSE, "position") : -1;
	if (body < 0)
		return;
	const struct Joint *joint = model->body[body].joint;
	if (given[body])
		diag_duplicate(diags, item->name.span, given[body]->name.span, "joint '%s'", item->name.text);
	else if (position_value(model->dag, diags, CHECK_BAD_POSE, "a pose", joint, evaluate(scope, item->value),
	                        position))
		put_position(model, body, position, pose);
	given[body] = item;
	pose->named[body] = true;
	pose->held[body] = item->held;
}

/* Declares `pose NAME { JOINT = POSITION; ... }`. */
static void declare_pose(struct Scope *scope, struct Model *model, const struct NameTable *joints,
                         const struct Stmt *stmt)
{
	struct Diags *diags = scope->diags;
	const struct ModelPose *first = pose_find(model, stmt->name.text);
	if (first) {
		diag_duplicate(diags, stmt->name.span, first->name.span, "pose '%s'", stmt->name.text);
		return;
	}
	struct ModelPose pose = neutral_pose(model, stmt);
	const struct Argument **given = ARENA_ARRAY(model->arena, const struct Argument *, model->bodies);
	for (size_t i = 0; i < stmt->list.count; i++)
		take_position(scope, model, joints, &stmt->list.item[i], given, &pose);
	const bool written = stmt->end != 0; /* a pose of another format does not name joints that are at 0 there */
	for (int i = 0; i < model->bodies; i++)
		if (given[i] || written)
			check_limits(model, diags, &pose, i, given[i]);
	memcpy(pose.written, pose.q, (size_t)model->nq * sizeof *pose.q);
	*ARENA_PUSH(model->arena, &model->poses) = pose;
}

void poses_declare(struct Scope *scope, struct Model *model, const struct Ast *ast)
{
	const struct NameTable joints = model_joints(model);
	for (const struct Stmt *stmt = ast->statements.first; stmt; stmt = stmt->next)
		if (stmt->kind == STMT_POSE)
			declare_pose(scope, model, &joints, stmt);
}
