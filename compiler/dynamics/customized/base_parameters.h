/* Base parameters: the combinations of the bodies' parameters that tau can identify (Gautier & Khalil 1990). Made by
 * the pipeline before functions are built, if any function returns them. Read by those functions and by their
 * printers. Memory is the tree's. */
#ifndef RIGIDC_DYNAMICS_CUSTOMIZED_BASE_PARAMETERS_H
#define RIGIDC_DYNAMICS_CUSTOMIZED_BASE_PARAMETERS_H

#include "dynamics/tree/tree.h"

/* Moment of a link in canonical frames, regrouped: 0 its mass, 1 to 3 h, then D_xx, D_xy, D_yy, D_xz, D_yz, D_zz. */
struct BaseMoment {
	int link, which;
};

struct BaseParameters {
	struct BaseMoment *moment; /* moments that contain parameters of bodies */
	int moments;
	int count;
	double *share; /* (count x moments): base parameters as sums of moments */
	double *part;  /* (count x moments): their columns of Y as sums of moments' columns, mostly one */
};

/* Finds the base parameters of a tree as built, with true parameters and frames. */
void tree_add_base_parameters(struct Tree *tree);
/* Derivatives of the base parameters by the bodies' parameters (count x 10 nb): constants, or functions of
 * parameters. */
void base_parameters_slopes(struct Dag *dag, const struct Tree *tree, Ref *slope);

#endif
