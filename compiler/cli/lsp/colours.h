/* Semantic tokens: the meaning of each word, for its colour.
 * Called at the beginning of a session, for their names. */
#ifndef RIGIDC_LSP_COLOURS_H
#define RIGIDC_LSP_COLOURS_H

#include <jansson.h>

/* The names of types and modifiers, in the order of their numbers. */
json_t *colours_legend(void);

#endif
