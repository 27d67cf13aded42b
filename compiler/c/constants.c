/* What a controller knows of a model beside its functions: limits and poses, as initializers. */
#include <math.h>

#include "printer.h"

static void put_limit(struct Printer *p, double limit)
{
	bool none = isinf(limit) || (p->real->narrow && isinf((float)limit));
	if (none)
		text_format(p->out, "%sHUGE_VAL%s", limit < 0 ? "-" : "", p->real->narrow ? "F" : "");
	else
		real_put(p->real, p->out, limit);
}

/* Also of a model without any, so that one program fits all. The macros need math.h only where they are used. */
void c_put_limits(struct Printer *p)
{
	const struct Model *model = p->package->model;
	double *number = ARENA_ARRAY(p->arena, double, model->nq + 1); /* nv <= nq */
	if (!model->nq)
		return;
	text_format(p->out, "/* Limits: initializers, of q (LOWER, UPPER), of tau (EFFORT) and qd (SPEED) either way. HUGE_VAL%s of\n"
	            " * <math.h>: none. Nothing below computes with them. */\n", p->real->narrow ? "F" : "");
	for (int limit = 0; limit < LIMITS; limit++) {
		int count = limit_table[limit].of_velocities ? model->nv : model->nq;
		model_limits(model, (enum Limit)limit, number);
		text_format(p->out, "#define %s {", c_limit_name(p->arena, p->package, (enum Limit)limit));
		for (int k = 0; k < count; k++) {
			text_put(p->out, k ? ", " : " ");
			put_limit(p, number[k]);
		}
		text_put(p->out, " }\n");
	}
	text_char(p->out, '\n');
}

void c_put_poses(struct Printer *p)
{
	const struct Model *model = p->package->model;
	if (!model->poses.count || !model->nq)
		return;
	text_put(p->out, "/* Poses: initializers of q. */\n");
	for (size_t i = 0; i < model->poses.count; i++) {
		const struct ModelPose *pose = &model->poses.item[i];
		text_format(p->out, "#define %s {", c_pose_name(p->arena, p->package, pose));
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
