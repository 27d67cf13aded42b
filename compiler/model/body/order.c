#include "order.h"

#include "model/body.h"
#include "model/joint.h"
#include "model/part/naming.h"
#include "position.h"

/* Numbers coordinates in the order of bodies. */
static void number_tree(struct Model *model)
{
	for (int i = 0; i < model->bodies; i++) {
		struct Joint *joint = model->body[i].joint;
		if (!body_moves(&model->body[i]))
			continue;
		joint->tree = (struct Coordinate){ .q = model->nq, .v = model->nv };
		model->nq += joint_nq(joint);
		model->nv += joint_nv(joint);
	}
}

/* Lists the bodies of the named joints; returns their number. */
static int list_named(struct Scope *scope, struct Model *model, const struct Stmt *stmt, bool *named, int *list)
{
	const struct NameTable joints = model_joints(model);
	int count = 0;
	for (size_t i = 0; i < stmt->list.count; i++) {
		bool root;
		struct Ident name = name_meant(scope, model, stmt->list.item[i].name, &root);
		int body = name.text ? position_joint(model, scope->diags, &joints, name, CHECK_BAD_ORDER, "coordinate")
		                     : -1;
		if (body < 0)
			continue;
		if (named[body])
			diag(scope->diags, CHECK_DUPLICATE, name.span, "joint '%s' is named twice", name.text);
		else if (joint_nq(model->body[body].joint)) /* a joint held by --lock has no coordinates */
			list[count++] = body;
		named[body] = true;
	}
	return count;
}

/* Permutes the bodies whose joints have coordinates; the others keep their places. */
static void list_bodies(struct Scope *scope, struct Model *model, const struct Stmt *stmt)
{
	bool *named = ARENA_ARRAY(model->arena, bool, model->bodies);
	int *list = ARENA_ARRAY(model->arena, int, model->bodies), next = 0;
	int count = stmt ? list_named(scope, model, stmt, named, list) : 0;
	for (int i = 0; i < model->bodies; i++)
		if (joint_nq(model->body[i].joint) && !named[i])
			list[count++] = i;
	model->listed = ARENA_ARRAY(model->arena, int, model->bodies);
	for (int i = 0; i < model->bodies; i++) {
		model->listed[i] = joint_nq(model->body[i].joint) && next < count ? list[next++] : i;
		model->ordered |= model->listed[i] != i;
	}
}

void coordinates_number(struct Scope *scope, struct Model *model, const struct Stmt *stmt)
{
	int q = 0, v = 0;
	number_tree(model);
	list_bodies(scope, model, stmt);
	model->q_place = ARENA_ARRAY(model->arena, int, model->nq);
	model->v_place = ARENA_ARRAY(model->arena, int, model->nv);
	model->q_listed = ARENA_ARRAY(model->arena, int, model->nq);
	model->v_listed = ARENA_ARRAY(model->arena, int, model->nv);
	for (int i = 0; i < model->bodies; i++) {
		struct Joint *joint = model->body[model->listed[i]].joint;
		if (!joint_nq(joint))
			continue;
		for (int k = 0; k < joint_nq(joint); k++) {
			model->q_place[joint->tree.q + k] = q + k;
			model->q_listed[q + k] = joint->tree.q + k;
		}
		for (int k = 0; k < joint_nv(joint); k++) {
			model->v_place[joint->tree.v + k] = v + k;
			model->v_listed[v + k] = joint->tree.v + k;
		}
		joint->q = q;
		joint->v = v;
		q += joint_nq(joint);
		v += joint_nv(joint);
	}
}
