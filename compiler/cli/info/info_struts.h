/* Struts and tendons in the output of `rigidc info`.
 * Called by info.c and info_json.c. The JSON is the caller's. */
#ifndef RIGIDC_INFO_STRUTS_H
#define RIGIDC_INFO_STRUTS_H

#include <jansson.h>

#include "model/model.h"

/* A table of struts and tendons; empty without any. */
void info_struts(struct Text *out, const struct Model *model);
json_t *info_struts_json(const struct Model *model);

#endif
