/* Forward dynamics without the whole inertia matrix. Called by fd.c and rows.c; the patterns by the pipeline. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_ABA_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_ABA_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/tree.h"

/* Has every column of S its own velocity, which drives nothing else, with a constant gain? */
bool aba_possible(const struct Dag *dag, const struct Tree *tree);
/* Does the plan articulate any joint? */
bool aba_asked(const struct Tree *tree, const struct Plan *plan);
/* Forward dynamics: qdd (nv), for a tree where aba_possible holds and qdd is held at zero; with tree->rows also lambda
 * (rows), else NULL. */
void aba_build(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *qdd, Ref *lambda);

/* Impact of tree->rows: change of the velocities (nv), and the impulse (rows). */
void aba_build_impact(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *change,
                      Ref *impulse);

/* M^-1 (nv x nv), for a tree where aba_possible holds and velocities are zero, with all joints articulated: operations are
 * proportional to nv^2. */
void aba_build_inverse(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options, Ref *Minv);

/* Patterns of articulated joints to try; pattern 0 articulates none. */
enum { ARTICULATE_PATTERNS = 5 };
void articulate_by_pattern(const struct Tree *tree, int pattern, struct Choice *choice);

#endif
