/* Forward dynamics without the inertia matrix of the whole. Called by fd.c. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ABA_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ABA_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/tree.h"

/* Does every link move by coordinates of its own, each one link, by a constant gain? */
bool aba_possible(const struct Dag *dag, const struct Tree *tree);
/* Does the plan let any joint give way? */
bool aba_asked(const struct Tree *tree, const struct Plan *plan);
/* qdd (nv), of a tree of which the first is so, and whose qdd is held at zero. */
void aba_build(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd);

/* What is worth trying: the first is that no joint gives way. */
enum { ARTICULATE_PATTERNS = 5 };
void articulate_by_pattern(const struct Tree *tree, int pattern, struct Choice *choice);

#endif
