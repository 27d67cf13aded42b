/* XML by expat: elements with their places. Faults of the XML become diagnostics.
 * Called by the readers of XML formats. The parser is freed before xml_parse returns; memory is the arena's. */
#ifndef RIGIDC_XML_PARSE_H
#define RIGIDC_XML_PARSE_H

#include "base/diag.h"

/* Limit of nested elements. */
enum { XML_DEEPEST = 1000 };

/* A text of the source: the value of an attribute, or the content of an element. */
struct XmlValue {
	const char *text; /* NULL: not given */
	struct Span span; /* without quotes, or blanks around */
};

struct XML_ParserStruct;

struct XmlParse {
	struct Diags *diags;
	const char *text; /* clean UTF-8 */
	size_t length;
	uint32_t source;
	const char *called; /* a file of the format in a sentence: "a URDF" */
	void *context;
	/* `given`: names and values of attributes in turn, then NULL; `span`: `<name`. `depth` counts the element. */
	void (*begin)(void *context, const char *name, const char **given, struct Span span);
	void (*end)(void *context); /* `depth` still counts the element */
	void (*characters)(void *context, const char *text, size_t length);
	/* state */
	struct XML_ParserStruct *parser;
	uint32_t open[XML_DEEPEST]; /* begin of each open element */
	int depth;
	bool stopped;
	size_t moved; /* bytes by which the declaration is nearer to the front for expat */
};

/* Calls begin, end and characters for the elements of the text, up to its end or to a fault. False after a fault. */
bool xml_parse(struct XmlParse *xml);
/* Ends the parse, after a diagnostic of the caller. */
void xml_stop(struct XmlParse *xml);
/* Place of the current event, `length` bytes. */
struct Span xml_span(const struct XmlParse *xml, size_t length);
/* Span of the next attribute value from byte *at on, without its quotes; moves *at after the value. */
struct Span xml_value_span(const struct XmlParse *xml, size_t *at);

#endif
