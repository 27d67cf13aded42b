#include "stages.h"

/* Bodies as written, then body1, body2, ... */
static void name_bodies(struct Mjcf *m)
{
	int number = 0;
	for (size_t i = 0; i < m->body.count; i++)
		if (m->body.item[i].name.text)
			names_add(&m->places, m->body.item[i].name.text, 0);
	for (size_t i = 0; i < m->body.count; i++) {
		struct MjBody *body = &m->body.item[i];
		while (!body->name.text) {
			const char *name = text_print(m->arena, "body%d", ++number);
			if (names_find(&m->places, name) < 0)
				body->name.text = made_free_name(m->diags, &m->places, name, "");
		}
	}
}

static void name_frame(struct Mjcf *m, struct MjSite *site, const char *suffix)
{
	site->name = mj_name(m, site->e.element, "name");
	if (site->name.text)
		site->name.text = made_free_name(m->diags, &m->places, site->name.text, suffix);
}

/* A site called like a body gets a suffix, and so does a geom called like a body or site. */
static void name_frames(struct Mjcf *m)
{
	for (size_t i = 0; i < m->site.count; i++)
		name_frame(m, &m->site.item[i], "_site");
	for (size_t i = 0; i < m->mark.count; i++)
		name_frame(m, &m->mark.item[i], "_geom");
}

static void take_joint_names(struct Mjcf *m)
{
	for (size_t i = 0; i < m->joint.count; i++) {
		struct MjJoint *joint = &m->joint.item[i];
		joint->name = mj_name(m, joint->e.element, "name");
		if (!joint->name.text)
			continue;
		names_add(&m->joints, joint->name.text, (int)i);
		names_add(&m->motions, joint->name.text, 0);
	}
}

/* Joints as written; others like their body, with a number if it has several. */
static void name_joints(struct Mjcf *m)
{
	take_joint_names(m);
	for (size_t i = 0; i < m->body.count; i++) {
		const struct MjBody *body = &m->body.item[i];
		int number = 0;
		for (int k = body->first_joint; k != NONE; k = m->joint.item[k].next) {
			struct MjJoint *joint = &m->joint.item[k];
			const char *wanted = body->joints == 1
			                             ? body->name.text
			                             : text_print(m->arena, "%s_%d", body->name.text, ++number);
			if (!joint->name.text)
				joint->name.text = made_free_name(m->diags, &m->motions, wanted, "_joint");
		}
	}
}

void mj_name_all(struct Mjcf *m)
{
	m->places = names_new(m->arena);
	m->motions = names_new(m->arena);
	m->poses = names_new(m->arena);
	name_bodies(m);
	name_frames(m);
	name_joints(m);
}
