/* Poses of MJCF: the file's own, and its keyframes.
 * Called by mjcf.c last. */
#ifndef RIGIDC_MJCF_KEYFRAME_H
#define RIGIDC_MJCF_KEYFRAME_H

#include "model.h"

void mj_poses_add(struct Mjcf *m);

#endif
