/* Report on a URDF as a whole: ignored and missing elements.
 * Called by urdf.c only, when the tree is known. Nothing is kept. */
#ifndef RIGIDC_URDF_REPORT_H
#define RIGIDC_URDF_REPORT_H

#include "tree.h"

/* Number of occurrences, and the span of the first. */
struct UrdfTally {
	size_t count;
	struct Span span;
};

struct UrdfLeftOut {
	struct UrdfTally damped, still,
		nothing; /* <dynamics> left out; <mimic> of fixed joints; efforts and velocities of 0 */
};

void urdf_tally(struct UrdfTally *tally, struct Span span);
void urdf_report(struct UrdfTree *tree, const struct UrdfLeftOut *left_out);

#endif
