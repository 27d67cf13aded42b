/* Principal axes of an inertia.
 * Called by mass.c and shape.c. */
#ifndef RIGIDC_MJCF_PRINCIPAL_H
#define RIGIDC_MJCF_PRINCIPAL_H

/* Principal moments and axes of a symmetric matrix, which is overwritten: J = R diag(moment) R^T. */
void mj_principal(double J[3][3], double moment[3], double R[3][3]);

#endif
