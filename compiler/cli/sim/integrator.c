#include "course.h"

const struct Integrator integrator_table[INTEGRATOR_COUNT] = {
#define INTEGRATOR(id, name, adaptive, implicit, begin, go, end) { name, adaptive, implicit, begin, go, end },
#include "integrators.def"
};

enum IntegratorId integrator_usual(bool holds)
{
#ifdef WITHOUT_SUNDIALS
	(void)holds;
	return INTEGRATOR_RK4;
#else
	return holds ? INTEGRATOR_ARKODE : INTEGRATOR_CVODE;
#endif
}
