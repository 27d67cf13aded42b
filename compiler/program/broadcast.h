/* Numbers beside vectors. In code with limbs in lanes, a number that multiplies vectors is copied into all lanes at
 * each use. A number with several such uses gets a vector of its own instead:
 *
 *     t1 = a*b                 t1 = a*b
 *     v2 = t1*u        =>      t2 = { t1, t1 }
 *     v3 = t1*w                v2 = t2*u
 *                              v3 = t2*w
 *
 * In long functions later pieces read the vector from an array, as an operand of the product. Results are the same.
 *
 * Called by print_columns.c. Memory is the program's arena. */
#ifndef RIGIDC_PROGRAM_BROADCAST_H
#define RIGIDC_PROGRAM_BROADCAST_H

#include "program.h"

struct Program broadcast_numbers(const struct Program *program);

#endif
