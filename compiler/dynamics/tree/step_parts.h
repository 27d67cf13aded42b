/* Parts of steps of time: accelerations, sums, the turn of a joint in Euler's method, the stages of Runge's and Kutta's. Called by steps
 * and their derivatives. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_TREE_STEP_PARTS_H
#define RIGIDC_DYNAMICS_TREE_STEP_PARTS_H

#include "exponential.h"
#include "state_space.h"

/* Accelerations as functions of the inputs q, qd, tau and u, one array: qdd (nv), and for derivatives dqdd/dq, dqdd/dqd and
 * dqdd/dtau (nv x nv each), dqdd/du (nv x nu) and dqdd/ds (nv x ns). The rates sd of states (ns) are behind qdd, and their derivatives
 * dsd/dq and dsd/dqd (ns x nv each), dsd/du (ns x nu) and dsd/ds (ns x ns) in the end. */
struct StepMotion {
	Ref *value;
	size_t count;
};
/* Room for accelerations and rates, and for their derivatives. */
struct StepMotion step_motion_new(struct Dag *dag, const struct Tree *tree, bool derivatives);
/* Puts the rates of states, and the derivatives that there is room for, into their places. */
void step_motion_rates(struct Dag *dag, const struct Tree *tree, struct StepMotion *motion);

/* The input dt; dt^2/8 and dt^2/12, factors of brackets. */
Ref step_time(struct Dag *dag);
Ref step_eighth(struct Dag *dag);
Ref step_twelfth(struct Dag *dag);
/* x + factor y; factor x */
Ref *step_sum(struct Dag *dag, const Ref *x, Ref factor, const Ref *y, int n);
Ref *step_scaled(struct Dag *dag, Ref factor, const Ref *x, int n);
/* out += factor [a, b] for velocities of free and spherical joints: (w_a x v_b - w_b x v_a, w_a x w_b). It is 0 of others. */
void step_add_bracket(struct Dag *dag, const struct Tree *tree, Ref factor, const Ref *a, const Ref *b, Ref *out);

/* A free or spherical joint in a step of Euler's method. */
struct EulerTurn {
	struct Spatial before, star,
		after;           /* twists: in the axes before with the velocity before and after, in those after */
	struct Exponential turn; /* by h w* */
	struct Mat R;            /* from the axes after to those before */
};
struct EulerTurn euler_turn(struct Dag *dag, const struct Link *link, const Ref *qd, const Ref *qdd);

/* A stage of the method of Runge and Kutta: displacement from the state (NULL: 0), coordinates (NULL: the state's), velocities,
 * states of the model, and accelerations there. */
struct StepStage {
	const Ref *u, *q, *qd, *s;
	struct StepMotion motion;
};
enum { RK4_STAGES = 4 };
/* Displacement and velocities of a stage, from the earlier stage with its accelerations. */
struct StepStage step_stage(struct Dag *dag, const struct Tree *tree, const struct StepStage *before, int number);
void step_stages(struct Dag *dag, const struct Tree *tree, const struct StepMotion *motion,
                 struct StepStage stage[RK4_STAGES]);
/* dt/6 (x1 + 2 x2 + 2 x3 + x4) */
Ref *step_mean(struct Dag *dag, const Ref *const x[RK4_STAGES], int n);
/* Displacement of the whole step. */
Ref *step_displacement(struct Dag *dag, const struct Tree *tree, const struct StepStage stage[RK4_STAGES]);

/* A displacement u of a free or spherical joint: its twist, the motion, and changes by u. */
struct MoveSlopes {
	struct Vec shift;
	struct Mat R;
	struct ExponentialSlopes by;
};

/* By link. */
struct MoveSlopes *move_slopes(struct Dag *dag, const struct Tree *tree, const Ref *u);
/* Change of integrate(q, u) along changes of q and u. */
Ref *moved_change(struct Dag *dag, const struct Tree *tree, const struct MoveSlopes *slopes, const Ref *q,
                  const Ref *u);

#endif
