/* Contacts and phases in the output of `rigidc info`.
 * Called by info.c and info_json.c. The JSON is the caller's. */
#ifndef RIGIDC_INFO_CONTACTS_H
#define RIGIDC_INFO_CONTACTS_H

#include <jansson.h>

#include "model/model.h"

/* A table of contacts and one of phases; empty without any. */
void info_contacts(struct Text *out, const struct Model *model);
json_t *info_contacts_json(const struct Model *model);
json_t *info_phases_json(const struct Model *model);

#endif
