/* Angles from row to row. An encoder wraps from pi to -pi. Without unwrapping, derivatives and filters see a fast
 * motion, and the torque of a spring changes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "evaluation.h"
#include "dynamics/measures.h"
#include "model/body.h"
#include "model/joint.h"

static const double turn = 2 * M_PI; /* rad */

/* True if the joint can make a whole turn, so that its encoder wraps. */
static bool turns_round(const struct Model *model, const struct Joint *joint)
{
	const double rounding = 1e-9; /* rounding of limits given in degrees */
	return !joint->limited || joint_nq(joint) != 1 ||
	       dag_value(model->dag, joint->upper) - dag_value(model->dag, joint->lower) > turn * (1 - rounding);
}

void eval_find_angles(struct Evaluation *e)
{
	const struct Model *model = e->model->model;
	size_t next = 0;
	for (int i = 0; i < model->bodies && eval_takes_q(e); i++) {
		const struct Joint *joint = model_listed(model, i)->joint;
		bool round = turns_round(model, joint);
		for (int k = 0; k < joint_nq(joint); k++, next++)
			if (strcmp(measure_joint_unit(joint->kind, k, MEASURE_COORDINATE), "rad") == 0)
				*ARENA_PUSH(&e->model->arena, &e->angles) =
					(struct Angle){ .input = next, .round = round, .last = NAN };
	}
}

static void warn_jump(struct Evaluation *e, struct Angle *angle, double jump, size_t line)
{
	eval_put_place(line, SEVERITY_WARNING);
	fprintf(stderr,
	        "%s jumps by %.3g rad from the row before, more than half a turn: --unwrap takes whole turns out\n",
	        text_shown(e->line.arena, e->wanted.item[angle->input]), jump);
	angle->told = true;
}

/* Rows with NaN are ignored: the next angle is compared with the last finite angle. */
void eval_follow_angles(struct Evaluation *e, size_t line)
{
	for (size_t i = 0; i < e->angles.count; i++) {
		struct Angle *angle = &e->angles.item[i];
		double *q = &e->row[angle->input], jump = *q - angle->last;
		if (e->options->unwrap && isfinite(jump))
			*q -= turn * nearbyint(jump / turn);
		else if (angle->round && !angle->told && isfinite(jump) && fabs(jump) > turn / 2)
			warn_jump(e, angle, jump, line);
		if (isfinite(*q))
			angle->last = *q;
	}
}
