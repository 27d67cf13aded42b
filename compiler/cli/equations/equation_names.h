/* Names of the symbols of formulas: as identifiers, and in LaTeX.
 *   theta_1, theta_1d, theta_1dd    \theta_{1}, \dot{\theta}_{1}, \ddot{\theta}_{1}
 * Called by the formats. Memory is the set's. */
#ifndef RIGIDC_EQUATION_NAMES_H
#define RIGIDC_EQUATION_NAMES_H

#include "equation_set.h"

/* Where a symbol comes from. */
enum NameGroup {
	NAMES_PARAMETERS,
	NAMES_COORDINATES,
	NAMES_RATES,
	NAMES_ACCELERATIONS,
	NAMES_OTHERS,
	NAMES_VALUES,
	NAME_GROUPS
};

struct EquationName {
	const char *plain, *latex; /* NULL: pi or a function */
	enum NameGroup group;
};

struct EquationNames {
	struct EquationName *item; /* by symbol */
	struct NameTable used;     /* plain names */
};

/* All names are different, and none of them is among the reserved words, which have blanks between them. */
struct EquationNames equation_names(const struct EquationSet *set, const char *reserved);
/* A name in LaTeX: theta_1 is \theta_{1}. `dots`: over its letter. */
const char *latex_name(struct Arena *arena, const char *name, int dots);
/* A plain name that no other has. */
const char *equation_names_new(struct EquationNames *names, const char *wanted);

#endif
