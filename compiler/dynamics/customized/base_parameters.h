/* Base parameters: so many combinations of the bodies' parameters as tau tells apart (Gautier & Khalil 1990).
 * Found by the pipeline before functions are built, where one returns them; read by those functions and by what shows them.
 * Memory is the tree's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_BASE_PARAMETERS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_BASE_PARAMETERS_H

#include "dynamics/tree/tree.h"

/* One moment of a link in canonical frames, regrouped: 0 its mass, 1 to 3 h, then D_xx, D_xy, D_yy, D_xz, D_yz, D_zz. */
struct BaseMoment { int link, which; };

struct BaseParameters {
	struct BaseMoment *moment; /* those that parameters of bodies go to */
	int moments;
	int count;
	double *share;             /* (count x moments): base parameters are sums of moments */
	double *part;              /* (count x moments): and their columns of Y sums of those of moments; most of one alone */
};

/* Finds them; the tree is as it was made, with true parameters and frames. */
void tree_add_base_parameters(struct Tree *tree);
/* Their derivatives by the parameters of the bodies (count x 10 nb), constants or made of parameters. */
void base_parameters_slopes(struct Dag *dag, const struct Tree *tree, Ref *slope);

#endif
