#include "export.h"

#include <string.h>

#include "base/principal.h"
#include "cli/joined_mass.h"
#include "model/body.h"

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

/* Gives the mass of a body to another at `at` in it. */
static void join(struct RobotBody *to, struct RobotBody *from, const struct Pose *at, const struct ExportLoss *loss)
{
	const struct MassParts sum = parts_of(to), part = parts_of(from);
	joined_mass_add(sum, part, at);
	from->mass = 0;
	memset(from->com, 0, sizeof from->com);
	memset(from->inertia, 0, sizeof from->inertia);
	export_dropped(loss, from->body->inertia_span,
	               "the mass of '%s' is that of '%s', since no solid body has the inertia of each alone",
	               from->name, to->name);
}

/* The body by whose joint a body moves: its nearest ancestor with a joint, or itself; without any the one on the
 * world. */
static int mover(const struct Robot *robot, int body)
{
	while (robot->body[body].joints == 0 && robot->body[body].parent >= 0)
		body = robot->body[body].parent;
	return body;
}

/* Can a body with all its fixed children be a solid? */
static bool is_solid_together(const struct Robot *robot, int body)
{
	struct RobotBody sum = robot->body[body];
	for (int i = body + 1; i < robot->bodies; i++) {
		struct RobotBody other = robot->body[i];
		const struct Pose at = pose_relative(&sum.home, &other.home);
		const struct MassParts to = parts_of(&sum), from = parts_of(&other);
		if (mover(robot, i) == body)
			joined_mass_add(to, from, &at);
	}
	return is_solid(&sum);
}

/* Joins the masses of fixed children with a body that no solid can be, if both together can. */
static void take_fixed(struct Robot *robot, int body, const struct ExportLoss *loss)
{
	struct RobotBody *to = &robot->body[body];
	if (is_solid(to) || mover(robot, body) != body || !is_solid_together(robot, body))
		return;
	for (int i = body + 1; i < robot->bodies && !is_solid(to); i++) {
		const struct Pose at = pose_relative(&to->home, &robot->body[i].home);
		if (mover(robot, i) == body && robot->body[i].mass != 0)
			join(to, &robot->body[i], &at, loss);
	}
}

void export_join_fixed(struct Robot *robot, const struct ExportLoss *loss)
{
	for (int i = robot->bodies - 1; i >= 0; i--) {
		struct RobotBody *body = &robot->body[i];
		if (body->joints == 0 && body->parent >= 0 && !is_solid(body))
			join(&robot->body[body->parent], body, &body->then, loss);
	}
	for (int i = 0; i < robot->bodies; i++)
		take_fixed(robot, i, loss);
}
