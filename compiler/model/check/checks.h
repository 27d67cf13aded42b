/* Checks of a model whose statements are declared: assertions, and what is possible but hardly meant. Called by the
 * checker. Nothing is kept. */
#ifndef RIGIDC_MODEL_CHECK_CHECKS_H
#define RIGIDC_MODEL_CHECK_CHECKS_H

#include "base/request.h"
#include "model/part/expand.h"
#include "model/part/resolve.h"

/* Statements `accept CHECK`, before all other checks. */
void accepts_declare(struct Diags *diags, const struct Ast *ast);
/* Assertions, `assert rod.end = boom.pin within 1 um`: frames that closed forms make coincide, at random states.
 * Requires motions and bodies in their order. */
void assertions_check(struct Scope *scope, struct Model *model, const struct Resolver *resolver,
                      const struct Items *items);
/* Draws coordinates within the limits of the joints, else half a turn or a metre to each side, by element of INPUT_Q. */
void check_draw_state(const struct Model *model, uint64_t state, double *q);
/* Tables: notes each use of one that ends within the limits of a joint, once all motions are known. Only arguments c q
 * + d are checked. */
void table_ranges_check(struct Scope *scope, const struct Model *model);
/* Linear function scale * q + offset of a coordinate, numbered in the order of bodies. */
struct Affine {
	double scale, offset;
	uint32_t q;
};
/* Is the value such a function? */
bool affine_of(const struct Dag *dag, Ref value, struct Affine *line);
/* Body whose joint has this coordinate, with limits; NULL: none. */
const struct Body *body_limited_by(const struct Model *model, uint32_t q);
/* Limits of joints: 0 and 0, which exporters write where they know none, and angles in radians that are degrees. Two
 * notes at most, each with the number of joints, at the first of them. Requires that all bodies are declared. `ast`: in
 * whose words the helps are. */
void limits_doubt(struct Diags *diags, const struct Dag *dag, const struct Resolver *resolver, const struct Ast *ast);

/* The following require a model without errors. */

/* A root that is bolted down only because its format does not say whether it is: a note if it looks like the trunk of a
 * walking, swimming or flying robot, and no base was asked for. */
void root_doubt(const struct Model *model, struct Diags *diags, const struct Ast *ast, const struct Request *request);
/* Tendons whose length jumps by more than 1 mm where a point begins or ends to count; points inside of wraps; wraps in a row that
 * do not settle. */
void paths_note(const struct Model *model, struct Diags *diags);
/* Physical plausibility: inertias, masses, sizes, joints without a load. */
void model_lint(struct Model *model, struct Diags *diags);
/* Unused constants, parameters, functions and tables in the file of the `model` statement: a note each. Declarations in
 * included files are a library's, and may be for others. */
void unused_note(struct Diags *diags, const struct Ast *ast, const struct Stmt *model);

#endif
