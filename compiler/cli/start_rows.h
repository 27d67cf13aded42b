/* The first state, moved to where loops close and rows hold.
 * Called by sim and linearize. Memory is the model's; messages go to its diagnostics, what changes to standard error. */
#ifndef RIGIDC_START_ROWS_H
#define RIGIDC_START_ROWS_H

#include "columns.h"
#include "runtime/library.h"
#include "start_state.h"

struct StartRows {
	rigidc_model *model;
	const struct Columns *q_name, *v_name;
	const double *u;          /* inputs of the model, at which loops close */
	bool *named_q, *named_qd; /* by velocity: an option sets its coordinate, or the velocity */
};

/* Index of the velocity that changes coordinate q. */
int start_velocity(const struct Model *model, int q);
/* Reads --q and --qd into y, q and then qd, and notes what they set: a number by its name, or one of a vector that differs from that
 * before. False after a message. */
bool start_read(struct StartRows *s, const struct StateReader *reader, const struct Options *options, double *y);
/* Closes the loops: coordinates that options set stay, if the others can close them. False: the loops stay open. */
bool start_close(const struct StartRows *s, double *q);
/* Velocities that no option sets follow the others by J qd = 0, as far as they can. J is rows x nv. */
void start_follow(const struct StartRows *s, const double *J, size_t rows, double *qd);
/* Says on standard error what has changed: "at first WHY: elbow = 0.2". */
void start_say_moved(const struct StartRows *s, const char *why, const struct Columns *name, const double *from,
                     const double *to);

#endif
