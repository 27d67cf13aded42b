/* The double pendulum of the notebook, in its letters: M(theta) theta'' = C + G + Q + E, theta the angles of both bars
 * from the downward vertical.
 * Included by terms.c, which compares it with rigidc's functions, and by euler.c, which integrates it. Keeps nothing. */
#ifndef NOTEBOOK_H
#define NOTEBOOK_H

#include <math.h>

/* Masses and lengths of the upper and the lower bar, and gravity. */
struct Bars {
	double m1, m2, l1, l2, g;
};

/* both bars 1 m and 1 kg */
static const struct Bars notebook_bars = { 1, 1, 1, 1, 9.81 };

struct Terms {
	double M[2][2], C[2], G[2];
};

static inline struct Terms notebook_terms(const struct Bars *bars, const double *theta, const double *omega)
{
	const double m1 = bars->m1, m2 = bars->m2, l1 = bars->l1, l2 = bars->l2, g = bars->g;
	const double difference = theta[0] - theta[1], coupling = m2 * l1 * l2 / 2;
	const double M12 = coupling * cos(difference);
	return (struct Terms){
		.M = { { m1 * l1 * l1 / 3 + m2 * l1 * l1, M12 }, { M12, m2 * l2 * l2 / 3 } },
		.C = { -coupling * omega[1] * omega[1] * sin(difference),
		       coupling * omega[0] * omega[0] * sin(difference) },
		/* the program of the notebook has l2 in the second product; its equations have l1 */
		.G = { -m1 * g * l1 / 2 * sin(theta[0]) - m2 * g * l1 * sin(theta[0]),
		       -m2 * g * l2 / 2 * sin(theta[1]) },
	};
}

/* theta'' of the sum of the right-hand side. */
static inline void notebook_solve(const struct Terms *terms, const double *sum, double *acceleration)
{
	const double(*M)[2] = terms->M;
	const double determinant = M[0][0] * M[1][1] - M[0][1] * M[1][0];
	acceleration[0] = (M[1][1] * sum[0] - M[0][1] * sum[1]) / determinant;
	acceleration[1] = (M[0][0] * sum[1] - M[1][0] * sum[0]) / determinant;
}

#endif
