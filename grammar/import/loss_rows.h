/* Rows of left_out.def, known.def and words.def, as struct LossRow, KnownRow and WordRow of losses.h; and the tables of
 * a format, LOSS_TABLES, of the arrays `losses`, `known`, `words` and the text `counting`.
 * Included by the one file of each format that has these tables, before its .def files. Owns nothing. */
#ifndef RIGIDC_LOSS_ROWS_H
#define RIGIDC_LOSS_ROWS_H

#include "losses.h"

#define LOSS(id, check, noun, what, help) { CHECK_##check, noun, what, help },
#define KNOWN(inside, names) { KNOWN_ELEMENTS, inside, names },
#define EXPANDED(inside, names) { KNOWN_EXPANDED, inside, names },
#define ATTRIBUTES(element, names) { KNOWN_ATTRIBUTES, element, names },
#define WORD(inside, name, right, help) { inside, name, right, help, false },
#define LOST(inside, name, right, help) { inside, name, right, help, true },

#define LOSS_TABLES(...) \
	(struct LossTables) \
	{ \
		.row = losses, .rows = sizeof losses / sizeof *losses, .known = known, .word = words, \
		.counting = counting, __VA_ARGS__ \
	}

#endif
