/* Rates of states, `input NAME: UNIT { rate EXPR }`: the lag of a motor, the activation of a muscle. Declared by the
 * checker after the joints. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_RATE_H
#define RIGIDC_MODEL_LINE_RATE_H

#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Are there states? */
bool rates_any(const struct Items *items);
void rates_declare(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                   const struct Items *items);

#endif
