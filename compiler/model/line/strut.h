/* Struts and tendons: massless force elements along straight lines between points. Called by the checker, after
 * motions are known. Memory is the arena's.
 *
 * An element over lines of lengths l_i has the length l = sum l_i and the rate dl/dt = sum (r_i . qd) / l_i, with the
 * levers r_i of line.h. It pulls with
 *     F = k (l - rest) + d dl/dt - force,
 * the same all along, so tau = (dl/dq)^T F = sum r_i F / l_i holds it, and its spring has the energy k (l - rest)^2 /
 * 2. A line stores p = F / l_i: the force on the point at its end is -p d, with the vector d from the other point. A
 * single line has
 *     p = k + (d dl/dt - force - k rest) / l,
 * where a spring without a length at rest takes neither root nor division. Where a line has no length it has no direction; then
 * all else is not defined, and NaN. If it never has one, as between two points in the centre of a hinge, its rate is 0, it moves no
 * joint, and what is not defined is the wrench through the joints between its ends (strut_end.c). */
#ifndef RIGIDC_MODEL_LINE_STRUT_H
#define RIGIDC_MODEL_LINE_STRUT_H

#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Fills in model->struts. */
void struts_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                    const struct Items *items);

/* Number of the strut or tendon of a name, which stands at `span`; -1 after a diagnostic. */
int struts_find(struct Diags *diags, const struct Model *model, const char *name, struct Span span);

#endif
