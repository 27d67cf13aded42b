#include "xml.h"

#include <string.h>

/* A text that is copied before its first change. */
struct Relaxed {
	struct Arena *arena;
	const char *text;
	char *copy; /* or NULL */
	size_t length;
};

static char *changed(struct Relaxed *r)
{
	if (!r->copy)
		r->copy = arena_copy(r->arena, r->text, r->length);
	return r->copy;
}

static bool begins(const struct Relaxed *r, size_t at, const char *with)
{
	size_t length = strlen(with);
	return r->length - at >= length && memcmp(r->text + at, with, length) == 0;
}

/* The first place of a mark from `at` on, or the end. */
static size_t find(const struct Relaxed *r, size_t at, const char *mark)
{
	while (at < r->length) {
		const char *next = memchr(r->text + at, *mark, r->length - at);
		at = next ? (size_t)(next - r->text) : r->length;
		if (next && begins(r, at, mark))
			break;
		at += next != NULL;
	}
	return at;
}

/* The place after a mark, or the end. */
static size_t after(const struct Relaxed *r, size_t at, const char *mark)
{
	at = find(r, at, mark);
	return at < r->length ? at + strlen(mark) : at;
}

/* Takes dashes out of a comment, which ends at the first `-->`. Returns the place after it. */
static size_t relax_comment(struct Relaxed *r, size_t at)
{
	enum { BEGIN = 4, END = 3 };
	const size_t from = at + BEGIN, end = from <= r->length ? find(r, from, "-->") : r->length;
	if (end >= r->length)
		return r->length;
	for (size_t dash = from; dash < end; dash++)
		if (r->text[dash] == '-' && (dash + 1 == end || r->text[dash + 1] == '-'))
			changed(r)[dash] = ' ';
	return end + END;
}

/* The place after a tag. A value in quotes may hold `>`. */
static size_t after_tag(const struct Relaxed *r, size_t at)
{
	char quote = '\0';
	for (; at < r->length && (quote || r->text[at] != '>'); at++) {
		if (quote)
			quote = r->text[at] == quote ? '\0' : quote;
		else if (r->text[at] == '"' || r->text[at] == '\'')
			quote = r->text[at];
	}
	return at < r->length ? at + 1 : at;
}

static void relax_comments(struct Relaxed *r)
{
	for (size_t at = find(r, 0, "<"); at < r->length; at = find(r, at, "<")) {
		if (begins(r, at, "<!--"))
			at = relax_comment(r, at);
		else if (begins(r, at, "<![CDATA["))
			at = after(r, at, "]]>");
		else if (begins(r, at, "<?"))
			at = after(r, at, "?>");
		else
			at = after_tag(r, at + 1);
	}
}

/* Moves a declaration to the front, and the blanks before it behind it. */
static size_t relax_declaration(struct Relaxed *r)
{
	const size_t from = begins(r, 0, "\xef\xbb\xbf") ? 3 : 0;
	size_t begin = from;
	while (begin < r->length && r->text[begin] && strchr(" \t\r\n", r->text[begin]))
		begin++;
	if (begin == from || !begins(r, begin, "<?xml"))
		return 0;
	const size_t end = after(r, begin, "?>"), length = end - begin;
	char *copy = changed(r);
	memmove(copy + from, copy + begin, length);
	memset(copy + from + length, ' ', begin - from);
	return begin - from;
}

const char *xml_relax(struct Arena *arena, const char *text, size_t length, size_t *moved)
{
	struct Relaxed r = { .arena = arena, .text = text, .length = length };
	*moved = relax_declaration(&r);
	relax_comments(&r);
	return r.copy ? r.copy : text;
}
