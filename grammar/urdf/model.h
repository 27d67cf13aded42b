/* A URDF document as XML: the elements and attributes that dynamics need, each with its span. No name is looked up and
 * no number is read yet.
 * Made by urdf_document_read, read by the whole URDF reader. All memory is the arena's. */
#ifndef RIGIDC_URDF_MODEL_H
#define RIGIDC_URDF_MODEL_H

#include "grammar/import/xml_tree.h"

/* Elements by their position: an <origin> in an <inertial> differs from an <origin> in a <joint>. */
enum UrdfPart {
	URDF_DOCUMENT, /* outside of the root element */
	URDF_ROBOT,
	URDF_LINK,
	URDF_INERTIAL,
	URDF_INERTIAL_ORIGIN,
	URDF_MASS,
	URDF_INERTIA,
	URDF_JOINT,
	URDF_ORIGIN,
	URDF_PARENT,
	URDF_CHILD,
	URDF_AXIS,
	URDF_LIMIT,
	URDF_DYNAMICS,
	URDF_MIMIC,
	URDF_TRANSMISSION,
	URDF_DRIVEN,
	URDF_ACTUATOR,
	URDF_ROTOR,
	URDF_GEAR, /* as Drake writes rotors */
	URDF_MOTOR,
	URDF_REDUCTION,
	URDF_MOTOR_OUTSIDE,
	URDF_REDUCTION_OUTSIDE, /* as ROS did; outside of <actuator> */
	URDF_LOOP_JOINT,
	URDF_LOOP_FIRST,
	URDF_LOOP_SECOND,
	URDF_LOOP_AXIS,
	URDF_CONSTRAINT,
	URDF_CONSTRAINT_PARENT,
	URDF_CONSTRAINT_PARENT_ORIGIN,
	URDF_CONSTRAINT_PARENT_AXIS,
	URDF_CONSTRAINT_CHILD,
	URDF_CONSTRAINT_CHILD_ORIGIN,
	URDF_CONSTRAINT_CHILD_AXIS,
	URDF_BALL, /* of Drake */
	URDF_BALL_FIRST,
	URDF_BALL_FIRST_POINT,
	URDF_BALL_SECOND,
	URDF_BALL_SECOND_POINT,
	URDF_GAZEBO, /* ignored, but for joints in it */
	URDF_GAZEBO_JOINT,
	URDF_GAZEBO_PARENT,
	URDF_GAZEBO_CHILD,
	URDF_GAZEBO_POSE,
	URDF_GAZEBO_AXIS,
	URDF_GAZEBO_AXIS_XYZ,
	URDF_PARTS
};

/* Attributes as indices into their element's array. */
enum {
	ROBOT_NAME = 0,
	LINK_NAME = 0,
	JOINT_NAME = 0,
	JOINT_TYPE,
	ORIGIN_XYZ = 0,
	ORIGIN_RPY,
	ORIGIN_LINK, /* of an end of a <loop_joint> */
	MASS_VALUE = 0,
	INERTIA_XX = 0,
	INERTIA_XY,
	INERTIA_XZ,
	INERTIA_YY,
	INERTIA_YZ,
	INERTIA_ZZ,
	PARENT_LINK = 0,
	CHILD_LINK = 0,
	AXIS_XYZ = 0,
	LIMIT_LOWER = 0,
	LIMIT_UPPER,
	LIMIT_EFFORT,
	LIMIT_VELOCITY,
	DYNAMICS_DAMPING = 0,
	DYNAMICS_FRICTION,
	MIMIC_JOINT = 0,
	MIMIC_MULTIPLIER,
	MIMIC_OFFSET,
	DRIVEN_NAME = 0,
	ROTOR_VALUE = 0,
	POSE_VALUE = 0,
	POSE_RELATIVE_TO,
	URDF_ATTRIBUTES = 6
};

/* Meaning of an attribute that URDF does not have but other tools do. MEANS_IXY and its like are products of inertia
 * below the diagonal. */
enum UrdfMeaning {
	MEANS_NOTHING,
	MEANS_NO_DYNAMICS,
	MEANS_ROTOR,
	MEANS_RATIO,
	MEANS_SPRING,
	MEANS_DAMPING,
	MEANS_FRICTION,
	MEANS_DIRECTION,
	MEANS_ELSEWHERE, /* a number of another element: the damping of <dynamics> in a <joint> */
	MEANS_IXY,
	MEANS_IXZ,
	MEANS_IYZ
};

/* A foreign attribute that is about dynamics. */
struct UrdfForeign {
	const char *name;
	enum UrdfMeaning meaning;
	struct XmlValue value;
	struct UrdfForeign *next; /* of the element, in source order */
};

struct UrdfElement {
	struct Span span;            /* `<name` */
	struct UrdfForeign *foreign; /* the first, or NULL */
	struct XmlValue attribute[]; /* as many as the kind has */
};

/* A robot, link, joint, transmission or loop: its elements, NULL where absent. */
struct UrdfItem {
	struct UrdfElement *part[URDF_PARTS];
	bool several; /* a transmission has a part more than once; the first is taken */
};

struct UrdfList ARENA_LIST(struct UrdfItem);

/* Ignored elements that matter: with mass or a force. */
enum UrdfLoss { LOST_MASS, LOST_SPRING };

struct UrdfLost {
	enum UrdfLoss loss;
	struct Span span;
	const char *inside;          /* the ignored element around it, or NULL */
	const struct UrdfItem *item; /* the link or joint around `inside`, or NULL */
	const char *name;            /* its name, or the name that <gazebo> refers to; or NULL */
	const char *end[2];          /* the ends of a spring, or NULL */
	struct XmlValue figure;      /* mass in kg, or a stiffness */
};

struct Urdf {
	uint32_t source;
	struct UrdfItem robot;
	struct UrdfList link, joint, transmission, loop; /* in source order */
	struct ARENA_LIST(struct UrdfLost *) lost;
	struct ARENA_LIST(const struct XmlElement *) shape; /* <visual> and <collision> of links */
};

#endif
