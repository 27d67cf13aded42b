/* Inside of `rigidc sim`: what the methods are made of, as struct Integrator says (integrator.h).
 * Called by way of the table there. What they need is the model's, but for what `end` gives back. */
#ifndef RIGIDC_METHODS_H
#define RIGIDC_METHODS_H

#include "course.h"

bool integrate_fixed(struct Course *course);
enum Arrival integrate_fixed_go(struct Course *course, double until);
void integrate_fixed_end(struct Course *course);
bool integrate_cvode(struct Course *course);
bool integrate_arkode(struct Course *course);
enum Arrival integrate_sundials_go(struct Course *course, double until);
void integrate_sundials_end(struct Course *course);

#endif
