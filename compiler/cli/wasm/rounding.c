/* Functions of <math.h> for the evaluator, each the nearest double, as nearly always in glibc, so that numbers equal those of the
 * command. musl has errors up to a unit, and the exponential and the logarithm of glibc.
 * Only <math.h> declares these functions. */
#include <math.h>

#include "base/elementary.h"

#define NEAREST(name) \
	double name(double x) \
	{ \
		return elementary_##name(x); \
	}

NEAREST(sin)
NEAREST(cos)
NEAREST(tan)
NEAREST(asin)
NEAREST(acos)
NEAREST(atan)
NEAREST(tanh)

double atan2(double y, double x)
{
	return elementary_atan2(y, x);
}
