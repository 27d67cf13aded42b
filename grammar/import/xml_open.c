#include "xml.h"

#include <string.h>

#include "base/text.h"
#include "grammar/reader.h"

/* XML from its begin: where a byte is. */
struct XmlPlaces {
	const char *text, *unread;
	size_t length;
	enum { IN_TEXT, IN_TAG, IN_COMMENT } state;
	char quote; /* around the value of an attribute; 0: none */
	bool text_is_unread;
};

static bool begins(const struct XmlPlaces *x, size_t at, const char *mark)
{
	size_t length = strlen(mark);
	return x->length - at >= length && memcmp(x->text + at, mark, length) == 0;
}

/* After `<`: is this the begin of an element that nobody reads? */
static bool opens_unread(const struct XmlPlaces *x, size_t at)
{
	size_t end = at;
	while (end < x->length && !strchr(" \t\r\n/>", x->text[end]))
		end++;
	return end > at && words_have(x->unread, x->text + at, end - at);
}

/* Takes the character at a place. */
static void take(struct XmlPlaces *x, size_t at)
{
	char c = x->text[at];
	if (x->state == IN_COMMENT) {
		if (c == '>' && at >= 2 && memcmp(x->text + at - 2, "--", 2) == 0)
			x->state = IN_TEXT;
	} else if (x->state == IN_TEXT) {
		if (begins(x, at, "<!--")) {
			x->state = IN_COMMENT;
		} else if (c == '<') {
			x->state = IN_TAG;
			x->text_is_unread = opens_unread(x, at + 1);
		}
	} else if (x->quote) {
		x->quote = c == x->quote ? 0 : x->quote;
	} else if (c == '"' || c == '\'') {
		x->quote = c;
	} else if (c == '>') {
		x->state = IN_TEXT;
		x->text_is_unread &= x->text[at - 1] != '/';
	}
}

/* The offset of the first byte from `at` on that is not UTF-8; `length`: none. */
static size_t first_bad(const char *text, size_t at, size_t length)
{
	uint32_t code;
	at += text_plain(text + at, length - at);
	for (size_t step; at < length && (step = text_utf8(text + at, length - at, &code)) > 0;)
		at += step + text_plain(text + at + step, length - at - step);
	return at;
}

bool xml_open(struct Diags *diags, const char *name, const char *text, size_t length, const char *unread,
              uint32_t *source)
{
	while (length && text[length - 1] == '\0') /* some programs write the end of a string to the file */
		length--;
	struct XmlPlaces places = { .text = text, .unread = unread, .length = length };
	size_t bad = first_bad(text, 0, length), at = 0, first = 0, replaced = 0;
	char *clean = bad < length ? arena_copy(diags->arena, text, length) : NULL;
	while (bad < length) {
		for (; at < bad; at++)
			take(&places, at);
		if (places.state == IN_COMMENT || (places.state == IN_TEXT && places.text_is_unread)) {
			first = replaced++ ? first : bad;
			clean[bad] = '?';
		}
		bad = first_bad(text, bad + 1, length);
	}
	if (!reader_open(diags, name, clean ? clean : text, length, source))
		return false;
	if (replaced)
		diag(diags, CHECK_UNREAD_BYTES, (struct Span){ (uint32_t)first, (uint32_t)first + 1, *source },
		     "%zu byte%s not UTF-8, in text that nothing reads", replaced, replaced == 1 ? " is" : "s are");
	return true;
}
