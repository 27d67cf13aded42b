/* Derivatives by the inputs u that the model declares. Forces alone read them, so u acts as a change of tau does:
 *   rnea(q, qd, qdd, u) = M qdd + h(q, qd, u),   d/du f(tau - h) = -df/dtau dh/du.
 * Inputs that move change places too, so with one of them the derivative is that of M qdd + h, at the qdd of f. Where rows hold, J
 * and its drift change besides: then the derivative of f is taken itself.
 * Called by function_build, for functions with an output by u. Memory is the DAG's. */
#ifndef RIGIDC_DYNAMICS_BY_INPUTS_H
#define RIGIDC_DYNAMICS_BY_INPUTS_H

#include "dynamics/plan/build_options.h"
#include "dynamics/tree/tree.h"

/* Inverse dynamics, of which the derivatives are taken: h, and with a moving input M qdd + h, at the input qdd. By the customized
 * algorithm, or by the textbook's if `options` is NULL. */
const Ref *inputs_tau(struct Dag *dag, const struct Tree *tree, const struct BuildOptions *options);
/* out = -by_tau slope, for by_tau (rows x nv) and the slopes of tau (nv x columns). */
void inputs_respond(struct Dag *dag, size_t nv, const Ref *by_tau, size_t rows, const Ref *slope, size_t columns,
                    Ref *out);

/* The columns of moving inputs in df/du (rows x nu), for the values f. */
void inputs_move(struct Dag *dag, const struct Tree *tree, const Ref *value, size_t rows, Ref *out);

#endif
