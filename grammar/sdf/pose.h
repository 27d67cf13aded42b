/* Poses of links, frames, models and joints: as written, and in the model, whatever they are relative to.
 * Called by sdf.c after the document; sdf_relative and the like by the files of this room. */
#ifndef RIGIDC_SDF_POSE_H
#define RIGIDC_SDF_POSE_H

#include "model.h"

/* Finds what names refer to, places all entities, and finds the link that each moves with. False after a diagnostic. */
bool sdf_place_all(struct Sdf *s);

/* Reads the <pose> of an element; the identity without one. */
struct SdfRaw sdf_raw(struct Sdf *s, const struct XmlElement *element);
/* Appends the turn of a pose as written, without its shift. */
void sdf_push_turn(struct Sdf *s, const struct SdfRaw *raw, struct Arguments *at);

/* An entity that a name means in a scope where `__model__` is `root`; WORLD; NONE after a diagnostic. */
int sdf_find(struct Sdf *s, int scope, int root, struct XmlValue name);
/* Pose of an entity, or the WORLD, seen from another one. */
struct Pose sdf_relative(const struct Sdf *s, int from, int to);
/* Appends this pose, with the digits of the file where it has them. */
void sdf_push_relative(struct Sdf *s, struct Span span, int from, int to, struct Arguments *at);

#endif
