/* Costs of the numbers of a model: operations with and without each number, and the error of rnea without the smallest
 * numbers.
 * Called by info, report and the language server, inside of a call of the library. All memory is the call's. */
#ifndef RIGIDC_COST_H
#define RIGIDC_COST_H

#include <jansson.h>

#include "runtime/library.h"

/* A number that could be simplified: replaced by 0, or an angle by the nearest quarter turn. */
struct CostEntry {
	struct Expr *expr;
	struct Expr without; /* its replacement */
	const char *was, *becomes;
	struct Place place;
	bool removable; /* has the model without it no errors? */
	long *saved;    /* multiplications and additions, by function; NULL: not counted */
	long total;
	double change; /* cost_change of the model */
	/* for a simplification: largest error of rnea; largest value of the joint force with this error; its index */
	double error, largest;
	int velocity;
};

/* A line with at least one number. */
struct CostLine {
	struct Place place;
	size_t first, count; /* its entries */
	long *saved;         /* without all removable numbers of the line */
};

struct CostReport {
	struct CostEntries ARENA_LIST(struct CostEntry) entries;
	struct CostLines ARENA_LIST(struct CostLine) lines;
	struct CostEntry **simple; /* small changes that save operations, the largest saving first */
	size_t simples;
	const struct Job *job; /* the unchanged model, compiled without search */
	unsigned long seed;
	bool interrupted; /* by Ctrl-C: later lines are not tried */
};

enum { COST_SIMPLEST = 10, COST_STATES = 200 };

/* Costs for the functions. Requires a model without errors; the model is restored, unless memory runs out. */
struct CostReport cost_report(rigidc_model *model, const char *functions, unsigned long seed);

/* Finds the numbers of the model, in the order of the source (cost_entries.c). */
void cost_find(rigidc_model *model, struct CostReport *report);

/* Largest change of a body between two models: lengths relative to its size, moments relative to its inertia, entries
 * of rotations as they are. 0.01 is a hundredth. Infinite if anything else differs: masses, joints, gravity, frames
 * (cost_change.c). */
double cost_change(const struct Model *a, const struct Model *b);
/* Computes the largest error of rnea at random states, into the entry. Both jobs consist of rnea alone. */
void cost_error(const struct Job *as_it_is, const struct Job *without, unsigned long seed, struct CostEntry *entry);

/* The report as tables and as JSON (cost_put.c). */
void cost_put(const struct CostReport *report, struct Text *out);
json_t *cost_report_json(const struct CostReport *report);

#endif
