#include "join_fixed.h"

#include <string.h>

#include "base/principal.h"
#include "cli/joined_mass.h"
#include "principal.h"

static bool is_solid(const struct RobotBody *body)
{
	double moment[3], R[3][3];
	principal_axes(body->inertia, moment, R);
	return principal_settle(moment);
}

static struct MassParts parts_of(struct RobotBody *body)
{
	return (struct MassParts){ &body->mass, body->com, body->inertia };
}

void export_join_fixed(struct Robot *robot, const struct ExportLoss *loss)
{
	for (int i = robot->bodies - 1; i >= 0; i--) {
		struct RobotBody *body = &robot->body[i];
		if (body->joints > 0 || body->parent < 0 || is_solid(body))
			continue;
		struct RobotBody *carrier = &robot->body[body->parent];
		joined_mass_add(parts_of(carrier), parts_of(body), &body->then);
		body->mass = 0;
		memset(body->com, 0, sizeof body->com);
		memset(body->inertia, 0, sizeof body->inertia);
		export_dropped(loss, body->body->inertia_span,
		               "the mass of '%s' is that of '%s', since no solid body has its inertia alone",
		               body->name, carrier->name);
	}
}
