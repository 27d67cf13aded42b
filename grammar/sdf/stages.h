/* Stages of the reader of SDFormat, in the order in which sdf.c calls them, with what they share. pose.h and tree.h have the stages
 * between the document and the bodies. */
#ifndef RIGIDC_SDF_STAGES_H
#define RIGIDC_SDF_STAGES_H

#include "model.h"

/* Reads the XML of the file, with all that it includes: fills in the lists of entities, scopes and links. False after a diagnostic about
 * the file as a whole. */
bool sdf_document_read(struct Sdf *s);

/* Adds links as bodies, with their masses and the joints that carry them: depth first, children in the order of their joints. Then
 * frames. */
void sdf_bodies_add(struct Sdf *s);
/* Name of a link's body, or `world`. */
struct Ident sdf_body_name(const struct Sdf *s, int link, struct Span span);
/* The statement of axis k of a joint that carries a link, or of a joint without axes. */
struct Stmt *sdf_joint(struct Sdf *s, const struct SdfJoint *joint, int k);
/* The joint with an axis, in an expression. */
struct Expr *sdf_coordinate(struct Sdf *s, const struct SdfAxis *axis, struct Span span);
/* Has the joint a spring, damping or limits? */
bool sdf_has_properties(struct Sdf *s, const struct SdfJoint *joint);

/* Adds joints that carry no link, as loops; gearboxes as constraints. Requires all bodies. */
void sdf_loops_add(struct Sdf *s);

#endif
