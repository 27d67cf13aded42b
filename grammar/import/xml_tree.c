#include "xml.h"

#include <string.h>

enum { RECENT = 128 };

struct TreeReader {
	struct XmlParse xml;
	struct Arena *arena, *scratch;
	const char *roots;
	struct XmlElement *root, *open; /* open: the innermost open element */
	struct Text characters;
	struct Span begin;          /* of the characters */
	const char *recent[RECENT]; /* names of elements and attributes: a file has few, each often */
};

static const char *keep_name(struct TreeReader *r, const char *name, size_t length)
{
	unsigned first = (unsigned char)name[0], last = (unsigned char)name[length - 1];
	unsigned middle = (unsigned char)name[length / 2];
	const char **recent =
		&r->recent[(length + 33 * first + 55 * last + 21 * middle) % RECENT]; /* those of URDF differ */
	if (!*recent || strcmp(*recent, name) != 0)
		*recent = arena_copy(r->scratch, name, length);
	return *recent;
}

/* The element's text ends at its end, or at its first inner element. */
static void end_content(struct TreeReader *r)
{
	static const char blanks[] = " \t\r\n";
	struct XmlElement *element = r->open;
	const char *text = r->characters.item;
	size_t begin = 0, end = r->characters.count;
	while (begin < end && strchr(blanks, text[begin]))
		begin++;
	while (end > begin && strchr(blanks, text[end - 1]))
		end--;
	if (element && begin < end && !element->first)
		element->content = (struct XmlValue){ arena_copy(r->arena, text + begin, end - begin),
			                              { r->begin.begin + (uint32_t)begin,
			                                r->begin.begin + (uint32_t)end, r->begin.source } };
	r->characters.count = 0;
}

/* The byte after blanks. */
static size_t after_blanks(const struct TreeReader *r, size_t at)
{
	return at + strspn(r->xml.text + at, " \t\r\n");
}

static void take_attributes(struct TreeReader *r, struct XmlElement *element, const char **given)
{
	size_t at = element->span.end;
	while (given[2 * element->attributes])
		element->attributes++;
	element->attribute = ARENA_ARRAY(r->scratch, struct XmlAttribute, element->attributes);
	for (size_t i = 0; i < element->attributes; i++) {
		const char *name = given[2 * i], *text = given[2 * i + 1];
		uint32_t begin = (uint32_t)after_blanks(r, at);
		size_t length = strlen(name);
		struct XmlAttribute *attribute = &element->attribute[i];
		attribute->name = keep_name(r, name, length);
		attribute->span = (struct Span){ begin, begin + (uint32_t)length, element->span.source };
		attribute->value.text = arena_copy(r->arena, text, strlen(text));
		attribute->value.span = xml_value_span(&r->xml, &at);
	}
	element->closed = r->xml.text[after_blanks(r, at)] == '/';
}

/* Names of root elements, and their formats. */
static const struct {
	const char *names, *title;
} formats[] = {
	{ "robot", "URDF" },
	{ "mujoco mujocoinclude", "MJCF" },
	{ "sdf model", "SDFormat" },
	{ "OpenSimDocument", "OpenSim" },
};

/* Reports the root element of another or of no format, and ends the parse. */
static void wrong_root(struct TreeReader *r, const char *name, struct Span span)
{
	struct Diags *diags = r->xml.diags;
	struct Diag *d = diag(diags, CHECK_NOT_URDF, span, "%s begins with <%.*s>, this is <%s>", r->xml.called,
	                      (int)strcspn(r->roots, " "), r->roots, name);
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (words_have(formats[i].names, name, strlen(name)))
			diag_help(diags, d, "this looks like %s, which is another format", formats[i].title);
	xml_stop(&r->xml);
}

