#include "xml.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

static size_t digits_at(const char *text)
{
	return strspn(text, "0123456789");
}

/* The length of the number at the start of the text, after its sign; 0: no number. */
static size_t decimal(const char *text)
{
	size_t before = digits_at(text), length = before, after = 0;
	if (text[length] == '.') {
		after = digits_at(text + length + 1);
		length += 1 + after;
	}
	if (before + after == 0)
		return 0;
	if (text[length] == 'e' || text[length] == 'E') {
		size_t sign = text[length + 1] == '+' || text[length + 1] == '-';
		size_t power = digits_at(text + length + 1 + sign);
		length = power ? length + 1 + sign + power : 0;
	}
	return length;
}

/* Help for a value that is a template: the program by which its marks are filled in. NULL: no template. */
static const char *expander(const char *text)
{
	static const struct {
		const char *mark, *help;
	} templates[] = { { "${", "xacro expands it, before rigidc reads the file" },
		          { "$(", "xacro expands it, before rigidc reads the file" },
		          { "{{", "Jinja expands it, before rigidc reads the file" } };
	for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
		if (strncmp(text, templates[i].mark, strlen(templates[i].mark)) == 0)
			return templates[i].help;
	return NULL;
}

static void not_a_number(struct Diags *diags, struct Span span, const char *text, size_t length)
{
	size_t number = decimal(text + (*text == '-' || *text == '+'));
	number += number && (*text == '-' || *text == '+');
	struct Diag *d =
		diag(diags, CHECK_BAD_NUMBER, span, "'%.*s' is no number", length > 40 ? 40 : (int)length, text);
	if (expander(text))
		diag_help(diags, d, "%s", expander(text));
	else if (number && text[number] == ',')
		diag_help(diags, d, "the decimal point is a point, and numbers are separated by blanks");
	else if (number && number < length)
		diag_help(diags, d, "numbers of this format have no unit");
}

/* The span of a part of an attribute's value. It is the whole value if character references make the text differ from
 * the source. */
static struct Span part_span(const struct XmlValue *attribute, size_t begin, size_t length)
{
	struct Span span = attribute->span;
	if (span.end - span.begin != strlen(attribute->text))
		return span;
	span.begin += (uint32_t)begin;
	span.end = span.begin + (uint32_t)length;
	return span;
}

static bool is_number(const char *text, size_t length)
{
	size_t sign = *text == '-' || *text == '+';
	return decimal(text + sign) + sign == length && length > sign;
}

/* Reads a number. Requires a decimal literal. */
static void read_figure(struct Arena *arena, const char *text, size_t length, struct Span span, struct Figure *out)
{
	size_t sign = *text == '-' || *text == '+';
	*out = (struct Figure){
		.digits = text + sign, .length = length - sign, .negative = *text == '-', .span = span
	};
	out->zero = strspn(out->digits, "0.") >= strcspn(out->digits, " \t\r\neE");
	if (out->zero) {
		out->digits = "0";
		out->length = 1;
		out->negative = false;
	}
	out->value = number_read(arena, out->digits, out->length, 0) * (out->negative ? -1 : 1);
}

void figures_wrong_count(struct Diags *diags, const struct XmlValue *value, const char *what, int count, int found)
{
	diag(diags, CHECK_KIND, value->span, "%s has %d number%s, this has %d", what, count, count == 1 ? "" : "s",
	     found);
}

bool figures_exactly(struct Diags *diags, const struct XmlValue *value, const char *what, int count,
                     struct Figure *number)
{
	struct Figure *here = ARENA_ARRAY(arena_scratch(diags->arena), struct Figure, count);
	int found = figures_read(diags, value, count, here);
	if (found != count && found != FIGURES_BAD)
		figures_wrong_count(diags, value, what, count, found);
	for (int i = 0; i < count && found == count; i++)
		number[i] = here[i];
	return found == count;
}

bool figure_alone(struct Arena *arena, const struct XmlValue *attribute, struct Figure *number)
{
	const char *text = attribute->text ? attribute->text : "";
	size_t begin = strspn(text, " \t\r\n"), length = strcspn(text + begin, " \t\r\n");
	if (!is_number(text + begin, length) || text[begin + length + strspn(text + begin + length, " \t\r\n")])
		return false;
	read_figure(arena, text + begin, length, attribute->span, number);
	return true;
}

int figures_read(struct Diags *diags, const struct XmlValue *value, int most, struct Figure *number)
{
	const char *text = value->text;
	int found = 0;
	bool good = true;
	for (size_t at = 0; text[at];) {
		size_t length = strcspn(text + at, " \t\r\n");
		struct Span span = part_span(value, at, length);
		if (length && found < most && is_number(text + at, length)) {
			read_figure(diags->arena, text + at, length, span, &number[found]);
		} else if (length && found < most) {
			not_a_number(diags, span, text + at, length);
			good = false;
		}
		found += length > 0;
		at += length;
		at += strspn(text + at, " \t\r\n");
	}
	return good ? found : FIGURES_BAD;
}

struct Figure figure_of(struct Arena *arena, struct Span span, double value)
{
	struct Text digits = text_new(arena_scratch(arena));
	if (value != 0)
		number_put(&digits, fabs(value));
	return (struct Figure){ .digits = value == 0 ? "0" : arena_copy(arena, digits.item, digits.count),
		                .length = value == 0 ? 1 : digits.count,
		                .negative = value < 0,
		                .zero = value == 0,
		                .value = value,
		                .span = span };
}

struct Figure figure_negated(struct Figure number)
{
	number.negative = !number.negative && !number.zero;
	number.value = -number.value;
	return number;
}

bool figures_zero(const struct Figure *number, int count)
{
	bool zero = true;
	for (int i = 0; i < count; i++)
		zero &= number[i].zero;
	return zero;
}
