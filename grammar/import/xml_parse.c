#include "xml.h"

#include <expat.h>
#include <string.h>

void xml_stop(struct XmlParse *xml)
{
	xml->stopped = true;
	XML_StopParser(xml->parser, XML_FALSE);
}

/* The offset of the event; below 0: none. Newer versions of expat deprecate the old name. */
static int64_t offset_now(const struct XmlParse *xml)
{
#ifdef XML_ATTR_DEPRECATED
	return XML_GetCurrentByteIndex64(xml->parser);
#else
	return XML_GetCurrentByteIndex(xml->parser);
#endif
}

struct Span xml_span(const struct XmlParse *xml, size_t length)
{
	int64_t at = offset_now(xml);
	size_t begin = at < 0 ? 0 : (size_t)at > xml->length ? xml->length : (size_t)at;
	size_t end = begin + length > xml->length ? xml->length : begin + length;
	return (struct Span){ (uint32_t)begin, (uint32_t)end, xml->source };
}

/* expat gives no place of a value. The source is known to be well formed up to here. */
struct Span xml_value_span(const struct XmlParse *xml, size_t *at)
{
	size_t begin = *at;
	while (begin < xml->length && xml->text[begin] != '"' && xml->text[begin] != '\'')
		begin++;
	if (begin >= xml->length)
		return (struct Span){ (uint32_t)xml->length, (uint32_t)xml->length, xml->source };
	const char *quote = memchr(xml->text + begin + 1, xml->text[begin], xml->length - begin - 1);
	size_t end = quote ? (size_t)(quote - xml->text) : xml->length;
	*at = end + (quote != NULL);
	return (struct Span){ (uint32_t)begin + 1, (uint32_t)end, xml->source };
}

/* --- events of expat --- */

static void XMLCALL begin_element(void *context, const char *name, const char **given)
{
	struct XmlParse *xml = context;
	struct Span span = xml_span(xml, 1 + strlen(name));
	if (xml->stopped)
		return;
	if (xml->depth == XML_DEEPEST) {
		diag(xml->diags, CHECK_TOO_DEEP, span, "elements are nested more than %d deep", XML_DEEPEST);
		xml_stop(xml);
		return;
	}
	xml->open[xml->depth++] = span.begin;
	xml->begin(xml->context, name, given, span);
}

static void XMLCALL end_element(void *context, const char *name)
{
	struct XmlParse *xml = context;
	(void)name;
	if (xml->stopped)
		return;
	xml->end(xml->context);
	xml->depth--;
}

static void XMLCALL characters(void *context, const char *text, int length)
{
	struct XmlParse *xml = context;
	if (!xml->stopped)
		xml->characters(xml->context, text, (size_t)length);
}

static void XMLCALL begin_doctype(void *context, const char *name, const char *system, const char *public, int subset)
{
	struct XmlParse *xml = context;
	(void)name;
	(void)system;
	(void)public;
	(void)subset;
	diag(xml->diags, CHECK_DOCTYPE, xml_span(xml, 9), "a document type has no place in %s", xml->called);
	xml_stop(xml);
}

static void XMLCALL declaration(void *context, const char *version, const char *encoding, int standalone)
{
	struct XmlParse *xml = context;
	static const char *const good[] = { "utf-8", "utf8", "us-ascii", "ascii" };
	(void)version;
	(void)standalone;
	if (!encoding)
		return;
	size_t length = strlen(encoding);
	char *lower = arena_copy(xml->diags->arena, encoding, length);
	for (size_t i = 0; i < length; i++)
		lower[i] = (char)(lower[i] >= 'A' && lower[i] <= 'Z' ? lower[i] - 'A' + 'a' : lower[i]);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (strcmp(lower, good[i]) == 0)
			return;
	struct Span span = xml_span(xml, 5);
	span.begin += (uint32_t)xml->moved;
	span.end += (uint32_t)xml->moved;
	diag(xml->diags, CHECK_ENCODING, span, "this file says that it is %s; save it as UTF-8", encoding);
	xml_stop(xml);
}

/* --- faults --- */

/* Marks of templates, of which XML stops at the first or second character. */
static void explain_template(struct XmlParse *xml, struct Diag *d, uint32_t at)
{
	for (uint32_t begin = at > 0 ? at - 1 : 0; begin <= at && begin + 2 <= xml->length; begin++) {
		const char *mark = xml->text + begin;
		if (memcmp(mark, "<%", 2) == 0)
			diag_help(xml->diags, d, "this is a template: ERB expands it, before rigidc reads the file");
		else if (memcmp(mark, "{%", 2) == 0 || memcmp(mark, "{{", 2) == 0 || memcmp(mark, "{#", 2) == 0)
			diag_help(xml->diags, d, "this is a template: Jinja expands it, before rigidc reads the file");
		else
			continue;
		return;
	}
}

static void not_well_formed(struct XmlParse *xml)
{
	enum XML_Error error = XML_GetErrorCode(xml->parser);
	struct Diags *diags = xml->diags;
	struct Span span = xml_span(xml, 1);
	struct Diag *d = diag(diags, CHECK_XML, span, "%s", XML_ErrorString(error));
	if (xml->depth > 0 &&
	    (error == XML_ERROR_TAG_MISMATCH || error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN)) {
		uint32_t open = xml->open[xml->depth - 1];
		diag_note(diags, d, (struct Span){ open, open + 1, xml->source }, "this element is open");
	}
	if (error == XML_ERROR_UNDEFINED_ENTITY)
		diag_help(diags, d, "only &lt; &gt; &amp; &quot; &apos; and characters by number are known");
	explain_template(xml, d, span.begin);
}

static void parse(struct XmlParse *xml)
{
	XML_SetUserData(xml->parser, xml);
	XML_SetElementHandler(xml->parser, begin_element, end_element);
	XML_SetCharacterDataHandler(xml->parser, characters);
	XML_SetStartDoctypeDeclHandler(xml->parser, begin_doctype);
	XML_SetXmlDeclHandler(xml->parser, declaration);
	const char *text = xml_relax(xml->diags->arena, xml->text, xml->length, &xml->moved);
	if (XML_Parse(xml->parser, text, (int)xml->length, XML_TRUE) != XML_STATUS_ERROR || xml->stopped)
		return;
	if (XML_GetErrorCode(xml->parser) == XML_ERROR_NO_MEMORY)
		arena_fault(xml->diags->arena, FAULT_MEMORY, __FILE__, __LINE__, "expat");
	xml->stopped = true;
	not_well_formed(xml);
}

/* The source is known to be UTF-8, whatever it declares. Only the parser is not in the arena: a fault of the arena
 * stops here, frees the parser and goes on. */
bool xml_parse(struct XmlParse *xml)
{
	struct Arena *arena = xml->diags->arena, *scratch = arena_scratch(arena);
	struct Guard *outer = arena->guard, *inner = ARENA_NEW(arena, struct Guard);
	xml->parser = XML_ParserCreate("UTF-8");
	if (!xml->parser)
		arena_fault(arena, FAULT_MEMORY, __FILE__, __LINE__, "expat");
	inner->allocate = outer->allocate;
	inner->context = outer->context;
	arena->guard = scratch->guard = inner;
	if (setjmp(inner->jump) == 0)
		parse(xml);
	arena->guard = scratch->guard = outer;
	XML_ParserFree(xml->parser);
	xml->parser = NULL;
	if (inner->fault != FAULT_NONE)
		arena_pass_on(arena, inner);
	return !xml->stopped;
}
