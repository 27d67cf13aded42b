#include "fix.h"

#include <string.h>

#include "grammar/print_rig.h"

/* The format of a source: that of an included file, or of the model. */
static const struct Format *format_of(const rigidc_model *model, const struct Source *source)
{
	const struct Includes *includes = &model->files.includes;
	for (size_t i = 0; i < includes->count; i++)
		if (includes->item[i]->text == source->text)
			return includes->item[i]->format;
	return source == model->sources.item ? model->format : NULL;
}

/* Does the source have a way to a name there, such as FL.hip or leg[2].foot, and not a name? */
static bool is_way(const struct Source *source, struct Span span)
{
	const char *text = source->text + span.begin;
	size_t length = span.end - span.begin;
	return length && *text != '"' && (memchr(text, '.', length) || memchr(text, '[', length));
}

const char *fix_text(struct Arena *arena, const rigidc_model *model, const struct Diag *d)
{
	const struct Source *source = d->fix ? &model->sources.item[d->fix_span.source] : NULL;
	const struct Format *format = source ? format_of(model, source) : NULL;
	bool own = !format || format_is_own(format);
	if (!d->fix || !d->fix_names || (own && is_way(source, d->fix_span)))
		return d->fix;
	if (!own)
		return strpbrk(d->fix, "<>&\"'") ? NULL : d->fix;
	struct Text text = text_new(arena);
	print_name(d->fix, &text);
	return text_string(&text);
}
