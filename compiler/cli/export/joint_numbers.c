#include "export.h"

#include <math.h>
#include <string.h>

#include "dag/default_values.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/joint_number.h"
#include "model/limit.h"

enum Cell {
	CELL_KEPT,
	CELL_EQUAL,
	CELL_WORLD,
	CELL_USUAL,
	CELL_RANGE,
	CELL_DRIVEN,
	CELL_POSITIVE,
	CELL_MARKED,
	CELL_NONE,
	CELL_WITH,
	CELL_NEVER
};

enum JointMotion { OF_ONE, OF_BALL, OF_FREE, JOINT_MOTIONS };

struct NumberRow {
	const char *name;
	bool lost;
	enum Cell cell[EXPORT_FORMATS][JOINT_MOTIONS];
};

#define LOST true
#define NOTED false
#define CELLS(a, b, c) \
	{ \
		CELL_##a, CELL_##b, CELL_##c \
	}
#define ROW(id, name, lost, urdf, mjcf, sdf) \
	[NUMBER_##id] = { name, \
		          lost, \
		          { [EXPORT_URDF] = CELLS urdf, [EXPORT_MJCF] = CELLS mjcf, [EXPORT_SDF] = CELLS sdf } },
static const struct NumberRow rows[JOINT_TRAITS] = {
#define JOINT_NUMBER(id, field, property, read, value, summary, of, dim, turning, turns, slides, name, lost, urdf, \
                     mjcf, sdf) \
	ROW(id, name, lost, urdf, mjcf, sdf)
#define JOINT_MARK(id, put, property, name, lost, urdf, mjcf, sdf) ROW(id, name, lost, urdf, mjcf, sdf)
#include "model/joint_numbers.def"
};

/* A number of a joint of the model, and the joint of the robot that has velocity k. */
struct Numbered {
	const struct Robot *robot;
	const struct Body *body;
	struct RobotJoint *joint; /* NULL: none has this velocity, or the joint is fixed */
	enum JointNumber number;
	int k;
};

/* Joints without a number that only matters to their drives. */
struct NoteOfJoints {
	const struct Body *first;
	const char *what;
	size_t count;
};

/* --- values --- */

static const Ref *numbers_of(const struct Joint *joint, enum JointNumber number)
{
	return number == NUMBER_EFFORT  ? joint->effort
	       : number == NUMBER_SPEED ? joint->speed
	                                : joint_number(joint, number);
}

static double value_at(const struct Numbered *n, enum JointNumber number, int k)
{
	return dag_default_value(n->robot->model->dag, numbers_of(n->body->joint, number)[k]);
}

/* Has the joint this number? */
static bool is_set(const struct Numbered *n)
{
	const struct Joint *joint = n->body->joint;
	switch (n->number) {
	case NUMBER_LIMITS: return joint->limited;
	case NUMBER_EFFORT: return joint->effort_limited && !joint->idle;
	case NUMBER_SPEED: return joint->speed_limited;
	case NUMBER_IDLE: return joint->idle;
	case NUMBER_PASSIVE: return joint->passive != NULL;
	case NUMBER_SENSOR: return joint->sensor;
	default: return value_at(n, joint_number_table[n->number].of, n->k) != 0 && value_at(n, n->number, n->k) != 0;
	}
}

static bool is_equal(const struct Numbered *n)
{
	const bool many = n->number != NUMBER_PASSIVE && n->joint->kind >= MOTION_SPHERICAL;
	for (int i = 1; many && i < n->body->joint->kind->nv; i++)
		if (value_at(n, n->number, i) != value_at(n, n->number, 0))
			return false;
	return true;
}

/* --- what a format lacks --- */

static enum Cell cell_of(const struct Numbered *n, enum ExportFormatId format)
{
	enum JointMotion motion = OF_ONE;
	if (!n->joint)
		return CELL_NONE;
	if (n->joint->kind == MOTION_SPHERICAL)
		motion = OF_BALL;
	else if (n->joint->kind == MOTION_FREE)
		motion = OF_FREE;
	return rows[n->number].cell[format][motion];
}

static bool has_motor(const struct Robot *robot)
{
	bool any = false;
	for (int i = 0; i < robot->joints; i++)
		any |= robot_joint_is_driven(&robot->joint[i]);
	return any;
}

static bool is_along_world(const struct Numbered *n)
{
	return n->number != NUMBER_FRICTION && robot_has_world_armature(n->robot->model->dag, n->body->joint);
}

/* The number that the format lacks: "armature", "damping that differs by velocity"; NULL: it has it, or its lack is
 * told with another number. */
static const char *lack_of(const struct Numbered *n, enum Cell cell)
{
	const double usual = 0.01; /* rad/s, m/s */
	const char *name = rows[n->number].name;
	struct Arena *arena = n->robot->model->arena;
	switch (cell) {
	case CELL_NONE: return name;
	case CELL_EQUAL:
	case CELL_WORLD:
		if (!is_equal(n))
			return text_print(arena, "%s that differs by velocity", name);
		return cell == CELL_EQUAL || is_along_world(n) ? NULL : text_print(arena, "%s along body axes", name);
	case CELL_USUAL: return value_at(n, n->number, n->k) == usual ? NULL : name;
	case CELL_RANGE:
		return n->joint->lower < n->joint->upper ? NULL : text_print(arena, "%s without a way between", name);
	case CELL_DRIVEN: return robot_joint_is_driven(n->joint) ? NULL : name;
	case CELL_POSITIVE: return value_at(n, n->number, n->k) > 0 ? NULL : text_print(arena, "%s of 0", name);
	case CELL_MARKED: return n->joint->leader < 0 && has_motor(n->robot) ? NULL : name;
	default: return NULL;
	}
}

