#include "markup.h"

/* XML wants > escaped after ]]. */
static const char *entity_of(char c)
{
	switch (c) {
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '&': return "&amp;";
	case '"': return "&quot;";
	}
	return NULL;
}

void markup_put(struct Text *out, const char *text)
{
	for (const char *at = text_shown(out->arena, text); *at; at++) {
		const char *entity = entity_of(*at);
		if (entity)
			text_put(out, entity);
		else
			text_char(out, *at);
	}
}
