/* Copies of XML elements with other names.
 * Called by mjcf/attach.c. Copies are in the arena; they share names, texts and places with their originals. */
#ifndef RIGIDC_XML_COPY_H
#define RIGIDC_XML_COPY_H

#include "xml_tree.h"

struct XmlNaming {
	const char *prefix, *suffix;
	const char *attributes; /* those that become PREFIX value SUFFIX, with blanks between them */
	const char *kept;       /* a value that stays */
	size_t left;            /* elements that may still be copied */
};

/* A copy of an element with all inside, without a parent. NULL: it has more elements than may be copied. */
struct XmlElement *xml_copy(struct Arena *arena, struct XmlNaming *naming, struct XmlElement *element);
/* Forgets the copies of an element and of all inside. */
void xml_forget_copies(struct XmlElement *element);
/* A new element at a place of the source, without attributes. */
struct XmlElement *xml_new(struct Arena *arena, const char *name, struct Span span);
/* Adds an attribute. */
void xml_set(struct Arena *arena, struct XmlElement *element, const char *name, const char *text);
/* Adds a child at the end. */
void xml_append(struct XmlElement *parent, struct XmlElement *child);

#endif
