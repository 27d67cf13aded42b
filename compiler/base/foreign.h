/* What is written here for words that people bring along from elsewhere: the helps behind diagnostics.
 * Called where a word is found that means nothing.
 * The strings are constants. */
#ifndef RIGIDC_FOREIGN_H
#define RIGIDC_FOREIGN_H

#include "diag.h"

/* Where a word stands. PROPERTY: one that belongs elsewhere. CLAUSE: within a statement. NAME: in an expression. OUTPUT: a function
 * of the robot. SIGN: the first character. ATTRIBUTE: of an element of
 * URDF, behind that. */
enum ForeignPlace {
	FOREIGN_UNIT, FOREIGN_FUNCTION, FOREIGN_KIND, FOREIGN_STATEMENT, FOREIGN_PROPERTY, FOREIGN_CLAUSE, FOREIGN_NAME, FOREIGN_OUTPUT, FOREIGN_SIGN, FOREIGN_ATTRIBUTE
};

/* NULL if the word is not known. */
const char *foreign_word(enum ForeignPlace place, const char *word);
/* The same as a help; else "did you mean X?" if something was near. */
void foreign_or_nearest(struct Diags *diags, struct Diag *of, enum ForeignPlace place, const struct Nearest *nearest);

/* "kg m^2" of "kgm2": units in a row without blanks, each perhaps with a power. NULL if it is none. */
const char *foreign_units(struct Arena *arena, const char *word);

#endif
