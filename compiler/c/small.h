/* C that takes the fewest bytes (--size): loops where results are regular, one loop over the angles of a state, and what like
 * limbs have in common once, in a loop over them.
 * Called by files.c and by what prints statements. All memory is the arena's. */
#ifndef RIGIDC_C_SMALL_H
#define RIGIDC_C_SMALL_H

#include "printer.h"

/* Before and behind a function; between, p->small says how it is written. */
void c_begin_small(struct Printer *p);
void c_end_small(struct Printer *p);
bool c_has_limb_loops(const struct Printer *p);

void c_put_small_body(struct Printer *p);
/* Around the pieces of a long function: results that loops write. */
void c_open_small(struct Printer *p);
void c_close_small(struct Printer *p);
/* All zeros of the outputs that have some. */
void c_put_clearing(struct Printer *p);

/* Is a result left to a loop? */
bool c_small_apart(const struct Printer *p, struct Statement statement);
/* Sines and cosines of what a stage takes at once, where the first of them stands. */
void c_put_small_sines(struct Printer *p, uint32_t index);
/* What a limb reads of the caller's arrays, and of its own numbers. */
const char *c_small_leaf(const struct Printer *p, enum Input array, uint32_t element);
/* What limbs keep of a step, if the stage at hand reads it from there; else NULL. */
const char *c_small_kept(const struct Printer *p, uint32_t index);
void c_put_small_pick(struct Printer *p, const struct Step *pick);
/* Behind a statement of a limb: what it keeps, and its results. */
void c_put_small_results(struct Printer *p, uint32_t index);

#endif
