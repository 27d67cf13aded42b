/* How far a thorough search is: one figure over all functions, their searches and the annealing of what was found. It
 * never falls, and says when whoever waits wants no more of it.
 * Kept by the column of compile.c; the search and anneal tell it what they did. Owns nothing. */
#ifndef RIGIDC_PROGRESS_H
#define RIGIDC_PROGRESS_H

#include <stdint.h>

#include "request.h"

struct Progress {
	const struct Request *request;
	const char *function;      /* at work, and its number among how many */
	int number, functions;
	double done, rest;         /* work on it: DAG nodes made, and those that are thought to be still to make */
	double cycle;              /* the work of one cycle of annealing */
	double shown;              /* the part of all that is done, as was said last */
	uint64_t least;            /* the cost of the best form so far */
	unsigned long operations;  /* multiplications and additions of that; 0: none yet */
	bool stopped;              /* the search ends, what was found is taken */
};

/* The next function. */
void progress_begin(struct Progress *progress, const char *function);
/* So much of the rest was done. */
void progress_work(struct Progress *progress, double work);
/* The function is made, with so many operations. */
void progress_end(struct Progress *progress, unsigned long operations);

/* NULL: nobody waits. */
static inline bool progress_stopped(const struct Progress *progress) { return progress && progress->stopped; }

#endif
