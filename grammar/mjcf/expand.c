#include "stages.h"

#include "grammar/reader.h"
#include "grammar/import/xml_include.h"

static const char called[] = "an MJCF file";

/* First element of the file of an <include>; NULL: none. */
static struct XmlElement *replacement(struct XmlIncluder *x, const struct Included *from,
                                      const struct XmlElement *include)
{
	struct XmlValue name = xml_attribute(include, "file");
	if (!name.text) {
		diag(x->diags, CHECK_MISSING_PART, include->span, "this <include> has no file=\"...\"");
		return NULL;
	}
	const struct Included *file;
	struct XmlElement *root = xml_include_read(x, include->span, name, name.text, from, NULL, &file);
	return root ? root->first : NULL;
}

/* Replaces the element that *link points to by others. */
static void replace(struct XmlElement **link, struct XmlElement *first)
{
	struct XmlElement *old = *link, *last = NULL;
	for (struct XmlElement *e = first; e; e = e->next) {
		e->parent = old->parent;
		last = e;
	}
	*link = first ? first : old->next;
	if (last)
		last->next = old->next;
}

struct Links ARENA_LIST(struct XmlElement **);

static void expand(struct XmlIncluder *x, const struct Included *from, struct XmlElement *root)
{
	struct Links links = { NULL, 0, 0 };
	*ARENA_PUSH(x->diags->arena, &links) = &root->first;
	while (links.count) {
		struct XmlElement **link = links.item[links.count - 1], *element = *link;
		if (!element) {
			links.count--;
		} else if (xml_is(element, "include")) {
			replace(link, replacement(x, from, element));
		} else {
			links.item[links.count - 1] = &element->next;
			if (element->first)
				*ARENA_PUSH(x->diags->arena, &links) = &element->first;
		}
	}
}

const struct XmlElement *mj_read_tree(struct Mjcf *m)
{
	struct XmlIncluder x;
	struct XmlElement *root;
	uint32_t source;
	xml_include_init(&x, m->diags, m->text->includes, called);
	x.once = "MJCF includes a file once";
	if (!reader_open(m->diags, m->text->name, m->text->text, m->text->length, &source))
		return NULL;
	root = xml_tree_read(m->diags, source, called, "mujoco mujocoinclude");
	if (root && xml_is(root, "mujocoinclude") && xml_child(root, "body")) {
		diag(m->diags, CHECK_NOT_URDF, root->span,
		     "a file that begins with <mujocoinclude> is a part of a model: read the file that includes it");
		return NULL;
	}
	if (root)
		expand(&x, m->text->file, root);
	return root;
}
