/* A change of contacts, and the set of closed contacts after the change.
 * Called by contact_change.c. Memory is the model's, and is used again by the next change. */
#ifndef RIGIDC_CONTACT_EXCHANGE_H
#define RIGIDC_CONTACT_EXCHANGE_H

#include "simulation.h"

struct Change {
	struct Simulation *s;
	double time;
	bool *touches;    /* by contact: may hold */
	bool *in, *again; /* by contact: holds; was closed again */
	bool *slides;     /* by contact: holds along its normal alone */
	bool *lifted;     /* by contact: would pull if it stuck */
	bool *passes;     /* by contact: passes below its ground */
	bool *first;      /* by row: along a normal, or of loops */
	bool *chosen, *kept;
	double *force;                    /* by row: impulses, or forces */
	double *motion;                   /* by row: J qd after the impact, or J qdd + drift */
	double *qd;                       /* velocities after the impact, or accelerations */
	double *impulse;                  /* by row: of the impact */
	double least_force, least_motion; /* smaller ones are roundings */
	double energy;                    /* J, before */
	struct HeldSet *set;
};

/* Finds forces and motions of the contacts in `in`. False: their functions cannot be made. */
typedef bool SolveChange(struct Change *change);

struct Change *change_begin(struct Simulation *s, double time);
/* Row along the normal of a contact. */
size_t change_normal(const struct WatchedContact *contact);
/* Largest size among the rows of contacts. */
double change_largest(const struct Simulation *s, const double *by_row);
/* A velocity with which a contact rises by no more than a rounding before it comes down again. Slower ones are at rest:
 * so bodies that bounce or rock less and less, infinitely often, come to rest. */
double change_slow(const struct Simulation *s);
/* Set of the contacts in `in`. Rows that are combinations of others are left out. Requires rows.J. False: its functions
 * cannot be made. */
bool change_find_set(struct Change *c);
/* J qdd + drift by the functions of a set, into `motion`, with qdd. Returns the largest drift. */
double change_accelerate(struct Change *c, const struct HeldSet *set);
SolveChange change_impact, change_forces;
/* Exchanges contacts until no contact in `in` pulls, and no other touching contact sinks. False: a set cannot be
 * made. */
bool change_exchange(struct Change *c, SolveChange *solve);

#endif
