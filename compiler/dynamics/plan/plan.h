/* Plan: the free choices in the shape of the canonical tree, none of which changes tau or M. The passes over the tree
 * and the algorithms read a plan, the search changes it. All zero is the default choice. Memory is the owner's.
 *
 * The choices of a link:
 *   retained_mass   Mass left in the link. A mass mu on the axis of a turning link has the same motion in link and
 *                   parent, so either may have it. The child keeps mu with h_k - mu p_k = 0 in the parent, where p is
 *                   the joint's position.
 *   unrotated       The vectors of the link stay in the axes of its joint frame. Instead its few moments are turned,
 *                   R D R^T and R h, by the sum of the angles of parallel axes (dynamics/customized/transform.h).
 *   origin_choice   Origin of the link, chosen for offsets with fewer components, or for h = 0.
 *   main_child      The child to whose axis x points along the common normal.
 *   meet_outward    For M_ij = S_j^T F_i: the axis of link j is carried this many links outward and meets the forces
 *                   there. 0: every force is carried towards the root to link j.
 *   articulate      In forward dynamics: the joint is eliminated before its parent sees the link, as in articulated
 *                   bodies. Otherwise its column of M is carried on (dynamics/customized/aba.c). If no link
 *                   articulates, M = L^T D L is solved.
 *   near_links      Number of links, from the frame towards the root, where the vector from joint to frame is in the
 *                   axes of the link. Nearer to the root it is in world axes (dynamics/customized/kinematics.c).
 *   from_acceleration_field
 *                   Even with near_links > 0, the frame's velocity is J qd and its acceleration comes from the link's
 *                   acceleration field: other functions compute both anyway. Otherwise both are summed from the frame
 *                   towards the root.
 *   row_axes        Axes of the vectors between the two frames of a loop (dynamics/customized/relative.h).
 *   row_sums        Turns about parallel axes between these frames are one turn, by the sum of their angles.
 *   row_differences Rows of loops with this frame B are taken less those of the first of them
 *                   (dynamics/customized/row_system.h).
 *   early           In motion with loops: the joint is eliminated before all others, with a row of a safe lever.
 *   late            There: the joint is eliminated after the velocity before it, also with a row that other joints are left in
 *                   (dynamics/customized/kkt_coupled.h).
 *   absolute        In motion with loops the rate of a joint is that of its link, if the axis is parallel to the parent's
 *                   (dynamics/customized/absolute.h).
 *   together        There: the joint is eliminated with the velocity before it and a row (dynamics/customized/kkt_triple.h).
 * The choice of a plan:
 *   unit            Units of length and force may be chosen freely (dynamics/customized/rnea.c, crba.c there).
 *   unit_row        Unit of lengths in the rows of loops, whose levers are numbers without a factor then.
 *   support         In motion with contacts: the contact that is the root of the tree in place of the base
 *                   (dynamics/customized/aba_support.c). */
#ifndef RIGIDC_DYNAMICS_PLAN_PLAN_H
#define RIGIDC_DYNAMICS_PLAN_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Direction of x on terminal links, by rule: the functions decide it. No child uses x there, so it is free. A turn of a
 * link about its own axis changes its moments, and the joint angle takes it back. */
enum TerminalX {
	TERMINAL_X_MOMENT, /* along the first moment, h_y = 0; without one D_xy = 0 */
	TERMINAL_X_ZERO,   /* as at q = 0: no angle is added to q */
	TERMINAL_X_SITE,   /* along an axis of a site: its constant angle is added to q */
	TERMINAL_X_COUNT
};

/* Component of the parent's first moment that the retained mass cancels. */
enum RetainedMass { RETAINED_NOTHING, RETAINED_FOR_X, RETAINED_FOR_Y, RETAINED_FOR_Z, RETAINED_COUNT };

/* Is a link evaluated un-rotated, in the axes of its joint frame? */
enum Unrotated { UNROTATED_BY_RULE, UNROTATED_YES, UNROTATED_NO, UNROTATED_COUNT };

/* Origin of a link: anywhere for a sliding link, along the axis for a turning link. */
enum OriginChoice {
	ORIGIN_BY_RULE, /* sliding: at the parent's, but for the slide; turning: at the foot of the common normal */
	ORIGIN_OTHER,   /* sliding: at the joint of the main child; turning: where the offset has the most zeros */
	ORIGIN_CENTRE,  /* sliding: at the centre of mass, h = 0 */
	ORIGIN_COUNT
};

enum { MEET_OUTWARD_COUNT = 3, NEAR_LINKS_COUNT = 12, ROW_AXES_COUNT = 3 };

/* A byte for each choice, so that the search can go through them by number. */
struct Choice {
	uint8_t retained_mass, unrotated, origin_choice;
	uint8_t main_child;              /* index among the children, from the child with the largest subtree on */
	uint8_t meet_outward;            /* links outward to where the axis meets the forces */
	uint8_t articulate;              /* 1: eliminated before its parent sees the link */
	uint8_t near_links;              /* read for the link of the frame */
	uint8_t from_acceleration_field; /* read for the link of the frame; 1: yes */
	uint8_t row_axes;                /* read for the link of frame B of a loop: an enum RelativeAxes */
	uint8_t row_sums;                /* likewise; 1: yes */
	uint8_t row_differences;         /* likewise; 1: yes */
	uint8_t early;                   /* 1: the joint is eliminated before all others, with a row */
	uint8_t late;                    /* 1: the joint is eliminated after the velocity before it */
	uint8_t absolute;                /* 1: the joint is measured by its absolute angle */
	uint8_t together;                /* 1: the joint is eliminated with the velocity before it and a row */
};

struct Plan {
	struct Choice *link;
	enum TerminalX terminal_x;
	double unit_length, unit_force; /* units of offsets and forces; 0: 1 */
	double unit_row;                /* unit of lengths in the rows of loops; 0: 1 */
	int support;                    /* site of the contact's body, from 1; 0: none */
	const struct Plan *apart;       /* of a fused function: the plan of each part; NULL: one plan for all */
};

static inline double plan_length(const struct Plan *plan)
{
	return plan->unit_length > 0 ? plan->unit_length : 1;
}
static inline double plan_force(const struct Plan *plan)
{
	return plan->unit_force > 0 ? plan->unit_force : 1;
}

void plan_dump(const struct Plan *plan, int links, struct Text *out);
/* Copies a plan, its choices into the array to->link. */
void plan_copy(struct Plan *to, const struct Plan *from, int links);
bool plan_same(const struct Plan *a, const struct Plan *b, int links);

#endif
