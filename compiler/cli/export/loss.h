/* Reports of what a format cannot say, at the lines of a model, and counts of what is written.
 * Called by export and the writers of formats. Memory is the model's. */
#ifndef RIGIDC_EXPORT_LOSS_H
#define RIGIDC_EXPORT_LOSS_H

#include "base/diag.h"

enum ExportFormatId {
#define EXPORT_FORMAT(id, name, title, ending, poses) EXPORT_##id,
#include "export_formats.def"
	EXPORT_FORMATS
};

enum ExportKind {
#define EXPORT_KIND(id, one, many, total) EXPORT_KIND_##id,
#include "export_kinds.def"
	EXPORT_KINDS
};

struct ExportCounts {
	size_t total[EXPORT_KINDS], written[EXPORT_KINDS];
	size_t marks;     /* balls that show bodies without solids */
	struct Span hole; /* the first solid that is not seen */
};

struct ExportLoss {
	struct Diags *diags;
	enum ExportFormatId id;
	const char *format; /* "URDF" */
	bool lossy;         /* a warning, not an error */
	struct ExportCounts *counts;
};

/* "URDF has no <what>", at a place of the model. */
void export_lost(const struct ExportLoss *loss, struct Span span, const struct Within *within, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* A note: the format has other means for it, or none, and the numbers of the robot do not change. */
void export_dropped(const struct ExportLoss *loss, struct Span span, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Counts a thing of the model that the file has. */
void export_wrote(const struct ExportLoss *loss, enum ExportKind kind);

#endif
