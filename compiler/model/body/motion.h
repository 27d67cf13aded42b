/* Motions of joints: the elementary motions of their kinds for their coordinates; passive forces. Called by the
 * checker, at the end. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_MOTION_H
#define RIGIDC_MODEL_BODY_MOTION_H

#include "model/expression/evaluate.h"
#include "model/model.h"

/* Checks the blocks of joint definitions; a mistake is reported once, not for every joint of the kind. */
void motions_check(const struct JointKinds *kinds, struct Diags *diags);
struct Motions {
	const struct Motion *item;
	int count;
	bool sound; /* each has a value */
};
/* Motions of a defined joint as functions of placeholders for its coordinates, without diagnostics. */
struct Motions motions_for_any(struct Scope *scope, const struct Joint *joint);
/* Both require numbered coordinates, and values of coupled ones (couple.h). motions_define makes the motions of a
 * joint, unless the joint has them already; motions_give makes its passive forces too. */
void motions_define(struct Scope *scope, struct Joint *joint, bool moves);
void motions_give(struct Scope *scope, struct Joint *joint, bool moves);
/* Checks the passive force in a trial model (model/part/unsure.h), with arbitrary coordinates. */
void passive_try(struct Scope *scope, const struct Unsure *unsure, struct Joint *joint);

#endif
