/* Named poses of a model.
 * Made by the checker; read by printers and commands. All memory is the arena's. */
#ifndef RIGIDC_MODEL_POSE_H
#define RIGIDC_MODEL_POSE_H

#include "grammar/ast.h"

/* Named state of rest. */
struct ModelPose {
	struct Ident name;
	const char *doc; /* NULL, or lines */
	double *q;       /* nq numbers; they close the loops once the pose is checked */
	double *written; /* nq numbers as they are in the model, before loops are closed */
	bool *named;     /* by body: it gives the joint a position */
	bool *held;      /* by body: the joint stays there while others close the loops */
	double *solved;  /* by body, JOINT_V numbers each: the position of a joint in a closed form */
};

#endif
