/* An MJCF model between its XML and its statements: classes, bodies, joints, geoms, sites, and what is left out.
 * Made by mjcf.c through the files of this room, which share it. All memory is the arena's. */
#ifndef RIGIDC_MJCF_MODEL_H
#define RIGIDC_MJCF_MODEL_H

#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/import/xml.h"
#include "grammar/import/losses.h"
#include "grammar/import/made.h"
#include "grammar/model_text.h"

enum { WORLD = -1, NONE = -1 };

/* A class of <default>: its elements, and those of its parent. */
struct MjClass {
	const char *name; /* NULL: the outermost without a name */
	const struct MjClass *parent;
	size_t inherited; /* elements taken from the parent, as of the first section of this class */
	const struct XmlElement **item;
	size_t count, capacity;
};

/* An element with the class of its attributes. */
struct MjElement {
	const struct XmlElement *element;
	const struct MjClass *class; /* or NULL */
	const char *kind;            /* its name in classes; NULL: the element's own */
};

enum MjKind { MJ_HINGE, MJ_SLIDE, MJ_BALL, MJ_FREE, MJ_KINDS };

/* A joint of a keyframe. */
struct MjKeyJoint {
	const struct XmlElement *element; /* NULL: it is not attached */
	enum MjKind kind;
};

/* A keyframe of an attached model, for the joints of that model. */
struct MjKey {
	const struct XmlElement *element;
	struct MjKeyJoint *joint;
	size_t joints;
};

/* What an actuator adds to its joint, times its gear squared. */
enum MjReflected { MJ_ARMATURE, MJ_DAMPING, MJ_REFLECTED };

struct MjJoint {
	struct MjElement e;
	struct Ident name;
	enum MjKind kind;
	int body, next; /* next: of the body, or NONE */
	struct Figure axis[3], anchor[3];
	struct Expr *coupled;              /* or NULL */
	const struct XmlElement *actuator; /* the last one that drives it */
	int actuators;
	double reflected[MJ_REFLECTED]; /* of all its actuators */
	struct Expr *drive;             /* their force, in inputs; NULL: none */
	double ref;                     /* rad or m: the coordinate at the place of the file */
	struct Figure shown;            /* ref as written */
};

struct MjGeom {
	struct MjElement e;
	int body, next; /* next: of the body, or NONE */
	struct MadePlace place;
	bool solid; /* a solid of the model has its shape */
};

/* A site, or a geom with a name. */
struct MjSite {
	struct MjElement e;
	struct Ident name; /* of its frame */
	int body;
	struct MadePlace place;
};

/* A geom that a tendon runs around. */
struct MjWrap {
	const struct MjGeom *geom;
	int body;
	bool round, sided; /* a sphere, else a cylinder */
	double radius, side[3];
	struct Figure size;
	struct MadePlace place; /* on its body, z along its axis */
	struct Span span;       /* of the tendon's element */
};

/* A geom with its statement `wrap`. */
struct MjWrapName {
	const struct MjGeom *geom;
	const char *name;
};

/* An actuator of a tendon. */
struct MjPull {
	const char *tendon;
	const struct XmlElement *element; /* NULL: a muscle whose force is an input */
	struct Expr *force;               /* that pushes the ends apart */
	const struct Stmt *input, *last;  /* its input, and a state behind it */
	bool taken;                       /* a statement has the force */
};

/* Mass of a body, with principal moments about its centre in axes R. */
struct MjMass {
	double mass, com[3], moment[3], R[3][3];
};

struct MjBody {
	struct MjElement e;
	struct Ident name;
	int parent;
	struct MadePlace place; /* on the parent */
	struct Pose own;        /* without the frames around it */
	struct Pose world;      /* of the body, as the file shows it */
	int carrier;            /* nearest body with a joint, from this one inward, or WORLD */
	int first_joint, last_joint, joints;
	int first_geom, last_geom;
	const struct XmlElement *inertial;
	struct MadePlace inertial_frame; /* on the body, of the frames around <inertial> */
	bool mocap;
	bool carries;  /* it has bodies inside */
	bool adjusted; /* <compiler> changes its mass */
	bool aligned;  /* its frame is that of its principal axes */
	struct MjMass mass;
	struct Stmt *stmt;
};

