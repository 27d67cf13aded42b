#include "export.h"

#include <math.h>

#include "base/principal.h"
#include "dag/default_values.h"
#include "model/body.h"

/* Is a moment equal to another, but for rounding? */
static bool is_equal(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

/* The axis that two equal moments lie across; 3: all are equal; -1: all differ. */
static int odd_axis(const double moment[3])
{
	int equal = 0, odd = -1;
	for (int i = 0; i < 3; i++)
		if (is_equal(moment[(i + 1) % 3], moment[(i + 2) % 3])) {
			equal++;
			odd = i;
		}
	return equal >= 2 ? 3 : odd;
}

/* The same axes, but z is axis k. */
static void turn_to_z(struct Pose *axes, int k)
{
	const struct Pose was = *axes;
	for (int row = 0; row < 3; row++)
		for (int i = 0; i < 3; i++)
			axes->R[row][i] = was.R[row][(k + 1 + i) % 3];
}

/* A square of a length: roundings may make it negative, and a shape has some thickness. */
static double root(double square, double least)
{
	return fmax(square > 0 ? sqrt(square) : 0, least);
}

/* Box:      J_i = m (b^2 + c^2) / 12, so a^2 = 6 (J_j + J_k - J_i) / m
 * cylinder: A = m r^2 / 2, T = m (r^2 / 4 + l^2 / 12)
 * ball:     J = 2/5 m r^2 */
static void give_size(struct Shape *shape, double mass, const double moment[3], double least)
{
	const int odd = odd_axis(moment);
	const double J = moment[odd == 3 || odd < 0 ? 0 : odd], T = moment[odd < 0 ? 0 : (odd + 1) % 3];
	const double round = 2 * J / mass;
	if (odd == 3) {
		shape->kind = SHAPE_SPHERE;
		shape->size[0] = root(2.5 * J / mass, least);
	} else if (odd >= 0 && 12 * T / mass >= 3 * round) {
		shape->kind = SHAPE_CYLINDER;
		shape->size[0] = root(round, least);
		shape->size[1] = root(12 * T / mass - 3 * round, least);
		turn_to_z(&shape->at, odd);
	} else {
		shape->kind = SHAPE_BOX;
		for (int i = 0; i < 3; i++)
			shape->size[i] =
				root(6 * (moment[(i + 1) % 3] + moment[(i + 2) % 3] - moment[i]) / mass, least);
	}
}

/* False for a hole. */
static bool shape_of_solid(const struct Robot *robot, const struct SolidPart *part, struct Shape *shape)
{
	const struct Dag *dag = robot->model->dag;
	const double mass = dag_default_value(dag, part->mass);
	double J[3][3], moment[3];
	dag_default_values(dag, part->inertia.e[0], 9, J[0]);
	principal_axes(J, moment, shape->at.R);
	dag_default_values(dag, part->centre.e, 3, shape->at.p);
	shape->solid = true;
	if (mass > 0)
		give_size(shape, mass, moment, robot->size / 1000);
	return mass > 0;
}

static struct Shape mark_of(const struct Robot *robot, const struct RobotBody *body)
{
	struct Shape shape = { .kind = SHAPE_SPHERE, .size = { robot->size / 40 }, .at = pose_identity };
	for (int i = 0; i < 3; i++)
		shape.at.p[i] = body->com[i];
	return shape;
}

struct Shapes shapes_of(const struct Robot *robot, const struct ExportLoss *loss, const struct RobotBody *body)
{
	const struct SolidList *solids = &body->body->solids;
	struct Shapes shapes = { ARENA_ARRAY(robot->model->arena, struct Shape, solids->count + 1), 0 };
	for (size_t i = 0; i < solids->count; i++) {
		const bool seen = shape_of_solid(robot, &solids->item[i], &shapes.item[shapes.count]);
		shapes.count += seen;
		if (!seen && !loss->counts->hole.end)
			loss->counts->hole = solids->item[i].span;
	}
	loss->counts->written[EXPORT_KIND_SOLID] += (size_t)shapes.count;
	if (!shapes.count && body->mass > 0) {
		shapes.item[shapes.count++] = mark_of(robot, body);
		loss->counts->marks++;
	}
	return shapes;
}
