/* Rates and accelerations of motions: by the slopes of their values, or as closed forms give them to the joint. Called
 * for lines and by the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_JOINT_RATE_H
#define RIGIDC_JOINT_RATE_H

#include "model.h"

/* Rate and acceleration of a value that depends on the joint's coordinates. */
Ref joint_rate(struct Dag *dag, const struct Joint *joint, Ref y);
Ref joint_acceleration(struct Dag *dag, const struct Joint *joint, Ref y);

#endif
