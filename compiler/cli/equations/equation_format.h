/* Sets of equations as text.
 * Called by the command. Texts are the set's. */
#ifndef RIGIDC_EQUATION_FORMAT_H
#define RIGIDC_EQUATION_FORMAT_H

#include "formula_put.h"

const char *equation_format_write(struct EquationSet *set, enum EquationFormatId format);

/* An output with the text of its formulas. */
struct EquationPart {
	const char *name, *meaning, *text;
};
struct EquationParts ARENA_LIST(struct EquationPart);
/* The outputs of a set that is not large, one by one. */
struct EquationParts equation_format_parts(struct EquationSet *set, enum EquationFormatId format);

#endif
