#include "closed_form.h"

#include "dyad.h"
#include "model/loop.h"

static const struct ClosedShape *const shapes[] = { &rod_shape, &leg_shape, &dyad_shape };

const struct ClosedShape *closed_shape(struct Diags *diags, const struct Model *model, const struct ClosedForm *form)
{
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (shapes[i]->fits(model, form))
			return shapes[i];
	closed_refuse(diags, form,
	              form->bodies == 1
	                      ? "one joint follows through a loop of kind distance, two or three through others"
	                      : "three joints follow through a loop of kind spherical");
	return NULL;
}
