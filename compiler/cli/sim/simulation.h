/* State of a moving model within `rigidc sim`, and its rates; contacts that come and go.
 * Called by sim.c and its parts only. Memory is the model's. */
#ifndef RIGIDC_SIMULATION_H
#define RIGIDC_SIMULATION_H

#include "base/linear.h"
#include "cli/draw/draw.h"
#include "cli/formula.h"
#include "cli/options.h"
#include "cli/start_rows.h"
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
	/* m, s: height of the ground. After the last change, at `since`, it is lower by `drop`, which falls to 0 in the
	 * time `rise` */
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
/* An open contact that is below its ground and moves down; -1: none. There is one only if a touch-down was missed, or
 * if the contact began below its ground. Contacts that have come up pass no more. */
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

/* Rows of a file: the time, then inputs. */
struct Timeline {
	bool *given; /* by column: the file has it */
	double **item;
	size_t count, capacity, width;
	size_t at; /* the row before the last requested time */
	double **
		second; /* by moving input and row: second derivative of the cubic spline of its column; NULL: no column */
};

enum { SIMULATION_STEPS = 1000000000 }; /* maximum number of steps */

/* Functions of rows that hold at the same time: loops, constraints and closed contacts. NULL where there are no
 * rows. */
struct HeldSet {
	bool *kept; /* by row of SimulationRows: it holds, and is no combination of the others */
	rigidc_function *fd, *lambda, *project, *impact;
	size_t *place, forces; /* rows of the entries of lambda, and their number */
};

/* Rows of loops, constraints and contacts, in the order of the columns of lambda. */
struct SimulationRows {
	const struct HeldSet *held;                           /* those that hold now */
	struct HeldSetList ARENA_LIST(struct HeldSet *) sets; /* all that have held */
	rigidc_function *jac, *closure;
	struct Columns name; /* "lambda.pin.fx" */
	struct UnitList ARENA_LIST(const char *) unit;
	struct RowList ARENA_LIST(const struct ConstraintRow *) row;
	size_t closures; /* rows of loops and constraints; they are the first */
	double *J, *c, *q, *qd, *forces;
	double *rest, *relative; /* velocities with which rows hold beside inputs that move, else 0; qd less these */
	struct LinearQr basis;
	struct StartRows start;
	double worst_closure, worst_rate; /* over the rows of the output, in SI units */
	unsigned long left_out;           /* projections, near dead points */
};

/* The state y consists of q, qd, s and the work of the inputs. */
struct Simulation {
	rigidc_model *model;
	const struct Options *options;
	rigidc_function *energy;
	rigidc_function *integrate; /* moves coordinates along the velocities */
	rigidc_function *rates;     /* of the states of the model; NULL: it has none */
	struct SimulationRows rows;
	struct SimulationContacts contacts;
	rigidc_function *bias;    /* for the work of wrenches, with --input */
	rigidc_function *poses;   /* poses of the skeleton, with --animate */
	rigidc_function *film;    /* poses of bodies, with --animate=NAME.html */
	bool works;               /* wrenches are given, so their power is computed */
	struct Formulas formulas; /* over the time, coordinates, velocities (elbowd) and states of the model */
	struct Columns q_name, v_name;
	Ref *tau;              /* formulas of --tau, by velocity */
	bool *given;           /* by velocity: there is a formula */
	const double *held;    /* q of the pose of --pd, or NULL */
	double kp, kd;         /* N m/rad or N/m, N m s/rad or N s/m */
	struct Timeline table; /* table of --input */
	int nq, nv, ns;        /* sizes of q, qd, s */
	size_t size;           /* size of y */
	double *number;        /* inputs of the formulas: time, q, qd */
	int nu;                /* numbers of the inputs of the model */
	Ref *set;              /* their formulas, by number, and those of the states */
	bool *is_set;          /* by number: --set has one */
	Ref *rate[2];          /* of those that move, the first and second derivative of the formula by the time */
	double *tau_now, *u_now, *f_ext;
	double *rate_now[2]; /* ud, udd */
	double *y, *unit;    /* the state; a state with unit quaternions, for simulation_rates */
	double *no_f_ext, *h_with, *h_without;
	unsigned long evaluations; /* number of calls of simulation_rates */
};

/* --- options (sim_input.c); false after messages in the model's diagnostics --- */

bool simulation_read(struct Simulation *s);
/* Reads the value of an option as a time in s. False after a message. */
bool simulation_time(struct Simulation *s, const char *option, const char *text, double *time);

/* --- --input (sim_table.c) --- */

/* Reads a file. Returns an exit code; messages may be in the model's diagnostics or printed already. */
int simulation_table(struct Simulation *s, const char *path);
/* Says that a file begins after the motion or ends before it, at `end`, and what inputs are there. */
void simulation_table_ends(const struct Simulation *s, double end);
/* Adds the torques of the table at a time to tau_now, and sets u_now, rate_now and f_ext where the table has columns of
 * them. */
