/* Expressions of coordinates: coupled coordinates, as expressions in independent ones, and constraints.
 * Called by the checker: couplings between the numbering of coordinates and the motions, constraints after the motions.
 * Memory is the arena's. */
#ifndef RIGIDC_MODEL_LINE_COUPLE_H
#define RIGIDC_MODEL_LINE_COUPLE_H

#include "model/part/resolve.h"
#include "model/expression/scope.h"

/* Can joints of this kind be coupled? False after a diagnostic. */
bool coupling_possible(struct Diags *diags, const struct JointKind *kind, struct Span span);
/* Evaluates all couplings; also finds the coordinates that move each joint. */
void coordinates_couple(struct Scope *scope, struct Model *model, const struct Resolver *resolver);
/* Reports plain numbers in a sum that look like angles in degrees. */
void coupling_doubt_terms(struct Scope *scope, const struct Expr *sum);

/* Coordinate k of a body's joint, named in an expression; ALL_COORDINATES of a body that moves a distance. */
enum { ALL_COORDINATES = -1 };
struct NamedCoordinate {
	int body, k;
};

struct NamedCoordinates ARENA_LIST(struct NamedCoordinate);

struct Coupler;

/* Context of expressions of coordinates, after all couplings. */
struct Coupler *coordinates_known(struct Scope *scope, struct Model *model, const struct Resolver *resolver);
/* Value of such an expression, and the coordinates that it names. Leaves its names in the scope. */
struct Value coordinates_value(struct Scope *scope, struct Coupler *coupler, const struct Env *env,
                               const struct Expr *expr, struct NamedCoordinates *named);
/* The same where the expression may name rates, with a d at the end, and `count` other values. */
struct Value state_value(struct Scope *scope, struct Coupler *coupler, const struct Env *env, const struct Local *other,
                         int count, const struct Expr *expr, struct NamedCoordinates *named);

/* Independent coordinates that the named ones are or follow, each once. */
const struct Coordinate *coordinates_followed(const struct Model *model, const struct NamedCoordinates *named,
                                              int *count);

/* Names of coordinates in laws of the state: those of constraints, and with a d at the end their rates. Any distance
 * is known. */
struct Locals coordinates_of_state(struct Scope *scope, struct Coupler *coupler, const struct Env *env);

#endif
