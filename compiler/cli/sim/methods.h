/* Functions of the integration methods, for struct Integrator (integrator.h).
 * Called through its table. Memory is the model's, except the memory of SUNDIALS, which `end` frees. */
#ifndef RIGIDC_METHODS_H
#define RIGIDC_METHODS_H

#include "course.h"

bool integrate_fixed(struct Course *course);
enum Arrival integrate_fixed_go(struct Course *course, double until);
bool integrate_cvode(struct Course *course);
bool integrate_arkode(struct Course *course);
enum Arrival integrate_sundials_go(struct Course *course, double until);
void integrate_sundials_end(struct Course *course);

#endif
