/* Which bodies are copies of each other: those that one statement made with the same numbers, wherever its part was put and
 * whatever it was reflected by. And which uses of a part are: those with the same bodies.
 * Called by the checker. Memory is the arena's. */
#ifndef RIGIDC_MODEL_PART_COPIES_H
#define RIGIDC_MODEL_PART_COPIES_H

#include "expand.h"
#include "resolve.h"

struct Copies {
	struct NameTable bodies; /* what a body is, as text, to the first one */
	struct Text text;
};

void copies_init(struct Copies *alike, struct Arena *arena);
/* The first site that is such a body, or `site`, its own number. Requires the body as it is written, before it is reflected;
 * `mounted`: it stands on what carries the part, and where is no matter. */
int copies_find(struct Copies *alike, const struct Body *body, const struct Item *item, bool mounted, int site);
/* Body by body and use by use, once the bodies are ordered. */
void copies_finish(struct Model *model, const struct Resolver *resolver);

#endif
