/* The state in which a robot with loops is written: MuJoCo and SDFormat take the ends of a loop from the state of the file.
 * Called by the writers of both. Memory is the model's. */
#ifndef RIGIDC_EXPORT_LOOPS_H
#define RIGIDC_EXPORT_LOOPS_H

#include "robot.h"

struct LoopEnd;

/* Moves a robot to a state that closes its loops: from its first pose, or from 0. `zero`: 0 is taken if it closes them. Quaternions
 * stay at rest. Reports a loop that stays open. Returns whether all are closed. Without loops nothing moves. */
bool export_close(struct Robot *robot, const struct ExportLoss *loss, bool zero);
/* Position of a joint at a state of its leader. */
double robot_power(const struct RobotJoint *joint, double leader);
/* Reports a loop whose kind the format does not have. */
void export_lose_kind(const struct ExportLoss *loss, const struct Loop *loop);
/* The moving frame of a joint at its position, where the joint before it has brought `at`. */
struct Pose robot_moved(const struct Pose *at, const struct RobotJoint *joint);
/* Frame of an end of a loop, in its body; in the world, in the state of the file. */
struct Pose robot_end(const struct Robot *robot, const struct LoopEnd *end);
struct Pose robot_end_place(const struct Robot *robot, const struct LoopEnd *end);
/* The place of a body in its parent at the positions of its joints; frame of joint k likewise, before its own motion. */
struct Pose robot_place(const struct Robot *robot, const struct RobotBody *body);
struct Pose robot_frame(const struct Robot *robot, const struct RobotBody *body, int k);

#endif
