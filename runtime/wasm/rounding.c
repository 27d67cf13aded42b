/* Functions of <math.h> for the evaluator, each the nearest double as those of glibc nearly always are, so that numbers are those of the
 * command. musl has up to one unit of error. It has the exponential and the logarithm of glibc.
 * Nothing declares them but <math.h>. */
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
