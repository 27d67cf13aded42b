/* Passes DAG to DAG, each once per function and trial of the search, or on the chosen plan alone.
 * Called through the table of the pipeline (pipeline/passes.def). Memory is that of the DAG's arena. */
#ifndef RIGIDC_REWRITE_PASSES_H
#define RIGIDC_REWRITE_PASSES_H

#include "rewrite.h"

/* Constants of sums are added up.
 *
 *     (x + 2) + (y + 3)       (x + y) + 5       if x + 2 and y + 3 have no other readers
 *     0.5 (4 x + 6)           2 x + 3           but 0.5 (x + y) stays
 *     0.8 x + (0.7 + 0.1) y   0.8 x + 0.8 y     0.7 + 0.1 is 0.7999999999999999, or 0.8 but for rounding
 *
 * Saves additions and multiplications, never adds an operation. */
void fold_sums(struct Form *form);

/* Common factors are taken out of sums, and terms with equal factors are added.
 *
 *     x y + x z + w               w + x (y + z)
 *     x y + x z + w y + w z       (x + w) (y + z)     in two rounds
 *     3 x - 3 y                   3 (x - y)
 *     3 x - x                     x + x               the form of 2 x, without a constant
 *
 * Saves multiplications; adds no operation. */
void factor_sums(struct Form *form);

/* Sums and products of several operands are ordered so that they share the most pairs. On the chosen plan, and in the trials of a
 * thorough search.
 *
 *     (x + y) + z,  (w + z) + x        p = x + z;  p + y,  p + w
 *     (x + y) - z,  (w - x) + z        p = x - z;  p + y,  w - p
 *     (x y) z,      (x w) z            p = x z;    p y,    p w
 *
 * Saves operations; adds none. */
void pairwise_cse(struct Form *form);

/* Fewer operations by simulated annealing, on the chosen plan and in the trials of a thorough search. A random sum, product or quotient
 * is put together in another way. The change is kept if the whole costs no more, and early in a cycle sometimes if it costs one
 * operation more. Deterministic.
 *
 * Ensures no more operations in all and no more divisions. Sums multiplied out may round differently. Operands of divisors and
 * functions stay as they are. Runs form->cycles cycles of ANNEALING_MOVES for each node (base/tuning.h). */
void anneal(struct Form *form);

/* The last passes: sums add their terms in the order of readiness, so that no term waits for a later one. Other passes do not know fma,
 * and order sums by shared terms. */

/* Without --fma: orders the sums of functions whose quotients wait for each other, up to OPERATIONS_LONG operations. Pivots do
 * there, and the order saves up to a fifth of a call. Other functions gain nothing. The count of operations stays. */
void order_sums(struct Form *form);
/* With --fma (form->fma): orders sums, and contracts a product read by a single sum into fma(a, b, c) = a b + c, with one
 * rounding. This saves 2 to 10 % of an arm's call, as the sum waits for one operation instead of two. */
void contract_fma(struct Form *form);

#endif
