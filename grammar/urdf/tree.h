/* The links and joints of a URDF as a tree: names looked up, types known, parents and order determined.
 * Made by urdf_tree_read, for urdf.c only. All memory is the arena's. */
#ifndef RIGIDC_URDF_TREE_H
#define RIGIDC_URDF_TREE_H

#include "value.h"

enum { NOBODY = -1 };

/* A link in the tree. Children come in the order of their joints. */
struct UrdfLink {
	const struct UrdfItem *item;
	struct Ident name;
	int joint;             /* joint towards the parent, or NOBODY */
	int parent;            /* link */
	int first, last, next; /* children: links */
	int group;             /* the moving link of its fixed group; NOBODY: fixed to the world */
	bool weighs;           /* of a group: a link in it has an <inertial> */
};

/* A URDF joint type: the joint kind of the language, and the unit of its coordinate. */
struct UrdfType {
	const char *name, *kind;
	bool axis; /* has an axis, and one coordinate */
	bool limits, slides;
	bool foreign; /* not a URDF type, but one of other tools */
};

struct UrdfJoint {
	const struct UrdfItem *item;
	struct Ident name;
	const struct UrdfType *type; /* NULL: unknown */
	int parent, child;           /* links, or NOBODY */
	int rotor;                   /* its last rotor, or NOBODY */
};

/* A rotor that turns `ratio` times as fast as its joint. */
struct UrdfRotor {
	struct Figure inertia, ratio; /* ratio: 1 by default */
	struct Span span;
	const char *name; /* of its joint, as written, or NULL */
	bool several;     /* its transmission has several joints or actuators */
	bool of_joint;    /* from <dynamics> of the joint, without a transmission */
	int joint, next;  /* its joint, or NOBODY; the previous rotor of the joint, or NOBODY */
};

struct UrdfTree {
	struct UrdfReader *r;
	struct Diags *diags;
	const struct Urdf *urdf;
	struct UrdfLink *link;
	struct UrdfJoint *joint;
	int links, joints;
	struct NameTable link_names, joint_names;
	struct ARENA_LIST(struct UrdfRotor) rotor;
	int root;
	bool on_world;       /* the root is called world and is the world */
	int *order, ordered; /* links, depth first */
};

/* Reads links and joints, reports mistakes in them and orders them. There is an order only without mistakes. */
struct UrdfTree urdf_tree_read(struct UrdfReader *r, const struct Urdf *urdf);

/* The link named by an attribute of a part of a joint or loop, whose own element is `owner`. NOBODY: after a
 * diagnostic. */
int urdf_find_link(struct UrdfTree *b, const struct UrdfItem *joint, enum UrdfPart owner, enum UrdfPart part,
                   int attribute);

/* Has the joint coordinates? */
bool urdf_moves(const struct UrdfJoint *joint);

/* The name that an element must have; text is NULL after a diagnostic. */
struct Ident urdf_read_name(struct UrdfReader *r, const struct UrdfElement *element, int attribute, const char *what);

#endif
