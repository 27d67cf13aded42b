/* Numbers out of proportion to the others of a model: millimetres read as metres, g m^2 read as kg m^2. Called by the checks of
 * physical plausibility. Figures are never changed; parameters have their default values. */
#ifndef RIGIDC_MODEL_CHECK_SCALE_DOUBT_H
#define RIGIDC_MODEL_CHECK_SCALE_DOUBT_H

#include "model/model.h"

/* Reports offsets that all other offsets of the model contradict. Returns by body whether its own place was reported. */
bool *scale_doubt_offsets(struct Model *model, struct Diags *diags);
/* Sizes of a model, in m. */
struct Scale {
	double size;   /* the largest offset; 0: there are too few to judge by */
	double *reach; /* by body: the largest distance from its neighbours and its centre of mass */
};
struct Scale scale_of(const struct Model *model);
/* Reports the inertia of a body, whose largest principal moment is `moment`, if its radius of gyration is several times its reach
 * and the size of the model. */
void scale_doubt_inertia(const struct Scale *scale, struct Diags *diags, const struct Body *body, double reach,
                         double mass, double moment);

#endif
