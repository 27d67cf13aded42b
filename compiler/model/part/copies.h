/* Copies among bodies: bodies made by the same statement with the same numbers, wherever the part is placed and
 * however it is reflected. Uses of a part are copies if they have the same bodies. Called by the checker. Memory is
 * the arena's. */
#ifndef RIGIDC_MODEL_PART_COPIES_H
#define RIGIDC_MODEL_PART_COPIES_H

#include "expand.h"
#include "resolve.h"

struct Copies {
	struct NameTable bodies; /* a body's description, as text, to the first such body */
	struct Text text;
};

void copies_init(struct Copies *copies, struct Arena *arena);
/* First site with the same body, or `site`, the body's own number. Requires the body as written, before reflection.
 * `mounted`: the body is on the part's carrier, so its placement is ignored. */
int copies_find(struct Copies *copies, const struct Body *body, const struct Item *item, bool mounted, int site);
/* Finishes the bodies' and uses' `like` after the bodies are ordered. */
void copies_finish(struct Model *model, const struct Resolver *resolver);

#endif
