#include "stages.h"

#include <string.h>

/* The first row is of masses, the others are of springs. */
static const struct LostRow {
	const char *name;
	const char *inside; /* enclosing element; NULL: any ignored element, or none */
	const char *figure; /* inner element with the figure; NULL: the element itself */
} losses[] = {
	{ "inertial", NULL, "mass" },
	{ "springStiffness", "gazebo", NULL },
	{ "drake:linear_spring_damper", NULL, "drake:linear_spring_damper_stiffness" },
	{ "drake:linear_bushing_rpy", NULL, "drake:bushing_torque_stiffness" },
};

static const struct LostRow *row_of(const struct XmlElement *outer, const struct XmlElement *element)
{
	for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
		const char *inside = losses[i].inside;
		bool placed = !inside || (element->parent == outer && xml_is(outer, inside));
		if (placed && xml_is(element, losses[i].name))
			return &losses[i];
	}
	return NULL;
}

bool urdf_lost(struct Arena *arena, struct UrdfLostList *list, const struct XmlElement *outer,
               const struct XmlElement *element)
{
	if (row_of(outer, element)) {
		*ARENA_PUSH(arena, list) = (struct UrdfLost){ element, outer };
		return true;
	}
	for (const struct XmlElement *e = element->first; e; e = e->next)
		urdf_lost(arena, list, outer, e);
	return false;
}

/* --- reports --- */

/* Reads the mass in kg, or the stiffness: the last one given. */
static bool read_figure(struct UrdfTree *tree, const struct LostRow *row, const struct XmlElement *element,
                        struct Figure *number)
{
	const struct XmlElement *given = row->figure ? NULL : element;
	struct XmlValue value = { .text = NULL };
	for (const struct XmlElement *e = element->first; e; e = e->next)
		given = row->figure && xml_is(e, row->figure) ? e : given;
	if (given)
		value = xml_attribute(given, "value").text ? xml_attribute(given, "value") : given->content;
	return figure_alone(tree->r->arena, &value, number);
}

/* " of link 'arm'", " of joint 'hinge'": what the lost element is in, or nothing. */
static const char *owner(struct UrdfTree *tree, const struct UrdfLost *lost)
{
	const struct XmlElement *section = xml_section(lost->element);
	const char *name = xml_attribute(section, "name").text;
	bool owns = section != lost->outer && (xml_is(section, "link") || xml_is(section, "joint"));
	return owns && name ? text_print(tree->r->arena, "%s '%s'", section->name, name) : "";
}

/* Reports a lost mass, unless it is 0. */
static void report_mass(struct UrdfTree *tree, const struct UrdfLost *lost)
{
	struct Arena *arena = tree->r->arena;
	struct Figure mass;
	bool known = read_figure(tree, &losses[0], lost->element, &mass);
	const char *where = owner(tree, lost);
	if (known && mass.zero)
		return;
	if (lost->outer != lost->element)
		where = text_print(arena, "<%s>%s%s", lost->outer->name, *where ? " of " : "", where);
	where = *where ? text_print(arena, "in %s, not in a link,", where) : "in no link";
	struct Diag *d =
		diag(tree->diags, CHECK_MASS_LEFT_OUT, lost->element->span, "an <inertial>%s stands %s and is left out",
	             known ? text_print(arena, " of %.6g kg", mass.value) : "", where);
	diag_help(tree->diags, d, "put it into the <link> that has this mass");
}

/* " between 'arm' and 'wall'": elements with the names of links; nothing without two. */
static const char *ends(struct UrdfTree *tree, const struct LostRow *row, const struct XmlElement *element)
{
	const char *end[2] = { NULL };
	for (const struct XmlElement *e = element->first; e && !end[1]; e = e->next) {
		const char *link = xml_attribute(e, "link").text;
		const char *name = link ? link : xml_attribute(e, "name").text;
		bool figure = row->figure && xml_is(e, row->figure);
		if (name && !figure)
			end[end[0] != NULL] = name;
	}
	return end[1] ? text_print(tree->r->arena, " between '%s' and '%s'", end[0], end[1]) : "";
}

/* Reports a lost spring; its stiffness gets a unit where the joint is known. */
static void report_spring(struct UrdfTree *tree, const struct UrdfLost *lost, const struct LostRow *row)
{
	struct Arena *arena = tree->r->arena;
	struct Figure stiffness;
	bool known = read_figure(tree, row, lost->element, &stiffness);
	const char *own = xml_attribute(lost->element, "name").text;
	const char *name = own ? own : xml_attribute(lost->outer, "reference").text;
	int found = name ? names_find(&tree->joint_names, name) : NOBODY;
	const struct UrdfJoint *joint = found >= 0 ? &tree->joint[found] : NULL;
	if (known && stiffness.zero)
		return;
	const char *unit = !joint || !joint->type ? "" : joint->type->slides ? " N/m" : " N m/rad";
	const char *which = joint ? text_print(arena, " of joint '%s'", name) : ends(tree, row, lost->element);
	const char *figure = known ? text_print(arena, ": %.6g%s", stiffness.value, unit) : "";
	struct Diag *d = diag(tree->diags, CHECK_SPRING_LEFT_OUT, lost->element->span, "a spring%s is left out%s",
	                      which, figure);
	if (joint)
		diag_help(tree->diags, d, "`rigidc import` the robot and write `spring EXPR at REST` into the joint");
}

void urdf_lost_report(struct UrdfTree *tree)
{
	for (size_t i = 0; i < tree->urdf->lost.count; i++) {
		const struct UrdfLost *lost = &tree->urdf->lost.item[i];
		const struct LostRow *row = row_of(lost->outer, lost->element);
		if (row == losses)
			report_mass(tree, lost);
		else
			report_spring(tree, lost, row);
	}
}
