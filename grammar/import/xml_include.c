#include "xml.h"

#include <string.h>

void xml_include_init(struct XmlIncluder *x, struct Diags *diags, struct Includes *includes, const char *called)
{
	*x = (struct XmlIncluder){ .diags = diags, .includes = includes, .called = called };
	x->seen = names_new(diags->arena);
}

/* Is the file the model's own, or being read? */
static bool is_open(const struct XmlIncluder *x, const struct Included *file, const struct XmlOpen *open)
{
	if (!file->identity)
		return false;
	if (x->includes->identity && strcmp(x->includes->identity, file->identity) == 0)
		return true;
	while (open && strcmp(open->file->identity, file->identity) != 0)
		open = open->around;
	return open != NULL;
}

/* Why the file cannot be included, or NULL. */
static const char *why_not(const struct XmlIncluder *x, const struct Included *file, const struct XmlOpen *open)
{
	return file->problem                                          ? file->problem
	       : is_open(x, file, open)                               ? "it leads back to itself"
	       : x->once && names_find(&x->seen, file->identity) >= 0 ? x->once
	       : x->includes->count == INCLUDE_MOST_FILES             ? "the model has 1000 files already"
	                                                              : NULL;
}

/* Reports a file that cannot be read. For a file outside of the model's folder the help names the option -I. */
static void refuse(struct XmlIncluder *x, struct XmlValue name, const struct Included *file)
{
	struct Diag *d =
		diag(x->diags, CHECK_INCLUDE, name.span, "cannot include \"%s\": %s", name.text, file->problem);
	const char *slash = file->name && file->identity ? strrchr(file->name, '/') : NULL;
	if (strstr(name.text, "..") && slash)
		diag_help(x->diags, d, "-I %.*s allows it", (int)(slash - file->name), file->name);
}

/* Reads the text of a file, or sets its problem. */
static void load(struct XmlIncluder *x, struct Included *file, const struct XmlOpen *open)
{
	file->problem = why_not(x, file, open);
	if (!file->problem)
		x->includes->read(x->includes->context, file);
	if (!file->problem && file->length > INCLUDE_MOST_BYTES - x->bytes)
		file->problem = "all files together are longer than 64 MiB";
}

struct XmlElement *xml_include_read(struct XmlIncluder *x, struct Span statement, struct XmlValue name,
                                    const char *path, const struct Included *from, const struct Included *otherwise,
                                    const struct XmlOpen *open, const struct Included **found)
{
	struct Diags *diags = x->diags;
	uint32_t source;
	if (!x->includes)
		return NULL;
	struct Included *file = ARENA_NEW(diags->arena, struct Included);
	*file = x->includes->find(x->includes->context, path, from);
	if (!file->name && otherwise)
		*file = x->includes->find(x->includes->context, path, otherwise);
	load(x, file, open);
	if (file->problem) {
		refuse(x, name, file);
		return NULL;
	}
	x->bytes += file->length;
	file->statement = statement;
	names_add(&x->seen, file->identity, 0);
	*ARENA_PUSH(diags->arena, x->includes) = file;
	bool clean = xml_open(diags, file->name, file->text, file->length, NULL, &source);
	*ARENA_PUSH(diags->arena, &x->read) = (struct XmlRead){ source, file };
	diags->sources->item[source].included = true;
	diags->sources->item[source].inclusion = name.span;
	*found = file;
	return clean ? xml_tree_read(diags, source, x->called, NULL) : NULL;
}

const struct Included *xml_included(const struct XmlIncluder *x, uint32_t source)
{
	size_t i = 0;
	while (i < x->read.count && x->read.item[i].source != source)
		i++;
	return i < x->read.count ? x->read.item[i].file : NULL;
}
