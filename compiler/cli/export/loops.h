/* The state in which a robot with loops is written: MuJoCo takes the ends of a loop from the state of the file.
 * Called by the writer of MJCF. Memory is the model's. */
#ifndef RIGIDC_EXPORT_LOOPS_H
#define RIGIDC_EXPORT_LOOPS_H

#include "robot.h"

/* Moves a robot to a state that closes its loops: from its first pose, or from 0. Quaternions stay at rest. Reports a loop that
 * stays open. Returns whether all are closed. Without loops nothing moves. */
bool export_close(struct Robot *robot, const struct ExportLoss *loss);
/* Position of a joint at a state of its leader. */
double robot_power(const struct RobotJoint *joint, double leader);
/* The place of a body in its parent at the positions of its joints; frame of joint k likewise, before its own motion. */
struct Pose robot_place(const struct Robot *robot, const struct RobotBody *body);
struct Pose robot_frame(const struct Robot *robot, const struct RobotBody *body, int k);

#endif
