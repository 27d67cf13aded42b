/* What runs a thousand times a second. It knows no board: firmware and host call the same. */
#ifndef CONTROLLER_H
#define CONTROLLER_H

#include "iiwa14.h"

enum { JOINTS = IIWA14_NV, TICKS_PER_SECOND = 1000 };

/* Torques of this tick, N m, from measured angles and velocities. */
void controller(unsigned tick, const float q[JOINTS], const float qd[JOINTS], float tau[JOINTS]);

#endif
