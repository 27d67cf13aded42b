/* Functions of the language that give placements. Called through the table of builtin.c. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_PLACING_H
#define RIGIDC_MODEL_EXPRESSION_PLACING_H

#include "applied.h"

struct Value placing_rx(const struct Call *call);
struct Value placing_ry(const struct Call *call);
struct Value placing_rz(const struct Call *call);
struct Value placing_rpy(const struct Call *call);
struct Value placing_axis_angle(const struct Call *call);
struct Value placing_quaternion(const struct Call *call);
struct Value placing_rotation(const struct Call *call);
struct Value placing_mdh(const struct Call *call);
struct Value placing_dh(const struct Call *call);

#endif
