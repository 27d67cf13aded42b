/* Bodies, frames and joints of two models with the same name, and the states at which the models are compared.
 * Called by compare. Memory is the first model's. */
#ifndef RIGIDC_COMPARE_PAIRS_H
#define RIGIDC_COMPARE_PAIRS_H

#include "side.h"

/* A name of the first model and one of the second (--same). */
struct SameName {
	const char *a, *b;
};

struct Pairs {
	const struct Side *a, *b;
	const struct SameName *same;
	size_t sames;
	int *site;    /* by site of A: site of B; -1: none */
	int *joint;   /* by body of A, whose joint it is: body of B; -1: none. Only of joints with equal coordinates */
	int *body;    /* by body of A: body of B, by its name or by its joint */
	bool *turned; /* by body of A: the axis of B points the other way, so q of B is -q */
	double (*shift)
		[JOINT_Q]; /* by body and coordinate of A: q of B is that of A less this, with the sign of `turned` */
	bool *moved;       /* by body of A: its free joint and that of B count from different frames of the world, */
	struct Pose *counts_from; /* and this is that of A in that of B */
	bool *paired[2];          /* by body of A, of B: its joint has a partner, or is a part of one */
	/* by body of A, of B, whose joint has several coordinates: bodies of the other model that have them as joints of their own, one
	 * after the other; the first is -1: none */
	int (*part[2])[JOINT_Q];
	int base[2]; /* the base of poses: a body with a free joint in one model only; -1: the world */
};

/* Finds the pairs. */
struct Pairs pairs_find(struct Arena *arena, const struct Side *a, const struct Side *b, const struct SameName *same,
                        size_t sames);
/* Finds the joints that turn the other way, at the state of A where all coordinates of B are 0. */
void pairs_turn(struct Pairs *pairs);
/* Draws states within the limits of both models. Unpaired joints stay at 0. */
void pairs_draw(const struct Pairs *pairs, unsigned long seed);
/* Copies the positions of model 0 or 1 to the joints of the other. */
void pairs_copy(const struct Pairs *pairs, int from);
/* Diagonal of the box around all bodies of the first model at rest, in m; 1 if it has no extent. */
double pairs_size(const struct Pairs *pairs);
/* Name in the second model that a name of the first has, and the reverse. */
const char *pairs_other_name(const struct Pairs *pairs, const char *name);
bool pairs_has_name(const struct Side *side, const char *name);

#endif
