/* Settings of the command line: -D replaces constants, --lock fixes joints, --gravity replaces gravity, --contact,
 * --phase and --idle add statements, --param sets parameters. Called by the checker; the last by the library. Memory is the arena's. */
#ifndef RIGIDC_MODEL_BODY_SETTING_H
#define RIGIDC_MODEL_BODY_SETTING_H

#include "base/request.h"
#include "model/expression/evaluate.h"

struct Items;
struct Model;
struct Resolver;

/* Evaluates the constants, with the replacements of -D. */
void settings_define(struct Scope *scope, const struct Request *request);
/* Adds the statements that --contact, --phase and --idle are. */
void settings_statements(const struct Scope *scope, const struct Request *request, struct Items *items);
/* Applies one argument of --lock to joints as declared. */
void settings_lock(struct Scope *scope, const struct Resolver *resolver, const char *text);
/* Takes the names of --without, before properties are read. */
void settings_without(const struct Request *request, struct Model *model);
/* Takes the tolerance of --closure. */
void settings_closure(const struct Request *request, struct Model *model);
/* Applies the argument of --gravity. */
void settings_gravity(struct Scope *scope, const char *text, struct Model *model);
/* Sets one parameter, "payload=3 kg", in the numbers of all parameters. False after a diagnostic; messages show the
 * text as part of `option`. */
bool settings_param(struct Diags *diags, const struct ParameterList *all, const char *option, const char *text,
                    double *number);

#endif
