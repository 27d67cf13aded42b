/* The search for differences of two models: its parts, and what they share.
 * Called by differences.c and by the parts. Memory is the arena of the search. */
#ifndef RIGIDC_DIFFERENCE_SEARCH_H
#define RIGIDC_DIFFERENCE_SEARCH_H

#include "compare.h"

struct DifferenceSearch {
	struct Arena *arena;
	const struct Pairs *pairs;
	struct Differences *found;
	double size; /* m */
};

/* Difference in shares of a scale. NaN in one model alone is an infinite difference. */
double difference_share(double difference, double scale);
struct Difference *difference_add(struct DifferenceSearch *f, enum Compared of, const char *name, double relative,
                                  struct FilePlace a, struct FilePlace b);
/* Writes both values, with as many digits as tell them apart. */
void difference_put_values(struct Arena *arena, struct Difference *d, const double *a, const double *b, int count,
                           const char *unit);
/* Numbers of a quantity that are finite in neither model at any state, or `open`: of a loop that was closed at none. */
void difference_add_incomparable(struct DifferenceSearch *f, enum Compared of, const char *name, bool open);
/* Can numbers of both models be compared at a state? Not if they are finite in neither. */
bool difference_comparable(struct DifferenceSearch *f, int state, bool finite, bool other_finite);

/* Velocity of a pair of joints. */
struct PairedVelocity {
	int body, other; /* of A, of B */
	int a, b;        /* indices of the velocity */
	double sign;
};

/* All of them, at most as many as A has velocities. Returns their number. */
int paired_velocities(const struct Pairs *pairs, struct PairedVelocity *velocity);

/* J of loops and constraints (row_differences.c). */
void row_differences(struct DifferenceSearch *f, const struct PairedVelocity *velocity, int velocities);
/* Constraints, struts, tendons, inputs and states: their kinds, lengths and rates (extra_differences.c). */
void extra_differences(struct DifferenceSearch *f);

#endif
