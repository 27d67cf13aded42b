/* The table of integration methods of sim.
 * Called by sim. */
#ifndef RIGIDC_INTEGRATOR_H
#define RIGIDC_INTEGRATOR_H

#include "course.h"

enum IntegratorId {
#define INTEGRATOR(id, name, adaptive, implicit, begin, go, end) INTEGRATOR_##id,
#include "integrators.def"
	INTEGRATOR_COUNT
};

struct Integrator {
	const char *name;
	bool adaptive, implicit;
	/* Begins at the state of course->time. False after a message: the method is unavailable, or out of memory. */
	bool (*begin)(struct Course *course);
	/* Integrates to a later time, or until it has to stop. Quaternions of the state have unit length afterwards. */
	enum Arrival (*go)(struct Course *course, double until);
	void (*end)(struct Course *course);
};

extern const struct Integrator integrator_table[INTEGRATOR_COUNT];
/* The default method, without --method and --step. One-step methods may be projected after each step, so they are taken for
 * motions that hold rows. */
enum IntegratorId integrator_usual(bool holds);

#endif
