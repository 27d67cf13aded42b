/* The dense tree of a model file, from the checked model, and rows of contacts on it.
 * Called by tests of models that no generator draws; they link the compiler's objects.
 * A tree points into itself: do not copy it. */
#ifndef MODEL_TREE_H
#define MODEL_TREE_H

#include "reference/dense_rows.h"
#include "rigidc.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { MODEL_TREE_BODIES = 96, MODEL_TREE_NQ = 64, MODEL_TREE_NV = 64, MODEL_TREE_ROWS = 24 };

struct model_tree {
	const rigidc_model *model;
	struct dense_tree dense;
	struct dense_body body[MODEL_TREE_BODIES]; /* in the order of the model */
};

/* Converts a model of fixed, revolute, prismatic, spherical and free joints with constant numbers, without couplings
 * and joint-space forces. Returns NULL, or the reason why it is impossible. */
const char *model_tree_take(const rigidc_model *model, struct model_tree *tree);

/* Site of a body or frame; false: there is none of this name. */
bool model_tree_site(const struct model_tree *tree, const char *name, struct dense_site *site);

/* Writes the rows of a contact with the world's axes as its ground, independently of the compiler: kind is "" for a
 * point, "fixed", "slide", "line(x)", "line(y)" or "line(z)". Returns their number. */
int contact_rows_write(const char *kind, const struct dense_site *site, struct dense_row *row);

#ifdef __cplusplus
}
#endif

#endif
