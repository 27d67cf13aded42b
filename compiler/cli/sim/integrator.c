#include "integrator.h"

#include "methods.h"

const struct Integrator integrator_table[INTEGRATOR_COUNT] = {
#define INTEGRATOR(id, name, adaptive, begin, go, end) { name, adaptive, begin, go, end },
#include "integrators.def"
};

enum IntegratorId integrator_usual(void)
{
#ifdef WITHOUT_SUNDIALS
	return INTEGRATOR_FIXED;
#else
	return INTEGRATOR_CVODE;
#endif
}
