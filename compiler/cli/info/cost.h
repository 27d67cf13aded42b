/* What the figures of a model cost: operations with and without them, and what it would change to do without the smallest.
 * Called by info and report, inside of a call of the library. All memory is the call's. */
#ifndef RIGIDC_COST_H
#define RIGIDC_COST_H

#include <jansson.h>

#include "runtime/library.h"

/* A figure that could be left out: 0 in its place, or of an angle the nearest quarter turn. */
struct CostEntry {
	struct Expr *expr;
	struct Expr without;     /* what stands there then */
	const char *was, *becomes;
	struct Place place;
	long *saved;             /* multiplications and additions, by function; NULL: there is no such model */
	long total;
	double change;           /* of what it belongs to: 0.01 is a hundredth; infinite: of another kind */
	/* of a simplification: the largest error of rnea, of which velocity, and the largest joint force there */
	double error, largest;
	int velocity;
};

/* A line with at least one of them. */
struct CostLine {
	struct Place place;
	size_t first, count;     /* its entries */
	long *saved;             /* without all of them that can be left out */
};

struct CostReport {
	struct CostEntries { struct CostEntry *item; size_t count, capacity; } entries;
	struct CostLines { struct CostLine *item; size_t count, capacity; } lines;
	struct CostEntry **simple; /* small changes that save operations, the largest saving first */
	size_t simples;
	const struct Job *job; /* as the model is, without search */
	unsigned long seed;
	bool interrupted;        /* by Ctrl-C: the lines end where it came */
};

enum { COST_SIMPLEST = 10, COST_STATES = 200 };

/* Of the functions asked for. Requires a sound model, and leaves it as it is, unless memory runs out meanwhile. */
struct CostReport cost_report(rigidc_model *model, const char *functions, unsigned long seed);

/* Its figures, in the order of the text (cost_entries.c). */
void cost_find(rigidc_model *model, struct CostReport *report);

/* By how much two models differ: a hundredth of a body's size is 0.01 (cost_change.c). */
double cost_change(const struct Model *a, const struct Model *b);
/* The largest error of rnea at random states, into the entry. Packages of rnea alone. */
void cost_error(const struct Job *as_it_is, const struct Job *without, unsigned long seed, struct CostEntry *entry);

/* As tables and as JSON (cost_put.c). */
void cost_put(const struct CostReport *report, struct Text *out);
json_t *cost_report_json(const struct CostReport *report);

#endif
