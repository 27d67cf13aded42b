/* Functions for constants, rounded as those of glibc are, so that a model gives the same code in WebAssembly: musl computes them
 * in double with up to one unit of error, and here with 113 bits. musl has the exponential, the logarithm and the power of
 * glibc in double, and no longer ones.
 * Nothing declares them but <math.h>. */
#include <math.h>

#define WIDER(name) \
	double name(double x) \
	{ \
		return (double)name##l(x); \
	}

WIDER(sin)
WIDER(cos)
WIDER(tan)
WIDER(asin)
WIDER(acos)
WIDER(atan)

double atan2(double y, double x)
{
	return (double)atan2l(y, x);
}
