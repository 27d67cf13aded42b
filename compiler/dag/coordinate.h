/* Values y = gamma(q) that depend on coordinates, and their motion: G = d gamma / dq, the rate yd = G qd, the
 * acceleration ydd = G qdd + Gdot qd.
 * Called by the checker and the canonical tree. Memory is the DAG's. */
#ifndef RIGIDC_COORDINATE_H
#define RIGIDC_COORDINATE_H

#include "dag.h"

/* A coordinate whose velocity is its time derivative: its indices in q and in qd. */
struct Coordinate {
	int q, v;
};

/* dy/dq for a coordinate. */
Ref coordinate_slope(struct Dag *dag, struct Coordinate of, Ref y);
Ref coordinate_rate(struct Dag *dag, const struct Coordinate *of, int count, Ref y);
Ref coordinate_acceleration(struct Dag *dag, const struct Coordinate *of, int count, Ref y);

#endif
