/* The limits of joints: where they may be, what they may exert and how fast they may go, as a controller keeps to them.
 * Nothing is computed with them. Read by printers of constants, `info` and the library. Memory is the caller's. */
#ifndef RIGIDC_LIMIT_H
#define RIGIDC_LIMIT_H

#include "model.h"

enum Limit { LIMIT_OF_LOWER, LIMIT_OF_UPPER, LIMIT_OF_EFFORT, LIMIT_OF_SPEED, LIMITS };

struct LimitInfo {
	const char *name;       /* PREFIX_LIMIT_NAME in generated code */
	bool of_velocities;     /* one for each velocity, else for each coordinate */
};
extern const struct LimitInfo limit_table[LIMITS];

/* Of the k-th coordinate or velocity of a joint, in SI units; infinite where it has none. */
double joint_limit(const struct Dag *dag, const struct Joint *joint, enum Limit limit, int k);
/* Has the joint one? */
bool joint_has_limit(const struct Joint *joint, enum Limit limit);

/* Those of a model by its coordinates, nq numbers, or its velocities, nv. Joints that are locked or coupled have no place
 * among them. */
void model_limits(const struct Model *model, enum Limit limit, double *out);

#endif
