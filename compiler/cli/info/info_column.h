/* Names in the first columns of tables of `rigidc info`, and default values in its JSON.
 * Called by info.c and the files of its tables. Memory is the arena's. */
#ifndef RIGIDC_INFO_COLUMN_H
#define RIGIDC_INFO_COLUMN_H

#include <jansson.h>

#include "model/model.h"

/* Width of a column of this width that has to hold the name too. */
int info_widen(int width, struct Arena *arena, const char *name);
/* The name, and blanks up to the width. */
void info_put_name(struct Text *out, const char *name, int width);
/* A number with the default values of parameters; null if it is not finite. */
json_t *info_default_json(const struct Model *model, Ref value);

#endif
