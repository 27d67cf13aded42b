/* A URDF as a dense tree, read by a scanner independent of ours, sufficient for published robots.
 * Called by mujoco_test.c and kdl_test.cpp. A robot owns its text until urdf_free, and points into itself. */
#ifndef URDF_SCAN_H
#define URDF_SCAN_H

#include "reference/dense.h"

#include <stdbool.h>
#include <stdio.h>

enum { URDF_LINKS = 128, URDF_NAME = 64 };

struct urdf_robot {
	struct dense_tree tree; /* the root, then the children of the joints in the order of the file */
	struct dense_body body[URDF_LINKS];
	char link[URDF_LINKS][URDF_NAME];
	char *text;          /* the file without comments, shapes, and simulators' elements */
	bool mimics;         /* some joints were coupled; here they are free */
	const char *trouble; /* why there is no tree, or NULL */
};

/* False if trouble is set. */
bool urdf_scan(const char *path, struct urdf_robot *robot);
void urdf_free(struct urdf_robot *robot);

/* Writes the text with an insertion right after the opening tag of the robot. */
void urdf_write(const struct urdf_robot *robot, const char *insertion, FILE *out);

#endif
