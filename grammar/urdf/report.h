/* Report on a URDF as a whole: ignored and missing elements.
 * Called by urdf.c only, when the tree is known. Nothing is kept. */
#ifndef RIGIDC_URDF_REPORT_H
#define RIGIDC_URDF_REPORT_H

#include "tree.h"

void urdf_report(struct UrdfTree *tree);

#endif
