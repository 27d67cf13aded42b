/* A reading is written as one text: tokens and comments with their lengths, in order. Two readings are the same if
 * these texts are equal. */
#include "same_reading.h"

#include <string.h>

#include "reader.h"
#include "state.h"
#include "tokens.h"

struct TokenReading {
	struct Text text;
	const char *source;
	size_t tokens;
	int last;       /* previous token, separators apart */
	bool separated; /* a separator follows the previous token */
};

/* Puts a comment and the number of tokens before it. Line ends become \n, and blanks at the end are dropped. */
static void put_comment(struct TokenReading *r, const char *bytes, size_t length)
{
	while (bytes[length - 1] == ' ' || bytes[length - 1] == '\t')
		length--;
	text_format(&r->text, "comment %zu ", r->tokens);
	for (size_t i = 0; i < length; i++) {
		bool pair = bytes[i] == '\r' && i + 1 < length && bytes[i + 1] == '\n';
		if (!pair)
			text_char(&r->text, bytes[i] == '\r' ? '\n' : bytes[i]);
	}
	text_char(&r->text, '\n');
}

/* The comments between two tokens. */
static void put_comments(struct TokenReading *r, size_t begin, size_t end)
{
	for (size_t i = begin; i < end;) {
		const char *bytes = r->source + i;
		size_t length = 1;
		if (bytes[0] == '/') {
			length = bytes[1] == '/' ? strcspn(bytes, "\r\n")
			                         : (size_t)(strstr(bytes + 2, "*/") - bytes) + 2;
			put_comment(r, bytes, length);
		}
		i += length;
	}
}

static void put_token(struct TokenReading *r, int kind, const char *bytes, size_t length)
{
	size_t sign = kind == RIG_PER_UNIT || kind == RIG_TIMES_UNIT; /* "/ s" is "/s" */
	size_t blanks = sign ? strspn(bytes + sign, " \t") : 0;
	if (r->separated && r->tokens && r->last != RIG_BEGIN && kind != RIG_FINISH)
		text_put(&r->text, "separator\n");
	text_format(&r->text, "token %d %zu ", kind, length - blanks);
	text_bytes(&r->text, bytes, sign);
	text_bytes(&r->text, bytes + sign + blanks, length - sign - blanks);
	text_char(&r->text, '\n');
	r->tokens++;
	r->last = kind;
	r->separated = false;
}

/* Reads a source; false if it has mistakes. */
static bool read_again(struct Arena *arena, const char *text, size_t length, struct TokenReading *r)
{
	struct Sources sources;
	struct Diags diags;
	struct Reader reader;
	size_t at = 0;
	sources_init(&sources, arena);
	diags_init(&diags, arena, &sources);
	*r = (struct TokenReading){ .source = text };
	r->text = text_new(arena);
	if (!reader_open(&diags, "", text, length, &reader.source))
		return false;
	reader_begin(&reader, &diags, text, length, 0);
	reader.start = RIG_START_MODEL;
	for (int kind = RIG_START_MODEL; kind != RIG_END;) {
		RIG_STYPE value;
		struct Span span;
		kind = rig_lex(&value, &span, &reader);
		if (kind == RIG_NEWLINE || kind == RIG_SEMICOLON) {
			r->separated = true;
			continue;
		}
		put_comments(r, at, kind == RIG_END ? length : span.begin);
		at = span.end;
		if (kind != RIG_START_MODEL && kind != RIG_END)
			put_token(r, kind, text + span.begin, span.end - span.begin);
	}
	return !diags.syntax_errors;
}

bool same_reading(struct Arena *arena, const char *a, size_t a_length, const char *b, size_t b_length)
{
	struct TokenReading before, after;
	return read_again(arena, a, a_length, &before) && read_again(arena, b, b_length, &after) &&
	       before.text.count == after.text.count &&
	       (!before.text.count || memcmp(before.text.item, after.text.item, before.text.count) == 0);
}
