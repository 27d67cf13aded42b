/* An SDFormat model between its XML and its statements: links, joints, frames, models in models.
 * Made by sdf.c through the files of this room, which share it. All memory is the arena's. */
#ifndef RIGIDC_SDF_MODEL_H
#define RIGIDC_SDF_MODEL_H

#include "base/request.h"
#include "grammar/ast.h"
#include "grammar/import/xml.h"
#include "grammar/import/losses.h"
#include "grammar/import/made.h"
#include "grammar/model_text.h"

/* WORLD: the world as a link, a parent or a frame; NONE: nothing, or reported. */
enum { WORLD = -1, NONE = -2 };

/* A <pose> as written: 3 numbers and three angles, or 3 numbers and a quaternion x y z w. */
struct SdfRaw {
	struct Figure number[7];
	int count; /* 0, 6 or 7 */
	bool degrees;
	struct Pose pose;
};

/* Kinds of named elements, in the order of look-up. */
enum SdfKind { SDF_LINK, SDF_FRAME, SDF_MODEL, SDF_JOINT, SDF_KINDS };

enum SdfState { SDF_UNSEEN, SDF_OPEN, SDF_PLACED };

/* A link, frame, model or joint. */
struct SdfEntity {
	enum SdfKind kind;
	const struct XmlElement *element; /* NULL: the frame of a merged model */
	const struct XmlElement *posed;   /* the element with its <pose> */
	const struct XmlElement *placing; /* of a model: the <include>, or itself */
	struct Ident name;                /* in the model that is read: a::b */
	const char *key;                  /* in the world: model::a::b */
	double version;                   /* of its file */
	int scope;                        /* the model around it, or the world */
	int root;                         /* the frame called __model__: a model, the frame of a merged one, or WORLD */
	int inner;                        /* of a model: its scope */
	int base;                         /* the entity that its pose is relative to, WORLD: none */
	int placed_by;                    /* of a model: the frame that its pose is of, or NONE */
	int on;    /* of a frame: what it is attached to; of a joint: its child; of a merged model: its link */
	int link;  /* link of the same rigid group, WORLD or NONE */
	int joint; /* of a joint: its number */
	enum SdfState state;
	struct SdfRaw raw;
	struct Pose local; /* in its scope */
};

/* A model, or the world. */
struct SdfScope {
	int model;                  /* NONE: the world */
	const char *shown, *prefix; /* before names and keys in it: "a::", "model::a::" */
	int first_link;             /* or NONE; links of models in it count */
	int canonical;              /* what canonical_link names, or NONE */
	bool still;                 /* static, or in a static model */
};

enum { SDF_AXES = 2 };

struct SdfType {
	const char *name;
	const char *kind; /* NULL: it carries no link */
	const char *loop; /* NULL: it closes no loop */
	int axes;
	bool slides, limited;
};

struct SdfAxis {
	const struct XmlElement *element; /* NULL: none */
	struct Figure xyz[3];
	double along[3]; /* in the joint's axes, of unit length */
	struct Ident name;
};

struct SdfJoint {
	int entity, parent, child;  /* links, WORLD or NONE */
	const struct SdfType *type; /* NULL: reported */
	struct SdfAxis axis[SDF_AXES];
	bool carries; /* it is the first joint of its child */
	int next;     /* that carries a link on the same parent, or NONE */
};

struct SdfLink {
	int entity;
	int carried;     /* the joint that carries it, or NONE */
	int first, last; /* the first and last joint of its children, or NONE */
	bool emitted;
	struct Stmt *stmt;
};

enum SdfLossId {
#define LOSS(id, check, noun, what, help) LOSS_##id,
#include "left_out.def"
#undef LOSS
	LOSSES
};

struct Sdf {
	struct Diags *diags;
	struct Arena *arena;
	const struct Request *request;
	const struct ModelText *text;
	const struct XmlElement *root;
	const struct XmlElement *world; /* NULL: the file has models alone */
	struct Losses losses;
	struct ARENA_LIST(struct SdfEntity) entity;
	struct ARENA_LIST(struct SdfScope) scope;
	struct ARENA_LIST(struct SdfJoint) joint;
	struct ARENA_LIST(struct SdfLink) link;
	struct NameTable names[SDF_KINDS]; /* to entities */
	int chosen;                        /* the model that is read, or NONE */
	size_t frees;                      /* links that are free on the world */
	struct NameTable places, motions;  /* names in use: bodies, frames, loops; joints */
	struct StmtList statements;
	struct Arguments start; /* positions of free joints */
};

#endif
