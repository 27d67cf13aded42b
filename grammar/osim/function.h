/* Functions of OpenSim: constants, lines, polynomials, multiples, splines, to expressions and tables.
 * Called by document.c for constants, and by joint.c and coupling.c. Memory is the arena's. */
#ifndef RIGIDC_OSIM_FUNCTION_H
#define RIGIDC_OSIM_FUNCTION_H

#include "model.h"

/* Use of a function in a motion or coupling. */
struct OsimUse {
	struct {
		struct Expr *value;
		bool slides; /* a length */
	} argument[OSIM_MOTIONS];
	int arguments;
	bool slides;             /* the result is a length, else an angle */
	const char *table;       /* name for its table of points */
	struct StmtList *tables; /* the list of tables, to which its own is added */
};

/* Is a function, with so many coordinates, a constant? NULL is the coordinate itself, and 0 without one. */
bool osim_constant(struct Osim *o, const struct XmlElement *function, int coordinates, struct Figure *value);
/* Is it the coordinate itself? */
bool osim_is_identity(struct Osim *o, const struct XmlElement *function, int coordinates);
/* Value of a function, NULL after a diagnostic. */
struct Expr *osim_function(struct Osim *o, const struct XmlElement *function, const struct OsimUse *use,
                           struct Span span);
/* Unit of a coordinate: "m" or "rad". */
const char *osim_unit(bool slides);
/* A formal parameter `name: UNIT`. */
struct Argument osim_formal(struct Osim *o, struct Span span, const char *name, const char *unit);

#endif
