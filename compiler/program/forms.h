/* Forms of statements: the operations of a statement with their signs and numbers, and the types of the values that it
 * reads, its leaves. Statements of the same form differ in their leaves alone:
 *
 *     t1 = a*b - c      t2 = d*e - f
 *
 * Called by table_loops.c. Memory is the arena of the caller. */
#ifndef RIGIDC_PROGRAM_FORMS_H
#define RIGIDC_PROGRAM_FORMS_H

#include "program.h"

enum { FORM_LEAVES = 16 }; /* most leaves of a statement in a loop */

struct Forms {
	struct Program *program;
	struct Arena *arena;
	const char **text;             /* by step: its form; NULL: none */
	uint32_t *leaves, *operations; /* by step, with the unnamed steps inside it */
};

/* Reads the forms of all steps. Sums and products get their operands in the order of their forms. */
struct Forms forms_read(struct Program *program, struct Arena *arena);
/* Form of a value that is stored, or NULL. */
const char *form_of_value(const struct Forms *forms, struct Operand value);
/* Lists the leaves of a value or, if `whole`, of the step that it is. Returns their count. */
uint32_t form_leaves(const struct Forms *forms, struct Operand value, bool whole, struct Operand *leaf);
/* A program with the operations of such a value. Its first steps are the leaves. `result`: the value there. */
struct Program form_body(const struct Forms *forms, struct Operand value, bool whole, struct Operand *result);

#endif
