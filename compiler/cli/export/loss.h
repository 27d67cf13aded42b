/* Reports of what a format cannot say, at the lines of a model.
 * Called by export and the writers of formats. Memory is the model's. */
#ifndef RIGIDC_EXPORT_LOSS_H
#define RIGIDC_EXPORT_LOSS_H

#include "base/diag.h"

struct ExportLoss {
	struct Diags *diags;
	const char *format; /* "URDF" */
	bool lossy;         /* a warning, not an error */
};

/* "URDF has no <what>", at a place of the model. */
void export_lost(const struct ExportLoss *loss, struct Span span, const struct Within *within, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* A note: the format has other means for it, or none, and the numbers of the robot do not change. */
void export_dropped(const struct ExportLoss *loss, struct Span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
