/* Struts and tendons in what `rigidc info` says.
 * Called by info.c and info_json.c. Text goes to where it is asked for; JSON is the caller's. */
#ifndef RIGIDC_INFO_STRUTS_H
#define RIGIDC_INFO_STRUTS_H

#include <jansson.h>

#include "model/model.h"

/* A table of them; nothing where there are none. */
void info_struts(struct Text *out, const struct Model *model);
json_t *info_struts_json(const struct Model *model);

#endif
