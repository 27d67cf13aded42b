/* Pivots that vanish at no posture. A pivot divides, so one that is near 0 beside the other entries of its row loses digits.
 * Postures are a grid of coordinates within the limits of the joints, then the poses of the model, then random ones. On the grid limbs of the
 * same structure have the same posture, so a lever that joins two limbs needs the random ones. Where it would still be a pivot, coordinate
 * descent from its worst posture looks for a worse one. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_POSTURES_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_POSTURES_H

#include "dynamics/tree/sample.h"
#include "known_shares.h"

enum { RANDOM_POSTURES = 100 }; /* for rows of contacts and loops */

struct Postures {
	const struct Dag *dag;
	const struct Tree *tree;
	bool descends; /* between the postures too */
	struct Sample *item;
	int count;
	struct LeverKey key; /* of the postures */
	struct NodeKeys *keys;
};

/* Entries that could be pivots, the first `asked`, and the others beside them. */
struct Levers {
	const Ref *value;
	int count, asked;
	double noise; /* entries below it are 0 */
	double least; /* a share that could be of use is larger */
	double whole; /* a size that the largest entry has at least; 0: none is known */
};

struct Postures postures_make(const struct Dag *dag, const struct Tree *tree, int random);
/* Shares of the entries that are asked for: the smallest |entry| over the largest |entry|, or over the whole, at the postures. A share is 0 if its
 * entry vanishes or changes its sign: it vanishes in between. Ends when no share is above the least.
 * Shares that are known to the tree are not computed again. */
void postures_shares(const struct Postures *postures, const struct Levers *levers, double *share);

#endif
