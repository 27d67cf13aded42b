#include "joint.h"

#include <string.h>

const struct JointKind joint_table[] = {
	{
		.name = "revolute", .summary = "turns about an axis; q is the angle",
		.parameter = { "axis" }, .parameters = 1, .nq = 1, .nv = 1,
		.step = { { MOTION_ROTATE, 0, 0 } },
		.q = { { "", "rad" } }, .v = { { "", "rad/s" } },
	},
	{
		.name = "prismatic", .summary = "slides along an axis; q is the distance",
		.parameter = { "axis" }, .parameters = 1, .nq = 1, .nv = 1,
		.step = { { MOTION_TRANSLATE, 0, 0 } },
		.q = { { "", "m" } }, .v = { { "", "m/s" } },
	},
	{
		.name = "fixed", .summary = "does not move; the body is merged into its carrier",
	},
	{
		.name = "free",
		.summary = "moves in every way; q = (x y z, qx qy qz qw), velocity = (v, w) in body axes",
		.nq = 7, .nv = 6,
		.step = { { MOTION_FREE, 0, 0 } },
		.q = { { "_x", "m" }, { "_y", "m" }, { "_z", "m" },
		       { "_qx", "1" }, { "_qy", "1" }, { "_qz", "1" }, { "_qw", "1" } },
		.v = { { "_vx", "m/s" }, { "_vy", "m/s" }, { "_vz", "m/s" },
		       { "_wx", "rad/s" }, { "_wy", "rad/s" }, { "_wz", "rad/s" } },
	},
};
const size_t joint_count = sizeof joint_table / sizeof *joint_table;

const struct JointKind *joint_find(const char *name)
{
	for (size_t i = 0; i < joint_count; i++)
		if (strcmp(joint_table[i].name, name) == 0)
			return &joint_table[i];
	return NULL;
}
