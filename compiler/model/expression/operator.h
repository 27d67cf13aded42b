/* Operators over values; of an expression they read only the operator and the span. Called by the evaluation of
 * expressions. Memory is the arena's. */
#ifndef RIGIDC_MODEL_EXPRESSION_OPERATOR_H
#define RIGIDC_MODEL_EXPRESSION_OPERATOR_H

#include "grammar/ast.h"
#include "model/value.h"

struct Value operator_negate(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value value);
/* Sum, difference, product, quotient, power. */
struct Value operator_binary(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value a,
                             struct Value b);
/* Component: vector.x */
struct Value operator_component(struct Dag *dag, struct Diags *diags, const struct Expr *expr, struct Value value);

#endif
