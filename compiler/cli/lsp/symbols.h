/* The names of a reading, found when they are asked for.
 * Called by all answers about names.
 * Memory is the reading's. */
#ifndef RIGIDC_LSP_SYMBOLS_H
#define RIGIDC_LSP_SYMBOLS_H

#include "symbol.h"

/* NULL: the reading has no AST. */
const struct Symbols *symbols_of(struct Reading *reading);

#endif
