/* Joints of a dyad: the loop and two joints of the tree, which follow each other on the way around the loop. This way
 * begins with the loop, from its end A to its end B, then leads inward to the common body of both ends, and outward to
 * the end A. A link is the body after a joint, and the frames of its joints are placements in this body. */
#include "dyad.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/loop.h"
#include "model/part/resolve.h"

/* --- the chain of joints --- */

/* Placement in the carrier of a frame on a body that is fixed to the carrier. */
static struct Placement in_carrier(const struct Model *model, int number, int carrier, struct Placement at)
{
	for (; number != carrier; number = model->body[number].parent) {
		const struct Body *body = &model->body[number];
		const struct Joint *joint = body->joint;
		at = placement_compose(model->dag, body->then, at);
		struct Placement moved = joint_placement(model->dag, joint, joint->motion, joint->motions);
		at = placement_compose(model->dag, moved, at);
		at = placement_compose(model->dag, body->at, at);
	}
	return at;
}

/* Placement of a frame, from one body to another body fixed to the first. */
static struct Placement in_body(const struct Model *model, int from, struct Placement at, int to)
{
	int common = way_common(model, from, to);
	struct Placement base = in_carrier(model, to, common, placement_identity(model->dag));
	struct Placement seen = in_carrier(model, from, common, at);
	return from == to ? at : placement_compose(model->dag, placement_inverse(model->dag, base), seen);
}

/* Joint on the way around: the loop, then joints of the tree from its end B to its end A. */
struct Around {
	int body;    /* whose joint it is; -1: the loop */
	bool back;   /* from the body to its parent */
	int side[2]; /* the bodies before and after it */
};

/* Lists the joints of the whole loop that move; returns their number. */
static int go_around(const struct Model *model, const struct LoopEnd end[2], struct Around *list)
{
	int common = way_common(model, end[0].body, end[1].body), count = 1;
	int *body = ARENA_ARRAY(model->arena, int, model->bodies), bodies;
	list[0] = (struct Around){ -1, false, { end[0].body, end[1].body } };
	bodies = way_movers(model, end[1].body, common, body);
	for (int i = 0; i < bodies; i++)
		list[count++] = (struct Around){ body[i], true, { body[i], model->body[body[i]].parent } };
	bodies = way_movers(model, end[0].body, common, body);
	for (int i = bodies; i-- > 0;)
		list[count++] = (struct Around){ body[i], false, { model->body[body[i]].parent, body[i] } };
	return count;
}

/* The loop as a joint, from its end A. */
static struct DyadJoint joint_of_loop(const struct Loop *loop)
{
	struct DyadJoint joint = { .body = -1,
		                   .axis = loop->axis,
		                   .slides = loop->kind->angular == SPAN_ALL,
		                   .ball = loop->kind->angular == SPAN_NONE,
		                   .frame = { loop->end[0].at, loop->end[1].at } };
	joint.cylinder = !joint.slides && loop->kind->linear == SPAN_SQUARE;
	return joint;
}

/* Joint of the tree, from its parent to its body or back. */
static struct DyadJoint joint_of_tree(const struct Model *model, const struct Around *at)
{
	const struct Body *body = &model->body[at->body];
	struct DyadJoint joint = { .body = at->body, .back = at->back };
	joint.frame[at->back] = body->at;
	joint.frame[!at->back] = placement_inverse(model->dag, body->then);
	return joint;
}

/* Takes the joint as joint j. A link is the body after the joint before it. */
static void take_joint(struct Dyad *dyad, int j, const struct Around *at)
{
	const struct Model *model = dyad->model;
	struct DyadJoint *joint = &dyad->joint[j];
	*joint = at->body < 0 ? joint_of_loop(&dyad->form->loop) : joint_of_tree(model, at);
	if (j == 0)
		dyad->link[0].body = at->side[0];
	joint->frame[0] = in_body(model, at->side[0], joint->frame[0], dyad->link[j].body);
	dyad->link[j + 1].body = at->side[1];
}

/* Is the joint one of the three of the dyad? */
static bool belongs(const struct ClosedForm *form, const struct Around *at)
{
	return at->body < 0 || closed_gives(form, at->body);
}

/* Place of the first of the three joints in a row around the loop; -1: they are not in a row. */
static int first_of(const struct ClosedForm *form, const struct Around *list, int count)
{
	for (int i = 0; i < count && count >= DYAD_JOINTS; i++) {
		int j = 0;
		while (j < DYAD_JOINTS && belongs(form, &list[(i + j) % count]))
			j++;
		if (j == DYAD_JOINTS)
			return i;
	}
	return -1;
}

/* Reports a joint that is no joint of the loop, or that the three do not follow each other; returns false. */
static bool refuse_order(struct Diags *diags, const struct Dyad *dyad, const struct Around *list, int count)
{
	const struct ClosedForm *form = dyad->form;
	const char *name[2];
	for (int k = 0; k < 2; k++) {
		bool in = false;
		name[k] = dyad->model->body[form->body[k]].joint->name.text;
		for (int i = 0; i < count; i++)
			in |= list[i].body == form->body[k];
		if (!in)
			return closed_refuse(diags, form,
			                     text_print(diags->arena,
			                                "joint '%s' does not move its ends against each other",
			                                name[k]));
	}
	return closed_refuse(diags, form,
	                     text_print(diags->arena, "other joints are between '%s', '%s' and the loop", name[0],
	                                name[1]));
}

void *dyad_find(struct Diags *diags, const struct Model *model, const struct ClosedForm *form)
{
	struct Dyad *dyad = ARENA_NEW(model->arena, struct Dyad);
	*dyad = (struct Dyad){ .model = model, .dag = model->dag, .form = form, .branch = 1 };
	if (!form->loop.kind->dyad) {
		closed_refuse(diags, form, "it is neither a hinge nor a slider nor a ball");
		return NULL;
	}
	struct Around *list = ARENA_ARRAY(model->arena, struct Around, model->bodies + 1);
	int count = go_around(model, form->loop.end, list), first = first_of(form, list, count);
	if (first < 0) {
		refuse_order(diags, dyad, list, count);
		return NULL;
	}
	for (int j = 0; j < DYAD_JOINTS; j++)
		take_joint(dyad, j, &list[(first + j) % count]);
	return dyad;
}

int dyad_drives(const void *found, int *body)
{
	const struct Dyad *dyad = found;
	int first = dyad->link[0].body, last = dyad->link[3].body, common = way_common(dyad->model, first, last);
	int count = way_movers(dyad->model, first, common, body);
	return count + way_movers(dyad->model, last, common, body + count);
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
