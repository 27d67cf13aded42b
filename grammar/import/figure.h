/* Decimal numbers in values of XML. A figure keeps its digits, so that an import shows it as written.
 * Called by the readers of XML formats. Memory is the arena's. */
#ifndef RIGIDC_FIGURE_H
#define RIGIDC_FIGURE_H

#include "xml_parse.h"

/* A number, its digits without the sign. */
struct Figure {
	const char *digits;
	size_t length;
	bool negative, zero;
	double value;
	struct Span span;
};

enum { FIGURES_BAD = -1 };

/* Reads up to `most` numbers with blanks between them. Returns how many there are, which may be more than `most`;
 * FIGURES_BAD after a diagnostic. */
int figures_read(struct Diags *diags, const struct XmlValue *value, int most, struct Figure *number);
/* Reads exactly `count` numbers; without them *number stays. False after a diagnostic, which calls the value `what`. */
bool figures_exactly(struct Diags *diags, const struct XmlValue *value, const char *what, int count,
                     struct Figure *number);
/* Reports the value `what` with `found` numbers instead of `count`. */
void figures_wrong_count(struct Diags *diags, const struct XmlValue *value, const char *what, int count, int found);
/* Reads a number without diagnostics: false if the value is not one number. */
bool figure_alone(struct Arena *arena, const struct XmlValue *value, struct Figure *number);
/* Figure of a computed number, with the shortest digits that read back to the same double. */
struct Figure figure_of(struct Arena *arena, struct Span span, double value);
/* The number with the other sign; 0 has none. */
struct Figure figure_negated(struct Figure number);
/* Are all of the numbers 0? */
bool figures_zero(const struct Figure *number, int count);

#endif
