/* Uses the header that rigidc makes of puma560.rig: inertias and gravity torques at the published pose,
 * beside the published figures. Built and run by `make demo`; by hand:
 *
 *   build/rigidc compile examples/puma560.rig -o puma560.h
 *   cc -O2 -I. examples/puma560_demo.c -lm -o puma560_demo && ./puma560_demo */
#include <stdio.h>

#include "puma560.h"

int main(void)
{
	/* pose qn of Corke & Armstrong-Helouvry (1994) */
	const double q[PUMA560_NQ] = { 0, 0.78539816339744831, 3.1415926535897931, 0, 0.78539816339744831, 0 };
	const double rest[PUMA560_NV] = { 0 };
	const double published_inertia[PUMA560_NV] = { 3.6594, 4.4137, 0.9378, 0.1925, 0.1713, 0.1941 };
	const double published_gravity[PUMA560_NV] = { 0, 31.6399, 6.0351, 0, 0.0283, 0 };
	double M[PUMA560_NV * PUMA560_NV], tau[PUMA560_NV];

	puma560_crba(q, M);
	puma560_rnea(q, rest, rest, tau);

	printf("joint   inertia M[i][i], kg m^2      gravity torque, N m\n");
	printf("         computed    published       computed    published\n");
	for (int i = 0; i < PUMA560_NV; i++)
		printf("%-5d  %10.4f   %10.4f     %10.4f   %10.4f\n", i + 1, M[i * PUMA560_NV + i],
		       published_inertia[i], tau[i], published_gravity[i]);
	return 0;
}
