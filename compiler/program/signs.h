/* Where the signs of a program go: into differences that are turned around, constants, and products that carry them on.
 * Called by the lowering. */
#ifndef RIGIDC_SIGNS_H
#define RIGIDC_SIGNS_H

#include "program.h"

/* Requires statements in order, and operands with the signs that the DAG has. Some steps then hold the negative of their value; no
 * operand has a sign that its operation takes none of, and the program's negations are counted. */
void place_signs(struct Program *program);

#endif
