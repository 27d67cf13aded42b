/* What values are at one state: coordinates as given, parameters at their defaults. For what is checked and shown, never for
 * what is generated.
 * Called by the checker and by `info`. Memory is the arena's that it is begun with. */
#ifndef RIGIDC_POSTURE_H
#define RIGIDC_POSTURE_H

#include "dag.h"

struct Posture {
	const struct Dag *dag;
	const double *q; /* by element of INPUT_Q */
	double *value;   /* by node, as far as they are known */
	size_t values, room;
};

/* Of the nodes that there are by now. */
struct Posture posture_begin(struct Arena *arena, const struct Dag *dag);
void posture_move(struct Posture *posture, const double *q);
double posture_value(struct Posture *posture, Ref a);

/* What an operation makes of the values of the nodes before. */
double posture_operation(const struct Node *node, const double *value);

#endif
