/* Motion of the frames of rows by the short algorithms. Called by the functions of rows. Plain values. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ROW_MOTION_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ROW_MOTION_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/row_math.h"

/* Of contacts in the axes of the world, of loops in those of frame A. */
struct RowMotion row_motion(const struct BuildOptions *options);
/* The same, of loops in the axes of the plan, with free rows along them. */
struct RowMotion row_motion_planned(const struct BuildOptions *options);
/* The same, with lengths of loops in the plan's unit: for rows of a system that is solved. */
struct RowMotion row_motion_measured(struct Dag *dag, const struct BuildOptions *options);

#endif
