/* The wrenches that the environment exerts: which there are, and on which links.
 * Called by the pipeline. Memory is the tree's. */
#ifndef RIGIDC_DYNAMICS_TREE_TREE_WRENCH_H
#define RIGIDC_DYNAMICS_TREE_TREE_WRENCH_H

#include "base/request.h"
#include "tree.h"

/* Declares those of the model and of the request; reports what that names wrongly. */
void tree_add_wrenches(struct Diags *diags, struct Tree *tree, const struct Model *model, const struct Request *request);
/* "its axes", "the axes of frame tip" or "world axes": those that f and n are in. */
const char *wrench_axes(struct Arena *arena, const struct TreeWrench *wrench);
/* Puts them on the links, from where these are now. */
void tree_wrenches(struct Tree *tree);

#endif
