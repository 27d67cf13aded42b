/* Properties, set by NAME EXPR statements. Called by the checker, block by block. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_PROPERTY_H
#define RIGIDC_MODEL_PART_PROPERTY_H

#include "model/expression/evaluate.h"
#include "model/model.h"
#include "where.h"

/* Bound of the number of properties in one block. */
enum { PROPERTY_MOST = 32 };

enum PropertyForm {
	FORM_VALUE,
	FORM_AT,     /* takes `at VALUE` */
	FORM_PLACED, /* takes `at PLACEMENT`, any number of times */
	FORM_MATRIX, /* takes `about FRAME` and `in ROTATION` */
	FORM_LATER,  /* evaluated later */
	FORM_LAW,    /* evaluated later, any number of times */
	FORM_ACTS,   /* the same, and may take `at VALUE` */
	FORM_LIST,   /* takes further values, `, VALUE` */
	FORM_WORD    /* takes no value */
};

/* Statement that sets a property, evaluated. */
struct Assignment {
	struct Scope *scope;
	struct Model *model;
	struct Body *body;             /* the body of its block, */
	struct Strut *strut;           /* or the strut of its block, */
	struct Contact *contact;       /* or the contact of its block, */
	struct Loop *loop;             /* or the loop of its block, */
	struct Constraint *constraint; /* or the constraint of its block, */
	struct Shape *shape;           /* or the shape of its block; all NULL at the top level */
	const struct Stmt *stmt;
	struct Value value; /* not of FORM_LATER and FORM_WORD */
};

struct Property {
	const char *name;
	enum Where where;
	enum PropertyForm form;
	void (*set)(const struct Assignment *a); /* NULL: the block's owner reads the statement itself */
	const char *value, *summary;             /* for help: the value after its name, and the meaning */
};

/* Row i of the table; NULL after the last. */
const struct Property *property_row(size_t i);
/* Row of a property by name; NULL: no such property. */
const struct Property *property_find(const char *name);
/* Property of a statement, if allowed here, the first of its kind and well formed; else NULL after a diagnostic.
 * `seen` belongs to the block: PROPERTY_MOST statements, NULL at first. */
const struct Property *property_of(struct Diags *diags, const struct Stmt *stmt, enum Where where,
                                   const struct Stmt **seen);
/* The same, for the statement of an assignment: evaluates its value and sets the property. */
const struct Property *property_set(struct Assignment assignment, enum Where where, const struct Stmt **seen);
/* Sets all properties of a block in which nothing else may stand. */
void properties_set(struct Assignment assignment, const struct StmtList *block, enum Where where);

#endif
