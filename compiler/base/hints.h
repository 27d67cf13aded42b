/* Help for words known from other tools: how to write them here.
 * Called where an unknown word is found.
 * The strings are constants. */
#ifndef RIGIDC_BASE_HINTS_H
#define RIGIDC_BASE_HINTS_H

#include "diag.h"

/* Place of a word. PROPERTY: a property of something else. CLAUSE: within a statement. NAME: in an expression.
 * OUTPUT: a function of the robot. SIGN: a first character. CURVE: a kind of table. BODY: on which something stands.
 * URDF_TYPE, SDF_TYPE, OSIM_TYPE: of a joint. MJCF_WORD: of an attribute, whose name comes first. */
enum HintPlace {
	HINT_UNIT,
	HINT_FUNCTION,
	HINT_KIND,
	HINT_STATEMENT,
	HINT_PROPERTY,
	HINT_CLAUSE,
	HINT_NAME,
	HINT_OUTPUT,
	HINT_SIGN,
	HINT_CURVE,
	HINT_BODY,
	HINT_URDF_TYPE,
	HINT_MJCF_WORD,
	HINT_SDF_TYPE,
	HINT_OSIM_TYPE
};

/* Help for a word; NULL: none. */
const char *hint_word(enum HintPlace place, const char *word);
/* Adds the word's help, or "did you mean X?" if a candidate is near. */
void hint_or_nearest(struct Diags *diags, struct Diag *of, enum HintPlace place, const struct Nearest *nearest);

/* "kg m^2" for "kgm2": units without blanks between, with or without powers. NULL: no such sequence. */
const char *hint_units(struct Arena *arena, const char *word);

#endif
