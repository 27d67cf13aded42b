/* The scene of a film: a skeleton in all postures, the plane of view, and the size of the picture.
 * Called by animation.c and the formats of films. All pointers are borrowed. */
#ifndef RIGIDC_SCENE_H
#define RIGIDC_SCENE_H

#include "skeleton.h"

/* Planes of view by name: the axis shown to the right, then the axis shown upward. */
enum { SCENE_VIEWS = 3 };
extern const char *const scene_view[SCENE_VIEWS];

struct View {
	int right, up;
};

struct Scene {
	struct Arena *arena;
	const char *title;
	const struct Skeleton *skeleton;
	const struct SkeletonPostures *postures;
	struct View view;
	double left, top, scale; /* coordinates of the upper left corner, m; pixels per metre */
	double width, height;    /* pixels */
	size_t tip;              /* point with the longest path */
	double per_newton;       /* length of forces, m/N; 0: there are none */
};

/* Makes a scene. `view`: index of a plane, or -1 for the plane with most motion. */
struct Scene scene_see(struct Arena *arena, const char *title, const struct Skeleton *skeleton,
                       const struct SkeletonPostures *postures, int view);

/* Position of a point: x y z in world axes. */
const double *scene_point(const struct Scene *scene, size_t posture, size_t point);
/* End of a strut's cylinder, which begins at the strut's first point. Returns false for tendons, which have no
 * cylinder. */
bool scene_middle(const struct Scene *scene, size_t posture, const struct SkeletonStrut *strut, double middle[3]);

/* True if the skeleton has any links, rods or cylinders. */
bool scene_has_links(const struct Scene *scene);
bool scene_has_rods(const struct Scene *scene);
bool scene_has_cylinders(const struct Scene *scene);

#endif
