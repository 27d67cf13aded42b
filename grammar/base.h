/* The option --base: the one body that is fixed on the world becomes free, or none may be free.
 * Called by the readers of other formats, after their bodies. */
#ifndef RIGIDC_GRAMMAR_BASE_H
#define RIGIDC_GRAMMAR_BASE_H

#include "ast.h"
#include "base/diag.h"
#include "base/request.h"

/* Changes the joints of bodies on the world. `asked`: --base=free in messages; `whole`: place of the model in messages.
 * Faults are reported. */
void base_apply(struct Diags *diags, struct StmtList *statements, enum Base base, const char *asked, struct Span whole);

#endif
