/* What is passed over of a URDF and ought not to be: masses, springs and loops as other tools write them.
 * Told by urdf_xml.c of every element that it passes over; what is found goes to the list in struct Urdf. All memory
 * is the arena's. */
#ifndef RIGIDC_URDF_LOST_H
#define RIGIDC_URDF_LOST_H

#include "base/arena.h"
#include "urdf_document.h"

struct UrdfWatch {
	struct Arena *arena;
	struct Urdf *urdf;
	/* of the outermost element that is passed over */
	const char *outer, *reference; /* its name, and the joint or link that a <gazebo> is about */
	const struct UrdfItem *item;   /* the link or joint it stands in, or NULL */
	int depth;
	/* of the element in it, or itself, that is lost */
	const struct LossRow *row;
	struct UrdfLost *lost;
	int lost_depth;
};

/* An element that begins. */
struct UrdfEvent {
	const char *name;
	const char **given; /* attributes: name, value, ..., NULL */
	struct Span span;
	int depth;
};

/* The outermost element begins, or one in it, or one of them ends. *content: what takes the text that comes. */
bool urdf_watch_outer(struct UrdfWatch *watch, const struct UrdfEvent *event, const struct UrdfItem *item,
                      struct UrdfAttribute **content); /* is it lost itself? */
void urdf_watch_inner(struct UrdfWatch *watch, const struct UrdfEvent *event, struct UrdfAttribute **content);
void urdf_watch_end(struct UrdfWatch *watch, int depth);

#endif
