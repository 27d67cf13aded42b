#include "joint.h"

bool joint_beyond(const struct Dag *dag, const struct Joint *joint, double q)
{
	return q < dag_value(dag, joint->lower) || q > dag_value(dag, joint->upper);
}

bool joint_has_no_effort(const struct Dag *dag, const struct Joint *joint)
{
	return joint->effort_limited && dag_all(dag, dag_is_zero, joint->effort, joint->kind->nv);
}
