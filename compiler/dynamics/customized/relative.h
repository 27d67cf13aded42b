/* Motion of frame A as frame B sees it, asked[0] and asked[1] of the tree, in axes of choice. Called by the algorithms of two
 * frames and of rows. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_RELATIVE_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_RELATIVE_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/row_math.h"

enum RelativeAxes {
	RELATIVE_TO_B,      /* axes of B */
	RELATIVE_TO_COMMON, /* of the last link that carries both frames, or of the world */
	RELATIVE_TO_LINK    /* of the link of A */
};

/* How the motion between two frames is seen. */
struct RelativeView {
	enum RelativeAxes axes;
	double length;  /* unit of the lengths in all vectors */
	int near_links; /* the vector to A is in the axes of the link for as many links from A inward */
	bool sums;      /* turns about parallel axes are one turn, by the sum of their angles */
};

/* Rotations of B and A, and the vector from B to A. */
struct RowPose relative_pose(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                             struct RelativeView view);
/* Vector from these axes to those of B. */
struct Vec relative_turn(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                         struct RelativeView view, struct Vec v);
/* 6 x nv. */
void relative_jacobian(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                       struct RelativeView view, Ref *J);
struct Spatial relative_velocity(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                 struct RelativeView view);
/* At zero joint accelerations, if these are held at zero. */
struct Spatial relative_acceleration(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options,
                                     struct RelativeView view);

#endif
