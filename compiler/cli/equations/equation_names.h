/* Names of the symbols of formulas: as identifiers, in LaTeX, in MathML.
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
	const char *plain, *shown; /* as an identifier, and as the notation has it; NULL: pi or a function */
	enum NameGroup group;
};

/* How a notation has an identifier, with dots over its letter. */
typedef const char *NameForm(struct Arena *arena, const char *name, int dots);
/* theta_1 is \theta_{1}. */
NameForm latex_name;
/* theta_1 is <msub><mi>θ</mi><mn>1</mn></msub>. */
NameForm mathml_name;

struct EquationNames {
	struct EquationName *item; /* by symbol */
	struct NameTable used;     /* plain names */
	NameForm *form;
};

/* All names are different, and none of them is among the reserved words, which have blanks between them. `form`: NULL for the
 * identifiers themselves. */
struct EquationNames equation_names(const struct EquationSet *set, const char *reserved, NameForm *form);
/* A plain name that no other has. */
const char *equation_names_new(struct EquationNames *names, const char *wanted);

#endif