/* Does the format lack the number without which this one has no meaning? */
static bool lacks_base(const struct Numbered *n, enum ExportFormatId format)
{
	struct Numbered base = *n;
	if ((int)n->number >= JOINT_NUMBERS)
		return false;
	base.number = joint_number_table[n->number].of;
	return lack_of(&base, cell_of(&base, format)) != NULL;
}

static struct Span span_of(const struct Numbered *n)
{
	const struct Joint *joint = n->body->joint;
	return n->number == NUMBER_PASSIVE  ? joint->passive->span
	       : n->number == NUMBER_LIMITS ? joint->limits_span
	       : joint->kind->nv            ? joint->span
	                                    : joint->name.span;
}

static void note(struct NoteOfJoints *note, const struct Numbered *n, const char *what)
{
	if (note->count++)
		return;
	note->first = n->body;
	note->what = what;
}

/* Reports a number that the joint has and the format lacks: all velocities of a joint at once. */
static void report(const struct ExportLoss *loss, const struct Numbered *n, const char *what,
                   struct NoteOfJoints *notes)
{
	const struct Body *body = n->body;
	if (rows[n->number].lost)
		export_lost(loss, span_of(n), body->within, "%s: that of joint '%s'", what, body->joint->name.text);
	else
		note(&notes[n->number], n, what);
}

/* The joint of the robot that has velocity k of a body's joint; NULL: none. */
static struct RobotJoint *with_velocity(const struct Robot *robot, const struct RobotBody *body, int k)
{
	for (int i = 0; i < body->joints; i++) {
		struct RobotJoint *joint = &robot->joint[body->first + i];
		if (joint->kind >= MOTION_SPHERICAL || joint->k == k)
			return joint;
	}
	return NULL;
}

/* A number that the format lacks is 0 for the writers. */
static void leave_out(struct RobotJoint *joint, enum JointNumber number)
{
	switch (number) {
	case NUMBER_ARMATURE: memset(joint->armature, 0, sizeof joint->armature); break;
	case NUMBER_DAMPING: joint->damping = 0; break;
	case NUMBER_FRICTION: joint->friction = 0; break;
	case NUMBER_STIFFNESS: joint->stiffness = 0; break;
	default: break; /* no writer reads it, or the format has a part of it */
	}
}

/* Counts, reports and leaves out one number of a joint, over all its velocities. */
static void check_number(const struct Robot *robot, const struct ExportLoss *loss, const struct RobotBody *body,
                         enum JointNumber number, struct NoteOfJoints *notes)
{
	const int velocities = body->body->joint->kind->nv;
	bool any = false, kept = true, told = false;
	for (int k = 0; k < (velocities ? velocities : 1); k++) {
		struct Numbered n = { robot, body->body, with_velocity(robot, body, k), number, k };
		if (!is_set(&n))
			continue;
		const enum Cell cell = cell_of(&n, loss->id);
		const char *lack = lack_of(&n, cell);
		any = true;
		kept &= !lack && cell != CELL_WITH && !lacks_base(&n, loss->id);
		if (lack && !told)
			report(loss, &n, lack, notes);
		if (lack && n.joint)
			leave_out(n.joint, number);
		told |= lack != NULL;
	}
	loss->counts->total[EXPORT_KIND_NUMBER] += any;
	loss->counts->written[EXPORT_KIND_NUMBER] += any && kept;
}

/* May the joint have the number? A fixed joint has the mark of a sensor alone, and a joint whose motion is lost is told
 * as such. */
static bool may_have(const struct RobotBody *body, enum JointNumber number)
{
	const struct Joint *joint = body->body->joint;
	return joint->kind->nv ? !joint->locked && body->joints && number != NUMBER_SENSOR : number == NUMBER_SENSOR;
}

/* --- the notes --- */

static void put_note(const struct ExportLoss *loss, enum JointNumber number, const struct NoteOfJoints *note)
{
	const char *joints = note->count == 1 ? text_print(loss->diags->arena, "'%s'", note->first->joint->name.text)
	                                      : text_print(loss->diags->arena, "'%s' and %zu more",
	                                                   note->first->joint->name.text, note->count - 1);
	if (number == NUMBER_IDLE)
		export_dropped(loss, note->first->joint->name.span,
		               "%s does not tell which joints are driven: %s %s idle", loss->format, joints,
		               note->count == 1 ? "is" : "are");
	else
		export_dropped(loss, note->first->joint->name.span, "%s has no %s: left out of joint %s", loss->format,
		               note->what, joints);
}

void export_joint_numbers(struct Robot *robot, const struct ExportLoss *loss)
{
	struct NoteOfJoints notes[JOINT_TRAITS] = { { 0 } };
	for (int i = 0; i < robot->bodies; i++)
		for (int n = 0; n < JOINT_TRAITS; n++)
			if (may_have(&robot->body[i], (enum JointNumber)n))
				check_number(robot, loss, &robot->body[i], (enum JointNumber)n, notes);
	for (int n = 0; n < JOINT_TRAITS; n++)
		if (notes[n].count)
			put_note(loss, (enum JointNumber)n, &notes[n]);
}
