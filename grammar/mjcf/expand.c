#include "stages.h"

#include <string.h>

#include "grammar/import/xml.h"

static const char called[] = "an MJCF file";

/* Files that attach others, the innermost first. */
struct MjAround {
	struct XmlOpen open;
	int depth;
};

/* Models attached in models attached, and so on. */
enum { DEEPEST = 20 };

/* --- <include> --- */

/* First element of the file of an <include>; NULL: none. The file is relative to the main file or, if there is none, to the file with the
 * <include>. */
static struct XmlElement *replacement(struct XmlIncluder *x, const struct Included *from, const struct XmlOpen *open,
                                      const struct XmlElement *include)
{
	struct XmlValue name = xml_attribute(include, "file");
	if (!name.text) {
		diag(x->diags, CHECK_MISSING_PART, include->span, "this <include> has no file=\"...\"");
		return NULL;
	}
	const struct Included *file;
	const struct Included *within = xml_included(x, include->span.source);
	struct XmlElement *root = xml_include_read(x, include->span, name, name.text, from, within, open, &file);
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

/* The last child, after children were replaced. */
static void find_last(struct XmlElement *element)
{
	element->last = element->first;
	while (element->last && element->last->next)
		element->last = element->last->next;
}

struct Links ARENA_LIST(struct XmlElement **);

static void include_all(struct XmlIncluder *x, const struct MjDocument *document, const struct XmlOpen *open)
{
	struct Links links = { NULL, 0, 0 };
	*ARENA_PUSH(x->diags->arena, &links) = &document->root->first;
	while (links.count) {
		struct XmlElement **link = links.item[links.count - 1], *element = *link;
		if (!element) {
			links.count--;
		} else if (xml_is(element, "include")) {
			replace(link, replacement(x, document->file, open, element));
		} else {
			links.item[links.count - 1] = &element->next;
			if (element->first)
				*ARENA_PUSH(x->diags->arena, &links) = &element->first;
		}
	}
	for (struct XmlElement *e = document->root; e; e = xml_walk(e, document->root))
		find_last(e);
}

/* --- files --- */

/* Sources from `first` on are of this file. */
static void own_sources(struct Mjcf *m, struct MjDocument *document, size_t first)
{
	for (size_t i = m->of_source.count; i < m->diags->sources->count; i++)
		*ARENA_PUSH(m->arena, &m->of_source) = i < first ? NULL : document;
}

static void read_document(struct Mjcf *m, struct MjDocument *document, struct XmlIncluder *x,
                          const struct MjAround *around);

/* The model of one <model>. NULL after a diagnostic. */
static struct MjDocument *read_asset(struct Mjcf *m, const struct MjDocument *document, const struct XmlElement *asset,
                                     const struct MjAround *around)
{
	struct XmlValue file = xml_attribute(asset, "file"), name = xml_attribute(asset, "name");
	struct MjDocument *model = ARENA_NEW(m->arena, struct MjDocument);
	struct XmlIncluder x;
	const size_t first = m->diags->sources->count;
	*model = (struct MjDocument){ .name = name.text };
	if (!file.text) {
		diag(m->diags, CHECK_MISSING_PART, asset->span, "this <model> has no file=\"...\"");
		return NULL;
	}
	if (around->depth == DEEPEST) {
		diag(m->diags, CHECK_TOO_DEEP, asset->span, "models are attached more than %d deep", DEEPEST);
		return NULL;
	}
	xml_include_init(&x, m->diags, m->text->includes, called);
	x.once = "MJCF includes a file once";
	const struct XmlOpen *open = around->open.file ? &around->open : NULL;
	model->root = xml_include_read(&x, asset->span, file, file.text, document->file, NULL, open, &model->file);
	if (!model->root)
		return NULL;
	if (!xml_is(model->root, "mujoco")) {
		diag(m->diags, CHECK_NOT_URDF, model->root->span,
		     "a model to attach begins with <mujoco>, this is <%s>", model->root->name);
		return NULL;
	}
	if (!model->name)
		model->name = xml_attribute(model->root, "model").text;
	const struct MjAround inner = { { model->file, open }, around->depth + 1 };
	own_sources(m, model, first);
	read_document(m, model, &x, &inner);
	return model;
}

/* Models of <asset>, if one is attached. */
static void read_assets(struct Mjcf *m, struct MjDocument *document, const struct MjAround *around)
{
	if (!mj_attaches(document, "attach"))
		return;
	for (const struct XmlElement *e = xml_first_in(document->root, "asset"); e; e = xml_next_in(e)) {
		struct MjDocument *model = xml_is(e, "model") ? read_asset(m, document, e, around) : NULL;
		if (model)
			*ARENA_PUSH(m->arena, &document->asset) = model;
		document->partly |= !model && xml_is(e, "model");
	}
}

/* Reads what a file includes, its <compiler>, classes and models, then replaces <attach> and <replicate>. */
static void read_document(struct Mjcf *m, struct MjDocument *document, struct XmlIncluder *x,
                          const struct MjAround *around)
{
	*ARENA_PUSH(m->arena, &m->document) = document;
	include_all(x, document, around->open.file ? &around->open : NULL);
	own_sources(m, document, 0);
	mj_compiler_read(m, document);
	mj_classes_read(m, document);
	read_assets(m, document, around);
	mj_attach_all(m, document);
}

const struct XmlElement *mj_read_tree(struct Mjcf *m)
{
	struct XmlIncluder x;
	struct MjDocument *own = ARENA_NEW(m->arena, struct MjDocument);
	const struct MjAround around = { { m->text->file, NULL }, 0 };
	uint32_t source;
	xml_include_init(&x, m->diags, m->text->includes, called);
	x.once = "MJCF includes a file once";
	if (!xml_open(m->diags, m->text->name, m->text->text, m->text->length, NULL, &source))
		return NULL;
	*own = (struct MjDocument){ .file = m->text->file, .used = true };
	own->root = xml_tree_read(m->diags, source, called, "mujoco mujocoinclude");
	if (own->root && xml_is(own->root, "mujocoinclude") && xml_child(own->root, "body")) {
		diag(m->diags, CHECK_NOT_URDF, own->root->span,
		     "a file that begins with <mujocoinclude> is a part of a model: read the file that includes it");
		return NULL;
	}
	m->own = own;
	if (own->root) {
		own_sources(m, own, source);
		read_document(m, own, &x, &around);
	}
	return own->root;
}
