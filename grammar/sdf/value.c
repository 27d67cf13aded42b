#include "stages.h"

#include <math.h>
#include <string.h>

struct XmlValue sdf_content(const struct XmlElement *element, const char *name)
{
	const struct XmlElement *child = xml_child(element, name);
	return child ? child->content : (struct XmlValue){ .text = NULL };
}

void sdf_help_content(struct Sdf *s, struct Diag *d, const struct XmlElement *element, const char *name)
{
	if (xml_child(element, name))
		diag_help(s->diags, d, "it is between the tags: <%s>NAME</%s>", name, name);
}

bool sdf_numbers(struct Sdf *s, const struct XmlElement *element, const char *name, int count, struct Figure *number)
{
	struct XmlValue value = sdf_content(element, name);
	return value.text && figures_exactly(s->diags, &value, text_print(s->arena, "<%s>", name), count, number);
}

bool sdf_finite(struct Sdf *s, const struct XmlElement *element, const char *name, struct Figure *number)
{
	static const double most = 1e15;
	struct XmlValue value = sdf_content(element, name);
	bool infinite = value.text && strpbrk(value.text, "iI"); /* inf, -Infinity */
	return !infinite && sdf_numbers(s, element, name, 1, number) && fabs(number->value) < most;
}

bool sdf_is_true(struct XmlValue value)
{
	static const char *const words[] = { "true", "True", "TRUE", "1" };
	for (size_t i = 0; i < sizeof words / sizeof *words && value.text; i++)
		if (strcmp(value.text, words[i]) == 0)
			return true;
	return false;
}

struct Ident sdf_name(struct Sdf *s, const struct XmlElement *element)
{
	enum { LONGEST = 256 };
	struct XmlValue value = xml_attribute(element, "name");
	struct Ident name = { .text = value.text, .span = value.text ? value.span : element->span, .quoted = true };
	if (!value.text || !*value.text) {
		diag(s->diags, CHECK_MISSING_PART, element->span, "this <%s> has no name", element->name);
		name.text = NULL;
	} else if (strlen(value.text) > LONGEST) {
		diag(s->diags, CHECK_BAD_NAME, value.span, "this name has more than %d bytes", LONGEST);
		name.text = NULL;
	}
	return name;
}

double sdf_version(struct Sdf *s, const struct XmlElement *root)
{
	static const double newest = 1e9;
	struct XmlValue value = xml_attribute(root, "version");
	struct Figure number;
	int minor = 0;
	const char *point = value.text ? strchr(value.text, '.') : NULL;
	if (!point || !figure_alone(s->arena, &value, &number))
		return newest;
	for (const char *digit = point + 1; *digit >= '0' && *digit <= '9' && minor < 1000; digit++)
		minor = 10 * minor + (*digit - '0');
	return floor(number.value) + minor / 1000.0; /* 1.10 is after 1.9 */
}

bool sdf_gravity(struct Sdf *s, struct Figure g[3])
{
	const struct Span span = s->world ? s->world->span : s->root->span;
	for (int i = 0; i < 3; i++)
		g[i] = figure_of(s->arena, span, i < 2 ? 0 : s->world ? -9.8 : -9.81);
	return s->world && sdf_numbers(s, s->world, "gravity", 3, g);
}
