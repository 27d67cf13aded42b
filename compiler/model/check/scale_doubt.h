/* Numbers out of proportion to the others of a model: millimetres read as metres, g m^2 read as kg m^2. Called by the
 * checks of physical plausibility. Figures are never changed; parameters have their default values. */
#ifndef RIGIDC_MODEL_CHECK_SCALE_DOUBT_H
#define RIGIDC_MODEL_CHECK_SCALE_DOUBT_H

#include "model/model.h"

/* Reports offsets that all other offsets of the model contradict. Returns by body whether its own place was
 * reported. */
bool *scale_doubt_offsets(struct Model *model, struct Diags *diags);
/* Sizes of a model, in m, and the bodies whose inertias contradict them. */
struct Scale {
	double size;   /* the largest offset; 0: there are too few to judge by */
	double *reach; /* by body: the largest distance from its neighbours and its centre of mass */
	int doubted;   /* number of bodies; the first of them: */
	int first;
	double mass, moment;
};
struct Scale scale_of(const struct Model *model);
/* Notes a body whose radius of gyration is several times its reach and the size of the model. `moment` is the largest
 * principal moment. */
void scale_doubt_inertia(struct Scale *scale, int body, double mass, double moment);
/* Reports them together, at the first. */
void scale_tell_inertias(const struct Scale *scale, const struct Model *model, struct Diags *diags);

#endif
