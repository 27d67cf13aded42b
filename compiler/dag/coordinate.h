/* Values y = gamma(q, u) that depend on coordinates and on moving inputs, and their motion. With G = d gamma / dq and
 * H = d gamma / du the rate is yd = G qd + H ud, the acceleration ydd = G qdd + Gdot qd + H udd + Hdot ud.
 * Called by the checker and the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_COORDINATE_H
#define RIGIDC_COORDINATE_H

#include "dag.h"

/* A coordinate: its indices in q and in qd. Its velocity is its time derivative, but for the coordinates of quaternion joints. */
struct Coordinate {
	int q, v;
	bool turned; /* of a quaternion joint: v is a velocity in the axes of its body, and q only a name for it */
};

/* The input by which dag_derivative differentiates along the coordinate's velocity. */
Ref coordinate_key(struct Dag *dag, struct Coordinate of);
/* Gives the coordinates of a quaternion joint, and the entries of its rotation, their derivatives along its velocities, from v
 * on. `p`: the first coordinate of its position, -1: it has none; `q`: of its quaternion. Requires that the keys of these
 * velocities are older than the coordinates. */
void coordinate_give_turns(struct Dag *dag, int p, int q, int v);
/* Has coordinate_give_turns given derivatives along velocity v? Then *key is their key. */
bool coordinate_has_key(struct Dag *dag, int v, Ref *key);
/* Rates of the quaternion q = (u, s) that turns with a unit velocity about an axis of its body:
 *   u' = (s e + u x e) / 2,  s' = -(u . e) / 2. */
void quaternion_rates(struct Dag *dag, const Ref q[4], int axis, Ref rate[4]);

/* dy/dq for a coordinate. */
Ref coordinate_slope(struct Dag *dag, struct Coordinate of, Ref y);
/* H ud, the rate of y by moving inputs alone. */
Ref coordinate_moving_rate(struct Dag *dag, Ref y);
/* The same of a value of coordinates and velocities, which may have rates of the inputs: H ud + (dy/dud) udd. */
Ref coordinate_moving_change(struct Dag *dag, Ref y);
/* yd and ydd for the `count` coordinates on which y depends. */
Ref coordinate_rate(struct Dag *dag, const struct Coordinate *of, int count, Ref y);
Ref coordinate_acceleration(struct Dag *dag, const struct Coordinate *of, int count, Ref y);

#endif
