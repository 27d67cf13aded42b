#include "model_tree.h"

#include <string.h>

#include "library.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "trees/take_constants.h"

static bool take_frame(const struct Dag *dag, const struct Placement *from, struct dense_frame *frame)
{
	return take_constants(dag, &from->R.e[0][0], 9, &frame->R[0][0]) && take_constants(dag, from->p.e, 3, frame->p);
}

/* Is y the coordinate q itself? */
static bool is_coordinate(const struct Dag *dag, Ref y, int q)
{
	const struct Node *node = &dag->item[ref_node(y)];
	return !ref_negative(y) && node->op == OP_INPUT && node->operand[0] == INPUT_Q && node->operand[1] == (Ref)q;
}

static const char *take_joint(const struct Dag *dag, const struct Joint *joint, struct dense_body *body)
{
	static const enum dense_joint kind[] = {
		[MOTION_ROTATE] = DENSE_REVOLUTE,
		[MOTION_TRANSLATE] = DENSE_PRISMATIC,
		[MOTION_SPHERICAL] = DENSE_SPHERICAL,
		[MOTION_FREE] = DENSE_FREE,
	};
	bool steps = joint->motions == 1 && joint->motion->kind <= MOTION_TRANSLATE;
	body->joint = joint->motions ? kind[joint->motion->kind] : DENSE_FIXED;
	if (joint->motions > 1 || joint->coupling || joint->locked || joint->passive)
		return "a joint is not fixed, revolute, prismatic, spherical or free";
	if (steps && !(is_coordinate(dag, joint->motion->y, joint->q) &&
	               take_constants(dag, joint->motion->axis.e, 3, body->axis)))
		return "a joint does not move along its coordinate";
	for (int k = 0; k < joint->kind->nv; k++)
		if (!dag_is_zero(dag, joint->number->damping[k]) || !dag_is_zero(dag, joint->number->friction[k]) ||
		    !dag_is_zero(dag, joint->number->stiffness[k]))
			return "forces act in a joint";
	return take_constants(dag, joint->number->armature, joint->kind->nv, body->armature)
	               ? NULL
	               : "an armature is no constant";
}

const char *model_tree_take(const rigidc_model *model, struct model_tree *tree)
{
	const struct Model *checked = model->model;
	const struct Dag *dag = checked->dag;
	memset(tree, 0, sizeof *tree);
	tree->model = model;
	tree->dense.body = tree->body;
	tree->dense.n = checked->bodies;
	if (checked->bodies > MODEL_TREE_BODIES || checked->nq > MODEL_TREE_NQ || checked->nv > MODEL_TREE_NV)
		return "it has too many bodies";
	for (int i = 0; i < checked->bodies; i++) {
		const struct Body *from = &checked->body[i];
		struct dense_body *body = &tree->body[i];
		const char *trouble = take_joint(dag, from->joint, body);
		if (trouble)
			return trouble;
		body->parent = from->parent;
		if (!take_frame(dag, &from->at, &body->at) || !take_frame(dag, &from->then, &body->then) ||
		    !take_constants(dag, &from->mass, 1, &body->mass) ||
		    !take_constants(dag, from->com.e, 3, body->com) ||
		    !take_constants(dag, &from->inertia.e[0][0], 9, &body->inertia[0][0]))
			return "a number of it is no constant";
	}
	return take_constants(dag, checked->gravity.e, 3, tree->dense.gravity) ? NULL : "gravity is no constant";
}

bool model_tree_site(const struct model_tree *tree, const char *name, struct dense_site *site)
{
	const struct Model *model = tree->model->model;
	static const struct dense_frame identity = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } };
	for (int i = 0; i < model->bodies; i++)
		if (strcmp(model_body_name(model, i), name) == 0) {
			*site = (struct dense_site){ i, identity };
			return true;
		}
	for (int i = 0; i < model->frames; i++)
		if (strcmp(model->frame[i].name.text, name) == 0) {
			site->body = model->frame[i].body;
			return take_frame(model->dag, &model->frame[i].at, &site->at);
		}
	return false;
}

/* A row along or about a coordinate axis, of the ground or of the site. */
static struct dense_row axis_row(const struct dense_site *site, bool angular, bool of_b, int axis)
{
	const struct dense_site ground = { -1, { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 0 } } };
	struct dense_row row = { .a = ground, .b = *site, .angular = angular, .of_b = of_b };
	row.t[axis] = 1;
	return row;
}

int contact_rows_write(const char *kind, const struct dense_site *site, struct dense_row *row)
{
	bool slides = strcmp(kind, "slide") == 0, is_fixed = strcmp(kind, "fixed") == 0;
	bool is_line = strncmp(kind, "line", 4) == 0;
	int rows = 0;
	for (int k = slides ? 2 : 0; k < 3; k++)
		row[rows++] = axis_row(site, false, false, k);
	for (int k = 0; k < 3; k++)
		if (is_fixed || (is_line && kind[5] != "xyz"[k]))
			row[rows++] = axis_row(site, true, is_line, k);
	return rows;
}
