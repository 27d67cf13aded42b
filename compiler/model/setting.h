/* What the command line changes in a model: -D replaces constants, --lock fixes joints.
 * Called by the checker. Memory is the arena's. */
#ifndef RIGIDC_SETTING_H
#define RIGIDC_SETTING_H

#include "base/request.h"
#include "evaluate.h"
#include "resolve.h"

/* Evaluates the constants, with what -D replaces. */
void settings_define(struct Scope *scope, const struct Request *request);
/* One argument of --lock, on joints as they are declared. */
void settings_lock(struct Scope *scope, const struct Resolver *resolver, const char *text);

#endif
