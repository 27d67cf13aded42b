/* Differences of two models that are compared, in shares of a size that fits each quantity.
 * Called by compare. Memory is the first model's. */
#ifndef RIGIDC_COMPARE_DIFFERENCES_H
#define RIGIDC_COMPARE_DIFFERENCES_H

#include "pairs.h"

/* The quantities that are compared. */
enum Compared {
#define COMPARED(id, name) COMPARED_##id,
#include "quantities.def"
	COMPARED_COUNT
};
extern const char *const compared_name[COMPARED_COUNT];

struct Difference {
	enum Compared of;
	const char *name; /* in the first model; "" for gravity */
	double relative;
	const char *value[2]; /* with units */
	struct FilePlace where[2];
};

/* What only one of the models has. */
struct Lonely {
	const char *what, *name;
	struct FilePlace where;
	bool differs; /* a joint, loop, strut ...: false for names of bodies and frames */
};

/* Quantity with numbers that are finite in neither model, at every state. */
struct Incomparable {
	enum Compared of;
	const char *name; /* in the first model */
};

struct Differences {
	struct DifferenceList ARENA_LIST(struct Difference) list; /* all that was measured, the largest first */
	struct LonelyList ARENA_LIST(struct Lonely) only[2];
	int joints, bodies, frames; /* pairs */
	bool strangers;             /* there are names, and none is in both */
	struct IncomparableList ARENA_LIST(struct Incomparable) incomparable;
	bool partial[COMPARE_STATES]; /* by state: some numbers are finite in neither model, and were not compared */
};

struct Differences differences_find(struct Arena *arena, const struct Pairs *pairs);
/* Do the models differ by more than the tolerance? */
bool differences_matter(const struct Differences *differences, double tolerance);
/* Number of quantities that differ by more than the tolerance, and of things that one model lacks. */
size_t differences_count(const struct Differences *differences, double tolerance);
/* Number of states at which some numbers were not compared. */
int differences_partial(const struct Differences *differences);

#endif
