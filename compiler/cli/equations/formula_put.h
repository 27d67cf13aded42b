/* Formulas as text: sums of products in the notation of a format.
 * Called by the formats. Memory is the set's. */
#ifndef RIGIDC_FORMULA_PUT_H
#define RIGIDC_FORMULA_PUT_H

#include "equation_names.h"

enum EquationFormatId {
#define EQUATION_FORMAT(id, name, ending, notation, layout) EQUATION_##id,
#include "equation_formats.def"
	EQUATION_FORMATS
};

struct Formulary {
	struct EquationSet *set;
	enum EquationFormatId format;
	struct EquationNames names;
};

struct Formulary formulary(struct EquationSet *set, enum EquationFormatId format);
/* Name of a symbol. */
const char *formula_name(const struct Formulary *f, uint32_t symbol);
void formula_put(const struct Formulary *f, struct Text *out, struct Polynomial a);

#endif
