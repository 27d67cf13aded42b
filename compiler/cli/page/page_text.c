/* The page: the files of page/, built in, with what is the model's in its places. */
#include "page.h"

#include <string.h>

static const char html[] =
#include "page_html.inc" /* made from page/page.html */
	;
static const char style[] =
#include "page_style.inc" /* made from page/page.css */
	;
static const char script[] =
#include "page_script.inc" /* made from the scripts there */
	;

/* For a text or an attribute. */
static void put_escaped(struct Text *out, const char *text)
{
	const char *shown = text_shown(out->arena, text);
	for (const char *at = shown; *at; at++) {
		const char *entity = *at == '<' ? "&lt;" : *at == '&' ? "&amp;" : *at == '"' ? "&quot;" : NULL;
		text_put(out, entity ? entity : (const char[]){ *at, '\0' });
	}
}

/* What stands where the page says @NAME@. */
struct Part {
	const char *place, *text;
};

/* NULL: the page means what it says. */
static const struct Part *part_at(const struct Part *part, size_t parts, const char *at)
{
	for (size_t i = 0; i < parts; i++)
		if (strncmp(at, part[i].place, strlen(part[i].place)) == 0)
			return &part[i];
	return NULL;
}

static const char *escaped(struct Arena *arena, const char *text)
{
	struct Text out;
	text_init(&out, arena);
	put_escaped(&out, text);
	return text_string(&out);
}

const char *page_text(struct Arena *arena, const char *title, const char *data, const char *scene)
{
	const struct Part parts[] = {
		{ "@TITLE@", escaped(arena, title) }, { "@STYLE@", style }, { "@DATA@", data }, { "@SCENE@", scene }, { "@SCRIPT@", script },
	};
	struct Text out;
	text_init(&out, arena);
	for (const char *at = html; *at;) {
		const struct Part *part = part_at(parts, sizeof parts / sizeof *parts, at);
		text_put(&out, part ? part->text : (const char[]){ *at, '\0' });
		at += part ? strlen(part->place) : 1;
	}
	return text_string(&out);
}
