/* The links and joints of a URDF as a tree: names looked up, types known, who hangs on whom, in which order.
 * Made by urdf_tree_read, for urdf.c only. All memory is the arena's. */
#ifndef RIGIDC_URDF_TREE_H
#define RIGIDC_URDF_TREE_H

#include "urdf_value.h"

enum { NOBODY = -1 };

/* A link in the tree. Children come in the order of their joints. */
struct UrdfLink {
	const struct UrdfItem *item;
	struct Ident name;
	int joint;        /* whose child it is, or NOBODY */
	int parent;       /* link */
	int first, last, next; /* children: links */
	int group;        /* of what is fixed together: the link that moves it; NOBODY: the world */
	bool weighs;      /* of a group: a link of it has an <inertial> */
};

/* A type of joint: the kind of the language that it is, and what its coordinate is measured in. */
struct UrdfType {
	const char *name, *kind;
	bool axis;    /* it has one, and one coordinate */
	bool limits, slides;
	bool foreign; /* URDF has no such type, other tools do */
};

struct UrdfJoint {
	const struct UrdfItem *item;
	struct Ident name;
	const struct UrdfType *type; /* NULL: unknown */
	int parent, child; /* links, or NOBODY */
	int rotor;         /* the last that turns with it, or NOBODY */
};

/* A rotor that turns with a joint, `ratio` times as fast. */
struct UrdfRotor {
	struct UrdfNumber inertia, ratio; /* ratio: 1 where none is given */
	struct Span span;
	const char *name; /* of its joint, as written, or NULL */
	bool several;     /* its transmission has several joints or actuators */
	bool of_joint;    /* <dynamics> of the joint has it, and no transmission */
	int joint, next;  /* NOBODY: it has none; the joint's rotor before it */
};

struct UrdfTree {
	struct UrdfReader *r;
	struct Diags *diags;
	const struct Urdf *urdf;
	struct UrdfLink *link;
	struct UrdfJoint *joint;
	int links, joints;
	struct NameTable link_names, joint_names;
	struct { struct UrdfRotor *item; size_t count, capacity; } rotor;
	size_t rotorless; /* transmissions */
	int root;
	bool on_world;     /* the root is called world and is the world */
	int *order, ordered; /* links, depth first */
};

/* Reads links and joints, reports what is wrong with them and puts them in order. Without a fault only is there an
 * order. */
struct UrdfTree urdf_tree_read(struct UrdfReader *r, const struct Urdf *urdf);

/* Has it coordinates? */
bool urdf_moves(const struct UrdfJoint *joint);

/* The name that an element must have; text is NULL after a diagnostic. */
struct Ident urdf_read_name(struct UrdfReader *r, const struct UrdfElement *element, int attribute,
                            const char *what);

#endif
