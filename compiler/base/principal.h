/* Principal moments and axes of an inertia. Called by readers and writers of formats, and by checks of bodies. */
#ifndef RIGIDC_BASE_PRINCIPAL_H
#define RIGIDC_BASE_PRINCIPAL_H

/* J = R diag(moment) R^T, by Jacobi rotations; R is right-handed. */
void principal_axes(const double J[3][3], double moment[3], double R[3][3]);
/* The same as MuJoCo has them: rotations by at most 45 degrees, each about the axis of the largest product, then moments in
 * decreasing order by quarter turns. */
void principal_axes_sorted(const double J[3][3], double moment[3], double R[3][3]);

#endif
