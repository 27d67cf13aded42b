/* The line that counts what a model has, and what of it is in the file.
 * Called by export. Memory is the model's. */
#ifndef RIGIDC_EXPORT_COUNTS_H
#define RIGIDC_EXPORT_COUNTS_H

#include "loss.h"
#include "model/model.h"

/* Shapes of the file that was read, as its reader counted them in notes. */
size_t export_shapes_of_file(const struct Diags *diags);
/* Totals of a model. */
struct ExportCounts export_counts(const struct Model *model, size_t shapes_of_file);
/* "URDF: 7 of 7 bodies, 0 of 2 poses; 7 balls mark bodies without solids" and a line end. Kinds that the model does not have are not
 * named. */
const char *export_counts_line(struct Arena *arena, const char *title, const struct ExportCounts *counts);

#endif
