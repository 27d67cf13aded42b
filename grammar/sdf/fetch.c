#include "stages.h"

#include <string.h>

const char sdf_called[] = "an SDFormat file";

void sdf_fetcher_init(struct SdfFetcher *f, struct Sdf *s)
{
	f->s = s;
	xml_include_init(&f->includer, s->diags, s->text->includes, sdf_called);
}

/* Path of a URI after model:// or file://; NULL: another scheme. */
static const char *local_path(const char *uri)
{
	static const char *const local[] = { "model://", "file://" };
	for (size_t i = 0; i < sizeof local / sizeof *local; i++)
		if (strncmp(uri, local[i], strlen(local[i])) == 0)
			return uri + strlen(local[i]);
	return strstr(uri, "://") ? NULL : uri;
}

bool sdf_is_local(const char *uri)
{
	return local_path(uri) != NULL;
}

/* The path of a URI; NULL after a diagnostic. Nothing is fetched from elsewhere. */
static const char *path_of(struct Sdf *s, struct XmlValue uri)
{
	const char *path = local_path(uri.text);
	if (path)
		return path;
	struct Diag *d = diag(s->diags, CHECK_INCLUDE, uri.span, "cannot include \"%s\": nothing is fetched", uri.text);
	diag_help(s->diags, d, "put the model into a folder, write model://NAME, and name the folder around it by -I");
	return NULL;
}

/* Is there such a file? */
static bool is_there(const struct SdfFetcher *f, const char *path, const struct Included *from)
{
	struct Includes *includes = f->includer.includes;
	return includes && includes->find(includes->context, path, from).name;
}

bool sdf_is_found(const struct SdfFetcher *f, const struct XmlElement *include, const struct SdfFiles *inside)
{
	static const char *const endings[] = { "", "/model.config", "/model.sdf" };
	struct XmlValue uri = sdf_content(include, "uri");
	const char *path = uri.text ? local_path(uri.text) : NULL;
	for (size_t i = 0; path && i < sizeof endings / sizeof *endings; i++)
		if (is_there(f, text_print(f->s->arena, "%s%s", path, endings[i]),
		             inside ? inside->file : f->s->text->file))
			return true;
	return false;
}

/* The file that a model.config names: that of the newest version. NULL after a diagnostic. */
static const char *configured(struct SdfFetcher *f, const struct XmlElement *include, struct XmlValue uri,
                              const char *path, const struct Included *from)
{
	struct Sdf *s = f->s;
	const struct Included *file;
	const struct XmlElement *config =
		xml_include_read(&f->includer, include->span, uri, text_print(s->arena, "%s/model.config", path), from,
	                         NULL, NULL, &file);
	const struct XmlElement *best = NULL;
	for (const struct XmlElement *e = xml_child(config, "sdf"); e; e = xml_next(e))
		if (e->content.text && (!best || sdf_version(s, e) > sdf_version(s, best)))
			best = e;
	if (config && !best)
		diag(s->diags, CHECK_MISSING_PART, config->span, "this model.config names no <sdf>");
	return best ? text_print(s->arena, "%s/%s", path, best->content.text) : NULL;
}

/* The file of a model: the path itself, or that of a folder. */
static const char *file_of(struct SdfFetcher *f, const struct XmlElement *include, struct XmlValue uri,
                           const char *path, const struct Included *from)
{
	struct Arena *arena = f->s->arena;
	if (is_there(f, text_print(arena, "%s/model.config", path), from))
		return configured(f, include, uri, path, from);
	const char *model = text_print(arena, "%s/model.sdf", path);
	return is_there(f, model, from) ? model : path;
}

/* The first model of a file. NULL: it has a light instead, or after a diagnostic. */
static const struct XmlElement *model_in(struct Sdf *s, const struct XmlElement *root, const struct XmlElement *include)
{
	const struct XmlElement *model = xml_is(root, "sdf") ? xml_child(root, "model") : NULL;
	if (model || xml_child(root, "light"))
		return model;
	struct Diag *d = diag(s->diags, CHECK_MISSING_PART, root->span, "this file has no <model> of an <sdf>");
	diag_note(s->diags, d, include->span, "it is included here");
	return NULL;
}

const struct XmlElement *sdf_fetch(struct SdfFetcher *f, const struct XmlElement *include,
                                   const struct SdfFiles *inside, double *version, const struct SdfFiles **files)
{
	struct Sdf *s = f->s;
	struct XmlValue uri = sdf_content(include, "uri");
	const struct Included *from = inside ? inside->file : s->text->file, *found;
	if (!uri.text) {
		diag(s->diags, CHECK_MISSING_PART, include->span, "this <include> has no <uri>");
		return NULL;
	}
	const char *path = path_of(s, uri);
	path = path ? file_of(f, include, uri, path, from) : NULL;
	const struct XmlElement *root = path ? xml_include_read(&f->includer, include->span, uri, path, from, NULL,
	                                                        inside ? &inside->open : NULL, &found)
	                                     : NULL;
	if (!root)
		return NULL;
	struct SdfFiles *opened = ARENA_NEW(s->arena, struct SdfFiles);
	opened->file = found;
	opened->open = (struct XmlOpen){ found, inside ? &inside->open : NULL };
	*files = opened;
	*version = sdf_version(s, root);
	return model_in(s, root, include);
}