enum MjInertiaFromGeom { FROM_GEOM_NEVER, FROM_GEOM_ALWAYS, FROM_GEOM_AUTO };

/* What <flag> disables. */
struct MjDisabled {
	bool gravity, equality, springs, dampers, friction, limits;
	bool passive; /* all passive forces, those of springs and dampers too */
	bool actuation;
};

/* <compiler>, for the elements of its file. */
struct MjCompiler {
	bool degrees, autolimits, balance, align;
	enum MjInertiaFromGeom from_geom;
	const char *euler; /* three letters */
	double group[2];   /* groups of geoms that have a mass */
	double least_mass, least_moment;
	const char *meshes; /* folder of meshes, "" or with a slash */
	bool strip;         /* files of assets have no folders of their own */
};

/* What <compiler> says of the whole model, <option> and <flag>. */
struct MjSettings {
	bool fuse;
	bool merges; /* <option> of attached models counts too */
	double total;
	struct MjDisabled no;
	struct XmlValue gravity;
	uint32_t idle_groups; /* of actuators: bit g is that of group g */
};
enum { MJ_GROUPS = 31 }; /* that may be idle */

/* A model with the files that it includes: the file's own, or one that <attach> takes elements from. */
struct MjDocument {
	const char *name; /* for <attach>, or NULL */
	struct XmlElement *root;
	const struct Included *file; /* NULL: the model's source */
	struct MjCompiler compiler;
	struct MjClass *outermost;
	struct NameTable class_names;
	struct ARENA_LIST(struct MjClass *) class;
	struct ARENA_LIST(struct MjDocument *) asset; /* models of its <asset> */
	struct ARENA_LIST(struct MjKey) key;          /* keyframes of models that it attaches */
	bool partly;                                  /* a model of its <asset> could not be read */
	bool lacking; /* something could not be attached: no message misses names and numbers of it */
	bool used;    /* it is the own one, or elements of it are attached */
};

enum MjLossId {
#define LOSS(id, check, noun, what, help) LOSS_##id,
#include "left_out.def"
#undef LOSS
	LOSSES
};

struct Mjcf {
	struct Diags *diags;
	struct Arena *arena;
	const struct Request *request;
	const struct ModelText *text;
	const struct XmlElement *root; /* with all that is attached */
	struct MjSettings settings;
	struct MjDocument *own;                           /* the file itself */
	struct ARENA_LIST(struct MjDocument *) document;  /* the file, and those that it may attach */
	struct ARENA_LIST(struct MjDocument *) of_source; /* by number of the source; NULL: none */
	size_t copied;                                    /* elements, by <attach> and <replicate> */
	struct ARENA_LIST(struct MjBody) body;
	struct ARENA_LIST(struct MjJoint) joint;
	struct ARENA_LIST(struct MjGeom) geom;
	struct ARENA_LIST(struct MjSite) site;
	struct ARENA_LIST(struct MjSite) mark;                /* geoms with a name */
	struct ARENA_LIST(struct MjMesh) mesh;                /* those that were read */
	struct ARENA_LIST(struct MjPair *) pair;              /* of bodies that <connect> elements hold together */
	struct ARENA_LIST(const struct XmlElement *) spatial; /* <spatial> elements with a name */
	struct NameTable bodies, joints, sites;               /* names as written, to indices */
	struct NameTable pair_names, spatial_names, held;     /* held: tendons that keep their length */
	/* names in use: of bodies, frames and loops; joints; poses; tendons; wraps */
	struct NameTable places, motions, poses, tendons, wraps;
	struct ARENA_LIST(struct MjWrapName) wrap;
	struct Losses losses;
	struct MjContent *content; /* by body: what has mass in it */
	struct Pose *rest;         /* of bodies, with springs of joints at rest */
	struct StmtList statements;
	struct StmtList inputs, drives; /* controls of actuators, and wrenches of those on sites */
	bool laws;                      /* formulas call functions of laws.rig */
	struct ARENA_LIST(struct MjPull) pull;
	bool moved;       /* the file shows coordinates other than 0 */
	bool drives_told; /* it has actuators, and each drives a joint */
	bool loops;
};

#endif
