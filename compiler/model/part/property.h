/* The properties that NAME EXPR statements set.
 * Called by the checker, block by block. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_PROPERTY_H
#define RIGIDC_MODEL_PART_PROPERTY_H

#include "model/expression/evaluate.h"
#include "model/model.h"
#include "where.h"

/* Room for the statements seen in one block, by property. */
enum { PROPERTY_MOST = 20 };

enum PropertyForm {
	FORM_VALUE,
	FORM_AT,     /* takes `at VALUE` */
	FORM_PLACED, /* takes `at PLACEMENT`, and comes any number of times */
	FORM_MATRIX, /* takes `about FRAME` and `in ROTATION` */
	FORM_LATER,  /* not evaluated where it stands */
	FORM_WORD    /* the word alone */
};

/* A statement that sets a property, evaluated. */
struct Assignment {
	struct Scope *scope;
	struct Model *model;
	struct Body *body;       /* in whose block it stands, */
	struct Strut *strut;     /* or in this one's; both NULL at the top level */
	const struct Stmt *stmt;
	struct Value value;      /* but of FORM_LATER and FORM_WORD */
};

struct Property {
	const char *name;
	enum Where where;
	enum PropertyForm form;
	void (*set)(const struct Assignment *a);
	const char *value, *summary; /* what stands behind its name, what that means */
};

/* The i-th row; NULL behind the last. */
const struct Property *property_row(size_t i);
/* The row of a name; NULL if it names no property. */
const struct Property *property_find(const char *name);
/* The property a statement sets, if it may stand here, is the first of its kind and is well formed; else NULL
 * after a diagnostic. `seen` is the block's: PROPERTY_MOST statements, NULL at first. */
const struct Property *property_of(struct Diags *diags, const struct Stmt *stmt, enum Where where,
                                   const struct Stmt **seen);
/* Evaluates the statement and sets its property. `value` of the assignment is found here. */
void property_apply(const struct Property *property, const struct Assignment *assignment);

#endif
