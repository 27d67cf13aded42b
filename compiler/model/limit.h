/* Limits of joints: of position, force and speed, for controllers. No computation uses them. Read by printers of
 * constants, `info` and the library. Memory is the caller's. */
#ifndef RIGIDC_LIMIT_H
#define RIGIDC_LIMIT_H

#include "model.h"

enum Limit { LIMIT_OF_LOWER, LIMIT_OF_UPPER, LIMIT_OF_EFFORT, LIMIT_OF_SPEED, LIMITS };

struct LimitInfo {
	const char *name;   /* PREFIX_LIMIT_NAME in generated code */
	bool of_velocities; /* a limit for each velocity, else for each coordinate */
};
extern const struct LimitInfo limit_table[LIMITS];

/* Limit of coordinate or velocity k of a joint, in SI units; infinite without a limit. */
double joint_limit(const struct Dag *dag, const struct Joint *joint, enum Limit limit, int k);
/* Has the joint this limit? */
bool joint_has_limit(const struct Joint *joint, enum Limit limit);

/* Limits of a model by its coordinates, nq numbers, or its velocities, nv. Locked and coupled joints have no
 * entries. */
void model_limits(const struct Model *model, enum Limit limit, double *out);

#endif
