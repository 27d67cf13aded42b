/* URDF as XML: the elements and attributes that dynamics need, each with its place in the text; nothing is
 * looked up or read as a number yet.
 * Made by urdf_xml_read through expat, read by urdf.c only. All memory is the arena's. */
#ifndef RIGIDC_URDF_XML_H
#define RIGIDC_URDF_XML_H

#include "diag.h"

/* Elements nest so deep at most. */
enum { URDF_DEEPEST = 1000 };

/* The elements, by where they stand: an <origin> in an <inertial> is another than one in a <joint>. */
enum UrdfPart {
	URDF_DOCUMENT, /* outside of everything */
	URDF_ROBOT,
	URDF_LINK, URDF_INERTIAL, URDF_INERTIAL_ORIGIN, URDF_MASS, URDF_INERTIA,
	URDF_JOINT, URDF_ORIGIN, URDF_PARENT, URDF_CHILD, URDF_AXIS, URDF_LIMIT, URDF_DYNAMICS, URDF_MIMIC,
	URDF_PARTS
};

/* The attributes, each a place in its element's array. */
enum { ROBOT_NAME = 0, LINK_NAME = 0, JOINT_NAME = 0, JOINT_TYPE, ORIGIN_XYZ = 0, ORIGIN_RPY, MASS_VALUE = 0,
       INERTIA_XX = 0, INERTIA_XY, INERTIA_XZ, INERTIA_YY, INERTIA_YZ, INERTIA_ZZ, PARENT_LINK = 0, CHILD_LINK = 0,
       AXIS_XYZ = 0, LIMIT_LOWER = 0, LIMIT_UPPER, DYNAMICS_DAMPING = 0, DYNAMICS_FRICTION, MIMIC_JOINT = 0,
       MIMIC_MULTIPLIER, MIMIC_OFFSET, URDF_ATTRIBUTES = 6 };

struct UrdfAttribute {
	const char *text;  /* NULL: not given */
	struct Span span;  /* of the value, without its quotes */
};

struct UrdfElement {
	struct Span span;  /* `<name` */
	struct UrdfAttribute attribute[]; /* as many as the kind has */
};

/* A robot, link or joint: the elements it is made of, NULL where there is none. */
struct UrdfItem {
	struct UrdfElement *part[URDF_PARTS];
};

struct UrdfList {
	struct UrdfItem *item;
	size_t count, capacity;
};

/* Elements of one name that are passed over. */
struct UrdfIgnored {
	const char *name;
	enum UrdfPart inside;
	struct Span span; /* the first of them */
	size_t count;
};

struct Urdf {
	uint32_t source;
	struct UrdfItem robot;
	struct UrdfList link, joint; /* in the order of the text */
	struct { struct UrdfIgnored *item; size_t count, capacity; } ignored;
};

/* Reads a text that is clean UTF-8. Faults are reported; what was read before one is returned all the same. */
struct Urdf urdf_xml_read(struct Diags *diags, uint32_t source, const char *text, size_t length);

/* "link", "joint": as the element is written. */
const char *urdf_part_name(enum UrdfPart part);
/* Tries the names of the elements that may stand in another. */
void urdf_parts_nearest(enum UrdfPart inside, struct Nearest *nearest);

#endif
