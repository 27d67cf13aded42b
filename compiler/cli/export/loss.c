#include "export.h"

void export_lost(const struct ExportLoss *loss, struct Span span, const struct Within *within, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *what = text_vprint(loss->diags->arena, format, arguments);
	va_end(arguments);
	loss->diags->within = within;
	struct Diag *d = diag(loss->diags, loss->lossy ? CHECK_EXPORT_LEFT_OUT : CHECK_EXPORT_LOST, span,
	                      "%s has no %s", loss->format, what);
	loss->diags->within = NULL;
	if (!loss->lossy)
		diag_help(loss->diags, d, "--lossy leaves it out, with a warning");
}

void export_dropped(const struct ExportLoss *loss, struct Span span, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	const char *what = text_vprint(loss->diags->arena, format, arguments);
	va_end(arguments);
	diag(loss->diags, CHECK_EXPORT_DROPPED, span, "%s", what);
}

void export_wrote(const struct ExportLoss *loss, enum ExportKind kind)
{
	loss->counts->written[kind]++;
}
