#include "meaning.h"

#include <string.h>

/* Attributes without a row mean nothing, and get a note. Attributes with a prefix, drake:acceleration, belong to other
 * tools. Of several attributes with the same meaning the earlier row counts. */
static const struct {
	enum UrdfPart inside;
	const char *name;
	enum UrdfMeaning meaning;
	const char *help; /* how URDF has it, or NULL */
} rows[] = {
	{ URDF_ROBOT, "version", MEANS_NO_DYNAMICS, NULL },
	{ URDF_LIMIT, "acceleration", MEANS_NO_DYNAMICS, NULL },
	{ URDF_LIMIT, "jerk", MEANS_NO_DYNAMICS, NULL },
	{ URDF_LIMIT, "current", MEANS_NO_DYNAMICS, NULL },
	{ URDF_LIMIT, "command_effort", MEANS_NO_DYNAMICS, NULL },
	{ URDF_LIMIT, "gear_velocity", MEANS_NO_DYNAMICS, NULL },
	{ URDF_DYNAMICS, "armature", MEANS_ROTOR, NULL },
	{ URDF_DYNAMICS, "rotor_inertia", MEANS_ROTOR, NULL },
	{ URDF_DYNAMICS, "gear_ratio", MEANS_RATIO, NULL },
	{ URDF_DYNAMICS, "stiffness", MEANS_SPRING, NULL },
	{ URDF_DYNAMICS, "spring_stiffness", MEANS_SPRING, NULL },
	{ URDF_DYNAMICS, "K", MEANS_SPRING, NULL },
	{ URDF_DYNAMICS, "spring_reference", MEANS_NO_DYNAMICS, NULL },
	{ URDF_DYNAMICS, "mu_viscous", MEANS_DAMPING, NULL },
	{ URDF_DYNAMICS, "viscous", MEANS_DAMPING, NULL },
	{ URDF_DYNAMICS, "D", MEANS_DAMPING, NULL },
	{ URDF_DYNAMICS, "mu_coulomb", MEANS_FRICTION, NULL },
	{ URDF_DYNAMICS, "coulomb", MEANS_FRICTION, NULL },
	{ URDF_DYNAMICS, "mu_static", MEANS_FRICTION, NULL },
	{ URDF_DYNAMICS, "frictionloss", MEANS_FRICTION, NULL },
	{ URDF_DYNAMICS, "springref", MEANS_NO_DYNAMICS, NULL },
	{ URDF_AXIS, "rpy", MEANS_DIRECTION,
	  "an <axis> has xyz alone: what turns it is rpy in the <origin> of the joint" },
	{ URDF_JOINT, "axis", MEANS_DIRECTION, "the axis is an element in the joint: <axis xyz=\"0 0 1\"/>" },
	{ URDF_ORIGIN, "quat_xyzw", MEANS_DIRECTION, "an <origin> turns by rpy: roll, pitch and yaw in radians" },
	{ URDF_ORIGIN, "quat", MEANS_DIRECTION, "an <origin> turns by rpy: roll, pitch and yaw in radians" },
	{ URDF_INERTIAL_ORIGIN, "quat_xyzw", MEANS_DIRECTION,
	  "an <origin> turns by rpy: roll, pitch and yaw in radians" },
	{ URDF_INERTIAL_ORIGIN, "quat", MEANS_DIRECTION, "an <origin> turns by rpy: roll, pitch and yaw in radians" },
	{ URDF_LINK, "mass", MEANS_ELSEWHERE,
	  "the mass is an element: <inertial><mass value=\"...\"/> with an <inertia>" },
	{ URDF_INERTIAL, "mass", MEANS_ELSEWHERE, "the mass is an element: <mass value=\"...\"/>" },
	{ URDF_JOINT, "damping", MEANS_ELSEWHERE,
	  "the damping is in an element of the joint: <dynamics damping=\"...\"/>" },
	{ URDF_JOINT, "friction", MEANS_ELSEWHERE,
	  "the friction is in an element of the joint: <dynamics friction=\"...\"/>" },
	{ URDF_JOINT, "frictionloss", MEANS_ELSEWHERE,
	  "the friction is in an element of the joint: <dynamics friction=\"...\"/>" },
	{ URDF_JOINT, "armature", MEANS_ELSEWHERE,
	  "the armature is in an element of the joint: <dynamics armature=\"...\"/>" },
	{ URDF_JOINT, "stiffness", MEANS_ELSEWHERE,
	  "URDF has no springs: `rigidc import` the robot and write `spring EXPR at REST` into the joint" },
	{ URDF_LIMIT, "damping", MEANS_ELSEWHERE,
	  "the damping is in an element of the joint: <dynamics damping=\"...\"/>" },
	{ URDF_LIMIT, "friction", MEANS_ELSEWHERE,
	  "the friction is in an element of the joint: <dynamics friction=\"...\"/>" },
	{ URDF_INERTIA, "iyx", MEANS_IXY, NULL },
	{ URDF_INERTIA, "izx", MEANS_IXZ, NULL },
	{ URDF_INERTIA, "izy", MEANS_IYZ, NULL },
};

enum UrdfMeaning urdf_meaning(enum UrdfPart part, const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].inside == part && strcmp(rows[i].name, name) == 0)
			return rows[i].meaning;
	return strchr(name, ':') || strcmp(name, "xmlns") == 0 ? MEANS_NO_DYNAMICS : MEANS_NOTHING;
}

const char *urdf_meaning_help(enum UrdfPart part, const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].inside == part && strcmp(rows[i].name, name) == 0)
			return rows[i].help;
	return NULL;
}

const char *urdf_meant(enum UrdfMeaning meaning, size_t *row)
{
	while (*row < sizeof rows / sizeof *rows && rows[*row].meaning != meaning)
		++*row;
	return *row < sizeof rows / sizeof *rows ? rows[(*row)++].name : NULL;
}
