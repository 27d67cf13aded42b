/* Bodies, their joints and frames: statements to what the model holds.
 * Called by the checker in the order of the text. Memory is the arena's. */
#ifndef RIGIDC_MODEL_CHECK_DECLARE_H
#define RIGIDC_MODEL_CHECK_DECLARE_H

#include "model/part/copies.h"
#include "model/part/property.h"

struct Declaring {
	struct Scope *scope;
	struct Model *model;
	struct Resolver *resolver;
	struct Copies copies;
	struct JointNumbers *zeros;             /* of all joints without properties */
	const struct Stmt *seen[PROPERTY_MOST]; /* properties of the model */
};

/* Declares a body, a frame, or a property of the model. */
void declare_item(struct Declaring *d, const struct Item *item);

#endif
