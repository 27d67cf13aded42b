/* A skeleton that moves: as SVG that moves by itself, as a page with it, as GIF.
 * Called by sim. Memory is the arena's. */
#ifndef RIGIDC_ANIMATION_H
#define RIGIDC_ANIMATION_H

#include "skeleton.h"

/* EXIT_FINE, or EXIT_USAGE after a message. */
int animation_check(const char *option, const char *path);
/* `view`: one of scene_view, or -1, the one in which it moves most. An exit code, after a message. */
int animation_write(struct Arena *arena, const char *title, const struct Skeleton *skeleton, const struct Postures *postures, int view,
                    const char *path);

#endif
