/* The model a command is about: read, or given up with what is wrong with it on standard error.
 * Called by every command. A model that was loaded is the command's, to be freed or given to load_fail. */
#ifndef RIGIDC_LOAD_H
#define RIGIDC_LOAD_H

#include "options.h"

/* Loads the model and prints its diagnostics. NULL after an error, with *code set. */
rigidc_model *load_model(const struct Options *options, int *code);
/* A model with nothing in it, for what needs none but its memory and its messages. */
rigidc_status load_nothing(rigidc_model **model);
/* "2 warnings, 5 notes" and a line end, of all that was said so far; "" for nothing. NULL: no memory. The model's. */
const char *load_summary(rigidc_model *model);
/* Prints the diagnostics; anything but RIGIDC_OK is for load_fail. */
rigidc_status load_say(rigidc_model *model);
/* Prints what a failed call said and frees the model (or NULL); the exit code. */
int load_fail(rigidc_model *model, rigidc_status status);

#endif
