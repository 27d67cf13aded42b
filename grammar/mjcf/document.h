/* Files of a model: its own and those that <attach> takes elements from, each with what it includes, a <compiler>, classes and
 * assets of its own.
 * Made by mj_read_tree; the look-ups are called by those who read elements. Memory is the arena's. */
#ifndef RIGIDC_MJCF_DOCUMENT_H
#define RIGIDC_MJCF_DOCUMENT_H

#include "model.h"

/* The file of an element or value, by its place. */
struct MjDocument *mj_document(const struct Mjcf *m, struct Span span);
/* Its <compiler>. */
const struct MjCompiler *mj_compiler(const struct Mjcf *m, struct Span span);

#endif
