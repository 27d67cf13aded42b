/* MuJoCo moves the frame of a body with a free joint and without bodies in it, on request, to its centre of mass and
 * principal axes. Its geoms and sites keep their places in the world. */
#include "stages.h"

#include <string.h>

static bool is_aligned(struct Mjcf *m, const struct MjBody *body)
{
	if (body->joints != 1 || body->carries || !(body->mass.mass > 0))
		return false;
	const struct MjJoint *joint = &m->joint.item[body->first_joint];
	return joint->kind == MJ_FREE && mj_auto(m, &joint->e, "align", mj_compiler(m, body->e.element->span)->align);
}

static struct MadePlace made_place(struct Mjcf *m, struct Span span, const struct Pose *pose)
{
	return (struct MadePlace){ .pose = *pose, .at = made_pose_items(m->diags, span, pose) };
}

/* A site or geom of the body, seen from its new frame. */
static void see_from(struct Mjcf *m, int body, const struct Pose *frame, struct MjSite *site)
{
	if (site->body != body)
		return;
	const struct Pose seen = pose_relative(frame, &site->place.pose);
	site->place = made_place(m, site->e.element->span, &seen);
}

static void align(struct Mjcf *m, int index)
{
	struct MjBody *body = &m->body.item[index];
	struct Span span = body->e.element->span;
	struct Pose inertial = pose_identity;
	memcpy(inertial.p, body->mass.com, sizeof inertial.p);
	memcpy(inertial.R, body->mass.R, sizeof inertial.R);
	const struct MadePlace on = made_place(m, span, &inertial);
	body->place = made_place_times(m->diags, &body->place, &on);
	body->world = pose_compose(&body->world, &inertial);
	for (size_t i = 0; i < m->site.count; i++)
		see_from(m, index, &inertial, &m->site.item[i]);
	for (size_t i = 0; i < m->mark.count; i++)
		see_from(m, index, &inertial, &m->mark.item[i]);
	for (int i = body->first_geom; i != NONE; i = m->geom.item[i].next) {
		const struct Pose seen = pose_relative(&inertial, &m->geom.item[i].place.pose);
		m->geom.item[i].place = made_place(m, span, &seen);
	}
	memset(body->mass.com, 0, sizeof body->mass.com);
	memcpy(body->mass.R, pose_identity.R, sizeof body->mass.R);
	body->aligned = true;
}

void mj_free_align(struct Mjcf *m)
{
	for (size_t i = 0; i < m->body.count; i++)
		if (is_aligned(m, &m->body.item[i]))
			align(m, (int)i);
}
