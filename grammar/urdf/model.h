/* A URDF between its XML and its statements: links, joints, rotors and their tree.
 * Made by urdf.c through the files of this room, which share it. All memory is the arena's. */
#ifndef RIGIDC_URDF_MODEL_H
#define RIGIDC_URDF_MODEL_H

#include "base/request.h"
#include "grammar/import/losses.h"
#include "grammar/import/made.h"

enum { NOBODY = -1 };

enum UrdfLossId {
#define LOSS(id, check, noun, what, help) LOSS_##id,
#include "left_out.def"
#undef LOSS
	LOSSES
};

/* Angles to report: how many, and the first. */
struct UrdfAngles {
	size_t count;
	struct Span span;
	const char *text;
	double farthest; /* largest distance from a quarter turn, rad */
};

struct UrdfReader {
	struct Arena *arena;
	struct Diags *diags;
	const struct Request *request;
	struct Losses losses;            /* losses, and words foreign to URDF */
	struct UrdfAngles near, rounded; /* near quarter turns; taken as such, not the nearest double */
	size_t snapped;                  /* angles changed by --snap-angles */
	bool xacro;                      /* already reported */
	struct NameTable material_names; /* to the list */
	struct ARENA_LIST(const struct XmlElement *) material; /* their <color> elements */
};

/* An ignored element that matters: a mass or a spring. */
struct UrdfLost {
	const struct XmlElement *element;
	const struct XmlElement *outer; /* the ignored element around it, or itself */
};

struct UrdfLostList ARENA_LIST(struct UrdfLost);

struct Urdf {
	const struct XmlElement *robot; /* the root element, or NULL */
	struct UrdfLostList lost;
};

/* Elements of xacro: how many, and the first. */
struct UrdfXacro {
	size_t count;
	const struct XmlElement *first;
	bool needed; /* an element brings in links */
};

/* A placement as written; either may have no text. */
struct UrdfOrigin {
	struct XmlValue xyz, rpy;
};

/* The direction of an axis. */
struct UrdfDirection {
	struct Figure number[3];
	struct Span span;
	double scaled[3]; /* the largest entry is 1 or -1; all are 0 without length */
	double length;    /* as written */
};

/* Meaning of an attribute that URDF does not have but other tools do. */
enum UrdfMeaning {
	MEANS_NO_DYNAMICS,
	MEANS_ROTOR,
	MEANS_RATIO,
	MEANS_SPRING,
	MEANS_DAMPING,
	MEANS_FRICTION,
	MEANS_ELSEWHERE, /* a number of another element: the damping of <dynamics> in a <joint> */
	MEANS_PRODUCT    /* a product of inertia below the diagonal */
};

/* A link in the tree. Children come in the order of their joints. */
struct UrdfLink {
	const struct XmlElement *element;  /* <link>, or the <parent> that names the world */
	const struct XmlElement *inertial; /* or NULL */
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
	const struct XmlElement *element;
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

#endif
