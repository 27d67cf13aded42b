/* An OpenSim model as its file has it: bodies, joints, coordinates, motions of joints; and the parts of its elements.
 * Filled in by osim_document_read for osim.c and its helpers. All memory is the arena's. */
#ifndef RIGIDC_OSIM_MODEL_H
#define RIGIDC_OSIM_MODEL_H

#include "grammar/ast.h"
#include "base/request.h"
#include "grammar/import/xml.h"
#include "grammar/import/losses.h"

enum { OSIM_NOWHERE = -2, OSIM_GROUND = -1, OSIM_MOTIONS = 6 };

/* Versions of the format from which on joints have other elements. */
enum {
	OSIM_CHILD_NAMES = 30500, /* location_in_child in place of location */
	OSIM_JOINT_SET = 30501,   /* joints are in the model, with connectors, in place of their bodies */
	OSIM_FRAMES = 30505,      /* their places are frames */
	OSIM_REVERSE = 30514      /* none is reversed */
};

/* A shift, then turns about x, the new y and the new z. */
struct OsimOffset {
	struct Figure shift[3], turn[3];
};

/* A frame on a body. */
struct OsimPlace {
	int body; /* or OSIM_GROUND; OSIM_NOWHERE after a diagnostic */
	struct OsimOffset *item;
	size_t count, capacity; /* offsets, the one on the body first */
};

/* A PhysicalOffsetFrame or a StationDefinedFrame. */
struct OsimFrame {
	const struct XmlElement *element;
	enum { OSIM_UNREAD, OSIM_BEING_READ, OSIM_READ } state; /* of the place of a StationDefinedFrame */
	struct OsimPlace place;
};

/* A joint type. Others than CustomJoint have their motions here. */
struct OsimType {
	const char *name;
	int coordinates;
	const char *kind;             /* joint kind of the language with a quaternion; NULL: none */
	bool custom;                  /* its motions are in the file */
	const char *radii;            /* element with the radii of its ellipsoid; NULL: it has none */
	const struct OsimType *hinge; /* type of the hinge for its last coordinate; NULL: none */
	int motions;
	struct {
		bool slides;
		int along, coordinate;
	} motion[OSIM_MOTIONS];
};

/* One of the six steps of a joint: a shift along an axis, or a turn about it. */
struct OsimMotion {
	bool slides;
	struct Figure axis[3];
	struct Span span;
	const char *label;                 /* "rotation1" */
	const struct XmlElement *function; /* NULL: the coordinate itself, or 0 without one */
	int coordinate[OSIM_MOTIONS], coordinates;
	bool broken;          /* a coordinate of it is reported */
	bool on_ellipsoid;    /* in place of a function */
	struct Figure radius; /* of the ellipsoid, along its axis */
};

struct OsimCoordinate {
	const struct XmlElement *element; /* NULL: not in the file */
	struct Ident name;
	const char *given; /* its name in OpenSim, which another coordinate has too; NULL: `name` */
	int joint;
	int motions; /* how many motions have it */
	bool slides; /* a length: only translations read it */
	bool locked;
	struct Figure value;              /* its default value */
	const struct XmlElement *coupler; /* its enforced coordinate coupler; NULL: none */
	bool followed;                    /* an enforced coordinate coupler has it as independent */
	const char *kept_by; /* a kind with several coordinates, whose joint it is part of; NULL: it has its own */
};

struct OsimJoint {
	const struct XmlElement *element; /* NULL: a free joint that the file leaves out */
	const struct OsimType *type;
	struct Ident name;
	struct OsimPlace parent, child;
	int first, coordinates; /* of the list of coordinates */
	struct OsimMotion motion[OSIM_MOTIONS];
	int motions;
};

struct OsimBody {
	const struct XmlElement *element; /* NULL: a body without mass, not in the file */
	const char *comment;              /* of such a body */
	struct Ident name;
	int joint;              /* towards the parent, or OSIM_NOWHERE */
	int first, last, next;  /* children, or OSIM_NOWHERE */
	struct Stmt *statement; /* NULL: not yet made */
};

