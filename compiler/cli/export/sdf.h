/* Parts of an SDFormat file, and helpers that they share.
 * Called by export_sdf. Memory is the model's. */
#ifndef RIGIDC_EXPORT_SDF_H
#define RIGIDC_EXPORT_SDF_H

#include "export.h"
#include "base/text.h"

struct Sdf {
	const struct Robot *robot;
	const struct ExportLoss *loss;
	struct Text *out;
	struct Arena *arena;
	struct NameTable names; /* links, joints and frames share one name space */
	const char **joint;     /* by joint of the robot: its name there */
	struct Pose *place;     /* by body: in the model, joints at their positions */
};

/* --- joints of the tree (sdf_joints.c) --- */

/* The pitch of a screw in m/rad: a rotation and a translation along one line by one coordinate; 0: no screw. */
double sdf_pitch(const struct Robot *robot, const struct RobotBody *body);
/* A joint of `child`, whose frame is at `then` in the moving frame. `pitch` is 0, or that of a screw. */
void sdf_put_joint(struct Sdf *s, int number, const char *parent, const char *child, const struct Pose *then,
                   double pitch);

/* --- loops (sdf_loops.c) --- */

/* Joints whose child another joint carries. Requires a robot in a state that closes its loops, all joints of the tree
 * in the text. */
void sdf_loops(struct Sdf *s);

/* --- helpers --- */

/* The name, with `_joint` and underscores at the end until nothing else has the same. */
const char *sdf_unused(struct Sdf *s, const char *name);
/* Link of a body; -1: the world. */
const char *sdf_link(const struct Sdf *s, int body);
void sdf_put_pose(struct Sdf *s, const char *blanks, const struct Pose *at);
void sdf_put_value(struct Sdf *s, const char *name, double number);
/* The beginning of a joint between two links. */
void sdf_begin_joint(struct Sdf *s, const char *name, const char *type, const char *parent, const char *child);
/* The direction of an axis, in the axes of its joint. */
void sdf_put_direction(struct Sdf *s, const double along[3]);

#endif
