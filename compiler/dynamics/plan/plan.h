/* Plan: the free choices in the shape of the canonical tree, none of which changes tau or M. The passes over the tree
 * and the algorithms read a plan, the search changes it. All zero is the default choice. Memory is the owner's.
 *
 * choices.def has the choices of a link. The choices of a plan:
 *   unit            Units of length and force may be chosen freely (dynamics/customized/rnea.c, crba.c there).
 *   unit_row        Unit of lengths in the rows of loops, whose levers are numbers without a factor then.
 *   from_acceleration_field
 *                   The velocity of a frame is J qd, and its acceleration comes from the acceleration field of its link. Other
 *                   functions compute both anyway. Otherwise both are summed from the frame towards the root.
 *   block_pivots    In motion with loops: a velocity with a safe lever and its row are a pivot before all other pivots. Two velocities
 *                   with a row may be one pivot (dynamics/customized/kkt_triple.h). Of rows with the same frame B, the later ones are
 *                   taken less those of the first (dynamics/customized/row_system.h). Turns about parallel axes between the frames of
 *                   a loop are one turn, by the sum of their angles.
 *   turns_apart, weights_last
 *                   How operators differentiate.
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

/* A byte for each choice, in the order of enum ChoiceNumber. */
struct Choice {
#define LINK_CHOICE(name, words) uint8_t name;
#include "choices.def"
};

enum ChoiceNumber {
#define LINK_CHOICE(name, words) CHOICE_##name,
#include "choices.def"
	CHOICES
};

/* Value of a choice by its number. */
static inline uint8_t *choice_value(struct Choice *choice, enum ChoiceNumber k)
{
	return (uint8_t *)choice + k;
}

struct Plan {
	struct Choice *link;
	enum TerminalX terminal_x;
	double unit_length, unit_force; /* units of offsets and forces; 0: 1 */
	double unit_row;                /* unit of lengths in the rows of loops; 0: 1 */
	bool from_acceleration_field, block_pivots;
	int support;                    /* site of the contact's body, from 1; 0: none */
	const struct Plan *apart;       /* of a fused function: the plan of each part; NULL: one plan for all */
	bool turns_apart, weights_last; /* rules of the sweeps of operators (dynamics/operator_arguments.h) */
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
