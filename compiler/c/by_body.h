/* Link of each statement, for headings in generated code and for the cost of each body.
 * Called by statements.c and by report. Memory is that of the arena. */
#ifndef RIGIDC_C_BY_BODY_H
#define RIGIDC_C_BY_BODY_H

#include "pipeline/job.h"

/* Link numbers (from 1) by statement, at each statement where the code turns to a link: a temporary named after the
 * link, or an unnamed temporary read by the next named one. 0: the statement belongs with the statement before.
 * `piece`: piece number by statement; links do not carry over from piece to piece. NULL: the function is in one
 * piece. */
uint32_t *c_links_of(struct Arena *arena, const struct Program *program, const uint32_t *piece);

/* Adds the multiplications and additions of a function to `count`, by body of the model. The element after all
 * bodies takes the operations before the first link. */
void c_count_by_body(const struct Job *job, const struct Generated *function, uint32_t *count);

#endif
