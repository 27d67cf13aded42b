/* Actuators of MJCF: the largest force of a joint.
 * Called by mjcf.c and chain.c. */
#ifndef RIGIDC_MJCF_ACTUATOR_H
#define RIGIDC_MJCF_ACTUATOR_H

#include "model.h"

/* Finds the actuator of each joint, and reports unknown joints. */
void mj_actuators_read(struct Mjcf *m);
/* Largest force or torque of a joint, from `actuatorfrcrange` or its one actuator; false: unlimited. */
bool mj_effort(struct Mjcf *m, int joint, struct Figure *effort);

#endif