static void begin_element(void *context, const char *name, const char **given, struct Span span)
{
	struct TreeReader *r = context;
	if (!r->open && r->roots && !words_have(r->roots, name, strlen(name))) {
		wrong_root(r, name, span);
		return;
	}
	struct XmlElement *element = ARENA_NEW(r->scratch, struct XmlElement);
	end_content(r);
	*element = (struct XmlElement){ .name = keep_name(r, name, strlen(name)), .span = span };
	element->parent = r->open;
	take_attributes(r, element, given);
	if (!r->open)
		r->root = element;
	else if (r->open->last)
		r->open->last->next = element;
	else
		r->open->first = element;
	if (r->open)
		r->open->last = element;
	r->open = element;
}

static void end_element(void *context)
{
	struct TreeReader *r = context;
	end_content(r);
	r->open = r->open->parent;
}

static void characters(void *context, const char *text, size_t length)
{
	struct TreeReader *r = context;
	if (!r->characters.count)
		r->begin = xml_span(&r->xml, 0);
	text_bytes(&r->characters, text, length);
}

/* True: the XML has no fault. The reader then has the root, else a part of the root. */
static bool read_tree(struct TreeReader *r, struct Diags *diags, uint32_t source, const char *called)
{
	const struct Source *read = &diags->sources->item[source];
	r->arena = diags->arena;
	r->scratch = arena_scratch(r->arena);
	r->xml = (struct XmlParse){ .diags = diags,
		                    .text = read->text,
		                    .length = read->length,
		                    .source = source,
		                    .called = called,
		                    .context = r,
		                    .begin = begin_element,
		                    .end = end_element,
		                    .characters = characters };
	r->characters = text_new(r->arena);
	return xml_parse(&r->xml);
}

struct XmlElement *xml_tree_read(struct Diags *diags, uint32_t source, const char *called, const char *roots)
{
	struct TreeReader *r = ARENA_NEW(diags->arena, struct TreeReader);
	r->roots = roots;
	return read_tree(r, diags, source, called) ? r->root : NULL;
}

struct XmlElement *xml_tree_begun(struct Diags *diags, uint32_t source, const char *called, const char *roots)
{
	struct TreeReader *r = ARENA_NEW(diags->arena, struct TreeReader);
	r->roots = roots;
	read_tree(r, diags, source, called);
	return r->root;
}

/* --- look-ups --- */

bool xml_is(const struct XmlElement *element, const char *name)
{
	return strcmp(element->name, name) == 0;
}

struct XmlValue xml_attribute(const struct XmlElement *element, const char *name)
{
	size_t count = element ? element->attributes : 0;
	for (size_t i = 0; i < count; i++)
		if (strcmp(element->attribute[i].name, name) == 0)
			return element->attribute[i].value;
	return (struct XmlValue){ .text = NULL };
}

static struct XmlElement *named(struct XmlElement *element, const char *name)
{
	while (element && !xml_is(element, name))
		element = element->next;
	return element;
}

struct XmlElement *xml_child(const struct XmlElement *element, const char *name)
{
	return element ? named(element->first, name) : NULL;
}

struct XmlElement *xml_next(const struct XmlElement *after)
{
	return named(after->next, after->name);
}

const struct XmlElement *xml_section(const struct XmlElement *element)
{
	while (element->parent && element->parent->parent)
		element = element->parent;
	return element;
}

struct XmlElement *xml_after(const struct XmlElement *element, const struct XmlElement *within)
{
	while (element != within && !element->next)
		element = element->parent;
	return element == within ? NULL : element->next;
}

struct XmlElement *xml_walk(const struct XmlElement *element, const struct XmlElement *within)
{
	return element->first ? element->first : xml_after(element, within);
}

/* First child of the section, or of the next section of this name with a child. */
static struct XmlElement *first_inside(struct XmlElement *section)
{
	while (section && !section->first)
		section = xml_next(section);
	return section ? section->first : NULL;
}

struct XmlElement *xml_first_in(const struct XmlElement *element, const char *name)
{
	return first_inside(xml_child(element, name));
}

struct XmlElement *xml_next_in(const struct XmlElement *after)
{
	return after->next ? after->next : first_inside(xml_next(after->parent));
}
