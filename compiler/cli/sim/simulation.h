/* Inside of `rigidc sim`: the state of a model that moves, and how it changes.
 * Called by sim.c and its parts only. Memory is the model's. */
#ifndef RIGIDC_SIMULATION_H
#define RIGIDC_SIMULATION_H

#include "cli/draw/sheet.h"
#include "cli/formula.h"
#include "cli/options.h"
#include "runtime/library.h"

/* Rows of a file: the time, then inputs. */
struct Timeline {
	double **item;
	size_t count, capacity, width;
	size_t at;                 /* the row before the time asked for last */
};

enum { SIMULATION_STEPS = 1000000000 }; /* at most */

/* y holds q, qd, and the work that the inputs have done. */
struct Simulation {
	rigidc_model *model;
	const struct Options *options;
	rigidc_function *fd, *energy;
	rigidc_function *bias;     /* for the work of wrenches, with --input */
	rigidc_function *poses;    /* of the skeleton, with --animate */
	bool works;                /* there are wrenches */
	struct Formulas formulas;  /* over time, the coordinates and, with a d behind, their velocities */
	struct Columns q_name, v_name;
	Ref *tau;                  /* by velocity */
	bool *given;               /* is there a formula for it? */
	const double *held;        /* q that --pd pulls to, or NULL */
	double kp, kd;             /* N m/rad or N/m, N m s/rad or N s/m */
	struct Timeline table;        /* of --input */
	int nq, nv;
	size_t size;               /* of y */
	double *number;            /* what the formulas read: time, q, qd */
	double *tau_now, *f_ext;
	double *y, *unit;          /* the state; one with unit quaternions, for simulation_rates */
	double *no_f_ext, *h_with, *h_without;
	unsigned long evaluations; /* of simulation_rates */
};

/* --- what is asked for (sim_input.c); false after messages of the model --- */

bool simulation_read(struct Simulation *s);
/* A time in s, of an option; false after a message. */
bool simulation_time(struct Simulation *s, const char *option, const char *text, double *time);

/* --- --input (sim_table.c) --- */

/* Reads a file. An exit code, after messages of the model or without. */
int simulation_table(struct Simulation *s, const char *path);
/* Adds its inputs at a time to tau_now, and puts f_ext. */
void simulation_table_inputs(struct Simulation *s, double time);
/* The time of its first row behind a time; infinite: there is none. */
double simulation_table_next(struct Simulation *s, double time);

/* --- rows (sim_sheet.c) --- */

/* The columns of what it writes, with their units: t, q, qd, tau, energies. */
void simulation_columns(struct Simulation *s, struct Sheet *sheet);
/* The numbers of the state now. */
void simulation_row(struct Simulation *s, double time, double *row);

/* --- motion (sim_motion.c) --- */

/* The inputs at a time and a state, in tau_now. */
void simulation_inputs(struct Simulation *s, double time, const double *y);
/* dy/dt, of quaternions of any length. */
void simulation_rates(struct Simulation *s, double time, const double *y, double *rate);
void simulation_unit_quaternions(const struct Simulation *s, double *y);
/* The velocity that moves a coordinate. */
int simulation_velocity(const struct Simulation *s, int q);
/* The first velocity whose acceleration, the first coordinate whose value is no number; -1: all are. */
int simulation_lost(const struct Simulation *s);
void simulation_energy(struct Simulation *s, double *kinetic, double *potential);

#endif
