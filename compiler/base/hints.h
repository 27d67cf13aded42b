/* What is written here for words that people bring along from elsewhere: the helps behind diagnostics.
 * Called where a word is found that means nothing.
 * The strings are constants. */
#ifndef RIGIDC_BASE_HINTS_H
#define RIGIDC_BASE_HINTS_H

#include "diag.h"

/* Where a word stands. PROPERTY: one that belongs elsewhere. CLAUSE: within a statement. NAME: in an expression. OUTPUT: a function
 * of the robot. SIGN: the first character. ATTRIBUTE: of an element of
 * URDF, behind that. */
enum HintPlace {
	HINT_UNIT, HINT_FUNCTION, HINT_KIND, HINT_STATEMENT, HINT_PROPERTY, HINT_CLAUSE, HINT_NAME, HINT_OUTPUT, HINT_SIGN, HINT_ATTRIBUTE
};

/* NULL if the word is not known. */
const char *hint_word(enum HintPlace place, const char *word);
/* The same as a help; else "did you mean X?" if something was near. */
void hint_or_nearest(struct Diags *diags, struct Diag *of, enum HintPlace place, const struct Nearest *nearest);

/* "kg m^2" of "kgm2": units in a row without blanks, each perhaps with a power. NULL if it is none. */
const char *hint_units(struct Arena *arena, const char *word);

#endif
