/* Parts of the output of `rigidc info`, as text and as JSON: struts, contacts, loops and base parameters. Called by info.c and
 * info_json.c. The JSON is the caller's; text lies in the model's arena. */
#ifndef RIGIDC_INFO_PARTS_H
#define RIGIDC_INFO_PARTS_H

#include <jansson.h>

#include "pipeline/job.h"

/* A table of struts and tendons; empty without any. */
void info_struts(struct Text *out, const struct Model *model);
void info_groups(struct Text *out, const struct Model *model);
json_t *info_struts_json(const struct Model *model);
json_t *info_groups_json(const struct Model *model);
/* The same of wrenches with laws. */
void info_laws(struct Text *out, const struct Model *model);
json_t *info_laws_json(const struct Model *model);

/* A table of contacts and one of phases; empty without any. */
void info_contacts(struct Text *out, const struct Model *model);
json_t *info_contacts_json(const struct Model *model);
json_t *info_phases_json(const struct Model *model);

/* Tables of loops, of loops in closed form and of constraints; empty without any. */
void info_loops(struct Text *out, const struct Model *model);
json_t *info_loops_json(const struct Model *model);
json_t *info_closed_forms_json(const struct Model *model);
json_t *info_constraints_json(const struct Model *model);

/* Base parameters as sums of inertial parameters. Empty and NULL unless base_parameters is one of the functions. */
void info_base(struct Text *out, const struct Job *job);
json_t *info_base_json(const struct Job *job);

#endif
