/* Numbers of joints that a format does not have: armature, limits of speed and others, by the table model/joint_numbers.def.
 * Called by export for every format. Memory is the model's. */
#ifndef RIGIDC_EXPORT_JOINT_NUMBERS_H
#define RIGIDC_EXPORT_JOINT_NUMBERS_H

#include "robot.h"

/* Reports each number of a joint that the format lacks: an error (--lossy: a warning) if the robot moves otherwise without it, else
 * one note for all joints. Counts the others as written. */
void export_joint_numbers(const struct Robot *robot, const struct ExportLoss *loss);

#endif
