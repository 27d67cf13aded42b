/* Dimensions (powers of kg, m, s) and units (a dimension and an exact scale).
 * Called by the scanner, which knows units by name, and by the evaluation of expressions.
 * Plain values; no memory. */
#ifndef RIGIDC_DIM_H
#define RIGIDC_DIM_H

#include <stdbool.h>

#include "text.h"

struct Dim {
	int kg, m, s;
};

extern const struct Dim dim_none, dim_length, dim_mass, dim_inertia, dim_acceleration, dim_force;

/* numerator / denominator * 10^ten * pi^turns SI units of dimension dim. */
struct Unit {
	struct Dim dim;
	double numerator, denominator;
	int ten, turns;
};

extern const struct Unit unit_one;

bool dim_equal(struct Dim a, struct Dim b);
/* a b^power */
struct Dim dim_times(struct Dim a, struct Dim b, int power);
/* "a length [m]", "a quantity [kg m/s]", "a plain number" */
const char *dim_describe(struct Arena *arena, struct Dim dim);
/* "kg m^2", "N/m", "1" */
const char *dim_symbol(struct Arena *arena, struct Dim dim);

/* "a length" and "m", for a dimension with a name. */
bool dim_common(struct Dim dim, const char **name, const char **symbol);

/* Name of the i-th unit; NULL after the last. */
const char *unit_name(size_t i);
/* Unit of a name; NULL if the name is no unit. */
const struct Unit *unit_find(const char *name, size_t length);
/* True for units whose names are reserved. */
bool unit_is_reserved(const char *name, size_t length);
struct Unit unit_times(struct Unit a, struct Unit b, int power);
void units_nearest(struct Nearest *nearest);

#endif
