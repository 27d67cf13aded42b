/* Limits of joints that are hardly meant: 0 and 0, which exporters write where they know none, and angles in radians that are
 * degrees. Two notes at most, each with the number of joints, at the first of them.
 * Called by the checker when all bodies are declared, whatever the model was read from. Nothing is kept. */
#ifndef RIGIDC_MODEL_CHECK_LIMIT_DOUBT_H
#define RIGIDC_MODEL_CHECK_LIMIT_DOUBT_H

#include "model/part/resolve.h"

/* `ast`: in whose words the helps are. */
void limits_doubt(struct Diags *diags, const struct Dag *dag, const struct Resolver *resolver, const struct Ast *ast);

#endif
