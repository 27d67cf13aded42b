#include "xml.h"

#include <string.h>

#include "base/text.h"

/* --- new elements --- */

struct XmlElement *xml_new(struct Arena *arena, const char *name, struct Span span)
{
	struct XmlElement *element = ARENA_NEW(arena, struct XmlElement);
	*element = (struct XmlElement){ .name = name, .span = span };
	return element;
}

void xml_set(struct Arena *arena, struct XmlElement *element, const char *name, const char *text)
{
	struct XmlAttribute *list = ARENA_ARRAY(arena, struct XmlAttribute, element->attributes + 1);
	if (element->attributes)
		memcpy(list, element->attribute, element->attributes * sizeof *list);
	list[element->attributes++] = (struct XmlAttribute){ name, element->span, { text, element->span } };
	element->attribute = list;
}

void xml_append(struct XmlElement *parent, struct XmlElement *child)
{
	child->parent = parent;
	child->next = NULL;
	if (parent->last)
		parent->last->next = child;
	else
		parent->first = child;
	parent->last = child;
}

/* --- copies --- */

static bool is_renamed(const struct XmlNaming *naming, const struct XmlAttribute *attribute)
{
	const char *text = attribute->value.text;
	return words_have(naming->attributes, attribute->name, strlen(attribute->name)) && *text &&
	       strcmp(text, naming->kept) != 0;
}

static void rename_attributes(struct Arena *arena, const struct XmlNaming *naming, struct XmlElement *element)
{
	bool renamed = false;
	for (size_t i = 0; i < element->attributes; i++)
		renamed |= is_renamed(naming, &element->attribute[i]);
	if (!renamed)
		return;
	struct XmlAttribute *list = ARENA_ARRAY(arena, struct XmlAttribute, element->attributes);
	memcpy(list, element->attribute, element->attributes * sizeof *list);
	for (size_t i = 0; i < element->attributes; i++)
		if (is_renamed(naming, &list[i]))
			list[i].value.text =
				text_print(arena, "%s%s%s", naming->prefix, list[i].value.text, naming->suffix);
	element->attribute = list;
}

static struct XmlElement *copy_one(struct Arena *arena, const struct XmlNaming *naming, struct XmlElement *element)
{
	struct XmlElement *copy = ARENA_NEW(arena, struct XmlElement);
	*copy = *element;
	copy->parent = copy->first = copy->last = copy->next = copy->copy = NULL;
	element->copy = copy;
	rename_attributes(arena, naming, copy);
	return copy;
}

struct XmlElement *xml_copy(struct Arena *arena, struct XmlNaming *naming, struct XmlElement *element)
{
	size_t count = 0;
	for (const struct XmlElement *e = element; e; e = xml_walk(e, element))
		if (++count > naming->left)
			return NULL;
	naming->left -= count;
	struct XmlElement *copy = copy_one(arena, naming, element);
	for (struct XmlElement *e = xml_walk(element, element); e; e = xml_walk(e, element))
		xml_append(e->parent->copy, copy_one(arena, naming, e));
	return copy;
}

void xml_forget_copies(struct XmlElement *element)
{
	for (struct XmlElement *e = element; e; e = xml_walk(e, element))
		e->copy = NULL;
}
