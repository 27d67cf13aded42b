/* What is free: how the canonical tree may be shaped without changing tau or M. The passes read a plan, the
 * search changes one; all zero is what they do by themselves. Called by the passes over the tree and by the
 * algorithms. Memory is the owner's.
 *
 * The words:
 *   gauge    A turning link may be turned about its own axis if its joint angle takes that back: its moments
 *            change, its motion does not. On a leaf nothing else wants x, and the angle makes a moment vanish.
 *   keep     A mass mu on the axis of a turning link moves the same with the parent, so it may be in either. So
 *            much is kept in the child that h_k - mu p_k = 0 in the parent, which has the joint at p.
 *   still    The vectors of a link need not be turned into its own axes: its few moments may be turned into those
 *            of the parent instead, R D R^T and R h, by the sum of the angles of parallel axes.
 *   seat     Where the origin of a link is: the offsets between links have fewer components then, or h is zero.
 *   primary  x of a link points along the common normal to the axis of one child: of which.
 *   lift     For M_ij = S_j^T F_i, the axis of link j is carried so many links outward to meet the forces there,
 *            instead of every force being carried in to it.
 *   reduce   In forward dynamics a joint gives way before its parent sees the link, as articulated bodies do; otherwise
 *            its column of M is carried on (dynamics/customized/aba.c). Where none does, M = L^T D L is solved.
 *   reach    The way from a joint to a frame is seen in the axes of its link, on so many links inward from the frame;
 *            further inward it is seen in those of the world (dynamics/customized/kinematics.c).
 *   outward  The velocity and acceleration of a frame are what others compute on their way outward, J qd and the field of
 *            accelerations of its link, though the way is seen from near and they could be gathered inward like it.
 *   unit     Lengths and forces may be measured in any unit (dynamics/customized/rnea.c, dynamics/customized/crba.c). */
#ifndef RIGIDC_DYNAMICS_PLAN_PLAN_H
#define RIGIDC_DYNAMICS_PLAN_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Which way x points on the last link of a branch. */
enum XChoice {
	X_CHOICE_MOMENT,    /* along the first moment: h_y = 0 */
	X_CHOICE_PRINCIPAL, /* D_xy = 0 */
	X_CHOICE_ZERO,      /* as q = 0 has it: no angle is added to q */
	X_CHOICE_SITE,      /* along an axis of a frame that somebody looks at: its constant angle goes to q */
	X_CHOICE_COUNT
};

/* Mass that is left in a link, so that this component of its parent's first moment vanishes. */
enum RetainedMass { RETAINED_NOTHING, RETAINED_FOR_X, RETAINED_FOR_Y, RETAINED_FOR_Z, RETAINED_COUNT };

/* Is a link evaluated un-rotated, in the axes of its parent? */
enum Unrotated { UNROTATED_BY_RULE, UNROTATED_YES, UNROTATED_NO, UNROTATED_COUNT };

/* Where the origin of a link is: of a sliding one anywhere, of a turning one along its axis. */
enum OriginChoice {
	ORIGIN_BY_RULE, /* sliding: where the parent's is, but for the slide; turning: at the foot of the common normal */
	ORIGIN_OTHER,   /* sliding: at the joint of the child x points to; turning: where the offset has most zeros */
	ORIGIN_CENTRE,  /* of a sliding link: at its centre of mass, h = 0 */
	ORIGIN_COUNT
};

enum { MEET_OUTWARD_COUNT = 3, NEAR_LINKS_COUNT = 12 };

struct Choice {
	uint8_t x_choice, retained_mass, unrotated, origin_choice;
	uint8_t main_child; /* which of its children x points to, from the one with the largest subtree on */
	uint8_t meet_outward;    /* so many links outward its axis meets the forces of those behind */
	uint8_t articulate;  /* 1: it does */
	uint8_t reach;   /* of the link that a frame is on */
	uint8_t from_acceleration_field; /* of that too: 1: they are */
};

struct Plan {
	struct Choice *link;
	double unit_length, unit_force; /* offsets are measured in these: 0 for 1 */
	const struct Plan *apart;       /* of a fused function whose parts go by plans of their own: of each; or NULL */
};

static inline double plan_length(const struct Plan *plan) { return plan->unit_length > 0 ? plan->unit_length : 1; }
static inline double plan_force(const struct Plan *plan) { return plan->unit_force > 0 ? plan->unit_force : 1; }

void plan_dump(const struct Plan *plan, int links, struct Text *out);
/* Into the links that the other plan has. */
void plan_copy(struct Plan *to, const struct Plan *from, int links);
bool plan_same(const struct Plan *a, const struct Plan *b, int links);

#endif
