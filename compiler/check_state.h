/* Inside of the checker: its state, and what its parts do for each other.
 * Called by checker.c, property.c, setting.c and motion.c only. All memory is the arena's. */
#ifndef RIGIDC_CHECK_STATE_H
#define RIGIDC_CHECK_STATE_H

#include "checker.h"
#include "resolve.h"
#include "value.h"

enum Where { WHERE_TOP, WHERE_BODY, WHERE_JOINT };

enum CouplingState { COUPLING_NEW, COUPLING_BUSY, COUPLING_DONE, COUPLING_BAD };

struct Checker {
	struct Arena *arena;
	struct Diags *diags;
	struct Scope scope;
	struct Model *model;
	struct Resolver resolver;
	struct Stmt *model_stmt, *generate;
	const struct Stmt *not_a_model; /* the first statement where it is none: reported */
	struct NameTable joints;        /* to bodies, once they are ordered */
	enum CouplingState *coupling;   /* by body */
	struct Joint *coupled;          /* the one whose coupling is evaluated */
	int coupling_depth;
};

/* Reports that a name or statement was given before. */
void check_duplicate(struct Checker *c, struct Span span, struct Span first, const char *what, const char *name);

/* --- statements in blocks (property.c) --- */

/* Room for the statements seen in one block, by property. */
enum { PROPERTY_MOST = 16 };

enum PropertyForm {
	FORM_VALUE,
	FORM_AT,     /* takes `at VALUE` */
	FORM_MATRIX, /* takes `about origin` and `in ROTATION` */
	FORM_LATER   /* not evaluated where it stands */
};

struct Property {
	const char *name;
	enum Where where;
	enum PropertyForm form;
	void (*set)(struct Checker *c, struct Body *body, const struct Stmt *stmt, struct Value value);
};

/* May the statement stand here? */
bool statement_placed(struct Checker *c, const struct Stmt *stmt, enum Where where);
/* The property a statement sets, if it may stand here, is the first of its kind and is well formed. */
const struct Property *property_of(struct Checker *c, const struct Stmt *stmt, enum Where where,
                                   const struct Stmt **seen);
void property_apply(struct Checker *c, struct Body *body, const struct Stmt *stmt, const struct Property *property);
/* Numbers by velocity: one for a joint with one velocity, else a vector. `dim` is what a velocity along
 * a line asks for; one about a line asks for that times `turning` more metres. */
bool velocity_numbers(struct Checker *c, const struct JointKind *kind, const char *what, struct Value value,
                      struct Dim dim, int turning, Ref *out);

/* --- the command line (setting.c) --- */

/* Evaluates the constants, with what -D replaces. */
void settings_define(struct Checker *c, const struct Request *request);
void settings_lock(struct Checker *c, const char *text);

/* --- joints (motion.c) --- */

/* What the block of a joint's definition may hold; said once, not for every joint of the kind. */
void motions_check(struct Checker *c);
/* Requires numbered coordinates: evaluates couplings, then motions and passive forces of each joint. */
void motions_couple(struct Checker *c);
void motions_give(struct Checker *c, struct Joint *joint, bool moves);

#endif
