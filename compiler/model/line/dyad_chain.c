#include "dyad.h"

#include "model/part/resolve.h"

bool dyad_refuse(struct Diags *diags, const struct ClosedForm *form, const char *why)
{
	struct Diag *said = diag(diags, CHECK_CLOSED_FORM, form->span, "loop '%s' has no closed form: %s",
	                         form->loop.name.text, why);
	diag_help(diags, said, "without `solve` it is a loop as any other, with rows and forces: `fd`, `lambda`");
	return false;
}

/* --- the chain of joints --- */

/* Bodies with joints that move, from a body to an ancestor of it, without the ancestor. */
static int movers(const struct Model *model, int body, int ancestor, int *list)
{
	int count = 0;
	for (; body != ancestor; body = model->body[body].parent)
		if (body_moves(&model->body[body]))
			list[count++] = body;
	return count;
}

static bool is_solved(const struct ClosedForm *form, int body)
{
	return body == form->body[0] || body == form->body[1];
}

/* Joint of the tree, from its parent to its body or `back`. */
static void take_joint(struct Dyad *dyad, int j, int number, bool back)
{
	const struct Body *body = &dyad->model->body[number];
	struct DyadJoint *joint = &dyad->joint[j];
	joint->body = number;
	joint->back = back;
	joint->frame[back] = body->at;
	joint->frame[!back] = placement_inverse(dyad->dag, body->then);
	dyad->link[j + back].body = body->parent;
	dyad->link[j + !back].body = number;
}

/* Placement in the carrier of a frame on a body that is fixed to the carrier. */
static struct Placement in_carrier(const struct Model *model, int number, int carrier, struct Placement at)
{
	for (; number != carrier; number = model->body[number].parent) {
		const struct Body *body = &model->body[number];
		const struct Joint *joint = &body->joint;
		at = placement_compose(model->dag, body->then, at);
		struct Placement moved = joint_placement(model->dag, joint, joint->motion, joint->motions);
		at = placement_compose(model->dag, moved, at);
		at = placement_compose(model->dag, body->at, at);
	}
	return at;
}

/* The loop as joint j, from one of its ends. Requires the links. */
static void take_loop(struct Dyad *dyad, int j, int from)
{
	const struct Loop *loop = &dyad->form->loop;
	struct DyadJoint *joint = &dyad->joint[j];
	joint->body = -1;
	joint->axis = loop->axis;
	joint->slides = loop->kind->angular == SPAN_ALL;
	joint->ball = loop->kind->angular == SPAN_NONE;
	joint->cylinder = !joint->slides && loop->kind->linear == SPAN_SQUARE;
	for (int k = 0; k < 2; k++) {
		const struct LoopEnd *end = &loop->end[k ? !from : from];
		joint->frame[k] = in_carrier(dyad->model, end->body, dyad->link[j + k].body, end->at);
	}
}

/* Both joints next to each other on the way to one end: base, outer joint, inner joint, loop. */
static void take_row(struct Dyad *dyad, const int *list, int end)
{
	struct Placement *inner = &dyad->joint[1].frame[0];
	take_joint(dyad, 0, list[1], false);
	take_joint(dyad, 1, list[0], false);
	*inner = in_carrier(dyad->model, dyad->link[1].body, list[1], *inner);
	dyad->link[1].body = list[1];
	dyad->link[3].body = dyad->form->loop.end[!end].body;
	take_loop(dyad, 2, end);
}

/* Joints at both ends of the loop. */
static void take_pair(struct Dyad *dyad, int first, int second)
{
	take_joint(dyad, 0, first, false);
	take_joint(dyad, 2, second, true);
	take_loop(dyad, 1, 0);
}

/* Reports which joint is out of place; returns false. */
static bool refuse_order(struct Diags *diags, const struct Dyad *dyad, int *const list[2], const int count[2])
{
	const struct Model *model = dyad->model;
	const struct ClosedForm *form = dyad->form;
	for (int k = 0; k < 2; k++) {
		bool in = false;
		for (int side = 0; side < 2; side++)
			for (int i = 0; i < count[side]; i++)
				in |= list[side][i] == form->body[k];
		if (!in)
			return dyad_refuse(diags, form,
			                   text_print(diags->arena,
			                              "joint '%s' does not move its ends against each other",
			                              model->body[form->body[k]].joint.name.text));
	}
	for (int side = 0; side < 2; side++)
		for (int i = 0; i < count[side]; i++)
			if (!is_solved(form, list[side][i]))
				return dyad_refuse(diags, form,
				                   text_print(diags->arena,
				                              "joint '%s' is between '%s', '%s' and the loop",
				                              model->body[list[side][i]].joint.name.text,
				                              model->body[form->body[0]].joint.name.text,
				                              model->body[form->body[1]].joint.name.text));
	NEVER(diags->arena, "joints in order");
}

bool dyad_find(struct Diags *diags, const struct Model *model, const struct ClosedForm *form, struct Dyad *dyad)
{
	const struct LoopEnd *end = form->loop.end;
	if (!form->loop.kind->dyad)
		return dyad_refuse(diags, form, "it is neither a hinge nor a slider nor a ball");
	int common = way_common(model, end[0].body, end[1].body), count[2], *list[2];
	*dyad = (struct Dyad){ .model = model, .dag = model->dag, .form = form, .branch = 1 };
	for (int side = 0; side < 2; side++) {
		list[side] = ARENA_ARRAY(model->arena, int, model->bodies);
		count[side] = movers(model, end[side].body, common, list[side]);
	}
	for (int side = 0; side < 2; side++)
		if (count[side] > 1 && is_solved(form, list[side][0]) && is_solved(form, list[side][1])) {
			take_row(dyad, list[side], side);
			return true;
		}
	if (!count[0] || !count[1] || !is_solved(form, list[0][0]) || !is_solved(form, list[1][0]))
		return refuse_order(diags, dyad, list, count);
	take_pair(dyad, list[0][0], list[1][0]);
	return true;
}

int dyad_drives(const struct Dyad *dyad, int *body)
{
	int first = dyad->link[0].body, last = dyad->link[3].body, common = way_common(dyad->model, first, last);
	int count = movers(dyad->model, first, common, body);
	return count + movers(dyad->model, last, common, body + count);
}

void dyad_reverse(struct Dyad *dyad)
{
	struct Dyad was = *dyad;
	for (int j = 0; j < DYAD_JOINTS; j++) {
		struct DyadJoint *joint = &dyad->joint[j];
		*joint = was.joint[DYAD_JOINTS - 1 - j];
		joint->back = !joint->back;
		for (int k = 0; k < 2; k++)
			joint->frame[k] = was.joint[DYAD_JOINTS - 1 - j].frame[!k];
	}
	for (int a = 0; a < DYAD_LINKS; a++)
		dyad->link[a] = was.link[DYAD_LINKS - 1 - a];
	for (int base = 0; base < 2; base++)
		dyad->way[base] = was.way[!base];
}
