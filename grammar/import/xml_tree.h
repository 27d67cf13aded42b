/* An XML source as a tree of elements, each with its place. No name is looked up and no number is read.
 * Made by xml_tree_read for the readers of formats that need all attributes of an element, or look-ups by path.
 * Texts of values are the arena's. Elements, attributes and their names are its scratch's, and live until the file is
 * read. */
#ifndef RIGIDC_XML_TREE_H
#define RIGIDC_XML_TREE_H

#include "xml_parse.h"

struct XmlAttribute {
	const char *name;
	struct Span span; /* of the name */
	struct XmlValue value;
};

struct XmlElement {
	const char *name;
	struct Span span; /* `<name` */
	uint32_t attributes : 31;
	uint32_t closed : 1; /* its tag ends it: `<name/>` */
	struct XmlAttribute *attribute;
	struct XmlValue content; /* text before the first inner element, without blanks around; NULL: none */
	struct XmlElement *parent, *first, *last, *next; /* children: first to last; next: of the parent's */
	struct XmlElement *copy;                         /* the last one that xml_copy made, or NULL */
};

/* Reads a source of clean UTF-8. `called`: "a URDF", for messages; `roots`: names of the root element, with blanks between
 * them, or NULL for any. NULL after a diagnostic. */
struct XmlElement *xml_tree_read(struct Diags *diags, uint32_t source, const char *called, const char *roots);
/* The same; after a fault of the XML, the elements before it. */
struct XmlElement *xml_tree_begun(struct Diags *diags, uint32_t source, const char *called, const char *roots);

/* Value of an attribute; its text is NULL if the element lacks it. No element (NULL) has attributes or children. */
struct XmlValue xml_attribute(const struct XmlElement *element, const char *name);
/* First child of a name, or the next one after `after`; NULL: none. */
struct XmlElement *xml_child(const struct XmlElement *element, const char *name);
struct XmlElement *xml_next(const struct XmlElement *after);
/* First element inside the children of a name, all of them in turn, and the next one after `after`; NULL: none. */
struct XmlElement *xml_first_in(const struct XmlElement *element, const char *name);
struct XmlElement *xml_next_in(const struct XmlElement *after);
/* The child of the root around an element, or the root itself. */
const struct XmlElement *xml_section(const struct XmlElement *element);
/* The element after this one in the order of the source, of those inside `within`; NULL: none. */
struct XmlElement *xml_walk(const struct XmlElement *element, const struct XmlElement *within);
/* The same, after all inside of the element. */
struct XmlElement *xml_after(const struct XmlElement *element, const struct XmlElement *within);
/* Is this the element's name? */
bool xml_is(const struct XmlElement *element, const char *name);

#endif
