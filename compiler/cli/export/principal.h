/* Principal moments and axes of an inertia.
 * Called by writers of formats. */
#ifndef RIGIDC_EXPORT_PRINCIPAL_H
#define RIGIDC_EXPORT_PRINCIPAL_H

#include "cli/pose.h"

/* J = R diag(moment) R^T, by Jacobi rotations; R is right-handed. */
void principal_axes(const double J[3][3], double moment[3], struct Pose *axes);

/* Has a solid body such moments? No moment exceeds the sum of the others, but for rounding, which is taken off. */
bool principal_settle(double moment[3]);

#endif
