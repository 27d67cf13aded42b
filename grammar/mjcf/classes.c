/* A class has the elements of its <default> sections, and the elements of the class around, before the first
 * section. */
#include "stages.h"

#include <string.h>

static struct MjClass *class_new(struct Mjcf *m, const struct MjClass *parent)
{
	struct MjClass *class = ARENA_NEW(m->arena, struct MjClass);
	class->parent = parent;
	class->inherited = parent ? parent->count : 0;
	return class;
}

/* The class of a section inside another, new or known already; NULL after a diagnostic. */
static struct MjClass *inner_class(struct Mjcf *m, struct MjDocument *d, const struct XmlElement *section,
                                   struct MjClass *parent)
{
	struct XmlValue name = xml_attribute(section, "class");
	if (!name.text) {
		diag(m->diags, CHECK_MISSING_PART, section->span, "a <default> in a <default> has a class=\"...\"");
		return NULL;
	}
	int found = names_find(&d->class_names, name.text);
	struct MjClass *class = found >= 0 ? d->class.item[found] : class_new(m, parent);
	if (found >= 0 && class->parent != parent) {
		diag(m->diags, CHECK_DUPLICATE, name.span, "the class '%s' is in two classes", name.text);
		return NULL;
	}
	class->name = name.text;
	if (found < 0) {
		names_add(&d->class_names, name.text, (int)d->class.count);
		*ARENA_PUSH(m->arena, &d->class) = class;
	}
	return class;
}

/* The outermost class; a name given later is another name for it. */
static void name_outermost(struct Mjcf *m, struct MjDocument *d, const struct XmlElement *section)
{
	struct XmlValue name = xml_attribute(section, "class");
	if (!name.text || names_find(&d->class_names, name.text) >= 0)
		return;
	names_add(&d->class_names, name.text, (int)d->class.count);
	*ARENA_PUSH(m->arena, &d->class) = d->outermost;
}

struct Section {
	const struct XmlElement *next;
	struct MjClass *class;
};

struct Sections ARENA_LIST(struct Section);

/* Takes the elements of a section, before its classes. */
static void open_section(struct Mjcf *m, struct Sections *open, const struct XmlElement *section, struct MjClass *class)
{
	for (const struct XmlElement *element = section->first; element; element = element->next) {
		if (!mj_known(m, element) || xml_is(element, "default"))
			continue;
		losses_check_attributes(&m->losses, element);
		*ARENA_PUSH(m->arena, class) = element;
	}
	*ARENA_PUSH(m->arena, open) = (struct Section){ section->first, class };
}

static void read_section(struct Mjcf *m, struct MjDocument *d, const struct XmlElement *outermost)
{
	struct Sections open = { NULL, 0, 0 };
	open_section(m, &open, outermost, d->outermost);
	while (open.count) {
		struct Section *section = &open.item[open.count - 1];
		const struct XmlElement *element = section->next;
		struct MjClass *class = section->class;
		if (!element) {
			open.count--;
			continue;
		}
		section->next = element->next;
		struct MjClass *inner = xml_is(element, "default") ? inner_class(m, d, element, class) : NULL;
		if (inner)
			open_section(m, &open, element, inner);
	}
}

void mj_classes_read(struct Mjcf *m, struct MjDocument *d)
{
	d->class_names = names_new(m->arena);
	d->outermost = class_new(m, NULL);
	*ARENA_PUSH(m->arena, &d->class) = d->outermost;
	names_add(&d->class_names, "main", 0);
	for (const struct XmlElement *section = xml_child(d->root, "default"); section; section = xml_next(section)) {
		name_outermost(m, d, section);
		read_section(m, d, section);
	}
}

const struct MjClass *mj_class(struct Mjcf *m, const struct XmlElement *element, const char *attribute,
                               const struct MjClass *otherwise)
{
	struct XmlValue name = xml_attribute(element, attribute);
	const struct MjDocument *own = mj_document(m, element->span);
	int found = name.text ? names_find(&own->class_names, name.text) : NONE;
	if (!name.text)
		return otherwise;
	if (found >= 0)
		return own->class.item[found];
	struct Diag *d = diag(m->diags, CHECK_UNKNOWN_REFERENCE, name.span, "there is no class '%s'", name.text);
	struct Nearest nearest = diags_nearest(m->diags, name.text);
	for (size_t i = 0; i < own->class.count; i++)
		nearest_try(&nearest, own->class.item[i]->name);
	diag_nearest(m->diags, d, &nearest);
	return otherwise;
}

struct MjElement mj_element(struct Mjcf *m, const struct XmlElement *element, const struct MjClass *around)
{
	return (struct MjElement){ .element = element, .class = mj_class(m, element, "class", around) };
}

struct MjElement mj_section_element(struct Mjcf *m, const struct XmlElement *element)
{
	return mj_element(m, element, mj_document(m, element->span)->outermost);
}

const char *mj_class_around(const struct XmlElement *element)
{
	for (const struct XmlElement *e = element->parent; e; e = e->parent) {
		const char *name = xml_attribute(e, "childclass").text;
		if (name)
			return name;
	}
	return "main";
}
