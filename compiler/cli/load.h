/* The model of a command: loaded, or refused with messages on standard error.
 * Called by every command. The command owns a loaded model, and frees it or gives it to load_fail. */
#ifndef RIGIDC_LOAD_H
#define RIGIDC_LOAD_H

#include "options.h"

/* Loads the model and prints its diagnostics. NULL after an error, with *code set. */
rigidc_model *load_model(const struct Options *options, int *code);
/* The same for a command that makes functions. An open loop is a warning until a function with its rows makes it an error: it is
 * said once, with the next messages. `change` gets the options, and comes before all messages; NULL: nothing does. */
rigidc_model *load_for_functions(const struct Options *options, void (*change)(rigidc_model *model, void *options),
                                 int *code);
/* Loads the model with the checks of `compile` before any code is made: functions, wrenches, names in C. Prints nothing. */
rigidc_status load_checked(const struct Options *options, rigidc_model **model);
/* An empty model, for commands that need only the memory and messages of a model. */
rigidc_status load_nothing(rigidc_model **model);
/* Number of diagnostics so far: "2 warnings, 5 notes" and a line end; "" for none. NULL: out of memory. The model owns
 * the text. */
const char *load_summary(rigidc_model *model);
/* Prints the diagnostics. Any status but RIGIDC_OK is for load_fail. */
rigidc_status load_say(rigidc_model *model);
/* Runs `make` on a loaded model, unless `status` is a failure. Prints the diagnostics, and writes the text that `make` has put at
 * *text to `path` (NULL: standard output). Frees the model. Returns the exit code. */
int load_write(rigidc_model *model, rigidc_status status, void (*make)(rigidc_model *model, void *context),
               void *context, const char *const *text, const char *path);
/* Prints the messages of a failed call and frees the model (or NULL). Returns the exit code. */
int load_fail(rigidc_model *model, rigidc_status status);

#endif
