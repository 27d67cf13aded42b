/* XML that the programs of robotics read and that expat refuses: blanks before `<?xml`, and `--` in comments.
 * Called by xml_parse.c. A changed text is in the arena, and as long as the source. */
#ifndef RIGIDC_XML_RELAX_H
#define RIGIDC_XML_RELAX_H

#include "base/arena.h"

/* The text as expat takes it: the source itself if nothing is to change. *moved: bytes by which `<?xml` was moved to the front. */
const char *xml_relax(struct Arena *arena, const char *text, size_t length, size_t *moved);

#endif
