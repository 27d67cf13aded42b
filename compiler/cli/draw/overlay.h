/* What a film shows beside the skeleton: ground, loops, contacts, forces and their scale. Each layer is a table row, which
 * all formats draw.
 * Called by scene.c and the formats of films. Memory is the scene's. */
#ifndef RIGIDC_OVERLAY_H
#define RIGIDC_OVERLAY_H

#include "scene.h"

/* Ends of lines, two by two: x y z in world axes. Lines of a layer are as many in every posture; a line without length is
 * not seen. */
struct Lines {
	struct Triple {
		double e[3];
	} * item;
	size_t count, capacity;
};

struct OverlayLayer {
	const char *name; /* of gnuplot's data */
	const char *svg;  /* attributes of the path */
	const char *gif;  /* style of gnuplot */
	bool still;       /* the same in all postures */
	void (*put)(const struct Scene *scene, size_t posture, struct Lines *lines);
};

enum { OVERLAY_GROUND, OVERLAY_LAYERS = 6 }; /* the ground is below the skeleton, the others are above */
extern const struct OverlayLayer overlay_layer[OVERLAY_LAYERS];

/* The lines of a layer in a posture. None: the scene has nothing of this kind. */
struct Lines overlay_lines(const struct Scene *scene, int layer, size_t posture);

/* The arrow in the corner: a round force, N, and where its text begins. Requires forces. */
double overlay_key(const struct Scene *scene, double text[3]);

#endif
