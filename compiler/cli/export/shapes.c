#include "export.h"

#include <math.h>
#include <string.h>

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

static void take_form(const struct Dag *dag, const struct SolidPart *part, double least, struct Shape *shape)
{
	const struct ShapeKindInfo *info = &shape_kind_table[part->form->kind];
	struct Pose turn = pose_identity;
	double axis[3];
	shape->kind = part->form->kind;
	dag_default_values(dag, part->R.e[0], 9, shape->at.R[0]);
	for (int i = 0; i < info->sizes; i++)
		shape->size[i] = fmax(dag_default_value(dag, part->form->size[i]), least);
	if (!info->round)
		return;
	dag_default_values(dag, part->axis.e, 3, axis);
	rotation_from_z(axis, turn.R);
	shape->at = pose_compose(&shape->at, &turn);
}

bool shape_of_solid(const struct Dag *dag, const struct SolidPart *part, double least, struct Shape *shape)
{
	const double mass = dag_default_value(dag, part->mass);
	double J[3][3], moment[3];
	*shape = (struct Shape){ .seen = true, .touches = true };
	dag_default_values(dag, part->centre.e, 3, shape->at.p);
	if (!(mass > 0))
		return false;
	if (part->form) {
		take_form(dag, part, least, shape);
		return true;
	}
	dag_default_values(dag, part->inertia.e[0], 9, J[0]);
	principal_axes(J, moment, shape->at.R);
	give_size(shape, mass, moment, least);
	return true;
}

static struct Shape mark_of(const struct Robot *robot, const struct RobotBody *body)
{
	struct Shape shape = { .kind = SHAPE_SPHERE, .seen = true, .size = { robot->size / 40 }, .at = pose_identity };
	memcpy(shape.at.p, body->com, sizeof shape.at.p);
	return shape;
}

static bool is_mirrored(const struct Shape *shape)
{
	return shape->kind == SHAPE_MESH && shape->size[0] * shape->size[1] * shape->size[2] < 0;
}

static void count(size_t *counted, struct Span *first, struct Span span)
{
	if ((*counted)++ == 0)
		*first = span;
}

/* URDF has no capsules and ellipsoids. */
static void count_simplified(const struct ExportLoss *loss, const struct Shape *shape, struct Span span)
{
	if (loss->id == EXPORT_URDF && (shape->kind == SHAPE_CAPSULE || shape->kind == SHAPE_ELLIPSOID))
		count(&loss->counts->simplified, &loss->counts->simplified_at, span);
}

/* Gives a size to those that are 0, which MuJoCo does not take; half of it is what MJCF has. */
static bool thicken(struct Shape *shape)
{
	const double least = 2e-15;
	bool flat = false;
	for (int i = 0; i < shape_kind_table[shape->kind].sizes && shape->kind != SHAPE_MESH; i++)
		if (!(shape->size[i] >= least)) {
			shape->size[i] = least;
			flat = true;
		}
	return flat;
}

/* The shapes that the model gives, but for files with names that XML cannot have. */
static void take_own(const struct ExportLoss *loss, const struct Body *body, struct Shapes *shapes)
{
	struct ExportCounts *counts = loss->counts;
	for (const struct BodyShape *one = body->shapes; one; one = one->next) {
		if (one->shape.file && !xml_can_have(one->shape.file)) {
			export_lost(loss, one->stmt->name.span, body->within, "name with such bytes");
			continue;
		}
		struct Shape *shape = &shapes->item[shapes->count++];
		*shape = one->shape;
		if (shape->name && !xml_can_have(shape->name))
			shape->name = NULL;
		if (is_mirrored(shape))
			count(&counts->mirrored, &counts->mirrored_at, one->stmt->span);
		if (loss->id == EXPORT_MJCF && shape->file && strstr(shape->file, "://"))
			count(&counts->foreign, &counts->foreign_at, one->stmt->span);
		if (loss->id == EXPORT_MJCF && thicken(shape))
			count(&counts->flat, &counts->flat_at, one->stmt->span);
		count_simplified(loss, shape, one->stmt->span);
	}
	counts->written[EXPORT_KIND_SHAPE] += (size_t)shapes->count;
}

static void take_solids(const struct Robot *robot, const struct ExportLoss *loss, const struct SolidList *solids,
                        struct Shapes *shapes)
{
	for (size_t i = 0; i < solids->count; i++) {
		const bool seen = shape_of_solid(robot->model->dag, &solids->item[i], robot->size / 1000,
		                                 &shapes->item[shapes->count]);
		if (seen)
			count_simplified(loss, &shapes->item[shapes->count], solids->item[i].span);
		shapes->count += seen;
		if (!seen && !loss->counts->hole.end)
			loss->counts->hole = solids->item[i].span;
	}
	loss->counts->written[EXPORT_KIND_SOLID] += (size_t)shapes->count;
}

struct Shapes shapes_of(const struct Robot *robot, const struct ExportLoss *loss, const struct RobotBody *body)
{
	const struct SolidList *solids = &body->body->solids;
	size_t own = 0;
	for (const struct BodyShape *one = body->body->shapes; one; one = one->next)
		own++;
	struct Shapes shapes = { ARENA_ARRAY(robot->model->arena, struct Shape, own + solids->count + 1), 0 };
	take_own(loss, body->body, &shapes);
	if (shapes.count)
		loss->counts->written[EXPORT_KIND_SOLID] += solids->count; /* other shapes show them */
	else if (body->mass > 0)
		take_solids(robot, loss, solids, &shapes);
	if (!shapes.count && body->mass > 0) {
		shapes.item[shapes.count++] = mark_of(robot, body);
		loss->counts->marks++;
	}
	return shapes;
}

struct Shape shape_simplified(struct Shape shape)
{
	if (shape.kind == SHAPE_CAPSULE) {
		shape.kind = SHAPE_CYLINDER;
		shape.size[1] += 2 * shape.size[0];
	} else if (shape.kind == SHAPE_ELLIPSOID) {
		shape.kind = SHAPE_BOX;
		for (int i = 0; i < SHAPE_SIZES; i++)
			shape.size[i] *= 2;
	}
	return shape;
}

bool shape_is_same(const struct Shape *a, const struct Shape *b)
{
	return a->kind == b->kind && memcmp(a->size, b->size, sizeof a->size) == 0 &&
	       memcmp(&a->at, &b->at, sizeof a->at) == 0 && (!a->file || strcmp(a->file, b->file) == 0);
}
