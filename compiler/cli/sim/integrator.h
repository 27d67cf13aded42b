/* The methods that sim integrates with, as a table.
 * Called by sim. */
#ifndef RIGIDC_INTEGRATOR_H
#define RIGIDC_INTEGRATOR_H

#include "course.h"

enum IntegratorId {
#define INTEGRATOR(id, name, adaptive, begin, go, end) INTEGRATOR_##id,
#include "integrators.def"
	INTEGRATOR_COUNT
};

struct Integrator {
	const char *name;
	bool adaptive;
	/* From the state at course->time on. False after a message, of what is not there or not to be done. */
	bool (*begin)(struct Course *course);
	/* To a later time, and the state there, quaternions of unit length; or as far as it goes. */
	enum Arrival (*go)(struct Course *course, double until);
	void (*end)(struct Course *course);
};

extern const struct Integrator integrator_table[INTEGRATOR_COUNT];
/* What is taken where none is asked for, and no length of a step. */
enum IntegratorId integrator_usual(void);

#endif
