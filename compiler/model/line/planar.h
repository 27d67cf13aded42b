/* Vectors in a plane, as complex numbers x + i y. A turn is a number of length 1, cosine + i sine. Called for closed
 * forms. Plain values. */
#ifndef RIGIDC_MODEL_LINE_PLANAR_H
#define RIGIDC_MODEL_LINE_PLANAR_H

#include "dag/dag.h"

struct Planar {
	Ref x, y;
};

struct Planar planar_add(struct Dag *dag, struct Planar a, struct Planar b);
struct Planar planar_sub(struct Dag *dag, struct Planar a, struct Planar b);
struct Planar planar_scale(struct Dag *dag, Ref factor, struct Planar a);
/* a b: vector b turned by a. */
struct Planar planar_turn(struct Dag *dag, struct Planar a, struct Planar b);
Ref planar_dot(struct Dag *dag, struct Planar a, struct Planar b);
/* a x b, the component along the normal. */
Ref planar_cross(struct Dag *dag, struct Planar a, struct Planar b);
Ref planar_length(struct Dag *dag, struct Planar a);

/* i a, a quarter turn ahead. */
static inline struct Planar planar_ahead(struct Planar a)
{
	return (struct Planar){ dag_neg(a.y), a.x };
}
/* Turn back. */
static inline struct Planar planar_back(struct Planar a)
{
	return (struct Planar){ a.x, dag_neg(a.y) };
}
static inline struct Planar planar_neg(struct Planar a)
{
	return (struct Planar){ dag_neg(a.x), dag_neg(a.y) };
}

#endif
