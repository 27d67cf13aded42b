/* Animation of a skeleton: as animated SVG, as a page with this SVG, or as GIF.
 * Called by sim. Memory is the arena's. */
#ifndef RIGIDC_ANIMATION_H
#define RIGIDC_ANIMATION_H

#include "skeleton.h"

/* Checks the ending of a file name. Returns EXIT_FINE, or EXIT_USAGE after a message. */
int animation_check(const char *option, const char *path);
/* Writes the animation. `view`: index of scene_view, or -1 for the plane with most motion. Returns an exit code, after
 * a message. */
int animation_write(struct Arena *arena, const char *title, const struct Skeleton *skeleton,
                    const struct SkeletonPostures *postures, int view, const char *path);

#endif
