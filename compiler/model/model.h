/* Checked model: the meaning of a source, with names resolved, units removed, and parents before children. Made by the
 * checker; read by the canonical tree, by `info` and by the printers of headers. All memory is the arena's. Every
 * number is a handle into `dag`, constant or not. */
#ifndef RIGIDC_MODEL_H
#define RIGIDC_MODEL_H

#include "base/diag.h"
#include "dag/spatial.h"
#include "grammar/ast.h"
#include "joint_kind.h"
#include "parameter.h"

struct Joint;

/* Of closed loops: a closure within it is of rounded numbers. */
struct ClosureTolerance {
	double length, angle; /* in shares of the characteristic length; in rad */
};

struct Model {
	struct Arena *arena;
	struct Dag *dag;
	struct Ident name;
	const char *doc; /* NULL, or lines */
	struct ClosureTolerance tolerance;
	unsigned without; /* properties of joints and struts that are left out, a bit for each of `enum Without` */
	struct Vec gravity;
	struct Span gravity_at; /* where gravity is given */
	struct JointKinds kinds;
	const struct Scope *scope; /* values of its constants, also of those in parts and loops */
	struct Body *body;
	int bodies;
	struct Frame *frame;
	int frames;
	struct Wrench *wrench;
	int wrenches;
	struct LawList ARENA_LIST(struct Law) laws; /* wrenches with laws */
	bool lawful;                                /* a statement gives a law, or a body has added mass */
	struct AddedList ARENA_LIST(struct AddedBody) added;
	struct PayloadList ARENA_LIST(struct Payload) payloads;
	struct StrutList ARENA_LIST(struct Strut) struts;
	struct GroupList ARENA_LIST(struct StrutGroup) groups; /* of struts and tendons */
	struct WrapList ARENA_LIST(struct Wrap) wraps;
	struct NameTable wrap_names; /* to wraps */
	struct ContactList ARENA_LIST(struct Contact) contacts;
	struct LoopList ARENA_LIST(struct Loop) loops;
	struct ClosedFormList ARENA_LIST(struct ClosedForm *) closed_forms;
	struct ConstraintList ARENA_LIST(struct Constraint) constraints;
	struct PhaseList ARENA_LIST(struct Phase) phases;
	struct UseList ARENA_LIST(struct Use) uses;
	struct PartList ARENA_LIST(const struct Stmt *) unused; /* parts without a use */
	struct Unsure *unsure; /* of a trial model of such parts (model/part/unsure.h); else NULL */
	struct NameTable made; /* names made by parts and loops: `FL.hip` is FL_hip in C */
	struct PoseList ARENA_LIST(struct ModelPose) poses;
	struct OpenList
		ARENA_LIST(struct Diag) open; /* loops and poses that cannot be closed: errors of functions with rows */
	int nq, nv;
	/* `order` (model/body/order.h). q_place, v_place: the listed index of each coordinate and velocity, from its
	 * index in the order of bodies. q_listed, v_listed: the coordinate, the velocity at each listed index. listed:
	 * the bodies; those with coordinates are in the listed order, the others keep their places. */
	bool ordered;
	int *q_place, *v_place, *q_listed, *v_listed, *listed;
	struct ParameterList parameters; /* given at run time */
	struct ParameterList inputs;     /* given in every call: the array u */
	struct ParameterList states;     /* inputs with a rate: the array s */
	struct Arguments functions; /* functions of `generate`: name; value: the name after ':', the parts, or NULL */
};

/* Number of the joint's own coordinates in q, and of velocities in qd. */
int joint_nq(const struct Joint *joint);
int joint_nv(const struct Joint *joint);

/* Body i in the order of listed coordinates. */
const struct Body *model_listed(const struct Model *model, int i);

/* Inertia of a body with its payloads, about the origin of its frame. */
struct Inertia model_inertia(const struct Model *model, int body);

/* Does its joint move (has coordinates and is not locked)? */
bool body_moves(const struct Body *body);

/* The input, as declared, with an element of u. */
const struct Parameter *model_input(const struct Model *model, int element);
/* The input that moves with this number in ud and udd. */
const struct Parameter *model_moving(const struct Model *model, int number);

/* Copy of the model for work in another arena: new nodes are made there, and the model itself stays unchanged. */
const struct Model *model_fork(const struct Model *model, struct Arena *arena);

/* Name of a body; "world" for -1. */
const char *model_body_name(const struct Model *model, int body);
/* Number of the rows of all contacts of a phase. */
int model_phase_rows(const struct Model *model, const struct Phase *phase);

/* Tables of names: of bodies to their numbers and of frames to theirs after all bodies; of joints to their bodies. */
struct NameTable model_sites(const struct Model *model);
struct NameTable model_joints(const struct Model *model);

/* Names of coordinates, in the order of bodies: "elbow", or of a joint with several "shoulder.a". */
const char **model_coordinates(struct Arena *arena, const struct Model *model);

/* Plain name: the name itself, or, if parts and loops made it, its steps alone: leg_3_hip for `leg[3].hip`. The second
 * function gives the plain name as the end of a C identifier. */
const char *model_plain_name(struct Arena *arena, const struct Model *model, const char *name);
const char *model_identifier(struct Arena *arena, const struct Model *model, const char *name);

/* Model as text, every number in full, for --dump=check (model_dump.c). */
void model_dump(const struct Model *model, struct Text *out);
/* Hash of this text: PREFIX_HASH in generated C. */
uint64_t model_hash(const struct Model *model);

/* Has the model rows that hold in every phase? */
static inline bool model_has_loops(const struct Model *model)
{
	return model->loops.count + model->constraints.count > 0;
}

#endif
