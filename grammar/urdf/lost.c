#include "lost.h"

#include <string.h>

static const struct LossRow {
	const char *name;
	const char *inside; /* enclosing element; NULL: any ignored element, or none */
	enum UrdfLoss loss;
	const char *figure; /* inner element with the figure; NULL: the element itself */
} losses[] = {
	{ "inertial", NULL, LOST_MASS, "mass" },
	{ "springStiffness", "gazebo", LOST_SPRING, NULL },
	{ "drake:linear_spring_damper", NULL, LOST_SPRING, "drake:linear_spring_damper_stiffness" },
	{ "drake:linear_bushing_rpy", NULL, LOST_SPRING, "drake:bushing_torque_stiffness" },
};

/* The value of an attribute of the element that begins, or NULL. */
static const char *given_value(struct UrdfWatch *watch, const struct UrdfEvent *event, const char *name)
{
	for (const char **given = event->given; *given; given += 2)
		if (strcmp(given[0], name) == 0)
			return arena_copy(watch->arena, given[1], strlen(given[1]));
	return NULL;
}

static void take_figure(struct UrdfWatch *watch, const struct UrdfEvent *event, struct XmlValue **content)
{
	struct XmlValue *figure = &watch->lost->figure;
	figure->text = given_value(watch, event, "value");
	figure->span = event->span;
	if (!figure->text)
		*content = figure;
}

static bool begin_loss(struct UrdfWatch *watch, const struct UrdfEvent *event, struct XmlValue **content)
{
	bool direct = event->depth == watch->depth + 1;
	for (size_t i = 0; i < sizeof losses / sizeof *losses && !watch->lost; i++) {
		const struct LossRow *row = &losses[i];
		if (strcmp(row->name, event->name) != 0 ||
		    (row->inside && !(direct && strcmp(row->inside, watch->outer) == 0)))
			continue;
		watch->row = row;
		watch->lost = ARENA_NEW(watch->arena, struct UrdfLost);
		watch->lost_depth = event->depth;
		*watch->lost = (struct UrdfLost){ .loss = row->loss, .span = event->span, .item = watch->item };
		*ARENA_PUSH(watch->arena, &watch->urdf->lost) = watch->lost;
	}
	if (!watch->lost)
		return false;
	watch->lost->inside = event->depth > watch->depth ? watch->outer : NULL;
	watch->lost->name = given_value(watch, event, "name");
	if (!watch->lost->name)
		watch->lost->name = watch->reference;
	if (!watch->row->figure)
		take_figure(watch, event, content);
	return true;
}

bool urdf_watch_outer(struct UrdfWatch *watch, const struct UrdfEvent *event, const struct UrdfItem *item,
                      struct XmlValue **content)
{
	watch->outer = arena_copy(watch->arena, event->name, strlen(event->name));
	watch->reference = given_value(watch, event, "reference");
	watch->item = item;
	watch->depth = event->depth;
	return begin_loss(watch, event, content);
}

/* An end of a spring: an element with the name of a link. */
static void take_end(struct UrdfWatch *watch, const struct UrdfEvent *event)
{
	struct UrdfLost *lost = watch->lost;
	const char *end = given_value(watch, event, "link");
	if (!end)
		end = given_value(watch, event, "name");
	if (end && !lost->end[1])
		lost->end[lost->end[0] != NULL] = end;
}

void urdf_watch_inner(struct UrdfWatch *watch, const struct UrdfEvent *event, struct XmlValue **content)
{
	if (!watch->lost)
		begin_loss(watch, event, content);
	else if (event->depth == watch->lost_depth + 1 && watch->row->figure &&
	         strcmp(event->name, watch->row->figure) == 0)
		take_figure(watch, event, content);
	else if (event->depth == watch->lost_depth + 1)
		take_end(watch, event);
}

void urdf_watch_end(struct UrdfWatch *watch, int depth)
{
	if (watch->lost && depth == watch->lost_depth)
		watch->lost = NULL;
}
