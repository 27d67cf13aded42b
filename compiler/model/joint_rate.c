#include "joint_rate.h"

#include "joint.h"

/* The coordinate whose value is y or -y, if the joint has rates of its own; else -1. */
static int paced_coordinate(const struct Joint *joint, Ref y)
{
	for (int k = 0; k < joint->kind->nv && joint->rates_given; k++)
		if (ref_node(joint->value[k]) == ref_node(y))
			return k;
	return -1;
}

Ref joint_rate(struct Dag *dag, const struct Joint *joint, Ref y)
{
	int k = paced_coordinate(joint, y);
	if (k < 0)
		return coordinate_rate(dag, joint->on, joint->ons, y);
	return joint->rate[k] ^ ((joint->value[k] ^ y) & 1);
}

Ref joint_acceleration(struct Dag *dag, const struct Joint *joint, Ref y)
{
	int k = paced_coordinate(joint, y);
	if (k < 0)
		return coordinate_acceleration(dag, joint->on, joint->ons, y);
	return joint->acceleration[k] ^ ((joint->value[k] ^ y) & 1);
}
