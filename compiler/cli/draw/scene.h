/* What a film shows: a skeleton in all of its postures, the plane in which it is seen, and the picture's size.
 * Called by what writes films. All of it is borrowed. */
#ifndef RIGIDC_SCENE_H
#define RIGIDC_SCENE_H

#include "skeleton.h"

/* The planes, by their names: which axis is seen to the right, which upward. */
enum { SCENE_VIEWS = 3 };
extern const char *const scene_view[SCENE_VIEWS];

struct View { int right, up; };

struct Scene {
	struct Arena *arena;
	const char *title;
	const struct Skeleton *skeleton;
	const struct Postures *postures;
	struct View view;
	double left, top, scale; /* of the picture's corner, m; pixels a metre */
	double width, height;    /* pixels */
	size_t tip;              /* the point that goes the longest way */
};

/* `view`: one of the planes, or -1, the one in which points move most. */
struct Scene scene_see(struct Arena *arena, const char *title, const struct Skeleton *skeleton, const struct Postures *postures, int view);

/* Where a point is: x y z in the world. */
const double *scene_point(const struct Scene *scene, size_t posture, size_t point);
/* Where the cylinder ends that begins at a strut's first point; false: it is a tendon, and has none. */
bool scene_middle(const struct Scene *scene, size_t posture, const struct SkeletonStrut *strut, double middle[3]);

/* Has the skeleton any? */
bool scene_has_links(const struct Scene *scene);
bool scene_has_rods(const struct Scene *scene);
bool scene_has_cylinders(const struct Scene *scene);

#endif
