#include "stages.h"

#include <string.h>

/* Elements without meaning for dynamics, which this walk passes over without a message. */
static const struct KnownRow meaningless[] = {
	{ KNOWN_ELEMENTS, "robot", "material sensor" },
	{ KNOWN_ELEMENTS, "link", "visual collision sensor self_collision_checking collision_checking contact" },
	{ KNOWN_ELEMENTS, "joint", "calibration safety_controller" },
	{ .inside = NULL },
};

/* Unknown elements of a transmission belong to the robot's software, and are no loss. */
const struct KnownRow urdf_in_transmissions[] = {
	{ KNOWN_ELEMENTS, "transmission", "joint actuator motorInertia mechanicalReduction" },
	{ KNOWN_ELEMENTS, "actuator", "drake:rotor_inertia drake:gear_ratio motorInertia mechanicalReduction" },
	{ .inside = NULL },
};

/* A <gazebo> is ignored, but for joints in it. */
static const struct KnownRow in_gazebo[] = {
	{ KNOWN_ELEMENTS, "joint", "parent child pose axis" },
	{ KNOWN_ELEMENTS, "axis", "xyz" },
	{ .inside = NULL },
};

enum { MOST_KNOWN = 8 }; /* elements of a row */

const char *urdf_element_name(const struct XmlElement *element)
{
	return xml_is(element, "drake:loop_joint") ? "loop_joint" : element->name;
}

struct UrdfWalk {
	struct Arena *arena;
	struct Losses *losses;
	struct Urdf *urdf;
	const struct KnownRow *own; /* rows of URDF itself */
	struct UrdfXacro xacro;
};

static void check_attributes(struct UrdfWalk *w, const struct XmlElement *element)
{
	const char *names = known_names(w->own, KNOWN_ATTRIBUTES, urdf_element_name(element));
	for (size_t i = 0; i < element->attributes; i++)
		if (!known_among(names, element->attribute[i].name))
			urdf_attribute_check(w->losses, element, &element->attribute[i]);
}

/* Reports an element that may be there once. Other readers take the first <axis>, <limit> and <dynamics>. */
static void report_twice(struct UrdfWalk *w, const struct XmlElement *element, const struct XmlElement *first)
{
	struct Diags *diags = w->losses->diags;
	if (!known_among("axis limit dynamics", element->name)) {
		diag_duplicate(diags, element->span, first->span, "<%s>", element->name);
		return;
	}
	struct Diag *d = diag(diags, CHECK_ELEMENT_TWICE, element->span, "<%s> is given twice, and the first is taken",
	                      element->name);
	diag_note(diags, d, first->span, "first here");
}

static void pass_over(struct UrdfWalk *w, const struct KnownRow *known, const struct XmlElement *element)
{
	const char *inside = element->parent->name;
	bool own = known == w->own;
	bool told = urdf_lost(w->arena, &w->urdf->lost, element, element) ||
	            (own && known_among(known_names(meaningless, KNOWN_ELEMENTS, inside), element->name));
	if (!told && !urdf_xacro_take(&w->xacro, element) && known != urdf_in_transmissions)
		losses_know(w->losses, element);
}

/* Reads an element, and the first of each name inside of it that is known there. A transmission may have several. */
static void read_element(struct UrdfWalk *w, const struct KnownRow *known, const struct XmlElement *element)
{
	const char *name = urdf_element_name(element);
	const char *names = element->first ? known_names(known, KNOWN_ELEMENTS, name) : NULL;
	const struct XmlElement *first[MOST_KNOWN] = { NULL };
	if (known != urdf_in_transmissions)
		check_attributes(w, element);
	for (const struct XmlElement *e = element->first; e; e = e->next) {
		int i = 0;
		if (!known_among(names, e->name)) {
			pass_over(w, known, e);
			continue;
		}
		while (first[i] && !xml_is(first[i], e->name))
			i++;
		if (first[i] && known != urdf_in_transmissions) {
			report_twice(w, e, first[i]);
			continue;
		}
		first[i] = e;
		read_element(w, known, e);
	}
}

/* Does Gazebo take the weight off a link? */
static bool lifts(const struct XmlElement *element)
{
	const char *said = element->content.text ? element->content.text : "";
	bool yes = strcmp(said, "true") == 0 || strcmp(said, "1") == 0,
	     no = strcmp(said, "false") == 0 || strcmp(said, "0") == 0;
	return (xml_is(element, "turnGravityOff") && yes) || (xml_is(element, "gravity") && no);
}

static void read_gazebo(struct UrdfWalk *w, const struct XmlElement *gazebo)
{
	for (const struct XmlElement *e = gazebo->first; e; e = e->next) {
		if (lifts(e))
			losses_add(w->losses, LOSS_WEIGHTLESS, e->span, xml_attribute(gazebo, "reference").text);
		if (xml_is(e, "joint"))
			read_element(w, in_gazebo, e);
		else
			urdf_lost(w->arena, &w->urdf->lost, gazebo, e);
	}
	if (!xml_child(gazebo, "joint"))
		losses_know(w->losses, gazebo);
}

static void read_robot(struct UrdfWalk *w, const struct XmlElement *robot)
{
	const char *names = known_names(w->own, KNOWN_ELEMENTS, robot->name);
	check_attributes(w, robot);
	for (const struct XmlElement *e = robot->first; e; e = e->next) {
		if (xml_is(e, "transmission"))
			read_element(w, urdf_in_transmissions, e);
		else if (xml_is(e, "gazebo"))
			read_gazebo(w, e);
		else if (known_among(names, urdf_element_name(e)))
			read_element(w, w->own, e);
		else
			pass_over(w, w->own, e);
	}
}

struct Urdf urdf_document_read(struct Losses *losses, uint32_t source)
{
	struct Diags *diags = losses->diags;
	struct Urdf urdf = { .robot = xml_tree_begun(diags, source, "a URDF", "robot") };
	struct UrdfWalk w = {
		.arena = arena_scratch(diags->arena), .losses = losses, .urdf = &urdf, .own = losses->tables.known
	};
	if (urdf.robot)
		read_robot(&w, urdf.robot);
	urdf_xacro_report(diags, &w.xacro, source, xml_child(urdf.robot, "link") != NULL);
	return urdf;
}
