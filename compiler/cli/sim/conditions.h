/* What ends or interrupts a motion: one table of conditions, each with its root functions or its test, and its message.
 * Called by sim.c and the methods. Static data. */
#ifndef RIGIDC_CONDITIONS_H
#define RIGIDC_CONDITIONS_H

#include "course.h"

/* Members are NULL where a condition has none. Conditions without root functions and tests are found by the methods. */
struct Condition {
	/* Root functions: their number, and their values at a time and state, which fall below 0 when it happens. */
	size_t (*roots)(const struct Course *course);
	void (*inside)(struct Course *course, double time, const double *y, double *inside);
	/* Test of a state, and another of the first state: what ends the motion there (Course.at), or -1. */
	int (*test)(const struct Course *course, const double *y);
	int (*first)(const struct Course *course);
	/* Changes the state of the simulation where root functions `happened`, so that the motion goes on; else it ends. */
	enum Arrival (*change)(struct Course *course, const bool *happened);
	bool row; /* the state where it ends is a row of the output */
	/* The message at its end. */
	void (*tell)(const struct Course *course);
};

extern const struct Condition condition_table[ARRIVALS];

/* Number of all root functions, and their values. */
size_t conditions_roots(const struct Course *course);
void conditions_inside(struct Course *course, double time, const double *y, double *inside);
/* Tests of a state, and of the first state. */
enum Arrival conditions_test(struct Course *course, const double *y);
enum Arrival conditions_first(struct Course *course);
/* What follows where root functions, by their number, have fallen below 0: ARRIVED if the motion goes on. */
enum Arrival conditions_happened(struct Course *course, const bool *happened);

#endif
