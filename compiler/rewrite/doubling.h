/* DAG to DAG: doubled sums of products become sums of products with doubled factors, where this takes fewer
 * doublings.
 * Called by the pipeline after factoring, since it puts the factor 2 back in. Memory is that of the DAG's arena.
 *
 *     2 (x y + z w),  2 (x z - y w),  1 - 2 (y y + z z)   Y = y + y, Z = z + z; x Y + w Z, x Z - w Y, 1 - (y Y + z Z)
 *
 * The rotation matrix of a quaternion has nine such sums, with three factors in common. Doubling is exact, so values
 * are the same to the last bit unless they overflow or underflow. */
#ifndef RIGIDC_REWRITE_DOUBLING_H
#define RIGIDC_REWRITE_DOUBLING_H

#include "rewrite.h"

void double_factors(struct Form *form);

#endif
