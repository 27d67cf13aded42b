/* The state in which a command starts: --pose, --q and --qd; its torques: --tau; inputs of the model: --set.
 * Called by sim, assemble and linearize; state_start also by eval; state_neutral and state_find_pose also by export,
 * package and report. Memory is the model's; messages go to its diagnostics. */
#ifndef RIGIDC_START_STATE_H
#define RIGIDC_START_STATE_H

#include "formula.h"
#include "options.h"
#include "runtime/library.h"

struct StateReader {
	rigidc_model *model;
	const char *what;          /* for messages: "what a motion begins with" */
	struct Formulas *formulas; /* over the time, coordinates, velocities (elbowd) and states of the model */
	struct Columns *q_name, *v_name;
	bool *named; /* by coordinate or velocity: state_read marks those that it reads; NULL: not wanted */
};

/* Names all numbers of the reader. */
void state_names(const struct StateReader *r);
/* A number that is needed at once, so it must be constant. False after a message. */
bool state_constant(const struct StateReader *r, struct Value value, struct Dim dim, double *number);
/* Reads the value of an option as a time in s. False after a message. */
bool state_time(const struct StateReader *r, const char *option, const char *text, double *time);
/* q of the pose `start` that every model has: the neutral state, in which loops are closed. NULL: another name, or
 * they cannot be. */
const double *state_start(struct Arena *arena, const struct Model *model, const char *name);
/* q at rest: all 0, quaternions unrotated. */
void state_neutral(const struct Model *model, double *q);
/* A pose by its name, plain or in quotation marks. NULL: there is none. */
const struct ModelPose *state_find_pose(struct Arena *arena, const struct Model *model, const char *text);
/* Coordinates q of a pose. NULL after a message about the option. */
const double *state_pose(const struct StateReader *r, const char *option, const char *name);
/* Reads coordinates, or velocities, into `out`: "elbow = 90 deg, wrist = 0" (or with semicolons), a vector of all
 * values, or their numbers as eval prints them. False after a message. */
bool state_read(const struct StateReader *r, const char *option, const char *text, bool velocities, double *out);
/* Reads a formula of --tau into tau[v]: "elbow = -2 N m * sin(3 rad/s * time)", or with `constant` one that depends on
 * nothing. given[v]: v has one. False after a message. */
bool state_read_torque(const struct StateReader *r, const char *text, bool constant, bool *given, Ref *tau);
/* Reads formulas of --set into u, by number, and behind them the states of the model; the others have their defaults.
 * States, and with `constant` all of them, depend on nothing. given: --set has one. False after a message. */
bool state_read_inputs(const struct StateReader *r, const struct Options *options, bool constant, bool *given, Ref *u);

#endif
