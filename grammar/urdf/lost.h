/* Ignored elements of a URDF that should not be lost: masses and springs as other tools write them.
 * Called by urdf_xml.c for every element it ignores; losses go to the list in struct Urdf. All memory is the
 * arena's. */
#ifndef RIGIDC_URDF_LOST_H
#define RIGIDC_URDF_LOST_H

#include "base/arena.h"
#include "document.h"

struct UrdfWatch {
	struct Arena *arena;
	struct Urdf *urdf;
	/* the outermost ignored element */
	const char *outer, *reference; /* its name, and the joint or link that a <gazebo> refers to */
	const struct UrdfItem *item;   /* the enclosing link or joint, or NULL */
	int depth;
	/* the lost element, inner or outermost */
	const struct LossRow *row;
	struct UrdfLost *lost;
	int lost_depth;
};

/* An element begins. */
struct UrdfEvent {
	const char *name;
	const char **given; /* attributes: name, value, ..., NULL */
	struct Span span;
	int depth;
};

/* Events of the outermost ignored element: it begins, an inner element begins, or an element ends. *content: the
 * attribute that receives the following text. */
bool urdf_watch_outer(struct UrdfWatch *watch, const struct UrdfEvent *event, const struct UrdfItem *item,
                      struct XmlValue **content); /* is the outermost element itself lost? */
void urdf_watch_inner(struct UrdfWatch *watch, const struct UrdfEvent *event, struct XmlValue **content);
void urdf_watch_end(struct UrdfWatch *watch, int depth);

#endif
