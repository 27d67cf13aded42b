/* The entry of the grammar: it refuses unclean text, and runs scanner, filter and parser on the rest. */
#include "reader.h"

#include <string.h>

#include "state.h"
#include "tokens.h"

#define YYSTYPE RIG_STYPE
#define YYLTYPE RIG_LTYPE
#include "scan.h" /* made by flex */

/* Reports the first byte that is not clean UTF-8 text. */
static bool clean_text(struct Diags *diags, uint32_t source, const char *text, size_t length)
{
	if (length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
		diag(diags, CHECK_ENCODING, (struct Span){ 0, 2, source }, "this is UTF-16 text; save it as UTF-8");
		return false;
	}
	for (size_t at = text_plain(text, length); at < length; at += text_plain(text + at, length - at)) {
		uint32_t code = 0;
		size_t step = text_utf8(text + at, length - at, &code);
		struct Span span = { (uint32_t)at, (uint32_t)(at + (step ? step : 1)), source };
		if (step == 0) {
			diag(diags, CHECK_ENCODING, span, "the byte 0x%02X is not UTF-8 here", (unsigned char)text[at]);
			return false;
		}
		if (text_controls(code)) {
			diag(diags, CHECK_ENCODING, span, "the control character 0x%02X cannot stand in a model", code);
			return false;
		}
		if (text_reorders(code)) {
			diag(diags, CHECK_BIDI, span, "the character U+%04X reorders what is shown", code);
			return false;
		}
		at += step;
	}
	return true;
}

bool reader_open(struct Diags *diags, const char *name, const char *text, size_t length, uint32_t *source)
{
	enum { LARGEST = 64 * 1024 * 1024 };
	bool fits = length <= LARGEST;
	*source = sources_add(diags->sources, name, text, fits ? length : 0);
	if (!fits)
		diag(diags, CHECK_TOO_LARGE, (struct Span){ 0, 0, *source }, "the text is longer than %d bytes",
		     LARGEST);
	return fits && clean_text(diags, *source, text, length);
}

void reader_begin(struct Reader *reader, struct Diags *diags, const char *text, size_t length, size_t skip)
{
	struct Arena *arena = diags->arena;
	uint32_t source = reader->source;
	if (!skip && length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		skip += 3; /* a byte order mark */
	*reader = (struct Reader){ .arena = arena, .diags = diags, .text = text, .length = length };
	reader->source = source;
	reader->at = reader->begin = (uint32_t)skip;
	reader->doc = text_new(arena);
	filter_begin(reader);
	scan_lex_init_extra(reader, &reader->scanner);
	/* flex scans in place and wants two NULs at the end */
	char *copy = arena_alloc(arena, length - skip + 2);
	memcpy(copy, text + skip, length - skip);
	scan__scan_buffer(copy, length - skip + 2, reader->scanner);
}

struct Ast read_part(struct Diags *diags, uint32_t source, const char *text, size_t begin, size_t end,
                     enum ReaderStart start)
{
	struct Reader reader = { .source = source };
	reader_begin(&reader, diags, text, end, begin);
	reader.start = start == READ_MODEL ? RIG_START_MODEL : RIG_START_VALUE;
	reader.plain = start == READ_PLAIN;
	rig_parse(&reader);
	return reader.ast;
}

struct Ast read_text(struct Diags *diags, const char *name, const char *text, size_t length, size_t skip,
                     enum ReaderStart start)
{
	uint32_t source;
	if (!reader_open(diags, name, text, length, &source))
		return (struct Ast){ 0 };
	return read_part(diags, source, text, skip, length, start);
}

struct Expected read_expected(struct Diags *diags, const char *text, size_t length)
{
	struct Expected expected = { 0 };
	struct Reader reader = { 0 };
	if (!reader_open(diags, "", text, length, &reader.source))
		return expected;
	reader_begin(&reader, diags, text, length, 0);
	reader.start = RIG_START_MODEL;
	reader.expected = &expected;
	rig_parse(&reader);
	return expected;
}