void simulation_table_inputs(struct Simulation *s, double time);
/* Time of the first row after a time; infinite: none. */
double simulation_table_next(struct Simulation *s, double time);

/* --- rows (sim_sheet.c) --- */

/* Columns of the output, with units: t, q, qd, tau, lambda, contacts, energies. */
void simulation_columns(struct Simulation *s, struct Sheet *sheet);
/* The row of the current state. */
void simulation_row(struct Simulation *s, double time, double *row);

/* --- functions (sim_functions.c) --- */

/* Makes a function of the model by --jit and --param. */
rigidc_status simulation_make(struct Simulation *s, const char *name, rigidc_function **function);

/* --- rows that hold (held_rows.c) --- */

/* J of all rows at a state, in rows.J. */
void simulation_jacobian(struct Simulation *s, const double *y);
/* J qd of row r, or J times another array of velocities. Requires rows.J. Inputs that move add to the rate of the row. */
double simulation_row_rate(const struct Simulation *s, size_t r, const double *qd);
/* Share of a row's length that is only rounding. */
double simulation_rounding(const struct Simulation *s);
/* Takes those of the chosen rows into `kept` that are no combination of others at rows.J, and into rows.basis. Rows
 * come in the order of the list, those for which `first` is true before all others. */
void simulation_choose_rows(struct Simulation *s, const bool *chosen, const bool *first, bool *kept);
/* Shortest part of a row that holds and is no combination of those before, over the length of the longest
 * linear or angular row: 0 at a dead point. */
double simulation_independence(struct Simulation *s, const double *y);
/* lambda of a state with unit quaternions and the current inputs; 0 in rows that do not hold. */
void simulation_forces(struct Simulation *s, const double *y, double *lambda);

/* --- rows of loops and contacts (sim_rows.c) --- */

/* Does the motion hold loops or a phase, or contacts that come and go? */
bool simulation_holds(const struct Simulation *s);
/* Functions of the rows that hold at first. */
rigidc_status simulation_make_rows(struct Simulation *s);
void simulation_free_rows(struct Simulation *s);
/* Names of the rows, and memory. Requires nq and nv. */
void simulation_name_rows(struct Simulation *s);
/* Closes the loops of the first state and puts its velocities on J qd = 0, with messages. False: the loops stay open. */
bool simulation_begin_rows(struct Simulation *s);
/* Velocities without a name in --qd follow the others by J qd = 0 for the held rows. A message names `what` holds. */
void simulation_follow(struct Simulation *s, const char *what);
/* Moves a state that has drifted back to c(q) = 0 and J qd + H ud = 0, and closed contacts back to where they closed. Nothing
 * happens without rows. False: near a dead point the state stays as the method of integration leaves it. */
bool simulation_project(struct Simulation *s, double time, double *y);
/* Takes the closure and J qd of the current state into account. */
void simulation_measure(struct Simulation *s);
/* --- sets of rows (held_sets.c) --- */

/* Functions of loops or of the phase. Compiled at once, without `impact`. */
rigidc_status held_set_plain(struct Simulation *s, const char *phase, struct HeldSet **set);
/* Functions of these rows, compiled when first needed. NULL: they cannot be made, as the model's messages say. */
struct HeldSet *held_set_of(struct Simulation *s, const bool *kept);
/* Adds `impact` to a set with contacts. False: it cannot be made. */
bool held_set_impact(struct Simulation *s, struct HeldSet *set);
/* Poses of the watched contacts seen from their grounds; Jacobian and drift of all rows. */
rigidc_status held_set_all(struct Simulation *s);
void held_sets_free(struct Simulation *s);

/* --- motion (sim_motion.c) --- */

/* Arrays of a call: q, qd, a third one (NULL: none), the inputs of the model if there are any, their rates and
 * accelerations if some move, states, and wrenches. States are behind qd. */
struct DynamicsInputs {
	const double *array[8];
};
struct DynamicsInputs simulation_arrays(const struct Simulation *s, const double *q, const double *qd,
                                        const double *third, const double *f_ext);
/* The same of functions of places, and with qd of their rates: u and ud of inputs that move follow. */
struct DynamicsInputs simulation_places(const struct Simulation *s, const double *q, const double *qd);
/* Computes the inputs at a time and a state, into tau_now, u_now and f_ext. */
void simulation_inputs(struct Simulation *s, double time, const double *y);
/* Computes dy/dt. Quaternions may have any length. */
void simulation_rates(struct Simulation *s, double time, const double *y, double *rate);
void simulation_unit_quaternions(const struct Simulation *s, double *y);
/* Coordinates of a state, whose quaternions have the length 1, moved by v along the directions of the velocities. y and
 * q may be one. */
void simulation_move(const struct Simulation *s, const double *y, const double *v, double *q);
/* Index of the first velocity of a state that is not finite, or whose coordinate is not finite; -1: none. */
int simulation_lost(const struct Simulation *s, const double *y);
void simulation_energy(struct Simulation *s, double *kinetic, double *potential);

#endif
