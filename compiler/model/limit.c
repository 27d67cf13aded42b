#include "limit.h"

#include <math.h>

#include "joint.h"
#include "body.h"

const struct LimitInfo limit_table[LIMITS] = {
	[LIMIT_OF_LOWER] = { "LOWER", false },
	[LIMIT_OF_UPPER] = { "UPPER", false },
	[LIMIT_OF_EFFORT] = { "EFFORT", true },
	[LIMIT_OF_SPEED] = { "SPEED", true },
};

/* Limits of a joint, or NULL. */
static const Ref *numbers(const struct Joint *joint, enum Limit limit)
{
	switch (limit) {
	case LIMIT_OF_LOWER: return joint->limited ? &joint->lower : NULL;
	case LIMIT_OF_UPPER: return joint->limited ? &joint->upper : NULL;
	case LIMIT_OF_EFFORT: return joint->effort_limited ? joint->effort : NULL;
	default: return joint->speed_limited ? joint->speed : NULL;
	}
}

bool joint_has_limit(const struct Joint *joint, enum Limit limit)
{
	return numbers(joint, limit) != NULL;
}

double joint_limit(const struct Dag *dag, const struct Joint *joint, enum Limit limit, int k)
{
	const Ref *number = numbers(joint, limit);
	if (number)
		return dag_value(dag, number[k]);
	return limit == LIMIT_OF_LOWER ? -INFINITY : INFINITY;
}

void model_limits(const struct Model *model, enum Limit limit, double *out)
{
	bool velocities = limit_table[limit].of_velocities;
	for (int i = 0; i < model->bodies; i++) {
		const struct Joint *joint = model->body[i].joint;
		double *own = out + (velocities ? joint->v : joint->q);
		for (int k = 0; k < (velocities ? joint_nv(joint) : joint_nq(joint)); k++)
			own[k] = joint_limit(model->dag, joint, limit, k);
	}
}
