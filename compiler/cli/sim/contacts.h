/* Contacts that come and go during a motion: --contacts.
 * Called by the parts of a simulation, sim.c and the conditions. Memory is the model's. */
#ifndef RIGIDC_SIM_CONTACTS_H
#define RIGIDC_SIM_CONTACTS_H

#include "model/model.h"
#include "runtime/library.h"

struct Simulation;

/* A contact that opens and closes. */
struct WatchedContact {
	const struct Contact *contact;
	int number;              /* in the model */
	size_t row;              /* its first row */
	int normal;              /* its row along the normal of the ground */
	bool closed, slides;     /* slides: only the normal holds, since sticking is impossible */
	int slid;                /* times that it began to slide */
	double R[9], p[3];       /* its frame seen from its ground, in the last state that was looked at */
	double R_at[9], p_at[3]; /* where it closed */
	/* m, s: height of the ground. After the last change, at `since`, it is lower by `drop`, which falls to 0 in the time `rise` */
	double floor, drop, since, rise;
	bool below;    /* open, and passes below its ground until it has come up */
	bool retracts; /* there is a formula of --retract: where it is above 0, the contact passes below its ground */
	Ref retract;
	int passes;      /* how often the contact passed below its ground because it could neither hold nor rise */
	double friction; /* 0: not given */
	double slips_at, ratio; /* s: first time at which |f_t| / f_n was above the friction, NaN: never; the largest */
};

/* Most changes of contacts within a second of motion. */
enum { EVENTS_MOST = 1000 };

/* A change of a contact. */
struct ContactEvent {
	double time;
	const char *contact, *what; /* "touch-down", "lift-off", "bounce" */
	double impulse;             /* N s, along the normal */
};

/* Contacts of --contacts. */
struct SimulationContacts {
	struct WatchedContact *item;
	int count;
	rigidc_function *poses, *drift; /* of all, in their grounds; of all rows */
	double **output;                /* of poses */
	/* m, m/s, m/s^2, N: what is small is so beside them */
	double size, speed, gravity, weight;
	double pull;           /* m/s^2: largest acceleration of a contact before the last change */
	double *lambda, *rate; /* by row: forces; J qd */
	struct ContactEventList ARENA_LIST(struct ContactEvent) events;
	double lost;     /* J: energy lost in impacts */
	void *change;    /* memory of contact_exchange.c */
	double *changed; /* s: times of the last changes, a ring */
	unsigned long changes;
};

/* --- contacts that come and go (sim_contacts.c) --- */

/* Contacts named by --contacts. A status after messages. */
rigidc_status contacts_read(struct Simulation *s);
/* Memory, and what is small. Requires names of rows. */
void contacts_prepare(struct Simulation *s);
/* Poses at a state. */
void contacts_see(struct Simulation *s, const double *y);
/* Height above the place where it closes at a time, m. Requires contacts_see. */
double contact_height(const struct WatchedContact *contact, double time);
/* Moves coordinates so that closed contacts are where they closed. Requires rows.J. Returns the largest change. */
double contacts_place(struct Simulation *s, double *y);
/* Forces at a time and state, into contacts.lambda. */
void contacts_forces(struct Simulation *s, double time, const double *y);
/* A relative error that is a rounding: of forces, of rows. */
double contacts_rounding(const struct Simulation *s);
/* A contact no higher than this touches its ground, m. */
double contacts_near(const struct Simulation *s);

/* --- their changes (contact_change.c) --- */

/* Closes contacts that touch the ground at first. False: a set of rows cannot be made. */
bool contacts_begin(struct Simulation *s);
/* The state at an event; `happened` by contact: it has come down, or would pull. False: a set of rows cannot be made. */
bool contacts_change(struct Simulation *s, double time, const bool *happened);
/* An open contact that is below its ground and moves down; -1: none. There is one only if a touch-down was missed, or if the contact
 * began below its ground. Contacts that have come up pass no more. */
int contacts_sunk(struct Simulation *s, double time, const double *y);

/* --- what is said of them (contact_report.c) --- */

/* Takes |f_t| / f_n of closed contacts into account; requires contacts.lambda. */
void contacts_note_slips(struct Simulation *s, double time);
/* friction f_n - |f_t| of contacts.lambda, N: below 0 the contact would slip. */
double contacts_grip(const struct Simulation *s, const struct WatchedContact *contact);
/* Warnings of contacts that slipped, and the number of events. */
void contacts_report(struct Simulation *s);
/* Writes --events. Returns an exit code. */
int contacts_write(const struct Simulation *s);

#endif
