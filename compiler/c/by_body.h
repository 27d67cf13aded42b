/* Which link a statement is about: for the headings in the text, and for what each body costs.
 * Called by body.c and by report. Memory is that of the arena. */
#ifndef RIGIDC_C_BY_BODY_H
#define RIGIDC_C_BY_BODY_H

#include "pipeline/job.h"

/* By statement, where the text comes to a link: its number from 1, at a name of it, or at what has no name and is wanted by
 * the next that has one; 0: it is about the one before. piece, by statement: pieces know nothing of each other; or NULL. */
uint32_t *c_links_of(struct Arena *arena, const struct Program *program, const uint32_t *piece);

/* Adds the multiplications and additions of a function, by body of the model, and behind all bodies those that come
 * before any. */
void c_count_by_body(const struct Job *job, const struct Generated *function, uint32_t *count);

#endif
