/* Forces of the rows of contacts and loops in words: which body they act on, along which axis.
 * Called by input_columns, output_columns and the page of `report`. Texts are the model's. */
#ifndef RIGIDC_ROW_WORDS_H
#define RIGIDC_ROW_WORDS_H

#include "dynamics/tree/row_set.h"
#include "model/model.h"

enum RowQuantity { ROW_FORCE, ROW_IMPULSE, ROW_CLOSURE };

/* "of the ground on shank, along z of world"; of a constraint "" */
const char *row_direction_words(const struct Model *model, const struct RowBlock *block, int row,
                                enum RowQuantity quantity);
/* "force of row fz of contact toe, of the ground on shank, along z of world" */
const char *row_force_words(const struct Model *model, const struct RowBlock *block, int row,
                            enum RowQuantity quantity);

#endif
