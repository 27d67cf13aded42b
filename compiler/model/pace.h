/* Rates of motions: by the slopes of their values, or for joints of closed forms as these give them. Called for lines and by the
 * canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_PACE_H
#define RIGIDC_PACE_H

#include "model.h"

/* Rate and acceleration of a value that depends on the joint's coordinates. */
Ref joint_rate(struct Dag *dag, const struct Joint *joint, Ref y);
Ref joint_acceleration(struct Dag *dag, const struct Joint *joint, Ref y);

#endif
