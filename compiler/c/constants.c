/* Model constants for controllers: couplings as comments; limits and poses as initializers. */
#include <string.h>

#include "printer.h"
#include "model/body.h"
#include "model/coupling.h"
#include "model/joint.h"
#include "model/model_pose.h"

/* "right = -left", or the names of the coordinates it depends on if the expression is too long. */
static void put_coupling(struct Printer *p, const struct Joint *joint, const char *const *names)
{
	enum { LONGEST = 120 };
	const char *text = coupling_text(p->arena, joint);
	bool says = text && strlen(text) <= LONGEST;
	text_put(p->out, " *   ");
	c_put_comment(p->out, joint->name.text);
	text_put(p->out, says ? " = " : ", by ");
	if (says)
		c_put_comment(p->out, text);
	for (int i = 0; i < joint->ons && !says; i++) {
		text_put(p->out, i ? ", " : "");
		c_put_comment(p->out, names[joint->on[i].q]);
	}
	text_char(p->out, '\n');
}

/* Couplings use the names of the part that states them. */
void c_put_couplings(struct Printer *p)
{
	const struct Model *model = p->job->model;
	const char **names = NULL;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		if (!joint->coupling || joint->locked)
			continue;
		if (!names)
			text_put(p->out, "/* Coupled joints, which are not in q:\n");
		names = names ? names : model_coordinates(p->arena, model);
		put_coupling(p, joint, names);
	}
	text_put(p->out, names ? " */\n\n" : "");
}

/* Limits of all coordinates and velocities, also if the model has none, so that the same program compiles with every
 * model. The macros need math.h only where they are used. */
void c_put_limits(struct Printer *p)
{
	const struct Model *model = p->job->model;
	double *number = ARENA_ARRAY(p->arena, double, model->nq + 1); /* nv <= nq */
	if (!model->nq)
		return;
	text_format(
		p->out,
		"/* Limits, as initializers: q (LOWER, UPPER), and tau (EFFORT) and qd (SPEED) in both directions.\n"
		" * %s of <math.h> means none. The functions do not use limits. */\n",
		p->real->words.infinite);
	for (int limit = 0; limit < LIMITS; limit++) {
		int count = limit_table[limit].of_velocities ? model->nv : model->nq;
		model_limits(model, (enum Limit)limit, number);
		text_format(p->out, "#define %s {", c_limit_name(p->arena, p->job, (enum Limit)limit));
		for (int k = 0; k < count; k++) {
			text_put(p->out, k ? ", " : " ");
			real_put_any(p->real, p->out, number[k]);
		}
		text_put(p->out, " }\n");
	}
	text_char(p->out, '\n');
}

void c_put_poses(struct Printer *p)
{
	const struct Model *model = p->job->model;
	if (!model->poses.count || !model->nq)
		return;
	text_put(p->out, "/* Poses: initializers of q. */\n");
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		text_format(p->out, "#define %s {", c_pose_name(p->arena, p->job, pose));
		for (int k = 0; k < model->nq; k++) {
			text_put(p->out, k ? ", " : " ");
			real_put(p->real, p->out, pose->q[k]);
		}
		text_put(p->out, " }");
		if (pose->doc) {
			text_put(p->out, " /* ");
			c_put_comment(p->out, text_first_line(p->arena, pose->doc));
			text_put(p->out, " */");
		}
		text_char(p->out, '\n');
	}
	text_char(p->out, '\n');
}
