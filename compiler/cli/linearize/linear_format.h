/* Linear dynamics as text: JSON, CSV, Octave, NumPy.
 * Called by the command. Texts are the arena's. */
#ifndef RIGIDC_LINEAR_FORMAT_H
#define RIGIDC_LINEAR_FORMAT_H

#include "cli/columns.h"
#include "runtime/rigidc.h"

enum LinearFormatId {
#define LINEAR_FORMAT(id, name, ending, write) LINEAR_##id,
#include "linear_formats.def"
	LINEAR_FORMATS
};

struct LinearText {
	const char *model, *phase, *method; /* phase: NULL: no rows; method: of the step */
	const rigidc_linear *linear;
	int nq, nv, nu, ns;
	double dt; /* s; 0: continuous time */
	struct Columns state, state_unit, input, input_unit, velocity;
};

const char *linear_format_write(struct Arena *arena, enum LinearFormatId format, const struct LinearText *text);

#endif