/* A joint whose child another joint carries. */
struct OsimClosing {
	int joint;
	int end; /* the body at the end of the joint, which is fixed to the child; OSIM_NOWHERE: the joint is fixed itself */
	struct OsimPlace child;
};

enum OsimLossId {
#define LOSS(id, check, noun, what, help) LOSS_##id,
#include "left_out.def"
#undef LOSS
	LOSSES
};

struct Osim {
	struct Diags *diags;
	struct Arena *arena;
	const struct Request *request;
	const struct XmlElement *root, *model;
	double version;        /* of the format; HUGE_VAL: none is given */
	bool joints_in_bodies; /* the form of versions up to 3.x */
	struct ARENA_LIST(struct OsimBody) body;
	struct ARENA_LIST(struct OsimJoint) joint;
	struct ARENA_LIST(struct OsimCoordinate) coordinate;
	struct ARENA_LIST(struct OsimClosing) closing;
	struct ARENA_LIST(struct OsimFrame) frame;          /* of any owner, in the order of the source */
	struct ARENA_LIST(const struct XmlElement *) point; /* stations and markers */
	int nested;                                         /* frames of stations that are being read */
	bool laws;                                          /* formulas call functions of laws.rig */
	struct NameTable body_names, coordinate_names, frame_names, point_names, joint_names;
	int ground_first, ground_last;                         /* bodies on the ground */
	struct ARENA_LIST(const struct XmlElement *) touching; /* contact shapes of forces that are read */
	struct Losses losses;                                  /* losses, and words foreign to OpenSim */
};

/* --- parts of elements --- */

/* The first of the elements in a set or list of a parent: <SET><objects>..., or <SET>... */
const struct XmlElement *osim_first(const struct XmlElement *parent, const char *set);
/* Content of a child; NULL: none, or it is empty. */
const struct XmlValue *osim_content(const struct XmlElement *element, const char *name);
/* Is the content of a child yes, or no, in a spelling that OpenSim reads? Both are false without the child. */
bool osim_is_true(const struct XmlElement *element, const char *name);
bool osim_is_false(const struct XmlElement *element, const char *name);
/* Exactly `count` numbers of a child. False without the child, or after a diagnostic. */
bool osim_numbers(struct Osim *o, const struct XmlElement *element, const char *name, int count, struct Figure *number);
/* The function of an element, as a property of this name: <function><Sine>, or <Sine name="function">. Without both it is the first
 * function that has no name, as in OpenSim. NULL: none. */
const struct XmlElement *osim_function_in(const struct XmlElement *element, const char *property);
/* Next blank-separated word of *at, or NULL. */
const char *osim_word(struct Arena *arena, const char **at);
/* Name of an element; with `made`, if it has none. */
struct Ident osim_name(struct Osim *o, const struct XmlElement *element, const char *made);
/* Offset of an element by two of its children. A missing child is 0. */
struct OsimOffset osim_offset(struct Osim *o, const struct XmlElement *element, const char *shift, const char *turn);
/* "rotation1" */
extern const char *const osim_motion_name[OSIM_MOTIONS];
/* A motion by its number, 0 to 5, along or about a coordinate axis. */
struct OsimMotion osim_motion_along(struct Span span, int number, bool slides, int along);
/* Adds a body without a joint. `element` is NULL if it is not in the file. Returns its number. */
int osim_new_body(struct Osim *o, const struct XmlElement *element, struct Ident name);
/* The last part of a path, and the last two: "/bodyset/femur/offset" has "femur/offset". */
const char *osim_last_part(const char *path);
const char *osim_last_two(const char *path);
/* Appends an offset to the offsets of a place. */
void osim_push(struct Osim *o, struct OsimPlace *place, const struct OsimOffset *offset);
/* A coordinate by its name in OpenSim, the first of that name, or by JOINT/NAME; -1: none. */
int osim_find_coordinate(const struct Osim *o, const char *name);
/* The same; -1 after a diagnostic. */
int osim_coordinate(struct Osim *o, const char *name, struct Span span);
/* Is an element a frame on a body? */
bool osim_is_frame(const struct XmlElement *element);
/* Name of the nearest outer element with a name; "": none. */
const char *osim_owner_name(const struct XmlElement *element);

#endif
