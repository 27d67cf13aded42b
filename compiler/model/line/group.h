/* Groups of struts and tendons, whose lengths and moment arms a function gives by one name. Called by the checker, after
 * struts are declared. Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_GROUP_H
#define RIGIDC_MODEL_LINE_GROUP_H

#include "model/part/expand.h"

/* Fills in model->groups. */
void groups_declare(struct Scope *scope, struct Model *model, const struct Items *items);

#endif
