/* External wrenches: their list, and their effect on the links. Called by the pipeline. Memory is the tree's. */
#ifndef RIGIDC_DYNAMICS_TREE_TREE_WRENCH_H
#define RIGIDC_DYNAMICS_TREE_TREE_WRENCH_H

#include "base/request.h"
#include "tree.h"

/* Adds the wrenches of the model and of the request; reports unknown names and fixed bodies in the request. */
void tree_add_wrenches(struct Diags *diags, struct Tree *tree, const struct Model *model,
                       const struct Request *request);
/* Axes of f and n, in words: "its axes", "the axes of frame tip" or "world axes". */
const char *wrench_axes(struct Arena *arena, const struct TreeWrench *wrench);
/* Adds the wrenches and the laws to the links, in the links' present frames. */
void tree_wrenches(struct Tree *tree);
/* Adds a wrench at the origin of a site, in its axes, to its link, and to the joints of `reaction` beyond which the site's body is
 * fixed. */
void tree_press(struct Tree *tree, int site, int body, struct Spatial f);

#endif
