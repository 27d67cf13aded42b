#include "meaning.h"

#include <string.h>

/* Attributes without a row mean nothing, and get a note. Attributes with a prefix, drake:acceleration, belong to other
 * tools. Of several attributes with the same meaning the earlier row counts. */
static const struct {
	enum UrdfPart inside;
	const char *name;
	enum UrdfMeaning meaning;
} rows[] = {
	{ URDF_ROBOT, "version", MEANS_NO_DYNAMICS },
	{ URDF_LIMIT, "acceleration", MEANS_NO_DYNAMICS },
	{ URDF_LIMIT, "jerk", MEANS_NO_DYNAMICS },
	{ URDF_LIMIT, "current", MEANS_NO_DYNAMICS },
	{ URDF_LIMIT, "command_effort", MEANS_NO_DYNAMICS },
	{ URDF_LIMIT, "gear_velocity", MEANS_NO_DYNAMICS },
	{ URDF_DYNAMICS, "armature", MEANS_ROTOR },
	{ URDF_DYNAMICS, "rotor_inertia", MEANS_ROTOR },
	{ URDF_DYNAMICS, "gear_ratio", MEANS_RATIO },
	{ URDF_DYNAMICS, "stiffness", MEANS_SPRING },
	{ URDF_DYNAMICS, "spring_stiffness", MEANS_SPRING },
	{ URDF_DYNAMICS, "K", MEANS_SPRING },
	{ URDF_DYNAMICS, "spring_reference", MEANS_NO_DYNAMICS },
	{ URDF_DYNAMICS, "mu_viscous", MEANS_DAMPING },
	{ URDF_DYNAMICS, "viscous", MEANS_DAMPING },
	{ URDF_DYNAMICS, "D", MEANS_DAMPING },
	{ URDF_DYNAMICS, "mu_coulomb", MEANS_FRICTION },
	{ URDF_DYNAMICS, "coulomb", MEANS_FRICTION },
	{ URDF_DYNAMICS, "mu_static", MEANS_FRICTION },
	{ URDF_DYNAMICS, "frictionloss", MEANS_FRICTION },
	{ URDF_DYNAMICS, "springref", MEANS_NO_DYNAMICS },
	{ URDF_AXIS, "rpy", MEANS_DIRECTION },
	{ URDF_JOINT, "axis", MEANS_DIRECTION },
	{ URDF_ORIGIN, "quat_xyzw", MEANS_DIRECTION },
	{ URDF_ORIGIN, "quat", MEANS_DIRECTION },
	{ URDF_INERTIAL_ORIGIN, "quat_xyzw", MEANS_DIRECTION },
	{ URDF_INERTIAL_ORIGIN, "quat", MEANS_DIRECTION },
	{ URDF_LINK, "mass", MEANS_ELSEWHERE },
	{ URDF_INERTIAL, "mass", MEANS_ELSEWHERE },
	{ URDF_JOINT, "damping", MEANS_ELSEWHERE },
	{ URDF_JOINT, "friction", MEANS_ELSEWHERE },
	{ URDF_JOINT, "frictionloss", MEANS_ELSEWHERE },
	{ URDF_JOINT, "armature", MEANS_ELSEWHERE },
	{ URDF_JOINT, "stiffness", MEANS_ELSEWHERE },
	{ URDF_LIMIT, "damping", MEANS_ELSEWHERE },
	{ URDF_LIMIT, "friction", MEANS_ELSEWHERE },
	{ URDF_INERTIA, "iyx", MEANS_IXY },
	{ URDF_INERTIA, "izx", MEANS_IXZ },
	{ URDF_INERTIA, "izy", MEANS_IYZ },
};

enum UrdfMeaning urdf_meaning(enum UrdfPart part, const char *name)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].inside == part && strcmp(rows[i].name, name) == 0)
			return rows[i].meaning;
	return strchr(name, ':') || strcmp(name, "xmlns") == 0 ? MEANS_NO_DYNAMICS : MEANS_NOTHING;
}

const char *urdf_meant(enum UrdfMeaning meaning, size_t *row)
{
	while (*row < sizeof rows / sizeof *rows && rows[*row].meaning != meaning)
		++*row;
	return *row < sizeof rows / sizeof *rows ? rows[(*row)++].name : NULL;
}
