/* A URDF as XML has it: the elements and attributes that dynamics need, each with its place in the text; nothing is
 * looked up or read as a number yet.
 * Made by urdf_xml.c and urdf_lost.c, read by all of the reader. All memory is the arena's. */
#ifndef RIGIDC_URDF_DOCUMENT_H
#define RIGIDC_URDF_DOCUMENT_H

#include "base/source.h"

/* Elements nest so deep at most. */
enum { URDF_DEEPEST = 1000 };

/* The elements, by where they stand: an <origin> in an <inertial> is another than one in a <joint>. */
enum UrdfPart {
	URDF_DOCUMENT, /* outside of everything */
	URDF_ROBOT,
	URDF_LINK, URDF_INERTIAL, URDF_INERTIAL_ORIGIN, URDF_MASS, URDF_INERTIA,
	URDF_JOINT, URDF_ORIGIN, URDF_PARENT, URDF_CHILD, URDF_AXIS, URDF_LIMIT, URDF_DYNAMICS, URDF_MIMIC,
	URDF_TRANSMISSION, URDF_DRIVEN, URDF_ACTUATOR, URDF_ROTOR, URDF_GEAR, /* as Drake writes rotors */
	URDF_MOTOR, URDF_REDUCTION, URDF_MOTOR_OUTSIDE, URDF_REDUCTION_OUTSIDE, /* as ROS did; outside of <actuator> */
	URDF_PARTS
};

/* The attributes, each a place in its element's array. */
enum { ROBOT_NAME = 0, LINK_NAME = 0, JOINT_NAME = 0, JOINT_TYPE, ORIGIN_XYZ = 0, ORIGIN_RPY, MASS_VALUE = 0,
       INERTIA_XX = 0, INERTIA_XY, INERTIA_XZ, INERTIA_YY, INERTIA_YZ, INERTIA_ZZ, PARENT_LINK = 0, CHILD_LINK = 0,
       AXIS_XYZ = 0, LIMIT_LOWER = 0, LIMIT_UPPER, LIMIT_EFFORT, LIMIT_VELOCITY,
       DYNAMICS_DAMPING = 0, DYNAMICS_FRICTION, MIMIC_JOINT = 0,
       MIMIC_MULTIPLIER, MIMIC_OFFSET, DRIVEN_NAME = 0, ROTOR_VALUE = 0, URDF_ATTRIBUTES = 6 };

struct UrdfAttribute {
	const char *text;  /* NULL: not given */
	struct Span span;  /* of the value, without its quotes */
};

/* What an attribute that URDF does not have says to other tools. Of a product of inertia it is the one below the diagonal. */
enum UrdfMeaning {
	MEANS_NOTHING, MEANS_NO_DYNAMICS, MEANS_ROTOR, MEANS_RATIO, MEANS_SPRING, MEANS_DAMPING, MEANS_FRICTION, MEANS_DIRECTION,
	MEANS_IXY, MEANS_IXZ, MEANS_IYZ
};

/* Such an attribute, if it is about dynamics. */
struct UrdfForeign {
	const char *name;
	enum UrdfMeaning meaning;
	struct UrdfAttribute value;
	struct UrdfForeign *next; /* of the element, in the order of the text */
};

struct UrdfElement {
	struct Span span;  /* `<name` */
	struct UrdfForeign *foreign; /* the first, or NULL */
	struct UrdfAttribute attribute[]; /* as many as the kind has */
};

/* A robot, link, joint or transmission: the elements it is made of, NULL where there is none. */
struct UrdfItem {
	struct UrdfElement *part[URDF_PARTS];
	bool several; /* of a transmission: it has a part more than once, of which the first is taken */
};

struct UrdfList {
	struct UrdfItem *item;
	size_t count, capacity;
};

/* Elements, or attributes, of one name that are passed over. */
struct UrdfIgnored {
	const char *name;
	enum UrdfPart inside;
	struct Span span; /* the first of them */
	size_t count;
};

/* What is passed over although it weighs, pulls or holds. */
enum UrdfLoss { LOST_MASS, LOST_SPRING, LOST_LOOP };

struct UrdfLost {
	enum UrdfLoss loss;
	struct Span span;
	const char *inside;          /* the element around it that is passed over, or NULL */
	const struct UrdfItem *item; /* the link or joint around that, or NULL */
	const char *name;            /* its own, or the one that <gazebo> refers to; or NULL */
	const char *end[2];          /* what it holds together, or NULL */
	struct UrdfAttribute figure; /* kg, or a stiffness */
};

struct Urdf {
	uint32_t source;
	struct UrdfItem robot;
	struct UrdfList link, joint, transmission; /* in the order of the text */
	struct { struct UrdfIgnored *item; size_t count, capacity; } ignored, strange; /* elements; attributes */
	struct { struct UrdfLost **item; size_t count, capacity; } lost;
};

#endif
