#include "server.h"

#include "cli/text_json.h"

const char *const encoding_name[ENCODING_COUNT] = {
	[ENCODING_UTF16] = "utf-16", [ENCODING_UTF8] = "utf-8", [ENCODING_UTF32] = "utf-32"
};

/* Units of the character that begins with this byte; 0 for its further bytes. */
static uint32_t units(unsigned char first, enum Encoding encoding)
{
	if (encoding == ENCODING_UTF8)
		return 1;
	if ((first & 0xc0) == 0x80)
		return 0;
	return encoding == ENCODING_UTF16 && first >= 0xf0 ? 2 : 1;
}

uint32_t position_units(const char *text, size_t length, enum Encoding encoding)
{
	uint32_t sum = 0;
	for (size_t i = 0; i < length; i++)
		sum += units((unsigned char)text[i], encoding);
	return sum;
}

struct Position position_at(struct Sources *sources, uint32_t source, uint32_t offset, enum Encoding encoding)
{
	struct Place place = sources_place(sources, (struct Span){ offset, offset, source });
	size_t before = place.offset < place.length ? place.offset : place.length;
	uint32_t characters = place.column - 1;
	uint32_t found[] = { [ENCODING_UTF16] = characters + place.wide,
		             [ENCODING_UTF8] = (uint32_t)before,
		             [ENCODING_UTF32] = characters };
	return (struct Position){ place.line - 1, found[encoding] };
}

uint32_t position_offset(struct Sources *sources, uint32_t number, struct Position position, enum Encoding encoding)
{
	const struct Source *source = &sources->item[number];
	sources_index(sources);
	if (position.line >= source->lines)
		return (uint32_t)source->length;
	uint32_t at = source->line[position.line], left = position.character;
	while (at < source->length && source->text[at] != '\n' && source->text[at] != '\r') {
		uint32_t step = units((unsigned char)source->text[at], encoding);
		if (step > left)
			break;
		left -= step;
		at++;
	}
	return at;
}

bool position_read(const json_t *json, struct Position *position)
{
	const json_t *line = json_object_get(json, "line"), *character = json_object_get(json, "character");
	json_int_t values[2] = { json_integer_value(line), json_integer_value(character) };
	if (!json_is_integer(line) || !json_is_integer(character) || values[0] < 0 || values[1] < 0)
		return false;
	position->line = values[0] < UINT32_MAX ? (uint32_t)values[0] : UINT32_MAX;
	position->character = values[1] < UINT32_MAX ? (uint32_t)values[1] : UINT32_MAX;
	return true;
}

json_t *position_json(struct Position position)
{
	return json_pack("{s:I, s:I}", "line", (json_int_t)position.line, "character", (json_int_t)position.character);
}

json_t *range_json(struct Sources *sources, struct Span span, enum Encoding encoding)
{
	return json_pack("{s:o, s:o}", "start", position_json(position_at(sources, span.source, span.begin, encoding)),
	                 "end", position_json(position_at(sources, span.source, span.end, encoding)));
}

json_t *edit_json(struct Sources *sources, struct Span span, enum Encoding encoding, const char *text)
{
	return json_pack("{s:o, s:o}", "range", range_json(sources, span, encoding), "newText", text_json(text));
}
