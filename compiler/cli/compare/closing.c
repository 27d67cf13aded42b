#include "compare.h"

#include <math.h>

#include "pipeline/assemble.h"
#include "model/body.h"
#include "model/joint.h"
#include "model/model_pose.h"

static const double within = 1e-12; /* of a closed state, in rad and characteristic lengths */

bool closing_needed(const struct Side *side)
{
	return assemble_rows(side->m) > 0;
}

/* q of a state in the order that the model lists, and back. */
static void list(const struct Side *side, double *q, double *listed, bool back)
{
	for (int i = 0; i < side->bodies; i++)
		for (int k = 0; k < side->joint[i].nq; k++) {
			double *own = &q[side->joint[i].q + k], *theirs = &listed[side->m->body[i].joint->q + k];
			*(back ? own : theirs) = back ? *theirs : *own;
		}
}

/* A state nearer to the first pose, or to 0. Quaternions and free joints stay. */
static void approach(const struct Side *side, double *listed, double part)
{
	const double *pose = side->m->poses.count ? side->m->poses.item[0].q : NULL;
	for (int i = 0; i < side->bodies; i++)
		for (int k = 0; k < side->joint[i].nq && !side->joint[i].quaternion; k++) {
			const int at = side->m->body[i].joint->q + k;
			const double from = pose ? pose[at] : 0;
			listed[at] = from + part * (listed[at] - from);
		}
}

/* Keeps the largest closure of a model that stays open where the other model is closed. */
static void note(struct Side *side, const struct Assembled *result)
{
	if (result->closed || result->closure <= side->open_by || isnan(side->open_by))
		return;
	side->open_by = result->closure;
	side->open = result->open.text;
	side->open_at = side_place(side, result->open.span, NULL);
	side->remains = result->remains;
}

/* Closes the loops of a state. False: the state is unchanged. */
static bool close_state(struct Side *side, int state, const bool *held, double part)
{
	struct Arena *arena = side->m->arena;
	double *q = side->q + (size_t)state * (size_t)side->nq, *listed = ARENA_ARRAY(arena, double, side->nq + 1);
	const struct AssembleRequest request = { .held = held, .within = within, .once = held != NULL };
	list(side, q, listed, false);
	approach(side, listed, part);
	struct Assembled result = assemble(arena, side->m, &request, listed);
	side->closed[state] = result.closed;
	if (held)
		note(side, &result);
	if (!result.closed)
		return false;
	list(side, q, listed, true);
	for (int v = 0; v < side->nv; v++)
		side->independent[state * side->nv + v] = result.independent[v];
	return true;
}

void closing_lead(struct Side *side)
{
	const double parts[] = { 0.3, 0.1, 0 }; /* of the way from the pose to the drawn state */
	for (int state = 0; state < COMPARE_STATES; state++)
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			if (close_state(side, state, NULL, parts[i]))
				break;
}

void closing_follow(const struct Pairs *pairs, struct Side *side, int leader)
{
	const struct Side *first = leader ? pairs->b : pairs->a;
	bool *held = ARENA_ARRAY(side->m->arena, bool, side->nv + 1);
	for (int state = 0; state < COMPARE_STATES; state++) {
		if (!first->closed[state])
			continue;
		for (int i = 0; i < pairs->a->bodies; i++) {
			const int other = pairs->joint[i];
			const struct SideJoint *from = other < 0 ? NULL
			                               : leader  ? &pairs->b->joint[other]
			                                         : &pairs->a->joint[i];
			const struct SideJoint *to = leader      ? &pairs->a->joint[i]
			                             : other < 0 ? NULL
			                                         : &pairs->b->joint[other];
			for (int k = 0; from && k < from->nv; k++)
				held[to->v + k] = first->independent[state * first->nv + from->v + k];
		}
		close_state(side, state, held, 1);
	}
}
