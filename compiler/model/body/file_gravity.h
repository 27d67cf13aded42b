/* Gravity of included files of other formats. Called by the checker after the statements are declared. */
#ifndef RIGIDC_MODEL_BODY_FILE_GRAVITY_H
#define RIGIDC_MODEL_BODY_FILE_GRAVITY_H

struct Items;
struct Model;
struct Scope;

/* The model without a `gravity` statement takes the gravity of the first such file. Notes where others differ. */
void file_gravity_take(struct Scope *scope, struct Model *model, const struct Items *items);

#endif
