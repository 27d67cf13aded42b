#include "lost.h"

#include <string.h>

static const struct LostRow {
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

static const struct LostRow *row_of(const struct UrdfWatch *watch, const struct XmlElement *element)
{
	for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
		const char *inside = losses[i].inside;
		bool placed = !inside || (element->parent == watch->outer && xml_is(watch->outer, inside));
		if (placed && xml_is(element, losses[i].name))
			return &losses[i];
	}
	return NULL;
}

static void take_figure(struct UrdfLost *lost, const struct XmlElement *element)
{
	lost->figure = xml_attribute(element, "value");
	if (!lost->figure.text)
		lost->figure = element->content;
}

/* An end of a spring: an element with the name of a link. */
static void take_end(struct UrdfLost *lost, const struct XmlElement *element)
{
	const char *end = xml_attribute(element, "link").text;
	if (!end)
		end = xml_attribute(element, "name").text;
	if (end && !lost->end[1])
		lost->end[lost->end[0] != NULL] = end;
}

bool urdf_lost(struct UrdfWatch *watch, const struct XmlElement *element)
{
	const struct LostRow *row = row_of(watch, element);
	if (!row)
		return false;
	struct UrdfLost *lost = ARENA_NEW(watch->arena, struct UrdfLost);
	*lost = (struct UrdfLost){ .loss = row->loss, .span = element->span, .item = watch->item };
	*ARENA_PUSH(watch->arena, &watch->urdf->lost) = lost;
	lost->inside = element == watch->outer ? NULL : watch->outer->name;
	lost->name = xml_attribute(element, "name").text;
	if (!lost->name)
		lost->name = xml_attribute(watch->outer, "reference").text;
	if (!row->figure)
		take_figure(lost, element);
	for (const struct XmlElement *e = element->first; e; e = e->next) {
		if (row->figure && xml_is(e, row->figure))
			take_figure(lost, e);
		else
			take_end(lost, e);
	}
	return true;
}

void urdf_lost_within(struct UrdfWatch *watch, const struct XmlElement *element)
{
	if (urdf_lost(watch, element))
		return;
	for (const struct XmlElement *e = element->first; e; e = e->next)
		urdf_lost_within(watch, e);
}
