/* Loops as further <joint> elements of SDFormat. One end is the child, although its body has a parent. */
#include "sdf.h"

#include <string.h>

#include "export.h"
#include "dag/default_values.h"
#include "model/loop.h"

/* The joint type of SDFormat for a kind of loop. */
struct LoopType {
	const char *kind, *type;
};

static const struct LoopType types[] = {
	{ "fixed", "fixed" },
	{ "revolute", "continuous" },
	{ "prismatic", "prismatic" },
	{ "spherical", "ball" },
};

static const char *type_of(const struct Loop *loop)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].kind, loop->kind->name) == 0)
			return types[i].type;
	return NULL;
}

/* Can the end of a loop be the child of a joint? Not on the world. Nor on a free body: it has no joint in SDFormat, so
 * the joint of the loop would carry it. */
static bool can_be_child(const struct Robot *robot, const struct LoopEnd *end)
{
	if (end->body < 0)
		return false;
	const struct RobotBody *body = &robot->body[end->body];
	return !body->joints || robot->joint[body->first].kind != MOTION_FREE;
}

/* The end whose body is the child, B if it can be; -1: none, after a report. */
static int child_of(struct Sdf *s, const struct Loop *loop)
{
	for (int k = 1; k >= 0; k--)
		if (can_be_child(s->robot, &loop->end[k]))
			return k;
	export_lost(s->loss, loop->name.span, NULL, "loop between free bodies and the world: '%s'", loop->name.text);
	return -1;
}

/* Frame of the joint in the child: at the child's end, in the axes of A, in which rows are. */
static struct Pose frame_of(const struct Sdf *s, const struct Loop *loop, int child)
{
	const struct Pose back = pose_inverse(&s->place[loop->end[child].body]);
	const struct Pose from = robot_end_place(s->robot, &loop->end[0]);
	struct Pose frame = robot_end_place(s->robot, &loop->end[child]);
	memcpy(frame.R, from.R, sizeof frame.R);
	return pose_compose(&back, &frame);
}

static void put_axis(struct Sdf *s, const struct Loop *loop)
{
	double axis[3];
	dag_default_values(s->robot->model->dag, loop->axis.e, 3, axis);
	text_put(s->out, "      <axis>\n");
	sdf_put_direction(s, axis);
	text_put(s->out, "      </axis>\n");
}

static void put_loop(struct Sdf *s, const struct Loop *loop, const char *type, int child)
{
	const struct Pose frame = frame_of(s, loop, child);
	export_wrote(s->loss, EXPORT_KIND_LOOP);
	sdf_begin_joint(s, sdf_unused(s, export_name_of_sdf(s->arena, loop->name.text, EXPORT_NAME_OF_OTHERS)), type,
	                sdf_link(s, loop->end[1 - child].body), sdf_link(s, loop->end[child].body));
	sdf_put_pose(s, "      ", &frame);
	if (loop->kind->axis)
		put_axis(s, loop);
	text_put(s->out, "    </joint>\n");
}

void sdf_loops(struct Sdf *s)
{
	const struct Model *model = s->robot->model;
	for (size_t i = 0; i < model->loops.count; i++) {
		const struct Loop *loop = &model->loops.item[i];
		const char *type = type_of(loop);
		const int child = type ? child_of(s, loop) : -1;
		if (!type)
			export_lose_kind(s->loss, loop);
		else if (child >= 0)
			put_loop(s, loop, type, child);
	}
}
