/* Pivots that vanish at no posture. An elimination divides by its pivots: a pivot near 0, beside the other entries of its row, loses
 * digits. Postures are a grid of coordinates within the limits of the joints, the poses of the model, and random coordinates. On the grid
 * limbs of the same structure have the same posture, so levers between two limbs need random postures. For each lever that passes,
 * coordinate descent from its worst posture looks for a worse posture. Called by kkt.c, square.c and the elimination of aba.c. Memory is
 * the DAG's. */
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
/* Shares of the first `asked` entries: the smallest |entry| over the largest |entry|, or over the whole, at the postures. A share is 0 if its
 * entry vanishes at a posture, or changes its sign and so vanishes between two. Ends when no share is above the least.
 * Shares in tree->shares are not computed again. */
void postures_shares(const struct Postures *postures, const struct Levers *levers, double *share);

#endif
