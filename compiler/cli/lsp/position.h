/* Positions of the protocol, a line and a character from 0, and places in a source.
 * Called by all answers that show a place.
 * JSON has the memory set by text_json_memory. */
#ifndef RIGIDC_LSP_POSITION_H
#define RIGIDC_LSP_POSITION_H

#include <jansson.h>

#include "base/source.h"

/* The unit in which a character is counted, as client and server have agreed. */
enum Encoding { ENCODING_UTF16, ENCODING_UTF8, ENCODING_UTF32, ENCODING_COUNT };

extern const char *const encoding_name[ENCODING_COUNT];

struct Position {
	uint32_t line, character;
};

struct Position position_at(struct Sources *sources, uint32_t source, uint32_t offset, enum Encoding encoding);
/* Offset of a position; beyond a line its end, beyond the source its end. */
uint32_t position_offset(struct Sources *sources, uint32_t source, struct Position position, enum Encoding encoding);

/* Reads { line, character }. False: it is none. */
bool position_read(const json_t *json, struct Position *position);
json_t *position_json(struct Position position);
/* { start, end } of a span. */
json_t *range_json(struct Sources *sources, struct Span span, enum Encoding encoding);
/* { range, newText }: an edit. */
json_t *edit_json(struct Sources *sources, struct Span span, enum Encoding encoding, const char *text);
/* Units of a text. */
uint32_t position_units(const char *text, size_t length, enum Encoding encoding);

#endif
