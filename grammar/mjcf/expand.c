#include "expand.h"

#include <string.h>

#include "grammar/include.h"
#include "grammar/reader.h"

static const char called[] = "an MJCF file";

struct Expander {
	struct Mjcf *m;
	struct Includes *includes;
	struct NameTable seen; /* identities of files */
	size_t bytes;
};

/* Why the file cannot be included, or NULL. */
static const char *why_not(const struct Expander *x, const struct Included *file)
{
	bool own = x->includes->identity && file->identity && strcmp(x->includes->identity, file->identity) == 0;
	return file->problem                               ? file->problem
	       : own                                       ? "it leads back to itself"
	       : names_find(&x->seen, file->identity) >= 0 ? "MJCF includes a file once"
	       : x->includes->count == INCLUDE_MOST_FILES  ? "the model has 1000 files already"
	                                                   : NULL;
}

/* Reports a file that is not read. For one outside of the model's folder the help names the option that allows it. */
static void refuse(struct Expander *x, struct XmlValue name, const struct Included *file)
{
	struct Diags *diags = x->m->diags;
	struct Diag *d = diag(diags, CHECK_INCLUDE, name.span, "cannot include \"%s\": %s", name.text, file->problem);
	const char *slash = file->name && file->identity ? strrchr(file->name, '/') : NULL;
	if (strstr(name.text, "..") && slash)
		diag_help(diags, d, "-I %.*s allows it", (int)(slash - file->name), file->name);
}

/* The root element of an included file, or NULL after a diagnostic. */
static struct XmlElement *read_file(struct Expander *x, const struct XmlElement *include, struct XmlValue name)
{
	struct Diags *diags = x->m->diags;
	struct Included *file = ARENA_NEW(diags->arena, struct Included);
	uint32_t source;
	*file = x->includes->find(x->includes->context, name.text, x->m->text->file);
	file->problem = why_not(x, file);
	if (!file->problem)
		x->includes->read(x->includes->context, file);
	if (!file->problem && file->length > INCLUDE_MOST_BYTES - x->bytes)
		file->problem = "all files together are longer than 64 MiB";
	if (file->problem) {
		refuse(x, name, file);
		return NULL;
	}
	x->bytes += file->length;
	file->statement = include->span;
	names_add(&x->seen, file->identity, 0);
	*ARENA_PUSH(diags->arena, x->includes) = file;
	bool clean = reader_open(diags, file->name, file->text, file->length, &source);
	diags->sources->item[source].included = true;
	diags->sources->item[source].inclusion = name.span;
	return clean ? xml_tree_read(diags, source, file->text, file->length, called) : NULL;
}

/* The elements that replace an <include>: those of the file, or none. */
static struct XmlElement *replacement(struct Expander *x, const struct XmlElement *include)
{
	struct XmlValue name = xml_attribute(include, "file");
	if (!name.text) {
		diag(x->m->diags, CHECK_MISSING_PART, include->span, "this <include> has no file=\"...\"");
		return NULL;
	}
	struct XmlElement *root = x->includes ? read_file(x, include, name) : NULL;
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

struct Links {
	struct XmlElement ***item;
	size_t count, capacity;
};

static void expand(struct Expander *x, struct XmlElement *root)
{
	struct Links links = { NULL, 0, 0 };
	*ARENA_PUSH(x->m->arena, &links) = &root->first;
	while (links.count) {
		struct XmlElement **link = links.item[links.count - 1], *element = *link;
		if (!element) {
			links.count--;
		} else if (xml_is(element, "include")) {
			replace(link, replacement(x, element));
		} else {
			links.item[links.count - 1] = &element->next;
			if (element->first)
				*ARENA_PUSH(x->m->arena, &links) = &element->first;
		}
	}
}

const struct XmlElement *mj_read_tree(struct Mjcf *m)
{
	struct Expander x = { .m = m, .includes = m->text->includes };
	struct XmlElement *root;
	uint32_t source;
	names_init(&x.seen, m->arena);
	if (!reader_open(m->diags, m->text->name, m->text->text, m->text->length, &source))
		return NULL;
	root = xml_tree_read(m->diags, source, m->text->text, m->text->length, called);
	if (root && !xml_is(root, "mujoco") && !xml_is(root, "mujocoinclude")) {
		diag(m->diags, CHECK_NOT_URDF, root->span, "an MJCF file begins with <mujoco>, this is <%s>",
		     root->name);
		return NULL;
	}
	if (root)
		expand(&x, root);
	return root;
}
