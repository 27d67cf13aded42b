/* Derivatives by the inputs u that the model declares. Forces alone read them, so u acts as a change of tau does:
 *   rnea(q, qd, qdd, u) = M qdd + h(q, qd, u),   d/du f(tau - h) = -df/dtau dh/du.
 * Called by function_build, for functions with an output by u. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_BY_INPUTS_H
#define RIGIDC_DYNAMICS_BY_INPUTS_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/tree.h"

/* dh/du (nv x nu), by the customized algorithm, or by the textbook's if `options` is NULL. */
const Ref *inputs_tau_slopes(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options);
/* out = -by_tau by_u, for by_tau (rows x nv) and dh/du. */
void inputs_respond(struct Dag *dag, const struct Tree *tree, const Ref *by_tau, size_t rows, const Ref *by_u,
                    Ref *out);

#endif
