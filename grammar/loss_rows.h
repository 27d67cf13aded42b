/* Rows of known.def and words.def, as struct KnownRow and WordRow of losses.h.
 * Included by the one file of each format that has the tables, before its .def files. Owns nothing. */
#ifndef RIGIDC_LOSS_ROWS_H
#define RIGIDC_LOSS_ROWS_H

#include "losses.h"

#define KNOWN(inside, names) { KNOWN_ELEMENTS, inside, names },
#define EXPANDED(inside, names) { KNOWN_EXPANDED, inside, names },
#define ATTRIBUTES(element, names) { KNOWN_ATTRIBUTES, element, names },
#define WORD(inside, name, right, help) { inside, name, right, help, false },
#define LOST(inside, name, right, help) { inside, name, right, help, true },

#endif
