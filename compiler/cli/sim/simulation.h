/* State of a moving model within `rigidc sim`, and its rates.
 * Called by sim.c and its parts only. Memory is the model's. */
#ifndef RIGIDC_SIMULATION_H
#define RIGIDC_SIMULATION_H

#include "cli/draw/sheet.h"
#include "cli/formula.h"
#include "cli/options.h"
#include "cli/start_rows.h"
#include "runtime/library.h"

/* Rows of a file: the time, then inputs. */
struct Timeline {
	double **item;
	size_t count, capacity, width;
	size_t at; /* the row before the last requested time */
};

enum { SIMULATION_STEPS = 1000000000 }; /* maximum number of steps */

/* Loops, constraints and contacts of the phase that the motion holds. Functions are NULL where it holds none. */
struct SimulationRows {
	rigidc_function *lambda, *project, *jac, *closure;
	struct Columns name; /* "lambda.pin.fx" */
	struct UnitList {
		const char **item;
		size_t count, capacity;
	} unit;
	size_t closures; /* rows of loops and constraints; they are the first */
	double *J, *c, *q, *qd;
	struct StartRows start;
	double worst_closure, worst_rate; /* over the rows of the output, in SI units */
	unsigned long left_out;           /* projections, near dead points */
};

/* The state y consists of q, qd and the work of the inputs. */
struct Simulation {
	rigidc_model *model;
	const struct Options *options;
	rigidc_function *fd, *energy;
	struct SimulationRows rows;
	rigidc_function *bias;    /* for the work of wrenches, with --input */
	rigidc_function *poses;   /* poses of the skeleton, with --animate */
	bool works;               /* wrenches are given, so their power is computed */
	struct Formulas formulas; /* over the time, coordinates, and velocities (elbowd) */
	struct Columns q_name, v_name;
	Ref *tau;              /* formulas of --tau, by velocity */
	bool *given;           /* by velocity: there is a formula */
	const double *held;    /* q of the pose of --pd, or NULL */
	double kp, kd;         /* N m/rad or N/m, N m s/rad or N s/m */
	struct Timeline table; /* table of --input */
	int nq, nv;
	size_t size;    /* size of y */
	double *number; /* inputs of the formulas: time, q, qd */
	double *tau_now, *f_ext;
	double *y, *unit; /* the state; a state with unit quaternions, for simulation_rates */
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
/* Adds the torques of the table at a time to tau_now, and sets f_ext. */
void simulation_table_inputs(struct Simulation *s, double time);
/* Time of the first row after a time; infinite: none. */
double simulation_table_next(struct Simulation *s, double time);

/* --- rows (sim_sheet.c) --- */

/* Columns of the output, with units: t, q, qd, tau, lambda, energies. */
void simulation_columns(struct Simulation *s, struct Sheet *sheet);
/* The row of the current state. */
void simulation_row(struct Simulation *s, double time, double *row);

/* --- rows of loops and contacts (sim_rows.c) --- */

typedef rigidc_status MakeFunction(struct Simulation *s, const char *name, rigidc_function **function);
/* Does the motion hold loops or a phase? */
bool simulation_holds(const struct Simulation *s);
/* Name of its forward dynamics: "fd", "fd:stand". */
const char *simulation_fd(const struct Simulation *s);
rigidc_status simulation_make_rows(struct Simulation *s, MakeFunction *make);
void simulation_free_rows(struct Simulation *s);
/* Names of the rows, and memory. Requires nq and nv. */
void simulation_name_rows(struct Simulation *s);
/* Closes the loops of the first state and puts its velocities on J qd = 0, with messages. False: the loops stay open. */
bool simulation_begin_rows(struct Simulation *s);
/* Moves a state that has drifted back to c(q) = 0 and J qd = 0. Nothing happens without rows. False: near a dead point the state
 * stays as the method of integration leaves it. */
bool simulation_project(struct Simulation *s, double *y);
/* Takes the closure and J qd of the current state into account. */
void simulation_measure(struct Simulation *s);
/* lambda of the current state and inputs. */
void simulation_forces(struct Simulation *s, double *lambda);

/* --- motion (sim_motion.c) --- */

/* Computes the inputs at a time and a state, into tau_now and f_ext. */
void simulation_inputs(struct Simulation *s, double time, const double *y);
/* Computes dy/dt. Quaternions may have any length. */
void simulation_rates(struct Simulation *s, double time, const double *y, double *rate);
void simulation_unit_quaternions(const struct Simulation *s, double *y);
/* Index of the first velocity of a state that is not finite, or whose coordinate is not finite; -1: none. */
int simulation_lost(const struct Simulation *s, const double *y);
void simulation_energy(struct Simulation *s, double *kinetic, double *potential);

#endif
