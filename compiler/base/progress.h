/* Progress: a single number over all functions, their searches and their annealing. The number never falls. Of a thorough search
 * every step is reported, and the receiver can stop it. Else the beginning and the end of each function are.
 * Kept by the column of compile.c; the search and the annealing report their work. Owns nothing. */
#ifndef RIGIDC_PROGRESS_H
#define RIGIDC_PROGRESS_H

#include <stdint.h>

#include "request.h"

struct Progress {
	const struct Request *request;
	const char *function; /* current function, its number, count of functions */
	int number, functions;
	double done, rest;        /* work on the function: DAG nodes made, estimate of nodes still to make */
	double cycle;             /* work of a cycle of annealing */
	double shown;             /* share of all work done, as last reported */
	uint64_t least;           /* cost of the best form so far */
	unsigned long operations; /* multiplications and additions of the best form; 0: none yet */
	bool thorough;            /* the search can be stopped */
	bool stopped;             /* the search ends with the best form so far */
};

/* Starts the next function. */
void progress_begin(struct Progress *progress, const char *function, bool thorough);
/* Moves work from the rest to the done. */
void progress_work(struct Progress *progress, double work);
/* Finishes a function, with its operations. */
void progress_end(struct Progress *progress, unsigned long operations);

/* True if the search was stopped; progress may be NULL. */
static inline bool progress_stopped(const struct Progress *progress)
{
	return progress && progress->stopped;
}

#endif
