/* What the command line changes in a model: -D replaces constants, --lock fixes joints, --gravity replaces gravity, --param gives
 * parameters values.
 * Called by the checker; the last by the library. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_SETTING_H
#define RIGIDC_MODEL_BODY_SETTING_H

#include "base/request.h"
#include "model/expression/evaluate.h"

struct Model;
struct Resolver;

/* Evaluates the constants, with what -D replaces. */
void settings_define(struct Scope *scope, const struct Request *request);
/* One argument of --lock, on joints as they are declared. */
void settings_lock(struct Scope *scope, const struct Resolver *resolver, const char *text);
/* The argument of --gravity. */
void settings_gravity(struct Scope *scope, const char *text, struct Model *model);
/* "payload=3 kg": the numbers of one parameter among those of all. False after a diagnostic; `option` is what messages call
 * the text. */
bool settings_param(struct Diags *diags, const struct ParameterList *all, const char *option, const char *text,
                    double *number);

#endif
