#include "markup.h"

#include <string.h>

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

/* --- Markdown --- */

/* Length of the longest run of backticks. */
static int longest_backticks(const char *text)
{
	int longest = 0;
	while (*(text += strcspn(text, "`"))) {
		int run = (int)strspn(text, "`");
		longest = run > longest ? run : longest;
		text += run;
	}
	return longest;
}

void markup_put_code(struct Text *out, const char *text)
{
	const char *shown = text_shown(out->arena, text);
	int around = longest_backticks(shown) + 1;
	const char *blank = around > 1 ? " " : ""; /* Markdown takes one off at each end */
	for (int i = 0; i < around; i++)
		text_char(out, '`');
	text_format(out, "%s%s%s", blank, shown, blank);
	for (int i = 0; i < around; i++)
		text_char(out, '`');
}

/* True if a character of the text may have a meaning in Markdown, or is to be made visible. */
static bool needs_code(const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-[] =,";
	for (; *text; text++)
		if (!strchr(plain, *text) && (unsigned char)*text < 0x80)
			return true;
	return false;
}

void markup_put_plain(struct Text *out, const char *text)
{
	if (needs_code(text_shown(out->arena, text)))
		markup_put_code(out, text);
	else
		text_put(out, text);
}

void markup_put_comment(struct Text *out, const char *comment)
{
	for (const char *at = comment; *at; at++) {
		text_char(out, *at);
		if (at[0] == '!' && at[1] == '[')
			text_char(out, '\\');
	}
}
