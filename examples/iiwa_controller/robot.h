/* The arm that is controlled. Here it is simulated; on a robot these two speak to encoders and drives. */
#ifndef ROBOT_H
#define ROBOT_H

#include "controller.h"

void robot_read(float q[JOINTS], float qd[JOINTS]);

/* for one tick */
void robot_drive(const float tau[JOINTS]);

#endif
