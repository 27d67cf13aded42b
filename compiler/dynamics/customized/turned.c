#include "turned.h"

struct Turned turned_by(struct Dag *dag, struct Mat R)
{
	return (struct Turned){ R, -1, dag_const(dag, 0), 0 };
}

/* The rotation, then `turn` by the angle of the joint; `back`: then its inverse. */
static struct Turned turned_about(struct Dag *dag, struct Turned W, const struct LinkTransform *transform, int axis,
                                  struct Mat turn, bool back)
{
	bool first = mat_is_identity(dag, &W.R);
	if (!first && W.axis != axis)
		return turned_by(dag, mat_mul(dag, W.R, back ? mat_transpose(turn) : turn));
	W = first ? turned_by(dag, W.R) : W;
	W.axis = axis;
	W.angle = (back ? dag_sub : dag_add)(dag, W.angle, transform->angle);
	W.quarters = (W.quarters + (back ? -transform->quarters : transform->quarters)) & 3;
	W.R = turn_by(dag, axis, W.angle, W.quarters);
	return W;
}

struct Turned turned_again(struct Dag *dag, struct Turned W, const struct LinkTransform *transform,
                           const struct Link *link, int t, bool back)
{
	struct Mat turn = transform->turn[t];
	if (t == transform->own_turn)
		return turned_about(dag, W, transform, link->axis, turn, back);
	return turned_by(dag, mat_mul(dag, W.R, back ? mat_transpose(turn) : turn));
}

struct Turned turned_with_body(struct Dag *dag, struct Turned W, const struct LinkTransform *transform,
                               const struct Link *link, bool back)
{
	return transform->unrotated ? turned_about(dag, W, transform, link->axis, transform->body, back) : W;
}
